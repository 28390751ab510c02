//! The writing connection. Other servers write too, so everything is read under lock, in an order all servers agree on.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::time::Duration;

use tokio_postgres::error::SqlState;
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, Row};

use super::group::{Pens, put};
use super::lost;
use crate::error::{JournalError, StorageError};
use crate::plan::{AccountNow, Known, StreamNow, plan};
use crate::verify::Checkpoint;
use crate::writer::{Answers, Books};
use crate::{Account, Batch, Epoch, Hash, Head, Keep, Stream};

/// So often a transaction is tried again when the database gave way to another server's.
const TRIES: usize = 20;

/// Now, in milliseconds since 1970, by the clock all servers share.
macro_rules! now {
    () => {
        "(extract(epoch from clock_timestamp()) * 1000)::bigint"
    };
}

/// What goes into a statement.
type Values<'v, const N: usize> = [&'v (dyn ToSql + Sync); N];

/// The books on PostgreSQL.
pub(crate) struct PostgresBooks {
    client: Client,
    pens: Pens,
    /// Accounts that are there; none is ever deleted.
    opened: HashSet<Account>,
}

impl PostgresBooks {
    pub(super) async fn new(client: Client) -> Result<PostgresBooks, JournalError> {
        let pens = Pens::new(&client).await?;
        Ok(PostgresBooks { client, pens, opened: HashSet::new() })
    }

    /// Reads what the group needs under lock, decides, writes, commits. `first` begins the transaction, or is empty inside
    /// one.
    async fn try_append(&self, first: &str, group: &[Batch]) -> Result<Answers, Error> {
        let (mut known, entries) = self.recall(first, group).await?;
        let plan = plan(&mut known, entries.into_iter(), group);
        put(&self.client, &self.pens, &known, &plan).await?;
        self.client.batch_execute("commit").await?;
        Ok(plan.answers)
    }

    /// Ends the transaction that brought the database up to date: what already lies on shelves comes under the chain.
    pub(super) async fn adopt(&self) -> Result<(), JournalError> {
        let shelves = "select shelf, key, body from shelves order by shelf, key";
        let rows = self.client.query(shelves, &[]).await?;
        let keep = |row: &Row| Keep { shelf: row.get(0), key: row.get(1), body: Some(row.get(2)) };
        let keeps: Vec<Keep> = rows.iter().map(keep).collect();
        if keeps.is_empty() {
            return Ok(self.client.batch_execute("commit").await?);
        }
        let at = self.client.query_one(concat!("select ", now!()), &[]).await?.get(0);
        let batch = crate::adoption(keeps, at, self.length_of_house().await?);
        crate::adopted(&self.try_append("", &[batch]).await?)
    }

    /// The number of the last record of `house`, which nobody else can write meanwhile.
    async fn length_of_house(&self) -> Result<u64, Error> {
        let house = vec!["house"];
        self.client.query(&self.pens.lock_streams, &[&house]).await?;
        let heads = self.client.query(&self.pens.heads, &[&house]).await?;
        Ok(heads.first().map_or(0, |row| row.get::<_, i64>(1).cast_unsigned()))
    }

    /// All questions go out together, in the order they are first polled. Each sees what was committed before its turn, so
    /// heads are read after the streams are locked.
    async fn recall(&self, first: &str, group: &[Batch]) -> Result<(Known, Vec<i64>), Error> {
        let Wanted { streams, accounts, commands, facts, places, records } = Wanted::of(group);
        let new: Vec<&str> =
            accounts.iter().filter(|account| !self.opened.contains(**account)).map(|a| a.as_str()).collect();
        let accounts: Vec<&str> = accounts.iter().map(|account| account.as_str()).collect();
        let (client, pens) = (&self.client, &self.pens);
        let (of_streams, of_commands): (Values<1>, Values<1>) = ([&streams], [&commands]);
        let (of_new, of_accounts, of_records): (Values<1>, Values<1>, Values<1>) =
            ([&new], [&accounts], [&records]);
        // Facts before entries: of two servers that change one, the later has the higher entry.
        let ((), streams, heads, answers, _, balances, (), entries) = tokio::try_join!(
            biased;
            client.batch_execute(first),
            client.query(&pens.lock_streams, &of_streams),
            client.query(&pens.heads, &of_streams),
            client.query(&pens.answers, &of_commands),
            client.execute(&pens.open_accounts, &of_new),
            client.query(&pens.lock_accounts, &of_accounts),
            self.lock_facts(&places),
            client.query(&pens.entries, &of_records),
        )?;
        let mut known = Known { streams: streams_now(&streams, &heads), ..Known::default() };
        known.answers = answers.iter().map(|row| (row.get(0), row.get(1))).collect();
        known.accounts = balances.iter().filter_map(account_now).collect();
        known.facts = self.facts(&facts).await?;
        let mut entries: Vec<i64> = entries.iter().map(|row| row.get(0)).collect();
        entries.sort_unstable();
        Ok((known, entries))
    }

