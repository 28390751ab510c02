//! What is particular to a journal in a file.

use std::fs::{hard_link, read, remove_file, rename, write};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::time::Duration;

use journal::{
    Batch, DatabaseUrl, Epoch, Journal, JournalError, Keep, NewRecord, Opening, Posting, RoundEnd, Since,
    Stream,
};
use rusqlite::Connection;
use tempfile::TempDir;
use tokio::time::timeout;
use vocabulary::Chips;

use crate::kill;

fn place() -> (TempDir, PathBuf, DatabaseUrl) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let url = url_of(&path);
    (folder, path, url)
}

fn url_of(path: &Path) -> DatabaseUrl {
    format!("sqlite:{}", path.display()).parse().expect("a database")
}

fn cage() -> Stream {
    "cage".parse().expect("a name")
}

fn purchase(after: u64) -> Batch {
    let posting = |account: &str, amount| Posting {
        account: account.parse().expect("a name"),
        amount: Chips::minor(amount),
    };
    let record = NewRecord {
        body: "{}".into(),
        postings: vec![posting("cage", -5), posting("player/ann", 5)],
        keeps: vec![Keep { shelf: "seats".into(), key: "1".into(), body: Some("ann".into()) }],
        round: Some(RoundEnd { number: 1, first: 1, opened_at: 0, players: vec!["ann".into()] }),
        ..NewRecord::default()
    };
    Batch { stream: cage(), epoch: Epoch(0), after, records: vec![record] }
}

async fn with_one_purchase(url: &DatabaseUrl) -> Journal {
    let journal = Journal::open(url, Opening::Serve).await.expect("it opens");
    journal.announce(&cage(), 0).await.expect("announced");
    journal.append(purchase(0)).await.expect("written");
    journal
}

pub(crate) async fn one_file_has_one_server_and_any_number_of_readers() {
    let (_folder, path, url) = place();
    let missing = Journal::open(&url, Opening::Read).await.err();
    assert_eq!(missing, Some(JournalError::Missing(path.display().to_string())));
    assert!(!path.exists(), "reading creates nothing");
    let journal = with_one_purchase(&url).await;
    let second = Journal::open(&url, Opening::Serve).await.err();
    assert_eq!(second, Some(JournalError::InUse(path.display().to_string())));
    let reader = Journal::open(&url, Opening::Read).await.expect("the journal works");
    assert_eq!(
        reader.balance(&"player/ann".parse().expect("the journal works")).await.expect("the journal works"),
        Chips::minor(5)
    );
    journal.close().await;
    let journal = Journal::open(&url, Opening::Serve).await.expect("it is free again");
    assert_eq!(journal.head(&cage()).await.expect("the journal works").expect("the journal works").seq, 1);
}

pub(crate) async fn one_file_has_one_server_whatever_it_is_called() {
    let (folder, path, url) = place();
    let journal = with_one_purchase(&url).await;
    let named = |name: &str| folder.path().join(name);
    symlink(&path, named("symlink.db")).expect("a symlink");
    hard_link(&path, named("link.db")).expect("a hard link");
    for name in ["symlink.db", "link.db"] {
        is_refused(&named(name)).await;
    }
    remove_file(named("floor.db.lock")).expect("the lock file goes");
    for name in ["floor.db", "symlink.db", "link.db"] {
        is_refused(&named(name)).await;
    }
    rename(&path, named("moved.db")).expect("it is moved");
    is_refused(&named("moved.db")).await;
    rename(named("moved.db"), &path).expect("it is moved back");
    journal.append(purchase(1)).await.expect("the first server has noticed nothing");
    journal.close().await;
    let journal = Journal::open(&url_of(&named("link.db")), Opening::Serve).await.expect("it is free again");
    assert_eq!(journal.head(&cage()).await.expect("the journal works").map(|head| head.seq), Some(2));
    is_refused(&path).await;
}

