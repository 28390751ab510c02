//! What a viewer sees of a table: built up field by field, so that what is not named here is not shown.

mod awaits;
mod hands;
mod moment;
mod news;
mod recent;

pub use awaits::Awaited;
pub use moment::Moment;
pub use news::News;
pub(crate) use news::write_seen;
pub(crate) use recent::{RECENT, RecentNews};

use std::collections::BTreeMap;

use round::{Bet, Phase, Stage, Viewer, Wager};
use rulebook::{Kind, Rules};
use serde::Serialize;
use utoipa::ToSchema;
use vocabulary::{Card, Spot, Total};

use crate::desk::Standing;
use crate::money::Money;
use crate::options::{Sayable, Unsayable, options, staff_options, unsayable};
use crate::roles::Role;
use crate::seats::SeatSight;
use crate::table::Table;
use crate::window::{Deadline, Millis};

/// Who looks at a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Eyes {
    /// Anyone.
    Public,
    /// A player, by name.
    Player(String),
    /// Staff, in a role.
    Staff(Role),
}

impl Eyes {
    /// Whose eyes someone in this role has.
    #[must_use]
    pub fn of(name: &str, role: Role) -> Eyes {
        match role {
            Role::Player => Eyes::Player(name.to_owned()),
            Role::Dealer | Role::Supervisor | Role::PitManager | Role::ShiftManager | Role::Auditor => {
                Eyes::Staff(role)
            }
            Role::Cashier | Role::Administrator | Role::Terminal => Eyes::Public,
        }
    }

    /// Who that is at this table.
    #[must_use]
    pub fn viewer(&self, table: &Table) -> Viewer {
        match self {
            Eyes::Public => Viewer::Public,
            Eyes::Staff(_) => Viewer::Staff,
            Eyes::Player(name) => table.find(name).map_or(Viewer::Public, Viewer::Player),
        }
    }
}

/// A table as one viewer sees it now.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Sight {
    /// The table.
    pub table: String,
    /// The game's word.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// What is played for.
    pub money: Money,
    /// The number of the last entry in the table's book: listen on from here.
    pub seq: u64,
    /// The server's time, in milliseconds since 1970.
    pub now: Millis,
    /// Whether the table begins further rounds.
    pub open: bool,
    /// Whether it takes no wagers for now, because the floor is short of disk space. That ends by itself.
    pub suspended: bool,
    /// The number of the round.
    pub round: u32,
    /// How far the round is.
    pub phase: &'static str,
    /// The clock that runs.
    pub clock: Option<Deadline>,
    /// How many spots there are.
    pub spots: u8,
    /// Who sits where; at terminals others have no name.
    pub seats: BTreeMap<u8, String>,
    /// The viewer's own seat, and when it ends if they do nothing.
    pub seat: Option<SeatSight>,
    /// The people in the round, by their numbers in events.
    pub people: Vec<String>,
    /// The smallest chip, in minor units.
    pub unit: i64,
    /// The wagers of the game with their limits.
    pub kinds: Vec<KindSight>,
    /// The dealer's cards.
    pub dealer: HandSight,
    /// With a shared hand, the cards that are everyone's, in their order; else none.
    pub common: Vec<CommonSight>,
    /// The hands.
    pub hands: Vec<HandSight>,
    /// The wagers.
    pub wagers: Vec<WagerSight>,
    /// Cards out of the device and not dealt.
    pub waiting: Vec<CardSight>,
    /// The viewer's own result so far, in minor units.
    pub net: Option<i64>,
    /// What the table waits for, and of whom.
    pub awaits: Vec<Awaited>,
    /// What the viewer can answer now.
    pub options: Vec<Sayable>,
    /// What they might want to answer now and cannot, with the reason.
    pub refused: Vec<Unsayable>,
}

/// A card, or the back of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CardSight(Option<Card>);

impl CardSight {
    /// The card, where its face is seen.
    #[must_use]
    pub fn card(self) -> Option<Card> {
        self.0
    }
}

