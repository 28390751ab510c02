//! A dealer who is signed on to a table is signed off when they are not signed in any more, whatever ended it, and never so
//! that a round is stuck.

use axum::http::StatusCode;
use floor::{Config, DealingConfig, Entry, Role, SignOffReason, TableConfig};
use serde_json::{Value, json};
use testkit::{PASSWORD, Request, TestFloor};

const TABLES: [&str; 2] = ["macau-1", "macau-2"];
const TABLE: &str = TABLES[0];
const LOCKS_AFTER: i64 = 5 * 60 + 1;

/// A floor with two tables that dealers deal, where deke and dora may sign on, and a round at the first.
struct Evening {
    house: TestFloor,
    ann: String,
    sue: String,
    root: String,
}

impl Evening {
    async fn new() -> Evening {
        let table = |id: &str| TableConfig { dealing: DealingConfig::Dealer, ..TableConfig::of(id, "macau") };
        let house = TestFloor::with(Config { tables: TABLES.map(table).into(), ..Config::default() }).await;
        let ann = house.someone("ann", Role::Player).await;
        house.fund("ann").await;
        let sue = house.someone("sue", Role::Supervisor).await;
        let root = house.someone("root", Role::Administrator).await;
        let evening = Evening { house, ann, sue, root };
        for name in ["deke", "dora"] {
            evening.house.add(name, Role::Dealer).await;
            for table in TABLES {
                evening.assign(table, name).await;
            }
        }
        evening
    }

    async fn assign(&self, table: &str, name: &str) {
        let body = json!({ "id": format!("{table}-{name}"), "dealer": name, "assigned": true });
        let path = format!("/api/tables/{table}/dealers");
        let reply = self.house.send(Request::post(&path).by(&self.sue).json(&body)).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    }

    /// Signs in with the password; the session.
    async fn sign_in(&self, name: &str) -> String {
        self.house.sign_in(name, PASSWORD).await.cookie()
    }

    async fn sign_on(&self, session: &str, table: &str) {
        let path = format!("/api/tables/{table}/sign-on");
        let id = format!("{table}-{}", self.book(table).await.len());
        let reply =
            self.house.send(Request::post(&path).by(session).json(&json!({ "id": id, "on": true }))).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    }

    /// Signs in and on.
    async fn on_duty(&self, name: &str, table: &str) -> String {
        let session = self.sign_in(name).await;
        self.sign_on(&session, table).await;
        session
    }

    /// Deke deals, and ann has a hand to decide about.
    async fn dealt(&self, deke: &str) {
        for (who, say) in [
            (deke, "dealer opens bets"),
            (&*self.ann, "bets 10 on 1"),
            (deke, "dealer closes bets"),
            (deke, "shoe Ts 7d 9s"),
        ] {
            self.says(who, say).await;
        }
    }

    async fn says(&self, who: &str, say: &str) {
        let said = self.house.say(who, TABLE, say).await;
        assert_eq!(said.status, StatusCode::OK, "{say}: {}", said.text());
    }

    fn on(&self, table: &str) -> Option<String> {
        let standing = self.house.floor.table(table).expect("a table").standing.borrow().clone();
        standing.table.dealers().on.clone()
    }

    async fn until_off(&self, table: &str) {
        self.house.until("the dealer to be signed off", || self.on(table).is_none()).await;
    }

    async fn book(&self, table: &str) -> Vec<Entry> {
        let stream = format!("table/{table}").parse().expect("a book");
        let records =
            self.house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
        records.iter().map(|record| Entry::read(&record.body).expect("an entry")).collect()
    }

    /// Who was signed off at a table, and why, in order.
    async fn signed_off(&self, table: &str) -> Vec<(String, SignOffReason)> {
        let offs = self.book(table).await.into_iter().filter_map(|entry| {
            let off = entry.sign_off?;
            assert!(entry.dealers.is_some_and(|dealers| dealers.on.is_none()));
            Some((off.dealer, off.why))
        });
        offs.collect()
    }

