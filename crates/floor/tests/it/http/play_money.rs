//! Play money is a currency of its own, and real money comes from the cage or a terminal only.

use floor::{Config, Money, Person, Role, Seconds, TableConfig, audit};
use journal::{Account, Since};
use serde_json::{Value, json};
use testkit::{PASSWORD, Reply, Request, TestFloor, real_tables};
use vocabulary::Chips;

/// A table for play money, and one for real money.
const PLAY: &str = "play-1";
const REAL: &str = "real-1";

fn both_kinds() -> Config {
    let table = |id| TableConfig { seconds: Seconds::NONE, ..TableConfig::of(id, "plus") };
    Config { tables: vec![table(PLAY).for_play(), table(REAL)], ..Config::default() }
}

struct Both {
    house: TestFloor,
    /// Someone who speaks for the dealer.
    sue: Person,
}

impl Both {
    async fn open() -> Both {
        let house = TestFloor::with(both_kinds()).await;
        let sue = house.add("sue", Role::Supervisor).await;
        for table in [PLAY, REAL] {
            house.say_as(&sue, table, "dealer opens bets").await;
        }
        Both { house, sue }
    }

    /// The balance of an account, in minor units.
    async fn balance(&self, account: &str) -> i64 {
        let account: Account = account.parse().expect("an account");
        self.house.floor.journal().balance(&account).await.expect("the journal reads").units()
    }

    async fn post(&self, session: &str, path: &str, body: Value) -> Reply {
        self.house.send(Request::post(path).by(session).json(&body)).await
    }

    async fn get(&self, session: &str, path: &str) -> Value {
        self.house.send(Request::get(path).by(session)).await.json()
    }

    /// A round somebody bets 10 in, played to its end.
    async fn round(&self, session: &str, table: &str) {
        let bet = self.house.say(session, table, "bets 10 on 3").await;
        assert_eq!(bet.status, 200, "{}", bet.text());
        self.end_round(table).await;
    }

    async fn end_round(&self, table: &str) {
        self.house.say_as(&self.sue, table, "dealer closes bets").await;
        let desk = self.house.floor.table(table).expect("a table");
        loop {
            let standing = desk.standing.borrow().table.clone();
            if standing.round().end().is_some() {
                return;
            }
            let open = floor::staff_options(&standing, Role::Supervisor);
            self.house.say_as(&self.sue, table, &open.first().expect("a way on").say).await;
        }
    }
}

fn told(reply: &Reply) -> (u16, String) {
    (reply.status.as_u16(), reply.problem())
}

#[tokio::test]
async fn a_player_makes_no_credits_from_nothing() {
    let both = Both::open().await;
    let ann = both.house.someone("ann", Role::Player).await;
    let guest = both.house.send(Request::post("/api/guest")).await.cookie();
    let dealer = both.house.someone("deke", Role::Dealer).await;
    let before = both.house.heads().await;
    for session in [&ann, &guest] {
        for path in ["/api/me/buy", "/api/me/cash-out"] {
            let body = json!({ "id": "one", "amount": 100_000_000_000_i64 });
            let reply = both.post(session, path, body.clone()).await;
            assert_eq!(told(&reply), (403, "/problems/no-terminal".into()), "{path}: {}", reply.text());
            assert!(reply.text().contains("Buy credits at the cage or at a terminal"), "{}", reply.text());
            // Nobody's token but a terminal's stands for one, and the player's own least of all.
            for token in [&ann, &dealer, "", "nonsense"] {
                let ask = Request::post(path).by(session).with("croupier-terminal", token).json(&body);
                assert_eq!(
                    told(&both.house.send(ask).await),
                    (403, "/problems/no-terminal".into()),
                    "{path}"
                );
            }
        }
    }
    assert_eq!(before, both.house.heads().await, "something was written");
    assert_eq!(both.balance("player/ann").await, 0);
}

