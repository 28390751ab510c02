//! Postings checked against what happened: at a table the chips of its round, at the cage the receipt. No other book moves chips.

use std::collections::BTreeMap;
use std::fmt;

use journal::{Account, Posting, Record, Stream};
use round::{Between, Round, apply};
use vocabulary::{Chips, PlayerId};

use crate::cage::Receipt;
use crate::entry::Entry;
use crate::money::{Chipcount, Money};

/// What the floor keeps in a stream.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BookKind {
    /// The book of a table.
    Table,
    /// Receipts.
    Cage,
    /// Who is known, and what they did to come in.
    People,
    /// The registry of books.
    House,
    /// Accepted losses.
    Losses,
    /// Nothing that a floor writes.
    Unknown,
}

impl BookKind {
    pub(crate) fn of(stream: &Stream) -> BookKind {
        let name = stream.as_str();
        match name.split_once('/').map_or(name, |(kind, _)| kind) {
            "table" => BookKind::Table,
            "cage" => BookKind::Cage,
            "people" => BookKind::People,
            "house" => BookKind::House,
            "losses" => BookKind::Losses,
            _ => BookKind::Unknown,
        }
    }
}

/// The chips on a table, followed through its book from the first entry.
///
/// Events alone say where they are, so the rules of the round need not be at hand.
pub(crate) struct Felt {
    table: String,
    round: Round,
    /// The people at the table, by number.
    names: Vec<String>,
    money: Money,
    chips: Chipcount,
}

impl Felt {
    /// A table before its first entry.
    pub(crate) fn new(book: &Stream) -> Felt {
        let table = book.as_str().trim_start_matches("table/").to_owned();
        let round = Round::after(Between::default());
        Felt { table, round, names: Vec::new(), money: Money::Real, chips: Chipcount::default() }
    }

    /// The id of the table.
    pub(crate) fn table(&self) -> &str {
        &self.table
    }

    /// What is played for.
    pub(crate) fn money(&self) -> Money {
        self.money
    }

    /// Whether the round is over.
    pub(crate) fn is_over(&self) -> bool {
        self.round.number() > 0 && self.round.end().is_some()
    }

    /// Takes in the next entry, and says where its postings are not what it moved.
    pub(crate) fn follow(&mut self, record: &Record, entry: &Entry) -> Option<String> {
        let owed = record.postings.iter().any(|posting| posting.account.is_debt());
        let earlier = owed.then(|| self.round.clone());
        let mut before = std::mem::take(&mut self.chips);
        let left = before.stakes;
        if let Some(opens) = &entry.opens {
            self.round = Round::after(opens.between.clone());
            self.names.clone_from(&opens.names);
            self.money = opens.rules.money;
            before = Chipcount::default();
        }
        for name in &entry.names {
            if !self.names.contains(name) {
                self.names.push(name.clone());
            }
        }
        for event in &entry.events {
            apply(&mut self.round, event);
        }
        self.chips = Chipcount::of(&self.round);
        let moved = self.chips.since(&before);
        let mut expected = moved.postings(self.money, &self.table, &self.names);
        if let Some(earlier) = earlier.filter(|_| entry.opens.is_none()) {
            let back = Chipcount::taken_back(&earlier, &self.round);
            for player in moved.only_gives_back(&back) {
                self.allow_debt(player, record, &mut expected);
            }
        }
        if entry.opens.is_some() && left != Chips::ZERO {
            return Some(at(record, &format!("opens a round, and {left} of the last one lies on the table")));
        }
        difference(record, &expected, "what happened")
    }

    /// A player who gives money back may owe a part of it, as the record says.
    fn allow_debt(&self, player: PlayerId, record: &Record, expected: &mut Vec<Posting>) {
        let Some(name) = self.names.get(usize::from(player.0)) else { return };
        let (purse, debt) = (self.money.purse(name), self.money.debt(name));
        let owed = record.postings.iter().find(|posting| Some(&posting.account) == debt.as_ref());
        let given = expected.iter_mut().find(|posting| Some(&posting.account) == purse.as_ref());
        if let (Some(owed), Some(given)) = (owed, given)
            && (given.amount..Chips::ZERO).contains(&owed.amount)
        {
            given.amount -= owed.amount;
            expected.push(owed.clone());
        }
    }
}

/// Where the postings of a receipt are not what it says.
pub(crate) enum Receipted {
    /// Nowhere.
    Right,
    /// Nowhere that can be known: an earlier version wrote it without the till.
    Earlier,
    /// Here.
    Wrong(String),
}

