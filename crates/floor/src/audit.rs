//! The whole journal looked through: the chain, the ledger, the facts, every posting checked against what happened, every round
//! settled again, every meter counted again, every shoe shuffled again, every fact checked against the record that keeps it.

use std::collections::BTreeSet;

use journal::{
    BoxFuture, Head, Journal, JournalError, KnownHead, Record, Round, RoundQuery, Since, Stream, Verdict,
};

use crate::entry::Entry;
use crate::house::{entries_of, read_entry};
use crate::keeping::{Keeping, Pages, Together, misplaced_at_table};
use crate::postings::{BookKind, Felt, Receipted, out_of_place};
use crate::recall::settled;
use crate::recount::{Recount, adoption};
use crate::reshuffle::Reshuffle;
use crate::rule_book::{RULE_BOOKS, RuleBook};

/// How far an audit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AuditProgress {
    /// Reading records.
    Records {
        /// Read.
        done: u64,
        /// In all, about.
        of: u64,
    },
    /// Settling rounds again.
    Rounds {
        /// Settled.
        done: u64,
        /// In all.
        of: u64,
    },
    /// Shuffling shoes again, and checking postings against what happened.
    Shoes {
        /// Entries of tables read.
        done: u64,
        /// In all.
        of: u64,
    },
}

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited {
    /// The chain and the ledger.
    pub verdict: Verdict,
    /// How many rounds were settled again.
    pub rounds: u64,
    /// Those that came out otherwise, and meters that are not what their rounds come to; the first hundred.
    pub rounds_at_fault: Vec<String>,
    /// Where the postings of a record are not what happened, the first hundred faults.
    pub postings_at_fault: Vec<String>,
    /// Where a record keeps facts that are not what happened, the first hundred faults.
    pub facts_at_fault: Vec<String>,
    /// How many receipts of an earlier version have postings that they do not account for.
    pub receipts_unchecked: u64,
    /// How many finished shoes were shuffled again.
    pub shoes: u64,
    /// What is wrong with shoes, the first hundred faults.
    pub shoes_at_fault: Vec<String>,
    /// How many rule books of the house's own are stored.
    pub rule_books: u64,
    /// What is wrong with them, the first hundred faults.
    pub rule_books_at_fault: Vec<String>,
}

impl Audited {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.verdict.is_clean() && self.faults().next().is_none()
    }

    /// What is wrong with rule books, postings, facts, rounds and shoes.
    pub fn faults(&self) -> impl Iterator<Item = &String> {
        let books = self.rule_books_at_fault.iter().chain(&self.postings_at_fault);
        books.chain(&self.facts_at_fault).chain(&self.rounds_at_fault).chain(&self.shoes_at_fault)
    }

    /// Notes what is wrong with postings.
    fn misposted(&mut self, faults: impl IntoIterator<Item = String>) {
        let left = MOST.saturating_sub(self.postings_at_fault.len());
        self.postings_at_fault.extend(faults.into_iter().take(left));
    }

    /// Notes what is wrong with facts.
    fn miskept(&mut self, faults: Vec<String>) {
        let left = MOST.saturating_sub(self.facts_at_fault.len());
        self.facts_at_fault.extend(faults.into_iter().take(left));
    }
}

/// Faults are listed up to this many.
const MOST: usize = 100;

/// Verifies a journal, checks every posting and every fact against what happened, settles every round in it again, counts
/// the meters from those that are finished and shuffles every finished shoe again.
///
/// # Errors
///
/// When the journal cannot be read.
pub async fn audit(
    journal: &Journal,
    since: Since,
    known: &[KnownHead],
    mut progress: impl FnMut(AuditProgress) + Send,
) -> Result<Audited, JournalError> {
    boxed_audit(journal, since, known, &mut progress).await
}

fn boxed_audit<'a>(
    journal: &'a Journal,
    since: Since,
    known: &'a [KnownHead],
    progress: &'a mut (dyn FnMut(AuditProgress) + Send),
) -> BoxFuture<'a, Result<Audited, JournalError>> {
    Box::pin(look_through(journal, since, known, progress))
}

