//! Index plays: where the count says to play a hand differently.

use odds::{Chart, HandAt, LETTERS, Letter, Plan, Play, Row, hands};
use serde::Deserialize;
use toml::Spanned;

use crate::count::Count;
use crate::seat::Level;
use crate::written::{Miswritten, hundredths, read};

/// Plays that depend on the count.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Indices {
    plays: Vec<Index>,
    /// From this count on he insures.
    pub insurance: Option<Count>,
}

/// One play: what to do with a hand against an up card on one side of a count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Index {
    row: Row,
    up: usize,
    letter: Letter,
    side: Side,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    From(Count),
    Below(Count),
}

impl Side {
    const fn bound(self) -> Count {
        match self {
            Side::From(count) | Side::Below(count) => count,
        }
    }

    fn holds(self, count: Count) -> bool {
        match self {
            Side::From(bound) => count >= bound,
            Side::Below(bound) => count < bound,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    #[serde(default)]
    plays: Vec<Spanned<WrittenPlay>>,
    insurance: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlay {
    hand: String,
    against: String,
    play: String,
    at: Option<Spanned<f64>>,
    below: Option<Spanned<f64>>,
}

/// More different counts than anyone remembers.
const MOST: usize = 64;

impl Indices {
    /// Reads index plays: `plays` of a `hand` (like "hard 16", "soft 18" or "pair T"), the card it is `against`, the letter
    /// of the `play`, and the count it is played `at` (and above) or `below`; and the count from which to take `insurance`.
    ///
    /// # Errors
    ///
    /// With the first line that cannot be understood.
    pub fn read(text: &str) -> Result<Indices, Miswritten> {
        let written: Written = read(text)?;
        let mut plays = Vec::new();
        for play in &written.plays {
            let wrong = |what: String| Miswritten::new(text, play.span().start, what);
            let WrittenPlay { hand, against, play: letter, at, below } = play.get_ref();
            let row = row(hand).ok_or_else(|| {
                wrong(format!("`{hand}` is no hand: write one like hard 16, soft 18, pair T"))
            })?;
            let up = LETTERS.iter().position(|up| up.to_string() == *against);
            let up =
                up.ok_or_else(|| wrong(format!("`{against}` is no up card: they are A, 2 to 9 and T")))?;
            let mut letters = letter.chars();
            let letter = letters.next().and_then(Letter::read).filter(|_| letters.next().is_none());
            let letter = letter.ok_or_else(|| {
                wrong(format!("`{}` is no play: write H, S, D, d, P, R, r or Q", play.get_ref().play))
            })?;
            let splits = matches!(letter, Letter::Split | Letter::SurrenderOrSplit);
            if splits && !matches!(row, Row::Pair(_)) {
                return Err(wrong(format!(
                    "{row} against {against} cannot be `{letter}`: only a pair can be split"
                )));
            }
            let side = match (at, below) {
                (Some(at), None) => Side::From(hundredths(text, at, "the count")?),
                (None, Some(below)) => Side::Below(hundredths(text, below, "the count")?),
                _ => return Err(wrong("write one of `at` (from this count up) and `below`".into())),
            };
            plays.push(Index { row, up, letter, side });
        }
        let insurance =
            written.insurance.as_ref().map(|count| hundredths(text, count, "insurance")).transpose()?;
        let indices = Indices { plays, insurance };
        if indices.bounds().len() > MOST {
            return Err(Miswritten::new(text, 0, format!("more than {MOST} different counts")));
        }
        Ok(indices)
    }

    /// The counts at which something changes, upwards.
    #[must_use]
    pub fn bounds(&self) -> Vec<Count> {
        let all = self.plays.iter().map(|play| play.side.bound()).chain(self.insurance);
        let mut bounds: Vec<Count> = all.collect();
        bounds.sort_unstable();
        bounds.dedup();
        bounds
    }

    /// How a strategy is played below the lowest bound, and from each bound on.
    pub(crate) fn levels(&self, plan: &Plan, insures: bool) -> Vec<Level> {
        let lowest = Count(i32::MIN);
        let at = |count: Count| Level {
            plan: self.plan(plan, count),
            insures: self.insurance.map_or(insures, |from| count >= from),
        };
        std::iter::once(lowest).chain(self.bounds()).map(at).collect()
    }

    fn plan(&self, plan: &Plan, count: Count) -> Plan {
        let now: Vec<&Index> = self.plays.iter().filter(|play| play.side.holds(count)).collect();
        let said = |row: Row, up: usize| now.iter().rev().find(|play| play.row == row && play.up == up);
        // Cells without an index play are never looked at.
        let chart = Chart::new(|row, up| Some(said(row, up).map_or(Letter::Stand, |play| play.letter)));
        let Ok(chart) = chart else { return plan.clone() };
        Plan::new(|at: HandAt, up: usize| {
            let (hand, usual) = (hands().get(at), plan.play(at, up));
            if hand.cards < 2 {
                return usual;
            }
            let pair = hand.pair().filter(|value| said(Row::Pair(*value), up).is_some());
            let total = said(Row::of(hand), up).is_some() && !usual.split;
            match (pair, total) {
                (Some(_), _) => paired(chart.play(hand, up), usual),
                (None, true) => Play { split: false, ..chart.play(hand, up) },
                (None, false) => usual,
            }
        })
    }
}

/// A pair that is to be split and may not be is played as always.
fn paired(wanted: Play, usual: Play) -> Play {
    if wanted.split { Play { double: usual.double, hit: usual.hit, ..wanted } } else { wanted }
}

fn row(hand: &str) -> Option<Row> {
    let (part, name) = hand.split_once(' ')?;
    let part = if part == "pair" { "pairs" } else { part };
    Row::all().find(|row| row.part() == part && row.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: &str = "insurance = 3\nplays = [\n  { hand = \"hard 16\", against = \"T\", at = 0, play = \"S\" },\n  \
        { hand = \"hard 13\", against = \"2\", below = -1, play = \"H\" },\n  \
        { hand = \"pair T\", against = \"5\", at = 5, play = \"P\" },\n]\n";

    #[test]
    fn a_hand_is_played_by_the_side_of_its_index_the_count_is_on() {
        let indices = Indices::read(SOME).unwrap();
        assert_eq!(indices.bounds(), [-100, 0, 300, 500].map(Count));
        let hits = |_: HandAt, _: usize| Play { hit: true, ..Play::default() };
        let levels = indices.levels(&Plan::new(hits), false);
        assert_eq!(levels.len(), 5);
        assert_eq!(
            levels.iter().map(|level| level.insures).collect::<Vec<_>>(),
            [false, false, false, true, true]
        );
        let hits = |level: usize, one: usize, other: usize, up: usize| {
            levels[level].plan.play(hands().two(one, other), up).hit
        };
        // Ten and six against a ten: drawn to below nought.
        assert!(hits(0, 9, 5, 9) && hits(1, 9, 5, 9) && !hits(2, 9, 5, 9) && !hits(4, 9, 5, 9));
        assert!(hits(2, 9, 5, 8));
        let splits = |level: usize| levels[level].plan.play(hands().two(9, 9), 4).split;
        assert!(!splits(3) && splits(4));
        assert_eq!(Indices::default().bounds(), []);
    }

    #[test]
    fn what_is_no_index_play_is_told_its_line() {
        for (from, to, line, said) in [
            ("hard 16", "hard 99", 3, "`hard 99` is no hand"),
            ("\"T\", at", "\"K\", at", 3, "`K` is no up card"),
            ("\"H\"", "\"X\"", 4, "`X` is no play"),
            ("\"H\"", "\"P\"", 4, "hard 13 against 2 cannot be `P`: only a pair can be split"),
            ("at = 5,", "", 5, "write one of `at`"),
            ("at = 5,", "at = 5, below = 3,", 5, "write one of `at`"),
            ("at = 0", "at = 0.123", 3, "the count is 0.123"),
            ("insurance", "insure", 1, "unknown field"),
        ] {
            let text = SOME.replacen(from, to, 1);
            let wrong = Indices::read(&text).unwrap_err();
            assert_eq!(wrong.line, line, "{text}: {wrong}");
            assert!(wrong.what.contains(said), "{text}: {wrong}");
        }
    }
}
