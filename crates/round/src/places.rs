//! The places for side wagers, and who has the better claim to one.

use std::cmp::Ordering;

use rulebook::{Kind, Preemption, Reason};
use smallvec::SmallVec;
use vocabulary::{Chips, PlayerId, Spot};

use crate::decide::{Allowed, Step};
use crate::duty::Claimed;
use crate::state::Round;
use crate::wager::{Bet, Wager};

/// How good a claim is: main bettors of the spot by the order of their chips, then others with a wager in the round
/// by distance and the smaller total, then those without any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Claim {
    /// A main wager on the spot, so many chips from the dealer.
    OwnSpot { order: usize },
    /// A wager elsewhere.
    Near { distance: u8, total: Chips },
    /// No wager in the round.
    Onlooker,
}

impl Claim {
    pub(crate) fn compare(self, other: Claim) -> Ordering {
        match (self, other) {
            (Claim::OwnSpot { order: a }, Claim::OwnSpot { order: b }) => b.cmp(&a),
            (Claim::Near { distance: a, total: x }, Claim::Near { distance: b, total: y }) => {
                b.cmp(&a).then(y.cmp(&x))
            }
            (Claim::Onlooker, Claim::Onlooker) => Ordering::Equal,
            (Claim::OwnSpot { .. }, _) | (Claim::Near { .. }, Claim::Onlooker) => Ordering::Greater,
            (_, Claim::OwnSpot { .. }) | (Claim::Onlooker, Claim::Near { .. }) => Ordering::Less,
        }
    }
}

/// The distance from a spot to the nearest other wager of a player.
pub(crate) fn nearest(
    round: &Round,
    player: PlayerId,
    spot: Spot,
    counts: impl Fn(&Wager) -> bool,
) -> Option<u8> {
    let theirs =
        round.wagers.iter().filter(|wager| wager.player == player && wager.is_live() && counts(wager));
    theirs.map(|wager| wager.spot.distance(spot)).min()
}

/// What decides between two claims, whichever is better.
fn why_better(one: Claim, other: Claim) -> Reason {
    match (one, other) {
        (Claim::OwnSpot { .. }, _) | (_, Claim::OwnSpot { .. }) => Reason::SideClaimOwn,
        (Claim::Onlooker, _) | (_, Claim::Onlooker) => Reason::SideByOnlooker,
        (Claim::Near { distance: a, .. }, Claim::Near { distance: b, .. }) if a != b => {
            Reason::SideClaimNearest
        }
        (Claim::Near { total: a, .. }, Claim::Near { total: b, .. }) if a != b => Reason::SideClaimLowest,
        (Claim::Near { .. }, Claim::Near { .. }) => Reason::SideClaimEqual,
    }
}

impl Step<'_> {
    /// Whether a side wager may be placed, and whose makes way for it.
    pub(crate) fn require_side_place(
        &self,
        player: PlayerId,
        spot: Spot,
        kind: Kind,
        already: bool,
    ) -> Allowed<Option<(usize, Reason)>> {
        self.require(self.rules.side_wager(kind).is_some(), Reason::NoSuchWager)?;
        if !self.has_basis(player, spot, kind) {
            let because = self.rules.side_wager(kind).map_or(self.because(Reason::SideNeedsMain), |wager| {
                rulebook::Because { reason: Reason::SideNeedsMain, clause: wager.needs_by[0] }
            });
            return Err(crate::Refusal { because, accepted: None, needs: None });
        }
        self.require_one_thirteen(player, spot, kind)?;
        self.require_not_closed(spot, Claimed::Side(kind))?;
        if already || self.has_side_place(spot, kind) {
            return Ok(None);
        }
        self.displace(player, spot, kind).map(Some)
    }

    pub(crate) fn require_one_thirteen(&self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed {
        let other = match self.rules.word(kind) {
            "over-13" => self.rules.kind("under-13"),
            "under-13" => self.rules.kind("over-13"),
            _ => None,
        };
        let both = other.is_some_and(|other| self.round.find(player, spot, other.into()).is_some());
        self.require(self.rules.both_13_bets() || !both, Reason::BothThirteens)
    }

    pub(crate) fn has_side_place(&self, spot: Spot, kind: Kind) -> bool {
        let places = self.rules.side_wager(kind).and_then(|wager| wager.places);
        places.is_none_or(|places| self.holders(spot, kind).len() < usize::from(places))
    }

    fn holders(&self, spot: Spot, kind: Kind) -> SmallVec<[usize; 4]> {
        let wagers = self.round.wagers.iter().enumerate();
        wagers
            .filter(|(_, w)| w.spot == spot && w.bet == kind.into() && w.is_live())
            .map(|(at, _)| at)
            .collect()
    }

    /// The wager that makes way for a better claim, if the table lets it.
    fn displace(&self, player: PlayerId, spot: Spot, kind: Kind) -> Allowed<(usize, Reason)> {
        let claim = self.side_claim(player, spot, kind);
        let own = matches!(claim, Claim::OwnSpot { .. });
        let allowed = match self.rules.side_place_preemption() {
            Preemption::Never => false,
            Preemption::OwnBox => own,
            Preemption::Always => true,
        };
        let worst = self
            .holders(spot, kind)
            .into_iter()
            .map(|at| (at, self.side_claim(self.round.wagers[at].player, spot, kind)));
        let worst = worst
            .reduce(|worst, next| if next.1.compare(worst.1) == Ordering::Greater { worst } else { next });
        let Some((at, held)) = worst.filter(|_| allowed) else { return self.refuse(Reason::SidePlacesTaken) };
        let outsider = !matches!(held, Claim::OwnSpot { .. });
        if claim.compare(held) != Ordering::Greater
            || (!outsider && self.rules.side_place_preemption() == Preemption::OwnBox)
        {
            return self.refuse(why_better(claim, held));
        }
        Ok((at, why_better(claim, held)))
    }

    /// What decides between two claims to a side-wager place.
    pub(crate) fn between_side_claims(
        &self,
        one: PlayerId,
        other: PlayerId,
        spot: Spot,
        kind: Kind,
    ) -> Reason {
        why_better(self.side_claim(one, spot, kind), self.side_claim(other, spot, kind))
    }

    /// A player's claim to a side-wager place; the place in question does not count in his total.
    fn side_claim(&self, player: PlayerId, spot: Spot, kind: Kind) -> Claim {
        let mut here = self.round.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live());
        if let Some(order) = here.position(|(_, wager)| wager.player == player) {
            return Claim::OwnSpot { order };
        }
        let contested = |wager: &Wager| wager.spot == spot && wager.bet == kind.into();
        match nearest(self.round, player, spot, |wager| !contested(wager)) {
            Some(distance) => {
                let side = |wager: &&Wager| {
                    wager.player == player
                        && matches!(wager.bet, Bet::Side(_))
                        && !contested(wager)
                        && wager.is_live()
                };
                let total = self.round.wagers.iter().filter(side).map(|wager| wager.placed).sum();
                Claim::Near { distance, total }
            }
            None => Claim::Onlooker,
        }
    }
}
