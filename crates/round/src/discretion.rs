//! What staff may decide about players and spots: restrictions, control, squeezed cards, wagers placed for players.

use rulebook::{ControlTie, Kind, Reason, SqueezeScope};
use vocabulary::{Chips, PlayerId, Spot};

use crate::command::Action;
use crate::control::controller;
use crate::decide::{Allowed, Step};
use crate::duty::By;
use crate::event::Event;
use crate::state::Phase;
use crate::wager::Bet;

impl Step<'_> {
    fn before_first_card(&self) -> bool {
        match self.round.phase {
            Phase::Betting => true,
            Phase::Dealing => self.round.out.is_empty(),
            Phase::Offering(_) | Phase::Playing | Phase::Drawing | Phase::Over(_) => false,
        }
    }

    pub(crate) fn bet_for(
        &mut self,
        by: By,
        player: PlayerId,
        spot: Spot,
        kind: Kind,
        amount: Chips,
    ) -> Allowed {
        self.require(self.rules.staff_bets(), Reason::NoSuchRule)?;
        let because = self.because(Reason::PlacedByStaff);
        self.happen(Event::PlacedByStaff { by, player, because });
        self.bet(player, spot, kind, amount)
    }

    pub(crate) fn restrict_player(&mut self, by: By, player: PlayerId, on: bool) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        let because = self.because(Reason::PlayerRestricted);
        self.happen(Event::PlayerRestricted { by, player, on, because });
        Ok(())
    }

    pub(crate) fn restrict_spot(&mut self, by: By, spot: Spot, most: Option<u8>) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        self.require_spot(spot)?;
        let usual = |most: u8| self.rules.max_bettors().allows(usize::from(most) + 1);
        self.require(most.is_none_or(|most| most > 0 && usual(most)), Reason::SpotRestricted)?;
        let because = self.because(Reason::SpotRestricted);
        self.happen(Event::SpotRestricted { by, spot, most, because });
        Ok(())
    }

    /// Whether the pit lets this player bet on this spot.
    pub(crate) fn require_unrestricted(&self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed {
        let Some(memory) = self.round.memory.as_deref() else { return Ok(()) };
        if memory.kept_to_one.contains(&player) {
            let elsewhere =
                |wager: &crate::Wager| wager.player == player && wager.spot != spot && wager.is_live();
            self.require(!self.round.wagers.iter().any(elsewhere), Reason::PlayerRestricted)?;
        }
        if let Some((_, most)) = memory.limited.iter().find(|(limited, _)| *limited == spot)
            && kind == Kind::Main
        {
            let mut others =
                self.round.mains().filter(|(_, w)| w.spot == spot && w.is_live() && w.player != player);
            let room = others.nth(usize::from(*most).saturating_sub(1)).is_none();
            self.require(room, Reason::SpotRestricted)?;
        }
        Ok(())
    }

    pub(crate) fn set_patronage(&mut self, by: By, full: bool) -> Allowed {
        self.require(self.rules.restrictions(), Reason::NoSuchRule)?;
        let because = self.because(Reason::FullPatronage);
        self.happen(Event::PatronageSet { by, full, because });
        Ok(())
    }

    /// The dealer may settle who decides: by rule, or where equal wagers leave it to him.
    fn may_assign(&self) -> bool {
        self.rules.assign_control() || self.rules.control_tie() == ControlTie::DealerAssigns
    }

    pub(crate) fn ask_control(&mut self, spot: Spot) -> Allowed {
        self.require_unclear(spot)?;
        let asked = self.round.odd().unclear.contains(&spot);
        self.require(!asked, Reason::OneAtATime)?;
        self.happen(Event::ControlAsked { spot, because: self.because(Reason::ControlUnclear) });
        Ok(())
    }

    /// Whether it can be unclear who decides for a spot: several bet there, and none of them sits there.
    fn require_unclear(&self, spot: Spot) -> Allowed {
        self.require(self.may_assign(), Reason::NoSuchRule)?;
        self.require_spot(spot)?;
        self.require(self.before_first_card(), Reason::ControlUnclear)?;
        let bettors = self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live()).count();
        self.require(bettors > 1, Reason::ControlUnclear)?;
        self.require(self.round.is_contested(spot), Reason::ControlSeated)
    }

    pub(crate) fn assign_control(&mut self, by: By, spot: Spot, player: PlayerId) -> Allowed {
        self.require_unclear(spot)?;
        let own = self.round.find(player, spot, Bet::Main);
        let Some(own) = own else { return self.refuse(Reason::ControlUnclear) };
        if !self.rules.assign_control() {
            let tied = self.tied_highest(spot).contains(&self.round.wagers[own].player);
            self.require(tied, Reason::ControlByWager)?;
        }
        let because = self.because(Reason::ControlAssigned);
        self.happen(Event::ControlAssigned { by, spot, player, because });
        Ok(())
    }

    fn tied_highest(&self, spot: Spot) -> Vec<PlayerId> {
        let on = || self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live());
        let highest = on().map(|(_, wager)| wager.stake).max();
        let tied: Vec<PlayerId> =
            on().filter(|(_, w)| Some(w.stake) == highest).map(|(_, wager)| wager.player).collect();
        if tied.len() > 1 { tied } else { Vec::new() }
    }

    /// Where equal highest wagers leave control to the dealer, he is asked as soon as bets are closed.
    pub(crate) fn ask_about_ties(&mut self) {
        if self.rules.control_tie() != ControlTie::DealerAssigns {
            return;
        }
        for area in 0..self.round.areas.len() {
            let spot = self.round.areas[area].spot;
            let settled = self.round.odd().assigned.iter().any(|(assigned, _)| *assigned == spot)
                || self.round.odd().unclear.contains(&spot);
            if !settled && self.require_unclear(spot).is_ok() && !self.tied_highest(spot).is_empty() {
                self.happen(Event::ControlAsked { spot, because: self.because(Reason::ControlUnclear) });
            }
        }
    }

    pub(crate) fn allow_squeeze(&mut self, by: By, player: PlayerId) -> Allowed {
        self.require(self.rules.squeeze(), Reason::NoSuchRule)?;
        self.require(self.before_first_card(), Reason::SqueezeAllowed)?;
        let own = self.round.mains().find(|(_, wager)| wager.player == player).map(|(_, wager)| wager.spot);
        let Some(own) = own else { return self.refuse(Reason::SqueezeAllowed) };
        let spot = match self.rules.squeeze_scope() {
            SqueezeScope::All => None,
            SqueezeScope::Box => Some(own),
        };
        let because = self.because(Reason::SqueezeAllowed);
        self.happen(Event::SqueezeAllowed { by, player, spot, because });
        Ok(())
    }

    pub(crate) fn reveal_own(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        let area = self.round.areas.iter().position(|area| area.spot == spot);
        let controls = area.is_some_and(|area| controller(self.rules, self.round, area, 0) == Some(player));
        self.require(controls, Reason::NotInControl)?;
        self.reveal(spot, None, Some(player))
    }

    pub(crate) fn reveal(&mut self, spot: Spot, by: Option<By>, player: Option<PlayerId>) -> Allowed {
        self.require(self.rules.squeeze(), Reason::NoSuchRule)?;
        let dealt = self.round.areas.iter().any(|area| area.spot == spot && !area.start.is_empty());
        self.require(dealt && self.round.is_squeezed(spot), Reason::Revealed)?;
        self.happen(Event::Revealed { spot, by, player, because: self.because(Reason::Revealed) });
        Ok(())
    }

    /// Cards that lie face down are turned before a rule needs them.
    pub(crate) fn reveal_if(&mut self, needed: impl Fn(&Self, usize) -> bool) {
        if self.round.irregular.is_none() {
            return;
        }
        for area in 0..self.round.areas.len() {
            let spot = self.round.areas[area].spot;
            if self.round.is_squeezed(spot) && needed(self, area) {
                let because = self.because(Reason::Revealed);
                self.happen(Event::Revealed { spot, by: None, player: None, because });
            }
        }
    }

    /// A decision by hand signal.
    pub(crate) fn signal(&mut self, player: PlayerId, spot: Spot, action: Action) -> Allowed {
        self.require(self.rules.hand_signals(), Reason::NoSuchRule)?;
        self.require(matches!(action, Action::Hit | Action::Stand), Reason::Signalled)?;
        if let Phase::Offering(_) = self.round.phase {
            self.close_all_offers();
        }
        let because = self.because(Reason::Signalled);
        self.happen(Event::Signalled { player, spot, action, because });
        self.play(player, spot, action)
    }

    pub(crate) fn leave_unsettled(&mut self, kind: Kind) -> Allowed {
        self.require(self.rules.late_side_settlement(), Reason::NoSuchRule)?;
        let open = matches!(self.round.phase, Phase::Betting | Phase::Dealing);
        let side = matches!(kind, Kind::Side(_)) && !self.round.odd().left_open.contains(&kind);
        self.require(open && side, Reason::SideLeftOpen)?;
        self.happen(Event::SideLeftOpen { kind, because: self.because(Reason::SideLeftOpen) });
        Ok(())
    }

    pub(crate) fn settle_left(&mut self, kind: Kind) -> Allowed {
        self.require(self.rules.late_side_settlement(), Reason::NoSuchRule)?;
        let left = self.round.odd().left_open.contains(&kind);
        let dealt = !matches!(self.round.phase, Phase::Betting | Phase::Dealing);
        self.require(left && dealt, Reason::SideSettledLate)?;
        self.take_up_side(kind);
        Ok(())
    }

    /// Side wagers that were left unsettled are settled.
    pub(crate) fn settle_left_open(&mut self) {
        while let Some(kind) = self.round.odd().left_open.first().copied() {
            self.take_up_side(kind);
        }
    }

    fn take_up_side(&mut self, kind: Kind) {
        self.happen(Event::SideTakenUp { kind, because: self.because(Reason::SideSettledLate) });
        for wager in 0..self.round.wagers.len() {
            let at = self.round.wagers[wager];
            if at.is_live() && at.bet == Bet::from(kind) {
                self.settle_side(wager);
            }
        }
    }
}
