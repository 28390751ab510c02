//! What staff do about tables, people and credits, whether they ask over the API or on a page: one function for both.

use std::collections::BTreeMap;

use vocabulary::Chips;

use super::gate::Client;
use super::problem::Problem;
use super::tables::{desk, id_of};
use super::who::not_for;
use crate::answers::GivenAnswer;
use crate::cage::{Exchange, Receipt, TerminalLimits, Till};
use crate::desk::Desk;
use crate::house::Floor;
use crate::keeper::{Answer, Ask, Denied};
use crate::meters::MetersSight;
use crate::money::Money;
use crate::people::{LoginChange, Person, Token, TokenFact, Unwelcome};
use crate::posted::Posted;
use crate::roles::{Action, Role, may};

/// Which tables: all, those of a game, or one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Scope {
    /// This one.
    pub table: Option<String>,
    /// Those of this game.
    pub game: Option<String>,
}

/// That someone may do this.
///
/// # Errors
///
/// When their role does not allow it.
pub fn require(person: &Person, action: Action) -> Result<(), Problem> {
    if may(person.role, action) { Ok(()) } else { Err(not_for(person)) }
}

/// Opens or closes tables: one, all of a game, or all. A closed table takes no more wagers and finishes what is on.
///
/// # Errors
///
/// When they may not, or there is no such table.
pub async fn keep_open(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    scope: &Scope,
    open: bool,
) -> Result<BTreeMap<String, Answer>, Problem> {
    let Scope { table, game } = scope;
    // Some roles open and close tables one by one; those that disable logins also by game or all together.
    let opens = table.is_some() && may(by.role, Action::OpenTables);
    if !opens {
        require(by, Action::Disable)?;
    }
    if let Some(table) = table {
        desk(floor, table)?;
    }
    let ask = Ask::Open { open, table: table.clone(), game: game.clone() };
    if let Some(id) = &id {
        require_unused(floor, by, id, &ask).await?;
    }
    let (mut answers, mut failed) = (BTreeMap::new(), None);
    for name in floor.tables() {
        // It may just have passed to another server.
        let Some(desk) = floor.table(&name) else { continue };
        let same_game = game.as_ref().is_none_or(|game| desk.standing.borrow().table.rules().id() == game);
        if table.as_ref().is_none_or(|table| **table == *name) && same_game {
            let id = id.as_ref().map(|id| id_at_table(by, id, &name));
            match desk.ask(by.into(), id, ask.clone()).await {
                Ok(answer) => drop(answers.insert(name.to_string(), answer)),
                // One table that cannot be closed keeps no other open.
                Err(why) => failed = Some(why),
            }
        }
    }
    if let Some(why) = failed {
        return Err(why.into());
    }
    if answers.is_empty() {
        return Err(Problem::not_found("no table here plays this game"));
    }
    Ok(answers)
}

/// The id of a command for many tables, as one of them knows it.
fn id_at_table(by: &Person, id: &str, table: &str) -> String {
    format!("{}:{id}:{table}", by.name)
}

/// Requires that no table of the floor knows the id for something else, before any table changes.
async fn require_unused(floor: &Floor, by: &Person, id: &str, ask: &Ask) -> Result<(), Problem> {
    for table in &floor.config().tables {
        if let Some(before) = floor.journal().answer(&id_at_table(by, id, &table.id)).await? {
            let given = GivenAnswer::read(&before.answer).ok_or(Denied::OtherUse)?;
            given.again(&ask.fingerprint(&by.name, &table.id))?;
        }
    }
    Ok(())
}

/// Posts other settings and limits at a table, between rounds.
///
/// # Errors
///
/// When they may not, there is no such table, a round is on, or the rules make no game.
pub async fn post(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    table: &str,
    posted: Posted,
) -> Result<Answer, Problem> {
    require(by, Action::Post)?;
    let id = id.map(|id| format!("{}:{id}", by.name));
    let desk = desk(floor, table)?;
    Ok(desk.ask(by.into(), id, Ask::Post(posted)).await?)
}

/// Approves what waits for a second person, declines it, or takes it back.
///
/// # Errors
///
/// When they may not, nothing waits under this number, or the rules refuse it now.
pub async fn judge(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    table: &str,
    number: u64,
    approve: bool,
) -> Result<Answer, Problem> {
    require(by, Action::Rule)?;
    let id = id.map(|id| format!("{}:{id}", by.name));
    let desk = desk(floor, table)?;
    let disabled = disabled_asker(floor, &desk, number).await?;
    Ok(desk.ask(by.into(), id, Ask::Approve { number, approve, uncovered: None, disabled }).await?)
}

