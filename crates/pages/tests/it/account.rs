//! The page of one's own account without a script: the password, the tokens, and who is shown what.

use axum::http::StatusCode;
use floor::Role;
use serde_json::Value;
use testkit::{PASSWORD, Reply, Request, TestFloor};

const PAGE: &str = "/account";
const NEW: &str = "seven purple kettles";

async fn open() -> TestFloor {
    TestFloor::builder().pages().open().await
}

async fn change(house: &TestFloor, session: &str, old: &str, new: &str, again: &str) -> Reply {
    let field = |text: &str| text.replace(' ', "+");
    let form = format!("old={}&new={}&again={}", field(old), field(new), field(again));
    house.browse(session, "POST", "/account/password", &form).await
}

/// Makes a token over the API, as an administrator.
async fn token(house: &TestFloor, root: &str, name: &str) -> Value {
    let made = house.send(Request::post(&format!("/api/people/{name}/token?days=30")).by(root)).await;
    assert_eq!(made.status, 201, "{}", made.text());
    made.json()
}

fn text<'v>(value: &'v Value, field: &str) -> &'v str {
    value[field].as_str().expect("a text")
}

async fn status(house: &TestFloor, session: &str) -> u16 {
    house.send(Request::get("/api/me").by(session)).await.status.as_u16()
}

/// Everything the journal has about people, as text.
async fn book(house: &TestFloor) -> String {
    let stream = "people/floor".parse().expect("a book");
    let records = house.floor.journal().records(&stream, 0, 10_000).await.expect("the journal reads");
    records.iter().map(|record| record.body.as_str()).collect()
}

#[tokio::test]
async fn a_password_is_changed_and_this_browser_alone_stays_signed_in() {
    let house = open().await;
    let root = house.someone("root", Role::Administrator).await;
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Terminal) {
        let name = format!("a-{}", role.word());
        let here = house.visitor(&name, role).await;
        let elsewhere = house.sign_in(&name, PASSWORD).await.cookie();
        let machine = text(&token(&house, &root, &name).await, "token").to_owned();
        let changed = change(&house, &here, PASSWORD, NEW, NEW).await;
        assert_eq!((changed.status, changed.location()), (StatusCode::SEE_OTHER, "/account?done=password"));
        let now = changed.cookie();
        let page = house.get(&now, changed.location()).await;
        assert_eq!(page.status, StatusCode::OK, "{role:?}");
        assert!(page.element("done", 300).contains("Everywhere else you are signed out"), "{role:?}");
        assert!(page.text().contains("No token acts for you."), "{role:?}");
        for gone in [&here, &elsewhere, &machine] {
            assert_eq!(status(&house, gone).await, 401, "{role:?}");
        }
        assert_eq!(house.sign_in(&name, PASSWORD).await.status, 401, "{role:?}");
        assert_eq!(house.sign_in(&name, NEW).await.status, 200, "{role:?}");
        assert!(!page.text().contains(NEW) && !page.text().contains(PASSWORD), "{role:?}");
    }
    let book = book(&house).await;
    assert!(book.contains("given a password") && !book.contains(NEW) && !book.contains(PASSWORD));
}

#[tokio::test]
async fn why_a_password_is_not_changed_stands_beside_its_field() {
    let house = open().await;
    let ann = house.visitor("ann", Role::Player).await;
    let long = "long words ".repeat(19);
    let other = "seven purple kettle";
    let faulty = [
        (PASSWORD, NEW, other, "again", 422, "The new passwords are not the same"),
        (PASSWORD, "x7 ab c", "x7 ab c", "new", 422, "This is too short"),
        (PASSWORD, "", "", "new", 422, "This is too short"),
        (PASSWORD, &long, &long, "new", 422, "This is too long"),
        (PASSWORD, "password123", "password123", "new", 422, "one of the first passwords"),
        (PASSWORD, "ann-1234567", "ann-1234567", "new", 422, "one of the first passwords"),
        ("my old passphrase", NEW, NEW, "old", 401, "This is not your current password"),
    ];
    for (old, new, again, field, status, why) in faulty {
        let reply = change(&house, &ann, old, new, again).await;
        assert_eq!(reply.status.as_u16(), status, "{why}");
        let told = reply.element(&format!("{field}-fault"), 200);
        assert!(told.contains(why), "{told}");
        let input = reply.element(&format!("password-{field}"), 300);
        let input = input.split('>').next().expect("a field");
        assert!(
            input.contains("aria-invalid=\"true\"") && input.contains(&format!("{field}-fault")),
            "{input}"
        );
        assert_eq!(reply.text().matches("aria-invalid").count(), 1, "{why}");
        for secret in [old, new, again].iter().filter(|secret| !secret.is_empty()) {
            assert!(!reply.text().contains(*secret), "{why}: a password came back");
        }
    }
    // In Chinese as well.
    let zh = |form: &str| {
        let ask = Request::post("/account/password").by(&ann).with("accept-language", "zh");
        house.send(ask.with("accept", "text/html").form(form))
    };
    let told = zh(&format!("old=wrong+again&new={NEW}&again={NEW}").replace(' ', "+")).await;
    assert!(told.element("old-fault", 100).contains("当前密码不正确。"));
    assert!(zh("old=a&new=b&again=c").await.element("again-fault", 100).contains("不一致"));
    // The third wrong one locks, and the page says for how long.
    assert_eq!(change(&house, &ann, "a third guess", NEW, NEW).await.status, 401);
    let locked = change(&house, &ann, PASSWORD, NEW, NEW).await;
    assert_eq!((locked.status.as_u16(), locked.header("retry-after")), (429, "1800"));
    assert!(locked.element("old-fault", 200).contains("Try again in 30 minutes."));
    // Nobody was signed out by any of it, and the old password is still the password.
    assert_eq!(house.get(&ann, PAGE).await.status, StatusCode::OK);
    house.advance(1801).await;
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, 200);
    let book = book(&house).await;
    assert!(!book.contains("my old passphrase") && !book.contains(NEW), "no password is written down");
}

