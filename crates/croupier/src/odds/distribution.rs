//! How a round ends: every net result with its chance.

use std::collections::BTreeMap;
use std::io::Write;

use anyhow::Result;
use dashu_ratio::RBig;
use odds::{Law, Number, Plan, Table};
use serde::Serialize;

use super::live::{MOST_STATES, is_small};
use super::sheet::Arithmetic;
use crate::figures::{ev, fraction};
use crate::style::{DIM, HEAD, aligned};

/// Every net result of a strategy with its chance.
pub(crate) struct Distribution {
    /// How hands are played.
    pub(crate) played: String,
    /// From the greatest loss to the greatest gain.
    pub(crate) results: Vec<NetResult>,
    /// Rounds of three hands or more, where their results are not told apart.
    pub(crate) more_hands: Option<MoreHands>,
    /// How it was found.
    pub(crate) method: &'static str,
}

/// A net result.
pub(crate) struct NetResult {
    /// In original wagers.
    pub(crate) net: RBig,
    /// Its chance.
    pub(crate) chance: f64,
    /// The same as a fraction, where it was worked out in fractions.
    pub(crate) exact: Option<RBig>,
}

/// Rounds of three hands or more.
#[derive(Clone, Copy, Serialize)]
pub(crate) struct MoreHands {
    /// Their chance.
    #[serde(rename = "p")]
    pub(crate) chance: f64,
    /// What they add to the mean.
    #[serde(rename = "ev_share")]
    pub(crate) mean: f64,
}

const WALKED: &str = "every round of this small shoe dealt card by card";
const SUMMED: &str = "one hand, and two hands of a split, summed over every hand of the dealer";

/// No walk in fractions goes further: each step takes longer than in doubles.
const MOST_IN_FRACTIONS: usize = 50_000;

impl Distribution {
    /// Works it out: for small shoes from every round, for others by sums over one and two hands.
    pub(crate) fn work_out(
        table: &Table<'_, f64>,
        played: String,
        plan: &Plan,
        arithmetic: Arithmetic,
    ) -> Distribution {
        if arithmetic == Arithmetic::Rationals
            && let Some(walked) = walked::<RBig>(table, plan, MOST_IN_FRACTIONS)
        {
            let results = results(walked, |chance| Some(chance.clone()));
            return Distribution { played, results, more_hands: None, method: WALKED };
        }
        if let Some(walked) = walked::<f64>(table, plan, MOST_STATES) {
            let results = results(walked, |_| None);
            return Distribution { played, results, more_hands: None, method: WALKED };
        }
        let Law { chances, more_hands, more_hands_mean } = table.law(plan);
        let more = MoreHands { chance: more_hands, mean: more_hands_mean };
        let more_hands = (more.chance > 0.0).then_some(more);
        Distribution { played, results: results(chances, |_| None), more_hands, method: SUMMED }
    }

    /// All chances together: one.
    pub(crate) fn total(&self) -> f64 {
        self.results.iter().map(|result| result.chance).sum::<f64>()
            + self.more_hands.map_or(0.0, |more| more.chance)
    }

    /// The mean net result.
    pub(crate) fn mean(&self) -> f64 {
        let told = self.results.iter().map(|result| result.net.to_f64().value() * result.chance);
        told.sum::<f64>() + self.more_hands.map_or(0.0, |more| more.mean)
    }
}

fn walked<N: Number>(table: &Table<'_, f64>, plan: &Plan, most: usize) -> Option<BTreeMap<RBig, N>> {
    is_small(table.shoe()).then(|| odds::distribution(table.game(), table.shoe(), plan, most).ok()).flatten()
}

fn results<N: Number>(chances: BTreeMap<RBig, N>, exact: impl Fn(&N) -> Option<RBig>) -> Vec<NetResult> {
    let met = chances.into_iter().filter(|(_, chance)| *chance != N::zero());
    met.map(|(net, chance)| NetResult { net, chance: chance.to_f64(), exact: exact(&chance) }).collect()
}

/// Once in so many rounds.
pub(crate) fn one_in(chance: f64) -> String {
    format!("{:.2}", 1.0 / chance)
}

/// Prints a row for each net result.
pub(crate) fn write(out: &mut impl Write, ends: &Distribution) -> Result<()> {
    writeln!(out, "{HEAD}How a round ends{HEAD:#}  net result in original wagers, by {}\n", ends.played)?;
    let mut rows = aligned(&["net result", "chance", "1 in"]);
    for NetResult { net, chance, .. } in &ends.results {
        rows.add_row([signed(net), format!("{chance:.9}"), one_in(*chance)]);
    }
    if let Some(more) = &ends.more_hands {
        let name = "three hands or more".to_owned();
        rows.add_row([name, format!("{:.9}", more.chance), one_in(more.chance)]);
    }
    writeln!(out, "{rows}\n")?;
    for NetResult { net, exact, .. } in &ends.results {
        if let Some(exact) = exact {
            writeln!(out, "  {} has exactly the chance\n    {}", signed(net), fraction(exact))?;
        }
    }
    if let Some(more) = &ends.more_hands {
        let mean = ev(more.mean);
        writeln!(out, "  what three hands or more bring is not told apart; it adds {mean} to the ev")?;
    }
    writeln!(out, "  {DIM}how: {}{DIM:#}\n", ends.method)?;
    Ok(())
}

/// A net result with its sign.
pub(crate) fn signed(net: &RBig) -> String {
    if *net > RBig::ZERO { format!("+{net}") } else { net.to_string() }
}

/// A net result for a program.
#[derive(Serialize)]
pub(crate) struct ResultJson {
    net: String,
    p: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    probability: Option<String>,
}

/// Every net result for a program.
pub(crate) fn json(ends: &Distribution) -> Vec<ResultJson> {
    let result = |result: &NetResult| ResultJson {
        net: result.net.to_string(),
        p: result.chance,
        probability: result.exact.as_ref().map(fraction),
    };
    ends.results.iter().map(result).collect()
}
