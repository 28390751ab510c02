use rulebook::Rules;

use crate::automaton::Automaton;
use crate::block::{Block, Reach, SHOES};
use crate::dealing::{self, Dealing};
use crate::fault::Unfit;
use crate::generator::{Generator, Numbers, chacha, xoshiro};
use crate::kernel::Kernel;
use crate::lanes::{Full, LANES, Lanes};
use crate::seat::Seat;
use crate::shoe::Shoe;
use crate::tally::Tally;
use crate::together::{PlayerTally, Stakes};

/// In fewer lanes than this the machine is as fast.
const FEW_LANES: usize = LANES / 4;

/// Which code plays the rounds. Each path has its own order of random numbers, so the same seed gives other rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Path {
    /// The fastest that fits.
    #[default]
    Fastest,
    /// Every round as the engine has it, for any number of seats.
    General,
    /// One seat by a table of states; splits by another, or by the general path.
    Machine,
    /// The same in many shoes at a time, where no side wager is bet.
    Lanes,
}

/// A game, its players and how its shoe is dealt, ready to be played by the thousand million.
#[derive(Clone, Debug)]
pub struct Simulation {
    pub(crate) kernel: Kernel,
    machine: Option<Automaton>,
    /// The shoe for lanes, if the game can be played so.
    laned: Option<Full>,
    pub(crate) shoe: Shoe,
    pub(crate) reach: Reach,
    /// Nothing counted yet.
    nothing: Tally,
}

impl Simulation {
    /// Compiles the game for these players, from the dealer's left.
    ///
    /// # Errors
    ///
    /// When the table has no room for them, the shoe cannot serve them, or a side wager asks for what is not simulated.
    pub fn new(rules: &Rules, seats: &[Seat], dealing: Dealing) -> Result<Simulation, Unfit> {
        let spots: Vec<Seat> = seats.iter().flat_map(|seat| vec![seat.clone(); seat.spots]).collect();
        let kernel = Kernel::new(rules, &spots)?;
        let cards = dealing::cards(rules);
        // A shoe that is shuffled before every round has no first card to burn.
        let (burnt, cut) = match dealing {
            Dealing::EveryRound => (0, 1),
            Dealing::CutCard { dealt } => {
                let burnt = u16::from(rules.burn_first_card());
                (burnt, dealt.max(burnt + 1))
            }
        };
        let needed = u16::try_from(2 * spots.len() + 2).unwrap_or(u16::MAX);
        let left = cards.saturating_sub(cut - 1);
        if left < needed {
            return Err(Unfit::ShortShoe { spots: spots.len(), needed, left });
        }
        let level = seats.iter().all(|seat| seat.levels.is_empty());
        let machine = Automaton::of(&kernel).filter(|_| level);
        let shoe = Shoe::new(&kernel.pack, rules.decks());
        let laned = machine.as_ref().and_then(|machine| Lanes::fit(&kernel, machine, rules.decks()));
        let reach = Reach { burnt: burnt.into(), cut: cut.into() };
        let players =
            seats.iter().map(|seat| PlayerTally::empty(seat.spots, Stakes::of(rules, seat), 1)).collect();
        let nothing = Tally::empty(players, &kernel.lines);
        Ok(Simulation { kernel, machine, laned, shoe, reach, nothing })
    }

    /// The kernel, to play rounds with cards of one's own.
    #[must_use]
    pub const fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// A tally without rounds.
    #[must_use]
    pub fn nothing(&self) -> Tally {
        self.nothing.clone()
    }

    /// The path that plays when this one is asked for. The slow generator has no lanes.
    #[must_use]
    pub fn path(&self, wanted: Path, generator: Generator) -> Path {
        let laned = self.laned.is_some() && generator == Generator::Xoshiro256PlusPlus;
        match wanted {
            Path::Fastest | Path::Lanes if laned => Path::Lanes,
            Path::Fastest | Path::Lanes | Path::Machine if self.machine.is_some() => Path::Machine,
            Path::Fastest | Path::Lanes | Path::Machine | Path::General => Path::General,
        }
    }

    /// Plays the first so many rounds of a block.
    #[must_use]
    pub fn block(&self, path: Path, generator: Generator, seed: u64, block: u64, rounds: u64) -> Tally {
        let path = self.path(path, generator);
        match (&self.machine, self.laned, path, generator) {
            (Some(machine), Some(full), Path::Lanes, _) => self.in_lanes(machine, full, seed, block, rounds),
            (.., Generator::Xoshiro256PlusPlus) => self.play(path, streams(xoshiro, seed, block), rounds),
            (.., Generator::ChaCha20) => self.play(path, streams(chacha, seed, block), rounds),
        }
    }

    fn play<N: Numbers>(&self, path: Path, numbers: [N; SHOES], rounds: u64) -> Tally {
        let mut block = Block::new(&self.kernel, &self.shoe, self.reach, self.nothing(), numbers);
        match self.machine.as_ref().zip(self.kernel.players.first()) {
            Some((machine, player)) if path == Path::Machine => {
                block.counts.weigh(machine, &player.sides);
                block.fast(machine, rounds);
                block.done(Some(machine))
            }
            _ => {
                block.general(rounds);
                block.done(None)
            }
        }
    }

    /// Whole shoes in lanes, towards the end in fewer of them, for as long as they bring no more rounds than are wanted; the
    /// rest by the machine.
    fn in_lanes(&self, machine: &Automaton, full: Full, seed: u64, block: u64, rounds: u64) -> Tally {
        let numbers = streams(xoshiro, seed, block);
        // The cipher on a stream that no shoe of the machine has.
        let mut cipher = chacha(seed, block | 1 << 63);
        let mut lanes = Lanes::new(&self.kernel, machine, full, self.reach, &mut cipher);
        let mut block = Block::new(&self.kernel, &self.shoe, self.reach, self.nothing(), numbers);
        let mut played = 0;
        if let Some(lanes) = &mut lanes {
            loop {
                let many = usize::try_from(rounds - played).unwrap_or(usize::MAX) / self.reach.most_rounds();
                if many < FEW_LANES {
                    break;
                }
                lanes.shoes(many, &mut |brought| block.add(brought.main, brought.insured), &mut ());
                played = block.counts.played(machine) + lanes.played();
            }
            block.counts.take_in(&lanes.ended, lanes.void);
        }
        block.fast(machine, rounds - played);
        block.done(Some(machine))
    }
}

/// The generators of the shoes of a block.
fn streams<N>(generator: fn(u64, u64) -> N, seed: u64, block: u64) -> [N; SHOES] {
    std::array::from_fn(|shoe| generator(seed, block.wrapping_mul(SHOES as u64).wrapping_add(shoe as u64)))
}
