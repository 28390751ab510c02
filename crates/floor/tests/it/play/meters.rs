//! Meters: what a table kept, checked against the exact odds of the rules each wager was placed under.

use std::sync::Arc;
use std::sync::atomic::AtomicI64;
use std::time::Duration;

use super::crowd::{Playing, journal_in, person};
use floor::{Clock, Config, DealingConfig, Floor, Meters, MetersSight, Role, TableConfig, Theory};
use journal::{Batch, Epoch, Keep, NewRecord, RoundQuery, Since, Stream};
use odds::{Game, Shoe, Table};
use rulebook::Rules;
use testkit::environment;
use vocabulary::Composition;

/// Two rounds at a Macau table: ann wins 10 and loses 5 on her pair, then doubles 20 and loses, insured for nothing.
const ROUNDS: &str = "game macau\nann bets 10 on 1\nann bets 5 on 1 pair\ndealer closes bets\nshoe Ts 7d 9s\nann stands\n\
    shoe Th\nexpect ann +5\nexpect settled\ndealer opens bets\nann bets 20 on 1\ndealer closes bets\nshoe 5s 9d 6s\n\
    ann doubles\nshoe 2c\nshoe Th\nexpect dealer 19\nexpect ann -40\nexpect settled";

async fn floor_with(folder: &std::path::Path, decks: &str) -> Floor {
    floor_at(folder, decks, Clock::default()).await
}

async fn floor_at(folder: &std::path::Path, decks: &str, clock: Clock) -> Floor {
    let settings = [("decks".to_owned(), decks.to_owned())].into();
    let dealing = DealingConfig::Dealer;
    let table = TableConfig { settings, limits: [].into(), dealing, ..TableConfig::of("one", "macau") };
    let config = Config { tables: vec![table], ..Config::default() };
    let opened = Floor::open(config, journal_in(folder).await, environment(clock)).await;
    opened.expect("the floor opens").0
}

async fn play(floor: &Floor) {
    let transcript = transcript::parse(ROUNDS).expect("a transcript");
    let replay = transcript::replay(&transcript, None, false);
    assert_eq!(replay.played, transcript::Played::Passed);
    let mut playing = Playing::begin(floor, "one".into(), &replay).await;
    for line in transcript.lines.iter().filter(|line| !super::scenarios::sets_the_table(&line.statement)) {
        playing.line(floor, line).await;
    }
}

fn meters(floor: &Floor) -> Meters {
    floor.table("one").expect("the table").standing.borrow().meters.real.clone()
}

/// The odds are worked out in the background.
async fn with_theory(meters: &Meters) -> MetersSight {
    for _ in 0..6000 {
        let sight = MetersSight::of(meters);
        if sight.wagers["main"].theory.is_some() {
            return sight;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the odds were not worked out within five minutes");
}

/// What one unit on the hand is worth by the best chart, and how widely it spreads.
fn main_odds(decks: &str) -> (f64, f64) {
    let mut rules = Rules::of("macau").expect("one of the five");
    rules.set("decks", decks).expect("a number of decks");
    let game = Game::of(&rules);
    let shoe = Shoe::of(&Composition::full(rules.deck(), rules.decks()));
    let table = Table::<f64>::new(&game, &shoe).expect("a full shoe");
    let basic = table.analyse().basic;
    (basic.ev, table.variance(&basic.plan).expect("a spread"))
}

fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} is not {expected}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_held_against_the_odds_of_its_rules() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = floor_with(folder.path(), "8").await;
    play(&floor).await;
    let kept = meters(&floor);
    assert_eq!(MetersSight::of(&kept).wagers["main"].theory, None, "nobody waits for the odds");
    let sight = with_theory(&kept).await;
    assert_eq!(sight.rounds, 2);
    let main = &sight.wagers["main"];
    // 10 won, and 20 doubled lost.
    assert_eq!((main.wagers, main.placed, main.staked, main.returned), (2, 3_000, 5_000, 2_000));
    assert_eq!((main.hold, main.actual_return), (3_000, Some(0.0)));
    let (ev, variance) = main_odds("8");
    let Theory { theoretical_return, actual_return, expected_hold, .. } = main.theory.expect("the odds");
    let Theory { std_error, return_error, standard_errors, .. } = main.theory.expect("the odds");
    assert_near(theoretical_return, 1.0 + ev);
    assert_near(actual_return, 0.0);
    assert_near(expected_hold, -3_000.0 * ev);
    let error = (5_000_000.0 * variance).sqrt();
    assert_near(std_error.expect("a spread"), error);
    assert_near(return_error.expect("a spread"), error / 3_000.0);
    assert_near(standard_errors.expect("a spread"), (3_000.0 - expected_hold) / error);
    let pair = &sight.wagers["pair"];
    assert_eq!((pair.placed, pair.hold, pair.actual_return), (500, 500, Some(0.0)));
    assert!(pair.theory.is_some_and(|theory| theory.theoretical_return < 1.0));
}

