//! A floor of its own is killed thirty times, and its power is cut in the middle of writes: no acknowledged command is lost
//! or doubled, every round settles again.

use crate::program::{croupier, err, out};

#[test]
fn thirty_kills_and_five_power_cuts_lose_nothing() {
    let drill =
        ["drill", "--kills", "30", "--cuts", "5", "--terminals", "60", "--tables", "5", "--load", "1"];
    let output = croupier(&drill);
    assert!(output.status.success(), "{}\n{}", out(&output), err(&output));
    assert_eq!(out(&output).lines().last(), Some("35 kills, 0 lost, 0 doubled, ledger 0"));
    let table = out(&output);
    let rounds = table.lines().find_map(|line| line.trim().strip_prefix("rounds settled again"));
    let rounds: u32 = rounds.and_then(|rounds| rounds.trim().parse().ok()).expect("a number of rounds");
    assert!(rounds >= 10, "kills should meet rounds at every stage:\n{table}");
}

#[test]
fn a_drill_without_terminals_is_refused() {
    let output = croupier(&["drill", "--terminals", "0"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("at least one table and one terminal"), "{}", err(&output));
}

/// With this seed the second power cut comes at the ninth operation: the server is still opening its journal.
#[test]
fn a_power_cut_while_the_floor_opens_loses_nothing() {
    let drill = [
        "drill",
        "--kills",
        "1",
        "--cuts",
        "3",
        "--terminals",
        "5",
        "--tables",
        "1",
        "--load",
        "1",
        "--seed",
        "389525",
    ];
    let output = croupier(&drill);
    assert!(output.status.success(), "{}\n{}", out(&output), err(&output));
    assert_eq!(out(&output).lines().last(), Some("4 kills, 0 lost, 0 doubled, ledger 0"));
}
