//! Two players with equal claims who do not agree: nobody gets it.

use rulebook::Reason;
use vocabulary::{PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::duty::{By, Claimed};
use crate::event::Event;
use crate::state::{Phase, Stage};
use crate::wager::{Bet, Outcome};

impl Step<'_> {
    /// Two players whose claims are equal do not agree: nobody gets it.
    pub(crate) fn no_agreement(
        &mut self,
        by: By,
        one: PlayerId,
        other: PlayerId,
        spot: Spot,
        over: Claimed,
    ) -> Allowed {
        self.require_spot(spot)?;
        let decides = match over {
            Claimed::Side(kind) => {
                let places = self.rules.side_wager(kind).and_then(|wager| wager.places);
                self.require(places.is_some(), Reason::NoSuchRule)?;
                self.require(self.round.phase == Phase::Betting, Reason::LateWager)?;
                self.between_side_claims(one, other, spot, kind)
            }
            Claimed::Insurance(owner) => {
                self.require(self.rules.insure_others(), Reason::NoSuchRule)?;
                let open = self.round.phase == Phase::Offering(Stage::Insurance);
                self.require(open, Reason::InsuranceTooLate)?;
                self.require_passed_on(owner, spot)?;
                self.between_insurance_claims(one, other, spot)
            }
        };
        let equal = matches!(decides, Reason::SideClaimEqual | Reason::InsuranceClaimEqual);
        self.require(one != other && equal, decides)?;
        self.happen(Event::NotAgreed { by, one, other, spot, over, because: self.because(decides) });
        self.give_claims_back([one, other], spot, over, decides);
        Ok(())
    }

    fn give_claims_back(&mut self, rivals: [PlayerId; 2], spot: Spot, over: Claimed, reason: Reason) {
        let because = self.because(reason);
        for player in rivals {
            match over {
                Claimed::Side(kind) if self.round.find(player, spot, kind.into()).is_some() => {
                    self.happen(Event::WagerRemoved { player, spot, kind, asked: false, because });
                }
                Claimed::Side(_) => {}
                Claimed::Insurance(owner) => {
                    if let Some(at) = self.round.find(player, spot, Bet::Insurance(owner)) {
                        let stake = self.round.wagers[at].stake;
                        self.settle(at, Outcome::Returned, stake, reason);
                    }
                }
            }
        }
    }

    /// Whether nobody gets it, as equal claims did not agree.
    pub(crate) fn require_not_closed(&self, spot: Spot, over: Claimed) -> Allowed {
        let closed = self.round.odd().closed.contains(&(spot, over));
        let reason = match over {
            Claimed::Side(_) => Reason::SideClaimEqual,
            Claimed::Insurance(_) => Reason::InsuranceClaimEqual,
        };
        self.require(!closed, reason)
    }
}