pub(crate) async fn a_database_is_not_put_in_the_place_of_one_that_is_open() {
    let (folder, path, url) = place();
    let journal = with_one_purchase(&url).await;
    let copy = folder.path().join("copy.db");
    journal.backup(&copy).await.expect("a copy");
    rename(&copy, &path).expect("it takes the place of the first");
    is_refused(&path).await;
}

/// Neither this process nor another gets to serve it.
async fn is_refused(path: &Path) {
    let second = Journal::open(&url_of(path), Opening::Serve).await.err();
    assert_eq!(second, Some(JournalError::InUse(path.display().to_string())));
    let refused = kill::refused(&url_of(path).to_string());
    assert!(refused.is_some_and(|why| why.contains("InUse")), "{} is in use", path.display());
}

pub(crate) async fn nobody_else_may_look_into_it() {
    let (folder, path, url) = place();
    let journal = with_one_purchase(&url).await;
    journal.backup(&folder.path().join("copy.db")).await.expect("the journal works");
    let names: Vec<_> = std::fs::read_dir(folder.path())
        .expect("the journal works")
        .map(|entry| entry.expect("the journal works").path())
        .collect();
    assert!(names.len() >= 4, "the journal, its log, its lock, its copy: {names:?}");
    for name in names {
        let mode = std::fs::metadata(&name).expect("the journal works").permissions().mode() & 0o777;
        assert_eq!(mode, 0o600, "{}", name.display());
    }
    assert!(path.exists());
}

pub(crate) async fn history_is_never_edited() {
    let (_folder, path, url) = place();
    with_one_purchase(&url).await.close().await;
    let raw = Connection::open(&path).expect("the journal works");
    for table in ["streams", "records", "postings", "rounds", "players", "facts"] {
        let column = if table == "streams" { "id" } else { "entry" };
        for statement in [format!("update {table} set {column} = {column}"), format!("delete from {table}")] {
            let why = raw.execute(&statement, []).expect_err("it stays").to_string();
            assert!(why.contains("are never"), "{statement}: {why}");
        }
    }
    let negative = raw.execute("update accounts set balance = -1 where name = 'player/ann'", []);
    assert!(negative.is_err(), "a player never has less than nothing");
}

pub(crate) async fn a_copy_is_made_while_the_writer_goes_on() {
    let (folder, _, url) = place();
    let journal = with_one_purchase(&url).await;
    let writing = tokio::spawn({
        let journal = journal.clone();
        async move {
            for after in 1..200 {
                journal.append(purchase(after)).await.expect("written");
            }
        }
    });
    let copy = folder.path().join("copy.db");
    let before = journal.verify(Since::Start, &[], |_| {}).await.expect("the journal works");
    journal.backup(&copy).await.expect("the journal works");
    writing.await.expect("the journal works");
    let copied = Journal::open(&url_of(&copy), Opening::Read).await.expect("the journal works");
    let verdict = copied.verify(Since::Start, &before.heads, |_| {}).await.expect("the journal works");
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert!(journal.backup(&copy).await.is_err(), "a copy never replaces a file");
}

pub(crate) async fn what_is_newer_or_something_else_is_left_alone() {
    let (folder, path, url) = place();
    with_one_purchase(&url).await.close().await;
    Connection::open(&path)
        .expect("the journal works")
        .execute_batch("pragma user_version = 99")
        .expect("the journal works");
    for opening in [Opening::Serve, Opening::Read] {
        let refused = Journal::open(&url, opening).await.err();
        assert_eq!(refused, Some(JournalError::Newer { found: 99, known: 2 }));
    }
    let other = folder.path().join("other.db");
    Connection::open(&other)
        .expect("the journal works")
        .execute_batch("create table letters (text)")
        .expect("the journal works");
    let refused = Journal::open(&url_of(&other), Opening::Serve).await.err();
    assert_eq!(refused, Some(JournalError::Missing(other.display().to_string())));
}

