//! Which wagers are made beside the main one.

use anyhow::{Result, bail};
use rulebook::{Insurance, Rules};
use simulate::Seat;

/// The word for insurance.
pub(crate) const INSURANCE: &str = "insurance";

/// What a player bets beside his main wager, each with its stake in units of that.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wagers {
    /// The stake of insurance for each unit insured; `None` if he does not insure.
    pub(crate) insurance: Option<f64>,
    /// By side wager of the game, in the order of its rule book.
    pub(crate) sides: Vec<Option<f64>>,
}

impl Wagers {
    /// The wagers of words like `pair`, `pair=0.1`, `insurance`, `all` and `none`.
    pub(crate) fn read(written: &[String], rules: &Rules) -> Result<Wagers> {
        let words: Vec<&str> = written.iter().flat_map(|words| words.split(',')).map(str::trim).collect();
        let mut wagers = Wagers { insurance: None, sides: vec![None; rules.side_wagers().len()] };
        if words.contains(&"none") {
            if words.len() > 1 {
                bail!("--side none: nothing can stand beside it");
            }
            return Ok(wagers);
        }
        for word in words {
            wagers.take(word, rules)?;
        }
        Ok(wagers)
    }

    fn take(&mut self, word: &str, rules: &Rules) -> Result<()> {
        let (kind, stake) = match word.split_once('=') {
            None => (word, 1.0),
            Some((kind, stake)) => match stake.parse::<f64>() {
                Ok(stake) if stake > 0.0 && stake.is_finite() => (kind, stake),
                _ => bail!("--side {word}: the stake is a number of units above 0"),
            },
        };
        let place = rules.side_wagers().iter().position(|wager| wager.kind == kind);
        match (kind, place) {
            ("all", _) => {
                self.insurance = insures(rules).then_some(stake);
                self.sides.iter_mut().for_each(|side| *side = Some(stake));
            }
            (INSURANCE, _) if insures(rules) => self.insurance = Some(stake),
            (_, Some(place)) => self.sides[place] = Some(stake),
            (_, None) => bail!("--side {kind}: {}", known(rules)),
        }
        Ok(())
    }

    /// This player at the table.
    pub(crate) fn seat(&self, plan: odds::Plan) -> Seat {
        let sides = self.sides.iter().map(Option::is_some).collect();
        Seat { insures: self.insurance.is_some(), sides, ..Seat::new(plan) }
    }

    /// Their words.
    pub(crate) fn words(&self, rules: &Rules) -> Vec<String> {
        let bet = rules.side_wagers().iter().zip(&self.sides).filter(|(_, stake)| stake.is_some());
        let insured = self.insurance.map(|_| INSURANCE.to_owned());
        bet.map(|(wager, _)| wager.kind.clone()).chain(insured).collect()
    }
}

fn known(rules: &Rules) -> String {
    let kinds = rules.side_wagers().iter().map(|wager| wager.kind.as_str());
    let insurance = insures(rules).then_some(INSURANCE);
    let words: Vec<&str> = kinds.chain(insurance).chain(["all", "none"]).collect();
    format!("{} has {}", rules.name(), words.join(", "))
}

fn insures(rules: &Rules) -> bool {
    rules.insurance() != Insurance::None
}
