//! The pit console: a void, other limits, switches, meters and the log, as staff use them.

use floor::{Config, DealingConfig, Person, Role};
use testkit::{Browser, Size};

use crate::house::House;

pub(crate) async fn the_pit_voids_a_round_and_posts_other_limits_and_the_player_sees_both() {
    let player = Browser::start(Size::Phone, "en-US").await;
    let pit = Browser::start(Size::Desk, "en-US").await;
    let house = House::dealt_by(DealingConfig::Dealer).await;
    player.open(&house.page("/")).await;
    player.click("#table-plus-1 form button").await;
    player.click(".spot.own button.place.main").await;
    player.find(".spot.own .place.main.placed").await;
    assert!(player.figure("#purse strong").await < 100_000);
    house.close_bets("plus-1").await;
    house.staff_say("plus-1", "shoe 8s 9d 6c").await;
    house.sign_in(&pit, "sam", Role::ShiftManager).await;
    pit.click("nav a[href='/pit']").await;
    pit.find("#table-plus-1 .phase").await;
    pit.picture("pit").await;
    pit.click("#table-plus-1 .pit-ways a").await;
    pit.find("#rulings").await;
    pit.picture("pit-table").await;
    pit.click("#deed-void summary").await;
    pit.fill("#void-words", "a card fell to the floor").await;
    pit.click("#deed-void button").await;
    let told = pit.text("#confirm").await;
    assert!(told.contains("pit voids because a card fell to the floor") && told.contains("5.19"), "{told}");
    pit.picture("pit-confirm").await;
    pit.click("#confirm button").await;
    pit.find("#confirm .pit-done").await;
    // The player reads why, and has their credits again.
    player.find("main[data-phase=void]").await;
    player.reads("#news", "a card fell to the floor").await;
    player.shows("#purse strong", 100_000).await;
    player.picture("pit-void-player").await;
    post_limits(&pit, &player, &house).await;
    player.close().await;
    pit.close().await;
}

pub(crate) async fn a_dealer_signs_on_and_what_they_report_is_confirmed_by_the_pit() {
    let (dealer, pit) =
        (Browser::start(Size::Phone, "en-US").await, Browser::start(Size::Desk, "zh-CN").await);
    let house = House::dealt_by(DealingConfig::Dealer).await;
    let ann = house.player("ann").await;
    house.says("plus-1", &ann, "bets 100 on 1").await;
    house.sign_in(&dealer, "dan", Role::Dealer).await;
    dealer.open(&house.page("/dealer/plus-1")).await;
    dealer.reads("#duty", "Ask the pit to assign you").await;
    house.sign_in(&pit, "sam", Role::ShiftManager).await;
    pit.open(&house.page("/pit/tables/plus-1")).await;
    pit.fill("#dealer-name", "dan").await;
    pit.click("#assign button").await;
    dealer.reads("#duty", "Sign on to this table first").await;
    dealer.picture("dealer-before-sign-on").await;
    dealer.fits().await;
    dealer.click("#sign-on-true button").await;
    dealer.find("#controls").await;
    dealer.picture("dealer-signed-on").await;
    pit.reads("#dealers", "dan").await;
    house.close_bets("plus-1").await;
    let dan = house.floor.people().find("dan").await.expect("the journal reads").expect("dan");
    house.says("plus-1", &dan, "shoe Ts 7d 9s").await;
    house.says("plus-1", &dan, "dealer reports power-failure").await;
    dealer.reads("main", "waits until a supervisor").await;
    pit.find("#approvals article").await;
    pit.picture("pit-approval").await;
    pit.fits().await;
    pit.click("#approvals button[value=true]").await;
    pit.find("#approvals[hidden]").await;
    dealer.find("main[data-phase=void]").await;
    dealer.close().await;
    pit.close().await;
}

/// Other limits: first wrong ones, told beside their fields, then good ones, which wait for the next round.
async fn post_limits(pit: &Browser, player: &Browser, house: &House) {
    pit.open(&house.page("/pit/tables/plus-1")).await;
    pit.fill("#min\\.main", "50").await;
    pit.fill("#max\\.main", "20").await;
    pit.click("#posting > button").await;
    pit.reads("#posted", "leave no wager").await;
    pit.picture("pit-faults").await;
    pit.fill("#max\\.main", "2000").await;
    pit.click("#posting > button").await;
    pit.find("#posted .pit-done").await;
    pit.reads("#waiting", "50–2\u{2009}000").await;
    pit.picture("pit-waiting").await;
    house.open_bets("plus-1").await;
    player.reads("#limits", "2\u{2009}000").await;
    pit.find("#waiting[hidden]").await;
}

