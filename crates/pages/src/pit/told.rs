//! An entry of the log as sentences, in the language of the page.

use floor::{Exchange, Eyes, Fact, LogLine, News, Receipt};
use round::Seen;

use super::waiting::changes;
use crate::page::money;
use crate::tell::tell;
use crate::texts::Language;

/// What an entry says, as this viewer may see the table it is about.
pub(super) fn sentences(line: &LogLine, eyes: &Eyes, language: Language) -> Vec<String> {
    let texts = language.pit();
    match &line.fact {
        Fact::Table(news) => of_table(news, eyes, language),
        Fact::Elsewhere { round } => vec![format!("{}: {}", language.round(*round), texts.told_elsewhere)],
        Fact::Credits(receipt) => vec![credits(receipt, language)],
        Fact::Person { did, who } => vec![format!("{who}: {}", done(did, language))],
        Fact::Book(book) => vec![format!("{}: {book}", texts.book_begun)],
        Fact::Other => vec![texts.unknown_entry.to_owned()],
    }
}

fn of_table(news: &News, eyes: &Eyes, language: Language) -> Vec<String> {
    let (texts, entry) = (language.pit(), &news.entry);
    let mut said: Vec<String> = Vec::new();
    said.extend(entry.remark.clone());
    said.extend(entry.open.map(|open| if open { texts.opened_table } else { texts.closed_table }.to_owned()));
    if let Some(posted) = &entry.posted {
        let changed = changes(news.before.coming(), posted, language);
        let each =
            changed.iter().map(|change| format!("{} {} → {}", change.what, change.before, change.after));
        said.push(format!("{}: {}", texts.posts, each.collect::<Vec<_>>().join("; ")));
    }
    said.extend(entry.approval.as_ref().map(|approval| language.approval(approval)));
    // With the opening of a round the book only says again who deals.
    if let (Some(dealers), None) = (&entry.dealers, &entry.opens) {
        said.extend(language.dealers_changed(news.before.dealers(), dealers));
    }
    said.extend(entry.sign_off.as_ref().map(|off| language.signed_off(off)));
    said.extend(entry.lapsed.iter().map(|lapsed| language.lapsed(lapsed)));
    said.extend(entry.shoe.as_ref().map(|shoe| language.new_shoe(shoe.cards)));
    news.each_seen(eyes, |table, seen| match seen {
        Seen::Open(event) => said.extend(tell(language, table, event)),
        Seen::FaceDown(_) => said.push(language.texts().face_down.to_owned()),
        Seen::Waiting(_) => {}
    });
    said.extend(entry.seat_end.as_ref().map(|end| language.seat_ended(end, false)));
    if entry.rest {
        said.push(texts.rests.to_owned());
    }
    if said.is_empty() {
        said.push(texts.nothing_seen.to_owned());
    }
    said
}

fn credits(receipt: &Receipt, language: Language) -> String {
    let texts = language.pit();
    let does = match receipt.what {
        Exchange::Bought => texts.bought,
        Exchange::CashedOut => texts.cashed_out,
        Exchange::Settled => texts.settled,
        Exchange::Given => texts.given,
        Exchange::Filled => texts.filled,
        Exchange::Emptied => texts.emptied,
    };
    let at = receipt.terminal.as_ref().map(|terminal| format!(" · {terminal}")).unwrap_or_default();
    format!("{} {does}: {}{at}", receipt.player, money(receipt.amount))
}

/// What was done about someone, which may be several things at once. What this page has no words for keeps the book's.
fn done(did: &str, language: Language) -> String {
    let texts = language.pit();
    let known = did.split(", ").map(|did| match did {
        "added" => texts.added,
        "signed in" => texts.signed_in,
        "signed out" => texts.signed_out,
        "failed to sign in" => texts.failed_to_sign_in,
        "proved himself" => texts.proved_himself,
        "given a password" => texts.given_a_password,
        "disabled" => texts.disabled,
        "enabled" => texts.enabled,
        other => other,
    });
    known.collect::<Vec<_>>().join(", ")
}
