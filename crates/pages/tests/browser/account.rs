//! One's own account in a browser: the password changed by keyboard, tokens revoked, a guest who has none, and a seat that
//! is kept as often as it can be.

use floor::{Lifetime, Money, Person, Role, Seconds, TableConfig};
use testkit::{Browser, PASSWORD, Request, Size, key};

use crate::house::House;

const NEW: &str = "seven purple kettles";

/// Tables for guests, which wait for as long as it takes.
fn for_play(table: &mut TableConfig) {
    (table.money, table.seconds) = (Money::Play, Seconds::NONE);
}

/// Makes a token that acts for someone.
async fn make_token(house: &House, by: &Person, name: &str) {
    let people = house.floor.people();
    let person = people.find(name).await.expect("the journal reads").expect("someone");
    people.make_token(by, &person, Lifetime::default()).await.expect("a token");
}

/// Someone changes their password: first with a wrong one, then with the right one, by keyboard alone.
async fn changes_a_password(size: Size, language: &str, role: Role) {
    let browser = Browser::start(size, language).await;
    let house = House::open().await;
    house.sign_in(&browser, "ann", role).await;
    let session = house.test.sign_in("ann", PASSWORD).await.cookie();
    browser.click("#purse a").await;
    browser.find("#password-old").await;
    browser.picture(&format!("account-{}", role.word())).await;
    browser.fits().await;
    browser.fill("#password-old", "a wrong password").await;
    browser.press(key::TAB).await;
    browser.press(NEW).await;
    browser.press(key::TAB).await;
    browser.press(NEW).await;
    browser.press(key::ENTER).await;
    browser.find("#old-fault").await;
    browser.picture(&format!("account-refused-{}", role.word())).await;
    browser.fits().await;
    browser.complains_only_of("401").await;
    for field in ["old", "new", "again"] {
        assert_eq!(browser.value(&format!("#password-{field}")).await, "", "nothing comes back: {field}");
    }
    // Where it went wrong the next keys go.
    browser.find("#password-old:focus").await;
    for field in [PASSWORD, NEW, NEW] {
        browser.press(field).await;
        browser.press(key::TAB).await;
    }
    browser.press(key::ENTER).await;
    browser.find("#done").await;
    browser.picture(&format!("account-changed-{}", role.word())).await;
    let address = browser.driver.current_url().await.expect("an address");
    assert_eq!((address.path(), address.query()), ("/account", Some("done=password")));
    browser.open(&house.page("/")).await;
    browser.find("#purse a").await;
    let me = Request::get("/api/me").by(&session);
    assert_eq!(house.test.send(me).await.status, 401, "signed out elsewhere");
    assert_eq!(house.test.sign_in("ann", NEW).await.status, 200);
    browser.close().await;
}

pub(crate) async fn a_player_changes_their_password_by_keyboard_alone() {
    changes_a_password(Size::Desk, "en-US", Role::Player).await;
}

pub(crate) async fn a_dealer_changes_their_password_on_a_phone_in_chinese() {
    changes_a_password(Size::Phone, "zh-CN", Role::Dealer).await;
}

/// A player revokes a token of theirs, and an administrator another one.
async fn revokes_tokens(size: Size, language: &str) {
    let browser = Browser::start(size, language).await;
    let house = House::open().await;
    house.sign_in(&browser, "ann", Role::Player).await;
    let root = house.test.add("root", Role::Administrator).await;
    house.test.add("cass", Role::Cashier).await;
    for name in ["ann", "ann", "cass"] {
        // The newest is listed first.
        house.test.advance(1).await;
        make_token(&house, &root, name).await;
    }
    browser.open(&house.page("/account")).await;
    assert_eq!(browser.count("#tokens li").await, 2);
    browser.click("#tokens li:first-child summary").await;
    browser.picture("account-tokens").await;
    browser.fits().await;
    browser.click("#tokens li:first-child button").await;
    browser.find("#done").await;
    assert_eq!(browser.count("#tokens li").await, 1);
    house.sign_out(&browser).await;
    browser.fill(".sign-in [name=name]", "root").await;
    browser.fill(".sign-in [name=password]", PASSWORD).await;
    browser.click(".sign-in form button").await;
    browser.click("#work a[href='/people']").await;
    browser.find("#tokens").await;
    assert_eq!(browser.count("#tokens li").await, 2);
    browser.click("#tokens li:first-child summary").await;
    browser.picture("people-tokens").await;
    browser.fits().await;
    browser.click("#tokens li:first-child button").await;
    browser.find("#done").await;
    assert_eq!(browser.count("#tokens li").await, 1);
    let left = house.floor.people().all_tokens().await.expect("the journal reads");
    assert_eq!(left.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), ["ann"]);
    browser.close().await;
}

pub(crate) async fn tokens_are_revoked_by_whom_they_act_for_and_by_an_administrator() {
    revokes_tokens(Size::Desk, "en-US").await;
}

pub(crate) async fn tokens_are_revoked_on_a_phone_in_chinese() {
    revokes_tokens(Size::Phone, "zh-CN").await;
}

pub(crate) async fn a_guest_reads_what_a_guest_has() {
    for (size, language) in [(Size::Phone, "en-US"), (Size::Desk, "zh-CN")] {
        let browser = Browser::start(size, language).await;
        let house = House::with_tables(for_play).await;
        house.sit(&browser, "plus-1").await;
        assert_eq!(browser.count("#purse a").await, 0);
        browser.open(&house.page("/account")).await;
        browser.find(".door [name=password]").await;
        assert_eq!(browser.count("#password-old").await, 0);
        browser.picture("account-guest").await;
        browser.fits().await;
        browser.close().await;
    }
}

/// Somebody stays seated as often as they may, and reads each time what is left.
async fn stays_seated(size: Size, language: &str, told: [&str; 2]) {
    let browser = Browser::start(size, language).await;
    let house = House::with_tables(for_play).await;
    house.sit(&browser, "plus-1").await;
    for left in (0..=3).rev() {
        // Shortly before the seat ends.
        house.test.advance(500).await;
        browser.open(&house.page("/tables/plus-1")).await;
        browser.find("#seat-notice").await;
        match left {
            3 => {
                browser.reads("#seat-notice", told[0]).await;
                browser.picture("seat-notice").await;
                browser.fits().await;
            }
            0 => {
                browser.reads("#seat-notice", told[1]).await;
                assert_eq!(browser.count("#seat-notice button").await, 0);
                browser.picture("seat-notice-last").await;
            }
            _ => {}
        }
        if left > 0 {
            browser.click("#seat-notice button").await;
            browser.gone("#seat-notice").await;
        }
    }
    browser.close().await;
}

pub(crate) async fn whoever_stays_seated_reads_how_often_they_still_can() {
    stays_seated(Size::Desk, "en-US", ["3 more times without a wager", "no longer keep this seat"]).await;
}

pub(crate) async fn whoever_stays_seated_on_a_phone_reads_it_in_chinese() {
    stays_seated(Size::Phone, "zh-CN", ["还可留座 3 次", "须下注才能保留座位"]).await;
}
