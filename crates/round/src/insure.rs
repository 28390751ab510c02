//! Insurance: one's own, and where the game lets it pass on, another's.

use std::cmp::Ordering;

use rulebook::{Insurance, Reason};
use vocabulary::{Chips, PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::duty::Claimed;
use crate::event::Event;
use crate::refusal::Accepted;
use crate::wager::{Bet, Outcome, Wager};

/// A claim to the insurance another player declined.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Claim {
    /// A co-bettor of the spot, so many chips from the dealer.
    CoBettor { order: usize },
    /// A bettor elsewhere: how far, where, how near the dealer his chips lie there, and what he insured for others.
    Near { distance: u8, spot: Spot, order: usize, insured: Chips },
    /// Someone without a wager.
    Onlooker,
}

impl Claim {
    /// Which claim is better, and what decides between them.
    fn compare(self, other: Claim) -> (Ordering, Reason) {
        use Claim::{CoBettor, Near, Onlooker};
        match (self, other) {
            (CoBettor { order: a }, CoBettor { order: b }) => (b.cmp(&a), Reason::InsuranceClaimOwn),
            (CoBettor { .. }, _) => (Ordering::Greater, Reason::InsuranceClaimOwn),
            (_, CoBettor { .. }) => (Ordering::Less, Reason::InsuranceClaimOwn),
            (Near { .. }, Onlooker) => (Ordering::Greater, Reason::InsuranceClaimOnlooker),
            (Onlooker, Near { .. } | Onlooker) => (Ordering::Less, Reason::InsuranceClaimOnlooker),
            (Near { distance: a, .. }, Near { distance: b, .. }) if a != b => {
                (b.cmp(&a), Reason::InsuranceClaimNearest)
            }
            (Near { spot: a, order: x, .. }, Near { spot: b, order: y, .. }) if a == b => {
                (y.cmp(&x), Reason::InsuranceClaimNearest)
            }
            (Near { insured: a, .. }, Near { insured: b, .. }) if a != b => {
                (b.cmp(&a), Reason::InsuranceClaimLowest)
            }
            (Near { .. }, Near { .. }) => (Ordering::Equal, Reason::InsuranceClaimEqual),
        }
    }
}

