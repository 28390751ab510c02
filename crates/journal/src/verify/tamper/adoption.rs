//! A record that adopts facts, where there is nothing to adopt.

use rusqlite::params;

use super::super::facts::ADOPTION;
use super::{Since, What, guarded_journal, verified};
use crate::Hash;
use crate::seal::{Unsealed, seal};

#[tokio::test]
async fn an_adoption_after_facts_is_found_out() {
    let (journal, shared) = guarded_journal().await;
    let house = journal.records(&crate::Stream::house(), 0, 100).await.unwrap();
    let last = house.last().unwrap();
    let (seq, entry) = (last.seq.cast_signed() + 1, journal.last_entry().await.unwrap().cast_signed() + 1);
    let unsealed = Unsealed {
        stream: "house",
        seq,
        entry,
        at: 3_000,
        epoch: 0,
        prev: last.hash,
        command: None,
        body: ADOPTION,
        postings: &[],
        round: None,
        facts: &[],
    };
    let Hash(hash) = seal(&unsealed, &mut Vec::new());
    let sql = "insert into records values (?1, 1, ?2, 3000, 0, ?3, ?4, null, null, ?5)";
    let values = params![entry, seq, last.hash.0, hash, ADOPTION];
    shared.lock().await.execute(sql, values).unwrap();
    for since in [Since::Start, Since::Checkpoint] {
        let verdict = journal.verify(since, &[], |_| {}).await.unwrap();
        let found: Vec<&What> = verdict.faults.iter().map(|fault| &fault.what).collect();
        assert_eq!(found, [&What::LateAdoption], "{since:?}");
    }
    shared
        .lock()
        .await
        .execute_batch("drop trigger records_last; delete from records where seq > 3 and stream = 1")
        .unwrap();
    assert!(super::is_clean(&verified(&journal, &[]).await), "nothing else was wrong");
}