#[tokio::test]
async fn what_guests_play_with_is_in_no_account_and_no_meter_of_real_money() {
    let both = Both::open().await;
    let guest = both.house.send(Request::post("/api/guest")).await;
    let (name, cookie) = (guest.json()["name"].as_str().expect("a name").to_owned(), guest.cookie());
    for _ in 0..3 {
        both.round(&cookie, PLAY).await;
        both.house.say_as(&both.sue, PLAY, "dealer opens bets").await;
    }
    let given = both.house.floor.config().guest_credits;
    let (purse, house) =
        (both.balance(&format!("player/{name}/play")).await, both.balance("house/play-1/play").await);
    assert_eq!(purse + house, given);
    assert_eq!(both.balance("play-money").await, -given);
    for account in ["house/play-1", "house/real-1", "stakes/play-1", "cage", &format!("player/{name}")] {
        assert_eq!(both.balance(account).await, 0, "{account}");
    }
    let staff = both.house.token("sue").await;
    let real = both.get(&staff, "/api/meters").await;
    assert_eq!(real, json!({ REAL: { "rounds": 0, "wagers": {} } }));
    let play = both.get(&staff, "/api/meters?money=play").await;
    assert_eq!(play[PLAY]["rounds"], 3, "{play}");
    assert_eq!(play.as_object().expect("tables").len(), 1, "{play}");
    let metrics = both.house.send(Request::get("/metrics").by(&staff)).await.text();
    for line in metrics.lines().filter(|line| line.contains("table=\"play-1\"")) {
        assert!(line.contains("money=\"play\""), "{line}");
    }
    assert!(metrics.contains("croupier_rounds_total{table=\"play-1\",money=\"play\"} 3"), "{metrics}");
    assert!(metrics.contains("croupier_rounds_total{table=\"real-1\",money=\"real\"} 0"), "{metrics}");
    let me = both.get(&cookie, "/api/me").await;
    assert_eq!((&me["balance"], &me["play_balance"]), (&json!(0), &json!(purse)));
    let lines = |money: &str| format!("/api/me/statement{money}");
    assert_eq!(both.get(&cookie, &lines("")).await, json!([]));
    let moved = both.get(&cookie, &lines("?money=play")).await;
    let sum: i64 = moved.as_array().expect("lines").iter().filter_map(|line| line["amount"].as_i64()).sum();
    assert_eq!(sum, purse, "{moved}");
}

#[tokio::test]
async fn a_guest_is_refused_at_a_table_for_real_money_and_nothing_changes() {
    let both = Both::open().await;
    let guest = both.house.send(Request::post("/api/guest")).await;
    let (name, cookie) = (guest.json()["name"].as_str().expect("a name").to_owned(), guest.cookie());
    let staff = both.house.token("sue").await;
    let before = both.house.heads().await;
    for say in ["sits on 3", "bets 10 on 3", "hits", "leaves 3"] {
        let reply = both.house.say(&cookie, REAL, say).await;
        assert_eq!(told(&reply), (403, "/problems/real-money".into()), "{say}");
        assert!(reply.text().contains("play at play-1"), "{}", reply.text());
    }
    // Nobody of the staff brings one there.
    for say in [format!("dealer bets 10 for {name} on 1"), format!("pit awards 10 to {name} because of luck")]
    {
        let reply = both.house.say(&staff, REAL, &say).await;
        assert_eq!(told(&reply), (403, "/problems/real-money".into()), "{say}: {}", reply.text());
    }
    assert_eq!(before, both.house.heads().await, "something was written");
    let seated = both.house.say(&cookie, PLAY, "sits on 3").await;
    assert_eq!(seated.status, 200, "{}", seated.text());
    let tables = both.house.send(Request::get("/api/tables")).await.json();
    let money: Vec<&Value> = tables.as_array().expect("tables").iter().map(|table| &table["money"]).collect();
    assert_eq!(money, ["play", "real"]);
}

