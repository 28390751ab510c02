//! A player at a terminal, with cards that the test brings: what is asked of them, what they cannot do and why, what others do.

use floor::DealingConfig;
use testkit::{Browser, Size};

use crate::house::House;

/// A browser at a table where cards come as the test brings them.
struct Evening {
    browser: Browser,
    house: House,
    table: &'static str,
}

impl Evening {
    /// Comes in as a guest and sits down on the first free spot.
    async fn begin(size: Size, language: &str, table: &'static str) -> Evening {
        let browser = Browser::start(size, language).await;
        Evening::begin_at(House::dealt_by(DealingConfig::Dealer).await, browser, table).await
    }

    async fn begin_at(house: House, browser: Browser, table: &'static str) -> Evening {
        house.sit(&browser, table).await;
        Evening { browser, house, table }
    }

    async fn bet(&self) {
        self.house.bet(&self.browser).await;
    }

    async fn staff(&self, say: &str) {
        self.house.staff_say(self.table, say).await;
    }

    /// No more bets, and these cards.
    async fn deal(&self, cards: &str) {
        self.staff("dealer closes bets").await;
        self.staff(&format!("shoe {cards}")).await;
    }

    /// Presses the key of an answer once it is there, and waits until the table has heard it.
    async fn answer(&self, word: &str, key: &str) {
        self.browser.find(&format!("button.answer[data-word='{word}']")).await;
        let seq = self.house.seq(self.table);
        self.browser.press(key).await;
        self.house.seq_after(self.table, seq).await;
    }

    /// Taps on an answer, and waits until the table has heard it.
    async fn tap(&self, word: &str) {
        let seq = self.house.seq(self.table);
        self.browser.click(&format!("button.answer[data-word='{word}']")).await;
        self.house.seq_after(self.table, seq).await;
    }

    async fn is(&self, what: &str, css: &str) {
        self.browser.reads(css, what).await;
    }
}

pub(crate) async fn a_pair_is_split_and_doubled_for_less_and_what_is_not_open_says_why() {
    let evening = Evening::begin(Size::Desk, "en-US", "plus-1").await;
    let browser = &evening.browser;
    evening.bet().await;
    browser.click(".spot.own button.place.main.placed").await;
    browser.find(".spot.own .pile [data-worth='1000']").await;
    evening.deal("8c 6d 8h").await;
    browser.find("button.answer[data-word=splits]").await;
    // Plus lets nobody stand below twelve, but sixteen may; insurance is not what is asked.
    let moved =
        browser.find(".spot.own .hand .card:nth-child(2)").await.id().await.expect("an id").expect("a name");
    browser.picture("table-pair").await;
    evening.answer("splits", "p").await;
    browser.find(&format!(".spot.own .holding:nth-child(2) #{moved}")).await;
    evening.staff("shoe 3d").await;
    // Eleven of two unlike cards is not split again; a tap says why, with the clause in our words.
    browser.click("summary.answer[data-word=splits]").await;
    evening.is("only two cards of equal value", ".refused[open] .why").await;
    browser.click(".refused[open] .clause summary").await;
    browser.find(".refused[open] .clause[open] a[href^='/rules/plus#']").await;
    browser.picture("table-refused").await;
    browser.fill("form:has([data-word=doubles]) input[name=amount]", "5").await;
    evening.tap("doubles").await;
    evening.staff("shoe 9d").await;
    evening.staff("shoe Td").await;
    evening.answer("stands", "s").await;
    evening.staff("shoe Ts").await;
    evening.staff("shoe 5h").await;
    browser.find("main[data-phase=settled] #results:not([hidden])").await;
    // Twenty, with five more, and eighteen against twenty-one.
    browser.shows("#results .net", -2500).await;
    browser.click("#results .clause summary").await;
    browser.find("#results .clause[open] a[href^='/rules/plus#']").await;
    browser.picture("table-split-settled").await;
    evening.browser.close().await;
}

