//! Large numbers as people write them.

use std::str::FromStr;

/// A number of rounds: 1000000, `1_000_000`, 1e6, 250M, 2G.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Amount(pub(crate) u64);

/// So many that no machine plays them, and no sum of them overflows.
pub(crate) const MOST: u64 = 1_000_000_000_000_000;

impl FromStr for Amount {
    type Err = String;

    fn from_str(text: &str) -> Result<Amount, String> {
        let wrong = || format!("`{text}` is no number of rounds: write one like 1000000, 1e9, 250M or 2G");
        let plain: String = text.chars().filter(|letter| !matches!(letter, '_' | ',' | '\'')).collect();
        let (digits, zeros) = match plain.chars().last() {
            Some('k' | 'K') => (&plain[..plain.len() - 1], 3),
            Some('M' | 'm') => (&plain[..plain.len() - 1], 6),
            Some('G' | 'g' | 'B' | 'b') => (&plain[..plain.len() - 1], 9),
            Some('T' | 't') => (&plain[..plain.len() - 1], 12),
            _ => match plain.split_once(['e', 'E']) {
                Some((digits, zeros)) => (digits, zeros.parse().map_err(|_| wrong())?),
                None => (plain.as_str(), 0),
            },
        };
        let rounds = scaled(digits, zeros).ok_or_else(wrong)?;
        match rounds {
            0 => Err("zero rounds: nothing would be played".into()),
            rounds if rounds > MOST => Err(format!("{text} rounds are more than {}", grouped(MOST))),
            rounds => Ok(Amount(rounds)),
        }
    }
}

/// Digits with a point somewhere, and so many zeros.
fn scaled(digits: &str, zeros: usize) -> Option<u64> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let given = !whole.is_empty() || !part.is_empty();
    if !given
        || part.len() > zeros
        || zeros > 18
        || !(whole.chars().chain(part.chars())).all(|d| d.is_ascii_digit())
    {
        return None;
    }
    let all = format!("{whole}{part}{}", "0".repeat(zeros - part.len()));
    all.parse().ok().or(Some(u64::MAX))
}

/// A number with its digits in threes.
pub(crate) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_are_read_as_people_write_them() {
        for (text, rounds) in [
            ("7", 7),
            ("1_000", 1000),
            ("1e6", 1_000_000),
            ("2.5e3", 2500),
            ("250M", 250_000_000),
            ("1.5G", 1_500_000_000),
            ("1,000,000", 1_000_000),
        ] {
            assert_eq!(text.parse(), Ok(Amount(rounds)), "{text}");
        }
        for text in
            ["", "0", "-1", "1.5", "M", "e6", "1e99", "99999999999999999999999", "2e15", "ten", "1e-3", "."]
        {
            assert!(text.parse::<Amount>().is_err(), "{text}");
        }
    }

    #[test]
    fn digits_stand_in_threes() {
        assert_eq!([0, 999, 1000, 1_234_567].map(grouped), ["0", "999", "1,000", "1,234,567"]);
    }
}
