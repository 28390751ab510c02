//! The game a page is about: as its rule book has it, or as it stands at a table.

use axum::http::StatusCode;
use floor::{Floor, Problem, RuleBook};
use rulebook::Rules;
use serde::Deserialize;

/// Which table's settings are meant, or which stored rule book.
#[derive(Deserialize)]
pub(crate) struct AtTable {
    pub(crate) table: Option<String>,
    book: Option<String>,
}

/// A game, and at which table.
pub(crate) struct Book {
    pub(crate) rules: Rules,
    pub(crate) table: Option<String>,
    /// A house's own rule book that is meant as it was stored, whatever tables play by today.
    pub(crate) stored: Option<RuleBook>,
}

impl Book {
    /// The game with this word. A house's own game is found by the tables that play it.
    pub(crate) async fn find(floor: &Floor, game: &str, at: AtTable) -> Result<Book, Problem> {
        if let Some(hash) = at.book {
            return Book::stored(floor, game, &hash).await;
        }
        let Some(table) = at.table.filter(|table| !table.is_empty()) else {
            let rules = Rules::of(game).or_else(|| {
                played(floor).into_iter().find(|(_, rules)| rules.id() == game).map(|(_, rules)| rules)
            });
            return rules.map(|rules| Book { rules, table: None, stored: None }).ok_or_else(|| no_game(game));
        };
        let rules = floor::desk(floor, &table)?.standing.borrow().table.rules().clone();
        if rules.id() == game {
            return Ok(Book { rules, table: Some(table), stored: None });
        }
        let detail = format!("the table {table} plays {0}: its page is /rules/{0}?table={table}", rules.id());
        Err(Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail))
    }

    /// A rule book as a past round was played by it.
    async fn stored(floor: &Floor, game: &str, hash: &str) -> Result<Book, Problem> {
        let book = RuleBook::stored(floor.journal(), hash).await?;
        let read = book.and_then(|book| Some((book.rules().ok()?, book)));
        let found = read.filter(|(rules, _)| rules.id() == game);
        found
            .map(|(rules, book)| Book { rules, table: None, stored: Some(book) })
            .ok_or_else(|| no_game(game))
    }

    /// Where what changes on that page comes from.
    pub(crate) fn live(&self, page: &str) -> String {
        format!("/{page}/{}/live{}", self.rules.id(), self.query())
    }

    /// Where a page about it is, such as `rules` or `odds`.
    pub(crate) fn address(&self, page: &str) -> String {
        format!("/{page}/{}{}", self.rules.id(), self.query())
    }

    fn query(&self) -> String {
        match (&self.table, &self.stored) {
            (Some(table), _) => format!("?table={table}"),
            (None, Some(book)) => format!("?book={}", book.hash()),
            (None, None) => String::new(),
        }
    }
}

/// Every table with the rules that stand there.
pub(crate) fn played(floor: &Floor) -> Vec<(String, Rules)> {
    let rules = |id: std::sync::Arc<str>| {
        let rules = floor.table(&id)?.standing.borrow().table.rules().clone();
        Some((id.to_string(), rules))
    };
    floor.tables().into_iter().filter_map(rules).collect()
}

fn no_game(game: &str) -> Problem {
    let detail = format!("there is no game {game:.40}: all of them are listed at /rules");
    Problem::new(StatusCode::NOT_FOUND, "/problems/nothing-here", "there is nothing here", detail)
}
