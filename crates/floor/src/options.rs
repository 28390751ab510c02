//! What a person at a table can say now, as sentences ready to be said: the buttons of a terminal.

mod refused;
mod staff;

pub use refused::{Unsayable, unsayable};
pub use staff::staff_options;

use round::{Accepted, Action, Awaiting, Choice, Decision, Offer, awaiting};
use serde::Serialize;
use vocabulary::{PlayerId, Spot};

use crate::table::Table;

/// Something a person can say now.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub struct Sayable {
    /// The sentence, without the speaker's name. Where an amount is asked for, ` for AMOUNT` may be added.
    pub say: String,
    /// What kind of answer it is.
    pub word: &'static str,
    /// The spot it is about.
    pub spot: Option<u8>,
    /// Which of the spot's hands it is about, from 1.
    pub hand: Option<usize>,
    /// The amounts that are accepted, in minor units, where there is a choice.
    pub amount: Option<Range>,
    /// What must be added to it: `card`, or `words` such as a reason.
    pub wants: Option<&'static str>,
}

/// From, to and step, in minor units.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
pub struct Range {
    /// At least this.
    pub least: i64,
    /// At most this.
    pub most: i64,
    /// In steps of this.
    pub step: i64,
}

impl From<Accepted> for Range {
    fn from(accepted: Accepted) -> Range {
        let Accepted { least, most, step } = accepted;
        Range { least: least.units(), most: most.units(), step: step.units() }
    }
}

/// All that a person can answer to what the table waits for. Betting, sitting down and leaving are not answers.
#[must_use]
pub fn options(table: &Table, name: &str) -> Vec<Sayable> {
    let Some(player) = table.find(name) else { return Vec::new() };
    match awaiting(table.rules(), table.round()) {
        Awaiting::Offers { open, first, .. } => {
            let offers = open.iter().filter(|offer| offer.player == player).flat_map(offered);
            offers.chain(decisions(&first, player)).collect()
        }
        Awaiting::Decisions(all) => decisions(&all, player).collect(),
        Awaiting::Follow { spot, players, action } => {
            let range = players.iter().find(|(asked, _)| *asked == player).map(|(_, range)| *range);
            let amount = matches!(action, Action::Double(_)).then_some(range).flatten();
            range
                .map(|_| vec![at("follows", spot).for_amount(amount), at("declines", spot)])
                .unwrap_or_default()
        }
        Awaiting::Withdrawals(players) if players.contains(&player) => {
            vec![plain("withdraws all"), plain("continues")]
        }
        Awaiting::Choices { choices, why } => choices
            .iter()
            .filter(|(asked, _)| *asked == player)
            .flat_map(|&(_, spot)| choice(spot, why))
            .collect(),
        Awaiting::FinishFirst(asked) if asked == player => vec![plain("continues"), plain("declines")],
        Awaiting::Pick { player: Some(asked), cards } if asked == player => {
            (1..=cards.len()).map(|place| plain(&format!("picks {place}"))).collect()
        }
        _ => Vec::new(),
    }
}

fn choice(spot: Spot, why: Choice) -> Vec<Sayable> {
    let take_back = if why == Choice::OneCard { at("withdraws", spot) } else { plain("withdraws all") };
    vec![take_back, at("continues", spot)]
}

fn offered(offer: &Offer) -> Vec<Sayable> {
    let spot = offer.spot;
    let mut all = Vec::new();
    if let Some(range) = offer.insurance {
        all.push(at("insures", spot).for_amount(Some(range)));
    }
    if offer.even_money {
        all.push(at("takes even money", spot));
    }
    if offer.surrender {
        all.push(at("surrenders", spot));
    }
    if offer.decline {
        all.push(at("declines", spot));
    }
    all
}

fn decisions(all: &[Decision], player: PlayerId) -> impl Iterator<Item = Sayable> {
    all.iter().filter(move |decision| decision.by == player).flat_map(decision)
}

fn decision(decision: &Decision) -> Vec<Sayable> {
    let actions = decision.actions;
    let words = [
        (actions.hit, "hits", None),
        (actions.stand, "stands", None),
        (actions.double.is_some(), "doubles", actions.double),
        (actions.split, "splits", None),
        (actions.surrender, "surrenders", None),
    ];
    let open = words.into_iter().filter(|(open, ..)| *open);
    open.map(|(_, word, range)| Sayable {
        hand: Some(decision.hand + 1),
        ..at(word, decision.spot).for_amount(range)
    })
    .collect()
}

fn plain(say: &str) -> Sayable {
    let word = match say.split(' ').next() {
        Some("withdraws") => "withdraws",
        Some("picks") => "picks",
        Some("declines") => "declines",
        _ => "continues",
    };
    Sayable { say: say.to_owned(), word, spot: None, hand: None, amount: None, wants: None }
}

fn at(word: &'static str, spot: Spot) -> Sayable {
    let say = format!("{word} on {spot}");
    Sayable { say, word, spot: Some(spot.number()), hand: None, amount: None, wants: None }
}

impl Sayable {
    fn for_amount(self, range: Option<Accepted>) -> Sayable {
        let free = range.filter(|range| range.least != range.most);
        Sayable { amount: free.map(Range::from), ..self }
    }
}