    async fn change(&self, name: &str, change: Value) {
        let path = format!("/api/people/{name}");
        let reply = self.house.send(Request::post(&path).by(&self.root).json(&change)).await;
        assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    }

    /// Another dealer goes on with the round, to its end.
    async fn dora_finishes(&self) {
        let dora = self.on_duty("dora", TABLE).await;
        for (who, say) in [(&*self.ann, "stands on 1"), (&*dora, "shoe Th")] {
            self.says(who, say).await;
        }
        assert_eq!(self.house.look(TABLE).await["phase"], "settled");
    }

    /// Waits until everyone who is signed on anywhere has been looked at twice since this was called.
    async fn looked_at(&self) {
        for _ in 0..2 {
            let session = self.house.sign_in("dora", PASSWORD).await;
            let token = session.cookie();
            self.sign_on(&token, TABLES[1]).await;
            // Ended behind the floor's back, as another server does: only who looks again and again finds it.
            let secret = token.trim_start_matches("croupier=");
            self.house.floor.people().sign_out(&floor::Token::sent(secret)).await.expect("signed out");
            self.until_off(TABLES[1]).await;
        }
    }
}

fn deke(why: SignOffReason) -> Vec<(String, SignOffReason)> {
    vec![("deke".to_owned(), why)]
}

#[tokio::test]
async fn a_sign_out_signs_a_dealer_off_in_mid_round_and_another_goes_on() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    evening.dealt(&session).await;
    // A dealer who is signed in elsewhere too deals on.
    let other = evening.sign_in("deke").await;
    evening.house.send(Request::post("/api/sign-out").by(&other)).await;
    assert_eq!(evening.on(TABLE).as_deref(), Some("deke"));
    let out = evening.house.send(Request::post("/api/sign-out").by(&session)).await;
    assert_eq!((out.status, evening.on(TABLE)), (StatusCode::NO_CONTENT, None));
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::SignedOut));
    evening.dora_finishes().await;
}

#[tokio::test]
async fn a_disabled_dealer_is_taken_off_the_table_and_keys_no_other_card() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    let token = evening.house.token("deke").await;
    evening.dealt(&session).await;
    evening.says(&evening.ann, "stands on 1").await;
    evening.change("deke", json!({ "disabled": true })).await;
    let standing = evening.house.floor.table(TABLE).expect("a table").standing.borrow().clone();
    assert!(!standing.table.dealers().assigned.contains("deke"), "{:?}", standing.table.dealers());
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::Disabled));
    for shown in [&session, &token] {
        assert_eq!(evening.house.say(shown, TABLE, "shoe Th").await.status, StatusCode::UNAUTHORIZED);
    }
    // Nor does one whose request was let in before: the table itself refuses them.
    let people = evening.house.floor.people();
    let person = people.find("deke").await.expect("the journal reads").expect("someone");
    let desk = floor::desk(&evening.house.floor, TABLE).expect("a table");
    let refused = desk.say(&person, None, "shoe Th").await;
    assert!(refused.is_err_and(|why| why.to_string().contains("disabled")));
    // Enabled again, they are nobody's dealer until the pit assigns them.
    evening.change("deke", json!({ "disabled": false })).await;
    let session = evening.sign_in("deke").await;
    assert_eq!(evening.house.say(&session, TABLE, "shoe Th").await.problem(), "/problems/not-assigned");
    let dora = evening.on_duty("dora", TABLE).await;
    evening.says(&dora, "shoe Th").await;
    assert_eq!(evening.house.look(TABLE).await["phase"], "settled");
}

#[tokio::test]
async fn a_new_password_from_somebody_else_signs_a_dealer_off_and_their_own_does_not() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    evening.dealt(&session).await;
    let own = json!({ "password": PASSWORD, "new": "words of their own choice" });
    let reply = evening.house.send(Request::post("/api/me/password").by(&session).json(&own)).await;
    assert_eq!(reply.status, StatusCode::OK, "{}", reply.text());
    evening.looked_at().await;
    assert_eq!((evening.on(TABLE).as_deref(), evening.signed_off(TABLE).await), (Some("deke"), vec![]));
    evening.change("deke", json!({ "password": "words of somebody else" })).await;
    assert_eq!(evening.on(TABLE), None);
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::NewPassword));
    assert_eq!(evening.house.say(&reply.cookie(), TABLE, "shoe Th").await.status, StatusCode::UNAUTHORIZED);
    evening.dora_finishes().await;
}

