//! When something goes wrong: findings about the cards, power failures, voids and rulings.
//!
//! Each irregularity is a transition of its own that branches on what the rules branch on. Procedures for dealing
//! errors belong in this module, one file each.

use rulebook::{Finding, Kind, PowerPolicy, Reason, ShuffleMode};
use vocabulary::PlayerId;

use crate::command::Trouble;
use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::list::List;
use crate::state::{Away, Halt};
use crate::wager::{Bet, Outcome, Wager};

impl Step<'_> {
    pub(crate) fn report(&mut self, trouble: Trouble, players: &[PlayerId]) -> Allowed {
        self.require(self.round.end().is_none(), Reason::RoundOver)?;
        let (reason, finding) = match trouble {
            Trouble::ForeignCard => (Reason::ForeignCard, self.rules.foreign_card()),
            Trouble::MissingCard => (Reason::MissingCard, self.rules.missing_card()),
            Trouble::ExtraCard => (Reason::ExtraCard, self.rules.extra_card()),
            Trouble::UnshuffledCards => (Reason::UnshuffledCards, self.rules.unshuffled_cards()),
            Trouble::ShortShoe => self.short_shoe(),
            Trouble::PowerFailure => {
                self.power_failure(players);
                return Ok(());
            }
        };
        self.happen(Event::Reported { trouble, players: players.to_vec(), because: self.because(reason) });
        self.act_on(finding, reason);
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
            Finding::Void => self.void(None, Reason::Void),
            Finding::PlayOn => {}
            Finding::Supervisor => self.happen(Event::RulingAwaited { because: self.because(reason) }),
        }
    }

    fn void(&mut self, words: Option<String>, reason: Reason) {
        let reverses = self.rules.void_reverses_payments();
        self.happen(Event::Voided { words, reverses, because: self.because(reason) });
    }

    fn power_failure(&mut self, players: &[PlayerId]) {
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
        self.happen(Event::Reported { trouble: Trouble::PowerFailure, players: players.to_vec(), because });
        match policy {
            PowerPolicy::DefaultPlay => self.darken(players),
            PowerPolicy::Withdraw | PowerPolicy::VoidUndecided if decided => {}
            PowerPolicy::Withdraw => self.offer_withdrawal(),
            PowerPolicy::VoidUndecided | PowerPolicy::Void => self.void(None, reason),
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

    fn offer_withdrawal(&mut self) {
        let players = self.players(Wager::is_live);
        if !players.is_empty() {
            let because = self.because(Reason::PowerUndecided);
            self.happen(Event::WithdrawalOffered { players, because });
        }
    }

    /// Whether any wager actually placed has a certain result from the cards and decisions so far, paid or not.
    fn something_is_decided(&self) -> bool {
        self.round.wagers.iter().any(|wager| match wager.bet {
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

    pub(crate) fn withdraw_all(&mut self, player: PlayerId) -> Allowed {
        self.require_choice(player)?;
        self.happen(Event::WithdrewAll { player, because: self.because(Reason::PowerUndecided) });
        for wager in 0..self.round.wagers.len() {
            if self.round.wagers[wager].player == player && self.round.wagers[wager].is_live() {
                let stake = self.round.wagers[wager].at_risk();
                self.settle(wager, Outcome::Returned, stake, Reason::PowerUndecided);
            }
        }
        while let Some(orphan) = self.side_without_basis() {
            let stake = self.round.wagers[orphan].stake;
            self.settle(orphan, Outcome::Returned, stake, Reason::SideReturned);
        }
        self.release_those_without_wagers();
        if self.round.wagers.iter().all(|wager| !wager.is_live()) {
            self.finish_without_hands();
        }
        Ok(())
    }

    /// Whose last wager went back with another's has nothing left to withdraw.
    fn release_those_without_wagers(&mut self) {
        let Some(Halt::Withdrawals(asked)) = self.round.halt.clone() else { return };
        for &player in &asked {
            let has = |wager: &Wager| wager.player == player && wager.is_live();
            if !self.round.wagers.iter().any(has) {
                self.happen(Event::Released { player, because: self.because(Reason::SideReturned) });
            }
        }
    }

    pub(crate) fn go_on_playing(&mut self, player: PlayerId) -> Allowed {
        self.require_choice(player)?;
        self.happen(Event::Continued { player, because: self.because(Reason::PowerUndecided) });
        Ok(())
    }

    fn require_choice(&self, player: PlayerId) -> Allowed {
        let asked = matches!(&self.round.halt, Some(Halt::Withdrawals(asked)) if asked.contains(&player));
        self.require(
            asked,
            if self.something_is_decided() { Reason::PowerDecided } else { Reason::NoChoiceOpen },
        )
    }

    pub(crate) fn rule(&mut self, words: &str) {
        self.happen(Event::Ruled { words: words.to_owned(), because: self.because(Reason::Ruling) });
    }

    pub(crate) fn void_by_ruling(&mut self, words: &str) -> Allowed {
        self.require(self.round.end().is_none(), Reason::RoundOver)?;
        self.void(Some(words.to_owned()), Reason::Ruling);
        Ok(())
    }
}
