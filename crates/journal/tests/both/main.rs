//! The same story on both databases: whatever is true of a journal is true of it on SQLite and on PostgreSQL.

mod postgres;
mod story;
mod table;

use std::error::Error;

use journal::DatabaseUrl;

type Told = Result<(), Box<dyn Error>>;

fn told(story: impl Future<Output = Told>) {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(story).expect("the story goes as it is told");
}

#[test]
fn the_story_on_sqlite_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let url: DatabaseUrl = format!("sqlite:{}", folder.path().join("floor.db").display()).parse().unwrap();
    told(async {
        story::all(&url).await?;
        story::opened_again(&url).await
    });
}

#[test]
fn the_story_on_sqlite_in_memory() {
    told(async { story::all(&"sqlite::memory:".parse()?).await });
}

/// One test for all that needs a server, which is started once.
#[test]
fn the_story_on_postgresql() {
    let Some(server) = postgres::Server::started() else { return };
    told(async {
        let url = server.database("story").await;
        story::all(&url).await?;
        story::opened_again(&url).await?;
        story::several_servers(&server.database("servers").await).await
    });
}
