//! The same story on both databases: whatever is true of a journal is true of it on SQLite and on PostgreSQL.

use std::time::Instant;

use journal::{DatabaseUrl, HeadsConfig, Journal, Opening};
use testkit::{PATIENCE, Postgres};
use tokio_postgres::Client;

use crate::story::{self, Outcome};
use crate::{facts, model};

fn run(story: impl Future<Output = Outcome>) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(story).expect("the story goes as it is told");
}

pub(crate) fn the_story_on_sqlite_in_a_file() {
    let folder = tempfile::tempdir().expect("the journal works");
    let url: DatabaseUrl =
        format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("the journal works");
    run(async {
        story::all(&url).await?;
        story::opened_again(&url).await
    });
}

pub(crate) fn the_story_on_sqlite_in_memory() {
    run(async { story::all(&"sqlite::memory:".parse()?).await });
}

pub(crate) fn a_simple_model_agrees_on_sqlite() {
    model::agrees(&"sqlite::memory:".parse().expect("the journal works"), 300);
}

/// One test for all that needs a server, which is started once.
pub(crate) fn the_story_on_postgresql() {
    let server = Postgres::start();
    run(async {
        let url = server.database("story").await;
        story::all(&url).await?;
        story::opened_again(&url).await?;
        history_stays(&server.client("story").await).await;
        let url = server.database("servers").await;
        story::several_servers(&url).await?;
        story::servers_fight_over_a_stream(&url).await
    });
    run(facts::what_lies_on_shelves_is_covered(&server));
    run(forgetful(&server));
    run(heads_of_another(&server));
    let runtime = tokio::runtime::Runtime::new().expect("the journal works");
    model::agrees(&runtime.block_on(server.database("model")), 60);
    run(async {
        let journal = Journal::open(&server.database("lost").await, Opening::Serve).await?;
        story::a_lost_database_ends_the_writing(&journal, || drop(server)).await
    });
}

/// History is never edited by anybody.
async fn history_stays(client: &Client) {
    for table in ["streams", "records", "postings", "rounds", "players", "facts"] {
        let column = if table == "streams" { "id" } else { "entry" };
        for statement in [
            format!("update {table} set {column} = {column}"),
            format!("delete from {table}"),
            format!("truncate {table} cascade"),
        ] {
            let refused = client.batch_execute(&statement).await.expect_err("it stays");
            let why = refused.as_db_error().expect("the database says why").message().to_owned();
            assert!(why.contains("are never changed or deleted"), "{statement}: {why}");
        }
    }
    let negative = "update accounts set balance = -1 where name = 'player/ann'";
    assert!(client.batch_execute(negative).await.is_err(), "a player never has less than nothing");
}

/// A database that may lose what it acknowledged is refused, or told to be careful for our own session.
async fn forgetful(server: &Postgres) -> Outcome {
    let url = server.database("forgetful").await;
    for setting in ["fsync", "full_page_writes"] {
        set(server, setting, "off").await;
        let why = Journal::open(&url, Opening::Serve).await.expect_err("it is refused").to_string();
        assert!(why.contains(&format!("set {setting} = on in postgresql.conf")), "{why}");
        set(server, setting, "on").await;
    }
    set(server, "wal_writer_delay", "10s").await;
    set(server, "synchronous_commit", "off").await;
    let journal = Journal::open(&url, Opening::Serve).await?;
    let client = server.client("forgetful").await;
    let place = |which: &str| format!("select pg_current_wal_{which}_lsn()::text");
    let before: String = client.query_one(&place("insert"), &[]).await?.get(0);
    journal.announce(&"cage".parse()?, 0).await?;
    let on_disk = format!("select pg_current_wal_flush_lsn() > '{before}'::pg_lsn");
    assert!(client.query_one(&on_disk, &[]).await?.get::<_, bool>(0), "what is acknowledged is on disk");
    journal.close().await;
    set(server, "wal_writer_delay", "200ms").await;
    set(server, "synchronous_commit", "on").await;
    Ok(())
}

/// Heads are kept for PostgreSQL too, where a file is named: a database that lacks what they know is not served.
async fn heads_of_another(server: &Postgres) -> Outcome {
    let folder = tempfile::tempdir()?;
    let heads = || HeadsConfig { path: Some(folder.path().join("heads")), ..HeadsConfig::default() };
    let known = server.database("known").await;
    for _ in 0..2 {
        let journal = Journal::open_with(&known, Opening::Serve, heads()).await?;
        journal.announce(&"cage".parse()?, 0).await?;
        journal.close().await;
    }
    let other = server.database("other").await;
    let why = Journal::open_with(&other, Opening::Serve, heads()).await.expect_err("it is refused");
    assert!(why.to_string().contains("house lost entry 1"), "{why}");
    Ok(())
}

/// Changes a setting of the server, and waits until it holds.
async fn set(server: &Postgres, setting: &str, value: &str) {
    let client = server.client("postgres").await;
    let change = format!("alter system set {setting} = '{value}'");
    client.batch_execute(&change).await.expect("the server takes it");
    client.batch_execute("select pg_reload_conf()").await.expect("the server takes it");
    let (show, start) = (format!("show {setting}"), Instant::now());
    loop {
        let client = server.client("postgres").await;
        let shown: String = client.query_one(&show, &[]).await.expect("the server answers").get(0);
        if shown == value {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "{setting} is still {shown}");
    }
}
