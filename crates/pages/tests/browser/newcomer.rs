//! Someone who has never been here: from the lobby to their first settled round.

use testkit::{Browser, Size};

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

/// Answers whatever the table asks with as little as the rules allow (Plus lets nobody stand below twelve), until the round
/// is settled.
async fn play_on(browser: &Browser, house: &House, table: &str) {
    let mut pictured = false;
    while let Some(answer) = house.next_answer(browser, table).await {
        if !pictured {
            browser.picture(&format!("{table}-decision")).await;
            pictured = true;
        }
        let seq = house.seq(table);
        // At a desk by keyboard, on a phone by finger.
        let key = if answer == "declines" { "n" } else { &answer[..1] };
        match browser.size {
            Size::Desk | Size::Wall => browser.press(key).await,
            Size::Phone => browser.click(&format!("button.answer[data-word={answer}]")).await,
        }
        house.seq_after(table, seq).await;
    }
}

async fn first_round(size: Size, table: &str, language: &str) {
    let browser = Browser::start(size, language).await;
    let house = House::open().await;
    let spot = take_a_seat(&browser, &house, table).await;
    browser.shows("#purse strong", 100_000).await;
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
    play_on(&browser, &house, table).await;
    browser.find("#results:not([hidden]) .net").await;
    browser.picture(&format!("{table}-settled")).await;
    // What stands on the page is what stands in the books.
    let guest = house.guest().await;
    let balance =
        house.floor.cage().balance_in(floor::Money::Play, &guest.name).await.expect("a balance").units();
    browser.shows("#purse strong", balance).await;
    browser.shows("#results .net", balance - 100_000).await;
    browser.close().await;
}

pub(crate) async fn a_newcomer_plays_a_round_of_plus_at_a_desk() {
    first_round(Size::Desk, "plus-1", "en-US").await;
}

pub(crate) async fn a_newcomer_plays_a_round_of_electronic_blackjack_at_a_desk() {
    first_round(Size::Desk, "electronic-1", "en-US").await;
}

pub(crate) async fn a_newcomer_plays_a_round_of_macau_blackjack_at_a_desk_in_chinese() {
    first_round(Size::Desk, "macau-1", "zh-CN").await;
}

pub(crate) async fn a_newcomer_plays_a_round_of_blackjack_on_a_phone() {
    first_round(Size::Phone, "blackjack-1", "en-US").await;
}

pub(crate) async fn a_newcomer_plays_a_round_of_star_elements_on_a_phone_in_chinese() {
    first_round(Size::Phone, "star-elements-1", "zh-CN").await;
}
