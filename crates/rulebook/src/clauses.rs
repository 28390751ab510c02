use std::collections::BTreeMap;

use vocabulary::Clause;

/// How a clause is carried out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Enforced {
    /// By the engine itself.
    Engine,
    /// By a procedure an operator invokes.
    Guided,
    /// By recording a person's decision.
    Recorded,
    /// By being displayed.
    Shown,
}

impl Enforced {
    /// The word of the clause tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Enforced::Engine => "engine",
            Enforced::Guided => "guided",
            Enforced::Recorded => "recorded",
            Enforced::Shown => "shown",
        }
    }

    fn read(word: &str) -> Option<Enforced> {
        use Enforced::{Engine, Guided, Recorded, Shown};
        [Engine, Guided, Recorded, Shown].into_iter().find(|how| how.name() == word)
    }
}

/// A clause of a rule document in our own words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseText {
    /// Its number in the document.
    pub id: Clause,
    /// What it is about: a definition, a decision, a settlement and so on.
    pub kind: String,
    /// Whom it speaks of.
    pub actor: String,
    /// What it says.
    pub rule: String,
    /// What the program does about it.
    pub consequence: String,
    /// An example.
    pub example: String,
    /// How it is carried out.
    pub enforced: Enforced,
}

/// All clauses of one document, in its order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClauseTable {
    rows: Vec<ClauseText>,
    places: BTreeMap<Clause, usize>,
}

impl ClauseTable {
    /// Reads a table of tab-separated lines: id, kind, actor, rule, consequence, example, enforce.
    ///
    /// # Errors
    ///
    /// Every line that is not such a row, with its number and why.
    pub fn read(text: &str) -> Result<ClauseTable, Vec<(usize, String)>> {
        let (mut table, mut faults) = (ClauseTable { rows: Vec::new(), places: BTreeMap::new() }, Vec::new());
        for (at, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            match row(line) {
                Ok(row) if table.places.contains_key(&row.id) => {
                    faults.push((at + 1, format!("clause {} stands twice", row.id)));
                }
                Ok(row) => {
                    table.places.insert(row.id, table.rows.len());
                    table.rows.push(row);
                }
                Err(fault) => faults.push((at + 1, fault)),
            }
        }
        if faults.is_empty() { Ok(table) } else { Err(faults) }
    }

    /// The clauses in the document's order.
    #[must_use]
    pub fn rows(&self) -> &[ClauseText] {
        &self.rows
    }

    /// The clause with this number.
    #[must_use]
    pub fn get(&self, id: Clause) -> Option<&ClauseText> {
        self.places.get(&id).map(|&at| &self.rows[at])
    }

    /// Whether a rule book may cite this: a clause of the document, or one of the agreed readings `I-1` to `I-100`
    /// and policies `P1` to `P5` that fill its silences.
    #[must_use]
    pub fn can_cite(&self, id: Clause) -> bool {
        let number = |prefix: &str, most: u8| {
            id.as_str()
                .strip_prefix(prefix)
                .and_then(|n| n.parse::<u8>().ok())
                .is_some_and(|n| (1..=most).contains(&n))
        };
        self.places.contains_key(&id) || number("I-", 100) || number("P", 5)
    }
}

fn row(line: &str) -> Result<ClauseText, String> {
    let cells: Vec<&str> = line.split('\t').collect();
    let [id, kind, actor, rule, consequence, example, enforced] = cells[..] else {
        return Err(format!("expected 7 tab-separated cells, found {}", cells.len()));
    };
    Ok(ClauseText {
        id: id.parse().map_err(|fault: vocabulary::NotAClause| fault.to_string())?,
        kind: kind.to_owned(),
        actor: actor.to_owned(),
        rule: rule.to_owned(),
        consequence: consequence.to_owned(),
        example: example.to_owned(),
        enforced: Enforced::read(enforced)
            .ok_or_else(|| format!("`{enforced}` is not engine, guided, recorded or shown"))?,
    })
}
