//! Bodies that make no sense, each listed here with its sender and the status it gets. Nothing is read from the API document,
//! which is made from the code under test.

use std::collections::BTreeSet;

use floor::Role;
use serde_json::{Value, json};
use testkit::{PASSWORD, Request, TestFloor};

use super::operations::operations;

/// What is sent, by whom, and what comes of it.
struct Bad {
    path: &'static str,
    by: Option<Role>,
    body: Value,
    status: u16,
}

fn bad(path: &'static str, by: Role, body: Value, status: u16) -> Bad {
    Bad { path, by: Some(by), body, status }
}

fn stranger(path: &'static str, body: Value, status: u16) -> Bad {
    Bad { path, by: None, body, status }
}

/// Who deals at a table, what takes two people, and seats.
fn on_duty() -> Vec<Bad> {
    use Role::{Dealer, Player, Supervisor};
    let (dealers, sign_on) = ("/api/tables/{table}/dealers", "/api/tables/{table}/sign-on");
    let (stay, end_seat) = ("/api/tables/{table}/stay", "/api/tables/{table}/end-seat");
    let approve = "/api/tables/{table}/approvals/{number}";
    vec![
        bad(dealers, Supervisor, json!({ "id": "a", "dealer": "some-dealer" }), 400),
        bad(dealers, Supervisor, json!({ "id": "a", "dealer": "nobody", "assigned": true }), 422),
        bad(dealers, Supervisor, json!({ "id": "a", "dealer": "bystander", "assigned": true }), 422),
        bad(dealers, Dealer, json!({ "id": "a", "dealer": "some-dealer", "assigned": true }), 403),
        stranger(dealers, json!({ "id": "a", "dealer": "some-dealer", "assigned": true }), 401),
        bad(sign_on, Dealer, json!({ "id": "a", "on": "yes" }), 400),
        bad(sign_on, Dealer, json!({ "id": "a", "on": true }), 409),
        bad(sign_on, Supervisor, json!({ "id": "a", "on": true }), 403),
        stranger(sign_on, json!({ "id": "a", "on": true }), 401),
        bad(approve, Supervisor, json!({ "id": "a" }), 400),
        bad(approve, Supervisor, json!({ "id": "a", "approve": true }), 404),
        bad(approve, Player, json!({ "id": "a", "approve": true }), 403),
        stranger(approve, json!({ "id": "a", "approve": true }), 401),
        bad(stay, Player, json!({}), 400),
        bad(stay, Player, json!({ "id": "a" }), 409),
        bad(stay, Dealer, json!({ "id": "a" }), 403),
        stranger(stay, json!({ "id": "a" }), 401),
        bad(end_seat, Supervisor, json!({ "id": "a", "player": "bystander" }), 400),
        bad(end_seat, Supervisor, json!({ "id": "a", "player": "bystander", "why": "left" }), 409),
        bad(end_seat, Player, json!({ "id": "a", "player": "bystander", "why": "left" }), 403),
        stranger(end_seat, json!({ "id": "a", "player": "bystander", "why": "left" }), 401),
    ]
}

