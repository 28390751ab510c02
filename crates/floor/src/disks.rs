//! The disks the floor writes to: how much space is left on each, and whether that is enough.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::RwLock;

use journal::{HeadsPlace, Journal};
use tokio::sync::watch;

use crate::environment::FreeSpace;
use crate::hold;
use crate::size::Size;

/// Below how much free space the floor warns, and takes no more wagers. At 0 it does not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct SpaceLimits {
    pub(crate) warning: Size,
    pub(crate) critical: Size,
}

/// Whether there is enough space on a disk.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Space {
    /// There is.
    Enough,
    /// Less is left than the floor warns at.
    Low,
    /// Less is left than wagers are taken at.
    Critical,
}

impl Space {
    /// The level with this many bytes left. Leaving a level takes a tenth more space than entering it; otherwise files that come
    /// and go would cause a warning each time.
    fn next(self, left: u64, limits: SpaceLimits) -> Space {
        let is_below = |level: Space, limit: Size| {
            limit > Size(left) || self >= level && enough_after(limit) > Size(left)
        };
        if is_below(Space::Critical, limits.critical) {
            Space::Critical
        } else if is_below(Space::Low, limits.warning) {
            Space::Low
        } else {
            Space::Enough
        }
    }
}

/// How many bytes must be left before a level ends.
fn enough_after(Size(limit): Size) -> Size {
    Size(limit.saturating_add(limit / 10))
}

/// A disk that the floor writes to, as it was found at the last look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disk {
    /// What the floor writes there: `journal`, `heads`, `heads-copy-1` and so on in the order of the config.
    pub part: String,
    /// The folder.
    pub folder: PathBuf,
    /// How much is left, where that could be found out.
    pub left: Option<Size>,
    /// Whether that is enough.
    pub space: Space,
    /// Why it could not be found out at the last look.
    pub failure: Option<String>,
    /// Whether the floor ends when the disk is full. A copy of the heads that cannot be written holds up nothing.
    pub is_needed: bool,
}

impl Disk {
    fn new(part: String, folder: PathBuf, is_needed: bool) -> Disk {
        Disk { part, folder, left: None, space: Space::Enough, failure: None, is_needed }
    }

    /// Records the result of a look; the log reports what has changed since the last one.
    fn note(&mut self, found: Result<Size, String>, limits: SpaceLimits) {
        let (part, folder) = (&self.part, self.folder.display());
        match found {
            Ok(left) => {
                if self.failure.take().is_some() {
                    tracing::info!(part, %folder, "the free space of this disk can be read again");
                }
                let space = self.space.next(left.0, limits);
                let before = std::mem::replace(&mut self.space, space);
                self.left = Some(left);
                if self.space != before {
                    self.log(left, limits);
                }
            }
            Err(why) => {
                if self.failure.is_none() {
                    tracing::warn!(part, %folder, why, "the free space of this disk cannot be read: look after it");
                }
                (self.left, self.failure) = (None, Some(why));
            }
        }
    }

    fn log(&self, left: Size, limits: SpaceLimits) {
        let (part, folder, left) = (&self.part, self.folder.display(), left.about());
        match (self.space, self.advice(limits)) {
            (Space::Enough, _) => {
                tracing::info!(part, %folder, left, "there is enough space on this disk again");
            }
            (Space::Low, advice) => {
                tracing::warn!(part, %folder, left, "this disk runs out of space: {advice}");
            }
            (Space::Critical, advice) => {
                tracing::error!(part, %folder, left, "this disk is almost full: {advice}");
            }
        }
    }

    /// What is to be done about it, and what becomes of the floor otherwise.
    fn advice(&self, SpaceLimits { critical, .. }: SpaceLimits) -> String {
        let full = "when it is full the server ends with status 1; nothing that was acknowledged is lost";
        match (self.is_needed, self.space) {
            (false, _) => {
                "make space, or this copy of the heads is no longer written; nothing else stops".to_owned()
            }
            (true, Space::Critical) => format!(
                "no wagers are taken until {} are free. Make space now: {full}",
                enough_after(critical).about()
            ),
            (true, Space::Low) if !critical.is_zero() => {
                format!("make space. Below {critical} no wagers are taken, and {full}")
            }
            (true, Space::Low | Space::Enough) => format!("make space: {full}"),
        }
    }

    /// What an operator should know of it.
    fn warning(&self, limits: SpaceLimits) -> Option<String> {
        if let Some(why) = &self.failure {
            return Some(format!("the free space of this disk cannot be read: {why}"));
        }
        let left = self.left.filter(|_| self.space > Space::Enough)?.about();
        Some(format!("{left} left: {}", self.advice(limits)))
    }
}

/// Every disk the floor writes to.
#[derive(Debug)]
pub(crate) struct Disks {
    limits: SpaceLimits,
    source: FreeSpace,
    known: RwLock<Vec<Disk>>,
    /// Whether no wagers are taken because one of them is almost full.
    suspended: watch::Sender<bool>,
}

