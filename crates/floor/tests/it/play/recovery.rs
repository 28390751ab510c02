//! The floor goes away in the middle of rounds, and each game's own clause for a power failure is applied when it is back.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use super::crowd::{Playing, check_chips, journal_in, open_floor, person};
use super::scenarios::{fingerprint, sets_the_table, stakes_for_others};
use floor::{
    AfterFailure, Clock, Config, Deadline, Desk, Entry, Floor, Opened, Person, Role, Standing, TableConfig,
    WaitsFor, options,
};
use round::{Awaiting, End, Event, Phase, Trouble, awaiting};
use rulebook::{GAMES, PowerPolicy};
use testkit::environment;
use transcript::{Deed, Line, Played, Replay, Speaker, Statement, Transcript};
use vocabulary::Chips;

/// Whether this is where the power fails for everyone.
fn power_fails(statement: &Statement) -> bool {
    let Statement::Staff { by: Speaker::Pit(None), does: Deed::Reports { trouble, names } } = statement
    else {
        return false;
    };
    *trouble == Trouble::PowerFailure && names.is_empty()
}

/// Moments the conformance suite has no power failure in.
const MORE: [&str; 8] = [
    // Blackjack and Macau are silent: a supervisor decides [I-88].
    "game blackjack\nann bets 10 on 1\npit reports power-failure\npit voids because the lights went out\n\
     expect ann 0\nexpect void",
    "game blackjack\nann bets 10 on 1\ndealer closes bets\nshoe Ts 6d 9s\ndealer closes offers\nann stands\nshoe Th\n\
     pit reports power-failure\npit rules the cards stand\nshoe 5c\nexpect dealer 21\nexpect ann -10\nexpect settled",
    "game macau\nann bets 10 on 1\npit reports power-failure\npit rules bets stay\ndealer closes bets\nshoe Ts 7d 9s\n\
     ann stands\nshoe Th\nexpect dealer 17\nexpect ann +10\nexpect settled",
    "game macau\nann bets 10 on 1\ndealer closes bets\nshoe Ts 7d 9s\nann stands\nshoe 5d\npit reports power-failure\n\
     pit rules the cards stand\nshoe Th\nexpect dealer bust\nexpect ann +10\nexpect settled",
    // Plus: nothing is decided before the cards, so the round is void [5.4.2].
    "game plus\nann bets 10 on 1\nann bets 5 on 1 rws-pairs\npit reports power-failure\nexpect ann 0\nexpect void",
    // Star Elements: no wager is decided while the dealer draws on 16 against 19 and 15 [5.29.1].
    "game star-elements\nann bets 10 on 1\nbob bets 20 on 2\ndealer closes bets\nshoe Tf Tg 6e 9f 5g\ndealer closes offers\n\
     ann stands\nbob stands\nshoe Te\npit reports power-failure\nann continues\nbob withdraws all\nshoe 5w\n\
     expect dealer 21\nexpect ann -10\nexpect bob 0\nexpect settled",
    // Electronic: an open offer lapses, and hard 11 draws to 12 or more [5.9.1, 3.18.1].
    "game electronic\nann bets 10\ndealer closes bets\nshoe 5s As 6d\npit reports power-failure\ndealer closes offers\n\
     shoe 9c 8h\nexpect dealer 19\nexpect ann +10\nexpect settled",
    // Electronic: nobody has anything left to decide while the dealer draws.
    "game electronic\nann bets 10\ndealer closes bets\nshoe Ts 6s 8d\nann stands\nshoe Th\npit reports power-failure\n\
     shoe 3c\nexpect dealer 19\nexpect ann -10\nexpect settled",
];

/// Rounds in which the power fails once.
fn interrupted() -> Vec<Transcript> {
    let fails_once = |transcript: &Transcript| {
        let failures = transcript.lines.iter().filter(|line| power_fails(&line.statement)).count();
        let named = |line: &&Line| line.statement.to_string().contains("power-failure");
        failures == 1 && transcript.lines.iter().filter(named).count() == 1
    };
    let written = super::scenarios::all().into_iter().map(|path| super::scenarios::read(&path));
    let more = MORE.iter().map(|text| transcript::parse(text).expect("a transcript"));
    written.chain(more).filter(|one| fails_once(one) && !stakes_for_others(one)).collect()
}

