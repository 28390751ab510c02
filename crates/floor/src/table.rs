//! A table: its round, its shoe, its clock. No I/O and no chance of its own; everything comes in as an argument.

mod course;
mod dealing;
mod posting;
mod requests;
mod roster;
mod seats;
mod suspension;
mod waking;

use std::sync::Arc;

use round::{Awaiting, Between, Round, awaiting};
use rulebook::Rules;
use transcript::{Refused, Statement};
use vocabulary::{Card, PlayerId};

use crate::approval::{AwardsAlone, EndedRequest, Request};
use crate::clock::set_by;
use crate::dealers::Dealers;
use crate::entry::{Entry, Opens};
use crate::posted::{NotPlayable, Posted};
use crate::shoe::{Seed, Shoe};
use crate::window::{Deadline, Millis, Seconds, Window};
pub(crate) use course::{Course, Played};
pub(crate) use dealing::{cards_of, cards_on_table};
pub(crate) use seats::SeatEnding;
use seats::Seats;

/// A table of the floor.
#[derive(Clone, Debug)]
pub struct Table {
    posted: Arc<Posted>,
    rules: Arc<Rules>,
    /// What was posted since: it holds from the next round on.
    coming: Option<(Arc<Posted>, Arc<Rules>)>,
    seat: transcript::Table,
    /// What the round's events tell and its state does not.
    course: Arc<Course>,
    dealing: Dealing,
    seconds: Seconds,
    window: Window,
    clock: Option<Deadline>,
    /// Whether another round may begin.
    open: bool,
    /// Whether no wagers are taken for now, because the floor is short of space.
    suspended: bool,
    /// Who may deal, and who does.
    dealers: Dealers,
    /// The awards of the shift that nobody approved.
    awards_alone: AwardsAlone,
    /// What waits for a second person.
    requests: Vec<Request>,
    /// The latest requests that ended, newest first.
    ended: Arc<Vec<EndedRequest>>,
    /// The floor failed and is back: where the game plays on without failed terminals, a player who does not answer counts as one.
    since_failure: bool,
    seats: Seats,
}

/// Who brings the cards.
#[derive(Clone, Debug)]
pub enum Dealing {
    /// A dealer, who keys or scans real cards and says what a dealer says.
    Dealer,
    /// The house, from a shuffled shoe; none before the first round.
    House(Option<Shoe>),
}

/// What a step came to: what is written down for good, and what is kept out of sight.
#[derive(Clone, Debug)]
pub struct Step {
    /// The entry for the table's book.
    pub entry: Entry,
    /// The shoe that was shuffled on the way.
    pub sealed: Option<Sealed>,
    /// Why what a second person approved is not carried out after all.
    pub refused: Option<Refused>,
}

/// A shoe's secret: with it the order can be found again after a restart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sealed {
    /// Where the order comes from.
    pub seed: Seed,
    /// Cards that were on the table when it was shuffled.
    pub without: Vec<Card>,
}

/// Fresh seeds, from the system's entropy or from a test.
pub type Seeds<'s> = &'s mut dyn FnMut() -> Seed;

impl Table {
    /// A table before its first round.
    ///
    /// # Errors
    ///
    /// When what is posted makes no game.
    pub fn new(posted: Posted, dealing: Dealing, seconds: Seconds) -> Result<Table, NotPlayable> {
        let rules = Arc::new(posted.rules()?);
        let seat = transcript::Table::resume(Arc::clone(&rules), Vec::new(), Between::default());
        let (window, clock) = (Window::NextRound, None);
        let (posted, coming, open) = (Arc::new(posted), None, true);
        let (suspended, since_failure) = (false, false);
        let (course, dealers, awards_alone, requests, ended) = Default::default();
        let seats = Seats::new();
        Ok(Table {
            posted,
            rules,
            coming,
            seat,
            course,
            dealing,
            seconds,
            window,
            clock,
            open,
            suspended,
            dealers,
            awards_alone,
            requests,
            ended,
            since_failure,
            seats,
        })
    }

    /// What its round is played by.
    #[must_use]
    pub fn posted(&self) -> &Posted {
        &self.posted
    }

    /// The rules in force.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The round as it stands.
    #[must_use]
    pub fn round(&self) -> &Round {
        self.seat.round()
    }

    /// The people at the table, by number.
    #[must_use]
    pub fn names(&self) -> &[String] {
        self.seat.names()
    }

