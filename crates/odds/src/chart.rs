//! A strategy chart: what to do with each total against each up card.

use std::fmt;

use crate::hands::{Hand, LETTERS, VALUES, hands};
use crate::plan::{Plan, Play};

/// What a cell of a chart says, written as one letter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Letter {
    /// `H`: draw a card.
    Hit,
    /// `S`: take no more.
    Stand,
    /// `D`: double, or else draw.
    DoubleOrHit,
    /// `d`: double, or else stand.
    DoubleOrStand,
    /// `P`: split, or else play the total.
    Split,
    /// `R`: surrender, or else draw.
    SurrenderOrHit,
    /// `r`: surrender, or else stand.
    SurrenderOrStand,
    /// `Q`: surrender, or else split.
    SurrenderOrSplit,
}

impl Letter {
    /// All of them.
    pub const ALL: [Letter; 8] = [
        Letter::Hit,
        Letter::Stand,
        Letter::DoubleOrHit,
        Letter::DoubleOrStand,
        Letter::Split,
        Letter::SurrenderOrHit,
        Letter::SurrenderOrStand,
        Letter::SurrenderOrSplit,
    ];

    /// How it is written.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Letter::Hit => 'H',
            Letter::Stand => 'S',
            Letter::DoubleOrHit => 'D',
            Letter::DoubleOrStand => 'd',
            Letter::Split => 'P',
            Letter::SurrenderOrHit => 'R',
            Letter::SurrenderOrStand => 'r',
            Letter::SurrenderOrSplit => 'Q',
        }
    }

    /// What it says, in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Letter::Hit => "hit",
            Letter::Stand => "stand",
            Letter::DoubleOrHit => "double, else hit",
            Letter::DoubleOrStand => "double, else stand",
            Letter::Split => "split",
            Letter::SurrenderOrHit => "surrender, else hit",
            Letter::SurrenderOrStand => "surrender, else stand",
            Letter::SurrenderOrSplit => "surrender, else split",
        }
    }

    /// The cell that is written so.
    #[must_use]
    pub fn read(letter: char) -> Option<Letter> {
        Letter::ALL.into_iter().find(|cell| cell.letter() == letter)
    }

    /// The cell that says this.
    #[must_use]
    pub(crate) const fn of(play: Play) -> Letter {
        match (play.surrender, play.split, play.double, play.hit) {
            (true, true, _, _) => Letter::SurrenderOrSplit,
            (true, false, _, true) => Letter::SurrenderOrHit,
            (true, false, _, false) => Letter::SurrenderOrStand,
            (false, true, _, _) => Letter::Split,
            (false, false, true, true) => Letter::DoubleOrHit,
            (false, false, true, false) => Letter::DoubleOrStand,
            (false, false, false, true) => Letter::Hit,
            (false, false, false, false) => Letter::Stand,
        }
    }

    const fn play(self) -> Play {
        let surrender =
            matches!(self, Letter::SurrenderOrHit | Letter::SurrenderOrStand | Letter::SurrenderOrSplit);
        let double = matches!(self, Letter::DoubleOrHit | Letter::DoubleOrStand);
        let hit = matches!(self, Letter::Hit | Letter::DoubleOrHit | Letter::SurrenderOrHit);
        Play { surrender, split: self.splits(), double, hit }
    }

    const fn splits(self) -> bool {
        matches!(self, Letter::Split | Letter::SurrenderOrSplit)
    }
}

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A row of a chart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Row {
    /// A hard total, 4 to 21.
    Hard(u8),
    /// A soft total, 12 to 21.
    Soft(u8),
    /// A pair of cards of a value, as an index from the Ace.
    Pair(usize),
}

impl Row {
    /// All rows, in the order of a printed chart.
    pub fn all() -> impl Iterator<Item = Row> {
        (4..=21).map(Row::Hard).chain((12..=21).map(Row::Soft)).chain((0..VALUES).map(Row::Pair))
    }

    /// The row a hand is found in by its total.
    #[must_use]
    pub const fn of(hand: &Hand) -> Row {
        if hand.soft { Row::Soft(hand.total) } else { Row::Hard(hand.total) }
    }

