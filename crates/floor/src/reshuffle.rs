//! Shuffles every finished shoe of a table again from its published seed, and compares it with the cards that were dealt.

use std::sync::Arc;

use rulebook::Rules;
use transcript::Statement;
use vocabulary::{Card, Composition};

use crate::entry::{Entry, Opens, ShoeFact};
use crate::posted::{NotPlayable, Posted};
use crate::recall::{opening, statement};
use crate::shoe::{Seed, Shoe};
use crate::table::{cards_of, cards_on_table};

/// Why a shoe was not dealt as it was committed to.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfair {
    /// The next shoe began, and nobody can check this one.
    #[error("its seed was not published when it was done")]
    NotTold,
    /// What was published is no seed, or another shoe's.
    #[error("the published seed does not fit the commitment {commitment} published before")]
    OtherSeed {
        /// What was published.
        commitment: String,
    },
    /// A card is not the one at its place.
    #[error("card {number}, dealt in round {round}, was {dealt}, and the seed puts {shuffled} there")]
    OtherCard {
        /// Which card of the shoe, from 1.
        number: usize,
        /// In which round it was dealt.
        round: u32,
        /// What was dealt.
        dealt: Card,
        /// What should have been, or that the shoe was at its end.
        shuffled: String,
    },
    /// The shoe has more or fewer cards than was published.
    #[error("{published} cards were published, and the game has {found}")]
    OtherNumber {
        /// What was published.
        published: usize,
        /// What the game and the cards on the table make.
        found: usize,
    },
    /// Cards were left out, or came from elsewhere.
    #[error(
        "in round {round} {dealt} cards were dealt after card {before}, and the book then counts {drawn}"
    )]
    Miscounted {
        /// In which round.
        round: u32,
        /// How many cards the entry deals.
        dealt: usize,
        /// How many were out before it.
        before: usize,
        /// How many are out after it, by the book.
        drawn: usize,
    },
    /// Cards were counted before any shoe was published.
    #[error("cards were dealt from it and no commitment was published")]
    NoCommitment,
    /// What was on the table when it was shuffled cannot be found again.
    #[error("the cards on the table cannot be found again: {0}")]
    Unknown(String),
}

impl From<NotPlayable> for Unfair {
    fn from(why: NotPlayable) -> Unfair {
        Unfair::Unknown(why.to_string())
    }
}

/// A card that came out of a shoe.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dealt {
    /// Its place in the shoe, from 0.
    pub(crate) place: usize,
    pub(crate) card: Card,
    pub(crate) round: u32,
}

/// A shoe and what was dealt from it up to now.
pub(crate) struct InUse {
    pub(crate) commitment: String,
    pub(crate) decks: u8,
    /// The cards that were on the table when it was shuffled.
    pub(crate) without: Vec<Card>,
    pub(crate) cards: Composition,
    /// How many cards are out.
    drawn: usize,
    pub(crate) dealt: Vec<Dealt>,
}

/// The shoes of one table, followed through its book from the first entry.
#[derive(Default)]
pub(crate) struct Reshuffle {
    /// The entries of the round so far.
    round: Vec<Entry>,
    /// What was posted last, as rules.
    rules: Option<(Posted, Arc<Rules>)>,
    shoe: Option<InUse>,
    /// How many shoes were begun.
    begun: u64,
    /// How many were shuffled again.
    pub(crate) done: u64,
    /// The round whose shoes are wanted, and those that are done, with their seeds.
    wanted: Option<u32>,
    found: Vec<(InUse, Option<String>)>,
}

impl Reshuffle {
    /// Takes the next entry of the book; what is wrong is added to `faults`, each with the number of its shoe.
    pub(crate) fn follow(&mut self, entry: Entry, faults: &mut Vec<String>) {
        if entry.opens.is_some() {
            self.round.clear();
        }
        let cards = dealt_in(&entry);
        let mut fault = |shoe: u64, why: Unfair| faults.push(format!("shoe {shoe}: {why}"));
        match (&entry.shoe, entry.drawn) {
            (None, None) => {}
            (None, Some(drawn)) => {
                let dealt = match &mut self.shoe {
                    Some(shoe) => shoe.deal(&entry, &cards, drawn),
                    None if self.begun == 0 => Err(Unfair::NoCommitment),
                    // Its fault was reported when it began.
                    None => Ok(()),
                };
                if let Err(why) = dealt {
                    fault(self.begun, why);
                }
            }
            (Some(fact), drawn) => {
                let rest = self.shoe.as_ref().map_or(0, InUse::left);
                // Between rounds a shoe is put away; within one it is dealt to its end.
                let ends = if entry.opens.is_some() { 0 } else { rest.min(cards.len()) };
                let (last, first) = cards.split_at(ends);
                if let Err(why) = self.finish(&entry, last, fact) {
                    fault(self.begun, why);
                }
                self.begun += 1;
                if let Err(why) = self.begin(&entry, first, ends, drawn.unwrap_or(0), fact) {
                    fault(self.begun, why);
                }
            }
        }
        self.round.push(entry);
    }

