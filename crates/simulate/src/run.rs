//! Many blocks on many threads, added up in the order of the blocks.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Mutex;

use crate::generator::Generator;
use crate::simulation::{Path, Simulation};
use crate::tally::Tally;

/// How many rounds a block has; only the last block of a run has fewer.
pub const BLOCK: u64 = 1 << 18;

/// What is to be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Job {
    /// The seed: the same gives the same rounds.
    pub seed: u64,
    /// How many rounds, in all shards together.
    pub rounds: u64,
    /// Which part of them.
    pub shard: Shard,
    /// On how many threads; it changes nothing but the time it takes.
    pub threads: usize,
    /// Which generator deals.
    pub generator: Generator,
    /// Which code plays.
    pub path: Path,
}

/// One of several parts of a run, numbered from 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which.
    pub part: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All of it.
    pub const WHOLE: Shard = Shard { part: 0, of: 1 };

    /// The blocks of this part of a run of so many.
    fn blocks(self, all: u64) -> std::ops::Range<u64> {
        let of = self.of.max(1);
        let bound = |part: u64| {
            let blocks = u128::from(all) * u128::from(part.min(of)) / u128::from(of);
            u64::try_from(blocks).unwrap_or(all)
        };
        bound(self.part)..bound(self.part.saturating_add(1))
    }
}

impl Job {
    /// Which blocks are played, of those of the whole run.
    #[must_use]
    pub fn blocks(&self) -> std::ops::Range<u64> {
        self.shard.blocks(self.rounds.div_ceil(BLOCK))
    }

    /// So many rounds of this seed on one thread.
    #[must_use]
    pub const fn new(seed: u64, rounds: u64) -> Job {
        let (shard, generator, path) = (Shard::WHOLE, Generator::Xoshiro256PlusPlus, Path::Fastest);
        Job { seed, rounds, shard, threads: 1, generator, path }
    }
}

/// What is played in blocks that do not depend on each other, and counted in whole numbers.
pub trait Playable: Sync {
    /// What is counted.
    type Tally: Send;
    /// Nothing counted yet.
    fn nothing(&self) -> Self::Tally;
    /// Plays the first so many rounds of a block of a job.
    fn block(&self, job: &Job, block: u64, rounds: u64) -> Self::Tally;
    /// Adds what a block came to.
    fn add(all: &mut Self::Tally, more: &Self::Tally);
}

impl Playable for Simulation {
    type Tally = Tally;

    fn nothing(&self) -> Tally {
        self.nothing()
    }

    fn block(&self, job: &Job, block: u64, rounds: u64) -> Tally {
        self.block(job.path, job.generator, job.seed, block, rounds)
    }

    fn add(all: &mut Tally, more: &Tally) {
        // All blocks are of one simulation.
        let _ = all.merge(more);
    }
}

/// Plays a job. After each block `go_on` sees what all blocks up to it came to, and may end the run there: it then ends
/// at the same block on any number of threads, if what `go_on` says depends on the tally alone.
pub fn run<P: Playable>(
    played: &P,
    job: &Job,
    go_on: impl FnMut(&P::Tally) -> ControlFlow<()> + Send,
) -> P::Tally {
    let blocks = job.blocks();
    let order = Order { next: blocks.start, taken: blocks.start, waiting: BTreeMap::new(), over: false };
    let line = Mutex::new(Line { order, tally: played.nothing(), go_on });
    let work = || {
        while let Some(block) = take(&line, blocks.end) {
            let rounds = BLOCK.min(job.rounds - block * BLOCK);
            let tally = played.block(job, block, rounds);
            give::<P, _>(&line, block, tally);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..job.threads.max(1) {
            scope.spawn(work);
        }
        work();
    });
    line.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner).tally
}

/// Which blocks are handed out, and which are done before their turn.
struct Order<T> {
    next: u64,
    taken: u64,
    waiting: BTreeMap<u64, T>,
    over: bool,
}

struct Line<T, F> {
    order: Order<T>,
    tally: T,
    go_on: F,
}

fn take<T, F>(line: &Mutex<Line<T, F>>, end: u64) -> Option<u64> {
    let mut line = line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let order = &mut line.order;
    let block = order.taken;
    let free = block < end && !order.over;
    order.taken += u64::from(free);
    free.then_some(block)
}

fn give<P: Playable, F>(line: &Mutex<Line<P::Tally, F>>, block: u64, tally: P::Tally)
where
    F: FnMut(&P::Tally) -> ControlFlow<()>,
{
    let mut line = line.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let Line { order, tally: all, go_on } = &mut *line;
    order.waiting.insert(block, tally);
    while !order.over {
        let Some(tally) = order.waiting.remove(&order.next) else { break };
        order.next += 1;
        P::add(all, &tally);
        order.over = go_on(all).is_break();
    }
}
