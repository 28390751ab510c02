//! What was paid is taken back after the player has spent it: the round is void all the same, the floor opens, and the player
//! owes the rest.

use floor::{
    AfterFailure, Cage, Config, DealingConfig, Exchange, NotExchanged, Receipt, Role, TableConfig, Till,
    audit,
};
use journal::Since;
use round::End;
use testkit::{TestFloor, put_on_duty};
use vocabulary::Chips;

const TABLE: &str = "one";

fn config(after_power_failure: AfterFailure) -> Config {
    let table = TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(TABLE, "blackjack") };
    Config { tables: vec![table], after_power_failure, ..Config::default() }
}

async fn exchange(cage: &Cage, what: Exchange, amount: Chips) -> Result<Receipt, NotExchanged> {
    cage.exchange(None, "cass", "ann", what, Till::Cage, amount).await
}

#[tokio::test]
async fn what_is_taken_back_after_it_was_spent_is_owed() {
    let house = TestFloor::with(config(AfterFailure::Wait)).await;
    let (ann, deke) = (house.add("ann", Role::Player).await, house.add("deke", Role::Dealer).await);
    put_on_duty(&house.floor, &deke, TABLE).await;
    let balance = async |house: &TestFloor| house.floor.cage().balance("ann").await.unwrap();
    exchange(house.floor.cage(), Exchange::Bought, Chips::whole(110)).await.unwrap();
    // bob wins the same side wager and spends it too: both are short when the round is void.
    let bob = house.add("bob", Role::Player).await;
    let bobs = async |house: &TestFloor, what, amount| {
        let cage = house.floor.cage();
        cage.exchange(None, "cass", "bob", what, Till::Cage, Chips::whole(amount)).await.unwrap()
    };
    bobs(&house, Exchange::Bought, 110).await;
    house.say_as(&deke, TABLE, "dealer opens bets").await;
    house.say_as(&ann, TABLE, "bets 100 on 1").await;
    house.say_as(&ann, TABLE, "bets 10 on 1 pair").await;
    house.say_as(&bob, TABLE, "bets 100 on 2").await;
    house.say_as(&bob, TABLE, "bets 10 on 2 pair").await;
    house.say_as(&deke, TABLE, "dealer closes bets").await;
    // A pair pays 11 to 1 at once [4.1#4].
    house.say_as(&deke, TABLE, "shoe 9s 8s Ad 9h 8h").await;
    assert_eq!(balance(&house).await, Chips::whole(120));
    exchange(house.floor.cage(), Exchange::CashedOut, Chips::whole(115)).await.unwrap();
    bobs(&house, Exchange::CashedOut, 118).await;

    // The power fails and every round is void: ann gets back 100 and returns 110, of which she has 5 more.
    let house = house.crash(config(AfterFailure::Void)).await;
    let table = house.floor.table(TABLE).unwrap().standing.borrow().table.clone();
    assert_eq!(table.round().end(), Some(End::Void));
    let cage = house.floor.cage();
    assert_eq!((balance(&house).await, cage.debt("ann").await.unwrap()), (Chips::ZERO, Chips::whole(5)));
    assert_eq!(cage.debt("bob").await.unwrap(), Chips::whole(8));

    // The floor goes on. She cashes nothing out before the debt is settled, and settles no more than it.
    house.say_as(&house.add("cyd", Role::Player).await, TABLE, "sits on 3").await;
    exchange(cage, Exchange::Bought, Chips::whole(20)).await.unwrap();
    let debt = Chips::whole(5);
    let out = exchange(cage, Exchange::CashedOut, Chips::whole(1)).await;
    assert_eq!(out, Err(NotExchanged::Owing { debt }));
    assert_eq!(
        exchange(cage, Exchange::Settled, Chips::whole(6)).await,
        Err(NotExchanged::OwesLess { debt })
    );
    exchange(cage, Exchange::Settled, debt).await.unwrap();
    exchange(cage, Exchange::CashedOut, Chips::whole(15)).await.unwrap();
    assert_eq!((balance(&house).await, cage.debt("ann").await.unwrap()), (Chips::ZERO, Chips::ZERO));
    let audited = audit(house.floor.journal(), Since::Start, &[], |_| {}).await.unwrap();
    assert!(audited.is_clean(), "{audited:?}");
}
