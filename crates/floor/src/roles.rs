//! Who may do what: one table of roles and actions.

use serde::{Deserialize, Serialize};

/// What a person is on the floor.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Someone who plays.
    Player,
    /// Deals at a table.
    Dealer,
    /// Sells and buys back credits.
    Cashier,
    /// Looks after tables.
    Supervisor,
    /// Runs a pit.
    PitManager,
    /// Runs the floor for a shift.
    ShiftManager,
    /// Looks at everything and changes nothing.
    Auditor,
    /// Looks after people and the program; not after games or money.
    Administrator,
    /// A machine that sells credits to the player before it and pays them out. It does nothing by itself.
    Terminal,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 9] = [
        Role::Player,
        Role::Dealer,
        Role::Cashier,
        Role::Supervisor,
        Role::PitManager,
        Role::ShiftManager,
        Role::Auditor,
        Role::Administrator,
        Role::Terminal,
    ];

    /// Its word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Role::Player => "player",
            Role::Dealer => "dealer",
            Role::Cashier => "cashier",
            Role::Supervisor => "supervisor",
            Role::PitManager => "pit-manager",
            Role::ShiftManager => "shift-manager",
            Role::Auditor => "auditor",
            Role::Administrator => "administrator",
            Role::Terminal => "terminal",
        }
    }

    /// How high a post it is. Nobody changes the login of a higher one. Auditors watch everyone, so only an administrator
    /// changes theirs.
    #[must_use]
    pub const fn rank(self) -> u8 {
        match self {
            Role::Player | Role::Terminal => 0,
            Role::Dealer | Role::Cashier => 1,
            Role::Supervisor => 2,
            Role::PitManager => 3,
            Role::ShiftManager => 4,
            Role::Auditor | Role::Administrator => 5,
        }
    }
}

/// What can be done on the floor beyond looking at a table, which anyone may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Action {
    /// Sit, bet and decide.
    Play,
    /// Buy credits and cash out for oneself at a terminal, and ask for play money.
    OwnMoney,
    /// Look at one's own rounds and statement.
    OwnRounds,
    /// Say what a dealer says.
    Deal,
    /// Sign on to a table to deal there.
    SignOn,
    /// Say what the pit says; how high a post a sentence needs is the game's rule.
    Rule,
    /// Sell and buy back credits for others.
    Cash,
    /// Look at anyone's rounds.
    AnyRounds,
    /// Look at meters.
    Meters,
    /// Look at the log and at statements of anyone.
    Log,
    /// Change limits and settings between rounds.
    Post,
    /// Open and close tables.
    OpenTables,
    /// Disable and enable the floor, a game or a table.
    Disable,
    /// Disable and enable a login.
    DisableLogin,
    /// Add people, give roles, reset passwords, make tokens.
    People,
}

impl Action {
    /// Every action.
    pub const ALL: [Action; 15] = [
        Action::Play,
        Action::OwnMoney,
        Action::OwnRounds,
        Action::Deal,
        Action::SignOn,
        Action::Rule,
        Action::Cash,
        Action::AnyRounds,
        Action::Meters,
        Action::Log,
        Action::Post,
        Action::OpenTables,
        Action::Disable,
        Action::DisableLogin,
        Action::People,
    ];
}

/// The roles that may do something: the whole table.
const fn allowed(action: Action) -> &'static [Role] {
    use Role::{Administrator, Auditor, Cashier, Dealer, PitManager, Player, ShiftManager, Supervisor};
    match action {
        Action::Play | Action::OwnMoney | Action::OwnRounds => &[Player],
        Action::Deal | Action::Rule => &[Dealer, Supervisor, PitManager, ShiftManager],
        Action::SignOn => &[Dealer],
        Action::Cash => &[Cashier],
        Action::AnyRounds => &[Dealer, Supervisor, PitManager, ShiftManager, Auditor],
        Action::Meters | Action::Log => &[Supervisor, PitManager, ShiftManager, Auditor],
        Action::Post => &[PitManager, ShiftManager],
        Action::OpenTables => &[Supervisor, PitManager, ShiftManager],
        Action::Disable | Action::DisableLogin => &[PitManager, ShiftManager, Administrator],
        Action::People => &[Administrator],
    }
}

/// Whether a role may do something.
#[must_use]
pub fn may(role: Role, action: Action) -> bool {
    allowed(action).contains(&role)
}
