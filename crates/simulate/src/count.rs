//! Counting systems as data: what each card adds to the count, and how the count is told.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use toml::Spanned;
use vocabulary::{Card, Deck};

use crate::written::{Miswritten, hundredths, read};

/// A count, running or true, in hundredths.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Count(pub i32);

/// What a player goes by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum By {
    /// The running count for each deck that is left.
    #[default]
    True,
    /// The running count itself, as unbalanced systems have it.
    Running,
}

/// How a true count is rounded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// Down, also below nought.
    #[default]
    Floor,
    /// Towards nought.
    Truncate,
    /// To the nearest, halves up.
    Nearest,
    /// Not, beyond hundredths.
    Exact,
}

/// How closely a player sees how many decks are left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Resolution {
    /// To the card.
    #[default]
    Card,
    /// To the nearest quarter of a deck.
    Quarter,
    /// To the nearest half.
    Half,
    /// To the nearest deck.
    Full,
}

/// A counting system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct System {
    /// Its name.
    pub name: String,
    /// What bets and plays go by.
    pub by: By,
    /// How a true count is rounded.
    pub rounding: Rounding,
    /// How closely the decks left are seen.
    pub resolution: Resolution,
    /// By value, from the Ace to ten.
    tags: [Count; 10],
    /// Cards with tags of their own.
    own: Vec<(Card, Count)>,
    start: (Count, Count),
}

/// The systems that are known by name.
const KNOWN: &str = include_str!("systems.toml");
const VALUES: [&str; 10] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    name: String,
    tags: BTreeMap<Spanned<String>, Spanned<f64>>,
    #[serde(default)]
    by: By,
    #[serde(default)]
    rounding: Rounding,
    #[serde(default)]
    decks: Resolution,
    start: Option<WrittenStart>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct WrittenStart {
    plus: Option<Spanned<f64>>,
    per_deck: Option<Spanned<f64>>,
}

impl Count {
    /// The count that is this number; `None` if it has more than two digits after the point or is out of all bounds.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "it was checked to be a whole number in bounds")]
    pub fn new(number: f64) -> Option<Count> {
        let hundredths = (number * 100.0).round();
        let close = (hundredths / 100.0 - number).abs() < 1e-9 && number.abs() <= 1000.0;
        close.then_some(Count(hundredths as i32))
    }

    /// The whole number at or below it.
    #[must_use]
    pub const fn floor(self) -> i32 {
        self.0.div_euclid(100)
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", f64::from(self.0) / 100.0)
    }
}

impl System {
    /// The words of all systems that are known by name.
    #[must_use]
    pub fn words() -> Vec<String> {
        read::<BTreeMap<String, Written>>(KNOWN)
            .map_or_else(|_| Vec::new(), |known| known.into_keys().collect())
    }

    /// The system of this word, like `hi-lo`.
    #[must_use]
    pub fn known(word: &str) -> Option<System> {
        let mut known: BTreeMap<String, Written> = read(KNOWN).ok()?;
        System::of(KNOWN, known.remove(word)?).ok()
    }

    /// Reads a system of one's own: `name`, `tags`, and where they differ from Hi-Lo's `by`, `rounding`, `decks`, `start`.
    ///
    /// # Errors
    ///
    /// With the first line that cannot be understood.
    pub fn read(text: &str) -> Result<System, Miswritten> {
        System::of(text, read(text)?)
    }

    fn of(text: &str, written: Written) -> Result<System, Miswritten> {
        let Written { name, tags: list, by, rounding, decks: resolution, start } = written;
        let (mut tags, mut own) = ([Count(0); 10], Vec::new());
        for (key, tag) in &list {
            let tag = hundredths(text, tag, &format!("the tag of {}", key.get_ref()))?;
            match (VALUES.iter().position(|value| value == key.get_ref()), key.get_ref().parse::<Card>()) {
                (Some(value), _) => tags[value] = tag,
                (None, Ok(card)) => own.push((card, tag)),
                (None, Err(_)) => {
                    let what =
                        format!("`{}` is no card: write A, 2 to 9, T, or one card like 7h", key.get_ref());
                    return Err(Miswritten::new(text, key.span().start, what));
                }
            }
        }
        let part = |part: Option<&Spanned<f64>>| {
            part.map_or(Ok(Count(0)), |part| hundredths(text, part, "the start"))
        };
        let plus = part(start.as_ref().and_then(|start| start.plus.as_ref()))?;
        let per_deck = part(start.as_ref().and_then(|start| start.per_deck.as_ref()))?;
        Ok(System { name, by, rounding, resolution, tags, own, start: (plus, per_deck) })
    }

    /// What a card adds to the running count when it is seen.
    #[must_use]
    pub fn tag(&self, card: Card) -> Count {
        let own = self.own.iter().find(|(other, _)| *other == card);
        own.map_or(self.tags[usize::from(card.rank().points()) - 1], |(_, tag)| *tag)
    }

    /// What all cards of a deck come to: nought if the system is balanced.
    #[must_use]
    pub fn balance(&self, deck: Deck) -> Count {
        Count(deck.cards().map(|card| self.tag(card).0).sum())
    }

    /// The running count of a full shoe.
    #[must_use]
    pub fn start(&self, decks: u8) -> Count {
        Count(self.start.0.0 + i32::from(decks) * self.start.1.0)
    }

