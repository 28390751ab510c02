//! A player who counts: what he bets, how he plays and whether he sits down go by the cards he has seen.

use odds::Plan;
use rulebook::Rules;
use vocabulary::Deck;

use crate::count::{Count, System};
use crate::dealing::Dealing;
use crate::fault::Unfit;
use crate::generator::{Generator, Numbers, chacha, xoshiro};
use crate::index::Indices;
use crate::kernel::Cards;
use crate::outcome::Brought;
use crate::pack::Kind;
use crate::ramp::Ramp;
use crate::run::{Job, Playable};
use crate::seat::{Seat, Stake};
use crate::shoe::From;
use crate::simulation::Simulation;
use crate::tally::{Spread, Tally};
use crate::together::{PlayerTally, Stakes};

/// A counting player.
#[derive(Clone, Debug)]
pub struct Counter {
    /// What he counts.
    pub system: System,
    /// What he bets.
    pub ramp: Ramp,
    /// How he plays where the count does not say otherwise.
    pub plan: Plan,
    /// Where it does.
    pub indices: Indices,
    /// Whether he insures where the count does not say.
    pub insures: bool,
    /// What he bets on each side wager whenever he bets, whatever the count.
    pub sides: Vec<Stake>,
    /// On how many spots he plays, from the dealer's left.
    pub spots: usize,
}

/// A table with a counting player, ready to be played.
///
/// He sees every card as it is dealt but the burnt one; a hole card when the round is over. While he sits out another
/// plays in his place, alike but for nothing, so that every count is measured.
#[derive(Clone, Debug)]
pub struct Counting {
    simulation: Simulation,
    counter: Counter,
    bounds: Vec<Count>,
    bets: Vec<u32>,
    tags: [i32; 256],
    start: Count,
    deck: Deck,
    /// Which card of a round is face down until its end.
    hole: Option<usize>,
    /// What a unit on one spot comes to, with insurance.
    unit: Stakes,
    /// Nothing counted yet.
    nothing: Tally,
}

/// What rounds at a table with a counting player came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountTally {
    /// What every wager came to: the main wager and insurance for one unit in every round, side wagers in those he bet in;
    /// of the first player, together, what he won and lost by his own bets.
    pub table: Tally,
    /// His main wager and insurance by count.
    pub counts: CountTable,
}

/// What rounds came to, by the count at which they began and what was bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountTable {
    /// What nets are over.
    pub over: i64,
    /// By count, then by bet, upwards.
    pub rows: Vec<CountRow>,
}

/// Rounds of one count and one bet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountRow {
    /// The count, as the whole number at or below it; the first and the last stand for all beyond.
    pub count: i32,
    /// What was bet on each spot; 0 if he sat out.
    pub bet: u32,
    /// What a unit on each of his spots came to, with insurance, over [`CountTable::over`], and how often.
    pub nets: Vec<(i64, u64)>,
}

/// Counts beyond these are one.
const FARTHEST: i32 = 60;

impl Counting {
    /// A table with a counting player and others to his left.
    ///
    /// # Errors
    ///
    /// When the table has no room for them or the shoe cannot serve them.
    pub fn new(
        rules: &Rules,
        counter: Counter,
        others: &[Seat],
        dealing: Dealing,
    ) -> Result<Counting, Unfit> {
        let mut levels = counter.indices.levels(&counter.plan, counter.insures);
        let first = levels.remove(0);
        let (sides, spots) = (counter.sides.clone(), counter.spots);
        let bare = Seat { insures: first.insures, levels, spots, ..Seat::new(first.plan) };
        let unit = Stakes::of(rules, &bare);
        let seat = Seat { sides, ..bare };
        let stakes = Stakes::of(rules, &seat);
        let seats: Vec<Seat> = std::iter::once(seat).chain(others.iter().cloned()).collect();
        let simulation = Simulation::new(rules, &seats, dealing)?;
        let mut tags = [0; 256];
        for (tag, card) in tags.iter_mut().zip(rules.deck().cards()) {
            *tag = counter.system.tag(card).0;
        }
        let mut bets: Vec<u32> = counter.ramp.bets().chain([0]).collect();
        bets.sort_unstable();
        bets.dedup();
        let mut nothing = simulation.nothing();
        nothing.players[0] = PlayerTally::empty(spots, stakes, bets.last().copied().unwrap_or(1));
        let kernel = &simulation.kernel;
        let dealt_to = if kernel.laws.shared { 1 } else { kernel.players.len() };
        Ok(Counting {
            bounds: counter.indices.bounds(),
            bets,
            tags,
            start: counter.system.start(rules.decks()),
            deck: rules.deck(),
            hole: kernel.laws.peek.then_some(2 * dealt_to + 1),
            unit,
            nothing,
            simulation,
            counter,
        })
    }

