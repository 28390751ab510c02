//! A wager's pay table, worked out: which hands are paid by which line, whatever the shoe.

use std::collections::BTreeSet;

use dashu_int::UBig;
use dashu_ratio::RBig;
use rulebook::{Line, LooksAt, Pattern, Rules, SideWager};
use vocabulary::{Card, Composition, Deck, Payout, Rank, Suit, Total};

use super::hand::{Drawn, Draws, Hand};
use super::stock::{Stock, orders};
use super::suits::Suits;
use super::{ShortShoe, WagerOdds, mean};

/// Everything about a wager's odds that does not depend on the shoe.
pub(super) struct PayTable<'a> {
    wager: &'a SideWager,
    /// The ranks the wager cannot tell apart, together.
    kinds: Vec<Vec<Rank>>,
    suits: Suits,
    paid: Vec<Paid>,
    /// How many cards after those it looks at decide the wager: the dealer's, up to his second.
    further: usize,
    /// The dealer's hands that need another card; empty for wagers that do not wait for his hand.
    undone: BTreeSet<Hand>,
}

/// Hands of the same kinds whose suits fall in the same way, and the line that pays them.
struct Paid {
    drawn: Drawn,
    suits: usize,
    /// The line if the dealer has a blackjack.
    to_blackjack: Option<usize>,
    /// The line if he has none.
    otherwise: Option<usize>,
}

/// How many of the ways the cards can fall each line pays.
pub(super) struct Counted {
    pub(super) hits: Vec<UBig>,
    pub(super) of: UBig,
    pub(super) method: String,
}

/// What tells cards apart for a wager: cards with the same likeness have the same effect.
pub(super) type Likeness = (usize, Option<Suit>);

