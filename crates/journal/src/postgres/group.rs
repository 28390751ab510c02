//! The statements of a group: rows go as arrays, one statement for all rows of a table.

use std::collections::BTreeMap;

use tokio_postgres::{Client, Error, Statement};

use crate::plan::{Known, Plan, Sealed};

/// The statements every group needs, prepared once.
pub(super) struct Pens {
    pub(super) lock_streams: Statement,
    pub(super) heads: Statement,
    pub(super) answers: Statement,
    pub(super) lock_facts: Statement,
    pub(super) facts: Statement,
    pub(super) open_accounts: Statement,
    pub(super) lock_accounts: Statement,
    pub(super) entries: Statement,
    records: Statement,
    postings: Statement,
    balances: Statement,
    facts_kept: Statement,
    keep: Statement,
    drop: Statement,
    rounds: Statement,
    players: Statement,
}

const LOCK_STREAMS: &str = "select s.id, s.name, l.epoch from leases l join streams s on s.id = l.stream
    where s.name = any($1) order by s.id for no key update of l";
const HEADS: &str = "select s.name, h.seq, h.hash from streams s cross join lateral
    (select seq, hash from records where stream = s.id order by seq desc limit 1) h
    where s.name = any($1)";
const ANSWERS: &str = "select command, answer from records where command = any($1)";
/// A fact that is not there yet has no row to lock.
const LOCK_FACTS: &str = "select pg_advisory_xact_lock(hashtextextended('croupier fact ' || place, 0))
    from (select distinct shelf || ' ' || key as place from unnest($1::text[], $2::text[]) v (shelf, key)
    order by place) places";
const FACTS: &str = "select s.shelf, s.key, s.body from shelves s
    join unnest($1::text[], $2::text[]) v (shelf, key) on s.shelf = v.shelf and s.key = v.key";
const OPEN_ACCOUNTS: &str =
    "insert into accounts (name, balance) select name, 0 from unnest($1::text[]) name order by name
    on conflict do nothing";
const LOCK_ACCOUNTS: &str =
    "select id, name, balance from accounts where name = any($1) order by name for no key update";
const ENTRIES: &str = "select nextval('entries') from generate_series(1, $1)";
const RECORDS: &str = "insert into records (entry, stream, seq, at, epoch, prev, hash, command, answer, body)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
    $6::bytea[], $7::bytea[], $8::text[], $9::text[], $10::text[])";
const POSTINGS: &str = "insert into postings (entry, n, account, amount)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[])";
const BALANCES: &str = "update accounts a set balance = v.balance
    from unnest($1::bigint[], $2::bigint[]) v (id, balance) where a.id = v.id";
const FACTS_KEPT: &str = "insert into facts (entry, n, shelf, key, digest)
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::bytea[])";
const KEEP: &str =
    "insert into shelves (shelf, key, body) select * from unnest($1::text[], $2::text[], $3::text[])
    on conflict (shelf, key) do update set body = excluded.body";
const DROP: &str = "delete from shelves using unnest($1::text[], $2::text[]) v (shelf, key)
    where shelves.shelf = v.shelf and shelves.key = v.key";
const ROUNDS: &str = "insert into rounds (entry, stream, number, first, opened_at, closed_at)
    select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[],
    $6::bigint[])";
const PLAYERS: &str = "insert into players (entry, n, player, stream, closed_at)
    select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[])";

impl Pens {
    pub(super) async fn new(client: &Client) -> Result<Pens, Error> {
        Ok(Pens {
            lock_streams: client.prepare(LOCK_STREAMS).await?,
            heads: client.prepare(HEADS).await?,
            answers: client.prepare(ANSWERS).await?,
            lock_facts: client.prepare(LOCK_FACTS).await?,
            facts: client.prepare(FACTS).await?,
            open_accounts: client.prepare(OPEN_ACCOUNTS).await?,
            lock_accounts: client.prepare(LOCK_ACCOUNTS).await?,
            entries: client.prepare(ENTRIES).await?,
            records: client.prepare(RECORDS).await?,
            postings: client.prepare(POSTINGS).await?,
            balances: client.prepare(BALANCES).await?,
            facts_kept: client.prepare(FACTS_KEPT).await?,
            keep: client.prepare(KEEP).await?,
            drop: client.prepare(DROP).await?,
            rounds: client.prepare(ROUNDS).await?,
            players: client.prepare(PLAYERS).await?,
        })
    }
}

/// Writes what was decided. Most statements go out one behind the other without waiting for each.
pub(super) async fn put(client: &Client, pens: &Pens, known: &Known, plan: &Plan<'_>) -> Result<(), Error> {
    if plan.records.is_empty() {
        return Ok(());
    }
    tokio::try_join!(
        biased;
        put_records(client, pens, &plan.records),
        put_postings(client, pens, known, &plan.records),
        put_balances(client, pens, known, plan),
        put_facts(client, pens, &plan.records),
        put_shelves(client, pens, &plan.records),
        put_rounds(client, pens, &plan.records),
        put_players(client, pens, &plan.records),
    )?;
    Ok(())
}

/// One column of all rows.
fn column<'r, 'g, T>(rows: &'r [Sealed<'g>], of: impl Fn(&'r Sealed<'g>) -> T) -> Vec<T> {
    rows.iter().map(of).collect()
}

