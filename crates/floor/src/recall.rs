//! A round found again from its entries: as it was, as a transcript, and settled once more.

use std::fmt::Write;
use std::sync::Arc;

use round::{End, Event, Round, Viewer, apply};
use rulebook::Rules;
use serde::Serialize;
use transcript::{Refused, Statement, Transcript};
use vocabulary::PlayerId;

use crate::approval::Approval;
use crate::entry::{Entry, Opens};
use crate::posted::{NotPlayable, Posted};
use crate::rule_book::RuleBook;
use crate::sight::Moment;
use crate::table::Course;

/// A round that was played.
#[derive(Clone, Debug)]
pub struct Recalled {
    /// What was posted at the table.
    pub posted: Posted,
    /// The rules it was played by.
    pub rules: Arc<Rules>,
    /// The people at the table, by number.
    pub names: Vec<String>,
    /// The table as the round found it.
    pub before: Round,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// The round as it stands after that.
    pub after: Round,
    /// Who dealt it, where a dealer was signed on, in their order.
    pub dealers: Vec<String>,
    /// What was carried out because a second person approved it.
    pub approved: Vec<Approved>,
}

/// A decision that two people made.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Approved {
    /// Who asked for it.
    pub asked_by: String,
    /// Who approved it.
    pub approved_by: String,
    /// What was carried out.
    pub said: Vec<String>,
}

impl Approved {
    pub(crate) fn of(entry: &Entry) -> Option<Approved> {
        let Some(Approval::Approved { asked_by, .. }) = &entry.approval else { return None };
        let (asked_by, approved_by) = (asked_by.clone(), entry.by.clone());
        Some(Approved { asked_by, approved_by, said: entry.said.clone() })
    }

    /// Who asked, and who approved.
    pub(crate) fn people(self) -> (String, String) {
        (self.asked_by, self.approved_by)
    }
}

/// Why a round cannot be recalled, or not be settled again.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotRecalled {
    /// The first entry does not open a round.
    #[error("these entries do not begin with the opening of a round")]
    NoOpening,
    /// What was posted then is no game today.
    #[error("the rules it was played by cannot be read today: {0}")]
    Rules(#[from] NotPlayable),
    /// A line of the book cannot be read.
    #[error("entry {entry}: `{line}` cannot be read")]
    Unreadable {
        /// Which entry of the round, from 1.
        entry: usize,
        /// What it says.
        line: String,
    },
    /// Today's rules refuse what was accepted then.
    #[error("entry {entry}: `{line}` is refused: {why}")]
    Refused {
        /// Which entry of the round, from 1.
        entry: usize,
        /// What it says.
        line: String,
        /// Why.
        why: String,
    },
    /// What was said leads to other events than are written down.
    #[error("entry {entry}: what was said leads to other events than the book has")]
    Otherwise {
        /// Which entry of the round, from 1.
        entry: usize,
    },
}

impl Recalled {
    /// The round these entries are about, from its opening on.
    ///
    /// # Errors
    ///
    /// When they do not begin with one, or its rules cannot be read.
    pub fn of(entries: &[Entry]) -> Result<Recalled, NotRecalled> {
        let mut seat = opening(entries)?;
        let posted = opens(entries)?.rules.clone();
        let (rules, before) = (Arc::new(seat.rules().clone()), seat.round().clone());
        let mut events = Vec::new();
        for entry in entries {
            seat.catch_up(&entry.names, &entry.events);
            events.extend_from_slice(&entry.events);
        }
        let mut dealers: Vec<String> =
            entries.iter().filter_map(|entry| entry.dealers.as_ref()?.on.clone()).collect();
        dealers.dedup();
        let approved = entries.iter().filter_map(Approved::of).collect();
        let (names, after) = (seat.names().to_vec(), seat.round().clone());
        Ok(Recalled { posted, rules, names, before, events, after, dealers, approved })
    }

