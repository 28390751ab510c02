use std::fmt;
use std::str::FromStr;

/// What a card counts as: Ace to King, and the three star cards of the five-element deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Eleven, or one where eleven would bust the hand.
    Ace,
    /// Two points.
    Two,
    /// Three points.
    Three,
    /// Four points.
    Four,
    /// Five points.
    Five,
    /// Six points.
    Six,
    /// Seven points.
    Seven,
    /// Eight points.
    Eight,
    /// Nine points.
    Nine,
    /// Ten points, and not a picture.
    Ten,
    /// A picture of the 52-card deck.
    Jack,
    /// A picture of the 52-card deck.
    Queen,
    /// A picture of the 52-card deck.
    King,
    /// A star card of the 65-card deck.
    Fu,
    /// A star card of the 65-card deck.
    Lu,
    /// A star card of the 65-card deck.
    Shou,
}

impl Rank {
    /// Every rank of either deck.
    pub const ALL: [Rank; 16] = [
        Rank::Ace,
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Fu,
        Rank::Lu,
        Rank::Shou,
    ];

    const LETTERS: &'static [u8; 16] = b"A23456789TJQKFLS";

    /// The points of the card, an Ace as one.
    #[must_use]
    pub const fn points(self) -> u8 {
        let index = self as u8;
        if index >= 9 { 10 } else { index + 1 }
    }

    /// Whether the card is worth ten.
    #[must_use]
    pub const fn is_ten(self) -> bool {
        self as u8 >= 9
    }

    /// Whether the card is a picture: a court card or a star card, but not the plain ten.
    #[must_use]
    pub const fn is_picture(self) -> bool {
        self as u8 > 9
    }

    /// The letter the notation writes for this rank.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self as usize] as char
    }

    /// The rank written with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Rank> {
        let at = Self::LETTERS.iter().position(|&l| l as char == letter)?;
        Some(Self::ALL[at])
    }
}

/// The suit of a card: four of the 52-card deck, five elements of the 65-card deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Suit {
    /// Black.
    Spades,
    /// Red.
    Hearts,
    /// Red.
    Diamonds,
    /// Black.
    Clubs,
    /// An element.
    Fire,
    /// An element.
    Gold,
    /// An element.
    Earth,
    /// An element, written `t` for timber.
    Wood,
    /// An element.
    Water,
}

/// The colour of a suit; elements have none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Hearts and diamonds.
    Red,
    /// Spades and clubs.
    Black,
}

impl Suit {
    /// The suits of the 52-card deck.
    pub const STANDARD: [Suit; 4] = [Suit::Spades, Suit::Hearts, Suit::Diamonds, Suit::Clubs];
    /// The elements of the 65-card deck.
    pub const ELEMENTS: [Suit; 5] = [Suit::Fire, Suit::Gold, Suit::Earth, Suit::Wood, Suit::Water];

    const LETTERS: &'static [u8; 9] = b"shdcfgetw";

    /// Whether this is one of the five elements.
    #[must_use]
    pub const fn is_element(self) -> bool {
        self as u8 >= 4
    }

    /// Red or black; an element is neither.
    #[must_use]
    pub const fn colour(self) -> Option<Colour> {
        match self {
            Suit::Hearts | Suit::Diamonds => Some(Colour::Red),
            Suit::Spades | Suit::Clubs => Some(Colour::Black),
            Suit::Fire | Suit::Gold | Suit::Earth | Suit::Wood | Suit::Water => None,
        }
    }

    /// The letter the notation writes for this suit.
    #[must_use]
    pub const fn letter(self) -> char {
        Self::LETTERS[self as usize] as char
    }

    /// The suit written with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Suit> {
        let at = Self::LETTERS.iter().position(|&l| l as char == letter)?;
        Some(if at < 4 { Self::STANDARD[at] } else { Self::ELEMENTS[at - 4] })
    }
}

/// A card of one of the two decks. A King of Fire cannot be written.
///
/// ```
/// use vocabulary::{Card, Rank, Suit};
/// let card: Card = "Ks".parse()?;
/// assert_eq!((card.rank(), card.suit()), (Rank::King, Suit::Spades));
/// assert!("Kf".parse::<Card>().is_err());
/// # Ok::<(), vocabulary::NotACard>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Card(u8);

/// Text that names no card.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is not a card: write a rank (A 2 .. 9 T J Q K, or F L S) and a suit (s h d c, or f g e t w)")]
pub struct NotACard(String);

impl Card {
    /// The card of this rank and suit, if a deck has it.
    #[must_use]
    pub const fn new(rank: Rank, suit: Suit) -> Option<Card> {
        let court = rank as u8 >= Rank::Jack as u8 && rank as u8 <= Rank::King as u8;
        let star = rank as u8 >= Rank::Fu as u8;
        if (court && suit.is_element()) || (star && !suit.is_element()) {
            return None;
        }
        Some(Card((rank as u8) << 4 | suit as u8))
    }

    /// A number of its own, for tables indexed by card.
    #[must_use]
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Its rank.
    #[must_use]
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 >> 4) as usize]
    }

    /// Its suit.
    #[must_use]
    pub const fn suit(self) -> Suit {
        let at = (self.0 & 15) as usize;
        if at < 4 { Suit::STANDARD[at] } else { Suit::ELEMENTS[at - 4] }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.rank().letter(), self.suit().letter())
    }
}

impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl FromStr for Card {
    type Err = NotACard;

    fn from_str(text: &str) -> Result<Card, NotACard> {
        let mut letters = text.chars();
        let (rank, suit, rest) = (letters.next(), letters.next(), letters.next());
        let card = match (rank.and_then(Rank::from_letter), suit.and_then(Suit::from_letter), rest) {
            (Some(rank), Some(suit), None) => Card::new(rank, suit),
            _ => None,
        };
        card.ok_or_else(|| NotACard(text.chars().take(20).collect()))
    }
}
