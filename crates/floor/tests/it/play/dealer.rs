//! A dealer's table: real cards, keyed one by one, and everyone says their own part.
//!
//! Every scenario of the conformance suite, and every round of the second model, is played again at a dealer's table of the
//! floor: players say what players said, staff in their posts what staff said, the dealer keys each card when it is due. The
//! table stands after every sentence as the transcript's own replay does, and its book gives the round back.

use std::collections::{BTreeSet, HashMap, VecDeque};

use super::crowd::{Playing, check_chips, open_floor};
use super::scenarios::{Part, fingerprint, parts, posted, sets_the_table, stakes_for_others};
use floor::{
    Dealing, Entry, Money, Posted, Recalled, Role, Seconds, Seed, Table, Unsaid, options, settle_again,
    staff_options, understand,
};
use round::{Awaiting, awaiting, due};
use transcript::{Refused, Statement, Transcript};
use vocabulary::{Card, Clause};

/// A dealer's table and its book.
struct Evening {
    table: Table,
    cards: VecDeque<Card>,
    book: Vec<Entry>,
}

/// Why a sentence had no effect.
#[derive(Debug)]
enum Deaf {
    Speech(Unsaid),
    Rules(Refused),
}

impl Evening {
    fn new(posted: Posted) -> Evening {
        let table = Table::new(posted, Dealing::Dealer, Seconds::default()).expect("a game");
        let mut evening = Evening { table, cards: VecDeque::new(), book: Vec::new() };
        evening.say("delia", Role::Dealer, "dealer opens bets").expect("bets are opened");
        evening
    }

    fn say(&mut self, name: &str, role: Role, say: &str) -> Result<(), Deaf> {
        let mut copy = self.table.clone();
        let statement = understand(name, role, true, say).map_err(Deaf::Speech)?;
        let mut none = || -> Seed { unreachable!("a dealer's shoe is shuffled by hand") };
        let step = copy.hear(name, &statement, 0, &mut none).map_err(Deaf::Rules)?;
        assert_eq!(step.entry.remark, None, "{say}");
        assert_eq!(Entry::read(&step.entry.write()).expect("what was written"), step.entry);
        self.book.push(step.entry);
        self.table = copy;
        Ok(())
    }

    /// Someone can go on: a player, the dealer, or the pit in some post. Bets are everybody's to place.
    fn check_someone_can_go_on(&self, at: &str) {
        if awaiting(self.table.rules(), self.table.round()) == Awaiting::Wagers {
            return;
        }
        let staff = [Role::Dealer, Role::Supervisor, Role::PitManager, Role::ShiftManager];
        let mut staff = staff.into_iter().flat_map(|role| staff_options(&self.table, role));
        let mut players = self.table.names().iter().flat_map(|name| options(&self.table, name));
        assert!(staff.next().or_else(|| players.next()).is_some(), "{at}: nobody can say anything");
    }

    /// The one of them who may say it does.
    fn part(&mut self, part: &Part) -> Result<(), Deaf> {
        let mut last = None;
        for role in &part.roles {
            match self.say(&part.name, *role, &part.say) {
                Ok(()) => return Ok(()),
                Err(deaf) => last = Some(deaf),
            }
        }
        Err(last.expect("somebody speaks"))
    }

    fn hears(&mut self, part: &Part, at: &str) {
        // A new round finds everyone there: nobody has to come back to it.
        if part.say == "returns" && self.table.round().number() > 1 && !self.is_away(&part.name) {
            return;
        }
        self.part(part).unwrap_or_else(|deaf| panic!("{at}: {part:?}: {deaf:?}"));
    }

    fn refuses(&mut self, part: &Part, clause: Option<Clause>, at: &str) {
        // A player who was away and speaks is back, at a table of the floor.
        if self.is_away(&part.name) {
            return;
        }
        match self.part(part) {
            Ok(()) => panic!("{at}: {part:?} was accepted"),
            Err(Deaf::Speech(unsaid)) => assert!(matches!(unsaid, Unsaid::NotYours(_)), "{at}: {unsaid}"),
            Err(Deaf::Rules(refused)) => {
                let named = clause.is_none_or(|clause| refused.clauses.contains(&clause));
                assert!(named, "{at}: {refused:?}");
            }
        }
    }

    fn is_away(&self, name: &str) -> bool {
        self.table.find(name).is_some_and(|player| self.table.round().away(player).is_some())
    }

    /// The dealer keys every card that is due, while there are any.
    fn key_cards(&mut self) {
        while let Some(card) = self.cards.front().copied()
            && due(self.table.rules(), self.table.round()).is_some()
        {
            let next = staff_options(&self.table, Role::Dealer);
            assert_eq!(next.iter().map(|next| next.word).collect::<Vec<_>>(), ["shoe"], "a card is due");
            self.say("delia", Role::Dealer, &format!("shoe {card}")).expect("a card that is due");
            self.cards.pop_front();
        }
    }

    /// The book gives the table back, and each of its rounds settles again and replays.
    fn check_book(&self) {
        let mut again =
            Table::new(posted_of(&self.book), Dealing::Dealer, Seconds::default()).expect("a game");
        self.book.iter().for_each(|entry| again.catch_up(entry).expect("a game"));
        assert_eq!(again.round(), self.table.round());
        assert_eq!(again.names(), self.table.names());
        for round in self.book.chunk_by(|_, next| next.opens.is_none()) {
            settle_again(round).expect("it settles again");
            let opens = round[0].opens.as_ref().expect("a round opens");
            if !opens.between.memory.small_before.is_empty() {
                // The notation cannot say that someone has had their one wager under the minimum; it can only play it.
                continue;
            }
            let text = Recalled::of(round).expect("a round").transcript().to_string();
            let replay = transcript::replay(&transcript::parse(&text).expect("a transcript"), None, false);
            assert_eq!(replay.played, transcript::Played::Passed, "{text}");
        }
    }
}

