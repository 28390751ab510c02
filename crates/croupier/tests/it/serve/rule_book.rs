//! A house's own rule book: once a table has used it, the journal needs no file, in whatever folder it is looked at.

use std::path::Path;
use std::process::{Command, Output};

use testkit::{Request, ServerProcess, poll};

use super::harm::unguarded;
use super::{ARGUMENTS, bet, folder, guest, start, stop};
use crate::program::{err, out, root};

const CONFIG: &str = "[[floor.table]]\nid = \"one\"\ngame = \"house/my.toml\"\nmoney = \"play\"\n\
    seconds = { bets = 1, offers = 1, decision = 1, answers = 1, next-round = 0 }\n\
    settings = { decks = \"6\" }\n";

/// Writes the rule book with this payment for a blackjack.
fn write_book(folder: &Path, pays: &str) {
    let text = std::fs::read_to_string(root().join("rulebooks/blackjack.toml")).expect("a rule book");
    let text = text
        .replace("id = \"blackjack\"", "id = \"house\"")
        .replace("blackjack-pays = { is = \"3:2\"", &format!("blackjack-pays = {{ is = \"{pays}\""));
    let clauses = std::fs::read(root().join("rulebooks/clauses/blackjack.tsv")).expect("a clause table");
    std::fs::create_dir_all(folder.join("house/clauses")).expect("a folder");
    std::fs::write(folder.join("house/clauses/blackjack.tsv"), clauses).expect("a file");
    std::fs::write(folder.join("house/my.toml"), text).expect("a file");
}

/// Plays until a round that somebody has a wager in is over.
fn play(server: &ServerProcess, cookie: &str) {
    let round = || server.send(&Request::get("/api/tables/one")).json()["round"].as_u64();
    let before = round();
    bet(server, cookie);
    poll("the round to be over", || (round() > before).then_some(()));
}

/// Runs the program in a folder, on the journal of another.
fn run(folder: &Path, journal: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
    let database = format!("sqlite:{}", journal.join("croupier.db").display());
    command.current_dir(folder).args(arguments).env("CROUPIER_DATABASE", database);
    command.output().expect("the program runs")
}

fn require(output: &Output, status: i32) {
    assert_eq!(output.status.code(), Some(status), "{}{}", out(output), err(output));
}

#[test]
fn audit_export_replay_and_restart_need_no_file() {
    let house = folder("own-book", CONFIG);
    write_book(&house, "3:2");
    let server = start(&house, &ARGUMENTS, &[]);
    let cookie = guest(&server);
    play(&server, &cookie);
    stop(server);
    require(&run(&house, &house, &["audit"]), 0);

    // The file is changed, then gone: past rounds are shown by the stored rule book.
    write_book(&house, "1:1");
    require(&run(&house, &house, &["audit"]), 0);
    std::fs::remove_dir_all(house.join("house")).expect("a folder");
    let elsewhere = folder("own-book-elsewhere", "");
    require(&run(&elsewhere, &house, &["audit"]), 0);
    let exported = run(&elsewhere, &house, &["export", "one/1"]);
    require(&exported, 0);
    let text = out(&exported);
    let book = text.lines().next().and_then(|line| line.strip_prefix("game ")).expect("a game");
    assert!(book.len() == 64 + ".toml".len() && elsewhere.join(book).is_file(), "{text}");
    assert!(text.contains("set decks 6\n") || text.contains("decks 6\n"), "{text}");
    std::fs::write(elsewhere.join("one.round"), &text).expect("a file");
    require(&run(&elsewhere, &house, &["replay", "one.round"]), 0);
    require(&run(&elsewhere, &house, &["rules", book]), 0);

    let server = start(&house, &ARGUMENTS, &[]);
    let health = server.send(&Request::get("/api/health")).json();
    assert!(health["warnings"]["table/one"].is_string(), "{health}");
    let cookie = guest(&server);
    play(&server, &cookie);
    stop(server);
    require(&run(&elsewhere, &house, &["audit"]), 0);

    let connection = unguarded(&house.join("croupier.db"));
    let changed = "update shelves set body = replace(body, '\"3:2\"', '\"1:1\"') where shelf = 'rulebooks'";
    assert_eq!(connection.execute(changed, []).expect("a statement"), 1);
    drop(connection);
    let found = run(&elsewhere, &house, &["audit"]);
    require(&found, 1);
    assert!(out(&found).contains("its text has another hash"), "{}", out(&found));
}

#[test]
fn a_new_table_needs_its_rule_book() {
    let house = folder("own-book-missing", CONFIG);
    write_book(&house, "3:2");
    stop(start(&house, &ARGUMENTS, &[]));
    let more = format!("{CONFIG}[[floor.table]]\nid = \"two\"\ngame = \"house/none.toml\"\n");
    std::fs::write(house.join("croupier.toml"), more).expect("a file");
    let refused = run(&house, &house, &["serve", "--config", "croupier.toml", "--listen", "127.0.0.1:0"]);
    require(&refused, 2);
    let said = err(&refused);
    assert!(said.contains("table two") && said.contains("house/none.toml"), "{said}");
}
