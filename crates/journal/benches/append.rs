//! How many records a second are on disk when their senders hear of it. `cargo bench -p journal`; with `-- URL` on
//! that database instead of a new file. `cargo test --benches` makes a short run.

use std::time::{Duration, Instant};

use journal::{
    Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Posting, RoundEnd, RoundQuery, Sent, Since,
    Stream,
};
use vocabulary::Chips;

const PRODUCERS: usize = 64;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo bench` passes `--bench`, `cargo test` does not.
    let short = !arguments.iter().any(|argument| argument == "--bench");
    let folder = tempfile::tempdir().expect("a folder");
    let file = format!("sqlite:{}", folder.path().join("bench.db").display());
    let url = arguments.into_iter().find(|argument| argument.contains(':')).unwrap_or(file);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(run(&url.parse().expect("a database"), short));
}

async fn run(url: &DatabaseUrl, short: bool) {
    let journal = Journal::open(url, Opening::Serve).await.expect("it opens");
    let seconds = Duration::from_millis(if short { 100 } else { 10_000 });
    produce(&journal, seconds).await;
    verify(&journal, Since::Start).await;
    rounds(&journal, if short { 2_000 } else { 1_000_000 }).await;
    verify(&journal, Since::Checkpoint).await;
    journal.close().await;
}

/// Each producer has a stream and waits for one record before it brings the next.
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
async fn produce(journal: &Journal, time: Duration) {
    let busy = processor_time();
    let mut producers = Vec::new();
    for number in 0..PRODUCERS {
        let stream: Stream = format!("table/{number}").parse().expect("a name");
        journal.announce(&stream, 0).await.expect("announced");
        producers.push(tokio::spawn(producer(journal.clone(), stream, time)));
    }
    let mut waits = Vec::new();
    for producer in producers {
        waits.extend(producer.await.expect("it ends"));
    }
    waits.sort_unstable();
    let at = |part: usize| waits[waits.len() * part / 1000].as_secs_f64() * 1e3;
    let rate = waits.len() as f64 / time.as_secs_f64();
    println!(
        "{PRODUCERS} producers, each record acknowledged after its commit: {rate:.0} records a second, p50 {:.2} ms, p99 {:.2} ms, p99.9 {:.2} ms; {:.0} µs of processor time a record",
        at(500),
        at(990),
        at(999),
        (processor_time() - busy) * 1e6 / waits.len() as f64
    );
}

async fn producer(journal: Journal, stream: Stream, time: Duration) -> Vec<Duration> {
    let (start, mut after, mut waits) = (Instant::now(), 0, Vec::new());
    while start.elapsed() < time {
        let sent = Instant::now();
        let batch =
            Batch { records: vec![record(&stream, after)], stream: stream.clone(), epoch: Epoch(0), after };
        after = journal.append(batch).await.expect("written").head.seq;
        waits.push(sent.elapsed());
    }
    waits
}

fn record(stream: &Stream, number: u64) -> NewRecord {
    let posting = |account: String, amount| Posting {
        account: account.parse().expect("a name"),
        amount: Chips::minor(amount),
    };
    NewRecord {
        at: 1_700_000_000_000,
        body: format!("{{\"number\":{number},\"text\":\"{}\"}}", "x".repeat(170)),
        command: Some(Sent { id: format!("{stream}-{number}"), answer: "{\"ok\":true}".into() }),
        postings: vec![posting("cage".into(), -100), posting(format!("player/{stream}"), 100)],
        ..NewRecord::default()
    }
}

#[expect(clippy::cast_precision_loss, reason = "for people to read")]
async fn verify(journal: &Journal, since: Since) {
    let (start, busy) = (Instant::now(), processor_time());
    let verdict = journal.verify(since, &[], |_| {}).await.expect("it can be read");
    assert!(verdict.is_clean());
    let (records, seconds) = (verdict.records, start.elapsed().as_secs_f64());
    println!(
        "verified since {since:?}: {records} records in {seconds:.2} s, {:.0} a second; {:.2} s of processor time",
        records as f64 / seconds,
        processor_time() - busy
    );
}

/// What this process has used so far, in seconds; nothing where the system does not tell.
fn processor_time() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = told.rsplit(')').next().unwrap_or_default();
    let ticks = after_name.split(' ').skip(12).take(2).filter_map(|field| field.parse::<f64>().ok());
    ticks.sum::<f64>() / 100.0
}

/// Any one of many rounds, found by what people ask for.
async fn rounds(journal: &Journal, count: i64) {
    let stream: Stream = "rounds".parse().expect("a name");
    journal.announce(&stream, 0).await.expect("announced");
    let mut after = 0;
    for first in (0..count).step_by(1000) {
        let records = (first..first + 1000).map(closed).collect();
        let batch = Batch { stream: stream.clone(), epoch: Epoch(0), after, records };
        after = journal.append(batch).await.expect("written").head.seq;
    }
    let any = RoundQuery { limit: 50, ..RoundQuery::default() };
    let middle = count / 2;
    let queries = [
        ("by number", RoundQuery { number: Some(middle), ..any.clone() }),
        (
            "by stream and time",
            RoundQuery { stream: Some(stream), until: Some(middle * 1000), ..any.clone() },
        ),
        (
            "of a player, by time",
            RoundQuery { player: Some("p7".into()), until: Some(middle * 1000), ..any.clone() },
        ),
        ("of a player who played once", RoundQuery { player: Some(format!("once{middle}")), ..any.clone() }),
        ("newest", any),
    ];
    for (name, query) in queries {
        let start = Instant::now();
        let found = journal.rounds(&query).await.expect("it can be read").len();
        println!("{found} of {count} rounds {name}: {:.2} ms", start.elapsed().as_secs_f64() * 1e3);
    }
}

fn closed(number: i64) -> NewRecord {
    let players = vec![format!("p{}", number % 100), format!("once{number}")];
    let round = RoundEnd { number, first: number.cast_unsigned(), opened_at: number * 1000 - 500, players };
    NewRecord { at: number * 1000, body: "{}".into(), round: Some(round), ..NewRecord::default() }
}