impl<'a> PayTable<'a> {
    /// The pay table of a wager under these rules.
    pub(super) fn of(rules: &Rules, wager: &'a SideWager) -> PayTable<'a> {
        let deck = rules.deck();
        let kinds = kinds(deck, wager.lines.iter().any(|line| looks_at_ranks(&line.when)));
        let in_sight = wager.lines.iter().any(|line| looks_at_suits(&line.when));
        let suits = if in_sight { Suits::seen(deck) } else { Suits::unseen(deck) };
        let ranks: Vec<Rank> = kinds.iter().map(|ranks| ranks[0]).collect();
        let draws = match wager.cards() {
            Some(cards) => Draws::until(ranks.len(), |hand| hand.len() == cards),
            None => Draws::until(ranks.len(), |hand| {
                hand.dealer_is_done(&ranks, deck.suits()[0], rules.soft_17())
            }),
        };
        let undone = if wager.on == LooksAt::DealerHand { draws.undone } else { BTreeSet::new() };
        let paid = draws.done.iter().flat_map(|drawn| paid(wager, &ranks, &suits, *drawn)).collect();
        PayTable { wager, kinds, suits, paid, further: further_cards(wager), undone }
    }

    /// The wager's odds from a shoe.
    pub(super) fn odds(&self, shoe: &Composition) -> Result<WagerOdds, ShortShoe> {
        let lines: Vec<(&str, Payout)> =
            self.wager.lines.iter().map(|line| (line.name.as_str(), line.pays)).collect();
        let counted = self.count(shoe)?;
        Ok(WagerOdds::new(&self.wager.kind, &self.wager.name, &lines, counted))
    }

    /// The mean net of one unit staked, and nothing else.
    pub(super) fn ev(&self, shoe: &Composition) -> Result<RBig, ShortShoe> {
        Ok(mean(&self.wager.lines, &self.count(shoe)?))
    }

    /// What a card is to this wager.
    pub(super) fn likeness(&self, card: Card) -> Likeness {
        let kind = self.kinds.iter().position(|ranks| ranks.contains(&card.rank()));
        let suit = (self.suits.cases.len() > 1).then_some(card.suit());
        (kind.unwrap_or(self.kinds.len()), suit)
    }

    fn count(&self, shoe: &Composition) -> Result<Counted, ShortShoe> {
        let longest = self.paid.iter().map(|paid| paid.drawn.hand.len()).max().unwrap_or(0);
        let stock = Stock::of(shoe, &self.kinds, &self.suits, longest);
        self.check(&stock)?;
        let mut hits = vec![vec![UBig::ZERO; longest + 1]; self.wager.lines.len()];
        for paid in &self.paid {
            let ways = stock.ways(&paid.drawn.hand, &self.suits.cases[paid.suits]);
            if ways.is_zero() {
                continue;
            }
            let (with, without) = self.orders(paid, &stock);
            let length = paid.drawn.hand.len();
            for (line, orders) in [(paid.to_blackjack, with), (paid.otherwise, without)] {
                if let Some(line) = line {
                    hits[line][length] += &ways * UBig::from(orders);
                }
            }
        }
        Ok(self.gather(&hits, &stock))
    }

    fn check(&self, stock: &Stock) -> Result<(), ShortShoe> {
        let left = usize::try_from(stock.cards).unwrap_or(usize::MAX);
        let needed = self.wager.cards().unwrap_or(2) + self.further;
        if left < needed {
            return Err(ShortShoe::Deal { wager: self.wager.name.clone(), needed, left });
        }
        if stock.as_hand().is_some_and(|all| self.undone.contains(&all)) {
            return Err(ShortShoe::Dealer { wager: self.wager.name.clone(), left });
        }
        Ok(())
    }

    /// The orders of a hand's kinds and of the cards after it: those with a dealer blackjack, and those without.
    fn orders(&self, paid: &Paid, stock: &Stock) -> (u64, u64) {
        let Drawn { hand, orders } = paid.drawn;
        let held = |is: fn(Rank) -> bool| -> u64 {
            hand.held().filter(|(kind, _)| is(self.kinds[*kind][0])).map(|(_, held)| u64::from(held)).sum()
        };
        let (aces_held, tens_held) = (held(|rank| rank == Rank::Ace), held(Rank::is_ten));
        let (aces, tens) = (stock.aces - aces_held, stock.tens - tens_held);
        let left = stock.cards - hand.len() as u64;
        match self.further {
            2 => {
                let with = 2 * aces * tens;
                (orders * with, orders * (left * (left - 1) - with))
            }
            1 => {
                // Each of the three cards is the up card in a third of the orders.
                let with = orders * (aces_held * tens + tens_held * aces) / 3;
                (with, orders * left - with)
            }
            _ => (0, orders),
        }
    }

    /// Brings the hits of hands of different length under one number of ways.
    fn gather(&self, hits: &[Vec<UBig>], stock: &Stock) -> Counted {
        let lengths = hits.iter().filter_map(|line| line.iter().rposition(|hits| !hits.is_zero()));
        let longest = lengths.max().unwrap_or(0).max(self.wager.cards().unwrap_or(2));
        let rest = |length: usize| orders(stock.cards - length as u64, longest - length);
        let mut hits: Vec<UBig> = hits
            .iter()
            .map(|line| {
                line.iter().enumerate().take(longest + 1).map(|(length, hits)| hits * rest(length)).sum()
            })
            .collect();
        let mut of = orders(stock.cards, longest + self.further);
        if self.wager.on != LooksAt::DealerHand {
            // The order of the player's two cards is no matter, and every hit was counted in both.
            hits = hits.into_iter().map(|hits| hits / UBig::from(2u8)).collect();
            of /= UBig::from(2u8);
        }
        Counted { hits, of, method: self.method(stock.cards, longest) }
    }

    fn method(&self, cards: u64, longest: usize) -> String {
        let deal = match self.wager.on {
            LooksAt::FirstTwo => "two cards",
            LooksAt::FirstTwoAndUpCard => "two cards and up card",
            LooksAt::DealerHand => {
                return format!("every order of the dealer's cards, {longest} of {cards}, played out");
            }
        };
        let further = match self.further {
            0 => "",
            1 => " with the dealer's second card",
            _ => " with the dealer's up card and second card",
        };
        format!("every {deal} of {cards}{further}")
    }
}

/// What a hand is paid, for every way its suits can fall; nothing where it loses in any case.
fn paid(wager: &SideWager, ranks: &[Rank], suits: &Suits, drawn: Drawn) -> Vec<Paid> {
    let pay = |(suits, lay): (usize, (Suit, Suit))| {
        let cards = drawn.hand.lay(ranks, lay);
        let (to_blackjack, otherwise) = match wager.on {
            LooksAt::FirstTwo | LooksAt::FirstTwoAndUpCard => {
                (line(&wager.lines, &cards, &[], true), line(&wager.lines, &cards, &[], false))
            }
            // His finished hand is or is not a blackjack, and no further card can tell.
            LooksAt::DealerHand => (None, line(&wager.lines, &cards, &cards, is_blackjack(&cards))),
        };
        let paid = Paid { drawn, suits, to_blackjack, otherwise };
        (to_blackjack.is_some() || otherwise.is_some()).then_some(paid)
    };
    suits.cases.iter().map(|case| case.lay).enumerate().filter_map(pay).collect()
}

/// How many of the dealer's cards a wager waits for after those it looks at.
fn further_cards(wager: &SideWager) -> usize {
    let asks = wager.lines.iter().any(|line| line.when.asks_for_dealer());
    match wager.on {
        LooksAt::FirstTwo if asks => 2,
        LooksAt::FirstTwoAndUpCard if asks => 1,
        LooksAt::FirstTwo | LooksAt::FirstTwoAndUpCard | LooksAt::DealerHand => 0,
    }
}

/// The first line that fits.
fn line(lines: &[Line], cards: &[Card], dealer: &[Card], blackjack: bool) -> Option<usize> {
    lines.iter().position(|line| line.when.fits(cards) && line.when.fits_dealer(dealer, blackjack))
}

fn is_blackjack(cards: &[Card]) -> bool {
    cards.len() == 2 && Total::of(cards).points == 21
}

/// The ranks of a deck, those together that a wager cannot tell apart.
fn kinds(deck: Deck, by_rank: bool) -> Vec<Vec<Rank>> {
    let mut kinds: Vec<Vec<Rank>> = Vec::new();
    for rank in deck.ranks() {
        match kinds.last_mut() {
            Some(kind) if !by_rank && kind[0].points() == rank.points() => kind.push(rank),
            _ => kinds.push(vec![rank]),
        }
    }
    kinds
}

/// Whether a line asks more about ranks than their points.
fn looks_at_ranks(when: &Pattern) -> bool {
    when.same_rank.is_some() || when.ranks.is_some() || when.one_each.is_some() || when.at_least.is_some()
}

fn looks_at_suits(when: &Pattern) -> bool {
    when.same_suit.is_some() || when.same_colour.is_some() || when.suit.is_some()
}

#[cfg(test)]
mod tests {
    use rulebook::Soft17;