pub(crate) async fn insurance_and_even_money_are_offered_and_paid() {
    let evening = Evening::begin(Size::Phone, "en-US", "plus-1").await;
    let browser = &evening.browser;
    browser.click(".choice:has([value='1000'])").await;
    evening.bet().await;
    evening.deal("9c As 6h").await;
    browser.find("button.answer[data-word=insures]").await;
    browser.click("summary.answer[data-word='takes even money']").await;
    evening.is("blackjack", ".refused[open] .why").await;
    browser.picture("table-insurance").await;
    evening.tap("insures").await;
    browser.find(".spot.own .place.insurance").await;
    evening.staff("dealer closes offers").await;
    evening.answer("stands", "s").await;
    evening.staff("shoe Kd").await;
    browser.find("main[data-phase=settled] #results:not([hidden])").await;
    browser.shows("#results .net", 0).await;
    browser.picture("table-insured").await;
    evening.staff("dealer opens bets").await;
    // The same again, with one tap.
    browser.click("button[name=act][value=repeat]:not(:disabled)").await;
    browser.find(".spot.own .place.main.placed").await;
    evening.deal("Ah Ac Kd").await;
    evening.answer("takes even money", "e").await;
    evening.staff("dealer closes offers").await;
    browser.find("#results:not([hidden]) .net").await;
    browser.shows("#results .net", 1000).await;
    evening.is("even money", "#results").await;
    // Ten rounds later all of it is found again, the newest first, two leaves of it.
    let guest = evening.house.guest().await;
    for _ in 0..10 {
        evening.staff("dealer opens bets").await;
        evening.house.says("plus-1", &guest, "bets 10 on 4").await;
        evening.deal("Th 6d Td").await;
        evening.house.says("plus-1", &guest, "stands").await;
        evening.staff("shoe Ts 9s").await;
    }
    browser.click(".plate a[href='/tables/plus-1/history']").await;
    evening.is("Round 12", ".past:first-of-type h2").await;
    browser.shows("#round-12 .net", 1000).await;
    browser.picture("history").await;
    browser.click(".leafing a[rel=next]").await;
    evening.is("even money", "#round-2 tbody").await;
    browser.find("#round-1 a[href='/rounds/plus-1.1']").await;
    browser.click("#round-2 .clause summary").await;
    browser.find("#round-2 .clause[open] a[href^='/rules/plus#']").await;
    browser.picture("history-older").await;
    browser.click("#round-2 a[href='/rounds/plus-1.2']").await;
    browser.find("#felt").await;
    evening.browser.close().await;
}

pub(crate) async fn one_bets_behind_another_and_sees_whose_turn_it_is() {
    let evening = Evening::begin(Size::Desk, "en-US", "plus-1").await;
    let (browser, house) = (&evening.browser, &evening.house);
    let bob = house.player("bob").await;
    for say in ["sits on 6", "bets 25 on 6", "bets 10 on 6 rws-pairs"] {
        house.says("plus-1", &bob, say).await;
    }
    evening.bet().await;
    // A chip taken back leaves the smaller wager, and the side wager that stands on it.
    browser.click("#place-4-rws-pairs").await;
    browser.find("#place-4-rws-pairs.placed").await;
    browser.click("#place-4-main.placed").await;
    browser.find("#place-4-main .pile [data-worth='1000']").await;
    browser.click("button[name=act][value=undo]").await;
    browser.find("#place-4-main .pile [data-worth='500']").await;
    browser.find("#place-4-rws-pairs.placed").await;
    browser.click("#place-6-main").await;
    evening.is("you", "#place-6-main .wager.own .whose").await;
    browser.picture("table-behind").await;
    evening.deal("9c 9d 6s Th 8d").await;
    evening.answer("stands", "s").await;
    evening.is("Waiting for bob on spot 6", "#controls .wait").await;
    browser.find("#spot-6.turn .deciding").await;
    browser.picture("table-waiting").await;
    // Where a game has one player to a spot, the reason stands at that spot.
    house.says("macau-1", &bob, "sits on 2").await;
    house.says("macau-1", &bob, "bets 25 on 2").await;
    house.sit(browser, "macau-1").await;
    browser.click("#place-2-main").await;
    evening.is("no more players may bet on this spot", "#said-spot-2 .problem").await;
    browser.picture("table-behind-refused").await;
    evening.browser.close().await;
}

