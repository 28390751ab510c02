//! What the config and the file of a rule book say of a table that has a book of its own.

use super::restore::Reading;
use super::{Floor, NotOpened};
use crate::config::TableConfig;
use crate::keeper::{CONFIG, Heeded};
use crate::posted::{NotPlayable, Posted};
use crate::rule_book::{RULE_BOOKS, RuleBook};

const OTHER_GAME: &str = "a table keeps its game: give the other game a table with an id of its own";
const POSTED_SINCE: &str =
    "other rules were posted at the table: to change them, POST /api/tables/TABLE/post, or change the config";
const ROUND_ON: &str = "a round is on: the config's rules are posted when the floor opens between rounds";

/// What the config says of a table.
pub(super) struct Said {
    /// What it says now; if the rule book cannot be read now, what it said when it was last applied.
    pub(super) posted: Posted,
    /// Why the rule book cannot be read.
    unread: Option<NotPlayable>,
}

/// What the config comes to, for the table and for a person.
#[derive(Default)]
pub(super) struct Outcome {
    pub(super) heeded: Heeded,
    pub(super) says: Vec<String>,
    /// What an operator should look at.
    pub(super) warning: Option<String>,
}

impl Floor {
    /// What the config says of a table. A rule book that cannot be read any more is not needed by a table that has used it.
    pub(super) async fn said_of(&self, config: &TableConfig) -> Result<Said, NotOpened> {
        let read = config.read().and_then(|posted| posted.rules().map(|_| posted));
        let why = match read {
            Ok(posted) => return Ok(Said { posted, unread: None }),
            Err(why) => why,
        };
        let heeded = self.last_heeded(&config.id).await?;
        match heeded.filter(|heeded| heeded.game == config.game && heeded.rules().is_ok()) {
            Some(posted) => Ok(Said { posted, unread: Some(why) }),
            None => Err(NotOpened::table(
                &config.id,
                &format!("{why}; no rule book is stored for this table yet, so it needs the file this once"),
            )),
        }
    }

    /// What the config said when it was last applied.
    async fn last_heeded(&self, table: &str) -> Result<Option<Posted>, NotOpened> {
        let kept = self.journal().kept(CONFIG, table).await?;
        let heeded: Option<Posted> = kept.and_then(|body| serde_json::from_str(&body).ok());
        if let Some(book) = heeded.as_ref().and_then(|heeded| heeded.book.as_ref()) {
            book.find(self.journal()).await?;
        }
        Ok(heeded)
    }

    /// The rule book of a table, if it is stored.
    pub(super) async fn stored_book(&self, posted: &Posted) -> Result<Option<RuleBook>, NotOpened> {
        let Some(book) = &posted.book else { return Ok(None) };
        let kept = self.journal().kept(RULE_BOOKS, book.hash()).await?;
        Ok(kept.map(|_| book.clone()))
    }

    /// Whether the config says something new about a table that has a book, and the text for a person. Settings and limits from
    /// the config hold if they changed since the config was last applied: an unchanged config does not undo what was posted at
    /// the table. A changed rule book always holds, from the next round on.
    pub(super) async fn heed(
        &self,
        config: &TableConfig,
        said: Said,
        reading: &Reading,
    ) -> Result<Outcome, NotOpened> {
        let coming = reading.table.coming();
        let book = coming.book.clone().map(RuleBook::written);
        let posted = match &said.unread {
            Some(_) => Posted { book: book.clone(), ..config.posted() },
            None => said.posted,
        };
        let heeded = self.last_heeded(&config.id).await?;
        let mut outcome = if posted.is_game_of(coming) {
            judge(&posted, heeded.as_ref(), reading)
        } else {
            let differs = posted.differences(coming).join("; ");
            let says = vec![format!("not by the config ({differs}): {OTHER_GAME}")];
            Outcome { says, ..Outcome::default() }
        };
        let unfit = outcome.heeded.posts.as_ref().and_then(|posts| posts.rules().err());
        if unfit.is_some() {
            outcome = Outcome::default();
        }
        if let Some(why) = said.unread.or(unfit) {
            let short = coming.book.as_ref().map_or("", RuleBook::short);
            outcome.says.push(format!("by the stored rule book {short}: {why}"));
            outcome.warning =
                Some(format!("its rule book cannot be posted: it goes on by the stored one, {short}"));
        }
        outcome.log(&config.id);
        Ok(outcome)
    }
}

/// What of the config, and of the rule book it names, is posted at the table.
fn judge(posted: &Posted, heeded: Option<&Posted>, reading: &Reading) -> Outcome {
    let coming = reading.table.coming();
    let is_new = heeded.is_some_and(|heeded| !heeded.chooses_as(posted));
    let why = match () {
        () if posted.chooses_as(coming) => None,
        () if !is_new => Some(POSTED_SINCE),
        () if reading.table.has_wagers() => Some(ROUND_ON),
        () => None,
    };
    let mut posts = posted.clone();
    if why.is_some() {
        (posts.settings, posts.limits) = (coming.settings.clone(), coming.limits.clone());
    }
    let adopts = coming.book.as_ref().filter(|book| book.is_adopted()).cloned();
    let mut says = Vec::new();
    let changes = posts.differences(coming).join("; ");
    if !changes.is_empty() {
        let by = if posts.book == coming.book { "config" } else { "rule book, from the next round on" };
        says.push(format!("by the changed {by} ({changes})"));
    } else if let Some(book) = &adopts {
        says.push(format!("its rule book is stored from now on ({})", book.short()));
    }
    if let Some(why) = why {
        let differs = posted.differences(&posts).join("; ");
        says.push(format!("not by the config ({differs}): {why}"));
    }
    let known = why != Some(ROUND_ON) && heeded != Some(posted);
    let heeded = Heeded {
        config: known.then(|| posted.clone()),
        posts: (posts != *coming).then_some(posts),
        adopts: adopts.map(RuleBook::written),
    };
    Outcome { heeded, says, warning: None }
}

impl Outcome {
    fn log(&self, table: &str) {
        let says = self.says.join(", ");
        if self.warning.is_some() || says.contains("not by the config") {
            tracing::warn!(table, says, "the table does not play by the config");
        } else if self.heeded.posts.is_some() {
            tracing::info!(table, says, "the config or its rule book was changed: its rules are posted");
        }
    }
}
