//! Facts are under the chain: what lies on a shelf is what a record put there, on both databases.

use std::path::Path;
use std::sync::Arc;

use journal::{DatabaseUrl, Journal, Keep, NewRecord, Opening, Since, Stream, Verdict};
use rusqlite::Connection;
use testkit::Postgres;
use tokio::sync::Barrier;
use tokio_postgres::Client;

use crate::batches::{NOON, batch, moved, stream};
use crate::story::Outcome;

/// Somebody who can write to the database.
enum Intruder<'a> {
    Sqlite(&'a Path),
    Postgres(Client),
}

impl Intruder<'_> {
    async fn does(&self, sql: &str) {
        match self {
            Intruder::Sqlite(path) => {
                Connection::open(path).expect("a file").execute_batch(sql).expect("it is done");
            }
            Intruder::Postgres(client) => client.batch_execute(sql).await.expect("it is done"),
        }
    }
}

pub(crate) async fn what_lies_on_shelves_is_covered_on_sqlite() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let url: DatabaseUrl = format!("sqlite:{}", path.display()).parse().expect("a database");
    covered(&url, &Intruder::Sqlite(&path)).await.expect("the story goes as it is told");
    let older = folder.path().join("older.db");
    let url: DatabaseUrl = format!("sqlite:{}", older.display()).parse().expect("a database");
    let back = "drop table facts; pragma user_version = 1";
    adopted(&url, &Intruder::Sqlite(&older), back).await.expect("the story goes as it is told");
}

