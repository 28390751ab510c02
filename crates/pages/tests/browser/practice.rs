//! A practice seat: the odds are shown, nothing is written down.

use testkit::{Browser, Size};

use crate::house::House;

/// Plays rounds by the best answers until a decision was met and its round is over.
async fn play(browser: &Browser, house: &House, game: &str) {
    browser.open(&house.page(&format!("/practice/{game}"))).await;
    browser.click(".deal button").await;
    let (mut answers, mut pictured) = (0, false);
    loop {
        // Every step is a page of its own: the number in the window tells a new one from the one just left.
        let check = "if (window.left || !document.querySelector('.scene')) return;
            const best = document.querySelector('.worths li.best')?.dataset.word ?? '';
            return [document.querySelectorAll('.answers button').length, best]";
        let scene = browser.wait("the next scene", check, &[]).await;
        let (buttons, best): (usize, String) = scene.convert().expect("a scene");
        if buttons == 0 && answers > 0 {
            return;
        }
        if buttons > 0 && !pictured {
            browser.picture(&format!("practice-{game}")).await;
            pictured = true;
        }
        answers += usize::from(!best.is_empty());
        let button = match (buttons, best.as_str()) {
            (0, _) => ".deal button".to_owned(),
            (_, "") => ".answers button".to_owned(),
            (_, best) => format!(".answers button[data-word='{best}']"),
        };
        browser.ask("window.left = true").await;
        browser.click(&button).await;
    }
}

pub(crate) async fn whoever_practises_sees_what_each_answer_is_worth_and_nothing_is_written_down() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    let before = house.test.heads().await;
    play(&browser, &house, "plus").await;
    let told = browser.text(".verdicts").await;
    assert!(told.contains("The best answer was given."), "{told}");
    browser.picture("practice-over").await;
    assert_eq!(house.test.heads().await, before);
    browser.close().await;
}

pub(crate) async fn a_practice_seat_fits_a_phone_in_chinese() {
    let browser = Browser::start(Size::Phone, "zh-CN").await;
    let house = House::open().await;
    play(&browser, &house, "star-elements").await;
    browser.fits().await;
    browser.picture("practice-over").await;
    browser.close().await;
}