    /// The round in the notation; it replays to the same result. A house's own rule book is named as the file it is exported to
    /// ([`crate::RuleBook::file_name`]).
    #[must_use]
    pub fn transcript(&self) -> Transcript {
        let file = self.posted.book.as_ref().map(RuleBook::file_name);
        let book = self.posted.rule_book().ok();
        let game = file.as_deref().unwrap_or(&self.posted.game);
        let book = (game, book.as_ref().unwrap_or(&self.rules));
        transcript::export_by(book, &self.rules, &self.names, &self.before, &self.events, &self.after)
    }

    /// The transcript as text, with comments that name both people of every decision that took two.
    #[must_use]
    pub fn exported(&self) -> String {
        let mut text = self.transcript().to_string();
        for Approved { asked_by, approved_by, said } in &self.approved {
            let said = said.join("; ");
            // Writing to a string cannot fail.
            let _ = writeln!(text, "# {said}: asked for by {asked_by}, approved by {approved_by}");
        }
        text
    }

    /// The round replayed from its transcript by the rule book it was played by.
    #[must_use]
    pub fn replay(&self) -> transcript::Replay {
        let book = self.posted.rule_book().unwrap_or_else(|_| Rules::clone(&self.rules));
        transcript::replay_by(book, &self.transcript(), true)
    }

    /// Someone's number, by name.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        let at = self.names.iter().position(|known| known == name)?;
        u16::try_from(at).ok().map(PlayerId)
    }

    /// Those who had a wager in it, by their numbers.
    #[must_use]
    pub fn bettors(&self) -> Vec<(PlayerId, &str)> {
        let bet = |player: PlayerId| self.after.wagers().iter().any(|wager| wager.player == player);
        let people = self.names.iter().zip((0..=u16::MAX).map(PlayerId));
        people.filter(|(_, player)| bet(*player)).map(|(name, player)| (player, name.as_str())).collect()
    }

    /// The felt after some of its events, as this viewer saw it.
    #[must_use]
    pub fn moment(&self, events: usize, viewer: Viewer) -> Moment {
        let (mut round, mut course) = (self.before.clone(), Course::default());
        for event in self.events.iter().take(events) {
            apply(&mut round, event);
            course.note(event);
        }
        Moment::of(&self.rules, &self.names, &round, &course, viewer)
    }

    /// How it ended.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        self.after.end()
    }
}

/// Says everything again that was said, and compares what happens with what is written down.
///
/// # Errors
///
/// At the first difference.
pub fn settle_again(entries: &[Entry]) -> Result<(), NotRecalled> {
    settled(entries).map(drop)
}

/// The table after everything was said again.
pub(crate) fn settled(entries: &[Entry]) -> Result<transcript::Table, NotRecalled> {
    let mut seat = opening(entries)?;
    for (entry, number) in entries.iter().zip(1..) {
        let mut events: Vec<Event> = Vec::new();
        for line in &entry.said {
            let statement = statement(line)
                .ok_or_else(|| NotRecalled::Unreadable { entry: number, line: line.clone() })?;
            let refused =
                |Refused { says, .. }| NotRecalled::Refused { entry: number, line: line.clone(), why: says };
            events.extend(seat.hear(&statement).map_err(refused)?);
        }
        if events != entry.events {
            return Err(NotRecalled::Otherwise { entry: number });
        }
    }
    Ok(seat)
}

/// A line of the book as it was said.
pub(crate) fn statement(line: &str) -> Option<Statement> {
    transcript::parse(line).ok()?.lines.pop().map(|line| line.statement)
}

fn opens(entries: &[Entry]) -> Result<&Opens, NotRecalled> {
    entries.first().and_then(|entry| entry.opens.as_ref()).ok_or(NotRecalled::NoOpening)
}

/// The table as the round of these entries found it.
pub(crate) fn opening(entries: &[Entry]) -> Result<transcript::Table, NotRecalled> {
    let opens = opens(entries)?;
    let rules = Arc::new(opens.rules.rules()?);
    Ok(transcript::Table::resume(rules, opens.names.clone(), opens.between.clone()))
}
