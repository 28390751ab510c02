use std::fmt;

use round::Trouble;
use vocabulary::{Card, Chips, Clause, NotAnAmount};

use crate::statement::{Expectation, Line, Name, SpotNumber, Statement, Transcript};

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

/// Names no player can have.
const TAKEN: [&str; 4] = ["dealer", "pit", "house", "shoe"];

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

type Read<T> = Result<T, Unreadable>;

/// The words of a line, read one after the other.
struct Words<'t> {
    line: usize,
    all: Vec<(usize, &'t str)>,
    next: usize,
    end: usize,
}

impl<'t> Words<'t> {
    fn of(text: &'t str, line: usize) -> Words<'t> {
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

    fn fault(&self, expected: impl Into<String>) -> Unreadable {
        let (column, found) = match self.all.get(self.next) {
            Some((column, word)) => (*column, format!("`{}`", word.chars().take(40).collect::<String>())),
            None => (self.end, "the end of the line".to_owned()),
        };
        Unreadable { line: self.line, column, expected: expected.into(), found }
    }

    fn peek(&self) -> Option<&'t str> {
        self.all.get(self.next).map(|(_, word)| *word)
    }

    fn skip(&mut self) {
        self.next += 1;
    }

    /// Takes the next word if it is this one.
    fn takes(&mut self, word: &str) -> bool {
        let there = self.peek() == Some(word);
        self.next += usize::from(there);
        there
    }

    fn word(&mut self, word: &str) -> Read<()> {
        if self.takes(word) { Ok(()) } else { Err(self.fault(format!("`{word}`"))) }
    }

    fn any(&mut self, expected: &str) -> Read<&'t str> {
        let word = self.peek().ok_or_else(|| self.fault(expected))?;
        self.skip();
        Ok(word)
    }

    /// The next word, read by `read`.
    fn read<T>(&mut self, expected: &str, read: impl FnOnce(&str) -> Option<T>) -> Read<T> {
        let value = self.peek().and_then(read).ok_or_else(|| self.fault(expected))?;
        self.skip();
        Ok(value)
    }

    fn name(&mut self) -> Read<Name> {
        self.read("a player's name (a-z, 0-9 and -, not dealer, pit, house or shoe)", |word| {
            let letters = word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
            let name = letters && word.as_bytes()[0].is_ascii_lowercase() && !TAKEN.contains(&word);
            name.then(|| word.to_owned())
        })
    }

