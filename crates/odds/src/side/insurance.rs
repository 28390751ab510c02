//! Insurance: whether the card behind the dealer's Ace is worth ten.

use dashu_int::UBig;
use dashu_ratio::RBig;
use rulebook::{Insurance, Rules};
use vocabulary::{Card, Composition, Rank};

use super::pay_table::Counted;
use super::{ShortShoe, WagerOdds};

pub(super) const KIND: &str = "insurance";
pub(super) const NAME: &str = "Insurance";

/// The odds of insurance when the dealer shows an Ace and nothing else is known; `None` where the game has none.
///
/// Cards that players draw before the dealer's second card change nothing while they are unknown.
///
/// # Errors
///
/// When the shoe has no Ace, or nothing else.
pub fn insurance(rules: &Rules, shoe: &Composition) -> Result<Option<WagerOdds>, ShortShoe> {
    insurance_knowing(rules, shoe, &[])
}

/// The odds of insurance for someone who has seen these cards besides the dealer's Ace.
///
/// ```
/// use vocabulary::Composition;
/// let rules = rulebook::Rules::of("blackjack").expect("one of the five");
/// let shoe = Composition::full(rules.deck(), 1);
/// let twenty = ["Ks".parse()?, "Qh".parse()?];
/// let odds = odds::insurance_knowing(&rules, &shoe, &twenty)?.expect("the game has insurance");
/// assert_eq!(odds.outcomes[0].probability.to_string(), "2/7");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// When the shoe does not have these cards, or no Ace beside them, or nothing else.
pub fn insurance_knowing(
    rules: &Rules,
    shoe: &Composition,
    seen: &[Card],
) -> Result<Option<WagerOdds>, ShortShoe> {
    if rules.insurance() == Insurance::None {
        return Ok(None);
    }
    let counted = count(&behind_an_ace(shoe, seen)?)?;
    Ok(Some(WagerOdds::new(KIND, NAME, &[("dealer blackjack", rules.insurance_pays())], counted)))
}

/// What the dealer's second card comes from: the shoe without his Ace and the cards seen.
pub(super) fn behind_an_ace(shoe: &Composition, seen: &[Card]) -> Result<Composition, ShortShoe> {
    let mut rest = shoe.clone();
    for card in seen {
        rest.take(*card)?;
    }
    let ace = rest.deck().cards().find(|card| card.rank() == Rank::Ace && rest.count(*card) > 0);
    // Which Ace it is makes no difference to a wager on tens.
    rest.take(ace.ok_or(ShortShoe::NoAce)?)?;
    Ok(rest)
}

/// The mean net of one unit, from the cards the dealer's second card comes from.
pub(super) fn ev(rules: &Rules, rest: &Composition) -> Result<RBig, ShortShoe> {
    let Counted { hits, of, .. } = count(rest)?;
    let returned = super::net(rules.insurance_pays()) + RBig::ONE;
    Ok(super::ratio(&hits[0], &of) * returned - RBig::ONE)
}

fn count(rest: &Composition) -> Result<Counted, ShortShoe> {
    let left = rest.len();
    if left == 0 {
        return Err(ShortShoe::Deal { wager: NAME.to_owned(), needed: 2, left: 1 });
    }
    let tens = rest.deck().cards().filter(|card| card.rank().is_ten());
    let tens: u64 = tens.map(|card| u64::from(rest.count(card))).sum();
    let method = format!("every second card of {left} behind the dealer's Ace");
    Ok(Counted { hits: vec![UBig::from(tens)], of: UBig::from(left), method })
}
