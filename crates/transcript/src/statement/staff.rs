//! What staff say: who speaks, and what he does.

use std::fmt;

use round::Trouble;
use rulebook::Role;
use vocabulary::{Card, Chips};

use super::{Name, SpotNumber, Tail};

/// Who of the staff speaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Speaker {
    /// The dealer.
    Dealer,
    /// The pit, in a post or with whatever authority the rule asks for.
    Pit(Option<Role>),
    /// A person who holds a post.
    Named(Name),
}

/// The word of a post in the notation.
pub(crate) const fn post(role: Role) -> &'static str {
    match role {
        Role::Dealer => "dealer",
        Role::Supervisor => "supervisor",
        Role::PitManager => "manager",
        Role::ShiftManager => "shift-manager",
    }
}

/// What someone of the staff does or decides.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the variants are the statements of the notation, the fields their words")]
pub enum Deed {
    Reports { trouble: Trouble, names: Vec<Name> },
    Voids { words: String },
    Rules { words: String },
    Rebuilds { words: String },
    Discards { words: String },
    Awards { amount: Chips, name: Name, words: String },
    Takes { amount: Chips, name: Name, words: String },
    Picks(Picks),
    Skips { place: PlaceName },
    Misdeals { card: Card, place: PlaceName },
    FindsFaceUp { card: Card },
    DrawsTogether { cards: Vec<Card>, known: Known },
    Shuffles,
    Bets { amount: Chips, name: Name, spot: SpotNumber, kind: Option<String> },
    Restricts { name: Name },
    Frees { name: Name },
    RestrictsSpot { spot: u32, most: u32 },
    FreesSpot { spot: u32 },
    DeclaresFullPatronage,
    EndsFullPatronage,
    AsksWhoControls { spot: u32 },
    Assigns { spot: u32, name: Name },
    AllowsSqueeze { name: Name },
    Reveals { spot: u32 },
    LeavesUnsettled { kind: String },
    Settles { kind: String },
    RecordsNoAgreement { one: Name, other: Name, spot: u32, over: Disputed },
}

/// Which of several cards: by their places from the left, counted from 1, or by the cards themselves.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the sentence above says it")]
pub enum Picks {
    Places(Vec<u32>),
    Cards(Vec<Card>),
}

/// Where a card lies, or should have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlaceName {
    /// At a spot.
    Spot(u32),
    /// With a shared hand, in the player area.
    Player,
    /// Before the dealer.
    Dealer,
}

/// What is known of cards drawn together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Neither the order nor a card.
    Nothing,
    /// The order.
    InOrder,
    /// These cards were seen.
    Seeing(Vec<Card>),
    /// All of them were seen.
    SeeingAll,
}

/// What two players do not agree about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Disputed {
    /// A place for a side wager.
    Side(String),
    /// The insurance that this player declined.
    InsteadOf(Name),
}

/// A decision that can be made by hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the words of the table")]
pub enum Signal {
    Hit,
    Stand,
}

/// Which of the drawn cards were seen: each card seen marks the first one like it that is not marked yet.
///
/// # Errors
///
/// The place, among those seen, of the first card that was not drawn.
pub(crate) fn marked(drawn: &[Card], seeing: &[Card]) -> Result<Vec<bool>, usize> {
    let mut seen = vec![false; drawn.len()];
    for (place, card) in seeing.iter().enumerate() {
        let at = (0..drawn.len()).find(|&at| drawn[at] == *card && !seen[at]).ok_or(place)?;
        seen[at] = true;
    }
    Ok(seen)
}

impl fmt::Display for Speaker {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Speaker::Dealer => f.write_str("dealer"),
            Speaker::Pit(role) => write!(f, "pit{}", Tail("", role.map(post))),
            Speaker::Named(name) => f.write_str(name),
        }
    }
}

impl fmt::Display for Deed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Deed::Reports { trouble, names } => write!(f, "reports {}{}", trouble.word(), Words(names)),
            Deed::Voids { words } => write!(f, "voids because {words}"),
            Deed::Rules { words } => write!(f, "rules {words}"),
            Deed::Rebuilds { words } => write!(f, "rebuilds because {words}"),
            Deed::Discards { words } => write!(f, "discards because {words}"),
            Deed::Awards { amount, name, words } => write!(f, "awards {amount} to {name} because {words}"),
            Deed::Takes { amount, name, words } => write!(f, "takes {amount} from {name} because {words}"),
            Deed::Picks(picks) => write!(f, "picks{picks}"),
            Deed::Skips { place } => write!(f, "skips {place}"),
            Deed::Misdeals { card, place } => write!(f, "misdeals {card} to {place}"),
            Deed::FindsFaceUp { card } => write!(f, "finds {card} face up"),
            Deed::DrawsTogether { cards, known } => write!(f, "draws together{}{known}", Words(cards)),
            Deed::Shuffles => f.write_str("shuffles"),
            Deed::Bets { amount, name, spot, kind } => {
                write!(f, "bets {amount} for {name}{}{}", Tail("on", *spot), Tail("", kind.as_deref()))
            }
            Deed::Restricts { name } => write!(f, "restricts {name} to 1"),
            Deed::Frees { name } => write!(f, "frees {name}"),
            Deed::RestrictsSpot { spot, most } => write!(f, "restricts spot {spot} to {most}"),
            Deed::FreesSpot { spot } => write!(f, "frees spot {spot}"),
            Deed::DeclaresFullPatronage => f.write_str("declares full patronage"),
            Deed::EndsFullPatronage => f.write_str("ends full patronage"),
            Deed::AsksWhoControls { spot } => write!(f, "asks who controls {spot}"),
            Deed::Assigns { spot, name } => write!(f, "assigns {spot} to {name}"),
            Deed::AllowsSqueeze { name } => write!(f, "allows {name} to squeeze"),
            Deed::Reveals { spot } => write!(f, "reveals {spot}"),
            Deed::LeavesUnsettled { kind } => write!(f, "leaves {kind} unsettled"),
            Deed::Settles { kind } => write!(f, "settles {kind}"),
            Deed::RecordsNoAgreement { one, other, spot, over } => {
                write!(f, "records no agreement between {one} and {other} on {spot} {over}")
            }
        }
    }
}

/// Writes a space before each.
struct Words<'w, T>(&'w [T]);

impl<T: fmt::Display> fmt::Display for Words<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|word| write!(f, " {word}"))
    }
}

impl fmt::Display for Picks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Picks::Places(places) => write!(f, "{}", Words(places)),
            Picks::Cards(cards) => write!(f, "{}", Words(cards)),
        }
    }
}

impl fmt::Display for PlaceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlaceName::Spot(spot) => write!(f, "{spot}"),
            PlaceName::Player => f.write_str("player"),
            PlaceName::Dealer => f.write_str("dealer"),
        }
    }
}

impl fmt::Display for Known {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Nothing => Ok(()),
            Known::InOrder => f.write_str(" in order"),
            Known::Seeing(cards) => write!(f, " seeing{}", Words(cards)),
            Known::SeeingAll => f.write_str(" seeing all"),
        }
    }
}

impl fmt::Display for Disputed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Disputed::Side(kind) => f.write_str(kind),
            Disputed::InsteadOf(owner) => write!(f, "instead of {owner}"),
        }
    }
}

impl fmt::Display for Signal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Signal::Hit => "hit",
            Signal::Stand => "stand",
        })
    }
}
