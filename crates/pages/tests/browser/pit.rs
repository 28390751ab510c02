//! The pit console: a void, other limits, switches, meters and the log, as staff use them.

use std::time::{Duration, Instant};

use floor::{Person, Role};

use crate::browser::{Browser, PATIENCE, Size};
use crate::house::House;

const PASSWORD: &str = "a long password";

/// Signs someone of the staff in, in the lobby.
async fn sign_in(browser: &Browser, house: &House, name: &str, role: Role) {
    house.floor.people().add("house", name, role, Some(PASSWORD)).await.expect("a new name");
    browser.open(&house.page("/")).await;
    fill(browser, "[name=name]", name).await;
    fill(browser, "[name=password]", PASSWORD).await;
    browser.click(".sign-in button").await;
    browser.find("#purse").await;
}

async fn fill(browser: &Browser, css: &str, text: &str) {
    let field = browser.find(css).await;
    field.clear().await.expect("a field");
    field.send_keys(text).await.expect("a text");
}

/// Waits until this selector finds something with this text.
async fn wait_for(browser: &Browser, css: &str, text: &str) {
    // What is worked out in the background takes its time in a build without optimizations.
    let until = Instant::now() + PATIENCE * 6;
    loop {
        let shown = browser.text(css).await;
        if shown.contains(text) {
            return;
        }
        assert!(Instant::now() < until, "{css} does not come to say {text}: {shown}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// No page of the console is wider than the screen.
async fn fits(browser: &Browser, page: &str) {
    let wide =
        browser.ask("return document.documentElement.scrollWidth - document.documentElement.clientWidth");
    assert_eq!(wide.await, 0, "{page} is wider than the screen");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pit_voids_a_round_and_posts_other_limits_and_the_player_sees_both() {
    let Some(player) = Browser::start(Size::Phone, "en-US").await else { return };
    let Some(pit) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    player.open(&house.page("/")).await;
    player.click("#table-plus-1 form button").await;
    player.click(".spot.own button.place.main").await;
    player.find(".spot.own .place.main.placed").await;
    assert!(player.credits().await < 100_000);
    house.close_bets("plus-1").await;
    sign_in(&pit, &house, "sam", Role::ShiftManager).await;
    pit.click("nav a[href='/pit']").await;
    pit.find("#table-plus-1 .phase").await;
    pit.picture("pit").await;
    pit.click("#table-plus-1 .pit-ways a").await;
    pit.find("#rulings").await;
    pit.picture("pit-table").await;
    pit.click("#deed-void summary").await;
    fill(&pit, "#void-words", "a card fell to the floor").await;
    pit.click("#deed-void button").await;
    let told = pit.text("#confirm").await;
    assert!(told.contains("pit voids because a card fell to the floor") && told.contains("5.19"), "{told}");
    pit.picture("pit-confirm").await;
    pit.click("#confirm button").await;
    pit.find("#confirm .pit-done").await;
    // The player is told why, and has his credits again.
    player.find("main[data-phase=void]").await;
    wait_for(&player, "#news", "a card fell to the floor").await;
    assert_eq!(player.credits().await, 100_000);
    player.picture("pit-void-player").await;
    post_limits(&pit, &player, &house).await;
    player.close().await;
    pit.close().await;
}

/// Other limits: first wrong ones, told beside their fields, then good ones, which wait for the next round.
async fn post_limits(pit: &Browser, player: &Browser, house: &House) {
    pit.open(&house.page("/pit/tables/plus-1")).await;
    fill(pit, "#min\\.main", "50").await;
    fill(pit, "#max\\.main", "20").await;
    pit.click("#posting > button").await;
    wait_for(pit, "#posted", "leave no wager").await;
    pit.picture("pit-faults").await;
    fill(pit, "#max\\.main", "2000").await;
    pit.click("#posting > button").await;
    pit.find("#posted .pit-done").await;
    wait_for(pit, "#waiting", "50–2\u{2009}000").await;
    pit.picture("pit-waiting").await;
    house.open_bets("plus-1").await;
    wait_for(player, "#limits", "2\u{2009}000").await;
    pit.find("#waiting[hidden]").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_administrator_closes_a_table_a_game_and_the_floor_on_a_phone_in_chinese() {
    let Some(browser) = Browser::start(Size::Phone, "zh-CN").await else { return };
    let house = House::open().await;
    let is_open = |table: &str| house.floor.table(table).expect("a table").standing.borrow().table.is_open();
    sign_in(&browser, &house, "root", Role::Administrator).await;
    browser.open(&house.page("/pit/switches")).await;
    let switch = async |word: &str, open: bool| {
        browser.click(&format!("#sure-{word}-{} summary", !open)).await;
        browser.click(&format!("#sure-{word}-{} button", !open)).await;
        browser.find(&format!("main:not(:has(#sure-{word}-{})) #sure-{word}-{open}", !open)).await;
    };
    switch("open-plus-1", false).await;
    assert!(!is_open("plus-1") && is_open("macau-1"));
    switch("game-macau", false).await;
    assert!(!is_open("macau-1") && is_open("electronic-1"));
    browser.picture("pit-switches").await;
    browser.find("#sure-floor-false").await;
    switch("floor", false).await;
    assert!(!is_open("electronic-1") && !is_open("blackjack-1"));
    switch("floor", true).await;
    assert!(is_open("plus-1") && is_open("macau-1"));
    house.floor.people().add("house", "eve", Role::Player, Some(PASSWORD)).await.expect("a new name");
    fill(&browser, "#login-name", "eve").await;
    browser.click(".pit-login button.danger").await;
    wait_for(&browser, "#said-login", "eve").await;
    assert!(house.floor.people().find("eve").await.expect("people").expect("eve").disabled);
    fits(&browser, "/pit/switches").await;
    browser.open(&house.page("/pit")).await;
    browser.find("#table-plus-1").await;
    browser.picture("pit").await;
    fits(&browser, "/pit").await;
    assert!(browser.ask("return !document.querySelector('[href=\"/pit/log\"]')").await == true);
    // What is not his is refused, and said so.
    browser.open(&house.page("/pit/log")).await;
    wait_for(&browser, "main", "管理员").await;
    browser.picture("pit-refused").await;
    let only_the_refusal = browser.complaints().await;
    assert!(only_the_refusal.iter().all(|one| one.contains("403")), "{only_the_refusal:#?}");
    browser.close().await;
}

/// Somebody who always hits loses more than chance takes.
async fn play_badly(house: &House, ann: &Person, rounds: usize) {
    let (desk, sue) = (house.floor.table("plus-1").expect("a table"), house.supervisor());
    let till = floor::Till::Terminal;
    let chips = vocabulary::Chips::whole(100_000);
    let bought = house.floor.cage().exchange(None, "ann", "ann", floor::Exchange::Bought, till, chips).await;
    bought.expect("credits");
    for _ in 0..rounds {
        desk.say(ann, None, "bets 100 on 3").await.expect("a bet");
        desk.say(sue, None, "dealer closes bets").await.expect("no more bets");
        loop {
            let table = desk.standing.borrow().table.clone();
            if table.round().end().is_some() {
                break;
            }
            let options = floor::options(&table, "ann");
            let wanted = ["hits", "declines", "stands"];
            let found = wanted.iter().find_map(|word| options.iter().find(|option| option.word == *word));
            match found {
                Some(option) => desk.say(ann, None, &option.say).await.expect("an answer"),
                None => desk.say(sue, None, "dealer closes offers").await.expect("no more offers"),
            };
        }
        desk.say(sue, None, "dealer opens bets").await.expect("the next round");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn meters_stand_against_their_theory_and_the_log_runs_as_it_is_written() {
    let Some(browser) = Browser::start(Size::Desk, "en-US").await else { return };
    let house = House::open().await;
    let ann = house.floor.people().add("house", "ann", Role::Player, None).await.expect("a new name");
    play_badly(&house, &ann, 120).await;
    sign_in(&browser, &house, "otto", Role::Auditor).await;
    browser.open(&house.page("/pit/meters")).await;
    // The odds are worked out in the background; then they stand here by themselves.
    wait_for(&browser, "#meters-plus-1 [data-kind=main] .theory", "%").await;
    let errors = browser.text("#meters-plus-1 [data-kind=main] .errors").await;
    assert!(errors.starts_with('−'), "players kept less than they should: {errors}");
    wait_for(&browser, "#meters-plus-1 [data-kind=main]", "beyond chance").await;
    browser.find("#meters-plus-1 svg .beyond path.mark").await;
    browser.picture("pit-meters").await;
    browser.open(&house.page("/pit")).await;
    wait_for(&browser, "#alerts", "standard errors").await;
    browser.open(&house.page("/pit/log?book=table/plus-1")).await;
    browser.find("#log li").await;
    let desk = house.floor.table("plus-1").expect("a table");
    desk.say(&ann, None, "bets 37 on 5").await.expect("a bet");
    wait_for(&browser, "#log li", "ann puts 37 on").await;
    browser.picture("pit-log").await;
    browser.open(&house.page("/pit/irregularities")).await;
    browser.find("#irregular-plus-1").await;
    browser.picture("pit-irregularities").await;
    browser.close().await;
}

/// Looks at every page of the console, in both languages, while a table waits for a ruling.
async fn tour(size: Size) {
    let Some(browser) = Browser::start(size, "zh-CN").await else { return };
    let house = House::open().await;
    let ann = house.floor.people().add("house", "ann", Role::Player, None).await.expect("a new name");
    play_badly(&house, &ann, 3).await;
    let (desk, sue) = (house.floor.table("blackjack-1").expect("a table"), house.supervisor());
    desk.say(&ann, None, "bets 100 on 3").await.expect("a bet");
    desk.say(sue, None, "dealer closes bets").await.expect("no more bets");
    desk.say(sue, None, "pit reports power-failure").await.expect("a report");
    sign_in(&browser, &house, "sam", Role::ShiftManager).await;
    let pages = [
        ("alert", "/pit"),
        ("table", "/pit/tables/star-elements-1"),
        ("confirm", "/pit/tables/blackjack-1/confirm?deed=award&player=ann&amount=25&words=spilt+chips"),
        ("switches", "/pit/switches"),
        ("meters", "/pit/meters"),
        ("irregularities", "/pit/irregularities"),
        ("log", "/pit/log"),
    ];
    for (language, alert) in [("zh", "需要裁决"), ("en", "A ruling is needed")] {
        for (name, page) in pages {
            browser.open(&house.page(page)).await;
            browser.find("main.pit h1").await;
            fits(&browser, page).await;
            browser.picture(&format!("pit-{name}-{language}")).await;
        }
        browser.open(&house.page("/pit")).await;
        wait_for(&browser, "#alerts", alert).await;
        browser.click(".bar [name=tag]").await;
        browser.find(&format!("html:not([lang|={language}]) #alerts")).await;
    }
    browser.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_console_fits_a_phone_in_both_languages() {
    tour(Size::Phone).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_of_the_console_is_usable_at_a_desk_in_both_languages() {
    tour(Size::Desk).await;
}
