//! The last chip taken back.

use axum::http::StatusCode;
use floor::{Problem, Seed, Sight, Standing};
use rulebook::Reason;

use super::Doer;
use crate::taps::Tap;
use crate::texts::{Language, NOT_UNDONE};

impl Doer<'_> {
    /// Takes the last chip back, in one breath: all that lies there, and the rest of it goes down again with the side wagers
    /// that went with it.
    pub(super) async fn undo(&self, language: Language) -> Result<(), Problem> {
        let (taps, name, round) = (&self.house.taps, &self.person.name, self.round());
        let Some((last, left)) = taps.last(self.table, name, round) else { return Ok(()) };
        if left > 0 && self.would_fall_behind(&last.on) {
            return Err(self.not_undone(language));
        }
        let mut sentences = vec![format!("withdraws on {}", last.on)];
        let with_it = self.goes_with(&last.on);
        if left > 0 {
            let again = std::iter::once(Tap { on: last.on.clone(), amount: left }).chain(with_it.clone());
            sentences.extend(again.map(|tap| tap.sentence()));
        }
        self.desk.say_all(&self.person, None, sentences).await?;
        taps.undone(self.table, name, round);
        if left == 0 {
            for gone in with_it {
                taps.gone(self.table, name, round, &gone.on);
            }
        }
        Ok(())
    }

    /// The player's other wagers that would go with the one on this place, found on a copy of the table.
    fn goes_with(&self, on: &str) -> Vec<Tap> {
        let standing = self.desk.standing.borrow().clone();
        let mut after = Standing::clone(&standing);
        let withdraws =
            floor::understand(&self.person.name, self.person.role, false, &format!("withdraws on {on}"));
        let never = &mut || Seed([0; 32]);
        let heard = withdraws.is_ok_and(|said| after.table.hear(&self.person.name, &said, 0, never).is_ok());
        if !heard {
            return Vec::new();
        }
        let left = self.wagers(&after);
        let gone = |tap: &Tap| tap.on != on && !left.iter().any(|other| other.on == tap.on);
        self.wagers(&standing).into_iter().filter(gone).collect()
    }

    /// Whether others have bet after the player on a spot that is not theirs. There the order of the wagers says who decides, and
    /// a wager that is taken back and put down again comes last.
    fn would_fall_behind(&self, on: &str) -> bool {
        let Ok(spot) = on.parse::<u8>() else { return false };
        let standing = self.desk.standing.borrow().clone();
        let eyes = floor::Eyes::of(&self.person.name, self.person.role);
        let sight = Sight::of(self.table, &standing, &eyes, 0);
        let sits = sight.seats.get(&spot).is_some_and(|seated| *seated == self.person.name);
        let mut bettors = sight.wagers.iter().filter(|wager| wager.spot == spot && wager.kind == "main");
        let own = bettors.find(|wager| wager.player == self.person.name);
        !standing.table.rules().shared_hand() && !sits && own.is_some() && bettors.next().is_some()
    }

    /// Why the chip stays.
    fn not_undone(&self, language: Language) -> Problem {
        let clause = self.desk.standing.borrow().table.rules().because(Reason::ControlByWager).clause;
        let detail = format!("{} [{clause}]", language.terminal().not_undone);
        Problem::new(StatusCode::CONFLICT, NOT_UNDONE, "the chip stays", detail)
    }
}