impl Serialize for CardSight {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Some(card) => serializer.collect_str(&card),
            None => serializer.serialize_str("?"),
        }
    }
}

impl utoipa::PartialSchema for CardSight {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

impl ToSchema for CardSight {}

/// A kind of wager and its limits, in minor units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct KindSight {
    /// Its word: `main`, or a side wager's.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// The smallest wager, where one is posted.
    pub min: Option<i64>,
    /// The largest.
    pub max: Option<i64>,
}

/// A hand.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct HandSight {
    /// The spot; none for the dealer.
    pub spot: Option<u8>,
    /// Whose terminal, with a shared hand.
    pub player: Option<String>,
    /// Which hand of the spot, from 1.
    pub hand: usize,
    /// Its cards, `?` for a card lying face down.
    pub cards: Vec<CardSight>,
    /// For each of them, its number among the cards of the spot, from 0. A card that is split off keeps its number.
    pub numbers: Vec<usize>,
    /// Its total, where all cards are seen.
    pub total: Option<u8>,
    /// Whether an Ace counts eleven in it.
    pub soft: bool,
    /// What was decided for it because nobody answered, in the order it was.
    pub automatic: Vec<Automatic>,
}

/// A decision that was taken for a player who did not answer.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Automatic {
    /// What kind of answer was given for them.
    pub word: &'static str,
    /// The clause behind it.
    pub clause: String,
}

/// A card that is everyone's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct CommonSight {
    /// The card.
    pub card: CardSight,
    /// Whether the viewer's own hand took it.
    pub used: bool,
}

/// A wager, in minor units.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct WagerSight {
    /// Whose.
    pub player: String,
    /// Where.
    pub spot: u8,
    /// On which hand, from 1.
    pub hand: u8,
    /// `main`, `insurance`, `ruling`, or a side wager's word.
    pub kind: String,
    /// For an insurance, whose wager it is for.
    pub insures: Option<String>,
    /// All that is at risk.
    pub stake: i64,
    /// What became of it.
    pub outcome: Option<&'static str>,
    /// All that went back.
    pub returned: Option<i64>,
    /// The clause behind it.
    pub clause: Option<String>,
}

impl Sight {
    /// The table as this viewer sees it.
    #[must_use]
    pub fn of(id: &str, standing: &Standing, eyes: &Eyes, now: Millis) -> Sight {
        let table = &standing.table;
        let (rules, names) = (table.rules(), table.names());
        let seen = Moment::at(table, names, eyes.viewer(table));
        let options = match eyes {
            Eyes::Player(name) => options(table, name),
            Eyes::Staff(role) => staff_options(table, *role),
            Eyes::Public => Vec::new(),
        };
        let refused = match eyes {
            Eyes::Player(name) => unsayable(table, name, &options),
            Eyes::Staff(_) | Eyes::Public => Vec::new(),
        };
        let seats = &table.round().memory().seats;
        let people = if rules.shared_hand() { own(names, eyes) } else { names.to_vec() };
        Sight {
            table: id.to_owned(),
            game: rules.id().to_owned(),
            name: rules.name().to_owned(),
            money: table.posted().money,
            seq: standing.seq,
            now,
            open: table.is_open(),
            suspended: table.is_suspended(),
            round: seen.round,
            phase: seen.phase,
            clock: table.clock(),
            spots: rules.spots(),
            seats: seats.iter().map(|(spot, player)| (spot.number(), name_of(&people, player.0))).collect(),
            seat: match eyes {
                Eyes::Player(name) => table.seat_of(name),
                Eyes::Staff(_) | Eyes::Public => None,
            },
            awaits: awaits::awaited(table, |name| people.iter().any(|shown| shown == name)),
            people,
            unit: rules.unit().units(),
            kinds: seen.kinds,
            dealer: seen.dealer,
            common: seen.common,
            hands: seen.hands,
            wagers: seen.wagers,
            waiting: seen.waiting,
            net: seen.net,
            options,
            refused,
        }
    }
}

