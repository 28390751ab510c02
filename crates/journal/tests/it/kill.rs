//! A server that is killed at any moment has lost nothing it acknowledged and doubled nothing.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use journal::{Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Posting, Sent, Since, Stream};
use testkit::Random;
use vocabulary::Chips;

const KILLS: u64 = 20;
const STREAMS: u64 = 8;
/// Names the database of the child; where it is set, the test binary is the child.
pub(crate) const CHILD: &str = "CROUPIER_KILL_TEST";

pub(crate) fn what_was_acknowledged_is_there_after_a_kill() {
    let folder = tempfile::tempdir().expect("it works");
    let url = format!("sqlite:{}", folder.path().join("killed.db").display());
    let runtime = tokio::runtime::Runtime::new().expect("it works");
    let (mut acknowledged, mut random) = (BTreeMap::new(), Random::new(0x9e37_79b9));
    for _ in 0..KILLS {
        let new = killed_after(&url, Duration::from_millis(20 + random.bits() % 300));
        runtime.block_on(holds(&url.parse().expect("it works"), &new));
        acknowledged.extend(new);
    }
    runtime.block_on(holds(&url.parse().expect("it works"), &acknowledged));
    assert!(acknowledged.len() > 100, "only {} records were acknowledged at all", acknowledged.len());
    println!("{} records acknowledged over {KILLS} kills, none lost", acknowledged.len());
}

/// Starts the child, kills it a while after its first word, and returns what it had acknowledged: stream and number, with the
/// command.
fn killed_after(url: &str, time: Duration) -> BTreeMap<(String, u64), String> {
    let mut child = Command::new(std::env::current_exe().expect("it works"))
        .env(CHILD, url)
        .stdout(Stdio::piped())
        .spawn()
        .expect("it works");
    let mut lines = BufReader::new(child.stdout.take().expect("it works")).lines().map_while(Result::ok);
    let ready = lines.by_ref().find(|line| line.contains("ready"));
    assert!(ready.is_some(), "the child opens the journal");
    let reading = std::thread::spawn(move || lines.filter_map(|line| acknowledgement(&line)).collect());
    std::thread::sleep(time);
    child.kill().expect("it works");
    child.wait().expect("it works");
    reading.join().expect("it works")
}

/// What a second server says that cannot open the journal; none if it can.
pub(crate) fn refused(url: &str) -> Option<String> {
    let mut child = Command::new(std::env::current_exe().expect("it works"))
        .env(CHILD, url)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it works");
    let mut lines = BufReader::new(child.stdout.take().expect("it works")).lines().map_while(Result::ok);
    let opened = lines.any(|line| line.contains("ready"));
    child.kill().expect("it works");
    let said = child.wait_with_output().expect("it works").stderr;
    (!opened).then(|| String::from_utf8_lossy(&said).into_owned())
}

fn acknowledgement(line: &str) -> Option<((String, u64), String)> {
    // The last line may be torn: it counts only with its full stop.
    let mut words = line.strip_prefix("written ")?.strip_suffix('.')?.split(' ');
    Some(((words.next()?.to_owned(), words.next()?.parse().ok()?), words.next()?.to_owned()))
}

async fn holds(url: &DatabaseUrl, acknowledged: &BTreeMap<(String, u64), String>) {
    let journal = Journal::open(url, Opening::Serve).await.expect("it works");
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.expect("it works");
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    for ((name, seq), command) in acknowledged {
        let answered =
            journal.answer(command).await.expect("it works").expect("an acknowledged record is there");
        assert_eq!((answered.stream.as_str(), answered.seq), (name.as_str(), *seq));
    }
    journal.close().await;
}

/// What the child does until it is killed.
pub(crate) fn append_until_killed(url: &str) {
    let runtime = tokio::runtime::Runtime::new().expect("it works");
    runtime.block_on(async {
        let journal = Journal::open(&url.parse().expect("it works"), Opening::Serve).await.expect("it works");
        say("ready");
        let mut tables = Vec::new();
        for number in 0..STREAMS {
            let stream: Stream = format!("table/{number}").parse().expect("it works");
            journal.announce(&stream, 0).await.expect("it works");
            tables.push(tokio::spawn(appends(journal.clone(), stream)));
        }
        for table in tables {
            table.await.expect("it works");
        }
    });
}

async fn appends(journal: Journal, stream: Stream) {
    let mut after = journal.head(&stream).await.expect("it works").expect("it works").seq;
    loop {
        let records: Vec<NewRecord> = (1..=3).map(|n| bet(&stream, after + n)).collect();
        let commands: Vec<String> =
            records.iter().flat_map(|new| &new.command).map(|sent| sent.id.clone()).collect();
        let batch = Batch { stream: stream.clone(), epoch: Epoch(0), after, records };
        let appended = journal.append(batch).await.expect("it works");
        assert_eq!(appended.written, 3);
        for command in commands {
            after += 1;
            say(&format!("written {stream} {after} {command}."));
        }
    }
}

fn bet(stream: &Stream, number: u64) -> NewRecord {
    let posting = |account: String, amount| Posting {
        account: account.parse().expect("it works"),
        amount: Chips::minor(amount),
    };
    NewRecord {
        body: format!("{{\"number\":{number}}}"),
        command: Some(Sent { id: format!("{stream}-{number}"), answer: "{}".into() }),
        postings: vec![posting("cage".into(), -1), posting(format!("player/{}", number % 7), 1)],
        ..NewRecord::default()
    }
}

fn say(line: &str) {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}").and_then(|()| out.flush()).expect("somebody listens");
}
