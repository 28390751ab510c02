//! What the rules make of an incident: tried on a copy of the table, and told before anyone confirms it.

use floor::{Denied, Eyes, Person, Role, Table, lowest_post, rehearse};
use round::Seen;

use super::gaps::{Fields, filled, ways};
use super::headline::Headline;
use super::incident::Incident;
use crate::tell::tell;
use crate::texts::Language;

/// What the rules say.
pub(super) enum Trial {
    /// This follows.
    Allowed(Allowed),
    /// It is not possible here: why, and the clauses.
    Refused { says: String, clauses: Vec<String> },
}

/// What follows from an incident.
pub(super) struct Allowed {
    /// What happens, each with its clause.
    pub(super) comes: Vec<(String, String)>,
    /// What the table waits for then.
    pub(super) then: Headline,
    /// The lowest post that may say it.
    pub(super) post: Role,
    /// Whether this person may.
    pub(super) is_yours: bool,
}

/// What the rules make of a sentence.
pub(super) fn trial(table: &Table, person: &Person, say: &str, language: Language) -> Trial {
    let tried = match lowest_post(table, say) {
        Some(post) => rehearse(table, &person.name, post, say).map(|rehearsed| (post, rehearsed)),
        // Nobody's post is high enough: what the highest is refused for is no matter of posts.
        None => rehearse(table, &person.name, Role::ShiftManager, say).map(|done| (Role::ShiftManager, done)),
    };
    match tried {
        Err(denied) => refused(&denied),
        Ok((post, rehearsed)) => {
            let mut comes = Vec::new();
            rehearsed.news.each_seen(&Eyes::Staff(person.role), |table, seen| {
                if let Seen::Open(event) = seen
                    && let Some(sentence) = tell(language, table, event)
                {
                    let clause = event.because().clause.to_string();
                    let bare = sentence.strip_suffix(&format!(" [{clause}]")).map(str::to_owned);
                    comes.push((bare.unwrap_or(sentence), clause));
                }
            });
            let then = Headline::of(&rehearsed.after, language);
            let is_yours = rehearse(table, &person.name, person.role, say).is_ok();
            Trial::Allowed(Allowed { comes, then, post, is_yours })
        }
    }
}

fn refused(denied: &Denied) -> Trial {
    let clauses = match denied {
        Denied::Rules(refused) => refused.clauses.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    Trial::Refused { says: denied.to_string(), clauses }
}

/// Whether an incident can happen at this point of the round: one way in which it can, or why not.
pub(super) fn possible(incident: &Incident, table: &Table) -> Result<Fields, Option<String>> {
    let mut why = None;
    for way in ways(incident, table) {
        let Some(say) = incident.sentence(&|gap| filled(&way, gap)) else { continue };
        match rehearse(table, "", Role::ShiftManager, &say) {
            Ok(_) => return Ok(way),
            Err(denied) => why = why.or_else(|| Some(denied.to_string())),
        }
    }
    Err(why)
}
