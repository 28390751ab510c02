//! What players say, and what people of the staff say under their own names.

use super::staff::{deed, picks, staff_verbs};
use super::words::{Read, Words};
use crate::statement::{Deed, Name, Signal, Speaker, Statement, post};
use rulebook::Role;

const VERBS: &str = concat!(
    "what the player does: sits, leaves, bets, withdraws, insures, takes even money, surrenders, declines, hits, ",
    "stands, splits, doubles, follows, signals, picks, refuses card, reveals, cuts, times out, is absent, returns, ",
    "continues; or, of the staff: acts as, ",
    staff_verbs!()
);

pub(super) fn player(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    match words.any(VERBS)? {
        "sits" => {
            words.word("on")?;
            Ok(Statement::Sits { name, spot: Some(words.spot()?) })
        }
        "leaves" if words.peek_further() != Some("unsettled") => {
            words.takes("on");
            let spot = if words.peek().is_some() { Some(words.spot()?) } else { None };
            Ok(Statement::Leaves { name, spot })
        }
        "bets" if words.peek_further() != Some("for") => {
            Ok(Statement::Bets { name, amount: words.amount()?, spot: words.on()?, kind: words.kind()? })
        }
        "withdraws" if words.takes("all") => Ok(Statement::WithdrawsAll { name }),
        "withdraws" => Ok(Statement::Withdraws { name, spot: words.on()?, kind: words.kind()? }),
        "continues" => Ok(Statement::Continues { name, spot: words.on()? }),
        "insures" => insures(words, name),
        "takes" if words.peek_further() != Some("from") => takes_even_money(words, name),
        "surrenders" => Ok(Statement::Surrenders { name, spot: words.on()? }),
        "declines" => Ok(Statement::Declines { name, spot: words.on()? }),
        "times" => {
            words.word("out")?;
            words.on()?;
            Ok(Statement::TimesOut { name })
        }
        "is" => {
            words.word("absent")?;
            Ok(Statement::IsAbsent { name })
        }
        "returns" => Ok(Statement::Returns { name }),
        verb => plays(words, name, verb),
    }
}

/// Decisions, and what a player does about the cards.
fn plays(words: &mut Words<'_>, name: Name, verb: &str) -> Read<Statement> {
    match verb {
        "hits" => Ok(Statement::Hits { name, spot: words.on()? }),
        "stands" => Ok(Statement::Stands { name, spot: words.on()? }),
        "splits" => Ok(Statement::Splits { name, spot: words.on()? }),
        "doubles" => Ok(Statement::Doubles { name, spot: words.on()?, amount: words.amount_after_for()? }),
        "follows" => Ok(Statement::Follows { name, spot: words.on()?, amount: words.amount_after_for()? }),
        "signals" => {
            let signal = words.read("hit or stand", |word| match word {
                "hit" => Some(Signal::Hit),
                "stand" => Some(Signal::Stand),
                _ => None,
            })?;
            Ok(Statement::Signals { name, signal, spot: words.on()? })
        }
        "picks" => Ok(Statement::Picks { name, picks: picks(words)?, spot: words.on()? }),
        "refuses" => {
            words.word("card")?;
            Ok(Statement::RefusesCard { name, spot: words.on()? })
        }
        "reveals" if !words.number_is_next() => Ok(Statement::Reveals { name, spot: words.on()? }),
        "cuts" => Ok(Statement::Cuts { name }),
        "acts" => acts_as(words, name),
        verb => match deed(words, verb)? {
            Some(does) => Ok(by_name(name, does)),
            None => Err(words.fault_before(VERBS)),
        },
    }
}

fn by_name(name: Name, does: Deed) -> Statement {
    Statement::Staff { by: Speaker::Named(name), does }
}

fn takes_even_money(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    if !words.takes("even") {
        return Err(words.fault("`even money`, or of the staff an amount and from whom"));
    }
    words.word("money")?;
    Ok(Statement::TakesEvenMoney { name, spot: words.on()? })
}

fn acts_as(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    words.word("as")?;
    let role = words.read("a post: dealer, supervisor, manager or shift-manager", |word| {
        let roles = [Role::Dealer, Role::Supervisor, Role::PitManager, Role::ShiftManager];
        roles.into_iter().find(|role| post(*role) == word)
    })?;
    Ok(Statement::ActsAs { name, role })
}

fn insures(words: &mut Words<'_>, name: Name) -> Read<Statement> {
    let (spot, amount) = (words.on()?, words.amount_after_for()?);
    let owner = if words.takes("instead") {
        words.word("of")?;
        Some(words.name()?)
    } else {
        None
    };
    Ok(Statement::Insures { name, spot, amount, owner })
}
