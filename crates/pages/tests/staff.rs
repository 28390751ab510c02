//! Pages of administrators and cashiers without a script: every form by every role, and no secret where it does not belong;
//! and doors, which lead whoever signs in there to where he wanted to go.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use floor::{Action, Clock, Config, Cost, Floor, Guard, Role, SessionKind, may};
use journal::{DatabaseUrl, Journal, Opening};
use tempfile::TempDir;
use tower::ServiceExt;

/// Everyone's password.
const PASSWORD: &str = "a long password";

/// A floor with a clock set by hand.
struct House {
    app: Router,
    floor: Floor,
    now: Arc<AtomicI64>,
    _folder: TempDir,
}

struct Reply {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Reply {
    fn header(&self, name: header::HeaderName) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    fn to(&self) -> &str {
        self.header(header::LOCATION)
    }

    /// The cookie of the session it begins.
    fn session(&self) -> String {
        self.header(header::SET_COOKIE).split(';').next().unwrap_or_default().to_owned()
    }

    /// What stands in an element, up to some length.
    fn part(&self, id: &str, length: usize) -> String {
        let rest = self.text.split(&format!("id=\"{id}\"")).nth(1).unwrap_or_else(|| panic!("no {id}"));
        rest.chars().take(length).collect()
    }

    /// What a field holds.
    fn field(&self, name: &str) -> String {
        let rest = self.text.split(&format!("name=\"{name}\" value=\"")).nth(1).expect("a field");
        rest.split('"').next().expect("a value").to_owned()
    }
}

impl House {
    async fn open() -> House {
        let folder = TempDir::new().expect("a folder");
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("an address");
        let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
        let now = Arc::new(AtomicI64::new(1_794_000_000_000));
        let clock = Clock::Manual(Arc::clone(&now));
        let (floor, _) = Floor::open(Config::default(), journal, clock, Cost::Least).await.expect("a floor");
        let app = floor::app(&floor, Guard::default(), pages::pages(&floor));
        House { app, floor, now, _folder: folder }
    }

    /// The session of someone new.
    async fn someone(&self, name: &str, role: Role) -> String {
        let person = self.floor.people().add("house", name, role, Some(PASSWORD)).await.expect("new");
        let token = self.floor.people().sign_in(&person, SessionKind::Cookie).await.expect("a session");
        format!("croupier={}", token.secret())
    }

    async fn ask(&self, session: &str, method: &str, path: &str, form: &str) -> Reply {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "floor.test")
            .header(header::COOKIE, session)
            .header(header::REFERER, "http://floor.test/cage?player=ann")
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .body(Body::from(form.to_owned()))
            .expect("a request");
        let (parts, body) = self.app.clone().oneshot(request).await.expect("an answer").into_parts();
        let text = to_bytes(body, 10_000_000).await.expect("a body");
        let text = String::from_utf8(text.to_vec()).expect("text");
        Reply { status: parts.status, headers: parts.headers, text }
    }

    async fn get(&self, session: &str, path: &str) -> Reply {
        self.ask(session, "GET", path, "").await
    }

    async fn sign_in(&self, session: &str, name: &str, password: &str, back: &str) -> Reply {
        let form = format!("name={name}&password={}&back={back}", password.replace(' ', "+"));
        self.ask(session, "POST", "/sign-in", &form).await
    }

    async fn credits(&self, name: &str) -> i64 {
        self.floor.cage().balance(name).await.expect("a balance").units()
    }
}

/// Every page and form, and whose it is.
const ALL: [(&str, &str, &str, Action); 6] = [
    ("GET", "/people", "", Action::People),
    ("POST", "/people/add", "name=some-one&role=dealer&password=", Action::People),
    ("POST", "/people/password", "name=bystander&password=", Action::People),
    ("POST", "/people/login", "name=bystander&disabled=true", Action::People),
    ("GET", "/cage?player=bystander", "", Action::Cash),
    ("POST", "/cage", "player=bystander&amount=5&what=bought&once=a", Action::Cash),
];