#[tokio::test]
async fn the_form_is_known_to_programs_that_keep_passwords_and_sends_nothing_in_an_address() {
    let house = open().await;
    let ann = house.visitor("ann", Role::Player).await;
    let page = house.get(&ann, PAGE).await;
    let form = page.element("password", 2500);
    for said in [
        "method=\"post\" action=\"/account/password\"",
        "value=\"ann\" autocomplete=\"username\"",
        "name=\"old\" autocomplete=\"current-password\"",
        "name=\"new\" autocomplete=\"new-password\"",
        "name=\"again\" autocomplete=\"new-password\"",
        "<label for=\"password-old\">",
    ] {
        assert!(form.contains(said), "{said}: {form}");
    }
    assert_eq!(page.header("cache-control"), "no-store");
    // Typed into an address it changes nothing, and is on no page.
    let typed =
        house.get(&ann, &format!("/account/password?old=open+sesame&new={}", NEW.replace(' ', "+"))).await;
    assert_eq!((typed.status, typed.location()), (StatusCode::SEE_OTHER, PAGE));
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, 200);
    // Nor does a form from another site.
    let foreign = Request::post("/account/password").by(&ann).with("origin", "https://evil.test");
    let foreign =
        house.send(foreign.form(&format!("old={PASSWORD}&new={NEW}&again={NEW}").replace(' ', "+"))).await;
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(house.sign_in("ann", PASSWORD).await.status, 200);
    for strange in ["", "old=a", "%ff", "old=a&old=b&new=c&again=c"] {
        let reply = house.browse(&ann, "POST", "/account/password", strange).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{strange}");
    }
    for done in ["?done=password", "?done=token", "?done=%3Cscript%3E", "?done="] {
        let reply = house.get(&ann, &format!("{PAGE}{done}")).await;
        assert!(reply.status == StatusCode::OK && !reply.text().contains("<script>"), "{done}");
    }
}

#[tokio::test]
async fn everyone_with_a_login_is_led_here_and_a_guest_is_told_what_they_can_do() {
    let house = TestFloor::builder().config(floor::Config::default()).pages().open().await;
    let link = "href=\"/account\"";
    for role in Role::ALL.into_iter().filter(|role| *role != Role::Terminal) {
        let session = house.visitor(&format!("a-{}", role.word()), role).await;
        for page in ["/", "/tables/plus-1", "/rules/plus"] {
            assert!(house.get(&session, page).await.element("purse", 120).contains(link), "{role:?} {page}");
        }
    }
    let kiosk = house.someone("kiosk", Role::Terminal).await;
    let refused = house.get(&kiosk, PAGE).await;
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    assert!(refused.text().contains("A terminal is a machine"));
    assert_eq!(change(&house, &kiosk, PASSWORD, NEW, NEW).await.status, StatusCode::FORBIDDEN);
    // Nobody.
    assert!(!house.get("", "/").await.text().contains(link));
    let nobody = house.get("", PAGE).await;
    assert_eq!((nobody.status, nobody.field("back").as_str()), (StatusCode::UNAUTHORIZED, PAGE));
    assert_eq!(change(&house, "", PASSWORD, NEW, NEW).await.status, StatusCode::UNAUTHORIZED);
    // A guest.
    let guest = house.browse("", "POST", "/seat", "table=plus-1").await.cookie();
    assert!(!house.get(&guest, "/").await.text().contains(link));
    let page = house.get(&guest, PAGE).await;
    assert_eq!((page.status, page.field("back").as_str()), (StatusCode::OK, PAGE));
    assert!(page.text().contains("A guest has no password") && !page.text().contains("name=\"old\""));
    for (path, form) in [("/account/password", "old=a&new=b&again=b"), ("/account/tokens/revoke", "token=a")]
    {
        assert_eq!(house.browse(&guest, "POST", path, form).await.status, StatusCode::CONFLICT, "{path}");
    }
    // A person who was away for too long gives their password, and a form that came late does nothing.
    let late = house.visitor("lea", Role::Dealer).await;
    house.advance(5 * 60 + 1).await;
    let locked = change(&house, &late, PASSWORD, NEW, NEW).await;
    assert_eq!((locked.status, locked.field("name").as_str()), (StatusCode::UNAUTHORIZED, "lea"));
    assert!(locked.text().contains("You were away for a while"));
    assert_eq!(house.sign_in("lea", PASSWORD).await.status, 200);
}

