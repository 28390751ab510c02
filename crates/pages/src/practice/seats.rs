//! Practice seats: tables of one player each, kept in memory only. Nothing is written down, and no money moves.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use floor::{Dealing, Money, Posted, Sayable, Seconds, Seed, Table, fresh_password, options};
use rulebook::Rules;
use sha2::{Digest, Sha256};
use vocabulary::{Chips, PlayerId};

use crate::advice::{self, Advice};

/// Who plays.
pub(super) const NAME: &str = "you";
/// The bet made for the player each round, where the game's chips allow it.
const BET: Chips = Chips::whole(10);
/// How many seats there are; the one that was left longest ago makes room.
const MOST: usize = 400;

/// A seat, and how its player fared.
pub(crate) struct Seat {
    pub(super) table: Table,
    /// The last answer with what all of them were worth.
    pub(super) last: Option<(Advice, &'static str)>,
    pub(super) rounds: u32,
    pub(super) net: Chips,
    /// Answers whose worth was known, and how many of them were the best.
    pub(super) answers: u32,
    pub(super) well: u32,
    /// What the others gave away, in wagers.
    pub(super) cost: f64,
    /// When it was last used, by the count of all uses.
    used: u64,
}

impl Seat {
    fn new(game: &str) -> Option<Seat> {
        Rules::of(game)?;
        let settings = [("cut-card-position".to_owned(), "75".to_owned())].into();
        let posted =
            Posted { game: game.to_owned(), book: None, settings, limits: [].into(), money: Money::Play };
        let table = Table::new(posted, Dealing::House(None), Seconds::NONE).ok()?;
        let (last, net) = (None, Chips::ZERO);
        Some(Seat { table, last, rounds: 0, net, answers: 0, well: 0, cost: 0.0, used: 0 })
    }

    /// The player's number, once they have bet.
    pub(super) fn player(&self) -> Option<PlayerId> {
        self.table.find(NAME)
    }

    /// Whether cards are out.
    pub(super) fn is_on(&self) -> bool {
        self.rounds > 0 && self.table.round().end().is_none()
    }

    /// What can be answered now. What is offered comes before what is decided.
    pub(super) fn options(&self) -> Vec<Sayable> {
        let all = options(&self.table, NAME);
        let is_offer =
            |one: &&Sayable| matches!(one.word, "surrenders" | "declines" | "insures" | "takes even money");
        if all.iter().any(|one| one.word == "declines") {
            all.iter().filter(is_offer).cloned().collect()
        } else {
            all
        }
    }

    /// What the answers are worth.
    pub(super) fn advice(&self) -> Option<Advice> {
        let (rules, round, player) = (self.table.rules(), self.table.round(), self.player()?);
        let open = self.options();
        let first = open.first()?;
        let area = round.areas().iter().position(|area| Some(area.spot.number()) == first.spot)?;
        if open.iter().any(|one| one.word == "declines") {
            return advice::on_offer(rules, round, player, round.areas().get(area)?.spot);
        }
        advice::on_hand(rules, round, player, area, first.hand?.checked_sub(1)?)
    }

    /// Bets and deals a round, unless one is on.
    pub(super) fn deal(&mut self) {
        if self.is_on() {
            return;
        }
        self.last = None;
        let done = ["dealer opens bets", &format!("{NAME} bets {BET} on 1"), "dealer closes bets"]
            .iter()
            .all(|sentence| self.say(sentence));
        self.rounds += u32::from(done);
        self.count();
    }

    /// Gives an answer that is open now; any other is no answer.
    pub(super) fn answer(&mut self, say: &str) {
        let Some(option) = self.options().into_iter().find(|option| option.say == say) else { return };
        let advice = self.advice();
        let amount = option.amount.map(|range| format!(" for {}", Chips::minor(range.most)));
        if !self.say(&format!("{NAME} {say}{}", amount.unwrap_or_default())) {
            return;
        }
        if let Some(advice) = &advice {
            let cost = advice.cost(option.word);
            self.answers += 1;
            self.well += u32::from(cost.is_none());
            self.cost += cost.unwrap_or(0.0);
        }
        self.last = advice.map(|advice| (advice, option.word));
        self.count();
    }

