//! A house's own rule book is stored whole, by its hash: rounds are played, told and audited by it, whatever becomes of the file.

use std::path::PathBuf;

use axum::http::StatusCode;
use floor::{
    Audited, Config, DealingConfig, Entry, Floor, NotOpened, Posted, Role, RuleBook, TableConfig, audit,
};
use journal::{Batch, DatabaseUrl, Epoch, Journal, Keep, NewRecord, Opening, Record, Since, Stream};
use serde_json::{Value, json};
use tempfile::TempDir;
use testkit::{ManualClock, Request, TestFloor, environment};

/// A folder with a rule book of the house's own.
struct Library {
    folder: TempDir,
}

impl Library {
    fn new() -> Library {
        let library = Library { folder: tempfile::tempdir().expect("a folder") };
        library.write("3:2");
        library
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("my.toml")
    }

    /// Writes the rule book with this payment for a blackjack, and its clause table beside it.
    fn write(&self, pays: &str) {
        let text = include_str!("../../../../../rulebooks/blackjack.toml")
            .replace("id = \"blackjack\"", "id = \"house\"")
            .replace("blackjack-pays = { is = \"3:2\"", &format!("blackjack-pays = {{ is = \"{pays}\""))
            .replace("clauses/blackjack.tsv", "my.tsv");
        let clauses = include_str!("../../../../../rulebooks/clauses/blackjack.tsv");
        std::fs::write(self.folder.path().join("my.tsv"), clauses).expect("a file");
        std::fs::write(self.path(), text).expect("a file");
    }

    /// Removes the rule book and its clause table.
    fn burn(&self) {
        std::fs::remove_file(self.path()).expect("a file");
        std::fs::remove_file(self.folder.path().join("my.tsv")).expect("a file");
    }

    fn table(&self, id: &str) -> TableConfig {
        let game = self.path().display().to_string();
        TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(id, &game) }
    }

    /// A floor with a dealer's table of this game.
    fn config(&self) -> Config {
        Config { tables: vec![self.table("one")], ..Config::default() }
    }

    /// The rule book as it lies there now.
    fn book(&self) -> RuleBook {
        RuleBook::open(&self.path().display().to_string()).expect("a rule book")
    }
}

/// Opens a floor on which ann has credits.
async fn open(library: &Library) -> TestFloor {
    let house = TestFloor::with(library.config()).await;
    house.dealer("delia", "one").await;
    house.add("ann", Role::Player).await;
    house.fund("ann").await;
    house
}

/// Everyone says their part.
async fn say(house: &TestFloor, said: &[(&str, &str)]) {
    for (name, say) in said {
        let person = house.floor.people().find(name).await.expect("the journal reads").expect("someone");
        house.say_as(&person, "one", say).await;
    }
}

const BETS: [(&str, &str); 3] =
    [("delia", "dealer opens bets"), ("ann", "bets 10 on 1"), ("delia", "dealer closes bets")];
const BLACKJACK: [(&str, &str); 4] =
    [("delia", "shoe As"), ("delia", "shoe 7d"), ("delia", "shoe Kh"), ("delia", "shoe Tc")];

/// Plays a round in which ann has a blackjack, and returns what she won.
async fn play_blackjack(house: &TestFloor) -> i64 {
    let before = balance(house).await;
    say(house, &BETS).await;
    say(house, &BLACKJACK).await;
    balance(house).await - before
}

async fn balance(house: &TestFloor) -> i64 {
    let account = "player/ann".parse().expect("an account");
    house.floor.journal().balance(&account).await.expect("the journal reads").units()
}

async fn records(house: &TestFloor) -> Vec<Record> {
    let stream = "table/one".parse().expect("a book");
    house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads")
}

async fn entries(house: &TestFloor) -> Vec<Entry> {
    let records = records(house).await;
    records.iter().map(|record| Entry::read(&record.body).expect("an entry")).collect()
}

/// The rule book that each round was opened by.
async fn books_of_rounds(house: &TestFloor) -> Vec<Option<RuleBook>> {
    entries(house).await.into_iter().filter_map(|entry| Some(entry.opens?.rules.book)).collect()
}

