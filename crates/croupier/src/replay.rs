//! `croupier replay`: run transcripts.

use std::io::{ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use transcript::{FileJson, Played, parse, read, replay};

use crate::style::{BAD, DIM, GOOD, HEAD};
use crate::{Ended, files};

/// Run transcripts: rounds as said and dealt at the table, which check themselves
#[derive(Args)]
#[command(after_help = "Example:\n  croupier replay scenarios\n  croupier replay --explain my.round\n\n\
    Exit status: 0 if every transcript holds, 1 if one does not, 2 if one cannot be read.")]
pub(crate) struct Replay {
    /// Transcript files (*.round), or folders of them
    #[arg(required = true, value_name = "FILE-OR-FOLDER")]
    paths: Vec<PathBuf>,
    /// Print a JSON object for each file, one a line: wagers, nets, hands, refusals, irregularities
    #[arg(long, conflicts_with = "explain")]
    json: bool,
    /// Tell each round as a story, with the clause behind every payment, refusal and automatic act
    #[arg(long)]
    explain: bool,
}

/// Standard output; once nobody reads it any more, the rest is still run for the exit status.
struct Output<W> {
    to: Option<W>,
}

impl<W: Write> Output<W> {
    fn line(&mut self, line: &str) -> Result<()> {
        match self.to.as_mut().map(|out| writeln!(out, "{line}")) {
            Some(Err(error)) if error.kind() == ErrorKind::BrokenPipe => self.to = None,
            Some(written) => written?,
            None => {}
        }
        Ok(())
    }
}

/// What became of one file.
struct Outcome {
    ended: Ended,
    /// Lines to print for it.
    lines: Vec<String>,
}

impl Replay {
    pub(crate) fn run(&self) -> Result<Ended> {
        let files = files::transcripts(&self.paths);
        let progress = progress(files.len());
        let mut out = Output { to: Some(anstream::stdout().lock()) };
        let (mut passed, mut failed, mut worst) = (0, 0, Ended::Well);
        for file in &files {
            let outcome = match file {
                Ok(file) => self.file(file)?,
                Err(why) => self.unreadable(why, std::slice::from_ref(why))?,
            };
            for line in &outcome.lines {
                out.line(line)?;
            }
            match outcome.ended {
                Ended::Well => passed += 1,
                Ended::Badly | Ended::Misused => failed += 1,
            }
            worst = worst.max(outcome.ended);
            progress.inc(1);
        }
        progress.finish_and_clear();
        let summary = format!("{passed} passed, {failed} failed");
        if self.json {
            anstream::eprintln!("{summary}");
        } else {
            out.line(&summary)?;
        }
        Ok(worst)
    }

    fn file(&self, path: &Path) -> Result<Outcome> {
        let name = path.display().to_string();
        let text = match read(path) {
            Ok(text) => text,
            Err(why) => return self.unreadable(&name, &[format!("{name} {why}")]),
        };
        let transcript = match parse(&text) {
            Ok(transcript) => transcript,
            Err(faults) => {
                let shown = faults.iter().take(20).map(|fault| format!("{name}:{fault}"));
                let mut lines: Vec<String> = shown.collect();
                if faults.len() > 20 {
                    lines.push(format!("{name}: and {} more lines that cannot be read", faults.len() - 20));
                }
                return self.unreadable(&name, &lines);
            }
        };
        let replay = replay(&transcript, path.parent(), self.explain);
        let (ended, verdict) = match &replay.played {
            Played::Passed => (Ended::Well, format!("{GOOD}ok{GOOD:#} {name}")),
            Played::Failed(failure) => (Ended::Badly, format!("{BAD}FAIL{BAD:#} {name}:{failure}")),
            Played::Unreadable(failure) => (Ended::Misused, format!("{BAD}FAIL{BAD:#} {name}:{failure}")),
        };
        let mut lines = Vec::new();
        if self.json {
            lines.push(serde_json::to_string(&replay.to_json(&name))?);
            return Ok(Outcome { ended, lines });
        }
        if self.explain {
            lines.push(format!("{HEAD}{name}{HEAD:#}"));
            for (at, record) in replay.rounds.iter().enumerate() {
                if replay.rounds.len() > 1 {
                    lines.push(format!("  {HEAD}round {}{HEAD:#}", at + 1));
                }
                lines.extend(record.story.iter().map(|sentence| format!("  {}", dim_clause(sentence))));
            }
        }
        lines.push(verdict);
        Ok(Outcome { ended, lines })
    }

    fn unreadable(&self, name: &str, faults: &[String]) -> Result<Outcome> {
        let lines = if self.json {
            let (file, failure) = (name.to_owned(), Some(faults.join("\n")));
            let json = FileJson { file, result: "unreadable", failure, last: None, rounds: Vec::new() };
            vec![serde_json::to_string(&json)?]
        } else {
            faults.iter().map(|fault| format!("{BAD}FAIL{BAD:#} {fault}")).collect()
        };
        Ok(Outcome { ended: Ended::Misused, lines })
    }
}

/// Sets the clause at the end of a sentence apart.
fn dim_clause(sentence: &str) -> String {
    match sentence.rfind(" [") {
        Some(at) => format!("{}{DIM}{}{DIM:#}", &sentence[..at], &sentence[at..]),
        None => sentence.to_owned(),
    }
}

/// A bar on stderr, where there is a terminal to see it and enough to wait for.
fn progress(files: usize) -> ProgressBar {
    if files < 200 || !std::io::stderr().is_terminal() || std::io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} transcripts, {eta} left");
    ProgressBar::new(files as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
