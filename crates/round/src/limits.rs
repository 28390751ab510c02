//! Limits: what is refused at entry, and what counts of chips that no check saw.

use rulebook::{Kind, Limits, MaxScope, OverMaximum, Reason, UnderMinimum};
use vocabulary::{Chips, PlayerId, Spot};

use crate::betting::kind_of;
use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::refusal::Accepted;
use crate::wager::{Bet, Outcome, Small};

impl Step<'_> {
    pub(crate) fn require_limits(&self, player: PlayerId, spot: Spot, kind: Kind, total: Chips) -> Allowed {
        let Some(Limits { min, max }) = self.rules.limits(kind) else { return Ok(()) };
        let accepted = Accepted { least: min, most: max, step: self.rules.unit() };
        if total < min {
            return self.refuse_amount(Reason::BelowMinimum, accepted);
        }
        if total > max {
            return self.refuse_amount(Reason::AboveMaximum, accepted);
        }
        let others = self.others_on(player, spot, kind);
        let too_much = self.rules.max_scope() == MaxScope::Box && total + others > max;
        let comes_first =
            self.rules.over_maximum() == OverMaximum::ProRata && self.round.seated(spot) == Some(player);
        if too_much && !comes_first {
            let most = (max - others).max(Chips::ZERO);
            return self.refuse_amount(Reason::AboveMaximum, Accepted { most, ..accepted });
        }
        Ok(())
    }

    fn others_on(&self, player: PlayerId, spot: Spot, kind: Kind) -> Chips {
        let table_wide = self.is_table_wide(kind);
        let others = self.round.wagers.iter().filter(|other| {
            let here = other.spot == spot || table_wide;
            other.player != player && here && other.bet == Bet::from(kind) && other.is_live()
        });
        others.map(|other| other.placed).sum()
    }

    /// The seated player comes first: what then exceeds the spot's maximum goes back, the latest chips first.
    pub(crate) fn cut_excess(&mut self, player: PlayerId, spot: Spot, kind: Kind) {
        let Some(Limits { max, .. }) = self.rules.limits(kind) else { return };
        let strict = self.rules.entry_limits() == rulebook::EntryLimits::Strict;
        let cuts = strict
            && self.rules.max_scope() == MaxScope::Box
            && self.rules.over_maximum() == OverMaximum::ProRata;
        if !cuts || self.round.seated(spot) != Some(player) {
            return;
        }
        let own =
            self.round.find(player, spot, kind.into()).map_or(Chips::ZERO, |at| self.round.wagers[at].placed);
        let mut excess = own + self.others_on(player, spot, kind) - max;
        while excess > Chips::ZERO {
            let last = self.round.wagers.iter().rposition(|wager| {
                wager.spot == spot && wager.bet == kind.into() && wager.player != player && wager.is_live()
            });
            let Some(at) = last else { return };
            let (other, placed) = (self.round.wagers[at].player, self.round.wagers[at].placed);
            let because = self.because(Reason::ExcessCut);
            if placed <= excess {
                self.happen(Event::WagerRemoved { player: other, spot, kind, asked: false, because });
                excess -= placed;
            } else {
                self.happen(Event::WagerCut { player: other, spot, kind, to: placed - excess, because });
                excess = Chips::ZERO;
            }
        }
    }

    /// Just before the first card: what counts of the wagers that lie there.
    pub(crate) fn count_wagers(&mut self) {
        while let Some(orphan) = self.side_without_basis() {
            let stake = self.round.wagers[orphan].stake;
            self.settle(orphan, Outcome::Returned, stake, Reason::FoundWithoutMain);
        }
        if !self.rules.has_limits() {
            return;
        }
        self.mark_small();
        match self.rules.over_maximum() {
            OverMaximum::Refuse => {}
            OverMaximum::ProRata if self.rules.max_scope() == MaxScope::Box => self.pro_rate_all(),
            OverMaximum::Cap | OverMaximum::ProRata => self.cap(),
        }
    }

    fn mark_small(&mut self) {
        for at in 0..self.round.wagers.len() {
            let wager = self.round.wagers[at];
            let Some(limits) = self.rules.limits(kind_of(wager.bet)) else { continue };
            if wager.stake >= limits.min || !wager.is_live() {
                continue;
            }
            let before = self.round.memory().small_before.contains(&wager.player)
                || self.round.wagers[..at]
                    .iter()
                    .any(|earlier| earlier.player == wager.player && earlier.small.is_some());
            let (small, reason) = match self.rules.under_minimum() {
                UnderMinimum::Refuse => continue,
                UnderMinimum::Play => (None, Reason::UnderMinimumPlays),
                UnderMinimum::Once if before => (Some(Small::Returned), Reason::UnderMinimumReturned),
                UnderMinimum::Once => (Some(Small::First), Reason::UnderMinimumOnce),
            };
            self.happen(Event::WagerSmall { wager: at, small, because: self.because(reason) });
        }
    }

    fn cap(&mut self) {
        for at in 0..self.round.wagers.len() {
            let wager = self.round.wagers[at];
            let max = self.rules.limits(kind_of(wager.bet)).map_or(wager.stake, |limits| limits.max);
            if wager.is_live() && wager.stake > max {
                self.happen(Event::WagerCounted {
                    wager: at,
                    counts: max,
                    because: self.because(Reason::WagerCapped),
                });
            }
        }
    }

    fn pro_rate_all(&mut self) {
        let mut places: Vec<(Spot, Bet)> = Vec::new();
        for wager in &self.round.wagers {
            if !places.contains(&(wager.spot, wager.bet)) {
                places.push((wager.spot, wager.bet));
            }
        }
        for (spot, bet) in places {
            if let Some(limits) = self.rules.limits(kind_of(bet)) {
                self.pro_rate(spot, bet, limits);
            }
        }
    }

    fn pro_rate(&mut self, spot: Spot, bet: Bet, limits: Limits) {
        let here: Vec<usize> = (0..self.round.wagers.len())
            .filter(|&at| {
                let wager = &self.round.wagers[at];
                wager.spot == spot && wager.bet == bet && wager.is_live()
            })
            .collect();
        let stakes: Vec<Chips> = here.iter().map(|&at| self.round.wagers[at].stake).collect();
        if stakes.iter().copied().sum::<Chips>() <= limits.max {
            return;
        }
        let seated =
            here.iter().position(|&at| self.round.seated(spot) == Some(self.round.wagers[at].player));
        let shares = shares(&stakes, limits, self.rules.unit(), self.rules.pro_rata_refill(), seated);
        for (at, counts) in here.into_iter().zip(shares) {
            let small = self.round.wagers[at].stake < limits.min;
            let reason = if small { Reason::NotProRated } else { Reason::ProRated };
            self.happen(Event::WagerCounted { wager: at, counts, because: self.because(reason) });
        }
    }
}

