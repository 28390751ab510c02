//! Keys at the speed of a machine: none voids the next, and none that belongs to a card does anything else.

use std::time::Duration;

use floor::{DealingConfig, Role};
use serde_json::json;
use testkit::{Browser, Size, key};

use crate::dealer::{at_console, says};
use crate::house::House;

/// Two keys in one task of the page: no machine is slow enough to take them for a hand's.
async fn burst(browser: &Browser, keys: &str) {
    browser.find("body").await;
    let script = format!(
        "for (const key of '{keys}') document.body.dispatchEvent(new KeyboardEvent('keydown', {{ key, bubbles: true }}))"
    );
    browser.ask(&script).await;
}

/// Presses a key as a hand does: not within a moment of the key before, which the console would take for a scanner's.
pub(crate) async fn by_hand(browser: &Browser, key: &str) {
    tokio::time::sleep(Duration::from_millis(80)).await;
    browser.press(key).await;
}

pub(crate) async fn no_key_voids_the_next() {
    let table = "plus-1";
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::dealt_by(DealingConfig::Dealer).await;
    house.sit(&browser, table).await;
    house.bet(&browser).await;
    house.close_bets(table).await;
    house.staff_say(table, "shoe 2c 6d 2h").await;
    let by_driver = async |keys: &str| {
        browser.driver.action_chain().send_keys(keys).perform().await.expect("keys");
    };
    for way in 0..8 {
        let seq = house.seq(table);
        browser.find(&format!("main[data-seq='{seq}'] button.answer[data-word=hits]")).await;
        match way {
            // After Shift, Tab and Escape, as a driver names these keys, and after a key that is not bound.
            0 => by_driver("\u{e008}h").await,
            1 => by_driver("\u{e004}h").await,
            2 => by_driver("\u{e00c}h").await,
            3 => by_driver("zh").await,
            // With Shift.
            4 => browser.find("body").await.send_keys("H").await.expect("keys"),
            5 => browser.scan("h", true).await,
            6 => browser.scan("\th", false).await,
            _ => browser.scan("zh", false).await,
        }
        house.seq_after(table, seq).await;
        house.staff_say(table, "shoe 2d").await;
    }
    browser.close().await;
}

/// A console where ann and bob have bet, and no card is dealt yet.
async fn after_bets(language: &str, table: &str) -> (Browser, House) {
    let (browser, house) = at_console(Size::Desk, language, table, Role::Dealer).await;
    for said in ["ann bets 20 on 1", "bob bets 30 on 3"] {
        house.staff_say(table, said).await;
    }
    house.close_bets(table).await;
    (browser, house)
}

pub(crate) async fn a_scanner_types_cards_in_every_manner() {
    let table = "macau-1";
    let (browser, _house) = after_bets("en-US", table).await;
    says(&browser, "Next card: spot 1").await;
    // Shift held down throughout, which makes a star of the eight; Enter at the end.
    browser.scan("8h\n", true).await;
    says(&browser, "Next card: spot 3").await;
    // Shift for each letter by itself.
    let page = browser.find("body").await;
    page.send_keys("TH").await.expect("keys");
    says(&browser, "Next card: the dealer").await;
    // Two cards in one burst, by the driver and by the tools.
    browser.press("6s8c").await;
    says(&browser, "Next card: spot 3").await;
    browser.scan("7D\n", false).await;
    says(&browser, "ann on spot 1 decides: total 16").await;
    by_hand(&browser, "h").await;
    says(&browser, "Next card: spot 1").await;
    browser.scan("2C\n", true).await;
    says(&browser, "ann on spot 1 decides: total 18").await;
    assert_eq!(browser.count("#reader > *").await, 0);
    browser.close().await;
}

pub(crate) async fn a_card_that_is_not_due_is_named_and_does_nothing_else() {
    let table = "macau-1";
    let (browser, house) = after_bets("en-US", table).await;
    house.staff_say(table, "shoe 8h Th 6s 3c 7d").await;
    let decides = "ann on spot 1 decides: total 11";
    says(&browser, decides).await;
    let seq = house.seq(table);
    browser.scan("TD\n", true).await;
    browser.reads("#reader .lost", "Not recorded: Td. ").await;
    browser.reads("#reader .lost", "a card is keyed when the table waits for it").await;
    browser.picture("dealer-card-not-due").await;
    browser.press("4s9d").await;
    browser.reads("#reader .lost", "Not recorded: Td 4s 9d. ").await;
    browser.click("#reader button").await;
    browser.gone("#reader > *").await;
    // By hand, as slowly as one likes: the letter of the suit doubles nothing.
    by_hand(&browser, "t").await;
    browser.reads("#reader .hint", "T: key the suit").await;
    by_hand(&browser, "p").await;
    by_hand(&browser, "d").await;
    browser.reads("#reader .lost", "Not recorded: Td. ").await;
    assert_eq!(house.seq(table), seq, "the table has heard something");
    says(&browser, decides).await;
    // By itself it does. The card that was named is due now, and is named until it is recorded.
    by_hand(&browser, "d").await;
    says(&browser, "Next card: spot 1").await;
    browser.find("#reader .lost").await;
    browser.press("td").await;
    says(&browser, "bob on spot 3 decides: total 17").await;
    browser.gone("#reader > *").await;
    // A rank that is cancelled.
    by_hand(&browser, "9").await;
    browser.find("#reader .hint").await;
    by_hand(&browser, key::ESCAPE).await;
    browser.gone("#reader > *").await;
    by_hand(&browser, "s").await;
    says(&browser, "Next card: the dealer").await;
    browser.close().await;
}

