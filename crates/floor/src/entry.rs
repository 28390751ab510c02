//! What a table writes into its book: one entry for each thing that was said and all that followed from it.

use round::{Between, Event};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use crate::approval::{Approval, AwardsAlone, Lapsed};
use crate::dealers::{Dealers, SignOff};
use crate::json;
use crate::posted::Posted;
use crate::rule_book::RuleBook;
use crate::seats::{SeatEnd, SeatFact};
use crate::stored::{NotStored, Stored, text_of};
use crate::window::Deadline;

/// One entry of a table's book.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Entry {
    /// Who caused it: a person, `clock` or `house`.
    pub by: String,
    /// Who made the token that person acted with, where it was one.
    pub token_by: Option<String>,
    /// The number of the round it belongs to.
    pub round: u32,
    /// In the first entry of a round: the table as the round finds it.
    pub opens: Option<Opens>,
    /// What was said, in the notation, in order.
    pub said: Vec<String>,
    /// People the table meets for the first time in this round, in the order of their numbers.
    pub names: Vec<String>,
    /// What happened.
    pub events: Vec<Event>,
    /// The clock that runs after it.
    pub clock: Option<Deadline>,
    /// A new shoe.
    pub shoe: Option<ShoeFact>,
    /// How many cards are out of the shoe after it, where that changed.
    pub drawn: Option<usize>,
    /// What was changed about the table itself.
    pub posted: Option<Posted>,
    /// Whether the table begins further rounds, where that was changed.
    pub open: Option<bool>,
    /// Who deals at the table after it, where that changed, and with the opening of a round.
    pub dealers: Option<Dealers>,
    /// The awards of the shift that nobody approved, where that changed, and with the opening of a round.
    pub awards_alone: Option<AwardsAlone>,
    /// What became of something that takes two people.
    pub approval: Option<Approval>,
    /// What waited for a second person and lapsed with it, since the round is another or went on.
    pub lapsed: Vec<Lapsed>,
    /// The dealer who was signed off with it without doing so themselves.
    pub sign_off: Option<SignOff>,
    /// Whether the floor closes with it in good order.
    pub rest: bool,
    /// The seat that ended with it without its player giving it up.
    pub seat_end: Option<SeatEnd>,
    /// Whether it says that the person who caused it stays seated.
    pub stays: bool,
    /// A remark for people: why the house did something by itself.
    pub remark: Option<String>,
}

/// The table as a round finds it: all that is needed to play the round again.
#[derive(Clone, PartialEq, Debug)]
pub struct Opens {
    /// The rules with the settings and limits in force.
    pub rules: Posted,
    /// The people the table remembers, by number.
    pub names: Vec<String>,
    /// What the last round left.
    pub between: Between,
    /// What there is to know of seats beyond who sits there.
    pub seats: Vec<SeatFact>,
}

/// What became of the shoe, as everyone may know it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ShoeFact {
    /// The commitment to the order of the cards that are dealt from now on.
    pub commitment: String,
    /// How many cards it holds.
    pub cards: usize,
    /// The seed of the shoe before it, which is done.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revealed: Option<String>,
}

#[derive(Serialize)]
struct Written<'e> {
    v: u8,
    by: &'e str,
    #[serde(rename = "token-by", skip_serializing_if = "Option::is_none")]
    token_by: &'e Option<String>,
    round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    opens: Option<OpensText>,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    said: &'e [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    names: &'e [String],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    events: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<Deadline>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shoe: &'e Option<ShoeFact>,
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    posted: &'e Option<Posted>,
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dealers: &'e Option<Dealers>,
    #[serde(rename = "awards-alone", skip_serializing_if = "Option::is_none")]
    awards_alone: &'e Option<AwardsAlone>,
    #[serde(skip_serializing_if = "Option::is_none")]
    approval: &'e Option<Approval>,
    #[serde(skip_serializing_if = "<[Lapsed]>::is_empty")]
    lapsed: &'e [Lapsed],
    #[serde(rename = "sign-off", skip_serializing_if = "Option::is_none")]
    sign_off: &'e Option<SignOff>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    rest: bool,
    #[serde(rename = "seat-end", skip_serializing_if = "Option::is_none")]
    seat_end: &'e Option<SeatEnd>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    stays: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    remark: &'e Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    v: u8,
    by: String,
    #[serde(rename = "token-by")]
    token_by: Option<String>,
    round: u32,
    opens: Option<OpensText>,
    #[serde(default)]
    said: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    #[serde(default)]
    events: Vec<Value>,
    clock: Option<Deadline>,
    shoe: Option<ShoeFact>,
    drawn: Option<usize>,
    posted: Option<Posted>,
    open: Option<bool>,
    dealers: Option<Dealers>,
    #[serde(rename = "awards-alone")]
    awards_alone: Option<AwardsAlone>,
    approval: Option<Approval>,
    #[serde(default)]
    lapsed: Vec<Lapsed>,
    #[serde(rename = "sign-off")]
    sign_off: Option<SignOff>,
    #[serde(default)]
    rest: bool,
    #[serde(rename = "seat-end")]
    seat_end: Option<SeatEnd>,
    #[serde(default)]
    stays: bool,
    remark: Option<String>,
}