impl Disks {
    /// The disks this journal is written to. Several files in one folder count as one, named after the first.
    pub(crate) fn of(journal: &Journal, limits: SpaceLimits, source: FreeSpace) -> Disks {
        let copies = journal.copies().into_iter().enumerate();
        let copies = copies.filter_map(|(at, copy)| match copy.place {
            HeadsPlace::File(path) => Some((format!("heads-copy-{}", at + 1), path, false)),
            HeadsPlace::Url(_) => None,
        });
        let heads = journal.heads().map(|heads| ("heads".to_owned(), heads.path.clone(), true));
        let database = journal.file().map(|file| ("journal".to_owned(), file.to_owned(), true));
        let mut known: Vec<Disk> = Vec::new();
        for (part, file, is_needed) in database.into_iter().chain(heads).chain(copies) {
            let folder = folder_of(&file);
            if known.iter().all(|disk| disk.folder != folder) {
                known.push(Disk::new(part, folder, is_needed));
            }
        }
        Disks { limits, source, known: RwLock::new(known), suspended: watch::Sender::new(false) }
    }

    /// Tells how much space is left.
    pub(crate) fn source(&self) -> &FreeSpace {
        &self.source
    }

    /// Their folders.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        hold::read(&self.known).iter().map(|disk| disk.folder.clone()).collect()
    }

    /// How they were found at the last look.
    pub(crate) fn all(&self) -> Vec<Disk> {
        hold::read(&self.known).clone()
    }

    /// Notes what a look at one of them found.
    pub(crate) fn note(&self, folder: &Path, found: Result<Size, String>) {
        let mut known = hold::write(&self.known);
        if let Some(disk) = known.iter_mut().find(|disk| disk.folder == folder) {
            disk.note(found, self.limits);
        }
        let suspended = known.iter().any(|disk| disk.is_needed && disk.space == Space::Critical);
        self.suspended.send_if_modified(|now| std::mem::replace(now, suspended) != suspended);
    }

    /// Whether no wagers are taken because one of them is almost full, from now on.
    pub(crate) fn suspended(&self) -> watch::Receiver<bool> {
        self.suspended.subscribe()
    }

    /// What an operator should know of them, by part.
    pub(crate) fn warnings(&self) -> BTreeMap<String, String> {
        let known = hold::read(&self.known);
        let warning = |disk: &Disk| Some((format!("disk/{}", disk.part), disk.warning(self.limits)?));
        known.iter().filter_map(warning).collect()
    }
}

/// The folder a file lies in, by its real path where it is there.
fn folder_of(file: &Path) -> PathBuf {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    folder.canonicalize().unwrap_or_else(|_| folder.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: SpaceLimits = SpaceLimits { warning: Size(1000), critical: Size(100) };

    #[test]
    fn a_level_is_left_behind_with_a_tenth_more() {
        let mut space = Space::Enough;
        for (left, then) in [
            (1000, Space::Enough),
            (999, Space::Low),
            (1099, Space::Low),
            (1100, Space::Enough),
            (100, Space::Low),
            (99, Space::Critical),
            (109, Space::Critical),
            (110, Space::Low),
            (0, Space::Critical),
            (1099, Space::Low),
            (50, Space::Critical),
            (5000, Space::Enough),
        ] {
            space = space.next(left, LIMITS);
            assert_eq!(space, then, "{left}");
        }
    }

    #[test]
    fn a_level_of_nothing_is_never_come_to() {
        let (none, low) = (Size(0), SpaceLimits { critical: Size(0), ..LIMITS });
        assert_eq!(Space::Enough.next(0, SpaceLimits { warning: none, critical: none }), Space::Enough);
        assert_eq!(Space::Enough.next(0, low), Space::Low);
        let critical = SpaceLimits { warning: none, ..LIMITS };
        assert_eq!(Space::Enough.next(99, critical), Space::Critical);
        assert_eq!(Space::Critical.next(110, critical), Space::Enough);
    }

    fn disks(known: Vec<Disk>) -> Disks {
        let (source, known) = (FreeSpace::default(), RwLock::new(known));
        Disks { limits: LIMITS, source, known, suspended: watch::Sender::new(false) }
    }

    #[test]
    fn wagers_wait_for_every_disk_the_floor_needs_and_for_no_copy() {
        let disk = |part: &str, is_needed| Disk::new(part.into(), part.into(), is_needed);
        let disks = disks(vec![disk("journal", true), disk("heads", true), disk("heads-copy-1", false)]);
        let suspended = |part: &str, left: u64| {
            disks.note(Path::new(part), Ok(Size(left)));
            *disks.suspended().borrow()
        };
        assert!(!suspended("heads-copy-1", 0), "a copy holds up nothing");
        assert!(suspended("journal", 99) && suspended("heads", 99));
        assert!(suspended("journal", 5000), "the heads still need space");
        assert!(!suspended("heads", 5000));
        let warnings = disks.warnings();
        assert_eq!(warnings.keys().collect::<Vec<_>>(), ["disk/heads-copy-1"], "{warnings:?}");
    }

    #[test]
    fn a_disk_that_cannot_be_looked_at_is_told_and_stays_what_it_was() {
        let disks = disks(vec![Disk::new("journal".into(), "a".into(), true)]);
        disks.note(Path::new("a"), Ok(Size(99)));
        disks.note(Path::new("a"), Err("it is gone".into()));
        assert!(*disks.suspended().borrow(), "nobody knows that there is space again");
        let told = disks.warnings().remove("disk/journal").unwrap_or_default();
        assert!(told.contains("it is gone"), "{told}");
        disks.note(Path::new("a"), Ok(Size(5000)));
        assert!(disks.warnings().is_empty() && !*disks.suspended().borrow());
    }
}
