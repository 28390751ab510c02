//! Who may speak at a table: dealers once they are signed on, and with a second person where the act takes two.

use std::fmt;

use journal::Account;
use transcript::{Refused, Statement};
use vocabulary::Chips;

use super::{Ask, Asked, Asker, Denied, Keeper, heard};
use crate::approval::{Approval, LapseReason, Lapsed, Moves, Need, Request};
use crate::dealers::{Dealers, SignOff, SignOffReason};
use crate::money::Chipcount;
use crate::roles::Role;
use crate::table::{Step, Table};
use crate::window::Millis;

impl Keeper {
    /// Carries out what someone says. If it takes two people, it is only written down, and waits under the number of its entry.
    pub(super) fn hear(
        &mut self,
        table: &mut Table,
        by: &Asker,
        sentences: &[String],
        (seq, now): (u64, Millis),
    ) -> Result<Step, Denied> {
        let statements = understood(table, (&by.name, by.role), sentences)?;
        require_on_duty(table, by)?;
        let before = (by.role != Role::Player).then(|| table.clone());
        let mut step = table.hear_all(&by.name, &statements, now, &mut self.seeds).map_err(Denied::Rules)?;
        let Some(before) = before else { return Ok(step) };
        let rounds = (before.round(), table.round());
        let events = &step.entry.events;
        let need = self.limits.needed(by.role, &statements, rounds, events);
        let need = need.or_else(|| self.limits.needed_together(before.awards_alone(), events, now));
        let Some(Need { amount, clause }) = need else {
            table.note_awards_alone(&mut step, now);
            return Ok(step);
        };
        *table = before;
        if table.is_full_of_requests() {
            return Err(Denied::TooMuchWaits);
        }
        let request = Request {
            number: seq,
            by: by.name.clone(),
            role: by.role,
            token_by: by.token_by.clone(),
            said: sentences.to_vec(),
            amount,
            moves: moves(table, (&by.name, by.role), sentences).ok(),
            clause: clause.to_string(),
            at: now,
            until: self.limits.until(now),
        };
        Ok(table.ask_approval(request, now))
    }

    /// Someone approves what waits, declines it, or takes it back.
    pub(super) fn judge(
        &mut self,
        table: &mut Table,
        by: &Asker,
        (number, approve, (uncovered, disabled)): (u64, bool, (Option<&Uncovered>, Option<&str>)),
        now: Millis,
    ) -> Result<Step, Denied> {
        let Some(request) = table.request(number).cloned() else {
            let ended = table.ended_requests().iter().find(|ended| ended.request.number == number);
            return Err(ended.map_or(Denied::NothingWaits, |ended| Denied::WaitsNoMore(ended.says())));
        };
        let asked_by = request.by.clone();
        if !approve && asked_by == by.name {
            return Ok(table.end_request(&by.name, Approval::TakenBack { number }, now));
        }
        if by.role == Role::Dealer {
            return Err(Denied::NotYours("a supervisor or a higher post approves this, or declines it"));
        }
        if !approve {
            return Ok(table.end_request(&by.name, Approval::Declined { number, asked_by }, now));
        }
        if request.is_by(by) {
            return Err(Denied::NotYours(
                "this takes two people: somebody other than the person who asked approves it",
            ));
        }
        if let Some(asker) = disabled {
            let denied = Denied::AskerDisabled(asker.to_owned());
            return Ok(refused(table, by, &request, denied, now));
        }
        if let Some(uncovered) = uncovered {
            let why = uncovered.to_string();
            return Ok(table.end_request(&by.name, Approval::Refused { number, asked_by, why }, now));
        }
        let mut after = table.clone();
        let asker = (asked_by.as_str(), request.role);
        let carried_out = understood(table, asker, &request.said).and_then(|statements| {
            let approved = (&request, statements.as_slice());
            after.carry_out(&by.name, approved, now, &mut self.seeds).map_err(Denied::Rules)
        });
        match carried_out {
            Ok(step) => {
                self.require_post(table, by, &request, now)?;
                *table = after;
                Ok(step)
            }
            Err(denied) => Ok(refused(table, by, &request, denied, now)),
        }
    }

    /// Requires that the person who approves could have said it: the game's own rule sets the post.
    fn require_post(
        &mut self,
        table: &Table,
        by: &Asker,
        request: &Request,
        now: Millis,
    ) -> Result<(), Denied> {
        let statements = understood(table, (&by.name, by.role), &request.said)?;
        let said = table.clone().hear_all(&by.name, &statements, now, &mut self.seeds);
        said.map(drop).map_err(Denied::Rules)
    }
}

/// An account that does not cover what was approved.
#[derive(Clone, Debug)]
pub(crate) struct Uncovered {
    pub(crate) account: Account,
    /// What it has.
    pub(crate) balance: Chips,
}

impl fmt::Display for Uncovered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Uncovered { account, balance } = self;
        match account.as_str().strip_prefix("player/") {
            Some(player) => write!(f, "{} has {balance}", player.trim_end_matches("/play"))?,
            None => write!(f, "the account {account} has {balance}")?,
        }
        f.write_str(", which does not cover it")
    }
}