/// The rule book in each entry that posts rules.
async fn posted_books(house: &TestFloor) -> Vec<(String, Option<RuleBook>)> {
    let posted = |entry: Entry| Some((entry.by, entry.posted?.book));
    entries(house).await.into_iter().filter_map(posted).collect()
}

async fn audited(journal: &Journal) -> Audited {
    audit(journal, Since::Start, &[], |_| {}).await.expect("the journal reads")
}

async fn require_clean(house: &TestFloor, rounds: u64) {
    let audited = audited(house.floor.journal()).await;
    assert!(audited.is_clean() && audited.rounds == rounds, "{audited:?}");
}

#[tokio::test]
async fn a_file_changed_within_a_round_is_posted_and_holds_from_the_next_round_on() {
    let library = Library::new();
    let (first, house) = (library.book(), open(&library).await);
    assert_eq!(play_blackjack(&house).await, 1_500);
    say(&house, &BETS).await;
    say(&house, &BLACKJACK[..1]).await;
    require_clean(&house, 1).await;

    library.write("1:1");
    let second = library.book();
    let before = balance(&house).await;
    let house = house.reopen(library.config()).await;
    let changed = format!("(rule book: {}, not {})", second.short(), first.short());
    let says = &house.opened["one"];
    assert!(
        says.starts_with("goes on in round 2, by the changed rule book, from the next round on"),
        "{says}"
    );
    assert!(says.ends_with(&changed), "{says}");
    say(&house, &BLACKJACK[1..]).await;
    assert_eq!(balance(&house).await - before, 2_500, "the round is settled by the rule book it began with");
    assert_eq!(play_blackjack(&house).await, 1_000, "the next one by the new");
    assert_eq!(posted_books(&house).await, [("house".to_owned(), Some(second.clone()))]);
    let books = [&first, &first, &second].map(|book| Some(book.clone()));
    assert_eq!(books_of_rounds(&house).await, books);
    require_clean(&house, 3).await;

    let house = house.reopen(library.config()).await;
    assert_eq!(house.opened["one"], "goes on after round 3", "the same file says nothing new");
    library.burn();
    require_clean(&house, 3).await;
    let token = house.token("ann").await;
    for round in 1..=3 {
        let path = format!("/api/rounds/one/{round}");
        let told = house.send(Request::get(&path).by(&token)).await.json();
        assert_eq!(told["result"], "passed", "{told}");
        let won = if round < 3 { 15.0 } else { 10.0 };
        assert_eq!(told["nets"]["ann"].as_f64(), Some(won), "{told}");
        let text = house.send(Request::get(&format!("{path}/transcript")).by(&token)).await.text();
        let book = if round < 3 { &first } else { &second };
        assert!(text.starts_with(&format!("game {}.toml\n", book.hash())), "{text}");
        let path = format!("/api/rulebooks/{}", book.hash());
        assert_eq!(house.send(Request::get(&path).by(&token)).await.text(), *book.text().expect("its text"));
    }
}

#[tokio::test]
async fn a_table_goes_on_without_the_file_and_that_is_told() {
    let library = Library::new();
    let (book, house) = (library.book(), open(&library).await);
    assert_eq!(play_blackjack(&house).await, 1_500);
    assert!(house.floor.warnings().is_empty());
    let faulty =
        std::fs::read_to_string(library.path()).expect("a text").replace("3:2", "as much as you like");
    library.burn();
    let house = house.reopen(library.config()).await;
    let says = house.opened["one"].clone();
    assert!(says.contains(&format!("by the stored rule book {}", book.short())), "{says}");
    assert!(says.contains("no rule book file"), "{says}");
    let health = house.send(Request::get("/api/health")).await;
    assert_eq!(health.status, StatusCode::OK);
    let warning = health.json()["warnings"]["table/one"].as_str().expect("a sentence").to_owned();
    assert!(warning.contains(book.short()), "{warning}");
    assert!(!warning.contains("my.toml"), "anyone reads this: {warning}");
    assert_eq!(play_blackjack(&house).await, 1_500);

    std::fs::write(library.path(), faulty).expect("a file");
    let house = house.crash(library.config()).await;
    assert!(house.opened["one"].contains("blackjack-pays"), "{}", house.opened["one"]);
    assert_eq!(play_blackjack(&house).await, 1_500);
    assert_eq!(books_of_rounds(&house).await, [(); 3].map(|()| Some(book.clone())));
    require_clean(&house, 3).await;

    library.write("3:2");
    let house = house.reopen(library.config()).await;
    assert_eq!(house.opened["one"], "goes on after round 3");
    assert!(house.floor.warnings().is_empty());

    library.burn();
    let mut config = library.config();
    config.tables.push(library.table("two"));
    let why = house.crash_for_good(config).await.to_string();
    assert!(why.starts_with("table two: ") && why.contains("needs the file this once"), "{why}");
}

