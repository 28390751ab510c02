//! The key that the seeds of shoes in use are encrypted with, so that the database does not reveal the cards to come.
//!
//! A seed is sealed with XChaCha20-Poly1305 under a fresh nonce, bound to its table and to the commitment in the table's
//! book: what was sealed for one shoe opens for no other.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{Key, XChaCha20Poly1305, XNonce};
use journal::{Journal, JournalError};

use crate::hex::{hex, unhex};
use crate::house::SHOES;
use crate::table::Sealed;

/// How a sealed shoe begins in the database. What begins otherwise was written before shoes were encrypted.
const MARK: &str = "xchacha20poly1305";

/// The key that the seeds of shoes in use are encrypted with.
#[derive(Clone, PartialEq, Eq)]
pub struct ShoeKey([u8; 32]);

/// Why a shoe cannot be read from the database, and what to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotUnsealed {
    /// It is neither encrypted nor plain.
    #[error(
        "the seed of its shoe cannot be read: somebody changed the database. Bring it back from a backup, or give the \
         table another id"
    )]
    Unreadable,
    /// It was encrypted with another key, for another table or for another shoe.
    #[error(
        "the seed of its shoe cannot be decrypted with this key: open the floor with the key it was encrypted with. If this \
         is that key, somebody changed the database: bring it back from a backup, or give the table another id"
    )]
    OtherKey,
}

impl ShoeKey {
    /// Makes a key from the system's entropy.
    ///
    /// # Panics
    ///
    /// When the system has none.
    #[must_use]
    pub fn fresh() -> ShoeKey {
        let mut key = [0; 32];
        getrandom::fill(&mut key).expect("the system has entropy");
        ShoeKey(key)
    }

    /// Reads a key: 64 hexadecimal digits.
    #[must_use]
    pub fn read(text: &str) -> Option<ShoeKey> {
        unhex(text)?.try_into().ok().map(ShoeKey)
    }

    /// Writes the key, for a file that nobody else reads.
    #[must_use]
    pub fn write(&self) -> String {
        hex(&self.0)
    }

    /// Returns whether a journal holds shoes that a key is needed for.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn is_needed_for(journal: &Journal) -> Result<bool, JournalError> {
        Ok(journal.shelf(SHOES).await?.iter().any(|(_, kept)| ShoeKey::has_sealed(kept)))
    }

    /// Whether what the database keeps of a shoe is encrypted.
    pub(crate) fn has_sealed(kept: &str) -> bool {
        kept.starts_with(MARK)
    }

    /// Encrypts a table's shoe for the database.
    pub(crate) fn seal(&self, table: &str, sealed: &Sealed) -> String {
        let mut nonce = [0; 24];
        getrandom::fill(&mut nonce).expect("the system has entropy");
        let (text, bound) = (sealed.write(), bound_to(table, &sealed.seed.commitment()));
        let payload = Payload { msg: text.as_bytes(), aad: bound.as_bytes() };
        let encrypted = self.cipher().encrypt(&XNonce::from(nonce), payload).expect("a shoe is short");
        format!("{MARK} {} {}", hex(&nonce), hex(&encrypted))
    }

    /// Decrypts what the database keeps of a table's shoe with this commitment.
    ///
    /// # Errors
    ///
    /// When it cannot be read, or this is not its key.
    pub fn open(&self, table: &str, commitment: &str, kept: &str) -> Result<Sealed, NotUnsealed> {
        let Some(rest) = kept.strip_prefix(MARK) else {
            return Sealed::read(kept).ok_or(NotUnsealed::Unreadable);
        };
        let (nonce, encrypted) = parts(rest).ok_or(NotUnsealed::Unreadable)?;
        let bound = bound_to(table, commitment);
        let payload = Payload { msg: &encrypted, aad: bound.as_bytes() };
        let text = self.cipher().decrypt(&XNonce::from(nonce), payload).map_err(|_| NotUnsealed::OtherKey)?;
        std::str::from_utf8(&text).ok().and_then(Sealed::read).ok_or(NotUnsealed::Unreadable)
    }

    fn cipher(&self) -> XChaCha20Poly1305 {
        XChaCha20Poly1305::new(&Key::from(self.0))
    }
}

/// What a sealed shoe belongs to.
fn bound_to(table: &str, commitment: &str) -> String {
    format!("{table} {commitment}")
}

/// The nonce and what it was encrypted with.
fn parts(text: &str) -> Option<([u8; 24], Vec<u8>)> {
    let mut words = text.split_ascii_whitespace();
    let (nonce, encrypted) = (unhex(words.next()?)?, unhex(words.next()?)?);
    words.next().is_none().then_some((nonce.try_into().ok()?, encrypted))
}

/// Each floor that is given none has a key of its own, and nobody can open its shoes after it.
impl Default for ShoeKey {
    fn default() -> ShoeKey {
        ShoeKey::fresh()
    }
}

/// Neither logs nor errors show a key.
impl fmt::Debug for ShoeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ShoeKey(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shoe::Seed;

    fn sealed() -> Sealed {
        Sealed { seed: Seed([7; 32]), without: vec!["As".parse().unwrap(), "Td".parse().unwrap()] }
    }

    #[test]
    fn what_is_sealed_opens_with_its_key_for_its_table_and_its_shoe_only() {
        let (key, shoe) = (ShoeKey([1; 32]), sealed());
        let commitment = shoe.seed.commitment();
        let kept = key.seal("one", &shoe);
        assert_eq!(key.open("one", &commitment, &kept), Ok(shoe.clone()));
        assert_ne!(key.seal("one", &shoe), kept, "a nonce is used once");
        for told in [
            ShoeKey([2; 32]).open("one", &commitment, &kept),
            key.open("two", &commitment, &kept),
            key.open("one", &Seed([8; 32]).commitment(), &kept),
            key.open("one", &commitment, &kept.replace(&kept[kept.len() - 2..], "zz")),
        ] {
            assert!(told.is_err(), "{told:?}");
        }
        let mut torn = kept.clone();
        torn.truncate(kept.len() - 2);
        assert_eq!(key.open("one", &commitment, &torn), Err(NotUnsealed::OtherKey));
        assert_eq!(key.open("one", &commitment, MARK), Err(NotUnsealed::Unreadable));
    }

    #[test]
    fn a_seed_is_not_in_what_is_kept_and_one_kept_before_is_read() {
        let (key, shoe) = (ShoeKey([1; 32]), sealed());
        assert!(!key.seal("one", &shoe).contains(&shoe.seed.reveal()));
        assert_eq!(key.open("one", &shoe.seed.commitment(), &shoe.write()), Ok(shoe));
    }

    #[test]
    fn a_key_reads_back_and_debug_tells_nothing() {
        let key = ShoeKey::fresh();
        assert_eq!(ShoeKey::read(&key.write()), Some(key.clone()));
        for text in ["", "00", &"zz".repeat(32), &"0".repeat(65), &"é".repeat(32)] {
            assert_eq!(ShoeKey::read(text), None, "{text}");
        }
        assert_eq!(format!("{key:?}"), "ShoeKey(..)");
    }
}
