//! What was committed and is gone is noticed when the journal is opened again, and named.

use std::fs::{OpenOptions, copy, read, read_to_string, remove_file, write};
use std::io::{Read, Seek, SeekFrom, Write};
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use journal::{
    Batch, DatabaseUrl, Epoch, HeadsConfig, HeadsPlace, Journal, JournalError, NewRecord, NoteKey, Opening,
    Since, Stream, kept_heads,
};
use rusqlite::Connection;
use tempfile::TempDir;

const RECORDS: u64 = 300;
/// The log of a database has a header and, for every page that was written, a frame.
const HEADER: u64 = 32;
const FRAME: u64 = 24 + 4096;
const FILES: [&str; 5] = ["", "-wal", ".heads", ".heads.tail", ".heads.key"];

/// What a server that was killed leaves: its files while it is open. The first half of the records is in the database; a reader
/// keeps the second in the log alone.
struct Killed {
    folder: TempDir,
}

impl Killed {
    async fn new() -> Killed {
        let open = tempfile::tempdir().expect("a folder");
        let path = open.path().join("floor.db");
        let journal = Journal::open(&url_of(&path), Opening::Serve).await.expect("it opens");
        journal.announce(&table(), 0).await.expect("announced");
        append(&journal, 0..RECORDS / 2).await;
        come_to_rest(&path);
        let reader = Connection::open(&path).expect("a reader");
        reader.execute_batch("begin; select count(*) from records").expect("it reads");
        append(&journal, RECORDS / 2..RECORDS).await;
        let folder = tempfile::tempdir().expect("a folder");
        for ending in FILES {
            let (from, to) = (named(&path, ending), named(&folder.path().join("floor.db"), ending));
            copy(from, to).expect("all of them are there");
        }
        drop(reader);
        journal.close().await;
        Killed { folder }
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("floor.db")
    }

    async fn open(&self) -> Result<Journal, JournalError> {
        Journal::open(&url_of(&self.path()), Opening::Serve).await
    }

    /// The number of the last record that is there.
    async fn there(&self) -> u64 {
        let journal = Journal::open(&url_of(&self.path()), Opening::Read).await.expect("it is read");
        journal.head(&table()).await.expect("it is read").unwrap_or_default().seq
    }

    /// The journal does not open, and says what is lost.
    async fn names_the_loss(&self, what: &str) {
        let there = self.there().await;
        assert!(there < RECORDS, "{what}: something is lost");
        let log = read(named(&self.path(), "-wal")).ok();
        for _ in 0..2 {
            let why = self.open().await.expect_err("it is refused").to_string();
            let lost = format!("table/1 lost {} entries, {} to {RECORDS}", RECORDS - there, there + 1);
            assert!(why.contains(&lost) && why.contains("--accept-loss"), "{what}: {why}");
        }
        assert!(
            log.is_none() || read(named(&self.path(), "-wal")).ok() == log,
            "{what}: the log is left alone"
        );
    }
}

pub(crate) async fn a_killed_server_has_lost_nothing() {
    let killed = Killed::new().await;
    let journal = killed.open().await.expect("it opens");
    assert_eq!(killed.there().await, RECORDS);
    append(&journal, RECORDS..RECORDS + 1).await;
    journal.close().await;
    let reopened = killed.open().await.expect("it opens again");
    reopened.close().await;
}

/// Every opening verifies the whole tail, so a long one is not left for the next.
pub(crate) async fn a_long_tail_that_a_kill_left_is_signed_with_the_first_batch() {
    let killed = Killed::new().await;
    let (notes, tail) = (named(&killed.path(), ".heads"), named(&killed.path(), ".heads.tail"));
    assert!(!read_to_string(&notes).expect("a note").contains("table/1"), "only the first note was due yet");
    let journal = killed.open().await.expect("it opens");
    append(&journal, RECORDS..RECORDS + 1).await;
    assert_eq!(read_to_string(&tail).expect("a tail"), "", "all of it is in the note");
    let text = read_to_string(&notes).expect("a note");
    assert!(text.contains(&format!("\n{} ", RECORDS + 1)), "{text}");
    // A short one is.
    append(&journal, RECORDS + 1..RECORDS + 9).await;
    let again = killed.folder.path().join("again.db");
    for ending in FILES {
        copy(named(&killed.path(), ending), named(&again, ending)).expect("a copy");
    }
    let reopened = Journal::open(&url_of(&again), Opening::Serve).await.expect("it opens");
    append(&reopened, RECORDS + 9..RECORDS + 10).await;
    assert_eq!(read_to_string(named(&again, ".heads")).expect("a note"), text);
    assert!(read_to_string(named(&again, ".heads.tail")).expect("a tail").contains("table/1"));
}