    fn told(&self, running: i32, left: usize) -> Count {
        self.counter.system.told(Count(running), u16::try_from(left).unwrap_or(u16::MAX), self.deck)
    }

    fn play<N: Numbers>(&self, mut numbers: N, mut rounds: u64) -> CountTally {
        let Simulation { kernel, shoe, reach, .. } = &self.simulation;
        let mut shoe = shoe.clone();
        let mut book = Book::new(self);
        while rounds > 0 {
            shoe.reshuffle();
            let (mut next, mut running, mut plays) = (reach.burnt, self.start.0, false);
            while rounds > 0 && next < reach.cut {
                rounds -= 1;
                let count = self.told(running, shoe.len() - next);
                plays = self.counter.ramp.plays(count, plays);
                let bet = if plays { self.counter.ramp.bet(count) } else { 0 };
                let cards = From { shoe: &mut shoe, numbers: &mut numbers, next };
                let mut seen = Seen { cards, table: self, running, hidden: 0, dealt: 0 };
                let Some(outcome) = kernel.round(&mut seen) else {
                    book.table.void += 1;
                    break;
                };
                (next, running) = (seen.cards.next, seen.running + seen.hidden);
                book.add(count, bet, outcome.seats());
            }
        }
        book.done()
    }
}

impl Playable for Counting {
    type Tally = CountTally;

    fn nothing(&self) -> CountTally {
        Book::new(self).done()
    }

    fn block(&self, job: &Job, block: u64, rounds: u64) -> CountTally {
        match job.generator {
            Generator::Xoshiro256PlusPlus => self.play(xoshiro(job.seed, block), rounds),
            Generator::ChaCha20 => self.play(chacha(job.seed, block), rounds),
        }
    }

    fn add(all: &mut CountTally, more: &CountTally) {
        // All blocks are of one table.
        let _ = all.table.merge(&more.table);
        all.counts.merge(&more.counts);
    }
}

/// The cards of a round as they are seen.
struct Seen<'t, 's, N> {
    cards: From<'s, N>,
    table: &'t Counting,
    running: i32,
    /// What the card that lies face down will add.
    hidden: i32,
    dealt: usize,
}

impl<N: Numbers> Cards for Seen<'_, '_, N> {
    #[inline]
    fn next(&mut self) -> Option<Kind> {
        let card = self.cards.next()?;
        let tag = self.table.tags[usize::from(card)];
        if self.table.hole == Some(self.dealt) {
            self.hidden = tag;
        } else {
            self.running += tag;
        }
        self.dealt += 1;
        Some(card)
    }

    #[inline]
    fn level(&self) -> usize {
        if self.table.bounds.is_empty() {
            return 0;
        }
        let count = self.table.told(self.running, self.cards.shoe.len() - self.cards.next);
        self.table.bounds.partition_point(|bound| *bound <= count)
    }
}

/// Counts of a block while it is played: a place for every net of every count and bet that came.
struct Book<'t> {
    counting: &'t Counting,
    table: Tally,
    /// No net is farther from nothing.
    most: i64,
    rows: Vec<Vec<u64>>,
}

impl<'t> Book<'t> {
    fn new(counting: &'t Counting) -> Book<'t> {
        let spots = i64::try_from(counting.counter.spots).unwrap_or(1);
        let counts = usize::try_from(2 * FARTHEST + 1).unwrap_or(1);
        let (least, most) = counting.unit.range();
        let most = spots * most.max(-least);
        let rows = vec![Vec::new(); counts * counting.bets.len()];
        Book { counting, table: counting.nothing.clone(), most, rows }
    }

    fn add(&mut self, count: Count, bet: u32, brought: &[Brought]) {
        self.table.add_betting(bet, brought);
        let his = brought.iter().take(self.counting.counter.spots);
        let net: i64 = his.map(|spot| self.counting.unit.hand(spot.main, spot.insured)).sum();
        let count = usize::try_from(count.floor().clamp(-FARTHEST, FARTHEST) + FARTHEST).unwrap_or(0);
        let bet = self.counting.bets.binary_search(&bet).unwrap_or(0);
        let Some(row) = self.rows.get_mut(count * self.counting.bets.len() + bet) else { return };
        if row.is_empty() {
            row.resize(usize::try_from(2 * self.most + 1).unwrap_or(1), 0);
        }
        let place = usize::try_from(net.clamp(-self.most, self.most) + self.most).unwrap_or(0);
        if let Some(times) = row.get_mut(place) {
            *times += 1;
        }
    }

    fn done(self) -> CountTally {
        let places =
            (-FARTHEST..=FARTHEST).flat_map(|count| self.counting.bets.iter().map(move |bet| (count, *bet)));
        let rows = places.zip(&self.rows).filter(|(_, row)| !row.is_empty()).map(|((count, bet), row)| {
            let nets = (-self.most..).zip(row.iter().copied()).filter(|(_, times)| *times > 0).collect();
            CountRow { count, bet, nets }
        });
        let counts = CountTable { over: self.counting.unit.over, rows: rows.collect() };
        CountTally { table: self.table, counts }
    }
}

impl CountTable {
    /// Takes the counts of another of the same table in.
    pub fn merge(&mut self, other: &CountTable) {
        for row in &other.rows {
            match self.rows.binary_search_by_key(&(row.count, row.bet), |row| (row.count, row.bet)) {
                Ok(at) => add(&mut self.rows[at].nets, &row.nets),
                Err(at) => self.rows.insert(at, row.clone()),
            }
        }
    }

