use std::fmt;
use std::str::FromStr;

/// The number of a clause in a rule document, such as `3.17.2.1`, `4.4#1` (first line of the pay table in 4.4),
/// `M20`, or of an agreed reading, such as `I-40`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Clause {
    text: [u8; Clause::LONGEST],
    length: u8,
}

/// Text that cannot be a clause number.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a clause number: 1 to {most} letters, digits, `.`, `#` or `-`", most = Clause::LONGEST)]
pub struct NotAClause(String);

impl Clause {
    const LONGEST: usize = 11;

    /// The number as written in the document.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..usize::from(self.length)]).unwrap_or_default()
    }
}

impl FromStr for Clause {
    type Err = NotAClause;

    fn from_str(number: &str) -> Result<Clause, NotAClause> {
        let fits = (1..=Clause::LONGEST).contains(&number.len())
            && number.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'#' | b'-'));
        if !fits {
            return Err(NotAClause(number.chars().take(30).collect()));
        }
        let mut text = [0; Clause::LONGEST];
        text[..number.len()].copy_from_slice(number.as_bytes());
        Ok(Clause { text, length: u8::try_from(number.len()).unwrap_or_default() })
    }
}

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
