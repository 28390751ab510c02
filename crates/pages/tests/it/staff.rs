//! Pages of administrators and cashiers without a script: every form by every role, and no secret where it does not belong;
//! and doors, which lead a person who signs in there to where they wanted to go.

use axum::http::StatusCode;
use floor::{Action, Role};
use testkit::{PASSWORD, Reply, Request, TestFloor, has_a_yes};

async fn open() -> TestFloor {
    TestFloor::builder().pages().open().await
}

async fn sign_in(house: &TestFloor, session: &str, name: &str, password: &str, back: &str) -> Reply {
    let form = format!("name={name}&password={}&back={back}", password.replace(' ', "+"));
    house.browse(session, "POST", "/sign-in", &form).await
}

async fn credits(house: &TestFloor, name: &str) -> i64 {
    house.floor.cage().balance(name).await.expect("a balance").units()
}

/// Every page and form, and whose it is.
const ALL: [(&str, &str, &str, Action); 7] = [
    ("GET", "/people", "", Action::People),
    ("POST", "/people/add", "name=some-one&role=dealer&password=", Action::People),
    ("POST", "/people/password", "name=bystander&password=", Action::People),
    ("POST", "/people/login", "name=bystander&disabled=true", Action::People),
    ("POST", "/people/unlock", "name=bystander", Action::People),
    ("GET", "/cage?player=bystander", "", Action::Cash),
    ("POST", "/cage", "player=bystander&amount=5&what=bought&once=a", Action::Cash),
];

#[tokio::test]
async fn every_page_and_form_is_for_whom_the_table_of_roles_says() {
    let house = open().await;
    house.visitor("bystander", Role::Player).await;
    for role in Role::ALL {
        let session = house.visitor(&format!("a-{}", role.word()), role).await;
        let lobby = house.get(&session, "/").await.text();
        for (method, path, form, action) in ALL {
            let reply = house.browse(&session, method, path, form).await;
            let refused = reply.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !has_a_yes(role, action), "{role:?} {method} {path}: {}", reply.status);
            let fine = reply.status == StatusCode::OK || reply.status == StatusCode::SEE_OTHER;
            assert!(refused || fine, "{role:?} {method} {path}: {} {}", reply.status, reply.text());
            assert_eq!(reply.header("cache-control"), "no-store", "{role:?} {method} {path}");
            let page = path.split('?').next().unwrap_or(path);
            let led = lobby.matches(&format!("href=\"{page}\"")).count();
            assert!(
                method == "POST" || (led == 2) == has_a_yes(role, action),
                "{role:?} is led to {path}: {led}"
            );
        }
        let plays = has_a_yes(role, Action::OwnMoney);
        assert_eq!(lobby.contains("<strong>0</strong>"), plays, "{role:?}: only who plays has credits");
        assert!(!lobby.contains("Sign in to take a seat"), "{role:?}");
    }
    let before = credits(&house, "bystander").await;
    for (method, path, form, _) in ALL {
        let reply = house.browse("", method, path, form).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{method} {path}");
        assert!(reply.text().contains("Nobody is signed in"), "{method} {path}");
    }
    assert_eq!((before, credits(&house, "bystander").await), (500, 500));
}