/// What floors kept before they knew by which rules.
#[test]
fn meters_written_before_are_read() {
    let old = r#"{"rounds":7,"wagers":{"main":{"wagers":9,"placed":900,"staked":1000,"returned":950}}}"#;
    let meters: Meters = serde_json::from_str(old).expect("meters");
    assert_eq!((meters.rounds, meters.wagers["main"].returned), (7, 950));
    let sight = MetersSight::of(&meters);
    assert_eq!((sight.wagers["main"].hold, sight.wagers["main"].theory), (50, None));
    assert_eq!(serde_json::to_string(&meters).expect("JSON"), old);
}

async fn audited(floor: &Floor) -> Vec<String> {
    let audited = floor::audit(floor.journal(), Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(audited.verdict.is_clean(), "{:?}", audited.verdict.faults);
    audited.rounds_at_fault
}

/// What is corrected about a round counts once, also when the floor was opened again in between.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_corrected_after_a_restart_is_counted_once() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = floor_with(folder.path(), "8").await;
    play(&floor).await;
    let before = meters(&floor);
    assert_eq!(audited(&floor).await, Vec::<String>::new());
    floor.close().await;
    floor.journal().clone().close().await;
    drop(floor);
    let floor = floor_with(folder.path(), "8").await;
    let desk = floor.table("one").expect("the table");
    for (say, rulings) in
        [("takes 5 from ann because of the pair", 1), ("awards 2 to ann because she waited", 2)]
    {
        let manager = person(&floor, "", Role::ShiftManager).await;
        desk.say(&manager, None, &format!("pit shift-manager {say}")).await.expect("a ruling");
        let after = meters(&floor);
        assert_eq!((after.rounds, after.wagers["main"]), (before.rounds, before.wagers["main"]));
        assert_eq!(after.wagers["rulings"].wagers, rulings);
        assert_eq!(audited(&floor).await, Vec::<String>::new());
    }
}

/// Rounds that were closed while the clock was an hour ahead are not newer than those after it was set back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_counts_once_though_the_clock_was_set_back_before_it() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (noon, hour) = (1_700_000_000_000, 3_600_000);
    let at = |time: i64| Clock::Manual(Arc::new(AtomicI64::new(time)));
    for time in [noon + hour, noon] {
        let floor = floor_at(folder.path(), "8", at(time)).await;
        play(&floor).await;
        floor.close().await;
        floor.journal().clone().close().await;
    }
    let floor = floor_at(folder.path(), "8", at(noon + 60_000)).await;
    let manager = person(&floor, "", Role::ShiftManager).await;
    let awards = "pit shift-manager awards 2 to ann because she waited";
    floor.table("one").expect("the table").say(&manager, None, awards).await.expect("a ruling");
    assert_eq!(meters(&floor).rounds, 4);
    let all = RoundQuery { limit: 10, ..RoundQuery::default() };
    let mut numbers: Vec<i64> =
        floor.journal().rounds(&all).await.expect("it reads").iter().map(|round| round.number).collect();
    numbers.sort_unstable();
    assert_eq!(numbers, [1, 2, 3, 4], "each is closed by one record");
    assert_eq!(audited(&floor).await, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sitting_down_before_the_first_round_is_no_round() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = floor_with(folder.path(), "8").await;
    let ann = person(&floor, "ann", Role::Player).await;
    let desk = floor.table("one").expect("the table");
    desk.say(&ann, None, "sits on 1").await.expect("a seat");
    assert_eq!(meters(&floor).rounds, 0);
    assert_eq!(audited(&floor).await, Vec::<String>::new());
    play(&floor).await;
    assert_eq!(meters(&floor).rounds, 2);
    assert_eq!(audited(&floor).await, Vec::<String>::new());
}

/// Meters that the program itself wrote wrongly are under the chain, and are found by counting.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn meters_that_are_not_what_the_rounds_come_to_are_found() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = floor_with(folder.path(), "8").await;
    play(&floor).await;
    let journal = floor.journal();
    let kept = journal.kept("meters", "one").await.expect("the journal reads").expect("meters");
    let stream: Stream = "mistake".parse().expect("a name");
    journal.announce(&stream, 0).await.expect("a stream");
    let mistakes = [
        ("\"rounds\":2", "\"rounds\":3", "they have 3 rounds, the book has 2"),
        ("\"returned\":2000", "\"returned\":1000", "for main they have 2 wagers"),
        ("\"kept\":3000", "\"kept\":4000", "by the rules of the rounds they are others"),
        ("\"rounds\":2", "\"turns\":2", "they cannot be read"),
    ];
    for ((right, wrong, told), after) in mistakes.into_iter().zip(0..) {
        assert!(kept.contains(right), "{right}: {kept}");
        let body = Some(kept.replace(right, wrong));
        let keeps = vec![Keep { shelf: "meters".into(), key: "one".into(), body }];
        let record = NewRecord { body: "{}".into(), keeps, ..NewRecord::default() };
        let batch = Batch { stream: stream.clone(), epoch: Epoch(0), after, records: vec![record] };
        journal.append(batch).await.expect("it is written");
        let faults = audited(&floor).await;
        assert!(faults.len() == 1 && faults[0].contains(told), "{told}: {faults:?}");
    }
}
