//! A dealer at the console: whole rounds by keyboard, what goes wrong and what the rules make of it, and who may come in.

use floor::{DealingConfig, Role};
use testkit::{Browser, Size, key, put_on_duty};

use crate::house::House;
use crate::keys::by_hand;

/// A dealer before the console of a table where real cards are dealt.
pub(crate) async fn at_console(size: Size, language: &str, table: &str, role: Role) -> (Browser, House) {
    let browser = Browser::start(size, language).await;
    let house = House::dealt_by(DealingConfig::Dealer).await;
    for (name, seat) in [("ann", 6), ("bob", 7)] {
        let player = house.player(name).await;
        house.says(table, &player, &format!("sits on {seat}")).await;
    }
    house.sign_in(&browser, "dan", role).await;
    if role == Role::Dealer {
        let dan = house.floor.people().find("dan").await.expect("the journal reads").expect("dan");
        put_on_duty(&house.floor, &dan, table).await;
    }
    browser.click(&format!("#table-{table} a[href='/dealer/{table}']")).await;
    browser.find(".headline .large").await;
    (browser, house)
}

/// Waits until the large letters say this.
pub(crate) async fn says(browser: &Browser, words: &str) {
    let check = "return document.querySelector('.headline .large')?.textContent === given[0]";
    browser.wait(&format!("the console to say {words:?}"), check, &[words.into()]).await;
}

/// Presses keys one after another, by hand.
async fn keys(browser: &Browser, keys: &str) {
    for key in keys.chars().filter(|key| *key != ' ') {
        by_hand(browser, &key.to_string()).await;
    }
}

/// Keys a wager from the keyboard alone: B leads to the name, Tab on, Enter sends, Escape leaves the field.
async fn bet(browser: &Browser, name: &str, spot: u8, amount: u8) {
    keys(browser, "b").await;
    browser.find("#seat-name:focus").await;
    browser.press(&format!("{name}\t{spot}\t{amount}\n")).await;
    browser.find(&format!("#spot-{spot} .stakes li")).await;
    browser.press(key::ESCAPE).await;
}

pub(crate) async fn a_dealer_runs_a_round_of_blackjack_by_keyboard_alone() {
    let table = "blackjack-1";
    let (browser, house) = at_console(Size::Desk, "en-US", table, Role::Dealer).await;
    says(&browser, "Place bets: open").await;
    bet(&browser, "ann", 1, 20).await;
    bet(&browser, "bob", 3, 30).await;
    browser.picture("dealer-bets").await;
    keys(&browser, "c").await;
    says(&browser, "Next card: spot 1").await;
    // A rank that is cancelled, then another.
    keys(&browser, "9").await;
    browser.find("#pad :checked").await;
    browser.picture("dealer-card").await;
    browser.press(key::ESCAPE).await;
    browser.find("#pad:not(:has(:checked))").await;
    keys(&browser, "8h").await;
    says(&browser, "Next card: spot 3").await;
    keys(&browser, "Th").await;
    says(&browser, "Next card: the dealer").await;
    // Two cards in one go.
    keys(&browser, "As 8c").await;
    says(&browser, "Next card: spot 3").await;
    keys(&browser, "7d").await;
    says(&browser, "Offers: insurance").await;
    browser.picture("dealer-offers").await;
    keys(&browser, "n").await;
    browser.find("#answer-bob-insures-on-3-0 [data-key=I]").await;
    keys(&browser, "i").await;
    says(&browser, "Offers: insurance").await;
    browser.find("#spot-3 .stakes li:nth-child(2)").await;
    keys(&browser, "c").await;
    says(&browser, "ann on spot 1 decides: total 16").await;
    keys(&browser, "p").await;
    says(&browser, "Next card: spot 1, hand 1").await;
    keys(&browser, "Ks").await;
    says(&browser, "ann on spot 1, hand 1 decides: total 18").await;
    browser.picture("dealer-decision").await;
    keys(&browser, "s").await;
    says(&browser, "Next card: spot 1, hand 2").await;
    keys(&browser, "3d").await;
    says(&browser, "ann on spot 1, hand 2 decides: total 11").await;
    keys(&browser, "d").await;
    says(&browser, "Next card: spot 1, hand 2").await;
    keys(&browser, "9h").await;
    says(&browser, "bob on spot 3 decides: total 17").await;
    keys(&browser, "s").await;
    says(&browser, "Next card: the dealer").await;
    keys(&browser, "6c").await;
    says(&browser, "The round is over").await;
    browser.picture("dealer-over").await;
    // 18 and a doubled 20 against 17 win, 17 stands off, the insurance is lost.
    let balance = |name: &'static str| house.floor.cage().balance_in(floor::Money::Play, name);
    assert_eq!(balance("ann").await.expect("a balance").units(), 100_000 + 2_000 + 4_000);
    assert_eq!(balance("bob").await.expect("a balance").units(), 100_000 - 1_500);
    keys(&browser, "o").await;
    says(&browser, "Place bets: open").await;
    browser.close().await;
}

