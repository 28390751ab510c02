//! Postings checked against what happened: whatever somebody who can write to the database lets a record move is found, although
//! every hash and every balance is right.

use floor::{Audited, Exchange, Floor, Receipt, Role};
use journal::{Account, Journal, NewRecord, Posting, Record, Since};
use serde_json::{Value, json};
use vocabulary::Chips;

use super::copies::{add, again, all_records, rewritten};
use super::crowd::{Playing, open_floor, person};
use super::scenarios::sets_the_table;

/// Ann and bob win 10 and 20; then bets are open, and ann bets.
const EVENING: &str = "game macau\nann bets 10 on 1\nbob bets 20 on 2\ndealer closes bets\nshoe Ts Td 7d 9s 9d\nann stands\n\
    bob stands\nshoe Th\nexpect ann +10\nexpect bob +20\nexpect settled\ndealer opens bets\nann bets 30 on 1";

const TABLE: &str = "table/table-0";

/// The floor after that evening, with an award after the first round.
async fn evening(folder: &std::path::Path) -> Floor {
    let transcript = transcript::parse(EVENING).expect("a transcript");
    let floor = open_floor(folder, std::slice::from_ref(&transcript)).await;
    let replay = transcript::replay(&transcript, None, false);
    assert_eq!(replay.played, transcript::Played::Passed);
    let mut playing = Playing::begin(&floor, "table-0".into(), &replay).await;
    for line in transcript.lines.iter().filter(|line| !sets_the_table(&line.statement)) {
        if line.statement == transcript::Statement::OpensBets {
            let manager = person(&floor, "", Role::ShiftManager).await;
            let awards = "pit shift-manager awards 2 to ann because she waited";
            playing.desk(&floor).say(&manager, None, awards).await.expect("an award");
        }
        playing.line(&floor, line).await;
    }
    floor
}

async fn records() -> Vec<Record> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = evening(folder.path()).await;
    all_records(floor.journal()).await
}

fn posting(account: &str, units: i64) -> Posting {
    Posting { account: account.parse().expect("an account"), amount: Chips::minor(units) }
}

/// What moves, for a person.
fn told(postings: &[Posting]) -> String {
    let mut postings: Vec<String> =
        postings.iter().map(|posting| format!("{} {}", posting.account, posting.amount.signed())).collect();
    postings.sort();
    postings.join(", ")
}

/// An audit that finds chain, ledger and balances in order.
async fn audit(journal: &Journal) -> Audited {
    let audited = floor::audit(journal, Since::Start, &[], |_| {}).await.expect("the journal reads");
    assert!(audited.verdict.is_clean(), "{:?}", audited.verdict.faults);
    audited
}

/// What is wrong with the postings of a journal in which everything else is in order.
async fn faults(journal: &Journal) -> Vec<String> {
    let audited = audit(journal).await;
    let others: Vec<&String> = audited.rounds_at_fault.iter().chain(&audited.shoes_at_fault).collect();
    assert_eq!(others, [""; 0]);
    audited.postings_at_fault
}

/// The journal with other postings at one record.
async fn reposted(records: &[Record], at: &Record, postings: &[Posting]) -> Journal {
    rewritten(records, |record, mut new| {
        if record.entry == at.entry {
            new.postings = postings.to_vec();
        }
        Some(new)
    })
    .await
}

