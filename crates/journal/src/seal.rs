//! What a record's hash is taken over.
//!
//! All of it, in this order, so that anyone can compute it again:
//!
//! | part | written as |
//! |---|---|
//! | `croupier journal 1`; `croupier journal 2` for a record with facts | text |
//! | stream | text |
//! | number in the stream, entry, at, epoch | four numbers |
//! | hash of the record before | its 32 bytes; zeros for the first record |
//! | command | the byte 0, or the byte 1, then id and answer as texts |
//! | body | text |
//! | postings | how many, as a number; then for each the account as text and the amount as a number |
//! | round | the byte 0, or the byte 1, then number, first and `opened_at` as numbers, how many players, each as text |
//! | facts, only where there are any | how many, as a number; then for each the shelf and the key as texts, and the byte 0 where it was taken away, or the byte 1 and the 32 bytes of the SHA-256 of what it says |
//!
//! A number is eight bytes, two's complement, the highest byte first. A text is its length in bytes as a number, then its
//! bytes in UTF-8. So no two records have the same bytes. Records of before facts were covered have none here, and keep their
//! hash.

use sha2::{Digest, Sha256};

use crate::{Hash, Keep, Posting, RoundEnd};

/// A record without its own hash.
pub(crate) struct Unsealed<'a> {
    pub(crate) stream: &'a str,
    pub(crate) seq: i64,
    pub(crate) entry: i64,
    pub(crate) at: i64,
    pub(crate) epoch: i64,
    pub(crate) prev: Hash,
    /// Its id and its answer.
    pub(crate) command: Option<(&'a str, &'a str)>,
    pub(crate) body: &'a str,
    pub(crate) postings: &'a [Posting],
    pub(crate) round: Option<&'a RoundEnd>,
    pub(crate) facts: &'a [Fact<'a>],
}

/// A fact as the chain covers it: what it says is not in it, only its digest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fact<'a> {
    pub(crate) shelf: &'a str,
    pub(crate) key: &'a str,
    /// `None` if the fact was taken away.
    pub(crate) digest: Option<Hash>,
}

impl<'a> Fact<'a> {
    pub(crate) fn of(keep: &'a Keep) -> Fact<'a> {
        Fact { shelf: &keep.shelf, key: &keep.key, digest: keep.body.as_deref().map(digest) }
    }
}

/// The digest of what a fact says.
pub(crate) fn digest(body: &str) -> Hash {
    Hash(Sha256::digest(body.as_bytes()).into())
}

/// The hash of a record. The buffer is only there to be used again.
pub(crate) fn seal(record: &Unsealed<'_>, buffer: &mut Vec<u8>) -> Hash {
    buffer.clear();
    text(buffer, if record.facts.is_empty() { "croupier journal 1" } else { "croupier journal 2" });
    text(buffer, record.stream);
    for value in [record.seq, record.entry, record.at, record.epoch] {
        number(buffer, value);
    }
    buffer.extend_from_slice(&record.prev.0);
    buffer.push(u8::from(record.command.is_some()));
    if let Some((id, answer)) = record.command {
        text(buffer, id);
        text(buffer, answer);
    }
    text(buffer, record.body);
    count(buffer, record.postings.len());
    for posting in record.postings {
        text(buffer, posting.account.as_str());
        number(buffer, posting.amount.units());
    }
    buffer.push(u8::from(record.round.is_some()));
    if let Some(round) = record.round {
        ended(buffer, round);
    }
    if !record.facts.is_empty() {
        kept(buffer, record.facts);
    }
    Hash(Sha256::digest(buffer.as_slice()).into())
}

fn ended(buffer: &mut Vec<u8>, round: &RoundEnd) {
    number(buffer, round.number);
    number(buffer, round.first.cast_signed());
    number(buffer, round.opened_at);
    count(buffer, round.players.len());
    for player in &round.players {
        text(buffer, player);
    }
}

fn kept(buffer: &mut Vec<u8>, facts: &[Fact<'_>]) {
    count(buffer, facts.len());
    for fact in facts {
        text(buffer, fact.shelf);
        text(buffer, fact.key);
        buffer.push(u8::from(fact.digest.is_some()));
        if let Some(digest) = fact.digest {
            buffer.extend_from_slice(&digest.0);
        }
    }
}

fn number(buffer: &mut Vec<u8>, value: i64) {
    buffer.extend_from_slice(&value.to_be_bytes());
}

fn count(buffer: &mut Vec<u8>, value: usize) {
    buffer.extend_from_slice(&(value as u64).to_be_bytes());
}

fn text(buffer: &mut Vec<u8>, value: &str) {
    count(buffer, value.len());
    buffer.extend_from_slice(value.as_bytes());
}

#[cfg(test)]
mod tests {
    use super::*;
    use vocabulary::Chips;

    fn posting(account: &str, amount: i64) -> Posting {
        Posting { account: account.parse().unwrap(), amount: Chips::minor(amount) }
    }

    /// The expected values were computed with Python's hashlib from the table above (tests/seal.py).
    #[test]
    fn the_hash_of_a_record_is_what_a_second_program_says() {
        let postings = [posting("player/ann", -2500), posting("stakes/t7", 2500)];
        let round =
            RoundEnd { number: 42, first: 2, opened_at: 1_700_000_000_000, players: vec!["ann".into()] };
        let full = Unsealed {
            stream: "table/7",
            seq: 3,
            entry: 11,
            at: 1_700_000_001_234,
            epoch: 5,
            prev: Hash([7; 32]),
            command: Some(("ann-1", "{\"seq\":3}")),
            body: "{\"bet\":\"25 €\"}",
            postings: &postings,
            round: Some(&round),
            facts: &[],
        };
        let keep = |key: &str, body: Option<&str>| Keep {
            shelf: "people".into(),
            key: key.into(),
            body: body.map(Into::into),
        };
        let keeps = [keep("zoë", Some("{\"role\":\"dealer\"}")), keep("ann", None)];
        let facts: Vec<Fact<'_>> = keeps.iter().map(Fact::of).collect();
        let factual = Unsealed { facts: &facts, ..full };
        let bare =
            Unsealed { command: None, postings: &[], round: None, seq: 1, prev: Hash::default(), ..full };
        let buffer = &mut Vec::new();
        assert_eq!(
            seal(&full, buffer).to_string(),
            "a4c05b522d57bc8b3f849a909cd47ac324af055357889df01b2db51068098b25"
        );
        assert_eq!(
            seal(&bare, buffer).to_string(),
            "0b48abd9c74a2ff8cca8b3cd049911e2a399134dca8e2655a2910fcb62265174"
        );
        assert_eq!(
            seal(&factual, buffer).to_string(),
            "41ae56e40565172a624f48f81d5335a9e83d6dea9b003a90ece7199203d7e63e"
        );
    }
}
