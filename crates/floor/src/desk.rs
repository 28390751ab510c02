//! A table's desk: where others ask its keeper, look at the table and listen to it.

use std::sync::Arc;

use journal::{Epoch, Stream};
use tokio::sync::mpsc::error::TrySendError;
use tokio::sync::{Notify, broadcast, mpsc, oneshot, watch};

use crate::keeper::{Answer, Ask, Asked, Asker, Denied};
use crate::meters::MetersByMoney;
use crate::people::{People, Person, Unwelcome};
use crate::presence::Presence;
use crate::roles::Role;
use crate::sight::{News, RecentNews};
use crate::speech::{players_named, staked_for};
use crate::table::Table;

/// A table as everyone who asks finds it.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The table.
    pub table: Table,
    /// The number of the last entry in its book.
    pub seq: u64,
    /// What it took and paid.
    pub meters: Arc<MetersByMoney>,
}

/// All that others have of a table: where to ask, where to look, where to listen.
#[derive(Clone)]
pub struct Desk {
    pub(crate) asks: mpsc::Sender<Asked>,
    /// The table as it stands.
    pub standing: watch::Receiver<Arc<Standing>>,
    /// Ends with the keeper, even if someone still holds the desk.
    pub(crate) news: broadcast::WeakSender<Arc<News>>,
    /// The last entries.
    pub(crate) recent: RecentNews,
    pub(crate) dismissed: Arc<Notify>,
    /// The table's book and the epoch in which it is kept here.
    pub(crate) lease: (Stream, Epoch),
    /// Everyone whom staff may speak of.
    pub(crate) people: People,
    /// Who is at the table.
    pub(crate) presence: Presence,
    /// The tables for play money, where guests play.
    pub(crate) play_tables: Arc<[String]>,
}

impl Desk {
    pub(crate) async fn ask(&self, by: Asker, id: Option<String>, what: Ask) -> Result<Answer, Denied> {
        let (reply, answer) = oneshot::channel();
        let asked = Asked { by, id, what, reply };
        self.asks.try_send(asked).map_err(|full| match full {
            TrySendError::Full(_) => Denied::Busy,
            TrySendError::Closed(_) => keeper_ended(),
        })?;
        self.answered(answer).await
    }

    /// The house asks, and is never turned away: however many wait, it waits with them.
    pub(crate) async fn ask_in_turn(&self, what: Ask) -> Result<Answer, Denied> {
        let (reply, answer) = oneshot::channel();
        let asked = Asked { by: Asker::house(), id: None, what, reply };
        self.asks.send(asked).await.map_err(|_| keeper_ended())?;
        self.answered(answer).await
    }

    async fn answered(&self, answer: oneshot::Receiver<Result<Answer, Denied>>) -> Result<Answer, Denied> {
        tokio::select! {
            biased;
            answer = answer => answer.unwrap_or_else(|_| Err(keeper_ended())),
            // A keeper that ends as this comes in may never have seen it.
            () = self.asks.closed() => Err(keeper_ended()),
        }
    }

    /// What happens at the table from now on, entry by entry. News of an entry comes before a snapshot that includes it.
    #[must_use]
    pub fn listen(&self) -> broadcast::Receiver<Arc<News>> {
        // A table that is no longer kept here has no news.
        self.news.upgrade().map_or_else(|| broadcast::channel(1).1, |news| news.subscribe())
    }

    /// Ends the keeper once it has written what it is about to write. The table sends no news here after that.
    pub(crate) fn dismiss(&self) {
        self.dismissed.notify_one();
    }

    /// Someone says something at the table. Answered once it is on disk.
    ///
    /// # Errors
    ///
    /// When it is not carried out; nothing has changed then.
    pub async fn say(&self, person: &Person, id: Option<String>, say: &str) -> Result<Answer, Denied> {
        self.say_all(person, id, vec![say.to_owned()]).await
    }

    /// Someone says several sentences in one breath: one entry in the table's book, or none.
    ///
    /// # Errors
    ///
    /// When one of them is not carried out; nothing has changed then.
    pub async fn say_all(
        &self,
        person: &Person,
        id: Option<String>,
        sentences: Vec<String>,
    ) -> Result<Answer, Denied> {
        self.require_enabled(person).await?;
        let mut by = Asker::from(person);
        if person.role != Role::Player {
            for say in &sentences {
                by.for_guest |= self.names_a_guest(say).await?;
                by.for_absent = by.for_absent.or(self.stakes_for_absent(say).await?);
            }
        }
        let id = id.map(|id| format!("{}:{id}", person.name));
        self.ask(by, id, Ask::Say(sentences)).await
    }

    /// Whether staff speak of a guest. They speak of players of the floor: a name that nobody has would have an account
    /// nobody can get at.
    async fn names_a_guest(&self, say: &str) -> Result<bool, Denied> {
        let mut guest = false;
        for name in players_named(say) {
            let found = self.people.find(&name).await.map_err(|why| Denied::Away(why.to_string()))?;
            let player = found.filter(|person| person.role == Role::Player);
            guest |= player.ok_or(Denied::Stranger(name))?.guest;
        }
        Ok(guest)
    }

    /// The player whose chips staff would put at further risk although that player is signed in nowhere. A seat with a wager
    /// outlasts its player until the round is over.
    async fn stakes_for_absent(&self, say: &str) -> Result<Option<String>, Denied> {
        let Some(name) = staked_for(say) else { return Ok(None) };
        let away = |why: Unwelcome| Denied::Away(why.to_string());
        let is_disabled = self.people.is_disabled(&name).await.map_err(away)?;
        let is_present = !is_disabled && self.people.is_signed_in(&name).await.map_err(away)?;
        Ok((!is_present).then_some(name))
    }

    /// Refuses what staff may not speak of at this table: strangers, guests where real money is played for, and further chips
    /// of players who are gone.
    pub(crate) async fn require_players(&self, say: &str) -> Result<(), Denied> {
        let for_guest = self.names_a_guest(say).await?;
        if let Some(name) = self.stakes_for_absent(say).await? {
            return Err(Denied::PlayerAbsent(name));
        }
        if for_guest && self.standing.borrow().table.posted().money.is_real() {
            return Err(Denied::RealMoney(Arc::clone(&self.play_tables)));
        }
        Ok(())
    }
}

fn keeper_ended() -> Denied {
    Denied::Away("its keeper has ended".into())
}
