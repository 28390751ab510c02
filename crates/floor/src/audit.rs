//! The whole journal looked through: the chain, the ledger, the facts, every round settled again, every meter counted again,
//! every shoe shuffled again.

use journal::{BoxFuture, Journal, JournalError, KnownHead, Round, RoundQuery, Since, Stream, Verdict};

use crate::entry::Entry;
use crate::house::entries_of;
use crate::recall::settled;
use crate::recount::Recount;
use crate::reshuffle::Reshuffle;

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
    /// Shuffling shoes again.
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
    /// How many finished shoes were shuffled again.
    pub shoes: u64,
    /// What is wrong with shoes, the first hundred faults.
    pub shoes_at_fault: Vec<String>,
}

impl Audited {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.verdict.is_clean() && self.rounds_at_fault.is_empty() && self.shoes_at_fault.is_empty()
    }
}

/// Faults are listed up to this many.
const MOST: usize = 100;

/// So many entries are read at a time.
const PAGE: usize = 1000;

/// Verifies a journal, settles every finished round in it again, counts the meters from them and shuffles every finished shoe
/// again.
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
    let (rounds, shoes, rounds_at_fault, shoes_at_fault) = Default::default();
    let mut audited = Audited { verdict, rounds, rounds_at_fault, shoes, shoes_at_fault };
    settle_rounds(journal, &mut audited, progress).await?;
    shuffle_shoes(journal, &mut audited, progress).await?;
    Ok(audited)
}

async fn settle_rounds(
    journal: &Journal,
    audited: &mut Audited,
    progress: &mut (dyn FnMut(AuditProgress) + Send),
) -> Result<(), JournalError> {
    let mut query = RoundQuery { limit: 1000, ..RoundQuery::default() };
    let mut recount = match told(Recount::begin(journal).await)? {
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

async fn shuffle_shoes(
    journal: &Journal,
    audited: &mut Audited,
    progress: &mut (dyn FnMut(AuditProgress) + Send),
) -> Result<(), JournalError> {
    let mut tables = match told(journal.streams().await)? {
        Ok(streams) => streams,
        Err(why) => {
            audited.shoes_at_fault.push(why);
            return Ok(());
        }
    };
    tables.retain(|(stream, _)| stream.as_str().starts_with("table/"));
    let (mut done, of) = (0, tables.iter().map(|(_, head)| head.seq).sum());
    for (stream, head) in tables {
        shuffle_again(journal, &stream, audited).await?;
        done += head.seq;
        progress(AuditProgress::Shoes { done, of });
    }
    audited.shoes_at_fault.truncate(MOST);
    Ok(())
}

/// Shuffles the finished shoes of one table again.
async fn shuffle_again(
    journal: &Journal,
    stream: &Stream,
    audited: &mut Audited,
) -> Result<(), JournalError> {
    let (mut shoes, mut after, mut faults) = (Reshuffle::default(), 0, Vec::new());
    'book: loop {
        let records = match told(journal.records(stream, after, PAGE).await)? {
            Ok(records) => records,
            Err(why) => {
                faults.push(why);
                break;
            }
        };
        let Some(last) = records.last() else { break };
        after = last.seq;
        for record in &records {
            match Entry::read(&record.body) {
                Ok(entry) => shoes.follow(entry, &mut faults),
                Err(why) => {
                    faults.push(format!("entry {}: {why}", record.seq));
                    break 'book;
                }
            }
        }
    }
    audited.shoes += shoes.done;
    audited.shoes_at_fault.extend(faults.into_iter().take(MOST).map(|why| format!("{stream} {why}")));
    Ok(())
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

/// What is stored and cannot be read is a fault to be told; a database that does not answer ends the audit.
fn told<T>(read: Result<T, JournalError>) -> Result<Result<T, String>, JournalError> {
    match read {
        Ok(read) => Ok(Ok(read)),
        Err(JournalError::Damaged(why)) => Ok(Err(why)),
        Err(error) => Err(error),
    }
}