pub(crate) async fn a_lost_log_is_noticed_and_can_be_put_back() {
    let killed = Killed::new().await;
    let (log, aside) = (named(&killed.path(), "-wal"), killed.folder.path().join("aside"));
    copy(&log, &aside).expect("a copy");
    remove_file(&log).expect("it is gone");
    killed.names_the_loss("a lost log").await;
    copy(&aside, &log).expect("it is put back");
    let journal = killed.open().await.expect("nothing is lost any more");
    assert_eq!(journal.head(&table()).await.expect("it reads").map(|head| head.seq), Some(RECORDS));
}

pub(crate) async fn a_damaged_log_is_noticed() {
    for part in [10, 90] {
        let killed = Killed::new().await;
        let log = OpenOptions::new().write(true).open(named(&killed.path(), "-wal")).expect("a log");
        let length = log.metadata().expect("a length").len();
        log.set_len(length * part / 100).expect("it is cut");
        killed.names_the_loss(&format!("a log cut to {part} %")).await;
    }
    let killed = Killed::new().await;
    let mut log = OpenOptions::new().write(true).open(named(&killed.path(), "-wal")).expect("a log");
    let frames = (log.metadata().expect("a length").len() - HEADER) / FRAME;
    log.seek(SeekFrom::Start(HEADER + frames / 2 * FRAME)).expect("a place");
    log.write_all(&[0; 64]).expect("it is zeroed");
    killed.names_the_loss("64 bytes zeroed").await;
}

pub(crate) async fn a_lost_or_older_database_is_noticed() {
    let killed = Killed::new().await;
    let (path, older) = (killed.path(), killed.folder.path().join("older.db"));
    let journal = killed.open().await.expect("it opens");
    journal.backup(&older).await.expect("a copy");
    append(&journal, RECORDS..RECORDS + 7).await;
    journal.close().await;
    copy(&older, &path).expect("the copy is put in its place");
    let why = killed.open().await.expect_err("it is refused").to_string();
    assert!(why.contains("table/1 lost 7 entries, 301 to 307"), "{why}");
    remove_file(&path).expect("it is gone");
    let why = killed.open().await.expect_err("it is refused").to_string();
    assert!(why.contains("table/1 lost 307 entries, 1 to 307") && why.contains("house lost"), "{why}");
}

pub(crate) async fn a_database_that_is_none_any_more_is_noticed() {
    let killed = Killed::new().await;
    remove_file(named(&killed.path(), "-wal")).expect("it is gone");
    let mut bytes = read(killed.path()).expect("a database");
    bytes[4096..].fill(0x55);
    write(killed.path(), bytes).expect("it is spoiled");
    let why = killed.open().await.expect_err("it is refused").to_string();
    assert!(why.contains("malformed") && why.contains("put back the log"), "{why}");
}

pub(crate) async fn a_loss_that_is_accepted_is_written_down() {
    let killed = Killed::new().await;
    remove_file(named(&killed.path(), "-wal")).expect("it is gone");
    let there = killed.there().await;
    let heads = HeadsConfig { accept_loss_at: Some(7), ..HeadsConfig::default() };
    let url = url_of(&killed.path());
    let journal = Journal::open_with(&url, Opening::Serve, heads).await.expect("it opens");
    let losses: Stream = "losses".parse().expect("a name");
    let written = journal.records(&losses, 0, 10).await.expect("it reads");
    let said = format!("accepted a loss: table/1 lost {} entries", RECORDS - there);
    assert!(written.iter().any(|record| record.at == 7 && record.body.contains(&said)), "{written:?}");
    append(&journal, there..there + 1).await;
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.expect("it reads");
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    journal.close().await;
    let journal = killed.open().await.expect("it opens by itself again");
    assert_eq!(journal.records(&losses, 0, 10).await.expect("it reads").len(), written.len());
}