pub(crate) async fn a_dealer_runs_a_round_of_star_elements_on_a_phone_in_chinese() {
    let table = "star-elements-1";
    let (browser, _house) = at_console(Size::Phone, "zh-CN", table, Role::Dealer).await;
    bet(&browser, "ann", 2, 20).await;
    browser.picture("dealer-star-bets").await;
    keys(&browser, "c").await;
    says(&browser, "下一张牌：2 号位").await;
    // Ten is the key of wood too, Fu that of fire: what comes second is the suit.
    keys(&browser, "Tt").await;
    says(&browser, "下一张牌：庄家").await;
    keys(&browser, "f").await;
    browser.picture("dealer-star-card").await;
    keys(&browser, "f").await;
    says(&browser, "下一张牌：2 号位").await;
    // By finger.
    browser.click(".rank:has([value='5'])").await;
    browser.click(".suits [value='w']").await;
    says(&browser, "询问：投降").await;
    browser.picture("dealer-star-offers").await;
    keys(&browser, "c").await;
    says(&browser, "2 号位 ann 决定：15 点").await;
    keys(&browser, "h").await;
    says(&browser, "下一张牌：2 号位").await;
    keys(&browser, "4e").await;
    says(&browser, "2 号位 ann 决定：19 点").await;
    keys(&browser, "s").await;
    says(&browser, "下一张牌：庄家").await;
    keys(&browser, "Sg").await;
    says(&browser, "本局已结束").await;
    browser.find("#spot-2 .stakes .bad").await;
    browser.picture("dealer-star-over").await;
    browser.close().await;
}

pub(crate) async fn a_skipped_box_goes_through_the_wizard_to_its_end() {
    let table = "star-elements-1";
    let (browser, house) = at_console(Size::Desk, "en-US", table, Role::Dealer).await;
    house.staff_say(table, "ann bets 100 on 1").await;
    house.staff_say(table, "bob bets 50 on 2").await;
    house.staff_say(table, "dealer closes bets").await;
    says(&browser, "Next card: spot 1").await;
    keys(&browser, "Tf").await;
    says(&browser, "Next card: spot 2").await;
    // What happened.
    keys(&browser, "x").await;
    browser.find(".incidents a").await;
    browser.picture("dealer-wizard-what").await;
    keys(&browser, "1").await;
    // The place that was next is chosen already: Enter asks what the rules say.
    assert_eq!(browser.value("select[name=place]").await, "2");
    browser.click(".particulars button").await;
    let comes = browser.text(".verdict").await;
    assert!(comes.contains("deals no card to spot 2") && comes.contains("5.6"), "{comes}");
    assert!(comes.contains("Next card: the dealer") && comes.contains("post of dealer"), "{comes}");
    browser.picture("dealer-wizard-rules").await;
    keys(&browser, "y").await;
    browser.reads(".recorded", "passed over").await;
    says(&browser, "Next card: the dealer").await;
    keys(&browser, "9e").await;
    says(&browser, "Next card: spot 1").await;
    keys(&browser, "8g").await;
    says(&browser, "Next card: spot 2").await;
    keys(&browser, "7t").await;
    says(&browser, "Offers: surrender").await;
    // Noticed in time: every card goes where it belongs.
    browser.open(&house.page(&format!("/dealer/{table}/irregular?what=noticed"))).await;
    let comes = browser.text(".verdict").await;
    assert!(comes.contains("taken up and dealt again") && comes.contains("5.13"), "{comes}");
    keys(&browser, "y").await;
    says(&browser, "Next card: spot 2").await;
    browser.find(".recorded").await;
    browser.picture("dealer-wizard-done").await;
    browser.close().await;
}

