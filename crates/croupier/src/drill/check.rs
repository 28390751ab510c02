//! What was sent and answered, checked against the journal: what records say, what they moved, and what everyone has.

mod accounts;
mod felt;
#[cfg(test)]
mod tests;
mod two;

use std::collections::{BTreeMap, HashMap, HashSet};

use floor::{Entry, Receipt};
use journal::{Account, Journal, Opening, Record, Since};
use serde_json::Value;
use vocabulary::Chips;

use super::deed::{CAGE, CHANGES_DEALERS, Deed, Effect, Fate, What, exchanged, opened, posts};
use super::tally::{Faults, LoginCount, LoginLine};
use accounts::Moved;
use felt::Felt;
use two::Waiting;

/// How the drill went.
pub(super) struct Checked {
    pub(super) acknowledged: usize,
    /// Commands that nobody knows the fate of, and those of them that are written.
    pub(super) unknown: usize,
    pub(super) unknown_written: usize,
    pub(super) records: u64,
    pub(super) rounds: u64,
    /// Commands that were acknowledged and are not in the journal as they were.
    pub(super) lost: u64,
    /// Effects that are in the journal more often than they were asked for.
    pub(super) doubled: u64,
    pub(super) ledger: Chips,
    pub(super) faults: Faults,
}

impl Checked {
    pub(super) fn is_clean(&self) -> bool {
        self.lost == 0 && self.doubled == 0 && self.ledger == Chips::ZERO && self.faults.is_empty()
    }
}

/// How many records are read at a time.
const PAGE: usize = 5_000;

/// Reads the whole journal and compares it with what was sent.
pub(super) async fn check(
    database: &str,
    deeds: Vec<Deed>,
    logins: &BTreeMap<LoginLine, LoginCount>,
) -> anyhow::Result<Checked> {
    let journal = Journal::open(&database.parse()?, Opening::Read).await?;
    let audited = floor::audit(&journal, Since::Start, &[], |_| {}).await?;
    let mut check = Check::new(deeds);
    for fault in &audited.verdict.faults {
        check.faults.add(fault.to_string());
    }
    for fault in audited.faults().cloned() {
        check.faults.add(fault);
    }
    for (stream, _) in journal.streams().await? {
        let mut after = 0;
        loop {
            let records = journal.records(&stream, after, PAGE).await?;
            let Some(last) = records.last() else { break };
            after = last.seq;
            for record in &records {
                check.record(record);
            }
        }
    }
    let checked = check.finish(&journal.balances("").await?, logins);
    Ok(Checked {
        records: audited.verdict.records,
        rounds: audited.rounds,
        ledger: journal.ledger_sum().await?,
        ..checked
    })
}

/// A command and how often its id was found.
struct Kept {
    deed: Deed,
    found: u64,
}

/// A journal as it is read, record by record, stream by stream, beside what was sent.
struct Check {
    deeds: HashMap<String, Kept>,
    /// Everyone who sent something.
    people: HashSet<String>,
    tables: HashMap<String, Felt>,
    /// What waits for a second person.
    waiting: Waiting,
    /// How often each effect is written.
    effects: HashMap<Effect, u64>,
    /// What the people's book says, and how often.
    logins: HashMap<(String, String), u64>,
    /// What the postings of all records come to.
    posted: Moved,
    /// What rounds, played again, and receipts come to.
    implied: Moved,
    lost: u64,
    faults: Faults,
}

impl Check {
    fn new(deeds: Vec<Deed>) -> Check {
        let people = deeds.iter().map(|deed| deed.by.clone()).collect();
        let waiting = Waiting::new(deeds.iter());
        let deeds = deeds.into_iter().map(|deed| (deed.key(), Kept { deed, found: 0 })).collect();
        let (tables, effects, logins, posted, implied, lost, faults) = Default::default();
        Check { deeds, people, tables, waiting, effects, logins, posted, implied, lost, faults }
    }

    /// Takes in the next record of a stream.
    fn record(&mut self, record: &Record) {
        let moved = Moved::by(&record.postings);
        if moved.sum() != Chips::ZERO {
            self.fault(record, &format!("moves chips that come from nowhere: {}", moved.sum()));
        }
        self.posted.add(&moved);
        match record.stream.as_str().split_once('/') {
            Some(("table", table)) => self.entry(table, record, &moved),
            Some((CAGE, _)) => self.receipt(record, &moved),
            Some(("people", _)) => self.line(record),
            _ => {}
        }
    }

