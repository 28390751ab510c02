//! Random batches against a model so simple that it can be read through: what is written, where a batch stops and why, and
//! what everybody has in the end.

use std::collections::BTreeMap;

use journal::{
    AppendError, Appended, Batch, DatabaseUrl, Epoch, Journal, NewRecord, Opening, Since, Stopped,
};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use vocabulary::Chips;

use crate::batches::{asked, moved, stream};

const STREAMS: [&str; 3] = ["a", "b", "c"];
const ACCOUNTS: [&str; 5] = ["cage", "house/a", "player/ann", "player/bob", "stakes/a"];

/// A batch as chance has it: a stream, how wrong its `after` and its epoch are, and its records.
#[derive(Clone, Debug)]
struct Tried {
    stream: usize,
    astray: u64,
    stale: bool,
    records: Vec<(usize, usize, i64, Option<u8>)>,
}

/// What is sent before anything is answered.
type Group = Vec<Tried>;

fn groups() -> impl Strategy<Value = Vec<Group>> {
    let record = (0..ACCOUNTS.len(), 0..ACCOUNTS.len(), 0..50i64, proptest::option::weighted(0.5, 0..60u8));
    let tried = (
        0..STREAMS.len(),
        prop_oneof![9 => Just(0u64), 1 => 1..3u64],
        proptest::bool::weighted(0.05),
        proptest::collection::vec(record, 0..5),
    );
    let tried = tried.prop_map(|(stream, astray, stale, records)| Tried { stream, astray, stale, records });
    proptest::collection::vec(proptest::collection::vec(tried, 1..6), 1..12)
}

/// The journal, as short as can be.
#[derive(Default)]
struct Model {
    written: BTreeMap<String, Vec<NewRecord>>,
    balances: BTreeMap<String, i64>,
    answers: BTreeMap<String, String>,
}

/// What the caller learns, hashes aside.
type Answer = Result<(usize, u64, Option<Stopped>), &'static str>;

impl Model {
    fn append(&mut self, batch: &Batch) -> Answer {
        let name = batch.stream.to_string();
        if batch.epoch != Epoch(0) {
            return Err("deposed");
        }
        if batch.after != self.written.entry(name.clone()).or_default().len() as u64 {
            return Err("missed");
        }
        let mut stopped = None;
        let mut count = 0;
        for (index, record) in batch.records.iter().enumerate() {
            stopped = self.stopped(index, record);
            if stopped.is_some() {
                break;
            }
            for posting in &record.postings {
                *self.balances.entry(posting.account.to_string()).or_default() += posting.amount.units();
            }
            if let Some(sent) = &record.command {
                self.answers.insert(sent.id.clone(), sent.answer.clone());
            }
            self.written.entry(name.clone()).or_default().push(record.clone());
            count += 1;
        }
        Ok((count, self.written[&name].len() as u64, stopped))
    }

    fn stopped(&self, index: usize, record: &NewRecord) -> Option<Stopped> {
        if let Some(answer) = record.command.as_ref().and_then(|sent| self.answers.get(&sent.id)) {
            return Some(Stopped::Repeated { index, answer: answer.clone() });
        }
        let [from, to] = &record.postings[..] else { return None };
        let has = self.balances.get(from.account.as_str()).copied().unwrap_or(0);
        let short = from.account != to.account && has + from.amount.units() < 0;
        (from.account.is_guarded() && short).then(|| Stopped::Overdrawn {
            index,
            account: from.account.clone(),
            balance: Chips::minor(has),
        })
    }
}

fn told(answer: Result<Appended, AppendError>) -> Answer {
    match answer {
        Ok(appended) => Ok((appended.written, appended.head.seq, appended.stopped)),
        Err(AppendError::Deposed { .. }) => Err("deposed"),
        Err(AppendError::Missed { .. }) => Err("missed"),
        Err(other) => panic!("{other}"),
    }
}

/// How many walks go through the same journal, each among streams, accounts and commands of its own.
pub(crate) fn agrees(url: &DatabaseUrl, walks: u32) {
    // One thread, so that batches reach the queue in the order they are sent.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let journal = runtime.block_on(Journal::open(url, Opening::Serve)).expect("it opens");
    let mut runner = TestRunner::new_with_rng(
        Config { cases: walks, failure_persistence: None, max_shrink_iters: 200, ..Config::default() },
        TestRng::deterministic_rng(RngAlgorithm::ChaCha),
    );
    let walk = std::cell::Cell::new(0);
    let outcome = runner.run(&groups(), |groups| {
        walk.set(walk.get() + 1);
        runtime.block_on(one(&journal, walk.get(), &groups));
        Ok(())
    });
    outcome.unwrap_or_else(|why| panic!("{why}"));
    let verdict = runtime.block_on(journal.verify(Since::Start, &[], |_| {})).expect("it can be read");
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    runtime.block_on(journal.close());
}

async fn one(journal: &Journal, walk: u32, groups: &[Group]) {
    let mut model = Model::default();
    for name in STREAMS {
        journal.announce(&stream(&format!("{walk}/{name}")), 0).await.expect("announced");
    }
    for group in groups {
        let mut sent = Vec::new();
        for tried in group {
            let batch = batch(&model, walk, tried);
            let expected = model.append(&batch);
            let journal = journal.clone();
            sent.push((expected, tokio::spawn(async move { journal.append(batch).await })));
        }
        for (expected, answer) in sent {
            assert_eq!(told(answer.await.expect("it is answered")), expected);
        }
    }
    compare(journal, walk, &model).await;
}

fn batch(model: &Model, walk: u32, tried: &Tried) -> Batch {
    let name = format!("{walk}/{}", STREAMS[tried.stream]);
    let head = model.written.get(&name).map_or(0, |records| records.len() as u64);
    let account = |place: usize| format!("{}{walk}", ACCOUNTS[place]);
    let record = |&(from, to, amount, command): &(usize, usize, i64, Option<u8>)| {
        let record = moved(&account(from), &account(to), amount);
        match command {
            Some(number) => asked(&format!("{walk}-{number}"), record),
            None => record,
        }
    };
    Batch {
        stream: stream(&name),
        epoch: Epoch(u64::from(tried.stale)),
        after: head + tried.astray,
        records: tried.records.iter().map(record).collect(),
    }
}

async fn compare(journal: &Journal, walk: u32, model: &Model) {
    for name in STREAMS {
        let name = format!("{walk}/{name}");
        let expected = model.written.get(&name).cloned().unwrap_or_default();
        let records = journal.records(&stream(&name), 0, 1_000).await.expect("it can be read");
        assert_eq!(records.len(), expected.len());
        for (record, expected) in records.iter().zip(&expected) {
            assert_eq!((&record.body, &record.command), (&expected.body, &expected.command));
            assert_eq!(record.postings, expected.postings);
        }
    }
    for name in ACCOUNTS {
        let name = format!("{name}{walk}");
        let expected = model.balances.get(&name).copied().unwrap_or(0);
        let balance = journal.balance(&name.parse().expect("a name")).await.expect("it can be read");
        assert_eq!(balance.units(), expected, "{name}");
    }
    for (id, answer) in &model.answers {
        let answered = journal.answer(id).await.expect("it can be read").expect("it was carried out");
        assert_eq!(answered.answer, *answer);
    }
}
