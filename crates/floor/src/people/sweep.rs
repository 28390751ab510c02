//! Sessions that have expired are taken off the shelf, a page at a time, so that nobody who left costs those who stay.

use std::sync::RwLock;

use super::listing::{TOGETHER, ends};
use super::session::{SESSIONS, gone};
use super::{Line, People, Session, Unwelcome, departed};
use crate::book::NotWritten;
use crate::hold;
use crate::window::Millis;
use journal::Keep;

/// The pause after all sessions were checked, before the next sweep.
const PAUSE: Millis = 60 * 1000;

/// How far the sweep of the sessions got.
#[derive(Default)]
pub(super) struct Sweep(RwLock<Reached>);

#[derive(Clone, Default)]
struct Reached {
    /// The last session that was checked; `None` if the sweep starts from the first.
    after: Option<String>,
    /// When the sweep goes on, by the clock's uptime.
    next: Millis,
}

impl People {
    /// Looks at the next page of sessions, and ends those that have expired.
    pub(crate) async fn sweep(&self) -> Result<(), Unwelcome> {
        let Reached { after, next } = hold::read(&self.sweep.0).clone();
        let uptime = self.clock.uptime();
        if after.is_none() && uptime < next {
            return Ok(());
        }
        if after.is_none() && self.journal.is_shared() {
            self.sweep_departures().await?;
        }
        let page = self.journal.shelf_after(SESSIONS, after.as_deref().unwrap_or_default(), TOGETHER).await?;
        self.end_expired(&page).await?;
        let after = page.last().filter(|_| page.len() == TOGETHER).map(|(key, _)| key.clone());
        *hold::write(&self.sweep.0) = Reached { after, next: uptime + PAUSE };
        Ok(())
    }

    async fn end_expired(&self, page: &[(String, String)]) -> Result<(), Unwelcome> {
        let now = self.clock.now();
        let read = page.iter().filter_map(|(key, body)| Some((key, body, Session::read(body)?)));
        let expired: Vec<_> = read.filter(|(_, _, session)| session.has_expired(now)).collect();
        if expired.is_empty() {
            return Ok(());
        }
        let who = format!("{} sessions", expired.len());
        let mut line = Line::new("house", "removed as expired", &who);
        for (key, body, session) in &expired {
            line.expects.push(Keep { body: Some((*body).clone()), ..gone(key) });
            line.keeps.extend(ends(&session.name, key));
        }
        match self.write(line).await {
            // Somebody else was faster with one of them: the next time is soon enough.
            Err(NotWritten::Changed) => return Ok(()),
            written => written?,
        }
        let keys: Vec<String> = expired.into_iter().map(|(key, ..)| key.clone()).collect();
        self.forget_sessions(&keys);
        Ok(())
    }

    /// Takes departures that every server has seen off their shelf.
    async fn sweep_departures(&self) -> Result<(), Unwelcome> {
        let now = self.clock.now();
        let kept = self.journal.shelf_after(departed::DEPARTED, "", TOGETHER).await?;
        let old: Vec<_> = kept.into_iter().filter(|(_, at)| departed::is_old(at, now)).collect();
        if old.is_empty() {
            return Ok(());
        }
        let who = format!("{} departures", old.len());
        let mut line = Line::new("house", "removed as heard", &who);
        for (name, at) in old {
            let gone = departed::fact(&name, None);
            line.expects.push(Keep { body: Some(at), ..gone.clone() });
            line.keeps.push(gone);
        }
        match self.write(line).await {
            Err(NotWritten::Changed) => Ok(()),
            written => Ok(written?),
        }
    }
}
