//! Someone who has never been here: from the lobby to his first settled round.

use crate::browser::{Browser, Size};
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

/// Answers whatever the table asks with as little as possible, until the round is settled.
async fn play_on(browser: &Browser, name: &str) {
    let mut pictured = false;
    loop {
        let now = browser
            .ask("return [document.querySelector('main').dataset.phase, ...[...document.querySelectorAll('.answer')].map((b) => b.dataset.word)]")
            .await;
        let words: Vec<&str> =
            now.as_array().expect("a list").iter().filter_map(|word| word.as_str()).collect();
        if words[0] == "settled" {
            return;
        }
        let answer = ["declines", "stands", "continues"].into_iter().find(|word| words[1..].contains(word));
        if let Some(answer) = answer {
            if !pictured {
                browser.picture(&format!("{name}-decision")).await;
                pictured = true;
            }
            let before = browser.ask("return document.querySelector('main').dataset.seq").await;
            browser.click(&format!(".answer[data-word={answer}]")).await;
            let seq = before.as_str().expect("a number");
            browser.find(&format!("main:not([data-seq='{seq}'])")).await;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
}

async fn first_round(size: Size, table: &str, language: &str) {
    let Some(browser) = Browser::start(size, language).await else { return };
    let house = House::open().await;
    let spot = take_a_seat(&browser, &house, table).await;
    let before = browser.text("#purse strong").await;
    // Two chips of five, one by one; then one too few for the table's minimum, on another spot.
    let place = format!("button#place-{spot}-main");
    browser.click(&format!("{place}:not(.placed)")).await;
    browser.click(&format!("{place}.placed")).await;
    browser.find(&format!("{place} .pile [data-worth='1000']")).await;
    browser.click(".choice:has([value='100'])").await;
    browser.click("button#place-6-main").await;
    let told = browser.text("#said-spot-6 .problem").await;
    assert!(told.contains("minimum"), "{told}");
    browser.picture(&format!("{table}-bets")).await;
    play_on(&browser, table).await;
    browser.find("#results:not([hidden]) .net").await;
    browser.picture(&format!("{table}-settled")).await;
    // What stands on the page is what stands in the books.
    let people = house.floor.people().all().await.expect("people");
    let guest = people.iter().find(|person| person.guest).expect("a guest");
    let balance = house.floor.cage().balance(&guest.name).await.expect("a balance").units();
    let shown = browser.text("#purse strong").await.replace('\u{2009}', "");
    let cents = (shown.parse::<f64>().expect("a figure") * 100.0).round();
    assert!(
        (cents - f64::from(i32::try_from(balance).expect("small"))).abs() < 0.5,
        "{shown} is shown of {balance}"
    );
    assert_eq!(before.replace('\u{2009}', ""), "1000");
    let net = browser.text("#results .net").await;
    let expected = (balance - 100_000) / 100;
    let net: String = net.replace('−', "-").replace(['+', '\u{2009}'], "");
    assert_eq!(net.split('.').next(), Some(expected.to_string().as_str()), "the net result");
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_plus_at_a_desk() {
    first_round(Size::Desk, "plus-1", "en-US").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newcomer_plays_a_round_of_star_elements_on_a_phone_in_chinese() {
    first_round(Size::Phone, "star-elements-1", "zh-CN").await;
}
