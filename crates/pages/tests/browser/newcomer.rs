//! Someone who has never been here: from the lobby to his first settled round.

use std::time::{Duration, Instant};

use crate::browser::{Browser, PATIENCE, Size};
use crate::house::House;

/// From the lobby to the felt: one click.
async fn take_a_seat(browser: &Browser, house: &House, table: &str) -> String {
    browser.open(&house.page("/")).await;
    browser.find(&format!("#table-{table} .phase")).await;
    browser.picture("lobby").await;
    browser.click(&format!("#table-{table} form button")).await;
    let own = browser.find("section.spot.own").await.id().await.expect("an id").expect("a name");
    own.trim_start_matches("spot-").to_owned()
}

/// Answers whatever the table asks with as little as the rules allow (Plus lets nobody stand below twelve), until the round is settled.
async fn play_on(browser: &Browser, name: &str) {
    let (mut pictured, until) = (false, Instant::now() + PATIENCE * 4);
    loop {
        assert!(Instant::now() < until, "the round does not come to an end");
        let now = browser
            .ask("return [document.querySelector('main').dataset.phase, ...[...document.querySelectorAll('button.answer')].map((b) => b.dataset.word)]")
            .await;
        let words: Vec<&str> =
            now.as_array().expect("a list").iter().filter_map(|word| word.as_str()).collect();
        if words[0] == "settled" {
            return;
        }
        let answer = ["declines", "stands", "hits"].into_iter().find(|word| words[1..].contains(word));
        if let Some(answer) = answer {
            if !pictured {
                browser.picture(&format!("{name}-decision")).await;
                pictured = true;
            }
            let before = browser.ask("return document.querySelector('main').dataset.seq").await;
            // At a desk by keyboard, on a phone by finger.
            let key = if answer == "declines" { "n" } else { &answer[..1] };
            match browser.size {
                Size::Desk | Size::Wall => browser.press(key).await,
                Size::Phone => browser.click(&format!("button.answer[data-word={answer}]")).await,
            }
            let seq = before.as_str().expect("a number");
            browser.find(&format!("main:not([data-seq='{seq}'])")).await;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn first_round(size: Size, table: &str, language: &str) {
    let Some(browser) = Browser::start(size, language).await else { return };
    let house = House::open().await;
    let spot = take_a_seat(&browser, &house, table).await;
    assert_eq!(browser.credits().await, 100_000);
    // Two chips of five, one by one.
    let place = format!("button#place-{spot}-main");
    browser.click(&format!("{place}:not(.placed)")).await;
    browser.click(&format!("{place}.placed")).await;
    browser.find(&format!("{place} .pile [data-worth='1000']")).await;
    // One too many, refused where it was tried.
    browser.click(".choice:has([value='50000'])").await;
    browser.click(&place).await;
    let told = browser.text(&format!("#said-spot-{spot} .problem")).await;
    assert!(told.contains("maximum") || told.contains("最高限额"), "{told}");
    browser.picture(&format!("{table}-bets")).await;
    house.close_bets(table).await;
    play_on(&browser, table).await;
    browser.find("#results:not([hidden]) .net").await;
    browser.picture(&format!("{table}-settled")).await;
    // What stands on the page is what stands in the books.
    let people = house.floor.people().all().await.expect("people");
    let guest = people.iter().find(|person| person.guest).expect("a guest");
    let balance = house.floor.cage().balance(&guest.name).await.expect("a balance").units();
    assert_eq!(browser.credits().await, balance);
    assert_eq!(browser.figure("#results .net").await, balance - 100_000);
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_plus_at_a_desk() {
    first_round(Size::Desk, "plus-1", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_electronic_blackjack_at_a_desk() {
    first_round(Size::Desk, "electronic-1", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_macau_blackjack_at_a_desk_in_chinese() {
    first_round(Size::Desk, "macau-1", "zh-CN").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_blackjack_on_a_phone() {
    first_round(Size::Phone, "blackjack-1", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_star_elements_on_a_phone_in_chinese() {
    first_round(Size::Phone, "star-elements-1", "zh-CN").await;
}
