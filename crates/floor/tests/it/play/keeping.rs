//! Facts checked against the records that keep them: whatever somebody who can write to the database has a record put on a shelf is
//! found, although every hash is right, save what looks exactly like a line of the floor's own.

use std::path::Path;
use std::time::Duration;

use floor::{Role, SessionKind};
use journal::{Batch, Journal, Keep, NewRecord, Posting, Since, Stream};
use serde_json::{Value, json};
use vocabulary::Chips;

use super::crowd::{journal_in, open_floor, person};

const TABLE: &str = "table/table-0";
const GAME: &str =
    "game macau\nann bets 10 on 1\ndealer closes bets\nshoe Ts 7d 9s 9d\nann stands\nexpect settled";

/// A floor that was closed in good order: ann is signed in, and bob is known.
async fn closed(folder: &Path) {
    let transcript = transcript::parse(GAME).expect("a transcript");
    let floor = open_floor(folder, &[transcript]).await;
    let ann = person(&floor, "ann", Role::Player).await;
    let bob = person(&floor, "bob", Role::Player).await;
    floor.people().sign_in(&ann, SessionKind::Cookie).await.expect("ann signs in");
    floor.people().sign_in(&bob, SessionKind::Cookie).await.expect("bob signs in");
    floor.people().set_password("house", "bob", "a few good words").await.expect("a password");
    let journal = floor.journal().clone();
    floor.close().await;
    journal.close().await;
}

/// A copy of a closed floor's journal, with one more record at the end of a book.
async fn with(closed: &Path, folder: &Path, book: &str, record: NewRecord) -> Journal {
    for file in std::fs::read_dir(closed).expect("a folder").map(|file| file.expect("a file")) {
        std::fs::copy(file.path(), folder.join(file.file_name())).expect("a copy");
    }
    let journal = journal_in(folder).await;
    let stream: Stream = book.parse().expect("a stream");
    journal.announce(&stream, 0).await.expect("a stream");
    let lease = journal.lease(&stream, "intruder", Duration::from_mins(1)).await;
    let epoch = lease.expect("the journal reads").expect("nobody has it");
    let after = journal.head(&stream).await.expect("the journal reads").map_or(0, |head| head.seq);
    let appended = journal.append(Batch { stream, epoch, after, records: vec![record] }).await;
    assert_eq!(appended.expect("it is written").stopped, None);
    journal
}

