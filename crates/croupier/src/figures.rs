//! How figures are written for people.

use dashu_ratio::RBig;

/// A mean net result, with its sign.
pub(crate) fn ev(value: f64) -> String {
    format!("{value:+.9}")
}

/// A mean net result in per cent of the wager, with its sign.
pub(crate) fn percent(value: f64) -> String {
    format!("{:+.4} %", unsigned_zero(100.0 * value, 4))
}

/// A small difference in per cent of the wager, with its sign.
pub(crate) fn fine(value: f64) -> String {
    format!("{:+.5} %", unsigned_zero(100.0 * value, 5))
}

/// What the house keeps of a wager, in per cent.
pub(crate) fn edge(value: f64) -> String {
    format!("{:.4} %", unsigned_zero(-100.0 * value, 4))
}

/// A figure that may not be known.
pub(crate) fn known(value: f64) -> String {
    if value.is_finite() { format!("{value:.6}") } else { "-".into() }
}

/// A fraction in lowest terms, always with its denominator.
pub(crate) fn fraction(value: &RBig) -> String {
    format!("{}/{}", value.numerator(), value.denominator())
}

/// Nothing is written without a minus, also where rounding makes it nothing.
fn unsigned_zero(value: f64, places: i32) -> f64 {
    if value.abs() < 0.5 * 10f64.powi(-places) { 0.0 } else { value }
}