fn posted_of(book: &[Entry]) -> Posted {
    book[0].opens.as_ref().expect("a round opens").rules.clone()
}

/// Plays a transcript at a dealer's table beside its own replay, and gives its book.
pub(crate) fn play_beside(transcript: &Transcript) -> Vec<Entry> {
    let posted = posted(transcript);
    let mut beside = transcript::Table::new(posted.rules().expect("a game"));
    let mut evening = Evening::new(posted);
    let mut posts = HashMap::new();
    for line in transcript.lines.iter().filter(|line| !sets_the_table(&line.statement)) {
        let at = format!("line {}: {}", line.number, line.statement);
        match &line.statement {
            Statement::Refuse { clause, statement } => {
                for part in parts(statement, &mut posts) {
                    evening.refuses(&part, *clause, &at);
                }
            }
            Statement::Expect(_) => {}
            statement => {
                beside.hear(statement).expect(&at);
                for part in parts(statement, &mut posts) {
                    evening.hears(&part, &at);
                }
            }
        }
        if let Statement::Shoe(cards) = &line.statement {
            evening.cards.extend(cards);
        }
        evening.key_cards();
        evening.check_someone_can_go_on(&at);
        let here = fingerprint(evening.table.rules(), evening.table.round(), evening.table.names());
        assert_eq!(here, fingerprint(beside.rules(), beside.round(), beside.names()), "{at}");
    }
    evening.check_book();
    evening.book
}

#[test]
fn every_scenario_is_played_at_a_dealers_table_as_it_replays() {
    let mut failed = Vec::new();
    for path in super::scenarios::all() {
        let transcript = super::scenarios::read(&path);
        let played = std::panic::catch_unwind(|| drop(play_beside(&transcript)));
        if played.is_err() {
            failed.push(path);
        }
    }
    assert!(failed.is_empty(), "{} failed: {failed:#?}", failed.len());
}

#[test]
fn a_card_is_keyed_when_it_is_due_and_the_dealer_is_the_clock() {
    let posted = |game: &str| Posted {
        game: game.into(),
        book: None,
        settings: [].into(),
        limits: [].into(),
        money: Money::Real,
    };
    let mut evening = Evening::new(posted("macau"));
    evening.say("ann", Role::Player, "bets 10 on 1").expect("a bet");
    let refused = |said: Result<(), Deaf>| match said {
        Err(Deaf::Rules(refused)) => refused.says,
        other => panic!("{other:?}"),
    };
    assert!(refused(evening.say("delia", Role::Dealer, "shoe Ts")).starts_with("1 too many"));
    evening.say("delia", Role::Dealer, "dealer closes bets").expect("bets are closed");
    assert!(refused(evening.say("delia", Role::Dealer, "shoe Ts 7d 9s 2c")).starts_with("1 too many"));
    evening.say("delia", Role::Dealer, "shoe Ts 7d 9s").expect("three cards are due");
    assert_eq!(evening.table.clock(), None, "Macau has no clock for decisions");
    let mut evening = Evening::new(posted("electronic"));
    evening.say("ann", Role::Player, "bets 10").expect("a bet");
    assert_eq!(evening.table.clock(), None, "the dealer closes the bets");
    evening.say("delia", Role::Dealer, "dealer closes bets").expect("bets are closed");
    evening.cards.extend(["5s", "7d", "9s"].map(|card| card.parse::<Card>().expect("a card")));
    evening.key_cards();
    let clock = evening.table.clock().expect("the game's own clock");
    assert_eq!(clock.waits_for, floor::WaitsFor::Decision);
    assert_eq!(clock.until, i64::from(evening.table.rules().decision_seconds()) * 1000);
}

/// Over the floor, with a journal and accounts: every player ends with what the transcripts say they won, less what they still have
/// on a table.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chips_at_dealers_tables_are_where_the_transcripts_put_them() {
    let plain = |transcript: &Transcript| {
        // A floor has nobody called `a`; what is refused was tried above.
        let unusual = |line: &transcript::Line| {
            let short = line.statement.to_string().find(' ').is_some_and(|letters| letters < 2);
            short || matches!(line.statement, Statement::Refuse { .. })
        };
        !transcript.lines.iter().any(unusual) && !stakes_for_others(transcript)
    };
    let all = super::scenarios::all().into_iter().map(|path| super::scenarios::read(&path)).filter(plain);
    let transcripts: Vec<Transcript> = all.step_by(16).collect();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let floor = open_floor(folder.path(), &transcripts).await;
    let mut replays = Vec::new();
    for (transcript, number) in transcripts.iter().zip(0..) {
        let replay = transcript::replay(transcript, None, false);
        let mut playing = Playing::begin(&floor, format!("table-{number}"), &replay).await;
        for line in transcript.lines.iter().filter(|line| !sets_the_table(&line.statement)) {
            playing.line(&floor, line).await;
        }
        replays.push(replay);
    }
    let games: BTreeSet<&str> =
        replays.iter().filter_map(|replay| Some(replay.rules.as_ref()?.id())).collect();
    assert_eq!(games.len(), 5, "{games:?}");
    check_chips(&floor, &replays).await;
}
