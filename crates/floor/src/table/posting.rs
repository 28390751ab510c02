//! Rules posted at a table: they come into force with the opening of a round.

use std::sync::Arc;

use round::{Between, Phase};
use rulebook::Rules;
use transcript::{Refused, Statement};

use super::{Seeds, Step, Table, roster};
use crate::entry::Opens;
use crate::posted::{NotPlayable, Posted};
use crate::window::Millis;

impl Table {
    /// What was posted last: what the next round is played by.
    #[must_use]
    pub fn coming(&self) -> &Posted {
        self.coming.as_ref().map_or(&self.posted, |(posted, _)| posted)
    }

    /// Posts other rules, for the rounds to come.
    ///
    /// # Errors
    ///
    /// When they make no game.
    pub fn post(&mut self, posted: Posted) -> Result<(), NotPlayable> {
        self.coming = None;
        if posted != *self.posted {
            let rules = posted.rules()?;
            self.coming = Some((Arc::new(posted), Arc::new(rules)));
        }
        Ok(())
    }

    /// Someone posts other rules. They hold from the next round on, and from now on where nobody has a wager yet.
    ///
    /// # Errors
    ///
    /// When they make no game.
    pub(crate) fn post_by(
        &mut self,
        by: &str,
        posted: Posted,
        now: Millis,
        seeds: Seeds<'_>,
    ) -> Result<Step, NotPlayable> {
        self.post(posted.clone())?;
        let mut step = self.begin(by);
        step.entry.posted = Some(posted);
        self.begin_anew(&mut step, seeds);
        self.set_clock(now);
        step.entry.clock = self.clock;
        Ok(step)
    }

    /// Begins the round again that nobody has a wager in, where other rules were posted since.
    pub(super) fn begin_anew(&mut self, step: &mut Step, seeds: Seeds<'_>) {
        if self.coming.is_some() && self.round().phase() == Phase::Betting && !self.has_wagers() {
            let number = self.round().number().saturating_sub(1);
            // Where the rules want something first, such as a dealer's shuffle, they hold from the round after.
            let _ = self.begin_after(Between { number, ..self.round().between() }, step, seeds);
        }
    }

    pub(super) fn begin_after(
        &mut self,
        between: Between,
        step: &mut Step,
        seeds: Seeds<'_>,
    ) -> Result<(), Refused> {
        let (before, noted) = (self.clone(), step.clone());
        let mut between = between;
        if self.coming().money != self.posted.money {
            // Who sat down for one kind of money does not keep the seat for the other: guests never sit where it is real.
            between.memory.seats.clear();
            between.memory.small_before.clear();
            self.seats.clear();
        }
        self.seats.open_round();
        let (names, between) = roster::still_known(self.names(), between);
        let other_cards = self.coming.take().is_some_and(|(posted, rules)| self.enforce(posted, rules));
        let opens = Opens { rules: Posted::clone(&self.posted), names, between, seats: self.seat_facts() };
        self.seat = self.resumed(&opens);
        let shuffled = self.shuffle_if_due(other_cards, step, seeds);
        let opened = shuffled.and_then(|()| self.say(&Statement::OpensBets, step));
        if opened.is_err() {
            (*self, *step) = (before, noted);
        } else {
            step.entry.round = self.round().number();
            step.entry.opens = Some(opens);
            step.entry.dealers = (!self.dealers.is_empty()).then(|| self.dealers.clone());
            step.entry.awards_alone = (!self.awards_alone.is_empty()).then(|| self.awards_alone.clone());
            self.lapse_with_round(step);
            self.since_failure = false;
        }
        opened
    }

    /// From now on these rules hold. Whether they are played with other cards.
    fn enforce(&mut self, posted: Arc<Posted>, rules: Arc<Rules>) -> bool {
        let other_cards = (rules.deck(), rules.decks()) != (self.rules.deck(), self.rules.decks());
        (self.posted, self.rules) = (posted, rules);
        other_cards
    }

    /// The table before the first round of its book, by the rules that hold now.
    pub(crate) fn before_first_round(&self) -> Table {
        let seat = transcript::Table::resume(Arc::clone(&self.rules), Vec::new(), Between::default());
        Table { coming: None, seat, course: Arc::default(), ..self.clone() }
    }

    /// The table as a round of its book found it.
    pub(super) fn reopen(&mut self, opens: &Opens) -> Result<(), NotPlayable> {
        self.post(opens.rules.clone())?;
        if let Some((posted, rules)) = self.coming.take() {
            self.enforce(posted, rules);
        }
        self.seat = self.resumed(opens);
        self.reopen_seats(opens);
        Ok(())
    }
}
