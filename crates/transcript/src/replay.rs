use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use round::{Awaiting, End, Event, Round, Viewer, awaiting, view};
use rulebook::{Rules, SilentPlay};
use vocabulary::{Card, Chips, Clause, Total};

use crate::statement::{Expectation, Line, Name, Statement, Transcript};
use crate::table::{Happened, Refused, Said, Table};

/// What a replay came to.
#[derive(Debug)]
pub struct Replay {
    /// The rounds of the file, as far as they were played.
    pub rounds: Vec<RoundRecord>,
    /// The players, in the order of their numbers.
    pub names: Vec<Name>,
    /// The rules in force at the end.
    pub rules: Option<Rules>,
    /// How it went.
    pub played: Played,
}

/// How a replay went.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Played {
    /// Everything held.
    Passed,
    /// Something did not.
    Failed(Failure),
    /// A line could not be carried out because of how it is written.
    Unreadable(Failure),
}

/// Where a transcript and the engine disagree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The line.
    pub line: usize,
    /// The column, where it is one word that is wrong.
    pub column: Option<usize>,
    /// What the line expects.
    pub expected: String,
    /// What the engine says.
    pub got: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.column {
            Some(column) => {
                write!(f, "{}:{column}: expected {}, found {}", self.line, self.expected, self.got)
            }
            None => write!(f, "{}: expected {}, got {}", self.line, self.expected, self.got),
        }
    }
}

/// One round of a transcript.
#[derive(Clone, Debug)]
pub struct RoundRecord {
    /// The table as the round found it.
    pub before: Round,
    /// The round as it stood at its end, or when the file ended.
    pub round: Round,
    /// Everything that happened.
    pub events: Vec<Event>,
    /// What was refused.
    pub refusals: Vec<RefusalRecord>,
    /// Every clause that a settlement, a refusal or an automatic act named.
    pub cited: BTreeSet<Clause>,
    /// The round as a story.
    pub story: Vec<String>,
    /// What was irregular, in sentences with the clauses behind them.
    pub irregularities: Vec<(Clause, String)>,
}

/// A statement that was refused, as the transcript expects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusalRecord {
    /// The line.
    pub line: usize,
    /// What was said.
    pub statement: String,
    /// Why not.
    pub refused: Refused,
}

/// Runs a transcript. `beside` is the folder in which a rule book named by a relative path is looked for as well;
/// `telling` also writes the story.
#[must_use]
pub fn replay(transcript: &Transcript, beside: Option<&Path>, telling: bool) -> Replay {
    let mut lines = transcript.lines.iter();
    let table = match lines.next() {
        Some(line) => open_table(line, beside),
        None => Err(Failure {
            line: 1,
            column: Some(1),
            expected: "`game GAME` first".into(),
            got: "an empty file".into(),
        }),
    };
    match table {
        Ok(table) => Player::new(table, telling).play(lines),
        Err(failure) => {
            Replay { rounds: Vec::new(), names: Vec::new(), rules: None, played: Played::Unreadable(failure) }
        }
    }
}

/// Runs a transcript by this rule book, whatever its first line names.
#[must_use]
pub fn replay_by(book: Rules, transcript: &Transcript, telling: bool) -> Replay {
    Player::new(Table::new(book), telling).play(transcript.lines.iter().skip(1))
}

fn open_table(line: &Line, beside: Option<&Path>) -> Result<Table, Failure> {
    let Statement::Game(game) = &line.statement else {
        let (expected, got) = ("`game GAME` first".to_owned(), format!("`{}`", line.statement));
        return Err(Failure { line: line.number, column: Some(column(line, 0)), expected, got });
    };
    let nearby = beside.map(|folder| folder.join(game)).filter(|path| path.is_file());
    let path = nearby.and_then(|path| path.to_str().map(str::to_owned));
    let rules = Rules::of(game).map_or_else(|| Rules::open(path.as_deref().unwrap_or(game)), Ok);
    rules.map(Table::new).map_err(|faults| {
        let expected = format!("one of {} or a sound rule book", rulebook::GAMES.join(", "));
        let got = format!("{game} with these faults:\n{faults}");
        Failure { line: line.number, column: Some(column(line, 1)), expected, got }
    })
}

