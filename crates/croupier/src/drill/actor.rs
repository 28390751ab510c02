//! Someone who sends commands: signed in, across kills, cut off now and then, and remembering all that was answered.

use std::sync::Arc;
use std::time::{Duration, Instant};

use floor::Role;
use serde_json::json;

use super::backoff::Backoff;
use super::client::{Client, CutOff, Said, is_late};
use super::deed::{Deed, Fate, What};
use super::dice::Dice;
use super::evening::Evening;
use super::tally::{Act, Heard, count};

/// One command in this many is cut off by default.
const CUT_OFF: u64 = 60;
/// One request without an id in this many, such as a sign-in, is cut off: there are fewer of them.
const CUT_OFF_WITHOUT_ID: u64 = 20;
/// One acknowledged command in this many is sent again at once.
const SENT_AGAIN: u64 = 60;
/// About how many microseconds it takes to write something down.
const WRITE: u64 = 3_000;
/// About how many microseconds it takes to look at a password and write that down.
const PASSWORD: u64 = 100_000;
/// How long to wait before a command is sent again.
const BREATH: Duration = Duration::from_millis(20);

/// Someone on the floor.
pub(super) struct Actor {
    pub(super) evening: Arc<Evening>,
    pub(super) client: Client,
    backoff: Backoff,
    pub(super) name: String,
    role: Role,
    /// None for a guest.
    password: Option<String>,
    pub(super) dice: Dice,
    /// One command in this many is cut off.
    pub(super) cut_off_in: u64,
    sent: u64,
    deeds: Vec<Deed>,
    /// The last command that was acknowledged.
    last: Option<usize>,
    /// How often the floor had been started again when they last looked.
    restarts: u64,
}

/// A login: a name and its password.
#[derive(Clone, Debug)]
pub(super) struct Login {
    pub(super) name: String,
    pub(super) password: String,
    pub(super) role: Role,
}

impl Actor {
    fn new(evening: &Arc<Evening>, role: Role, dice: Dice) -> Actor {
        let client = Client::new(&evening.doors);
        let (name, deeds) = Default::default();
        let evening = Arc::clone(evening);
        Actor {
            evening,
            client,
            backoff: Backoff::new(),
            name,
            role,
            password: None,
            dice,
            cut_off_in: CUT_OFF,
            sent: 0,
            deeds,
            last: None,
            restarts: 0,
        }
    }

    /// A guest, who is let in; nobody where the evening ends before that.
    pub(super) async fn guest(evening: &Arc<Evening>, dice: Dice) -> Actor {
        let mut guest = Actor::new(evening, Role::Player, dice);
        while !evening.is_late() {
            if let Some(said) = guest.ask(Act::GuestIn, "/api/guest", "").await.and_then(Result::ok) {
                let known: Option<serde_json::Value> = said.read();
                guest.name = known.and_then(|it| it["name"].as_str().map(str::to_owned)).unwrap_or_default();
                break;
            }
        }
        guest
    }

    /// Someone with a password, who signs in.
    pub(super) async fn signed_in(evening: &Arc<Evening>, login: &Login, dice: Dice) -> Actor {
        let mut actor = Actor::new(evening, login.role, dice);
        (actor.name, actor.password) = (login.name.clone(), Some(login.password.clone()));
        actor.sign_in().await;
        actor
    }

    /// Everything they sent.
    pub(super) fn deeds(self) -> Vec<Deed> {
        self.deeds
    }

    /// Sends something once. A refusal is an error with the status; `None` if there was no answer, after a pause. Now and then it
    /// is cut off, and nobody knows what came of it.
    pub(super) async fn ask(&mut self, act: Act, path: &str, body: &str) -> Option<Result<Said, u16>> {
        if !self.evening.is_calm() && self.dice.below(CUT_OFF_WITHOUT_ID) == 0 {
            // A login disabled a little later than that may have been enabled again.
            let late = if act == Act::LoginDisabled { 0 } else { PASSWORD };
            let when = self.moment(late);
            self.cut_off(path, body, when).await;
            return None;
        }
        let said = self.post(path, body).await?;
        match self.evening.tally.hear(act, said.status.as_u16(), &said.body) {
            Heard::Done => Some(Ok(said)),
            Heard::Refused | Heard::SignIn => Some(Err(said.status.as_u16())),
            Heard::Again => {
                self.client.next_door();
                tokio::time::sleep(BREATH).await;
                None
            }
        }
    }

    /// Looks at something; `None` if there was no answer.
    pub(super) async fn get(&mut self, path: &str) -> Option<Said> {
        let said = self.client.get(path).await;
        self.note(said).ok()
    }

    /// Sends something once; `None` if there was no answer, after a pause.
    async fn post(&mut self, path: &str, body: &str) -> Option<Said> {
        let said = self.client.post(path, body.to_owned()).await;
        let said = self.note(said);
        if said.is_err() {
            count(&self.evening.tally.broken);
            tokio::time::sleep(self.backoff.pause()).await;
        } else {
            self.backoff.reset();
        }
        said.ok()
    }

    /// A server that was killed breaks its connections; one that keeps a connection and says nothing is at fault.
    fn note(&self, said: anyhow::Result<Said>) -> anyhow::Result<Said> {
        said.inspect_err(|why| {
            if is_late(why) {
                self.evening.tally.fault(format!("{}: {why}", self.name));
            }
        })
    }

