//! Answers by the ids of their commands: the same command again gets the same answer, and another command with the same id
//! gets none.

use std::collections::{HashMap, VecDeque};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::hex;
use crate::json;
use crate::keeper::{Answer, Denied};

/// The number of answers in the cache, so that most repeated commands need no read from the journal.
const REMEMBERED: usize = 4096;

/// What a command asked for, in short: whatever differs has another fingerprint.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Fingerprint(String);

impl Fingerprint {
    /// Takes the fingerprint of a request, given by its parts.
    pub(crate) fn of<'p>(parts: impl IntoIterator<Item = &'p str>) -> Fingerprint {
        let mut digest = Sha256::new();
        for part in parts {
            digest.update((part.len() as u64).to_be_bytes());
            digest.update(part);
        }
        Fingerprint(hex(&digest.finalize()[..16]))
    }
}

/// An answer together with what was asked, as the journal keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct GivenAnswer {
    seq: u64,
    round: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not", rename = "waits-for-approval")]
    waits: bool,
    /// Answers that were given before requests had fingerprints have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    request: Option<Fingerprint>,
}

impl GivenAnswer {
    pub(crate) fn new(answer: &Answer, request: Fingerprint) -> GivenAnswer {
        let Answer { seq, round, waits_for_approval } = *answer;
        GivenAnswer { seq, round, waits: waits_for_approval, request: Some(request) }
    }

    /// Reads an answer from the journal; `None` if the id was used for anything but a command at a table.
    pub(crate) fn read(text: &str) -> Option<GivenAnswer> {
        serde_json::from_str(text).ok()
    }

    pub(crate) fn write(&self) -> String {
        json::text(self)
    }

    /// The answer for a request with the same id.
    pub(crate) fn again(&self, request: &Fingerprint) -> Result<Answer, Denied> {
        if self.request.as_ref().is_none_or(|given| given == request) {
            Ok(Answer { seq: self.seq, round: self.round, waits_for_approval: self.waits })
        } else {
            Err(Denied::OtherUse)
        }
    }
}

/// The last answers of a table by the ids of their commands.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    by_id: HashMap<String, GivenAnswer>,
    order: VecDeque<String>,
}

impl Answers {
    pub(crate) fn note(&mut self, id: String, answer: GivenAnswer) {
        if self.order.len() == REMEMBERED
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_id.remove(&oldest);
        }
        self.order.push_back(id.clone());
        self.by_id.insert(id, answer);
    }

    pub(crate) fn find(&self, id: &str) -> Option<&GivenAnswer> {
        self.by_id.get(id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_request_gets_the_answer_again_and_another_gets_none() {
        let (one, other) = (Fingerprint::of(["plus-1", "hits"]), Fingerprint::of(["plus-1", "stands"]));
        let answer = Answer { seq: 7, round: 2, waits_for_approval: false };
        let given = GivenAnswer::read(&GivenAnswer::new(&answer, one.clone()).write()).unwrap();
        assert_eq!(given.again(&one), Ok(answer.clone()));
        assert_eq!(given.again(&other), Err(Denied::OtherUse));
        // An answer of an earlier version says nothing of what was asked.
        let old = GivenAnswer::read("{\"seq\":7,\"round\":2}").unwrap();
        assert_eq!(old.again(&other), Ok(answer));
        assert_eq!(GivenAnswer::read("{\"number\":1}"), None);
    }

    #[test]
    fn parts_that_are_joined_otherwise_have_another_fingerprint() {
        assert_ne!(Fingerprint::of(["ab", "c"]), Fingerprint::of(["a", "bc"]));
        assert_ne!(Fingerprint::of(["a", "b"]), Fingerprint::of(["a"]));
    }
}