async fn look_through(
    journal: &Journal,
    since: Since,
    known: &[KnownHead],
    progress: &mut (dyn FnMut(AuditProgress) + Send),
) -> Result<Audited, JournalError> {
    let records = |p: journal::Progress| AuditProgress::Records { done: p.done, of: p.of };
    let verdict = journal.verify(since, known, |p| progress(records(p))).await?;
    let mut audited = Audited {
        verdict,
        rounds: 0,
        rounds_at_fault: Vec::new(),
        postings_at_fault: Vec::new(),
        facts_at_fault: Vec::new(),
        receipts_unchecked: 0,
        shoes: 0,
        shoes_at_fault: Vec::new(),
        rule_books: 0,
        rule_books_at_fault: Vec::new(),
    };
    let stored = check_rule_books(journal, &mut audited).await?;
    settle_rounds(journal, &mut audited, progress).await?;
    look_into_books(journal, &stored, &mut audited, progress).await?;
    audited.rule_books_at_fault.truncate(MOST);
    Ok(audited)
}

/// Looks whether every rule book has its hash and can be read, and returns the hashes of those that do.
async fn check_rule_books(
    journal: &Journal,
    audited: &mut Audited,
) -> Result<BTreeSet<String>, JournalError> {
    let faults = &mut audited.rule_books_at_fault;
    let shelf = told(journal.shelf(RULE_BOOKS).await)?.unwrap_or_else(|why| {
        faults.push(why);
        Vec::new()
    });
    let mut stored = BTreeSet::new();
    for (hash, text) in shelf {
        audited.rule_books += 1;
        let book = RuleBook::of(&text);
        if book.hash() != hash {
            faults.push(format!("rule book {hash}: its text has another hash, {}", book.hash()));
        } else if let Err(why) = book.rules() {
            faults.push(format!("rule book {hash}: {why}"));
        } else {
            stored.insert(hash);
        }
    }
    Ok(stored)
}

async fn settle_rounds(
    journal: &Journal,
    audited: &mut Audited,
    progress: &mut (dyn FnMut(AuditProgress) + Send),
) -> Result<(), JournalError> {
    let mut query = RoundQuery { limit: 1000, ..RoundQuery::default() };
    let mut recount = match told(Recount::begin(journal, audited.verdict.facts.is_some()).await)? {
        Ok(recount) => recount,
        Err(why) => {
            audited.rounds_at_fault.push(why);
            Recount::default()
        }
    };
    loop {
        let page = journal.rounds(&query).await?;
        let Some(last) = page.last() else { break };
        query.before = Some(last.mark);
        for round in &page {
            audited.rounds += 1;
            if let Err(why) = again(journal, round, &mut recount).await?
                && audited.rounds_at_fault.len() < MOST
            {
                audited.rounds_at_fault.push(why);
            }
        }
        progress(AuditProgress::Rounds { done: audited.rounds, of: audited.rounds.max(page.len() as u64) });
    }
    let left = MOST.saturating_sub(audited.rounds_at_fault.len());
    audited.rounds_at_fault.extend(recount.faults().take(left));
    Ok(())
}

async fn look_into_books(
    journal: &Journal,
    stored: &BTreeSet<String>,
    audited: &mut Audited,
    progress: &mut (dyn FnMut(AuditProgress) + Send),
) -> Result<(), JournalError> {
    let streams = match told(journal.streams().await)? {
        Ok(streams) => streams,
        Err(why) => {
            audited.shoes_at_fault.push(why);
            return Ok(());
        }
    };
    let is_table = |stream: &Stream| BookKind::of(stream) == BookKind::Table;
    let (tables, others): (Vec<_>, Vec<_>) = streams.into_iter().partition(|(stream, _)| is_table(stream));
    let (mut done, of) = (0, tables.iter().map(|(_, head)| head.seq).sum());
    for (stream, head) in tables {
        follow_table(journal, (&stream, head.seq), stored, audited).await?;
        done += head.seq;
        progress(AuditProgress::Shoes { done, of });
    }
    follow_others(journal, others, audited).await?;
    audited.shoes_at_fault.truncate(MOST);
    audited.rounds_at_fault.truncate(MOST);
    Ok(())
}

/// Follows all books but those of tables, in the order of the journal: checks what they post and what they keep against what they
/// say.
async fn follow_others(
    journal: &Journal,
    books: Vec<(Stream, Head)>,
    audited: &mut Audited,
) -> Result<(), JournalError> {
    let covers_facts = audited.verdict.facts.is_some();
    let (first, earlier) = if covers_facts {
        let earlier = told(adoption(journal).await)?.ok().flatten().unwrap_or(i64::MIN);
        (journal.first_with_facts().await?, earlier)
    } else {
        (None, i64::MAX)
    };
    let (mut together, mut keeping) = (Together::default(), Keeping::new(first));
    for (stream, head) in books {
        together.add(Pages::new(stream, head.seq, covers_facts));
    }
    loop {
        match told(together.next(journal).await)? {
            Ok(Some(held)) => {
                audited.miskept(keeping.follow(&held));
                hold_postings(&held.record, earlier, audited);
            }
            Ok(None) => break,
            Err(why) => audited.misposted([why]),
        }
    }
    if covers_facts {
        audited.miskept(told(keeping.compare(journal).await)?.unwrap_or_else(|why| vec![why]));
    }
    Ok(())
}

