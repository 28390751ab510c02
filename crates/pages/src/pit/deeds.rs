//! What the pit can decide at a table, each as a form that makes a sentence of the notation.

use axum::http::StatusCode;
use floor::{People, Problem, Role, Sight};
use rulebook::{ControlTie, Rules};
use serde::Deserialize;
use vocabulary::Chips;

use crate::texts::PitTexts;

/// Something the pit decides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Deed {
    Void,
    Rule,
    Rebuild,
    Discard,
    Award,
    Take,
    RestrictPlayer,
    FreePlayer,
    RestrictSpot,
    FreeSpot,
    Full,
    NotFull,
    Ask,
    Assign,
    Squeeze,
    Reveal,
}

/// What a deed has to know.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Field {
    Player,
    Spot,
    Amount,
    Most,
    Words,
}

impl Deed {
    /// Decisions about the round and its money.
    pub(super) const RULINGS: [Deed; 6] =
        [Deed::Void, Deed::Rule, Deed::Award, Deed::Take, Deed::Rebuild, Deed::Discard];
    /// Decisions about players and spots.
    pub(super) const DISCRETION: [Deed; 10] = [
        Deed::RestrictPlayer,
        Deed::FreePlayer,
        Deed::RestrictSpot,
        Deed::FreeSpot,
        Deed::Full,
        Deed::NotFull,
        Deed::Ask,
        Deed::Assign,
        Deed::Squeeze,
        Deed::Reveal,
    ];

    /// Its word in addresses.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Deed::Void => "void",
            Deed::Rule => "rule",
            Deed::Rebuild => "rebuild",
            Deed::Discard => "discard",
            Deed::Award => "award",
            Deed::Take => "take",
            Deed::RestrictPlayer => "restrict-player",
            Deed::FreePlayer => "free-player",
            Deed::RestrictSpot => "restrict-spot",
            Deed::FreeSpot => "free-spot",
            Deed::Full => "full",
            Deed::NotFull => "not-full",
            Deed::Ask => "ask",
            Deed::Assign => "assign",
            Deed::Squeeze => "squeeze",
            Deed::Reveal => "reveal",
        }
    }

    fn of(word: &str) -> Option<Deed> {
        Deed::RULINGS.into_iter().chain(Deed::DISCRETION).find(|deed| deed.word() == word)
    }

    /// What it is called.
    pub(super) const fn name(self, texts: &PitTexts) -> &'static str {
        match self {
            Deed::Void => texts.deed_void,
            Deed::Rule => texts.deed_rule,
            Deed::Rebuild => texts.deed_rebuild,
            Deed::Discard => texts.deed_discard,
            Deed::Award => texts.deed_award,
            Deed::Take => texts.deed_take,
            Deed::RestrictPlayer => texts.deed_restrict_player,
            Deed::FreePlayer => texts.deed_free_player,
            Deed::RestrictSpot => texts.deed_restrict_spot,
            Deed::FreeSpot => texts.deed_free_spot,
            Deed::Full => texts.deed_full,
            Deed::NotFull => texts.deed_not_full,
            Deed::Ask => texts.deed_ask,
            Deed::Assign => texts.deed_assign,
            Deed::Squeeze => texts.deed_squeeze,
            Deed::Reveal => texts.deed_reveal,
        }
    }

    /// What it has to know.
    pub(super) const fn fields(self) -> &'static [Field] {
        match self {
            Deed::Void | Deed::Rule | Deed::Rebuild | Deed::Discard => &[Field::Words],
            Deed::Award | Deed::Take => &[Field::Player, Field::Amount, Field::Words],
            Deed::RestrictPlayer | Deed::FreePlayer | Deed::Squeeze => &[Field::Player],
            Deed::RestrictSpot => &[Field::Spot, Field::Most],
            Deed::FreeSpot | Deed::Ask | Deed::Reveal => &[Field::Spot],
            Deed::Assign => &[Field::Spot, Field::Player],
            Deed::Full | Deed::NotFull => &[],
        }
    }

    /// Whether the game has a rule for it, and the table would accept it now.
    pub(super) fn is_known(self, rules: &Rules, sight: &Sight) -> bool {
        match self {
            Deed::Void | Deed::Rule | Deed::Award | Deed::Take => true,
            Deed::Rebuild => sight.options.iter().any(|option| option.word == "rebuilds"),
            Deed::Discard => sight.options.iter().any(|option| option.word == "discards"),
            Deed::RestrictPlayer
            | Deed::FreePlayer
            | Deed::RestrictSpot
            | Deed::FreeSpot
            | Deed::Full
            | Deed::NotFull => rules.restrictions(),
            Deed::Ask | Deed::Assign => {
                rules.assign_control() || rules.control_tie() == ControlTie::DealerAssigns
            }
            Deed::Squeeze | Deed::Reveal => rules.squeeze(),
        }
    }

    /// The lowest role that decides it in this game.
    pub(super) fn takes(self, rules: &Rules) -> Role {
        let post = match self {
            Deed::Void | Deed::Rule | Deed::Rebuild | Deed::Discard | Deed::Award | Deed::Take => {
                rules.ruling_by()
            }
            Deed::RestrictPlayer | Deed::FreePlayer | Deed::RestrictSpot | Deed::FreeSpot => {
                rules.restricted_by()
            }
            Deed::Full | Deed::NotFull => rulebook::Role::Supervisor,
            Deed::Ask | Deed::Assign | Deed::Squeeze | Deed::Reveal => rulebook::Role::Dealer,
        };
        match post {
            rulebook::Role::Dealer => Role::Dealer,
            rulebook::Role::Supervisor => Role::Supervisor,
            rulebook::Role::PitManager => Role::PitManager,
            rulebook::Role::ShiftManager => Role::ShiftManager,
        }
    }
}

