//! What a way of playing is worth to who has a bankroll: the formulas of advantage players.
//!
//! All of them see a bankroll as a diffusion: so many rounds that only the mean and the standard deviation of one count.
//! Amounts are in units of whatever the mean is in. [`crate::Sessions`] finds the same by playing.

/// The mean and the standard deviation of what a round brings.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// What a round brings on average.
    pub mean: f64,
    /// How far a round strays from it.
    pub std_dev: f64,
}

impl Worth {
    /// The desirability index (Schlesinger): a thousand times the mean over the standard deviation.
    #[must_use]
    pub fn desirability(self) -> f64 {
        1000.0 * self.mean / self.std_dev
    }

    /// SCORE (Schlesinger, "standardized comparison of risk and expectation"): what a hundred rounds bring who has 10,000
    /// and bets it by Kelly; the square of the desirability index. A game that loses is not played, and brings nothing.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.mean > 0.0 { self.desirability().powi(2) } else { 0.0 }
    }

    /// N0: after so many rounds the mean result is one standard deviation. No number of rounds suffices without an edge.
    #[must_use]
    pub fn n0(self) -> f64 {
        if self.mean > 0.0 { (self.std_dev / self.mean).powi(2) } else { f64::INFINITY }
    }

    /// What a round is worth to who fears risk: the sure gain he would take for it, with this bankroll and this fraction
    /// of Kelly (1 bets in full, one half is twice as careful).
    #[must_use]
    pub fn certainty_equivalent(self, bankroll: f64, kelly: f64) -> f64 {
        self.mean - self.std_dev.powi(2) / (2.0 * kelly * bankroll)
    }

    /// The bankroll for which these bets are this fraction of Kelly; infinite without an edge.
    #[must_use]
    pub fn kelly_bankroll(self, kelly: f64) -> f64 {
        if self.mean > 0.0 { self.std_dev.powi(2) / (self.mean * kelly) } else { f64::INFINITY }
    }

    /// The risk that the bankroll is lost some day by who plays on for ever.
    #[must_use]
    pub fn ruin(self, bankroll: f64) -> f64 {
        if self.mean <= 0.0 || bankroll <= 0.0 { 1.0 } else { (-self.steepness() * bankroll).exp() }
    }

    /// The risk that the bankroll is lost at some time in so many rounds.
    #[must_use]
    pub fn ruin_on_trip(self, bankroll: f64, rounds: f64) -> f64 {
        if bankroll <= 0.0 {
            return 1.0;
        }
        if rounds <= 0.0 || self.std_dev <= 0.0 {
            return f64::from(u8::from(self.mean * rounds.max(0.0) <= -bankroll));
        }
        let (drift, stray) = (self.mean * rounds, self.std_dev * rounds.sqrt());
        let ends_below = weighed_tail(0.0, (bankroll + drift) / stray);
        let comes_back = weighed_tail(-self.steepness() * bankroll, (bankroll - drift) / stray);
        (ends_below + comes_back).clamp(0.0, 1.0)
    }

    /// The chance to win this much before the bankroll is lost.
    #[must_use]
    pub fn goal_before_ruin(self, bankroll: f64, goal: f64) -> f64 {
        if goal <= 0.0 {
            return 1.0;
        }
        if bankroll <= 0.0 {
            return 0.0;
        }
        let steep = self.steepness();
        if (steep * (bankroll + goal)).abs() < 1e-9 {
            return bankroll / (bankroll + goal);
        }
        if steep > 0.0 {
            return (-steep * bankroll).exp_m1() / (-steep * (bankroll + goal)).exp_m1();
        }
        // The same, divided by its largest power, which would overflow.
        let (all, lost) = (steep * (bankroll + goal), steep * goal);
        (lost.exp() - all.exp()) / -all.exp_m1()
    }

    /// How many rounds it takes on average until this much is won or the bankroll is lost.
    #[must_use]
    pub fn rounds_to_goal_or_ruin(self, bankroll: f64, goal: f64) -> f64 {
        if (self.steepness() * (bankroll + goal)).abs() < 1e-6 {
            return bankroll * goal / self.std_dev.powi(2);
        }
        let reached = self.goal_before_ruin(bankroll, goal);
        (goal * reached - bankroll * (1.0 - reached)) / self.mean
    }

    /// The bankroll that who plays on for ever loses with this risk; infinite without an edge.
    #[must_use]
    pub fn bankroll_for(self, risk: f64) -> f64 {
        if self.mean > 0.0 { -risk.ln() / self.steepness() } else { f64::INFINITY }
    }

    /// The bankroll that is lost in so many rounds with this risk.
    #[must_use]
    pub fn bankroll_for_trip(self, risk: f64, rounds: f64) -> f64 {
        let (mut low, mut high) = (0.0, self.std_dev + self.mean.abs());
        while self.ruin_on_trip(high, rounds) > risk && high < f64::MAX / 4.0 {
            (low, high) = (high, 2.0 * high);
        }
        for _ in 0..200 {
            let middle = f64::midpoint(low, high);
            if self.ruin_on_trip(middle, rounds) > risk { low = middle } else { high = middle }
        }
        high
    }

    /// Twice the mean over the variance: the risk of ruin falls by a factor of e with each one over it.
    fn steepness(self) -> f64 {
        2.0 * self.mean / self.std_dev.powi(2)
    }
}

/// How likely a standard normal value is to lie below this.
#[must_use]
pub fn normal(value: f64) -> f64 {
    if value > 0.0 { 1.0 - weighed_tail(0.0, value) } else { weighed_tail(0.0, -value) }
}

/// e to this power, times how likely a standard normal value is to lie above `value`; neither overflows by itself.
fn weighed_tail(power: f64, value: f64) -> f64 {
    const NEAR: f64 = 3.0;
    let height = |power: f64| (power - value * value / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    if value > NEAR {
        // Laplace's continued fraction, from far enough out.
        let fraction = (1..=150).rev().fold(0.0, |below, at| f64::from(at) / (value + below));
        return height(power) / (value + fraction);
    }
    if value < -NEAR {
        return power.exp() - weighed_tail(power, -value);
    }
    // Marsaglia's series (2004), exact to the last digits so near to the middle.
    let (mut sum, mut term, mut at) = (value, value, 1.0);
    while term.abs() > 1e-18 {
        at += 2.0;
        term *= value * value / at;
        sum += term;
    }
    power.exp() * (0.5 - height(0.0) * sum)
}

#[cfg(test)]
mod tests;