fn all() -> Vec<Bad> {
    use Role::{Administrator, Cashier, Dealer, PitManager, Player, Supervisor};
    let (say, post, open) = ("/api/tables/{table}/say", "/api/tables/{table}/post", "/api/operate/open");
    let (cage, people, person) = ("/api/cage", "/api/people", "/api/people/{name}");
    let filling = "/api/cage/terminal";
    let revoke = "/api/people/{name}/tokens/revoke";
    let at_cage = |player: &str, what: &str, amount: Value| json!({ "id": "a", "player": player, "what": what, "amount": amount });
    let at_terminal = |terminal: &str, what: &str, amount: Value| json!({ "id": "a", "terminal": terminal, "what": what, "amount": amount });
    let posted = |posted: Value| json!({ "id": "a", "posted": posted });
    let added =
        |name: &str, role: &str, password: &str| json!({ "name": name, "role": role, "password": password });
    let long = "another long password";
    let listed = vec![
        bad(say, Player, json!({}), 400),
        bad(say, Player, json!({ "say": "bets 10 on 1" }), 400),
        bad(say, Player, json!({ "id": 7, "say": "bets 10 on 1" }), 400),
        bad(say, Player, json!({ "id": "a", "say": ["bets 10 on 1"] }), 400),
        bad(say, Player, json!({ "id": "a", "say": "bets 10 on 1", "as": "bystander" }), 400),
        bad(say, Player, json!({ "id": "a", "say": "dances" }), 422),
        bad(say, Player, json!({ "id": "a", "say": "bets 10 on 99" }), 409),
        bad(say, Player, json!({ "id": "a", "say": "pit voids because of me" }), 422),
        bad(say, Dealer, json!({ "id": "a", "say": "shoe As" }), 403),
        bad(say, Dealer, json!({ "id": "a", "say": "dealer bets 10 for nobody on 1" }), 422),
        stranger(say, json!({ "id": "a", "say": "bets 10 on 1" }), 401),
        stranger("/api/sign-in", json!({ "name": "bystander" }), 400),
        stranger("/api/sign-in", json!({ "name": 1, "password": PASSWORD }), 400),
        stranger("/api/sign-in", json!({ "name": "bystander", "password": "wrong" }), 401),
        stranger("/api/sign-in", json!({ "name": "nobody", "password": PASSWORD }), 401),
        stranger("/api/sign-in", json!({ "name": "", "password": "" }), 401),
        bad("/api/me/password", Player, json!({ "password": PASSWORD }), 400),
        bad("/api/me/password", Player, json!({ "password": PASSWORD, "new": "short" }), 422),
        bad("/api/me/password", Player, json!({ "password": PASSWORD, "new": "1234567890" }), 422),
        bad("/api/me/password", Player, json!({ "password": "wrong", "new": long }), 401),
        stranger("/api/me/password", json!({ "password": PASSWORD, "new": long }), 401),
        // Wrong ones come last: a right password ends what was counted of wrong ones, and that is written down.
        bad("/api/unlock", Player, json!({ "password": null }), 400),
        bad("/api/unlock", Player, json!({ "password": "wrong" }), 401),
        stranger("/api/unlock", json!({ "password": PASSWORD }), 401),
        bad("/api/me/buy", Player, json!({ "id": "a", "amount": "5" }), 400),
        bad("/api/me/buy", Player, json!({ "id": "", "amount": 5 }), 400),
        bad("/api/me/buy", Player, json!({ "id": "a", "amount": 500 }), 403),
        bad("/api/me/buy", Dealer, json!({ "id": "a", "amount": 5 }), 403),
        bad("/api/me/cash-out", Player, json!({ "id": "a", "amount": 1.5 }), 400),
        bad("/api/me/cash-out", Player, json!({ "id": "a", "amount": 5 }), 403),
        bad("/api/me/cash-out", Cashier, json!({ "id": "a", "amount": 5 }), 403),
        bad("/api/me/play-money", Player, json!({}), 400),
        bad("/api/me/play-money", Player, json!({ "id": "a", "amount": 5 }), 400),
        bad("/api/me/play-money", Cashier, json!({ "id": "a" }), 403),
        stranger("/api/me/play-money", json!({ "id": "a" }), 401),
        bad(filling, Cashier, at_terminal("some-terminal", "filled", json!("5")), 400),
        bad(filling, Cashier, at_terminal("some-terminal", "filled", json!(0)), 422),
        bad(filling, Cashier, at_terminal("some-terminal", "bought", json!(5)), 422),
        bad(filling, Cashier, at_terminal("bystander", "filled", json!(5)), 404),
        bad(filling, Player, at_terminal("some-terminal", "filled", json!(5)), 403),
        stranger(filling, at_terminal("some-terminal", "filled", json!(5)), 401),
        bad(cage, Cashier, at_cage("bystander", "stolen", json!(5)), 400),
        bad(cage, Cashier, at_cage("bystander", "given", json!(5)), 422),
        bad(cage, Cashier, at_cage("bystander", "bought", json!("5")), 400),
        bad(cage, Cashier, at_cage("bystander", "bought", json!(0)), 422),
        bad(cage, Cashier, at_cage("nobody", "bought", json!(5)), 404),
        bad(cage, Cashier, at_cage("bystander", "cashed-out", json!(5)), 409),
        bad(cage, Player, at_cage("bystander", "bought", json!(5)), 403),
        stranger(cage, at_cage("bystander", "bought", json!(5)), 401),
        bad(people, Administrator, json!({ "name": "newcomer" }), 400),
        bad(people, Administrator, added("newcomer", "king", long), 400),
        bad(people, Administrator, added("New Comer", "player", long), 422),
        bad(people, Administrator, added("newcomer", "player", "short"), 422),
        bad(people, Administrator, added("bystander", "player", long), 409),
        bad(people, PitManager, added("newcomer", "player", long), 403),
        bad(person, Administrator, json!({ "disabled": "yes" }), 400),
        bad(person, Administrator, json!({ "role": "administrator" }), 400),
        bad(person, Administrator, json!({ "password": "short" }), 422),
        bad(person, PitManager, json!({ "password": long }), 403),
        bad(person, Supervisor, json!({ "disabled": true }), 403),
        bad(revoke, Administrator, json!({ "token": 7 }), 400),
        bad(revoke, Administrator, json!({ "token": "0123456789abcdef" }), 404),
        bad(revoke, PitManager, json!({ "token": "0123456789abcdef" }), 403),
        bad(open, PitManager, json!({ "id": "a", "open": "yes" }), 400),
        bad(open, PitManager, json!({ "id": "a", "table": "nowhere", "open": false }), 404),
        bad(open, PitManager, json!({ "id": "a", "game": "tarot", "open": false }), 404),
        bad(open, PitManager, json!({ "id": "a", "table": "plus-1", "game": "macau", "open": false }), 404),
        bad(open, Supervisor, json!({ "id": "a", "open": false }), 403),
        bad(open, Player, json!({ "id": "a", "table": "plus-1", "open": false }), 403),
        bad(post, PitManager, posted(json!({})), 400),
        bad(post, PitManager, posted(json!({ "game": "plus", "limits": { "main": [500] } })), 400),
        bad(post, PitManager, posted(json!({ "game": "plus", "book": "my.toml" })), 400),
        bad(post, PitManager, posted(json!({ "game": "plus", "book": "0".repeat(64) })), 422),
        bad(post, PitManager, posted(json!({ "game": "macau" })), 422),
        bad(post, PitManager, posted(json!({ "game": "/etc/passwd" })), 422),
        bad(post, PitManager, posted(json!({ "game": "plus", "settings": { "decks": "99" } })), 422),
        bad(post, PitManager, posted(json!({ "game": "plus", "limits": { "main": [500, 100] } })), 422),
        bad(post, Supervisor, posted(json!({ "game": "plus" })), 403),
        stranger(post, posted(json!({ "game": "plus" })), 401),
    ];
    listed.into_iter().chain(on_duty()).collect()
}

