//! What events are made of.

use std::fmt::{Display, Write};

use round::{
    Action, Away, By, Choice, Claimed, Closed, List, Marks, Outcome, Place, Remedy, Slot, Small, Stage,
    Trouble, Verdict,
};
use rulebook::{Because, Kind, Reason, Role};
use serde_json::Value;
use vocabulary::{Card, Chips, Clause, PlayerId, Spot};

use super::{NotStored, Stored};

/// Writes what needs no escaping: numbers, and the words of the rule books and the notation.
fn plain(out: &mut String, value: impl Display) {
    // Writing to a string cannot fail.
    let _ = write!(out, "{value}");
}

fn quoted(out: &mut String, value: impl Display) {
    let _ = write!(out, "\"{value}\"");
}

/// Numbers.
macro_rules! numbers {
    ($($ty:ty, $what:literal, $to:expr, $from:expr;)+) => {$(
        impl Stored for $ty {
            fn write(&self, out: &mut String) {
                plain(out, $to(self));
            }
            fn read(value: &Value) -> Result<$ty, NotStored> {
                value.as_i64().and_then($from).ok_or_else(|| NotStored::new($what, value))
            }
        }
    )+};
}

numbers! {
    PlayerId, "a player's number", |player: &PlayerId| player.0, |n| u16::try_from(n).ok().map(PlayerId);
    Spot, "a spot", |spot: &Spot| spot.number(), |n| Spot::new(u8::try_from(n).ok()?).ok();
    Chips, "an amount", |chips: &Chips| chips.units(), |n| Some(Chips::minor(n));
    usize, "a place", |n: &usize| *n, |n| usize::try_from(n).ok();
    u32, "a round's number", |n: &u32| *n, |n| u32::try_from(n).ok();
    u8, "a small number", |n: &u8| *n, |n| u8::try_from(n).ok();
}

/// Values with a word of their own.
macro_rules! words {
    ($($ty:ident, $what:literal { $($variant:pat => $word:literal => $value:expr,)+ })+) => {$(
        impl Stored for $ty {
            fn write(&self, out: &mut String) {
                quoted(out, match self { $($variant => $word,)+ });
            }
            fn read(value: &Value) -> Result<$ty, NotStored> {
                match value.as_str() {
                    $(Some($word) => Ok($value),)+
                    _ => Err(NotStored::new($what, value)),
                }
            }
        }
    )+};
}

words! {
    Stage, "a stage of offers" {
        Stage::EarlySurrender => "early-surrender" => Stage::EarlySurrender,
        Stage::Insurance => "insurance" => Stage::Insurance,
        Stage::LateSurrender => "late-surrender" => Stage::LateSurrender,
    }
    Small, "what becomes of a small wager" {
        Small::First => "first" => Small::First,
        Small::Returned => "returned" => Small::Returned,
    }
    Marks, "how far a default reaches" {
        Marks::Nothing => "nothing" => Marks::Nothing,
        Marks::Hand => "hand" => Marks::Hand,
        Marks::Terminal => "terminal" => Marks::Terminal,
    }
    Away, "why someone is away" {
        Away::Absent => "absent" => Away::Absent,
        Away::Dark => "dark" => Away::Dark,
    }
    Closed, "why a hand is closed" {
        Closed::Stood => "stood" => Closed::Stood,
        Closed::TwentyOne => "21" => Closed::TwentyOne,
        Closed::Blackjack => "blackjack" => Closed::Blackjack,
        Closed::Doubled => "doubled" => Closed::Doubled,
        Closed::SplitAce => "split-ace" => Closed::SplitAce,
        Closed::Bust => "bust" => Closed::Bust,
    }
    Verdict, "a verdict" {
        Verdict::GoOn => "go-on" => Verdict::GoOn,
        Verdict::Rebuild => "rebuild" => Verdict::Rebuild,
        Verdict::Discard => "discard" => Verdict::Discard,
    }
    Choice, "what is chosen about" {
        Choice::OneCard => "one-card" => Choice::OneCard,
        Choice::Rebuilt => "rebuilt" => Choice::Rebuilt,
        Choice::AsDealt => "as-dealt" => Choice::AsDealt,
        Choice::Together => "together" => Choice::Together,
        Choice::Overdrawn => "overdrawn" => Choice::Overdrawn,
    }
    Remedy, "a remedy" {
        Remedy::DealerCard => "dealer-card" => Remedy::DealerCard,
        Remedy::Pick => "pick" => Remedy::Pick,
        Remedy::Discard => "discard" => Remedy::Discard,
        Remedy::Dissatisfied => "dissatisfied" => Remedy::Dissatisfied,
        Remedy::Choice(Choice::OneCard) => "choice-one-card" => Remedy::Choice(Choice::OneCard),
        Remedy::Choice(Choice::Rebuilt) => "choice-rebuilt" => Remedy::Choice(Choice::Rebuilt),
        Remedy::Choice(Choice::AsDealt) => "choice-as-dealt" => Remedy::Choice(Choice::AsDealt),
        Remedy::Choice(Choice::Together) => "choice-together" => Remedy::Choice(Choice::Together),
        Remedy::Choice(Choice::Overdrawn) => "choice-overdrawn" => Remedy::Choice(Choice::Overdrawn),
    }
    Outcome, "an outcome" {
        Outcome::Won => "won" => Outcome::Won,
        Outcome::Lost => "lost" => Outcome::Lost,
        Outcome::StandOff => "stand-off" => Outcome::StandOff,
        Outcome::Surrendered => "surrendered" => Outcome::Surrendered,
        Outcome::EvenMoney => "even-money" => Outcome::EvenMoney,
        Outcome::Returned => "returned" => Outcome::Returned,
        Outcome::Void => "void" => Outcome::Void,
    }
}

