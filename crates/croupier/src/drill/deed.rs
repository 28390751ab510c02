//! Commands as they were sent, and what became of them, to their sender's knowledge.

use floor::{Exchange, Posted, Role};
use serde_json::json;

/// A command with an id, which has one effect however often it is sent.
#[derive(Clone, Debug)]
pub(super) struct Deed {
    /// Who sent it, and in which role.
    pub(super) by: String,
    pub(super) role: Role,
    /// The id its sender made.
    pub(super) id: String,
    pub(super) what: What,
    pub(super) fate: Fate,
    /// Whether it was sent more than once.
    pub(super) again: bool,
}

/// What was asked for.
#[derive(Clone, Debug)]
pub(super) enum What {
    /// A sentence at a table; `keyed` where a dealer keys the cards.
    Say { table: String, say: String, keyed: bool },
    /// Credits sold to a player or bought back.
    Exchange { player: String, what: Exchange, amount: i64 },
    /// A table opened or closed.
    Open { table: String, open: bool },
    /// Limits posted at a table.
    Post { table: String, posted: Posted },
    /// A dealer assigned to a table.
    Assign { table: String, dealer: String },
    /// A dealer signed on to a table.
    SignOn { table: String },
    /// What somebody else asked for approved or declined, by its number at the table.
    Judge { table: String, number: u64, approve: bool },
}

/// What became of a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Fate {
    /// It was answered with this: it is in the journal, once.
    Acknowledged(String),
    /// It was refused with this status, and no other try can still be on its way: it is not in the journal.
    Refused(u16),
    /// Nobody knows: it is in the journal once or not at all.
    Unknown,
}

impl Deed {
    /// Its id as the journal keeps it.
    pub(super) fn key(&self) -> String {
        let Deed { by, id, .. } = self;
        match &self.what {
            What::Open { table, .. } => format!("{by}:{id}:{table}"),
            _ => format!("{by}:{id}"),
        }
    }

    /// Where it is sent.
    pub(super) fn path(&self) -> String {
        match &self.what {
            What::Say { table, .. } => format!("/api/tables/{table}/say"),
            What::Exchange { .. } => "/api/cage".into(),
            What::Open { .. } => "/api/operate/open".into(),
            What::Post { table, .. } => format!("/api/tables/{table}/post"),
            What::Assign { table, .. } => format!("/api/tables/{table}/dealers"),
            What::SignOn { table } => format!("/api/tables/{table}/sign-on"),
            What::Judge { table, number, .. } => format!("/api/tables/{table}/approvals/{number}"),
        }
    }

    /// What is sent there.
    pub(super) fn body(&self) -> String {
        let id = &self.id;
        let body = match &self.what {
            What::Say { say, .. } => json!({ "id": id, "say": say }),
            What::Exchange { player, what, amount } => {
                json!({ "id": id, "player": player, "what": what, "amount": amount })
            }
            What::Open { table, open } => json!({ "id": id, "table": table, "open": open }),
            What::Post { posted, .. } => json!({ "id": id, "posted": posted }),
            What::Assign { dealer, .. } => json!({ "id": id, "dealer": dealer, "assigned": true }),
            What::SignOn { .. } => json!({ "id": id, "on": true }),
            What::Judge { approve, .. } => json!({ "id": id, "approve": approve }),
        };
        body.to_string()
    }

    /// The table's book it belongs into, where it is about a table.
    pub(super) fn table(&self) -> Option<&str> {
        match &self.what {
            What::Exchange { .. } => None,
            What::Say { table, .. }
            | What::Open { table, .. }
            | What::Post { table, .. }
            | What::Assign { table, .. }
            | What::SignOn { table }
            | What::Judge { table, .. } => Some(table),
        }
    }

    /// What a book says once it is carried out: its effect is recognised by this, whatever its id. Nobody knows whether a
    /// sentence that was not answered waits for a second person: its book says one or the other.
    pub(super) fn effects(&self) -> Vec<Effect> {
        let effect = |does: String| {
            let (book, by) = (self.table().unwrap_or(CAGE).to_owned(), self.by.clone());
            Effect { book, by, does }
        };
        let does = match &self.what {
            What::Say { say, keyed, .. } => {
                let understood = floor::understand(&self.by, self.role, *keyed, say);
                let said = understood.ok().map(|statement| statement.to_string());
                return match self.waits() {
                    Some(true) => vec![effect(asks(say))],
                    Some(false) => said.into_iter().map(effect).collect(),
                    None => said.into_iter().chain([asks(say)]).map(effect).collect(),
                };
            }
            What::Exchange { player, what, amount } => exchanged(player, *what, *amount),
            What::Open { open, .. } => opened(*open),
            What::Post { posted, .. } => posts(posted),
            What::Assign { .. } | What::SignOn { .. } => CHANGES_DEALERS.to_owned(),
            What::Judge { number, approve, .. } => judges(*number, *approve),
        };
        vec![effect(does)]
    }

    /// Whether the answer said that it waits for a second person; `None` if there was no answer.
    fn waits(&self) -> Option<bool> {
        let Fate::Acknowledged(answer) = &self.fate else { return None };
        let answer: serde_json::Value = serde_json::from_str(answer).unwrap_or_default();
        Some(answer["waits-for-approval"] == true)
    }
}

/// Something asked for that takes a second person, in words.
pub(super) fn asks(say: &str) -> String {
    format!("asks for a second person: {say}")
}

/// What somebody else asked for approved or declined, in words.
pub(super) fn judges(number: u64, approve: bool) -> String {
    format!("{} no. {number}", if approve { "approves" } else { "declines" })
}

/// What is done where a dealer is assigned to a table or signs on.
pub(super) const CHANGES_DEALERS: &str = "changes who deals";

/// The book of all exchanges, whichever server writes it.
pub(super) const CAGE: &str = "cage";

/// Something that happened, told apart by what it is and not by an id.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Effect {
    /// A table, or the cage.
    pub(super) book: String,
    pub(super) by: String,
    pub(super) does: String,
}

/// An exchange in words.
pub(super) fn exchanged(player: &str, what: Exchange, amount: i64) -> String {
    format!("{player} {what:?} {amount}")
}

/// A table opened or closed, in words.
pub(super) fn opened(open: bool) -> String {
    if open { "opens the table".into() } else { "closes the table".into() }
}

/// Limits posted, in words.
pub(super) fn posts(posted: &Posted) -> String {
    format!("posts {posted:?}")
}
