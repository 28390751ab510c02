//! What all wagers of a player come to in a round: the main one, insurance and side wagers, on all his spots.

use std::collections::BTreeMap;

use rulebook::Rules;
use vocabulary::Payout;

use crate::net::{Net, denominator, lcm};
use crate::outcome::{Brought, Insured};
use crate::seat::{Seat, Stake};
use crate::sides::{Lines, Verdict};
use crate::tally::Spread;

/// Nets no farther from nothing are counted in a row; others are looked up.
const NEAR: i64 = 1 << 15;

/// What becomes of one spot's wagers as whole numbers over one denominator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Stakes {
    /// What they are over.
    pub(crate) over: i64,
    main: Vec<i64>,
    lost: i64,
    won: i64,
    /// By side wager: lost, then each line; empty if it is not bet.
    lines: Vec<Vec<i64>>,
}

impl Stakes {
    pub(crate) fn of(rules: &Rules, seat: &Seat) -> Stakes {
        let (win, blackjack, insured) = (rules.win_pays(), rules.blackjack_pays(), rules.insurance_pays());
        let main_over = denominator(win, blackjack);
        let wagers = rules.side_wagers();
        let payouts = wagers.iter().flat_map(|wager| wager.lines.iter().map(|line| line.pays));
        let over = payouts.chain([insured]).fold(main_over, |over, pays| lcm(over, pays.sides().1.into()));
        let of = |stake: Stake| over * i64::from(stake.hundredths());
        let paid =
            |stake: Stake, pays: Payout| of(stake) / i64::from(pays.sides().1) * i64::from(pays.sides().0);
        let side = |(at, wager): (usize, &rulebook::SideWager)| match seat.stake(at) {
            Stake::NONE => Vec::new(),
            stake => std::iter::once(-of(stake))
                .chain(wager.lines.iter().map(|line| paid(stake, line.pays)))
                .collect(),
        };
        let scale = of(Stake::UNIT) / main_over;
        Stakes {
            over: of(Stake::UNIT),
            main: Net::all().map(|net| scale * net.over(win, blackjack)).collect(),
            lost: -of(seat.insurance),
            won: paid(seat.insurance, insured),
            lines: wagers.iter().enumerate().map(side).collect(),
        }
        .in_lowest_terms()
    }

    fn in_lowest_terms(mut self) -> Stakes {
        let all = self.main.iter().chain(self.lines.iter().flatten()).chain([&self.lost, &self.won]);
        let common = all.fold(self.over, |common, net| gcd(common, *net)).max(1);
        self.main.iter_mut().chain(self.lines.iter_mut().flatten()).for_each(|net| *net /= common);
        (self.lost, self.won, self.over) = (self.lost / common, self.won / common, self.over / common);
        self
    }

    /// The main wager and its insurance.
    #[inline]
    pub(crate) fn hand(&self, main: Net, insured: Insured) -> i64 {
        let insured = match insured {
            Insured::Not => 0,
            Insured::Lost => self.lost,
            Insured::Won => self.won,
        };
        self.main.get(main.index()).copied().unwrap_or(0) + insured
    }

    /// These lines of the side wagers; nothing of those that are not bet.
    #[inline]
    pub(crate) fn lines(&self, lines: Lines) -> i64 {
        let paid = self.lines.iter().zip(lines).filter_map(|(nets, line)| nets.get(usize::from(line)));
        paid.sum()
    }

    /// What all wagers came to.
    #[inline]
    pub(crate) fn all(&self, brought: &Brought) -> i64 {
        self.hand(brought.main, brought.insured) + self.lines(brought.lines)
    }

    /// The same for so many units on the main wager; who bets none makes no side wagers.
    pub(crate) fn betting(&self, bet: u32, brought: &Brought) -> i64 {
        let sides = if bet == 0 { 0 } else { self.lines(brought.lines) };
        i64::from(bet) * self.hand(brought.main, brought.insured) + sides
    }

    /// How much more than a loss a verdict on the deal brings.
    pub(crate) fn above_loss(&self, verdict: &Verdict) -> i64 {
        let more = |(nets, line): (&Vec<i64>, &u8)| Some(nets.get(usize::from(*line))? - nets.first()?);
        self.lines.iter().zip(&verdict.lines).filter_map(more).sum()
    }

    /// What a side wager brings when it is lost.
    pub(crate) fn loss(&self, wager: usize) -> i64 {
        self.lines.get(wager).and_then(|nets| nets.first()).copied().unwrap_or(0)
    }

    /// The least and the most it can come to.
    pub(crate) fn range(&self) -> (i64, i64) {
        let least = |nets: &[i64]| nets.iter().copied().min().unwrap_or(0);
        let most = |nets: &[i64]| nets.iter().copied().max().unwrap_or(0);
        let sides = |of: &dyn Fn(&[i64]) -> i64| self.lines.iter().map(|nets| of(nets)).sum::<i64>();
        (least(&self.main) + self.lost + sides(&least), most(&self.main) + self.won + sides(&most))
    }
}

/// How often all wagers of a player together came to what, in units of the main wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTally {
    /// On how many spots he plays.
    pub spots: usize,
    pub(crate) stakes: Stakes,
    /// The net of the first place.
    least: i64,
    near: Vec<u64>,
    far: BTreeMap<i64, u64>,
}

impl PlayerTally {
    /// Nothing yet, for a player who bets up to so many times his stake.
    pub(crate) fn empty(spots: usize, stakes: Stakes, bets: u32) -> PlayerTally {
        let times = i64::try_from(spots).unwrap_or(1) * i64::from(bets);
        let (least, most) = stakes.range();
        let (least, most) = ((times * least).max(-NEAR), (times * most).min(NEAR));
        let places = usize::try_from(most - least + 1).unwrap_or(0);
        PlayerTally { spots, stakes, least, near: vec![0; places], far: BTreeMap::new() }
    }

    /// What his rounds brought him in units.
    #[must_use]
    pub fn spread(&self) -> Spread {
        let near = (self.least..).zip(self.near.iter().copied());
        Spread::new(near.chain(self.far.iter().map(|(net, times)| (*net, *times))), self.stakes.over)
    }

    #[inline]
    pub(crate) fn add(&mut self, net: i64, times: u64) {
        let place = usize::try_from(net - self.least).ok().and_then(|place| self.near.get_mut(place));
        match place {
            Some(count) => *count += times,
            None => *self.far.entry(net).or_insert(0) += times,
        }
    }

    pub(crate) fn is_like(&self, other: &PlayerTally) -> bool {
        (self.spots, &self.stakes, self.least, self.near.len())
            == (other.spots, &other.stakes, other.least, other.near.len())
    }

    pub(crate) fn merge(&mut self, other: &PlayerTally) {
        self.near.iter_mut().zip(&other.near).for_each(|(count, more)| *count += more);
        for (net, times) in &other.far {
            *self.far.entry(*net).or_insert(0) += times;
        }
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a.abs(), b.abs());
    while y != 0 {
        (x, y) = (y, x % y);
    }
    x
}
