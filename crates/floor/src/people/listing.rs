//! The sessions of each person. Every session lies on the shelf of sessions, by the fingerprint of its token, and its fingerprint
//! once more on a shelf of its owner's: so somebody's sessions are found without a look at anybody else's, at whichever server
//! they began.

use journal::{JournalError, Keep};

use super::session::{SESSIONS, gone};
use super::{Line, People, Session, Unwelcome};

/// How many sessions one line of the book is about, at most.
pub(super) const TOGETHER: usize = 500;
/// The shelf of what a journal was brought up to date with.
pub(super) const FORMAT: &str = "people-format";

/// The shelf of somebody's sessions: when each began, by the fingerprint of its token.
fn shelf_of(name: &str) -> String {
    format!("{SESSIONS}/{name}")
}

/// The facts that a session begins.
pub(super) fn begins(key: &str, session: &Session) -> [Keep; 2] {
    let body = Some(crate::json::text(session));
    let since = Some(session.since.to_string());
    [Keep { body, ..gone(key) }, Keep { body: since, ..unlisted(&session.name, key) }]
}

/// The facts that a session of somebody has ended.
pub(super) fn ends(name: &str, key: &str) -> [Keep; 2] {
    [gone(key), unlisted(name, key)]
}

fn unlisted(name: &str, key: &str) -> Keep {
    Keep { shelf: shelf_of(name), key: key.to_owned(), body: None }
}

impl People {
    /// The fingerprints of someone's sessions.
    pub(super) async fn sessions_of(&self, name: &str) -> Result<Vec<String>, JournalError> {
        let listed = self.journal.shelf(&shelf_of(name)).await?;
        Ok(listed.into_iter().map(|(key, _)| key).collect())
    }

    /// Lists the sessions that an earlier version began, once for a journal.
    pub(crate) async fn list_sessions(&self) -> Result<(), Unwelcome> {
        if self.journal.kept(FORMAT, SESSIONS).await?.is_some() {
            return Ok(());
        }
        let mut after = String::new();
        loop {
            let page = self.journal.shelf_after(SESSIONS, &after, TOGETHER).await?;
            let Some((last, _)) = page.last() else { break };
            after.clone_from(last);
            let mut keeps = Vec::new();
            for (key, body) in &page {
                let Some(session) = Session::read(body) else { continue };
                let [_, listed] = begins(key, &session);
                if self.journal.kept(&listed.shelf, key).await?.is_none() {
                    keeps.push(listed);
                }
            }
            if !keeps.is_empty() {
                self.note("house", "listed by name", &format!("{} sessions", keeps.len()), keeps).await?;
            }
        }
        // A journal without sessions has none to be listed: nothing is written into a new one.
        if after.is_empty() {
            return Ok(());
        }
        let format = Keep { shelf: FORMAT.into(), key: SESSIONS.into(), body: Some("by name".into()) };
        Ok(self
            .write(Line { keeps: vec![format], ..Line::new("house", "listed by name", "sessions") })
            .await?)
    }
}
