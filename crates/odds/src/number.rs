//! The arithmetic of an analysis: doubles for speed, rationals for the proof. The formulas are written once, and
//! compiled once for each number.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub};

use dashu_ratio::RBig;

use crate::formulas::Formulas;

/// A number an analysis can be carried out in: `f64`, [`Interval`](crate::Interval) or [`RBig`].
pub trait Number:
    Formulas
    + Clone
    + Debug
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Neg<Output = Self>
    + for<'a> Add<&'a Self, Output = Self>
    + for<'a> Sub<&'a Self, Output = Self>
    + for<'a> Mul<&'a Self, Output = Self>
    + for<'a> Div<&'a Self, Output = Self>
    + for<'a> AddAssign<&'a Self>
{
    /// The whole number.
    fn whole(number: i64) -> Self;

    /// The nearest double, for people.
    fn to_f64(&self) -> f64;

    /// Nothing.
    #[must_use]
    fn zero() -> Self {
        Self::whole(0)
    }

    /// So many to so many.
    #[must_use]
    fn fraction(over: i64, under: i64) -> Self {
        Self::whole(over) / &Self::whole(under)
    }

    /// The sum of the products of two rows.
    #[must_use]
    fn dot(left: &[Self], right: &[Self]) -> Self {
        let mut sum = Self::zero();
        for (a, b) in left.iter().zip(right) {
            sum += &(a.clone() * b);
        }
        sum
    }
}

impl Number for f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts of cards and orders are far below 2^53")]
    fn whole(number: i64) -> f64 {
        number as f64
    }

    fn to_f64(&self) -> f64 {
        *self
    }

    fn dot(left: &[f64], right: &[f64]) -> f64 {
        pulp::Arch::new().dispatch(|| dot_in_lanes(left, right))
    }
}

/// How many products are summed side by side.
pub(crate) const LANES: usize = 8;

/// Sums side by side, so that additions need not wait for each other.
#[expect(clippy::inline_always, reason = "inlined into what is compiled for the processor at hand")]
#[inline(always)]
fn dot_in_lanes(left: &[f64], right: &[f64]) -> f64 {
    let both = left.len().min(right.len());
    let (left, right) = (left[..both].as_chunks::<LANES>(), right[..both].as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in left.0.iter().zip(right.0) {
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
    }
    let rest: f64 = left.1.iter().zip(right.1).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f64>() + rest
}

impl Number for RBig {
    fn whole(number: i64) -> RBig {
        RBig::from(number)
    }

    fn to_f64(&self) -> f64 {
        self.to_f64().value()
    }
}
