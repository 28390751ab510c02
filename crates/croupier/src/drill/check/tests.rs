//! The check itself is checked: a journal that was changed is found out, whatever was changed in it.

use std::collections::BTreeMap;

use floor::{Config, Desk, Environment, Exchange, Floor, Person, Role, Seed, SeedSource, TableConfig, Till};
use journal::{Account, Journal, Opening, Posting, Record};
use vocabulary::Chips;

use super::super::deed::{Deed, Fate, What};
use super::super::tally::LoginCount;
use super::{Check, Checked};

const TABLE: &str = "plus-1";

/// A short evening: what was sent, and the books.
#[derive(Clone)]
struct Played {
    deeds: Vec<Deed>,
    records: Vec<Record>,
    balances: Vec<(Account, Chips)>,
}

fn deed(by: &str, role: Role, id: &str, what: What, fate: Fate) -> Deed {
    Deed { by: by.into(), role, id: id.into(), what, fate, again: false }
}

async fn say(desk: &Desk, deeds: &mut Vec<Deed>, person: &Person, say: &str) {
    let id = format!("{}", deeds.len());
    let fate = match desk.say(person, Some(id.clone()), say).await {
        Ok(answer) => Fate::Acknowledged(serde_json::to_string(&answer).unwrap()),
        Err(_) => Fate::Refused(409),
    };
    let what = What::Say { table: TABLE.into(), say: say.into(), keyed: false };
    deeds.push(deed(&person.name, person.role, &id, what, fate));
}

/// Approves or declines the one that waits.
async fn judge(floor: &Floor, deeds: &mut Vec<Deed>, person: &Person, approve: bool) {
    let number = floor::desk(floor, TABLE).unwrap().standing.borrow().table.requests()[0].number;
    let id = format!("{}", deeds.len());
    let fate = match floor::judge(floor, person, Some(id.clone()), TABLE, number, approve).await {
        Ok(answer) => Fate::Acknowledged(serde_json::to_string(&answer).unwrap()),
        Err(_) => Fate::Refused(409),
    };
    let what = What::Judge { table: TABLE.into(), number, approve };
    deeds.push(deed(&person.name, person.role, &id, what, fate));
}

/// Ann buys credits, bets, and plays a round to its end.
async fn played() -> Played {
    let journal = Journal::open(&"sqlite::memory:".parse().unwrap(), Opening::Serve).await.unwrap();
    let config = Config { tables: vec![TableConfig::of(TABLE, "plus")], ..Config::default() };
    // The same cards every time, and the house wins or loses: in a push it would have no account.
    let seeds = SeedSource::new(|_| Seed([1; 32]));
    let environment = Environment { seeds, ..Environment::default() };
    let (floor, _) = Floor::open(config, journal.clone(), environment).await.unwrap();
    let password = Some("a few words 17");
    let ann = floor.people().add("house", "ann", Role::Player, password).await.unwrap();
    let sue = floor.people().add("house", "sue", Role::Supervisor, password).await.unwrap();
    let mut deeds = Vec::new();
    for (amount, what) in [(100_000, Exchange::Bought), (700, Exchange::Bought), (300, Exchange::CashedOut)] {
        let (id, chips) = (format!("{}", deeds.len()), Chips::minor(amount));
        let key = Some(format!("carl:{id}"));
        let receipt = floor.cage().exchange(key, "carl", "ann", what, Till::Cage, chips).await.unwrap();
        let fate = Fate::Acknowledged(serde_json::to_string(&receipt).unwrap());
        let sent = What::Exchange { player: "ann".into(), what, amount };
        deeds.push(deed("carl", Role::Cashier, &id, sent, fate));
    }
    let desk = floor::desk(&floor, TABLE).unwrap();
    say(&desk, &mut deeds, &sue, "dealer opens bets").await;
    for words in ["bets 10 on 1", "withdraws on 1", "bets 15 on 1"] {
        say(&desk, &mut deeds, &ann, words).await;
    }
    say(&desk, &mut deeds, &sue, "dealer closes bets").await;
    let is_over = || desk.standing.borrow().table.round().end().is_some();
    for _ in 0..10 {
        if !is_over() {
            // A low hand must draw.
            for words in ["stands on 1", "hits on 1"] {
                say(&desk, &mut deeds, &ann, words).await;
            }
            say(&desk, &mut deeds, &sue, "dealer closes offers").await;
        }
    }
    assert!(is_over(), "a round is played to its end");
    let [mary, max] = ["mary", "max"].map(|name| {
        let people = floor.people();
        async move { people.add("house", name, Role::ShiftManager, password).await.unwrap() }
    });
    let (mary, max) = (mary.await, max.await);
    for approve in [true, false] {
        say(&desk, &mut deeds, &mary, "pit awards 5000 to ann because of a spill").await;
        judge(&floor, &mut deeds, &max, approve).await;
    }
    // What nobody has is not taken, though two want it.
    say(&desk, &mut deeds, &mary, "pit takes 900000 from ann because of a mistake").await;
    judge(&floor, &mut deeds, &max, true).await;
    let mut records = Vec::new();
    for (stream, _) in journal.streams().await.unwrap() {
        records.extend(journal.records(&stream, 0, 1000).await.unwrap());
    }
    let balances = journal.balances("").await.unwrap();
    Played { deeds, records, balances }
}