    /// The entries of the round so far.
    pub(crate) fn round(&self) -> &[Entry] {
        &self.round
    }

    /// The shoe before is done.
    fn finish(&mut self, entry: &Entry, last: &[Card], fact: &ShoeFact) -> Result<(), Unfair> {
        let Some(mut shoe) = self.shoe.take() else { return Ok(()) };
        self.done += 1;
        shoe.deal(entry, last, shoe.drawn + last.len())?;
        let told = fact.revealed.as_deref().ok_or(Unfair::NotTold);
        let fair = told.and_then(|seed| is_fair(&shoe.cards, &shoe.commitment, seed, &shoe.dealt));
        if self.wanted.is_some_and(|round| shoe.was_dealt_in(round)) {
            self.found.push((shoe, fact.revealed.clone()));
        }
        fair
    }

    /// The shoes that cards of a round came from, each with its seed once published, in entries from the beginning of a shoe.
    pub(crate) fn of_round(entries: Vec<Entry>, round: u32) -> Vec<(InUse, Option<String>)> {
        let mut shoes = Reshuffle { wanted: Some(round), ..Reshuffle::default() };
        for entry in entries {
            // What is wrong with other rounds is not asked.
            shoes.follow(entry, &mut Vec::new());
        }
        let last = shoes.shoe.filter(|shoe| shoe.was_dealt_in(round)).map(|shoe| (shoe, None));
        shoes.found.into_iter().chain(last).collect()
    }

    /// A new shoe, from which the first cards may come at once, after some of the one before.
    fn begin(
        &mut self,
        entry: &Entry,
        first: &[Card],
        after: usize,
        drawn: usize,
        fact: &ShoeFact,
    ) -> Result<(), Unfair> {
        let between_rounds = entry.opens.is_some();
        let rules = self.rules(entry.opens.as_ref())?;
        let without = if between_rounds { Vec::new() } else { self.on_table(entry, after)? };
        let cards = cards_of(&rules, &without);
        let (found, published) = (cards.len(), fact.cards);
        let burnt = usize::from(between_rounds && rules.burn_first_card());
        let (commitment, decks, dealt) = (fact.commitment.clone(), rules.decks(), Vec::new());
        let shoe = self.shoe.insert(InUse { commitment, decks, without, cards, drawn: burnt, dealt });
        if found != published {
            return Err(Unfair::OtherNumber { published, found });
        }
        shoe.deal(entry, first, drawn)
    }

    /// The rules of the round.
    fn rules(&mut self, opens: Option<&Opens>) -> Result<Arc<Rules>, Unfair> {
        let opens = opens.or_else(|| self.round.first().and_then(|entry| entry.opens.as_ref()));
        let posted = &opens.ok_or_else(|| Unfair::Unknown("no round was opened".into()))?.rules;
        if let Some((known, rules)) = &self.rules
            && known == posted
        {
            return Ok(Arc::clone(rules));
        }
        let (posted, rules) = (posted.clone(), Arc::new(posted.rules()?));
        self.rules = Some((posted, Arc::clone(&rules)));
        Ok(rules)
    }

    /// The cards on the table after the first `after` cards of an entry.
    fn on_table(&self, entry: &Entry, mut after: usize) -> Result<Vec<Card>, Unfair> {
        let unknown = |why: String| Unfair::Unknown(why);
        let mut seat = opening(&self.round).map_err(|why| unknown(why.to_string()))?;
        for earlier in &self.round {
            seat.catch_up(&earlier.names, &earlier.events);
        }
        for line in &entry.said {
            let said = statement(line).ok_or_else(|| unknown(format!("`{line}` cannot be read")))?;
            let statements: Vec<Statement> = match said {
                Statement::Shoe(cards) => cards.into_iter().map(|card| Statement::Shoe(vec![card])).collect(),
                other => vec![other],
            };
            for statement in statements {
                if matches!(statement, Statement::Shoe(_)) {
                    if after == 0 {
                        return Ok(cards_on_table(seat.rules(), seat.round()));
                    }
                    after -= 1;
                }
                seat.hear(&statement).map_err(|refused| unknown(refused.says))?;
            }
        }
        Ok(cards_on_table(seat.rules(), seat.round()))
    }
}

impl InUse {
    fn left(&self) -> usize {
        self.cards.len().saturating_sub(self.drawn)
    }

    fn was_dealt_in(&self, round: u32) -> bool {
        self.dealt.iter().any(|dealt| dealt.round == round)
    }

