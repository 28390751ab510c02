//! What is printed about a wager: its figures, once for all forms.

use super::found::Counted;

/// The figures of a wager.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    /// How often it was made.
    pub(crate) times: u64,
    /// The mean net in units of the wager.
    pub(crate) mean: f64,
    pub(crate) std_dev: f64,
    pub(crate) std_error: f64,
    /// What it brings in a round, made or not, in units of the main wager; and how far that strays.
    pub(crate) per_round: f64,
    pub(crate) stray: f64,
}

/// 95 of 100 normal values lie within so many standard deviations.
const WITHIN_95: f64 = 1.959_963_984_540_054;

impl Estimate {
    /// The figures of a wager that was counted in so many rounds.
    pub(crate) fn of(counted: &Counted, rounds: u64) -> Estimate {
        let spread = counted.spread();
        let (times, mean, std_dev) = (spread.times(), spread.mean(), spread.std_dev());
        let made = share(times, rounds);
        // A wager that was not made brings nothing: that round is part of what it strays.
        let square = made * (std_dev.powi(2) + mean.powi(2));
        let per_round = made * mean;
        let stray = (square - per_round.powi(2)).max(0.0).sqrt();
        Estimate {
            times,
            mean,
            std_dev,
            std_error: spread.std_error(),
            per_round: counted.stake * per_round,
            stray: counted.stake * stray,
        }
    }

    /// Where the true mean lies in 95 of 100 runs.
    pub(crate) fn interval(&self) -> (f64, f64) {
        let away = WITHIN_95 * self.std_error;
        (self.mean - away, self.mean + away)
    }

    /// What the house keeps of the wager.
    pub(crate) fn house_edge(&self) -> f64 {
        -self.mean
    }

    /// What so many rounds bring, and how far that strays.
    pub(crate) fn in_rounds(&self, rounds: f64) -> (f64, f64) {
        (rounds * self.per_round, rounds.sqrt() * self.stray)
    }
}

/// A part of a whole; 0 of nothing.
#[expect(clippy::cast_precision_loss, reason = "what is shown has fewer digits than a double")]
pub(crate) fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

/// A net in units of its wager.
#[expect(clippy::cast_precision_loss, reason = "nets are small")]
pub(crate) fn units(net: i64, over: i64) -> f64 {
    net as f64 / over as f64
}
