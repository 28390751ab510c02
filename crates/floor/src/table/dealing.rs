//! What the house does at a table that deals for itself.

use round::{Awaiting, Round, awaiting, undealt};
use rulebook::{Rules, ShuffleMode};
use transcript::{Deed, Refused, Speaker, Statement};
use vocabulary::{Card, Composition, Spot};

use super::{Dealing, Sealed, Seeds, Step, Table};
use crate::entry::ShoeFact;
use crate::shoe::{Seed, Shoe};

/// The most cards that a spot, and the dealer, need in all but one of many million rounds.
const CARDS_A_SPOT: usize = 12;

impl Table {
    /// Cards that are due are dealt, and what nobody can answer any more is closed.
    pub(super) fn go_on(&mut self, step: &mut Step, seeds: Seeds<'_>) {
        loop {
            let said = match awaiting(&self.rules, self.round()) {
                Awaiting::Card(_) => {
                    let card = self.draw(step, seeds);
                    self.say(&Statement::Shoe(vec![card]), step)
                }
                Awaiting::Offers { open, .. } if open.is_empty() => self.say(&Statement::ClosesOffers, step),
                Awaiting::Control(spots) => self.assign(&spots, step),
                _ => return,
            };
            if let Err(refused) = said {
                step.entry.remark = Some(format!("the house could not go on: {}", refused.says));
                return;
            }
        }
    }

    /// The next card. A shoe that runs out is made up from the cards that are not on the table.
    fn draw(&mut self, step: &mut Step, seeds: Seeds<'_>) -> Card {
        loop {
            if let Dealing::House(Some(shoe)) = &mut self.dealing
                && let Some(card) = shoe.draw()
            {
                step.entry.drawn = Some(shoe.dealt());
                return card;
            }
            let on_table = cards_on_table(&self.rules, self.round());
            self.shuffle(on_table, step, seeds);
        }
    }

    /// The house shuffles where it has to, and where it is played with other cards from now on.
    pub(super) fn shuffle_if_due(
        &mut self,
        other_cards: bool,
        step: &mut Step,
        seeds: Seeds<'_>,
    ) -> Result<(), Refused> {
        let Dealing::House(shoe) = &self.dealing else { return Ok(()) };
        let due = other_cards || self.round().memory().shuffle_due.is_some();
        if !due && shoe.as_ref().is_some_and(|shoe| self.will_do(shoe)) {
            return Ok(());
        }
        self.shuffle(Vec::new(), step, seeds);
        if self.rules.burn_first_card()
            && let Dealing::House(Some(shoe)) = &mut self.dealing
        {
            shoe.draw();
            step.entry.drawn = Some(shoe.dealt());
        }
        self.say(&Statement::Staff { by: Speaker::Dealer, does: Deed::Shuffles }, step)
    }

    /// Whether a shoe is good for another round.
    fn will_do(&self, shoe: &Shoe) -> bool {
        let cut = match self.rules.cut_card_position() {
            0 => 100,
            position => position,
        };
        let enough = shoe.left() >= CARDS_A_SPOT * (usize::from(self.rules.spots()) + 1);
        self.rules.shuffle_mode() != ShuffleMode::Shuffler && !shoe.is_past(cut) && enough
    }

    fn shuffle(&mut self, without: Vec<Card>, step: &mut Step, seeds: Seeds<'_>) {
        let seed = seeds();
        let shoe = Shoe::shuffle(&cards_of(&self.rules, &without), seed);
        let before = match &self.dealing {
            Dealing::House(Some(before)) => Some(before.seed().reveal()),
            Dealing::House(None) | Dealing::Dealer => None,
        };
        let fact = ShoeFact { commitment: seed.commitment(), cards: shoe.left(), revealed: before };
        step.entry.shoe = Some(fact);
        step.entry.drawn = Some(0);
        step.sealed = Some(Sealed { seed, without });
        self.dealing = Dealing::House(Some(shoe));
    }

    /// Who decides for a spot where it is not clear: whose wager lies first.
    fn assign(&mut self, spots: &[Spot], step: &mut Step) -> Result<(), Refused> {
        let first = |spot: Spot| self.round().wagers().iter().find(|w| w.spot == spot && w.is_main());
        let Some((spot, wager)) = spots.iter().find_map(|&spot| Some((spot, first(spot)?))) else {
            return Err(Refused::plainly("nobody bets where control is unclear".into()));
        };
        let name = self.names().get(usize::from(wager.player.0)).cloned().unwrap_or_default();
        let does = Deed::Assigns { spot: u32::from(spot.number()), name };
        self.say(&Statement::Staff { by: Speaker::Dealer, does }, step)
    }
}

impl Sealed {
    /// As it is encrypted for the database. It was kept so, plainly, before shoes were encrypted.
    #[must_use]
    pub fn write(&self) -> String {
        let without: Vec<String> = self.without.iter().map(ToString::to_string).collect();
        format!("{} {}", self.seed.reveal(), without.join(" "))
    }

    /// Reads what was decrypted, or kept plainly.
    #[must_use]
    pub fn read(text: &str) -> Option<Sealed> {
        let mut words = text.split_ascii_whitespace();
        let seed = Seed::read(words.next()?)?;
        Some(Sealed { seed, without: words.map(|word| word.parse().ok()).collect::<Option<_>>()? })
    }
}

/// The cards of a round that are out of the shoe.
pub(crate) fn cards_on_table(rules: &Rules, round: &Round) -> Vec<Card> {
    let left = undealt(rules, round);
    let out = |card: Card| std::iter::repeat_n(card, usize::from(rules.decks() - left.count(card)));
    rules.deck().cards().flat_map(out).collect()
}

/// The decks of a game without some of their cards.
pub(crate) fn cards_of(rules: &Rules, without: &[Card]) -> Composition {
    let mut cards = Composition::full(rules.deck(), rules.decks());
    for card in without {
        // A card that is not in the decks cannot be missing from them.
        let _ = cards.take(*card);
    }
    cards
}
