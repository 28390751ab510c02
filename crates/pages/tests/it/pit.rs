//! The pit console without a script: every page and every form by every role, and what must never stand on it.

use axum::http::StatusCode;
use floor::{Action, Dealing, Role};
use testkit::{PASSWORD, TestFloor, has_a_yes};

/// Says a sentence through the table's page.
async fn say(house: &TestFloor, session: &str, table: &str, say: &str) {
    let path = format!("/tables/{table}/say");
    let said = house.browse(session, "POST", &path, &format!("say={}", say.replace(' ', "+"))).await;
    assert_eq!(said.status, StatusCode::SEE_OTHER, "{say}: {}", said.text());
}

/// Every page and form, and whose actions open it beyond the door.
const ALL: [(&str, &str, &str, &[Action]); 17] = [
    ("GET", "/pit", "", &[Action::Meters, Action::Disable]),
    ("GET", "/pit/switches", "", &[Action::OpenTables, Action::Disable]),
    ("GET", "/pit/meters", "", &[Action::Meters]),
    ("GET", "/pit/irregularities", "", &[Action::AnyRounds]),
    ("GET", "/pit/log", "", &[Action::Log]),
    ("GET", "/pit/log?book=table/plus-1", "", &[Action::Log]),
    ("GET", "/pit/tables/plus-1", "", &[Action::Meters, Action::Disable]),
    ("GET", "/pit/tables/plus-1/confirm?deed=void&words=a+test", "", &[Action::Rule]),
    ("POST", "/pit/tables/plus-1/say", "say=pit+rules+noted&round=1", &[Action::Rule]),
    ("POST", "/pit/tables/plus-1/post", "min.main=5&max.main=500", &[Action::Post]),
    ("POST", "/pit/tables/plus-1/end-seat", "player=bystander&words=asleep", &[Action::Deal]),
    ("POST", "/pit/tables/plus-1/approvals", "number=1&approve=true", &[Action::Rule]),
    ("POST", "/pit/tables/plus-1/dealers", "dealer=some-dealer&assigned=true", &[Action::OpenTables]),
    ("POST", "/pit/open", "table=plus-1&open=true", &[Action::OpenTables, Action::Disable]),
    ("POST", "/pit/open", "game=plus&open=true", &[Action::Disable]),
    ("POST", "/pit/open", "open=true", &[Action::Disable]),
    ("POST", "/pit/logins", "name=bystander&disabled=false", &[Action::DisableLogin]),
];

#[tokio::test]
async fn every_page_and_every_form_is_for_whom_the_table_of_roles_says() {
    let house = TestFloor::builder().pages().open().await;
    house.visitor("bystander", Role::Player).await;
    for role in Role::ALL {
        let session = house.visitor(&format!("some-{}", role.word()), role).await;
        let enters = has_a_yes(role, Action::Meters) || has_a_yes(role, Action::Disable);
        for (method, path, form, actions) in ALL {
            let reply = house.browse(&session, method, path, form).await;
            let allowed = enters && actions.iter().any(|action| has_a_yes(role, *action));
            let refused = reply.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !allowed, "{role:?} {method} {path} {form}: {}", reply.status);
            if refused {
                assert!(reply.text().contains("<!DOCTYPE html>"), "{role:?} {method} {path}");
                let way = if enters { "href=\"/pit\"" } else { "action=\"/sign-in\"" };
                assert!(reply.text().contains(way), "{role:?} {method} {path}: where to go");
            } else {
                let fine = reply.status.is_success() || reply.status == StatusCode::SEE_OTHER;
                let by_the_rules = [StatusCode::CONFLICT, StatusCode::NOT_FOUND].contains(&reply.status)
                    && path.contains("plus-1");
                assert!(fine || by_the_rules, "{role:?} {method} {path}: {} {}", reply.status, reply.text());
            }
        }
        // Nobody is offered what is refused.
        let page = house.get(&session, "/pit").await.text();
        for (_, path, _, actions) in ALL.iter().filter(|one| one.0 == "GET" && !one.1.contains(['?', '1'])) {
            let allowed = enters && actions.iter().any(|action| has_a_yes(role, *action));
            let linked = page.contains(&format!("<a href=\"{path}\""));
            assert_eq!(linked, allowed, "{role:?} sees the way to {path}");
        }
    }
    for (method, path, form, _) in ALL {
        let reply = house.browse("", method, path, form).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{method} {path}");
        assert!(reply.text().contains("Nobody is signed in"), "{method} {path}");
    }
}