impl Played {
    fn check(self) -> Checked {
        let mut check = Check::new(self.deeds);
        for record in &self.records {
            check.record(record);
        }
        let logins = [(("ann".to_owned(), "added"), LoginCount { acknowledged: 1, unknown: 0 })];
        check.finish(&self.balances, &BTreeMap::from(logins))
    }

    /// A record of a command.
    fn find(&self, key: &str) -> usize {
        let is_it = |record: &Record| record.command.as_ref().is_some_and(|sent| sent.id == key);
        self.records.iter().position(is_it).expect("a record of the command")
    }

    /// Makes the balances what the records sum to, as an intruder who changes both would.
    fn balance(&mut self) {
        let mut balances: BTreeMap<Account, Chips> = BTreeMap::new();
        for Posting { account, amount } in self.records.iter().flat_map(|record| &record.postings) {
            *balances.entry(account.clone()).or_default() += *amount;
        }
        self.balances = balances.into_iter().collect();
    }
}

fn told(checked: &Checked) -> String {
    checked.faults.tell().join("\n")
}

#[tokio::test]
async fn an_evening_as_it_was_is_in_order_and_every_change_of_it_is_found() {
    let evening = played().await;
    let clean = evening.clone().check();
    assert!(clean.is_clean(), "{}", told(&clean));
    assert!(clean.acknowledged >= 7, "{} were acknowledged", clean.acknowledged);
    a_lost_command_is_found(&evening);
    a_doubled_effect_is_found(&evening);
    a_changed_amount_is_found(&evening);
    a_wrong_balance_is_found(&evening);
    another_answer_or_sender_is_found(&evening);
    what_was_refused_or_never_sent_and_is_written_is_found(&evening);
    logins_are_counted(&evening);
    what_two_people_decided_is_compared(&evening);
}

fn what_two_people_decided_is_compared(evening: &Played) {
    let of = |by: &str, nth: usize| {
        let sent = evening.deeds.iter().filter(|deed| deed.by == by).nth(nth).expect("a command");
        (sent.key(), evening.find(&sent.key()))
    };
    let changed = |place: usize, from: &str, to: &str| {
        let mut evening = evening.clone();
        let body = &mut evening.records[place].body;
        assert!(body.contains(from), "{from} is not in {body}");
        *body = body.replacen(from, to, 1);
        told(&evening.check())
    };
    let ((asked_key, asked), (approved_key, approved), (_, declined)) =
        (of("mary", 0), of("max", 0), of("max", 1));
    // What was approved and acknowledged is gone, or what was asked for.
    for (key, place) in [(&approved_key, approved), (&asked_key, asked)] {
        let mut evening = evening.clone();
        evening.records.remove(place);
        evening.balance();
        let faults = told(&evening.check());
        assert!(faults.contains(&format!("lost: {key}")), "{faults}");
    }
    // More was asked for than is carried out; somebody else asked; the person who asked approves it.
    let more = changed(asked, "\"moves\":{\"ann\":500000}", "\"moves\":{\"ann\":600000}");
    assert!(more.contains("moves 5000 for ann, and asked for 6000"), "{more}");
    let other = changed(approved, "\"asked-by\":\"mary\"", "\"asked-by\":\"sue\"");
    assert!(other.contains("was asked for by mary"), "{other}");
    let own = changed(approved, "\"by\":\"max\"", "\"by\":\"mary\"");
    assert!(own.contains("approves what they asked for themselves"), "{own}");
    // What was declined is approved, or ends twice.
    let turned = changed(declined, "{\"declined\"", "{\"approved\"");
    assert!(
        turned.contains("asked for") && turned.contains("lost") || turned.contains("it says"),
        "{turned}"
    );
    let mut twice = evening.clone();
    let again = twice.records[declined].clone();
    twice.records.insert(declined + 1, again);
    let checked = twice.check();
    assert!(told(&checked).contains("ends, and it does not wait"), "{}", told(&checked));
    assert_eq!(checked.doubled, 1);
    // What was not carried out is written, and nobody approved it.
    let mut unsent = evening.clone();
    unsent.deeds.pop();
    let faults = told(&unsent.check());
    assert!(faults.contains("max did not approve no."), "{faults}");
}

fn a_lost_command_is_found(evening: &Played) {
    for key in ["carl:1", "ann:4"] {
        let mut evening = evening.clone();
        evening.records.remove(evening.find(key));
        evening.balance();
        let checked = evening.check();
        assert_eq!((checked.lost, checked.doubled), (1, 0), "{key}: {}", told(&checked));
        assert!(told(&checked).contains(&format!("lost: {key}")), "{}", told(&checked));
    }
}

