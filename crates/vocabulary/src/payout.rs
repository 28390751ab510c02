use std::fmt;
use std::str::FromStr;

use crate::Chips;

/// What a winning wager pays: so many to so many, like `3:2`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Payout {
    pays: u16,
    to: u16,
}

/// What happens to a fraction of a minor unit in a payment.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Rounding {
    /// Dropped, in the house's favour.
    #[default]
    Down,
    /// Rounded up, in the player's favour.
    Up,
    /// To the nearest, a half to the even one.
    HalfEven,
}

/// Text that is no payout.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a payout: write it like 3:2 or 11:1, each side from 1 to 9999")]
pub struct NotAPayout(String);

impl Payout {
    /// Even money.
    pub const EVEN: Payout = Payout { pays: 1, to: 1 };
    /// One to two.
    pub const HALF: Payout = Payout { pays: 1, to: 2 };

    /// The profit on a winning stake.
    #[must_use]
    pub fn on(self, stake: Chips, rounding: Rounding) -> Chips {
        let (gross, to) = (stake.units().saturating_mul(i64::from(self.pays)), i64::from(self.to));
        let (whole, rest) = (gross.div_euclid(to), gross.rem_euclid(to));
        let up = match rounding {
            Rounding::Down => false,
            Rounding::Up => rest > 0,
            Rounding::HalfEven => 2 * rest > to || (2 * rest == to && whole % 2 != 0),
        };
        Chips::minor(whole + i64::from(up))
    }

    /// The two sides, `(3, 2)` for three to two.
    #[must_use]
    pub const fn sides(self) -> (u16, u16) {
        (self.pays, self.to)
    }
}

impl fmt::Display for Payout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.pays, self.to)
    }
}

impl FromStr for Payout {
    type Err = NotAPayout;

    fn from_str(text: &str) -> Result<Payout, NotAPayout> {
        let side = |text: &str| text.parse::<u16>().ok().filter(|side| (1..=9999).contains(side));
        let sides = text.split_once(':').and_then(|(pays, to)| Some((side(pays)?, side(to)?)));
        let (pays, to) = sides.ok_or_else(|| NotAPayout(text.chars().take(20).collect()))?;
        Ok(Payout { pays, to })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_to_two_on_even_stakes_is_exact_and_odd_stakes_round_as_asked() {
        let three_two: Payout = "3:2".parse().unwrap();
        assert_eq!(three_two.on(Chips::whole(100), Rounding::Down), Chips::whole(150));
        for (rounding, minor) in [(Rounding::Down, 4), (Rounding::Up, 5), (Rounding::HalfEven, 4)] {
            assert_eq!(three_two.on(Chips::minor(3), rounding), Chips::minor(minor));
        }
        assert_eq!(three_two.on(Chips::minor(5), Rounding::HalfEven), Chips::minor(8));
    }

    #[test]
    fn what_is_no_payout_is_refused() {
        for text in ["", "3", "3:", "0:1", "3:0", "3:2:1", "-3:2", "10000:1"] {
            assert!(text.parse::<Payout>().is_err(), "{text}");
        }
    }
}