#[tokio::test]
async fn whoever_has_real_credits_needs_play_money_at_a_table_for_it() {
    let both = Both::open().await;
    let ann = both.house.someone("ann", Role::Player).await;
    let cashier = both.house.someone("cass", Role::Cashier).await;
    let sold = json!({ "id": "s", "player": "ann", "what": "bought", "amount": 100_000 });
    assert_eq!(both.post(&cashier, "/api/cage", sold).await.status, 200);
    let bet = both.house.say(&ann, PLAY, "bets 10 on 3").await;
    assert_eq!(told(&bet), (409, "/problems/credits".into()));
    let wish = |id: &str| json!({ "id": id });
    let first = both.post(&ann, "/api/me/play-money", wish("a")).await;
    assert_eq!(first.json()["given"], both.house.floor.config().guest_credits);
    both.round(&ann, PLAY).await;
    both.round(&ann, REAL).await;
    // Both at once, with ids of their own: what is missing is given once. The first id still has its first answer.
    let (one, two) = tokio::join!(
        both.post(&ann, "/api/me/play-money", wish("b")),
        both.post(&ann, "/api/me/play-money", wish("c"))
    );
    let given = |reply: &Reply| reply.json()["given"].as_i64().expect("an amount");
    assert_eq!(given(&one).min(given(&two)), 0);
    let nothing = if given(&one) == 0 { one } else { two };
    assert!(nothing.text().contains("nothing was added"), "{}", nothing.text());
    assert!(both.balance("player/ann/play").await >= both.house.floor.config().guest_credits);
    assert_eq!(both.post(&ann, "/api/me/play-money", wish("a")).await.body, first.body);
    // No way leads from play money to money.
    let terminal = both.house.someone("kiosk", Role::Terminal).await;
    let all = both.balance("player/ann").await;
    let out = json!({ "id": "o", "player": "ann", "what": "cashed-out", "amount": all + 1 });
    assert_eq!(told(&both.post(&cashier, "/api/cage", out).await), (409, "/problems/credits".into()));
    let given = json!({ "id": "g", "player": "ann", "what": "given", "amount": 100 });
    assert_eq!(both.post(&cashier, "/api/cage", given).await.status, 422);
    for id in ["a", "b"] {
        let body = json!({ "id": format!("out-{id}"), "amount": 100 });
        let ask = Request::post("/api/me/cash-out").by(&ann).with("croupier-terminal", &terminal);
        let reply = both.house.send(ask.json(&body)).await;
        assert_eq!(told(&reply), (409, "/problems/terminal-limit".into()), "an empty terminal pays nothing");
    }
    let cage = both.house.floor.cage();
    for (what, till) in [
        (floor::Exchange::CashedOut, floor::Till::PlayMoney),
        (floor::Exchange::Bought, floor::Till::PlayMoney),
        (floor::Exchange::Given, floor::Till::Cage),
    ] {
        let not = cage.exchange(None, "house", "ann", what, till, Chips::whole(1)).await;
        assert_eq!(not, Err(floor::NotExchanged::PlayMoney), "{what:?} {till:?}");
    }
    assert_eq!(both.balance("player/ann").await, all);
    let found = audit(both.house.floor.journal(), Since::Start, &[], |_| {}).await.expect("an audit");
    assert!(found.is_clean() && found.rounds == 2, "{found:?}");
}

