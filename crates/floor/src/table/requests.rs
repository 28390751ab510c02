//! What waits at a table for a second person, who deals there, and who has a seat.

use std::sync::Arc;

use super::{Seeds, Step, Table};
use crate::approval::{Approval, AwardsAlone, EndedRequest, LapseReason, Lapsed, Request, awarded_now};
use crate::dealers::Dealers;
use crate::window::Millis;
use transcript::{Deed, Refused, Statement};
use vocabulary::Chips;

/// The maximum number of requests that wait at a table.
const MOST: usize = 20;
/// The number of ended requests that are remembered.
const ENDED: usize = 10;

impl Table {
    /// What waits for a second person, in the order it was asked for. It ends with the round.
    #[must_use]
    pub fn requests(&self) -> &[Request] {
        &self.requests
    }

    /// What waits under this number.
    #[must_use]
    pub fn request(&self, number: u64) -> Option<&Request> {
        self.requests.iter().find(|request| request.number == number)
    }

    /// What waited in this round or the one before and waits no more, the last one first.
    #[must_use]
    pub fn ended_requests(&self) -> &[EndedRequest] {
        &self.ended
    }

    /// Whether no more can wait.
    pub(crate) fn is_full_of_requests(&self) -> bool {
        self.requests.len() >= MOST
    }

    /// Writes down that something waits.
    pub(crate) fn ask_approval(&mut self, request: Request, now: Millis) -> Step {
        let mut step = self.begin(&request.by);
        step.entry.approval = Some(Approval::Asked(request.clone()));
        self.requests.push(request);
        self.set_clock(now);
        step.entry.clock = self.clock;
        step
    }

    /// Writes down that something waits no more, and that nothing came of it.
    pub(crate) fn end_request(&mut self, by: &str, ended: Approval, now: Millis) -> Step {
        let mut step = self.begin(by);
        self.note_approval(by, &ended);
        step.entry.approval = Some(ended);
        self.set_clock(now);
        step.entry.clock = self.clock;
        step
    }

    /// Carries out what was approved.
    ///
    /// # Errors
    ///
    /// When the rules refuse it now.
    pub(crate) fn carry_out(
        &mut self,
        by: &str,
        (request, statements): (&Request, &[Statement]),
        now: Millis,
        seeds: Seeds<'_>,
    ) -> Result<Step, Refused> {
        let approved = Approval::Approved { number: request.number, asked_by: request.by.clone() };
        self.note_approval(by, &approved);
        let mut step = self.hear_all(by, statements, now, seeds)?;
        step.entry.approval = Some(approved);
        Ok(step)
    }

    /// Ends the oldest request whose time is over; `None` if there is none.
    pub(crate) fn lapse(&mut self, now: Millis) -> Option<Step> {
        let number = self.requests.iter().find(|request| request.until <= now)?.number;
        Some(self.end_request("clock", Approval::Lapsed { number }, now))
    }

    /// Chips are awarded and taken back in a round: there they are on the meters, and the round is settled again with them.
    pub(super) fn require_round_for_money(&self, statement: &Statement) -> Result<(), Refused> {
        let moves =
            matches!(statement, Statement::Staff { does: Deed::Awards { .. } | Deed::Takes { .. }, .. });
        if moves && self.round().number() == 0 {
            let says = "no round was begun at this table yet, and chips are awarded or taken back in a round: say it once one is dealt";
            return Err(Refused::plainly(says.into()));
        }
        Ok(())
    }

    /// What waits lapses with a step that was taken.
    pub(crate) fn lapse_with(&mut self, step: &mut Step, lapsed: Vec<Lapsed>, now: Millis) {
        if lapsed.is_empty() {
            return;
        }
        self.note_lapsed(&step.entry.by, &lapsed);
        step.entry.lapsed.extend(lapsed);
        self.set_clock(now);
        step.entry.clock = self.clock;
    }

    /// All that waits lapses: the next round is opened.
    pub(super) fn lapse_with_round(&mut self, step: &mut Step) {
        let lapsed = |request: &Request| Lapsed {
            number: request.number,
            asked_by: request.by.clone(),
            why: LapseReason::NextRound,
        };
        let lapsed: Vec<Lapsed> = self.requests.iter().map(lapsed).collect();
        self.note_lapsed(&step.entry.by, &lapsed);
        step.entry.lapsed.extend(lapsed);
    }

