//! A practice seat: the odds are shown, nothing is written down.

use crate::browser::{Browser, PATIENCE, Size};
use crate::house::House;

/// Plays rounds by the best answers until a decision was met and its round is over.
async fn play(browser: &Browser, house: &House, game: &str) {
    browser.open(&house.page(&format!("/practice/{game}"))).await;
    browser.click(".deal button").await;
    let until = std::time::Instant::now() + PATIENCE * 2;
    let mut answers = 0;
    loop {
        assert!(std::time::Instant::now() < until, "no decision comes");
        browser.find(".scene").await;
        let best = browser.ask("return document.querySelector('.worths li.best')?.dataset.word ?? ''").await;
        let any = browser.ask("return document.querySelectorAll('.answers button').length").await;
        if any == 0 && answers > 0 {
            return;
        } else if any == 0 {
            browser.click(".deal button").await;
            continue;
        }
        if answers == 0 {
            browser.picture(&format!("practice-{game}")).await;
        }
        let word = best.as_str().filter(|word| !word.is_empty());
        let button = word.map_or_else(
            || ".answers button".to_owned(),
            |word| format!(".answers button[data-word='{word}']"),
        );
        answers += i32::from(word.is_some());
        browser.click(&button).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_practises_sees_what_each_answer_is_worth_and_nothing_is_written_down() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    let before = house.floor.journal().streams().await.expect("the journal reads");
    play(&browser, &house, "plus").await;
    let told = browser.text(".verdicts").await;
    assert!(told.contains("The best answer was given."), "{told}");
    browser.picture("practice-over").await;
    assert_eq!(house.floor.journal().streams().await.expect("the journal reads"), before);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_practice_seat_fits_a_phone_in_chinese() {
    let Some(browser) = Browser::start(Size::Phone, "zh-CN").await else { return };
    let house = House::open().await;
    play(&browser, &house, "star-elements").await;
    let fits = browser.ask("return document.documentElement.scrollWidth <= innerWidth").await;
    assert_eq!(fits, true, "the page is wider than the screen");
    browser.picture("practice-over").await;
    browser.close().await;
}
