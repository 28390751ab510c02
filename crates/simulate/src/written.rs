//! Small files that people write: what is wrong with them, and in which line.

use toml::Spanned;

use crate::count::Count;

/// What is wrong with a file, and where.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}: {what}")]
pub struct Miswritten {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong, and what was expected.
    pub what: String,
}

impl Miswritten {
    pub(crate) fn new(text: &str, at: usize, what: impl Into<String>) -> Miswritten {
        let line = 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        Miswritten { line, what: what.into() }
    }
}

/// Reads a file by its keys.
pub(crate) fn read<'t, T: serde::Deserialize<'t>>(text: &'t str) -> Result<T, Miswritten> {
    toml::from_str(text).map_err(|error| {
        let at = error.span().map_or(0, |span| span.start);
        Miswritten::new(text, at, error.message())
    })
}

/// A number with at most two digits after the point, in hundredths.
pub(crate) fn hundredths(text: &str, written: &Spanned<f64>, what: &str) -> Result<Count, Miswritten> {
    let value = *written.get_ref();
    Count::new(value).ok_or_else(|| {
        let what = format!("{what} is {value}: expected a number between -1000 and 1000 with at most two digits after the point");
        Miswritten::new(text, written.span().start, what)
    })
}