pub(crate) async fn who_decides_is_called_and_what_the_rules_refuse_is_explained() {
    let table = "macau-1";
    let (browser, house) = at_console(Size::Phone, "en-US", table, Role::Dealer).await;
    for said in ["ann bets 100 on 1", "dealer closes bets", "shoe 9h 7d 8c"] {
        house.staff_say(table, said).await;
    }
    says(&browser, "ann on spot 1 decides: total 17").await;
    let wizard = house.page(&format!("/dealer/{table}/irregular"));
    // The game has no such rule: refused, with the reason and the clause.
    browser.open(&format!("{wizard}?what=cut-card")).await;
    let why = browser.text(".verdict.no").await;
    assert!(why.contains("The rules do not allow this here") && why.contains('['), "{why}");
    browser.picture("dealer-wizard-refused").await;
    // A dealer reports a card too many; a supervisor must rule.
    browser.open(&format!("{wizard}?what=extra-card")).await;
    assert!(browser.text(".verdict .then").await.starts_with("A ruling is needed"));
    browser.click(".confirm").await;
    says(&browser, "A ruling is needed").await;
    let call = browser.text(".call-post").await;
    assert!(call.contains("Call the supervisor"), "{call}");
    browser.picture("dealer-ruling").await;
    browser.open(&format!("{wizard}?what=rule&words=play+goes+on")).await;
    assert!(browser.text(".verdict .call-post").await.contains("Call the supervisor"));
    browser.find(".verdict:not(:has(.confirm))").await;
    browser.picture("dealer-wizard-call").await;
    // The supervisor comes, signs in and rules.
    house.sign_out(&browser).await;
    house.sign_in(&browser, "sam", Role::Supervisor).await;
    browser.click(&format!("a[href='/dealer/{table}']")).await;
    says(&browser, "A ruling is needed").await;
    browser.fill("#staff-pit-rules input[name=words]", "the card is set aside and play goes on").await;
    browser.picture("dealer-ruling-supervisor").await;
    browser.press(key::ENTER).await;
    says(&browser, "ann on spot 1 decides: total 17").await;
    browser.close().await;
}

pub(crate) async fn after_an_error_every_player_chooses_until_the_round_is_regular_again() {
    let table = "plus-1";
    let (browser, house) = at_console(Size::Phone, "en-US", table, Role::Dealer).await;
    for said in ["ann bets 100 on 1", "bob bets 50 on 2", "dealer closes bets"] {
        house.staff_say(table, said).await;
    }
    says(&browser, "Next card: spot 1").await;
    // The first card goes to the wrong box: keyed as it comes to the hand.
    keys(&browser, "x").await;
    keys(&browser, "2").await;
    browser.find("[name=card]").await.send_keys("kS").await.expect("a card");
    browser.find("[name=place] option[value='2']").await.click().await.expect("a choice");
    browser.picture("dealer-wizard-particulars").await;
    browser.click(".particulars button").await;
    browser.find(".verdict .confirm").await;
    keys(&browser, "y").await;
    says(&browser, "Next card: spot 1").await;
    keys(&browser, "5h").await;
    says(&browser, "Next card: the dealer").await;
    keys(&browser, "7d 9c 9h").await;
    says(&browser, "Offers: surrender").await;
    browser.open(&house.page(&format!("/dealer/{table}/irregular?what=noticed"))).await;
    browser.find(".verdict .confirm").await;
    keys(&browser, "y").await;
    says(&browser, "ann, bob: go on or withdraw?").await;
    browser.find(".headline.irregular .clause").await;
    browser.picture("dealer-choices").await;
    keys(&browser, "c").await;
    says(&browser, "bob: go on or withdraw?").await;
    keys(&browser, "w").await;
    says(&browser, "Offers: surrender").await;
    browser.find(".headline:not(.irregular)").await;
    browser.close().await;
}

pub(crate) async fn whoever_does_not_deal_is_told_why_and_where_to_sign_in() {
    let browser = Browser::start(Size::Desk, "en-US").await;
    let house = House::open().await;
    let ann = house.player("ann").await;
    house.says("plus-1", &ann, "sits on 2").await;
    house.staff_say("plus-1", "dealer bets 20 for ann on 2").await;
    browser.open(&house.page("/dealer/plus-1")).await;
    assert!(browser.text("main").await.contains("Nobody is signed in at this browser"));
    house.sign_in(&browser, "paul", Role::Player).await;
    assert!(!browser.text("#tables").await.contains("Dealer console"));
    browser.open(&house.page("/dealer/plus-1")).await;
    let why = browser.text("main").await;
    assert!(
        why.contains("signed in as paul") && why.contains("for dealers, supervisors and managers"),
        "{why}"
    );
    browser.picture("dealer-refused").await;
    let refused = browser.complaints().await;
    assert!(refused.iter().all(|one| one.contains("401") || one.contains("403")), "{refused:#?}");
    assert_eq!(refused.len(), 2, "{refused:#?}");
    house.sign_out(&browser).await;
    // At a table the house deals there is no card to key, and still what a dealer says.
    house.sign_in(&browser, "dan", Role::Dealer).await;
    let dan = house.floor.people().find("dan").await.expect("the journal reads").expect("dan");
    put_on_duty(&house.floor, &dan, "plus-1").await;
    browser.picture("dealer-lobby").await;
    browser.click("a[href='/dealer/plus-1']").await;
    says(&browser, "Place bets: open").await;
    browser.find("#staff-dealer-closes-bets").await;
    assert_eq!(browser.count("#pad, #reader, #seats:not([hidden])").await, 0);
    browser.picture("dealer-house").await;
    browser.close().await;
}
