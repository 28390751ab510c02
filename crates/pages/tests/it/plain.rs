//! The pages as a browser without scripts finds them: complete, strict, and small.

use axum::http::StatusCode;
use floor::{Exchange, Role, Till};
use testkit::{PASSWORD, Reply, Request, TestFloor};
use vocabulary::Chips;

/// A browser that keeps its cookie and runs no script.
struct Plain {
    house: TestFloor,
    cookie: String,
}

impl Plain {
    async fn open() -> Plain {
        Plain { house: TestFloor::builder().pages().open().await, cookie: String::new() }
    }

    async fn ask(&mut self, method: &str, path: &str, form: &str) -> Reply {
        let reply = self.house.browse(&self.cookie, method, path, form).await;
        let cookie = reply.cookie();
        if !cookie.is_empty() {
            self.cookie = cookie;
        }
        reply
    }

    async fn get(&mut self, path: &str) -> Reply {
        self.ask("GET", path, "").await
    }

    async fn open_bets(&self, table: &str) {
        let sue = self.house.add("sue", Role::Supervisor).await;
        self.house.say_as(&sue, table, "dealer opens bets").await;
    }
}

#[tokio::test]
async fn a_seat_a_bet_and_a_refusal_need_no_script() {
    let mut plain = Plain::open().await;
    plain.open_bets("plus-1").await;
    let seated = plain.ask("POST", "/seat", "table=plus-1").await;
    assert_eq!((seated.status, seated.location()), (StatusCode::SEE_OTHER, "/tables/plus-1"));
    let page = plain.get("/tables/plus-1").await;
    assert!(page.text().contains("id=\"place-4-main\""), "the middle spot is free and his");
    let bet = plain.ask("POST", "/tables/plus-1/bets", "chip=2500&on=4").await;
    assert_eq!((bet.status, bet.location()), (StatusCode::SEE_OTHER, "/tables/plus-1"));
    let page = plain.get("/tables/plus-1").await;
    assert!(page.text().contains("<strong>975</strong>"), "the chips left the purse");
    let refused = plain.ask("POST", "/tables/plus-1/bets", "chip=50000&on=4").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.element("said-spot-4", 400).contains("maximum"), "the reason stands where it was tried");
    let undone = plain.ask("POST", "/tables/plus-1/bets", "act=undo").await;
    assert_eq!(undone.status, StatusCode::SEE_OTHER);
    assert!(plain.get("/tables/plus-1").await.text().contains("<strong>1\u{2009}000</strong>"));
}

#[tokio::test]
async fn a_chip_is_not_taken_back_where_that_would_give_the_hand_to_others() {
    let mut plain = Plain::open().await;
    plain.open_bets("plus-1").await;
    plain.ask("POST", "/seat", "table=plus-1").await;
    for form in ["chip=2500&on=2", "chip=500&on=2", "act=undo", "chip=500&on=2"] {
        let said = plain.ask("POST", "/tables/plus-1/bets", form).await;
        assert_eq!(said.status, StatusCode::SEE_OTHER, "{form}");
    }
    // Another bets after her, where neither sits.
    let bob = plain.house.add("bob", Role::Player).await;
    let (given, till, credits) = (Exchange::Given, Till::PlayMoney, Chips::whole(1_000));
    plain.house.floor.cage().exchange(None, "house", "bob", given, till, credits).await.expect("credits");
    let desk = plain.house.floor.table("plus-1").expect("a table");
    desk.say(&bob, None, "bets 25 on 2").await.expect("a wager");
    let refused = plain.ask("POST", "/tables/plus-1/bets", "act=undo").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("Others have bet here after you") && refused.text().contains("[1.26]"));
    let first = desk.standing.borrow().table.round().wagers()[0].stake;
    assert_eq!(first, Chips::minor(3000), "nothing moved");
    assert_eq!(plain.ask("POST", "/tables/plus-1/bets", "act=clear").await.status, StatusCode::SEE_OTHER);
}

#[tokio::test]
async fn credits_that_were_bought_are_in_the_purse_at_once() {
    let mut plain = Plain::open().await;
    plain.ask("POST", "/seat", "table=plus-1").await;
    let request = Request::post("/tables/plus-1/credits").by(&plain.cookie).with("x-scripted", "1");
    let told = plain.house.send(request.form("amount=50&what=buy")).await.text();
    assert!(told.contains("id=\"said-purse\"") && told.contains("<strong>1\u{2009}050</strong>"), "{told}");
}

#[tokio::test]
async fn a_table_that_is_not_there_is_told_to_people_as_a_page() {
    let mut plain = Plain::open().await;
    let page = plain.get("/tables/nowhere").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    assert!(page.text().contains("<!DOCTYPE html>") && page.text().contains("there is no table nowhere"));
    assert!(page.text().contains("href=\"/\""), "the way back");
}