/// Checks what a record posts that is not a table's against its receipt: without one it posts nothing.
fn hold_postings(record: &Record, earlier: i64, audited: &mut Audited) {
    if BookKind::of(&record.stream) != BookKind::Cage {
        audited.misposted(out_of_place(record));
        return;
    }
    match Receipted::of(record, earlier) {
        Receipted::Right => {}
        Receipted::Earlier => audited.receipts_unchecked += 1,
        Receipted::Wrong(why) => audited.misposted([why]),
    }
}

/// Follows the book of one table: checks its postings against what happened, shuffles its finished shoes again, settles what no
/// finished round covers, and looks whether every rule book it names is stored.
async fn follow_table(
    journal: &Journal,
    (stream, last): (&Stream, u64),
    stored: &BTreeSet<String>,
    audited: &mut Audited,
) -> Result<(), JournalError> {
    let (mut shoes, mut felt, mut faults) = (Reshuffle::default(), Felt::new(stream), Vec::new());
    let mut pages = Pages::new(stream.clone(), last, audited.verdict.facts.is_some());
    // The opening of the round that is on, until a record closes it.
    let mut begun: Option<u64> = None;
    'book: loop {
        let page = match told(pages.turn(journal).await)? {
            Ok(page) => page,
            Err(why) => {
                faults.push(why);
                break;
            }
        };
        if page.is_empty() {
            break;
        }
        for held in &page {
            let record = &held.record;
            match told(read_entry(journal, stream, record.seq, &record.body).await)? {
                Ok(entry) => {
                    audited.rule_books_at_fault.extend(missing_book(record, &entry, stored));
                    audited.misposted(felt.follow(record, &entry));
                    audited.miskept(misplaced_at_table(&felt, held, &entry));
                    if entry.opens.is_some() {
                        audited.rounds_at_fault.extend(unsettled(stream, begun, &shoes));
                        begun = Some(record.seq);
                    }
                    shoes.follow(entry, &mut faults);
                    if record.round.as_ref().is_some_and(|end| Some(end.first) == begun) {
                        begun = None;
                    }
                }
                Err(why) => {
                    faults.push(why);
                    break 'book;
                }
            }
        }
    }
    audited.rounds_at_fault.extend(unsettled(stream, begun, &shoes));
    audited.shoes += shoes.done;
    audited.shoes_at_fault.extend(faults.into_iter().take(MOST).map(|why| format!("{stream} {why}")));
    Ok(())
}

/// What is wrong with a round that began and that no record closed: it is not among the finished ones, which are settled again.
fn unsettled(stream: &Stream, begun: Option<u64>, shoes: &Reshuffle) -> Option<String> {
    let entries = shoes.round();
    let number = begun.and_then(|_| entries.first())?.round;
    settled(entries).err().map(|why| format!("{stream} round {number}: {why}"))
}

/// A rule book that an entry names and that is not stored as it was.
fn missing_book(record: &Record, entry: &Entry, stored: &BTreeSet<String>) -> Option<String> {
    let mut written = entry.rule_books().filter(|book| !book.is_adopted());
    let missing = written.find(|book| !stored.contains(book.hash()))?;
    Some(format!("{} entry {}: the rule book {} is not stored", record.stream, record.seq, missing.hash()))
}

async fn again(
    journal: &Journal,
    round: &Round,
    recount: &mut Recount,
) -> Result<Result<(), String>, JournalError> {
    let named = |why: &dyn ToString| format!("{} round {}: {}", round.stream, round.number, why.to_string());
    let again = match told(entries_of(journal, round).await)? {
        Ok(entries) => settled(&entries).map(|seat| (entries, seat)).map_err(|why| named(&why)),
        Err(why) => Err(named(&why)),
    };
    recount.take_in(round, again.as_ref().ok());
    Ok(again.map(drop))
}

/// Stored text that cannot be read is a fault to report; a database that does not answer ends the audit.
fn told<T>(read: Result<T, JournalError>) -> Result<Result<T, String>, JournalError> {
    match read {
        Ok(read) => Ok(Ok(read)),
        Err(JournalError::Damaged(why)) => Ok(Err(why)),
        Err(error) => Err(error),
    }
}