pub(crate) async fn an_entry_in_the_place_of_another_is_noticed() {
    let killed = Killed::new().await;
    killed.open().await.expect("it opens").close().await;
    let raw = Connection::open(killed.path()).expect("a database");
    let guards =
        "select group_concat('drop trigger ' || name, ';') from sqlite_schema where type = 'trigger'";
    let drops: String = raw.query_row(guards, [], |row| row.get(0)).expect("triggers");
    let change = "update records set hash = zeroblob(32) where entry = (select max(entry) from records)";
    raw.execute_batch(&format!("{drops}; {change}")).expect("it is changed");
    drop(raw);
    let why = killed.open().await.expect_err("it is refused").to_string();
    assert!(why.contains(&format!("table/1 has another entry {RECORDS}")), "{why}");
}

pub(crate) async fn notes_are_signed_and_only_grow() {
    let (folder, elsewhere) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (url, notes) = (url_of(&folder.path().join("floor.db")), elsewhere.path().join("heads"));
    let config = || HeadsConfig { path: Some(notes.clone()), ..HeadsConfig::default() };
    let mut grown = String::new();
    let mut key: Option<NoteKey> = None;
    for evening in 0..3 {
        let journal = Journal::open_with(&url, Opening::Serve, config()).await.expect("it opens");
        let kept = journal.heads().expect("heads are kept").clone();
        assert_eq!(kept.path, notes);
        assert_eq!(key.get_or_insert_with(|| kept.key.clone()), &kept.key, "the key stays");
        journal.announce(&table(), 0).await.expect("announced");
        append(&journal, evening * 10..evening * 10 + 10).await;
        let heads = journal.streams().await.expect("it reads");
        let known = kept_heads(&notes, Some(&kept.key)).expect("they are read");
        assert!(known.iter().all(|known| heads.contains(&(known.stream.clone(), known.head))));
        assert_eq!(known.len(), heads.len(), "what is acknowledged is known: {known:?}");
        journal.close().await;
        let now = read_to_string(&notes).expect("a text");
        assert!(now.starts_with(&grown) && now.len() > grown.len());
        assert_eq!(now.matches(&format!("\n\n\u{2014} {} ", kept.key.name())).count() as u64, evening + 2);
        assert_eq!(read(named(&notes, ".tail")).expect("a file"), b"", "all of it is in the note");
        grown = now;
    }
    let forged = grown.replacen("\n30 ", "\n29 ", 1);
    assert_ne!(forged, grown);
    write(&notes, forged).expect("it is changed");
    let refused = Journal::open_with(&url, Opening::Serve, config()).await.expect_err("it is refused");
    assert!(refused.to_string().contains("was changed, or not signed by croupier/"), "{refused}");
    assert!(refused.to_string().contains("put the heads back, or a copy of them"), "{refused}");
    let why = kept_heads(&notes, None).expect_err("it is refused").to_string();
    assert!(why.contains("put the heads back, or a copy of them"), "{why}");
    write(&notes, &grown).expect("it is put back");
    let secret = read(named(&notes, ".key")).expect("a key");
    for left in [None, Some(&secret[..20])] {
        match left {
            None => remove_file(named(&notes, ".key")).expect("it is gone"),
            Some(left) => write(named(&notes, ".key"), left).expect("it is written"),
        }
        let why =
            Journal::open_with(&url, Opening::Serve, config()).await.expect_err("it is refused").to_string();
        assert!(
            why.contains("the key of these heads is missing") || why.contains("this is not a key"),
            "{why}"
        );
        assert!(why.contains("move the heads and their tail away"), "{why}");
    }
}