async fn put_records(client: &Client, pens: &Pens, rows: &[Sealed<'_>]) -> Result<u64, Error> {
    client
        .execute(
            &pens.records,
            &[
                &column(rows, |row| row.entry),
                &column(rows, |row| row.stream),
                &column(rows, |row| row.seq),
                &column(rows, |row| row.new.at),
                &column(rows, |row| row.epoch),
                &column(rows, |row| row.prev.0.as_slice()),
                &column(rows, |row| row.hash.0.as_slice()),
                &column(rows, |row| row.new.command.as_ref().map(|sent| sent.id.as_str())),
                &column(rows, |row| row.new.command.as_ref().map(|sent| sent.answer.as_str())),
                &column(rows, |row| row.new.body.as_str()),
            ],
        )
        .await
}

async fn put_postings(
    client: &Client,
    pens: &Pens,
    known: &Known,
    rows: &[Sealed<'_>],
) -> Result<u64, Error> {
    let (mut entries, mut ns, mut accounts, mut amounts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for row in rows {
        for (n, posting) in (0i64..).zip(&row.new.postings) {
            entries.push(row.entry);
            ns.push(n);
            accounts.push(known.accounts[&posting.account].id);
            amounts.push(posting.amount.units());
        }
    }
    if entries.is_empty() {
        return Ok(0);
    }
    client.execute(&pens.postings, &[&entries, &ns, &accounts, &amounts]).await
}

async fn put_balances(client: &Client, pens: &Pens, known: &Known, plan: &Plan<'_>) -> Result<u64, Error> {
    if plan.changed.is_empty() {
        return Ok(0);
    }
    let now = || plan.changed.iter().map(|account| &known.accounts[*account]);
    let ids: Vec<i64> = now().map(|now| now.id).collect();
    let balances: Vec<i64> = now().map(|now| now.balance).collect();
    client.execute(&pens.balances, &[&ids, &balances]).await
}

async fn put_facts(client: &Client, pens: &Pens, rows: &[Sealed<'_>]) -> Result<u64, Error> {
    let (mut entries, mut ns, mut digests) = (Vec::new(), Vec::new(), Vec::new());
    let (mut shelves, mut keys) = (Vec::new(), Vec::new());
    for row in rows {
        for (n, fact) in (0i64..).zip(&row.facts) {
            entries.push(row.entry);
            ns.push(n);
            shelves.push(fact.shelf);
            keys.push(fact.key);
            digests.push(fact.digest.as_ref().map(|digest| digest.0.as_slice()));
        }
    }
    if entries.is_empty() {
        return Ok(0);
    }
    client.execute(&pens.facts_kept, &[&entries, &ns, &shelves, &keys, &digests]).await
}

/// A statement may touch a row once: of several facts under one key the last is written.
async fn put_shelves(client: &Client, pens: &Pens, rows: &[Sealed<'_>]) -> Result<(), Error> {
    let mut facts: BTreeMap<(&str, &str), Option<&str>> = BTreeMap::new();
    for keep in rows.iter().flat_map(|row| &row.new.keeps) {
        facts.insert((&keep.shelf, &keep.key), keep.body.as_deref());
    }
    let (mut shelves, mut keys, mut bodies) = (Vec::new(), Vec::new(), Vec::new());
    let (mut from, mut gone) = (Vec::new(), Vec::new());
    for ((shelf, key), body) in facts {
        if let Some(body) = body {
            shelves.push(shelf);
            keys.push(key);
            bodies.push(body);
        } else {
            from.push(shelf);
            gone.push(key);
        }
    }
    if !keys.is_empty() {
        client.execute(&pens.keep, &[&shelves, &keys, &bodies]).await?;
    }
    if !gone.is_empty() {
        client.execute(&pens.drop, &[&from, &gone]).await?;
    }
    Ok(())
}

async fn put_rounds(client: &Client, pens: &Pens, rows: &[Sealed<'_>]) -> Result<u64, Error> {
    let ended: Vec<_> = rows.iter().filter_map(|row| Some((row, row.new.round.as_ref()?))).collect();
    if ended.is_empty() {
        return Ok(0);
    }
    let column = |of: fn(&Sealed<'_>, &crate::RoundEnd) -> i64| -> Vec<i64> {
        ended.iter().map(|(row, round)| of(row, round)).collect()
    };
    client
        .execute(
            &pens.rounds,
            &[
                &column(|row, _| row.entry),
                &column(|row, _| row.stream),
                &column(|_, round| round.number),
                &column(|_, round| round.first.cast_signed()),
                &column(|_, round| round.opened_at),
                &column(|row, _| row.new.at),
            ],
        )
        .await
}

async fn put_players(client: &Client, pens: &Pens, rows: &[Sealed<'_>]) -> Result<u64, Error> {
    let (mut entries, mut ns, mut players) = (Vec::new(), Vec::new(), Vec::new());
    let (mut streams, mut times) = (Vec::new(), Vec::new());
    for row in rows {
        for (n, player) in (0i64..).zip(row.new.round.iter().flat_map(|round| &round.players)) {
            entries.push(row.entry);
            ns.push(n);
            players.push(player.as_str());
            streams.push(row.stream);
            times.push(row.new.at);
        }
    }
    if entries.is_empty() {
        return Ok(0);
    }
    client.execute(&pens.players, &[&entries, &ns, &players, &streams, &times]).await
}