    /// Adds up what a round brought that has just ended.
    fn count(&mut self) {
        if let (Some(_), Some(player)) = (self.table.round().end(), self.player()) {
            self.net += self.table.round().net(player);
        }
    }

    fn say(&mut self, sentence: &str) -> bool {
        let line = transcript::parse(sentence).ok().and_then(|mut said| said.lines.pop());
        let Some(line) = line else { return false };
        self.table.hear(NAME, &line.statement, 0, &mut seed).is_ok()
    }
}

/// Where the order of a shoe comes from.
fn seed() -> Seed {
    Seed(Sha256::digest(fresh_password().as_bytes()).into())
}

/// Everyone's seats, by a secret of each.
#[derive(Default)]
pub(crate) struct Seats {
    all: Mutex<(u64, HashMap<String, Seat>)>,
}

impl Seats {
    fn lock(&self) -> MutexGuard<'_, (u64, HashMap<String, Seat>)> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Looks at the seat with this secret, if it is of this game.
    pub(super) fn look<T>(&self, secret: &str, game: &str, look: impl FnOnce(&mut Seat) -> T) -> Option<T> {
        let (uses, all) = &mut *self.lock();
        let seat = all.get_mut(secret).filter(|seat| seat.table.rules().id() == game)?;
        *uses += 1;
        seat.used = *uses;
        Some(look(seat))
    }

    /// A new seat of a game, with its secret; nothing where there is no such game.
    pub(super) fn take(&self, game: &str) -> Option<String> {
        let (uses, all) = &mut *self.lock();
        *uses += 1;
        let (seat, secret) = (Seat { used: *uses, ..Seat::new(game)? }, fresh_password());
        if all.len() >= MOST
            && let Some(oldest) =
                all.iter().min_by_key(|(_, seat)| seat.used).map(|(secret, _)| secret.clone())
        {
            all.remove(&oldest);
        }
        all.insert(secret.clone(), seat);
        Some(secret)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Hundreds of rounds of every game, answered by the odds, come to an end, and the odds give nothing away to themselves.
    #[test]
    fn rounds_of_every_game_are_played_to_their_end() {
        for game in rulebook::GAMES {
            let mut seat = Seat::new(game).expect("one of the five");
            for round in 1..=30 {
                seat.deal();
                assert_eq!(seat.rounds, round, "{game}");
                while seat.is_on() {
                    let open = seat.options();
                    let best = seat.advice().and_then(|advice| advice.best()).map(|(word, _)| word);
                    let option = open.iter().find(|option| Some(option.word) == best).or(open.first());
                    let say = option.unwrap_or_else(|| panic!("{game}: nobody is asked")).say.clone();
                    seat.answer(&say);
                }
            }
            assert!(seat.answers > 10, "{game}: {} answers are known", seat.answers);
            assert_eq!((seat.well, seat.cost), (seat.answers, 0.0), "{game}");
        }
    }

    #[test]
    fn what_is_not_asked_is_no_answer() {
        let mut seat = Seat::new("plus").expect("one of the five");
        for say in ["hits 1", "bets 1000 on 1", "", "\n", "dealer closes bets", "surrenders 9"] {
            seat.answer(say);
        }
        assert_eq!((seat.rounds, seat.net), (0, Chips::ZERO));
        assert!(Seat::new("nothing").is_none());
    }

    #[test]
    fn seats_are_bounded_and_the_one_left_longest_ago_makes_room() {
        let seats = Seats::default();
        let first = seats.take("macau").expect("a seat");
        let second = seats.take("macau").expect("a seat");
        for _ in 2..MOST {
            seats.take("macau").expect("a seat");
        }
        assert!(seats.look(&first, "macau", |_| ()).is_some());
        seats.take("macau").expect("a seat");
        assert!(seats.look(&first, "macau", |_| ()).is_some());
        assert!(seats.look(&second, "macau", |_| ()).is_none(), "it made room");
        assert!(seats.look(&first, "plus", |_| ()).is_none(), "it is a seat of another game");
    }
}