fn said(transcript: &Transcript) -> impl Iterator<Item = &Line> {
    let is_said = |line: &&Line| {
        !sets_the_table(&line.statement) && !matches!(line.statement, Statement::Refuse { .. })
    };
    transcript.lines.iter().filter(is_said)
}

/// The floor is gone; where it was not closed before, that is a failure.
async fn fail(floor: Floor) {
    let journal = floor.journal().clone();
    drop(floor);
    journal.close().await;
}

fn stage(phase: Phase) -> &'static str {
    match phase {
        Phase::Betting => "bets",
        Phase::Dealing => "the deal",
        Phase::Offering(_) => "offers",
        Phase::Playing => "decisions",
        Phase::Drawing => "the dealer draws",
        Phase::Over(_) => "over",
    }
}

/// The rounds are the conformance suite's and the second model's own, written from the documents, at dealer's tables: where one
/// says that the power fails, the floor is gone at that moment and another one opens on the same journal.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_goes_on_as_its_own_clause_says() {
    let transcripts = interrupted();
    let replays: Vec<Replay> = transcripts.iter().map(|t| transcript::replay(t, None, false)).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = open_floor(folder.path(), &transcripts).await;
    let mut playing = Vec::new();
    let mut stages: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for ((transcript, replay), number) in transcripts.iter().zip(&replays).zip(0..) {
        assert_eq!(replay.played, Played::Passed, "{transcript}");
        let mut table = Playing::begin(&floor, format!("table-{number}"), replay).await;
        for line in said(transcript).take_while(|line| !power_fails(&line.statement)) {
            table.line(&floor, line).await;
        }
        let now = table.desk(&floor).standing.borrow().clone();
        let game = now.table.rules().id().to_owned();
        stages.entry(game).or_default().insert(stage(now.table.round().phase()));
        playing.push(table);
    }
    for game in GAMES {
        for wanted in ["bets", "offers", "decisions", "the dealer draws"] {
            assert!(stages[game].contains(wanted), "{game} was not interrupted during {wanted}: {stages:?}");
        }
    }
    fail(floor).await;
    let floor = open_floor(folder.path(), &transcripts).await;
    for ((transcript, replay), table) in transcripts.iter().zip(&replays).zip(&mut playing) {
        let rules = replay.rules.as_ref().expect("a game");
        // Whether a terminal failed with the floor shows when it does not answer; until then its round waits.
        let reported = usize::from(rules.power_policy() != PowerPolicy::DefaultPlay);
        for line in said(transcript).skip_while(|line| !power_fails(&line.statement)).skip(reported) {
            table.line(&floor, line).await;
        }
        let now = table.desk(&floor).standing.borrow().clone();
        let here = fingerprint(now.table.rules(), now.table.round(), now.table.names());
        let there = &replay.rounds.last().expect("a round").round;
        assert_eq!(here, fingerprint(rules, there, &replay.names), "{transcript}");
    }
    check_chips(&floor, &replays).await;
}

/// A floor with one table that the house deals at, and a clock set by hand.
struct Night {
    folder: tempfile::TempDir,
    time: Arc<AtomicI64>,
    game: &'static str,
}

/// The table's players.
const PLAYERS: [&str; 3] = ["ann", "bob", "cyd"];

impl Night {
    fn new(game: &'static str) -> Night {
        let folder = tempfile::tempdir().expect("a temporary folder");
        Night { folder, time: Arc::new(AtomicI64::new(1_700_000_000_000)), game }
    }

    fn now(&self) -> i64 {
        self.time.load(Ordering::Relaxed)
    }

    async fn open(&self, after_power_failure: AfterFailure) -> (Floor, Opened, Desk) {
        let journal = journal_in(self.folder.path()).await;
        let tables = vec![TableConfig::of("one", self.game)];
        let config = Config { tables, after_power_failure, ..Config::default() };
        let clock = Clock::Manual(Arc::clone(&self.time));
        let (floor, opened) =
            Floor::open(config, journal, environment(clock)).await.expect("the floor opens");
        let desk = floor.table("one").expect("the table");
        (floor, opened, desk)
    }