#[tokio::test]
async fn what_is_posted_is_told_field_by_field_and_waits_for_the_next_round() {
    let house = TestFloor::builder().pages().open().await;
    let manager = house.visitor("mary", Role::PitManager).await;
    let faulty = "min.main=ten&max.main=500&min.pair=50&max.pair=5&set.decks=99&set.rounding=down";
    let page = house.browse(&manager, "POST", "/pit/tables/blackjack-1/post", faulty).await;
    assert_eq!(page.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["min.main", "min.pair", "set.decks"] {
        assert!(page.text().contains(&format!("id=\"fault-{field}\"")), "{field} has a fault");
    }
    assert!(!page.text().contains("id=\"fault-set.rounding\""));
    assert!(page.text().contains("value=\"ten\""), "what was filled in is still there");
    let posted = |page: &str| page.contains("value=\"25\"");
    assert!(!posted(&house.get(&manager, "/pit/tables/blackjack-1").await.text()), "nothing was posted");
    let good = "min.main=25&max.main=1000&min.pair=&max.pair=&set.rounding=down";
    let done = house.browse(&manager, "POST", "/pit/tables/blackjack-1/post", good).await;
    assert_eq!((done.status, done.location()), (StatusCode::SEE_OTHER, "/pit/tables/blackjack-1"));
    // Who opened the form before would take that back without knowing.
    let stale = "seen=min.main%3D5&min.main=5&max.main=500";
    let refused = house.browse(&manager, "POST", "/pit/tables/blackjack-1/post", stale).await;
    assert!(refused.text().contains("somebody else posted something since"));
    let page = house.get(&manager, "/pit/tables/blackjack-1").await.text();
    assert!(posted(&page) && page.contains("<option value=\"down\" selected>"));
    let waits = page.split("id=\"waiting\"").nth(1).expect("a place for what waits");
    assert!(waits.contains("25–1\u{2009}000") && waits.contains("rounding"), "it waits for a round");
    // A round with wagers keeps its rules: the form says so.
    let sue = house.visitor("sue", Role::Supervisor).await;
    let ann = house.visitor("ann", Role::Player).await;
    say(&house, &sue, "blackjack-1", "dealer opens bets").await;
    let page = house.get(&manager, "/pit/tables/blackjack-1").await.text();
    assert!(page.contains("id=\"waiting\" hidden"), "nothing waits any more");
    buy_and_bet(&house, &ann, "blackjack-1").await;
    let refused = house.browse(&manager, "POST", "/pit/tables/blackjack-1/post", good).await;
    assert!(refused.text().contains("a round is on: settings and limits change between rounds"));
}

async fn buy_and_bet(house: &TestFloor, session: &str, table: &str) {
    house.fund("ann").await;
    say(house, session, table, "sits on 3").await;
    say(house, session, table, "bets 100 on 3").await;
}

#[tokio::test]
async fn a_void_is_looked_at_first_and_carried_out_once() {
    let house = TestFloor::builder().pages().open().await;
    let shift = house.visitor("sam", Role::ShiftManager).await;
    let supervisor = house.visitor("sue", Role::Supervisor).await;
    let ann = house.visitor("ann", Role::Player).await;
    say(&house, &shift, "plus-1", "dealer opens bets").await;
    buy_and_bet(&house, &ann, "plus-1").await;
    let confirm = "/pit/tables/plus-1/confirm?deed=void&words=the+lights+%3Cb%3Ewent%3C%2Fb%3E+out";
    let page = house.get(&shift, confirm).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text().contains("pit voids because the lights &lt;b&gt;went&lt;/b&gt; out"), "escaped");
    assert!(page.text().contains("<strong>5.19</strong>"), "the clause it rests on");
    assert!(
        page.text().contains("<th scope=\"row\">ann</th><td class=\"figure good\">+100</td>"),
        "what moves"
    );
    // Nobody learns of a card by asking what would be.
    let page = house.get(&shift, "/pit/tables/plus-1/confirm?say=dealer+closes+bets").await.text();
    assert!(page.contains("the dealer calls no more bets") && !page.contains("to spot 3"), "{page}");
    // In this game it takes a shift manager.
    let page = house.get(&supervisor, confirm).await;
    assert_eq!(page.status, StatusCode::CONFLICT);
    assert!(page.text().contains("It would be refused:") && !page.text().contains("name=\"once\""));
    let form = "say=pit+voids+because+the+lights+went+out&once=abc&round=";
    let late = house.browse(&shift, "POST", "/pit/tables/plus-1/say", &format!("{form}7")).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.text().contains("another round has begun since you looked"));
    for _ in 0..2 {
        let done = house.browse(&shift, "POST", "/pit/tables/plus-1/say", &format!("{form}1")).await;
        assert_eq!((done.status, done.location()), (StatusCode::SEE_OTHER, "/pit/tables/plus-1"));
    }
    let balance = house.floor.cage().balance("ann").await.expect("a balance");
    assert_eq!(balance.units(), 100_000, "ann has her credits back, once");
    // It stands among the irregularities by its clause, with the round to look at.
    let page = house.get(&supervisor, "/pit/irregularities").await.text();
    let plus = page.split("id=\"irregular-plus-1\"").nth(1).expect("the table");
    assert!(plus.contains("the lights went out") && plus.contains("href=\"/rounds/plus-1.1\""));
}

