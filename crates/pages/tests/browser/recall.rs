//! A past round, stepped through.

use floor::{Role, SessionKind};

use crate::browser::{Browser, Size};
use crate::house::House;

/// A player who bets and stands pat through one round; then his session is the browser's.
async fn a_round_of(house: &House, browser: &Browser, table: &str) {
    browser.open(&house.page("/")).await;
    browser.click(&format!("#table-{table} form button")).await;
    browser.click(".spot.own button.place.main").await;
    browser.find(".spot.own .place.main.placed").await;
    house.close_bets(table).await;
    let until = std::time::Instant::now() + crate::browser::PATIENCE;
    loop {
        assert!(std::time::Instant::now() < until, "the round does not come to an end");
        let phase = browser.ask("return document.querySelector('main').dataset.phase").await;
        if phase == "settled" {
            return;
        }
        for word in ["declines", "stands", "hits"] {
            let press = format!(
                "const b = document.querySelector('.answer[data-word={word}]:not([aria-disabled])'); b?.click(); return !!b"
            );
            if browser.ask(&press).await == true {
                break;
            }
        }
        tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    }
}

/// Waits for what this selector finds on a page that is loaded, its script too, and presses a key there that leads on.
async fn press(browser: &Browser, on: &str, key: &str) {
    let pause = std::time::Duration::from_millis(20);
    browser.find(on).await;
    while browser.ask("return document.readyState").await != "complete" {
        tokio::time::sleep(pause).await;
    }
    let here = browser.ask("return location.href").await;
    for _ in 0..5 {
        browser.press(key).await;
        // A browser lets a key go by now and then while a page comes up.
        for _ in 0..100 {
            if browser.ask("return location.href").await != here {
                return;
            }
            tokio::time::sleep(pause).await;
        }
    }
    panic!("the key does not lead on from {on}");
}

// Keys without a letter, as a driver names them.
const HOME: &str = "\u{E011}";
const END: &str = "\u{E010}";
const LEFT: &str = "\u{E012}";
const RIGHT: &str = "\u{E014}";

#[tokio::test(flavor = "multi_thread")]
async fn a_player_steps_through_his_round_by_keyboard_and_reads_a_clause() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    a_round_of(&house, &browser, "plus-1").await;
    browser.open(&house.page("/rounds")).await;
    browser.picture("rounds").await;
    browser.click("a.round").await;
    let last = browser.text(".told .count").await;
    browser.picture("recall-last").await;
    let steps: usize = last.rsplit(' ').next().and_then(|steps| steps.parse().ok()).expect("a number");
    press(&browser, ".steps a[data-key=ARROWLEFT]", HOME).await;
    let mut pictured = false;
    for step in 1..=steps {
        let on = format!(".steps a[data-key=ARROWRIGHT][href$='step={step}']");
        if step == 1 {
            press(&browser, &on, RIGHT).await;
        } else {
            browser.click(&on).await;
        }
        browser.find(&format!(".steps a[data-key=ARROWLEFT][href$='step={}']", step - 1)).await;
        if !pictured && browser.ask("return !!document.getElementById('worths')").await == true {
            browser.picture("recall-decision").await;
            pictured = true;
        }
    }
    assert_eq!(browser.text(".told .count").await, format!("Step {steps} of {steps}"));
    press(&browser, &format!(".steps a[href$='step={}']", steps - 1), LEFT).await;
    press(&browser, &format!(".steps a[data-key=ARROWRIGHT][href$='step={steps}']"), END).await;
    browser.find(".steps span.way:last-child").await;
    browser.click(".told .clause-number").await;
    browser.find(".clause-text:target").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn staff_see_a_round_as_each_viewer_saw_it_on_a_phone_in_chinese() {
    let Some(browser) = Browser::start(Size::Phone, "zh-CN").await else { return };
    let house = House::open().await;
    a_round_of(&house, &browser, "star-elements-1").await;
    let audrey = house.floor.people().add("house", "audrey", Role::Auditor, None).await.expect("a new name");
    let token = house.floor.people().sign_in(&audrey, SessionKind::Cookie).await.expect("a session");
    browser.driver.delete_all_cookies().await.expect("no cookies");
    let cookie = thirtyfour::Cookie::new(floor::SESSION, token.secret());
    browser.driver.add_cookie(cookie).await.expect("a cookie");
    browser.open(&house.page("/rounds?table=star-elements-1")).await;
    browser.picture("rounds").await;
    browser.click("a.round").await;
    let viewers = browser.ask("return document.querySelectorAll('header .contents a').length").await;
    assert_eq!(viewers, 3, "anyone, the player, staff");
    browser.click("header .contents a[href*='as=public&']").await;
    browser.find("header .contents a[aria-current][href*='as=public&']").await;
    let fits = browser.ask("return document.documentElement.scrollWidth <= innerWidth").await;
    assert_eq!(fits, true, "the page is wider than the screen");
    browser.picture("recall").await;
    browser.close().await;
}