async fn faults(journal: &Journal) -> Vec<String> {
    let audited = floor::audit(journal, Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert_eq!(audited.verdict.faults, []);
    audited.faults().cloned().collect()
}

fn keep(shelf: &str, key: &str, body: Option<String>) -> Keep {
    Keep { shelf: shelf.into(), key: key.into(), body }
}

fn line(by: &str, did: &str, who: &str) -> String {
    json!({ "by": by, "did": did, "who": who }).to_string()
}

fn session(name: &str) -> String {
    json!({ "name": name, "kind": "cookie", "since": 7, "seen": 7 }).to_string()
}

/// A receipt of ann's for 5 at the cage, and what it posts.
fn receipt(number: u64) -> (String, Vec<Posting>) {
    let what =
        json!({ "number": number, "at": 7, "player": "ann", "what": "bought", "amount": 500, "by": "cass" });
    let posting = |account: &str, units| Posting {
        account: account.parse().expect("an account"),
        amount: Chips::minor(units),
    };
    (what.to_string(), vec![posting("cage", -500), posting("player/ann", 500)])
}

/// Bob as the floor keeps him, but as an administrator.
async fn promoted(closed: &Path) -> String {
    let journal = journal_in(closed).await;
    let bob = journal.kept("people", "bob").await.expect("the journal reads").expect("bob");
    journal.close().await;
    bob.replace("\"player\"", "\"administrator\"")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_added_at_the_end_of_a_book_keeps_what_it_says_or_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    closed(folder.path()).await;
    let people = |body: &str, keeps: Vec<Keep>| {
        ("people/floor", NewRecord { body: body.into(), keeps, ..NewRecord::default() })
    };
    let bob = keep("people", "bob", Some(promoted(folder.path()).await));
    let (key, remark) =
        ("f0".repeat(32), json!({ "v": 1, "by": "house", "round": 0, "remark": "x" }).to_string());
    let at_table = |keeps| (TABLE, NewRecord { body: remark.clone(), keeps, ..NewRecord::default() });
    let at_cage = |keeps| {
        let (body, postings) = receipt(4);
        ("cage/floor", NewRecord { body, postings, keeps, ..NewRecord::default() })
    };
    let ends = |did| line("bob", did, "bob");
    let bobs = "changes \"bob\" on the shelf \"people\"";
    let cases = [
        (people("not json", vec![]), "is no line of the people's book"),
        (people("{}", vec![bob.clone()]), bobs),
        (people(&ends("signed in"), vec![bob.clone()]), bobs),
        (people(&line("sue", "added", "bob"), vec![bob.clone()]), bobs),
        (people(&line("sue", "given a password", "ann"), vec![bob.clone()]), bobs),
        (people(&line("sue", "given a password", "bob"), vec![bob.clone()]), "the role there is not the one"),
        (people(&line("sue", "enabled", "bob"), vec![bob.clone()]), "the role there is not the one"),
        (people(&line("sue", "disabled", "bob"), vec![keep("people", "bob", None)]), bobs),
        (
            people(
                &line("house", "noted as active", "1 sessions"),
                vec![keep("sessions", &key, Some(session("bob")))],
            ),
            &key,
        ),
        (people(&ends("signed out"), vec![keep("sessions", &key, Some(session("bob")))]), &key),
        (
            people(&ends("signed in"), vec![keep("sessions", &key, Some(session("ann")))]),
            "it is somebody else's there",
        ),
        (people(&ends("signed in"), vec![keep("sessions/ann", &key, Some("7".into()))]), "\"sessions/ann\""),
        (people(&ends("signed out"), vec![keep("failures", "ann", None)]), "\"failures\""),
        (people("{}", vec![keep("config", "table-0", Some("{}".into()))]), "\"config\""),
        (people(&ends("signed in"), vec![keep("meters", "table-0", Some("{}".into()))]), "\"meters\""),
        (at_table(vec![keep("sessions", &key, Some(session("bob")))]), &key),
        (at_table(vec![keep("shoes", "table-0", Some("00".into()))]), "\"table-0\" on the shelf \"shoes\""),
        (at_table(vec![keep("meters", "table-0", Some("{}".into()))]), "\"table-0\" on the shelf \"meters\""),
        (at_cage(vec![bob.clone()]), bobs),
        (at_cage(vec![keep("terminals", "kiosk", Some("1".into()))]), "\"kiosk\" on the shelf \"terminals\""),
        (("losses", people("{}", vec![bob.clone()]).1), bobs),
        (("intruder", people("{}", vec![bob.clone()]).1), bobs),
    ];
    for ((book, record), told) in cases {
        let (copy, body) = (tempfile::tempdir().expect("a folder"), record.body.clone());
        let journal = with(folder.path(), copy.path(), book, record).await;
        let last = journal.head(&book.parse().expect("a stream")).await.expect("the journal reads");
        let found = faults(&journal).await;
        let named = format!("{book} entry {} ", last.expect("a record").seq);
        let is_told = found.iter().any(|fault| fault.starts_with(&named) && fault.contains(told));
        assert!(is_told, "{book} {body}: {told}: {found:?}");
        assert!(
            found.iter().all(|fault| !fault.contains("administrator") && !fault.contains("argon")),
            "{found:?}"
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receipt_whose_number_was_used_is_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    closed(folder.path()).await;
    for (number, is_found) in [(1, true), (3, false)] {
        let ((body, postings), copy) = (receipt(number), tempfile::tempdir().expect("a folder"));
        let record = NewRecord { body, postings, ..NewRecord::default() };
        let journal = with(folder.path(), copy.path(), "cage/floor", record).await;
        let fault = "cage/floor entry 3 has the number 1, and receipts are counted by entries".to_owned();
        assert_eq!(faults(&journal).await, is_found.then_some(fault).into_iter().collect::<Vec<_>>());
    }
}

/// What nobody can tell from a line of the floor's own. Only the database's password keeps it out.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_sign_in_like_any_other_is_in_order() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    closed(folder.path()).await;
    let (copy, key) = (tempfile::tempdir().expect("a folder"), "f0".repeat(32));
    let keeps =
        vec![keep("sessions", &key, Some(session("ann"))), keep("sessions/ann", &key, Some("7".into()))];
    let record = NewRecord { body: line("ann", "signed in", "ann"), keeps, ..NewRecord::default() };
    let journal = with(folder.path(), copy.path(), "people/floor", record).await;
    assert_eq!(faults(&journal).await, [""; 0]);
    let added =
        journal.records(&"people/floor".parse().expect("a stream"), 0, 1).await.expect("the journal reads");
    let added: Value = serde_json::from_str(&added[0].body).expect("JSON");
    assert_eq!((&added["did"], &added["role"]), (&json!("added"), &json!("player")));
}