/// A book is the same wherever it lies; one with another id is another game.
#[tokio::test]
async fn a_file_may_be_moved_but_the_game_of_a_table_stays() {
    let (library, elsewhere) = (Library::new(), Library::new());
    let house = open(&library).await;
    assert_eq!(play_blackjack(&house).await, 1_500);
    library.burn();
    let house = house.reopen(elsewhere.config()).await;
    assert_eq!(play_blackjack(&house).await, 1_500);
    assert!(house.floor.warnings().is_empty());
    let text = std::fs::read_to_string(elsewhere.path()).expect("a text").replace("\"house\"", "\"other\"");
    std::fs::write(elsewhere.path(), text).expect("a file");
    let house = house.reopen(elsewhere.config()).await;
    assert!(house.opened["one"].contains("a table keeps its game"), "{}", house.opened["one"]);
    assert_eq!(play_blackjack(&house).await, 1_500);
    require_clean(&house, 3).await;
}

/// Writes another text where the journal keeps a rule book.
async fn keep_instead(journal: &Journal, book: &RuleBook, text: Option<String>) {
    let stream: Stream = "intruder".parse().expect("a stream");
    journal.announce(&stream, 0).await.expect("a stream");
    let keep = Keep { shelf: "rulebooks".into(), key: book.hash().to_owned(), body: text };
    let record = NewRecord { body: "{}".into(), keeps: vec![keep], ..NewRecord::default() };
    let batch = Batch { stream, epoch: Epoch::default(), after: 0, records: vec![record] };
    journal.append(batch).await.expect("it is written");
}

#[tokio::test]
async fn an_audit_finds_a_rule_book_that_was_changed_or_removed() {
    let text = |book: &RuleBook| book.text().expect("its text").replace("\"3:2\"", "\"6:5\"");
    for (text, told) in
        [(Some(text as fn(&RuleBook) -> String), "its text has another hash"), (None, "is not stored")]
    {
        let library = Library::new();
        let (book, house) = (library.book(), open(&library).await);
        play_blackjack(&house).await;
        require_clean(&house, 1).await;
        keep_instead(house.floor.journal(), &book, text.map(|text| text(&book))).await;
        let audited = audited(house.floor.journal()).await;
        let found = audited.rule_books_at_fault.join("\n");
        assert!(!audited.is_clean() && found.contains(told) && found.contains(book.hash()), "{found}");
        assert!(found.contains("table/one entry"), "{found}");
    }
}

