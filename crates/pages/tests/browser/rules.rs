//! Rules and odds: to be read at a desk and on a phone, in both languages.

use crate::browser::{Browser, Size};
use crate::house::House;

/// The page goes sideways nowhere.
async fn fits(browser: &Browser) {
    let fits = browser.ask("return document.documentElement.scrollWidth <= innerWidth").await;
    assert_eq!(fits, true, "the page is wider than the screen");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_clause_is_found_by_its_number_and_stands_out() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    browser.open(&house.page("/rules")).await;
    browser.picture("rules-list").await;
    browser.click("a[href='/rules/plus?table=plus-1']").await;
    browser.find("#return-main").await;
    browser.picture("rules").await;
    browser.click("#card a[href='/rules/plus#3.24.4'], #card .clause-number").await;
    let target = browser.ask("return document.querySelector(':target')?.id ?? ''").await;
    assert!(
        browser.ask("return location.hash").await.as_str().is_some_and(|hash| hash[1..] == target),
        "{target}"
    );
    browser.picture("rules-clause").await;
    browser.open(&house.page("/rules/star-elements#readings")).await;
    fits(&browser).await;
    browser.picture("rules-readings").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rules_and_odds_fit_a_phone_in_chinese() {
    let Some(browser) = Browser::start(Size::Phone, "zh-CN").await else { return };
    let house = House::open().await;
    browser.open(&house.page("/rules/macau?table=macau-1")).await;
    let card = browser.text("#card").await;
    assert!(card.contains("规则卡") && card.contains("副牌"), "{card}");
    browser.find("#return-main").await;
    fits(&browser).await;
    browser.picture("rules").await;
    browser.open(&house.page("/rules/macau#settings")).await;
    browser.picture("rules-settings").await;
    browser.open(&house.page("/odds/macau")).await;
    // The socket brings the chart when it is worked out.
    browser.find("#chart-pairs td[data-letter=P]").await;
    fits(&browser).await;
    browser.picture("odds").await;
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_chart_says_in_words_what_its_colours_say() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    browser.open(&house.page("/odds/star-elements")).await;
    browser.find("#decks tr.own").await;
    let said = browser
        .ask("return document.querySelector('#chart-hard tbody tr:nth-child(7) td').textContent")
        .await;
    assert_eq!(said, "Ddouble, else hit", "eleven against a two");
    fits(&browser).await;
    browser.picture("odds").await;
    browser.ask("document.querySelector('#decks').scrollIntoView()").await;
    browser.picture("odds-decks").await;
    browser.close().await;
}