/// Values that are written as a word and read from one.
macro_rules! read_from_word {
    ($($ty:ty, $what:literal, $to:expr, $from:expr;)+) => {$(
        impl Stored for $ty {
            fn write(&self, out: &mut String) {
                quoted(out, $to(self));
            }
            fn read(value: &Value) -> Result<$ty, NotStored> {
                value.as_str().and_then($from).ok_or_else(|| NotStored::new($what, value))
            }
        }
    )+};
}

read_from_word! {
    Card, "a card", ToString::to_string, |word| word.parse().ok();
    Role, "a post", |role: &Role| <Role as rulebook::Value>::write(*role), <Role as rulebook::Value>::read;
    Trouble, "what is wrong", |trouble: &Trouble| trouble.word(),
        |word| Trouble::ALL.into_iter().find(|trouble| trouble.word() == word);
    Because, "a reason and its clause",
        |because: &Because| format!("{} {}", because.reason.name(), because.clause), because;
    Place, "a place", |place: &Place| match place {
        Place::Spot(spot) => spot.to_string(),
        Place::Player => "player".into(),
        Place::Dealer => "dealer".into(),
    }, place;
    Kind, "a kind of wager", |kind: &Kind| text_of_kind(*kind), kind;
    Slot, "where a card goes", |slot: &Slot| match slot {
        Slot::Hand { area, hand } => format!("{area}.{hand}"),
        Slot::Common => "common".into(),
        Slot::Dealer => "dealer".into(),
        Slot::Hole => "hole".into(),
    }, slot;
    Action, "a decision", |action: &Action| match action {
        Action::Hit => "hit".into(),
        Action::Stand => "stand".into(),
        Action::Split => "split".into(),
        Action::Double(None) => "double".into(),
        Action::Double(Some(amount)) => format!("double {}", amount.units()),
    }, action;
    Claimed, "what is claimed", |claimed: &Claimed| match claimed {
        Claimed::Side(kind) => text_of_kind(*kind),
        Claimed::Insurance(player) => format!("insurance {}", player.0),
    }, claimed;
}

fn because(word: &str) -> Option<Because> {
    let (reason, clause) = word.split_once(' ')?;
    Some(Because { reason: Reason::named(reason)?, clause: clause.parse::<Clause>().ok()? })
}

fn place(word: &str) -> Option<Place> {
    match word {
        "player" => Some(Place::Player),
        "dealer" => Some(Place::Dealer),
        number => Spot::new(number.parse().ok()?).ok().map(Place::Spot),
    }
}