/// What counts of each stake on a spot whose maximum they exceed together.
///
/// Stakes under the minimum stay. The rest share what is left of the maximum in proportion, none below the minimum;
/// with `refill` the others are reckoned again after one is raised to it. Fractions of a unit are dropped and the
/// units left over go to the largest fractions, the seated player first among equals.
fn shares(stakes: &[Chips], limits: Limits, unit: Chips, refill: bool, seated: Option<usize>) -> Vec<Chips> {
    let (min, max, unit) = (limits.min.units(), limits.max.units(), unit.units().max(1));
    let stakes: Vec<i64> = stakes.iter().map(|stake| stake.units()).collect();
    let mut fixed: Vec<Option<i64>> = stakes.iter().map(|&stake| (stake < min).then_some(stake)).collect();
    let total = |of: &[Option<i64>]| -> i64 {
        stakes.iter().zip(of).filter(|(_, fixed)| fixed.is_none()).map(|(stake, _)| stake).sum()
    };
    let taken = |of: &[Option<i64>]| -> i64 { of.iter().flatten().sum() };
    if !refill {
        let (whole, all) = (i128::from(max), i128::from(stakes.iter().sum::<i64>().max(1)));
        for (fixed, &stake) in fixed.iter_mut().zip(&stakes).filter(|(fixed, _)| fixed.is_none()) {
            if whole * i128::from(stake) < i128::from(min) * all {
                *fixed = Some(min);
            }
        }
        return spread(&stakes, &fixed, (max, i64::try_from(all).unwrap_or(i64::MAX)), unit, seated);
    }
    loop {
        let (left, sum) = (max - taken(&fixed), total(&fixed));
        let low = (0..stakes.len()).find(|&at| {
            fixed[at].is_none()
                && i128::from(left) * i128::from(stakes[at]) < i128::from(min) * i128::from(sum)
        });
        match low {
            Some(_) => {
                for at in 0..stakes.len() {
                    let share = i128::from(left) * i128::from(stakes[at]);
                    if fixed[at].is_none() && share < i128::from(min) * i128::from(sum) {
                        fixed[at] = Some(min);
                    }
                }
            }
            None => return spread(&stakes, &fixed, (left, sum), unit, seated),
        }
    }
}

/// Shares in the ratio `(of, to)`, whole units, the units left over to the largest fractions.
fn spread(
    stakes: &[i64],
    fixed: &[Option<i64>],
    (of, to): (i64, i64),
    unit: i64,
    seated: Option<usize>,
) -> Vec<Chips> {
    let (of, to, unit) = (i128::from(of), i128::from(to.max(1)), i128::from(unit));
    let mut shares = Vec::with_capacity(stakes.len());
    let mut fractions = Vec::new();
    let mut exact = 0i128;
    for (at, (&stake, fixed)) in stakes.iter().zip(fixed).enumerate() {
        if let Some(amount) = fixed {
            shares.push(i128::from(*amount));
        } else {
            let gross = of * i128::from(stake);
            exact += gross;
            shares.push(gross / (to * unit) * unit);
            fractions.push((gross % (to * unit), seated == Some(at), at));
        }
    }
    let given: i128 = fractions.iter().map(|(_, _, at)| shares[*at]).sum();
    let spare = usize::try_from((exact / to - given) / unit).unwrap_or(0);
    fractions.sort_by(|a, b| b.0.cmp(&a.0).then(b.1.cmp(&a.1)).then(a.2.cmp(&b.2)));
    for (_, _, at) in fractions.iter().take(spare) {
        shares[*at] += unit;
    }
    shares.into_iter().map(|share| Chips::minor(i64::try_from(share).unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of reading I-71 and of the example with 600, 300 and 500 on a maximum of 1000.
    #[test]
    fn pro_rata_gives_the_figures_of_the_readings() {
        let limits = Limits { min: Chips::whole(50), max: Chips::whole(1000) };
        let count = |stakes: &[i64], refill| -> Vec<i64> {
            let stakes: Vec<Chips> = stakes.iter().map(|&stake| Chips::whole(stake)).collect();
            let shares = shares(&stakes, limits, Chips::whole(1), refill, None);
            shares.into_iter().map(|share| share.units() / 100).collect()
        };
        assert_eq!(count(&[900, 600], true), [600, 400]);
        assert_eq!(count(&[1900, 60], true), [950, 50]);
        assert_eq!(count(&[1200, 20], true), [980, 20]);
        assert_eq!(count(&[600, 300, 500], true), [429, 214, 357]);
        assert_eq!(count(&[900, 600], false), [600, 400]);
    }
}
