//! What a run found, as a program reads it.

use serde::Serialize;

use super::Output;
use super::counted::Counted as Counting;
use super::estimate::{Estimate, share, units};
use super::found::{Counted, PlayerFound, SeatFound};
use super::risk::Risk;
use super::shard::Report;
use crate::json::Keyed;

#[derive(Serialize)]
pub(crate) struct ReportJson<'r> {
    game: &'r str,
    name: &'r str,
    hash: &'r str,
    decks: u8,
    cards: u16,
    settings: Keyed<&'r str>,
    strategy: &'r str,
    seats_taken: usize,
    /// On how many spots the first of those players plays.
    spots: usize,
    /// How many cards are dealt before no further round begins; null where every round is dealt from a full shoe.
    dealt: Option<u16>,
    rounds: u64,
    void: u64,
    seed: u64,
    generator: &'r str,
    path: &'r str,
    threads: usize,
    interrupted: bool,
    cpu_seconds: f64,
    rounds_per_cpu_second: f64,
    rounds_per_hour: f64,
    main: WagerJson<'r>,
    wagers: Keyed<WagerJson<'r>>,
    /// All wagers of the first player, on all his spots.
    together: WagerJson<'r>,
    seats: Vec<SeatJson<'r>>,
    players: Vec<PlayerJson<'r>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counting: Option<Counting>,
    #[serde(skip_serializing_if = "Option::is_none")]
    risk: Option<Risk>,
}

/// One spot.
#[derive(Serialize)]
struct SeatJson<'r> {
    /// Whose it is, counted from 1.
    player: usize,
    main: WagerJson<'r>,
    wagers: Keyed<WagerJson<'r>>,
}

/// All wagers of one player.
#[derive(Serialize)]
struct PlayerJson<'r> {
    spots: usize,
    together: WagerJson<'r>,
}

#[derive(Serialize)]
struct WagerJson<'r> {
    name: &'r str,
    times: u64,
    mean: f64,
    std_dev: f64,
    std_error: f64,
    interval_95: [f64; 2],
    house_edge: f64,
    player_edge: f64,
    stake: f64,
    per_100_rounds: f64,
    per_hour: f64,
    std_dev_per_hour: f64,
    outcomes: Vec<OutcomeJson<'r>>,
}

#[derive(Serialize)]
struct OutcomeJson<'r> {
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'r str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pays: Option<&'r str>,
    net: f64,
    times: u64,
    p: f64,
}

impl<'r> ReportJson<'r> {
    /// The first seat stands for the table; all seats and players follow.
    pub(crate) fn of(report: &'r Report, output: &Output) -> ReportJson<'r> {
        let hour = output.rounds_per_hour;
        let Report { run, threads, cpu_seconds, interrupted, found, convergence: _ } = report;
        let wager = |counted: &'r Counted| WagerJson::of(counted, found.rounds, hour);
        let wagers = |seat: &'r SeatFound| {
            Keyed(seat.wagers.iter().map(|counted| (counted.kind.clone(), wager(counted))).collect())
        };
        let seats = found.spots().map(|(_, player, seat)| SeatJson {
            player,
            main: wager(&seat.main),
            wagers: wagers(seat),
        });
        let first = found.seats.first();
        let together = |player: &'r PlayerFound| wager(&player.together);
        let players =
            found.players.iter().map(|player| PlayerJson { spots: player.spots, together: together(player) });
        ReportJson {
            game: &run.game,
            name: &run.name,
            hash: &run.hash,
            decks: run.decks,
            cards: run.cards,
            settings: Keyed(
                run.settings.iter().map(|(name, value)| (name.clone(), value.as_str())).collect(),
            ),
            strategy: &run.strategy,
            seats_taken: run.seats,
            spots: run.spots,
            dealt: run.dealt,
            rounds: found.rounds,
            void: found.void,
            seed: run.seed,
            generator: &run.generator,
            path: &run.path,
            threads: *threads,
            interrupted: *interrupted,
            cpu_seconds: *cpu_seconds,
            rounds_per_cpu_second: rate(found.rounds, *cpu_seconds),
            rounds_per_hour: hour,
            main: first.map_or(WagerJson::NONE, |seat| wager(&seat.main)),
            wagers: first.map_or(Keyed(Vec::new()), wagers),
            together: found.players.first().map_or(WagerJson::NONE, together),
            seats: seats.collect(),
            players: players.collect(),
            counting: output.counting(report),
            risk: output.risk(report),
        }
    }
}

impl<'r> WagerJson<'r> {
    const NONE: WagerJson<'static> = WagerJson {
        name: "",
        times: 0,
        mean: 0.0,
        std_dev: 0.0,
        std_error: 0.0,
        interval_95: [0.0; 2],
        house_edge: 0.0,
        player_edge: 0.0,
        stake: 0.0,
        per_100_rounds: 0.0,
        per_hour: 0.0,
        std_dev_per_hour: 0.0,
        outcomes: Vec::new(),
    };

    fn of(counted: &'r Counted, rounds: u64, hour: f64) -> WagerJson<'r> {
        let estimate = Estimate::of(counted, rounds);
        let (low, high) = estimate.interval();
        let (per_hour, std_dev_per_hour) = estimate.in_rounds(hour);
        let outcomes = counted.outcomes.iter().map(|outcome| OutcomeJson {
            name: outcome.name.as_deref(),
            pays: outcome.pays.as_deref(),
            net: units(outcome.net, counted.over),
            times: outcome.times,
            p: share(outcome.times, estimate.times),
        });
        WagerJson {
            name: &counted.name,
            times: estimate.times,
            mean: estimate.mean,
            std_dev: estimate.std_dev,
            std_error: estimate.std_error,
            interval_95: [low, high],
            house_edge: estimate.house_edge(),
            player_edge: estimate.mean,
            stake: counted.stake,
            per_100_rounds: estimate.in_rounds(100.0).0,
            per_hour,
            std_dev_per_hour,
            outcomes: outcomes.collect(),
        }
    }
}

/// Rounds for each second on a processor.
#[expect(clippy::cast_precision_loss, reason = "a rate for people")]
pub(crate) fn rate(rounds: u64, cpu_seconds: f64) -> f64 {
    rounds as f64 / cpu_seconds.max(1e-9)
}