    /// The number of a person the table knows.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<PlayerId> {
        self.seat.find(name)
    }

    /// Whether a round is on that somebody has a wager in.
    pub(crate) fn has_wagers(&self) -> bool {
        self.round().end().is_none() && !self.round().wagers().is_empty()
    }

    /// The clock that runs.
    #[must_use]
    pub fn clock(&self) -> Option<Deadline> {
        self.clock
    }

    /// How the round went.
    pub(crate) fn course(&self) -> &Course {
        &self.course
    }

    /// Something is said, and everything that follows from it by itself happens.
    ///
    /// # Errors
    ///
    /// When the rules refuse it. The table may then only have met a new name: use a copy.
    pub fn hear(
        &mut self,
        by: &str,
        statement: &Statement,
        now: Millis,
        seeds: Seeds<'_>,
    ) -> Result<Step, Refused> {
        self.hear_all(by, std::slice::from_ref(statement), now, seeds)
    }

    /// Several sentences are said in one breath: all of them count, or none.
    ///
    /// # Errors
    ///
    /// When the rules refuse one of them. The table may then have carried out those before it: use a copy.
    pub fn hear_all(
        &mut self,
        by: &str,
        statements: &[Statement],
        now: Millis,
        seeds: Seeds<'_>,
    ) -> Result<Step, Refused> {
        let mut step = self.begin(by);
        for statement in statements {
            self.wake(statement, &mut step);
            match statement {
                Statement::OpensBets => self.open_round(&mut step, seeds)?,
                _ => self.say(statement, &mut step)?,
            }
            self.require_no_card_ahead()?;
        }
        Ok(self.finish(step, now, seeds))
    }

    /// The clock has run out: the house goes on without what it waited for. Nothing where no clock has.
    pub fn tick(&mut self, now: Millis, seeds: Seeds<'_>) -> Option<Step> {
        self.clock.filter(|clock| clock.until <= now)?;
        self.clock = None;
        let mut step = self.begin("clock");
        let said = match self.window.clone() {
            Window::Bets => self.say(&Statement::ClosesBets, &mut step),
            Window::Offers => self.say(&Statement::ClosesOffers, &mut step),
            Window::Turn(_, _, player, _) => self.time_out(&[player], &mut step),
            Window::Common(_) => self.time_out_everyone(&mut step),
            Window::Answers(_) => self.say(&Statement::DealsOn, &mut step),
            Window::NextRound if self.begins_rounds() && self.requests.is_empty() => {
                self.open_round(&mut step, seeds)
            }
            Window::NextRound | Window::Open => return None,
        };
        if let Err(refused) = said {
            // The rules let the house go on from every window; should they not, the table waits for staff.
            step.entry.remark = Some(format!("the clock ran out, but: {}", refused.says));
        }
        Some(self.finish(step, now, seeds))
    }

    fn begin(&self, by: &str) -> Step {
        let entry = Entry { by: by.to_owned(), round: self.round().number(), ..Entry::default() };
        Step { entry, sealed: None, refused: None }
    }

    /// Says a statement and writes it down.
    fn say(&mut self, statement: &Statement, step: &mut Step) -> Result<(), Refused> {
        self.require_round_for_money(statement)?;
        self.require_wager_to_return(statement)?;
        let known = self.seat.names().len();
        let events = self.seat.hear(statement)?;
        step.entry.names.extend_from_slice(&self.seat.names()[known..]);
        self.note(&events);
        step.entry.events.extend(events);
        step.note(statement);
        Ok(())
    }

    /// Notes what events tell beyond what they change.
    fn note(&mut self, events: &[round::Event]) {
        if events.iter().any(Course::is_told) {
            let course = Arc::make_mut(&mut self.course);
            for event in events {
                course.note(event);
            }
        }
    }

    /// Whether a statement would be accepted now. The house shuffles before it begins a round, so none waits for that.
    pub(crate) fn would_hear(&self, statement: &Statement) -> bool {
        let shuffles = matches!(self.dealing, Dealing::House(_)) && matches!(statement, Statement::OpensBets);
        shuffles || self.why_not(statement).is_none()
    }

    /// Why a statement would be refused now; nothing where it would be accepted. Nothing changes.
    pub(crate) fn why_not(&self, statement: &Statement) -> Option<Refused> {
        self.require_wager_to_return(statement).err().or_else(|| self.seat.clone().hear(statement).err())
    }

    /// The table as it would be right after this, were it said now, and what would be written down. No card of the shoe is
    /// looked at: what the house would deal next is not part of it.
    pub(crate) fn dry_run(&self, by: &str, statement: &Statement) -> Result<(Table, Entry), Refused> {
        let (mut after, mut step) = (self.clone(), self.begin(by));
        after.say(statement, &mut step)?;
        Ok((after, step.entry))
    }

    /// A card comes out when it is due: what would lie in wait for a later turn is in no book.
    fn require_no_card_ahead(&self) -> Result<(), Refused> {
        match self.seat.ahead() {
            0 => Ok(()),
            ahead => {
                let says = format!("{ahead} too many: a card is keyed when the table waits for it");
                Err(Refused::plainly(says))
            }
        }
    }

    /// A player who was away and speaks is back.
    fn wake(&mut self, statement: &Statement, step: &mut Step) {
        let Some(name) = speaker(statement) else { return };
        let away = self.find(name).is_some_and(|player| self.round().away(player).is_some());
        if away && !matches!(statement, Statement::Returns { .. }) {
            // If they cannot come back now, what they say is judged as it stands.
            let _ = self.say(&Statement::Returns { name: name.to_owned() }, step);
        }
    }

    /// The house does what falls to it, then the clock is set.
    fn finish(&mut self, mut step: Step, now: Millis, seeds: Seeds<'_>) -> Step {
        if matches!(self.dealing, Dealing::House(_)) {
            self.go_on(&mut step, seeds);
        }
        self.note_seats(&step.entry.by, now);
        if step.entry.opens.is_some() {
            self.seats.expect_bets(now);
        }
        self.set_clock(now);
        step.entry.clock = self.clock;
        step
    }

    /// Sets the clock for what is waited for. Where no round begins by itself, nothing waits for the next; while something
    /// waits for a second person none does.
    fn set_clock(&mut self, now: Millis) {
        let window = Window::of(&self.rules, self.round());
        if window != self.window || self.clock.is_none() {
            self.clock = window.deadline(&self.rules, &self.seconds(), now);
            self.window = window;
        }
        let begins =
            self.begins_rounds() && matches!(self.dealing, Dealing::House(_)) && self.requests.is_empty();
        if !begins && self.window == Window::NextRound {
            self.clock = None;
        }
    }

    /// How long the house waits. Where a dealer deals they say themselves when bets and offers are closed, who is away and when
    /// the next round begins: only the game's own clock for decisions runs there.
    fn seconds(&self) -> Seconds {
        match self.dealing {
            Dealing::House(_) => self.seconds,
            Dealing::Dealer => Seconds::NONE,
        }
    }

    /// Begins a round: with a fresh shoe where one is due, and only the people the table still remembers.
    fn open_round(&mut self, step: &mut Step, seeds: Seeds<'_>) -> Result<(), Refused> {
        if !matches!(awaiting(&self.rules, self.round()), Awaiting::Nothing(_)) {
            // The rules refuse it: nobody begins a round on top of another.
            return self.say(&Statement::OpensBets, step);
        }
        self.begin_after(self.round().between(), step, seeds)
    }

    fn resumed(&self, opens: &Opens) -> transcript::Table {
        transcript::Table::resume(Arc::clone(&self.rules), opens.names.clone(), opens.between.clone())
    }

    /// Nobody who has not answered is waited for any longer.
    fn time_out_everyone(&mut self, step: &mut Step) -> Result<(), Refused> {
        let Awaiting::Decisions(decisions) = awaiting(&self.rules, self.round()) else { return Ok(()) };
        let mut late: Vec<PlayerId> = decisions.iter().map(|decision| decision.by).collect();
        late.dedup();
        self.time_out(&late, step)
    }

    /// Where the game has a clock the decision is taken by default; where it has none, a player who does not answer is away.
    /// The first silence after a failure is a terminal's that failed too.
    fn time_out(&mut self, late: &[PlayerId], step: &mut Step) -> Result<(), Refused> {
        let name = |player: &PlayerId| self.names().get(usize::from(player.0)).cloned().unwrap_or_default();
        let names: Vec<String> = late.iter().map(name).collect();
        if std::mem::take(&mut self.since_failure) {
            return self.report_failure(names, step);
        }
        let has_clock = self.rules.decision_seconds() > 0;
        names.into_iter().try_for_each(|name| {
            let late = if has_clock { Statement::TimesOut { name } } else { Statement::IsAbsent { name } };
            self.say(&late, step)
        })
    }

    /// Brings the table up to date with an entry of its book.
    ///
    /// # Errors
    ///
    /// When what was posted then makes no game with today's rule books.
    pub fn catch_up(&mut self, entry: &Entry) -> Result<(), NotPlayable> {
        if let Some(posted) = &entry.posted {
            self.post(posted.clone())?;
        }
        if let Some(opens) = &entry.opens {
            self.reopen(opens)?;
        }
        if let Some(approval) = &entry.approval {
            self.note_approval(&entry.by, approval);
        }
        self.note_lapsed(&entry.by, &entry.lapsed);
        if entry.opens.is_some() {
            // Earlier versions did not write down what lapsed.
            self.requests.clear();
        }
        self.dealers = entry.dealers.clone().unwrap_or_else(|| std::mem::take(&mut self.dealers));
        if let Some(awards) = &entry.awards_alone {
            self.awards_alone.clone_from(awards);
        }
        self.open = entry.open.unwrap_or(self.open);
        self.seat.catch_up(&entry.names, &entry.events);
        self.note(&entry.events);
        self.catch_up_seats(entry);
        self.window = Window::of(&self.rules, self.round());
        self.clock = entry.clock;
        Ok(())
    }

    /// Goes through an entry event by event, each with the table after it.
    pub(crate) fn each_event(&mut self, entry: &Entry, mut each: impl FnMut(&Table, &round::Event)) {
        if let Some(opens) = &entry.opens {
            // What was posted made a game when it was written.
            let _ = self.reopen(opens);
        }
        self.seat.catch_up(&entry.names, &[]);
        for event in &entry.events {
            self.seat.catch_up(&[], std::slice::from_ref(event));
            self.note(std::slice::from_ref(event));
            each(self, event);
        }
    }

    /// Puts the shoe back as it was: the same order, and the same number of cards dealt.
    pub fn unseal(&mut self, sealed: &Sealed, drawn: usize) {
        if let Dealing::House(shoe) = &mut self.dealing {
            *shoe = Some(Shoe::shuffle(&cards_of(&self.rules, &sealed.without), sealed.seed).after(drawn));
        }
    }

    /// Who brings the cards.
    #[must_use]
    pub fn dealing(&self) -> &Dealing {
        &self.dealing
    }

    /// Whether another round may begin.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.open
    }

    /// The floor closes in good order: what is on goes on when it opens again.
    #[must_use]
    pub fn rest(&self) -> Step {
        let mut step = self.begin("house");
        step.entry.rest = true;
        step.entry.clock = self.clock;
        step
    }

    /// The clock was set by this much: what the table waits for it goes on waiting for, as long as it said.
    pub fn move_deadline(&mut self, by: Millis) -> Step {
        if let Some(clock) = &mut self.clock {
            clock.until = clock.until.saturating_add(by);
        }
        self.seats.move_by(by);
        let mut step = self.begin("clock");
        step.entry.clock = self.clock;
        step.entry.remark = Some(set_by(by));
        step
    }

    /// Begins no further rounds, or begins them again.
    pub fn keep_open(&mut self, by: &str, open: bool, now: Millis) -> Step {
        self.open = open;
        self.seats.expect_bets(now);
        self.set_clock(now);
        let mut step = self.begin(by);
        step.entry.open = Some(open);
        step.entry.clock = self.clock;
        step
    }
}

impl Step {
    /// Writes a statement down; cards that come one after another make one line.
    fn note(&mut self, statement: &Statement) {
        let line = statement.to_string();
        match (self.entry.said.last_mut(), line.strip_prefix("shoe")) {
            (Some(last), Some(cards)) if last.starts_with("shoe ") => last.push_str(cards),
            _ => self.entry.said.push(line),
        }
    }
}

/// A person who says something for themselves.
fn speaker(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Sits { name, .. }
        | Statement::Bets { name, .. }
        | Statement::Hits { name, .. }
        | Statement::Stands { name, .. }
        | Statement::Splits { name, .. }
        | Statement::Doubles { name, .. }
        | Statement::Follows { name, .. }
        | Statement::Insures { name, .. }
        | Statement::TakesEvenMoney { name, .. }
        | Statement::Surrenders { name, .. }
        | Statement::Declines { name, .. }
        | Statement::Signals { name, .. } => Some(name),
        _ => None,
    }
}
