//! What many rounds came to: whole numbers only, so that tallies add up to the same however the rounds were shared out.

use rulebook::Rules;
use vocabulary::Payout;

use crate::net::{Net, denominator};
use crate::outcome::{Brought, Insured};
use crate::sides::{Lines, SIDES, UNBET};
use crate::together::PlayerTally;

/// How often each thing became of every wager.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// Rounds played to their end.
    pub rounds: u64,
    /// Rounds given up because the shoe ran out of cards; they are in no count.
    pub void: u64,
    /// By spot, from the dealer's left.
    pub seats: Vec<SeatTally>,
    /// By player, who may have several spots: all his wagers together.
    pub players: Vec<PlayerTally>,
}

/// How often each thing became of one seat's wagers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeatTally {
    main: Vec<u64>,
    /// Insurances that lost.
    pub insurance_lost: u64,
    /// Insurances that won.
    pub insurance_won: u64,
    sides: Vec<Vec<u64>>,
}

/// Tallies that are not of the same game and players.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("these tallies are not of the same players and wagers")]
pub struct Unlike;

/// How often a wager came to what.
#[derive(Clone, PartialEq, Debug)]
pub struct Spread {
    /// The nets in units of the original wager, as whole numbers over [`Spread::over`], with how often each came.
    pub nets: Vec<(i64, u64)>,
    /// What the nets are over.
    pub over: i64,
}

impl Tally {
    /// Nothing yet, for these players at a game with these numbers of lines.
    pub(crate) fn empty(players: Vec<PlayerTally>, lines: &[usize]) -> Tally {
        let sides = lines.iter().map(|lines| vec![0; lines + 1]).collect();
        let seat = SeatTally { main: vec![0; Net::KINDS], insurance_lost: 0, insurance_won: 0, sides };
        let seats = players.iter().map(|player| player.spots).sum();
        Tally { rounds: 0, void: 0, seats: vec![seat; seats], players }
    }

    /// Takes the counts of another in.
    ///
    /// # Errors
    ///
    /// When it is of other players or wagers; nothing changes then.
    pub fn merge(&mut self, other: &Tally) -> Result<(), Unlike> {
        let alike = |one: &SeatTally, other: &SeatTally| {
            let lines = |seat: &SeatTally| seat.sides.iter().map(Vec::len).collect::<Vec<_>>();
            one.main.len() == other.main.len() && lines(one) == lines(other)
        };
        let same = self.seats.len() == other.seats.len()
            && self.seats.iter().zip(&other.seats).all(|(one, other)| alike(one, other))
            && self.players.len() == other.players.len()
            && self.players.iter().zip(&other.players).all(|(one, other)| one.is_like(other));
        if !same {
            return Err(Unlike);
        }
        self.rounds += other.rounds;
        self.void += other.void;
        for (seat, more) in self.seats.iter_mut().zip(&other.seats) {
            seat.insurance_lost += more.insurance_lost;
            seat.insurance_won += more.insurance_won;
            add(&mut seat.main, &more.main);
            seat.sides.iter_mut().zip(&more.sides).for_each(|(side, more)| add(side, more));
        }
        self.players.iter_mut().zip(&other.players).for_each(|(player, more)| player.merge(more));
        Ok(())
    }

    /// Takes in what a round brought every spot.
    #[inline]
    pub(crate) fn add(&mut self, brought: &[Brought]) {
        self.rounds += 1;
        self.seats.iter_mut().zip(brought).for_each(|(seat, brought)| seat.add(brought));
        add_players(&mut self.players, brought);
    }

    /// Takes in a round in which the first player bet so many units on each of his spots, and his side wagers unless he
    /// sat out: his main wager and insurance are then what another had in his place.
    pub(crate) fn add_betting(&mut self, bet: u32, brought: &[Brought]) {
        let Some((player, players)) = self.players.split_first_mut() else { return };
        self.rounds += 1;
        let (his, others) = brought.split_at(player.spots.min(brought.len()));
        let (seats, other_seats) = self.seats.split_at_mut(his.len());
        for (seat, brought) in seats.iter_mut().zip(his) {
            match bet {
                0 => seat.add_many(brought.main, brought.insured, 1),
                _ => seat.add(brought),
            }
        }
        player.add(his.iter().map(|brought| player.stakes.betting(bet, brought)).sum(), 1);
        other_seats.iter_mut().zip(others).for_each(|(seat, brought)| seat.add(brought));
        add_players(players, others);
    }

    /// Takes in rounds of the only player that came to the same, all but the side wagers on the deal.
    pub(crate) fn add_many(&mut self, main: Net, insured: Insured, lines: Lines, times: u64) {
        self.rounds += times;
        if let Some(seat) = self.seats.first_mut() {
            seat.add_many(main, insured, times);
            for (wager, line) in lines.iter().enumerate().filter(|(_, line)| **line != UNBET) {
                seat.add_line(wager, *line, times);
            }
        }
    }

    /// Takes in what all wagers of the only player came to.
    #[inline]
    pub(crate) fn add_together(&mut self, net: i64, times: u64) {
        if let Some(player) = self.players.first_mut() {
            player.add(net, times);
        }
    }
}

/// Books what a round brought every player, on all his spots.
#[inline]
fn add_players(players: &mut [PlayerTally], mut brought: &[Brought]) {
    for player in players {
        let (his, others) = brought.split_at(player.spots.min(brought.len()));
        player.add(his.iter().map(|brought| player.stakes.all(brought)).sum(), 1);
        brought = others;
    }
}

fn add(counts: &mut [u64], more: &[u64]) {
    counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
}

impl SeatTally {
    /// How often the main wager came to this.
    #[must_use]
    pub fn main(&self, net: Net) -> u64 {
        self.main.get(net.index()).copied().unwrap_or(0)
    }

