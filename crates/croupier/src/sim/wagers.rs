//! Which wagers are made beside the main one.

use anyhow::{Result, bail, ensure};
use rulebook::{Insurance, Rules};
use simulate::{Seat, Stake};

/// The word for insurance.
pub(crate) const INSURANCE: &str = "insurance";

/// What a player bets beside his main wager.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Wagers {
    /// The stake of insurance; `None` if he does not insure.
    pub(crate) insurance: Option<Stake>,
    /// By side wager of the game, in the order of its rule book.
    pub(crate) sides: Vec<Stake>,
}

impl Wagers {
    /// The wagers of words like `pair`, `pair=0.1`, `insurance`, `all` and `none`.
    pub(crate) fn read(written: &[String], rules: &Rules) -> Result<Wagers> {
        let words: Vec<&str> = written.iter().flat_map(|words| words.split(',')).map(str::trim).collect();
        let mut wagers = Wagers { insurance: None, sides: vec![Stake::NONE; rules.side_wagers().len()] };
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
        let (kind, given) = match word.split_once('=') {
            None => (word, None),
            Some((kind, stake)) => match stake.parse().ok().and_then(Stake::new) {
                Some(stake) => (kind, Some(stake)),
                None => bail!(
                    "--side {word}: the stake is a number of units above 0, up to {}, in steps of 0.01",
                    Stake::MOST.units()
                ),
            },
        };
        let stake = given.unwrap_or(Stake::UNIT);
        let place = rules.side_wagers().iter().position(|wager| wager.kind == kind);
        match (kind, place) {
            ("all", _) => {
                self.insurance = insures(rules).then_some(stake.min(Stake::HALF));
                self.sides.fill(stake);
            }
            (INSURANCE, _) if insures(rules) => {
                let stake = given.unwrap_or(Stake::HALF);
                ensure!(stake <= Stake::HALF, "--side {word}: at most half the main wager is insured, 0.5");
                self.insurance = Some(stake);
            }
            (_, Some(place)) => self.sides[place] = stake,
            (_, None) => bail!("--side {kind}: {}", known(rules)),
        }
        Ok(())
    }

    /// This player at the table.
    pub(crate) fn seat(&self, plan: odds::Plan) -> Seat {
        let (insures, insurance) = (self.insurance.is_some(), self.insurance.unwrap_or(Stake::HALF));
        Seat { insures, insurance, sides: self.sides.clone(), ..Seat::new(plan) }
    }

    /// Their words.
    pub(crate) fn words(&self, rules: &Rules) -> Vec<String> {
        let bet = rules.side_wagers().iter().zip(&self.sides).filter(|(_, stake)| **stake != Stake::NONE);
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
