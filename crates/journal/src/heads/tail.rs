//! The tail: the heads of every commit since the last note, signed batch by batch.

use std::fmt::Write as _;
use std::io::ErrorKind;
use std::path::Path;

use super::file::Signed;
use super::note::{NoteKey, SIGNED};
use crate::files::{beside, failed};
use crate::{JournalError, KnownHead};

/// What a line of the tail begins with whose record hides something.
pub(super) const HIDES: &str = "hides ";

/// What is signed of a batch in the tail: its lines, and what comes before them.
pub(super) fn linked(origin: &str, before: &str, lines: &str) -> String {
    format!("tail of {origin}\n{before}\n{lines}")
}

/// What a tail has.
pub(super) struct Tail {
    /// The heads that are signed, and whether their records hide something.
    pub(super) heads: Vec<(KnownHead, bool)>,
    /// What the next lines are signed with.
    pub(super) link: String,
}

/// Reads the lines of the tail that are signed. What is torn, made up or of an earlier tail is passed over: it accuses nobody.
pub(super) fn read_tail(path: &Path, key: &NoteKey, note: Option<&Signed>) -> Result<Tail, JournalError> {
    let name = beside(path, ".tail");
    let mut tail = Tail { heads: Vec::new(), link: note.map(|note| note.hash.clone()).unwrap_or_default() };
    let bytes = match std::fs::read(&name) {
        Err(why) if why.kind() == ErrorKind::NotFound => return Ok(tail),
        read => read.map_err(|why| failed(&name, &why))?,
    };
    let mut batch = String::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let line = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
        match line {
            Some(signature) if signature.starts_with(SIGNED) => {
                let lines = std::mem::take(&mut batch);
                if key.has_signed(&linked(key.name(), &tail.link, &lines), signature) {
                    tail.heads.extend(lines.lines().filter_map(tail_line));
                    signature.clone_into(&mut tail.link);
                }
            }
            None | Some("") => batch.clear(),
            Some(line) => {
                let _ = writeln!(batch, "{line}");
            }
        }
    }
    Ok(tail)
}

/// A head in the tail, and whether its record hides something.
fn tail_line(line: &str) -> Option<(KnownHead, bool)> {
    let hidden = line.strip_prefix(HIDES);
    Some((hidden.unwrap_or(line).parse().ok()?, hidden.is_some()))
}
