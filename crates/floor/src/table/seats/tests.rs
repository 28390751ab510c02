//! When seats end, by the seconds.

use super::*;
use crate::config::AfterFailure;
use crate::shoe::Seed;
use crate::testing::{self, statement};
use crate::window::Seconds;

const LIMITS: SeatLimits = SeatLimits { missed_rounds: 2, away: 10, idle: 60, stays: 2 };

fn table(dealing: Dealing) -> Table {
    testing::table("plus", dealing).with_seat_limits(LIMITS)
}

/// Says something at a time given in seconds, and returns the entry.
fn say(table: &mut Table, by: &str, sentence: &str, second: Millis) -> Entry {
    table.hear(by, &statement(sentence), second * 1000, &mut || Seed([1; 32])).unwrap().entry
}

fn opened(dealing: Dealing) -> Table {
    let mut table = table(dealing);
    say(&mut table, "sue", "dealer opens bets", 0);
    table
}

fn due(table: &Table, second: Millis, last_seen: Option<Millis>) -> Vec<(String, SeatEndReason)> {
    table.due_seats(second * 1000, |_| last_seen.map(|second| second * 1000))
}

fn ann(why: SeatEndReason) -> Vec<(String, SeatEndReason)> {
    vec![("ann".to_owned(), why)]
}

#[test]
fn a_seat_is_due_when_the_time_is_over_and_not_before() {
    let mut table = opened(Dealing::House(None));
    say(&mut table, "ann", "ann sits on 1", 5);
    assert_eq!(due(&table, 14, None), []);
    assert_eq!(due(&table, 15, None), ann(SeatEndReason::Away));
    assert_eq!(due(&table, 15, Some(6)), [], "a look counts");
    assert_eq!(due(&table, 64, Some(64)), []);
    assert_eq!(due(&table, 65, Some(65)), ann(SeatEndReason::Idle));
    assert_eq!(table.seat_of("ann").unwrap().until, Some(65_000));
    table.stay("ann", 60_000).unwrap();
    assert_eq!(due(&table, 65, Some(65)), []);
    // A player with a wager waits for others.
    say(&mut table, "ann", "ann bets 10 on 1", 61);
    assert_eq!(due(&table, 1000, None), []);
    assert_eq!(table.seat_of("ann").unwrap().until, None);
}

#[test]
fn a_seat_is_kept_without_a_wager_as_often_as_the_table_allows() {
    let mut table = opened(Dealing::House(None));
    say(&mut table, "ann", "ann sits on 1", 0);
    let stays_left = |table: &Table| table.seat_of("ann").unwrap().stays_left;
    for (left, second) in [(2, 0), (1, 50), (0, 100)] {
        if second > 0 {
            table.stay("ann", second * 1000).unwrap();
        }
        assert_eq!(stays_left(&table), Some(left));
    }
    // A wager that is taken back is no round played.
    say(&mut table, "ann", "ann bets 10 on 1", 110);
    say(&mut table, "ann", "ann withdraws on 1", 110);
    assert_eq!(table.stay("ann", 160_000).unwrap_err(), NotKept::TooOften(2));
    assert_eq!(due(&table, 169, Some(169)), [], "what is refused changes nothing");
    assert_eq!(due(&table, 170, Some(170)), ann(SeatEndReason::Idle));
    assert_eq!(table.stay("bob", 0).unwrap_err(), NotKept::NoSeat);
}

#[test]
fn nobody_keeps_a_seat_by_wagers_that_they_take_back_or_by_sitting_down_again() {
    for [away, back] in [["ann bets 10 on 1", "ann withdraws on 1"], ["ann leaves 1", "ann sits on 1"]] {
        let mut table = opened(Dealing::House(None));
        say(&mut table, "ann", "ann sits on 1", 0);
        // As often as the table lets people stay, it counts.
        for second in [50, 100, 150, 159] {
            assert_eq!(due(&table, second, Some(second)), [], "{away}");
            say(&mut table, "ann", away, second);
            say(&mut table, "ann", back, second);
        }
        assert_eq!(due(&table, 160, Some(160)), ann(SeatEndReason::Idle), "{away}");
        assert_eq!(table.seat_of("ann").unwrap().until, Some(160_000), "{away}");
        // While a wager lies there the seat stays.
        say(&mut table, "ann", "ann bets 10 on 1", 161);
        assert_eq!(due(&table, 1000, Some(1000)), [], "{away}");
        // Once the seat was free for as long, everything begins anew.
        say(&mut table, "ann", "ann withdraws on 1", 1000);
        say(&mut table, "ann", "ann leaves 1", 1000);
        say(&mut table, "ann", "ann sits on 1", 1060);
        assert_eq!(due(&table, 1119, Some(1119)), [], "{away}");
        assert_eq!(due(&table, 1120, Some(1120)), ann(SeatEndReason::Idle), "{away}");
    }
}