    /// How often a side wager was lost, then how often each line of its pay table was paid; all 0 if it was not bet.
    #[must_use]
    pub fn side(&self, wager: usize) -> &[u64] {
        self.sides.get(wager).map_or(&[], Vec::as_slice)
    }

    /// What the main wager came to.
    #[must_use]
    pub fn main_spread(&self, rules: &Rules) -> Spread {
        let (win, blackjack) = (rules.win_pays(), rules.blackjack_pays());
        let nets = Net::all().map(|net| (net.over(win, blackjack), self.main(net)));
        Spread::new(nets, denominator(win, blackjack))
    }

    /// What insurance came to, for each unit insured; only rounds where it was taken.
    #[must_use]
    pub fn insurance_spread(&self, rules: &Rules) -> Spread {
        let (pays, to) = rules.insurance_pays().sides();
        let (pays, to) = (i64::from(pays), i64::from(to));
        Spread::new([(-to, self.insurance_lost), (pays, self.insurance_won)].into_iter(), to)
    }

    /// What a side wager came to; `None` when the game has no such.
    #[must_use]
    pub fn side_spread(&self, rules: &Rules, wager: usize) -> Option<Spread> {
        let lines = &rules.side_wagers().get(wager)?.lines;
        let over = lines.iter().fold(1, |over, line| denominator_of(over, line.pays));
        let paid = |pays: Payout| over / i64::from(pays.sides().1) * i64::from(pays.sides().0);
        let nets = std::iter::once(-over).chain(lines.iter().map(|line| paid(line.pays)));
        Some(Spread::new(nets.zip(self.side(wager).iter().copied()), over))
    }

    pub(crate) fn add(&mut self, brought: &Brought) {
        self.add_many(brought.main, brought.insured, 1);
        for (wager, line) in brought.lines.iter().enumerate().filter(|(_, line)| **line != UNBET) {
            self.add_line(wager, *line, 1);
        }
    }

    pub(crate) fn add_many(&mut self, main: Net, insured: Insured, times: u64) {
        self.main[main.index()] += times;
        match insured {
            Insured::Not => {}
            Insured::Lost => self.insurance_lost += times,
            Insured::Won => self.insurance_won += times,
        }
    }

    pub(crate) fn add_line(&mut self, wager: usize, line: u8, times: u64) {
        debug_assert!(wager < SIDES, "a table has no more side wagers");
        let count = self.sides.get_mut(wager).and_then(|lines| lines.get_mut(usize::from(line)));
        if let Some(count) = count {
            *count += times;
        }
    }
}

fn denominator_of(over: i64, pays: Payout) -> i64 {
    let to = i64::from(pays.sides().1);
    let (mut a, mut b) = (over, to);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    over / a * to
}

impl Spread {
    pub(crate) fn new(nets: impl Iterator<Item = (i64, u64)>, over: i64) -> Spread {
        let mut sorted: Vec<(i64, u64)> = nets.filter(|(_, times)| *times > 0).collect();
        sorted.sort_unstable();
        let mut nets: Vec<(i64, u64)> = Vec::new();
        for (net, times) in sorted {
            match nets.last_mut() {
                Some((last, count)) if *last == net => *count += times,
                _ => nets.push((net, times)),
            }
        }
        Spread { nets, over }
    }

    /// How often the wager was made.
    #[must_use]
    pub fn times(&self) -> u64 {
        self.nets.iter().map(|(_, times)| times).sum()
    }

    /// The sum of the nets, over [`Spread::over`].
    #[must_use]
    pub fn sum(&self) -> i128 {
        self.nets.iter().map(|(net, times)| i128::from(*net) * i128::from(*times)).sum()
    }

    /// The sum of their squares, over the square of [`Spread::over`].
    #[must_use]
    pub fn squares(&self) -> i128 {
        self.nets.iter().map(|(net, times)| i128::from(*net).pow(2) * i128::from(*times)).sum()
    }

    /// The sums its mean and its standard deviation come from.
    #[must_use]
    pub fn moments(&self) -> Moments {
        Moments { times: self.times(), sum: self.sum(), squares: self.squares(), over: self.over }
    }

    /// The mean net, in units of the wager; 0 if it was never made.
    #[must_use]
    pub fn mean(&self) -> f64 {
        self.moments().mean()
    }

    /// The standard deviation of the net.
    #[must_use]
    pub fn std_dev(&self) -> f64 {
        self.moments().std_dev()
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn std_error(&self) -> f64 {
        self.moments().std_error()
    }
}

/// How often a wager was made, and sums of what it came to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moments {
    /// How often.
    pub times: u64,
    /// The sum of the nets, over [`Moments::over`].
    pub sum: i128,
    /// The sum of their squares, over its square.
    pub squares: i128,
    /// What the nets are over.
    pub over: i64,
}

impl Moments {
    /// The mean net, in units of the wager; 0 if it was never made.
    #[must_use]
    pub fn mean(&self) -> f64 {
        float(self.sum) / self.scale()
    }

    /// The standard deviation of the net.
    #[must_use]
    pub fn std_dev(&self) -> f64 {
        let square = float(self.squares) / self.scale() / float(self.over.into());
        (square - self.mean().powi(2)).max(0.0).sqrt()
    }

    /// The standard error of the mean.
    #[must_use]
    pub fn std_error(&self) -> f64 {
        self.std_dev() / float(self.times.max(1).into()).sqrt()
    }

    fn scale(&self) -> f64 {
        float(self.times.max(1).into()) * float(self.over.into())
    }
}

#[expect(clippy::cast_precision_loss, reason = "what is shown to people has fewer digits than a double")]
fn float(number: i128) -> f64 {
    number as f64
}
