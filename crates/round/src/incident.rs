//! When something goes wrong: findings about the cards, power failures, voids and rulings.
//!
//! Each irregularity is a transition of its own that branches on what the rules branch on. Procedures for dealing
//! errors belong in this module, one file each.

use rulebook::{Finding, Kind, PowerPolicy, Reason, ShuffleMode};
use vocabulary::PlayerId;

use crate::command::Trouble;
use crate::decide::{Allowed, Step};
use crate::duty::By;
use crate::event::Event;
use crate::list::List;
use crate::state::Away;
use crate::wager::{Bet, Outcome, Wager};

impl Step<'_> {
    pub(crate) fn report(&mut self, by: By, trouble: Trouble, players: &[PlayerId]) -> Allowed {
        match trouble {
            Trouble::WrongDisplay => return self.wrong_display(by),
            Trouble::CutCardPassed => return self.cut_card_passed(by),
            _ => self.require(self.round.end().is_none(), Reason::RoundOver)?,
        }
        let (reason, finding) = match trouble {
            Trouble::ForeignCard => (Reason::ForeignCard, self.rules.foreign_card()),
            Trouble::MissingCard => (Reason::MissingCard, self.rules.missing_card()),
            Trouble::ExtraCard => (Reason::ExtraCard, self.rules.extra_card()),
            Trouble::UnshuffledCards => (Reason::UnshuffledCards, self.rules.unshuffled_cards()),
            Trouble::ShortShoe => self.short_shoe(),
            Trouble::PowerFailure => {
                let voids = match self.rules.power_policy() {
                    PowerPolicy::VoidUndecided => !self.something_is_decided(),
                    policy => policy == PowerPolicy::Void,
                };
                self.require(self.round.halt.is_none() || voids, Reason::OneAtATime)?;
                self.power_failure(by, players);
                return Ok(());
            }
            Trouble::Misdeal | Trouble::BeyondRepair => return self.report_misdeal(by, trouble),
            Trouble::BurnForgotten => return self.burn_forgotten(by),
            Trouble::CutCardPassed | Trouble::WrongDisplay => return Ok(()),
        };
        self.require(self.round.halt.is_none() || finding == Finding::Void, Reason::OneAtATime)?;
        self.happen(Event::Reported {
            by,
            trouble,
            players: players.to_vec(),
            because: self.because(reason),
        });
        self.act_on(finding, reason);
        if trouble == Trouble::ShortShoe && finding == Finding::PlayOn {
            self.riffle();
        }
        Ok(())
    }

    pub(crate) fn record(&mut self, by: By, trouble: Trouble, reason: Reason) {
        let because = self.because(reason);
        self.happen(Event::Reported { by, trouble, players: Vec::new(), because });
    }

    /// The cards stand, whatever was shown.
    fn wrong_display(&mut self, by: By) -> Allowed {
        self.require(self.round.halt.is_none(), Reason::OneAtATime)?;
        let shown = self.round.phase != crate::Phase::Betting || self.round.number > 1;
        self.require(shown, Reason::WrongDisplay)?;
        self.record(by, Trouble::WrongDisplay, Reason::WrongDisplay);
        Ok(())
    }

    /// Discards can be shuffled in by hand only where cards are shuffled by hand.
    fn short_shoe(&self) -> (Reason, Finding) {
        match self.rules.short_shoe() {
            Finding::PlayOn if self.rules.shuffle_mode() != ShuffleMode::Manual => {
                (Reason::Ruling, Finding::Supervisor)
            }
            finding => (Reason::ShortShoe, finding),
        }
    }

    fn act_on(&mut self, finding: Finding, reason: Reason) {
        match finding {
            Finding::Void => self.void_for(Reason::Void),
            Finding::PlayOn => {}
            Finding::Supervisor => self.happen(Event::RulingAwaited { because: self.because(reason) }),
        }
    }

    fn power_failure(&mut self, by: By, players: &[PlayerId]) {
        let policy = self.rules.power_policy();
        let decided = self.something_is_decided();
        let reason = match policy {
            PowerPolicy::Withdraw | PowerPolicy::VoidUndecided if decided => Reason::PowerDecided,
            PowerPolicy::Withdraw | PowerPolicy::VoidUndecided => Reason::PowerUndecided,
            PowerPolicy::DefaultPlay | PowerPolicy::Supervisor | PowerPolicy::Void | PowerPolicy::PlayOn => {
                Reason::PowerFailure
            }
        };
        let because = self.because(reason);
        self.happen(Event::Reported {
            by,
            trouble: Trouble::PowerFailure,
            players: players.to_vec(),
            because,
        });
        match policy {
            PowerPolicy::DefaultPlay => self.darken(players),
            PowerPolicy::Withdraw | PowerPolicy::VoidUndecided if decided => {}
            PowerPolicy::Withdraw => self.offer_withdrawal(Reason::PowerUndecided),
            PowerPolicy::VoidUndecided | PowerPolicy::Void => self.void_for(reason),
            PowerPolicy::Supervisor => self.happen(Event::RulingAwaited { because }),
            PowerPolicy::PlayOn => {}
        }
    }

    /// These terminals, or all, answer no more until they come back.
    fn darken(&mut self, players: &[PlayerId]) {
        let mut concerned: List<PlayerId, 4> = players.iter().copied().collect();
        if concerned.is_empty() {
            concerned = self.players(|_| true);
            let seated = self.round.memory().seats.iter().map(|(_, player)| *player);
            let others: Vec<PlayerId> = seated.filter(|player| !concerned.contains(player)).collect();
            concerned.extend(others);
        }
        for &player in &concerned {
            if self.round.away(player) != Some(Away::Dark) {
                let because = self.because(Reason::TerminalFailed);
                self.happen(Event::WentAway { player, why: Away::Dark, because });
            }
        }
    }

    /// Everyone with such a wager, in the order of the chips.
    fn players(&self, such: impl Fn(&Wager) -> bool) -> List<PlayerId, 4> {
        let mut players: List<PlayerId, 4> = List::default();
        for wager in self.round.wagers.iter().filter(|wager| such(wager)) {
            if !players.contains(&wager.player) {
                players.push(wager.player);
            }
        }
        players
    }

    /// Whether any wager actually placed has a certain result from the cards and decisions so far, paid or not.
    pub(crate) fn something_is_decided(&self) -> bool {
        self.round.wagers.iter().any(|wager| match wager.bet {
            Bet::Award => false,
            _ if wager.result.is_some_and(|result| result.outcome != Outcome::Returned) => true,
            _ if !wager.is_live() => false,
            Bet::Main => self.main_is_certain(wager),
            Bet::Side(at) => self.rules.side_wager(Kind::Side(at)).is_some_and(|side| {
                let known = self.known_cards(wager, side);
                !known.is_empty() && side.is_certain(&known, self.rules.deck())
            }),
            Bet::Insurance(_) => false,
        })
    }

    fn main_is_certain(&self, wager: &Wager) -> bool {
        let hand =
            self.round.area_of(wager).and_then(|a| self.round.areas[a].hands.get(usize::from(wager.hand)));
        let up = self.round.up_card().is_some() && !self.round.dealer_may_have_blackjack();
        hand.is_some_and(|hand| hand.total().is_bust() || (hand.is_blackjack() && up))
    }
}
