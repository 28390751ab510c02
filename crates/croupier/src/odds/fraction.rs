//! Fraction figures as people and programs read them.

use dashu_int::ops::{Abs, DivRem};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A fraction. Programs get it in lowest terms, `a/b`, together with the nearest decimal number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fraction(pub(crate) RBig);

impl Fraction {
    /// In lowest terms; `1` and `0` have no denominator.
    pub(crate) fn lowest(&self) -> String {
        self.0.to_string()
    }

    /// Rounded to so many places, half away from nothing. No double comes between.
    pub(crate) fn decimal(&self, places: usize) -> String {
        let scale = UBig::from(10u8).pow(places);
        let twice = self.0.numerator().clone().abs() * IBig::from(scale.clone()) * IBig::from(2u8);
        let under = IBig::from(self.0.denominator().clone());
        let rounded = (twice + &under) / (under * IBig::from(2u8));
        let (whole, part) = rounded.clone().div_rem(IBig::from(scale));
        let sign = if self.0 < RBig::ZERO && rounded != IBig::ZERO { "-" } else { "" };
        let whole = grouped(&whole.to_string());
        if places == 0 {
            format!("{sign}{whole}")
        } else {
            format!("{sign}{whole}.{part:0>places$}", part = part.to_string())
        }
    }

    /// As so many per cent.
    pub(crate) fn percent(&self, places: usize) -> String {
        format!("{} %", Fraction(&self.0 * RBig::from(100u8)).decimal(places))
    }
}

impl Serialize for Fraction {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut both = serializer.serialize_struct("Fraction", 2)?;
        both.serialize_field("fraction", &self.lowest())?;
        both.serialize_field("decimal", &self.0.to_f64().value())?;
        both.end()
    }
}

/// A whole number with its thousands set apart.
pub(crate) fn grouped(digits: &str) -> String {
    let mut grouped = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A mean or a deviation that may be missing.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Figure(pub(crate) f64);

impl Figure {
    /// With so many places, or in words that it was not computed.
    pub(crate) fn decimal(self, places: usize) -> String {
        if self.0.is_finite() {
            without_minus_nothing(format!("{:.places$}", self.0))
        } else {
            "not computed".into()
        }
    }

    /// As a power of ten, for what is all but nothing.
    pub(crate) fn order(self) -> String {
        if self.0.is_finite() { format!("{:.0e}", self.0) } else { self.decimal(0) }
    }

    /// As so many per cent.
    pub(crate) fn percent(self, places: usize) -> String {
        if self.0.is_finite() {
            format!("{} %", Figure(self.0 * 100.0).decimal(places))
        } else {
            self.decimal(0)
        }
    }
}

impl Serialize for Figure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value = Some(self.0).filter(|value| value.is_finite());
        value.serialize(serializer)
    }
}

/// A number that rounds to nothing has no sign.
fn without_minus_nothing(text: String) -> String {
    match text.strip_prefix('-') {
        Some(size) if size.bytes().all(|digit| matches!(digit, b'0' | b'.')) => size.to_owned(),
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Fraction {
        Fraction(text.parse().unwrap())
    }

    #[test]
    fn fractions_are_rounded_from_their_digits_and_not_by_way_of_doubles() {
        for (fraction, places, decimal) in [
            ("31/415", 10, "0.0746987952"),
            ("-43/415", 4, "-0.1036"),
            ("1/2", 0, "1"),
            ("-1/2", 0, "-1"),
            ("-1/20000", 3, "0.000"),
            ("2/3", 20, "0.66666666666666666667"),
            ("1234567/1", 2, "1,234,567.00"),
            ("0", 2, "0.00"),
        ] {
            assert_eq!(of(fraction).decimal(places), decimal, "{fraction}");
        }
        assert_eq!(of("-43/415").percent(3), "-10.361 %");
    }

    #[test]
    fn thousands_are_set_apart() {
        for (digits, text) in
            [("0", "0"), ("999", "999"), ("86320", "86,320"), ("4647347640", "4,647,347,640")]
        {
            assert_eq!(grouped(digits), text);
        }
    }

    #[test]
    fn a_figure_that_is_missing_is_said_so_and_is_null_for_programs() {
        assert_eq!(Figure(f64::NAN).percent(2), "not computed");
        assert_eq!(serde_json::to_string(&Figure(f64::NAN)).unwrap(), "null");
        assert_eq!(
            (Figure(-0.001).decimal(2), Figure(0.005_11).percent(3)),
            ("0.00".into(), "0.511 %".into())
        );
    }
}