#[tokio::test]
async fn a_table_keeps_its_money_whatever_is_posted_until_the_config_says_otherwise() {
    let both = Both::open().await;
    let pit = both.house.someone("pia", Role::PitManager).await;
    let posted = |id: &str, more: Value| {
        let mut posted = json!({ "game": "plus", "limits": { "main": [1000, 2000] } });
        posted.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        json!({ "id": id, "posted": posted })
    };
    let post = |table: &str| format!("/api/tables/{table}/post");
    let refused = both.post(&pit, &post(REAL), posted("a", json!({ "money": "play" }))).await;
    assert_eq!(refused.status, 422, "{}", refused.text());
    for (id, table) in [("b", PLAY), ("c", REAL)] {
        let kept = both.post(&pit, &post(table), posted(id, json!({}))).await;
        assert_eq!(kept.status, 200, "{}", kept.text());
    }
    let money = |house: &TestFloor, table: &str| {
        let standing = house.floor.table(table).expect("a table").standing.borrow().clone();
        (standing.table.posted().money, standing.table.posted().limits["main"])
    };
    assert_eq!(money(&both.house, PLAY), (Money::Play, (1000, 2000)));
    assert_eq!(money(&both.house, REAL), (Money::Real, (1000, 2000)));
    let guest = both.house.send(Request::post("/api/guest")).await.cookie();
    assert_eq!(both.house.say(&guest, PLAY, "sits on 3").await.status, 200);
    // It is kept over a restart, and so is what was posted.
    let Both { house, sue } = both;
    let house = house.crash(both_kinds()).await;
    assert_eq!(money(&house, PLAY), (Money::Play, (1000, 2000)));
    assert_eq!(money(&house, REAL), (Money::Real, (1000, 2000)));
    // The config changes it: no guest keeps a seat where money is real from now on.
    let mut config = both_kinds();
    config.tables[0].money = Money::Real;
    let house = house.reopen(config).await;
    assert_eq!(money(&house, PLAY).0, Money::Real);
    assert_eq!(house.look(PLAY).await["seats"], json!({}));
    let both = Both { house, sue };
    assert_eq!(told(&both.house.say(&guest, PLAY, "sits on 3").await).0, 403);
}

#[tokio::test]
async fn a_floor_without_config_is_for_play_and_a_table_of_a_config_for_real_money() {
    assert!(Config::default().tables.iter().all(|table| table.money == Money::Play));
    assert!(real_tables().tables.iter().all(|table| table.money == Money::Real));
    let written: TableConfig = toml(json!({ "id": "one", "game": "plus" }));
    assert_eq!(written.money, Money::Real);
    let written: TableConfig = toml(json!({ "id": "one", "game": "plus", "money": "play" }));
    assert_eq!(written.money, Money::Play);
    let faulty = Config { terminal_cash_limit: 0, ..Config::default() };
    assert!(faulty.faults()[0].contains("terminal-cash-limit"), "{:?}", faulty.faults());
}

fn toml<T: serde::de::DeserializeOwned>(written: Value) -> T {
    serde_json::from_value(written).expect("a config")
}