    /// When something is to be done at the table although nobody says anything.
    #[must_use]
    pub fn due(&self) -> Option<Millis> {
        let clock = self.clock().map(|clock| clock.until);
        self.requests.iter().map(|request| request.until).chain(clock).min()
    }

    /// Who may deal at the table, and who does.
    #[must_use]
    pub fn dealers(&self) -> &Dealers {
        &self.dealers
    }

    /// The awards of the shift that nobody approved.
    pub(crate) fn awards_alone(&self) -> &AwardsAlone {
        &self.awards_alone
    }

    /// Notes the awards of a step that nobody has to approve.
    pub(crate) fn note_awards_alone(&mut self, step: &mut Step, now: Millis) {
        let amount = awarded_now(&step.entry.events);
        if amount > Chips::ZERO {
            self.awards_alone = self.awards_alone.and(amount, now);
            step.entry.awards_alone = Some(self.awards_alone.clone());
        }
    }

    /// Others may deal at the table from now on, or deal.
    pub(crate) fn change_dealers(&mut self, by: &str, dealers: Dealers) -> Step {
        let mut step = self.begin(by);
        self.dealers = dealers;
        step.entry.dealers = Some(self.dealers.clone());
        step.entry.clock = self.clock;
        step
    }

    /// Whether someone has a seat at the table.
    #[must_use]
    pub fn is_seated(&self, name: &str) -> bool {
        let seats = &self.round().memory().seats;
        self.find(name).is_some_and(|player| seats.iter().any(|(_, seated)| *seated == player))
    }

    /// The table with nobody assigned and nothing waiting, to be brought up to date from the opening of a round.
    pub(crate) fn off_duty(self) -> Table {
        let (dealers, awards_alone, requests, ended) = Default::default();
        Table { dealers, awards_alone, requests, ended, ..self }
    }

    /// Brings what waits up to date.
    pub(super) fn note_approval(&mut self, by: &str, approval: &Approval) {
        match (approval, approval.ends()) {
            (Approval::Asked(request), _) => self.requests.push(request.clone()),
            (_, Some(number)) => {
                self.end(number, |request| EndedRequest::decided(request, by, approval));
            }
            (_, None) => {}
        }
    }

    /// Brings what waits up to date with what lapsed.
    pub(super) fn note_lapsed(&mut self, by: &str, lapsed: &[Lapsed]) {
        for Lapsed { number, why, .. } in lapsed {
            self.end(*number, |request| EndedRequest::lapsed(request, by, why));
        }
    }

    fn end(&mut self, number: u64, ended: impl Fn(Request) -> EndedRequest) {
        let Some(at) = self.requests.iter().position(|request| request.number == number) else { return };
        let request = self.requests.remove(at);
        let known = Arc::make_mut(&mut self.ended);
        known.insert(0, ended(request));
        known.truncate(ENDED);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::money::Money;
    use crate::posted::Posted;
    use crate::roles::Role;
    use crate::table::Dealing;
    use crate::window::Seconds;

    #[test]
    fn what_waits_for_a_second_person_waits_as_long_whichever_way_the_clock_is_set() {
        let (game, money) = ("plus".into(), Money::Real);
        let posted = Posted { game, book: None, settings: [].into(), limits: [].into(), money };
        for (by, until) in [(3_600_000, 4_500_000), (-600_000, 300_000)] {
            let mut table = Table::new(posted.clone(), Dealing::Dealer, Seconds::NONE).unwrap();
            let request = Request {
                number: 1,
                by: "sue".into(),
                role: Role::Supervisor,
                token_by: None,
                said: Vec::new(),
                amount: 0,
                moves: None,
                clause: String::new(),
                at: 0,
                until: 900_000,
            };
            table.ask_approval(request, 0);
            table.move_deadline(by);
            assert_eq!((table.requests()[0].until, table.due()), (until, Some(until)));
            assert!(table.lapse(until - 1).is_none() && table.lapse(until).is_some());
        }
    }
}
