use rulebook::{Because, Kind};
use smallvec::SmallVec;
use vocabulary::{Card, Chips, PlayerId, Spot};

use crate::command::{Action, Trouble};
use crate::hand::Closed;
use crate::list::List;
use crate::state::{Away, Stage};
use crate::wager::{Outcome, Small};

/// The events one command leads to; rarely more than a few.
pub type Events = SmallVec<[Event; 4]>;

/// What has happened. Events are all that is ever stored of a round: applied in order they give the round.
///
/// Every event that pays, collects, or that the engine adds by itself names its clause. `area` is the place among
/// [`crate::Round::areas`], `hand` the hand there, `wager` the place among [`crate::Round::wagers`], all from 0.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above them")]
pub enum Event {
    /// A player sat down.
    SatDown { player: PlayerId, spot: Spot, because: Because },
    /// A player gave up his seat.
    GotUp { player: PlayerId, spot: Spot, because: Because },
    /// The dealer called for bets: a new round.
    BetsOpened { because: Because },
    /// A wager was put down or raised; `amount` is what was added.
    WagerPlaced { player: PlayerId, spot: Spot, kind: Kind, amount: Chips, because: Because },
    /// A wager was taken back, or handed back, before closing.
    WagerRemoved { player: PlayerId, spot: Spot, kind: Kind, asked: bool, because: Because },
    /// Part of a wager was handed back before closing; `to` is left.
    WagerCut { player: PlayerId, spot: Spot, kind: Kind, to: Chips, because: Because },
    /// The dealer called no more bets. `shared` opens a terminal's area for each player, otherwise one for each spot.
    BetsClosed { shared: bool, because: Because },
    /// Chips were found after closing; `amount` is all that lies there.
    WagerFound { player: PlayerId, spot: Spot, kind: Kind, amount: Chips, because: Because },
    /// Only so much of a wager counts.
    WagerCounted { wager: usize, counts: Chips, because: Because },
    /// A wager is under the minimum.
    WagerSmall { wager: usize, small: Option<Small>, because: Because },
    /// A card came out of the dealing device.
    Dealt { card: Card, to: Slot, because: Because },
    /// The initial deal is done.
    InitialDealDone { because: Because },
    /// The dealer looked at his hole card.
    Peeked { blackjack: bool, because: Because },
    /// Something is offered to the table.
    OffersOpened { stage: Stage, because: Because },
    /// A player declined what is offered, as to his wager on the spot.
    OfferDeclined { player: PlayerId, spot: Spot, because: Because },
    /// A player insured a wager.
    Insured { player: PlayerId, spot: Spot, owner: PlayerId, amount: Chips, because: Because },
    /// A player took even money; the payment follows.
    EvenMoneyTaken { player: PlayerId, spot: Spot, because: Because },
    /// A player surrendered; the refund follows.
    SurrenderTaken { player: PlayerId, spot: Spot, because: Because },
    /// The offers are closed.
    OffersClosed { because: Because },
    /// The players' decisions begin.
    PlayBegan { because: Because },
    /// A player decided for a hand.
    Acted { player: PlayerId, area: usize, hand: usize, action: Action, because: Because },
    /// Others on the hand may follow.
    FollowAsked { area: usize, hand: usize, action: Action, players: List<PlayerId, 4>, because: Because },
    /// A player follows.
    Followed { player: PlayerId, spot: Spot, amount: Chips, because: Because },
    /// A player does not.
    FollowDeclined { player: PlayerId, spot: Spot, because: Because },
    /// The dealer went on without waiting for further answers.
    WentOn { because: Because },
    /// A player did not answer in time: this hand, or all of his, is played by default.
    TimedOut { player: PlayerId, area: usize, hand: usize, marks: Marks, because: Because },
    /// A hand was played for someone who does not answer: a card, or no more.
    PlayedSilently { area: usize, hand: usize, draws: bool, marks: Marks, because: Because },
    /// A player walked away, or his terminal went dark.
    WentAway { player: PlayerId, why: Away, because: Because },
    /// A player, or his terminal, is back.
    CameBack { player: PlayerId, because: Because },
    /// A hand takes no more cards.
    HandClosed { area: usize, hand: usize, how: Closed, because: Because },
    /// The dealer completes his hand.
    DealerBegan { because: Because },
    /// The dealer takes no more cards.
    DealerDone { because: Because },
    /// Something became of a wager.
    WagerSettled { wager: usize, outcome: Outcome, returned: Chips, because: Because },
    /// The pit reported trouble.
    Reported { trouble: Trouble, players: Vec<PlayerId>, because: Because },
    /// Play waits for a person's decision.
    RulingAwaited { because: Because },
    /// Players may withdraw or go on.
    WithdrawalOffered { players: List<PlayerId, 4>, because: Because },
    /// A player takes everything back; the refunds follow.
    WithdrewAll { player: PlayerId, because: Because },
    /// A player goes on.
    Continued { player: PlayerId, because: Because },
    /// A player has nothing left to withdraw: his last wager went back with another's.
    Released { player: PlayerId, because: Because },
    /// A person decided that play goes on.
    Ruled { words: String, because: Because },
    /// The round is void. `words` is a person's reason; `reverses` takes back what was paid and collected.
    Voided { words: Option<String>, reverses: bool, because: Because },
    /// The round is settled.
    RoundSettled { because: Because },
}

