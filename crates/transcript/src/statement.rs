mod staff;

use std::fmt;

use rulebook::Role;
use vocabulary::{Card, Chips, Clause};

pub use staff::{Deed, Disputed, Known, Picks, PlaceName, Signal, Speaker};
pub(crate) use staff::{marked, post};

/// A round, or several, as said and dealt at the table.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Transcript {
    /// The statements with the lines they stand on.
    pub lines: Vec<Line>,
}

/// A statement and where it stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// The line of the file, from 1.
    pub number: usize,
    /// Its words and the columns they start at, from 1.
    pub words: Vec<(usize, String)>,
    /// What it says.
    pub statement: Statement,
}

/// A player's name.
pub type Name = String;

/// A spot as written; whether the table has it is the table's business.
pub type SpotNumber = Option<u32>;

/// One statement of a transcript.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants are the statements of the notation, the fields their words")]
pub enum Statement {
    Game(String),
    Decks(u32),
    Spots(u32),
    Limits { kind: Option<String>, min: Chips, max: Chips },
    Unit(Chips),
    Set { name: String, value: String },
    Sits { name: Name, spot: SpotNumber },
    Leaves { name: Name, spot: SpotNumber },
    Bets { name: Name, amount: Chips, spot: SpotNumber, kind: Option<String> },
    Withdraws { name: Name, spot: SpotNumber, kind: Option<String> },
    WithdrawsAll { name: Name },
    Continues { name: Name, spot: SpotNumber },
    OpensBets,
    ClosesBets,
    Finds { name: Name, amount: Chips, spot: SpotNumber, kind: Option<String> },
    Shoe(Vec<Card>),
    Insures { name: Name, spot: SpotNumber, amount: Option<Chips>, owner: Option<Name> },
    TakesEvenMoney { name: Name, spot: SpotNumber },
    Surrenders { name: Name, spot: SpotNumber },
    Declines { name: Name, spot: SpotNumber },
    ClosesOffers,
    Hits { name: Name, spot: SpotNumber },
    Stands { name: Name, spot: SpotNumber },
    Splits { name: Name, spot: SpotNumber },
    Doubles { name: Name, spot: SpotNumber, amount: Option<Chips> },
    Follows { name: Name, spot: SpotNumber, amount: Option<Chips> },
    DealsOn,
    TimesOut { name: Name },
    IsAbsent { name: Name },
    Returns { name: Name },
    Picks { name: Name, picks: Picks, spot: SpotNumber },
    RefusesCard { name: Name, spot: SpotNumber },
    Signals { name: Name, signal: Signal, spot: SpotNumber },
    Reveals { name: Name, spot: SpotNumber },
    Cuts { name: Name },
    ActsAs { name: Name, role: Role },
    Staff { by: Speaker, does: Deed },
    Expect(Expectation),
    Refuse { clause: Option<Clause>, statement: Box<Statement> },
}

/// What a transcript expects of the round at this point.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants are the expectations of the notation, the fields their words")]
pub enum Expectation {
    Net { name: Name, amount: Chips },
    House(Chips),
    Settled,
    Void,
    Open,
    DealerTotal(u32),
    DealerBlackjack,
    DealerBust,
    Turn { name: Name, spot: SpotNumber },
    Cites(Clause),
}

impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lines.iter().try_for_each(|line| writeln!(f, "{}", line.statement))
    }
}