/// The record of the table whose body has this.
fn saying<'r>(records: &'r [Record], text: &str) -> &'r Record {
    let found = records.iter().find(|record| record.stream.as_str() == TABLE && record.body.contains(text));
    found.unwrap_or_else(|| panic!("no entry with {text}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postings_of_a_table_that_are_not_what_happened_are_found() {
    let records = records().await;
    let untouched = rewritten(&records, |_, new| Some(new)).await;
    assert_eq!(faults(&untouched).await, [""; 0]);

    let bet = saying(&records, "\"ann bets 10 on 1\"");
    let settled = saying(&records, "\"shoe Th\"");
    let award = saying(&records, "awards 2 to ann");
    let in_progress = saying(&records, "\"ann bets 30 on 1\"");
    let swapped: Vec<Posting> = {
        let players: Vec<&Posting> = settled
            .postings
            .iter()
            .filter(|posting| posting.account.as_str().starts_with("player/"))
            .collect();
        let [ann, bob] = players[..] else { panic!("{:?}", settled.postings) };
        let other = |account: &Account| match account {
            account if *account == ann.account => bob.account.clone(),
            account if *account == bob.account => ann.account.clone(),
            account => account.clone(),
        };
        let swap = |posting: &Posting| Posting { account: other(&posting.account), ..posting.clone() };
        settled.postings.iter().map(swap).collect()
    };
    let changes = [
        (bet, vec![posting("player/ann", -2_000), posting("stakes/table-0", 2_000)]),
        (bet, vec![posting("player/bob", -1_000), posting("stakes/table-0", 1_000)]),
        (settled, swapped),
        (award, vec![posting("house/table-0", -20_000), posting("player/ann", 20_000)]),
        (award, Vec::new()),
        (in_progress, vec![posting("player/ann", -3_000), posting("stakes/table-1", 3_000)]),
        (in_progress, vec![posting("player/ann", -3_000), posting("stakes/table-0/play", 3_000)]),
    ];
    for (record, postings) in changes {
        let posts = if postings.is_empty() { "nothing".to_owned() } else { told(&postings) };
        let expected = told(&record.postings);
        let fault = format!("{TABLE} entry {} posts {posts}, and what happened moves {expected}", record.seq);
        assert_eq!(faults(&reposted(&records, record, &postings).await).await, [fault]);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_record_added_at_the_end_of_a_book_moves_what_it_says_or_is_found() {
    let records = records().await;
    let to_ann = || vec![posting("house/table-0", -50_000), posting("player/ann", 50_000)];
    let moves = "house/table-0 -500, player/ann +500";
    let remark = json!({ "v": 1, "by": "house", "round": 2, "remark": "the floor opens" });
    let line = json!({ "by": "house", "did": "added", "who": "eve" });
    for (book, body, told) in [
        (TABLE, remark, format!("posts {moves}, and what happened moves no chips")),
        ("people/floor", line.clone(), format!("posts {moves}, and nothing in this book moves chips")),
        ("losses", line.clone(), format!("posts {moves}, and nothing in this book moves chips")),
        ("intruder", line, format!("is in a book that no floor keeps, and posts {moves}")),
        ("cage/floor", json!({}), "is no receipt: missing field `number`".to_owned()),
    ] {
        let journal = rewritten(&records, |_, new| Some(new)).await;
        let body = body.to_string();
        add(&journal, book, NewRecord { body, postings: to_ann(), ..NewRecord::default() }).await;
        let stream = book.parse().expect("a stream");
        let last = journal.head(&stream).await.expect("the journal reads").expect("a record").seq;
        let found = faults(&journal).await;
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].starts_with(&format!("{book} entry {last} {told}")), "{found:?}");
    }
    let journal = rewritten(&records, |_, new| Some(new)).await;
    add(&journal, "intruder", NewRecord { body: "{}".into(), ..NewRecord::default() }).await;
    let posts_none = "intruder entry 1 is in a book that no floor keeps, and posts nothing";
    assert_eq!(faults(&journal).await, [posts_none]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receipt_that_was_posted_otherwise_is_found() {
    let records = records().await;
    let last = records.iter().filter(|record| record.stream.as_str() == "cage/floor").count() + 1;
    let receipt = |what, amount, terminal: Option<&str>| Receipt {
        number: last as u64,
        at: 7,
        player: "ann".into(),
        what,
        amount,
        by: "cass".into(),
        terminal: terminal.map(str::to_owned),
    };
    let at_terminal = Some("desk-1 (token of adam)");
    let cases = [
        (receipt(Exchange::Bought, 500, None), [("cage", -500), ("player/ann", 500)], None),
        (receipt(Exchange::CashedOut, 500, None), [("cage", 500), ("player/ann", -500)], None),
        (receipt(Exchange::Given, 500, None), [("play-money", -500), ("player/ann/play", 500)], None),
        (
            receipt(Exchange::Bought, 500, at_terminal),
            [("player/ann", 500), ("terminals/desk-1", -500)],
            None,
        ),
        (
            receipt(Exchange::CashedOut, 500, at_terminal),
            [("player/ann", -500), ("terminals/desk-1", 500)],
            None,
        ),
        (receipt(Exchange::Filled, 500, Some("ann")), [("cage", 500), ("terminals/ann", -500)], None),
        (receipt(Exchange::Emptied, 500, Some("ann")), [("cage", -500), ("terminals/ann", 500)], None),
        // Another amount, direction, player, kind of money, till.
        (
            receipt(Exchange::Bought, 500, None),
            [("cage", -5_000), ("player/ann", 5_000)],
            Some("cage -5, player/ann +5"),
        ),
        (
            receipt(Exchange::CashedOut, 500, None),
            [("cage", -500), ("player/ann", 500)],
            Some("cage +5, player/ann -5"),
        ),
        (
            receipt(Exchange::Bought, 500, None),
            [("cage", -500), ("player/bob", 500)],
            Some("cage -5, player/ann +5"),
        ),
        (
            receipt(Exchange::Given, 500, None),
            [("play-money", -500), ("player/ann", 500)],
            Some("play-money -5, player/ann/play +5"),
        ),
        (
            receipt(Exchange::Bought, 500, None),
            [("player/ann", 500), ("terminals", -500)],
            Some("cage -5, player/ann +5"),
        ),
        (
            receipt(Exchange::Bought, 500, at_terminal),
            [("player/ann", 500), ("terminals/desk-2", -500)],
            Some("player/ann +5, terminals/desk-1 -5"),
        ),
    ];
    for (receipt, postings, expected) in cases {
        let journal = rewritten(&records, |_, new| Some(new)).await;
        let postings = postings.map(|(account, units)| posting(account, units)).to_vec();
        let posts = told(&postings);
        let body = serde_json::to_string(&receipt).expect("JSON");
        add(&journal, "cage/floor", NewRecord { body, postings, ..NewRecord::default() }).await;
        let fault =
            |expected| format!("cage/floor entry {last} posts {posts}, and its receipt moves {expected}");
        assert_eq!(faults(&journal).await, expected.map(fault).into_iter().collect::<Vec<_>>());
    }
    let journal = rewritten(&records, |_, new| Some(new)).await;
    let body = serde_json::to_string(&receipt(Exchange::Bought, -500, None)).expect("JSON");
    let postings = vec![posting("cage", 500), posting("player/ann", -500)];
    add(&journal, "cage/floor", NewRecord { body, postings, ..NewRecord::default() }).await;
    let found = faults(&journal).await;
    assert!(found.len() == 1 && found[0].ends_with("says -5, which nobody exchanges"), "{found:?}");
}

/// A table that is said to be for play money moves none of the other kind.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_for_play_money_moves_no_real_money() {
    let records = records().await;
    let for_play = rewritten(&records, |record, mut new| {
        let mut entry: Value = serde_json::from_str(&record.body).expect("JSON");
        if entry["opens"].is_object() {
            entry["opens"]["rules"]["money"] = json!("play");
            new.body = entry.to_string();
        }
        Some(new)
    })
    .await;
    let moving = records
        .iter()
        .filter(|record| record.stream.as_str() == TABLE && !record.postings.is_empty())
        .map(|record| record.seq);
    let found = faults(&for_play).await;
    assert_eq!(found.len(), moving.count(), "{found:?}");
    assert!(found[0].ends_with("moves player/ann/play -10, stakes/table-0/play +10"), "{found:?}");
}

/// Chips that lie on a table when the next round begins would be nobody's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_begins_over_wagers_of_the_last_is_found() {
    let records = records().await;
    let settled = saying(&records, "\"shoe Th\"").seq;
    let next = saying(&records, "\"number\":1").seq;
    assert!(next > settled, "the second round finds what the first left");
    let unsettled = rewritten(&records, |record, new| {
        let left_out = record.stream.as_str() == TABLE && (settled..next).contains(&record.seq);
        (!left_out).then_some(new)
    })
    .await;
    let fault = format!("{TABLE} entry {settled} opens a round, and 30 of the last one lies on the table");
    assert_eq!(faults(&unsettled).await, [fault]);
}

/// What is posted is what the events say, and the events are not what was said: a round that is still on is settled again too.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_round_that_is_not_over_is_settled_again_too() {
    let records = records().await;
    let bet = saying(&records, "\"ann bets 30 on 1\"");
    let forged = rewritten(&records, |record, mut new| {
        if record.entry == bet.entry {
            assert!(record.body.contains("3000"), "{}", record.body);
            new.body = record.body.replace("3000", "1000");
            new.postings = vec![posting("player/ann", -1_000), posting("stakes/table-0", 1_000)];
        }
        Some(new)
    })
    .await;
    let audited = audit(&forged).await;
    assert_eq!(audited.postings_at_fault, [""; 0]);
    let found = &audited.rounds_at_fault;
    assert!(found.len() == 1 && found[0].starts_with("table/table-0 round 2: entry 2: "), "{found:?}");
    // One that ended is too, where the record that closed it does not say so.
    let unclosed = rewritten(&records, |record, mut new| {
        if record.round.is_some() {
            new.round = None;
            new.body = record.body.replace("\"shoe Th\"", "\"shoe Ts\"");
        }
        Some(new)
    })
    .await;
    let found = audit(&unclosed).await.rounds_at_fault;
    assert!(found.len() == 1 && found[0].starts_with("table/table-0 round 1: entry "), "{found:?}");
    // As it was, it is in order: nothing but its place among the finished rounds is missing.
    let hidden = rewritten(&records, |record, _| Some(NewRecord { round: None, ..again(record) })).await;
    assert!(audit(&hidden).await.is_clean());
}