/// At terminals nobody learns who else is there: only one's own name stands at its number.
fn own(names: &[String], eyes: &Eyes) -> Vec<String> {
    let shown = |name: &String| match eyes {
        Eyes::Staff(_) => true,
        Eyes::Player(own) => own == name,
        Eyes::Public => false,
    };
    names.iter().map(|name| if shown(name) { name.clone() } else { String::new() }).collect()
}

fn name_of(names: &[String], number: u16) -> String {
    names.get(usize::from(number)).cloned().unwrap_or_default()
}

fn phase(phase: Phase) -> &'static str {
    match phase {
        Phase::Betting => "betting",
        Phase::Dealing => "dealing",
        Phase::Offering(Stage::EarlySurrender | Stage::LateSurrender) => "surrender",
        Phase::Offering(Stage::Insurance) => "insurance",
        Phase::Playing => "playing",
        Phase::Drawing => "drawing",
        Phase::Over(round::End::Settled) => "settled",
        Phase::Over(round::End::Void) => "void",
    }
}

fn kinds(rules: &Rules) -> Vec<KindSight> {
    let sides = (0..rules.side_wagers().len()).filter_map(|at| u8::try_from(at).ok()).map(Kind::Side);
    let kind = |kind: Kind| {
        let limits = rules.limits(kind);
        KindSight {
            kind: rules.word(kind).to_owned(),
            name: rules.side_wager(kind).map_or("main wager", |side| side.name.as_str()).to_owned(),
            min: limits.map(|limits| limits.min.units()),
            max: limits.map(|limits| limits.max.units()),
        }
    };
    std::iter::once(Kind::Main).chain(sides).map(kind).collect()
}

fn hand(spot: Option<Spot>, player: Option<String>, hand: usize, cards: &[Option<Card>]) -> HandSight {
    let seen: Option<Vec<Card>> = cards.iter().copied().collect();
    let total = seen.filter(|cards| !cards.is_empty()).map(|cards| Total::of(&cards));
    HandSight {
        spot: spot.map(Spot::number),
        player,
        hand,
        cards: cards.iter().copied().map(CardSight).collect(),
        numbers: (0..cards.len()).collect(),
        total: total.map(|total| total.points),
        soft: total.is_some_and(|total| total.soft),
        automatic: Vec::new(),
    }
}

fn wager_seen(rules: &Rules, names: &[String], wager: &Wager) -> WagerSight {
    let (kind, insures) = match wager.bet {
        Bet::Main => ("main", None),
        Bet::Side(at) => (rules.word(Kind::Side(at)), None),
        Bet::Insurance(owner) => ("insurance", Some(name_of(names, owner.0))),
        Bet::Award => ("ruling", None),
    };
    WagerSight {
        player: name_of(names, wager.player.0),
        spot: wager.spot.number(),
        hand: wager.hand + 1,
        kind: kind.to_owned(),
        insures,
        stake: wager.at_risk().units(),
        outcome: wager.result.map(|settled| settled.outcome.word()),
        returned: wager.result.map(|settled| settled.returned.units()),
        clause: wager.result.map(|settled| settled.because.clause.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::table::Dealing;
    use crate::testing::table_after;

    #[test]
    fn at_terminals_nobody_learns_who_else_sits_there() {
        for (game, others_see) in [("electronic", ""), ("plus", "ann")] {
            let said = ["dealer opens bets", "ann sits on 1"];
            let table = table_after(game, Dealing::House(None), "ann", &said);
            let standing = Standing { table, seq: 1, meters: Arc::default() };
            let seat = |eyes: Eyes| Sight::of("one", &standing, &eyes, 0).seats[&1].clone();
            assert_eq!(seat(Eyes::Player("ann".into())), "ann", "{game}");
            assert_eq!(seat(Eyes::Staff(Role::Dealer)), "ann", "{game}");
            assert_eq!(seat(Eyes::Player("bob".into())), others_see, "{game}");
            assert_eq!(seat(Eyes::Public), others_see, "{game}");
        }
    }
}
