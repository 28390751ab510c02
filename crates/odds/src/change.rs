//! A game with one setting changed: what there is to compare when it is asked what a rule is worth.

use rulebook::{May, NotSet, Rules, Shown};

use crate::game::Game;

/// A setting with another value.
#[derive(Clone, Debug)]
pub struct Change {
    /// The setting.
    pub name: String,
    /// Its value in the game as it is.
    pub was: String,
    /// The value it has instead.
    pub is: String,
    /// The rules with that value.
    pub rules: Rules,
    /// Whether a table may choose it.
    pub standing: Standing,
}

/// Whether a table may choose a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The game's document leaves it to the table.
    Allowed,
    /// The document fixes another value: this would be another game.
    Supposed,
}

/// Values worth asking about where the schema lists none.
const USUAL: [(&str, &[&str]); 6] = [
    ("win-pays", &["19:20"]),
    ("blackjack-pays", &["2:1", "7:5", "6:5", "1:1"]),
    ("insurance-pays", &["9:4", "5:2"]),
    ("double-on", &["hard-9-11", "hard-10-11"]),
    ("max-hands", &["1", "2", "3", "4"]),
    ("forced-draw-below", &["0", "12"]),
];

impl Change {
    /// The game with this setting at this value.
    ///
    /// # Errors
    ///
    /// When there is no such setting or value, or it makes no game with the others.
    pub fn of(base: &Rules, name: &str, value: &str) -> Result<Change, NotSet> {
        let mut rules = base.clone();
        let standing = match rules.set(name, value) {
            Ok(()) => Standing::Allowed,
            Err(NotSet::NotAllowed { .. }) => {
                rules.suppose(name, value)?;
                Standing::Supposed
            }
            Err(other) => return Err(other),
        };
        let shown = base.settings().show();
        let was = shown.into_iter().find(|shown| shown.name == name).map(|shown| shown.value);
        let (name, is) = (name.to_owned(), value.to_owned());
        Ok(Change { name, was: was.unwrap_or_default(), is, rules, standing })
    }

    /// Every setting with the changes that reach the analysis: each other value it can have. A setting without any changes
    /// no figure. The pack is left out, since a game with another one is another game.
    ///
    /// ```
    /// let rules = rulebook::Rules::of("macau").expect("one of the five");
    /// let soft = odds::Change::all(&rules).into_iter().find(|(name, _)| *name == "soft-17").expect("a setting");
    /// assert_eq!(soft.1[0].is, "hit");
    /// ```
    #[must_use]
    pub fn all(base: &Rules) -> Vec<(&'static str, Vec<Change>)> {
        let shown = base.settings().show();
        let changes = |shown: &Shown<'_>| {
            let values = alternatives(shown);
            let changes = values.iter().filter_map(|value| Change::of(base, shown.name, value).ok());
            (shown.name, changes.filter(|change| change.matters(base)).collect())
        };
        shown.iter().filter(|shown| shown.name != "deck").map(changes).collect()
    }

    /// Whether the change reaches the analysis at all.
    fn matters(&self, base: &Rules) -> bool {
        Game::of(base) != Game::of(&self.rules)
            || base.decks() != self.rules.decks()
            || base.insurance() != self.rules.insurance()
            || base.insurance_pays() != self.rules.insurance_pays()
    }
}

/// The numbers of decks a game allows.
#[must_use]
pub fn allowed_decks(rules: &Rules) -> Vec<u8> {
    match &rules.settings().decks.may {
        May::Fixed => vec![rules.decks()],
        May::Any => (1..=8).collect(),
        May::Range(from, to) => (*from..=*to).collect(),
        May::Among(values) => values.iter().filter_map(|value| value.parse().ok()).collect(),
    }
}

/// Other values a setting can have, those of the schema and those this game names.
fn alternatives(shown: &Shown<'_>) -> Vec<String> {
    let is_word = |word: &&str| {
        word.chars().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-')
    };
    let mut values: Vec<String> = match shown.may {
        May::Range(from, to) => (*from..=*to).map(|number| number.to_string()).collect(),
        May::Among(values) => values.clone(),
        May::Fixed | May::Any => Vec::new(),
    };
    values.extend(shown.expected.split(" | ").filter(is_word).map(str::to_owned));
    let usual = USUAL.iter().filter(|(name, _)| *name == shown.name);
    values.extend(usual.flat_map(|(_, values)| values.iter().map(|value| (*value).to_owned())));
    let mut seen = vec![shown.value.clone()];
    values.retain(|value| {
        let is_new = !seen.contains(value);
        seen.push(value.clone());
        is_new
    });
    values
}
