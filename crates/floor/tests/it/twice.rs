//! A command that is sent twice at once, and commands that are decided together.

use floor::{Config, DealingConfig, Denied, Exchange, Role, TableConfig, Till};
use testkit::{TestFloor, put_on_duty};
use vocabulary::Chips;

const TABLE: &str = "one";

async fn dealers_table() -> TestFloor {
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(TABLE, "blackjack") };
    TestFloor::with(Config { tables: vec![table], ..Config::default() }).await
}

/// Both come in before the keeper of the table looks, so it decides them together. The second makes no sense after the first.
#[tokio::test]
async fn the_same_command_twice_at_once_is_answered_once_for_both() {
    let house = dealers_table().await;
    let (ann, deke) = (house.add("ann", Role::Player).await, house.add("deke", Role::Dealer).await);
    put_on_duty(&house.floor, &deke, TABLE).await;
    let sue = house.add("sue", Role::Supervisor).await;
    house.fund("ann").await;
    for round in 0..10 {
        house.say_as(&deke, TABLE, "dealer opens bets").await;
        house.say_as(&ann, TABLE, "bets 10 on 1").await;
        let desk = house.floor.table(TABLE).unwrap();
        let close = || desk.say(&deke, Some(format!("close {round}")), "dealer closes bets");
        let (first, again) = tokio::join!(close(), close());
        assert!(first.is_ok(), "{first:?}");
        assert_eq!(first, again);
        let other = desk.say(&deke, Some(format!("close again {round}")), "dealer closes bets").await;
        assert!(matches!(other, Err(Denied::Rules(_))), "{other:?}");
        house.say_as(&sue, TABLE, "pit voids because the test goes on").await;
    }
}

/// The second is refused because of the first, and the first is never written: its player has too little.
#[tokio::test]
async fn what_is_refused_because_of_something_that_is_not_written_is_decided_anew() {
    let house = dealers_table().await;
    let (ann, bob) = (house.add("ann", Role::Player).await, house.add("bob", Role::Player).await);
    let deke = house.add("deke", Role::Dealer).await;
    put_on_duty(&house.floor, &deke, TABLE).await;
    let cage = house.floor.cage();
    cage.exchange(None, "cass", "bob", Exchange::Bought, Till::Cage, Chips::whole(100)).await.unwrap();
    house.say_as(&deke, TABLE, "dealer opens bets").await;
    let desk = house.floor.table(TABLE).unwrap();
    // One plays on a spot at this table.
    let (poor, rich) = tokio::join!(
        desk.say(&ann, Some("1".into()), "bets 10 on 1"),
        desk.say(&bob, Some("1".into()), "bets 10 on 1")
    );
    assert!(matches!(poor, Err(Denied::Overdrawn { .. })), "{poor:?}");
    assert!(rich.is_ok(), "{rich:?}");
}