/// Two pages of the records change places: those who read in order never come to an end of them by themselves.
pub(crate) async fn pages_that_changed_places_are_found_out() {
    const PAGE: usize = 4096;
    let (_folder, path, url) = place();
    let journal = Journal::open(&url, Opening::Serve).await.expect("it opens");
    journal.announce(&cage(), 0).await.expect("announced");
    for after in 0..300 {
        let record = NewRecord { body: "a record".repeat(9), ..NewRecord::default() };
        let batch = Batch { stream: cage(), epoch: Epoch(0), after, records: vec![record] };
        journal.append(batch).await.expect("written");
    }
    journal.close().await;
    let mut bytes = read(&path).expect("a database");
    let is_of_records =
        |page: &[u8]| page[0] == 13 && page.windows(16).any(|word| word == b"a recorda record");
    let pages: Vec<usize> =
        (0..bytes.len() / PAGE).filter(|at| is_of_records(&bytes[at * PAGE..][..PAGE])).collect();
    let (one, other) = (pages[1] * PAGE, pages[pages.len() - 1] * PAGE);
    assert!(one < other, "{pages:?}");
    let (head, tail) = bytes.split_at_mut(other);
    head[one..one + PAGE].swap_with_slice(&mut tail[..PAGE]);
    write(&path, bytes).expect("it is written");
    let journal = Journal::open(&url, Opening::Read).await.expect("it is read");
    for since in [Since::Start, Since::Checkpoint] {
        let verified = timeout(Duration::from_mins(1), journal.verify(since, &[], |_| {})).await;
        let verdict = verified.expect("it comes to an end").expect("it is read");
        let faults: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
        assert!(faults.iter().any(|fault| fault.contains("records come out of order")), "{faults:?}");
        assert!(faults.iter().any(|fault| fault.contains("Rowid")), "{faults:?}");
    }
    let reading = async {
        let mut after = 0;
        loop {
            let records = journal.records(&cage(), after, 100).await?;
            let Some(last) = records.last() else { return Ok::<(), JournalError>(()) };
            after = last.seq;
        }
    };
    // Whether it reads all of it or sees the damage, it comes to an end.
    let _ = timeout(Duration::from_mins(1), reading).await.expect("it comes to an end");
}

/// An index says that there are other commands than the records have.
pub(crate) async fn an_index_that_does_not_fit_its_table_is_found_out() {
    let (_folder, path, url) = place();
    with_one_purchase(&url).await.close().await;
    let intruder = || Connection::open(&path).expect("a connection");
    let unguarded = "pragma foreign_keys = off; drop trigger rounds_stay; update rounds set number = 9000;
        create table aside as select rowid as place, * from sqlite_schema where name = 'rounds_by_number';
        pragma writable_schema = on; delete from sqlite_schema where name = 'rounds_by_number'";
    intruder().execute_batch(unguarded).expect("it is done");
    let stale = "update rounds set number = 1; pragma writable_schema = on;
        insert into sqlite_schema (rowid, type, name, tbl_name, rootpage, sql)
            select place, type, name, tbl_name, rootpage, sql from aside";
    intruder().execute_batch(stale).expect("it is done");
    let undone = "drop table aside; create trigger rounds_stay before update on rounds begin select raise(abort, 'rounds are never changed'); end";
    intruder().execute_batch(undone).expect("it is done");
    let journal = Journal::open(&url, Opening::Read).await.expect("it is read");
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.expect("it is read");
    let faults: Vec<String> = verdict.faults.iter().map(ToString::to_string).collect();
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert!(faults[0].contains("missing from index rounds_by_number"), "{faults:?}");
}

pub(crate) async fn a_file_that_cannot_be_read_is_reported_with_what_to_do() {
    let (_folder, path, url) = place();
    with_one_purchase(&url).await.close().await;
    let mut bytes = read(&path).expect("a database");
    bytes[4096..].fill(0);
    write(&path, bytes).expect("only its first page is left");
    let journal = Journal::open(&url, Opening::Read).await.expect("its head is whole");
    let why = journal.verify(Since::Start, &[], |_| {}).await.expect_err("it cannot be read");
    assert!(matches!(why, JournalError::Unreadable(_)), "{why:?}");
    assert!(why.to_string().contains("put back the log, or a copy of the journal"), "{why}");
}
