//! Decisions that took two people, compared with each other: what was asked for is carried out as it was asked for, at most once,
//! by somebody else, and moves what it would have moved.

use std::collections::{HashMap, HashSet};

use floor::{Approval, Entry, Lapsed, Request};
use vocabulary::Chips;

use super::super::deed::{Deed, Fate, What, asks, judges};
use super::accounts::{Moved, purse};
use super::felt::Felt;

/// What waits at every table as its book is read.
#[derive(Default)]
pub(super) struct Waiting {
    requests: HashMap<(String, u64), Request>,
    /// Approvals that were not carried out, to their senders' knowledge, by sender, table and number.
    approved: HashSet<(String, String, u64)>,
}

impl Waiting {
    pub(super) fn new<'d>(deeds: impl Iterator<Item = &'d Deed>) -> Waiting {
        let approved = deeds.filter_map(|deed| match (&deed.what, &deed.fate) {
            (What::Judge { table, number, approve: true }, Fate::Refused(_) | Fate::Unknown) => {
                Some((deed.by.clone(), table.clone(), *number))
            }
            _ => None,
        });
        Waiting { requests: HashMap::new(), approved: approved.collect() }
    }

    /// Takes in the next entry of a table: what is wrong with what it says of requests. `moved` is what it moved.
    pub(super) fn hear(
        &mut self,
        (table, felt): (&str, &Felt),
        entry: &Entry,
        moved: &Moved,
    ) -> Result<(), String> {
        for Lapsed { number, .. } in &entry.lapsed {
            self.end(table, *number)?;
        }
        let Some(approval) = &entry.approval else { return Ok(()) };
        if let Approval::Asked(request) = approval {
            self.requests.insert((table.to_owned(), request.number), request.clone());
            return Ok(());
        }
        let (number, asked_by) = match approval {
            Approval::Approved { number, asked_by }
            | Approval::Declined { number, asked_by }
            | Approval::Refused { number, asked_by, .. } => (*number, Some(asked_by)),
            Approval::TakenBack { number } | Approval::Lapsed { number } => (*number, None),
            Approval::Asked(_) => return Ok(()),
        };
        let request = self.end(table, number)?;
        if asked_by.is_some_and(|asked_by| *asked_by != request.by) {
            return Err(format!("no. {number} was asked for by {}", request.by));
        }
        match approval {
            Approval::Approved { .. } => is_carried_out(&request, felt, entry, moved),
            Approval::Refused { .. }
                if !self.approved.contains(&(entry.by.clone(), table.to_owned(), number)) =>
            {
                Err(format!("{} did not approve no. {number}, or it was acknowledged", entry.by))
            }
            _ if *moved != Moved::default() => {
                Err(format!("no. {number} moves {moved} and was not approved"))
            }
            _ => Ok(()),
        }
    }

    fn end(&mut self, table: &str, number: u64) -> Result<Request, String> {
        let ended = self.requests.remove(&(table.to_owned(), number));
        ended.ok_or_else(|| format!("no. {number} ends, and it does not wait"))
    }
}

/// What is wrong with an entry that carries out what was asked for.
fn is_carried_out(request: &Request, felt: &Felt, entry: &Entry, moved: &Moved) -> Result<(), String> {
    let number = request.number;
    if entry.by == request.by {
        return Err(format!("{} approves what they asked for themselves, no. {number}", entry.by));
    }
    let said = |say: &String| {
        let understood = floor::understand(&request.by, request.role, false, say);
        // What the house does by itself afterwards, such as dealing on, follows what was asked for.
        understood.is_ok_and(|statement| entry.said.contains(&statement.to_string()))
    };
    if !request.said.iter().all(said) {
        return Err(format!("no. {number} asked for {:?}, and this says {:?}", request.said, entry.said));
    }
    for (player, amount) in request.moves.iter().flatten() {
        let got = moved.to(&purse(player, felt.money()));
        if got != Chips::minor(*amount) {
            return Err(format!(
                "no. {number} moves {got} for {player}, and asked for {}",
                Chips::minor(*amount)
            ));
        }
    }
    Ok(())
}

/// What an entry says was done about requests, in the words of commands. What was approved is in the words of the person who
/// asked.
pub(super) fn done(entry: &Entry) -> Vec<String> {
    match &entry.approval {
        Some(Approval::Asked(request)) => request.said.iter().map(|say| asks(say)).collect(),
        Some(Approval::Approved { number, .. }) => vec![judges(*number, true)],
        Some(Approval::Declined { number, .. } | Approval::TakenBack { number }) => {
            vec![judges(*number, false)]
        }
        _ => entry.said.clone(),
    }
}

/// Whether an entry ends a request that could not be carried out: the approval was refused, so it carries no command.
pub(super) fn is_not_carried_out(entry: &Entry) -> bool {
    matches!(entry.approval, Some(Approval::Refused { .. }))
}
