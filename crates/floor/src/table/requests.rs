//! What waits at a table for a second person, who deals there, and who has a seat.

use super::{Seeds, Step, Table};
use crate::approval::{Approval, Request};
use crate::dealers::Dealers;
use crate::window::Millis;
use transcript::{Refused, Statement};

/// No more than so many wait at a table at a time.
const MOST: usize = 20;

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

    /// Whether no more can wait.
    pub(crate) fn is_full_of_requests(&self) -> bool {
        self.requests.len() >= MOST
    }

    /// Writes down that something waits.
    pub(crate) fn ask_approval(&mut self, request: Request, now: Millis) -> Step {
        let mut step = self.begin(&request.by);
        self.note_approval(&Approval::Asked(request.clone()));
        step.entry.approval = Some(Approval::Asked(request));
        self.set_clock(now);
        step.entry.clock = self.clock;
        step
    }

    /// Writes down that something waits no more, and that nothing came of it.
    pub(crate) fn end_request(&mut self, by: &str, ended: Approval, now: Millis) -> Step {
        let mut step = self.begin(by);
        self.note_approval(&ended);
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
        self.note_approval(&approved);
        let mut step = self.hear_all(by, statements, now, seeds)?;
        step.entry.approval = Some(approved);
        Ok(step)
    }

    /// The oldest request whose time is over ends. Nothing where there is none.
    pub(crate) fn lapse(&mut self, now: Millis) -> Option<Step> {
        let number = self.requests.iter().find(|request| request.until <= now)?.number;
        Some(self.end_request("clock", Approval::Lapsed { number }, now))
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
        Table { dealers: Dealers::default(), requests: Vec::new(), ..self }
    }

    /// Brings what waits up to date.
    pub(super) fn note_approval(&mut self, approval: &Approval) {
        match (approval, approval.ends()) {
            (Approval::Asked(request), _) => self.requests.push(request.clone()),
            (_, Some(number)) => self.requests.retain(|request| request.number != number),
            (_, None) => {}
        }
    }
}
