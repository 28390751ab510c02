//! Games of a house's own rule book, told from what is stored with their rounds: no file is needed for any page.

use std::path::Path;

use axum::http::StatusCode;
use floor::{Config, DealingConfig, Role, RuleBook, Seconds, TableConfig};
use testkit::{TestFloor, fast_clocks};

use super::dealt::{play, someone};

/// A dealer deals, the house deals, all share one hand at their terminals.
const GAMES: [&str; 3] = ["blackjack", "plus", "electronic"];

/// Writes a rule book of the house's own, made of one of the five, with this payment for a blackjack.
fn write(folder: &Path, game: &str, pays: &str) {
    let rules = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rulebooks");
    let text = std::fs::read_to_string(rules.join(format!("{game}.toml"))).expect("a rule book");
    let text = text
        .replace(&format!("id = \"{game}\""), &format!("id = \"my-{game}\""))
        .replace("blackjack-pays = { is = \"3:2\"", &format!("blackjack-pays = {{ is = \"{pays}\""));
    let table = format!("clauses/{game}.tsv");
    std::fs::create_dir_all(folder.join("clauses")).expect("a folder");
    std::fs::copy(rules.join(&table), folder.join(&table)).expect("a file");
    std::fs::write(folder.join(format!("{game}.toml")), text).expect("a file");
}

fn book(folder: &Path, game: &str) -> RuleBook {
    RuleBook::open(&path(folder, game)).expect("a rule book")
}

fn path(folder: &Path, game: &str) -> String {
    folder.join(format!("{game}.toml")).display().to_string()
}

fn config(folder: &Path) -> Config {
    let table = |game: &&str| {
        let table = TableConfig::of(game, &path(folder, game));
        match *game {
            "blackjack" => TableConfig { dealing: DealingConfig::Dealer, seconds: Seconds::NONE, ..table },
            _ => TableConfig { seconds: fast_clocks(), ..table },
        }
    };
    Config { tables: GAMES.iter().map(table).collect(), ..Config::default() }
}

/// Plays a round at every table.
async fn play_all(house: &TestFloor) {
    play(house, "blackjack", "dealer opens bets\nann: bets 10 on 1\ndealer closes bets").await;
    play(house, "blackjack", "shoe As\nshoe 7d\nshoe Kh\nshoe Tc").await;
    for game in ["plus", "electronic"] {
        let seen = house.advance_until(game, 1, |seen| seen["phase"] == "betting").await;
        play(house, game, "ann: bets 10 on 1").await;
        house.advance_until(game, 1, |now| now["round"].as_u64() > seen["round"].as_u64()).await;
    }
}

async fn page(house: &TestFloor, session: &str, path: &str) -> String {
    let reply = house.get(session, path).await;
    assert_eq!(reply.status, StatusCode::OK, "{path}: {}", reply.text());
    reply.text()
}

#[tokio::test]
async fn every_page_of_a_house_s_own_game_is_told_from_what_is_stored() {
    let library = &Path::new(env!("CARGO_TARGET_TMPDIR")).join("own-books");
    for game in GAMES {
        write(library, game, "3:2");
    }
    let before: Vec<RuleBook> = GAMES.iter().map(|game| book(library, game)).collect();
    let house = TestFloor::builder().config(config(library)).pages().open().await;
    house.dealer("delia", "blackjack").await;
    let ann = someone(&house, "ann", Role::Player).await;
    let mary = someone(&house, "mary", Role::PitManager).await;
    play_all(&house).await;

    // Another book, then none: a round is shown by the book it was played by.
    for game in GAMES {
        write(library, game, "1:1");
    }
    play(&house, "blackjack", "dealer opens bets\nann: bets 10 on 1").await;
    let after = book(library, "blackjack");
    let house = house.reopen(config(library)).await;
    let pit = page(&house, &mary, "/pit/tables/blackjack").await;
    assert!(pit.contains(before[0].short()) && pit.contains(after.short()), "the pit sees what comes");
    play(&house, "blackjack", "dealer closes bets\nshoe As\nshoe 7d\nshoe Kh\nshoe Tc").await;
    for game in GAMES {
        std::fs::remove_file(path(library, game)).expect("a file");
    }
    std::fs::remove_dir_all(library.join("clauses")).expect("a folder");
    let house = house.reopen(config(library)).await;

    for (game, book) in GAMES.iter().zip(&before) {
        for session in [&ann, &mary] {
            let round = page(&house, session, &format!("/rounds/{game}.1")).await;
            let rules = format!("/rules/my-{game}?book={}", book.hash());
            assert!(
                round.contains(&format!("{rules}#")),
                "clauses lead to the rules it was played by: {round}"
            );
            let rules = page(&house, session, &rules).await;
            assert!(rules.contains("3:2") && rules.contains(book.short()), "{rules}");
            page(&house, session, &format!("/rounds/{game}.1?step=3")).await;
            page(&house, session, &format!("/rounds/{game}.1/json")).await;
        }
        page(&house, &mary, &format!("/rounds/{game}.1/transcript")).await;
        page(&house, &ann, &format!("/tables/{game}")).await;
        page(&house, &ann, &format!("/tables/{game}/history")).await;
        for about in ["rules", "odds"] {
            page(&house, &ann, &format!("/{about}/my-{game}?table={game}")).await;
            page(&house, &ann, &format!("/{about}/my-{game}")).await;
        }
        page(&house, &mary, &format!("/pit/tables/{game}")).await;
        let rules = page(&house, &ann, &format!("/rules/my-{game}?table={game}")).await;
        assert!(rules.contains("1:1"), "today's");
    }
    let unknown = "0".repeat(64);
    for hash in ["", "my.toml", "../my.toml", &unknown] {
        let reply = house.get(&ann, &format!("/rules/my-plus?book={hash}")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{hash}");
    }
}