#[tokio::test]
async fn every_page_and_form_is_for_whom_the_table_of_roles_says() {
    let house = House::open().await;
    house.someone("bystander", Role::Player).await;
    for role in Role::ALL {
        let session = house.someone(&format!("a-{}", role.word()), role).await;
        let lobby = house.get(&session, "/").await.text;
        for (method, path, form, action) in ALL {
            let reply = house.ask(&session, method, path, form).await;
            let refused = reply.status == StatusCode::FORBIDDEN;
            assert_eq!(refused, !may(role, action), "{role:?} {method} {path}: {}", reply.status);
            let fine = reply.status == StatusCode::OK || reply.status == StatusCode::SEE_OTHER;
            assert!(refused || fine, "{role:?} {method} {path}: {} {}", reply.status, reply.text);
            assert_eq!(reply.header(header::CACHE_CONTROL), "no-store", "{role:?} {method} {path}");
            let page = path.split('?').next().unwrap_or(path);
            let led = lobby.matches(&format!("href=\"{page}\"")).count();
            assert!(method == "POST" || (led == 2) == may(role, action), "{role:?} is led to {path}: {led}");
        }
        let plays = may(role, Action::OwnMoney);
        assert_eq!(lobby.contains("<strong>0</strong>"), plays, "{role:?}: only who plays has credits");
        assert_eq!(lobby.contains("as a guest"), plays, "{role:?}");
    }
    let before = house.credits("bystander").await;
    for (method, path, form, _) in ALL {
        let reply = house.ask("", method, path, form).await;
        assert_eq!(reply.status, StatusCode::UNAUTHORIZED, "{method} {path}");
        assert!(reply.text.contains("Nobody is signed in"), "{method} {path}");
    }
    assert_eq!((before, house.credits("bystander").await), (500, 500));
}

#[tokio::test]
async fn a_password_that_is_made_stands_on_one_page_and_nowhere_else() {
    let house = House::open().await;
    let root = house.someone("root", Role::Administrator).await;
    let added = house.ask(&root, "POST", "/people/add", "name=dan&role=dealer&password=").await;
    assert_eq!((added.status, added.header(header::CACHE_CONTROL)), (StatusCode::OK, "no-store"));
    let fresh = added.part("fresh-password", 60);
    let fresh = fresh.split(['>', '<']).nth(1).expect("a password").to_owned();
    assert_eq!(fresh.len(), 20, "{fresh}");
    let given = house.sign_in("", "dan", &fresh, "/dealer/plus-1").await;
    assert_eq!((given.status, given.to()), (StatusCode::SEE_OTHER, "/dealer/plus-1"));
    let dan = given.session();
    assert_eq!(house.get(&dan, "/dealer/plus-1").await.status, StatusCode::OK);
    assert!(!house.get(&root, "/people").await.text.contains(&fresh));
    // A typed one is shown on no page at all.
    let typed = house.ask(&root, "POST", "/people/password", "name=dan&password=typed+by+hand").await;
    assert_eq!((typed.status, typed.to()), (StatusCode::SEE_OTHER, "/people#person-dan"));
    assert_eq!(house.get(&dan, "/dealer/plus-1").await.status, StatusCode::UNAUTHORIZED, "signed out");
    assert_eq!(house.sign_in("", "dan", &fresh, "").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.sign_in("", "dan", "typed by hand", "").await.status, StatusCode::SEE_OTHER);
    let off = house.ask(&root, "POST", "/people/login", "name=dan&disabled=true").await;
    assert_eq!(off.to(), "/people#person-dan");
    let page = house.get(&root, "/people").await;
    assert!(page.part("person-dan", 600).contains("disabled"));
    assert!(!page.part("person-root", 400).contains("/people/login"), "nobody shuts himself out");
    assert_eq!(house.sign_in("", "dan", "typed by hand", "").await.status, StatusCode::FORBIDDEN);
}

