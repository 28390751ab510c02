//! A floor with dealers' tables, and rounds played there.

use floor::{Config, DealingConfig, Role, Seconds, TableConfig};
use testkit::{TestFloor, put_on_duty};

/// Opens a dealer's table of each of these games with these settings, called like `plus-d`, and one that the house deals,
/// `plus-1`.
pub(crate) async fn open(games: &[(&str, &[(&str, &str)])]) -> TestFloor {
    let table = |(game, settings): &(&str, &[(&str, &str)])| {
        let mut table = TableConfig::of(&format!("{game}-d"), game);
        table.settings = settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
        TableConfig { dealing: DealingConfig::Dealer, seconds: Seconds::NONE, ..table }
    };
    let tables = games.iter().map(table).chain([TableConfig::of("plus-1", "plus")]).collect();
    let house = TestFloor::builder().config(Config { tables, ..Config::default() }).pages().open().await;
    let delia = house.add("delia", Role::Dealer).await;
    for (game, _) in games {
        put_on_duty(&house.floor, &delia, &format!("{game}-d")).await;
    }
    house
}

/// Adds someone, with credits where they play, and returns their session.
pub(crate) async fn someone(house: &TestFloor, name: &str, role: Role) -> String {
    let session = house.someone(name, role).await;
    if role == Role::Player {
        house.fund(name).await;
    }
    session
}

/// Says the sentences of a round, one a line: `NAME: SENTENCE`, or the dealer's.
pub(crate) async fn play(house: &TestFloor, table: &str, sentences: &str) {
    for line in sentences.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (name, say) = line.split_once(": ").unwrap_or(("delia", line));
        let person = house.floor.people().find(name).await.expect("the journal reads").expect("someone");
        house.say_as(&person, table, say).await;
    }
}
