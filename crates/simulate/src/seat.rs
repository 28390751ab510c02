use odds::Plan;

/// What is bet on a wager, in hundredths of a unit.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Stake(u32);

impl Stake {
    /// The wager is not made.
    pub const NONE: Stake = Stake(0);
    /// Half a unit: all that may be insured.
    pub const HALF: Stake = Stake(50);
    /// One unit.
    pub const UNIT: Stake = Stake(100);
    /// More than anyone bets beside a wager of one unit.
    pub const MOST: Stake = Stake(100_000);

    /// The stake of so many units; `None` if that is no multiple of 0.01 above 0, or more than [`Stake::MOST`].
    #[must_use]
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it was checked to be whole and in bounds"
    )]
    pub fn new(units: f64) -> Option<Stake> {
        let hundredths = (100.0 * units).round();
        let fits = (100.0 * units - hundredths).abs() < 1e-6
            && (1.0..=f64::from(Stake::MOST.0)).contains(&hundredths);
        fits.then_some(Stake(hundredths as u32))
    }

    /// In units.
    #[must_use]
    pub fn units(self) -> f64 {
        f64::from(self.0) / 100.0
    }

    pub(crate) const fn hundredths(self) -> u32 {
        self.0
    }
}

/// A player at the table: how he plays, and what he bets besides his main wager.
#[derive(Clone, Debug)]
pub struct Seat {
    /// How he plays his hands.
    pub plan: Plan,
    /// Whether he insures whenever insurance is offered.
    pub insures: bool,
    /// Whether he takes even money for a blackjack whenever it is offered.
    pub even_money: bool,
    /// What he insures with, where he does.
    pub insurance: Stake,
    /// What he bets on each side wager of the game, in the order of the rule book.
    pub sides: Vec<Stake>,
    /// On how many spots he plays, one beside the other.
    pub spots: usize,
    /// How else he plays, at the levels from 1 of who brings the cards ([`crate::Cards::level`]).
    pub levels: Vec<Level>,
}

/// Another way of playing, for when the cards are known to be better or worse.
#[derive(Clone, Debug)]
pub struct Level {
    /// How he plays his hands.
    pub plan: Plan,
    /// Whether he insures.
    pub insures: bool,
}

impl Seat {
    /// A player who plays his hands like this on one spot and bets on nothing else.
    #[must_use]
    pub const fn new(plan: Plan) -> Seat {
        Seat {
            plan,
            insures: false,
            even_money: false,
            insurance: Stake::HALF,
            sides: Vec::new(),
            spots: 1,
            levels: Vec::new(),
        }
    }

    /// The same, with so many side wagers, a unit bet on each.
    #[must_use]
    pub fn betting_all_sides(self, wagers: usize) -> Seat {
        Seat { sides: vec![Stake::UNIT; wagers], ..self }
    }

    /// Whether he bets this side wager.
    pub(crate) fn bets(&self, wager: usize) -> bool {
        self.stake(wager) != Stake::NONE
    }

    /// What he bets on this side wager.
    pub(crate) fn stake(&self, wager: usize) -> Stake {
        self.sides.get(wager).copied().unwrap_or(Stake::NONE)
    }
}