impl Receipted {
    /// Checks a record of the cage against the receipt in it. Up to the entry where facts came under the chain, earlier versions
    /// sold credits at a till of all terminals together, and gave play money into the purse for real money.
    pub(crate) fn of(record: &Record, earlier: i64) -> Receipted {
        let receipt: Receipt = match serde_json::from_str(&record.body) {
            Ok(receipt) => receipt,
            Err(why) => return Receipted::Wrong(at(record, &format!("is no receipt: {why}"))),
        };
        let Some(expected) = receipt.postings() else {
            let why = format!("says {}, which nobody exchanges", Chips::minor(receipt.amount));
            return Receipted::Wrong(at(record, &why));
        };
        match difference(record, &expected, "its receipt") {
            None if receipt.number != record.seq => {
                let why = format!("has the number {}, and receipts are counted by entries", receipt.number);
                Receipted::Wrong(at(record, &why))
            }
            None => Receipted::Right,
            Some(_) if record.entry < earlier && receipt.was_posted_earlier(&record.postings) => {
                Receipted::Earlier
            }
            Some(why) => Receipted::Wrong(why),
        }
    }
}

/// What is wrong with a record of a book that has no postings, or that no floor keeps; `None` if it is right.
pub(crate) fn out_of_place(record: &Record) -> Option<String> {
    let moves = Moves::of(&record.postings);
    if BookKind::of(&record.stream) == BookKind::Unknown {
        return Some(at(record, &format!("is in a book that no floor keeps, and posts {moves}")));
    }
    let why = || at(record, &format!("posts {moves}, and nothing in this book moves chips"));
    (!record.postings.is_empty()).then(why)
}

/// Where a record posts something else than what is expected.
fn difference(record: &Record, expected: &[Posting], by: &str) -> Option<String> {
    if record.postings == expected {
        return None;
    }
    let (posts, expected) = (Moves::of(&record.postings), Moves::of(expected));
    (posts != expected).then(|| {
        let expected = if expected.0.is_empty() { "no chips".to_owned() } else { expected.to_string() };
        at(record, &format!("posts {posts}, and {by} moves {expected}"))
    })
}

fn at(record: &Record, why: &str) -> String {
    format!("{} entry {} {why}", record.stream, record.seq)
}

/// What postings come to, by account.
#[derive(PartialEq, Eq)]
struct Moves<'p>(BTreeMap<&'p Account, Chips>);

impl<'p> Moves<'p> {
    fn of(postings: &'p [Posting]) -> Moves<'p> {
        let mut moves = BTreeMap::new();
        for Posting { account, amount } in postings {
            *moves.entry(account).or_default() += *amount;
        }
        moves.retain(|_, chips| *chips != Chips::ZERO);
        Moves(moves)
    }
}

impl fmt::Display for Moves<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("nothing");
        }
        let moves = self.0.iter().map(|(account, chips)| format!("{account} {}", chips.signed()));
        f.write_str(&moves.collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;

    fn posting(account: &str, units: i64) -> Posting {
        Posting { account: account.parse().expect("an account"), amount: Chips::minor(units) }
    }

    /// A record of the cage: ann's receipt, without a terminal, and what it posts.
    fn receipt(entry: i64, what: &str, postings: &[Posting]) -> Record {
        let at = "\"number\":1,\"at\":7,\"player\":\"ann\"";
        let body = format!("{{{at},\"what\":\"{what}\",\"amount\":500,\"by\":\"cass\"}}");
        testing::record(entry, "cage/floor", &body, postings)
    }

    /// What an earlier version posted to other accounts cannot be derived from its receipts. Nobody adds such records since.
    #[test]
    fn what_an_earlier_version_posted_otherwise_is_passed_over_in_its_time_alone() {
        let earlier = 10;
        for (what, till, to_ann) in
            [("given", "play-money", 500), ("bought", "terminals", 500), ("cashed-out", "terminals", -500)]
        {
            let postings = [posting("player/ann", to_ann), posting(till, -to_ann)];
            let then = Receipted::of(&receipt(9, what, &postings), earlier);
            assert!(matches!(then, Receipted::Earlier), "{what}");
            let since = Receipted::of(&receipt(10, what, &postings), earlier);
            assert!(matches!(since, Receipted::Wrong(_)), "{what}");
            for others in [
                [posting("player/bob", to_ann), posting(till, -to_ann)],
                [posting("player/ann", 2 * to_ann), posting(till, -2 * to_ann)],
                [posting("player/ann", -to_ann), posting(till, to_ann)],
                [posting("player/ann", to_ann), posting("house/one", -to_ann)],
            ] {
                let then = Receipted::of(&receipt(9, what, &others), earlier);
                assert!(matches!(then, Receipted::Wrong(_)), "{what} {others:?}");
            }
        }
        let right = [posting("cage", -500), posting("player/ann", 500)];
        assert!(matches!(Receipted::of(&receipt(9, "bought", &right), earlier), Receipted::Right));
    }
}