#[tokio::test]
async fn tokens_are_listed_without_their_secret_and_revoked_by_whom_they_act_for() {
    let house = open().await;
    let root = house.visitor("root", Role::Administrator).await;
    let (ann, bob) = (house.visitor("ann", Role::Player).await, house.visitor("bob", Role::Player).await);
    let (first, second) = (token(&house, &root, "ann").await, token(&house, &root, "ann").await);
    let others = token(&house, &root, "bob").await;
    let page = house.get(&ann, PAGE).await;
    let listed = page.element("tokens", 4000);
    for made in [&first, &second] {
        let one = page.element(&format!("token-{}", text(made, "id")), 900);
        assert!(one.contains("<dd>root</dd>"), "who made it: {one}");
        let until = made["until"].as_i64().expect("a time");
        assert!(one.contains(&date(until)) && one.contains(&date(until - 30 * 86_400_000)), "{one}");
        assert!(one.contains("details") && one.contains("never works again"), "it is confirmed: {one}");
        assert!(!page.text().contains(text(made, "token")), "the secret is not shown");
    }
    assert!(!listed.contains(text(&others, "id")), "those of others are not shown");
    let revoke = async |session: &str, path: &str, name: &str, made: &Value| {
        let form = format!("name={name}&token={}", text(made, "id"));
        house.browse(session, "POST", path, &form).await
    };
    // Whatever name a form says, one's own tokens are meant here.
    let own = "/account/tokens/revoke";
    let foreign = revoke(&ann, own, "bob", &others).await;
    assert_eq!(foreign.status, StatusCode::NOT_FOUND);
    assert!(foreign.element("said-tokens", 300).contains("There is no such token any more"));
    assert_eq!(status(&house, text(&others, "token")).await, 200);
    let revoked = revoke(&ann, own, "ann", &first).await;
    assert_eq!((revoked.status, revoked.location()), (StatusCode::SEE_OTHER, "/account?done=token#tokens"));
    assert!(house.get(&ann, "/account?done=token").await.element("done", 100).contains("revoked"));
    let alive = async |made: &Value| status(&house, text(made, "token")).await;
    assert_eq!((alive(&first).await, alive(&second).await), (401, 200));
    // Administrators see everyone's, and revoke them; nobody else does.
    let people = "/people/tokens/revoke";
    assert_eq!(revoke(&bob, people, "ann", &second).await.status, StatusCode::FORBIDDEN);
    let page = house.get(&root, "/people").await;
    for (made, name) in [(&second, "ann"), (&others, "bob")] {
        let one = page.element(&format!("token-{}", text(made, "id")), 400);
        assert!(one.contains(&format!("<strong>{name}</strong>")) && one.contains("<dd>root</dd>"), "{one}");
        assert!(!page.text().contains(text(made, "token")));
    }
    let wrong = revoke(&root, people, "bob", &second).await;
    assert_eq!(wrong.status, StatusCode::NOT_FOUND);
    assert!(wrong.element("said-tokens", 300).contains("There is no such token any more"));
    let revoked = revoke(&root, people, "ann", &second).await;
    assert_eq!((revoked.status, revoked.location()), (StatusCode::SEE_OTHER, "/people?revoked=true#tokens"));
    assert_eq!((alive(&second).await, alive(&others).await), (401, 200));
    let page = house.get(&root, revoked.location().trim_end_matches("#tokens")).await;
    assert!(page.element("done", 100).contains("revoked"));
    assert!(!page.text().contains(text(&second, "id")));
    house.advance(31 * 86_400).await;
    let root = house.sign_in("root", PASSWORD).await.cookie();
    assert!(house.get(&root, "/people").await.element("tokens", 600).contains("There are none."), "expired");
    assert!(book(&house).await.contains("token revoked"));
}

/// The day of a moment.
fn date(millis: i64) -> String {
    let at = time::OffsetDateTime::from_unix_timestamp(millis / 1000).expect("a time");
    at.date().to_string()
}