    /// Notes the cards that an entry deals from the shoe; `drawn` is how many are out after that.
    fn deal(&mut self, entry: &Entry, cards: &[Card], drawn: usize) -> Result<(), Unfair> {
        let (before, round) = (self.drawn, entry.round);
        let places = cards.iter().zip(before..);
        self.dealt.extend(places.map(|(card, place)| Dealt { place, card: *card, round }));
        self.drawn = drawn;
        // A card that the rules then had no use for is out and was not said; the entry remarks on it.
        let unsaid = usize::from(entry.remark.is_some());
        let counted = before + cards.len();
        if (counted..=counted + unsaid).contains(&drawn) {
            return Ok(());
        }
        Err(Unfair::Miscounted { round, dealt: cards.len(), before, drawn })
    }
}

/// Whether the seed told fits the commitment, and every card that was dealt is the one at its place.
pub(crate) fn is_fair(
    cards: &Composition,
    commitment: &str,
    seed: &str,
    dealt: &[Dealt],
) -> Result<(), Unfair> {
    let seed = Seed::read(seed).filter(|seed| seed.commitment() == commitment);
    let seed = seed.ok_or_else(|| Unfair::OtherSeed { commitment: commitment.to_owned() })?;
    let shoe = Shoe::shuffle(cards, seed);
    let other = |dealt: &&Dealt| shoe.at(dealt.place) != Some(dealt.card);
    let Some(Dealt { place, card, round }) = dealt.iter().find(other).copied() else { return Ok(()) };
    let shuffled = shoe.at(place).map_or_else(|| "no card".to_owned(), |card| card.to_string());
    Err(Unfair::OtherCard { number: place + 1, round, dealt: card, shuffled })
}

/// The cards that an entry deals, in their order.
fn dealt_in(entry: &Entry) -> Vec<Card> {
    let lines = entry.said.iter().filter_map(|line| line.strip_prefix("shoe "));
    lines.flat_map(str::split_ascii_whitespace).filter_map(|card| card.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::AfterFailure;
    use crate::table::{Dealing, Table};
    use crate::testing::posted;
    use crate::window::Seconds;

    fn said(text: &str) -> Statement {
        statement(text).expect("a sentence")
    }

    fn found(book: &[Entry]) -> (u64, Vec<String>) {
        let (mut shoes, mut faults) = (Reshuffle::default(), Vec::new());
        for entry in book {
            shoes.follow(entry.clone(), &mut faults);
        }
        (shoes.done, faults)
    }

    /// The book of a table that the house takes over from a dealer with a card on it, up to its second shoe.
    fn taken_over() -> Vec<Entry> {
        let posted = posted("plus", &[("cut-card-position", "10")]);
        let mut dealers = Table::new(posted.clone(), Dealing::Dealer, Seconds::default()).expect("a game");
        let mut number = 0;
        let mut seeds = || {
            number += 1;
            Seed([number; 32])
        };
        let mut book = Vec::new();
        for text in ["dealer opens bets", "ann bets 100 on 1", "dealer closes bets", "shoe Tc"] {
            book.push(dealers.hear("delia", &said(text), 0, &mut seeds).expect("it is accepted").entry);
        }
        let mut house = Table::new(posted, Dealing::House(None), Seconds::default()).expect("a game");
        for entry in &book {
            house.catch_up(entry).expect("a game");
        }
        book.push(house.wake_up(false, AfterFailure::Wait, 0, &mut seeds).entry);
        let mut now = 0;
        while book.iter().filter(|entry| entry.shoe.is_some()).count() < 2 {
            assert!(book.len() < 1000, "a second shoe");
            if house.round().end().is_none() && house.round().wagers().is_empty() {
                book.push(
                    house.hear("ann", &said("ann bets 100 on 1"), now, &mut seeds).expect("a bet").entry,
                );
            }
            now += 60_000;
            book.extend(house.tick(now, &mut seeds).map(|step| step.entry));
        }
        book
    }

    #[test]
    fn a_shoe_begun_within_a_round_lacks_the_cards_on_the_table() {
        let book = taken_over();
        let first = book.iter().find_map(|entry| entry.shoe.clone()).expect("a shoe");
        let full = Rules::of("plus").expect("a game").decks();
        assert_eq!(first.cards, usize::from(full) * 52 - 1);
        assert_eq!(found(&book), (1, Vec::new()));
    }

    #[test]
    fn a_card_that_changed_places_is_named() {
        let mut book = taken_over();
        let at = book.iter().position(|entry| entry.drawn > Some(5)).expect("some cards are out");
        let line = book[at].said.iter_mut().find(|line| line.starts_with("shoe ")).expect("a card");
        let was: Card = line.split(' ').nth(1).expect("a card").parse().expect("a card");
        let other = if was.to_string() == "2c" { "3c" } else { "2c" };
        *line = line.replacen(&was.to_string(), other, 1);
        let (_, faults) = found(&book);
        assert_eq!(faults.len(), 1, "{faults:?}");
        let told = format!("was {other}, and the seed puts {was} there");
        assert!(faults[0].starts_with("shoe 1: card ") && faults[0].ends_with(&told), "{faults:?}");
    }
}
