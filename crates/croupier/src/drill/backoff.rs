//! How clients come back to a server that does not answer. The pages do it so too: a thousand clients that knock without a pause
//! would take the processor that the server needs to start.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(20);
const LONGEST: Duration = Duration::from_millis(640);

/// The pause before the next try: twice as long after each failure.
pub(super) struct Backoff {
    next: Duration,
}

impl Backoff {
    pub(super) fn new() -> Backoff {
        Backoff { next: FIRST }
    }

    /// How long to wait after a failure.
    pub(super) fn pause(&mut self) -> Duration {
        let pause = self.next;
        self.next = (pause * 2).min(LONGEST);
        pause
    }

    /// The server answers again.
    pub(super) fn reset(&mut self) {
        self.next = FIRST;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_pause_is_twice_as_long_until_the_server_answers() {
        let mut backoff = Backoff::new();
        let mut pauses = || backoff.pause().as_millis();
        assert_eq!([pauses(), pauses(), pauses()], [20, 40, 80]);
        let longest = (0..9).map(|_| pauses()).max();
        assert_eq!(longest, Some(640));
        backoff.reset();
        assert_eq!(backoff.pause().as_millis(), 20);
    }
}