    use super::*;

    /// Whatever the dealer ends with, he ends with something: his hands fill all orders of the shoe.
    #[test]
    fn the_dealers_finished_hands_add_up_to_exactly_one() {
        for (deck, decks) in [(Deck::Standard52, 1), (Deck::Standard52, 8), (Deck::Elements65, 6)] {
            for soft_17 in [Soft17::Stand, Soft17::Hit] {
                for (by_rank, suits) in [(false, Suits::unseen(deck)), (true, Suits::seen(deck))] {
                    let kinds = kinds(deck, by_rank);
                    let ranks: Vec<Rank> = kinds.iter().map(|ranks| ranks[0]).collect();
                    let suit = deck.suits()[0];
                    let is_done = |hand: &Hand| hand.dealer_is_done(&ranks, suit, soft_17);
                    let done = Draws::until(ranks.len(), is_done).done;
                    let longest = done.iter().map(|drawn| drawn.hand.len()).max().expect("some hand");
                    let stock = Stock::of(&Composition::full(deck, decks), &kinds, &suits, longest);
                    let filled = |Drawn { hand, orders: ways }: &Drawn| -> UBig {
                        let cards: UBig = suits.cases.iter().map(|case| stock.ways(hand, case)).sum();
                        cards
                            * UBig::from(*ways)
                            * orders(stock.cards - hand.len() as u64, longest - hand.len())
                    };
                    assert_eq!(done.iter().map(filled).sum::<UBig>(), orders(stock.cards, longest));
                }
            }
        }
    }
}