    fn fault(&mut self, record: &Record, why: &str) {
        self.faults.add(format!("{} entry {}: {why}", record.stream, record.seq));
    }

    /// An entry of a table's book: what it moved follows from its events; whose command it was says the same.
    fn entry(&mut self, table: &str, record: &Record, moved: &Moved) {
        let entry = match Entry::read(&record.body) {
            Ok(entry) => entry,
            Err(why) => return self.fault(record, &why.to_string()),
        };
        let felt = self.tables.entry(table.to_owned()).or_default();
        let heard = felt.hear(table, &entry);
        let waited = self.waiting.hear((table, felt), &entry, moved);
        if let Err(why) = waited {
            self.fault(record, &why);
        }
        match heard {
            Ok(expected) => {
                if expected != *moved {
                    self.fault(record, &format!("moves {moved}, and by its events it is {expected}"));
                }
                self.implied.add(&expected);
            }
            Err(why) => self.fault(record, &why),
        }
        let opens = entry.open.map(opened);
        let rules = entry.posted.as_ref().map(posts);
        // The opening of a round says once more who deals.
        let dealers = entry.dealers.as_ref().filter(|_| entry.opens.is_none());
        let dealers = dealers.map(|_| CHANGES_DEALERS.to_owned());
        let done: Vec<String> =
            two::done(&entry).into_iter().chain(opens).chain(rules).chain(dealers).collect();
        if !two::is_not_carried_out(&entry) {
            self.effect(record, table, &entry.by, done);
        }
    }

    /// A receipt of the cage: it moved what it says.
    fn receipt(&mut self, record: &Record, moved: &Moved) {
        let receipt: Receipt = match serde_json::from_str(&record.body) {
            Ok(receipt) => receipt,
            Err(why) => return self.fault(record, &format!("no receipt: {why}")),
        };
        let expected = accounts::exchanged(&receipt);
        if expected != *moved {
            self.fault(record, &format!("moves {moved}, and the receipt says {expected}"));
        }
        self.implied.add(&expected);
        let done = exchanged(&receipt.player, receipt.what, receipt.amount);
        self.effect(record, CAGE, &receipt.by, vec![done]);
    }

    /// A line of the people's book.
    fn line(&mut self, record: &Record) {
        let body: Value = serde_json::from_str(&record.body).unwrap_or_default();
        let text = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
        *self.logins.entry((text("who"), text("did"))).or_default() += 1;
    }

    /// Counts what a record says was done, and checks it against the command it carries.
    fn effect(&mut self, record: &Record, book: &str, by: &str, done: Vec<String>) {
        self.compare(record, book, by, &done);
        if self.people.contains(by) {
            for does in done {
                let effect = Effect { book: book.to_owned(), by: by.to_owned(), does };
                *self.effects.entry(effect).or_default() += 1;
            }
        }
    }

    fn compare(&mut self, record: &Record, book: &str, by: &str, done: &[String]) {
        let kept = record.command.as_ref().and_then(|sent| Some((sent, self.deeds.get_mut(&sent.id)?)));
        let Some((sent, kept)) = kept else {
            if self.people.contains(by) {
                self.fault(record, &format!("{by} did this, and sent no such command"));
            }
            return;
        };
        kept.found += 1;
        let deed = &kept.deed;
        let mut differs = Vec::new();
        let effects = deed.effects();
        if effects.iter().all(|effect| effect.book != book || effect.by != by) {
            differs.push(format!("it is written in the book {book} as done by {by}"));
        }
        if !effects.iter().any(|effect| done.contains(&effect.does)) {
            differs.push(format!("it says {}", done.join(", ")));
        }
        match &deed.fate {
            Fate::Acknowledged(answer) if !is_same_answer(deed, answer, record, &sent.answer) => {
                differs.push(format!("the answer was {answer}, and {} is written", sent.answer));
            }
            Fate::Refused(status) => differs.push(format!("it was refused with {status}")),
            Fate::Acknowledged(_) | Fate::Unknown => {}
        }
        if !differs.is_empty() {
            self.lost += u64::from(matches!(deed.fate, Fate::Acknowledged(_)));
            let why = format!("{} sent {:?}: {}", sent.id, deed.what, differs.join("; "));
            self.fault(record, &why);
        }
    }

