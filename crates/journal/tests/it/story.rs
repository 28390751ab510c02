use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use journal::{
    Announced, AppendError, DatabaseUrl, Epoch, Head, Journal, JournalError, Keep, Kept, NewRecord, Opening,
    RoundEnd, RoundQuery, Since, Stopped, Stream,
};
use tokio::sync::Barrier;
use vocabulary::Chips;

use crate::batches::{NOON, asked, batch, moved, stream};

const LONG: Duration = Duration::from_mins(10);

/// How a story ends.
pub(crate) type Outcome = Result<(), Box<dyn Error>>;

pub(crate) async fn all(url: &DatabaseUrl) -> Outcome {
    let journal = Journal::open(url, Opening::Serve).await?;
    streams_are_announced(&journal).await?;
    chips_move_and_are_never_missing(&journal).await?;
    a_command_has_one_effect(&journal).await?;
    only_the_owner_writes(&journal).await?;
    facts_are_kept_and_taken_away(&journal).await?;
    facts_are_compared_before_they_are_changed(&journal).await?;
    rounds_are_found_again(&journal).await?;
    records_are_found_by_what_they_say(&journal).await?;
    bodies_are_those_of_the_records(&journal).await?;
    many_write_at_once(&journal).await?;
    everything_is_in_order(&journal).await?;
    journal.close().await;
    Ok(())
}

