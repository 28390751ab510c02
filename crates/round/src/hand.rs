use vocabulary::{Card, Rank, Total};

use crate::list::{Blank, Few};

/// More cards than a hand can come to: 21 Aces, and one that busts it.
pub(crate) const LONGEST: usize = 24;

/// The cards of one hand and how it came to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand {
    pub(crate) cards: Few<Card, LONGEST>,
    /// What it was split from, if it was.
    pub(crate) born: Born,
    pub(crate) doubled: bool,
    /// A card is due to it.
    pub(crate) wants: bool,
    /// It is played for someone who does not answer.
    pub(crate) silent: bool,
    pub(crate) closed: Option<Closed>,
}

/// Where a hand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Born {
    /// The deal.
    #[default]
    Dealt,
    /// A split of equal cards.
    Split,
    /// A split of tens of different rank.
    SplitUnlikeTens,
    /// A split of Aces.
    SplitAces,
}

/// Why a hand takes no more cards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Closed {
    /// Its player stood, or it was stood for him.
    Stood,
    /// It came to 21.
    TwentyOne,
    /// It is a blackjack.
    Blackjack,
    /// It was doubled and has its card.
    Doubled,
    /// It is a split Ace and has its card.
    SplitAce,
    /// It is past 21.
    Bust,
}

impl Blank for Hand {
    const BLANK: Hand = Hand {
        cards: Few::EMPTY,
        born: Born::Dealt,
        doubled: false,
        wants: false,
        silent: false,
        closed: None,
    };
}

impl Hand {
    /// Its cards in the order they came.
    #[must_use]
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// Its total.
    #[must_use]
    pub fn total(&self) -> Total {
        Total::of(&self.cards)
    }

    /// Whether it is an Ace with a ten as the first two cards dealt.
    #[must_use]
    pub fn is_blackjack(&self) -> bool {
        self.born == Born::Dealt && is_blackjack(&self.cards)
    }

    /// Whether it came from a split.
    #[must_use]
    pub fn is_split(&self) -> bool {
        self.born != Born::Dealt
    }

    /// Whether it was doubled.
    #[must_use]
    pub fn is_doubled(&self) -> bool {
        self.doubled
    }

    /// Why it takes no more cards, if it takes none.
    #[must_use]
    pub fn closed(&self) -> Option<Closed> {
        self.closed
    }

    /// Whether a card comes to it without anyone speaking: it asked for one, or has fewer than two.
    pub(crate) fn is_due(&self) -> bool {
        self.wants || self.cards.len() < 2
    }

    pub(crate) fn take(&mut self, card: Card) {
        self.cards.push(card);
        self.wants = false;
    }
}

/// Whether two cards are an Ace and a ten.
pub(crate) fn is_blackjack(cards: &[Card]) -> bool {
    matches!(cards, [a, b] if (a.rank() == Rank::Ace && b.rank().is_ten()) || (a.rank().is_ten() && b.rank() == Rank::Ace))
}
