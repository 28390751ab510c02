//! What only staff may say, and who of them may.

use rulebook::{Kind, Role, Rules};
use vocabulary::{Card, Chips, PlayerId, Spot};

use crate::command::Trouble;

/// Who of the staff speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct By {
    /// In what post; `None` is the pit, with whatever authority the rule asks for.
    pub role: Option<Role>,
    /// Which person, where a name is known. With a name, the post is the one this person holds at the table.
    pub who: Option<PlayerId>,
}

impl By {
    /// The dealer.
    pub const DEALER: By = By { role: Some(Role::Dealer), who: None };
    /// The pit, with whatever authority the rule asks for.
    pub const PIT: By = By { role: None, who: None };
}

/// A place at which a card can lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// A spot, with or without a wager.
    Spot(Spot),
    /// With a shared hand, the player area.
    Player,
    /// The dealer's.
    Dealer,
}

/// What is known of cards drawn together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// The order in which they came.
    InOrder,
    /// Not the order; which of them were seen.
    Seen(Vec<bool>),
}

/// What a ruling decides about the cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Play goes on.
    GoOn,
    /// The cards are put back in order.
    Rebuild,
    /// The cards that lie wrong leave the game.
    Discard,
}

/// What is claimed by two players with equal right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claimed {
    /// A side-wager place.
    Side(Kind),
    /// The insurance this player declined.
    Insurance(PlayerId),
}

/// What someone of the staff does or decides.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above them")]
pub enum Duty {
    /// A person of the staff holds a post.
    TakePost { who: PlayerId, role: Role },
    /// Something is wrong. Players name the terminals concerned; none is all.
    Report { trouble: Trouble, players: Vec<PlayerId> },
    /// A decision that play goes on.
    Rule { words: String },
    /// A decision that the round is void.
    Void { words: String },
    /// A decision that the cards are put back in order.
    Rebuild { words: String },
    /// A decision that the cards that lie wrong leave the game.
    Discard { words: String },
    /// Money that goes to a player, or from him if it is less than nothing.
    Award { player: PlayerId, amount: Chips, words: String },
    /// A place is passed over in the deal, or a hand in play.
    Skip { place: Place },
    /// A card goes to the wrong place.
    Misdeal { card: Card, to: Place },
    /// A card lies face up in the dealing device.
    FaceUp { card: Card },
    /// Several cards come out together.
    DrawTogether { cards: Vec<Card>, known: Drawn },
    /// The choice of the dealer's card among cards drawn together, by their places from 0.
    Pick { picks: Vec<usize> },
    /// The cards are shuffled between rounds.
    Shuffle,
    /// A wager placed for a player.
    Bet { player: PlayerId, spot: Spot, kind: Kind, amount: Chips },
    /// A player is kept to one spot, or freed.
    RestrictPlayer { player: PlayerId, on: bool },
    /// A spot is kept to so many wagers, or freed.
    RestrictSpot { spot: Spot, most: Option<u8> },
    /// The house is full, or no longer.
    Patronage { full: bool },
    /// The dealer asks who decides for a spot.
    AskControl { spot: Spot },
    /// The dealer settles who decides for a spot.
    AssignControl { spot: Spot, player: PlayerId },
    /// A player may squeeze his cards.
    AllowSqueeze { player: PlayerId },
    /// A spot's cards are turned.
    Reveal { spot: Spot },
    /// Side wagers of a kind are left unsettled after the initial deal.
    LeaveUnsettled { kind: Kind },
    /// They are settled now.
    Settle { kind: Kind },
    /// Two players with equal claims do not agree.
    NoAgreement { one: PlayerId, other: PlayerId, spot: Spot, over: Claimed },
}

impl Duty {
    /// The lowest post that may do it.
    pub(crate) fn needs(&self, rules: &Rules) -> Role {
        match self {
            Duty::Rule { .. } | Duty::Void { .. } | Duty::Rebuild { .. } | Duty::Award { .. } => {
                rules.ruling_by()
            }
            Duty::Discard { .. } | Duty::Pick { .. } => rules.dealer_cards_by(),
            Duty::RestrictPlayer { .. } | Duty::RestrictSpot { .. } => rules.restricted_by(),
            Duty::Patronage { .. } => Role::Supervisor,
            Duty::TakePost { .. }
            | Duty::Report { .. }
            | Duty::Skip { .. }
            | Duty::Misdeal { .. }
            | Duty::FaceUp { .. }
            | Duty::DrawTogether { .. }
            | Duty::Shuffle
            | Duty::Bet { .. }
            | Duty::AskControl { .. }
            | Duty::AssignControl { .. }
            | Duty::AllowSqueeze { .. }
            | Duty::Reveal { .. }
            | Duty::LeaveUnsettled { .. }
            | Duty::Settle { .. }
            | Duty::NoAgreement { .. } => Role::Dealer,
        }
    }
}
