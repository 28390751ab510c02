//! Who may do what, written down a second time: tests compare the floor with this table and never ask the floor itself.

use floor::{Action, Role};

/// As docs/operator.md has it, action by action: yes or a dot for each role.
pub const TABLE_OF_ROLES: [(&str, &str); 16] = [
    ("", "player dealer cashier supervisor pit-manager shift-manager auditor administrator terminal"),
    ("Play", "yes . . . . . . . ."),
    ("OwnMoney", "yes . . . . . . . ."),
    ("OwnRounds", "yes . . . . . . . ."),
    ("Deal", ". yes . yes yes yes . . ."),
    ("SignOn", ". yes . . . . . . ."),
    ("Rule", ". yes . yes yes yes . . ."),
    ("Cash", ". . yes . . . . . ."),
    ("AnyRounds", ". yes . yes yes yes yes . ."),
    ("Meters", ". . . yes yes yes yes . ."),
    ("Log", ". . . yes yes yes yes . ."),
    ("Post", ". . . . yes yes . . ."),
    ("OpenTables", ". . . yes yes yes . . ."),
    ("Disable", ". . . . yes yes . yes ."),
    ("DisableLogin", ". . . . yes yes . yes ."),
    ("People", ". . . . . . . yes ."),
];

/// Whether the table has a yes.
///
/// # Panics
/// When it has no column for the role or no row for the action.
#[must_use]
pub fn has_a_yes(role: Role, action: Action) -> bool {
    let [(_, roles), rows @ ..] = &TABLE_OF_ROLES;
    let column = roles.split(' ').position(|word| word == role.word()).expect("a column for every role");
    let row = rows.iter().find(|(name, _)| *name == format!("{action:?}")).expect("a row for every action");
    row.1.split(' ').nth(column).expect("a cell for every role") == "yes"
}
