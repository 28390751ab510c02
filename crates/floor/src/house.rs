//! The floor itself: its tables, its people, its cage, over one journal.

mod backlog;
mod books;
mod certificate;
mod departed;
mod disks;
mod door;
mod duty;
mod heed;
mod restore;
mod seats;
mod shoes;
mod time;
mod verify;
mod watch;

pub(crate) use backlog::Backlog;
pub use books::entries_of;
pub(crate) use books::read as read_entry;
pub use certificate::Certificate;
pub(crate) use certificate::Reminder;
use restore::{Found, Restored};
pub(crate) use shoes::{SHOES, entries_around};
pub use shoes::{ShoesInUse, check_shoes};
pub(crate) use watch::SERVERS;
pub use watch::{Neighbour, Whereabouts};

use std::collections::{BTreeMap, HashMap};
use std::panic::resume_unwind;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, RwLock};
use std::time::{Duration, Instant};

use journal::{AppendError, BoxFuture, Journal, JournalError, Since, Verdict};
use tokio::task::JoinSet;

use crate::book::Book;
use crate::cage::Cage;
use crate::clock::Clock;
use crate::config::{Config, TableConfig};
use crate::desk::Desk;
use crate::disks::Disks;
use crate::environment::{Environment, SeedSource};
use crate::hold;
use crate::keeper::{Ask, Asker, Keeper};
use crate::money::Money;
use crate::people::{People, Unwelcome};
use crate::shoe_key::ShoeKey;
use crate::window::Millis;

/// How long a server that is gone keeps its tables from the others.
const LEASE: Duration = Duration::from_secs(3);

/// A floor that is open.
#[derive(Clone)]
pub struct Floor {
    inner: Arc<Inner>,
}

struct Inner {
    config: Config,
    journal: Journal,
    clock: Clock,
    seeds: SeedSource,
    shoe_key: ShoeKey,
    tables: RwLock<BTreeMap<Arc<str>, Desk>>,
    /// Who keeps the others, as far as is known.
    elsewhere: RwLock<BTreeMap<String, Neighbour>>,
    /// Tables that could not be taken over, and since when.
    avoided: RwLock<HashMap<String, Instant>>,
    /// What an operator should look at, by part.
    warnings: RwLock<BTreeMap<String, String>>,
    /// The entry of the journal up to which it was found in order.
    verified: AtomicU64,
    disks: Arc<Disks>,
    /// When the certificate that is served expires.
    certificate: RwLock<Option<Millis>>,
    closing: tokio::sync::watch::Sender<bool>,
    watches: RwLock<JoinSet<()>>,
    /// Where credits are bought and cashed out.
    cage: Cage,
    people: People,
    keepers: tokio::sync::Mutex<JoinSet<()>>,
}

/// Why the floor did not open.
#[derive(Debug, thiserror::Error)]
pub enum NotOpened {
    /// The journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The journal is not what was written.
    #[error(
        "the journal is not in order: {found} faults, the first of them: {first}. Somebody or something changed the database: \
         run `croupier audit` to see all of them, find out who can write to it, and put back a copy that is in order"
    )]
    Damaged {
        /// How many faults.
        found: u64,
        /// The first of them.
        first: String,
    },
    /// The floor cannot be set up like this.
    #[error("{}", .0.join("; "))]
    Config(Vec<String>),
    /// What this server writes about itself cannot be written.
    #[error(transparent)]
    People(#[from] Unwelcome),
    /// A table cannot be played.
    #[error("table {table}: {why}")]
    Table {
        /// Which.
        table: String,
        /// Why not.
        why: String,
    },
}

impl NotOpened {
    fn table(id: &str, why: &dyn ToString) -> NotOpened {
        NotOpened::Table { table: id.to_owned(), why: why.to_string() }
    }
}

/// What was found when the floor opened.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What the verification of the journal found.
    pub verdict: Verdict,
    /// What became of each table.
    pub tables: Vec<(String, String)>,
}