/// Who accepts that goes on: the last note is spoilt by a disk, not only by somebody who means harm.
pub(crate) async fn heads_that_are_spoilt_can_be_accepted() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let notes = named(&path, ".heads");
    let open = async |accept_loss_at| {
        let heads = HeadsConfig { accept_loss_at, ..HeadsConfig::default() };
        Journal::open_with(&url_of(&path), Opening::Serve, heads).await
    };
    let journal = open(None).await.expect("it opens");
    journal.announce(&table(), 0).await.expect("announced");
    append(&journal, 0..3).await;
    journal.close().await;
    let whole = read_to_string(&notes).expect("notes");
    write(&notes, whole.replacen("\n3 ", "\n2 ", 1)).expect("it is spoilt");
    let why = open(None).await.expect_err("it is refused").to_string();
    assert!(why.contains("was changed, or not signed by") && why.contains("--accept-loss"), "{why}");
    let accepted = open(Some(7)).await.expect("it is accepted");
    let written = accepted.records(&"losses".parse().expect("a name"), 0, 10).await.expect("it reads");
    assert!(written[0].body.contains("accepted a loss: the heads were gone or spoilt"), "{written:?}");
    accepted.close().await;
    open(None).await.expect("it opens by itself again").close().await;
    let known = kept_heads(&notes, None).expect("they are read");
    assert!(known.iter().any(|known| known.stream == table() && known.head.seq == 3), "{known:?}");
}

/// A key says that there were notes.
pub(crate) async fn heads_that_are_gone_are_missed() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let (notes, tail, key) =
        (named(&path, ".heads"), named(&path, ".heads.tail"), named(&path, ".heads.key"));
    let open = async || Journal::open(&url_of(&path), Opening::Serve).await;
    open().await.expect("it opens").close().await;
    open().await.expect("it opens with the first note alone").close().await;
    let first = read(&notes).expect("a note");
    let journal = open().await.expect("it opens");
    journal.announce(&table(), 0).await.expect("announced");
    append(&journal, 0..3).await;
    journal.close().await;
    let whole = read(&notes).expect("notes");
    write(&notes, &whole[first.len()..]).expect("they are cut off at the top");
    open().await.expect("it opens").close().await;
    for left in [None, Some(&[][..]), Some(&whole[..first.len() / 2])] {
        let _ = remove_file(&notes);
        if let Some(left) = left {
            write(&notes, left).expect("it is written");
        }
        let why = open().await.expect_err("it is refused").to_string();
        assert!(why.contains("the heads are gone") && why.contains("--accept-loss"), "{why}");
        let why = kept_heads(&notes, None).expect_err("it is refused").to_string();
        assert!(why.contains("floor.db.heads: the heads are gone"), "{why}");
    }
    let heads = HeadsConfig { accept_loss_at: Some(7), ..HeadsConfig::default() };
    let accepted = Journal::open_with(&url_of(&path), Opening::Serve, heads).await.expect("it is accepted");
    let losses: Stream = "losses".parse().expect("a name");
    let written = accepted.records(&losses, 0, 10).await.expect("it reads");
    assert!(written[0].body.contains("accepted a loss: the heads were gone"), "{written:?}");
    accepted.close().await;
    open().await.expect("it opens by itself again").close().await;
    let known = kept_heads(&notes, None).expect("they are read");
    assert!(known.iter().any(|known| known.stream == table() && known.head.seq == 3), "{known:?}");
    // A server that was killed while it made the first note, or before its key had its name.
    for left in [first.len() / 2, first.len()] {
        write(&notes, &first[..left]).expect("it is written");
        write(&tail, "").expect("it is emptied");
        remove_file(&key).expect("it is gone");
        write(named(&path, ".heads.key.part"), "PRIV").expect("it is written");
        open().await.expect("it opens").close().await;
        open().await.expect("it opens again").close().await;
    }
}

pub(crate) async fn a_torn_note_or_line_spoils_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let add = |ending: &str, bytes: &[u8]| {
        let mut file = OpenOptions::new().append(true).open(named(&path, ending)).expect("a file");
        file.write_all(bytes).expect("it is written");
    };
    for evening in 0..3 {
        let journal = Journal::open(&url_of(&path), Opening::Serve).await.expect("it opens");
        journal.announce(&table(), 0).await.expect("announced");
        append(&journal, evening..evening + 1).await;
        journal.close().await;
        let mut name = String::new();
        let notes = std::fs::File::open(named(&path, ".heads")).expect("notes");
        notes.take(17).read_to_string(&mut name).expect("a text");
        add(".heads", format!("{name}\n999\nAAAA").as_bytes());
        add(".heads.tail", b"999 abc");
    }
    let known = kept_heads(&named(&path, ".heads"), None).expect("they are read");
    let known: Vec<(String, u64)> = known.iter().map(|k| (k.stream.to_string(), k.head.seq)).collect();
    assert_eq!(known, [("house".to_owned(), 1), ("table/1".to_owned(), 3)]);
}

