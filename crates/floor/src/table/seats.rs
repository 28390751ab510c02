//! The seats of a table: who does not play, since when, and whose seat ends.

use round::{End, Phase};
use transcript::{Refused, Statement};
use vocabulary::{PlayerId, Spot};

use super::{Dealing, Seeds, Step, Table};
use crate::entry::{Entry, Opens};
use crate::seats::{NotKept, SeatEnd, SeatEndReason, SeatFact, SeatLimits, SeatSight};
use crate::window::Millis;

/// What a table knows of its seats beyond who sits there.
#[derive(Clone, Debug)]
pub(super) struct Seats {
    limits: SeatLimits,
    taken: Vec<Seat>,
    /// The seats of those who got up, so that somebody who sits down again has missed no less. The last to get up comes last.
    left: Vec<Seat>,
    /// The last round whose end was counted.
    counted: Option<u32>,
}

/// How many of those who got up are remembered.
const REMEMBERED: usize = 100;
/// After how many rounds without a seat it is forgotten what somebody missed.
const FORGOTTEN_AFTER: u32 = 10;

#[derive(Clone, PartialEq, Eq, Debug)]
struct Seat {
    player: String,
    /// Whether they took it themselves.
    own: bool,
    /// How many rounds in a row others played and they did not.
    missed: u32,
    /// How often in a row they said that they stay, since they last played a round.
    stayed: u32,
    /// How many rounds were opened since they got up.
    gone: u32,
    /// When they last said something, or got up; no earlier than the table woke up.
    spoke: Millis,
    /// Since when they could have bet and did not.
    idle_since: Millis,
    /// How often they took their wagers back, or got up and sat down again, since they last played a round.
    turned_back: u32,
    /// Whether they have a wager in a round that is not dealt yet.
    staked: bool,
}

impl Seats {
    pub(super) const fn new() -> Seats {
        Seats { limits: SeatLimits::NONE, taken: Vec::new(), left: Vec::new(), counted: None }
    }

    fn find(&self, player: &str) -> Option<&Seat> {
        self.taken.iter().find(|seat| seat.player == player)
    }

    fn find_mut(&mut self, player: &str) -> Option<&mut Seat> {
        self.taken.iter_mut().find(|seat| seat.player == player)
    }

    /// Nobody sits here, and nobody is remembered.
    pub(super) fn clear(&mut self) {
        self.taken.clear();
        self.left.clear();
    }

    /// A round is opened: people who got up before it do not miss it, and are forgotten after a while.
    pub(super) fn open_round(&mut self) {
        self.left.iter_mut().for_each(|seat| seat.gone = seat.gone.saturating_add(1));
        self.left.retain(|seat| (seat.missed > 0 || seat.stayed > 0) && seat.gone <= FORGOTTEN_AFTER);
    }

    /// Only these sit here from now on, in this order; `by` says something.
    fn seat(&mut self, players: Vec<String>, by: &str, now: Millis) {
        let limits = self.limits;
        let (before, left) = (std::mem::take(&mut self.taken), std::mem::take(&mut self.left));
        let (stay, got_up): (Vec<Seat>, Vec<Seat>) =
            before.into_iter().partition(|seat| players.contains(&seat.player));
        let (back, away): (Vec<Seat>, Vec<Seat>) =
            left.into_iter().partition(|seat| players.contains(&seat.player));
        let seat = |player: String| {
            let stays = stay.iter().find(|seat| seat.player == player).cloned();
            stays.unwrap_or_else(|| {
                let own = player == by;
                let known = back.iter().find(|seat| seat.player == player).cloned();
                known.map_or_else(|| Seat::new(player, own, now), |seat| seat.taken_again(own, now, limits))
            })
        };
        self.taken = players.into_iter().map(seat).collect();
        let got_up = got_up.into_iter().map(|seat| Seat { spoke: now, ..seat });
        self.left = away.into_iter().chain(got_up).collect();
        self.left.drain(..self.left.len().saturating_sub(REMEMBERED));
    }

    /// The clock was set by this much.
    pub(super) fn move_by(&mut self, by: Millis) {
        for seat in self.taken.iter_mut().chain(&mut self.left) {
            seat.spoke = seat.spoke.saturating_add(by);
            seat.idle_since = seat.idle_since.saturating_add(by);
        }
    }

    /// Nobody counts as gone before this time.
    pub(super) fn await_all(&mut self, until: Millis) {
        self.taken.iter_mut().for_each(|seat| {
            seat.speak(until);
            seat.expect_bets(until);
        });
    }