/// What a default decision hands over to the default play for the rest of the round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Marks {
    /// Nothing: who comes back decides again.
    Nothing,
    /// The hand.
    Hand,
    /// All hands of the terminal.
    Terminal,
}

/// Where a card goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above them")]
pub enum Slot {
    /// To a hand of an area.
    Hand { area: usize, hand: usize },
    /// To every terminal that needs it.
    Common,
    /// To the dealer, face up.
    Dealer,
    /// To the dealer, face down.
    Hole,
}

impl Event {
    /// The clause behind it.
    #[must_use]
    pub fn because(&self) -> Because {
        match self {
            Event::SatDown { because, .. }
            | Event::GotUp { because, .. }
            | Event::BetsOpened { because }
            | Event::WagerPlaced { because, .. }
            | Event::WagerRemoved { because, .. }
            | Event::WagerCut { because, .. }
            | Event::BetsClosed { because, .. }
            | Event::WagerFound { because, .. }
            | Event::WagerCounted { because, .. }
            | Event::WagerSmall { because, .. }
            | Event::Dealt { because, .. }
            | Event::InitialDealDone { because }
            | Event::Peeked { because, .. }
            | Event::OffersOpened { because, .. }
            | Event::OfferDeclined { because, .. }
            | Event::Insured { because, .. }
            | Event::EvenMoneyTaken { because, .. }
            | Event::SurrenderTaken { because, .. }
            | Event::OffersClosed { because }
            | Event::PlayBegan { because }
            | Event::Acted { because, .. }
            | Event::FollowAsked { because, .. }
            | Event::Followed { because, .. }
            | Event::FollowDeclined { because, .. }
            | Event::WentOn { because }
            | Event::TimedOut { because, .. }
            | Event::PlayedSilently { because, .. }
            | Event::WentAway { because, .. }
            | Event::CameBack { because, .. }
            | Event::HandClosed { because, .. }
            | Event::DealerBegan { because }
            | Event::DealerDone { because }
            | Event::WagerSettled { because, .. }
            | Event::Reported { because, .. }
            | Event::RulingAwaited { because }
            | Event::WithdrawalOffered { because, .. }
            | Event::WithdrewAll { because, .. }
            | Event::Continued { because, .. }
            | Event::Released { because, .. }
            | Event::Ruled { because, .. }
            | Event::Voided { because, .. }
            | Event::RoundSettled { because } => *because,
        }
    }
}