#[tokio::test]
async fn every_bad_body_gets_the_status_in_the_list_and_changes_nothing() {
    let house = TestFloor::open().await;
    house.add("bystander", Role::Player).await;
    house.open_betting().await;
    let mut sessions = Vec::new();
    for role in Role::ALL {
        sessions.push((role, house.someone(&format!("some-{}", role.word()), role).await));
    }
    let mut wrong = Vec::new();
    for Bad { path, by, body, status } in all() {
        let address =
            path.replace("{table}", "plus-1").replace("{name}", "bystander").replace("{number}", "1");
        let session = sessions.iter().find(|(role, _)| Some(*role) == by).map_or("", |(_, session)| session);
        let before = house.heads().await;
        let reply = house.send(Request::post(&address).by(session).json(&body)).await;
        if reply.status.as_u16() != status {
            wrong.push(format!("{path} {body} by {by:?}: {}, not {status}: {}", reply.status, reply.text()));
        }
        // A wrong password is written down, so that it is counted.
        let tries = matches!(path, "/api/sign-in" | "/api/unlock" | "/api/me/password") && status == 401;
        if !tries && before != house.heads().await {
            wrong.push(format!("{path} {body} by {by:?}: something was written"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_command_with_a_body_is_in_the_list() {
    let takes_one = operations().into_iter().filter(|one| !one.body.is_null()).map(|one| one.path);
    let listed: BTreeSet<&str> = all().iter().map(|bad| bad.path).collect();
    assert_eq!(takes_one.collect::<BTreeSet<&str>>(), listed);
}
