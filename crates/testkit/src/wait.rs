use std::time::{Duration, Instant};

/// How long a test waits for a condition before it gives up. A machine under load is slow; nothing is faster for a shorter
/// limit, and no test asserts that something happens within it.
pub const PATIENCE: Duration = Duration::from_mins(2);

/// Calls `check` until it returns a value.
///
/// # Panics
/// When that takes longer than [`PATIENCE`]; the message names `what` was awaited.
pub fn poll<T>(what: &str, mut check: impl FnMut() -> Option<T>) -> T {
    let start = Instant::now();
    loop {
        if let Some(value) = check() {
            return value;
        }
        assert!(start.elapsed() < PATIENCE, "{what}: still waiting after {PATIENCE:?}");
        std::thread::sleep(Duration::from_millis(10));
    }
}