    /// What main wager and insurance brought in units, rounds he sat out among them.
    #[must_use]
    pub fn won(&self) -> Spread {
        let won = |row: &CountRow| {
            let bet = i64::from(row.bet);
            row.nets.iter().map(move |(net, times)| (bet * net, *times)).collect::<Vec<_>>()
        };
        Spread::new(self.rows.iter().flat_map(won), self.over)
    }

    /// What a unit on each spot would have brought in every round.
    #[must_use]
    pub fn flat(&self) -> Spread {
        Spread::new(self.rows.iter().flat_map(|row| row.nets.iter().copied()), self.over)
    }

    /// What a unit on each spot brought at each count, upwards.
    #[must_use]
    pub fn by_count(&self) -> Vec<(i32, Spread)> {
        let mut counts: Vec<i32> = self.rows.iter().map(|row| row.count).collect();
        counts.dedup();
        let spread = |count: i32| {
            let rows = self.rows.iter().filter(move |row| row.count == count);
            Spread::new(rows.flat_map(|row| row.nets.iter().copied()), self.over)
        };
        counts.into_iter().map(|count| (count, spread(count))).collect()
    }

    /// All units bet on one spot, doubles and splits aside.
    #[must_use]
    pub fn bet(&self) -> u128 {
        self.rows.iter().map(|row| u128::from(row.bet) * u128::from(row.times())).sum()
    }

    /// Rounds in which he bet.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.rows.iter().filter(|row| row.bet > 0).map(CountRow::times).sum()
    }
}

impl CountRow {
    /// How many rounds there were.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.nets.iter().map(|(_, times)| times).sum()
    }
}

fn add(nets: &mut Vec<(i64, u64)>, more: &[(i64, u64)]) {
    for (net, times) in more {
        match nets.binary_search_by_key(net, |(net, _)| *net) {
            Ok(at) => nets[at].1 += times,
            Err(at) => nets.insert(at, (*net, *times)),
        }
    }
}

#[cfg(test)]
mod tests {
    use odds::Play;

    use super::*;

    fn table(hole_card: &str) -> Counting {
        let mut rules = Rules::of("macau").unwrap();
        rules.suppose("hole-card", hole_card).unwrap();
        let counter = Counter {
            system: System::known("hi-lo").unwrap(),
            ramp: Ramp::flat(1),
            plan: Plan::new(|_, _| Play::default()),
            indices: Indices::read("insurance = 3").unwrap(),
            insures: false,
            sides: Vec::new(),
            spots: 1,
        };
        Counting::new(&rules, counter, &[], Dealing::CutCard { dealt: 200 }).unwrap()
    }

    #[test]
    fn a_hole_card_is_counted_when_the_round_is_over() {
        for (hole_card, hidden) in [("none", false), ("peek", true)] {
            let table = table(hole_card);
            let (mut shoe, mut numbers) = (table.simulation.shoe.clone(), xoshiro(3, 1));
            let cards = From { shoe: &mut shoe, numbers: &mut numbers, next: 0 };
            let mut seen = Seen { cards, table: &table, running: 0, hidden: 0, dealt: 0 };
            let tags: Vec<i32> = (0..6).map(|_| table.tags[usize::from(seen.next().unwrap())]).collect();
            let face_down = if hidden { tags[3] } else { 0 };
            assert_eq!(seen.hidden, face_down, "{hole_card}");
            assert_eq!(seen.running + seen.hidden, tags.iter().sum::<i32>());
        }
    }

    #[test]
    fn the_level_goes_by_the_count_and_the_cards_left() {
        let table = table("none");
        let (mut shoe, mut numbers) = (table.simulation.shoe.clone(), xoshiro(3, 1));
        // Six decks less half a deck: three points a deck are sixteen and a half.
        let mut level = |running: i32| {
            let cards = From { shoe: &mut shoe, numbers: &mut numbers, next: 26 };
            Seen { cards, table: &table, running, hidden: 0, dealt: 0 }.level()
        };
        assert_eq!([level(0), level(1600), level(1700)], [0, 0, 1]);
    }
}