    /// Lets time pass, until the table has written down that it has.
    async fn pass(&self, desk: &Desk, millis: i64) {
        let before = desk.standing.borrow().seq;
        self.time.fetch_add(millis, Ordering::Relaxed);
        let mut standing = desk.standing.clone();
        let later = standing.wait_for(|standing| standing.seq > before);
        tokio::time::timeout(Duration::from_secs(20), later)
            .await
            .expect("the clock runs out")
            .expect("a table");
    }

    /// Everyone bets, round after round, until one waits for their decisions.
    async fn until_decisions(&self, floor: &Floor, desk: &Desk) -> Arc<Standing> {
        loop {
            let now = desk.standing.borrow().clone();
            match awaiting(now.table.rules(), now.table.round()) {
                Awaiting::Decisions(decisions)
                    if decisions.len() == PLAYERS.len() || self.game != "electronic" =>
                {
                    return now;
                }
                Awaiting::Wagers if now.table.round().wagers().is_empty() => {
                    for (name, spot) in PLAYERS.iter().zip(1..) {
                        let person = person(floor, name, Role::Player).await;
                        desk.say(&person, None, &format!("bets 10 on {spot}")).await.expect("a bet");
                    }
                }
                _ => self.pass(desk, 60_000).await,
            }
        }
    }
}

async fn balances(floor: &Floor) -> Vec<Chips> {
    let mut all = Vec::new();
    for name in PLAYERS {
        all.push(floor.cage().balance(name).await.expect("a balance"));
    }
    all
}

/// The last entries of the table's book.
async fn entries_after(floor: &Floor, seq: u64) -> Vec<Entry> {
    let stream = "table/one".parse().expect("a stream");
    let records = floor.journal().records(&stream, seq, 1000).await.expect("the journal reads");
    records.iter().map(|record| Entry::read(&record.body).expect("an entry")).collect()
}

/// Those whose terminals were reported to have failed.
fn reported(entries: &[Entry]) -> Vec<usize> {
    let failure = |event: &Event| match event {
        Event::Reported { trouble: Trouble::PowerFailure, players, .. } => Some(players.len()),
        _ => None,
    };
    entries.iter().flat_map(|entry| &entry.events).filter_map(failure).collect()
}

/// Electronic 5.9 and 5.9.1: terminals that are back decide for themselves; the others are played by the default decision.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_terminals_that_do_not_answer_are_played_by_default() {
    let night = Night::new("electronic");
    let (floor, _, desk) = night.open(AfterFailure::Wait).await;
    let before = night.until_decisions(&floor, &desk).await;
    fail(floor).await;
    let (floor, _, desk) = night.open(AfterFailure::Wait).await;
    let back = desk.standing.borrow().clone();
    assert_eq!(back.table.round(), before.table.round(), "no card is drawn, nothing is decided");
    let ann: Person = person(&floor, "ann", Role::Player).await;
    assert!(options(&back.table, "ann").iter().any(|option| option.word == "stands"));
    desk.say(&ann, None, "stands").await.expect("ann decides for herself");
    night.pass(&desk, 60_000).await;
    let entries = entries_after(&floor, before.seq).await;
    assert_eq!(reported(&entries), [2], "bob and cyd did not answer");
    let standing = desk.standing.borrow().clone();
    let round = standing.table.round();
    assert_eq!(round.end(), Some(End::Settled), "nobody is waited for any more");
    for area in round.areas() {
        let cards = area.hands()[0].cards();
        let total = vocabulary::Total::of(cards);
        let owner = area.owner.expect("a terminal");
        if standing.table.names()[usize::from(owner.0)] == "ann" {
            assert_eq!(cards.len(), 2, "ann stood on her first two cards");
        } else {
            let enough = if total.soft { 17 } else { 12 };
            assert!(total.points >= enough, "drawn to hard 12 or soft 17: {cards:?}");
            assert_eq!(area.hands().len(), 1, "never split");
        }
    }
}