    /// Signs in until that is answered.
    pub(super) async fn sign_in(&mut self) {
        let body = json!({ "name": self.name, "password": self.password }).to_string();
        while !self.evening.is_late() {
            match self.ask(Act::SignIn, "/api/sign-in", &body).await {
                Some(Ok(_)) => return self.evening.tally.login(&self.name, "signed in"),
                // Another server had changed the login a moment ago.
                Some(Err(409)) => tokio::time::sleep(BREATH).await,
                Some(Err(status)) => {
                    let fault = format!("{} has the right password and was refused with {status}", self.name);
                    return self.evening.tally.fault(fault);
                }
                None => self.evening.tally.login_unknown(&self.name, "signed in"),
            }
        }
    }

    /// Signs out, and in again.
    pub(super) async fn sign_out_and_in(&mut self) {
        while !self.evening.is_late() {
            match self.ask(Act::SignOut, "/api/sign-out", "").await {
                Some(Ok(_)) => {
                    self.evening.tally.login(&self.name, "signed out");
                    break;
                }
                Some(Err(_)) => break,
                None => self.evening.tally.login_unknown(&self.name, "signed out"),
            }
        }
        self.sign_in().await;
    }

    /// Sends a command until it is answered, across kills, always with the same id. Returns the answer, or `None` if it was
    /// refused, or cut off and left so.
    pub(super) async fn command(&mut self, act: Act, what: What) -> Option<String> {
        self.send_last_again().await;
        self.sent += 1;
        let (by, role, id) = (self.name.clone(), self.role, format!("{}-{}", self.name, self.sent));
        let mut deed = Deed { by, role, id, what, fate: Fate::Unknown, again: false };
        let began = Instant::now();
        self.evening.begin();
        self.carry_out(act, &mut deed).await;
        self.evening.end(act, &deed.fate, began);
        let answer = match &deed.fate {
            Fate::Acknowledged(answer) => Some(answer.clone()),
            Fate::Refused(_) | Fate::Unknown => None,
        };
        if answer.is_some() {
            self.last = Some(self.deeds.len());
        }
        self.deeds.push(deed);
        if answer.is_some() && !self.evening.is_calm() && self.dice.below(SENT_AGAIN) == 0 {
            self.compare_with_last().await;
        }
        answer
    }

    async fn carry_out(&mut self, act: Act, deed: &mut Deed) {
        let (path, body) = (deed.path(), deed.body());
        // Whether an earlier try may still be on its way, so that a refusal settles nothing.
        let mut on_its_way = false;
        if !self.evening.is_calm() && self.dice.below(self.cut_off_in) == 0 {
            let when = self.moment(WRITE);
            self.cut_off(&path, &body, when).await;
            (on_its_way, deed.again) = (true, true);
            if self.dice.below(2) == 0 {
                return;
            }
        }
        while !self.evening.is_late() {
            let Some(said) = self.post(&path, &body).await else {
                // A server that was killed carries nothing out any more, unless the database still does for it.
                on_its_way |= self.evening.doors.len() > 1;
                deed.again = true;
                continue;
            };
            let status = said.status.as_u16();
            match self.evening.tally.hear(act, status, &said.body) {
                Heard::Done => {
                    deed.fate = Fate::Acknowledged(said.text());
                    return;
                }
                Heard::Refused => {
                    let settled = !on_its_way && (!deed.again || matches!(status, 409 | 422));
                    deed.fate = if settled { Fate::Refused(status) } else { Fate::Unknown };
                    return;
                }
                Heard::SignIn if self.password.is_some() => self.sign_in().await,
                Heard::SignIn => {
                    return self.evening.tally.fault(format!("{} is not known any more", self.name));
                }
                Heard::Again => {
                    on_its_way |= !matches!(status, 421 | 429);
                    deed.again = true;
                    self.client.next_door();
                    tokio::time::sleep(BREATH).await;
                }
            }
        }
    }

    /// When a client is cut off; if it must not happen while it is served, it is before or after that.
    fn moment(&mut self, served_within: u64) -> CutOff {
        match self.dice.below(3) {
            0 => CutOff::Within(self.dice.below(1000)),
            1 if served_within > 0 => CutOff::After(self.dice.below(served_within)),
            _ => CutOff::BeforeReading,
        }
    }

    /// Goes away in the middle of a command.
    async fn cut_off(&self, path: &str, body: &str, when: CutOff) {
        let tally = &self.evening.tally;
        let counter = match when {
            CutOff::Within(_) => &tally.cut_in_part,
            CutOff::After(_) => &tally.cut_at_the_end,
            CutOff::BeforeReading => &tally.cut_before_reading,
        };
        if self.client.cut_off(path, body, when).await.is_ok() {
            count(counter);
        }
    }

    /// After the floor was started again, sends the last acknowledged command once more.
    async fn send_last_again(&mut self) {
        let restarts = self.evening.restarts();
        if restarts != self.restarts {
            self.restarts = restarts;
            if self.dice.below(4) == 0 {
                self.compare_with_last().await;
            }
        }
    }

    /// Sends the last acknowledged command once more, which must get the same answer.
    async fn compare_with_last(&mut self) {
        let Some(deed) = self.last.and_then(|last| self.deeds.get(last)).cloned() else { return };
        let Fate::Acknowledged(answer) = &deed.fate else { return };
        let (path, body) = (deed.path(), deed.body());
        let Some(Ok(said)) = self.ask(Act::SentAgain, &path, &body).await else { return };
        if said.text() != *answer {
            let (key, now) = (deed.key(), said.text());
            self.evening.tally.fault(format!("{key} was answered {answer}, and sent again {now}"));
        }
    }
}
