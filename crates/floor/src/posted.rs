//! What is posted at a table: the game, its settings, its limits.

use std::collections::{BTreeMap, BTreeSet};

use rulebook::{GAMES, Kind, Limits, Rules};
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, Object, ObjectBuilder, SchemaFormat, Type};
use vocabulary::Chips;

use crate::json::{self, Whole};
use crate::money::Money;
use crate::rule_book::{RuleBook, is_unwritten};

/// The rules of a table as they are written down: a game, and what this table chose.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Posted {
    /// One of the five games, or the path of a rule book.
    pub game: String,
    /// The house's own rule book, by the SHA-256 of its text; none for the five games.
    #[serde(default, skip_serializing_if = "is_unwritten")]
    #[schema(value_type = Option<String>, pattern = "^[0-9a-f]{64}$")]
    pub book: Option<RuleBook>,
    /// Settings that differ from the rule book's own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub settings: BTreeMap<String, String>,
    /// The smallest and largest wager of each kind, in minor units.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty", deserialize_with = "whole_pairs")]
    #[schema(schema_with = pairs)]
    pub limits: BTreeMap<String, (i64, i64)>,
    /// What is played for: set in the config, and not changed by posting other rules.
    #[serde(default, skip_serializing_if = "Money::is_real")]
    pub money: Money,
}

/// For the document: two whole numbers for each kind of wager.
fn pairs() -> Object {
    let amount = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)));
    let pair = ArrayBuilder::new().items(amount).min_items(Some(2)).max_items(Some(2));
    ObjectBuilder::new().schema_type(Type::Object).additional_properties(Some(pair)).build()
}

fn whole_pairs<'de, D: Deserializer<'de>>(from: D) -> Result<BTreeMap<String, (i64, i64)>, D::Error> {
    let pairs = BTreeMap::<String, (Whole, Whole)>::deserialize(from)?;
    Ok(pairs.into_iter().map(|(kind, (least, most))| (kind, (least.0, most.0))).collect())
}

/// Why what is posted makes no game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct NotPlayable(String);

impl NotPlayable {
    pub(crate) fn new(why: &dyn ToString) -> NotPlayable {
        NotPlayable(why.to_string())
    }
}

impl Posted {
    /// The game and its settings as text: all that the odds of a wager follow from.
    pub(crate) fn without_limits(&self) -> String {
        json::text(&Posted { limits: BTreeMap::new(), money: Money::Real, ..self.clone() })
    }

    /// Where another differs, each with both values.
    pub(crate) fn differences(&self, other: &Posted) -> Vec<String> {
        let limits = |posted: &Posted| -> BTreeMap<String, String> {
            let pair = |(kind, (least, most)): (&String, &(i64, i64))| {
                (format!("limits {kind}"), format!("{least} to {most}"))
            };
            posted.limits.iter().map(pair).collect()
        };
        let all = |posted: &Posted| -> BTreeMap<String, String> {
            let game = ("game".to_owned(), posted.game.clone());
            let book = posted.book.iter().map(|book| ("rule book".to_owned(), book.short().to_owned()));
            let money = ("money".to_owned(), posted.money.word().to_owned());
            limits(posted)
                .into_iter()
                .chain(posted.settings.clone())
                .chain([game, money])
                .chain(book)
                .collect()
        };
        let (here, there) = (all(self), all(other));
        let keys: BTreeSet<&String> = here.keys().chain(there.keys()).collect();
        let said = |side: &BTreeMap<String, String>, key: &String| {
            side.get(key).map_or_else(|| "nothing".to_owned(), Clone::clone)
        };
        let differs = keys.into_iter().filter(|key| here.get(*key) != there.get(*key));
        differs.map(|key| format!("{key}: {}, not {}", said(&here, key), said(&there, key))).collect()
    }

    /// Whether the table chose the same settings and limits.
    pub(crate) fn chooses_as(&self, other: &Posted) -> bool {
        (&self.settings, &self.limits) == (&other.settings, &other.limits)
    }

    /// Whether it is the same game. A house's own game is known by the id in its rule book, wherever that lies.
    pub(crate) fn is_game_of(&self, other: &Posted) -> bool {
        match (&self.book, &other.book) {
            (None, None) => self.game == other.game,
            (Some(book), Some(other)) => match (book.rules(), other.rules()) {
                (Ok(here), Ok(there)) => here.id() == there.id(),
                _ => false,
            },
            _ => false,
        }
    }

    /// The rules as the rule book has them, without what the table chose. No file is read for them.
    ///
    /// # Errors
    ///
    /// When there is no such game, or its rule book was not stored.
    pub fn rule_book(&self) -> Result<Rules, NotPlayable> {
        match &self.book {
            Some(book) => book.rules(),
            None => Rules::of(&self.game).ok_or_else(|| {
                let (game, known) = (&self.game, GAMES.join(", "));
                NotPlayable(format!(
                    "`{game}` is none of {known}, and no rule book with this name was stored or can be read"
                ))
            }),
        }
    }

    /// The rules all this makes.
    ///
    /// # Errors
    ///
    /// When there is no such game, or it does not allow a setting or a limit.
    pub fn rules(&self) -> Result<Rules, NotPlayable> {
        let mut rules = self.rule_book()?;
        for (name, value) in &self.settings {
            rules.set(name, value).map_err(|why| NotPlayable(why.to_string()))?;
        }
        for (word, &(min, max)) in &self.limits {
            let kind = if word == "main" { Some(Kind::Main) } else { rules.kind(word) };
            let kind = kind.ok_or_else(|| NotPlayable(format!("{} has no wager `{word}`", self.game)))?;
            if min < 0 || max < min || max == 0 || max > Chips::MOST.units() {
                let chips = (Chips::minor(min), Chips::minor(max));
                let why = format!(
                    "limits from {} to {} for {word} leave no wager ({min} to {max} in minor units)",
                    chips.0, chips.1
                );
                return Err(NotPlayable(why));
            }
            rules.post_limits(kind, Limits { min: Chips::minor(min), max: Chips::minor(max) });
        }
        Ok(rules)
    }
}
