//! How far the journal was last found to be in order, so that the next start need not read it all.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{KnownHead, contains};
use crate::readers::Snapshot;
use crate::{Hash, JournalError};

/// The journal at its last clean verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Checkpoint {
    /// The last entry that was read.
    pub(crate) entry: i64,
    /// The last record of every stream then.
    pub(crate) heads: Vec<KnownHead>,
    /// Every balance then, by account.
    pub(crate) balances: Vec<(String, i64)>,
    /// What lay on shelves then: the digest of each fact, by shelf and key.
    pub(crate) facts: Vec<((String, String), Hash)>,
}

impl Checkpoint {
    /// As it is stored: lines, numbers before names, and a hash against damage.
    pub(crate) fn written(&self) -> (String, Hash) {
        let mut text = format!("entry {}\n", self.entry);
        for known in &self.heads {
            // Writing into a string cannot fail.
            let _ = writeln!(text, "head {known}");
        }
        for (account, balance) in &self.balances {
            let _ = writeln!(text, "balance {balance} {account}");
        }
        for ((shelf, key), digest) in &self.facts {
            let _ = writeln!(text, "fact {digest} {} {}", escaped(shelf), escaped(key));
        }
        let hash = Hash(Sha256::digest(text.as_bytes()).into());
        (text, hash)
    }

    /// None if it is not what was stored.
    fn read(text: &str, hash: Hash) -> Option<Checkpoint> {
        if Hash(Sha256::digest(text.as_bytes()).into()) != hash {
            return None;
        }
        let mut lines = text.lines();
        let entry = lines.next()?.strip_prefix("entry ")?.parse().ok()?;
        let mut checkpoint = Checkpoint { entry, heads: Vec::new(), balances: Vec::new(), facts: Vec::new() };
        for line in lines {
            let (kind, rest) = line.split_once(' ')?;
            match kind {
                "head" => checkpoint.heads.push(rest.parse().ok()?),
                "balance" => {
                    let (balance, account) = rest.split_once(' ')?;
                    checkpoint.balances.push((account.to_owned(), balance.parse().ok()?));
                }
                "fact" => {
                    let (digest, place) = rest.split_once(' ')?;
                    let (shelf, key) = place.split_once(' ')?;
                    checkpoint.facts.push(((unescaped(shelf)?, unescaped(key)?), digest.parse().ok()?));
                }
                _ => return None,
            }
        }
        Some(checkpoint)
    }
}

/// A shelf or a key as a word on a line.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace(' ', "%20").replace('\n', "%0a").replace('\r', "%0d")
}

fn unescaped(word: &str) -> Option<String> {
    let mut parts = word.split('%');
    let mut text = parts.next()?.to_owned();
    for part in parts {
        let byte = u8::from_str_radix(part.get(..2)?, 16).ok()?;
        text.push(char::from(byte));
        text.push_str(part.get(2..)?);
    }
    Some(text)
}

/// The stored checkpoint, if it is whole and the journal still has every record it names.
pub(super) async fn load(snapshot: &mut Snapshot) -> Result<Option<Checkpoint>, JournalError> {
    let rows = snapshot.rows("select body, hash from checkpoint where id = 1", vec![]).await?;
    let Some(row) = rows.first() else { return Ok(None) };
    let (Ok(body), Ok(hash)) = (row.text(0), row.hash(1)) else { return Ok(None) };
    let Some(checkpoint) = Checkpoint::read(body, hash) else { return Ok(None) };
    for known in &checkpoint.heads {
        if !contains(snapshot, known).await? {
            return Ok(None);
        }
    }
    Ok(Some(checkpoint))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Head;

    #[test]
    fn a_checkpoint_is_read_as_it_was_written_and_not_when_it_was_changed() {
        let head = Head { seq: 7, hash: Hash([0xab; 32]) };
        let known = KnownHead { stream: "table 7".parse().unwrap(), head };
        let checkpoint = Checkpoint {
            entry: 12,
            heads: vec![known],
            balances: vec![("player/ann b".into(), -5)],
            facts: vec![
                (("a shelf".into(), "100 %\r\n".into()), Hash([7; 32])),
                ((String::new(), String::new()), Hash([8; 32])),
            ],
        };
        let (text, hash) = checkpoint.written();
        assert_eq!(Checkpoint::read(&text, hash), Some(checkpoint));
        assert_eq!(Checkpoint::read(&text.replace("-5", "-6"), hash), None);
    }
}