#[tokio::test]
async fn pages_are_strict_small_and_load_only_what_is_here() {
    let mut plain = Plain::open().await;
    for path in ["/", "/tables/electronic-1", "/cards"] {
        let page = plain.get(path).await;
        assert_eq!(page.status, StatusCode::OK, "{path}");
        assert!(
            page.header("content-security-policy")
                .starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{path}"
        );
        for inline in [" style=", "<style", " onclick", "javascript:", "http://", "https://"] {
            assert!(!page.text().contains(inline), "{path} has {inline}");
        }
        assert_eq!(page.text().matches("<script").count(), 1, "{path}");
        let mut weight = page.text().len();
        let text = page.text();
        let assets = text.split('"').filter(|part| part.starts_with("/assets/"));
        let assets: std::collections::BTreeSet<&str> =
            assets.filter_map(|part| part.split('#').next()).collect();
        assert!(assets.len() >= 3, "{path} loads {assets:?}");
        for asset in assets {
            let loaded = plain.get(asset).await;
            assert_eq!(loaded.status, StatusCode::OK, "{asset}");
            weight += if asset.rsplit('.').next() == Some("svg") { 0 } else { loaded.text().len() };
        }
        assert!(path == "/cards" || weight < 100_000, "{path} weighs {weight} before images");
    }
}

#[tokio::test]
async fn what_a_browser_loads_is_packed() {
    let plain = Plain::open().await;
    for takes in ["", "gzip, br"] {
        let answer = plain.house.send(Request::get("/cards").with("accept-encoding", takes)).await;
        let packed = answer.header("content-encoding") == "gzip";
        assert_eq!(packed, !takes.is_empty());
        assert_eq!(packed, answer.body.starts_with(&[0x1f, 0x8b]), "as it says");
    }
}

#[tokio::test]
async fn a_language_is_chosen_and_leads_back_to_our_own_pages_only() {
    let mut plain = Plain::open().await;
    for (back, to) in [("/tables/plus-1", "/tables/plus-1"), ("//evil.test", "/"), ("https://evil.test", "/")]
    {
        let chosen = plain.ask("POST", "/language", &format!("tag=zh-Hans&back={back}")).await;
        assert_eq!((chosen.status, chosen.location()), (StatusCode::SEE_OTHER, to));
    }
    assert!(plain.get("/").await.text().contains("lang=\"zh-Hans\""));
}

#[tokio::test]
async fn the_dealer_console_is_for_whoever_may_deal_and_works_without_a_script() {
    let mut plain = Plain::open().await;
    for (name, role) in [("paul", Role::Player), ("cass", Role::Cashier)] {
        plain.house.add(name, role).await;
    }
    plain.house.dealer("dan", "plus-1").await;
    let password = PASSWORD.replace(' ', "+");
    let (console, say, wrong) = ("/dealer/plus-1", "/dealer/plus-1/say", "/dealer/plus-1/irregular");
    let opens = "say=dealer+opens+bets";
    let who =
        [("", StatusCode::UNAUTHORIZED), ("paul", StatusCode::FORBIDDEN), ("cass", StatusCode::FORBIDDEN)];
    for (name, status) in who {
        plain.ask("POST", "/sign-in", &format!("name={name}&password={password}")).await;
        let asked = [("GET", console), ("POST", say), ("GET", wrong), ("POST", wrong)];
        for (method, path) in asked {
            let reply = plain.ask(method, path, if method == "POST" { opens } else { "" }).await;
            assert_eq!(reply.status, status, "{name} {method} {path}");
            assert!(reply.text().contains("for dealers, supervisors and managers"), "{name} {method} {path}");
            assert!(reply.text().contains("action=\"/sign-in\""), "{name} {method} {path}: where to sign in");
        }
    }
    plain.ask("POST", "/sign-in", &format!("name=dan&password={password}")).await;
    let opened = plain.ask("POST", say, opens).await;
    assert_eq!((opened.status, opened.location()), (StatusCode::SEE_OTHER, console));
    assert!(plain.get(console).await.text().contains("Place bets: open"));
    // The house deals here: a card is refused, and the page says why where it was tried.
    let keyed = plain.ask("POST", say, "say=shoe&rank=K&suit=s").await;
    assert_eq!(keyed.status, StatusCode::FORBIDDEN);
    assert!(keyed.text().contains("the house deals at this table"));
    // What is confirmed must be what was looked at.
    let late = plain.ask("POST", wrong, "what=power&seq=0").await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.text().contains("has moved on"));
    for strange in [
        "what=%00&x=%ff",
        "what=together&cards=%E7%A6%8F&known=last",
        "what=found&player=a+b&amount=-1&spot=99&wager=x",
    ] {
        let page = plain.get(&format!("{wrong}?{strange}")).await;
        assert_eq!(page.status, StatusCode::OK, "{strange}");
    }
}
