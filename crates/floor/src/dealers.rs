//! Who deals at a table: dealers are assigned by the pit and sign on.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

/// The dealers of a table: those whom the pit assigned, and the one who signed on.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Dealers {
    /// Who may sign on.
    pub assigned: BTreeSet<String>,
    /// Who deals now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<String>,
}

impl Dealers {
    /// Whether nobody is assigned and nobody deals.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.assigned.is_empty() && self.on.is_none()
    }

    /// Whether this dealer is signed on.
    #[must_use]
    pub fn is_on(&self, name: &str) -> bool {
        self.on.as_deref() == Some(name)
    }

    /// Assigns a dealer, or takes them off the table, which signs them off.
    pub(crate) fn assign(&mut self, name: &str, assigned: bool) {
        if assigned {
            self.assigned.insert(name.to_owned());
        } else {
            self.assigned.remove(name);
            self.on.take_if(|on| on == name);
        }
    }
}

/// A dealer who was signed off a table because they are not signed in any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct SignOff {
    /// Who.
    pub dealer: String,
    /// Why.
    pub why: SignOffReason,
}

/// Why a dealer was signed off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SignOffReason {
    /// They signed out.
    SignedOut,
    /// Their login was disabled.
    Disabled,
    /// Somebody gave them a new password.
    NewPassword,
    /// The token they acted with was revoked.
    TokenRevoked,
    /// They said nothing until their console locked.
    Locked,
    /// Their session ended: at another server, or because its time was over.
    SessionEnded,
}

impl SignOffReason {
    /// Its word in the log.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            SignOffReason::SignedOut => "signed out",
            SignOffReason::Disabled => "login disabled",
            SignOffReason::NewPassword => "new password",
            SignOffReason::TokenRevoked => "token revoked",
            SignOffReason::Locked => "console locked",
            SignOffReason::SessionEnded => "session ended",
        }
    }

    /// Whether a dealer whose console locked may come back to the current round: they go on where they were.
    pub(crate) fn waits_for_the_round(self) -> bool {
        self == SignOffReason::Locked
    }
}