pub(crate) async fn copies_get_every_note_and_hold_up_nobody() {
    let (folder, elsewhere) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (path, missing) = (folder.path().join("floor.db"), elsewhere.path().join("missing"));
    let copies = [elsewhere.path().join("heads"), missing.join("heads")];
    let places: Vec<HeadsPlace> = copies.iter().cloned().map(HeadsPlace::from).collect();
    let config = || HeadsConfig { copies: places.clone(), ..HeadsConfig::default() };
    for evening in 0..2 {
        let journal = Journal::open_with(&url_of(&path), Opening::Serve, config()).await.expect("it opens");
        journal.announce(&table(), 0).await.expect("announced");
        append(&journal, evening..evening + 1).await;
        journal.clone().close().await;
        let notes = read_to_string(named(&path, ".heads")).expect("notes");
        let told = read_to_string(&copies[0]).expect("a copy");
        assert!(notes.ends_with(&told) && told.contains("table/1"), "all but the first, which has no heads");
        let standing = journal.copies();
        assert_eq!(standing.iter().map(|copy| copy.place.clone()).collect::<Vec<_>>(), places);
        let failing: Vec<bool> = standing.iter().map(|copy| copy.failure.is_some()).collect();
        assert_eq!(failing, [false, evening == 0], "{standing:?}");
        // What was missed is in the next note.
        std::fs::create_dir_all(&missing).expect("a folder");
    }
    let last = kept_heads(&copies[1], Some(&key_of(&path).await)).expect("they are read");
    assert!(last.iter().any(|known| known.stream == table() && known.head.seq == 2), "{last:?}");
}

pub(crate) async fn heads_are_no_copy_of_themselves() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let link = folder.path().join("link");
    symlink(named(&path, ".heads"), &link).expect("a link");
    std::fs::create_dir(folder.path().join("sub")).expect("a folder");
    for same in [named(&path, ".heads"), folder.path().join("sub/../floor.db.heads"), link] {
        let heads = HeadsConfig { copies: vec![same.into()], ..HeadsConfig::default() };
        let refused =
            Journal::open_with(&url_of(&path), Opening::Serve, heads).await.expect_err("it is refused");
        assert!(refused.to_string().contains("kept in another file than the heads"), "{refused}");
    }
}

