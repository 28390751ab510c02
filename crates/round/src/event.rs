use rulebook::{Because, Kind, Role};
use smallvec::SmallVec;
use vocabulary::{Card, Chips, PlayerId, Spot};

use crate::command::{Action, Trouble};
use crate::duty::{By, Claimed, Place, Verdict};
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
    Reported { by: By, trouble: Trouble, players: Vec<PlayerId>, because: Because },
    /// Play waits for a person's decision.
    RulingAwaited { because: Because },
    /// Players may withdraw or go on.
    WithdrawalOffered { players: List<PlayerId, 4>, because: Because },
    /// A player takes everything back; the refunds follow.
    WithdrewAll { player: PlayerId, because: Because },
    /// A player goes on, on one spot or with all he has.
    Continued { player: PlayerId, spot: Option<Spot>, because: Because },
    /// A player has nothing left to withdraw: his last wager went back with another's.
    Released { player: PlayerId, because: Because },
    /// A person decided what becomes of the cards, or that play goes on.
    Ruled { by: By, verdict: Verdict, words: String, because: Because },
    /// The round is void. `words` is a person's reason; `reverses` takes back what was paid and collected.
    Voided { by: Option<By>, words: Option<String>, reverses: bool, because: Because },
    /// A person of the staff holds a post.
    PostTaken { by: By, who: PlayerId, role: Role, because: Because },
    /// A person decided on money: to the player, or from him if it is less than nothing.
    Awarded { by: By, player: PlayerId, amount: Chips, words: String, because: Because },
    /// A place was passed over in the initial deal.
    Skipped { by: By, place: Place, because: Because },
    /// An area was passed over in play.
    PassedOver { by: By, area: usize, because: Because },
    /// A card went to the wrong place.
    Misdealt { by: By, card: Card, to: Place, because: Because },
    /// A dealing error came to light by itself.
    Noticed { because: Because },
    /// All cards of the deal were taken up, to be dealt again in the order they came out; `burn` burns the first.
    /// Decisions and wagers made on the wrong cards lapse.
    CardsTakenUp { burn: bool, because: Because },
    /// A wager that was settled is open again: what was paid or collected is undone. `returned` had gone back with it.
    WagerReopened { wager: usize, returned: Chips, because: Because },
    /// A hand that was done takes cards again.
    HandReopened { area: usize, hand: usize, because: Because },
    /// A card of the initial deal was moved to where it belongs; `at` is its place in the hand.
    CardMoved { card: Card, to: Slot, at: usize, because: Because },
    /// These cards, already out of the device, come next. `seen` tells which of them were seen; a `reserved` card is for
    /// that area and those after it only.
    CardsNext { cards: Vec<Card>, seen: Vec<bool>, reserved: Option<usize>, because: Because },
    /// One of them was dealt.
    Redealt { card: Card, to: Slot, because: Because },
    /// A card dealt in error stays where it lies.
    CardStayed { card: Card, to: Slot, because: Because },
    /// Staff discard cards drawn together for the dealer; they follow.
    Discarding { by: By, words: String, because: Because },
    /// Cards that lay wrong, or that nobody took, left the game.
    CardsDiscarded { cards: Vec<Card>, because: Because },
    /// The deal counts as it lies now.
    DealStands { because: Because },
    /// The initial deal goes on, for those who lack a card.
    DealResumed { because: Because },
    /// The cards since a player was passed over went back, and it is his turn.
    TurnTakenBack { because: Because },
    /// What has to be settled before play goes on, in this order.
    RemediesOpened { remedies: Vec<Remedy>, because: Because },
    /// The player in action may finish his hand before the dealer takes the first card he lacks.
    FinishAsked { player: PlayerId, area: usize, because: Because },
    /// The dealer takes the first card he lacks: now, or once this area is done.
    DealerCardDue { after: Option<usize>, because: Because },
    /// Each of these may go on with his wagers on the spot, or take them back.
    ChoicesOffered { choices: Vec<(PlayerId, Spot)>, why: Choice, because: Because },
    /// A player takes his wagers on a spot back; the refunds follow.
    Withdrew { player: PlayerId, spot: Spot, kind: Kind, because: Because },
    /// Cards came out together.
    DrawnTogether { by: By, cards: Vec<Card>, seen: Vec<bool>, ordered: bool, because: Because },
    /// A card lay face up in the dealing device.
    FaceUpFound { by: By, card: Card, because: Because },
    /// Staff must discard cards drawn together.
    DiscardAsked { because: Because },
    /// Someone acts for a lower post.
    StoodIn { by: By, role: Role, because: Because },
    /// Someone picks among cards drawn together: a player, or nobody but the staff.
    PickAsked { player: Option<PlayerId>, because: Because },
    /// These were picked, by their places.
    Picked { by: Option<By>, player: Option<PlayerId>, picks: Vec<usize>, because: Because },
    /// Who picked has withdrawn: what he picked is left for the next player.
    PickUndone { because: Because },
    /// A player refused a card dealt in error.
    CardRefused { player: PlayerId, area: usize, hand: usize, because: Because },
    /// A card too many on the dealer's finished hand was removed.
    Overdrawn { by: By, card: Card, because: Because },
    /// The discards were riffled, to be cut by who acts next.
    Riffled { cutter: Option<PlayerId>, because: Because },
    /// They were cut.
    CutMade { player: PlayerId, because: Because },
    /// The cards must be shuffled before the next round.
    ShuffleDue { because: Because },
    /// The cards were shuffled.
    Shuffled { by: By, because: Because },
    /// Staff placed the wager that follows, at the player's own risk.
    PlacedByStaff { by: By, player: PlayerId, because: Because },
    /// A player is kept to one spot, or freed.
    PlayerRestricted { by: By, player: PlayerId, on: bool, because: Because },
    /// A spot is kept to so many wagers, or freed.
    SpotRestricted { by: By, spot: Spot, most: Option<u8>, because: Because },
    /// The house is full, or no longer.
    PatronageSet { by: By, full: bool, because: Because },
    /// It is not clear who decides for a spot.
    ControlAsked { spot: Spot, because: Because },
    /// The dealer settled who decides for a spot.
    ControlAssigned { by: By, spot: Spot, player: PlayerId, because: Because },
    /// Cards are dealt face down: on this spot, or on all.
    SqueezeAllowed { by: By, player: PlayerId, spot: Option<Spot>, because: Because },
    /// The cards of a spot were turned; `by` is nobody where a rule needed them.
    Revealed { spot: Spot, by: Option<By>, player: Option<PlayerId>, because: Because },
    /// A player decided by hand signal; the decision follows.
    Signalled { player: PlayerId, spot: Spot, action: Action, because: Because },
    /// Side wagers of a kind are left unsettled after the initial deal.
    SideLeftOpen { kind: Kind, because: Because },
    /// Side wagers of a kind are settled late; the payments follow.
    SideTakenUp { kind: Kind, because: Because },
    /// Two players with equal claims did not agree: nobody gets it.
    NotAgreed { by: By, one: PlayerId, other: PlayerId, spot: Spot, over: Claimed, because: Because },
    /// The round is settled.
    RoundSettled { because: Because },
}

