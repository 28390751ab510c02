use rulebook::Kind;
use vocabulary::{Card, Chips, PlayerId, Spot};

use crate::duty::{By, Duty};

/// What someone at the table says or does.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above them")]
pub enum Command {
    /// A player sits down at a spot.
    Sit { player: PlayerId, spot: Spot },
    /// A player gives up his seat.
    Leave { player: PlayerId, spot: Spot },
    /// The dealer calls for bets.
    OpenBets,
    /// A player puts down a wager, or more chips on one.
    Bet { player: PlayerId, spot: Spot, kind: Kind, amount: Chips },
    /// A player takes a wager back before closing.
    Withdraw { player: PlayerId, spot: Spot, kind: Kind },
    /// The dealer calls no more bets.
    CloseBets,
    /// The dealer finds chips on the layout after closing: all that the player has at that place.
    Find { player: PlayerId, spot: Spot, kind: Kind, amount: Chips },
    /// The next card out of the dealing device.
    Deal(Card),
    /// A player insures a wager, his own or, where the game lets him, another's. No amount is the full half.
    Insure { player: PlayerId, spot: Spot, owner: PlayerId, amount: Option<Chips> },
    /// A player takes even money on his blackjack.
    TakeEvenMoney { player: PlayerId, spot: Spot },
    /// A player gives up half his wager.
    Surrender { player: PlayerId, spot: Spot },
    /// A player declines what he is offered: insurance, surrender, following a split or a double.
    Decline { player: PlayerId, spot: Spot },
    /// The dealer closes the offers.
    CloseOffers,
    /// A playing decision for the hand whose turn it is.
    Play { player: PlayerId, spot: Spot, action: Action },
    /// A player follows the split or the double of who controls his spot. No amount is the full own wager.
    Follow { player: PlayerId, spot: Spot, amount: Option<Chips> },
    /// The dealer goes on: whoever has not answered declines a follow, or goes on after a failure.
    DealOn,
    /// A player does not answer in time.
    TimeOut { player: PlayerId },
    /// A player has walked away.
    WalkAway { player: PlayerId },
    /// A player, or his terminal, is back.
    Return { player: PlayerId },
    /// A player takes all his wagers back where an irregularity lets him.
    WithdrawAll { player: PlayerId },
    /// A player goes on where an irregularity lets him choose; no spot is all of his.
    Continue { player: PlayerId, spot: Option<Spot> },
    /// A player picks among cards drawn together, by their places from 0.
    Pick { player: PlayerId, picks: Vec<usize> },
    /// A player wants a card but not the one that was dealt in error.
    RefuseCard { player: PlayerId, spot: Spot },
    /// A player decides by hand signal.
    Signal { player: PlayerId, spot: Spot, action: Action },
    /// A player turns his cards.
    Reveal { player: PlayerId, spot: Spot },
    /// A player cuts the riffled discards.
    Cut { player: PlayerId },
    /// Someone of the staff does his duty.
    Staff { by: By, duty: Duty },
}

/// A playing decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Another card.
    Hit,
    /// No more cards.
    Stand,
    /// Two hands of two equal cards.
    Split,
    /// One more card and more chips; no amount is the full original wager.
    Double(Option<Chips>),
}

/// What can be wrong with the cards or the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// A card that does not belong to the decks in use.
    ForeignCard,
    /// Too few cards in the decks.
    MissingCard,
    /// Too many cards in the decks.
    ExtraCard,
    /// Cards that were not shuffled.
    UnshuffledCards,
    /// Not enough cards to finish the round.
    ShortShoe,
    /// The power failed.
    PowerFailure,
    /// The cards were dealt wrong.
    Misdeal,
    /// The cards were dealt wrong and cannot be put back in order.
    BeyondRepair,
    /// The first card of the shoe was not burnt.
    BurnForgotten,
    /// The cutting card came out in an earlier round and nobody shuffled.
    CutCardPassed,
    /// A display showed something other than the cards.
    WrongDisplay,
}

impl Trouble {
    /// Every trouble.
    pub const ALL: [Trouble; 11] = [
        Trouble::ForeignCard,
        Trouble::MissingCard,
        Trouble::ExtraCard,
        Trouble::UnshuffledCards,
        Trouble::ShortShoe,
        Trouble::PowerFailure,
        Trouble::Misdeal,
        Trouble::BeyondRepair,
        Trouble::BurnForgotten,
        Trouble::CutCardPassed,
        Trouble::WrongDisplay,
    ];

    /// Its word in the notation.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Trouble::ForeignCard => "foreign-card",
            Trouble::MissingCard => "missing-card",
            Trouble::ExtraCard => "extra-card",
            Trouble::UnshuffledCards => "unshuffled-cards",
            Trouble::ShortShoe => "short-shoe",
            Trouble::PowerFailure => "power-failure",
            Trouble::Misdeal => "misdeal",
            Trouble::BeyondRepair => "misdeal beyond-repair",
            Trouble::BurnForgotten => "burn-forgotten",
            Trouble::CutCardPassed => "cut-card-passed",
            Trouble::WrongDisplay => "wrong-display",
        }
    }
}