/// A journal that the first program wrote, which knew no facts: its records keep their hashes, its shelves are adopted.
pub(crate) async fn a_journal_of_the_first_program_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let url: DatabaseUrl = format!("sqlite:{}", path.display()).parse().expect("a database");
    Intruder::Sqlite(&path).does(include_str!("../golden/format-1.sql")).await;
    let before = verified(&url, Since::Start).await.expect("it is read");
    assert!(before.is_clean() && before.facts.is_none(), "{before:?}");
    let journal = Journal::open(&url, Opening::Serve).await.expect("it opens");
    let after = journal.verify(Since::Checkpoint, &before.heads, |_| {}).await.expect("it is read");
    assert!(after.is_clean(), "{:?}", after.faults);
    assert_eq!((after.records, after.facts), (before.records + 1, Some(6)));
    assert_eq!(journal.kept("people", "zoë").await.expect("a fact").as_deref(), Some(r#"{"role":"player"}"#));
    let head =
        |verdict: &Verdict| verdict.heads.iter().find(|known| known.stream == stream("table/one")).cloned();
    assert_eq!(head(&before), head(&after));
    journal.close().await;
}

pub(crate) async fn what_lies_on_shelves_is_covered(server: &Postgres) -> Outcome {
    let url = server.database("covered").await;
    let intruder = Intruder::Postgres(server.client("covered").await);
    covered(&url, &intruder).await?;
    guards_are_missed(&url, &intruder).await?;
    let url = server.database("older").await;
    let back = "drop table facts; delete from format where version = 2";
    adopted(&url, &Intruder::Postgres(server.client("older").await), back).await?;
    the_last_word_has_the_last_entry(&server.database("words").await).await
}

fn keep(shelf: &str, key: &str, body: Option<&str>) -> Keep {
    Keep { shelf: shelf.into(), key: key.into(), body: body.map(Into::into) }
}

fn keeping(keeps: Vec<Keep>) -> NewRecord {
    NewRecord { at: NOON, body: "{}".into(), keeps, ..NewRecord::default() }
}

/// A journal with people, sessions and meters, verified once.
async fn furnished(url: &DatabaseUrl) -> Outcome {
    let journal = Journal::open(url, Opening::Serve).await?;
    journal.announce(&stream("people"), NOON).await?;
    let records = vec![
        keeping(vec![keep("people", "admin", Some("secret hash")), keep("people", "guest", Some("player"))]),
        keeping(vec![keep("sessions", "one", Some("admin")), keep("sessions", "two", Some("guest"))]),
        keeping(vec![keep("sessions", "two", None), keep("failures", "admin", Some("[1,2,3]"))]),
        moved("cage", "player/guest", 5),
    ];
    journal.append(batch("people", 0, 0, records)).await?;
    let verdict = journal.verify(Since::Start, &[], |_| {}).await?;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert_eq!(verdict.facts, Some(4));
    journal.close().await;
    Ok(())
}

async fn verified(url: &DatabaseUrl, since: Since) -> Result<Verdict, Box<dyn std::error::Error>> {
    Ok(Journal::open(url, Opening::Read).await?.verify(since, &[], |_| {}).await?)
}

/// Everything somebody can do to a fact is found, also when only what is new is read.
async fn covered(url: &DatabaseUrl, intruder: &Intruder<'_>) -> Outcome {
    furnished(url).await?;
    let harm = [
        (
            "update shelves set body = 'administrator' where key = 'guest'",
            "\"people\", \"guest\" was changed",
        ),
        (
            "insert into shelves values ('sessions', 'three', 'admin')",
            "\"three\" was not written by the journal",
        ),
        ("insert into shelves values ('sessions', 'two', 'guest')", "\"two\" was not written by the journal"),
        ("insert into shelves values ('', '', 'admin')", "\"\" was not written by the journal"),
        ("update shelves set body = 'my own hash' where key = 'admin'", "\"people\", \"admin\" was changed"),
        ("delete from shelves where shelf = 'failures'", "\"failures\", \"admin\" is missing"),
        ("update shelves set key = 'nobody' where key = 'one'", "\"sessions\", \"one\" is missing"),
        ("update shelves set shelf = 'staff' where key = 'guest'", "\"people\", \"guest\" is missing"),
        ("delete from shelves", "\"people\", \"admin\" is missing"),
    ];
    for (done, told) in harm {
        intruder.does("create table kept as select * from shelves").await;
        intruder.does(done).await;
        for since in [Since::Start, Since::Checkpoint] {
            let faults = verified(url, since).await?.faults;
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            assert!(faults.iter().any(|fault| fault.contains(told)), "{done}: {faults:?}");
            assert!(!faults.concat().contains("hash"), "what a fact says is not told: {faults:?}");
        }
        let undo = "delete from shelves; insert into shelves select * from kept; drop table kept";
        intruder.does(undo).await;
        let verdict = verified(url, Since::Checkpoint).await?;
        assert!(verdict.is_clean(), "{:?}", verdict.faults);
        assert_eq!((verdict.since, verdict.records), (Since::Checkpoint, 0));
    }
    Ok(())
}

/// A journal of before the chain covered facts opens, and what lies on its shelves is adopted once.
async fn adopted(url: &DatabaseUrl, intruder: &Intruder<'_>, back: &str) -> Outcome {
    let journal = Journal::open(url, Opening::Serve).await?;
    journal.announce(&stream("cage"), NOON).await?;
    journal.append(batch("cage", 0, 0, vec![moved("cage", "player/ann", 5)])).await?;
    journal.verify(Since::Start, &[], |_| {}).await?;
    let before = journal.records(&stream("cage"), 0, 10).await?;
    journal.close().await;
    // The first format had no facts, and its records no other hash.
    intruder.does(back).await;
    intruder.does("insert into shelves values ('people', 'ann', 'player'), ('meters', 'one', '7')").await;
    let verdict = verified(url, Since::Start).await?;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert_eq!(verdict.facts, None, "they prove nothing yet");

    for _ in 0..2 {
        let journal = Journal::open(url, Opening::Serve).await?;
        let verdict = journal.verify(Since::Checkpoint, &[], |_| {}).await?;
        assert!(verdict.is_clean(), "{:?}", verdict.faults);
        assert_eq!(verdict.facts, Some(2));
        let house = journal.records(&Stream::house(), 0, 10).await?;
        let bodies: Vec<&str> = house.iter().map(|record| record.body.as_str()).collect();
        assert_eq!(bodies, [r#"{"announce":"cage"}"#, r#"{"adopt":"facts"}"#]);
        assert!(house[1].at > NOON, "by the clock of the database");
        assert_eq!(journal.records(&stream("cage"), 0, 10).await?, before, "what was written stays");
        assert_eq!(journal.kept("people", "ann").await?.as_deref(), Some("player"));
        journal.close().await;
    }
    intruder.does("update shelves set body = 'administrator' where key = 'ann'").await;
    let faults = verified(url, Since::Checkpoint).await?.faults;
    assert!(faults[0].to_string().contains("\"people\", \"ann\" was changed"), "{faults:?}");
    Ok(())
}

/// On PostgreSQL: an intruder who drops a guard is found; one who works beside the journal is not.
async fn guards_are_missed(url: &DatabaseUrl, intruder: &Intruder<'_>) -> Outcome {
    let nothing = "create function nothing() returns trigger language plpgsql as 'begin return new; end'";
    intruder.does(nothing).await;
    let harm = [
        ("alter table records disable trigger records_stay", "alter table records enable trigger records_stay"),
        (
            "drop trigger facts_last on facts; create trigger facts_last before truncate on facts for each statement
             execute function nothing()",
            "drop trigger facts_last on facts; create trigger facts_last before truncate on facts for each statement
             execute function stays()",
        ),
        (
            "create trigger more before insert on shelves for each row execute function nothing()",
            "drop trigger more on shelves",
        ),
        (
            "create trigger more before insert on shelves for each row execute function stays()",
            "drop trigger more on shelves",
        ),
        (
            "drop trigger facts_last on facts; create trigger facts_last after insert on checkpoint for each statement
             execute function stays()",
            "drop trigger facts_last on checkpoint; create trigger facts_last before truncate on facts for each statement
             execute function stays()",
        ),
        (
            "drop trigger facts_stay on facts; create trigger facts_stay before update of shelf or delete on facts
             for each row execute function stays()",
            "drop trigger facts_stay on facts; create trigger facts_stay before update or delete on facts for each row
             execute function stays()",
        ),
        ("alter function stays rename to went", "alter function went rename to stays"),
        ("alter index players_by_name rename to elsewhere", "alter index elsewhere rename to players_by_name"),
        ("insert into format values (99)", "delete from format where version = 99"),
    ];
    for (done, undone) in harm {
        intruder.does(done).await;
        let verdict = verified(url, Since::Start).await;
        assert!(!verdict.is_ok_and(|verdict| verdict.is_clean()), "{done}");
        intruder.does(undone).await;
    }
    intruder.does("create table guests_own (id bigint); create index theirs on guests_own (id)").await;
    let theirs =
        "create trigger their_own before insert on guests_own for each row execute function nothing()";
    intruder.does(theirs).await;
    let verdict = verified(url, Since::Start).await?;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    Ok(())
}

/// Two servers say something about the same facts at the same time: what lies there is what the record with the higher entry
/// says.
async fn the_last_word_has_the_last_entry(url: &DatabaseUrl) -> Outcome {
    let (mut servers, together) = (Vec::new(), Arc::new(Barrier::new(2)));
    for name in ["east", "west"] {
        let (journal, together) = (Journal::open(url, Opening::Serve).await?, together.clone());
        servers.push(tokio::spawn(async move {
            journal.announce(&stream(name), NOON).await.expect("a stream");
            for turn in 0..300 {
                together.wait().await;
                let keeps = vec![keep("words", &turn.to_string(), Some(name))];
                journal.append(batch(name, 0, turn, vec![keeping(keeps)])).await.expect("it is written");
            }
        }));
    }
    for server in servers {
        server.await?;
    }
    let verdict = verified(url, Since::Start).await?;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    assert_eq!(verdict.facts, Some(300));
    Ok(())
}