pub(crate) async fn an_administrator_closes_a_table_a_game_and_the_floor_on_a_phone_in_chinese() {
    let browser = Browser::start(Size::Phone, "zh-CN").await;
    let house = House::open().await;
    let is_open = |table: &str| house.floor.table(table).expect("a table").standing.borrow().table.is_open();
    house.sign_in(&browser, "root", Role::Administrator).await;
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
    house.test.add("eve", Role::Player).await;
    browser.fill("#login-name", "eve").await;
    browser.click(".pit-login button.danger").await;
    browser.reads("#said-login", "eve").await;
    assert!(house.floor.people().find("eve").await.expect("people").expect("eve").disabled);
    browser.fits().await;
    browser.open(&house.page("/pit")).await;
    browser.find("#table-plus-1").await;
    browser.picture("pit").await;
    browser.fits().await;
    assert_eq!(browser.count("[href='/pit/log']").await, 0);
    // What is not theirs is refused, and said so.
    browser.open(&house.page("/pit/log")).await;
    browser.reads("main", "管理员").await;
    browser.picture("pit-refused").await;
    browser.complains_only_of("403").await;
    browser.close().await;
}

/// Somebody who always hits loses more than chance takes.
async fn play_badly(house: &House, ann: &Person, rounds: usize) {
    let (desk, sue) = (house.floor.table("plus-1").expect("a table"), &house.supervisor);
    let till = floor::Till::Cage;
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

pub(crate) async fn meters_stand_against_their_theory_and_the_log_runs_as_it_is_written() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::with_tables(|table| table.money = floor::Money::Real).await;
    let ann = house.test.add("ann", Role::Player).await;
    play_badly(&house, &ann, 120).await;
    house.sign_in(&browser, "otto", Role::Auditor).await;
    browser.open(&house.page("/pit/meters")).await;
    // The odds are worked out in the background; then they stand here by themselves.
    browser.reads("#meters-plus-1 [data-kind=main] .theory", "%").await;
    let errors = browser.text("#meters-plus-1 [data-kind=main] .errors").await;
    assert!(errors.starts_with('−'), "players kept less than they should: {errors}");
    browser.reads("#meters-plus-1 [data-kind=main]", "beyond chance").await;
    browser.find("#meters-plus-1 svg .beyond path.mark").await;
    browser.picture("pit-meters").await;
    browser.open(&house.page("/pit")).await;
    browser.reads("#alerts", "standard errors").await;
    browser.open(&house.page("/pit/log?book=table/plus-1")).await;
    browser.find("#log li").await;
    let desk = house.floor.table("plus-1").expect("a table");
    desk.say(&ann, None, "bets 37 on 5").await.expect("a bet");
    browser.reads("#log li", "ann puts 37 on").await;
    browser.picture("pit-log").await;
    browser.open(&house.page("/pit/irregularities")).await;
    browser.find("#irregular-plus-1").await;
    browser.picture("pit-irregularities").await;
    browser.close().await;
}

/// Looks at every page of the console, in both languages, while a table waits for a ruling and a disk runs out of space.
async fn tour(size: Size) {
    let browser = Browser::start(size, "zh-CN").await;
    // A test's disk has less.
    let config = Config { disk_warning: floor::Size(2 << 40), ..Config::default() };
    let house = House::with(config, |table| {
        table.money = floor::Money::Real;
        if table.id == "blackjack-1" {
            table.dealing = DealingConfig::Dealer;
        }
    })
    .await;
    let ann = house.test.add("ann", Role::Player).await;
    play_badly(&house, &ann, 3).await;
    let (desk, sue) = (house.floor.table("blackjack-1").expect("a table"), &house.supervisor);
    desk.say(&ann, None, "bets 100 on 3").await.expect("a bet");
    for say in ["dealer closes bets", "shoe 8s 9d 6c", "pit reports power-failure"] {
        house.says("blackjack-1", sue, say).await;
    }
    house.sign_in(&browser, "sam", Role::ShiftManager).await;
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
            browser.find("#supplies").await;
            browser.fits().await;
            browser.picture(&format!("pit-{name}-{language}")).await;
        }
        browser.open(&house.page("/pit")).await;
        browser.reads("#alerts", alert).await;
        browser.click(".bar [name=tag]").await;
        browser.find(&format!("html:not([lang|={language}]) #alerts")).await;
    }
    browser.close().await;
}

pub(crate) async fn every_page_of_the_console_fits_a_phone_in_both_languages() {
    tour(Size::Phone).await;
}

pub(crate) async fn every_page_of_the_console_is_usable_at_a_desk_in_both_languages() {
    tour(Size::Desk).await;
}
