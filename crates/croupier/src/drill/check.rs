//! What was acknowledged, held against the journal.

use std::collections::{HashMap, HashSet};

use floor::Answer;
use journal::{Journal, Opening, Since, Stream};
use vocabulary::Chips;

use super::terminal::{Heard, Told};

/// How the drill went.
pub(super) struct Checked {
    pub(super) acknowledged: usize,
    pub(super) records: u64,
    pub(super) rounds: u64,
    /// Commands that were acknowledged and are not in the journal as they were.
    pub(super) lost: usize,
    /// Commands that took effect more than once.
    pub(super) doubled: usize,
    pub(super) ledger: Chips,
    pub(super) faults: Vec<String>,
}

impl Checked {
    pub(super) fn is_clean(&self) -> bool {
        self.lost == 0 && self.doubled == 0 && self.ledger == Chips::ZERO && self.faults.is_empty()
    }
}

/// So many records are read at a time.
const PAGE: usize = 5_000;

pub(super) async fn check(database: &str, told: Told) -> anyhow::Result<Checked> {
    let Told { heard, stream_faults } = told;
    let journal = Journal::open(&database.parse()?, Opening::Read).await?;
    let audited = floor::audit(&journal, Since::Start, &[], |_| {}).await?;
    let mut faults: Vec<String> = audited.verdict.faults.iter().map(ToString::to_string).collect();
    faults.extend(audited.rounds_at_fault.into_iter().chain(audited.shoes_at_fault));
    let written = written(&journal).await?;
    let kept = |heard: &&Heard| {
        let place = (format!("table/{}", heard.table), heard.answer.seq);
        written.get(&heard.id).is_some_and(|places| places.contains(&place))
    };
    let lost: Vec<&Heard> = heard.iter().filter(|heard| !kept(heard)).collect();
    let name = |heard: &&Heard| {
        let Answer { seq, round, .. } = heard.answer;
        let again = if heard.again { ", sent again" } else { "" };
        format!("lost: {} at {} (entry {seq}, round {round}{again})", heard.id, heard.table)
    };
    faults.extend(lost.iter().take(10).map(name));
    if stream_faults > 0 {
        faults.push(format!("{stream_faults} times an entry came twice over a stream, or not at all"));
    }
    Ok(Checked {
        acknowledged: heard.len(),
        records: audited.verdict.records,
        rounds: audited.rounds,
        lost: lost.len(),
        doubled: written.values().filter(|places| places.len() > 1).count(),
        ledger: journal.ledger_sum().await?,
        faults,
    })
}

/// Where each command is written, by its id.
async fn written(journal: &Journal) -> anyhow::Result<HashMap<String, HashSet<(String, u64)>>> {
    let mut written: HashMap<String, HashSet<(String, u64)>> = HashMap::new();
    for (stream, _) in journal.streams().await? {
        let mut after = 0;
        loop {
            let records = journal.records(&stream, after, PAGE).await?;
            let Some(last) = records.last() else { break };
            after = last.seq;
            for record in records {
                if let Some(sent) = record.command {
                    written.entry(sent.id).or_default().insert((Stream::to_string(&stream), record.seq));
                }
            }
        }
    }
    Ok(written)
}
