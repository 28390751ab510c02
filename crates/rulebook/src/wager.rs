use vocabulary::{Card, Clause, Deck, Payout, Rank, Suit, Total};

/// A side wager of a game: what it looks at, where it may lie, and what it pays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SideWager {
    /// Its word in the notation.
    pub kind: String,
    /// Its name on the layout.
    pub name: String,
    /// Which cards decide it.
    pub on: LooksAt,
    /// Where a main wager must lie before it may be placed.
    pub needs: Needs,
    /// How many of it fit on a spot; `None` is as many as like.
    pub places: Option<u8>,
    /// The clauses under which it is placed.
    pub placed_by: Vec<Clause>,
    /// The clauses that ask for a main wager.
    pub needs_by: Vec<Clause>,
    /// The clauses under which it loses.
    pub lost_by: Vec<Clause>,
    /// What it pays, the best line first.
    pub lines: Vec<Line>,
}

/// Which cards decide a side wager.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LooksAt {
    /// The two starting cards of the spot.
    FirstTwo,
    /// Those and the dealer's first card.
    FirstTwoAndUpCard,
    /// The dealer's finished hand.
    DealerHand,
}

/// Where a main wager must lie before a side wager may.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Needs {
    /// On the spot, anybody's.
    Spot,
    /// Anywhere on the table.
    Table,
}

/// A line of a pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// What it pays.
    pub pays: Payout,
    /// What the cards must be.
    pub when: Pattern,
    /// The clauses behind it.
    pub by: Vec<Clause>,
}

/// What cards must be for a pay-table line: every condition given must hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Pattern {
    /// All cards of one rank, or not.
    pub same_rank: Option<bool>,
    /// All cards of one suit, or not.
    pub same_suit: Option<bool>,
    /// All cards of one colour, or not.
    pub same_colour: Option<bool>,
    /// Every card has one of these ranks.
    pub ranks: Option<Vec<Rank>>,
    /// Every card has this suit.
    pub suit: Option<Suit>,
    /// The cards are one each of these ranks.
    pub one_each: Option<Vec<Rank>>,
    /// At least so many cards of a rank.
    pub at_least: Option<(u8, Rank)>,
    /// The total of the cards, an Ace as it counts best.
    pub total: Option<u8>,
    /// The total with every Ace as one is over this.
    pub low_total_over: Option<u8>,
    /// The total with every Ace as one is under this.
    pub low_total_under: Option<u8>,
    /// The dealer ends with a blackjack.
    pub dealer_blackjack: Option<bool>,
    /// The dealer busts with a number of cards in this range.
    pub dealer_bust_cards: Option<(u8, u8)>,
}

impl Pattern {
    /// Whether no condition is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Pattern::default()
    }

    /// Whether it asks about the dealer's finished hand.
    #[must_use]
    pub const fn asks_for_dealer(&self) -> bool {
        self.dealer_blackjack.is_some() || self.dealer_bust_cards.is_some()
    }

    /// Whether these cards fit, leaving the dealer's finished hand aside.
    #[must_use]
    pub fn fits(&self, cards: &[Card]) -> bool {
        let alike = |same: fn(Card, Card) -> bool| cards.windows(2).all(|two| same(two[0], two[1]));
        let low = || cards.iter().map(|card| card.rank().points()).fold(0, u8::saturating_add);
        let holds = |condition: Option<bool>, fact: bool| condition.is_none_or(|wanted| wanted == fact);
        holds(self.same_rank, alike(|a, b| a.rank() == b.rank()))
            && holds(self.same_suit, alike(|a, b| a.suit() == b.suit()))
            && holds(self.same_colour, alike(|a, b| a.suit().colour() == b.suit().colour()))
            && self.ranks.as_ref().is_none_or(|ranks| cards.iter().all(|card| ranks.contains(&card.rank())))
            && self.suit.is_none_or(|suit| cards.iter().all(|card| card.suit() == suit))
            && self.one_each.as_ref().is_none_or(|ranks| one_each(cards, ranks))
            && self.at_least.is_none_or(|(count, rank)| {
                cards.iter().filter(|card| card.rank() == rank).count() >= usize::from(count)
            })
            && self.total.is_none_or(|total| Total::of(cards).points == total)
            && self.low_total_over.is_none_or(|bound| low() > bound)
            && self.low_total_under.is_none_or(|bound| low() < bound)
    }

    /// Whether a dealer's finished hand fits.
    #[must_use]
    pub fn fits_dealer(&self, dealer: &[Card], is_blackjack: bool) -> bool {
        self.dealer_blackjack.is_none_or(|wanted| wanted == is_blackjack)
            && self.dealer_bust_cards.is_none_or(|(from, to)| {
                Total::of(dealer).is_bust() && (usize::from(from)..=usize::from(to)).contains(&dealer.len())
            })
    }
}

fn one_each(cards: &[Card], ranks: &[Rank]) -> bool {
    let sorted = |ranks: &mut dyn Iterator<Item = Rank>| {
        let mut ranks: Vec<Rank> = ranks.collect();
        ranks.sort();
        ranks
    };
    sorted(&mut cards.iter().map(|card| card.rank())) == sorted(&mut ranks.iter().copied())
}

impl SideWager {
    /// The names of lines no cards of this deck can ever be paid by, because none fit or a line above always fits.
    #[must_use]
    pub fn dead_lines(&self, deck: Deck) -> Vec<&str> {
        let Some(needed) = self.cards() else { return Vec::new() };
        let mut alive = vec![false; self.lines.len()];
        self.mark_alive(&mut Vec::new(), needed, deck, &mut alive);
        self.lines.iter().zip(alive).filter(|(_, alive)| !alive).map(|(line, _)| line.name.as_str()).collect()
    }

    fn mark_alive(&self, cards: &mut Vec<Card>, needed: usize, deck: Deck, alive: &mut [bool]) {
        if cards.len() < needed {
            for card in deck.cards() {
                cards.push(card);
                self.mark_alive(cards, needed, deck, alive);
                cards.pop();
            }
            return;
        }
        for (at, line) in self.lines.iter().enumerate().filter(|(_, line)| line.when.fits(cards)) {
            alive[at] = true;
            if !line.when.asks_for_dealer() {
                return;
            }
        }
    }

    /// How many cards decide it, where that number is fixed.
    #[must_use]
    pub const fn cards(&self) -> Option<usize> {
        match self.on {
            LooksAt::FirstTwo => Some(2),
            LooksAt::FirstTwoAndUpCard => Some(3),
            LooksAt::DealerHand => None,
        }
    }

    /// Whether the outcome is certain whatever card comes next: with `known` of the cards that decide it, all
    /// completions from the deck win, or all lose.
    #[must_use]
    pub fn is_certain(&self, known: &[Card], deck: Deck) -> bool {
        let Some(needed) = self.cards() else { return false };
        let mut cards = known.to_vec();
        let (mut won, mut lost) = (false, false);
        self.complete(&mut cards, needed, deck, &mut won, &mut lost);
        won != lost
    }

    fn complete(&self, cards: &mut Vec<Card>, needed: usize, deck: Deck, won: &mut bool, lost: &mut bool) {
        if *won && *lost {
            return;
        }
        if cards.len() >= needed {
            if self.lines.iter().any(|line| line.when.fits(cards)) {
                *won = true;
            } else {
                *lost = true;
            }
            return;
        }
        for card in deck.cards() {
            cards.push(card);
            self.complete(cards, needed, deck, won, lost);
            cards.pop();
        }
    }
}
