//! Side wagers and insurance: the exact chance of every line of a pay table, from any shoe.
//!
//! What a wager pays does not depend on the order of the cards it looks at, so nothing here deals cards one by one.
//! A [`pay_table::PayTable`] lists once which hands are paid by which line; counting a shoe is then a sum over those hands.

mod best;
mod hand;
mod insurance;
mod pay_table;
mod removal;
mod stock;
mod suits;

pub use best::{Count, best_count, betting_correlation};
pub use insurance::{insurance, insurance_knowing};
pub use removal::{Removal, Removed, WagerRemovals, effects_of_removal};

use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use rulebook::{Line, Rules, SideWager};
use vocabulary::{Composition, Exhausted, Payout};

use pay_table::{Counted, PayTable};

/// What a wager is worth, line by line of its pay table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WagerOdds {
    /// Its word in the notation.
    pub kind: String,
    /// Its name on the layout.
    pub name: String,
    /// What it pays and how often, in the order of the pay table. Losing is not listed.
    pub outcomes: Vec<OutcomeOdds>,
    /// The mean net of one unit staked; negative is the house's.
    pub ev: RBig,
    /// The variance of the net of one unit staked.
    pub variance: RBig,
    /// What was counted, in one line.
    pub method: String,
}

/// A line of a pay table and how often it is paid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OutcomeOdds {
    /// Its name in the rule book.
    pub name: String,
    /// What it pays.
    pub pays: Payout,
    /// How likely it is, in lowest terms.
    pub probability: RBig,
    /// The same before reducing, as a PAR sheet has it.
    pub combinations: Combinations,
}

/// So many out of so many: equally likely ways the cards can fall. [`WagerOdds::method`] says what one way is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Combinations {
    /// The ways that are paid.
    pub hits: UBig,
    /// All ways; the same for every line of a wager.
    pub of: UBig,
}

/// Why a shoe gives no odds for a wager.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ShortShoe {
    /// Not even the cards it looks at are there.
    #[error("{wager} needs {needed} cards of its deck, and the shoe has {left}")]
    Deal {
        /// The wager's name.
        wager: String,
        /// How many cards it needs.
        needed: usize,
        /// How many are left.
        left: usize,
    },
    /// The dealer's hand may not come to an end.
    #[error(
        "{wager} needs the dealer's finished hand, and with {left} cards left he could run out before that"
    )]
    Dealer {
        /// The wager's name.
        wager: String,
        /// How many cards are left.
        left: usize,
    },
    /// Insurance is against an Ace.
    #[error("insurance is offered when the dealer shows an Ace, and the shoe has none")]
    NoAce,
    /// A card is said to be out that the shoe does not have.
    #[error(transparent)]
    Card(#[from] Exhausted),
}

/// The odds of every side wager of a game, from what is left of the shoe before the round is dealt.
///
/// A wager pays the first line that fits. A line that asks for a dealer blackjack is decided by the dealer's first two
/// cards; cards that players draw in between change nothing, since no card is more likely to come after them than
/// before. Wagers on the dealer's hand are counted to its end, for as long as the shoe lasts.
///
/// ```
/// use vocabulary::Composition;
/// let rules = rulebook::Rules::of("blackjack").expect("one of the five");
/// let pair = &odds::side_wagers(&rules, &Composition::full(rules.deck(), 8))?[0];
/// assert_eq!(pair.outcomes[0].probability.to_string(), "31/415");
/// assert_eq!(pair.ev.to_string(), "-43/415");
/// # Ok::<(), odds::ShortShoe>(())
/// ```
///
/// # Errors
///
/// When the shoe has too few cards for one of the wagers.
pub fn side_wagers(rules: &Rules, shoe: &Composition) -> Result<Vec<WagerOdds>, ShortShoe> {
    rules.side_wagers().iter().map(|wager| side_wager(rules, wager, shoe)).collect()
}

/// The odds of one side wager, from what is left of the shoe before the round is dealt.
///
/// # Errors
///
/// When the shoe has too few cards for it.
pub fn side_wager(rules: &Rules, wager: &SideWager, shoe: &Composition) -> Result<WagerOdds, ShortShoe> {
    PayTable::of(rules, wager).odds(shoe)
}

impl WagerOdds {
    /// The odds of these lines, in the order of their hits.
    fn new(kind: &str, name: &str, lines: &[(&str, Payout)], counted: Counted) -> WagerOdds {
        let Counted { hits, of, method } = counted;
        let outcome = |(&(name, pays), hits): (&(&str, Payout), UBig)| OutcomeOdds {
            name: name.to_owned(),
            pays,
            probability: ratio(&hits, &of),
            combinations: Combinations { hits, of: of.clone() },
        };
        let outcomes: Vec<OutcomeOdds> = lines.iter().zip(hits).map(outcome).collect();
        let ev = sum(outcomes.iter().map(OutcomeOdds::contribution)) - RBig::ONE;
        let hit = sum(outcomes.iter().map(|outcome| outcome.probability.clone()));
        let squares = outcomes.iter().map(|outcome| &outcome.probability * net(outcome.pays).sqr());
        let variance = sum(squares) + (RBig::ONE - hit) - ev.sqr();
        WagerOdds { kind: kind.to_owned(), name: name.to_owned(), outcomes, ev, variance, method }
    }

    /// The mean return of one unit staked, the stake included.
    #[must_use]
    pub fn rtp(&self) -> RBig {
        RBig::ONE + &self.ev
    }

    /// The standard deviation of the net of one unit staked.
    #[must_use]
    pub fn std_dev(&self) -> f64 {
        self.variance.to_f64().value().sqrt()
    }

    /// How often it pays anything.
    #[must_use]
    pub fn hit_frequency(&self) -> RBig {
        sum(self.outcomes.iter().map(|outcome| outcome.probability.clone()))
    }
}

impl OutcomeOdds {
    /// Its name as one word, for programs: `ace-pair-suited`.
    #[must_use]
    pub fn word(&self) -> String {
        self.name.replace(' ', "-")
    }

    /// What it adds to the return, the stake included; the lines of a wager add up to [`WagerOdds::rtp`].
    #[must_use]
    pub fn contribution(&self) -> RBig {
        &self.probability * (net(self.pays) + RBig::ONE)
    }
}

/// The mean net of one unit staked on these lines.
fn mean(lines: &[Line], counted: &Counted) -> RBig {
    let returned = |(line, hits): (&Line, &UBig)| RBig::from(hits.clone()) * (net(line.pays) + RBig::ONE);
    sum(lines.iter().zip(&counted.hits).map(returned)) / RBig::from(counted.of.clone()) - RBig::ONE
}

fn sum(terms: impl Iterator<Item = RBig>) -> RBig {
    terms.fold(RBig::ZERO, |sum, term| sum + term)
}

/// The profit on one unit.
fn net(pays: Payout) -> RBig {
    let (pays, to) = pays.sides();
    ratio(&UBig::from(pays), &UBig::from(to))
}

/// So many of so many, in lowest terms.
fn ratio(hits: &UBig, of: &UBig) -> RBig {
    RBig::from_parts(IBig::from(hits.clone()), of.clone())
}