#[tokio::test]
async fn a_token_that_is_revoked_or_expires_signs_its_dealer_off() {
    let evening = Evening::new().await;
    let new_token = || Request::post("/api/people/deke/token?days=1").by(&evening.root);
    let made = evening.house.send(new_token()).await.json();
    let token = made["token"].as_str().expect("a token");
    evening.sign_on(token, TABLE).await;
    evening.dealt(token).await;
    let revoke = Request::post("/api/people/deke/tokens/revoke").by(&evening.root);
    let revoked = evening.house.send(revoke.json(&json!({ "token": made["id"] }))).await;
    assert_eq!((revoked.status, evening.on(TABLE)), (StatusCode::NO_CONTENT, None));
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::TokenRevoked));
    evening.dora_finishes().await;
    let made = evening.house.send(new_token()).await.json();
    evening.sign_on(made["token"].as_str().expect("a token"), TABLES[1]).await;
    evening.house.advance(24 * 60 * 60).await;
    evening.until_off(TABLES[1]).await;
    assert_eq!(evening.signed_off(TABLES[1]).await.len(), 1);
}

#[tokio::test]
async fn a_console_that_locks_signs_its_dealer_off_between_rounds_and_not_in_one() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    evening.dealt(&session).await;
    evening.house.advance(LOCKS_AFTER).await;
    assert_eq!(evening.house.say(&session, TABLE, "shoe Th").await.problem(), "/problems/locked");
    evening.looked_at().await;
    assert_eq!((evening.on(TABLE).as_deref(), evening.signed_off(TABLE).await), (Some("deke"), vec![]));
    // Who unlocks goes on where they were.
    let unlock = Request::post("/api/unlock").by(&session).json(&json!({ "password": PASSWORD }));
    assert_eq!(evening.house.send(unlock).await.status, StatusCode::OK);
    evening.says(&evening.ann, "stands on 1").await;
    evening.says(&session, "shoe Th").await;
    assert_eq!(evening.house.look(TABLE).await["phase"], "settled");
    // With no round on, the lock ends it.
    evening.house.advance(LOCKS_AFTER).await;
    evening.until_off(TABLE).await;
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::Locked));
}

#[tokio::test]
async fn a_round_that_a_locked_dealer_left_is_finished_by_another() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    evening.dealt(&session).await;
    evening.house.advance(LOCKS_AFTER).await;
    for (who, say) in [(&evening.ann, "stands on 1"), (&evening.sue, "shoe Th")] {
        evening.says(who, say).await;
    }
    // The round is over, and so is their turn.
    evening.until_off(TABLE).await;
    assert_eq!(evening.signed_off(TABLE).await, deke(SignOffReason::Locked));
}

#[tokio::test]
async fn a_sign_on_outlasts_a_restart_and_not_a_session_that_ends_elsewhere_after_it() {
    let evening = Evening::new().await;
    let session = evening.on_duty("deke", TABLE).await;
    evening.dealt(&session).await;
    let config = evening.house.floor.config().clone();
    let Evening { house, ann, sue, root } = evening;
    let house = house.reopen(config).await;
    let evening = Evening { house, ann, sue, root };
    // It stands, and so does the sign-on.
    evening.looked_at().await;
    assert_eq!(evening.on(TABLE).as_deref(), Some("deke"));
    let token = floor::Token::sent(session.trim_start_matches("croupier="));
    evening.house.floor.people().sign_out(&token).await.expect("signed out");
    evening.until_off(TABLE).await;
    assert_eq!(evening.signed_off(TABLE).await.len(), 1);
    evening.dora_finishes().await;
}