impl Step<'_> {
    pub(crate) fn insure(
        &mut self,
        player: PlayerId,
        spot: Spot,
        owner: PlayerId,
        amount: Option<Chips>,
    ) -> Allowed {
        self.require(self.rules.insurance() != Insurance::None, Reason::NothingOffered)?;
        self.require(player == owner || self.rules.insure_others(), Reason::InsuranceOfOthers)?;
        self.require_insurance_open(owner)?;
        self.require_present(player)?;
        let wager = self.main_to_insure(owner, spot)?;
        let spot = self.round.wagers[wager].spot;
        if player == owner {
            let answered = self.round.has_declined(player, spot)
                || self.round.find(player, spot, Bet::Insurance(player)).is_some();
            self.require(!answered, Reason::AlreadyAnswered)?;
        } else {
            self.require_passed_on(owner, spot)?;
            self.require_not_closed(spot, Claimed::Insurance(owner))?;
        }
        let amount = self.insurance_amount(wager, player, amount)?;
        let reason =
            if player == owner { Reason::Insured } else { self.displace_rival(player, spot, owner)? };
        self.happen(Event::Insured { player, spot, owner, amount, because: self.because(reason) });
        Ok(())
    }

    /// Another's insurance is open once he has declined it, or left a part of it where the table lets that pass on.
    pub(crate) fn require_passed_on(&self, owner: PlayerId, spot: Spot) -> Allowed {
        let declined = self.round.has_declined(owner, spot);
        let partly = self.round.find(owner, spot, Bet::Insurance(owner)).is_some()
            && self.rules.insurance_balance_to_others();
        self.require(declined || partly, Reason::InsuranceNotDeclined)
    }

    /// The amounts a player may insure a wager for.
    pub(crate) fn insurance_accepts(&self, wager: usize, player: PlayerId) -> Accepted {
        let wager = &self.round.wagers[wager];
        let half = self.rules.half_of(wager.stake);
        let taken = self.round.find(wager.player, wager.spot, Bet::Insurance(wager.player));
        let taken =
            taken.filter(|_| player != wager.player).map_or(Chips::ZERO, |at| self.round.wagers[at].stake);
        match self.rules.insurance() {
            Insurance::Half | Insurance::None => Accepted::only(half),
            Insurance::UpToHalf => Accepted {
                least: self.rules.floor(self.rules.insurance_min()),
                most: half - taken,
                step: self.rules.half_unit(),
            },
        }
    }

    fn insurance_amount(&self, wager: usize, player: PlayerId, asked: Option<Chips>) -> Allowed<Chips> {
        let accepted = self.insurance_accepts(wager, player);
        let wager = &self.round.wagers[wager];
        let amount = asked.unwrap_or(accepted.most);
        let reason = if player == wager.player { Reason::InsuranceAmount } else { Reason::InsuredForOther };
        if accepted.admits(amount) { Ok(amount) } else { self.refuse_amount(reason, accepted) }
    }

    /// Between rivals for one declined insurance the better claim holds; the displaced stake goes back.
    fn displace_rival(&mut self, player: PlayerId, spot: Spot, owner: PlayerId) -> Allowed<Reason> {
        let rival = self.round.wagers.iter().position(|wager| {
            wager.bet == Bet::Insurance(owner)
                && wager.spot == spot
                && wager.player != owner
                && wager.is_live()
        });
        let claim = self.claim(player, spot);
        let Some(at) = rival else {
            return Ok(if claim == Claim::Onlooker {
                Reason::InsuranceClaimOnlooker
            } else {
                Reason::InsuredForOther
            });
        };
        let held = self.claim(self.round.wagers[at].player, spot);
        let (order, reason) = claim.compare(held);
        self.require(order == Ordering::Greater && self.round.wagers[at].player != player, reason)?;
        let back = self.round.wagers[at].stake;
        self.settle(at, Outcome::Returned, back, reason);
        Ok(reason)
    }

    /// What decides between two claims to a declined insurance.
    pub(crate) fn between_insurance_claims(&self, one: PlayerId, other: PlayerId, spot: Spot) -> Reason {
        self.claim(one, spot).compare(self.claim(other, spot)).1
    }

    fn claim(&self, player: PlayerId, spot: Spot) -> Claim {
        let order_on = |spot: Spot| {
            let here = self.round.mains().filter(|(_, wager)| wager.spot == spot && !wager.was_returned());
            here.map(|(_, wager)| wager.player).position(|bettor| bettor == player)
        };
        if let Some(order) = order_on(spot) {
            return Claim::CoBettor { order };
        }
        // Any wager of the initial ones makes a bettor, not only the main one.
        let bets = |wager: &Wager| !matches!(wager.bet, Bet::Insurance(_) | Bet::Award);
        let placed = self.round.wagers.iter().filter(|w| w.player == player && bets(w) && !w.was_returned());
        let Some(at) = placed.map(|wager| wager.spot).min_by_key(|at| (at.distance(spot), *at)) else {
            return Claim::Onlooker;
        };
        let (distance, order) = (at.distance(spot), order_on(at).unwrap_or(usize::MAX));
        Claim::Near { distance, spot: at, order, insured: self.insured(player, spot) }
    }

    /// What a player has insured on spots he does not control, the one in question aside.
    fn insured(&self, player: PlayerId, contested: Spot) -> Chips {
        let counts = |wager: &&Wager| {
            let insures = matches!(wager.bet, Bet::Insurance(_)) && wager.player == player && wager.is_live();
            let controls = self.round.area_of(wager).is_some_and(|area| {
                crate::control::controller(self.rules, self.round, area, 0).is_some_and(|who| who == player)
            });
            insures && !controls && wager.spot != contested
        };
        self.round.wagers.iter().filter(counts).map(|wager| wager.stake).sum()
    }
}