    /// The part of the chart it stands in.
    #[must_use]
    pub const fn part(self) -> &'static str {
        match self {
            Row::Hard(_) => "hard",
            Row::Soft(_) => "soft",
            Row::Pair(_) => "pairs",
        }
    }

    /// Its name within that part: the total, or the letter of the pair.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Row::Hard(total) | Row::Soft(total) => total.to_string(),
            Row::Pair(value) => LETTERS[value].to_string(),
        }
    }

    /// What a chart that leaves the row out means by it: totals no one plays any other way.
    const fn usual(self) -> Option<Letter> {
        match self {
            Row::Hard(4) | Row::Soft(12) => Some(Letter::Hit),
            Row::Hard(21) | Row::Soft(21) => Some(Letter::Stand),
            Row::Hard(_) | Row::Soft(_) | Row::Pair(_) => None,
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Row::Hard(_) | Row::Soft(_) => write!(f, "{} {}", self.part(), self.name()),
            Row::Pair(_) => write!(f, "the pair {0},{0}", self.name()),
        }
    }
}

/// A chart. Split hands are played by it too.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Chart {
    hard: [[Letter; VALUES]; 22],
    soft: [[Letter; VALUES]; 22],
    pairs: [[Letter; VALUES]; VALUES],
}

/// Why cells do not make a chart.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NotAChart {
    /// A cell is missing.
    #[error("the chart has a hole: {0} against {1}")]
    Hole(Row, char),
    /// Only pairs can be split.
    #[error("{0} against {1} cannot be `{2}`: only a pair can be split")]
    NoPair(Row, char, Letter),
}

impl Chart {
    /// The chart with these cells; rows that are always played alike (hard 4 and 21, soft 12 and 21) may be left out.
    ///
    /// # Errors
    ///
    /// With every cell that is missing, or asks to split what is no pair.
    pub fn new(mut cell: impl FnMut(Row, usize) -> Option<Letter>) -> Result<Chart, Vec<NotAChart>> {
        let mut chart = Chart::all(Letter::Stand);
        let mut faults = Vec::new();
        for row in Row::all() {
            for (up, letter) in LETTERS.into_iter().enumerate() {
                match cell(row, up).or(row.usual()) {
                    None => faults.push(NotAChart::Hole(row, letter)),
                    Some(cell) if cell.splits() && !matches!(row, Row::Pair(_)) => {
                        faults.push(NotAChart::NoPair(row, letter, cell));
                    }
                    Some(cell) => *chart.cell_mut(row, up) = cell,
                }
            }
        }
        if faults.is_empty() { Ok(chart) } else { Err(faults) }
    }

    /// The chart that says the same everywhere.
    pub(crate) const fn all(letter: Letter) -> Chart {
        let row = [letter; VALUES];
        Chart { hard: [row; 22], soft: [row; 22], pairs: [row; VALUES] }
    }

    /// What a cell says.
    #[must_use]
    pub const fn cell(&self, row: Row, up: usize) -> Letter {
        match row {
            Row::Hard(total) => self.hard[total as usize][up],
            Row::Soft(total) => self.soft[total as usize][up],
            Row::Pair(value) => self.pairs[value][up],
        }
    }

    pub(crate) const fn cell_mut(&mut self, row: Row, up: usize) -> &mut Letter {
        match row {
            Row::Hard(total) => &mut self.hard[total as usize][up],
            Row::Soft(total) => &mut self.soft[total as usize][up],
            Row::Pair(value) => &mut self.pairs[value][up],
        }
    }

    /// How a hand is played by the chart.
    #[must_use]
    pub fn play(&self, hand: &Hand, up: usize) -> Play {
        let total = self.cell(Row::of(hand), up).play();
        match hand.pair().map(|value| self.pairs[value][up]) {
            None => total,
            Some(Letter::Split) => Play { split: true, surrender: false, ..total },
            Some(Letter::SurrenderOrSplit) => Play { split: true, surrender: true, ..total },
            Some(letter) => letter.play(),
        }
    }

    /// The strategy of the chart.
    #[must_use]
    pub fn plan(&self) -> Plan {
        Plan::new(|at, up| {
            let hand = hands().get(at);
            if hand.cards < 2 { Play::default() } else { self.play(hand, up) }
        })
    }
}
