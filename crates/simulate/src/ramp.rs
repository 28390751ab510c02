//! How much is bet at which count, and when a player comes and goes.

use std::str::FromStr;

use serde::Deserialize;
use toml::Spanned;

use crate::count::Count;
use crate::written::{Miswritten, hundredths, read};

/// Bets by the count, in whole units; 0 is to sit out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ramp {
    /// From the lowest count up; the first holds for all counts below the second.
    bets: Vec<(Count, u32)>,
    /// He plays only once the count is so high; always if `None`.
    pub enter: Option<Count>,
    /// He leaves when the count is below this.
    pub leave: Option<Count>,
}

/// More units than any table lets one bet.
const MOST: u32 = 100_000;
const STEPS: usize = 64;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    below: Spanned<f64>,
    #[serde(default)]
    steps: Vec<Spanned<WrittenStep>>,
    enter: Option<Spanned<f64>>,
    leave: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenStep {
    count: Spanned<f64>,
    bet: Spanned<f64>,
}

impl Ramp {
    /// The same bet at every count.
    #[must_use]
    pub fn flat(bet: u32) -> Ramp {
        Ramp { bets: vec![(Count(i32::MIN), bet)], enter: None, leave: None }
    }

    /// Reads a ramp: `below`, the bet below all steps, `steps` of a count and the bet from there on, and where a player
    /// does not play every round the counts at which to `enter` and `leave`.
    ///
    /// # Errors
    ///
    /// With the first line that cannot be understood, and with any bet that is no whole number from 0.
    pub fn read(text: &str) -> Result<Ramp, Miswritten> {
        let Written { below, steps, enter, leave } = read(text)?;
        let wrong = |at: usize, what: String| Miswritten::new(text, at, what);
        let mut bets = vec![(Count(i32::MIN), bet(&below).map_err(|what| wrong(below.span().start, what))?)];
        for step in &steps {
            let WrittenStep { count, bet: written } = step.get_ref();
            let from = hundredths(text, count, "the count")?;
            let bet = bet(written).map_err(|what| wrong(written.span().start, what))?;
            bets.push(next(&bets, from, bet).map_err(|what| wrong(count.span().start, what))?);
        }
        let bound = |bound: &Option<Spanned<f64>>, what: &str| {
            bound.as_ref().map(|count| hundredths(text, count, what)).transpose()
        };
        let (enter, leaves) = (bound(&enter, "enter")?, bound(&leave, "leave")?);
        let ramp = Ramp { bets, enter, leave: leaves };
        ramp.check().map_err(|what| wrong(leave.map_or(0, |leave| leave.span().start), what))
    }

    /// The bet at a count.
    #[must_use]
    pub fn bet(&self, count: Count) -> u32 {
        self.bets.get(self.step(count)).map_or(0, |(_, bet)| *bet)
    }

    /// Which step a count is on.
    pub(crate) fn step(&self, count: Count) -> usize {
        self.bets.partition_point(|(from, _)| *from <= count).saturating_sub(1)
    }

    /// The bets of all steps.
    pub(crate) fn bets(&self) -> impl Iterator<Item = u32> {
        self.bets.iter().map(|(_, bet)| *bet)
    }

    /// Whether he plays the next round, having played the last one or not.
    #[must_use]
    pub fn plays(&self, count: Count, played: bool) -> bool {
        let comes = self.enter.is_none_or(|enter| count >= enter);
        let goes = self.leave.is_some_and(|leave| count < leave);
        !goes && (played || comes)
    }

    /// Leaving must not come before entering.
    fn check(self) -> Result<Ramp, String> {
        match (self.enter, self.leave) {
            (Some(enter), Some(leave)) if leave > enter => {
                Err(format!("he leaves below {leave} and enters from {enter}: he would leave as he comes"))
            }
            _ if self.bets().all(|bet| bet == 0) => Err("no bet is above 0".into()),
            _ => Ok(self),
        }
    }
}

/// The step after these.
fn next(bets: &[(Count, u32)], from: Count, bet: u32) -> Result<(Count, u32), String> {
    match bets.last() {
        Some((last, _)) if *last >= from => {
            Err(format!("the step at {from} comes after that at {last}: write them upwards"))
        }
        _ if bets.len() > STEPS => Err(format!("more than {STEPS} steps")),
        _ => Ok((from, bet)),
    }
}

