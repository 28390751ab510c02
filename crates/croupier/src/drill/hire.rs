//! Everyone who is on the floor of a drill: the administrator adds their logins before the evening begins.

use std::sync::Arc;

use floor::Role;
use serde_json::json;

use super::actor::{Actor, Login};
use super::cashier::Cashier;
use super::dealer::{DEALERS_TABLE, DealersTable};
use super::deed::What;
use super::dice::Dice;
use super::evening::Evening;
use super::server::Setup;
use super::staff::{Pit, Rounds};
use super::tally::Act;
use super::two::Two;
use super::visitors::{Visitor, Visitors};

/// The number of visitors who come and go at the door.
const VISITORS: usize = 4;
/// The number of players at the dealer's table.
const BEFORE_THE_DEALER: usize = 2;

/// Everyone but those at terminals.
pub(super) struct Staff {
    pub(super) cashier: Cashier,
    pub(super) pit: Pit,
    pub(super) visitors: Visitors,
    pub(super) dealers_table: DealersTable,
}

/// Adds logins.
struct Hiring<'e> {
    evening: &'e Arc<Evening>,
    administrator: Actor,
    seed: u64,
    added: usize,
}

/// Adds all logins and signs the staff in. Returns the staff and the logins of this many players at terminals.
pub(super) async fn hire(
    evening: &Arc<Evening>,
    setup: &Setup,
    players: usize,
    seed: u64,
) -> anyhow::Result<(Staff, Vec<Login>)> {
    let password = setup.administrators_password()?;
    let login = Login { name: "admin".into(), password, role: Role::Administrator };
    let administrator = Actor::signed_in(evening, &login, Dice::new(seed)).await;
    let mut hiring = Hiring { evening, administrator, seed, added: 0 };
    let mut logins = Vec::new();
    for number in 1..=players {
        logins.push(hiring.add(&format!("player-{number}"), Role::Player).await);
    }
    let mut seated = Vec::new();
    for number in 1..=BEFORE_THE_DEALER {
        seated.push(hiring.hire(&format!("seated-{number}"), Role::Player).await);
    }
    let mut visitors = Vec::new();
    for number in 1..=VISITORS {
        let login = hiring.add(&format!("visitor-{number}"), Role::Player).await;
        let actor = Actor::signed_in(evening, &login, hiring.dice()).await;
        visitors.push(Visitor { actor, login, or_else: None });
    }
    let known: Vec<String> = logins.iter().map(|login| login.name.clone()).collect();
    let names = known.iter().cloned();
    let customers = names.chain(seated.iter().map(|actor| actor.name.clone())).collect();
    let cashier = Cashier { actor: hiring.hire("cashier-1", Role::Cashier).await, customers };
    let rounds = Rounds {
        supervisor: hiring.hire("supervisor-1", Role::Supervisor).await,
        manager: hiring.hire("manager-1", Role::PitManager).await,
        tables: setup.tables.clone(),
    };
    let tables: Vec<String> = setup.tables.iter().map(|table| table.id.clone()).collect();
    let two = Two {
        asks: hiring.hire("shift-manager-1", Role::ShiftManager).await,
        approves: hiring.hire("shift-manager-2", Role::ShiftManager).await,
        tables: tables[..setup.for_logins].to_vec(),
        everywhere: tables.into_iter().chain([DEALERS_TABLE.to_owned()]).collect(),
        players: known,
    };
    let mut pit = Pit { rounds, two };
    let mut dealer = hiring.hire("dealer-1", Role::Dealer).await;
    let assign = || What::Assign { table: DEALERS_TABLE.into(), dealer: "dealer-1".into() };
    while pit.rounds.supervisor.command(Act::DealersChanged, assign()).await.is_none() {}
    let sign_on = || What::SignOn { table: DEALERS_TABLE.into() };
    while dealer.command(Act::DealersChanged, sign_on()).await.is_none() {}
    let dealers_table = DealersTable { dealer, players: seated };
    let manager = hiring.hire("manager-2", Role::PitManager).await;
    let visitors = Visitors { people: visitors, manager, administrator: hiring.administrator };
    Ok((Staff { cashier, pit, visitors, dealers_table }, logins))
}

impl Hiring<'_> {
    fn dice(&mut self) -> Dice {
        self.added += 1;
        Dice::of(self.seed, 1_000_000 + self.added)
    }

    /// Adds a login.
    async fn add(&mut self, name: &str, role: Role) -> Login {
        let password = format!("a few words {}", self.dice().below(1 << 40));
        let body = json!({ "name": name, "role": role, "password": password }).to_string();
        while self.administrator.ask(Act::LoginAdded, "/api/people", &body).await.is_none() {}
        self.evening.tally.login(name, "added");
        Login { name: name.to_owned(), password, role }
    }

    /// Adds a login and signs in with it.
    async fn hire(&mut self, name: &str, role: Role) -> Actor {
        let login = self.add(name, role).await;
        let dice = self.dice();
        Actor::signed_in(self.evening, &login, dice).await
    }
}