/// Blackjack and Macau: the supervisor decides, or has said beforehand what is to be done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_supervisor_decides_or_has_decided_beforehand() {
    for game in ["blackjack", "macau"] {
        let night = Night::new(game);
        let (floor, _, desk) = night.open(AfterFailure::Wait).await;
        let before = night.until_decisions(&floor, &desk).await;
        let staked = balances(&floor).await;
        let (cards, waits) = (before.table.round().dealer().cards().to_vec(), waits_for(&before));
        fail(floor).await;
        // The player has said nothing: the table waits for them, without a clock, however often the floor fails.
        for _ in 0..2 {
            let (floor, _, desk) = night.open(AfterFailure::Wait).await;
            let now = desk.standing.borrow().clone();
            assert_eq!((waits_for(&now), now.table.clock()), (Awaiting::Ruling, None), "{game}");
            assert_eq!(
                (now.table.round().dealer().cards(), balances(&floor).await),
                (&cards[..], staked.clone())
            );
            fail(floor).await;
        }
        let (floor, _, desk) = night.open(AfterFailure::Wait).await;
        let dealer = person(&floor, "delia", Role::Dealer).await;
        assert!(desk.say(&dealer, None, "pit rules play goes on").await.is_err(), "not a dealer's to decide");
        let supervisor = person(&floor, "sue", Role::Supervisor).await;
        desk.say(&supervisor, None, "pit rules play goes on").await.expect("a supervisor's");
        let now = desk.standing.borrow().clone();
        assert_eq!(waits_for(&now), waits, "{game}: the same decision is awaited");
        assert!(now.table.clock().is_some_and(|clock| clock.until > night.now()));
        fail(floor).await;
        // The supervisor said beforehand: go on.
        let (floor, _, desk) = night.open(AfterFailure::GoOn).await;
        assert_eq!(waits_for(&desk.standing.borrow().clone()), waits, "{game}");
        fail(floor).await;
        // Or: void. Everything is undone, a blackjack that was paid before the failure too [I-76].
        let (floor, _, desk) = night.open(AfterFailure::Void).await;
        assert_eq!(desk.standing.borrow().table.round().end(), Some(End::Void), "{game}");
        let undone = before.table.round().wagers().iter().fold(Chips::ZERO, |sum, wager| {
            sum + if wager.is_live() { wager.at_risk() } else { -wager.net() }
        });
        let total = |all: &[Chips]| all.iter().fold(Chips::ZERO, |sum, chips| sum + *chips);
        assert_eq!(total(&balances(&floor).await), total(&staked) + undone, "{game}");
        let audited =
            floor::audit(floor.journal(), journal::Since::Start, &[], |_| {}).await.expect("it reads");
        assert!(audited.is_clean(), "{game}: {audited:?}");
    }
}

fn waits_for(standing: &Standing) -> Awaiting {
    awaiting(standing.table.rules(), standing.table.round())
}

/// A floor that is closed in good order had no power failure: rounds go on where they were. A player who was waited for has at
/// least ten seconds to find back, by the server's time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_floor_closed_in_good_order_goes_on_where_it_was() {
    for game in GAMES {
        let night = Night::new(game);
        let (floor, opened, desk) = night.open(AfterFailure::Wait).await;
        assert_eq!(opened.tables, [("one".to_owned(), "opens for the first time".to_owned())]);
        let before = night.until_decisions(&floor, &desk).await;
        let money = balances(&floor).await;
        let clock = before.table.clock().expect("a clock for decisions");
        assert_eq!(clock.waits_for, WaitsFor::Decision);
        floor.close().await;
        fail(floor).await;
        // Back at once: the clock runs on.
        let (floor, opened, desk) = night.open(AfterFailure::Wait).await;
        let says = format!("goes on in round {}", before.table.round().number());
        assert_eq!(opened.tables, [("one".to_owned(), says)], "{game}");
        let now = desk.standing.borrow().clone();
        assert_eq!((now.table.round(), now.table.clock()), (before.table.round(), Some(clock)), "{game}");
        floor.close().await;
        fail(floor).await;
        // Back after the clock has run out: ten seconds from now.
        night.time.store(clock.until + 3_600_000, Ordering::Relaxed);
        let (floor, _, desk) = night.open(AfterFailure::Wait).await;
        let now = desk.standing.borrow().clone();
        let grace = Deadline { until: night.now() + 10_000, ..clock };
        assert_eq!((now.table.round(), now.table.clock()), (before.table.round(), Some(grace)), "{game}");
        assert_eq!(balances(&floor).await, money, "{game}");
        assert_eq!(reported(&entries_after(&floor, 0).await), [0; 0], "{game}: no power failed");
    }
}
