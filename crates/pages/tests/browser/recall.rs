//! A past round, stepped through.

use floor::{Role, SessionKind};
use testkit::{Browser, Size, key};

use crate::house::House;

/// A guest bets and plays one round with as little risk as the rules allow.
async fn a_round_of(house: &House, browser: &Browser, table: &str) {
    house.sit(browser, table).await;
    house.bet(browser).await;
    house.close_bets(table).await;
    while let Some(answer) = house.next_answer(browser, table).await {
        let seq = house.seq(table);
        browser.click(&format!("button.answer[data-word={answer}]")).await;
        house.seq_after(table, seq).await;
    }
}

pub(crate) async fn a_player_steps_through_his_round_by_keyboard_and_reads_a_clause() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    a_round_of(&house, &browser, "plus-1").await;
    browser.open(&house.page("/rounds")).await;
    browser.picture("rounds").await;
    browser.click("a.round").await;
    let last = browser.text(".told .count").await;
    browser.picture("recall-last").await;
    // What was published about the shoe stands below the round, not over it.
    let below = "const top = part => document.querySelector(part).getBoundingClientRect().top; \
        return top('.proof') > top('.steps')";
    assert_eq!(browser.ask(below).await, true);
    let steps: usize = last.rsplit(' ').next().and_then(|steps| steps.parse().ok()).expect("a number");
    // Every step is a page of its own, told apart by where its arrows lead.
    let back = |step: usize| format!(".steps a[data-key=ARROWLEFT][href$='step={step}']");
    let on = |step: usize| format!(".steps a[data-key=ARROWRIGHT][href$='step={step}']");
    browser.press_at(&back(steps - 1), key::HOME).await;
    let mut pictured = false;
    for step in 1..=steps {
        browser.press_at(&on(step), key::RIGHT).await;
        browser.find(&back(step - 1)).await;
        if !pictured && browser.count("#worths").await > 0 {
            browser.picture("recall-decision").await;
            pictured = true;
        }
    }
    browser.reads(".told .count", &format!("Step {steps} of {steps}")).await;
    browser.press_at(&back(steps - 1), key::LEFT).await;
    browser.press_at(&on(steps), key::END).await;
    browser.find(".steps span.way:last-child").await;
    browser.click(".told .clause-number").await;
    browser.find(".clause-text:target").await;
    browser.close().await;
}

pub(crate) async fn staff_see_a_round_as_each_viewer_saw_it_on_a_phone_in_chinese() {
    let browser = Browser::start(Size::Phone, "zh-CN").await;
    let house = House::open().await;
    a_round_of(&house, &browser, "star-elements-1").await;
    let audrey = house.floor.people().add("house", "audrey", Role::Auditor, None).await.expect("a new name");
    let token = house.floor.people().sign_in(&audrey, SessionKind::Cookie).await.expect("a session");
    browser.set_cookie(floor::SESSION, token.secret()).await;
    browser.open(&house.page("/rounds?table=star-elements-1")).await;
    browser.picture("rounds").await;
    browser.click("a.round").await;
    browser.find("header .contents a").await;
    assert_eq!(browser.count("header .contents a").await, 3, "anyone, the player, staff");
    browser.click("header .contents a[href*='as=public&']").await;
    browser.find("header .contents a[aria-current][href*='as=public&']").await;
    browser.fits().await;
    browser.picture("recall").await;
    browser.close().await;
}
