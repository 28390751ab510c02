//! `croupier audit`: is the journal what was written, does every round settle again, was every shoe dealt as committed to?

use std::path::{Path, PathBuf};

use anyhow::Context;
use floor::{AuditProgress, Audited, ShoesInUse};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{Head, Journal, KnownHead, NoteKey, Since, kept_heads};

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::serve::key;
use crate::style::{BAD, DIM, GOOD};

/// Verify a journal: its chain, its ledger, its facts, every round settled again, every shoe shuffled again
///
/// Facts are logins, sessions, lock-outs, meters and all else that is replaced as time goes on: each must be what a record of
/// the chain says was last written. A fault names the shelf and the key, never what the fact says.
///
/// A round is settled again from what was said, and the meters of its table are counted again. A finished shoe is shuffled again from the seed that was told: it must fit
/// the commitment published before the first card, and every card that was dealt must be the one at its place. The seeds of shoes
/// in use are held against their commitments too, where the key they are encrypted with is found. A house's own rule book is
/// read from the journal, where it is stored by its hash; no file is needed.
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
    /// The key that shoes in use are encrypted with [default: as for `croupier serve`]
    #[arg(long, value_name = "FILE", env = "CROUPIER_SHOE_KEY_FILE")]
    shoe_key_file: Option<PathBuf>,
}

impl Audit {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        // Read before the journal is, which then has them all.
        let known = self.known()?;
        let (audited, in_use) = wait_for(self.audit(&known))?;
        tell(&audited, &in_use, known.len());
        if let Some(path) = &self.write_heads {
            std::fs::write(path, written(&audited.verdict.heads))
                .with_context(|| path.display().to_string())?;
        }
        Ok(if audited.is_clean() && in_use.faults.is_empty() { Ended::Well } else { Ended::Badly })
    }

    async fn audit(&self, known: &[KnownHead]) -> anyhow::Result<(Audited, ShoesInUse)> {
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
        let in_use =
            if audited.is_clean() { self.shoes_in_use(&journal).await? } else { ShoesInUse::default() };
        Ok((audited, in_use))
    }

    async fn shoes_in_use(&self, journal: &Journal) -> anyhow::Result<ShoesInUse> {
        let key = key::found(self.shoe_key_file.clone(), &self.database.database)?;
        Ok(floor::check_shoes(journal, key.as_ref()).await?)
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

fn tell(audited: &Audited, in_use: &ShoesInUse, known: usize) {
    let verdict = &audited.verdict;
    for KnownHead { stream, head } in &verdict.heads {
        anstream::println!("{DIM}{stream} {} {}{DIM:#}", head.seq, head.hash);
    }
    for fault in &verdict.faults {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    for fault in audited.faults().chain(&in_use.faults) {
        anstream::println!("{BAD}fault{BAD:#} {fault}");
    }
    let (records, postings) = (verdict.records, verdict.postings);
    let (rounds, shoes) = (audited.rounds, audited.shoes);
    let facts = verdict.facts.unwrap_or_default();
    if verdict.facts.is_none() {
        anstream::println!(
            "{DIM}logins, sessions, lock-outs and meters were not checked: a program wrote this journal that did not cover them. \
             The next `croupier serve` brings them under the chain{DIM:#}"
        );
    }
    if in_use.unopened > 0 {
        let unopened = in_use.unopened;
        anstream::println!(
            "{DIM}the seeds of {unopened} shoes in use were not checked: give their key with --shoe-key-file{DIM:#}"
        );
    }
    if audited.is_clean() && in_use.faults.is_empty() {
        anstream::println!(
            "{GOOD}in order{GOOD:#}: {records} records, {postings} postings, ledger 0, {facts} facts as they were written, \
             {rounds} rounds settled again, {shoes} shoes shuffled again, {known} heads known from outside"
        );
    } else {
        let told = audited.faults().count() + in_use.faults.len();
        let faults = verdict.found + told as u64;
        anstream::println!(
            "{BAD}not in order{BAD:#}: {faults} faults in {records} records, {postings} postings, {rounds} rounds, {shoes} \
             shoes"
        );
    }
}