/// The version of the stored form.
const VERSION: u8 = 1;

/// An entry that cannot be read back.
#[derive(Debug, thiserror::Error)]
pub enum NotAnEntry {
    /// It is not JSON, or not of this shape.
    #[error("not an entry of a table's book: {0}")]
    Shape(#[from] serde_json::Error),
    /// A value in it is not one of ours.
    #[error("not an entry of a table's book: {0}")]
    Value(#[from] NotStored),
    /// It was written by a newer program.
    #[error("an entry of version {0}, which this program does not know: use a newer one")]
    Newer(u8),
}

impl Entry {
    /// How the log names who caused it: by name, and with a token also by its maker. If two people did, both.
    #[must_use]
    pub fn acting(&self) -> String {
        let acting = acting(&self.by, self.token_by.as_deref());
        match self.approval.as_ref().and_then(Approval::asked_by) {
            Some(asked_by) => format!("{acting}, asked by {asked_by}"),
            None => acting,
        }
    }

    /// Whether the floor opens with it. What the table then could not do may have taken the place of that remark.
    pub(crate) fn wakes_up(&self) -> bool {
        let says = |remark: &String| remark.starts_with("the floor ") || remark.starts_with("the house ");
        self.by == "house" && self.remark.as_ref().is_some_and(says)
    }

    /// The house's own rule books that it names.
    pub(crate) fn rule_books(&self) -> impl Iterator<Item = &RuleBook> {
        let opened = self.opens.iter().map(|opens| &opens.rules);
        opened.chain(&self.posted).filter_map(|posted| posted.book.as_ref())
    }

    /// The entry as it is stored.
    #[must_use]
    pub fn write(&self) -> String {
        let raw = |event: &Event| json::raw(text_of(event));
        let written = Written {
            v: VERSION,
            by: &self.by,
            token_by: &self.token_by,
            round: self.round,
            opens: self.opens.as_ref().map(OpensText::of),
            said: &self.said,
            names: &self.names,
            events: self.events.iter().map(raw).collect(),
            clock: self.clock,
            shoe: &self.shoe,
            drawn: self.drawn,
            posted: &self.posted,
            open: self.open,
            dealers: &self.dealers,
            awards_alone: &self.awards_alone,
            approval: &self.approval,
            lapsed: &self.lapsed,
            sign_off: &self.sign_off,
            rest: self.rest,
            seat_end: &self.seat_end,
            stays: self.stays,
            remark: &self.remark,
        };
        json::text(&written)
    }

    /// Reads a stored entry.
    ///
    /// # Errors
    ///
    /// When the text is not one.
    pub fn read(text: &str) -> Result<Entry, NotAnEntry> {
        let read: Read = serde_json::from_str(text)?;
        if read.v != VERSION {
            return Err(NotAnEntry::Newer(read.v));
        }
        let events = read.events.iter().map(Event::read).collect::<Result<_, _>>()?;
        let opens = read.opens.map(OpensText::read).transpose()?;
        let Read { by, token_by, round, said, names, clock, shoe, drawn, posted, .. } = read;
        let Read {
            open,
            dealers,
            awards_alone,
            approval,
            lapsed,
            sign_off,
            rest,
            seat_end,
            stays,
            remark,
            ..
        } = read;
        Ok(Entry {
            by,
            token_by,
            round,
            opens,
            said,
            names,
            events,
            clock,
            shoe,
            drawn,
            posted,
            open,
            dealers,
            awards_alone,
            approval,
            lapsed,
            sign_off,
            rest,
            seat_end,
            stays,
            remark,
        })
    }
}

/// How books and logs name a person who acts: by name, and with a token also by its maker.
pub(crate) fn acting(name: &str, token_by: Option<&str>) -> String {
    token_by.map_or_else(|| name.to_owned(), |maker| format!("{name} (token of {maker})"))
}

/// [`Opens`] as it is stored.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct OpensText {
    rules: Posted,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    names: Vec<String>,
    between: Value,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    seats: Vec<SeatFact>,
}

impl OpensText {
    fn of(opens: &Opens) -> OpensText {
        let mut between: Value =
            serde_json::from_str(&text_of(&opens.between)).expect("what is written is JSON");
        // In one order, whatever else is compiled with us: some want objects to keep the order they were made in.
        between.sort_all_objects();
        OpensText {
            rules: opens.rules.clone(),
            names: opens.names.clone(),
            between,
            seats: opens.seats.clone(),
        }
    }

    fn read(self) -> Result<Opens, NotStored> {
        let between = Between::read(&self.between)?;
        Ok(Opens { between, rules: self.rules, names: self.names, seats: self.seats })
    }
}
