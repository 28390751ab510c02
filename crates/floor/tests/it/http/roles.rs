//! Every role times every action, and every command asked by everyone.

use axum::http::{Method, StatusCode};
use floor::{Action, Role, may};

use super::operations::{For, Operation, operations};
use testkit::{Request, TABLE_OF_ROLES, TestFloor, has_a_yes};

#[test]
fn every_role_may_do_what_its_column_says_and_nothing_else() {
    assert_eq!(TABLE_OF_ROLES.len(), Action::ALL.len() + 1);
    for role in Role::ALL {
        for action in Action::ALL {
            assert_eq!(may(role, action), has_a_yes(role, action), "{role:?} {action:?}");
        }
    }
}

fn ask(operation: &Operation, session: &str, terminal: &str) -> Request {
    let method: Method = operation.method.to_uppercase().parse().expect("a method");
    let ask = Request::new(method, &operation.address()).by(session).with("croupier-terminal", terminal);
    if operation.body.is_null() { ask } else { ask.json(&operation.body) }
}

#[tokio::test]
async fn every_command_is_for_whom_the_table_says() {
    let house = TestFloor::open().await;
    house.add("bystander", Role::Player).await;
    let terminal = house.someone("kiosk", Role::Terminal).await;
    let mut askers = vec![(None, String::new())];
    for role in Role::ALL {
        askers.push((Some(role), house.someone(&format!("some-{}", role.word()), role).await));
    }
    // Streams never end.
    for operation in operations().iter().filter(|operation| !operation.path.ends_with("/events")) {
        for (role, token) in &askers {
            if operation.path == "/api/sign-out" && !token.is_empty() {
                continue;
            }
            // A terminal has no password.
            let with_password = ["/api/unlock", "/api/me/password"].contains(&operation.path);
            if with_password && *role == Some(Role::Terminal) {
                continue;
            }
            let before = house.heads().await;
            let reply = house.send(ask(operation, token, &terminal)).await;
            let granted = match (operation.who, role) {
                (For::Anyone, _) | (For::Someone, Some(_)) => true,
                (_, None) => false,
                (For::Those(actions), Some(role)) => actions.iter().any(|action| has_a_yes(*role, *action)),
            };
            let said = format!(
                "{} {} {} by {role:?}: {}",
                operation.method,
                operation.path,
                operation.body,
                reply.text()
            );
            if granted {
                assert!(![StatusCode::UNAUTHORIZED, StatusCode::FORBIDDEN].contains(&reply.status), "{said}");
                continue;
            }
            // A sentence of the dealer's is none in the mouth of a player, nor a player's in the mouth of a dealer.
            let expected: &[StatusCode] = match role {
                None => &[StatusCode::UNAUTHORIZED],
                Some(_) if operation.path.ends_with("/say") => {
                    &[StatusCode::FORBIDDEN, StatusCode::UNPROCESSABLE_ENTITY]
                }
                Some(_) => &[StatusCode::FORBIDDEN],
            };
            assert!(expected.contains(&reply.status), "{said}");
            assert_eq!(before, house.heads().await, "{said}");
        }
    }
}

#[tokio::test]
async fn how_high_a_post_a_ruling_needs_is_the_games_own_rule() {
    let house = TestFloor::open().await;
    let dealer = house.dealer("deke", "plus-1").await;
    let manager = house.someone("mary", Role::ShiftManager).await;
    let ruling = "pit voids because of a fire drill";
    let refused = house.say(&dealer, "plus-1", ruling).await;
    assert_eq!((refused.status, refused.problem().as_str()), (StatusCode::CONFLICT, "/problems/refused"));
    assert!(!refused.json()["clauses"].as_array().expect("clauses").is_empty(), "{}", refused.text());
    let heard = house.say(&manager, "plus-1", ruling).await;
    assert_ne!(heard.json()["detail"], refused.json()["detail"], "{}", heard.text());
}

#[tokio::test]
async fn who_is_signed_in_is_not_told_about_others_nor_served_their_rounds() {
    let house = TestFloor::open().await;
    let ann = house.someone("ann", Role::Player).await;
    house.add("bob", Role::Player).await;
    let others = house.send(Request::get("/api/rounds?player=bob").by(&ann)).await;
    assert_eq!(others.status, StatusCode::FORBIDDEN);
    assert_eq!(house.send(Request::get("/api/rounds?player=ann").by(&ann)).await.status, StatusCode::OK);
}

#[tokio::test]
async fn staff_stake_and_pay_nothing_for_a_stranger() {
    let house = TestFloor::open().await;
    let mary = house.someone("mary", Role::ShiftManager).await;
    house.open_betting().await;
    let before = house.heads().await;
    for say in [
        "pit awards 10 to stranger because of a complaint",
        "pit awards 10 to mary because she is staff",
        "pit takes 10 from stranger because of a complaint",
        "dealer bets 10 for stranger on 1",
        "dealer finds stranger 10 on 1",
    ] {
        let reply = house.say(&mary, "plus-1", say).await;
        assert_eq!(reply.status, StatusCode::UNPROCESSABLE_ENTITY, "{say}: {}", reply.text());
        assert!(reply.text().contains("there is no player called"), "{say}: {}", reply.text());
    }
    assert_eq!(before, house.heads().await, "nothing was written");
    // A player who bets may be paid, and so may one who only stands by.
    let ann = house.someone("ann", Role::Player).await;
    house.fund("ann").await;
    house.add("bob", Role::Player).await;
    for (session, say) in [
        (&ann, "bets 10 on 1"),
        (&mary, "dealer closes bets"),
        (&mary, "pit awards 10 to bob because of a complaint"),
    ] {
        let reply = house.say(session, "plus-1", say).await;
        assert_eq!(reply.status, StatusCode::OK, "{say}: {}", reply.text());
    }
    assert_eq!(house.floor.cage().balance("bob").await.expect("a balance"), vocabulary::Chips::whole(10));
}