pub(crate) async fn at_a_terminal_the_shared_cards_and_what_was_decided_for_a_player_are_seen_on_a_phone_in_chinese()
 {
    let evening = Evening::begin(Size::Phone, "zh-CN", "electronic-1").await;
    let (browser, house) = (&evening.browser, &evening.house);
    let bob = house.player("bob").await;
    house.says("electronic-1", &bob, "bets 25 on 5").await;
    // Too much, refused where it was tried; then two chips, one of them taken back.
    browser.click(".choice:has([value='50000'])").await;
    browser.click(".spot.own button.place.main").await;
    browser.click(".spot.own button.place.main.placed").await;
    evening.is("注码高于最高限额", ".spot.own .problem").await;
    browser.click("button[name=act][value=undo]").await;
    browser.find(".spot.own button.place.main:not(.placed)").await;
    browser.click(".choice:has([value='1000'])").await;
    evening.bet().await;
    browser.picture("table-terminal-bets").await;
    evening.deal("5c 7d 4h").await;
    browser.find("button.answer[data-word=hits]").await;
    browser.picture("table-terminal").await;
    house.says("electronic-1", &bob, "hits").await;
    let guest = house.guest().await;
    evening.staff(&format!("{} times out", guest.name)).await;
    evening.is("系统代您决定", ".spot.own .automatic").await;
    evening.staff("shoe 6s").await;
    house.says("electronic-1", &bob, "hits").await;
    evening.staff("shoe 2s").await;
    house.says("electronic-1", &bob, "stands").await;
    assert!(!browser.driver.source().await.expect("a page").contains("bob"), "another player is named");
    browser.find("#common .shared:nth-child(3).used + .shared.unused").await;
    browser.picture("table-terminal-decided").await;
    evening.staff("shoe Td").await;
    browser.find("main[data-phase=settled] #results:not([hidden])").await;
    // Which of their wagers it was is said too.
    evening.is("号位的主注：", "#news").await;
    browser.picture("table-terminal-settled").await;
    evening.browser.close().await;
}

pub(crate) async fn a_full_table_fills_a_wall() {
    let evening = Evening::begin(Size::Wall, "en-US", "plus-1").await;
    let (browser, house) = (&evening.browser, &evening.house);
    for (name, spot) in [("bob", 5), ("cyd", 6), ("dee", 7)] {
        let player = house.player(name).await;
        house.says("plus-1", &player, &format!("sits on {spot}")).await;
        house.says("plus-1", &player, &format!("bets {spot}5 on {spot}")).await;
    }
    evening.bet().await;
    evening.deal("8c 9d 6s Ah 5h 8d 2d Ts Kc").await;
    browser.find("button.answer[data-word=splits]").await;
    browser.picture("table-full").await;
    evening.browser.close().await;
}

pub(crate) async fn who_lets_the_clock_run_out_reads_what_was_decided_for_him_and_by_which_clause() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::with_tables(|table| {
        table.dealing = DealingConfig::Dealer;
        if table.id == "electronic-1" {
            table.settings.insert("decision-seconds".into(), "2".into());
        }
    })
    .await;
    let evening = Evening::begin_at(house, browser, "electronic-1").await;
    let browser = &evening.browser;
    evening.bet().await;
    evening.deal("5c 7d 4h").await;
    browser.find("button.answer[data-word=hits]").await;
    browser.find("#felt [data-until].soon, main [data-until].soon").await;
    // Nobody answers and nobody else says it: the clock does.
    evening.house.test.advance(3).await;
    evening.is("Decided for you", ".spot.own .automatic").await;
    evening.is("3.18", ".spot.own .holding .clause summary").await;
    evening.is("does not answer in time", "#news").await;
    browser.gone("button.answer").await;
    browser.picture("table-timed-out").await;
    evening.browser.close().await;
}
