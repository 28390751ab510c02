//! Administrators and cashiers at work: someone new on the floor, credits sold and cashed out, and a console that locks.

use std::time::{Duration, Instant};

use floor::Role;

use crate::browser::{Browser, PATIENCE, Size};
use crate::house::House;

async fn fill(browser: &Browser, css: &str, text: &str) {
    let field = browser.find(css).await;
    field.clear().await.expect("a field");
    field.send_keys(text).await.expect("a text");
}

/// No page is wider than the screen.
async fn fits(browser: &Browser, page: &str) {
    let wide =
        browser.ask("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(wide.await, 0, "{page} is wider than the screen");
}

/// What the browser complained of, all of it answers of this status.
async fn only(browser: &Browser, status: &str) {
    let complaints = browser.complaints().await;
    assert!(complaints.iter().all(|one| one.contains(status)), "{complaints:#?}");
}

/// An administrator adds a dealer with a password that is made for him; the dealer signs in and comes to a console.
async fn adds_a_dealer(size: Size, language: &str, name: &str) {
    let Some(browser) = Browser::start(size, language).await else { return };
    let house = House::open().await;
    house.sign_in(&browser, "root", Role::Administrator).await;
    browser.find("#work a[href='/people']").await;
    assert_eq!(browser.ask("return document.querySelectorAll('#purse strong').length").await, 0);
    browser.picture(&format!("{name}-lobby")).await;
    browser.click("#work a[href='/people']").await;
    fill(&browser, "#new-name", "root").await;
    browser.click("#add button").await;
    browser.find("#said-add .problem").await;
    browser.picture(&format!("{name}-refused")).await;
    only(&browser, "409").await;
    fill(&browser, "#new-name", "dan").await;
    browser.click("#add button").await;
    let password = browser.text("#fresh-password").await;
    browser.picture(&format!("{name}-fresh")).await;
    browser.click("#fresh a.go").await;
    browser.find("#person-dan").await;
    assert_eq!(browser.ask("return document.querySelectorAll('#fresh').length").await, 0);
    assert!(!browser.driver.source().await.expect("a page").contains(&password));
    browser.click("#person-dan summary").await;
    browser.picture(name).await;
    fits(&browser, "/people").await;
    browser.click("form[action='/sign-out'] button").await;
    // The dealer wants to go to a console, signs in at its door, and is there.
    browser.open(&house.page("/dealer/plus-1")).await;
    browser.picture(&format!("{name}-door")).await;
    fits(&browser, "the door").await;
    only(&browser, "401").await;
    fill(&browser, ".door [name=name]", "dan").await;
    fill(&browser, ".door [name=password]", &password).await;
    browser.click(".door form button").await;
    browser.find("main.console .headline").await;
    assert!(browser.driver.current_url().await.expect("an address").path() == "/dealer/plus-1");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_adds_a_dealer_who_signs_in_and_reaches_his_console() {
    adds_a_dealer(Size::Desk, "en-US", "people").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_phone_and_in_chinese_as_well() {
    adds_a_dealer(Size::Phone, "zh-CN", "people").await;
}

/// A cashier sells and cashes out; the player's page shows it.
async fn works_at_the_cage(size: Size, language: &str) {
    let Some(cashier) = Browser::start(size, language).await else { return };
    let Some(player) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    house.sign_in(&player, "ann", Role::Player).await;
    assert_eq!(player.credits().await, 0);
    house.sign_in(&cashier, "cass", Role::Cashier).await;
    cashier.picture("cage-lobby").await;
    cashier.click("#work a[href='/cage']").await;
    fill(&cashier, "#player-name", "ann").await;
    cashier.click("#player button").await;
    fill(&cashier, "#amount", "250").await;
    cashier.click("#exchange button[value=bought]").await;
    cashier.find("#receipt").await;
    assert_eq!(cashier.figure("#balance").await, 25_000);
    cashier.picture("cage").await;
    fits(&cashier, "/cage").await;
    let until = Instant::now() + PATIENCE;
    while player.credits().await != 25_000 {
        assert!(Instant::now() < until, "the player does not see what he bought");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    fill(&cashier, "#amount", "300").await;
    cashier.click("#exchange button[value=cashed-out]").await;
    cashier.find("#exchange #said-amount .problem").await;
    assert_eq!(cashier.figure("#balance").await, 25_000);
    assert_eq!(cashier.find("#amount").await.prop("value").await.expect("a field").as_deref(), Some("300"));
    cashier.picture("cage-refused").await;
    only(&cashier, "409").await;
    cashier.close().await;
    player.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cashier_sells_credits_and_is_told_what_cannot_be_cashed_out() {
    works_at_the_cage(Size::Desk, "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cashier_with_a_phone_who_reads_chinese() {
    works_at_the_cage(Size::Phone, "zh-CN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_console_that_is_no_longer_open_to_whoever_looks_shows_its_door() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    house.sign_in(&browser, "dan", Role::Dealer).await;
    for page in ["/dealer/plus-1", "/"] {
        browser.open(&house.page(page)).await;
        browser.find("#main:not(:has(#sign-in:not([hidden])))").await;
        // Somebody gives him another password: all his sessions end.
        let people = house.floor.people();
        people.set_password("root", "dan", "another long password").await.expect("a password");
        fill(&browser, ".sign-in:not([hidden]) [name=name]", "dan").await;
        if page != "/" {
            browser.find(".door").await;
            browser.picture("staff-ended").await;
        }
        fill(&browser, ".sign-in:not([hidden]) [name=password]", "another long password").await;
        browser.click(".sign-in:not([hidden]) form button").await;
        browser.find(if page == "/" { "#work:not([hidden])" } else { "main.console .headline" }).await;
    }
    browser.close().await;
}