#[tokio::test]
async fn the_log_tells_of_every_book_and_gives_no_secret_away() {
    let house = TestFloor::builder().pages().open().await;
    let auditor = house.visitor("otto", Role::Auditor).await;
    let shift = house.visitor("sam", Role::ShiftManager).await;
    let ann = house.visitor("ann", Role::Player).await;
    say(&house, &shift, "plus-1", "dealer opens bets").await;
    buy_and_bet(&house, &ann, "plus-1").await;
    say(&house, &shift, "plus-1", "dealer closes bets").await;
    let standing = house.floor.table("plus-1").expect("a table").standing.borrow().clone();
    let Dealing::House(Some(shoe)) = standing.table.dealing() else { panic!("the house deals") };
    let kept = house.floor.journal().shelf("people").await.expect("people");
    let hashes = kept.iter().filter_map(|(_, body)| body.split("$argon2").nth(1)).count();
    assert_eq!(hashes, 3, "there are passwords to give away");
    let mut all = String::new();
    for (book, _) in house.floor.books().await.expect("books") {
        let page = house.get(&auditor, &format!("/pit/log?book={book}")).await;
        assert_eq!(page.status, StatusCode::OK, "{book}");
        all.push_str(&page.text());
    }
    all.push_str(&house.get(&auditor, "/pit/log").await.text());
    for told in ["ann buys credits: 1\u{2009}000", "ann: is added", "otto: signs in", "ann puts 100 on"] {
        assert!(all.contains(told), "{told} is there");
    }
    let secret = |session: &str| session.trim_start_matches("croupier=").to_owned();
    for hidden in [shoe.seed().reveal(), secret(&auditor), secret(&ann), "argon2".into(), PASSWORD.into()] {
        assert!(!all.contains(&hidden), "{hidden} is given away");
    }
    let nothing = house.get(&auditor, "/pit/log?book=%22%3E%3Cscript%3E").await;
    assert!(nothing.status == StatusCode::OK && !nothing.text().contains("<script>"));
}

#[tokio::test]
async fn who_looks_on_is_offered_nothing_to_change() {
    let house = TestFloor::builder().pages().open().await;
    let forms = |page: &str| -> Vec<String> {
        let actions = page.split("action=\"").skip(1).filter_map(|rest| rest.split('"').next());
        actions.filter(|action| action.starts_with("/pit")).map(str::to_owned).collect()
    };
    let auditor = house.visitor("otto", Role::Auditor).await;
    for path in ["/pit", "/pit/tables/star-elements-1", "/pit/meters", "/pit/irregularities"] {
        let page = house.get(&auditor, path).await;
        assert_eq!((page.status, forms(&page.text())), (StatusCode::OK, Vec::new()), "{path}");
    }
    let root = house.visitor("root", Role::Administrator).await;
    let page = house.get(&root, "/pit/tables/star-elements-1").await;
    assert_eq!(forms(&page.text()), ["/pit/open"]);
    let page = house.get(&root, "/pit/switches").await.text();
    let all = forms(&page);
    assert!(all.contains(&"/pit/logins".to_owned()) && page.contains("id=\"sure-floor-true\""));
    // What is decided about players stays on the page until it is lifted.
    let manager = house.visitor("mary", Role::PitManager).await;
    house.visitor("ann", Role::Player).await;
    let form = "say=pit+restricts+ann+to+1&round=0";
    let done = house.browse(&manager, "POST", "/pit/tables/star-elements-1/say", form).await;
    assert_eq!(done.status, StatusCode::SEE_OTHER, "{}", done.text());
    let page = house.get(&manager, "/pit/tables/star-elements-1").await.text();
    assert!(page.contains("ann is kept to one spot"));
}

#[tokio::test]
async fn the_pit_ends_a_seat_with_a_reason() {
    let house = TestFloor::builder().pages().open().await;
    house.open_betting().await;
    let (ann, sue) = (house.visitor("ann", Role::Player).await, house.visitor("sue", Role::Supervisor).await);
    say(&house, &ann, "plus-1", "sits on 3").await;
    let page = house.get(&sue, "/pit/tables/plus-1").await;
    assert!(page.element("end-seat-player", 200).contains("ann"), "{}", page.text());
    let path = "/pit/tables/plus-1/end-seat";
    let ended = house.browse(&sue, "POST", path, "player=ann&words=left+the+floor").await;
    assert_eq!((ended.status, ended.location()), (StatusCode::SEE_OTHER, "/pit/tables/plus-1"));
    let page = house.get(&sue, "/pit/tables/plus-1").await.text();
    assert!(page.contains("The seat of ann ended: staff decided so (left the floor)."), "{page}");
    let own = house.get(&ann, "/tables/plus-1").await.text();
    assert!(own.contains("Your seat ended: staff decided so (left the floor)."), "{own}");
}