/// The column of a word of a line.
fn column(line: &Line, word: usize) -> usize {
    line.words.get(word).map_or(1, |(column, _)| *column)
}

#[derive(Default)]
struct Record {
    events: Vec<Event>,
    refusals: Vec<RefusalRecord>,
    cited: BTreeSet<Clause>,
    story: Vec<String>,
    irregularities: Vec<(Clause, String)>,
}

struct Player {
    table: Table,
    rounds: Vec<RoundRecord>,
    record: Record,
    before: Round,
    telling: bool,
    last_shoe: usize,
}

impl Player {
    fn new(table: Table, telling: bool) -> Player {
        let (rounds, record, last_shoe) = (Vec::new(), Record::default(), 0);
        Player { before: table.round.clone(), table, rounds, record, telling, last_shoe }
    }

    fn play<'l>(mut self, lines: impl Iterator<Item = &'l Line>) -> Replay {
        let mut played = Played::Passed;
        for line in lines {
            if let Err(other) = self.line(line) {
                played = other;
                break;
            }
        }
        if played == Played::Passed
            && let Some(card) = self.table.shoe.front()
        {
            let expected = "every card of the shoe to come out".to_owned();
            let got = format!("{} left, from {card} on", self.table.shoe.len());
            played = Played::Failed(Failure { line: self.last_shoe, column: None, expected, got });
        }
        self.end_round();
        Replay {
            rounds: self.rounds,
            names: self.table.names().to_vec(),
            rules: Some(Rules::clone(&self.table.rules)),
            played,
        }
    }

    fn line(&mut self, line: &Line) -> Result<(), Played> {
        match &line.statement {
            Statement::Game(_) => Err(Played::Unreadable(Failure {
                line: line.number,
                column: Some(column(line, 0)),
                expected: "one `game` at the top of the file".into(),
                got: "another".into(),
            })),
            Statement::Expect(Expectation::Cites(clause)) if !self.exists(*clause) => {
                Err(self.no_such_clause(line, 2))
            }
            Statement::Expect(expectation) => self.expect(expectation).map_err(|(expected, got)| {
                Played::Failed(Failure { line: line.number, column: None, expected, got })
            }),
            Statement::Refuse { clause: Some(clause), .. } if !self.exists(*clause) => {
                Err(self.no_such_clause(line, 1))
            }
            Statement::Refuse { clause, statement } => self.refuse(line, *clause, statement),
            statement => self.say(line, statement),
        }
    }

    fn exists(&self, clause: Clause) -> bool {
        self.table.rules.clauses().can_cite(clause)
    }

    fn no_such_clause(&self, line: &Line, word: usize) -> Played {
        let expected = format!("a clause of {}", self.table.rules.id());
        let got = line.words.get(word).map_or_else(String::new, |(_, word)| format!("`{word}`"));
        Played::Unreadable(Failure { line: line.number, column: Some(column(line, word)), expected, got })
    }

    /// A word that does not exist, with the column it stands at.
    fn unknown(line: &Line, expected: String, found: &str) -> Played {
        let at = line.words.iter().find(|(_, word)| word == found).map(|(column, _)| *column);
        Played::Unreadable(Failure {
            line: line.number,
            column: Some(at.unwrap_or(1)),
            expected,
            got: format!("`{found}`"),
        })
    }

    fn say(&mut self, line: &Line, statement: &Statement) -> Result<(), Played> {
        if matches!(statement, Statement::OpensBets) && self.table.round.end().is_some() {
            self.end_round();
        }
        if matches!(statement, Statement::Shoe(_)) {
            self.last_shoe = line.number;
        }
        match self.table.say(statement, self.telling) {
            Said::Done(happened) => {
                self.remember(happened);
                Ok(())
            }
            Said::Refused(refused) => Err(Played::Failed(Failure {
                line: line.number,
                column: None,
                expected: format!("`{}` to be accepted", brief(statement)),
                got: format!("refused: {}", refused.says),
            })),
            Said::Unknown(expected, found) => Err(Self::unknown(line, expected, &found)),
        }
    }

    fn remember(&mut self, happened: Vec<Happened>) {
        for Happened { event, clauses, told, irregular } in happened {
            self.record.cited.extend(clauses);
            self.record.story.extend(told);
            self.record.irregularities.extend(irregular.map(|says| (event.because().clause, says)));
            self.record.events.push(event);
        }
    }

    fn refuse(&mut self, line: &Line, clause: Option<Clause>, statement: &Statement) -> Result<(), Played> {
        let number = line.number;
        let failed =
            |expected, got| Err(Played::Failed(Failure { line: number, column: None, expected, got }));
        let refused = match self.table.try_saying(statement) {
            Said::Done(_) => {
                return failed(format!("`{}` to be refused", brief(statement)), "it was accepted".to_owned());
            }
            Said::Unknown(expected, found) => return Err(Self::unknown(line, expected, &found)),
            Said::Refused(refused) => refused,
        };
        if let Some(clause) = clause.filter(|clause| !refused.clauses.contains(clause)) {
            return failed(
                format!("`{}` to be refused by {clause}", brief(statement)),
                format!("refused: {}", refused.says),
            );
        }
        self.record.cited.extend(&refused.clauses);
        if self.telling {
            self.record.story.push(format!("refused: {statement}: {}", refused.says));
        }
        self.record.refusals.push(RefusalRecord { line: number, statement: statement.to_string(), refused });
        Ok(())
    }

    fn end_round(&mut self) {
        let Record { events, refusals, cited, story, irregularities } = std::mem::take(&mut self.record);
        let before = std::mem::replace(&mut self.before, self.table.round.clone());
        self.rounds.push(RoundRecord {
            before,
            round: self.table.round.clone(),
            events,
            refusals,
            cited,
            story,
            irregularities,
        });
    }

    fn expect(&self, expectation: &Expectation) -> Result<(), (String, String)> {
        let round = &self.table.round;
        let net = |expected: Chips, got: Chips| (expected != got).then(|| got.signed());
        let wrong = match expectation {
            Expectation::Net { name, amount } => {
                let got = self.table.find(name).map_or(Chips::ZERO, |player| round.net(player));
                net(*amount, got)
            }
            Expectation::House(amount) => net(*amount, round.house_net()),
            Expectation::Settled => (round.end() != Some(End::Settled)).then(|| self.state()),
            Expectation::Void => (round.end() != Some(End::Void)).then(|| self.state()),
            Expectation::Open => round.end().map(|_| self.state()),
            Expectation::DealerTotal(total) => {
                let shown = dealer_cards(&self.table.rules, round);
                let wrong = shown.is_empty() || u32::from(Total::of(&shown).points) != *total;
                wrong.then(|| dealer(&shown))
            }
            Expectation::DealerBlackjack => {
                let shown = dealer_cards(&self.table.rules, round);
                (shown.len() != 2 || !round.dealer_has_blackjack()).then(|| dealer(&shown))
            }
            Expectation::DealerBust => {
                (!round.dealer().total().is_bust()).then(|| dealer(&dealer_cards(&self.table.rules, round)))
            }
            Expectation::Turn { name, spot } => self.wrong_turn(name, *spot),
            Expectation::Cites(clause) => (!self.record.cited.contains(clause)).then(|| {
                let cited: Vec<String> = self.record.cited.iter().map(ToString::to_string).collect();
                if cited.is_empty() {
                    "nothing cited so far".into()
                } else {
                    format!("only {}", cited.join(" "))
                }
            }),
        };
        wrong.map_or(Ok(()), |got| Err((expectation.to_string(), got)))
    }

    /// What the round does now, in words.
    fn state(&self) -> String {
        match self.table.round.end() {
            Some(End::Settled) => "settled".into(),
            Some(End::Void) => "void".into(),
            None => format!("open, waiting for {}", self.awaited()),
        }
    }

    fn awaited(&self) -> String {
        let name = |player: vocabulary::PlayerId| self.table.names()[usize::from(player.0)].as_str();
        let deciders = |decisions: &[round::Decision]| {
            let who: Vec<String> =
                decisions.iter().map(|d| format!("{} on {}", name(d.by), d.spot)).collect();
            who.join(", ")
        };
        match awaiting(&self.table.rules, &self.table.round) {
            Awaiting::Wagers => "bets".into(),
            Awaiting::Card(_) => "a card".into(),
            Awaiting::Offers { .. } => "answers to the offers".into(),
            Awaiting::Decisions(decisions) if decisions.is_empty() => {
                let waits = self.table.rules.absent_policy() == SilentPlay::Wait;
                if waits { "an absent player".into() } else { "nobody".into() }
            }
            Awaiting::Decisions(decisions) => format!("a decision of {}", deciders(&decisions)),
            Awaiting::Follow { players, .. } => {
                let who: Vec<&str> = players.iter().map(|(player, _)| name(*player)).collect();
                format!("{} to follow or decline", who.join(", "))
            }
            Awaiting::Withdrawals(players) => {
                let who: Vec<&str> = players.iter().map(|player| name(*player)).collect();
                format!("{} to withdraw or continue", who.join(", "))
            }
            Awaiting::Choices { choices, .. } => {
                let who: Vec<String> =
                    choices.iter().map(|(player, spot)| format!("{} on {spot}", name(*player))).collect();
                format!("{} to withdraw or continue", who.join(", "))
            }
            Awaiting::Pick { player, cards } => {
                let seen: Vec<String> =
                    cards.iter().map(|card| card.map_or("?".into(), |card| card.to_string())).collect();
                format!("{} to pick among {}", player.map_or("the pit", name), seen.join(" "))
            }
            Awaiting::Discard => "the pit to discard the cards drawn together".into(),
            Awaiting::FinishFirst(player) => {
                format!("{} to finish the hand first (continues) or to decline", name(player))
            }
            Awaiting::Control(spots) => {
                let spots: Vec<String> = spots.iter().map(ToString::to_string).collect();
                format!("the dealer to say who controls {}", spots.join(", "))
            }
            Awaiting::Ruling => "a ruling of the pit".into(),
            Awaiting::Nothing(_) => "nothing".into(),
        }
    }

    fn wrong_turn(&self, name: &str, spot: Option<u32>) -> Option<String> {
        let (Awaiting::Decisions(decisions) | Awaiting::Offers { first: decisions, .. }) =
            awaiting(&self.table.rules, &self.table.round)
        else {
            return Some(self.awaited());
        };
        let player = self.table.find(name);
        let here = |decision: &round::Decision| {
            Some(decision.by) == player
                && spot.is_none_or(|spot| {
                    u32::from(decision.spot.number()) == spot || self.table.rules.shared_hand()
                })
        };
        (!decisions.iter().any(here)).then(|| self.awaited())
    }
}

/// The dealer's cards that lie face up.
pub(crate) fn dealer_cards(rules: &Rules, round: &Round) -> Vec<Card> {
    view(rules, round, Viewer::Public).dealer.into_iter().flatten().collect()
}

fn dealer(shown: &[Card]) -> String {
    let cards: Vec<String> = shown.iter().map(ToString::to_string).collect();
    if cards.is_empty() {
        "no card yet".into()
    } else {
        format!("{} ({})", Total::of(shown), cards.join(" "))
    }
}

/// A statement short enough to be repeated in a message.
fn brief(statement: &Statement) -> String {
    let text = statement.to_string();
    match text.char_indices().nth(100) {
        Some((at, _)) => format!("{} …", &text[..at]),
        None => text,
    }
}
