//! The door: people sign in with right and wrong passwords, sign out, change their passwords; logins are disabled and enabled.
//!
//! One visitor is looked at after the other, so that what must come of everything is known.

use std::net::Ipv4Addr;
use std::time::Duration;

use hyper::StatusCode;
use serde_json::json;

use super::actor::{Actor, Login};
use super::evening::Told;
use super::tally::Act;

/// A session that ended at one server ends at the others within this many looks.
const LOOKS: u32 = 100;
/// How often the old and the new password are tried in turn, where nobody knows which is right.
const SWAPS: u32 = 3;

/// The address a visit is made from, another for each: an address that many wrong passwords come from is slowed down.
fn address(visit: usize) -> Ipv4Addr {
    let [.., high, low] = u16::try_from(visit % 60_000).unwrap_or(0).to_be_bytes();
    Ipv4Addr::new(127, 1, high, low)
}

/// Someone who comes and goes.
pub(super) struct Visitor {
    pub(super) actor: Actor,
    pub(super) login: Login,
    /// What else may be the password, where a change was not answered.
    pub(super) or_else: Option<String>,
}

/// Everyone who comes and goes, and who looks after their logins.
pub(super) struct Visitors {
    pub(super) people: Vec<Visitor>,
    /// Disables and enables logins.
    pub(super) manager: Actor,
    /// Lifts lock-outs.
    pub(super) administrator: Actor,
}

impl Visitors {
    /// Lets them come and go until the evening is over.
    pub(super) async fn come_and_go(mut self) -> Told {
        let mut next = 0;
        while !self.manager.evening.is_over() {
            let number = next % self.people.len();
            next += 1;
            self.people[number].actor.client.come_from(address(next));
            match self.manager.dice.below(4) {
                0 => self.sign_in_and_out(number).await,
                1 => self.guess(number).await,
                2 => self.change_password(number).await,
                _ => self.disable_and_enable(number).await,
            }
            tokio::time::sleep(Duration::from_millis(100 + self.manager.dice.below(300))).await;
        }
        Told::default()
    }

    async fn sign_in_and_out(&mut self, number: usize) {
        self.must_sign_in(number).await;
        let Visitor { actor, login, .. } = &mut self.people[number];
        while !actor.evening.is_late() {
            match actor.ask(Act::SignOut, "/api/sign-out", "").await {
                Some(Ok(_)) => {
                    actor.evening.tally.login(&login.name, "signed out");
                    break;
                }
                Some(Err(_)) => return,
                None => actor.evening.tally.login_unknown(&login.name, "signed out"),
            }
        }
        self.is_nobody(number, "signed out").await;
    }

    /// A wrong password lets nobody in; then the right one does.
    async fn guess(&mut self, number: usize) {
        let Visitor { actor, login, .. } = &mut self.people[number];
        let body = json!({ "name": login.name, "password": "not the right words" }).to_string();
        match actor.ask(Act::WrongPassword, "/api/sign-in", &body).await {
            Some(Ok(_)) => actor.evening.tally.fault(format!("a wrong password let {} in", login.name)),
            Some(Err(_)) => actor.evening.tally.login(&login.name, "failed to sign in"),
            None => actor.evening.tally.login_unknown(&login.name, "failed to sign in"),
        }
        self.must_sign_in(number).await;
    }

    /// Changes a password. Where that is not answered, the old one or the new one is right.
    async fn change_password(&mut self, number: usize) {
        self.must_sign_in(number).await;
        let Visitor { actor, login, or_else } = &mut self.people[number];
        let new = format!("another few words {}", actor.dice.below(1 << 40));
        let body = json!({ "password": login.password, "new": new }).to_string();
        let tally = &actor.evening.clone().tally;
        match actor.ask(Act::PasswordChange, "/api/me/password", &body).await {
            Some(Ok(_)) => {
                tally.login(&login.name, "given a password");
                tally.login(&login.name, "signed in");
                (login.password, *or_else) = (new, None);
            }
            // The other one may be right by now.
            Some(Err(_)) if or_else.is_some() => tally.login_unknown(&login.name, "failed to sign in"),
            Some(Err(status)) => {
                let name = &login.name;
                tally.fault(format!("{name} could not change their password: refused with {status}"));
            }
            None => {
                for did in ["given a password", "signed in"] {
                    tally.login_unknown(&login.name, did);
                }
                *or_else = Some(std::mem::replace(&mut login.password, new));
            }
        }
        self.must_sign_in(number).await;
    }

