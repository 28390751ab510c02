//! The whole journal looked through: the chain, the ledger, and every round settled again.

use journal::{BoxFuture, Journal, JournalError, KnownHead, Round, RoundQuery, Since, Verdict};

use crate::house::entries_of;
use crate::recall::settle_again;

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
}

/// What an audit found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Audited {
    /// The chain and the ledger.
    pub verdict: Verdict,
    /// How many rounds were settled again.
    pub rounds: u64,
    /// Those that came out otherwise, the first hundred.
    pub rounds_at_fault: Vec<String>,
}

impl Audited {
    /// Whether nothing is wrong.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.verdict.is_clean() && self.rounds_at_fault.is_empty()
    }
}

/// Faults are listed up to this many.
const MOST: usize = 100;

/// Verifies a journal and settles every finished round in it again.
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
    let mut audited = Audited { verdict, rounds: 0, rounds_at_fault: Vec::new() };
    let mut query = RoundQuery { limit: 1000, ..RoundQuery::default() };
    loop {
        let page = journal.rounds(&query).await?;
        let Some(last) = page.last() else { return Ok(audited) };
        query.before = Some(last.mark);
        for round in &page {
            audited.rounds += 1;
            if let Err(why) = again(journal, round).await?
                && audited.rounds_at_fault.len() < MOST
            {
                audited.rounds_at_fault.push(why);
            }
        }
        progress(AuditProgress::Rounds { done: audited.rounds, of: audited.rounds.max(page.len() as u64) });
    }
}

async fn again(journal: &Journal, round: &Round) -> Result<Result<(), String>, JournalError> {
    let named = |why: &dyn ToString| format!("{} round {}: {}", round.stream, round.number, why.to_string());
    let entries = match entries_of(journal, round).await {
        Ok(entries) => entries,
        Err(JournalError::Damaged(why)) => return Ok(Err(named(&why))),
        Err(error) => return Err(error),
    };
    Ok(settle_again(&entries).map_err(|why| named(&why)))
}
