//! The same story on both databases: whatever is true of a journal is true of it on SQLite and on PostgreSQL.

use journal::{DatabaseUrl, Journal, Opening};
use testkit::Postgres;
use tokio_postgres::Client;

use crate::model;
use crate::story::{self, Outcome};

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

pub(crate) fn nothing_goes_in_the_clear_unasked() {
    for (url, word) in [
        ("postgres://floor@localhost/casino?sslmode=require", "sslmode=require"),
        ("postgres://floor:secret@db.example/casino", "another machine"),
    ] {
        let runtime = tokio::runtime::Runtime::new().expect("the journal works");
        let refused =
            runtime.block_on(Journal::open(&url.parse().expect("the journal works"), Opening::Serve));
        let why = refused.expect_err("it is refused").to_string();
        assert!(why.contains(word) && !why.contains("secret"), "{why}");
    }
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
    let runtime = tokio::runtime::Runtime::new().expect("the journal works");
    model::agrees(&runtime.block_on(server.database("model")), 60);
    run(async {
        let journal = Journal::open(&server.database("lost").await, Opening::Serve).await?;
        story::a_lost_database_ends_the_writing(&journal, || drop(server)).await
    });
}

/// History is never edited, whoever tries.
async fn history_stays(client: &Client) {
    for table in ["streams", "records", "postings", "rounds", "players"] {
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
