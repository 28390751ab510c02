//! A side wager on a PAR sheet, line by line. A sheet with a wrong sum is never written.

use std::collections::BTreeMap;

use anyhow::{Result, ensure};
use dashu_int::{IBig, UBig};
use dashu_ratio::RBig;
use odds::{OutcomeOdds, WagerOdds};
use rulebook::{Line, LooksAt, Rules, SideWager};
use serde::Serialize;

use super::par::words;
use crate::book;
use crate::odds::fraction::{Figure, Fraction};

/// A side wager or insurance. Everything is per unit staked; the lines and losing make up all ways the cards can fall.
#[derive(Serialize)]
pub(super) struct WagerPar {
    pub(super) kind: String,
    pub(super) name: String,
    /// Which cards decide it.
    pub(super) decided_by: &'static str,
    /// What one of the combinations is.
    pub(super) method: String,
    /// All ways the cards can fall.
    pub(super) combinations: String,
    pub(super) lines: Vec<LinePar>,
    pub(super) losing: LosingPar,
    /// The probabilities of all lines and of losing, added up: 1.
    pub(super) lines_and_losing: Fraction,
    pub(super) hit_frequency: Fraction,
    pub(super) mean_net: Fraction,
    /// The contributions of all lines, added up.
    pub(super) return_to_player: Fraction,
    pub(super) house_edge: Fraction,
    pub(super) variance: Fraction,
    pub(super) standard_deviation: Figure,
}

/// A line of a pay table.
#[derive(Serialize)]
pub(super) struct LinePar {
    pub(super) name: String,
    /// The conditions of the rule book; all must hold, and no line above.
    pub(super) when: BTreeMap<&'static str, String>,
    pub(super) clauses: Vec<String>,
    pub(super) pays: String,
    /// The ways that are paid.
    pub(super) combinations: String,
    pub(super) probability: Fraction,
    /// Once in so many times; `null` for never.
    pub(super) one_in: Option<Fraction>,
    /// What it adds to the return, the stake included.
    pub(super) contribution: Fraction,
}

/// What is no line.
#[derive(Serialize)]
pub(super) struct LosingPar {
    pub(super) clauses: Vec<String>,
    pub(super) combinations: String,
    pub(super) probability: Fraction,
}

impl WagerPar {
    /// The wager with all its sums, which are checked against each other.
    pub(super) fn of(rules: &Rules, odds: &WagerOdds) -> Result<WagerPar> {
        let wager = rules.side_wagers().iter().find(|wager| wager.kind == odds.kind);
        let all = odds.outcomes.first().map_or(UBig::ONE, |line| line.combinations.of.clone());
        let hits: UBig = odds.outcomes.iter().map(|line| line.combinations.hits.clone()).sum();
        ensure!(hits <= all, "{}: more combinations are paid than there are", odds.name);
        let lost = ratio(&(&all - &hits), &all);
        let returned = sum(odds.outcomes.iter().map(OutcomeOdds::contribution));
        let everything = odds.hit_frequency() + &lost;
        let agrees = |line: &OutcomeOdds| {
            line.combinations.of == all && line.probability == ratio(&line.combinations.hits, &all)
        };
        ensure!(odds.outcomes.iter().all(agrees), "{}: a probability is not its combinations", odds.name);
        ensure!(everything == RBig::ONE, "{}: the lines and losing do not add up to 1", odds.name);
        ensure!(returned == odds.rtp(), "{}: the lines do not add up to the return", odds.name);
        let lines = odds.outcomes.iter().enumerate();
        Ok(WagerPar {
            kind: odds.kind.clone(),
            name: odds.name.clone(),
            decided_by: decided_by(wager),
            method: odds.method.clone(),
            combinations: all.to_string(),
            lines: lines.map(|(at, line)| LinePar::of(rules, wager, at, line)).collect(),
            losing: LosingPar {
                clauses: words(wager.map_or(&[], |wager| wager.lost_by.as_slice())),
                combinations: (&all - &hits).to_string(),
                probability: Fraction(lost),
            },
            lines_and_losing: Fraction(everything),
            hit_frequency: Fraction(odds.hit_frequency()),
            mean_net: Fraction(odds.ev.clone()),
            house_edge: Fraction(RBig::ONE - &returned),
            return_to_player: Fraction(returned),
            variance: Fraction(odds.variance.clone()),
            standard_deviation: Figure(odds.std_dev()),
        })
    }
}

impl LinePar {
    fn of(rules: &Rules, wager: Option<&SideWager>, at: usize, odds: &OutcomeOdds) -> LinePar {
        let line: Option<&Line> = wager.and_then(|wager| wager.lines.get(at));
        // Insurance is a setting and no line of a pay table.
        let insurance = || rules.settings().insurance_pays.by.as_slice();
        LinePar {
            name: odds.name.clone(),
            when: line.map(|line| book::conditions(&line.when).into_iter().collect()).unwrap_or_default(),
            clauses: words(line.map_or_else(insurance, |line| line.by.as_slice())),
            pays: odds.pays.to_string(),
            combinations: odds.combinations.hits.to_string(),
            probability: Fraction(odds.probability.clone()),
            one_in: (odds.probability > RBig::ZERO).then(|| Fraction(RBig::ONE / &odds.probability)),
            contribution: Fraction(odds.contribution()),
        }
    }
}

fn decided_by(wager: Option<&SideWager>) -> &'static str {
    match wager.map(|wager| wager.on) {
        Some(LooksAt::FirstTwo) => "the two starting cards",
        Some(LooksAt::FirstTwoAndUpCard) => "the two starting cards and the dealer's up card",
        Some(LooksAt::DealerHand) => "the dealer's finished hand",
        None => "the dealer's second card, when he shows an Ace",
    }
}

fn ratio(hits: &UBig, of: &UBig) -> RBig {
    RBig::from_parts(IBig::from(hits.clone()), of.clone())
}

fn sum(terms: impl Iterator<Item = RBig>) -> RBig {
    terms.fold(RBig::ZERO, |sum, term| sum + term)
}
