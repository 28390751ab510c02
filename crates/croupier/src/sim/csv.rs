//! What a run found as comma-separated values, one figure or outcome to a line.

use anyhow::Result;
use serde_json::Value;

use super::Output;
use super::estimate::{Estimate, share, units};
use super::found::Counted;
use super::shard::Report;

/// Of every spot all figures, then all outcomes with how often they came; of every player, at his first spot, all his
/// wagers together; of who counts, the table by counts.
pub(crate) fn text(report: &Report, output: &Output) -> Result<String> {
    let mut text = vec!["seat,wager,figure,outcome,net,value\n".to_owned()];
    let mut last = 0;
    for (spot, player, seat) in report.found.spots() {
        for counted in std::iter::once(&seat.main).chain(&seat.wagers) {
            lines(&mut text, spot, counted, report.found.rounds);
        }
        let his = report.found.players.get(player - 1).filter(|_| player != last);
        if let Some(his) = his {
            lines(&mut text, spot, &his.together, report.found.rounds);
        }
        last = player;
    }
    if let Some(counting) = output.counting(report) {
        figures(&mut text, "counting", "", &serde_json::to_value(&counting)?);
        for at in &counting.by_count {
            figures(&mut text, "by_count", &at.count.to_string(), &serde_json::to_value(at)?);
        }
    }
    if let Some(risk) = output.risk(report) {
        figures(&mut text, "risk", "", &serde_json::to_value(risk)?);
    }
    Ok(text.concat())
}

/// The numbers among these fields, a line for each; within one of them, those of its own.
fn figures(text: &mut Vec<String>, about: &str, outcome: &str, fields: &Value) {
    for (figure, value) in fields.as_object().into_iter().flatten() {
        match value {
            Value::Number(number) => text.push(format!("1,{about},{figure},{outcome},,{number}\n")),
            Value::Object(_) => figures(text, &format!("{about} {figure}"), outcome, value),
            _ => {}
        }
    }
}

fn lines(text: &mut Vec<String>, seat: usize, counted: &Counted, rounds: u64) {
    let estimate = Estimate::of(counted, rounds);
    let (low, high) = estimate.interval();
    let kind = quoted(&counted.kind);
    let mut line = |figure: &str, outcome: &str, net: &str, value: &str| {
        text.push(format!("{seat},{kind},{figure},{},{net},{value}\n", quoted(outcome)));
    };
    line("times", "", "", &estimate.times.to_string());
    for (figure, value) in [
        ("mean", estimate.mean),
        ("std_dev", estimate.std_dev),
        ("std_error", estimate.std_error),
        ("low_95", low),
        ("high_95", high),
        ("house_edge", estimate.house_edge()),
        ("per_100_rounds", estimate.in_rounds(100.0).0),
    ] {
        line(figure, "", "", &value.to_string());
    }
    for outcome in &counted.outcomes {
        let (name, net) =
            (outcome.name.as_deref().unwrap_or_default(), units(outcome.net, counted.over).to_string());
        line("count", name, &net, &outcome.times.to_string());
        line("share", name, &net, &share(outcome.times, estimate.times).to_string());
    }
}

/// A field, in quotes where it must be (RFC 4180).
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