/// Writes ` WORD VALUE` where there is a value.
struct Tail<T>(&'static str, Option<T>);

impl<T: fmt::Display> fmt::Display for Tail<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.1 {
            Some(value) if self.0.is_empty() => write!(f, " {value}"),
            Some(value) => write!(f, " {} {value}", self.0),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Statement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |spot: &SpotNumber| Tail("on", *spot);
        let kind = |kind: &Option<String>| Tail("", kind.clone());
        match self {
            Statement::Game(game) => write!(f, "game {game}"),
            Statement::Decks(decks) => write!(f, "decks {decks}"),
            Statement::Spots(spots) => write!(f, "spots {spots}"),
            Statement::Limits { kind: of, min, max } => write!(f, "limits{} {min} {max}", kind(of)),
            Statement::Unit(unit) => write!(f, "unit {unit}"),
            Statement::Set { name, value } => write!(f, "set {name} {value}"),
            Statement::Sits { name, spot } => write!(f, "{name} sits{}", on(spot)),
            Statement::Leaves { name, spot } => write!(f, "{name} leaves{}", Tail("", *spot)),
            Statement::Bets { name, amount, spot, kind: of } => {
                write!(f, "{name} bets {amount}{}{}", on(spot), kind(of))
            }
            Statement::Withdraws { name, spot, kind: of } => {
                write!(f, "{name} withdraws{}{}", on(spot), kind(of))
            }
            Statement::WithdrawsAll { name } => write!(f, "{name} withdraws all"),
            Statement::Continues { name, spot } => write!(f, "{name} continues{}", on(spot)),
            Statement::OpensBets => f.write_str("dealer opens bets"),
            Statement::ClosesBets => f.write_str("dealer closes bets"),
            Statement::Finds { name, amount, spot, kind: of } => {
                write!(f, "dealer finds {name} {amount}{}{}", on(spot), kind(of))
            }
            Statement::Shoe(cards) => {
                f.write_str("shoe")?;
                cards.iter().try_for_each(|card| write!(f, " {card}"))
            }
            Statement::Insures { name, spot, amount, owner } => {
                write!(
                    f,
                    "{name} insures{}{}{}",
                    on(spot),
                    Tail("for", *amount),
                    Tail("instead of", owner.clone())
                )
            }
            Statement::TakesEvenMoney { name, spot } => write!(f, "{name} takes even money{}", on(spot)),
            Statement::Surrenders { name, spot } => write!(f, "{name} surrenders{}", on(spot)),
            Statement::Declines { name, spot } => write!(f, "{name} declines{}", on(spot)),
            Statement::ClosesOffers => f.write_str("dealer closes offers"),
            Statement::Hits { name, spot } => write!(f, "{name} hits{}", on(spot)),
            Statement::Stands { name, spot } => write!(f, "{name} stands{}", on(spot)),
            Statement::Splits { name, spot } => write!(f, "{name} splits{}", on(spot)),
            Statement::Doubles { name, spot, amount } => {
                write!(f, "{name} doubles{}{}", on(spot), Tail("for", *amount))
            }
            Statement::Follows { name, spot, amount } => {
                write!(f, "{name} follows{}{}", on(spot), Tail("for", *amount))
            }
            Statement::DealsOn => f.write_str("dealer deals on"),
            Statement::TimesOut { name } => write!(f, "{name} times out"),
            Statement::IsAbsent { name } => write!(f, "{name} is absent"),
            Statement::Returns { name } => write!(f, "{name} returns"),
            Statement::Picks { name, picks, spot } => write!(f, "{name} picks{picks}{}", on(spot)),
            Statement::RefusesCard { name, spot } => write!(f, "{name} refuses card{}", on(spot)),
            Statement::Signals { name, signal, spot } => write!(f, "{name} signals {signal}{}", on(spot)),
            Statement::Reveals { name, spot } => write!(f, "{name} reveals{}", on(spot)),
            Statement::Cuts { name } => write!(f, "{name} cuts"),
            Statement::ActsAs { name, role } => write!(f, "{name} acts as {}", post(*role)),
            Statement::Staff { by, does } => write!(f, "{by} {does}"),
            Statement::Expect(expectation) => write!(f, "expect {expectation}"),
            Statement::Refuse { clause: Some(clause), statement } => {
                write!(f, "refuse [{clause}] {statement}")
            }
            Statement::Refuse { clause: None, statement } => write!(f, "refuse {statement}"),
        }
    }
}

impl fmt::Display for Expectation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Expectation::Net { name, amount } => write!(f, "{name} {}", amount.signed()),
            Expectation::House(amount) => write!(f, "house {}", amount.signed()),
            Expectation::Settled => f.write_str("settled"),
            Expectation::Void => f.write_str("void"),
            Expectation::Open => f.write_str("open"),
            Expectation::DealerTotal(total) => write!(f, "dealer {total}"),
            Expectation::DealerBlackjack => f.write_str("dealer blackjack"),
            Expectation::DealerBust => f.write_str("dealer bust"),
            Expectation::Turn { name, spot } => write!(f, "turn {name}{}", Tail("on", *spot)),
            Expectation::Cites(clause) => write!(f, "cites {clause}"),
        }
    }
}
