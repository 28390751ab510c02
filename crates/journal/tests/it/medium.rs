//! A journal is read where nothing can be written, such as a disc.

use std::fs::{Permissions, copy, metadata, read_dir, set_permissions, write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::Command;

use journal::{Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Since, Stream};
use tempfile::TempDir;

/// Names the database of the child; where it is set, the test binary is the child.
pub(crate) const CHILD: &str = "CROUPIER_MEDIUM_TEST";
/// What a careless hand would make an option or a fragment of.
const NAME: &str = "floor #1 100%.db";
const RECORDS: u64 = 20;

pub(crate) fn a_closed_journal_is_read_where_nothing_can_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(NAME);
    run(async { written(&path).await.close().await });
    let left: [&[&str]; 3] = [&[], &["-wal"], &["-wal", "-shm"]];
    for left in left {
        let medium = Medium::of(&path, left);
        assert_eq!(medium.look(), told(RECORDS), "with {left:?}");
    }
}

pub(crate) fn a_log_is_read_or_asked_for_but_never_overlooked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(NAME);
    // Copied while it is open: a server that was killed leaves the same files.
    let (without, with) = run(async {
        let journal = written(&path).await;
        let media = (Medium::of(&path, &["-wal"]), Medium::of(&path, &["-wal", "-shm"]));
        journal.close().await;
        media
    });
    let said = without.look();
    assert!(said.contains("-wal): copy both files to a folder that can be written"), "{said}");
    assert_eq!(with.look(), told(RECORDS));
    without.set_modes(0o700, 0o600);
    assert_eq!(without.look(), told(RECORDS), "where it can be written the log is read");
}

/// A folder that takes nothing more.
struct Medium {
    folder: TempDir,
}

impl Medium {
    /// Brings a database there, with these of the files beside it; an empty one where there is none.
    fn of(path: &Path, beside: &[&str]) -> Medium {
        let folder = tempfile::tempdir().expect("a folder");
        let there = folder.path().join(NAME);
        copy(path, &there).expect("a copy");
        for ending in beside {
            let named = |path: &Path| format!("{}{ending}", path.display());
            if copy(named(path), named(&there)).is_err() {
                write(named(&there), "").expect("an empty file");
            }
        }
        let medium = Medium { folder };
        medium.set_modes(0o500, 0o400);
        medium
    }

    fn set_modes(&self, folder: u32, file: u32) {
        for entry in read_dir(self.folder.path()).expect("a folder") {
            let path = entry.expect("a file").path();
            set_permissions(path, Permissions::from_mode(file)).expect("its mode is ours");
        }
        set_permissions(self.folder.path(), Permissions::from_mode(folder)).expect("its mode is ours");
    }

    /// What a process that may not write there says of it.
    fn look(&self) -> String {
        let said = bound_by_modes().env(CHILD, self.folder.path().join(NAME)).output().expect("a child");
        let (out, err) = (String::from_utf8_lossy(&said.stdout), String::from_utf8_lossy(&said.stderr));
        format!("{}{}", out.trim(), err.trim())
    }
}

impl Drop for Medium {
    fn drop(&mut self) {
        self.set_modes(0o700, 0o600);
    }
}

/// This binary again; modes bind root only without its privileges.
fn bound_by_modes() -> Command {
    let program = std::env::current_exe().expect("this binary");
    if metadata("/proc/self").expect("procfs").uid() != 0 {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.arg("--bounding-set=-dac_override,-dac_read_search").arg(program);
    command
}

/// What the child does.
pub(crate) fn read(path: &str) {
    let told = run(async {
        let journal =
            Journal::open(&url_of(Path::new(path)), Opening::Read).await.map_err(|why| why.to_string())?;
        let verdict = journal.verify(Since::Start, &[], |_| {}).await.map_err(|why| why.to_string())?;
        let head = journal.head(&table()).await.map_err(|why| why.to_string())?.unwrap_or_default();
        Ok::<_, String>(format!("clean: {}, records: {}", verdict.is_clean(), head.seq))
    });
    println!("{}", told.unwrap_or_else(|why| why));
}

fn told(records: u64) -> String {
    format!("clean: true, records: {records}")
}

async fn written(path: &Path) -> Journal {
    let journal = Journal::open(&url_of(path), Opening::Serve).await.expect("it opens");
    journal.announce(&table(), 0).await.expect("announced");
    for after in 0..RECORDS {
        let record = NewRecord { body: "{}".into(), ..NewRecord::default() };
        let batch = Batch { stream: table(), epoch: Epoch(0), after, records: vec![record] };
        journal.append(batch).await.expect("written");
    }
    journal
}

fn table() -> Stream {
    "table/1".parse().expect("a name")
}

fn url_of(path: &Path) -> DatabaseUrl {
    format!("sqlite:{}", path.display()).parse().expect("a database")
}

fn run<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().expect("a runtime").block_on(work)
}