#[tokio::test]
async fn what_cannot_be_added_is_told_beside_the_form() {
    let house = House::open().await;
    let root = house.someone("root", Role::Administrator).await;
    let faulty = [
        ("name=root&role=dealer", StatusCode::CONFLICT, "the name is taken"),
        ("name=Dealer+Dan&role=dealer", StatusCode::UNPROCESSABLE_ENTITY, "2 to 32 small letters"),
        ("name=%3Cb%3E&role=auditor&password=", StatusCode::UNPROCESSABLE_ENTITY, "2 to 32 small letters"),
        ("name=dan&role=auditor&password=short", StatusCode::UNPROCESSABLE_ENTITY, "10 to 200 characters"),
    ];
    for (form, status, why) in faulty {
        let reply = house.ask(&root, "POST", "/people/add", form).await;
        assert_eq!(reply.status, status, "{form}");
        assert!(reply.part("said-add", 300).contains(why), "{form}");
        assert!(!reply.text.contains("<b>") && !reply.text.contains("id=\"fresh-password\""), "{form}");
    }
    let kept = house.ask(&root, "POST", "/people/add", faulty[3].0).await;
    assert!(kept.text.contains("value=\"dan\"") && kept.text.contains("value=\"auditor\" selected"));
    assert!(!kept.text.contains("short"));
    for strange in ["name=dan&role=emperor", "role=dealer", "%ff", ""] {
        let reply = house.ask(&root, "POST", "/people/add", strange).await;
        assert_eq!(reply.status, StatusCode::BAD_REQUEST, "{strange}");
    }
    for path in ["/people/password", "/people/login"] {
        let nobody = house.ask(&root, "POST", path, "name=%22%3E%3Cb%3E&password=&disabled=true").await;
        assert_eq!(nobody.status, StatusCode::NOT_FOUND, "{path}");
        assert!(nobody.text.contains("there is no such person") && !nobody.text.contains("<b>"));
    }
    let found = house.get(&root, "/people?find=oo").await.text;
    assert!(found.contains("person-root"));
    assert!(house.get(&root, "/people?find=%22%3E").await.text.contains("Nobody has such a name"));
}

#[tokio::test]
async fn the_cage_exchanges_once_for_each_form_and_gives_a_receipt() {
    let house = House::open().await;
    let cass = house.someone("cass", Role::Cashier).await;
    house.someone("ann", Role::Player).await;
    let page = house.get(&cass, "/cage?player=ann").await;
    assert!(page.part("balance", 40).contains(">0<"));
    let sale = format!("player=ann&amount=250.50&what=bought&once={}", page.field("once"));
    for _ in 0..2 {
        let sold = house.ask(&cass, "POST", "/cage", &sale).await;
        assert_eq!(sold.status, StatusCode::SEE_OTHER, "{}", sold.text);
        let page = house.get(&cass, sold.to()).await;
        let receipt = page.part("receipt", 500);
        assert!(receipt.contains("Credits sold") && receipt.contains("250.50") && receipt.contains("cass"));
        assert!(page.part("balance", 60).contains(">250.50<"));
        assert_eq!(page.part("receipts", 2000).matches("<th scope=\"row\">").count(), 1, "one receipt");
    }
    // The same form for something else: nothing is exchanged, and that is said.
    let other = house.ask(&cass, "POST", "/cage", &sale.replace("250.50", "999")).await;
    assert_eq!((other.status, house.credits("ann").await), (StatusCode::CONFLICT, 25_050));
    assert!(other.part("said-amount", 300).contains("Nothing was exchanged now"));
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
        let reply = house.ask(&cass, "POST", "/cage", form).await;
        assert_eq!(reply.status, status, "{form}");
        assert!(reply.part("said-amount", 300).contains(why), "{form}: {}", reply.part("said-amount", 300));
    }
    for nobody in ["cass", "nobody", "guest-abc", "%22%3E%3Cb%3E"] {
        let reply = house.get(&cass, &format!("/cage?player={nobody}&receipt=x")).await;
        assert_eq!(reply.status, StatusCode::NOT_FOUND, "{nobody}");
        assert!(reply.part("said-player", 300).contains("no player of this name"), "{nobody}");
        assert!(!reply.text.contains("<b>"));
    }
    let out = house.ask(&cass, "POST", "/cage", "player=ann&amount=50.50&what=cashed-out&once=g").await;
    assert_eq!((out.status, house.credits("ann").await), (StatusCode::SEE_OTHER, 20_000));
    // Each cashier sees his own receipts.
    let carl = house.someone("carl", Role::Cashier).await;
    assert!(house.get(&carl, "/cage").await.text.contains("You have made none lately"));
    assert!(!house.get(&carl, out.to()).await.text.contains("id=\"receipt\""));
}