/// A decision as it was asked for: by its deed and fields, or as an answer the table waits for.
#[derive(Deserialize, Default)]
pub(super) struct Asked {
    deed: Option<String>,
    say: Option<String>,
    player: Option<String>,
    spot: Option<String>,
    amount: Option<String>,
    most: Option<String>,
    words: Option<String>,
}

impl Asked {
    /// The sentence it makes.
    pub(super) fn sentence(&self) -> Result<String, Problem> {
        if let Some(say) = self.say.as_deref().filter(|say| !say.trim().is_empty()) {
            let words = if self.words.is_some() { format!(" {}", self.words()?) } else { String::new() };
            return Ok(format!("{}{words}", say.trim()));
        }
        let deed = self.deed.as_deref().and_then(Deed::of);
        let deed = deed.ok_or_else(|| unfit("choose what is to be decided, on the table's page"))?;
        let does = match deed {
            Deed::Void => format!("voids because {}", self.words()?),
            Deed::Rule => format!("rules {}", self.words()?),
            Deed::Rebuild => format!("rebuilds because {}", self.words()?),
            Deed::Discard => format!("discards because {}", self.words()?),
            Deed::Award => {
                format!("awards {} to {} because {}", self.amount()?, self.player()?, self.words()?)
            }
            Deed::Take => {
                format!("takes {} from {} because {}", self.amount()?, self.player()?, self.words()?)
            }
            Deed::RestrictPlayer => format!("restricts {} to 1", self.player()?),
            Deed::FreePlayer => format!("frees {}", self.player()?),
            Deed::RestrictSpot => format!("restricts spot {} to {}", self.spot()?, self.most()?),
            Deed::FreeSpot => format!("frees spot {}", self.spot()?),
            Deed::Full => "declares full patronage".to_owned(),
            Deed::NotFull => "ends full patronage".to_owned(),
            Deed::Ask => format!("asks who controls {}", self.spot()?),
            Deed::Assign => format!("assigns {} to {}", self.spot()?, self.player()?),
            Deed::Squeeze => format!("allows {} to squeeze", self.player()?),
            Deed::Reveal => format!("reveals {}", self.spot()?),
        };
        Ok(format!("pit {does}"))
    }

    fn words(&self) -> Result<&str, Problem> {
        let words = self.words.as_deref().unwrap_or_default().trim();
        if words.is_empty() {
            return Err(unfit("give a reason: it goes on record"));
        }
        if words.contains(['#', '\n', '\r']) || words.len() > 500 {
            return Err(unfit("a reason is one line of at most 500 letters, without #"));
        }
        Ok(words)
    }

    fn player(&self) -> Result<&str, Problem> {
        let name = self.player.as_deref().unwrap_or_default().trim();
        if People::is_name(name) { Ok(name) } else { Err(unfit("choose a player")) }
    }

    fn amount(&self) -> Result<Chips, Problem> {
        let amount = self.amount.as_deref().unwrap_or_default().trim();
        amount.parse().map_err(|why: vocabulary::NotAnAmount| unfit(why))
    }

    fn spot(&self) -> Result<u8, Problem> {
        let spot = self.spot.as_deref().and_then(|spot| spot.trim().parse().ok());
        spot.filter(|spot| (1..=7).contains(spot)).ok_or_else(|| unfit("choose a spot"))
    }

    fn most(&self) -> Result<u8, Problem> {
        let most = self.most.as_deref().and_then(|most| most.trim().parse().ok());
        most.ok_or_else(|| unfit("say how many wagers the spot may have: one or two"))
    }
}

/// A form that means nothing yet.
fn unfit(why: impl std::fmt::Display) -> Problem {
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Problem::new(status, "/problems/senseless", "this means nothing here", why)
}
