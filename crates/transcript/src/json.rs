//! What `croupier replay --json` prints: types of their own, so that the engine's can change.

use round::{Bet, End, Round, Wager};
use rulebook::{Kind, Rules};
use serde::{Serialize, Serializer};
use std::collections::BTreeMap;
use vocabulary::{Chips, Total};

use crate::replay::{Played, Replay, RoundRecord, dealer_cards};

/// Money as a JSON number of whole currency units, with the cents after the point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Amount(pub Chips);

impl Serialize for Amount {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let units = self.0.units();
        if units % 100 == 0 {
            return serializer.serialize_i64(units / 100);
        }
        // The decimal text of at most 13 digits reads back as the nearest double, which prints as the same text.
        serializer.serialize_f64(self.0.to_string().parse().map_err(serde::ser::Error::custom)?)
    }
}

/// One transcript.
#[derive(Serialize, Debug)]
pub struct FileJson {
    /// The file.
    pub file: String,
    /// `passed`, `failed` or `unreadable`.
    pub result: &'static str,
    /// Why it did not pass, with the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The last round of the file.
    #[serde(flatten)]
    pub last: Option<RoundJson>,
    /// All rounds of the file.
    pub rounds: Vec<RoundJson>,
}

/// One round.
#[derive(Serialize, Clone, Debug)]
pub struct RoundJson {
    /// Its number in the file, from 1.
    pub round: u32,
    /// The game.
    pub game: String,
    /// `settled`, `void` or `open`.
    pub state: &'static str,
    /// Every wager, with what became of it.
    pub wagers: Vec<WagerJson>,
    /// Each player's net so far.
    pub nets: BTreeMap<String, Amount>,
    /// The house's net so far.
    pub house: Amount,
    /// Every hand; the dealer's last.
    pub hands: Vec<HandJson>,
    /// What was refused.
    pub refusals: Vec<RefusalJson>,
    /// What went wrong, what was done about it, and what staff decided, in order.
    pub irregularities: Vec<IrregularityJson>,
}

/// One wager.
#[derive(Serialize, Clone, Debug)]
pub struct WagerJson {
    /// Whose.
    pub player: String,
    /// The spot; none for a ruling.
    pub spot: Option<u8>,
    /// The hand there, from 1; none for a ruling.
    pub hand: Option<u8>,
    /// `main`, `insurance`, the side wager's word, or `ruling` for money that a person awarded or took.
    pub kind: String,
    /// For an insurance in another's place, whose wager it is for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instead_of: Option<String>,
    /// All that was at risk.
    pub stake: Amount,
    /// What became of it; `open` while nothing has.
    pub outcome: &'static str,
    /// All that went back to the player.
    pub returned: Amount,
    /// The clause behind it; none while nothing has become of it.
    pub clause: Option<String>,
}

/// One hand.
#[derive(Serialize, Clone, Debug)]
pub struct HandJson {
    /// The spot; none for the dealer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spot: Option<u8>,
    /// Whose terminal, with a shared hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// The hand there, from 1.
    pub hand: usize,
    /// Its cards.
    pub cards: Vec<String>,
    /// Its total.
    pub total: u8,
    /// Whether an Ace counts eleven in it.
    pub soft: bool,
}

/// A refusal.
#[derive(Serialize, Clone, Debug)]
pub struct RefusalJson {
    /// The line.
    pub line: usize,
    /// What was said.
    pub statement: String,
    /// Why not.
    pub reason: String,
    /// The clauses it names, the one it rests on first.
    pub clauses: Vec<String>,
}

/// Something irregular.
#[derive(Serialize, Clone, Debug)]
pub struct IrregularityJson {
    /// The clause behind it.
    pub clause: String,
    /// What happened, in a sentence.
    pub says: String,
}

impl Replay {
    /// What `--json` prints for a file.
    #[must_use]
    pub fn to_json(&self, file: &str) -> FileJson {
        let rounds: Vec<RoundJson> = match &self.rules {
            Some(rules) => {
                let numbered = self.rounds.iter().zip(1..);
                numbered.map(|(record, number)| round_json(rules, &self.names, record, number)).collect()
            }
            None => Vec::new(),
        };
        let (result, failure) = match &self.played {
            Played::Passed => ("passed", None),
            Played::Failed(failure) => ("failed", Some(failure.to_string())),
            Played::Unreadable(failure) => ("unreadable", Some(failure.to_string())),
        };
        FileJson { file: file.to_owned(), result, failure, last: rounds.last().cloned(), rounds }
    }
}

fn round_json(rules: &Rules, names: &[String], record: &RoundRecord, number: u32) -> RoundJson {
    let round = &record.round;
    let name = |player: vocabulary::PlayerId| names[usize::from(player.0)].clone();
    let bettors = round.wagers().iter().map(|wager| wager.player);
    RoundJson {
        round: number,
        game: rules.id().to_owned(),
        state: match round.end() {
            Some(End::Settled) => "settled",
            Some(End::Void) => "void",
            None => "open",
        },
        wagers: round.wagers().iter().map(|wager| wager_json(rules, wager, name)).collect(),
        nets: bettors.map(|player| (name(player), Amount(round.net(player)))).collect(),
        house: Amount(round.house_net()),
        hands: hands_json(rules, round, name),
        refusals: record
            .refusals
            .iter()
            .map(|refusal| RefusalJson {
                line: refusal.line,
                statement: refusal.statement.clone(),
                reason: refusal.refused.says.clone(),
                clauses: refusal.refused.clauses.iter().map(ToString::to_string).collect(),
            })
            .collect(),
        irregularities: record
            .irregularities
            .iter()
            .map(|(clause, says)| IrregularityJson { clause: clause.to_string(), says: says.clone() })
            .collect(),
    }
}

fn wager_json(rules: &Rules, wager: &Wager, name: impl Fn(vocabulary::PlayerId) -> String) -> WagerJson {
    let (kind, instead_of) = match wager.bet {
        Bet::Main => ("main".to_owned(), None),
        Bet::Side(at) => (rules.word(Kind::Side(at)).to_owned(), None),
        Bet::Award => ("ruling".to_owned(), None),
        Bet::Insurance(owner) => ("insurance".to_owned(), (owner != wager.player).then(|| name(owner))),
    };
    let lies = wager.bet != Bet::Award;
    WagerJson {
        player: name(wager.player),
        spot: lies.then_some(wager.spot.number()),
        hand: lies.then_some(wager.hand + 1),
        kind,
        instead_of,
        stake: Amount(wager.at_risk()),
        outcome: wager.result.map_or("open", |result| result.outcome.word()),
        returned: Amount(wager.result.map_or(Chips::ZERO, |result| result.returned)),
        clause: wager.result.map(|result| result.because.clause.to_string()),
    }
}

fn hands_json(rules: &Rules, round: &Round, name: impl Fn(vocabulary::PlayerId) -> String) -> Vec<HandJson> {
    let json = |spot, player, hand: usize, cards: &[vocabulary::Card]| HandJson {
        spot,
        player,
        hand: hand + 1,
        cards: cards.iter().map(ToString::to_string).collect(),
        total: Total::of(cards).points,
        soft: Total::of(cards).soft,
    };
    let mut hands = Vec::new();
    for area in round.areas() {
        for (at, hand) in area.hands().iter().enumerate() {
            hands.push(json(Some(area.spot.number()), area.owner.map(&name), at, hand.cards()));
        }
    }
    hands.push(json(None, Some("dealer".into()), 0, &dealer_cards(rules, round)));
    hands
}