#[tokio::test]
async fn whoever_signs_in_at_a_door_comes_to_where_he_wanted_to_go() {
    let house = House::open().await;
    house.someone("sam", Role::ShiftManager).await;
    let wanted = "/pit/log?book=table/plus-1";
    let door = house.get("", wanted).await;
    assert_eq!((door.status, door.field("back").as_str()), (StatusCode::UNAUTHORIZED, wanted));
    let wrong = house.sign_in("", "sam", "not the password", wanted).await;
    assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
    assert!(wrong.part("said-sign-in", 300).contains("the name or the password is wrong"));
    assert_eq!(wrong.text.matches(&format!("name=\"back\" value=\"{wanted}\"")).count(), 2, "still known");
    let signed = house.sign_in("", "sam", PASSWORD, wanted).await;
    assert_eq!((signed.status, signed.to()), (StatusCode::SEE_OTHER, wanted));
    assert_eq!(house.get(&signed.session(), signed.to()).await.status, StatusCode::OK);
    for (back, to) in [("//evil.test", "/"), ("/%09/evil.test", "/"), ("/%5Cevil.test", "/"), ("", "/")] {
        assert_eq!(house.sign_in("", "sam", PASSWORD, back).await.to(), to, "{back}");
    }
    // Who signs in as someone else is no longer who he was.
    let again = house.sign_in(&signed.session(), "sam", PASSWORD, "/").await;
    assert_eq!(house.get(&signed.session(), "/pit").await.status, StatusCode::UNAUTHORIZED);
    assert_eq!(house.get(&again.session(), "/pit").await.status, StatusCode::OK);
}

#[tokio::test]
async fn who_was_away_too_long_gives_his_password_and_goes_on_where_he_was() {
    let house = House::open().await;
    house.someone("ann", Role::Player).await;
    let pages = [
        (Role::Dealer, "/dealer/plus-1"),
        (Role::Supervisor, "/pit/tables/plus-1"),
        (Role::Administrator, "/people?find=a"),
        (Role::Cashier, "/cage?player=ann"),
        (Role::Player, "/tables/plus-1"),
    ];
    for (role, page) in pages {
        let name = format!("a-{}", role.word());
        let session = house.someone(&name, role).await;
        assert_eq!(house.get(&session, page).await.status, StatusCode::OK, "{page}");
        // Anyone may look at a table, who was away for too long too.
        let (minutes, status) =
            if role == Role::Player { (30, StatusCode::OK) } else { (5, StatusCode::UNAUTHORIZED) };
        house.now.fetch_add(minutes * 60 * 1000 + 1, Ordering::Relaxed);
        let locked = house.get(&session, page).await;
        let form = format!("action=\"/sign-in\"><input type=\"hidden\" name=\"back\" value=\"{page}\">");
        assert_eq!((locked.status, locked.text.contains(&form)), (status, true), "{page}");
        assert_eq!(locked.field("name"), name, "only the password is asked for");
        assert!(locked.text.contains("You were away for a while"), "{page}");
        let wrong = house.sign_in(&session, &name, "not the password", page).await;
        assert_eq!(wrong.status, StatusCode::UNAUTHORIZED);
        assert_eq!(house.get(&session, page).await.status, status, "still locked");
        let back = house.sign_in(&session, &name, PASSWORD, page).await;
        assert_eq!((back.status, back.to()), (StatusCode::SEE_OTHER, page));
        let back = house.get(&session, page).await;
        assert!(back.status == StatusCode::OK && !back.text.contains(&form), "in the same session: {page}");
    }
    // A form that comes too late leads back to the page it was sent from, and nothing is done.
    let cass = house.someone("cass", Role::Cashier).await;
    house.now.fetch_add(5 * 60 * 1000 + 1, Ordering::Relaxed);
    let late = house.ask(&cass, "POST", "/cage", "player=ann&amount=5&what=bought&once=a").await;
    assert_eq!((late.status, late.field("back").as_str()), (StatusCode::UNAUTHORIZED, "/cage?player=ann"));
    assert_eq!(house.credits("ann").await, 0);
}
