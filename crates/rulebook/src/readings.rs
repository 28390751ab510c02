use std::sync::LazyLock;

use vocabulary::Clause;

/// How we read a point that a document leaves open, or one of the policies behind such readings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// `I-01` to `I-100`, or `P1` to `P5`.
    pub id: Clause,
    /// What is left open.
    pub topic: &'static str,
    /// What we do, and why.
    pub reading: &'static str,
    /// The settings that change it.
    pub settings: Vec<&'static str>,
}

static READINGS: LazyLock<Vec<Reading>> = LazyLock::new(|| {
    let rows = include_str!("../../../rulebooks/readings.tsv").lines().skip(1);
    rows.filter_map(row).collect()
});

fn row(line: &'static str) -> Option<Reading> {
    let mut cells = line.split('\t');
    let (id, topic, reading) = (cells.next()?, cells.next()?, cells.next()?);
    let settings = cells.next().unwrap_or_default().split_whitespace().collect();
    Some(Reading { id: id.parse().ok()?, topic, reading, settings })
}

impl Reading {
    /// All readings, in order.
    #[must_use]
    pub fn all() -> &'static [Reading] {
        &READINGS
    }

    /// The reading with this number; `I-7` is `I-07`.
    #[must_use]
    pub fn find(id: Clause) -> Option<&'static Reading> {
        let number = |id: &Clause| id.as_str().strip_prefix("I-").and_then(|n| n.parse::<u8>().ok());
        READINGS
            .iter()
            .find(|reading| reading.id == id || (number(&id).is_some() && number(&reading.id) == number(&id)))
    }
}
