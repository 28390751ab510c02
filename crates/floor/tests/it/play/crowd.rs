//! A floor of dealer's tables, and everyone on it.

use std::collections::HashMap;
use std::collections::VecDeque;
use std::path::Path;

use floor::{
    Clock, Config, DealingConfig, Denied, Desk, Exchange, Floor, Person, Posted, Role, SessionKind,
    TableConfig, Till,
};
use journal::{Journal, Opening};
use round::due;
use testkit::{environment, put_on_duty};
use transcript::{Line, Replay, Statement, Transcript};
use vocabulary::{Card, Chips};

use super::scenarios::{parts, posted};

/// What every player begins with.
pub(crate) const CREDITS: Chips = Chips::whole(1_000_000);

/// The journal in this folder.
pub(crate) async fn journal_in(folder: &Path) -> Journal {
    let url = format!("sqlite:{}", folder.join("floor.db").display()).parse().expect("a database");
    Journal::open(&url, Opening::Serve).await.expect("the journal opens")
}

/// A floor over a journal in this folder, with a dealer's table for each of these transcripts.
pub(crate) async fn open_floor(folder: &Path, transcripts: &[Transcript]) -> Floor {
    let journal = journal_in(folder).await;
    let table = |(transcript, number): (&Transcript, usize)| {
        let Posted { game, settings, limits, .. } = posted(transcript);
        let (id, dealing) = (format!("table-{number}"), DealingConfig::Dealer);
        TableConfig { settings, limits, dealing, ..TableConfig::of(&id, &game) }
    };
    let tables = transcripts.iter().zip(0..).map(table).collect();
    let config = Config { tables, ..Config::default() };
    let (floor, _) =
        Floor::open(config, journal, environment(Clock::default())).await.expect("the floor opens");
    floor
}

/// Someone on the floor: a player with credits, or staff.
pub(crate) async fn person(floor: &Floor, name: &str, role: Role) -> Person {
    let name = if role == Role::Player { name.to_owned() } else { format!("staff-{}", role.word()) };
    if let Some(person) = floor.people().find(&name).await.expect("the journal reads") {
        return person;
    }
    let person = floor.people().add("house", &name, role, Some(testkit::PASSWORD)).await.expect("a new name");
    if role == Role::Player {
        floor.people().sign_in(&person, SessionKind::Bearer).await.expect("the player signs in");
        let bought = floor.cage().exchange(None, "house", &name, Exchange::Bought, Till::Cage, CREDITS).await;
        bought.expect("credits are bought");
    }
    person
}

/// A transcript that is played at a table of a floor.
pub(crate) struct Playing {
    pub(crate) table: String,
    cards: VecDeque<Card>,
    posts: HashMap<String, Role>,
}

impl Playing {
    /// Everyone in it comes to the floor, and bets are opened.
    pub(crate) async fn begin(floor: &Floor, table: String, replay: &Replay) -> Playing {
        for name in &replay.names {
            person(floor, name, Role::Player).await;
        }
        let playing = Playing { table, cards: VecDeque::new(), posts: HashMap::new() };
        let dealer = person(floor, "delia", Role::Dealer).await;
        put_on_duty(floor, &dealer, &playing.table).await;
        let opened = playing.say(floor, "delia", &[Role::Dealer], "dealer opens bets").await;
        opened.expect("bets are opened");
        playing
    }

    pub(crate) fn desk(&self, floor: &Floor) -> Desk {
        floor.table(&self.table).expect("a table")
    }

    /// The person a line is for says it, and the dealer keys the cards that are due then.
    pub(crate) async fn line(&mut self, floor: &Floor, line: &Line) {
        if let Statement::Returns { name } = &line.statement
            && self.is_in_a_later_round(floor, name)
        {
            return;
        }
        for part in parts(&line.statement, &mut self.posts) {
            let said = self.say(floor, &part.name, &part.roles, &part.say).await;
            assert!(said.is_ok(), "{} line {}: {}: {said:?}", self.table, line.number, line.statement);
        }
        if let Statement::Shoe(more) = &line.statement {
            self.cards.extend(more);
        }
        while !self.cards.is_empty() && self.card_is_due(floor) {
            let card = self.cards.pop_front().expect("a card");
            let keyed = self.say(floor, "delia", &[Role::Dealer], &format!("shoe {card}")).await;
            keyed.expect("a card that is due");
        }
    }

    /// A new round finds everyone there: nobody has to come back to it.
    fn is_in_a_later_round(&self, floor: &Floor, name: &str) -> bool {
        let now = self.desk(floor).standing.borrow().clone();
        let is_away = now.table.find(name).is_some_and(|player| now.table.round().away(player).is_some());
        now.table.round().number() > 1 && !is_away
    }

    async fn say(&self, floor: &Floor, name: &str, roles: &[Role], say: &str) -> Result<(), Denied> {
        let (desk, mut said) = (self.desk(floor), Ok(()));
        for role in roles {
            said = match desk.say(&person(floor, name, *role).await, None, say).await {
                Ok(answer) if answer.waits_for_approval => self.approve(floor, answer.seq).await,
                answered => answered.map(drop),
            };
            if said.is_ok() {
                break;
            }
        }
        said
    }

    /// A second person of the highest post approves what waits.
    async fn approve(&self, floor: &Floor, number: u64) -> Result<(), Denied> {
        let people = floor.people();
        let second = match people.find("second").await.expect("the journal reads") {
            Some(second) => second,
            None => people.add("house", "second", Role::ShiftManager, None).await.expect("a new name"),
        };
        let judged = floor::judge(floor, &second, None, &self.table, number, true).await;
        judged.map(drop).map_err(|problem| Denied::Senseless(problem.detail))
    }

    fn card_is_due(&self, floor: &Floor) -> bool {
        let standing = self.desk(floor).standing.borrow().clone();
        due(standing.table.rules(), standing.table.round()).is_some()
    }
}

/// What everyone won in transcripts, less what still lies on a table.
fn won(replays: &[Replay]) -> HashMap<String, Chips> {
    let mut won: HashMap<String, Chips> = HashMap::new();
    for replay in replays {
        for wager in replay.rounds.iter().flat_map(|record| record.round.wagers()) {
            let name = replay.names[usize::from(wager.player.0)].clone();
            *won.entry(name).or_default() += if wager.is_live() { -wager.at_risk() } else { wager.net() };
        }
    }
    won
}

/// Every player has what the transcripts say, the ledger adds up, and the whole journal is in order.
pub(crate) async fn check_chips(floor: &Floor, replays: &[Replay]) {
    let won = won(replays);
    assert!(won.values().filter(|won| **won != Chips::ZERO).count() > 3, "{won:?}");
    for (name, won) in won {
        assert_eq!(floor.cage().balance(&name).await.expect("a balance"), CREDITS + won, "{name}");
    }
    assert_eq!(floor.journal().ledger_sum().await.expect("the journal reads"), Chips::ZERO);
    let audited = floor::audit(floor.journal(), journal::Since::Start, &[], |_| {}).await;
    let audited = audited.expect("the journal reads");
    assert!(audited.is_clean() && audited.rounds > 20, "{audited:?}");
}