#[test]
fn so_many_who_got_up_are_remembered_for_so_many_rounds() {
    let mut seats = Seats::new();
    for number in 0..=REMEMBERED {
        seats.seat(vec![format!("p{number}")], "p", 0);
        seats.taken[0].miss();
    }
    seats.seat(Vec::new(), "p", 0);
    assert_eq!((seats.left.len(), seats.left[0].player.as_str()), (REMEMBERED, "p1"));
    for _ in 0..FORGOTTEN_AFTER {
        seats.open_round();
    }
    assert_eq!(seats.left.len(), REMEMBERED);
    seats.seat(vec!["p1".into()], "p1", 0);
    assert_eq!((seats.taken[0].missed, seats.left.len()), (1, REMEMBERED - 1));
    seats.open_round();
    assert!(seats.left.is_empty());
}

#[test]
fn a_table_without_a_limit_lets_people_stay() {
    let limits = SeatLimits { stays: 0, ..LIMITS };
    let mut table = opened(Dealing::House(None)).with_seat_limits(limits);
    say(&mut table, "ann", "ann sits on 1", 0);
    for second in 1..10 {
        table.stay("ann", second * 1000).unwrap();
    }
    assert_eq!(table.seat_of("ann").unwrap().stays_left, None);
}

#[test]
fn nobody_is_idle_at_a_closed_table() {
    let mut table = opened(Dealing::House(None));
    say(&mut table, "ann", "ann sits on 1", 0);
    table.keep_open("sue", false, 10_000);
    assert_eq!(due(&table, 1000, Some(1000)), []);
    table.keep_open("sue", true, 1_000_000);
    assert_eq!(due(&table, 1059, Some(1059)), []);
    assert_eq!(due(&table, 1060, Some(1060)), ann(SeatEndReason::Idle));
}

#[test]
fn who_was_cut_off_by_the_floor_has_time_to_come_back() {
    let mut table = opened(Dealing::House(None));
    say(&mut table, "ann", "ann sits on 1", 0);
    table.wake_up(true, AfterFailure::Wait, 1_000_000, &mut || Seed([1; 32]));
    let back_by = 1000 + Millis::from(Seconds::default().coming_back.unwrap());
    assert_eq!(due(&table, back_by + 9, None), []);
    assert_eq!(due(&table, back_by + 10, None), ann(SeatEndReason::Away));
}

#[test]
fn a_seat_the_dealer_took_for_a_player_is_the_dealers_to_end() {
    for (by, ends) in [("deke", false), ("ann", true)] {
        let mut table = opened(Dealing::Dealer);
        say(&mut table, by, "ann sits on 1", 0);
        assert_eq!(!due(&table, 10_000, None).is_empty(), ends, "{by}");
        assert_eq!(table.seat_facts().iter().any(|fact| fact.own), ends, "{by}");
    }
}

#[test]
fn a_seat_does_not_end_under_who_spoke_meanwhile() {
    let mut table = opened(Dealing::House(None));
    say(&mut table, "ann", "ann sits on 1", 0);
    let (player, why, words) = ("ann".to_owned(), SeatEndReason::Away, None);
    let ending = SeatEnding { player, why, words, found_at: 20_000 };
    table.stay("ann", 20_000).unwrap();
    let mut seeds = || Seed([1; 32]);
    assert!(table.clone().end_seat("house", &ending, 20_001, &mut seeds).is_err());
    let later = SeatEnding { found_at: 40_000, ..ending };
    let entry = table.end_seat("house", &later, 40_000, &mut seeds).unwrap().entry;
    assert_eq!(entry.said, ["ann leaves 1"]);
    let read = Entry::read(&entry.write()).unwrap();
    assert_eq!(read.seat_end, entry.seat_end);
    assert!(table.spot_of("ann").is_none());
}