    /// The count a player goes by, from the running count and how many cards are left.
    #[must_use]
    pub fn told(&self, running: Count, left: u16, deck: Deck) -> Count {
        if self.by == By::Running {
            return running;
        }
        let (size, left) = (i64::try_from(deck.size()).unwrap_or(52), i64::from(left.max(1)));
        let parts = match self.resolution {
            Resolution::Card => size,
            Resolution::Quarter => 4,
            Resolution::Half => 2,
            Resolution::Full => 1,
        };
        let seen = ((2 * left * parts + size) / (2 * size)).max(1);
        let (over, under) = (i64::from(running.0) * parts, seen * 100);
        let told = match self.rounding {
            Rounding::Floor => 100 * over.div_euclid(under),
            Rounding::Truncate => 100 * (over / under),
            Rounding::Nearest => 100 * (2 * over + under).div_euclid(2 * under),
            Rounding::Exact => over.div_euclid(seen),
        };
        Count(i32::try_from(told).unwrap_or(i32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_has_the_balance_and_the_level_it_is_known_for() {
        // Balance over a deck, and the largest tag, as published.
        for (word, balance, level) in [
            ("hi-lo", 0, 100),
            ("ko", 400, 100),
            ("hi-opt-1", 0, 100),
            ("hi-opt-2", 0, 200),
            ("omega-2", 0, 200),
            ("zen", 0, 200),
            ("halves", 0, 150),
        ] {
            let system = System::known(word).unwrap();
            assert_eq!(system.balance(Deck::Standard52), Count(balance), "{word}");
            assert_eq!(system.balance(Deck::Elements65), Count(balance / 4 * 5), "{word}");
            assert_eq!(system.tags.iter().map(|tag| tag.0.abs()).max(), Some(level), "{word}");
        }
        assert_eq!(System::words().len(), 7);
        assert_eq!(System::known("ko").unwrap().start(6), Count(-2000));
        assert_eq!(System::known("luck"), None);
    }

    #[test]
    fn a_true_count_is_for_each_deck_left_and_rounded_as_asked() {
        let hi_lo = System::known("hi-lo").unwrap();
        let told = |rounding, resolution, running, left| {
            let system = System { rounding, resolution, ..hi_lo.clone() };
            system.told(Count(running), left, Deck::Standard52).0
        };
        // Seven with three decks left is 2.33; below nought the ways differ.
        assert_eq!(told(Rounding::Floor, Resolution::Card, 700, 156), 200);
        assert_eq!(told(Rounding::Exact, Resolution::Card, 700, 156), 233);
        assert_eq!(told(Rounding::Floor, Resolution::Card, -700, 156), -300);
        assert_eq!(told(Rounding::Truncate, Resolution::Card, -700, 156), -200);
        assert_eq!(told(Rounding::Nearest, Resolution::Card, -700, 156), -200);
        assert_eq!(told(Rounding::Nearest, Resolution::Card, 750, 156), 300);
        // 100 cards are 1.92 decks: 2 to the half, the quarter and the deck; 70 are 1.35: 1.25, 1.5, 1.
        assert_eq!(told(Rounding::Exact, Resolution::Half, 700, 100), 350);
        assert_eq!(told(Rounding::Exact, Resolution::Quarter, 500, 70), 400);
        assert_eq!(told(Rounding::Exact, Resolution::Half, 600, 70), 400);
        assert_eq!(told(Rounding::Exact, Resolution::Full, 600, 70), 600);
        // However few cards are left, some part of a deck is.
        assert_eq!(told(Rounding::Exact, Resolution::Full, 100, 0), 100);
        let ko = System::known("ko").unwrap();
        assert_eq!(ko.told(Count(300), 52, Deck::Standard52), Count(300));
    }

    #[test]
    fn one_writes_a_system_of_ones_own() {
        let text = "name = \"Red Seven\"\nby = \"running\"\nstart = { per-deck = -2 }\n\
                    tags = { A = -1, 2 = 1, 3 = 1, 4 = 1, 5 = 1, 6 = 1, 7h = 1, 7d = 1, T = -1 }\n";
        let system = System::read(text).unwrap();
        assert_eq!(system.balance(Deck::Standard52), Count(200));
        assert_eq!((system.start(6), system.tag("7h".parse().unwrap())), (Count(-1200), Count(100)));
        assert_eq!(system.tag("7s".parse().unwrap()), Count(0));
        for (text, line, said) in [
            ("name = \"x\"\n\ntags = { A = -1,\n E = 2 }", 4, "`E` is no card"),
            ("name = \"x\"\ntags = { A = 0.333 }", 2, "the tag of A is 0.333"),
            ("name = \"x\"\ntags = { A = -1 }\nby = \"luck\"", 3, "unknown variant"),
            ("name = \"x\"\ntags = { A = -1 }\nspeed = 3", 3, "unknown field"),
            ("tags = { A = -1 }", 1, "missing field `name`"),
            ("name = \"x\"\ntags = { A = }", 2, ""),
        ] {
            let wrong = System::read(text).unwrap_err();
            assert_eq!(wrong.line, line, "{text}: {wrong}");
            assert!(wrong.what.contains(said), "{text}: {wrong}");
        }
    }
}