    /// From now on everyone can bet.
    pub(super) fn expect_bets(&mut self, now: Millis) {
        self.taken.iter_mut().chain(&mut self.left).for_each(|seat| seat.expect_bets(now));
    }
}

impl Seat {
    fn new(player: String, own: bool, now: Millis) -> Seat {
        let (missed, stayed, gone, turned_back) = (0, 0, 0, 0);
        Seat { player, own, missed, stayed, gone, spoke: now, idle_since: now, turned_back, staked: false }
    }

    /// Its player got up and sits down again. Nobody was kept from it while they were gone for long.
    fn taken_again(self, own: bool, now: Millis, limits: SeatLimits) -> Seat {
        let was_free = now.saturating_sub(self.spoke) >= Millis::from(limits.idle) * 1000;
        let turned_back = if was_free { 0 } else { self.turned_back };
        let mut seat = Seat { own, gone: 0, spoke: now, turned_back, staked: false, ..self };
        seat.turn_back(now, limits);
        seat
    }

    /// Its player says something.
    fn speak(&mut self, now: Millis) {
        self.spoke = self.spoke.max(now);
    }

    /// From now on its player can bet.
    fn expect_bets(&mut self, now: Millis) {
        self.idle_since = self.idle_since.max(now);
    }

    /// Its player goes back to where they were without a wager: that is no play, so it keeps the seat as often as a table lets
    /// people stay.
    fn turn_back(&mut self, now: Millis, limits: SeatLimits) {
        self.turned_back = self.turned_back.saturating_add(1);
        if limits.stays == 0 || self.turned_back <= limits.stays {
            self.expect_bets(now);
        }
    }

    /// Its player keeps it without a wager: what they missed is forgotten, and that they stayed is not.
    fn keep(&mut self) {
        (self.missed, self.stayed) = (0, self.stayed.saturating_add(1));
    }

    /// Its player played a round.
    fn play(&mut self) {
        (self.missed, self.stayed, self.turned_back) = (0, 0, 0);
    }

    /// Others played a round and its player did not.
    fn miss(&mut self) {
        self.missed = self.missed.saturating_add(1);
    }
}

impl Table {
    /// The same table with seats that end. Without this they never do.
    #[must_use]
    pub fn with_seat_limits(mut self, limits: SeatLimits) -> Table {
        self.seats.limits = limits;
        self
    }

    /// Notes who sat down and who got up, that someone said something, and the outcome of a round that is over.
    pub(super) fn note_seats(&mut self, by: &str, now: Millis) {
        // In the order of the round, so that the table reads the same from its book as it was written.
        let seated: Vec<String> = self.seated().map(|(_, name)| name.to_owned()).collect();
        self.seats.seat(seated, by, now);
        if let Some(seat) = self.seats.find_mut(by) {
            seat.speak(now);
        }
        self.note_wagers(now);
        self.count_round();
    }

    /// Takes down who took all their wagers back before the cards.
    fn note_wagers(&mut self, now: Millis) {
        let bets = self.round().phase() == Phase::Betting;
        let staked: Vec<bool> =
            self.seats.taken.iter().map(|seat| bets && self.is_staked(&seat.player)).collect();
        let limits = self.seats.limits;
        for (seat, staked) in self.seats.taken.iter_mut().zip(staked) {
            if bets && seat.staked && !staked {
                seat.turn_back(now, limits);
            }
            seat.staked = staked;
        }
    }

    /// Brings the seats up to date with an entry of the book.
    pub(super) fn catch_up_seats(&mut self, entry: &Entry) {
        self.note_seats(&entry.by, 0);
        if entry.stays
            && let Some(seat) = self.seats.find_mut(&entry.by)
        {
            seat.keep();
        }
    }

    /// A round that is over counts once: its players have missed none in a row. Where nobody played nobody missed anything.
    /// People who got up during the round missed it like those who sit.
    fn count_round(&mut self) {
        let (end, number) = (self.round().end(), self.round().number());
        if end.is_none() || self.seats.counted == Some(number) {
            return;
        }
        let played: Vec<PlayerId> = {
            let wagers = self.round().wagers().iter().filter(|wager| !wager.was_returned());
            wagers.map(|wager| wager.player).collect()
        };
        let played: Vec<String> = played.into_iter().filter_map(|player| self.name(player)).collect();
        self.seats.counted = Some(number);
        let Seats { taken, left, .. } = &mut self.seats;
        left.retain(|seat| !played.contains(&seat.player));
        for seat in taken.iter_mut().chain(left.iter_mut().filter(|seat| seat.gone == 0)) {
            if played.contains(&seat.player) {
                seat.play();
            } else if !played.is_empty() && end == Some(End::Settled) {
                seat.miss();
            }
        }
    }

