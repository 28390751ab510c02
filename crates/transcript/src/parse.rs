mod player;
mod staff;
mod words;

use std::fmt;

use vocabulary::{Card, Clause};

use self::player::player;
use self::staff::{dealer, pit};
use self::words::{Read, Words, is_word};
use crate::statement::{Expectation, Line, Statement, Transcript};

/// A line that cannot be read: where, and what was expected there.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub struct Unreadable {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, counted in characters.
    pub column: usize,
    /// What was expected.
    pub expected: String,
    /// What stood there.
    pub found: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: expected {}, found {}", self.line, self.column, self.expected, self.found)
    }
}

/// What a card looks like.
const A_CARD: &str = "a card like Ks or 7f";

/// Reads a transcript.
///
/// ```
/// let text = "game macau\nann bets 100 on 1\ndealer closes bets\n";
/// let transcript = transcript::parse(text)?;
/// assert_eq!(transcript.to_string(), text);
/// assert!(transcript::parse("ann dances").is_err());
/// # Ok::<(), Vec<transcript::Unreadable>>(())
/// ```
///
/// # Errors
///
/// Every line that cannot be read, with its column and what was expected there.
pub fn parse(text: &str) -> Result<Transcript, Vec<Unreadable>> {
    let (mut lines, mut faults) = (Vec::new(), Vec::new());
    for (at, line) in text.lines().enumerate() {
        let mut words = Words::of(line, at + 1);
        if words.all.is_empty() {
            continue;
        }
        match statement(&mut words).and_then(|statement| words.end().map(|()| statement)) {
            Ok(statement) => {
                let words = words.all.iter().map(|(column, word)| (*column, (*word).to_owned())).collect();
                lines.push(Line { number: at + 1, words, statement });
            }
            Err(fault) => faults.push(fault),
        }
    }
    if faults.is_empty() { Ok(Transcript { lines }) } else { Err(faults) }
}

fn statement(words: &mut Words<'_>) -> Read<Statement> {
    match words.peek().unwrap_or_default() {
        "game" => {
            words.skip();
            Ok(Statement::Game(words.any("a game or the path of a rule book")?.to_owned()))
        }
        "expect" => {
            words.skip();
            expectation(words).map(Statement::Expect)
        }
        "refuse" => {
            words.skip();
            refuse(words)
        }
        _ => sayable(words),
    }
}

fn refuse(words: &mut Words<'_>) -> Read<Statement> {
    let bracketed = |word: &str| word.strip_prefix('[').and_then(|w| w.strip_suffix(']')).map(str::to_owned);
    let clause = match words.peek().and_then(bracketed) {
        Some(clause) => {
            let clause: Clause = clause.parse().map_err(|_| words.fault("a clause number like [3.30]"))?;
            words.skip();
            Some(clause)
        }
        None => None,
    };
    if matches!(words.peek(), Some("refuse" | "expect" | "game")) {
        return Err(words.fault("a statement that can be refused: a setting, or what is said at the table"));
    }
    Ok(Statement::Refuse { clause, statement: Box::new(sayable(words)?) })
}

/// A statement that can be refused: settings, and what is said at the table.
fn sayable(words: &mut Words<'_>) -> Read<Statement> {
    match words.peek().unwrap_or_default() {
        "decks" => {
            words.skip();
            words.number("a number of decks").map(Statement::Decks)
        }
        "spots" => {
            words.skip();
            words.number("a number of spots").map(Statement::Spots)
        }
        "limits" => {
            words.skip();
            let digit = words.peek().is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let kind = if digit { None } else { Some(words.a_kind()?) };
            Ok(Statement::Limits { kind, min: words.amount()?, max: words.amount()? })
        }
        "unit" => {
            words.skip();
            words.amount().map(Statement::Unit)
        }
        "set" => {
            words.skip();
            let name = words.any("the name of a setting")?.to_owned();
            Ok(Statement::Set { name, value: words.any("a value for the setting")?.to_owned() })
        }
        "shoe" => {
            words.skip();
            cards(words).map(Statement::Shoe)
        }
        "dealer" => {
            words.skip();
            dealer(words)
        }
        "pit" => {
            words.skip();
            pit(words)
        }
        _ => {
            let expected =
                "a statement: a player's name, dealer, pit, shoe, expect, refuse, or a setting of the table";
            let name = words.name().map_err(|fault| Unreadable { expected: expected.into(), ..fault })?;
            player(words, name)
        }
    }
}

/// Cards to the end of the line, at least one.
fn cards(words: &mut Words<'_>) -> Read<Vec<Card>> {
    let mut cards = vec![words.card(A_CARD)?];
    while words.peek().is_some() {
        cards.push(words.card(A_CARD)?);
    }
    Ok(cards)
}

fn expectation(words: &mut Words<'_>) -> Read<Expectation> {
    const EXPECTED: &str = "a player's name, house, settled, void, open, dealer, turn or cites";
    let end = |words: &Words<'_>| words.all.len() == words.next + 1;
    match words.peek().unwrap_or_default() {
        "house" => {
            words.skip();
            words.net().map(Expectation::House)
        }
        "settled" if end(words) => {
            words.skip();
            Ok(Expectation::Settled)
        }
        "void" if end(words) => {
            words.skip();
            Ok(Expectation::Void)
        }
        "open" if end(words) => {
            words.skip();
            Ok(Expectation::Open)
        }
        "dealer" => {
            words.skip();
            if words.takes("blackjack") {
                Ok(Expectation::DealerBlackjack)
            } else if words.takes("bust") {
                Ok(Expectation::DealerBust)
            } else {
                words.number("a total, blackjack or bust").map(Expectation::DealerTotal)
            }
        }
        "turn" if words.all.get(words.next + 1).is_some_and(|(_, word)| is_word(word)) => {
            words.skip();
            Ok(Expectation::Turn { name: words.name()?, spot: words.on()? })
        }
        "cites" if words.all.len() == words.next + 2 => {
            words.skip();
            words.read("a clause number like 3.30", |word| word.parse().ok()).map(Expectation::Cites)
        }
        _ => {
            let name = words.name().map_err(|fault| Unreadable { expected: EXPECTED.into(), ..fault })?;
            Ok(Expectation::Net { name, amount: words.net()? })
        }
    }
}