    fn amount(&mut self) -> Read<Chips> {
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
    fn net(&mut self) -> Read<Chips> {
        self.read("an amount like +150, -75 or 0", |word| match word.as_bytes().first()? {
            b'+' => word[1..].parse().ok(),
            b'-' => word[1..].parse().ok().map(|amount: Chips| -amount),
            _ => word.parse().ok(),
        })
    }

    fn number(&mut self, expected: &str) -> Read<u32> {
        self.read(expected, |word| {
            let digits = word.bytes().all(|b| b.is_ascii_digit());
            digits.then(|| word.parse().unwrap_or(u32::MAX))
        })
    }

    /// `on SPOT`, which may be left out.
    fn on(&mut self) -> Read<SpotNumber> {
        if self.takes("on") { self.number("a spot number").map(Some) } else { Ok(None) }
    }

    /// `for AMOUNT`, which may be left out.
    fn amount_after_for(&mut self) -> Read<Option<Chips>> {
        if self.takes("for") { self.amount().map(Some) } else { Ok(None) }
    }

    /// A kind of wager, which may be left out.
    fn kind(&mut self) -> Read<Option<String>> {
        if self.peek().is_none() { Ok(None) } else { self.a_kind().map(Some) }
    }

    fn a_kind(&mut self) -> Read<String> {
        self.read("a side wager like pair or boom-busted", |word| is_word(word).then(|| word.to_owned()))
    }

    fn rest(&mut self, expected: &str) -> Read<String> {
        if self.peek().is_none() {
            return Err(self.fault(expected));
        }
        let words: Vec<&str> = self.all[self.next..].iter().map(|(_, word)| *word).collect();
        self.next = self.all.len();
        Ok(words.join(" "))
    }

    fn end(&self) -> Read<()> {
        if self.peek().is_none() { Ok(()) } else { Err(self.fault("the end of the line")) }
    }
}

fn is_word(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        && word.as_bytes().first().is_some_and(u8::is_ascii_lowercase)
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
            shoe(words)
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

fn shoe(words: &mut Words<'_>) -> Read<Statement> {
    let card = |words: &mut Words<'_>| words.read("a card like Ks or 7f", |word| word.parse::<Card>().ok());
    let mut cards = vec![card(words)?];
    while words.peek().is_some() {
        cards.push(card(words)?);
    }
    Ok(Statement::Shoe(cards))
}

fn dealer(words: &mut Words<'_>) -> Read<Statement> {
    match words.any("opens, closes, deals or finds")? {
        "opens" => words.word("bets").map(|()| Statement::OpensBets),
        "closes" if words.takes("bets") => Ok(Statement::ClosesBets),
        "closes" if words.takes("offers") => Ok(Statement::ClosesOffers),
        "closes" => Err(words.fault("`bets` or `offers`")),
        "deals" => words.word("on").map(|()| Statement::DealsOn),
        "finds" => Ok(Statement::Finds {
            name: words.name()?,
            amount: words.amount()?,
            spot: words.on()?,
            kind: words.kind()?,
        }),
        _ => {
            words.next -= 1;
            Err(words.fault("opens, closes, deals or finds"))
        }
    }
}

fn pit(words: &mut Words<'_>) -> Read<Statement> {
    match words.any("reports, voids or rules")? {
        "reports" => {
            let known = Trouble::ALL.map(Trouble::word).join(", ");
            let trouble = words.read(&format!("one of {known}"), |word| {
                Trouble::ALL.into_iter().find(|trouble| trouble.word() == word)
            })?;
            let mut names = Vec::new();
            while trouble == Trouble::PowerFailure && words.peek().is_some() {
                names.push(words.name()?);
            }
            Ok(Statement::Reports { trouble, names })
        }
        "voids" => {
            words.word("because")?;
            Ok(Statement::Voids { words: words.rest("the reason, in words")? })
        }
        "rules" => Ok(Statement::Rules { words: words.rest("the ruling, in words")? }),
        _ => {
            words.next -= 1;
            Err(words.fault("reports, voids or rules"))
        }
    }
}

fn player(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    const VERBS: &str = "what the player does: sits, leaves, bets, withdraws, insures, takes even money, surrenders, \
                         declines, hits, stands, splits, doubles, follows, times out, is absent, returns, continues";
    match words.any(VERBS)? {
        "sits" => {
            words.word("on")?;
            Ok(Statement::Sits { name, spot: Some(words.number("a spot number")?) })
        }
        "leaves" => {
            words.takes("on");
            let spot = if words.peek().is_some() { Some(words.number("a spot number")?) } else { None };
            Ok(Statement::Leaves { name, spot })
        }
        "bets" => {
            Ok(Statement::Bets { name, amount: words.amount()?, spot: words.on()?, kind: words.kind()? })
        }
        "withdraws" if words.takes("all") => Ok(Statement::WithdrawsAll { name }),
        "withdraws" => Ok(Statement::Withdraws { name, spot: words.on()?, kind: words.kind()? }),
        "continues" => Ok(Statement::Continues { name }),
        "insures" => insures(words, name),
        "takes" => {
            words.word("even")?;
            words.word("money")?;
            Ok(Statement::TakesEvenMoney { name, spot: words.on()? })
        }
        "surrenders" => Ok(Statement::Surrenders { name, spot: words.on()? }),
        "declines" => Ok(Statement::Declines { name, spot: words.on()? }),
        "hits" => Ok(Statement::Hits { name, spot: words.on()? }),
        "stands" => Ok(Statement::Stands { name, spot: words.on()? }),
        "splits" => Ok(Statement::Splits { name, spot: words.on()? }),
        "doubles" => Ok(Statement::Doubles { name, spot: words.on()?, amount: words.amount_after_for()? }),
        "follows" => Ok(Statement::Follows { name, spot: words.on()?, amount: words.amount_after_for()? }),
        "times" => {
            words.word("out")?;
            words.on()?;
            Ok(Statement::TimesOut { name })
        }
        "is" => {
            words.word("absent")?;
            Ok(Statement::IsAbsent { name })
        }
        "returns" => Ok(Statement::Returns { name }),
        _ => {
            words.next -= 1;
            Err(words.fault(VERBS))
        }
    }
}

fn insures(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    let (spot, amount) = (words.on()?, words.amount_after_for()?);
    let owner = if words.takes("instead") {
        words.word("of")?;
        Some(words.name()?)
    } else {
        None
    };
    Ok(Statement::Insures { name, spot, amount, owner })
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
