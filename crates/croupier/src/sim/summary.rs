//! What a run found, as a person reads it on a terminal.

use std::io::Write;

use anyhow::Result;

use super::Output;
use super::amount::grouped;
use super::asked::Run;
use super::estimate::{Estimate, share, units};
use super::found::{Counted, Found, SeatFound};
use super::json::rate;
use super::shard::Report;
use crate::figures::{edge, percent};
use crate::style::{DIM, HEAD, aligned};

/// Prints everything.
pub(crate) fn write(out: &mut impl Write, report: &Report, output: &Output) -> Result<()> {
    let hour = output.rounds_per_hour;
    head(out, report)?;
    for part in Part::all(&report.found) {
        if report.found.seats.len() > 1 {
            writeln!(
                out,
                "{HEAD}Seat {}{HEAD:#} from the dealer's left, player {}\n",
                part.spot, part.player
            )?;
        }
        wagers(out, &part, report.found.rounds)?;
        worth(out, &part, report.found.rounds, hour)?;
    }
    if let Some(counting) = output.counting(report) {
        counting.write(out, hour)?;
    }
    if let Some(risk) = output.risk(report) {
        risk.write(out)?;
    }
    if let Some(first) = report.found.seats.first() {
        for counted in std::iter::once(&first.main).chain(&first.wagers) {
            outcomes(out, counted)?;
        }
    }
    foot(out, report)
}

fn head(out: &mut impl Write, report: &Report) -> Result<()> {
    let Run { name, in_force, decks, cards, settings, strategy, seats, spots, dealt, .. } = &report.run;
    let decks = if *decks == 1 { "1 deck".to_owned() } else { format!("{decks} decks") };
    let dealing = dealt.map_or_else(
        || "every round from a full shoe".to_owned(),
        |dealt| {
            format!("cut card after {dealt} cards ({:.0} %)", 100.0 * f64::from(dealt) / f64::from(*cards))
        },
    );
    let settings: Vec<String> = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let players = if *seats == 1 { "one player".to_owned() } else { format!("{seats} players") };
    let players = match spots {
        1 => players,
        _ if *seats == 1 => format!("{players} on {spots} spots"),
        _ => format!("{players}, the first on {spots} spots"),
    };
    writeln!(out, "{HEAD}{name}{HEAD:#}  {decks}, {cards} cards, {dealing}")?;
    writeln!(out, "{DIM}in force: {in_force}; {}{DIM:#}", settings.join(" "))?;
    writeln!(out, "{players}, strategy `{strategy}`, {} rounds", grouped(report.found.rounds))?;
    if report.interrupted {
        let wanted = grouped(report.run.rounds);
        writeln!(
            out,
            "{HEAD}ended by Ctrl-C{HEAD:#}: {wanted} rounds were asked for; this is what was found so far"
        )?;
    }
    if report.found.void > 0 {
        writeln!(out, "{} rounds more were void: the shoe ran out of cards", grouped(report.found.void))?;
    }
    writeln!(out)?;
    Ok(())
}

/// One spot, and after a player's last spot what all his wagers come to.
struct Part<'f> {
    spot: usize,
    player: usize,
    seat: &'f SeatFound,
    together: Option<&'f Counted>,
}

impl<'f> Part<'f> {
    fn all(found: &'f Found) -> Vec<Part<'f>> {
        let mut parts: Vec<Part<'_>> =
            (found.spots()).map(|(spot, player, seat)| Part { spot, player, seat, together: None }).collect();
        for (player, of) in (1..).zip(&found.players) {
            let last = parts.iter_mut().rfind(|part| part.player == player);
            // A single flat wager is all there is.
            let several =
                |part: &Part<'_>| of.spots > 1 || !part.seat.wagers.is_empty() || found.counts.is_some();
            if let Some(last) = last.filter(|part| several(part)) {
                last.together = Some(&of.together);
            }
        }
        parts
    }

    fn wagers(&self) -> impl Iterator<Item = &'f Counted> {
        std::iter::once(&self.seat.main).chain(&self.seat.wagers)
    }
}

/// How precisely each wager is known.
fn wagers(out: &mut impl Write, part: &Part<'_>, rounds: u64) -> Result<()> {
    let mut rows = aligned(&["wager", "times made", "mean", "std dev", "std error", "95 % interval"]);
    for counted in part.wagers().chain(part.together) {
        let estimate = Estimate::of(counted, rounds);
        if estimate.times == 0 {
            rows.add_row([counted.kind.as_str(), "0", "-", "-", "-", "-"]);
            continue;
        }
        let (low, high) = estimate.interval();
        rows.add_row([
            counted.kind.clone(),
            grouped(estimate.times),
            format!("{:+.7}", estimate.mean),
            format!("{:.5}", estimate.std_dev),
            format!("{:.7}", estimate.std_error),
            format!("{low:+.7} to {high:+.7}"),
        ]);
    }
    writeln!(out, "{rows}\n")?;
    Ok(())
}

/// What each wager is worth.
fn worth(out: &mut impl Write, part: &Part<'_>, rounds: u64, hour: f64) -> Result<()> {
    let an_hour = format!("per hour of {hour}");
    let header =
        ["wager", "house edge", "player's edge", "stake", "per 100 rounds", &an_hour, "std dev of an hour"];
    let mut rows = aligned(&header);
    let mut row = |counted: &Counted, of_a_unit: &dyn Fn(&Estimate) -> [String; 3]| {
        let estimate = Estimate::of(counted, rounds);
        let (mean, stray) = estimate.in_rounds(hour);
        let brings =
            [format!("{:+.4}", estimate.in_rounds(100.0).0), format!("{mean:+.4}"), format!("{stray:.3}")];
        let of_a_unit = of_a_unit(&estimate);
        rows.add_row(std::iter::once(counted.kind.clone()).chain(of_a_unit).chain(brings));
    };
    for counted in part.wagers() {
        row(counted, &|estimate| [edge(estimate.mean), percent(estimate.mean), counted.stake.to_string()]);
    }
    // Wagers together are no single stake.
    part.together.iter().for_each(|counted| row(counted, &|_| [const { String::new() }; 3]));
    writeln!(out, "{rows}\n")?;
    Ok(())
}

fn outcomes(out: &mut impl Write, counted: &Counted) -> Result<()> {
    let times = counted.spread().times();
    writeln!(out, "{HEAD}{}{HEAD:#}  what it came to\n", counted.name)?;
    let named = counted.outcomes.iter().any(|outcome| outcome.name.is_some());
    let mut rows =
        aligned(if named { &["line", "net", "times", "share"] } else { &["net", "times", "share"] });
    for outcome in &counted.outcomes {
        let net = format!("{:+}", units(outcome.net, counted.over));
        let count = [net, grouped(outcome.times), format!("{:.5} %", 100.0 * share(outcome.times, times))];
        let name = named.then(|| outcome.name.clone().unwrap_or_default());
        rows.add_row(name.into_iter().chain(count));
    }
    writeln!(out, "{rows}\n")?;
    Ok(())
}

fn foot(out: &mut impl Write, report: &Report) -> Result<()> {
    let Run { seed, generator, path, .. } = &report.run;
    let (cpu, threads) = (report.cpu_seconds, report.threads);
    let rate = rate(report.found.rounds, cpu) / 1e6;
    let threads = if threads == 1 { "1 thread".to_owned() } else { format!("{threads} threads") };
    writeln!(
        out,
        "{DIM}seed {seed}, {generator}, {path} path; {threads}, {cpu:.2} CPU-seconds, {rate:.1} million rounds per \
         CPU-second{DIM:#}"
    )?;
    Ok(())
}
