//! The certificate that is served over TLS, and when it expires.

use super::Floor;
use crate::hold;
use crate::window::Millis;

/// The floor warns when a certificate expires within this.
const WARNS: Millis = 14 * DAY;
const DAY: Millis = 24 * HOUR;
const HOUR: Millis = 60 * 60 * 1000;

/// The certificate that is served.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// When it expires.
    pub expires: Millis,
    /// How long it is valid from now on; with a minus for how long it has not been.
    pub left: Millis,
}

impl Certificate {
    fn new(expires: Millis, now: Millis) -> Certificate {
        Certificate { expires, left: expires.saturating_sub(now) }
    }

    /// Whether it has expired.
    #[must_use]
    pub fn has_expired(&self) -> bool {
        self.left <= 0
    }

    /// Whether it should be renewed now.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.left <= WARNS
    }

    /// What an operator should know of it.
    pub(crate) fn warning(&self) -> Option<String> {
        let renew = "renew it; the new files are served by themselves";
        self.is_due().then(|| match self.left {
            left @ ..=0 => format!(
                "the TLS certificate expired {} ago, and browsers refuse it: {renew}",
                span(left.saturating_neg())
            ),
            left => format!("the TLS certificate expires in {}: {renew}", span(left)),
        })
    }
}

/// When the log last warned of a certificate.
#[derive(Debug, Default)]
pub(crate) struct Reminder {
    told: Option<(Certificate, Millis)>,
}

impl Reminder {
    /// What the log should say now: of a certificate that is due, when it becomes so, expires or is replaced, and every day.
    pub(crate) fn next(&mut self, certificate: Option<Certificate>, now: Millis) -> Option<String> {
        let due = certificate.and_then(|certificate| Some((certificate, certificate.warning()?)));
        let Some((certificate, warning)) = due else {
            self.told = None;
            return None;
        };
        let is_told = self.told.is_some_and(|(told, at)| {
            told.expires == certificate.expires
                && told.has_expired() == certificate.has_expired()
                && now.saturating_sub(at) < DAY
        });
        if is_told {
            return None;
        }
        self.told = Some((certificate, now));
        Some(warning)
    }
}

/// How long that is, for a person.
fn span(time: Millis) -> String {
    let (number, unit) = if time >= 2 * DAY { (time / DAY, "day") } else { (time / HOUR, "hour") };
    match number {
        0 => "less than an hour".to_owned(),
        1 => format!("1 {unit}"),
        number => format!("{number} {unit}s"),
    }
}

impl Floor {
    /// The certificate that is served, where the floor speaks TLS itself.
    #[must_use]
    pub fn certificate(&self) -> Option<Certificate> {
        let expires = *hold::read(&self.inner.certificate);
        expires.map(|expires| Certificate::new(expires, self.clock().now()))
    }

    /// Notes when the certificate expires that is served from now on.
    pub(crate) fn serve_certificate(&self, expires: Option<Millis>) {
        *hold::write(&self.inner.certificate) = expires;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_warned_of_for_the_last_fourteen_days_and_ever_after() {
        let told = |left| Certificate::new(left, 0).warning();
        assert_eq!((told(WARNS + 1), told(Millis::MAX)), (None, None));
        for (left, words) in [
            (WARNS, "expires in 14 days: renew it"),
            (2 * DAY, "expires in 2 days"),
            (2 * DAY - 1, "expires in 47 hours"),
            (HOUR, "expires in 1 hour:"),
            (1, "expires in less than an hour"),
            (0, "expired less than an hour ago"),
            (-3 * DAY, "expired 3 days ago"),
            (Millis::MIN + 1, "expired"),
        ] {
            let told = told(left).unwrap_or_default();
            assert!(told.contains(words), "{left}: {told}");
        }
    }

    #[test]
    fn the_log_is_told_once_a_day_and_whenever_something_changed() {
        let mut reminder = Reminder::default();
        let expires = 20 * DAY;
        let mut told = |expires, now| reminder.next(Some(Certificate::new(expires, now)), now).is_some();
        assert!(!told(expires, 0));
        assert!(told(expires, 6 * DAY), "it is due");
        assert!(!told(expires, 6 * DAY + 2000) && !told(expires, 7 * DAY - 1));
        assert!(told(expires, 7 * DAY), "a day later");
        assert!(told(expires + 1, 7 * DAY + 2000), "another one that is due");
        assert!(!told(40 * DAY, 7 * DAY + 4000) && told(expires, 7 * DAY + 6000), "the old one again");
        assert!(told(expires, 20 * DAY) && !told(expires, 20 * DAY + 2000), "it expires");
        assert!(told(expires, 19 * DAY), "the clock was set back");
    }
}