async fn streams_are_announced(journal: &Journal) -> Outcome {
    assert_eq!(journal.head(&stream("cage")).await?, None);
    let unannounced = journal.append(batch("cage", 0, 0, vec![])).await;
    assert_eq!(unannounced, Err(AppendError::Unannounced(stream("cage"))));
    assert_eq!(journal.announce(&stream("cage"), NOON).await?, Announced::New);
    assert_eq!(journal.announce(&stream("cage"), NOON).await?, Announced::Before);
    assert_eq!(journal.announce(&stream("table/7"), NOON).await?, Announced::New);
    assert_eq!(journal.head(&stream("cage")).await?, Some(Head::default()));
    let names: Vec<_> =
        journal.streams().await?.into_iter().map(|(stream, head)| (stream, head.seq)).collect();
    assert_eq!(names, [(Stream::house(), 2), (stream("cage"), 0), (stream("table/7"), 0)]);
    let house = journal.records(&Stream::house(), 0, 10).await?;
    assert_eq!(house[1].body, r#"{"announce":"table/7"}"#);
    assert_eq!(journal.append(batch("house", 0, 2, vec![])).await, Err(AppendError::Reserved));
    Ok(())
}

async fn chips_move_and_are_never_missing(journal: &Journal) -> Outcome {
    let purchases = vec![moved("cage", "player/ann", 10_000), moved("cage", "player/bob", 5_000)];
    let bought = journal.append(batch("cage", 0, 0, purchases)).await?;
    assert_eq!((bought.written, bought.head.seq, bought.stopped), (2, 2, None));
    assert_eq!(journal.balance(&"cage".parse()?).await?, Chips::minor(-15_000));

    // The second wager is more than Ann has: the first stands, the third is not even looked at.
    let wagers = [7_500, 2_501, 100].map(|amount| moved("player/ann", "stakes/7", amount));
    let wagered = journal.append(batch("table/7", 0, 0, wagers.to_vec())).await?;
    let overdrawn =
        Stopped::Overdrawn { index: 1, account: "player/ann".parse()?, balance: Chips::minor(2_500) };
    assert_eq!((wagered.written, wagered.head.seq, wagered.stopped), (1, 1, Some(overdrawn)));
    assert_eq!(journal.balance(&"player/ann".parse()?).await?, Chips::minor(2_500));
    assert_eq!(journal.balance(&"stakes/7".parse()?).await?, Chips::minor(7_500));
    assert_eq!(journal.balance(&"player/nobody".parse()?).await?, Chips::ZERO);

    let mut odd = moved("player/ann", "stakes/7", 100);
    odd.postings.pop();
    let fine = moved("player/ann", "stakes/7", 100);
    let refused = journal.append(batch("table/7", 0, 1, vec![fine.clone(), odd])).await;
    assert_eq!(refused, Err(AppendError::Unbalanced { index: 1 }));
    let zero = NewRecord { body: "a\0b".into(), ..NewRecord::default() };
    let refused = journal.append(batch("table/7", 0, 1, vec![zero])).await;
    assert!(matches!(refused, Err(AppendError::Unwritable { index: 0, .. })));

    let most = moved("cage", "player/cy", i64::MAX - 20_000);
    journal.append(batch("cage", 0, 2, vec![most.clone()])).await?;
    let full = journal.append(batch("cage", 0, 3, vec![most])).await?;
    assert!(matches!(full.stopped, Some(Stopped::Overfull { index: 0, .. })), "{full:?}");
    journal.append(batch("cage", 0, 3, vec![moved("player/cy", "cage", i64::MAX - 20_000)])).await?;

    let lines = journal.statement(&"player/ann".parse()?, None, 10).await?;
    let amounts: Vec<_> = lines.iter().map(|line| (line.stream.as_str(), line.amount.units())).collect();
    assert_eq!(amounts, [("table/7", -7_500), ("cage", 10_000)]);
    let older = journal.statement(&"player/ann".parse()?, Some(lines[0].line), 10).await?;
    assert_eq!(older, lines[1..]);
    assert_eq!(journal.ledger_sum().await?, Chips::ZERO);
    Ok(())
}

async fn a_command_has_one_effect(journal: &Journal) -> Outcome {
    let bet = |id: &str| asked(id, moved("player/bob", "stakes/7", 100));
    journal.append(batch("table/7", 0, 1, vec![bet("bob-1")])).await?;
    let again =
        journal.append(batch("table/7", 0, 2, vec![bet("bob-2"), bet("bob-1"), bet("bob-3")])).await?;
    let repeated = Stopped::Repeated { index: 1, answer: "done bob-1".into() };
    assert_eq!((again.written, again.stopped), (1, Some(repeated)));
    let twice = journal.append(batch("table/7", 0, 3, vec![bet("bob-4"), bet("bob-4")])).await?;
    let repeated = Stopped::Repeated { index: 1, answer: "done bob-4".into() };
    assert_eq!((twice.written, twice.stopped), (1, Some(repeated)));
    // Known in every stream, whatever it asks for.
    let elsewhere = journal.append(batch("cage", 0, 4, vec![asked("bob-1", NewRecord::default())])).await?;
    assert_eq!(elsewhere.written, 0);
    assert_eq!(journal.balance(&"player/bob".parse()?).await?, Chips::minor(4_700));
    let answered = journal.answer("bob-2").await?.expect("it was carried out");
    assert_eq!((answered.stream, answered.seq, answered.answer), (stream("table/7"), 3, "done bob-2".into()));
    assert_eq!(journal.answer("bob-3").await?, None);
    Ok(())
}

async fn only_the_owner_writes(journal: &Journal) -> Outcome {
    let table = stream("table/7");
    let head = journal.head(&table).await?.expect("it is there");
    assert_eq!(journal.append(batch("table/7", 0, 9, vec![])).await, Err(AppendError::Missed { head }));
    let first = journal.lease(&table, "north", LONG).await?.expect("it is free");
    assert_eq!(first, Epoch(1));
    let old = journal.append(batch("table/7", 0, head.seq, vec![])).await;
    assert_eq!(old, Err(AppendError::Deposed { now: Epoch(1) }));
    let second = journal.lease(&table, "north", LONG).await?.expect("it is our own");
    assert_eq!(second, Epoch(2));
    assert_eq!(journal.renew("north", LONG).await?, [(table.clone(), second)]);
    let written = journal.append(batch("table/7", 2, head.seq, vec![NewRecord::default()])).await?;
    assert_eq!(written.head.seq, head.seq + 1);
    journal.release(&table, first).await?;
    assert_eq!(journal.renew("north", LONG).await?.len(), 1, "an old epoch releases nothing");
    let other = held(journal).await?;
    assert_eq!(other, [(table.to_string(), "north".to_owned(), second.0, false)]);
    journal.release(&table, second).await?;
    assert_eq!(held(journal).await?, []);
    assert_eq!(journal.renew("north", LONG).await?, []);
    let nobody = journal.lease(&stream("nowhere"), "north", LONG).await;
    assert_eq!(nobody, Err(JournalError::Unannounced(stream("nowhere"))));
    assert!(journal.lease(&Stream::house(), "north", LONG).await.is_err());
    Ok(())
}

async fn facts_are_kept_and_taken_away(journal: &Journal) -> Outcome {
    let keep = |key: &str, body: Option<&str>| Keep {
        shelf: "seats".into(),
        key: key.into(),
        body: body.map(Into::into),
    };
    let keeps = vec![keep("1", Some("ann")), keep("2", Some("bob")), keep("1", Some("cy"))];
    let after = journal.head(&stream("cage")).await?.expect("there").seq;
    journal.append(batch("cage", 0, after, vec![NewRecord { keeps, ..NewRecord::default() }])).await?;
    assert_eq!(journal.kept("seats", "1").await?.as_deref(), Some("cy"));
    let keeps = vec![keep("2", None), keep("3", None)];
    journal.append(batch("cage", 0, after + 1, vec![NewRecord { keeps, ..NewRecord::default() }])).await?;
    assert_eq!(journal.shelf("seats").await?, [("1".to_owned(), "cy".to_owned())]);
    assert_eq!(journal.kept("seats", "2").await?, None);
    let keeps = vec![keep("5", Some("eve")), keep("3", Some("bob")), keep("4", Some("dan"))];
    journal.append(batch("cage", 0, after + 2, vec![NewRecord { keeps, ..NewRecord::default() }])).await?;
    let page = async |after: &str| journal.shelf_after("seats", after, 2).await;
    let (first, second) = (page("").await?, page("3").await?);
    assert_eq!((first.len(), second.len(), page("5").await?.len()), (2, 2, 0));
    assert_eq!([first, second].concat(), journal.shelf("seats").await?);
    let keeps = ["3", "4", "5"].map(|key| keep(key, None)).to_vec();
    journal.append(batch("cage", 0, after + 3, vec![NewRecord { keeps, ..NewRecord::default() }])).await?;
    Ok(())
}

/// Of two who read the same fact and change it, the second is refused: nothing is overwritten unseen.
async fn facts_are_compared_before_they_are_changed(journal: &Journal) -> Outcome {
    let fact =
        |body: Option<&str>| Keep { shelf: "logins".into(), key: "ann".into(), body: body.map(Into::into) };
    let change = |from: Option<&str>, to: Option<&str>| NewRecord {
        keeps: vec![fact(to)],
        expects: vec![fact(from)],
        ..NewRecord::default()
    };
    let after = journal.head(&stream("cage")).await?.expect("there").seq;
    // In one batch the second expects what the first keeps, and the third what is no longer so.
    let records = vec![change(None, Some("in")), change(Some("in"), Some("out")), change(None, Some("in"))];
    let appended = journal.append(batch("cage", 0, after, records)).await?;
    assert_eq!((appended.written, appended.stopped), (2, Some(Stopped::Changed { index: 2 })));
    assert_eq!(journal.kept("logins", "ann").await?.as_deref(), Some("out"));
    let after = after + 2;
    for stale in [change(Some("in"), None), change(None, Some("in"))] {
        let refused = journal.append(batch("cage", 0, after, vec![stale])).await?;
        assert_eq!((refused.written, refused.stopped), (0, Some(Stopped::Changed { index: 0 })));
    }
    assert_eq!(journal.kept("logins", "ann").await?.as_deref(), Some("out"));
    journal.append(batch("cage", 0, after, vec![change(Some("out"), None)])).await?;
    assert_eq!(journal.kept("logins", "ann").await?, None);
    Ok(())
}

async fn rounds_are_found_again(journal: &Journal) -> Outcome {
    for name in ["table/8", "table/9"] {
        journal.announce(&stream(name), NOON).await?;
        let round = |number: i64| NewRecord {
            at: NOON + number * 1_000,
            body: "{}".into(),
            round: Some(RoundEnd {
                number,
                first: number.cast_unsigned(),
                opened_at: NOON + number * 1_000 - 500,
                players: if number % 2 == 0 { vec!["ann".into(), "bob".into()] } else { vec!["bob".into()] },
            }),
            ..NewRecord::default()
        };
        journal.append(batch(name, 0, 0, (1..=20).map(round).collect())).await?;
    }
    let all = RoundQuery { limit: 100, ..RoundQuery::default() };
    let found = async |query: RoundQuery| -> Result<Vec<(String, i64)>, JournalError> {
        let rounds = journal.rounds(&query).await?;
        Ok(rounds.into_iter().map(|round| (round.stream.to_string(), round.number)).collect())
    };
    assert_eq!(found(all.clone()).await?.len(), 40);
    let ann = RoundQuery { player: Some("ann".into()), stream: Some(stream("table/9")), ..all.clone() };
    assert_eq!(found(ann.clone()).await?.len(), 10);
    let some = RoundQuery { from: Some(NOON + 4_000), until: Some(NOON + 8_000), ..ann };
    assert_eq!(found(some).await?, [("table/9".to_owned(), 6), ("table/9".to_owned(), 4)]);
    let numbered = RoundQuery { number: Some(17), stream: Some(stream("table/8")), ..all.clone() };
    let round = journal.rounds(&numbered).await?.pop().expect("it is there");
    assert_eq!((round.first, round.last, round.opened_at), (17, 17, NOON + 16_500));
    assert_eq!(round.players, ["bob"]);
    let record = journal.record(&round.stream, round.last).await?.expect("it is there");
    assert_eq!(record.round.expect("it closes a round").players, ["bob"]);

    let (mut paged, mut before) = (Vec::new(), None);
    loop {
        let page = journal.rounds(&RoundQuery { limit: 7, before, ..all.clone() }).await?;
        let Some(last) = page.last() else { break };
        before = Some(last.mark);
        paged.extend(page.into_iter().map(|round| (round.stream.to_string(), round.number)));
    }
    assert_eq!(paged, found(all).await?, "pages together are the whole");

    // The clock was set back by an hour: the newest round is none the less the last one.
    let earlier =
        RoundEnd { number: 21, first: 21, opened_at: NOON - 3_600_000, players: vec!["cyd".into()] };
    let earlier =
        NewRecord { at: NOON - 3_590_000, body: "{}".into(), round: Some(earlier), ..NewRecord::default() };
    let more = NewRecord { at: NOON - 3_580_000, body: "{}".into(), ..NewRecord::default() };
    journal.append(batch("table/8", 0, 20, vec![earlier, more])).await?;
    let last = journal.last_round(&stream("table/8")).await?.expect("it is there");
    assert_eq!(
        (last.number, last.first, last.last, &last.players[..]),
        (21, 21, 21, &["cyd".to_owned()][..])
    );
    let last = journal.last_round(&stream("table/9")).await?.expect("it is there");
    assert_eq!((last.number, last.players.len()), (20, 2));
    assert_eq!(journal.last_round(&stream("cage")).await?, None);
    Ok(())
}

async fn records_are_found_by_what_they_say(journal: &Journal) -> Outcome {
    let book = stream("table/10");
    journal.announce(&book, NOON).await?;
    let says = |body: &str| NewRecord { body: body.into(), ..NewRecord::default() };
    let bodies = [r#"{"a":1}"#, r#"{"a":2,"b%":"_"}"#, r#"{"c":3}"#].map(says);
    let moving = moved("cage", "player/ann", 1);
    let records = bodies.into_iter().chain([moving.clone(), says("{}"), moving]).collect();
    journal.append(batch("table/10", 0, 0, records)).await?;
    let found = async |up_to, text| journal.last_with(&book, up_to, text).await;
    assert_eq!(found(6, "\"a\":").await?, Some((2, r#"{"a":2,"b%":"_"}"#.to_owned())));
    assert_eq!(found(1, "\"a\":").await?.map(|(seq, _)| seq), Some(1));
    assert_eq!(found(6, "%\":\"_").await?.map(|(seq, _)| seq), Some(2), "no sign stands for others");
    assert_eq!(found(6, "%c%").await?, None);
    let first = journal.first_with_facts().await?;
    assert_eq!(journal.facts(&book, 0, 9).await?, []);
    let keep =
        |body: Option<&str>| Keep { shelf: "shelf".into(), key: "key".into(), body: body.map(Into::into) };
    let keeping = |body| NewRecord { keeps: vec![keep(body)], ..says("{}") };
    journal.append(batch("table/10", 0, 6, vec![keeping(Some("a")), keeping(None)])).await?;
    let facts = journal.facts(&book, 6, 8).await?;
    assert!(facts[0].1.says("a") && !facts[0].1.says("b"), "{facts:?}");
    assert_eq!(facts[1], (8, Kept { shelf: "shelf".into(), key: "key".into(), digest: None }));
    assert_eq!(journal.facts(&book, 7, 8).await?, facts[1..]);
    let entry = journal.record(&book, 7).await?.expect("it is there").entry;
    assert!(first.is_some_and(|first| first < entry), "{first:?}, kept long before {entry}");
    assert_eq!(journal.first_with_facts().await?, first);
    Ok(())
}

async fn bodies_are_those_of_the_records(journal: &Journal) -> Outcome {
    let (mut all, mut ends) = (0, 0);
    for (stream, _) in journal.streams().await? {
        for (after, limit) in [(0, 10_000), (1, 2)] {
            let records = journal.records(&stream, after, limit).await?;
            let bodies = journal.bodies(&stream, after, limit).await?;
            let told: Vec<_> =
                bodies.iter().map(|body| (body.seq, body.at, body.body.as_str(), body.round)).collect();
            let wanted: Vec<_> = records
                .iter()
                .map(|record| {
                    let round = record.round.as_ref().map(|round| round.number);
                    (record.seq, record.at, record.body.as_str(), round)
                })
                .collect();
            assert_eq!(told, wanted, "{stream}");
            all += wanted.len();
            ends += wanted.iter().filter(|record| record.3.is_some()).count();
        }
    }
    assert!(all > 10 && ends > 0, "{all} records, {ends} ends of rounds");
    Ok(())
}

async fn many_write_at_once(journal: &Journal) -> Outcome {
    let after = journal.head(&stream("cage")).await?.expect("there").seq;
    journal.append(batch("cage", 0, after, vec![moved("cage", "player/shared", 1_000)])).await?;
    let mut tables = Vec::new();
    for table in 0..20 {
        let name = format!("busy/{table}");
        journal.announce(&stream(&name), NOON).await?;
        let journal = journal.clone();
        tables.push(tokio::spawn(async move {
            let (mut after, mut taken) = (0, 0);
            for turn in 0..10 {
                let bets = (0..10)
                    .map(|bet| asked(&format!("{name}-{turn}-{bet}"), moved("player/shared", "stakes/b", 1)));
                let appended = journal.append(batch(&name, 0, after, bets.collect())).await?;
                after += appended.written as u64;
                taken += appended.written;
                assert_eq!(appended.head.seq, after);
            }
            Ok::<usize, AppendError>(taken)
        }));
    }
    let mut taken = 0;
    for table in tables {
        taken += table.await??;
    }
    assert_eq!(taken, 1_000, "as many chips were wagered as there were, by whomever");
    assert_eq!(journal.balance(&"player/shared".parse()?).await?, Chips::ZERO);
    Ok(())
}

async fn everything_is_in_order(journal: &Journal) -> Outcome {
    let full = journal.verify(Since::Start, &[], |_| {}).await?;
    assert!(full.is_clean(), "{:?}", full.faults);
    let there: u64 = journal.streams().await?.iter().map(|(_, head)| head.seq).sum();
    assert_eq!(full.records, there);
    let after = journal.head(&stream("cage")).await?.expect("there").seq;
    journal.append(batch("cage", 0, after, vec![moved("cage", "player/late", 5)])).await?;
    let since = journal.verify(Since::Checkpoint, &full.heads, |_| {}).await?;
    assert!(since.is_clean(), "{:?}", since.faults);
    assert_eq!((since.since, since.records), (Since::Checkpoint, 1));
    let mut beyond = since.heads[0].clone();
    beyond.head.seq += 1;
    let lost = journal.verify(Since::Checkpoint, &[beyond], |_| {}).await?;
    assert_eq!(lost.found, 1);
    Ok(())
}

pub(crate) async fn opened_again(url: &DatabaseUrl) -> Outcome {
    let reader = Journal::open(url, Opening::Read).await?;
    let heads = reader.streams().await?;
    let journal = Journal::open(url, Opening::Serve).await?;
    assert_eq!(journal.streams().await?, heads);
    let cage = journal.head(&stream("cage")).await?.expect("there").seq;
    let bought = journal.append(batch("cage", 0, cage, vec![moved("cage", "player/ann", 1)])).await?;
    assert_eq!(bought.head.seq, cage + 1);
    assert_eq!(reader.head(&stream("cage")).await?, Some(bought.head), "a reader sees what was committed");
    assert_eq!(reader.append(batch("cage", 0, cage + 1, vec![])).await, Err(AppendError::ReadOnly));
    assert_eq!(reader.announce(&stream("x"), NOON).await, Err(JournalError::ReadOnly));
    assert!(reader.verify(Since::Start, &[], |_| {}).await?.is_clean());
    journal.close().await;
    Ok(())
}

/// Two servers on one database.
pub(crate) async fn several_servers(url: &DatabaseUrl) -> Outcome {
    let (north, south) =
        tokio::try_join!(Journal::open(url, Opening::Serve), Journal::open(url, Opening::Serve))?;
    let table = stream("t");
    north.claim("north").await?;
    south.claim("south").await?;
    let same = Journal::open(url, Opening::Serve).await?;
    assert_eq!(same.claim("north").await, Err(JournalError::NameTaken("north".into())));
    let (a, b) = tokio::try_join!(north.announce(&table, NOON), south.announce(&table, NOON))?;
    assert!(a != b, "one of them was first");
    let epoch = north.lease(&stream("t"), "north", LONG).await?;
    assert_eq!(epoch, Some(Epoch(1)));
    assert_eq!(south.lease(&stream("t"), "south", LONG).await?, None, "it is taken");
    assert_eq!(held(&south).await?, [("t".to_owned(), "north".to_owned(), 1, false)]);
    north.renew("north", Duration::ZERO).await?;
    assert_eq!(held(&south).await?, [("t".to_owned(), "north".to_owned(), 1, true)]);
    assert_eq!(south.lease(&stream("t"), "south", LONG).await?, Some(Epoch(2)), "it has run out");
    let late = north.append(batch("t", 1, 0, vec![NewRecord::default()])).await;
    assert_eq!(late, Err(AppendError::Deposed { now: Epoch(2) }));

    south.append(batch("t", 2, 0, vec![moved("cage", "player/shared", 2_000)])).await?;
    let mut tables = Vec::new();
    for (number, journal) in [&north, &south].into_iter().cycle().take(16).enumerate() {
        let (name, journal) = (format!("t/{number}"), journal.clone());
        tables.push(tokio::spawn(async move {
            journal.announce(&stream(&name), NOON).await.expect("announced");
            let (mut after, mut taken) = (0, 0);
            for turn in 0..50 {
                // Every command comes to both servers; only one may carry it out.
                let id = format!("{}-{turn}", number / 2);
                let bets = vec![
                    asked(&id, moved("player/shared", "stakes/t", 3)),
                    moved("stakes/t", "player/shared", 1),
                ];
                let appended = journal.append(batch(&name, 0, after, bets)).await?;
                after = appended.head.seq;
                taken += appended.written;
            }
            Ok::<usize, AppendError>(taken)
        }));
    }
    let mut taken = 0;
    for table in tables {
        taken += table.await??;
    }
    assert_eq!(taken, 800, "every command once");
    assert_eq!(north.balance(&"player/shared".parse()?).await?, Chips::minor(2_000 - 800));
    tokio::try_join!(count_to_fifty(&north, "n"), count_to_fifty(&south, "s"))?;
    assert_eq!(south.kept("counters", "one").await?.as_deref(), Some("100"), "no step was overwritten");
    let verdict = south.verify(Since::Start, &[], |_| {}).await?;
    assert!(verdict.is_clean(), "{:?}", verdict.faults);
    north.close().await;
    same.claim("north").await?;
    Ok(())
}

/// Raises a number that others raise as well, fifty times.
async fn count_to_fifty(journal: &Journal, name: &str) -> Result<(), Box<dyn Error>> {
    journal.announce(&stream(name), NOON).await?;
    let fact = |body: Option<String>| Keep { shelf: "counters".into(), key: "one".into(), body };
    let mut written = 0;
    while written < 50 {
        let was = journal.kept("counters", "one").await?;
        let next: u64 = was.as_deref().map_or(Ok(0), str::parse)? + 1;
        let record = NewRecord {
            keeps: vec![fact(Some(next.to_string()))],
            expects: vec![fact(was)],
            ..NewRecord::default()
        };
        let appended = journal.append(batch(name, 0, written, vec![record])).await?;
        written = appended.head.seq;
    }
    Ok(())
}

/// Who has which stream, in which epoch, and whether the lease is over.
async fn held(journal: &Journal) -> Result<Vec<(String, String, u64, bool)>, JournalError> {
    let leases = journal.leases().await?.into_iter();
    Ok(leases.map(|l| (l.stream.to_string(), l.server, l.epoch.0, l.is_over)).collect())
}

/// Two servers take one stream from each other all the time, and each writes whenever it believes to be the owner.
pub(crate) async fn servers_fight_over_a_stream(url: &DatabaseUrl) -> Outcome {
    let table = stream("fought");
    let both_hold_a_lease = Arc::new(Barrier::new(2));
    let mut servers = Vec::new();
    for name in ["east", "west"] {
        let journal = Journal::open(url, Opening::Serve).await?;
        journal.announce(&table, NOON).await?;
        let (table, both_hold_a_lease) = (table.clone(), both_hold_a_lease.clone());
        servers.push(tokio::spawn(async move {
            let (mut written, mut deposed) = (Vec::new(), 0);
            for turn in 0..100 {
                // A lease of no length: the other may take it at once.
                let Epoch(epoch) = loop {
                    if let Some(epoch) = journal.lease(&table, name, Duration::ZERO).await? {
                        break epoch;
                    }
                };
                let mut after = journal.head(&table).await?.expect("it is there").seq;
                if turn == 0 {
                    // Neither writes before the other has leased, so one of them is certainly deposed.
                    both_hold_a_lease.wait().await;
                }
                for bet in 0..3 {
                    let id = format!("{name}-{turn}-{bet}");
                    let record = asked(&id, NewRecord { body: "{}".into(), ..NewRecord::default() });
                    match journal.append(batch("fought", epoch, after, vec![record])).await {
                        Ok(appended) => {
                            after = appended.head.seq;
                            written.push((id, after));
                        }
                        Err(AppendError::Deposed { .. } | AppendError::Missed { .. }) => deposed += 1,
                        Err(other) => panic!("{other}"),
                    }
                }
            }
            Ok::<_, JournalError>((written, deposed))
        }));
    }
    let journal = Journal::open(url, Opening::Serve).await?;
    let (mut acknowledged, mut deposed) = (0, 0);
    for server in servers {
        let (written, refused) = server.await??;
        deposed += refused;
        acknowledged += written.len() as u64;
        for (id, seq) in written {
            assert_eq!(journal.answer(&id).await?.map(|answered| answered.seq), Some(seq));
        }
    }
    assert!(deposed > 0, "they never met");
    let head = journal.head(&table).await?.expect("it is there");
    assert_eq!(head.seq, acknowledged, "what was acknowledged and nothing else");
    assert!(journal.verify(Since::Start, &[], |_| {}).await?.is_clean());
    Ok(())
}

/// Once the database has failed, nothing is acknowledged any more.
pub(crate) async fn a_lost_database_ends_the_writing(journal: &Journal, lose: impl FnOnce()) -> Outcome {
    journal.announce(&stream("lost"), NOON).await?;
    journal.append(batch("lost", 0, 0, vec![NewRecord::default()])).await?;
    assert_eq!(journal.failure(), None);
    lose();
    let mut after = 1;
    // Its last servant may still have a word to say.
    while let Ok(appended) = journal.append(batch("lost", 0, after, vec![NewRecord::default()])).await {
        after = appended.head.seq;
        assert!(after < 1_000, "it is not lost at all");
    }
    let answer = journal.append(batch("lost", 0, after, vec![NewRecord::default()])).await;
    assert!(matches!(answer, Err(AppendError::Storage(_))), "{answer:?}");
    assert_eq!(journal.failure(), Some(journal.failed().await));
    assert!(journal.announce(&stream("found"), NOON).await.is_err());
    Ok(())
}
