//! Answers given lately, so that most repeated commands need no look into the journal.

use std::collections::{HashMap, VecDeque};

use crate::keeper::Answer;

/// So many are remembered.
const LATELY: usize = 4096;

/// The last answers of a table by the ids of their commands.
#[derive(Debug, Default)]
pub(crate) struct Answers {
    by_id: HashMap<String, Answer>,
    order: VecDeque<String>,
}

impl Answers {
    pub(crate) fn note(&mut self, id: String, answer: Answer) {
        if self.order.len() == LATELY
            && let Some(oldest) = self.order.pop_front()
        {
            self.by_id.remove(&oldest);
        }
        self.order.push_back(id.clone());
        self.by_id.insert(id, answer);
    }

    pub(crate) fn find(&self, id: &str) -> Option<&Answer> {
        self.by_id.get(id)
    }
}