    /// What the opening of a round tells of the seats.
    pub(super) fn seat_facts(&self) -> Vec<SeatFact> {
        let is_dealers = matches!(self.dealing, Dealing::Dealer);
        let fact = |seat: &Seat| SeatFact {
            player: seat.player.clone(),
            missed: seat.missed,
            stayed: seat.stayed,
            gone: seat.gone,
            own: seat.own && is_dealers,
        };
        let facts = self.seats.taken.iter().chain(&self.seats.left).map(fact);
        facts.filter(|fact| fact.missed > 0 || fact.stayed > 0 || fact.own).collect()
    }

    /// The seats as the opening of a round tells of them.
    pub(super) fn reopen_seats(&mut self, opens: &Opens) {
        self.seats.counted = None;
        let is_dealers = matches!(self.dealing, Dealing::Dealer);
        let known = |player: &str| opens.seats.iter().find(|fact| fact.player == player);
        let seat = |player: &str| {
            let own = !is_dealers || known(player).is_some_and(|fact| fact.own);
            let facts = |fact: &SeatFact| (fact.missed, fact.stayed, fact.gone);
            let (missed, stayed, gone) = known(player).map_or((0, 0, 0), facts);
            Seat { missed, stayed, gone, ..Seat::new(player.to_owned(), own, 0) }
        };
        let left = opens.seats.iter().filter(|fact| self.spot_of(&fact.player).is_none());
        let left = left.map(|fact| seat(&fact.player)).collect();
        self.seats.taken = self.seated().map(|(_, player)| seat(player)).collect();
        self.seats.left = left;
    }

    /// Everyone who sits, with their spot.
    fn seated(&self) -> impl Iterator<Item = (Spot, &str)> {
        let seats = self.round().memory().seats.iter();
        seats.filter_map(|(spot, player)| Some((*spot, self.names().get(usize::from(player.0))?.as_str())))
    }

    fn name(&self, player: PlayerId) -> Option<String> {
        self.names().get(usize::from(player.0)).cloned()
    }

    /// Where someone sits.
    pub(crate) fn spot_of(&self, player: &str) -> Option<Spot> {
        self.seated().find(|(_, name)| *name == player).map(|(spot, _)| spot)
    }

    /// Whether someone has a wager in the round that nothing has become of yet.
    fn is_staked(&self, player: &str) -> bool {
        let Some(id) = self.find(player) else { return false };
        let round = self.round();
        round.end().is_none() && round.wagers().iter().any(|wager| wager.player == id && wager.is_live())
    }

    /// Whether a seat can end now: between hands, and with no wager of its player's in the round.
    pub(crate) fn seat_can_end(&self, player: &str) -> bool {
        matches!(self.round().phase(), Phase::Betting | Phase::Over(_)) && !self.is_staked(player)
    }

    /// The seats that end now, and why. `last_seen` says when someone was last connected to the table or looked at it.
    pub(crate) fn due_seats(
        &self,
        now: Millis,
        last_seen: impl Fn(&str) -> Option<Millis>,
    ) -> Vec<(String, SeatEndReason)> {
        let due = |seat: &Seat| {
            let why = self.seat_due(seat, now, last_seen(&seat.player))?;
            self.seat_can_end(&seat.player).then(|| (seat.player.clone(), why))
        };
        self.seats.taken.iter().filter_map(due).collect()
    }

    /// Why a seat is due to end. A seat that a dealer took for the player before them ends when the dealer says so.
    fn seat_due(&self, seat: &Seat, now: Millis, last_seen: Option<Millis>) -> Option<SeatEndReason> {
        let SeatLimits { missed_rounds, away, idle, .. } = self.seats.limits;
        if !seat.own || now < seat.spoke {
            return None;
        }
        let is_over = |since: Millis, seconds: u32| {
            seconds > 0 && now.saturating_sub(since) >= Millis::from(seconds) * 1000
        };
        if missed_rounds > 0 && seat.missed >= missed_rounds {
            return Some(SeatEndReason::MissedRounds);
        }
        if is_over(last_seen.map_or(seat.spoke, |last| last.max(seat.spoke)), away) {
            return Some(SeatEndReason::Away);
        }
        (self.takes_bets() && is_over(seat.idle_since, idle)).then_some(SeatEndReason::Idle)
    }

    fn takes_bets(&self) -> bool {
        self.begins_rounds() && self.round().phase() == Phase::Betting
    }

