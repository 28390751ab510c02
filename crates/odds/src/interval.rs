//! Doubles with their rounding errors: two bounds that the true value lies between.

use std::cmp::Ordering;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use crate::number::Number;

/// A number known to lie between two doubles. Every operation rounds the bounds outwards.
///
/// ```
/// use odds::{Interval, Number};
/// let third = Interval::fraction(1, 3);
/// assert!(third.low() < third.high());
/// assert!((third.clone() * &Interval::whole(3)).contains(1.0));
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    /// The lower bound.
    #[must_use]
    pub const fn low(&self) -> f64 {
        self.low
    }

    /// The upper bound.
    #[must_use]
    pub const fn high(&self) -> f64 {
        self.high
    }

    /// Whether a number lies between the bounds.
    #[must_use]
    pub fn contains(&self, number: f64) -> bool {
        self.low <= number && number <= self.high
    }

    /// How far a number can be from the true value at most.
    #[must_use]
    pub fn farthest_from(&self, number: f64) -> f64 {
        (self.high - number).max(number - self.low).next_up()
    }

    fn outwards(low: f64, high: f64) -> Interval {
        Interval { low: low.next_down(), high: high.next_up() }
    }

    /// Zero is known exactly: most products with it come from cards that are not there.
    fn is_zero(self) -> bool {
        self.low == 0.0 && self.high == 0.0
    }
}

impl PartialOrd for Interval {
    fn partial_cmp(&self, other: &Interval) -> Option<Ordering> {
        (self.low + self.high).partial_cmp(&(other.low + other.high))
    }
}

impl Neg for Interval {
    type Output = Interval;
    fn neg(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }
}

impl Add<&Interval> for Interval {
    type Output = Interval;
    fn add(self, other: &Interval) -> Interval {
        if self.is_zero() {
            return *other;
        }
        if other.is_zero() {
            return self;
        }
        Interval::outwards(self.low + other.low, self.high + other.high)
    }
}

impl AddAssign<&Interval> for Interval {
    fn add_assign(&mut self, other: &Interval) {
        *self = *self + other;
    }
}

impl Sub<&Interval> for Interval {
    type Output = Interval;
    fn sub(self, other: &Interval) -> Interval {
        self + &-*other
    }
}

impl Mul<&Interval> for Interval {
    type Output = Interval;
    fn mul(self, other: &Interval) -> Interval {
        if self.is_zero() || other.is_zero() {
            return Interval { low: 0.0, high: 0.0 };
        }
        let corners =
            [self.low * other.low, self.low * other.high, self.high * other.low, self.high * other.high];
        let low = corners.iter().copied().fold(f64::INFINITY, f64::min);
        let high = corners.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        Interval::outwards(low, high)
    }
}

impl Div<&Interval> for Interval {
    type Output = Interval;
    fn div(self, other: &Interval) -> Interval {
        if self.is_zero() {
            return self;
        }
        if other.contains(0.0) {
            return Interval { low: f64::NEG_INFINITY, high: f64::INFINITY };
        }
        self * &Interval::outwards(1.0 / other.high, 1.0 / other.low)
    }
}

impl Number for Interval {
    fn whole(number: i64) -> Interval {
        let nearest = f64::whole(number);
        if number.unsigned_abs() < 1 << 53 {
            Interval { low: nearest, high: nearest }
        } else {
            Interval::outwards(nearest, nearest)
        }
    }

    fn to_f64(&self) -> f64 {
        f64::midpoint(self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A thousand thirds added up are between the bounds, which stay close.
    #[test]
    fn the_true_value_stays_between_the_bounds() {
        let (mut sum, third) = (Interval::whole(0), Interval::fraction(1, 3));
        for _ in 0..3000 {
            sum += &third;
        }
        assert!(sum.contains(1000.0), "{sum:?}");
        assert!(sum.farthest_from(1000.0) < 1e-9);
        let back = sum / &Interval::fraction(-1, 7) * &Interval::fraction(-1, 7);
        assert!(back.contains(1000.0), "{back:?}");
        assert!((Interval::whole(1) / &(third - &third)).contains(1e300), "no bounds where nothing is known");
    }
}
