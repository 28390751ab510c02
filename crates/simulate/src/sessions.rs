//! Sessions played by the outcomes a wager was found to have: what the formulas of [`crate::Worth`] say, by playing.

use rand_xoshiro::Xoshiro256PlusPlus;

use crate::generator::xoshiro;
use crate::shoe::below;
use crate::tally::Spread;

/// Rounds that come to what they came to before, each as likely as it was often, whatever the rounds before.
#[derive(Clone, Debug)]
pub struct Sessions {
    nets: Vec<i64>,
    /// How often the nets up to each place came.
    up_to: Vec<u64>,
    over: i64,
}

impl Sessions {
    /// Sessions of these rounds; `None` if there were none.
    #[must_use]
    pub fn new(spread: &Spread) -> Option<Sessions> {
        let came = spread.nets.iter().filter(|(_, times)| *times > 0);
        let mut all = 0;
        let (nets, up_to) = came
            .map(|(net, times)| {
                all += times;
                (*net, all)
            })
            .unzip();
        (all > 0).then_some(Sessions { nets, up_to, over: spread.over })
    }

    /// How many of these sessions lose the bankroll within so many rounds, as a share.
    #[must_use]
    pub fn ruin(&self, bankroll: f64, rounds: u64, sessions: u64, seed: u64) -> f64 {
        let bankroll = self.whole(bankroll);
        let ruined = |session: &u64| {
            let mut numbers = xoshiro(seed, *session);
            let mut won = 0;
            (0..rounds).any(|_| {
                won += self.round(&mut numbers);
                won <= -bankroll
            })
        };
        share((0..sessions).filter(ruined).count(), sessions)
    }

    /// How many of these sessions win so much before they lose the bankroll, as a share. Each is ended after a hundred
    /// million rounds, as lost.
    #[must_use]
    pub fn goal_before_ruin(&self, bankroll: f64, goal: f64, sessions: u64, seed: u64) -> f64 {
        const LONGEST: u32 = 100_000_000;
        let (bankroll, goal) = (self.whole(bankroll), self.whole(goal));
        let reached = |session: &u64| {
            let mut numbers = xoshiro(seed, *session);
            let mut won = 0;
            for _ in 0..LONGEST {
                if won >= goal || won <= -bankroll {
                    break;
                }
                won += self.round(&mut numbers);
            }
            won >= goal
        };
        share((0..sessions).filter(reached).count(), sessions)
    }

    /// Where so many sessions stand after 0, 1, 2 .. `steps` equal parts of these rounds: at each, the results below which
    /// so many per cent of the sessions lie.
    #[must_use]
    pub fn fan(&self, rounds: u64, steps: u64, sessions: u64, percents: &[u8], seed: u64) -> Vec<Vec<f64>> {
        let steps = steps.max(1);
        let mut stand: Vec<i64> = vec![0; usize::try_from(sessions.max(1)).unwrap_or(1)];
        let mut numbers: Vec<Xoshiro256PlusPlus> =
            (0..sessions.max(1)).map(|session| xoshiro(seed, session)).collect();
        let mut fan = vec![self.bands(stand.clone(), percents)];
        for step in 0..steps {
            let part = rounds * (step + 1) / steps - rounds * step / steps;
            for (won, numbers) in stand.iter_mut().zip(&mut numbers) {
                *won += (0..part).map(|_| self.round(numbers)).sum::<i64>();
            }
            fan.push(self.bands(stand.clone(), percents));
        }
        fan
    }

    fn bands(&self, mut stand: Vec<i64>, percents: &[u8]) -> Vec<f64> {
        stand.sort_unstable();
        let at = |percent: &u8| usize::from(*percent.min(&100)) * (stand.len() - 1) / 100;
        percents.iter().map(|percent| self.units(stand[at(percent)])).collect()
    }

    fn round(&self, numbers: &mut Xoshiro256PlusPlus) -> i64 {
        let all = self.up_to.last().copied().unwrap_or(1);
        let drawn = below(all, numbers) as u64;
        let at = self.up_to.partition_point(|up_to| *up_to <= drawn);
        self.nets.get(at).copied().unwrap_or(0)
    }

    #[expect(clippy::cast_precision_loss, reason = "what is shown has fewer digits than a double")]
    fn units(&self, net: i64) -> f64 {
        net as f64 / self.over as f64
    }

    /// An amount of units as nets are counted; all that is over is left.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "a cast stops at the largest number"
    )]
    fn whole(&self, units: f64) -> i64 {
        ((units * self.over as f64).ceil() as i64).clamp(1, i64::MAX / 2)
    }
}

#[expect(clippy::cast_precision_loss, reason = "a share for people")]
fn share(some: usize, all: u64) -> f64 {
    some as f64 / all.max(1) as f64
}
