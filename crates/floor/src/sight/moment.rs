//! What lies on the felt at one moment of a round, as one viewer sees it: of a round that is on, or of one long over.

use round::{Round, Viewer, view};
use rulebook::Rules;

use super::{
    CardSight, CommonSight, HandSight, KindSight, WagerSight, hand, hands, kinds, phase, wager_seen,
};
use crate::table::{Course, Table};

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
}

impl Moment {
    /// The round of a table as this viewer sees it, with other names for the people by their numbers.
    #[must_use]
    pub fn at(table: &Table, names: &[String], viewer: Viewer) -> Moment {
        Moment::of(table.rules(), names, table.round(), table.course(), viewer)
    }

    /// The round as this viewer sees it; `names` are the people by their numbers, `course` is how it came to this.
    pub(crate) fn of(
        rules: &Rules,
        names: &[String],
        round: &Round,
        course: &Course,
        viewer: Viewer,
    ) -> Moment {
        let seen = view(rules, round, viewer);
        Moment {
            round: seen.number,
            phase: phase(seen.phase),
            kinds: kinds(rules),
            dealer: hand(None, None, 1, &seen.dealer),
            common: hands::common(round, course, viewer),
            hands: hands::all(round, names, course, &seen.areas),
            wagers: seen.wagers.iter().map(|wager| wager_seen(rules, names, wager)).collect(),
            waiting: seen.waiting.into_iter().map(CardSight).collect(),
            net: seen.net.map(vocabulary::Chips::units),
        }
    }
}