    async fn disable_and_enable(&mut self, number: usize) {
        self.must_sign_in(number).await;
        self.change_login(number, Act::LoginDisabled, "disabled", &json!({ "disabled": true })).await;
        self.is_nobody(number, "disabled").await;
        let disabled = self.sign_in(number).await;
        if disabled == Some(200) {
            let name = &self.people[number].login.name;
            self.manager.evening.tally.fault(format!("{name} is disabled and was let in"));
        }
        self.change_login(number, Act::LoginEnabled, "enabled", &json!({ "disabled": false })).await;
        self.must_sign_in(number).await;
    }

    async fn change_login(&mut self, number: usize, act: Act, did: &'static str, change: &serde_json::Value) {
        let name = self.people[number].login.name.clone();
        let by = if act == Act::LockOutLifted { &mut self.administrator } else { &mut self.manager };
        let path = format!("/api/people/{name}");
        while !by.evening.is_late() {
            match by.ask(act, &path, &change.to_string()).await {
                Some(Ok(_)) => return by.evening.tally.login(&name, did),
                // Nothing was said for too long.
                Some(Err(401)) => by.sign_in().await,
                Some(Err(_)) => return,
                None => by.evening.tally.login_unknown(&name, did),
            }
        }
    }

    /// Signs in with the right password, which must let them in.
    async fn must_sign_in(&mut self, number: usize) {
        let mut status = self.sign_in(number).await;
        // A change that was cut off may be carried out between two tries.
        for _ in 0..SWAPS {
            let Visitor { login, or_else, .. } = &mut self.people[number];
            let (Some(401), Some(other)) = (status, or_else) else { break };
            std::mem::swap(&mut login.password, other);
            status = self.sign_in(number).await;
        }
        if let Some(status) = status.filter(|status| *status != 200) {
            let name = &self.people[number].login.name;
            let fault = format!("{name} has the right password and was refused with {status}");
            self.manager.evening.tally.fault(fault);
        }
    }

    /// Signs in until that is answered. Returns the status. If it takes long, the tries may count as too many wrong passwords.
    async fn sign_in(&mut self, number: usize) -> Option<u16> {
        for tries in 1.. {
            let Visitor { actor, login, .. } = &mut self.people[number];
            let (tally, name) = (&actor.evening.clone().tally, &login.name.clone());
            if actor.evening.is_late() {
                break;
            }
            let body = json!({ "name": name, "password": login.password }).to_string();
            match actor.ask(Act::SignIn, "/api/sign-in", &body).await {
                Some(Ok(_)) => {
                    tally.login(name, "signed in");
                    return Some(200);
                }
                // Another server changed the login a moment ago.
                Some(Err(409)) => tokio::time::sleep(Duration::from_millis(100)).await,
                Some(Err(401)) => {
                    tally.login(name, "failed to sign in");
                    return Some(401);
                }
                Some(Err(status)) => return Some(status),
                None => {
                    for did in ["signed in", "failed to sign in"] {
                        tally.login_unknown(name, did);
                    }
                    if tries % 20 == 0 {
                        let change = json!({ "unlock": true });
                        self.change_login(number, Act::LockOutLifted, "lock-out lifted", &change).await;
                    }
                }
            }
        }
        None
    }

    /// A person who was signed out is nobody any more: at once or, if servers share a database, soon.
    async fn is_nobody(&mut self, number: usize, why: &str) {
        let Visitor { actor, login, .. } = &mut self.people[number];
        let looks = if actor.evening.doors.len() > 1 { LOOKS } else { 1 };
        for _ in 0..looks {
            match actor.get("/api/me").await {
                Some(said) if said.status == StatusCode::OK => {}
                Some(_) | None => return,
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        actor.evening.tally.fault(format!("{} was {why} and is still known", login.name));
    }
}
