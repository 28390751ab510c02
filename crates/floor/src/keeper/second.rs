//! What is said at a table by whoever may: dealers once they are signed on, and with a second person where it takes two.

use transcript::{Refused, Statement};

use super::{Asker, Denied, Keeper, heard};
use crate::approval::{Approval, Need, Request};
use crate::roles::Role;
use crate::table::{Step, Table};
use crate::window::Millis;

impl Keeper {
    /// Hears what someone says. Where it takes two people it is not carried out, but written down and waits under the number
    /// of its entry.
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
        let step = table.hear_all(&by.name, &statements, now, &mut self.seeds).map_err(Denied::Rules)?;
        let Some(before) = before else { return Ok(step) };
        let rounds = (before.round(), table.round());
        let need = self.limits.needed(by.role, &statements, rounds, &step.entry.events);
        let Some(Need { amount, clause }) = need else { return Ok(step) };
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
        (number, approve): (u64, bool),
        now: Millis,
    ) -> Result<Step, Denied> {
        let request = table.request(number).cloned().ok_or(Denied::NothingWaits)?;
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
                "this takes two people: somebody else than who asked for it approves it",
            ));
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

    /// That whoever approves could have said it: how high a post that takes is the game's own rule.
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

/// What was approved cannot be carried out any more: it ends, and whoever approved hears why.
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
fn require_on_duty(table: &Table, by: &Asker) -> Result<(), Denied> {
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

/// A dealer signs on, and so relieves whoever dealt before, or signs off.
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