/// The person who asked for what waits under this number, or who made the token they asked with, if that login is disabled now.
async fn disabled_asker(floor: &Floor, desk: &Desk, number: u64) -> Result<Option<String>, Problem> {
    let request = desk.standing.borrow().table.request(number).cloned();
    for name in request.into_iter().flat_map(|request| [Some(request.by), request.token_by]).flatten() {
        if floor.people().is_disabled(&name).await? {
            return Ok(Some(name));
        }
    }
    Ok(None)
}

/// Assigns a dealer to a table, or takes them off it.
///
/// # Errors
///
/// When they may not, or there is no such table or no such dealer.
pub async fn assign(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    table: &str,
    dealer: &str,
    assigned: bool,
) -> Result<Answer, Problem> {
    require(by, Action::OpenTables)?;
    let desk = desk(floor, table)?;
    let deals = |person: Person| person.role == Role::Dealer && !person.disabled;
    // An assigned dealer can be taken off, whatever became of their login.
    let known = !assigned && desk.standing.borrow().table.dealers().assigned.contains(dealer);
    if !known && !floor.people().find(dealer).await?.is_some_and(deals) {
        return Err(Problem::senseless("there is no dealer of this name, or their login is disabled"));
    }
    let id = id.map(|id| format!("{}:{id}", by.name));
    let dealer = dealer.to_owned();
    Ok(desk.ask(by.into(), id, Ask::Assign { dealer, assigned }).await?)
}

/// Signs a dealer on to a table, or off.
///
/// # Errors
///
/// When they may not, there is no such table, or they are not assigned to it.
pub async fn sign_on(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    table: &str,
    on: bool,
) -> Result<Answer, Problem> {
    require(by, Action::SignOn)?;
    let id = id.map(|id| format!("{}:{id}", by.name));
    let desk = desk(floor, table)?;
    Ok(desk.ask(by.into(), id, Ask::SignOn(on)).await?)
}

/// Ends the seat of a player who has no wager in the round.
///
/// # Errors
///
/// When they may not, there is no such table or no such seat, or the player has a wager in the round.
pub async fn end_seat(
    floor: &Floor,
    by: &Person,
    id: Option<String>,
    table: &str,
    player: &str,
    words: &str,
) -> Result<Answer, Problem> {
    require(by, Action::Deal)?;
    Ok(desk(floor, table)?.end_seat(by, id, player, words).await?)
}

/// What each table kept here took and paid in one kind of money, and what the exact odds say of it: every table that is
/// for it now or was before.
#[must_use]
pub fn meters(floor: &Floor, money: Money) -> BTreeMap<String, MetersSight> {
    let meters = |id: &std::sync::Arc<str>| {
        let standing = floor.table(id)?.standing.borrow().clone();
        let meters = standing.meters.of(money);
        let counted = standing.table.posted().money == money || meters.rounds > 0;
        counted.then(|| (id.to_string(), MetersSight::of(meters)))
    };
    floor.tables().iter().filter_map(meters).collect()
}

/// Lets in a visitor who plays with play money. Each address has a limit of guests a minute.
///
/// # Errors
///
/// When the floor takes no guests, too many came from there, or the journal fails.
pub async fn welcome_guest(floor: &Floor, client: &Client) -> Result<(Person, Token), Problem> {
    floor.require_guests()?;
    client.count_guest()?;
    Ok(floor.welcome_guest().await?)
}

/// How someone who is added comes in.
#[derive(Clone, Debug)]
pub enum Proof {
    /// With a password.
    Password(String),
    /// With a token, as a terminal that is this device.
    Device(String),
}

/// Adds someone who signs in with a password, or a terminal.
///
/// # Errors
///
/// When they may not, or the name, the password or the device id cannot be used.
pub async fn add_person(
    floor: &Floor,
    by: &Person,
    name: &str,
    role: Role,
    proof: Proof,
) -> Result<Person, Problem> {
    require(by, Action::People)?;
    let people = floor.people();
    match proof {
        Proof::Password(password) => {
            by.require_no_token()?;
            Ok(people.add(by, name, role, Some(&password)).await?)
        }
        Proof::Device(device) if role == Role::Terminal => Ok(people.add_terminal(by, name, &device).await?),
        Proof::Device(_) => Err(Problem::senseless("only a terminal is a device: give a password")),
    }
}

/// Tops up a player's play money to what the house gives a guest; `None` if they already have that much.
///
/// # Errors
///
/// When they are no player, or the id was used for something else.
pub async fn top_up(floor: &Floor, person: &Person, id: Option<String>) -> Result<Option<Receipt>, Problem> {
    require(person, Action::OwnMoney)?;
    let id = id.map(|id| format!("{}:{id}", person.name));
    let credits = Chips::minor(floor.config().guest_credits);
    Ok(floor.cage().top_up(id, &person.acting(), &person.name, credits).await?)
}