pub(crate) async fn a_copy_knows_what_the_folder_of_the_journal_lost() {
    let (folder, elsewhere) =
        (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
    let (path, copy_path) = (folder.path().join("floor.db"), elsewhere.path().join("heads"));
    let config = || HeadsConfig { copies: vec![copy_path.clone().into()], ..HeadsConfig::default() };
    let open = async || Journal::open_with(&url_of(&path), Opening::Serve, config()).await;
    let files = ["", ".heads", ".heads.tail", ".heads.key"].map(|ending| named(&path, ending));
    for evening in 0..2 {
        let journal = open().await.expect("it opens");
        journal.announce(&table(), 0).await.expect("announced");
        append(&journal, evening..evening + 1).await;
        journal.close().await;
        if evening == 0 {
            for file in &files {
                copy(file, named(file, ".old")).expect("a copy");
            }
        }
    }
    // All of the folder as it was the evening before.
    for file in &files {
        copy(named(file, ".old"), file).expect("it is put back");
    }
    let why = open().await.expect_err("it is refused").to_string();
    assert!(why.contains("table/1 lost entry 2"), "{why}");
    // Nothing of it.
    for file in &files {
        remove_file(file).expect("it is gone");
    }
    let why = open().await.expect_err("it is refused").to_string();
    assert!(why.contains("of another journal") && why.contains("heads"), "{why}");
}

pub(crate) async fn a_forged_tail_accuses_nobody_and_hides_nothing_it_did_not_cut_off() {
    let forged = format!("999 {} table/1\n", "ab".repeat(32));
    let known = |path: &Path| {
        let known = kept_heads(&named(path, ".heads"), None).expect("they are read");
        known.into_iter().find(|known| known.stream == table()).map_or(0, |known| known.head.seq)
    };
    let killed = Killed::new().await;
    let (path, tail) = (killed.path(), named(&killed.path(), ".heads.tail"));
    let first = read(named(&path, ".heads")).expect("the first note");
    let whole = read_to_string(&tail).expect("a tail");
    let signature = whole.lines().last().expect("a signature").to_owned();
    let changed = whole.replacen(&format!("\n{RECORDS} "), "\n999 ", 1);
    assert_ne!(changed, whole);
    for (what, text, seq) in [
        ("a line without a signature", format!("{whole}{forged}"), RECORDS),
        ("a line under another's signature", format!("{whole}{forged}{signature}\n"), RECORDS),
        ("lines told again", format!("{whole}{whole}"), RECORDS),
        ("a line that is changed", changed, RECORDS - 1),
        ("lines before the others", format!("{forged}\n{whole}"), RECORDS),
    ] {
        write(&tail, text).expect("it is changed");
        assert_eq!(known(&path), seq, "{what}");
        killed.open().await.unwrap_or_else(|why| panic!("{what}: {why}")).close().await;
        write(named(&path, ".heads"), &first).expect("without the note of the close");
    }
    // A tail of before the last note is none.
    write(&tail, &whole).expect("it is put back");
    killed.open().await.expect("it opens").close().await;
    write(&tail, format!("{whole}{forged}")).expect("it is brought back");
    assert_eq!(known(&path), RECORDS);
    killed.open().await.expect("it opens").close().await;
}

pub(crate) async fn a_head_that_would_tell_something_is_in_no_note() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let noted = async || {
        let shown = folder.path().join("shown");
        copy(named(&path, ".heads"), &shown).expect("notes");
        let known = kept_heads(&shown, Some(&key_of(&path).await)).expect("they are read");
        known.into_iter().find(|known| known.stream == table()).map_or(0, |known| known.head.seq)
    };
    for (after, hides, shown) in [(0, false, 1), (1, true, 1), (2, true, 1), (3, false, 4)] {
        let journal = Journal::open(&url_of(&path), Opening::Serve).await.expect("it opens");
        journal.announce(&table(), 0).await.expect("announced");
        let record = NewRecord { body: "{}".into(), hides, ..NewRecord::default() };
        let batch = Batch { stream: table(), epoch: Epoch(0), after, records: vec![record] };
        assert_eq!(journal.append(batch).await.expect("written").written, 1);
        let head = journal.head(&table()).await.expect("it reads").expect("a head");
        journal.close().await;
        assert_eq!(noted().await, shown, "after {after}");
        let text = read_to_string(named(&path, ".heads")).expect("notes");
        assert_eq!(text.contains(&head.hash.to_string()), !hides);
        let known = kept_heads(&named(&path, ".heads"), None).expect("they are read");
        assert!(known.iter().any(|known| known.head == head), "the tail knows it: {known:?}");
    }
}

/// The public half of the key of a closed journal.
async fn key_of(path: &Path) -> NoteKey {
    let journal = Journal::open(&url_of(path), Opening::Serve).await.expect("it opens");
    let key = journal.heads().expect("heads").key.clone();
    journal.close().await;
    key
}

/// Waits until all of the log is in the database.
fn come_to_rest(path: &Path) {
    let connection = Connection::open(path).expect("a connection");
    testkit::poll("the log to come to rest", || {
        let left = |row: &rusqlite::Row<'_>| Ok(row.get::<_, i64>(1)? - row.get::<_, i64>(2)?);
        let left = connection.query_row("pragma wal_checkpoint(passive)", [], left).expect("it is tried");
        (left == 0).then_some(())
    });
}

pub(crate) async fn append(journal: &Journal, numbers: std::ops::Range<u64>) {
    for after in numbers {
        let record = NewRecord { body: format!("{{\"number\":{after}}}"), ..NewRecord::default() };
        let batch = Batch { stream: table(), epoch: Epoch(0), after, records: vec![record] };
        assert_eq!(journal.append(batch).await.expect("written").written, 1);
    }
}

pub(crate) fn table() -> Stream {
    "table/1".parse().expect("a name")
}

pub(crate) fn named(path: &Path, ending: &str) -> PathBuf {
    format!("{}{ending}", path.display()).into()
}

pub(crate) fn url_of(path: &Path) -> DatabaseUrl {
    format!("sqlite:{}", path.display()).parse().expect("a database")
}
