//! Administrators and cashiers at work: someone new on the floor, credits sold and cashed out, and a console that locks.

use floor::Role;
use testkit::{Browser, Size};

use crate::house::House;

/// An administrator adds a dealer with a password that is made for them; the dealer signs in and comes to a console.
async fn adds_a_dealer(size: Size, language: &str, name: &str) {
    let browser = Browser::start(size, language).await;
    let house = House::open().await;
    house.sign_in(&browser, "root", Role::Administrator).await;
    browser.find("#work a[href='/people']").await;
    assert_eq!(browser.count("#purse strong").await, 0);
    browser.picture(&format!("{name}-lobby")).await;
    browser.click("#work a[href='/people']").await;
    browser.fill("#new-name", "root").await;
    browser.click("#add button").await;
    browser.find("#said-add .problem").await;
    browser.picture(&format!("{name}-refused")).await;
    browser.complains_only_of("409").await;
    browser.fill("#new-name", "dan").await;
    browser.click("#add button").await;
    let password = browser.text("#fresh-password").await;
    browser.picture(&format!("{name}-fresh")).await;
    browser.click("#fresh a.go").await;
    browser.find("#person-dan").await;
    assert_eq!(browser.count("#fresh").await, 0);
    assert!(!browser.driver.source().await.expect("a page").contains(&password));
    browser.click("#person-dan summary").await;
    browser.picture(name).await;
    browser.fits().await;
    house.sign_out(&browser).await;
    // The dealer wants to go to a console, signs in at its door, and is there.
    browser.open(&house.page("/dealer/plus-1")).await;
    browser.picture(&format!("{name}-door")).await;
    browser.fits().await;
    browser.complains_only_of("401").await;
    browser.fill(".door [name=name]", "dan").await;
    browser.fill(".door [name=password]", &password).await;
    browser.click(".door form button").await;
    browser.find("main.console .headline").await;
    assert!(browser.driver.current_url().await.expect("an address").path() == "/dealer/plus-1");
    browser.close().await;
}

pub(crate) async fn an_administrator_adds_a_dealer_who_signs_in_and_reaches_his_console() {
    adds_a_dealer(Size::Desk, "en-US", "people").await;
}

pub(crate) async fn on_a_phone_and_in_chinese_as_well() {
    adds_a_dealer(Size::Phone, "zh-CN", "people").await;
}

/// A cashier sells and cashes out; the player's page shows it.
async fn works_at_the_cage(size: Size, language: &str) {
    let cashier = Browser::start(size, language).await;
    let player = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    house.sign_in(&player, "ann", Role::Player).await;
    player.shows("#purse strong", 0).await;
    house.sign_in(&cashier, "cass", Role::Cashier).await;
    cashier.picture("cage-lobby").await;
    cashier.click("#work a[href='/cage']").await;
    cashier.fill("#player-name", "ann").await;
    cashier.click("#player button").await;
    cashier.fill("#amount", "250").await;
    cashier.click("#exchange button[value=bought]").await;
    cashier.find("#receipt").await;
    cashier.shows("#balance", 25_000).await;
    cashier.picture("cage").await;
    cashier.fits().await;
    player.shows("#purse strong", 25_000).await;
    cashier.fill("#amount", "300").await;
    cashier.click("#exchange button[value=cashed-out]").await;
    cashier.find("#exchange #said-amount .problem").await;
    cashier.shows("#balance", 25_000).await;
    assert_eq!(cashier.value("#amount").await, "300");
    cashier.picture("cage-refused").await;
    cashier.complains_only_of("409").await;
    cashier.close().await;
    player.close().await;
}

pub(crate) async fn a_cashier_sells_credits_and_is_told_what_cannot_be_cashed_out() {
    works_at_the_cage(Size::Desk, "en-US").await;
}

pub(crate) async fn a_cashier_with_a_phone_who_reads_chinese() {
    works_at_the_cage(Size::Phone, "zh-CN").await;
}

pub(crate) async fn a_console_that_is_no_longer_open_to_whoever_looks_shows_its_door() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    house.sign_in(&browser, "dan", Role::Dealer).await;
    for page in ["/dealer/plus-1", "/"] {
        browser.open(&house.page(page)).await;
        browser.find("#main:not(:has(#sign-in:not([hidden])))").await;
        // Somebody gives them another password: all their sessions end.
        let people = house.floor.people();
        people.set_password("root", "dan", "another long password").await.expect("a password");
        browser.fill(".sign-in:not([hidden]) [name=name]", "dan").await;
        if page != "/" {
            browser.find(".door").await;
            browser.picture("staff-ended").await;
        }
        browser.fill(".sign-in:not([hidden]) [name=password]", "another long password").await;
        browser.click(".sign-in:not([hidden]) form button").await;
        browser.find(if page == "/" { "#work:not([hidden])" } else { "main.console .headline" }).await;
    }
    browser.close().await;
}
