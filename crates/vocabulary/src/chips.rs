use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};
use std::str::FromStr;

/// Money, as a whole number of minor units (cents). No float ever touches it.
///
/// ```
/// use vocabulary::Chips;
/// let bet: Chips = "37.50".parse()?;
/// assert_eq!(bet, Chips::minor(3750));
/// assert_eq!(bet.to_string(), "37.50");
/// assert_eq!(Chips::whole(100).signed(), "+100");
/// # Ok::<(), vocabulary::NotAnAmount>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Chips(i64);

/// Text that is no amount.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAnAmount {
    /// Not a decimal number with at most two places.
    #[error("`{0}` is not an amount: write digits with at most two decimal places, like 100 or 37.50")]
    Unreadable(String),
    /// More than any table could hold.
    #[error("`{0}` is more than the largest amount, {max}", max = Chips::MOST)]
    TooLarge(String),
}

impl Chips {
    /// Nothing.
    pub const ZERO: Chips = Chips(0);
    /// The largest amount that can be written: a thousand million, so that the best pay table on it still fits.
    pub const MOST: Chips = Chips(100_000_000_000);

    /// So many minor units.
    #[must_use]
    pub const fn minor(units: i64) -> Chips {
        Chips(units)
    }

    /// So many whole currency units.
    #[must_use]
    pub const fn whole(units: i64) -> Chips {
        Chips(units * 100)
    }

    /// The number of minor units.
    #[must_use]
    pub const fn units(self) -> i64 {
        self.0
    }

    /// Half of it, the odd minor unit dropped.
    #[must_use]
    pub const fn half(self) -> Chips {
        Chips(self.0 / 2)
    }

    /// Whether it is a whole number of `unit`s.
    #[must_use]
    pub const fn is_multiple_of(self, unit: Chips) -> bool {
        unit.0 != 0 && self.0 % unit.0 == 0
    }

    /// With its sign always written, as nets are: `+150`, `-75`, `0`.
    #[must_use]
    pub fn signed(self) -> String {
        if self.0 > 0 { format!("+{self}") } else { self.to_string() }
    }
}

impl Add for Chips {
    type Output = Chips;
    fn add(self, other: Chips) -> Chips {
        Chips(self.0.saturating_add(other.0))
    }
}

impl Sub for Chips {
    type Output = Chips;
    fn sub(self, other: Chips) -> Chips {
        Chips(self.0.saturating_sub(other.0))
    }
}

impl Neg for Chips {
    type Output = Chips;
    fn neg(self) -> Chips {
        Chips(-self.0)
    }
}

impl AddAssign for Chips {
    fn add_assign(&mut self, other: Chips) {
        *self = *self + other;
    }
}

impl SubAssign for Chips {
    fn sub_assign(&mut self, other: Chips) {
        *self = *self - other;
    }
}

impl Sum for Chips {
    fn sum<I: Iterator<Item = Chips>>(amounts: I) -> Chips {
        amounts.fold(Chips::ZERO, Add::add)
    }
}

impl fmt::Display for Chips {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, cents) = (self.0.unsigned_abs() / 100, self.0.unsigned_abs() % 100);
        if cents == 0 { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole}.{cents:02}") }
    }
}

impl FromStr for Chips {
    type Err = NotAnAmount;

    fn from_str(text: &str) -> Result<Chips, NotAnAmount> {
        let unreadable = || NotAnAmount::Unreadable(text.chars().take(40).collect());
        let (whole, cents) = text.split_once('.').map_or((text, None), |(w, c)| (w, Some(c)));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        if !digits(whole) || cents.is_some_and(|c| !digits(c) || c.len() > 2) {
            return Err(unreadable());
        }
        let cents = cents.map_or(0, |c| {
            let value = c.bytes().fold(0, |sum, b| sum * 10 + i64::from(b - b'0'));
            if c.len() == 1 { value * 10 } else { value }
        });
        let too_large = || NotAnAmount::TooLarge(text.chars().take(40).collect());
        let whole: i64 = whole.parse().map_err(|_| too_large())?;
        let amount = whole.checked_mul(100).and_then(|w| w.checked_add(cents)).map(Chips);
        amount.filter(|amount| *amount <= Chips::MOST).ok_or_else(too_large)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_read_and_written_alike() {
        for (text, minor) in [("0", 0), ("100", 10_000), ("37.50", 3750), ("0.05", 5), ("12.01", 1201)] {
            assert_eq!(text.parse(), Ok(Chips::minor(minor)));
            assert_eq!(Chips::minor(minor).to_string(), text);
        }
        assert_eq!("1.5".parse(), Ok(Chips::minor(150)));
        assert_eq!(Chips::minor(-7550).to_string(), "-75.50");
        assert_eq!(Chips::minor(-50).signed(), "-0.50");
        assert_eq!(Chips::ZERO.signed(), "0");
    }

    #[test]
    fn what_is_no_amount_is_refused() {
        for text in
            ["", ".", "1.", ".5", "-5", "+5", "1.234", "1e5", "ten", "99999999999999999999", "1000000000.01"]
        {
            assert!(text.parse::<Chips>().is_err(), "{text}");
        }
    }
}
