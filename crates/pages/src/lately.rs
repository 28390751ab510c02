//! What happened at a table recently, as sentences for one viewer; spoken as they come, for viewers who do not see the felt.

use std::collections::VecDeque;

use floor::{Eyes, Floor, News};
use maud::{Markup, html};
use round::Seen;

use crate::tell::tell_to;
use crate::texts::Language;

/// How many entries are looked back on.
const ENTRIES: u64 = 12;
/// How many sentences are shown.
const SENTENCES: usize = 14;

/// The last sentences of a table, the newest first, each with a name of its own.
pub(crate) struct Lately {
    eyes: Eyes,
    language: Language,
    said: VecDeque<(String, String)>,
    seq: u64,
}

impl Lately {
    /// Looks in the table's book. Where that cannot be read, it begins with what comes.
    pub(crate) async fn find(floor: &Floor, table: &str, eyes: Eyes, language: Language) -> Lately {
        let mut lately = Lately { eyes, language, said: VecDeque::new(), seq: 0 };
        let now = floor.table(table).map_or(0, |desk| desk.standing.borrow().seq);
        let news = floor.entries_after(table, now.saturating_sub(ENTRIES)).await.ok().flatten();
        for news in news.into_iter().flatten() {
            lately.hear(&news);
        }
        lately
    }

    /// Adds what this viewer may know of an entry, once.
    pub(crate) fn hear(&mut self, news: &News) {
        if news.seq <= self.seq {
            return;
        }
        self.seq = news.seq;
        let (said, language, eyes) = (&mut self.said, self.language, &self.eyes);
        let mut number = 0;
        news.each_seen(eyes, |table, seen| {
            let sentence = match seen {
                Seen::Open(event) => tell_to(eyes.viewer(table), language, table, event),
                Seen::FaceDown(_) => Some(language.texts().face_down.to_owned()),
                Seen::Waiting(_) => None,
            };
            if let Some(sentence) = sentence {
                said.push_front((format!("news-{}-{number}", news.seq), sentence));
                number += 1;
            }
        });
        if let Some(sentence) = self.seat_ended(news) {
            self.said.push_front((format!("news-{}-seat", news.seq), sentence));
        }
        self.said.truncate(SENTENCES);
    }

    /// Why a seat ended, for the player who had it and for staff.
    fn seat_ended(&self, news: &News) -> Option<String> {
        let end = news.entry.seat_end.as_ref()?;
        match &self.eyes {
            Eyes::Player(name) if *name == end.player => Some(self.language.seat_ended(end, true)),
            Eyes::Staff(_) => Some(self.language.seat_ended(end, false)),
            Eyes::Player(_) | Eyes::Public => None,
        }
    }

    /// As it stands on the page.
    pub(crate) fn markup(&self) -> Markup {
        html! {
            section #news.paper.news {
                h2 { (self.language.texts().events) }
                div role="log" aria-live="polite" tabindex="0" aria-label=(self.language.texts().events) {
                    ol { @for (id, sentence) in &self.said { li id=(id) { (sentence) } } }
                }
            }
        }
    }
}