pub(crate) async fn a_card_need_not_wait_for_the_page_to_ask_for_it() {
    let table = "macau-1";
    let (browser, house) = after_bets("en-US", table).await;
    house.staff_say(table, "shoe 8h Th 6s 3c 7d").await;
    says(&browser, "ann on spot 1 decides: total 11").await;
    // Every answer of the floor takes a second longer, so the page does not ask for a card when it is scanned.
    let delay = |milliseconds: u32| {
        let none = -1;
        browser.tool(
            "Network.emulateNetworkConditions",
            json!({ "offline": false, "latency": milliseconds, "downloadThroughput": none, "uploadThroughput": none }),
        )
    };
    delay(1000).await;
    browser.click("button.answer[data-word=hits]").await;
    browser.scan("2D\n", true).await;
    says(&browser, "ann on spot 1 decides: total 13").await;
    // The second card comes while the first is sent.
    browser.click("button.answer[data-word=hits]").await;
    browser.press("5h").await;
    browser.press("9c").await;
    browser.reads("#reader .lost", "Not recorded: 9c. ").await;
    says(&browser, "ann on spot 1 decides: total 18").await;
    delay(0).await;
    browser.close().await;
}

pub(crate) async fn no_letter_of_a_burst_reaches_a_button() {
    let table = "star-elements-1";
    let (browser, house) = at_console(Size::Desk, "en-US", table, Role::Dealer).await;
    house.staff_say(table, "ann bets 20 on 1").await;
    // Something else than a card is scanned: neither are bets closed nor is the page left.
    browser.find("#spot-1 .stakes li").await;
    let seq = house.seq(table);
    burst(&browser, "cx").await;
    browser.reads("#reader .lost", "Not recorded: ?C ?X.").await;
    assert_eq!(house.seq(table), seq, "the table has heard something");
    by_hand(&browser, "c").await;
    says(&browser, "Next card: spot 1").await;
    // Half a card, then a whole one.
    burst(&browser, "98g").await;
    browser.reads("#reader .lost", "Not recorded: ?C ?X 9?.").await;
    by_hand(&browser, key::ESCAPE).await;
    house.staff_say(table, "shoe 7f 9e").await;
    by_hand(&browser, key::ESCAPE).await;
    says(&browser, "Offers: surrender").await;
    by_hand(&browser, "c").await;
    says(&browser, "ann on spot 1 decides: total 17").await;
    // Shou is the letter of Stand, too.
    let seq = house.seq(table);
    burst(&browser, "Sg").await;
    browser.reads("#reader .lost", "Not recorded: Sg. ").await;
    assert_eq!(house.seq(table), seq, "the table has heard something");
    by_hand(&browser, "s").await;
    says(&browser, "Next card: the dealer").await;
    // Nor does Enter at the end of a card, whatever has the focus.
    browser.ask("document.querySelector('.wrong a').focus()").await;
    browser.scan("tt\n", false).await;
    says(&browser, "The round is over").await;
    browser.close().await;
}

pub(crate) async fn a_card_at_the_wizard_is_named_and_confirms_nothing() {
    let table = "plus-1";
    let (browser, house) = after_bets("en-US", table).await;
    house.staff_say(table, "shoe 8h").await;
    let seq = house.seq(table);
    browser.open(&house.page(&format!("/dealer/{table}/irregular?what=extra-card"))).await;
    browser.find(".confirm:focus").await;
    browser.scan("2D\n", true).await;
    browser.reads("#reader .lost", "Not recorded: 2d. Cards are keyed at the console.").await;
    assert_eq!(house.seq(table), seq, "the table has heard something");
    by_hand(&browser, key::ESCAPE).await;
    browser.gone("#reader > *").await;
    by_hand(&browser, key::ESCAPE).await;
    says(&browser, "Next card: spot 3").await;
    browser.close().await;
}
