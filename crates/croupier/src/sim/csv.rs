//! What a run found as comma-separated values, one figure or outcome to a line.

use super::estimate::{Estimate, share, units};
use super::found::Counted;
use super::shard::Report;

/// All figures, then all outcomes with how often they came.
pub(crate) fn text(report: &Report) -> String {
    let mut text = vec!["seat,wager,figure,outcome,net,value\n".to_owned()];
    for (seat, found) in (1..).zip(&report.found.seats) {
        for counted in std::iter::once(&found.main).chain(&found.wagers) {
            lines(&mut text, seat, counted, report.found.rounds);
        }
    }
    text.concat()
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
