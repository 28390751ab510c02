//! `croupier audit`: is the journal what was written, does every round settle again, was every shoe dealt as committed to?

use std::path::PathBuf;

use anyhow::Context;
use floor::{AuditProgress, Audited};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Head, KnownHead, Since};

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::style::{BAD, DIM, GOOD};

/// Verify a journal: its chain, its ledger, every round settled again, every shoe shuffled again
///
/// A round is settled again from what was said. A finished shoe is shuffled again from the seed that was told: it must fit
/// the commitment published before the first card, and every card that was dealt must be the one at its place.
///
/// Exit status 0: everything is in order. 1: something is not. 2: the journal cannot be read.
///
/// The loss of the newest records is found only with heads known from an earlier audit: keep what `--write-heads` writes
/// somewhere else, and give it to the next audit with `--heads`.
#[derive(clap::Args)]
pub(crate) struct Audit {
    #[command(flatten)]
    database: Database,
    /// Heads an earlier audit wrote
    #[arg(long, value_name = "FILE")]
    heads: Option<PathBuf>,
    /// Write the heads of this audit to a file
    #[arg(long, value_name = "FILE")]
    write_heads: Option<PathBuf>,
}

impl Audit {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        let known = self.known()?;
        let audited = wait_for(self.audit(&known))?;
        tell(&audited);
        if let Some(path) = &self.write_heads {
            std::fs::write(path, written(&audited.verdict.heads))
                .with_context(|| path.display().to_string())?;
        }
        Ok(if audited.is_clean() { Ended::Well } else { Ended::Badly })
    }

    async fn audit(&self, known: &[KnownHead]) -> anyhow::Result<Audited> {
        let journal = self.database.read().await?;
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {eta} left")?);
        let audited = floor::audit(&journal, Since::Start, known, |progress| match progress {
            AuditProgress::Records { done, of } => show(&bar, "records", done, of),
            AuditProgress::Rounds { done, of } => show(&bar, "rounds", done, of),
            AuditProgress::Shoes { done, of } => show(&bar, "entries for shoes", done, of),
        });
        let audited = audited.await?;
        bar.finish_and_clear();
        Ok(audited)
    }

    fn known(&self) -> anyhow::Result<Vec<KnownHead>> {
        let Some(path) = &self.heads else { return Ok(Vec::new()) };
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
        lines
            .map(|(line, number)| {
                let fault =
                    || format!("{}:{number}: expected STREAM NUMBER HASH, found {line}", path.display());
                head(line).with_context(fault)
            })
            .collect()
    }
}

fn show(bar: &ProgressBar, what: &'static str, done: u64, of: u64) {
    bar.set_message(what);
    bar.set_length(of);
    bar.set_position(done);
}

fn head(line: &str) -> Option<KnownHead> {
    let mut words = line.split_ascii_whitespace();
    let (stream, seq, hash) =
        (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(KnownHead { stream, head: Head { seq, hash } })
}

fn written(heads: &[KnownHead]) -> String {
    let line = |KnownHead { stream, head }: &KnownHead| format!("{stream} {} {}\n", head.seq, head.hash);
    heads.iter().map(line).collect::<Vec<_>>().concat()
}

fn tell(audited: &Audited) {
    let verdict = &audited.verdict;
    for KnownHead { stream, head } in &verdict.heads {
        anstream::println!("{DIM}{stream} {} {}{DIM:#}", head.seq, head.hash);
    }
    for fault in &verdict.faults {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    for fault in audited.rounds_at_fault.iter().chain(&audited.shoes_at_fault) {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    let (records, postings) = (verdict.records, verdict.postings);
    let (rounds, shoes) = (audited.rounds, audited.shoes);
    if audited.is_clean() {
        anstream::println!(
            "{GOOD}in order{GOOD:#}: {records} records, {postings} postings, ledger 0, {rounds} rounds settled again, {shoes} \
             shoes shuffled again"
        );
    } else {
        let faults = verdict.found + (audited.rounds_at_fault.len() + audited.shoes_at_fault.len()) as u64;
        anstream::println!(
            "{BAD}not in order{BAD:#}: {faults} faults in {records} records, {postings} postings, {rounds} rounds, {shoes} \
             shoes"
        );
    }
}
