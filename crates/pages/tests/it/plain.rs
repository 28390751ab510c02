//! The pages as a browser without scripts finds them: complete, strict, and small.

use axum::http::StatusCode;
use floor::{Config, Role, SeatLimits, TableConfig};
use futures_util::StreamExt;
use testkit::{PASSWORD, PATIENCE, Reply, Request, TestFloor};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use vocabulary::Chips;

/// A browser that keeps its cookie and runs no script.
struct Plain {
    house: TestFloor,
    cookie: String,
}

impl Plain {
    async fn open() -> Plain {
        let house = TestFloor::builder().config(Config::default()).pages().open().await;
        Plain { house, cookie: String::new() }
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
    assert!(page.text().contains("id=\"place-4-main\""), "the middle spot is free and theirs");
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
    plain.house.fund("bob").await;
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
async fn play_money_that_is_topped_up_is_in_the_purse_at_once() {
    let mut plain = Plain::open().await;
    plain.open_bets("plus-1").await;
    plain.ask("POST", "/seat", "table=plus-1").await;
    let top_up = || Request::post("/tables/plus-1/play-money").with("x-scripted", "1").form("");
    let enough = plain.house.send(top_up().by(&plain.cookie)).await.text();
    assert!(enough.contains("You have 1\u{2009}000 in play money or more: nothing was added."), "{enough}");
    plain.ask("POST", "/tables/plus-1/bets", "chip=2500&on=4").await;
    let told = plain.house.send(top_up().by(&plain.cookie)).await.text();
    assert!(told.contains("id=\"said-purse\"") && told.contains("<strong>1\u{2009}000</strong>"), "{told}");
}

#[tokio::test]
async fn a_guest_plays_where_the_lobby_says_play_money_and_nowhere_else() {
    let (mut config, mut real) = (Config::default(), floor::TableConfig::of("real-1", "plus"));
    real.seconds = floor::Seconds::NONE;
    config.tables.push(real);
    let house = TestFloor::builder().config(config).pages().open().await;
    let mut plain = Plain { house, cookie: String::new() };
    let lobby = plain.get("/").await.text();
    let offer = |id: &str| {
        let from = lobby.split(&format!("id=\"table-{id}\"")).nth(1).expect("a table");
        from.split("</article>").next().expect("its end").to_owned()
    };
    assert!(offer("plus-1").contains("play money") && offer("plus-1").contains("<button"));
    assert!(!offer("real-1").contains("play money") && !offer("real-1").contains("<button"));
    // Nobody in particular becomes no guest at a table for real money.
    let before = plain.house.heads().await;
    let refused = plain.ask("POST", "/seat", "table=real-1").await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.text().contains("This table is for real money"), "{}", refused.text());
    assert_eq!(before, plain.house.heads().await);
    plain.ask("POST", "/seat", "table=plus-1").await;
    assert_eq!(plain.ask("POST", "/seat", "table=real-1").await.status, StatusCode::FORBIDDEN);
    plain.open_bets("real-1").await;
    let page = plain.get("/tables/real-1").await.text();
    assert!(page.contains("Guests play at the tables marked"), "{page}");
    for control in ["name=\"chip\"", "name=\"on\"", "sits on", "/play-money"] {
        assert!(!page.contains(control), "a guest finds {control} at a table for real money");
    }
    let page = plain.get("/tables/plus-1").await.text();
    assert!(page.contains("Top up play money") && page.contains("<strong>1\u{2009}000</strong>"), "{page}");
    // A player with an account has two purses: the one of the table is shown.
    plain.house.add("ann", Role::Player).await;
    plain.house.fund("ann").await;
    let top_up = plain.house.floor.cage().top_up(None, "house", "ann", Chips::whole(2_000)).await;
    top_up.expect("play money");
    plain.cookie = plain.house.sign_in("ann", PASSWORD).await.cookie();
    for (path, purse) in [("/", "1"), ("/tables/real-1", "1"), ("/tables/plus-1", "2")] {
        let page = plain.get(path).await.text();
        assert!(page.contains(&format!("<strong>{purse}\u{2009}000</strong>")), "{path}: {page}");
    }
    assert!(plain.get("/tables/real-1").await.text().contains("Buy credits at the cage or at a terminal"));
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

#[tokio::test]
async fn who_does_not_bet_is_told_when_the_seat_ends_and_can_keep_it() {
    let mut plain = Plain::open().await;
    plain.open_bets("plus-1").await;
    plain.ask("POST", "/seat", "table=plus-1").await;
    let notice = async |plain: &mut Plain| {
        let page = plain.get("/tables/plus-1").await;
        if page.text().contains("id=\"seat-notice\"") {
            page.element("seat-notice", 600)
        } else {
            String::new()
        }
    };
    assert_eq!(notice(&mut plain).await, "", "no warning before it is near");
    // Bets are open, and nobody bets.
    let looked = async |plain: &mut Plain, seconds| {
        plain.house.advance(seconds).await;
        notice(plain).await
    };
    assert_eq!(looked(&mut plain, 100).await, "");
    assert_eq!(looked(&mut plain, 100).await, "", "a player who looks at the table now and then is not away");
    assert_eq!(looked(&mut plain, 100).await, "");
    assert_eq!(looked(&mut plain, 100).await, "");
    let told = looked(&mut plain, 90).await;
    assert!(
        told.contains("You stand up unless you bet or stay, in") && told.contains("data-until"),
        "{told}"
    );
    assert!(told.contains("You can keep this seat 3 more times without a wager."), "{told}");
    let stayed = plain.ask("POST", "/tables/plus-1/stay", "").await;
    assert_eq!((stayed.status, stayed.location()), (StatusCode::SEE_OTHER, "/tables/plus-1"));
    assert_eq!(notice(&mut plain).await, "");
    // Another plays a round, and she does not.
    let bob = plain.house.add("bob", Role::Player).await;
    plain.house.fund("bob").await;
    let bob_plays = async |plain: &Plain| {
        plain.house.say_as(&bob, "plus-1", "bets 10 on 1").await;
        let round = plain.house.look("plus-1").await["round"].clone();
        plain.house.advance_until("plus-1", 5, |seen| seen["round"] != round).await;
    };
    bob_plays(&plain).await;
    let told = notice(&mut plain).await;
    assert!(told.contains("You stand up after 2 more rounds without a wager."), "{told}");
    assert!(told.contains("Stay seated"), "{told}");
    assert!(told.contains("You can keep this seat twice more without a wager."), "{told}");
    let chinese = Request::get("/tables/plus-1").by(&plain.cookie).with("accept-language", "zh");
    let told = plain.house.send(chinese).await.element("seat-notice", 600);
    assert!(told.contains("再有 2 局不下注，您将离座。") && told.contains("不下注还可留座 2 次。"), "{told}");
    plain.ask("POST", "/tables/plus-1/stay", "").await;
    assert_eq!(notice(&mut plain).await, "");
    // The third time is the last one, and the page says so before.
    bob_plays(&plain).await;
    assert!(notice(&mut plain).await.contains("You can keep this seat once more without a wager."));
    plain.ask("POST", "/tables/plus-1/stay", "").await;
    bob_plays(&plain).await;
    let told = notice(&mut plain).await;
    assert!(told.contains("You can no longer keep this seat without a wager."), "{told}");
    assert!(!told.split("</form>").next().expect("a form").contains("<button"), "{told}");
    let refused = plain.ask("POST", "/tables/plus-1/stay", "").await;
    assert_eq!(refused.status, StatusCode::CONFLICT);
    assert!(refused.text().contains("you have kept this seat 3 times in a row"), "told where it was tried");
    // A player who signs out has no seat to come back to, and staff read why.
    assert_eq!(plain.ask("POST", "/sign-out", "").await.status, StatusCode::SEE_OTHER);
    let desk = plain.house.floor.table("plus-1").expect("a table");
    let is_free = || desk.standing.borrow().table.round().memory().seats.is_empty();
    plain.house.until("the seat to end", is_free).await;
    let refused = plain.ask("POST", "/tables/plus-1/stay", "").await;
    assert_eq!(refused.status, StatusCode::UNAUTHORIZED);
    let pit = plain.house.visitor("pia", Role::PitManager).await;
    let log = plain.house.get(&pit, "/pit/tables/plus-1").await.text();
    assert!(log.contains("ended: signed out."), "{log}");
}

#[tokio::test]
async fn a_page_that_is_open_keeps_the_seat_and_one_that_is_closed_does_not() {
    // No seat ends while its player is there.
    let seats = SeatLimits { idle: 0, ..SeatLimits::default() };
    let config = Config {
        tables: vec![TableConfig { seats, ..TableConfig::of("plus-1", "plus") }],
        ..Config::default()
    };
    let mut house = TestFloor::builder().config(config).pages().open().await;
    house.open_betting().await;
    let address = house.listen().await;
    let (ann, bob) = (house.visitor("ann", Role::Player).await, house.visitor("bob", Role::Player).await);
    for (session, say) in [(&ann, "sits on 1"), (&bob, "sits on 2")] {
        assert_eq!(house.say(session, "plus-1", say).await.status, StatusCode::OK);
    }
    let mut ask = format!("ws://{address}/tables/plus-1/live").into_client_request().expect("a request");
    ask.headers_mut().insert("cookie", ann.parse().expect("a cookie"));
    ask.headers_mut().insert("origin", format!("http://{address}").parse().expect("an origin"));
    let (mut page, _) = connect_async(ask).await.expect("a socket");
    page.next().await.expect("the page").expect("a message");
    let desk = house.floor.table("plus-1").expect("a table");
    let sits = |name: &str| {
        let standing = desk.standing.borrow().clone();
        standing.table.seat_of(name).is_some()
    };
    // The player who sat down first is checked first: ann stays, or she would be gone before bob is.
    house.advance(120).await;
    house.until("bob to stand up", || !sits("bob")).await;
    assert!(sits("ann"));
    drop(page);
    // The server notices a little later, and counts from then on.
    let stands_up = async {
        while sits("ann") {
            house.advance(120).await;
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, stands_up).await.expect("ann stands up, as her page is closed");
}
