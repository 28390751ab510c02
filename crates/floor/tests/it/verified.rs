//! The journal is verified while the floor is open.

use journal::{Batch, Epoch, NewRecord, Since, Stream};
use testkit::TestFloor;

/// More than may be written before it is read back.
const MANY: u64 = 50_001;

#[tokio::test]
async fn what_is_written_while_the_floor_is_open_is_not_read_again_at_the_next_start() {
    let house = TestFloor::open().await;
    let (journal, stream): (_, Stream) = (house.floor.journal(), "cage/other".parse().unwrap());
    journal.announce(&stream, 0).await.unwrap();
    let at_first = house.floor.verified();
    let mut after = 0;
    while after < MANY {
        let records = vec![NewRecord { body: "{}".into(), ..NewRecord::default() }; 1000];
        let batch = Batch { stream: stream.clone(), epoch: Epoch::default(), after, records };
        after = journal.append(batch).await.unwrap().head.seq;
    }
    house.until("the journal is verified", || house.floor.verified() > at_first + MANY).await;
    let verdict = journal.verify(Since::Checkpoint, &[], |_| {}).await.unwrap();
    assert!(verdict.is_clean() && verdict.records < 1000, "{verdict:?}");
    assert!(house.floor.warnings().is_empty());
}
