//! What lies on the felt at one moment of a round, as one viewer sees it: of a round that is on, or of one long over.

use round::{Round, ViewedArea, Viewer, view};
use rulebook::Rules;

use super::{CardSight, HandSight, KindSight, WagerSight, hand, kinds, name_of, phase, wager_seen};

/// A round at one moment, as one viewer sees it.
#[derive(Clone, PartialEq, Debug)]
pub struct Moment {
    /// The number of the round.
    pub round: u32,
    /// How far the round is.
    pub phase: &'static str,
    /// The wagers of the game with their limits.
    pub kinds: Vec<KindSight>,
    /// The dealer's cards.
    pub dealer: HandSight,
    /// The hands.
    pub hands: Vec<HandSight>,
    /// The wagers.
    pub wagers: Vec<WagerSight>,
    /// Cards out of the device and not dealt.
    pub waiting: Vec<CardSight>,
    /// The viewer's own result so far, in minor units.
    pub net: Option<i64>,
}

impl Moment {
    /// The round as this viewer sees it; `names` are the people by their numbers.
    #[must_use]
    pub fn of(rules: &Rules, names: &[String], round: &Round, viewer: Viewer) -> Moment {
        let seen = view(rules, round, viewer);
        Moment {
            round: seen.number,
            phase: phase(seen.phase),
            kinds: kinds(rules),
            dealer: hand(None, None, 1, &seen.dealer),
            hands: seen.areas.iter().flat_map(|area| hands(area, names)).collect(),
            wagers: seen.wagers.iter().map(|wager| wager_seen(rules, names, wager)).collect(),
            waiting: seen.waiting.into_iter().map(CardSight).collect(),
            net: seen.net.map(vocabulary::Chips::units),
        }
    }
}

fn hands(area: &ViewedArea, names: &[String]) -> Vec<HandSight> {
    let player = area.owner.map(|owner| name_of(names, owner.0));
    let all = area.hands.iter().zip(1..);
    all.map(|(cards, number)| hand(Some(area.spot), player.clone(), number, cards)).collect()
}