/// What has to be settled after a dealing error before play goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Remedy {
    /// The dealer takes the first card he lacks.
    DealerCard,
    /// Someone picks among the cards drawn together.
    Pick,
    /// Staff discard the cards drawn together.
    Discard,
    /// Players go on or withdraw: those with one card, or everyone.
    Choice(Choice),
    /// Whoever is dissatisfied may withdraw.
    Dissatisfied,
}

/// What a player chooses about, wager by wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// A hand of one card.
    OneCard,
    /// A hand put back in order.
    Rebuilt,
    /// A hand as it lies.
    AsDealt,
    /// A hand after cards drawn together.
    Together,
    /// A result, once the dealer drew a card too many.
    Overdrawn,
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
            | Event::PostTaken { because, .. }
            | Event::Awarded { because, .. }
            | Event::Skipped { because, .. }
            | Event::PassedOver { because, .. }
            | Event::Misdealt { because, .. }
            | Event::Noticed { because }
            | Event::CardsTakenUp { because, .. }
            | Event::WagerReopened { because, .. }
            | Event::HandReopened { because, .. }
            | Event::CardMoved { because, .. }
            | Event::CardsNext { because, .. }
            | Event::Redealt { because, .. }
            | Event::CardStayed { because, .. }
            | Event::Discarding { because, .. }
            | Event::CardsDiscarded { because, .. }
            | Event::DealStands { because }
            | Event::DealResumed { because }
            | Event::TurnTakenBack { because }
            | Event::RemediesOpened { because, .. }
            | Event::FinishAsked { because, .. }
            | Event::DealerCardDue { because, .. }
            | Event::ChoicesOffered { because, .. }
            | Event::Withdrew { because, .. }
            | Event::DrawnTogether { because, .. }
            | Event::FaceUpFound { because, .. }
            | Event::DiscardAsked { because }
            | Event::StoodIn { because, .. }
            | Event::PickAsked { because, .. }
            | Event::Picked { because, .. }
            | Event::PickUndone { because }
            | Event::CardRefused { because, .. }
            | Event::Overdrawn { because, .. }
            | Event::Riffled { because, .. }
            | Event::CutMade { because, .. }
            | Event::ShuffleDue { because }
            | Event::Shuffled { because, .. }
            | Event::PlacedByStaff { because, .. }
            | Event::PlayerRestricted { because, .. }
            | Event::SpotRestricted { because, .. }
            | Event::PatronageSet { because, .. }
            | Event::ControlAsked { because, .. }
            | Event::ControlAssigned { because, .. }
            | Event::SqueezeAllowed { because, .. }
            | Event::Revealed { because, .. }
            | Event::Signalled { because, .. }
            | Event::SideLeftOpen { because, .. }
            | Event::SideTakenUp { because, .. }
            | Event::NotAgreed { because, .. }
            | Event::RoundSettled { because } => *because,
        }
    }
}