#[tokio::test]
async fn a_terminal_sells_and_pays_within_its_limits_and_does_nothing_else() {
    let config = Config { terminal_exchange_limit: 1_000, terminal_cash_limit: 2_500, ..both_kinds() };
    let house = TestFloor::with(config).await;
    let sue = house.add("sue", Role::Supervisor).await;
    let both = Both { house, sue };
    let (ann, root) = (
        both.house.someone("ann", Role::Player).await,
        both.house.someone("root", Role::Administrator).await,
    );
    let terminal = |more: Value| {
        let mut body = json!({ "name": "kiosk", "role": "terminal" });
        body.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
        body
    };
    for wrong in [
        json!({ "password": PASSWORD }),
        json!({}),
        json!({ "device": "" }),
        json!({ "device": "k\u{e9}" }),
        json!({ "password": PASSWORD, "device": "kiosk 7" }),
    ] {
        assert_eq!(both.post(&root, "/api/people", terminal(wrong.clone())).await.status, 422, "{wrong}");
    }
    let not_a_terminal = json!({ "name": "dee", "role": "dealer", "device": "kiosk 7" });
    assert_eq!(both.post(&root, "/api/people", not_a_terminal).await.status, 422);
    let added = both.post(&root, "/api/people", terminal(json!({ "device": "kiosk 7" }))).await;
    assert_eq!((added.status.as_u16(), &added.json()["device"]), (201, &json!("kiosk 7")));
    let password = both.post(&root, "/api/people/kiosk", json!({ "password": PASSWORD })).await;
    assert_eq!(password.status, 422, "{}", password.text());
    let token = both.post(&root, "/api/people/kiosk/token", json!({})).await.json()["token"].clone();
    let token = token.as_str().expect("a token").to_owned();
    let ask = |what: &str, id: &str, amount: i64| {
        let ask = Request::post(&format!("/api/me/{what}")).by(&ann).with("croupier-terminal", &token);
        both.house.send(ask.json(&json!({ "id": id, "amount": amount })))
    };
    let sold = ask("buy", "a", 1_000).await;
    assert_eq!(sold.status, 200, "{}", sold.text());
    assert_eq!(sold.json()["terminal"], "kiosk (token of root)");
    assert_eq!(told(&ask("buy", "b", 1_001).await), (409, "/problems/terminal-limit".into()));
    // Three at once, of which one fits.
    let (one, two, three) =
        tokio::join!(ask("buy", "c", 1_000), ask("buy", "d", 1_000), ask("buy", "e", 1_000));
    let mut statuses = [one.status.as_u16(), two.status.as_u16(), three.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    assert_eq!((both.balance("player/ann").await, both.balance("terminals/kiosk").await), (2_000, -2_000));
    assert!(ask("buy", "f", 600).await.text().contains("can take 5 more"));
    assert_eq!(ask("buy", "f", 500).await.status, 200);
    // What was done before is answered as it was, although the terminal is full.
    assert_eq!(ask("buy", "a", 1_000).await.body, sold.body);
    assert_eq!(told(&ask("buy", "a", 999).await), (409, "/problems/other-use".into()));
    assert_eq!(ask("cash-out", "g", 1_000).await.status, 200);
    assert_eq!((both.balance("player/ann").await, both.balance("terminals/kiosk").await), (1_500, -1_500));
    // The cage takes money out of it and puts some in, up to its limit; the exchange limit is the players'.
    let cashier = both.house.someone("cass", Role::Cashier).await;
    let serve = |id: &str, what: &str, amount: i64| {
        let body = json!({ "id": id, "terminal": "kiosk", "what": what, "amount": amount });
        both.post(&cashier, "/api/cage/terminal", body)
    };
    assert_eq!(told(&serve("j", "emptied", 1_501).await), (409, "/problems/terminal-limit".into()));
    let emptied = serve("j", "emptied", 1_500).await;
    assert_eq!(emptied.status, 200, "{}", emptied.text());
    assert_eq!((both.balance("cage").await, both.balance("terminals/kiosk").await), (-1_500, 0));
    assert_eq!(serve("j", "emptied", 1_500).await.body, emptied.body, "once for each id");
    assert_eq!(told(&serve("k", "filled", 2_501).await), (409, "/problems/terminal-limit".into()));
    assert_eq!(serve("k", "filled", 1_500).await.status, 200);
    assert_eq!((both.balance("cage").await, both.balance("terminals/kiosk").await), (0, -1_500));
    assert_eq!(serve("l", "bought", 1).await.status, 422);
    let nobody = json!({ "id": "m", "terminal": "ann", "what": "filled", "amount": 1 });
    assert_eq!(both.post(&cashier, "/api/cage/terminal", nobody).await.status, 404);
    // A guest buys nothing there, and the token opens no other door.
    let guest = both.house.send(Request::post("/api/guest")).await.cookie();
    let body = json!({ "id": "h", "amount": 100 });
    let by_guest = Request::post("/api/me/buy").by(&guest).with("croupier-terminal", &token).json(&body);
    assert_eq!(told(&both.house.send(by_guest).await), (403, "/problems/play-money".into()));
    assert_eq!(both.post(&token, "/api/me/buy", body.clone()).await.status, 403);
    assert_eq!(both.house.say(&token, REAL, "sits on 3").await.status, 403);
    // A disabled terminal sells nothing.
    assert_eq!(both.post(&root, "/api/people/kiosk", json!({ "disabled": true })).await.status, 200);
    assert_eq!(told(&ask("buy", "i", 100).await), (403, "/problems/no-terminal".into()));
    let found = audit(both.house.floor.journal(), Since::Start, &[], |_| {}).await.expect("an audit");
    assert!(found.is_clean(), "{found:?}");
}
