//! Seats and wagers before the cards, and chips found after closing.

use rulebook::{EntryLimits, Kind, Needs, OverMaximum, Reason, UnderMinimum};
use vocabulary::{Chips, PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::state::{Away, Phase};
use crate::wager::Bet;

/// As many wagers as a round has room for before the deal.
const MOST_WAGERS: usize = 4096;

impl Step<'_> {
    pub(crate) fn sit(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        self.require_spot(spot)?;
        self.require_between_hands()?;
        self.require(self.round.seated(spot).is_none_or(|seated| seated == player), Reason::SeatTaken)?;
        self.happen(Event::SatDown { player, spot, because: self.because(Reason::Seated) });
        Ok(())
    }

    pub(crate) fn leave(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        self.require_between_hands()?;
        self.require(self.round.seated(spot) == Some(player), Reason::SeatTaken)?;
        self.happen(Event::GotUp { player, spot, because: self.because(Reason::Seated) });
        Ok(())
    }

    fn require_between_hands(&self) -> Allowed {
        self.require(matches!(self.round.phase, Phase::Betting | Phase::Over(_)), Reason::SeatTaken)
    }

    pub(crate) fn require_spot(&self, spot: Spot) -> Allowed {
        self.require(spot.number() <= self.rules.spots(), Reason::NoSuchSpot)
    }

    pub(crate) fn open_bets(&mut self) -> Allowed {
        self.require(self.round.end().is_some(), Reason::RoundRunning)?;
        self.require_shuffled()?;
        self.happen(Event::BetsOpened { because: self.because(Reason::BetsOpened) });
        Ok(())
    }

    pub(crate) fn bet(&mut self, player: PlayerId, spot: Spot, kind: Kind, amount: Chips) -> Allowed {
        match self.round.phase {
            Phase::Betting => {}
            Phase::Over(_) => return self.refuse(Reason::BetsNotOpen),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => {
                return self.refuse(Reason::LateWager);
            }
        }
        self.require_spot(spot)?;
        self.require(self.round.away(player) != Some(Away::Dark), Reason::TerminalOut)?;
        self.require_chips(amount)?;
        let spot = self.place_for(player, spot, kind);
        self.require_unrestricted(player, spot, kind)?;
        let already = self.round.find(player, spot, kind.into()).map(|at| self.round.wagers[at].placed);
        let total = already.unwrap_or_default() + amount;
        self.require(total <= Chips::MOST, Reason::AboveMaximum)?;
        self.require(already.is_some() || self.round.wagers.len() < MOST_WAGERS, Reason::SpotFull)?;
        let displaced = match kind {
            Kind::Main => {
                self.require(already.is_some() || self.has_room(spot), Reason::SpotFull)?;
                None
            }
            Kind::Side(_) => self.require_side_place(player, spot, kind, already.is_some())?,
        };
        if self.rules.entry_limits() == EntryLimits::Strict || self.rules.shared_hand() {
            self.require_limits(player, spot, kind, total)?;
        }
        if self.round.away(player).is_some() {
            self.happen(Event::CameBack { player, because: self.because(Reason::Back) });
        }
        if let Some((wager, reason)) = displaced {
            self.remove(wager, reason);
        }
        let mut because = self.because(self.why_placed(player, spot, kind, already.is_some()));
        if let Some(side) = self.rules.side_wager(kind) {
            because.clause = side.placed_by[0];
        }
        self.happen(Event::WagerPlaced { player, spot, kind, amount, because });
        self.cut_excess(player, spot, kind);
        Ok(())
    }

    fn why_placed(&self, player: PlayerId, spot: Spot, kind: Kind, raised: bool) -> Reason {
        let own_main = |at: Option<Spot>| {
            self.round
                .mains()
                .any(|(_, wager)| wager.player == player && at.is_none_or(|spot| spot == wager.spot))
        };
        let others = || self.round.mains().any(|(_, wager)| wager.spot == spot && wager.player != player);
        let several = || {
            let same = |wager: &&crate::Wager| wager.player == player && wager.bet == kind.into();
            self.round.wagers.iter().filter(same).any(|wager| wager.spot != spot)
        };
        match kind {
            Kind::Main if raised => Reason::WagerRaised,
            Kind::Main if others() && !self.rules.shared_hand() => Reason::CoWagerPlaced,
            Kind::Main if own_main(None) => Reason::OtherSpotWager,
            Kind::Side(_) if several() => Reason::SideOnSeveralSpots,
            Kind::Side(_) if !own_main(Some(spot)) => Reason::SideOnOthersSpot,
            Kind::Main | Kind::Side(_) => Reason::WagerPlaced,
        }
    }

    /// With a shared hand a player has one place, wherever he first bet; a table-wide wager lies at its first spot.
    fn place_for(&self, player: PlayerId, spot: Spot, kind: Kind) -> Spot {
        let table_wide = self.is_table_wide(kind);
        let same = |wager: &&crate::Wager| {
            wager.player == player && (self.rules.shared_hand() || (table_wide && wager.bet == kind.into()))
        };
        self.round.wagers.iter().find(same).map_or(spot, |wager| wager.spot)
    }

    /// Whether a kind of wager has one place for the whole table.
    pub(crate) fn is_table_wide(&self, kind: Kind) -> bool {
        self.rules.side_wager(kind).is_some_and(|wager| wager.needs == Needs::Table)
            && self.rules.boom_spots() == rulebook::BoomSpots::Table
    }

    pub(crate) fn require_chips(&self, amount: Chips) -> Allowed {
        let whole = amount > Chips::ZERO && amount.is_multiple_of(self.rules.unit());
        self.require(whole && amount <= Chips::MOST, Reason::NotWholeChips)
    }

    fn has_room(&self, spot: Spot) -> bool {
        if self.rules.shared_hand() {
            return true;
        }
        let bettors = self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live()).count();
        self.rules.max_bettors().allows(bettors + 1)
    }

    fn remove(&mut self, wager: usize, reason: Reason) {
        let wager = self.round.wagers[wager];
        let kind = kind_of(wager.bet);
        let because = self.because(reason);
        self.happen(Event::WagerRemoved {
            player: wager.player,
            spot: wager.spot,
            kind,
            asked: false,
            because,
        });
    }

    pub(crate) fn withdraw(&mut self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed {
        if self.round.halt.is_some() {
            return self.withdraw_by_choice(player, spot, kind);
        }
        match self.round.phase {
            Phase::Betting => {}
            Phase::Over(_) => return self.refuse(Reason::RoundOver),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => {
                return self.refuse(Reason::LateWithdrawal);
            }
        }
        let spot = self.place_for(player, spot, kind);
        self.require(self.round.find(player, spot, kind.into()).is_some(), Reason::NothingThere)?;
        let because = self.because(Reason::WagerWithdrawn);
        self.happen(Event::WagerRemoved { player, spot, kind, asked: true, because });
        while let Some(orphan) = self.side_without_basis() {
            self.remove(orphan, Reason::SideReturned);
        }
        Ok(())
    }

    /// A live side wager that has lost the main wager it stood on.
    pub(crate) fn side_without_basis(&self) -> Option<usize> {
        self.round.wagers.iter().position(|wager| match wager.bet {
            // A wager on the dealer's hand outlives a main wager that an irregularity let its player take back.
            Bet::Side(_) if self.round.irregular.is_some() && self.is_on_dealers_hand(wager) => false,
            Bet::Side(at) => wager.is_live() && !self.has_basis(wager.player, wager.spot, Kind::Side(at)),
            Bet::Main | Bet::Insurance(_) | Bet::Award => false,
        })
    }

    /// Whether a main wager lies where this side wager needs one.
    pub(crate) fn has_basis(&self, player: PlayerId, spot: Spot, kind: Kind) -> bool {
        let Some(wager) = self.rules.side_wager(kind) else { return false };
        let mut mains = self.round.mains().filter(|(_, main)| main.is_live());
        if !self.rules.side_without_main() {
            return mains.any(|(_, main)| main.player == player && main.spot == spot);
        }
        match wager.needs {
            Needs::Spot => mains.any(|(_, main)| main.spot == spot),
            Needs::Table => mains.next().is_some(),
        }
    }

    pub(crate) fn close_bets(&mut self) -> Allowed {
        match self.round.phase {
            Phase::Betting => {}
            Phase::Over(_) => return self.refuse(Reason::BetsNotOpen),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => {
                return self.refuse(Reason::LateWager);
            }
        }
        self.require(self.round.mains().next().is_some(), Reason::NothingThere)?;
        self.require(self.round.unclear_spots().is_empty(), Reason::ControlUnclear)?;
        let because = self.because(Reason::BetsClosed);
        self.happen(Event::BetsClosed { shared: self.rules.shared_hand(), because });
        self.ask_about_ties();
        Ok(())
    }

    pub(crate) fn find_chips(&mut self, player: PlayerId, spot: Spot, kind: Kind, amount: Chips) -> Allowed {
        match self.round.phase {
            Phase::Dealing if self.round.out.is_empty() => {}
            Phase::Over(_) => return self.refuse(Reason::RoundOver),
            Phase::Betting => return self.refuse(Reason::FoundRefused),
            Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => {
                return self.refuse(Reason::LateWager);
            }
        }
        self.require_spot(spot)?;
        self.require(!self.rules.shared_hand(), Reason::FoundRefused)?;
        self.require_chips(amount)?;
        let spot = self.place_for(player, spot, kind);
        self.require_honoured(kind, amount)?;
        let new = self.round.find(player, spot, kind.into()).is_none();
        self.require(!new || self.round.wagers.len() < MOST_WAGERS, Reason::SpotFull)?;
        match kind {
            Kind::Main => self.require(!new || self.has_room(spot), Reason::SpotFull)?,
            Kind::Side(_) => {
                self.require_one_thirteen(player, spot, kind)?;
                self.require(!new || self.has_side_place(spot, kind), Reason::SidePlacesTaken)?;
            }
        }
        let because = self.because(Reason::WagerFound);
        self.happen(Event::WagerFound { player, spot, kind, amount, because });
        Ok(())
    }

    /// Where a game has no clause for wagers out of limits, they are not honoured.
    fn require_honoured(&self, kind: Kind, amount: Chips) -> Allowed {
        let Some(limits) = self.rules.limits(kind) else { return Ok(()) };
        let over = amount > limits.max && self.rules.over_maximum() == OverMaximum::Refuse;
        let under = amount < limits.min && self.rules.under_minimum() == UnderMinimum::Refuse;
        let strict = self.rules.entry_limits() == EntryLimits::Strict;
        self.require(!(strict && (over || under)), Reason::FoundRefused)
    }
}

pub(crate) fn kind_of(bet: Bet) -> Kind {
    match bet {
        Bet::Side(at) => Kind::Side(at),
        Bet::Main | Bet::Insurance(_) | Bet::Award => Kind::Main,
    }
}
