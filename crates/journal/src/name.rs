use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::error::NotAName;

/// The longest name, in bytes.
const LONGEST: usize = 200;

/// A name both databases can keep and a JSON string can hold as it is.
fn named(text: &str) -> Result<Arc<str>, NotAName> {
    let fits = !text.is_empty() && text.len() <= LONGEST;
    let plain = !text.chars().any(|c| c.is_control() || c == '"' || c == '\\');
    if fits && plain { Ok(text.into()) } else { Err(NotAName(text.chars().take(40).collect())) }
}

/// A sequence of records with one owner at a time: a table, the cage. Cheap to clone.
///
/// ```
/// let table: journal::Stream = "table/7".parse()?;
/// assert_eq!(table.to_string(), "table/7");
/// assert!("".parse::<journal::Stream>().is_err());
/// # Ok::<(), journal::NotAName>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stream(Arc<str>);

impl Stream {
    /// The registry: the journal itself writes the announcement of every other stream there.
    #[must_use]
    pub fn house() -> Stream {
        Stream("house".into())
    }

    /// Its name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Stream {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Stream, NotAName> {
        named(text).map(Stream)
    }
}

impl fmt::Display for Stream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A place where chips are: `player/ann`, `debt/ann`, `stakes/TABLE`, `house/TABLE`, `cage`. Cheap to clone.
///
/// ```
/// let purse: journal::Account = "player/ann".parse()?;
/// assert!(purse.is_guarded());
/// assert!(!"cage".parse::<journal::Account>()?.is_guarded());
/// # Ok::<(), journal::NotAName>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Account(Arc<str>);

impl Account {
    /// Its name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Whether it may never be negative: what a player has, and what lies on a table.
    #[must_use]
    pub fn is_guarded(&self) -> bool {
        self.0.starts_with("player/") || self.0.starts_with("stakes/")
    }

    /// Whether it may never be positive: what a player owes the house.
    #[must_use]
    pub fn is_debt(&self) -> bool {
        self.0.starts_with("debt/")
    }
}

impl FromStr for Account {
    type Err = NotAName;

    fn from_str(text: &str) -> Result<Account, NotAName> {
        named(text).map(Account)
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// How often a stream has changed hands. A writer with an older epoch than the stream's can write nothing there any more.
/// A stream that nobody has ever leased has epoch 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Epoch(pub u64);

impl fmt::Display for Epoch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
