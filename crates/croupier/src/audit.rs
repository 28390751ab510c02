//! `croupier audit`: is the journal what was written, did chips move as it says, does every round settle again, was every shoe
//! dealt as committed to?

mod known;

use std::io::{ErrorKind, Write};
use std::path::PathBuf;

use anyhow::{Context, bail};
use floor::{AuditProgress, Audited, ShoesInUse};
use indicatif::{ProgressBar, ProgressStyle};
use journal::{KnownHead, Since};

use crate::Ended;
use crate::database::{Database, wait_for};
use crate::serve::key;
use crate::style::{BAD, DIM, GOOD};
use known::{Known, Outside};

/// Verify a journal: its chain, ledger, facts and postings, every round settled again, every shoe shuffled again
///
/// Every posting is checked against what happened: at a table the chips before and after the entry, at the cage the receipt. No
/// other book moves chips. A fault names the book, the entry, the accounts, and what should have moved.
///
/// Facts are logins, sessions, lock-outs, meters and all else that is replaced as time goes on: each must be what a record of
/// the chain says was last written. A fault names the shelf and the key, never what the fact says.
///
/// A round is settled again from what was said, and the meters of its table are counted again from those that are finished. A
/// finished shoe is shuffled again from its published seed: it must fit the commitment published before the first card, and every
/// card that was dealt must be the one at its place. The seeds of shoes in use are compared with their commitments too, if the
/// key that encrypts them is found. A house's own rule book is read from the journal, where it is stored by its hash; no file is
/// needed.
///
/// Exit status 0: everything is in order. 1: something is not. 2: the journal, or heads it was to be compared with, cannot be read.
///
/// The loss of the newest records is found only with heads known from outside: those the floor keeps beside its database
/// (PATH.heads) are compared by themselves. Heads kept elsewhere, in a file or at a URL, and those an earlier audit wrote with
/// `--write-heads`, are given with `--heads`; with `--config` all copies are compared that the floor's config file names.
#[derive(clap::Args)]
pub(crate) struct Audit {
    #[command(flatten)]
    database: Database,
    #[command(flatten)]
    outside: Outside,
    /// Write the heads of this audit to a file
    #[arg(long, value_name = "FILE")]
    write_heads: Option<PathBuf>,
    /// The key that shoes in use are encrypted with [default: as for `croupier serve`]
    #[arg(long, value_name = "FILE", env = "CROUPIER_SHOE_KEY_FILE")]
    shoe_key_file: Option<PathBuf>,
}

impl Audit {
    pub(crate) fn run(self) -> anyhow::Result<Ended> {
        let (audited, in_use, known) = wait_for(async {
            // Read before the journal is, which then has them all.
            let known = self.outside.known(&self.database.database).await?;
            let (audited, in_use) = self.audit(&known.heads).await?;
            Ok((audited, in_use, known))
        })?;
        let told = tell(&mut anstream::stdout().lock(), &audited, &in_use, &known);
        if let Some(path) = &self.write_heads {
            std::fs::write(path, written(&audited.verdict.heads))
                .with_context(|| path.display().to_string())?;
        }
        // Whoever reads no further has enough; a report that is lost leaves the exit status.
        let told = told.or_else(|why| if why.kind() == ErrorKind::BrokenPipe { Ok(()) } else { Err(why) });
        let told = told.context("the report cannot be written");
        if !audited.is_clean() || !in_use.faults.is_empty() {
            if let Err(why) = told {
                anstream::eprintln!("{why:#}");
            }
            return Ok(Ended::Badly);
        }
        told?;
        if !known.missing.is_empty() {
            bail!("the journal was not compared with heads that could not be read");
        }
        Ok(Ended::Well)
    }

    async fn audit(&self, known: &[KnownHead]) -> anyhow::Result<(Audited, ShoesInUse)> {
        // A key that cannot be used is reported before the journal is read, which takes its time.
        let key = key::found(self.shoe_key_file.clone(), &self.database.database)?;
        let journal = self.database.read().await?;
        let bar = ProgressBar::new(0);
        bar.set_style(ProgressStyle::with_template("{msg} {wide_bar} {pos} of {len}, {eta} left")?);
        let audited = floor::audit(&journal, Since::Start, known, |progress| match progress {
            AuditProgress::Records { done, of } => show(&bar, "records", done, of),
            AuditProgress::Rounds { done, of } => show(&bar, "rounds", done, of),
            AuditProgress::Shoes { done, of } => show(&bar, "entries of tables", done, of),
        });
        let audited = audited.await?;
        bar.finish_and_clear();
        let in_use = if audited.is_clean() {
            floor::check_shoes(&journal, key.as_ref()).await?
        } else {
            ShoesInUse::default()
        };
        Ok((audited, in_use))
    }
}

fn show(bar: &ProgressBar, what: &'static str, done: u64, of: u64) {
    bar.set_message(what);
    bar.set_length(of);
    bar.set_position(done);
}

fn written(heads: &[KnownHead]) -> String {
    let line = |KnownHead { stream, head }: &KnownHead| format!("{stream} {} {}\n", head.seq, head.hash);
    heads.iter().map(line).collect::<Vec<_>>().concat()
}

fn tell(to: &mut impl Write, audited: &Audited, in_use: &ShoesInUse, known: &Known) -> std::io::Result<()> {
    let verdict = &audited.verdict;
    for KnownHead { stream, head } in &verdict.heads {
        writeln!(to, "{DIM}{stream} {} {}{DIM:#}", head.seq, head.hash)?;
    }
    for fault in &verdict.faults {
        writeln!(to, "{BAD}fault{BAD:#} {fault}")?;
    }
    for fault in audited.faults().chain(&in_use.faults) {
        writeln!(to, "{BAD}fault{BAD:#} {fault}")?;
    }
    for why in &known.missing {
        writeln!(to, "{BAD}not compared{BAD:#} with heads that cannot be read: {why}")?;
    }
    let (records, postings) = (verdict.records, verdict.postings);
    let (rounds, shoes) = (audited.rounds, audited.shoes);
    let facts = verdict.facts.unwrap_or_default();
    if verdict.facts.is_none() {
        writeln!(
            to,
            "{DIM}logins, sessions, lock-outs and meters were not checked: a program wrote this journal that did not cover them. \
             The next `croupier serve` brings them under the chain{DIM:#}"
        )?;
    }
    if audited.receipts_unchecked > 0 {
        let unchecked = audited.receipts_unchecked;
        writeln!(
            to,
            "{DIM}the postings of {unchecked} receipts were not checked: an earlier version posted them to other accounts{DIM:#}"
        )?;
    }
    if in_use.unopened > 0 {
        let unopened = in_use.unopened;
        writeln!(
            to,
            "{DIM}the seeds of {unopened} shoes in use were not checked: give their key with --shoe-key-file{DIM:#}"
        )?;
    }
    if audited.is_clean() && in_use.faults.is_empty() {
        let known = known.heads.len();
        writeln!(
            to,
            "{GOOD}in order{GOOD:#}: {records} records, {postings} postings as it happened, ledger 0, {facts} facts as they were written, \
             {rounds} rounds settled again, {shoes} shoes shuffled again, {known} heads known from outside"
        )?;
    } else {
        let told = audited.faults().count() + in_use.faults.len();
        let faults = match verdict.found + told as u64 {
            1 => "1 fault".to_owned(),
            faults => format!("{faults} faults"),
        };
        writeln!(
            to,
            "{BAD}not in order{BAD:#}: {faults} in {records} records, {postings} postings, {rounds} rounds, {shoes} \
             shoes"
        )?;
    }
    Ok(())
}
