//! A table brought back from its book.

use std::sync::Arc;

use journal::{Epoch, JournalError, RecordBody, Stream};

use super::books::read;
use super::heed::Outcome;
use super::watch::book_of;
use super::{Floor, LEASE, NotOpened};
use crate::config::{DealingConfig, TableConfig};
use crate::entry::{Entry, ShoeFact};
use crate::keeper::{Book, Heeded};
use crate::meters::{self, Meters, MetersByMoney};
use crate::money::Money;
use crate::sight::{News, RECENT, RecentNews};
use crate::table::{Dealing, Table};
use crate::window::Millis;

/// A table with its book, its meters and its last entries, ready to be kept.
pub(super) type Restored = (Table, Book, MetersByMoney, RecentNews);

/// What was found of a table.
pub(super) struct Found {
    pub(super) restored: Restored,
    /// Whether the server that kept it failed.
    pub(super) failed: bool,
    /// What the config says, where it was not applied before.
    pub(super) heeded: Heeded,
    /// The same, for a person.
    pub(super) says: String,
    /// What an operator should look at.
    pub(super) warning: Option<String>,
}

/// How many entries are read at a time.
const PAGE: usize = 256;

impl Floor {
    /// Brings a table back as its book left it, and says what it found; nothing where another server keeps it.
    pub(super) async fn restore(&self, config: &TableConfig) -> Result<Option<Found>, NotOpened> {
        let stream = book_of(&config.id)?;
        let journal = self.journal();
        journal.announce(&stream, self.clock().now()).await?;
        let Some(epoch) = journal.lease(&stream, &self.config().server, LEASE).await? else {
            return Ok(None);
        };
        let found = self.find(config, stream.clone(), epoch).await;
        if found.is_err() {
            // Another server may be able to play it.
            journal.release(&stream, epoch).await?;
        }
        found.map(Some)
    }

    /// Reads the book of a table that is leased.
    async fn find(&self, config: &TableConfig, stream: Stream, epoch: Epoch) -> Result<Found, NotOpened> {
        let fault = |why: &dyn ToString| NotOpened::table(&config.id, why);
        let dealing = match config.dealing {
            DealingConfig::House => Dealing::House(None),
            DealingConfig::Dealer => Dealing::Dealer,
        };
        let said = self.said_of(config).await?;
        let table = Table::new(said.posted.clone(), dealing, config.seconds).map_err(|why| fault(&why))?;
        let table = table.with_seat_limits(config.seats);
        let reading = Reading::new(table, stream, epoch);
        let mut reading = self.read_on(reading, &config.id).await?;
        let (real, play) = (self.meters(Money::Real, &config.id), self.meters(Money::Play, &config.id));
        let meters = MetersByMoney { real: real.await?, play: play.await? }.resume(&reading.table);
        self.unseal(&mut reading, &config.id).await?;
        reading.book.stored = self.stored_book(reading.table.coming()).await?;
        let Outcome { heeded, says, warning } = self.heed(config, said, &reading).await?;
        let says = std::iter::once(reading.says()).chain(says).collect::<Vec<_>>().join(", ");
        let failed = reading.failed;
        let recent = reading.tail.recent().map_err(|why| fault(&why))?;
        Ok(Found { restored: (reading.table, reading.book, meters, recent), failed, heeded, says, warning })
    }

    /// What a table took and paid in one kind of money.
    async fn meters(&self, money: Money, table: &str) -> Result<Meters, NotOpened> {
        let kept = self.journal().kept(meters::shelf(money), table).await?;
        let meters: Meters = kept.and_then(|body| serde_json::from_str(&body).ok()).unwrap_or_default();
        for book in meters.rule_books() {
            book.find(self.journal()).await?;
        }
        Ok(meters)
    }

    /// Reads the book from the last round that is over.
    async fn read_on(&self, mut reading: Reading, id: &str) -> Result<Reading, NotOpened> {
        let stream = reading.book.stream.clone();
        let last = self.journal().last_round(&stream).await?;
        reading.book.seq = last.as_ref().map_or(0, |round| round.first - 1);
        reading.after = reading.book.seq;
        loop {
            let records = self.journal().bodies(&stream, reading.book.seq, PAGE).await?;
            let whole = records.len() == PAGE;
            reading.tail.turn_page(&reading.table);
            for record in records {
                let entry = match read(self.journal(), &stream, record.seq, &record.body).await {
                    Err(JournalError::Damaged(why)) => return Err(NotOpened::table(id, &why)),
                    entry => entry?,
                };
                reading.take_in(&record, entry).map_err(|why| NotOpened::table(id, &why))?;
            }
            if !whole {
                return Ok(reading);
            }
        }
    }
}

/// A table while its book is read.
pub(super) struct Reading {
    pub(super) table: Table,
    pub(super) book: Book,
    /// The entry after which the book was read.
    pub(super) after: u64,
    /// The shoe in use, where it was begun since, and in which entry.
    pub(super) shoe: Option<(u64, ShoeFact)>,
    /// How many cards are out of it, where that changed since.
    pub(super) drawn: Option<usize>,
    /// Whether the last entry is not that of a floor closing in good order.
    failed: bool,
    tail: Tail,
}

/// The entries that were read last, and the table before them.
struct Tail {
    before: Table,
    entries: Vec<(u64, Millis, Entry)>,
}

impl Tail {
    /// Begins again with this table, where enough was read before it.
    fn turn_page(&mut self, table: &Table) {
        if self.entries.len() >= RECENT {
            *self = Tail { before: table.clone(), entries: Vec::new() };
        }
    }

    /// The last of the entries as news.
    fn recent(self) -> Result<RecentNews, String> {
        let (recent, mut table) = (RecentNews::default(), self.before);
        let first = self.entries.len().saturating_sub(RECENT);
        for (place, (seq, at, entry)) in self.entries.into_iter().enumerate() {
            let before = (place >= first).then(|| table.clone());
            table.catch_up(&entry).map_err(|why| format!("entry {seq}: {why}"))?;
            if let Some(before) = before {
                recent.push(Arc::new(News::new(seq, at, entry, before)));
            }
        }
        Ok(recent)
    }
}

impl Reading {
    fn new(table: Table, stream: Stream, epoch: Epoch) -> Reading {
        let book = Book { stream, epoch, seq: 0, first: 1, opened_at: 0, ended: 0, stored: None };
        let tail = Tail { before: table.clone(), entries: Vec::new() };
        Reading { table, book, after: 0, shoe: None, drawn: None, failed: false, tail }
    }

    fn take_in(&mut self, record: &RecordBody, entry: Entry) -> Result<(), String> {
        self.table.catch_up(&entry).map_err(|why| format!("entry {}: {why}", record.seq))?;
        (self.book.seq, self.failed) = (record.seq, !entry.rest);
        self.drawn = entry.drawn.or(self.drawn);
        if entry.opens.is_some() {
            (self.book.first, self.book.opened_at) = (record.seq, record.at);
        }
        if let Some(round) = record.round {
            self.book.ended = self.book.ended.max(u32::try_from(round).unwrap_or(u32::MAX));
        }
        if let Some(shoe) = &entry.shoe {
            self.shoe = Some((record.seq, shoe.clone()));
        }
        self.tail.entries.push((record.seq, record.at, entry));
        Ok(())
    }

    fn says(&self) -> String {
        match (self.book.seq, self.table.round().end()) {
            (0, _) => "opens for the first time".into(),
            (_, Some(_)) => format!("goes on after round {}", self.table.round().number()),
            (_, None) => format!("goes on in round {}", self.table.round().number()),
        }
    }
}
