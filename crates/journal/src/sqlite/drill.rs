//! A power cut, rehearsed: a disk that forgets what was not synced.
//!
//! Everything written since the last sync of a file is held back here. At the chosen operation the power goes: of what was
//! held back some is written, in any order, some of it only in part, sector by sector; the rest is lost. Then the process
//! ends, or every further operation fails. What must be true afterwards: the journal opens and is in order, and every record
//! that was acknowledged is there.
//!
//! There is no real power cut, so nothing is really synced, and drills are quick.

use std::collections::HashMap;
use std::fs::OpenOptions;
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::url::{DrillPlan, Then};

/// What a disk writes at once.
const SECTOR: usize = 512;

/// The power is gone.
pub(super) struct Dark;

/// What is not on disk yet.
pub(super) enum Pending {
    Write { at: u64, bytes: Vec<u8> },
    Truncate(u64),
}

/// A disk that will lose its power.
pub(super) struct Drill(Mutex<Disk>);

struct Disk {
    /// Operations until the power goes.
    left: u64,
    chance: u64,
    then: Then,
    dark: bool,
    files: HashMap<PathBuf, Vec<Pending>>,
}

impl Drill {
    pub(super) fn new(plan: DrillPlan) -> Drill {
        let DrillPlan { cut_after, seed, then } = plan;
        Drill(Mutex::new(Disk { left: cut_after, chance: seed, then, dark: false, files: HashMap::new() }))
    }

    pub(super) fn write(&self, path: &Path, at: u64, bytes: &[u8]) -> Result<(), Dark> {
        self.hold(path, Pending::Write { at, bytes: bytes.to_owned() })
    }

    pub(super) fn truncate(&self, path: &Path, size: u64) -> Result<(), Dark> {
        self.hold(path, Pending::Truncate(size))
    }

    fn hold(&self, path: &Path, pending: Pending) -> Result<(), Dark> {
        self.with(|disk| {
            disk.lit()?;
            disk.files.entry(path.to_owned()).or_default().push(pending);
            disk.pass()
        })
    }

    /// Puts on disk what was held back of a file. The power may go before it begins.
    pub(super) fn sync<E>(
        &self,
        path: &Path,
        mut apply: impl FnMut(&Pending) -> Result<(), E>,
    ) -> Result<Result<(), E>, Dark> {
        self.with(|disk| {
            disk.lit()?;
            disk.pass()?;
            let pending = disk.files.remove(path).unwrap_or_default();
            Ok(pending.iter().try_for_each(&mut apply))
        })
    }

    /// Forgets a file that is about to be deleted.
    pub(super) fn delete(&self, path: &Path) -> Result<(), Dark> {
        self.with(|disk| {
            disk.lit()?;
            disk.pass()?;
            disk.files.remove(path);
            Ok(())
        })
    }

    /// Reads as if everything had been written: `base` reads what is on disk.
    pub(super) fn read<T>(
        &self,
        path: &Path,
        at: u64,
        buffer: &mut [u8],
        base: impl FnOnce(&mut [u8]) -> T,
    ) -> Result<T, Dark> {
        self.with(|disk| {
            disk.lit()?;
            let read = base(buffer);
            for pending in disk.files.get(path).into_iter().flatten() {
                lay_over(buffer, at, pending);
            }
            Ok(read)
        })
    }

    /// The size of a file as if everything had been written.
    pub(super) fn size(&self, path: &Path, on_disk: u64) -> Result<u64, Dark> {
        self.with(|disk| {
            disk.lit()?;
            let pending = disk.files.get(path).into_iter().flatten();
            Ok(pending.fold(on_disk, |size, pending| match pending {
                Pending::Write { at, bytes } => size.max(at + bytes.len() as u64),
                Pending::Truncate(to) => *to,
            }))
        })
    }

    fn with<T>(&self, act: impl FnOnce(&mut Disk) -> T) -> T {
        act(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl Disk {
    fn lit(&self) -> Result<(), Dark> {
        if self.dark { Err(Dark) } else { Ok(()) }
    }

    /// One more operation; at the last the power goes.
    fn pass(&mut self) -> Result<(), Dark> {
        self.left = self.left.saturating_sub(1);
        if self.left > 0 {
            return Ok(());
        }
        self.cut();
        match self.then {
            Then::Abort => std::process::abort(),
            Then::Fail => {
                self.dark = true;
                Err(Dark)
            }
        }
    }

    fn cut(&mut self) {
        let mut files: Vec<_> = self.files.drain().collect();
        // A map has no order; the same seed must give the same cut.
        files.sort_by(|(one, _), (other, _)| one.cmp(other));
        // Sometimes nearly nothing had reached the disk, sometimes nearly all.
        let percent = [2, 50, 98][self.below(3)];
        for (path, mut pending) in files {
            for place in (1..pending.len()).rev() {
                let other = self.below(place + 1);
                pending.swap(place, other);
            }
            for pending in pending {
                if self.below(100) < percent {
                    let torn = self.below(4) == 0;
                    self.leave(&path, pending, torn);
                }
            }
        }
    }

    /// Writes what the disk still managed to write. Nobody is left to notice that it could not.
    fn leave(&mut self, path: &Path, pending: Pending, torn: bool) {
        let Ok(mut file) = OpenOptions::new().write(true).open(path) else { return };
        match pending {
            Pending::Truncate(size) => {
                let _ = file.set_len(size);
            }
            Pending::Write { at, bytes } => {
                // Sectors of the disk, not of the write: the first and the last may be parts.
                let first = SECTOR - usize::try_from(at % SECTOR as u64).unwrap_or(0);
                let mut begin = 0;
                while begin < bytes.len() {
                    let end = if begin == 0 { first } else { begin + SECTOR }.min(bytes.len());
                    if !torn || self.below(2) == 0 {
                        let _ = file.seek(SeekFrom::Start(at + begin as u64));
                        let _ = file.write_all(&bytes[begin..end]);
                    }
                    begin = end;
                }
            }
        }
    }

    /// Splitmix64.
    fn below(&mut self, bound: usize) -> usize {
        self.chance = self.chance.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.chance ^ (self.chance >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap_or(0)
    }
}

/// What of a pending change lies in the part of the file from `at` on.
fn lay_over(buffer: &mut [u8], at: u64, pending: &Pending) {
    let length = buffer.len();
    let within =
        |place: u64| usize::try_from(place.saturating_sub(at)).map_or(length, |place| place.min(length));
    match pending {
        Pending::Truncate(size) => buffer[within(*size)..].fill(0),
        Pending::Write { at: begin, bytes } => {
            let (from, to) = (within(*begin), within(begin + bytes.len() as u64));
            if from < to {
                let skipped = usize::try_from(at.saturating_sub(*begin)).unwrap_or(bytes.len());
                buffer[from..to].copy_from_slice(&bytes[skipped..skipped + (to - from)]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_back_is_read_as_if_it_were_written() {
        let write = |at, bytes: &[u8]| Pending::Write { at, bytes: bytes.to_owned() };
        let mut buffer = *b"0123456789";
        for pending in [write(95, b"abcdefg"), write(108, b"xyz"), write(50, b"no"), write(200, b"no")] {
            lay_over(&mut buffer, 100, &pending);
        }
        assert_eq!(&buffer, b"fg234567xy");
        lay_over(&mut buffer, 100, &Pending::Truncate(104));
        assert_eq!(&buffer, b"fg23\0\0\0\0\0\0");
        lay_over(&mut buffer, 100, &write(90, &[b'-'; 40]));
        assert_eq!(&buffer, b"----------");
    }
}