    /// Compares what is left: commands that were not found, effects, logins, balances.
    fn finish(mut self, balances: &[(Account, Chips)], logins: &BTreeMap<LoginLine, LoginCount>) -> Checked {
        let twice = self.not_found_once();
        let doubled = self.doubled_effects().max(twice) + self.compare_logins(logins);
        self.compare_balances(balances);
        let count = |is: fn(&Kept) -> bool| self.deeds.values().filter(|kept| is(kept)).count();
        Checked {
            acknowledged: count(|kept| matches!(kept.deed.fate, Fate::Acknowledged(_))),
            unknown: count(|kept| kept.deed.fate == Fate::Unknown),
            unknown_written: count(|kept| kept.deed.fate == Fate::Unknown && kept.found > 0),
            records: 0,
            rounds: 0,
            lost: self.lost,
            doubled,
            ledger: self.posted.sum(),
            faults: self.faults,
        }
    }

    /// Acknowledged commands that are not there are lost; how many are there more than once.
    fn not_found_once(&mut self) -> u64 {
        let mut twice = 0;
        for (key, Kept { deed, found }) in &self.deeds {
            if *found == 0 && matches!(deed.fate, Fate::Acknowledged(_)) {
                self.lost += 1;
                let again = if deed.again { ", sent again" } else { "" };
                self.faults.add(format!("lost: {key} {:?}{again}", deed.what));
            }
            twice += found.saturating_sub(1);
        }
        twice
    }

    /// How often something is written that nobody asked for that often, whatever the ids are.
    fn doubled_effects(&mut self) -> u64 {
        let mut asked: HashMap<Effect, u64> = HashMap::new();
        for Kept { deed, .. } in self.deeds.values() {
            for effect in deed.effects() {
                *asked.entry(effect).or_default() += u64::from(!matches!(deed.fate, Fate::Refused(_)));
            }
        }
        let mut doubled = 0;
        for (effect, most) in asked {
            let written = self.effects.get(&effect).copied().unwrap_or(0);
            if written > most {
                doubled += written - most;
                let Effect { book, by, does } = effect;
                self.faults.add(format!(
                    "doubled: {by} in the book {book}: {does} is written {written} times, asked for at most {most} times"
                ));
            }
        }
        doubled
    }

    /// What was acknowledged about logins is in the people's book, and no more than was tried. How often it is doubled.
    fn compare_logins(&mut self, logins: &BTreeMap<LoginLine, LoginCount>) -> u64 {
        let mut doubled = 0;
        for ((who, did), LoginCount { acknowledged, unknown }) in logins {
            let written = self.logins.get(&(who.clone(), (*did).to_owned())).copied().unwrap_or(0);
            // A new password ends the sessions begun meanwhile, so there may be more of these.
            let most = if *did == "signed out" { u64::MAX } else { acknowledged + unknown };
            if written < *acknowledged {
                self.lost += acknowledged - written;
            }
            doubled += written.saturating_sub(most);
            if written < *acknowledged || written > most {
                self.faults.add(format!(
                    "{who} {did}: {written} times in the people's book, {acknowledged} times acknowledged, {unknown} \
                     times not answered"
                ));
            }
        }
        doubled
    }

    /// Every account has what its postings come to, and what rounds and receipts come to.
    fn compare_balances(&mut self, balances: &[(Account, Chips)]) {
        let stored = Moved::of(balances);
        for (what, reckoned) in [("its postings", &self.posted), ("rounds and receipts", &self.implied)] {
            for (account, has, should) in stored.differences(reckoned) {
                self.faults.add(format!("{account} has {has}, and by {what} it is {should}"));
            }
        }
    }
}

/// Whether a stored answer is the one that was given, and names the record it is in.
fn is_same_answer(deed: &Deed, given: &str, record: &Record, stored: &str) -> bool {
    let read = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    let (mut given, stored) = (read(given), read(stored));
    match &deed.what {
        What::Exchange { .. } => {
            let number = record.seq;
            given == stored && given == read(&record.body) && given["number"] == number
        }
        What::Open { table, .. } => {
            given = given[table].take();
            is_place(&given, &stored, record)
        }
        _ => is_place(&given, &stored, record),
    }
}

fn is_place(given: &Value, stored: &Value, record: &Record) -> bool {
    given["seq"] == record.seq && given["seq"] == stored["seq"] && given["round"] == stored["round"]
}
