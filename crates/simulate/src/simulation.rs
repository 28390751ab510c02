use rulebook::Rules;

use crate::automaton::Automaton;
use crate::block::Block;
use crate::dealing::{self, Dealing};
use crate::fault::Unfit;
use crate::generator::{Generator, Numbers, chacha, xoshiro};
use crate::kernel::Kernel;
use crate::seat::Seat;
use crate::shoe::Shoe;
use crate::tally::Tally;

/// Which code plays the rounds. Each path has its own order of random numbers, so the same seed gives other rounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Path {
    /// The fastest that fits.
    #[default]
    Fastest,
    /// Every round as the engine has it, for any number of seats.
    General,
    /// One seat by a table of states; splits by the general path.
    Machine,
}

/// A game, its players and how its shoe is dealt, ready to be played by the thousand million.
#[derive(Clone, Debug)]
pub struct Simulation {
    kernel: Kernel,
    machine: Option<Automaton>,
    shoe: Shoe,
    burnt: usize,
    cut: usize,
}

impl Simulation {
    /// Compiles the game for these players, from the dealer's left.
    ///
    /// # Errors
    ///
    /// When the table has no room for them, the shoe cannot serve them, or a side wager asks for what is not simulated.
    pub fn new(rules: &Rules, seats: &[Seat], dealing: Dealing) -> Result<Simulation, Unfit> {
        let kernel = Kernel::new(rules, seats)?;
        let cards = dealing::cards(rules);
        // A shoe that is shuffled before every round has no first card to burn.
        let (burnt, cut) = match dealing {
            Dealing::EveryRound => (0, 1),
            Dealing::CutCard { dealt } => {
                let burnt = u16::from(rules.burn_first_card());
                (burnt, dealt.max(burnt + 1))
            }
        };
        let needed = u16::try_from(2 * seats.len() + 2).unwrap_or(u16::MAX);
        let left = cards.saturating_sub(cut - 1);
        if left < needed {
            return Err(Unfit::ShortShoe { seats: seats.len(), needed, left });
        }
        let machine = Automaton::of(&kernel);
        let shoe = Shoe::new(&kernel.pack, rules.decks());
        Ok(Simulation { kernel, machine, shoe, burnt: burnt.into(), cut: cut.into() })
    }

    /// The kernel, to play rounds with cards of one's own.
    #[must_use]
    pub const fn kernel(&self) -> &Kernel {
        &self.kernel
    }

    /// A tally without rounds.
    #[must_use]
    pub fn nothing(&self) -> Tally {
        Tally::empty(self.kernel.players.len(), &self.kernel.lines)
    }

    /// The path that plays when this one is asked for.
    #[must_use]
    pub fn path(&self, wanted: Path) -> Path {
        match wanted {
            Path::Fastest | Path::Machine if self.machine.is_some() => Path::Machine,
            Path::Fastest | Path::Machine | Path::General => Path::General,
        }
    }

    /// Plays the first so many rounds of a block.
    #[must_use]
    pub fn block(&self, path: Path, generator: Generator, seed: u64, block: u64, rounds: u64) -> Tally {
        match generator {
            Generator::Xoshiro256PlusPlus => self.play(path, xoshiro(seed, block), rounds),
            Generator::ChaCha20 => self.play(path, chacha(seed, block), rounds),
        }
    }

    fn play(&self, path: Path, numbers: impl Numbers, rounds: u64) -> Tally {
        let reach = (self.burnt, self.cut);
        let mut block = Block::new(&self.kernel, self.shoe.clone(), reach, self.nothing(), numbers);
        match &self.machine {
            Some(machine) if path != Path::General => {
                block.fast(machine, rounds);
                block.done(Some(machine))
            }
            _ => {
                block.general(rounds);
                block.done(None)
            }
        }
    }
}
