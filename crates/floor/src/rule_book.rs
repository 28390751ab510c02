//! A house's own rule book, known by its hash and kept whole in the journal: no file is needed once a table has used it.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use journal::{Journal, JournalError, Keep, Stream};
use rulebook::Rules;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::entry::Entry;
use crate::hex::hex;
use crate::posted::{NotPlayable, Posted};

/// Where the texts of rule books are kept, by their hash.
pub(crate) const RULE_BOOKS: &str = "rulebooks";
/// Where is kept which rule book stands for the rounds of a table that were written before rule books were stored.
pub(crate) const ADOPTED: &str = "rulebooks-adopted";

/// The number of digits of a hash that tell two rule books apart.
const SHORT: usize = 12;

/// A house's own rule book: the SHA-256 of its text, clause table included, in hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RuleBook {
    hash: String,
    /// Whether it stands for rules that were written down with a path only.
    adopted: bool,
}

/// Not the hash of a rule book.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("a rule book is named by the 64 hexadecimal digits of its SHA-256")]
pub struct NotAHash;

impl TryFrom<String> for RuleBook {
    type Error = NotAHash;

    fn try_from(hash: String) -> Result<RuleBook, NotAHash> {
        let is_digit = |b: u8| b.is_ascii_digit() || (b'a'..=b'f').contains(&b);
        let is_hash = hash.len() == 64 && hash.bytes().all(is_digit);
        if is_hash { Ok(RuleBook { hash, adopted: false }) } else { Err(NotAHash) }
    }
}

impl From<RuleBook> for String {
    fn from(book: RuleBook) -> String {
        book.hash
    }
}

/// A rule book that was read.
struct Known {
    text: Arc<str>,
    rules: Result<Rules, NotPlayable>,
}

/// The rule books that were read, by hash. A text follows from its hash, so there is one for the whole program.
fn known() -> MutexGuard<'static, HashMap<String, Arc<Known>>> {
    static KNOWN: OnceLock<Mutex<HashMap<String, Arc<Known>>>> = OnceLock::new();
    KNOWN.get_or_init(Mutex::default).lock().unwrap_or_else(PoisonError::into_inner)
}

impl RuleBook {
    /// Reads the rule book file at this path, with its clause table.
    ///
    /// # Errors
    ///
    /// When there is no such file, or it has faults.
    pub fn open(path: &str) -> Result<RuleBook, NotPlayable> {
        let text = Rules::whole(path).map_err(|faults| NotPlayable::new(&faults))?;
        Ok(RuleBook::of(&text))
    }

    /// The rule book with this text, which has its clause table in it.
    #[must_use]
    pub fn of(text: &str) -> RuleBook {
        let hash = hex(&Sha256::digest(text));
        if !known().contains_key(&hash) {
            let rules = Rules::of_whole(text).map_err(|faults| NotPlayable::new(&faults));
            known().insert(hash.clone(), Arc::new(Known { text: text.into(), rules }));
        }
        RuleBook { hash, adopted: false }
    }

    /// The hash of its text.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Enough of the hash to tell two apart.
    #[must_use]
    pub fn short(&self) -> &str {
        self.hash.get(..SHORT).unwrap_or(&self.hash)
    }

    /// The name of a file for it, whose SHA-256 is its name.
    #[must_use]
    pub fn file_name(&self) -> String {
        format!("{}.toml", self.hash)
    }

    /// Its text, where that was read.
    #[must_use]
    pub fn text(&self) -> Option<Arc<str>> {
        known().get(&self.hash).map(|known| Arc::clone(&known.text))
    }

    /// Its rules.
    ///
    /// # Errors
    ///
    /// When it was not read, or has faults.
    pub fn rules(&self) -> Result<Rules, NotPlayable> {
        let found = known().get(&self.hash).map(Arc::clone);
        let missing = || NotPlayable::new(&format!("the rule book {} is not in the journal", self.short()));
        found.ok_or_else(missing)?.rules.clone()
    }

    /// Whether it stands for rules that were written down with a path only.
    pub(crate) fn is_adopted(&self) -> bool {
        self.adopted
    }

    /// The same, to be written down from now on.
    pub(crate) fn written(self) -> RuleBook {
        RuleBook { adopted: false, ..self }
    }

    /// What is kept of it in the journal.
    pub(crate) fn keep(&self) -> Option<Keep> {
        let body = Some(self.text()?.to_string());
        Some(Keep { shelf: RULE_BOOKS.to_owned(), key: self.hash.clone(), body })
    }

    /// The rule book with this hash, if a journal has it.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn stored(journal: &Journal, hash: &str) -> Result<Option<RuleBook>, JournalError> {
        let Ok(book) = RuleBook::try_from(hash.to_owned()) else { return Ok(None) };
        book.find(journal).await?;
        let is_known = book.text().is_some();
        Ok(is_known.then_some(book))
    }

    /// Reads it from the journal, unless it was read before. What the journal lacks, or has otherwise, its rules say.
    pub(crate) async fn find(&self, journal: &Journal) -> Result<(), JournalError> {
        let is_known = known().contains_key(&self.hash);
        if !is_known
            && let Some(text) = journal.kept(RULE_BOOKS, &self.hash).await?
            && hex(&Sha256::digest(&text)) == self.hash
        {
            let _ = RuleBook::of(&text);
        }
        Ok(())
    }
}

/// Whether a rule book is left out: its rules were written down with a path only.
#[expect(clippy::ref_option, reason = "serde calls it so")]
pub(crate) fn is_unwritten(book: &Option<RuleBook>) -> bool {
    book.as_ref().is_none_or(RuleBook::is_adopted)
}

/// Reads the rule books that an entry of a table's book names.
pub(crate) async fn find_for(
    journal: &Journal,
    stream: &Stream,
    entry: &mut Entry,
) -> Result<(), JournalError> {
    let opened = entry.opens.as_mut().map(|opens| &mut opens.rules);
    for posted in opened.into_iter().chain(&mut entry.posted) {
        find_of(journal, stream, posted).await?;
    }
    Ok(())
}

/// Reads the rule book of what was posted at a table. Where it was written down with a path only, the one that was adopted for the
/// table stands for it, and before that the file.
async fn find_of(journal: &Journal, stream: &Stream, posted: &mut Posted) -> Result<(), JournalError> {
    if let Some(book) = &posted.book {
        return book.find(journal).await;
    }
    if Rules::of(&posted.game).is_some() {
        return Ok(());
    }
    let table = stream.as_str().trim_start_matches("table/");
    let adopted = journal.kept(ADOPTED, table).await?.and_then(|hash| RuleBook::try_from(hash).ok());
    let book = match adopted {
        Some(book) => {
            book.find(journal).await?;
            Some(book)
        }
        None => RuleBook::open(&posted.game).ok(),
    };
    posted.book = book.map(|book| RuleBook { adopted: true, ..book });
    Ok(())
}