fn text_of_kind(kind: Kind) -> String {
    match kind {
        Kind::Main => "main".into(),
        Kind::Side(at) => format!("side-{at}"),
    }
}

fn kind(word: &str) -> Option<Kind> {
    match word.strip_prefix("side-") {
        Some(at) => at.parse().ok().map(Kind::Side),
        None => (word == "main").then_some(Kind::Main),
    }
}

fn slot(word: &str) -> Option<Slot> {
    match word {
        "common" => Some(Slot::Common),
        "dealer" => Some(Slot::Dealer),
        "hole" => Some(Slot::Hole),
        place => {
            let (area, hand) = place.split_once('.')?;
            Some(Slot::Hand { area: area.parse().ok()?, hand: hand.parse().ok()? })
        }
    }
}

fn action(word: &str) -> Option<Action> {
    match word {
        "hit" => Some(Action::Hit),
        "stand" => Some(Action::Stand),
        "split" => Some(Action::Split),
        "double" => Some(Action::Double(None)),
        _ => Some(Action::Double(Some(Chips::minor(word.strip_prefix("double ")?.parse().ok()?)))),
    }
}

fn claimed(word: &str) -> Option<Claimed> {
    match word.strip_prefix("insurance ") {
        Some(player) => Some(Claimed::Insurance(PlayerId(player.parse().ok()?))),
        None => kind(word).map(Claimed::Side),
    }
}

impl Stored for bool {
    fn write(&self, out: &mut String) {
        plain(out, self);
    }
    fn read(value: &Value) -> Result<bool, NotStored> {
        value.as_bool().ok_or_else(|| NotStored::new("true or false", value))
    }
}

impl Stored for String {
    fn write(&self, out: &mut String) {
        plain(out, Value::from(self.as_str()));
    }
    fn read(value: &Value) -> Result<String, NotStored> {
        value.as_str().map(str::to_owned).ok_or_else(|| NotStored::new("text", value))
    }
}

impl Stored for By {
    fn write(&self, out: &mut String) {
        (self.role, self.who).write(out);
    }
    fn read(value: &Value) -> Result<By, NotStored> {
        Stored::read(value).map(|(role, who)| By { role, who })
    }
}

impl<T: Stored> Stored for Option<T> {
    fn write(&self, out: &mut String) {
        match self {
            Some(value) => value.write(out),
            None => out.push_str("null"),
        }
    }
    fn read(value: &Value) -> Result<Option<T>, NotStored> {
        if value.is_null() { Ok(None) } else { T::read(value).map(Some) }
    }
}

impl<A: Stored, B: Stored> Stored for (A, B) {
    fn write(&self, out: &mut String) {
        out.push('[');
        self.0.write(out);
        out.push(',');
        self.1.write(out);
        out.push(']');
    }
    fn read(value: &Value) -> Result<(A, B), NotStored> {
        match value.as_array().map(Vec::as_slice) {
            Some([one, other]) => Ok((A::read(one)?, B::read(other)?)),
            _ => Err(NotStored::new("two values", value)),
        }
    }
}

fn write_all<'v, T: Stored + 'v>(values: impl Iterator<Item = &'v T>, out: &mut String) {
    out.push('[');
    for (at, value) in values.enumerate() {
        if at > 0 {
            out.push(',');
        }
        value.write(out);
    }
    out.push(']');
}

fn read_all<T: Stored, L: FromIterator<T>>(value: &Value) -> Result<L, NotStored> {
    let all = value.as_array().ok_or_else(|| NotStored::new("a list", value))?;
    all.iter().map(T::read).collect()
}

impl<T: Stored> Stored for Vec<T> {
    fn write(&self, out: &mut String) {
        write_all(self.iter(), out);
    }
    fn read(value: &Value) -> Result<Vec<T>, NotStored> {
        read_all(value)
    }
}

impl Stored for List<PlayerId, 4> {
    fn write(&self, out: &mut String) {
        write_all(self.iter(), out);
    }
    fn read(value: &Value) -> Result<List<PlayerId, 4>, NotStored> {
        read_all(value)
    }
}
