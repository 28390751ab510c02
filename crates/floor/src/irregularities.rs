//! What went wrong at a table recently, by the clause that deals with it: found in the table's own book.

use std::collections::BTreeMap;
use std::sync::Arc;

use journal::{JournalError, RoundQuery, Stream};
use round::Event;
use rulebook::Rules;
use vocabulary::Clause;

use crate::entry::{Entry, Opens};
use crate::house::Floor;
use crate::posted::Posted;
use crate::rule_book::find_for;

/// How many entries are read at a time.
const PAGE: usize = 2_000;
/// How many of the rounds in which it happened are named.
const NAMED: usize = 12;

/// What went wrong at a table in its last rounds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Irregularities {
    /// The first of the rounds looked at, and the last, be it over or not; none where none was played.
    pub looked_at: Option<(u32, u32)>,
    /// By clause.
    pub by_clause: BTreeMap<Clause, Irregular>,
}

/// What a clause had to deal with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Irregular {
    /// How often.
    pub times: usize,
    /// In which rounds, the newest first, up to a limit.
    pub rounds: Vec<u32>,
    /// The last of it, in a sentence.
    pub last: String,
}

impl Floor {
    /// What went wrong at a table in its last rounds and in the round in play.
    ///
    /// # Errors
    ///
    /// When the journal fails.
    pub async fn irregularities(&self, table: &str, rounds: usize) -> Result<Irregularities, JournalError> {
        let Ok(stream) = format!("table/{table}").parse::<Stream>() else {
            return Ok(Irregularities::default());
        };
        let query = RoundQuery { stream: Some(stream.clone()), limit: rounds, ..RoundQuery::default() };
        let found = self.journal().rounds(&query).await?;
        let mut after = found.last().map_or(0, |oldest| oldest.first - 1);
        let mut reader = Reader::default();
        loop {
            let records = self.journal().records(&stream, after, PAGE).await?;
            let Some(last) = records.last() else { return Ok(reader.found) };
            after = last.seq;
            for record in &records {
                // An entry that cannot be read is for an audit to find, and is passed over.
                let Ok(mut entry) = Entry::read(&record.body) else { continue };
                find_for(self.journal(), &stream, &mut entry).await?;
                reader.read(&entry);
            }
        }
    }
}

/// Goes through a book and notes what is irregular.
#[derive(Default)]
struct Reader {
    found: Irregularities,
    seat: Option<transcript::Table>,
    rules: Option<(Posted, Arc<Rules>)>,
}

impl Reader {
    fn read(&mut self, entry: &Entry) {
        if let Some(opens) = &entry.opens {
            self.seat = self.opened(opens);
            let first = self.found.looked_at.map_or(entry.round, |(first, _)| first);
            self.found.looked_at = Some((first, entry.round));
        }
        let Some(seat) = &mut self.seat else { return };
        seat.catch_up(&entry.names, &[]);
        for event in &entry.events {
            seat.catch_up(&[], std::slice::from_ref(event));
            if is_routine(event) {
                continue;
            }
            if let Some(says) = transcript::irregularity(seat.rules(), seat.round(), seat.names(), event) {
                let known = self.found.by_clause.entry(event.because().clause).or_default();
                known.note(entry.round, says);
            }
        }
    }

    /// The table as a round found it. Rules that stay the same are read once.
    fn opened(&mut self, opens: &Opens) -> Option<transcript::Table> {
        let same = self.rules.take().filter(|(posted, _)| *posted == opens.rules);
        let rules = match same {
            Some((_, rules)) => rules,
            None => Arc::new(opens.rules.rules().ok()?),
        };
        self.rules = Some((opens.rules.clone(), Arc::clone(&rules)));
        Some(transcript::Table::resume(rules, opens.names.clone(), opens.between.clone()))
    }
}

impl Irregular {
    fn note(&mut self, round: u32, says: String) {
        self.times += 1;
        self.last = says;
        if self.rounds.first() != Some(&round) {
            self.rounds.insert(0, round);
            self.rounds.truncate(NAMED);
        }
    }
}

/// What belongs to every evening: shuffles, and staff of a higher post who act for a lower one.
fn is_routine(event: &Event) -> bool {
    matches!(
        event,
        Event::Shuffled { .. }
            | Event::ShuffleDue { .. }
            | Event::StoodIn { .. }
            | Event::PostTaken { .. }
            | Event::SideTakenUp { .. }
    )
}
