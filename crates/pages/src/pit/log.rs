//! `/pit/log`: the newest entries of every book as they are written, or of one.

use std::collections::{HashMap, VecDeque};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Query, State};
use axum::response::{IntoResponse, Response};
use floor::{Action, Eyes, Floor, LogLine, Problem};
use maud::{Markup, html};
use serde::Deserialize;

use super::told::sentences;
use super::{Console, main};
use crate::House;
use crate::door::Door;
use crate::live::{Watched, follow_floor};
use crate::moment::moment;
use crate::texts::Language;
use crate::visitor::Looking;

const HERE: &str = "/pit/log";
/// How many entries are looked back on in each book, or in one book alone.
const EACH: u64 = 25;
/// How many entries are shown.
const SHOWN: usize = 120;

/// Which book, where not all.
#[derive(Deserialize, Clone, Default)]
pub(super) struct Wanted {
    #[serde(default)]
    book: String,
}

impl Wanted {
    /// Its part of an address.
    fn query(&self) -> String {
        // A book's name is of letters, digits, dashes and a stroke; anything else names no book.
        let named = self.book.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-/".contains(&byte));
        if self.book.is_empty() || !named { String::new() } else { format!("?book={}", self.book) }
    }
}

pub(super) async fn page(
    State(house): State<House>,
    looking: Looking,
    Query(wanted): Query<Wanted>,
) -> Response {
    let (here, live) = (format!("{HERE}{}", wanted.query()), format!("{HERE}/live{}", wanted.query()));
    let shown = async {
        Door::Pit.enter_for(&looking, Action::Log)?;
        let mut log = Log::new(wanted, looking.eyes(), looking.language);
        log.catch_up(&house.floor).await?;
        Ok::<Markup, Problem>(log.markup(&house.floor, &looking))
    };
    match shown.await {
        Ok(main) => {
            let (title, now) = (looking.language.pit().log, house.floor.clock().now());
            Console { looking: &looking, title, here: &here, live: Some(live), now, main }.into_response()
        }
        Err(problem) => Door::Pit.refused(&looking, problem),
    }
}

pub(super) async fn live(
    State(house): State<House>,
    looking: Looking,
    Query(wanted): Query<Wanted>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let log = Log::new(wanted, looking.eyes(), looking.language);
    follow_floor(house, looking, upgrade, log)
}

/// The log as one viewer reads it.
struct Log {
    wanted: Wanted,
    eyes: Eyes,
    language: Language,
    /// Every book, with the number of the last entry read.
    books: Vec<(String, u64)>,
    read: HashMap<String, u64>,
    /// The newest first.
    lines: VecDeque<Line>,
}

/// An entry as it is shown.
struct Line {
    at: i64,
    id: String,
    book: String,
    by: String,
    says: Vec<String>,
}

impl Watched for Log {
    async fn fragments(&mut self, house: &House, looking: &Looking) -> Option<Markup> {
        let entered = Door::Pit.enter_for(looking, Action::Log);
        if entered.is_ok() {
            self.catch_up(&house.floor).await.ok()?;
        }
        Some(super::guarded(looking, entered, || self.markup(&house.floor, looking)))
    }
}

impl Log {
    fn new(wanted: Wanted, eyes: Eyes, language: Language) -> Log {
        Log { wanted, eyes, language, books: Vec::new(), read: HashMap::new(), lines: VecDeque::new() }
    }

    /// Reads what was written since, of the books that are wanted.
    async fn catch_up(&mut self, floor: &Floor) -> Result<(), Problem> {
        self.books = floor.books().await?;
        let mut fresh = Vec::new();
        for (book, last) in self.books.clone() {
            if !self.wanted.book.is_empty() && self.wanted.book != book {
                continue;
            }
            let far = if self.wanted.book.is_empty() { EACH } else { EACH * 4 };
            let after = self.read.get(&book).copied().unwrap_or(0).max(last.saturating_sub(far));
            if last > after {
                fresh.extend(floor.log_lines(&book, after).await?);
            }
        }
        fresh.sort_by_key(|line| line.at);
        for line in fresh {
            let read = self.read.entry(line.book.clone()).or_default();
            *read = line.seq.max(*read);
            let line = self.line(line);
            self.lines.push_front(line);
        }
        self.lines.truncate(SHOWN);
        Ok(())
    }

    fn line(&self, line: LogLine) -> Line {
        let says = sentences(&line, &self.eyes, self.language);
        let id = format!("log-{}-{}", line.book.replace('/', "-"), line.seq);
        Line { at: line.at, id, book: line.book, by: line.by, says }
    }

    fn markup(&self, floor: &Floor, looking: &Looking) -> Markup {
        let texts = self.language.pit();
        let content = html! {
            p.dim { (texts.log_why) }
            (self.filter())
            section #log.paper.pit-log {
                @if self.lines.is_empty() { p { (texts.log_empty) } }
                div role="log" aria-live="polite" tabindex="0" aria-label=(texts.log) {
                    ol { @for line in &self.lines { (line.markup()) } }
                }
            }
        };
        main(floor, looking, texts.log, HERE, &content)
    }

    fn filter(&self) -> Markup {
        let texts = self.language.pit();
        html! {
            form #filter.pit-filter method="get" action=(HERE) {
                label { (texts.book)
                    select #book name="book" {
                        option value="" selected[self.wanted.book.is_empty()] { (texts.every_book) }
                        @for (book, _) in &self.books { option value=(book) selected[*book == self.wanted.book] { (book) } }
                    }
                }
                button { (texts.show) }
            }
        }
    }
}

impl Line {
    fn markup(&self) -> Markup {
        let (date, clock) = moment(self.at);
        html! {
            li id=(self.id) {
                time datetime=(date) title=(date) { (clock) }
                " " a.book href={ (HERE) "?book=" (self.book) } { (self.book) }
                " " span.by { (self.by) }
                div.says { @for sentence in &self.says { p { (sentence) } } }
            }
        }
    }
}
