use rulebook::{Because, Kind};
use vocabulary::{Chips, PlayerId, Spot};

use crate::list::Blank;

/// A wager of the round: who has how much on what, and what became of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wager {
    /// Whose it is.
    pub player: PlayerId,
    /// Where it lies.
    pub spot: Spot,
    /// What it is on.
    pub bet: Bet,
    /// Which hand of the spot it rides, from 0.
    pub hand: u8,
    /// The chips put down before the deal, or for a split or an insurance.
    pub placed: Chips,
    /// What of them counts: less than placed where a maximum cut it.
    pub stake: Chips,
    /// The chips added by doubling.
    pub extra: Chips,
    /// Whether it was under the minimum when the cards came out.
    pub small: Option<Small>,
    /// Whether its player declined what is offered before play.
    pub(crate) declined: bool,
    /// Whether its player declined to follow a split.
    pub(crate) stayed: bool,
    /// What became of it, once something has.
    pub result: Option<Settled>,
}

/// What a wager is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bet {
    /// The hand.
    Main,
    /// A side wager, by its place in the rule book.
    Side(u8),
    /// A dealer blackjack, for this player's wager.
    Insurance(PlayerId),
    /// Nothing: money a ruling moved.
    Award,
}

impl From<Kind> for Bet {
    fn from(kind: Kind) -> Bet {
        match kind {
            Kind::Main => Bet::Main,
            Kind::Side(at) => Bet::Side(at),
        }
    }
}

/// What a wager under the minimum comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Small {
    /// It is the player's first, and settled.
    First,
    /// It is returned whatever happens.
    Returned,
}

/// What became of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settled {
    /// Won, lost, and so on.
    pub outcome: Outcome,
    /// All that goes back to the player, stake included.
    pub returned: Chips,
    /// The clause behind it.
    pub because: Because,
}

/// What can become of a wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Paid.
    Won,
    /// Collected, at least in part.
    Lost,
    /// Neither won nor lost.
    StandOff,
    /// Half given up.
    Surrendered,
    /// A blackjack paid one to one.
    EvenMoney,
    /// Handed back without a result.
    Returned,
    /// Handed back because the round is void.
    Void,
}

impl Outcome {
    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Outcome::Won => "won",
            Outcome::Lost => "lost",
            Outcome::StandOff => "stand-off",
            Outcome::Surrendered => "surrendered",
            Outcome::EvenMoney => "even-money",
            Outcome::Returned => "returned",
            Outcome::Void => "void",
        }
    }
}

impl Wager {
    pub(crate) const fn new(player: PlayerId, spot: Spot, bet: Bet, amount: Chips) -> Wager {
        Wager {
            player,
            spot,
            bet,
            hand: 0,
            placed: amount,
            stake: amount,
            extra: Chips::ZERO,
            small: None,
            declined: false,
            stayed: false,
            result: None,
        }
    }

    /// All that counts on it now.
    #[must_use]
    pub fn at_risk(&self) -> Chips {
        self.stake + self.extra
    }

    /// Whether nothing has become of it yet.
    #[must_use]
    pub fn is_live(&self) -> bool {
        self.result.is_none()
    }

    /// Whether it was handed back without a result.
    #[must_use]
    pub fn was_returned(&self) -> bool {
        self.result.is_some_and(|settled| settled.outcome == Outcome::Returned)
    }

    /// What the player has won or lost on it so far.
    #[must_use]
    pub fn net(&self) -> Chips {
        self.result.map_or(Chips::ZERO, |settled| settled.returned - self.at_risk())
    }

    /// Whether it is on the hand.
    #[must_use]
    pub fn is_main(&self) -> bool {
        self.bet == Bet::Main
    }
}

impl Blank for Wager {
    const BLANK: Wager = Wager::new(PlayerId(0), Spot::FIRST, Bet::Main, Chips::ZERO);
}
