//! No log reveals a card that lies face down before it is turned, not even to staff.

use std::path::{Path, PathBuf};

use floor::{Config, DealingConfig, Role, TableConfig};
use serde_json::Value;
use testkit::{Request, TestFloor};

/// A house's rule book with a hole card, at which the dealer looks.
fn house_book(folder: &Path) -> PathBuf {
    let text = include_str!("../../../../../rulebooks/blackjack.toml")
        .replace("hole-card = { is = \"none\"", "hole-card = { is = \"peek\"")
        .replace("surrender = { is = \"early\"", "surrender = { is = \"late\"");
    let clauses = include_str!("../../../../../rulebooks/clauses/blackjack.tsv");
    let path = folder.join("house.toml");
    std::fs::create_dir(folder.join("clauses")).expect("a folder");
    std::fs::write(folder.join("clauses/blackjack.tsv"), clauses).expect("a file");
    std::fs::write(&path, text).expect("a file");
    path
}

async fn log(house: &TestFloor, session: &str) -> Vec<Value> {
    let reply = house.send(Request::get("/api/log?book=table/one").by(session)).await;
    assert!(reply.status.is_success(), "{}", reply.text());
    reply.json().as_array().expect("a list").clone()
}

#[tokio::test]
async fn no_log_tells_a_hole_card_before_it_is_turned() {
    let folder = tempfile::tempdir().expect("a folder");
    let game = house_book(folder.path()).display().to_string();
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of("one", &game) };
    let config = Config { tables: vec![table], ..Config::default() };
    let house = TestFloor::builder().config(config.clone()).pages().open().await;
    let dealer = house.dealer("delia", "one").await;
    let ann = house.visitor("ann", Role::Player).await;
    let staff = [house.visitor("sue", Role::Supervisor).await, house.visitor("otto", Role::Auditor).await];
    house.fund("ann").await;
    for (session, say) in [
        (&dealer, "dealer opens bets"),
        (&ann, "bets 10 on 1"),
        (&dealer, "dealer closes bets"),
        (&dealer, "shoe Ts"),
        (&dealer, "shoe 6d"),
        (&dealer, "shoe 9s"),
        (&dealer, "shoe Kd"),
    ] {
        let said = house.say(session, "one", say).await;
        assert!(said.status.is_success(), "{say}: {}", said.text());
    }
    assert_eq!(house.look("one").await["dealer"]["cards"], serde_json::json!(["6d", "?"]));
    for session in &staff {
        let lines = log(&house, session).await;
        let text = Value::from(lines.clone()).to_string().replace(&game, "house.toml");
        assert!(text.contains("9s") && text.contains("FaceDown"), "the other cards are shown: {text}");
        assert!(!text.contains("Kd"), "{text}");
        let hidden = lines.iter().position(|line| line.to_string().contains("FaceDown")).expect("an entry");
        assert_eq!(lines[hidden]["body"]["said"][0], "shoe ?");
        assert!(lines[..hidden].iter().all(|line| line["hash"].is_string()), "{text}");
        assert!(lines[hidden..].iter().all(|line| line["hash"].is_null()), "a hash tells the card: {text}");
        for path in ["/pit/log", "/pit/log?book=table/one"] {
            let page = house.get(session, path).await;
            assert!(page.status.is_success(), "{path}");
            assert!(!page.text().contains("Kd") && !page.text().contains("K♦"), "{path} tells the card");
        }
    }
    // Neither does a note of the heads, which others keep: it has the head of before.
    let lines = log(&house, &staff[0]).await;
    let hidden = lines.iter().find(|line| line["hash"].is_null()).expect("an entry")["seq"].as_u64();
    let house = house.reopen(config.clone()).await;
    let noted = noted_head(&house);
    assert!(Some(noted) < hidden, "{noted} and {hidden:?}");
    // Players with nothing to answer are not asked.
    for (session, say) in
        [(&dealer, "dealer closes offers"), (&ann, "stands on 1"), (&dealer, "shoe 5c"), (&dealer, "shoe 4c")]
    {
        house.say(session, "one", say).await;
    }
    assert_eq!(house.look("one").await["phase"], "settled");
    let lines = log(&house, &staff[0]).await;
    assert!(Value::from(lines.clone()).to_string().contains("shoe Kd"), "{lines:?}");
    assert!(lines.iter().all(|line| line["hash"].is_string()), "{lines:?}");
    let house = house.reopen(config).await;
    assert!(Some(noted_head(&house)) > hidden, "the round is over");
}

/// The last entry of the table in the last note of the heads.
fn noted_head(house: &TestFloor) -> u64 {
    let notes = format!("{}.heads", house.database().display());
    let shown = format!("{notes}.shown");
    std::fs::copy(notes, &shown).expect("notes");
    let key = &house.floor.journal().heads().expect("heads are kept").key;
    let known = journal::kept_heads(Path::new(&shown), Some(key)).expect("heads");
    known.iter().find(|known| known.stream.as_str() == "table/one").map_or(0, |known| known.head.seq)
}
