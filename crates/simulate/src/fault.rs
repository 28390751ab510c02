/// Why a game cannot be simulated as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unfit {
    /// Nobody plays, or more than the table has room for.
    #[error("{seats} spots are to be played at a table of {spots}: there must be 1 to {spots}")]
    Seats {
        /// How many were asked for.
        seats: usize,
        /// How many spots there are.
        spots: u8,
    },
    /// The shoe cannot serve so many players once the cut card is near.
    #[error(
        "a round on {spots} of the spots may need {needed} cards after the cut card, and the shoe has {left} behind it"
    )]
    ShortShoe {
        /// How many spots are played.
        spots: usize,
        /// How many cards a round may take at least.
        needed: u16,
        /// How many lie behind the cut card.
        left: u16,
    },
    /// More side wagers than the tables hold.
    #[error("the game has {wagers} side wagers, and at most {most} can be simulated")]
    TooManySides {
        /// How many it has.
        wagers: usize,
        /// How many there may be.
        most: usize,
    },
    /// A line on the dealer's hand that asks for more than how it ends.
    #[error(
        "{wager}, line \"{line}\": of the dealer's hand only a blackjack and the cards of a bust can be asked for"
    )]
    Line {
        /// The wager's name.
        wager: String,
        /// The line's name.
        line: String,
    },
}
