//! Sizes as people write them: "1 GiB".

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserializer, Error, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Size(pub u64);

/// The units a size is written in, and how many bytes each has. The units it is shown in come first.
const UNITS: [(&str, u64); 8] = [
    ("TiB", 1 << 40),
    ("GiB", 1 << 30),
    ("MiB", 1 << 20),
    ("KiB", 1 << 10),
    ("TB", 1_000_000_000_000),
    ("GB", 1_000_000_000),
    ("MB", 1_000_000),
    ("kB", 1_000),
];
const SHOWN: usize = 4;

/// Text that is no size.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a size: write a whole number and a unit, such as \"1 GiB\" or \"128 MiB\", or 0")]
pub struct NotASize(String);

impl Size {
    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// The size in round figures, for people; never more than it is.
    #[must_use]
    pub fn about(self) -> String {
        let Size(bytes) = self;
        let Some((unit, worth)) = UNITS[..SHOWN].iter().find(|(_, worth)| bytes >= *worth) else {
            return format!("{bytes} bytes");
        };
        let (whole, tenths) = (bytes / worth, u128::from(bytes % worth) * 10 / u128::from(*worth));
        if whole < 10 && tenths > 0 { format!("{whole}.{tenths} {unit}") } else { format!("{whole} {unit}") }
    }
}

/// Exactly, in the largest unit that leaves a whole number.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Size(bytes) = *self;
        let whole = UNITS.iter().find(|(_, worth)| bytes > 0 && bytes.is_multiple_of(*worth));
        match whole {
            Some((unit, worth)) => write!(f, "{} {unit}", bytes / worth),
            None if bytes == 0 => f.write_str("0"),
            None => write!(f, "{bytes} B"),
        }
    }
}

impl FromStr for Size {
    type Err = NotASize;

    fn from_str(text: &str) -> Result<Size, NotASize> {
        let trimmed = text.trim();
        let digits = trimmed.bytes().take_while(u8::is_ascii_digit).count();
        let (number, unit) = trimmed.split_at(digits);
        let number: Option<u64> = number.parse().ok();
        let unit = unit.trim_start();
        let worth = match unit {
            "B" => Some(1),
            // A number alone could mean anything, save nothing.
            "" => Some(0).filter(|_| number == Some(0)),
            unit => UNITS.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit)).map(|(_, worth)| *worth),
        };
        let size = number.zip(worth).and_then(|(number, worth)| number.checked_mul(worth));
        size.map(Size).ok_or_else(|| NotASize(text.to_owned()))
    }
}

impl Serialize for Size {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Size {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Size, D::Error> {
        deserializer.deserialize_any(Written)
    }
}

/// A size in a file: a text, or the number 0.
struct Written;

impl Visitor<'_> for Written {
    type Value = Size;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a size such as \"1 GiB\", or 0")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Size, E> {
        text.parse().map_err(E::custom)
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Size, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Size, E> {
        self.visit_str(&number.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_is_read_as_people_write_it_and_written_so_that_it_is_read_again() {
        for (text, bytes, written) in [
            ("1 GiB", 1 << 30, "1 GiB"),
            ("128MiB", 128 << 20, "128 MiB"),
            (" 2048 mib ", 2 << 30, "2 GiB"),
            ("5 GB", 5_000_000_000, "5 GB"),
            ("1500 kB", 1_500_000, "1500 kB"),
            ("1001 B", 1001, "1001 B"),
            ("0", 0, "0"),
            ("0 GiB", 0, "0"),
        ] {
            assert_eq!(text.parse(), Ok(Size(bytes)), "{text}");
            assert_eq!(Size(bytes).to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(Size(bytes)), "{text}");
        }
    }

    #[test]
    fn what_is_no_size_is_refused_with_what_to_write() {
        for text in ["", "1", "GiB", "1.5 GiB", "-1 GiB", "1 Gib/s", "1 PiB", "99999999999999 TiB", "١ GiB"]
        {
            let refused = text.parse::<Size>().map_err(|why| why.to_string());
            assert!(
                refused.as_ref().is_err_and(|why| why.contains("such as \"1 GiB\"")),
                "{text}: {refused:?}"
            );
        }
        let read = |json: &str| serde_json::from_str::<Size>(json).map_err(|why| why.to_string());
        assert_eq!((read("0"), read("\"3 MiB\"")), (Ok(Size(0)), Ok(Size(3 << 20))));
        for json in ["7", "-1", "true", "[]"] {
            assert!(read(json).is_err_and(|why| why.contains("such as \"1 GiB\"")), "{json}");
        }
    }

    #[test]
    fn what_is_left_is_never_told_as_more() {
        for (bytes, about) in [
            (0, "0 bytes"),
            (1023, "1023 bytes"),
            ((1 << 30) - 1, "1023 MiB"),
            ((1 << 30) + (1 << 29), "1.5 GiB"),
            ((2 << 30) - 1, "1.9 GiB"),
            (1 << 30, "1 GiB"),
            (97 << 20, "97 MiB"),
            (u64::MAX, "16777215 TiB"),
        ] {
            assert_eq!(Size(bytes).about(), about, "{bytes}");
        }
    }
}