/// Posting rules names neither a file of this machine nor another rule book.
#[tokio::test]
async fn posting_keeps_the_rule_book_and_opens_no_file() {
    let library = Library::new();
    let (book, house) = (library.book(), open(&library).await);
    let mary = house.someone("mary", Role::PitManager).await;
    let game = library.path().display().to_string();
    let post = |id: &'static str, posted: Value| {
        let body = json!({ "id": id, "posted": posted });
        house.send(Request::post("/api/tables/one/post").by(&mary).json(&body))
    };
    let other = Library::new();
    other.write("1:1");
    let heads = house.heads().await;
    for (id, posted, status) in [
        ("1", json!({ "game": other.path().display().to_string() }), 422),
        ("2", json!({ "game": "/etc/passwd" }), 422),
        ("3", json!({ "game": game, "book": other.book().hash() }), 422),
        ("4", json!({ "game": game, "book": "../../my.toml" }), 400),
        ("5", json!({ "game": "blackjack" }), 422),
    ] {
        let reply = post(id, posted.clone()).await;
        assert_eq!(reply.status.as_u16(), status, "{posted}: {}", reply.text());
        assert!(!reply.text().contains("root:"), "{}", reply.text());
    }
    assert_eq!(house.heads().await, heads, "nothing is written");
    library.burn();
    let limits = json!({ "main": [1_000, 50_000] });
    assert_eq!(post("6", json!({ "game": game, "limits": limits })).await.status, StatusCode::OK);
    assert_eq!(
        post("7", json!({ "game": game, "book": book.hash(), "limits": limits })).await.status,
        StatusCode::OK
    );
    assert_eq!(play_blackjack(&house).await, 1_500);
    assert_eq!(books_of_rounds(&house).await, [Some(book.clone())]);
    let house = house.reopen(library.config()).await;
    assert_eq!(
        house.floor.table("one").expect("the table").standing.borrow().table.coming().limits["main"].0,
        1_000
    );
    require_clean(&house, 1).await;
}

/// The books of the cage and of the table as they were written before rule books were stored: with a path only.
async fn as_written_before(house: &TestFloor) -> Journal {
    let url: DatabaseUrl = "sqlite::memory:".parse().expect("a database");
    let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
    for name in ["cage/floor", "table/one"] {
        let stream: Stream = name.parse().expect("a stream");
        journal.announce(&stream, 0).await.expect("a stream");
        let records = house.floor.journal().records(&stream, 0, 1000).await.expect("the journal reads");
        let batch =
            Batch { epoch: Epoch::default(), after: 0, records: records.iter().map(copy).collect(), stream };
        journal.append(batch).await.expect("it is written");
    }
    journal
}

fn copy(record: &Record) -> NewRecord {
    let Record { at, round, postings, body, .. } = record.clone();
    let written_before = |mut entry: Entry| {
        for posted in entry.opens.iter_mut().map(|opens| &mut opens.rules).chain(&mut entry.posted) {
            *posted = Posted { book: None, ..posted.clone() };
        }
        entry.write()
    };
    let body = Entry::read(&body).map_or(body, written_before);
    NewRecord { at, body, postings, round, ..NewRecord::default() }
}

#[tokio::test]
async fn a_journal_with_paths_only_takes_the_rule_book_up_once() {
    let library = Library::new();
    let house = open(&library).await;
    play_blackjack(&house).await;
    let journal = as_written_before(&house).await;
    assert!(audited(&journal).await.is_clean(), "by the file, as ever");
    let open = async || {
        Floor::open(library.config(), journal.clone(), environment(ManualClock::default().clock())).await
    };
    let (floor, opened) = open().await.expect("the floor opens");
    assert!(opened.tables[0].1.contains("its rule book is stored from now on"), "{:?}", opened.tables);
    floor.close().await;
    // From now on the file may say what it likes of earlier rounds.
    library.write("1:1");
    let audited_now = audited(&journal).await;
    assert!(audited_now.is_clean() && audited_now.rule_books == 1, "{audited_now:?}");
    library.burn();
    assert!(audited(&journal).await.is_clean());
    let (floor, opened) = open().await.expect("the floor opens without the file");
    assert!(opened.tables[0].1.contains("by the stored rule book"), "{:?}", opened.tables);
    floor.close().await;
}

#[tokio::test]
async fn a_journal_with_paths_only_needs_the_file_once() {
    let library = Library::new();
    let house = open(&library).await;
    play_blackjack(&house).await;
    let journal = as_written_before(&house).await;
    library.burn();
    let opened = Floor::open(library.config(), journal, environment(ManualClock::default().clock())).await;
    match opened.err() {
        Some(NotOpened::Table { table, why }) => {
            assert!(table == "one" && why.contains("needs the file this once"), "{table}: {why}");
        }
        other => panic!("{other:?}"),
    }
}
