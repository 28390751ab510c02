use odds::Plan;

/// A player at the table: how he plays, and what he bets besides his main wager.
#[derive(Clone, Debug)]
pub struct Seat {
    /// How he plays his hands.
    pub plan: Plan,
    /// Whether he insures whenever insurance is offered.
    pub insures: bool,
    /// Whether he takes even money for a blackjack whenever it is offered.
    pub even_money: bool,
    /// Whether he bets each side wager of the game, in the order of the rule book.
    pub sides: Vec<bool>,
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
    /// A player who plays his hands like this and bets on nothing else.
    #[must_use]
    pub const fn new(plan: Plan) -> Seat {
        Seat { plan, insures: false, even_money: false, sides: Vec::new(), levels: Vec::new() }
    }

    /// The same, with so many side wagers, all bet.
    #[must_use]
    pub fn betting_all_sides(self, wagers: usize) -> Seat {
        Seat { sides: vec![true; wagers], ..self }
    }

    /// Whether he bets this side wager.
    pub(crate) fn bets(&self, wager: usize) -> bool {
        self.sides.get(wager).copied().unwrap_or(false)
    }
}
