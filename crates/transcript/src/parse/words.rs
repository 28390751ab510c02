use vocabulary::{Card, Chips, NotAnAmount};

use super::Unreadable;
use crate::statement::{Name, SpotNumber};

/// Names no player can have.
const TAKEN: [&str; 4] = ["dealer", "pit", "house", "shoe"];

pub(super) type Read<T> = Result<T, Unreadable>;

/// The words of a line, read one after the other.
pub(super) struct Words<'t> {
    line: usize,
    pub(super) all: Vec<(usize, &'t str)>,
    pub(super) next: usize,
    end: usize,
}

impl<'t> Words<'t> {
    pub(super) fn of(text: &'t str, line: usize) -> Words<'t> {
        let mut words = Vec::new();
        let mut start = None;
        let mut end = 1;
        let (mut column, mut comment) = (0, false);
        for (at, letter) in text.char_indices() {
            column += 1;
            if letter.is_whitespace() {
                if let Some((from, at_column)) = start.take() {
                    words.push((at_column, &text[from..at]));
                    end = column;
                }
            } else if letter == '#' && start.is_none() {
                comment = true;
                break;
            } else if start.is_none() {
                start = Some((at, column));
            }
        }
        if let Some((from, at_column)) = start.filter(|_| !comment) {
            words.push((at_column, &text[from..]));
            end = column + 1;
        }
        Words { line, all: words, next: 0, end }
    }

    pub(super) fn fault(&self, expected: impl Into<String>) -> Unreadable {
        let (column, found) = match self.all.get(self.next) {
            Some((column, word)) => (*column, format!("`{}`", word.chars().take(40).collect::<String>())),
            None => (self.end, "the end of the line".to_owned()),
        };
        Unreadable { line: self.line, column, expected: expected.into(), found }
    }

    pub(super) fn peek(&self) -> Option<&'t str> {
        self.all.get(self.next).map(|(_, word)| *word)
    }

    pub(super) fn skip(&mut self) {
        self.next += 1;
    }

    /// Takes the next word if it is this one.
    pub(super) fn takes(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        self.next += usize::from(there);
        there
    }

    pub(super) fn word(&mut self, word: &str) -> Read<()> {
        if self.takes(word) { Ok(()) } else { Err(self.fault(format!("`{word}`"))) }
    }

    pub(super) fn any(&mut self, expected: &str) -> Read<&'t str> {
        let word = self.peek().ok_or_else(|| self.fault(expected))?;
        self.skip();
        Ok(word)
    }

    /// The next word, read by `read`.
    pub(super) fn read<T>(&mut self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        let value = self.peek().and_then(read).ok_or_else(|| self.fault(expected))?;
        self.skip();
        Ok(value)
    }

    pub(super) fn name(&mut self) -> Read<Name> {
        self.read("a player's name (a-z, 0-9 and -, not dealer, pit, house or shoe)", |word| {
            let letters = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            let name = letters && word.as_bytes()[0].is_ascii_lowercase() && !TAKEN.contains(&word);
            name.then(|| word.to_owned())
        })
    }

    /// The word after the next one.
    pub(super) fn peek_further(&self) -> Option<&'t str> {
        self.all.get(self.next + 1).map(|(_, word)| *word)
    }

    /// Whether the next word is a number.
    pub(super) fn number_is_next(&self) -> bool {
        self.peek().is_some_and(|word| word.bytes().all(|b| b.is_ascii_digit()))
    }

    /// A fault at the word just taken.
    pub(super) fn fault_before(&mut self, expected: impl Into<String>) -> Unreadable {
        self.next = self.next.saturating_sub(1);
        self.fault(expected)
    }

    pub(super) fn card(&mut self, expected: &str) -> Read<Card> {
        self.read(expected, |word| word.parse().ok())
    }

    pub(super) fn spot(&mut self) -> Read<u32> {
        self.number("a spot number")
    }

    pub(super) fn amount(&mut self) -> Read<Chips> {
        const EXPECTED: &str = "an amount like 100 or 37.50";
        let word = self.peek().ok_or_else(|| self.fault(EXPECTED))?;
        let amount = word.parse().map_err(|why: NotAnAmount| match why {
            NotAnAmount::Unreadable(_) => self.fault(EXPECTED),
            NotAnAmount::TooLarge(_) => self.fault(format!("an amount of at most {}", Chips::MOST)),
        })?;
        self.skip();
        Ok(amount)
    }

    /// A net: signed, or zero.
    pub(super) fn net(&mut self) -> Read<Chips> {
        self.read("an amount like +150, -75 or 0", |word| match word.as_bytes().first()? {
            b'+' => word[1..].parse().ok(),
            b'-' => word[1..].parse().ok().map(|amount: Chips| -amount),
            _ => word.parse().ok(),
        })
    }

    pub(super) fn number(&mut self, expected: &str) -> Read<u32> {
        self.read(expected, |word| {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| word.parse().unwrap_or(u32::MAX))
        })
    }

    /// `on SPOT`, which may be left out.
    pub(super) fn on(&mut self) -> Read<SpotNumber> {
        if self.takes("on") { self.spot().map(Some) } else { Ok(None) }
    }

    /// `for AMOUNT`, which may be left out.
    pub(super) fn amount_after_for(&mut self) -> Read<Option<Chips>> {
        if self.takes("for") { self.amount().map(Some) } else { Ok(None) }
    }

    /// A kind of wager, which may be left out.
    pub(super) fn kind(&mut self) -> Read<Option<String>> {
        if self.peek().is_none() { Ok(None) } else { self.a_kind().map(Some) }
    }

    pub(super) fn a_kind(&mut self) -> Read<String> {
        self.read("a side wager like pair or boom-busted", |word| is_word(word).then(|| word.to_owned()))
    }

    pub(super) fn rest(&mut self, expected: &str) -> Read<String> {
        if self.peek().is_none() {
            return Err(self.fault(expected));
        }
        let words: Vec<&str> = self.all[self.next..].iter().map(|(_, word)| *word).collect();
        self.next = self.all.len();
        Ok(words.join(" "))
    }

    pub(super) fn end(&self) -> Read<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.fault("the end of the line")) }
    }
}

pub(super) fn is_word(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && word.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
}
