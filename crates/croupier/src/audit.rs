//! `croupier audit`: is the journal what was written, and does every round settle again?

use std::path::{Path, PathBuf};

use anyhow::Context;
use floor::{AuditProgress, Audited};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Head, KnownHead, NoteKey, Since, kept_heads};

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::style::{BAD, DIM, GOOD};

/// Verify a journal: its chain, its ledger, and every round settled again from what was said
///
/// Exit status 0: everything is in order. 1: something is not. 2: the journal cannot be read.
///
/// The loss of the newest records is found only with heads known from outside: those the floor keeps beside its database
/// (PATH.heads) are compared by themselves. Heads kept elsewhere, and those an earlier audit wrote with `--write-heads`, are
/// given with `--heads`.
#[derive(clap::Args)]
pub(crate) struct Audit {
    #[command(flatten)]
    database: Database,
    /// Heads that a floor keeps, or that an earlier audit wrote
    #[arg(long, value_name = "FILE")]
    heads: Option<PathBuf>,
    /// Whose signature must stand in them, as the floor prints it; otherwise the key beside them says
    #[arg(long, value_name = "KEY")]
    heads_key: Option<NoteKey>,
    /// Write the heads of this audit to a file
    #[arg(long, value_name = "FILE")]
    write_heads: Option<PathBuf>,
}

impl Audit {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        // Read before the journal is, which then has them all.
        let known = self.known()?;
        let audited = wait_for(self.audit(&known))?;
        tell(&audited, known.len());
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
        });
        let audited = audited.await?;
        bar.finish_and_clear();
        Ok(audited)
    }

    /// The heads a floor keeps, and those of a file.
    fn known(&self) -> anyhow::Result<Vec<KnownHead>> {
        let kept = |path: &Path| kept_heads(path, self.heads_key.as_ref());
        let mut known = self.database.database.heads().map_or_else(|| Ok(Vec::new()), |path| kept(&path))?;
        let Some(path) = &self.heads else { return Ok(known) };
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        // A line that begins with an em dash is a signature.
        if text.lines().any(|line| line.starts_with('\u{2014}')) {
            known.extend(kept(path)?);
        } else {
            known.extend(written_down(path, &text)?);
        }
        Ok(known)
    }
}

/// The heads of an earlier audit.
fn written_down(path: &Path, text: &str) -> anyhow::Result<Vec<KnownHead>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            let fault = || format!("{}:{number}: expected STREAM NUMBER HASH, found {line}", path.display());
            head(line).with_context(fault)
        })
        .collect()
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

fn tell(audited: &Audited, known: usize) {
    let verdict = &audited.verdict;
    for KnownHead { stream, head } in &verdict.heads {
        anstream::println!("{DIM}{stream} {} {}{DIM:#}", head.seq, head.hash);
    }
    for fault in &verdict.faults {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    for fault in &audited.rounds_at_fault {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    let (records, postings, rounds) = (verdict.records, verdict.postings, audited.rounds);
    if audited.is_clean() {
        anstream::println!(
            "{GOOD}in order{GOOD:#}: {records} records, {postings} postings, ledger 0, {rounds} rounds settled again, \
             {known} heads known from outside"
        );
    } else {
        let faults = verdict.found + audited.rounds_at_fault.len() as u64;
        anstream::println!(
            "{BAD}not in order{BAD:#}: {faults} faults in {records} records, {postings} postings, {rounds} rounds"
        );
    }
}
