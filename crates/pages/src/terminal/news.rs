//! What happened at the table lately, as sentences; spoken as they come, for who does not see the felt.

use floor::{Eyes, Floor, News, Sight};
use maud::{Markup, html};
use round::Seen;

use crate::tell::tell;
use crate::texts::Language;

/// So many entries are looked back on.
const ENTRIES: u64 = 12;
/// So many sentences are shown.
const SENTENCES: usize = 14;

/// The last sentences of the table, the newest first, each with a name of its own.
pub(super) async fn lately(floor: &Floor, sight: &Sight, eyes: &Eyes, language: Language) -> Markup {
    let after = sight.seq.saturating_sub(ENTRIES);
    let news = floor.entries_after(&sight.table, after).await.ok().flatten().unwrap_or_default();
    let said: Vec<(String, String)> = news.iter().flat_map(|news| sentences(news, eyes, language)).collect();
    html! {
        section #news.paper.news {
            h2 { (language.texts().events) }
            ol role="log" aria-live="polite" {
                @for (id, sentence) in said.iter().rev().take(SENTENCES) { li id=(id) { (sentence) } }
            }
        }
    }
}

fn sentences(news: &News, eyes: &Eyes, language: Language) -> Vec<(String, String)> {
    let mut all = Vec::new();
    news.each_seen(eyes, |table, seen| {
        let sentence = match seen {
            Seen::Open(event) => tell(language, table, event),
            Seen::FaceDown(_) => Some(language.texts().face_down.to_owned()),
            Seen::Waiting(_) => None,
        };
        all.extend(sentence.map(|sentence| (format!("news-{}-{}", news.seq, all.len()), sentence)));
    });
    all
}