#[tokio::test]
async fn a_password_that_is_made_stands_on_one_page_and_nowhere_else() {
    let house = open().await;
    let root = house.visitor("root", Role::Administrator).await;
    let added = house.browse(&root, "POST", "/people/add", "name=dan&role=dealer&password=").await;
    assert_eq!((added.status, added.header("cache-control")), (StatusCode::OK, "no-store"));
    let fresh = added.element("fresh-password", 60);
    let fresh = fresh.split(['>', '<']).nth(1).expect("a password").to_owned();
    assert_eq!(fresh.len(), 20, "{fresh}");
    let given = sign_in(&house, "", "dan", &fresh, "/dealer/plus-1").await;
    assert_eq!((given.status, given.location()), (StatusCode::SEE_OTHER, "/dealer/plus-1"));
    let dan = given.cookie();
    assert_eq!(house.get(&dan, "/dealer/plus-1").await.status, StatusCode::OK);
    assert!(!house.get(&root, "/people").await.text().contains(&fresh));
    // A typed one is shown on no page at all.
    let typed = house.browse(&root, "POST", "/people/password", "name=dan&password=typed+by+hand").await;
    assert_eq!((typed.status, typed.location()), (StatusCode::SEE_OTHER, "/people#person-dan"));
    assert_eq!(house.get(&dan, "/dealer/plus-1").await.status, StatusCode::UNAUTHORIZED, "signed out");
    assert_eq!(sign_in(&house, "", "dan", &fresh, "").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(sign_in(&house, "", "dan", "typed by hand", "").await.status, StatusCode::SEE_OTHER);
    let off = house.browse(&root, "POST", "/people/login", "name=dan&disabled=true").await;
    assert_eq!(off.location(), "/people#person-dan");
    let page = house.get(&root, "/people").await;
    assert!(page.element("person-dan", 600).contains("disabled"));
    assert!(!page.element("person-root", 400).contains("/people/login"), "nobody shuts themselves out");
    assert_eq!(sign_in(&house, "", "dan", "typed by hand", "").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_cannot_be_added_is_told_beside_the_form() {
    let house = open().await;
    let root = house.visitor("root", Role::Administrator).await;
    let faulty = [
        ("name=root&role=dealer", StatusCode::CONFLICT, "the name is taken"),
        ("name=Dealer+Dan&role=dealer", StatusCode::UNPROCESSABLE_ENTITY, "2 to 32 small letters"),
        ("name=%3Cb%3E&role=auditor&password=", StatusCode::UNPROCESSABLE_ENTITY, "2 to 32 small letters"),
        ("name=dan&role=auditor&password=short", StatusCode::UNPROCESSABLE_ENTITY, "10 to 200 characters"),
    ];
    for (form, status, why) in faulty {
        let reply = house.browse(&root, "POST", "/people/add", form).await;
        assert_eq!(reply.status, status, "{form}");
        assert!(reply.element("said-add", 300).contains(why), "{form}");
        assert!(!reply.text().contains("<b>") && !reply.text().contains("id=\"fresh-password\""), "{form}");
    }
    let kept = house.browse(&root, "POST", "/people/add", faulty[3].0).await;
    assert!(kept.text().contains("value=\"dan\"") && kept.text().contains("value=\"auditor\" selected"));
    assert!(!kept.text().contains("short"));
    for strange in ["name=dan&role=emperor", "role=dealer", "%ff", ""] {
        let reply = house.browse(&root, "POST", "/people/add", strange).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{strange}");
    }
    for path in ["/people/password", "/people/login"] {
        let nobody = house.browse(&root, "POST", path, "name=%22%3E%3Cb%3E&password=&disabled=true").await;
        assert_eq!(nobody.status, StatusCode::NOT_FOUND, "{path}");
        assert!(nobody.text().contains("there is no such person") && !nobody.text().contains("<b>"));
    }
    let found = house.get(&root, "/people?find=oo").await.text();
    assert!(found.contains("person-root"));
    assert!(house.get(&root, "/people?find=%22%3E").await.text().contains("Nobody has such a name"));
}

#[tokio::test]
async fn the_cage_exchanges_once_for_each_form_and_gives_a_receipt() {
    let house = open().await;
    let cass = house.visitor("cass", Role::Cashier).await;
    house.visitor("ann", Role::Player).await;
    let page = house.get(&cass, "/cage?player=ann").await;
    assert!(page.element("balance", 40).contains(">0<"));
    let sale = format!("player=ann&amount=250.50&what=bought&once={}", page.field("once"));
    for _ in 0..2 {
        let sold = house.browse(&cass, "POST", "/cage", &sale).await;
        assert_eq!(sold.status, StatusCode::SEE_OTHER, "{}", sold.text());
        let page = house.get(&cass, sold.location()).await;
        let receipt = page.element("receipt", 500);
        assert!(receipt.contains("Credits sold") && receipt.contains("250.50") && receipt.contains("cass"));
        assert!(page.element("balance", 60).contains(">250.50<"));
        assert_eq!(page.element("receipts", 2000).matches("<th scope=\"row\">").count(), 1, "one receipt");
    }
    // The same form for something else: nothing is exchanged, and that is said.
    let other = house.browse(&cass, "POST", "/cage", &sale.replace("250.50", "999")).await;
    assert_eq!((other.status, credits(&house, "ann").await), (StatusCode::CONFLICT, 25_050));
    assert!(other.element("said-amount", 300).contains("Nothing was exchanged now"));
    assert_ne!(other.field("once"), page.field("once"), "another try is another form");
    let faulty = [
        ("player=ann&amount=251&what=cashed-out&once=b", StatusCode::CONFLICT, "the balance is 250.50"),
        ("player=ann&amount=ten&what=bought&once=c", StatusCode::UNPROCESSABLE_ENTITY, "An amount is"),
        ("player=ann&amount=-5&what=cashed-out&once=d", StatusCode::UNPROCESSABLE_ENTITY, "An amount is"),
        ("player=ann&amount=0&what=bought&once=e", StatusCode::UNPROCESSABLE_ENTITY, "an amount is"),
        ("player=ann&amount=5&what=given&once=f", StatusCode::UNPROCESSABLE_ENTITY, "bought or cashed out"),
        ("player=ann&amount=5&what=bought&once=", StatusCode::BAD_REQUEST, "an id has"),
    ];
    for (form, status, why) in faulty {
        let reply = house.browse(&cass, "POST", "/cage", form).await;
        assert_eq!(reply.status, status, "{form}");
        assert!(
            reply.element("said-amount", 300).contains(why),
            "{form}: {}",
            reply.element("said-amount", 300)
        );
    }
    for nobody in ["cass", "nobody", "guest-abc", "%22%3E%3Cb%3E"] {
        let reply = house.get(&cass, &format!("/cage?player={nobody}&receipt=x")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{nobody}");
        assert!(reply.element("said-player", 300).contains("no player of this name"), "{nobody}");
        assert!(!reply.text().contains("<b>"));
    }
    let out = house.browse(&cass, "POST", "/cage", "player=ann&amount=50.50&what=cashed-out&once=g").await;
    assert_eq!((out.status, credits(&house, "ann").await), (StatusCode::SEE_OTHER, 20_000));
    // Each cashier sees their own receipts.
    let carl = house.visitor("carl", Role::Cashier).await;
    assert!(house.get(&carl, "/cage").await.text().contains("No receipts yet"));
    assert!(!house.get(&carl, out.location()).await.text().contains("id=\"receipt\""));
}

#[tokio::test]
async fn whoever_signs_in_at_a_door_comes_to_where_he_wanted_to_go() {
    let house = open().await;
    house.visitor("sam", Role::ShiftManager).await;
    let wanted = "/pit/log?book=table/plus-1";
    let door = house.get("", wanted).await;
    assert_eq!((door.status, door.field("back").as_str()), (StatusCode::UNAUTHORIZED, wanted));
    let wrong = sign_in(&house, "", "sam", "not the password", wanted).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert!(wrong.element("said-sign-in", 300).contains("the name or the password is wrong"));
    assert_eq!(wrong.text().matches(&format!("name=\"back\" value=\"{wanted}\"")).count(), 2, "still known");
    let signed = sign_in(&house, "", "sam", PASSWORD, wanted).await;
    assert_eq!((signed.status, signed.location()), (StatusCode::SEE_OTHER, wanted));
    assert_eq!(house.get(&signed.cookie(), signed.location()).await.status, StatusCode::OK);
    for (back, to) in [("//evil.test", "/"), ("/%09/evil.test", "/"), ("/%5Cevil.test", "/"), ("", "/")] {
        assert_eq!(sign_in(&house, "", "sam", PASSWORD, back).await.location(), to, "{back}");
    }
    // Signing in as someone else ends the session before.
    let again = sign_in(&house, &signed.cookie(), "sam", PASSWORD, "/").await;
    assert_eq!(house.get(&signed.cookie(), "/pit").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.get(&again.cookie(), "/pit").await.status, StatusCode::OK);
}

#[tokio::test]
async fn who_was_away_too_long_gives_his_password_and_goes_on_where_he_was() {
    let house = open().await;
    house.visitor("ann", Role::Player).await;
    let pages = [
        (Role::Dealer, "/dealer/plus-1"),
        (Role::Supervisor, "/pit/tables/plus-1"),
        (Role::Administrator, "/people?find=a"),
        (Role::Cashier, "/cage?player=ann"),
        (Role::Player, "/tables/plus-1"),
    ];
    for (role, page) in pages {
        let name = format!("a-{}", role.word());
        let session = house.visitor(&name, role).await;
        assert_eq!(house.get(&session, page).await.status, StatusCode::OK, "{page}");
        // Anyone may look at a table, also somebody who was away for too long.
        let (minutes, status) =
            if role == Role::Player { (30, StatusCode::OK) } else { (5, StatusCode::UNAUTHORIZED) };
        house.advance(minutes * 60 + 1).await;
        let locked = house.get(&session, page).await;
        let form = format!("action=\"/sign-in\"><input type=\"hidden\" name=\"back\" value=\"{page}\">");
        assert_eq!((locked.status, locked.text().contains(&form)), (status, true), "{page}");
        assert_eq!(locked.field("name"), name, "only the password is asked for");
        assert!(locked.text().contains("You were away for a while"), "{page}");
        let wrong = sign_in(&house, &session, &name, "not the password", page).await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
        assert_eq!(house.get(&session, page).await.status, status, "still locked");
        let back = sign_in(&house, &session, &name, PASSWORD, page).await;
        assert_eq!((back.status, back.location()), (StatusCode::SEE_OTHER, page));
        let back = house.get(&session, page).await;
        assert!(back.status == StatusCode::OK && !back.text().contains(&form), "in the same session: {page}");
    }
    // A form that comes too late leads back to the page it was sent from, and nothing is done.
    let cass = house.visitor("cass", Role::Cashier).await;
    house.advance(5 * 60 + 1).await;
    let late = Request::post("/cage").by(&cass).with("referer", "http://floor.test/cage?player=ann");
    let late = house.send(late.form("player=ann&amount=5&what=bought&once=a")).await;
    assert_eq!((late.status, late.field("back").as_str()), (StatusCode::UNAUTHORIZED, "/cage?player=ann"));
    assert_eq!(credits(&house, "ann").await, 0);
}

#[tokio::test]
async fn a_lock_out_is_shown_and_lifted_by_an_administrator_alone() {
    let house = TestFloor::builder().pages().open().await;
    let root = house.visitor("root", Role::Administrator).await;
    let pia = house.visitor("pia", Role::PitManager).await;
    house.add("dan", Role::Dealer).await;
    let button = "action=\"/people/unlock\"";
    assert!(!house.get(&root, "/people").await.text().contains(button), "nobody is locked out");
    for _ in 0..3 {
        house.sign_in("dan", "a wrong password").await;
    }
    assert_eq!(house.sign_in("dan", PASSWORD).await.status, 429);
    let page = house.get(&root, "/people").await;
    assert_eq!(page.text().matches(button).count(), 1);
    assert!(page.element("person-dan", 1500).contains("locked out after wrong passwords"));
    for (session, status) in [(pia.as_str(), 403), ("", 401)] {
        let refused = house.browse(session, "POST", "/people/unlock", "name=dan").await;
        assert_eq!(refused.status, status);
        assert_eq!(house.sign_in("dan", PASSWORD).await.status, 429);
    }
    for hostile in ["name=%3Cscript%3E", "name=", "name=nobody-there"] {
        let refused = house.browse(&root, "POST", "/people/unlock", hostile).await;
        assert_eq!(refused.status, 404, "{hostile}");
        assert!(!refused.text().contains("<script>"), "{hostile}");
    }
    let lifted = house.browse(&root, "POST", "/people/unlock", "name=dan").await;
    assert_eq!((lifted.status.as_u16(), lifted.location()), (303, "/people#person-dan"));
    assert!(!house.get(&root, "/people").await.text().contains(button));
    assert_eq!(house.sign_in("dan", PASSWORD).await.status, 200);
}
