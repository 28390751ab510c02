//! Long work: many pieces at a time, and a sign of life on stderr where a person sees it.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many steps.
pub(crate) fn bar(steps: usize, what: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {msg}, {eta} left");
    let style = style.unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps as u64).with_style(style).with_message(what)
}

/// A sign of life where the length is not known.
pub(crate) fn spinner(what: &'static str) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let spinner = ProgressBar::new_spinner().with_message(what);
    spinner.enable_steady_tick(Duration::from_millis(120));
    spinner
}

/// Does all pieces of work, as many at a time as the machine has cores, and keeps their order.
pub(crate) fn all<T: Sync, R: Send>(
    pieces: &[T],
    bar: &ProgressBar,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<(usize, R)>> = Mutex::new(Vec::with_capacity(pieces.len()));
    let hands = std::thread::available_parallelism().map_or(1, usize::from).min(pieces.len());
    std::thread::scope(|scope| {
        for _ in 0..hands {
            scope.spawn(|| {
                while let Some((at, piece)) = take(&next, pieces) {
                    let result = work(piece);
                    done.lock().unwrap_or_else(PoisonError::into_inner).push((at, result));
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(at, _)| *at);
    done.into_iter().map(|(_, result)| result).collect()
}

fn take<'p, T>(next: &AtomicUsize, pieces: &'p [T]) -> Option<(usize, &'p T)> {
    let at = next.fetch_add(1, Ordering::Relaxed);
    pieces.get(at).map(|piece| (at, piece))
}