impl Asked {
    /// An approval that is not covered, to go through the table once more so that it ends; anybody else is answered.
    pub(super) fn end_uncovered(self, uncovered: Uncovered) -> Option<Asked> {
        if let Ask::Approve { number, approve, uncovered: None, .. } = self.what {
            let what = Ask::Approve { number, approve, uncovered: Some(uncovered), disabled: None };
            return Some(Asked { what, ..self });
        }
        let _ = self.reply.send(Err(Denied::Overdrawn { balance: uncovered.balance }));
        None
    }

    /// The answer to the person who approved if it is not covered.
    pub(super) fn is_not_covered(&self) -> Option<Denied> {
        match &self.what {
            Ask::Approve { uncovered: Some(uncovered), .. } => {
                Some(Denied::NotCovered(uncovered.to_string()))
            }
            _ => None,
        }
    }
}

/// Requests that wait lapse if they would now do something else than when they were asked for. An approval is for the round it
/// was asked for, and for the chips it moved then.
pub(super) fn lapsed(table: &Table) -> Vec<Lapsed> {
    let lapsed = |request: &Request| {
        let why = match moves(table, (request.by.as_str(), request.role), &request.said) {
            Ok(now) if request.moves.as_ref().is_none_or(|then| *then == now) => return None,
            Ok(_) => LapseReason::OtherChips,
            Err(denied) => LapseReason::NotAllowed(denied.to_string()),
        };
        Some(Lapsed { number: request.number, asked_by: request.by.clone(), why })
    };
    table.requests().iter().filter_map(lapsed).collect()
}

/// What sentences would move in someone's mouth if they were carried out now, for each player.
fn moves(table: &Table, (name, role): (&str, Role), sentences: &[String]) -> Result<Moves, Denied> {
    let mut after = table.clone();
    for statement in understood(table, (name, role), sentences)? {
        (after, _) = after.dry_run(name, &statement).map_err(Denied::Rules)?;
    }
    let moved = Chipcount::of(after.round()).since(&Chipcount::of(table.round()));
    let named = moved.players.iter().filter_map(|(player, chips)| {
        Some((after.names().get(usize::from(player.0))?.clone(), chips.units()))
    });
    Ok(named.collect())
}

/// What was approved cannot be carried out any more: the request ends, and the person who approved gets the reason.
fn refused(table: &mut Table, by: &Asker, request: &Request, denied: Denied, now: Millis) -> Step {
    let refusal = match denied {
        Denied::Rules(refusal) => refusal,
        other => Refused::plainly(other.to_string()),
    };
    let (number, asked_by, why) = (request.number, request.by.clone(), refusal.says.clone());
    let mut step = table.end_request(&by.name, Approval::Refused { number, asked_by, why }, now);
    step.refused = Some(refusal);
    step
}

/// What sentences mean in someone's mouth.
fn understood(
    table: &Table,
    (name, role): (&str, Role),
    sentences: &[String],
) -> Result<Vec<Statement>, Denied> {
    sentences.iter().map(|say| heard(table, name, role, say)).collect()
}

/// That a dealer who speaks is signed on. Higher posts need not be.
pub(super) fn require_on_duty(table: &Table, by: &Asker) -> Result<(), Denied> {
    let dealers = table.dealers();
    if by.role != Role::Dealer || dealers.is_on(&by.name) {
        return Ok(());
    }
    Err(if dealers.assigned.contains(&by.name) { Denied::NotSignedOn } else { Denied::NotAssigned })
}

/// A dealer is assigned to the table, or no more.
pub(super) fn assign(table: &mut Table, by: &Asker, dealer: &str, assigned: bool) -> Step {
    let mut dealers = table.dealers().clone();
    dealers.assign(dealer, assigned);
    table.change_dealers(&by.name, dealers)
}

/// A dealer signs on, which relieves the dealer before them, or signs off.
pub(super) fn sign_on(table: &mut Table, by: &Asker, on: bool) -> Result<Step, Denied> {
    let mut dealers = table.dealers().clone();
    if on && !dealers.assigned.contains(&by.name) {
        return Err(Denied::NotAssigned);
    }
    if !on && !dealers.is_on(&by.name) {
        return Err(Denied::NotSignedOn);
    }
    dealers.on = on.then(|| by.name.clone());
    Ok(table.change_dealers(&by.name, dealers))
}

/// A dealer who is not signed in any more is signed off. While a round is on, one who may come back to it stays.
pub(super) fn sign_off(table: &mut Table, by: &Asker, off: &SignOff) -> Result<Step, Denied> {
    let SignOff { dealer, why } = off;
    if !table.dealers().is_on(dealer) {
        return Err(Denied::NotSignedOn);
    }
    if why.waits_for_the_round() && table.has_wagers() {
        return Err(Denied::RoundOn);
    }
    let mut dealers = Dealers { on: None, ..table.dealers().clone() };
    if *why == SignOffReason::Disabled {
        dealers.assign(dealer, false);
    }
    let mut step = table.change_dealers(&by.name, dealers);
    step.entry.sign_off = Some(off.clone());
    Ok(step)
}