fn a_doubled_effect_is_found(evening: &Played) {
    for key in ["carl:1", "ann:5"] {
        for id in [Some(key.to_owned()), Some("another".to_owned()), None] {
            let mut evening = evening.clone();
            let place = evening.find(key);
            let mut again = evening.records[place].clone();
            again.command = again.command.filter(|_| id.is_some());
            if let (Some(sent), Some(id)) = (&mut again.command, id) {
                sent.id = id;
            }
            evening.records.insert(place + 1, again);
            evening.balance();
            let checked = evening.check();
            assert_eq!((checked.doubled, checked.ledger), (1, Chips::ZERO), "{key}: {}", told(&checked));
            assert!(!checked.is_clean());
        }
    }
}

fn a_changed_amount_is_found(evening: &Played) {
    // A receipt that says and moves more, in all its parts.
    let mut more = evening.clone();
    let place = more.find("carl:1");
    let record = &mut more.records[place];
    record.body = record.body.replace("700", "900");
    let sent = record.command.as_mut().unwrap();
    sent.answer = sent.answer.replace("700", "900");
    for posting in &mut record.postings {
        let sign = if posting.amount > Chips::ZERO { 1 } else { -1 };
        posting.amount = Chips::minor(900 * sign);
    }
    more.balance();
    let checked = more.check();
    assert_eq!((checked.lost, checked.doubled), (1, 0), "{}", told(&checked));
    // Postings alone, of a receipt and of a wager.
    for key in ["carl:2", "ann:6"] {
        let mut moved = evening.clone();
        let place = moved.find(key);
        for posting in &mut moved.records[place].postings {
            posting.amount += posting.amount;
        }
        moved.balance();
        let checked = moved.check();
        assert!(told(&checked).contains("moves"), "{key}: {}", told(&checked));
        assert!(told(&checked).contains("by rounds and receipts it is"), "{key}: {}", told(&checked));
    }
    // A sentence.
    let mut said = evening.clone();
    let place = said.find("ann:4");
    said.records[place].body = said.records[place].body.replacen("ann bets 10 on 1", "ann bets 20 on 1", 1);
    let checked = said.check();
    assert_eq!(checked.lost, 1, "{}", told(&checked));
}

fn a_wrong_balance_is_found(evening: &Played) {
    for account in ["player/ann", "house/plus-1", "cage"] {
        let mut evening = evening.clone();
        let (_, chips) = evening.balances.iter_mut().find(|(name, _)| name.as_str() == account).unwrap();
        *chips += Chips::minor(1);
        let checked = evening.check();
        assert!(!checked.is_clean() && told(&checked).contains(account), "{account}: {}", told(&checked));
    }
    let mut uneven = evening.clone();
    let place = uneven.find("carl:0");
    uneven.records[place].postings.pop();
    uneven.balance();
    let checked = uneven.check();
    assert_ne!(checked.ledger, Chips::ZERO);
    assert!(told(&checked).contains("from nowhere"), "{}", told(&checked));
}

fn another_answer_or_sender_is_found(evening: &Played) {
    let mut answered = evening.clone();
    answered.deeds[4].fate = Fate::Acknowledged("{\"seq\":99,\"round\":1}".into());
    let checked = answered.check();
    assert_eq!(checked.lost, 1, "{}", told(&checked));
    let mut by = evening.clone();
    let place = by.find("ann:4");
    by.records[place].body = by.records[place].body.replacen("\"by\":\"ann\"", "\"by\":\"sue\"", 1);
    let checked = by.check();
    assert_eq!(checked.lost, 1, "{}", told(&checked));
}

fn what_was_refused_or_never_sent_and_is_written_is_found(evening: &Played) {
    let mut refused = evening.clone();
    refused.deeds[1].fate = Fate::Refused(409);
    let checked = refused.check();
    assert!(told(&checked).contains("it was refused with 409"), "{}", told(&checked));
    let mut unsent = evening.clone();
    unsent.deeds.remove(1);
    let checked = unsent.check();
    assert!(told(&checked).contains("sent no such command"), "{}", told(&checked));
    // What nobody knows the fate of may be written or not.
    for written in [true, false] {
        let mut unknown = evening.clone();
        unknown.deeds[1].fate = Fate::Unknown;
        if !written {
            unknown.records.remove(unknown.find("carl:1"));
            // A receipt that was never written leaves no number free.
            unknown.balance();
        }
        let checked = unknown.check();
        assert!(checked.is_clean(), "{}", told(&checked));
        assert_eq!((checked.unknown, checked.unknown_written), (1, usize::from(written)));
    }
}

fn logins_are_counted(evening: &Played) {
    for (acknowledged, unknown, lost, doubled) in [(1, 0, 0, 0), (0, 1, 0, 0), (2, 0, 1, 0), (0, 0, 0, 1)] {
        let mut check = Check::new(evening.deeds.clone());
        for record in &evening.records {
            check.record(record);
        }
        let logins = [(("ann".to_owned(), "added"), LoginCount { acknowledged, unknown })];
        let checked = check.finish(&evening.balances, &BTreeMap::from(logins));
        assert_eq!((checked.lost, checked.doubled), (lost, doubled), "{}", told(&checked));
        assert_eq!(checked.is_clean(), lost + doubled == 0);
    }
}