    /// Ends a seat, where it still is as it was found at that time.
    ///
    /// # Errors
    ///
    /// When nobody of that name sits here, they have a wager in the round, or they said something meanwhile.
    pub(crate) fn end_seat(
        &mut self,
        by: &str,
        SeatEnding { player, why, words, found_at }: &SeatEnding,
        now: Millis,
        seeds: Seeds<'_>,
    ) -> Result<Step, Refused> {
        let refused = |says: String| Err(Refused::plainly(says));
        let (Some(spot), Some(seat)) = (self.spot_of(player), self.seats.find(player)) else {
            return refused(format!("{player} has no seat at this table"));
        };
        let is_due = match why {
            SeatEndReason::MissedRounds => self.seat_due(seat, now, Some(now)) == Some(*why),
            SeatEndReason::Away | SeatEndReason::Idle => seat.spoke < *found_at,
            SeatEndReason::SignedOut | SeatEndReason::Staff => true,
        };
        if !is_due {
            return refused(format!("{player} stays seated"));
        }
        if !self.seat_can_end(player) {
            return refused(format!("{player} cannot stand up during play: end the seat after the round"));
        }
        let mut step = self.begin(by);
        let (name, spot) = (player.clone(), spot.number());
        self.say(&Statement::Leaves { name, spot: Some(spot.into()) }, &mut step)?;
        let (player, why, words) = (player.clone(), *why, words.clone());
        step.entry.seat_end = Some(SeatEnd { player, spot, why, words });
        Ok(self.finish(step, now, seeds))
    }

    /// Refuses a seat to somebody who missed too many rounds here, got up and has no wager: it would end at once.
    pub(super) fn require_wager_to_return(&self, statement: &Statement) -> Result<(), Refused> {
        let Statement::Sits { name, .. } = statement else { return Ok(()) };
        let Seats { limits: SeatLimits { missed_rounds, .. }, left, .. } = &self.seats;
        let missed = left.iter().find(|seat| seat.player == *name).map_or(0, |seat| seat.missed);
        if *missed_rounds == 0 || missed < *missed_rounds || self.is_staked(name) {
            return Ok(());
        }
        let says = format!("{name} let {missed} rounds pass without a wager: bet first, then sit down");
        Err(Refused::plainly(says))
    }

    /// How often the player of a seat can still say that they stay; `None` if there is no limit, as when the dealer took the seat
    /// for them.
    fn stays_left(&self, seat: &Seat) -> Option<u32> {
        let stays = self.seats.limits.stays;
        (seat.own && stays > 0).then(|| stays.saturating_sub(seat.stayed))
    }

    /// Someone says that they stay seated: what they missed is forgotten.
    ///
    /// # Errors
    ///
    /// When they have no seat, or stayed as often as they may without playing a round.
    pub(crate) fn stay(&mut self, by: &str, now: Millis) -> Result<Step, NotKept> {
        let mut step = self.begin(by);
        let seat = self.seats.find(by).ok_or(NotKept::NoSeat)?;
        if self.stays_left(seat) == Some(0) {
            return Err(NotKept::TooOften(self.seats.limits.stays));
        }
        let seat = self.seats.find_mut(by).ok_or(NotKept::NoSeat)?;
        seat.keep();
        seat.speak(now);
        seat.expect_bets(now);
        step.entry.stays = true;
        step.entry.clock = self.clock;
        Ok(step)
    }

    /// Someone's own seat, and when it ends if they do nothing.
    #[must_use]
    pub fn seat_of(&self, player: &str) -> Option<SeatSight> {
        let (spot, seat) = (self.spot_of(player)?.number(), self.seats.find(player)?);
        let SeatLimits { missed_rounds, idle, .. } = self.seats.limits;
        let rounds_left = (seat.own && missed_rounds > 0).then(|| missed_rounds.saturating_sub(seat.missed));
        let ends = seat.own && idle > 0 && self.takes_bets() && !self.is_staked(player);
        let until = ends.then(|| seat.idle_since.saturating_add(Millis::from(idle) * 1000));
        Some(SeatSight { spot, missed: seat.missed, rounds_left, until, stays_left: self.stays_left(seat) })
    }
}

/// A seat that is to end.
#[derive(Clone, Debug)]
pub(crate) struct SeatEnding {
    pub(crate) player: String,
    pub(crate) why: SeatEndReason,
    /// What staff gave as their reason.
    pub(crate) words: Option<String>,
    /// When it was found to be due.
    pub(crate) found_at: Millis,
}

#[cfg(test)]
mod tests;
