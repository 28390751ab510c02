//! A second count: a small shoe dealt card by card in every order, and the pay tables of the documents written out.

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use rulebook::Soft17;
use vocabulary::{Card, Colour, Rank};

use super::fraction;

/// How often each line is paid, by its name; losing is left out.
pub(crate) type Shares = BTreeMap<String, RBig>;

/// Deals two cards, an up card and a dealer's second card in every order.
pub(crate) fn deals(shoe: &[Card], pays: impl Fn([Card; 2], [Card; 2]) -> Option<String>) -> Shares {
    let mut hits: BTreeMap<String, u64> = BTreeMap::new();
    let mut all = 0;
    let others = |out: &[usize]| (0..shoe.len()).filter(|at| !out.contains(at)).collect::<Vec<_>>();
    for a in others(&[]) {
        for b in others(&[a]) {
            for up in others(&[a, b]) {
                for second in others(&[a, b, up]) {
                    all += 1;
                    if let Some(line) = pays([shoe[a], shoe[b]], [shoe[up], shoe[second]]) {
                        *hits.entry(line).or_default() += 1;
                    }
                }
            }
        }
    }
    hits.into_iter().map(|(line, hits)| (line, fraction(hits, all))).collect()
}

/// Deals the dealer's hand to its end in every order; `None` if the shoe can run out before that.
pub(crate) fn dealer_hands(
    shoe: &[Card],
    soft_17: Soft17,
    pays: &impl Fn(&[Card]) -> Option<String>,
) -> Option<Shares> {
    let mut shares = Shares::new();
    draw(&mut Vec::new(), &mut shoe.to_vec(), soft_17, &fraction(1, 1), pays, &mut shares)?;
    Some(shares)
}

fn draw(
    hand: &mut Vec<Card>,
    shoe: &mut Vec<Card>,
    soft_17: Soft17,
    share: &RBig,
    pays: &impl Fn(&[Card]) -> Option<String>,
    shares: &mut Shares,
) -> Option<()> {
    if hand.len() >= 2 && stands(hand, soft_17) {
        if let Some(line) = pays(hand) {
            *shares.entry(line).or_default() += share;
        }
        return Some(());
    }
    if shoe.is_empty() {
        return None;
    }
    let each = share / RBig::from(shoe.len());
    for at in 0..shoe.len() {
        let card = shoe.remove(at);
        hand.push(card);
        draw(hand, shoe, soft_17, &each, pays, shares)?;
        hand.pop();
        shoe.insert(at, card);
    }
    Some(())
}

fn low(cards: &[Card]) -> u8 {
    cards.iter().map(|card| card.rank().points()).sum()
}

fn has_ace(cards: &[Card]) -> bool {
    cards.iter().any(|card| card.rank() == Rank::Ace)
}

fn stands(hand: &[Card], soft_17: Soft17) -> bool {
    match (low(hand), has_ace(hand)) {
        (17.., _) | (8..=11, true) => true,
        (7, true) => soft_17 == Soft17::Stand,
        _ => false,
    }
}

fn is_blackjack(two: [Card; 2]) -> bool {
    two.iter().any(|card| card.rank() == Rank::Ace) && two.iter().any(|card| card.rank().is_ten())
}

/// What the documents say a wager on the starting cards is paid.
pub(crate) fn of_the_deal(kind: &str, two: [Card; 2], dealer: [Card; 2]) -> Option<String> {
    let line = match kind {
        "pair" => same_rank(two).then_some("pair"),
        "set-21" if same_rank(two) => Some(if same_suit(two) { "suited pair" } else { "unsuited pair" }),
        "royal-match-21" if same_suit(two) => {
            let royal = has(two, Rank::King) && has(two, Rank::Queen);
            Some(if royal { "suited king and queen" } else { "two suited cards" })
        }
        "kings-bounty" => kings_bounty(two, is_blackjack(dealer)),
        "rws-pairs" if same_rank(two) => Some(rws_pair(two)),
        "over-13" => (low(&two) > 13).then_some("over thirteen"),
        "under-13" => (low(&two) < 13).then_some("under thirteen"),
        "super-star-sevens" => sevens([two[0], two[1], dealer[0]]),
        "three-stars" => stars([two[0], two[1], dealer[0]]),
        _ => None,
    };
    line.map(str::to_owned)
}

/// What the document says Boom Busted is paid.
pub(crate) fn boom_busted(hand: &[Card]) -> Option<String> {
    let line = match hand.len() {
        _ if low(hand) <= 21 => return None,
        8.. => "eight cards or more",
        7 => "seven cards",
        6 => "six cards",
        5 => "five cards",
        _ => "three or four cards",
    };
    Some(line.to_owned())
}

fn same_rank([a, b]: [Card; 2]) -> bool {
    a.rank() == b.rank()
}

fn same_suit([a, b]: [Card; 2]) -> bool {
    a.suit() == b.suit()
}

fn has(two: [Card; 2], rank: Rank) -> bool {
    two.iter().any(|card| card.rank() == rank)
}

fn kings_bounty(two: [Card; 2], dealer_blackjack: bool) -> Option<&'static str> {
    let kings = two.iter().all(|card| card.rank() == Rank::King);
    let spades = two.iter().all(|card| card.to_string().ends_with('s'));
    let twenty = low(&two) == 20 || (low(&two) == 10 && has_ace(&two) && has(two, Rank::Nine));
    let (pair, suited) = (same_rank(two), same_suit(two));
    match () {
        () if kings && spades && dealer_blackjack => Some("two kings of spades and a dealer blackjack"),
        () if kings && spades => Some("two kings of spades"),
        () if kings && suited => Some("two suited kings"),
        () if pair && suited && twenty => Some("two suited queens, jacks or tens"),
        () if suited && twenty => Some("suited twenty"),
        () if kings => Some("two kings"),
        () if twenty => Some("unsuited twenty"),
        () => None,
    }
}

fn rws_pair(two: [Card; 2]) -> &'static str {
    let red = two.map(|card| card.suit().colour() == Some(Colour::Red));
    match () {
        () if same_suit(two) && has_ace(&two) => "ace pair suited",
        () if same_suit(two) => "suited pair",
        () if red[0] == red[1] => "coloured pair",
        () => "mixed pair",
    }
}

fn one_suit(three: [Card; 3]) -> bool {
    same_suit([three[0], three[1]]) && same_suit([three[1], three[2]])
}

fn sevens(three: [Card; 3]) -> Option<&'static str> {
    match three.iter().filter(|card| card.rank() == Rank::Seven).count() {
        3 if one_suit(three) => Some("three sevens of one element"),
        3 => Some("three sevens"),
        2 => Some("two sevens"),
        _ => None,
    }
}

fn stars(three: [Card; 3]) -> Option<&'static str> {
    let all = three.iter().all(|card| matches!(card.rank(), Rank::Fu | Rank::Lu | Rank::Shou));
    match () {
        () if all && one_suit(three) => Some("three stars of one element"),
        () if all => Some("three stars"),
        () => None,
    }
}