/// Changes a login: gives it another password, disables or enables it, lifts a lock-out; all of it, or nothing.
///
/// # Errors
///
/// When that person may not, there is nobody of that name, they have a higher post or are the last administrator, or the
/// password cannot be used.
pub async fn change_person(
    floor: &Floor,
    by: &Person,
    name: &str,
    change: LoginChange,
) -> Result<Person, Problem> {
    require(by, Action::DisableLogin)?;
    if change.password.is_some() || change.unlock {
        require(by, Action::People)?;
    }
    if change.password.is_some() {
        by.require_no_token()?;
    }
    let people = floor.people();
    let person = people.find(name).await?.ok_or(Unwelcome::Nobody)?;
    if person.role.rank() > by.role.rank() {
        let (post, own) = (person.role.word(), by.role.word());
        return Err(Problem::not_yours(format!(
            "a {own} does not change the login of a higher post ({post})"
        )));
    }
    let (disables, sets_password) = (change.disabled == Some(true), change.password.is_some());
    let changed = people.change_login(by, name, change).await?;
    if sets_password {
        floor.sign_off_if_absent(name).await;
    }
    if disables {
        floor.take_off(by.into(), name).await;
    }
    Ok(changed)
}

/// Lists the tokens that act for someone and are still good: their own, or anyone's for an administrator.
///
/// # Errors
///
/// When they may not, there is nobody of that name, or the journal fails.
pub async fn tokens_of(floor: &Floor, by: &Person, name: &str) -> Result<Vec<TokenFact>, Problem> {
    require_tokens_of(by, name)?;
    floor.people().find(name).await?.ok_or(Unwelcome::Nobody)?;
    Ok(floor.people().tokens(name).await?)
}

/// Revokes a token that acts for someone: one's own, or anyone's for an administrator.
///
/// # Errors
///
/// When they may not, there is no such token, or the journal fails.
pub async fn revoke_token(floor: &Floor, by: &Person, name: &str, token: &str) -> Result<(), Problem> {
    require_tokens_of(by, name)?;
    floor.people().revoke_token(by, name, token).await?;
    floor.sign_off_if_absent(name).await;
    Ok(())
}

fn require_tokens_of(by: &Person, name: &str) -> Result<(), Problem> {
    if by.name == name { Ok(()) } else { require(by, Action::People) }
}

/// A player whom the cage serves: guests have play money only.
///
/// # Errors
///
/// When they may not, or there is no such player.
pub async fn customer(floor: &Floor, by: &Person, name: &str) -> Result<Person, Problem> {
    require(by, Action::Cash)?;
    let plays = |person: &Person| person.role == Role::Player && !person.guest;
    let known = floor.people().find(name).await?.filter(plays);
    known.ok_or_else(|| Problem::not_found("there is no such player"))
}

/// Sells credits to a player, buys them back, or settles what the player owes with them, once for each id.
///
/// # Errors
///
/// When they may not, there is no such player, or the player has too little.
pub async fn exchange_at_cage(
    floor: &Floor,
    by: &Person,
    id: String,
    player: &str,
    what: Exchange,
    amount: Chips,
) -> Result<Receipt, Problem> {
    require(by, Action::Cash)?;
    if !matches!(what, Exchange::Bought | Exchange::CashedOut | Exchange::Settled) {
        return Err(Problem::senseless(
            "at the cage credits are bought or cashed out, or what a player owes is settled with them",
        ));
    }
    let player = customer(floor, by, player).await?.name;
    let id = format!("{}:{}", by.name, id_of(id)?);
    Ok(floor.cage().exchange(Some(id), &by.acting(), &player, what, Till::Cage, amount).await?)
}

/// How much terminals exchange, by the config.
pub(super) fn terminal_limits(floor: &Floor) -> TerminalLimits {
    let config = floor.config();
    let exchange = Chips::minor(config.terminal_exchange_limit);
    TerminalLimits { exchange, cash: Chips::minor(config.terminal_cash_limit) }
}

/// Puts money of the cage into a terminal, or takes it back, once for each id.
///
/// # Errors
///
/// When that person may not, there is no such terminal, it would hold too much, or it has too little.
pub(super) async fn serve_terminal(
    floor: &Floor,
    by: &Person,
    id: String,
    terminal: &str,
    what: Exchange,
    amount: Chips,
) -> Result<Receipt, Problem> {
    require(by, Action::Cash)?;
    if !matches!(what, Exchange::Filled | Exchange::Emptied) {
        return Err(Problem::senseless("a terminal is filled or emptied"));
    }
    let known = floor.people().find(terminal).await?.filter(|person| person.role == Role::Terminal);
    let terminal = known.ok_or_else(|| Problem::not_found("there is no such terminal"))?;
    let id = format!("{}:{}", by.name, id_of(id)?);
    let at = (&terminal, terminal_limits(floor));
    Ok(floor.cage().serve_terminal(id, by, what, at, amount).await?)
}
