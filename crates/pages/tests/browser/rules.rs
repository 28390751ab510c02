//! Rules and odds: to be read at a desk and on a phone, in both languages.

use testkit::{Browser, Size};

use crate::house::House;

pub(crate) async fn a_clause_is_found_by_its_number_and_stands_out() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    browser.open(&house.page("/rules")).await;
    browser.picture("rules-list").await;
    browser.click("a[href='/rules/plus?table=plus-1']").await;
    browser.find("#return-main").await;
    browser.picture("rules").await;
    browser.click("#card a[href='/rules/plus#3.24.4'], #card .clause-number").await;
    let check = "return location.hash && document.querySelector(':target')?.id === location.hash.slice(1)";
    browser.wait("the clause to be the target", check, &[]).await;
    browser.snapshot("rules-clause").await;
    browser.open(&house.page("/rules/star-elements#readings")).await;
    browser.fits().await;
    browser.picture("rules-readings").await;
    browser.close().await;
}

pub(crate) async fn rules_and_odds_fit_a_phone_in_chinese() {
    let browser = Browser::start(Size::Phone, "zh-CN").await;
    let house = House::open().await;
    browser.open(&house.page("/rules/macau?table=macau-1")).await;
    browser.reads("#card", "规则卡").await;
    browser.reads("#card", "副牌").await;
    browser.find("#return-main").await;
    browser.fits().await;
    browser.picture("rules").await;
    browser.open(&house.page("/rules/macau#settings")).await;
    browser.snapshot("rules-settings").await;
    browser.open(&house.page("/odds/macau")).await;
    // The socket brings the chart when it is worked out.
    browser.find("#chart-pairs td[data-letter=P]").await;
    browser.fits().await;
    browser.picture("odds").await;
    browser.close().await;
}

pub(crate) async fn a_chart_says_in_words_what_its_colours_say() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    browser.open(&house.page("/odds/star-elements")).await;
    browser.find("#decks tr.own").await;
    let said = browser
        .ask("return document.querySelector('#chart-hard tbody tr:nth-child(7) td').textContent")
        .await;
    assert_eq!(said, "Ddouble, else hit", "eleven against a two");
    browser.fits().await;
    browser.picture("odds").await;
    browser.ask("document.querySelector('#decks').scrollIntoView()").await;
    browser.snapshot("odds-decks").await;
    browser.close().await;
}