    /// From here on no other server can change these facts before this transaction ends.
    async fn lock_facts(&self, places: &BTreeSet<(&str, &str)>) -> Result<(), Error> {
        if !places.is_empty() {
            let (shelves, keys): (Vec<&str>, Vec<&str>) = places.iter().copied().unzip();
            self.client.query(&self.pens.lock_facts, &[&shelves, &keys]).await?;
        }
        Ok(())
    }

    /// The facts that are expected, read once they are locked.
    async fn facts(
        &self,
        expected: &BTreeSet<(&str, &str)>,
    ) -> Result<HashMap<(String, String), Option<String>>, Error> {
        let mut facts: HashMap<(String, String), Option<String>> = HashMap::new();
        if expected.is_empty() {
            return Ok(facts);
        }
        facts.extend(expected.iter().map(|(shelf, key)| (((*shelf).to_owned(), (*key).to_owned()), None)));
        let (shelves, keys): (Vec<&str>, Vec<&str>) = expected.iter().copied().unzip();
        let rows = self.client.query(&self.pens.facts, &[&shelves, &keys]).await?;
        facts.extend(rows.iter().map(|row| ((row.get(0), row.get(1)), Some(row.get(2)))));
        Ok(facts)
    }

    async fn try_announce(&self, stream: &Stream, at: i64) -> Result<Option<Head>, Error> {
        self.client.batch_execute("begin").await?;
        let after = self.length_of_house().await?;
        let there = "select 1 from streams where name = $1";
        if self.client.query_opt(there, &[&stream.as_str()]).await?.is_some() {
            self.client.batch_execute("rollback").await?;
            return Ok(None);
        }
        let new = "with new as (insert into streams (name) values ($1) returning id)
                   insert into leases (stream, epoch, until) select id, 0, 0 from new";
        self.client.execute(new, &[&stream.as_str()]).await?;
        let batch = crate::announcement(stream, at, after);
        let answers = self.try_append("", &[batch]).await?;
        Ok(answers.into_iter().find_map(Result::ok).map(|appended| appended.head))
    }

    /// A statement that is a transaction of its own.
    async fn alone(&self, sql: &str, values: &[&(dyn ToSql + Sync)]) -> Result<Vec<Row>, StorageError> {
        for _ in 0..TRIES {
            match self.client.query(sql, values).await {
                Err(why) if gave_way(&why) => {}
                done => return Ok(done?),
            }
        }
        Err(lost())
    }
}

impl Books for PostgresBooks {
    async fn append(&mut self, group: &[Batch]) -> Result<Answers, StorageError> {
        for _ in 0..TRIES {
            match self.try_append("begin", group).await {
                Ok(answers) => {
                    let accounts =
                        group.iter().flat_map(|batch| &batch.records).flat_map(|new| &new.postings);
                    self.opened.extend(accounts.map(|posting| posting.account.clone()));
                    return Ok(answers);
                }
                Err(why) if gave_way(&why) => self.client.batch_execute("rollback").await?,
                Err(why) => return Err(why.into()),
            }
        }
        Err(lost())
    }

    async fn claim(&mut self, server: &str) -> Result<bool, StorageError> {
        // Held by this connection, so that it is free again when the process is gone.
        let sql = "select pg_try_advisory_lock(hashtextextended('croupier ' || $1, 0))";
        Ok(self.client.query_one(sql, &[&server]).await?.get(0))
    }

    async fn announce(&mut self, stream: &Stream, at: i64) -> Result<Option<Head>, StorageError> {
        for _ in 0..TRIES {
            match self.try_announce(stream, at).await {
                Ok(announced) => return Ok(announced),
                Err(why) if gave_way(&why) => self.client.batch_execute("rollback").await?,
                Err(why) => return Err(why.into()),
            }
        }
        Err(lost())
    }

