//! The power is cut at every single operation of a short evening, and nothing that was acknowledged is lost.

use std::path::Path;
use std::process::Command;

use journal::{
    Batch, DatabaseUrl, Epoch, Journal, JournalError, Keep, NewRecord, Opening, Posting, RoundEnd, Sent,
    Since, Stream,
};
use vocabulary::Chips;

/// Rounds of the evening; each is a commit.
const ROUNDS: u64 = 14;

/// Once; as often, each time by another chance, as `CROUPIER_POWER_CUTS` says.
pub(crate) fn the_power_is_cut_at_every_operation() {
    let times = std::env::var("CROUPIER_POWER_CUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(1);
    for chance in 0..times {
        cut_everywhere(chance);
    }
}

fn cut_everywhere(chance: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    let mut cut = 0;
    loop {
        cut += 1;
        let path = folder.path().join(format!("{cut}.db"));
        let seed = chance * 1_000_000 + cut;
        let drill = format!("sqlite:{}?cut-after={cut}&seed={seed}&then=fail", path.display());
        let evening = runtime.block_on(evening(&drill.parse().expect("a database")));
        runtime.block_on(holds(&path, &evening.acknowledged));
        for ending in ["", "-wal", "-shm", ".lock"] {
            let _ = std::fs::remove_file(format!("{}{ending}", path.display()));
        }
        if evening.finished {
            break;
        }
    }
    println!("{cut} operations, the power cut at each, nothing lost");
    assert!(cut > 200, "the evening was too short to show anything: {cut} operations");
}

#[derive(Default)]
struct Evening {
    /// Commands whose records were acknowledged, with their numbers.
    acknowledged: Vec<(String, u64)>,
    /// Whether it came to its end before the power went.
    finished: bool,
}

async fn evening(url: &DatabaseUrl) -> Evening {
    let mut evening = Evening::default();
    let Ok(journal) = Journal::open(url, Opening::Serve).await else { return evening };
    let went = play(&journal, &mut evening.acknowledged).await;
    if went.is_err() {
        let after = journal.append(round(99, 99)).await;
        assert!(after.is_err(), "after a failure nothing is acknowledged: {after:?}");
    }
    // The log is put into the database at the end; the power may go then, too.
    let reader = journal.clone();
    journal.close().await;
    evening.finished = went.is_ok() && reader.head(&table()).await.is_ok();
    evening
}

fn table() -> Stream {
    "table/7".parse().expect("a name")
}

async fn play(journal: &Journal, acknowledged: &mut Vec<(String, u64)>) -> Result<(), JournalError> {
    journal.announce(&table(), 0).await?;
    for number in 0..ROUNDS {
        match journal.append(round(number, number)).await {
            Ok(appended) => acknowledged.push((format!("bet-{number}"), appended.head.seq)),
            Err(_) => return Err(JournalError::Closed),
        }
    }
    Ok(())
}

fn round(number: u64, after: u64) -> Batch {
    let posting = |account: &str, amount| Posting {
        account: account.parse().expect("a name"),
        amount: Chips::minor(amount),
    };
    let record = NewRecord {
        at: number.cast_signed(),
        body: format!("{{\"round\":\"{}\"}}", "x".repeat(600)),
        command: Some(Sent { id: format!("bet-{number}"), answer: "{}".into() }),
        postings: vec![posting("cage", -7), posting(&format!("player/{}", number % 3), 7)],
        keeps: vec![Keep { shelf: "seats".into(), key: "1".into(), body: Some(number.to_string()) }],
        round: Some(RoundEnd {
            number: number.cast_signed(),
            first: after + 1,
            opened_at: 0,
            players: vec!["ann".into()],
        }),
        ..NewRecord::default()
    };
    Batch { stream: table(), epoch: Epoch(0), after, records: vec![record] }
}

/// Opened with the power back on, everything is in order and what was acknowledged is there.
async fn holds(path: &Path, acknowledged: &[(String, u64)]) {
    let url: DatabaseUrl = format!("sqlite:{}", path.display()).parse().expect("a database");
    let journal = Journal::open(&url, Opening::Serve).await.expect("it opens after a power cut");
    let verdict = journal.verify(Since::Start, &[], |_| {}).await.expect("it can be read");
    assert!(verdict.is_clean(), "{}: {:?}", path.display(), verdict.faults);
    for (command, seq) in acknowledged {
        let answered = journal.answer(command).await.expect("it can be read");
        assert_eq!(answered.map(|answered| answered.seq), Some(*seq), "{}: {command}", path.display());
    }
    journal.close().await;
}

/// Names the database of the child; where it is set, the test binary is the child.
pub(crate) const CHILD: &str = "CROUPIER_POWER_TEST";

pub(crate) fn a_drill_ends_the_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("floor.db");
    let child = Command::new(std::env::current_exe().expect("this program"))
        .env(CHILD, format!("sqlite:{}?cut-after=150&seed=1", path.display()))
        .output()
        .expect("it runs");
    assert!(!child.status.success(), "the power went and the process with it");
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(holds(&path, &[]));
}

/// What the child does until the power goes.
pub(crate) fn play_until_the_power_goes(url: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
    runtime.block_on(evening(&url.parse().expect("a database")));
}
