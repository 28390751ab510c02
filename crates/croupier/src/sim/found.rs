//! What a run has found, in whole numbers: it can be stored, added to that of other shards, and printed.

use anyhow::{Result, bail, ensure};
use rulebook::Rules;
use serde::{Deserialize, Serialize};
use simulate::{SeatTally, Spread, Stake, Tally};
use vocabulary::Payout;

use super::counted::CountsFound;
use super::wagers::{INSURANCE, Wagers};

/// How often each thing became of every wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    /// Rounds played to their end.
    pub(crate) rounds: u64,
    /// Rounds given up because the shoe ran out of cards.
    pub(crate) void: u64,
    /// By spot, from the dealer's left.
    pub(crate) seats: Vec<SeatFound>,
    /// By player: all his wagers together.
    pub(crate) players: Vec<PlayerFound>,
    /// By count, where a player counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counts: Option<CountsFound>,
}

/// What one seat's wagers came to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct SeatFound {
    pub(crate) main: Counted,
    pub(crate) wagers: Vec<Counted>,
}

/// What all wagers of one player came to together, in units.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct PlayerFound {
    /// On how many spots he plays.
    pub(crate) spots: usize,
    pub(crate) together: Counted,
}

/// How often each thing became of one wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Counted {
    /// Its word.
    pub(crate) kind: String,
    pub(crate) name: String,
    /// In units of the main wager.
    pub(crate) stake: f64,
    /// What the nets are over.
    pub(crate) over: i64,
    pub(crate) outcomes: Vec<Outcome>,
}

/// One thing that can become of a wager.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Outcome {
    /// Its name, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// What it pays, where a pay table says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) pays: Option<String>,
    pub(crate) net: i64,
    pub(crate) times: u64,
}

impl Found {
    pub(crate) fn of(rules: &Rules, wagers: &Wagers, tally: &Tally) -> Found {
        let seats = tally.seats.iter().map(|seat| SeatFound::of(rules, wagers, seat)).collect();
        let player = |player: &simulate::PlayerTally| PlayerFound {
            spots: player.spots,
            together: Counted::plain(("together", "all wagers together"), 1.0, &player.spread()),
        };
        let players = tally.players.iter().map(player).collect();
        Found { rounds: tally.rounds, void: tally.void, seats, players, counts: None }
    }

    /// Whose spots they are: each with its player, both counted from 1.
    pub(crate) fn spots(&self) -> impl Iterator<Item = (usize, usize, &SeatFound)> {
        let players = (1..).zip(&self.players).flat_map(|(at, player)| std::iter::repeat_n(at, player.spots));
        (1..).zip(players).zip(&self.seats).map(|((spot, player), seat)| (spot, player, seat))
    }

    /// Takes in what another shard of the same run has found.
    pub(crate) fn add(&mut self, other: &Found) -> Result<()> {
        ensure!(self.seats.len() == other.seats.len(), "they have different numbers of seats");
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            ensure!(seat.wagers.len() == more.wagers.len(), "they have different wagers");
            seat.main.add(&more.main)?;
            seat.wagers.iter_mut().zip(&more.wagers).try_for_each(|(wager, more)| wager.add(more))?;
        }
        ensure!(self.players.len() == other.players.len(), "they have different numbers of players");
        let mut players = self.players.iter_mut().zip(&other.players);
        players.try_for_each(|(player, more)| player.together.add(&more.together))?;
        match (&mut self.counts, &other.counts) {
            (None, None) => {}
            (Some(counts), Some(more)) => counts.add(more)?,
            _ => bail!("one counts and the other does not"),
        }
        self.rounds += other.rounds;
        self.void += other.void;
        Ok(())
    }
}

impl SeatFound {
    fn of(rules: &Rules, wagers: &Wagers, seat: &SeatTally) -> SeatFound {
        let main = Counted::plain(("main", "main wager"), 1.0, &seat.main_spread(rules));
        let bet = wagers.sides.iter().enumerate().filter(|(_, stake)| **stake != Stake::NONE);
        let mut counted: Vec<Counted> =
            bet.filter_map(|(at, stake)| Counted::side(rules, seat, at, stake.units())).collect();
        if let Some(stake) = wagers.insurance {
            counted.push(Counted::plain(
                (INSURANCE, INSURANCE),
                stake.units(),
                &seat.insurance_spread(rules),
            ));
        }
        SeatFound { main, wagers: counted }
    }
}

impl Counted {
    fn plain((kind, name): (&str, &str), stake: f64, spread: &Spread) -> Counted {
        let outcome =
            |(net, times): &(i64, u64)| Outcome { name: None, pays: None, net: *net, times: *times };
        let outcomes = spread.nets.iter().map(outcome).collect();
        Counted { kind: kind.into(), name: name.into(), stake, over: spread.over, outcomes }
    }

    /// A side wager line by line, the lost ones last.
    fn side(rules: &Rules, seat: &SeatTally, at: usize, stake: f64) -> Option<Counted> {
        let (wager, over) = (rules.side_wagers().get(at)?, seat.side_spread(rules, at)?.over);
        let (lost, paid) = seat.side(at).split_first()?;
        let net = |pays: Payout| over / i64::from(pays.sides().1) * i64::from(pays.sides().0);
        let line = |(line, times): (&rulebook::Line, &u64)| Outcome {
            name: Some(line.name.clone()),
            pays: Some(line.pays.to_string()),
            net: net(line.pays),
            times: *times,
        };
        let lost = Outcome { name: Some("lost".into()), pays: None, net: -over, times: *lost };
        let outcomes = wager.lines.iter().zip(paid).map(line).chain([lost]).collect();
        Some(Counted { kind: wager.kind.clone(), name: wager.name.clone(), stake, over, outcomes })
    }

    /// The mean and the spread of the nets.
    pub(crate) fn spread(&self) -> Spread {
        let nets = self.outcomes.iter().map(|outcome| (outcome.net, outcome.times)).collect();
        Spread { nets, over: self.over }
    }

    fn add(&mut self, other: &Counted) -> Result<()> {
        let alike =
            (&self.kind, self.stake.to_bits(), self.over) == (&other.kind, other.stake.to_bits(), other.over);
        ensure!(alike, "they have different wagers: {} and {}", self.kind, other.kind);
        for outcome in &other.outcomes {
            let same = |here: &Outcome| (&here.name, here.net) == (&outcome.name, outcome.net);
            match self.outcomes.iter_mut().find(|here| same(here)) {
                Some(here) => here.times += outcome.times,
                None => self.outcomes.push(outcome.clone()),
            }
        }
        // Only a plain list of nets can have grown.
        if self.outcomes.iter().all(|outcome| outcome.name.is_none()) {
            self.outcomes.sort_unstable_by_key(|outcome| outcome.net);
        }
        Ok(())
    }
}
