//! Who may say what at a table.
//!
//! The floor speaks the notation of the transcripts. A player's sentence begins with their name, which the floor adds; staff
//! speak as the dealer or as the pit, in the post they are signed in with. Where a dealer deals real cards they also key what the
//! players before them say.

use rulebook::Role as Post;
use transcript::{Deed, Speaker, Statement};

use crate::roles::{Action, Role};

/// Why a sentence was not passed on to the table.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Unsaid {
    /// It cannot be read.
    #[error("{0}")]
    Unreadable(String),
    /// It is not this person's to say.
    #[error("{0}")]
    NotYours(&'static str),
}

/// Longer than any sentence of the notation.
const LONGEST: usize = 2_000;

/// What someone in this role needs to be allowed to do before they may say this at all. How high a post a sentence of the pit
/// needs is the game's own rule.
pub(crate) fn takes(role: Role, say: &str) -> Action {
    match role {
        Role::Player => Action::Play,
        _ if say.split_whitespace().next() == Some("pit") => Action::Rule,
        _ => Action::Deal,
    }
}

/// What a person says: a player for themselves, staff for the dealer or the pit.
///
/// # Errors
///
/// When it cannot be read, or this person may not say it.
pub fn understand(name: &str, role: Role, dealer_brings_cards: bool, say: &str) -> Result<Statement, Unsaid> {
    let one_line = !say.trim().is_empty() && !say.contains(['\n', '\r', '#']) && say.len() <= LONGEST;
    if !one_line {
        return Err(Unsaid::Unreadable("say one sentence of the notation, such as `hits`".into()));
    }
    match role {
        Role::Player => as_player(name, say),
        Role::Dealer | Role::Supervisor | Role::PitManager | Role::ShiftManager => {
            as_staff(role, dealer_brings_cards, say)
        }
        Role::Cashier | Role::Auditor | Role::Administrator | Role::Terminal => {
            Err(Unsaid::NotYours("only players, dealers and the pit speak at a table"))
        }
    }
}

/// The players whom somebody of the staff speaks of.
pub(crate) fn players_named(say: &str) -> Vec<String> {
    let Ok(statement) = read(say) else { return Vec::new() };
    match statement {
        Statement::Finds { name, .. } | Statement::TimesOut { name } => vec![name],
        Statement::Staff { does, .. } => match does {
            Deed::Awards { name, .. }
            | Deed::Takes { name, .. }
            | Deed::Bets { name, .. }
            | Deed::Restricts { name }
            | Deed::Frees { name }
            | Deed::Assigns { name, .. }
            | Deed::AllowsSqueeze { name } => vec![name],
            Deed::Reports { names, .. } => names,
            Deed::RecordsNoAgreement { one, other, .. } => vec![one, other],
            _ => Vec::new(),
        },
        said => speaks(&said).map(str::to_owned).into_iter().collect(),
    }
}

fn read(text: &str) -> Result<Statement, Unsaid> {
    let unreadable = |faults: Vec<transcript::Unreadable>| {
        let fault = faults.into_iter().next();
        fault.map_or_else(String::new, |f| format!("expected {}, found {}", f.expected, f.found))
    };
    let mut lines = transcript::parse(text).map_err(|faults| Unsaid::Unreadable(unreadable(faults)))?.lines;
    let line = lines.pop().ok_or_else(|| Unsaid::Unreadable("nothing was said".into()))?;
    Ok(line.statement)
}

fn as_player(name: &str, say: &str) -> Result<Statement, Unsaid> {
    let statement = read(&format!("{name} {say}"))?;
    if speaks(&statement).is_some() {
        return Ok(statement);
    }
    Err(Unsaid::NotYours("players speak only for themselves"))
}

