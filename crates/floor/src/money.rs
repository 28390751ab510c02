//! Where every chip of a round is, and what a step of it moves.

use std::collections::BTreeMap;

use round::Round;
use vocabulary::{Chips, PlayerId};

/// The chips of a round: what each player got less what he put down, what lies on the table, what the house has won.
/// Together they are nothing, whatever happens.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Chipcount {
    pub(crate) players: BTreeMap<PlayerId, Chips>,
    pub(crate) stakes: Chips,
    pub(crate) house: Chips,
}

impl Chipcount {
    /// The chips as they lie.
    pub(crate) fn of(round: &Round) -> Chipcount {
        let mut count = Chipcount::default();
        for wager in round.wagers() {
            let player = count.players.entry(wager.player).or_default();
            if wager.is_live() {
                *player -= wager.at_risk();
                count.stakes += wager.at_risk();
            } else {
                *player += wager.net();
                count.house -= wager.net();
            }
        }
        count
    }

    /// What moved since an earlier count: for each player, for the stakes on the table, for the house.
    pub(crate) fn since(&self, before: &Chipcount) -> Chipcount {
        let mut moved = self.clone();
        for (player, chips) in &before.players {
            *moved.players.entry(*player).or_default() -= *chips;
        }
        moved.players.retain(|_, chips| *chips != Chips::ZERO);
        moved.stakes -= before.stakes;
        moved.house -= before.house;
        moved
    }
}