    async fn lease(
        &mut self,
        stream: &Stream,
        server: &str,
        ttl: Duration,
    ) -> Result<Option<Option<Epoch>>, StorageError> {
        let there = "select 1 from streams where name = $1";
        if self.client.query_opt(there, &[&stream.as_str()]).await?.is_none() {
            return Ok(None);
        }
        let sql = concat!(
            "update leases l set epoch = l.epoch + 1, server = $2, until = ",
            now!(),
            " + $3 from streams s where s.id = l.stream and s.name = $1
              and (l.server is null or l.server = $2 or l.until <= ",
            now!(),
            ") returning l.epoch"
        );
        let rows = self.alone(sql, &[&stream.as_str(), &server, &milliseconds(ttl)]).await?;
        Ok(Some(rows.first().map(|row| Epoch(row.get::<_, i64>(0).cast_unsigned()))))
    }

    async fn renew(&mut self, server: &str, ttl: Duration) -> Result<Vec<(Stream, Epoch)>, StorageError> {
        // Locked in the order in which those who write lock them.
        let sql = concat!(
            "with own as (select stream from leases where server = $1 order by stream for no key update)
             update leases l set until = ",
            now!(),
            " + $2 from own, streams s where l.stream = own.stream and s.id = l.stream and l.server = $1
             returning s.name, l.epoch"
        );
        let rows = self.alone(sql, &[&server, &milliseconds(ttl)]).await?;
        let held = |row: &Row| {
            Some((row.get::<_, &str>(0).parse().ok()?, Epoch(row.get::<_, i64>(1).cast_unsigned())))
        };
        Ok(rows.iter().filter_map(held).collect())
    }

    async fn release(&mut self, stream: &Stream, epoch: Epoch) -> Result<(), StorageError> {
        let sql = "update leases l set server = null, until = 0 from streams s
                   where s.id = l.stream and s.name = $1 and l.epoch = $2";
        self.alone(sql, &[&stream.as_str(), &epoch.0.cast_signed()]).await?;
        Ok(())
    }

    async fn remember(&mut self, checkpoint: &Checkpoint) -> Result<(), StorageError> {
        let (body, hash) = checkpoint.written();
        let sql = "insert into checkpoint (id, body, hash) values (1, $1, $2)
                   on conflict (id) do update set body = excluded.body, hash = excluded.hash";
        self.client.execute(sql, &[&body, &hash.0.as_slice()]).await?;
        Ok(())
    }
}

fn milliseconds(ttl: Duration) -> i64 {
    i64::try_from(ttl.as_millis()).unwrap_or(i64::MAX / 2)
}

/// Whether the transaction was rolled back in favour of another server's and can be tried again: a deadlock, or a command,
/// a stream or an account that the other server wrote first.
fn gave_way(error: &Error) -> bool {
    let ways =
        [SqlState::T_R_DEADLOCK_DETECTED, SqlState::T_R_SERIALIZATION_FAILURE, SqlState::UNIQUE_VIOLATION];
    error.code().is_some_and(|code| ways.contains(code))
}

/// What a group names.
struct Wanted<'g> {
    streams: Vec<&'g str>,
    accounts: BTreeSet<&'g Account>,
    commands: Vec<&'g str>,
    /// The shelf and the key of every fact that is expected.
    facts: BTreeSet<(&'g str, &'g str)>,
    /// The same of every fact that is expected or kept. What is adopted is not among them: nobody else writes then.
    places: BTreeSet<(&'g str, &'g str)>,
    records: i32,
}

impl<'g> Wanted<'g> {
    fn of(group: &'g [Batch]) -> Wanted<'g> {
        let streams: BTreeSet<&str> = group.iter().map(|batch| batch.stream.as_str()).collect();
        let records = || group.iter().flat_map(|batch| &batch.records);
        let of_others = group.iter().filter(|batch| batch.stream != Stream::house());
        let places =
            of_others.flat_map(|batch| &batch.records).flat_map(|new| new.keeps.iter().chain(&new.expects));
        Wanted {
            streams: streams.into_iter().collect(),
            accounts: records().flat_map(|new| &new.postings).map(|posting| &posting.account).collect(),
            commands: records().filter_map(|new| new.command.as_ref()).map(|sent| sent.id.as_str()).collect(),
            facts: records().flat_map(|new| &new.expects).map(|fact| (&*fact.shelf, &*fact.key)).collect(),
            places: places.map(|fact| (&*fact.shelf, &*fact.key)).collect(),
            records: i32::try_from(records().count()).unwrap_or(i32::MAX),
        }
    }
}

fn streams_now(locked: &[Row], heads: &[Row]) -> HashMap<Stream, StreamNow> {
    let heads: HashMap<&str, Head> = heads.iter().map(|row| (row.get(0), head(row))).collect();
    let now = |row: &Row| {
        let name: &str = row.get(1);
        let head = heads.get(name).copied().unwrap_or_default();
        Some((name.parse().ok()?, StreamNow { id: row.get(0), epoch: row.get(2), head }))
    };
    locked.iter().filter_map(now).collect()
}

fn head(row: &Row) -> Head {
    let hash: &[u8] = row.get(2);
    let hash = Hash(hash.try_into().expect("the database checks the length of hashes"));
    Head { seq: row.get::<_, i64>(1).cast_unsigned(), hash }
}

fn account_now(row: &Row) -> Option<(Account, AccountNow)> {
    let account = row.get::<_, &str>(1).parse().ok()?;
    Some((account, AccountNow { id: row.get(0), balance: row.get(2) }))
}