/// Who speaks, in a sentence that is a player's.
fn speaks(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Sits { name, .. }
        | Statement::Leaves { name, .. }
        | Statement::Bets { name, .. }
        | Statement::Withdraws { name, .. }
        | Statement::WithdrawsAll { name }
        | Statement::Continues { name, .. }
        | Statement::Insures { name, .. }
        | Statement::TakesEvenMoney { name, .. }
        | Statement::Surrenders { name, .. }
        | Statement::Declines { name, .. }
        | Statement::Hits { name, .. }
        | Statement::Stands { name, .. }
        | Statement::Splits { name, .. }
        | Statement::Doubles { name, .. }
        | Statement::Follows { name, .. }
        | Statement::IsAbsent { name }
        | Statement::Returns { name }
        | Statement::Picks { name, .. }
        | Statement::RefusesCard { name, .. }
        | Statement::Signals { name, .. }
        | Statement::Reveals { name, .. }
        | Statement::Cuts { name } => Some(name),
        _ => None,
    }
}

/// The player whom staff stake or decide for with a sentence. Players who are away or get up decide nothing.
pub(crate) fn keyed_for(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Finds { name, .. } | Statement::Staff { does: Deed::Bets { name, .. }, .. } => Some(name),
        Statement::IsAbsent { .. } | Statement::Returns { .. } | Statement::Leaves { .. } => None,
        said => speaks(said),
    }
}

/// The player whose chips staff put at further risk with a sentence. What plays a round to its end without further chips is not
/// of this kind.
pub(crate) fn staked_for(say: &str) -> Option<String> {
    match read(say).ok()? {
        Statement::Bets { name, .. }
        | Statement::Finds { name, .. }
        | Statement::Insures { name, .. }
        | Statement::Doubles { name, .. }
        | Statement::Splits { name, .. }
        | Statement::Follows { name, .. }
        | Statement::Staff { does: Deed::Bets { name, .. }, .. } => Some(name),
        _ => None,
    }
}

fn as_staff(role: Role, dealer_brings_cards: bool, say: &str) -> Result<Statement, Unsaid> {
    let statement = read(say)?;
    match &statement {
        Statement::Shoe(_) if !dealer_brings_cards => {
            Err(Unsaid::NotYours("the house deals at this table: no cards are keyed here"))
        }
        Statement::Shoe(_)
        | Statement::OpensBets
        | Statement::ClosesBets
        | Statement::ClosesOffers
        | Statement::DealsOn
        | Statement::Finds { .. }
        | Statement::TimesOut { .. }
        | Statement::IsAbsent { .. }
        | Statement::Returns { .. } => Ok(statement),
        Statement::Staff { by: Speaker::Dealer, does } => {
            for_the_house(dealer_brings_cards, does, &statement)
        }
        Statement::Staff { by: Speaker::Pit(_), does } => {
            for_the_house(dealer_brings_cards, does, &statement)?;
            let by = speaker(role).ok_or(Unsaid::NotYours("only staff speak for the pit"))?;
            Ok(Statement::Staff { by, does: does.clone() })
        }
        // Where a dealer deals, players sit before them: they key what the players say and show.
        _ if dealer_brings_cards && speaks(&statement).is_some() => Ok(statement),
        _ => Err(Unsaid::NotYours("staff say what begins with dealer, pit or shoe, or report a player away")),
    }
}

/// Where the house deals, nobody lays cards or shuffles by hand.
fn for_the_house(dealer_brings_cards: bool, does: &Deed, said: &Statement) -> Result<Statement, Unsaid> {
    let handles_cards = matches!(
        does,
        Deed::Shuffles
            | Deed::Skips { .. }
            | Deed::Misdeals { .. }
            | Deed::FindsFaceUp { .. }
            | Deed::DrawsTogether { .. }
    );
    if handles_cards && !dealer_brings_cards {
        return Err(Unsaid::NotYours("the house deals at this table: nobody handles its cards"));
    }
    Ok(said.clone())
}

/// As whom a role of the floor speaks in the notation, where a dealer is no post of the pit.
fn speaker(role: Role) -> Option<Speaker> {
    match role {
        Role::Dealer => Some(Speaker::Dealer),
        Role::Supervisor => Some(Speaker::Pit(Some(Post::Supervisor))),
        Role::PitManager => Some(Speaker::Pit(Some(Post::PitManager))),
        Role::ShiftManager => Some(Speaker::Pit(Some(Post::ShiftManager))),
        Role::Player | Role::Cashier | Role::Auditor | Role::Administrator | Role::Terminal => None,
    }
}