fn bet(written: &Spanned<f64>) -> Result<u32, String> {
    whole(*written.get_ref())
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it was checked to be whole and in bounds"
)]
fn whole(bet: f64) -> Result<u32, String> {
    if bet < 0.0 {
        return Err(format!("the bet is {bet}: nobody bets less than nothing"));
    }
    if bet.fract() != 0.0 || bet > f64::from(MOST) {
        return Err(format!("the bet is {bet}: bets are whole units, 0 to {MOST}"));
    }
    Ok(bet as u32)
}

/// A ramp on one line: the bet below all steps, then COUNT:BET for each, like `1,1:2,2:4,3:8`.
impl FromStr for Ramp {
    type Err = String;

    fn from_str(text: &str) -> Result<Ramp, String> {
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| format!("`{text}` is no number"));
        let mut parts = text.split(',');
        let below = parts.next().filter(|below| !below.contains(':'));
        let below = below.ok_or("begin with the bet below all steps, like 1,1:2,2:4")?;
        let mut bets = vec![(Count(i32::MIN), whole(number(below)?)?)];
        for part in parts {
            let (count, bet) = part.split_once(':').ok_or_else(|| format!("`{part}`: write COUNT:BET"))?;
            let from = Count::new(number(count)?).ok_or_else(|| format!("`{count}` is no count"))?;
            bets.push(next(&bets, from, whole(number(bet)?).map_err(|what| format!("`{part}`: {what}"))?)?);
        }
        Ramp { bets, enter: None, leave: None }.check()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ramp_bets_by_the_step_the_count_is_on() {
        let ramp: Ramp = "1,1:2,2.5:4,3:8".parse().unwrap();
        for (count, bet) in [(-900, 1), (99, 1), (100, 2), (249, 2), (250, 4), (299, 4), (300, 8), (9000, 8)]
        {
            assert_eq!(ramp.bet(Count(count)), bet, "{count}");
        }
        let text = "below = 1\nsteps = [\n  { count = 1, bet = 2 },\n  { count = 2.5, bet = 4 },\n  { count = 3, bet = 8 },\n]\n";
        assert_eq!(Ramp::read(text), Ok(ramp));
        assert_eq!(Ramp::flat(3).bet(Count(-5)), 3);
    }

    #[test]
    fn who_comes_late_stays_until_he_leaves() {
        let ramp = Ramp::read("below = 1\nenter = 2\nleave = 0").unwrap();
        assert!(!ramp.plays(Count(100), false) && ramp.plays(Count(200), false));
        assert!(ramp.plays(Count(0), true) && !ramp.plays(Count(-1), true));
        assert!(Ramp::flat(1).plays(Count(-5000), false));
    }

    #[test]
    fn what_is_no_ramp_is_told_its_line() {
        for (text, line, said) in [
            (
                "below = 1\nsteps = [\n  { count = 1, bet = 2 },\n  { count = 2, bet = -4 },\n]",
                4,
                "the bet is -4",
            ),
            ("below = -1", 1, "nobody bets less than nothing"),
            ("below = 1\nsteps = [{ count = 1, bet = 2.5 }]", 2, "bets are whole units"),
            ("below = 1\nsteps = [{ count = 2, bet = 2 },\n{ count = 1, bet = 3 }]", 3, "write them upwards"),
            ("below = 1\nenter = 1\nleave = 2", 3, "he would leave as he comes"),
            ("below = 0", 1, "no bet is above 0"),
            ("below = 1\nsteps = [{ count = 1 }]", 2, "missing field `bet`"),
            ("steps = []", 1, "missing field `below`"),
            ("below = 1\nabove = 2", 2, "unknown field"),
            ("below = nan", 1, "whole units"),
        ] {
            let wrong = Ramp::read(text).unwrap_err();
            assert_eq!(wrong.line, line, "{text}: {wrong}");
            assert!(wrong.what.contains(said), "{text}: {wrong}");
        }
        for (text, said) in [
            ("1:2", "begin with the bet below"),
            ("1,2", "write COUNT:BET"),
            ("1,1:-2", "the bet is -2"),
            ("1,x:2", "`x` is no number"),
            ("1,2:2,1:3", "write them upwards"),
            ("0", "no bet is above 0"),
        ] {
            let wrong = text.parse::<Ramp>().unwrap_err();
            assert!(wrong.contains(said), "{text}: {wrong}");
        }
    }
}