impl Floor {
    /// Opens the floor: verifies the journal, brings every table back, applies each game's own clause where a round was on
    /// when the last server went away.
    ///
    /// # Errors
    ///
    /// When the config has faults, the journal fails or is not in order, or a table cannot be played.
    #[must_use]
    pub fn open(
        config: Config,
        journal: Journal,
        environment: Environment,
    ) -> BoxFuture<'static, Result<(Floor, Opened), NotOpened>> {
        Box::pin(Floor::bring_back(config, journal, environment))
    }

    async fn bring_back(
        config: Config,
        journal: Journal,
        environment: Environment,
    ) -> Result<(Floor, Opened), NotOpened> {
        let Environment { clock, cost, seeds, shoe_key, free_space } = environment;
        let faults = config.faults();
        if !faults.is_empty() {
            return Err(NotOpened::Config(faults));
        }
        journal.claim(&config.server).await?;
        let verdict = journal.verify(Since::Checkpoint, &[], |_| {}).await?;
        if let Some(first) = verdict.faults.first() {
            return Err(NotOpened::Damaged { found: verdict.found, first: first.to_string() });
        }
        let server = config.server.clone();
        let book = |name: String| {
            let (journal, server, clock) = (journal.clone(), server.clone(), clock.clone());
            async move { Book::open(&journal, &name, &server, &clock, LEASE).await }
        };
        let cage = Cage::new(book(format!("cage/{server}")).await?, journal.clone(), clock.clone());
        let people_book = book(format!("people/{server}")).await?;
        let people = People::new(journal.clone(), people_book, clock.clone(), cost);
        people.list_sessions().await?;
        let disks = Arc::new(Disks::of(&journal, config.space_limits(), free_space));
        let inner = Inner {
            config,
            journal,
            clock,
            seeds,
            shoe_key,
            tables: RwLock::default(),
            elsewhere: RwLock::default(),
            avoided: RwLock::default(),
            warnings: RwLock::default(),
            verified: AtomicU64::new(verdict.last_entry),
            disks,
            certificate: RwLock::default(),
            closing: tokio::sync::watch::Sender::new(false),
            watches: RwLock::default(),
            cage,
            people,
            keepers: tokio::sync::Mutex::default(),
        };
        let floor = Floor { inner: Arc::new(inner) };
        floor.begin_watching_disks().await;
        // A server alone need not say where it is: nobody else keeps its tables.
        let shared = floor.journal().is_shared();
        if shared {
            floor.note_address().await?;
            floor.begin_renewing();
        }
        let tables = floor.open_tables().await?;
        if shared {
            floor.look().await?;
            floor.begin_looking();
        }
        floor.begin_verifying();
        floor.begin_watching_the_clock();
        floor.begin_noting_activity();
        floor.begin_sweeping();
        floor.begin_ending_seats();
        floor.begin_signing_off();
        Ok((floor, Opened { verdict, tables }))
    }

    /// Brings back all tables at once, and says what was found of each, in the order of the config.
    async fn open_tables(&self) -> Result<Vec<(String, String)>, NotOpened> {
        let tables = &self.inner.config.tables;
        // The registry of the journal lists them in that order too.
        for table in tables {
            self.journal().announce(&watch::book_of(&table.id)?, self.clock().now()).await?;
        }
        let mut opening = JoinSet::new();
        for (place, table) in tables.iter().cloned().enumerate() {
            let floor = self.clone();
            opening.spawn(async move { (place, floor.take_up(&table).await, table.id) });
        }
        let mut found = BTreeMap::new();
        while let Some(opened) = opening.join_next().await {
            let (place, says, id) = opened.unwrap_or_else(|ended| resume_unwind(ended.into_panic()));
            found.insert(place, (id, says?.unwrap_or_else(|| "kept by another server".into())));
        }
        Ok(found.into_values().collect())
    }

    /// Takes a table up as its book left it, wakes it, and says what was found; nothing where another server keeps it.
    async fn take_up(&self, table: &TableConfig) -> Result<Option<String>, NotOpened> {
        let Some(Found { restored, failed, heeded, says, warning }) = self.restore(table).await? else {
            return Ok(None);
        };
        self.warn_of(format!("table/{}", table.id), warning);
        let desk = self.keep(table.id.as_str().into(), restored).await;
        let woken = Ask::WakeUp { failed, standing: self.config().after_power_failure, heeded };
        if let Err(why) = desk.ask(Asker::house(), None, woken).await {
            // Another server may be able to go on.
            desk.dismiss();
            self.journal().release(&desk.lease.0, desk.lease.1).await?;
            return Err(NotOpened::table(&table.id, &why));
        }
        self.show(table.id.as_str().into(), desk);
        Ok(Some(says))
    }

    /// Notes what an operator should look at about a part, or that there is nothing any more.
    fn warn_of(&self, part: String, warning: Option<String>) {
        let mut warnings = hold::write(&self.inner.warnings);
        match warning {
            Some(warning) => warnings.insert(part, warning),
            None => warnings.remove(&part),
        };
    }

    /// Lets everyone find a table. Before it is awake nobody does: the game's clause for a failure comes before what anyone
    /// says.
    fn show(&self, id: Arc<str>, desk: Desk) {
        let mut tables = hold::write(&self.inner.tables);
        // Its keeper may have ended already.
        if !desk.asks.is_closed() {
            tables.insert(id, desk);
        }
    }

    /// Gives a table to a keeper.
    async fn keep(&self, id: Arc<str>, restored: Restored) -> Desk {
        let Inner { journal, clock, seeds, shoe_key, people, .. } = &*self.inner;
        let shoes = (seeds.of_table(Arc::clone(&id)), shoe_key.clone());
        let limits = self.config().approval;
        let (keeper, desk) = Keeper::new(
            Arc::clone(&id),
            journal.clone(),
            clock.clone(),
            shoes,
            (people.clone(), self.play_tables()),
            (limits, self.inner.disks.suspended()),
            restored,
        );
        let floor = Arc::downgrade(&self.inner);
        let mut keepers = self.inner.keepers.lock().await;
        while keepers.try_join_next().is_some() {}
        keepers.spawn(async move {
            let kept = keeper.keep().await;
            if let Some(inner) = floor.upgrade() {
                Floor { inner }.let_go(&id, kept);
            }
        });
        desk
    }

    /// A table whose keeper has ended is kept no more: nobody finds it here, and its streams end.
    fn let_go(&self, id: &Arc<str>, kept: Result<(), AppendError>) {
        match kept {
            Ok(()) => {}
            Err(AppendError::Deposed { .. }) => tracing::warn!(table = %id, "another server keeps the table"),
            Err(error) => tracing::error!(table = %id, %error, "the table is given up"),
        }
        let mut tables = hold::write(&self.inner.tables);
        // The next keeper may have begun already.
        if tables.get(id).is_some_and(|desk| desk.asks.is_closed()) {
            tables.remove(id);
        }
    }

    /// The tables of the config that are for play money.
    fn play_tables(&self) -> Arc<[String]> {
        let tables = self.config().tables.iter();
        tables.filter(|table| table.money == Money::Play).map(|table| table.id.clone()).collect()
    }

    /// The tables kept here.
    #[must_use]
    pub fn tables(&self) -> Vec<Arc<str>> {
        hold::read(&self.inner.tables).keys().cloned().collect()
    }

    /// A table.
    #[must_use]
    pub fn table(&self, id: &str) -> Option<Desk> {
        hold::read(&self.inner.tables).get(id).cloned()
    }

    /// Every part that writes, and whether it can: the journal, the floor's own books, the tables of the config that no other
    /// server keeps.
    #[must_use]
    pub fn parts(&self) -> BTreeMap<String, bool> {
        let Inner { journal, cage, people, config, .. } = &*self.inner;
        let books = [cage.book(), people.book()].map(|book| (book.name().to_owned(), book.is_writable()));
        let table = |id: &str| match self.table(id) {
            Some(desk) => Some(!desk.asks.is_closed()),
            None => (self.whereabouts(id) == Whereabouts::Unkept).then_some(false),
        };
        let tables =
            config.tables.iter().filter_map(|known| Some((format!("table/{}", known.id), table(&known.id)?)));
        let journal = ("journal".to_owned(), journal.failure().is_none());
        books.into_iter().chain(tables).chain([journal]).collect()
    }

    /// What an operator should look at, by part: every part works.
    #[must_use]
    pub fn warnings(&self) -> BTreeMap<String, String> {
        let mut warnings = hold::read(&self.inner.warnings).clone();
        let failing = self.journal().copies().iter().filter(|copy| copy.failure.is_some()).count();
        if failing > 0 {
            let why = format!("{failing} of the copies cannot be written: the log says why");
            warnings.insert("heads".to_owned(), why);
        }
        warnings.extend(self.inner.disks.warnings());
        let certificate = self.certificate().and_then(|certificate| certificate.warning());
        warnings.extend(certificate.map(|why| ("certificate".to_owned(), why)));
        warnings
    }

    /// The cage.
    #[must_use]
    pub fn cage(&self) -> &Cage {
        &self.inner.cage
    }

    /// Everyone.
    #[must_use]
    pub fn people(&self) -> &People {
        &self.inner.people
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.inner.journal
    }

    /// The time.
    #[must_use]
    pub fn clock(&self) -> &Clock {
        &self.inner.clock
    }

    /// How the floor was set up.
    #[must_use]
    pub fn config(&self) -> &Config {
        &self.inner.config
    }

    /// Closes the floor in good order: every table writes the commands it has, and that it rests. Another server may take
    /// it over at once.
    pub async fn close(&self) {
        self.end_watches().await;
        for id in self.tables() {
            if let Some(desk) = self.table(&id) {
                // A table that cannot write it down any more comes back as after a failure.
                let _ = desk.ask_in_turn(Ask::Rest).await;
                if self.journal().is_shared() {
                    let (book, epoch) = &desk.lease;
                    // What is not given back runs out by itself.
                    let _ = self.journal().release(book, *epoch).await;
                }
                desk.dismiss();
            }
        }
        hold::write(&self.inner.tables).clear();
        let mut keepers = self.inner.keepers.lock().await;
        while keepers.join_next().await.is_some() {}
    }
}

/// A password nobody guesses.
#[must_use]
pub fn fresh_password() -> String {
    random_word::<20>()
}

/// Letters and digits that nobody guesses.
fn random_word<const LETTERS: usize>() -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; LETTERS];
    getrandom::fill(&mut bytes).expect("the system has entropy");
    bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect()
}
