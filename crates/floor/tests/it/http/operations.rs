//! Every command of the API document, and who may give it. A command that is not in this list fails the tests.

use std::collections::BTreeSet;

use floor::{Action, Role};
use serde_json::{Value, json};

/// Who may do something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum For {
    /// Anyone, signed in or not.
    Anyone,
    /// Everyone who is signed in.
    Someone,
    /// Whose role may do one of these.
    Those(&'static [Action]),
}

/// One way to give a command of the document.
#[derive(Clone, Debug)]
pub(crate) struct Operation {
    pub(crate) method: &'static str,
    /// As the document writes it.
    pub(crate) path: &'static str,
    pub(crate) who: For,
    /// A body that the document allows; null for none.
    pub(crate) body: Value,
}

impl Operation {
    /// Where to send it, at a table and about a person there are.
    pub(crate) fn address(&self) -> String {
        let query = if self.path == "/api/log" { "?book=table/plus-1" } else { "" };
        let path = self.path.replace("{table}", "plus-1").replace("{name}", "bystander");
        path.replace("{number}", "1").replace("{hash}", &"0".repeat(64)) + query
    }

    /// Someone who may.
    pub(crate) fn role(&self) -> Role {
        match self.who {
            For::Anyone | For::Someone => Role::Player,
            For::Those(actions) => Role::ALL
                .into_iter()
                .find(|role| actions.iter().any(|action| testkit::has_a_yes(*role, *action)))
                .expect("someone may"),
        }
    }
}

/// Everything that can be asked.
pub(crate) fn operations() -> Vec<Operation> {
    use Action::{
        AnyRounds, Cash, Deal, Disable, DisableLogin, Log, Meters, OpenTables, OwnMoney, OwnRounds, People,
        Play, Post, Rule, SignOn,
    };
    use For::{Anyone, Someone, Those};
    let one = |method, path, who, body| Operation { method, path, who, body };
    let none = Value::Null;
    let say = |say: &str| json!({ "id": "a1", "say": say });
    let amount = json!({ "id": "a2", "amount": 500 });
    let at_cage = json!({ "id": "a3", "player": "bystander", "what": "bought", "amount": 500 });
    let at_terminal = json!({ "id": "a9", "terminal": "some-terminal", "what": "filled", "amount": 500 });
    let posted = json!({ "id": "a4", "posted": { "game": "plus", "settings": {}, "limits": { "main": [500, 50_000] } } });
    let password = "another password";
    vec![
        one("get", "/api/tables", Anyone, none.clone()),
        one("get", "/api/tables/{table}", Anyone, none.clone()),
        one("get", "/api/tables/{table}/events", Anyone, none.clone()),
        one("get", "/api/tables/{table}/socket", Anyone, none.clone()),
        one("post", "/api/tables/{table}/say", Those(&[Play]), say("bets 100 on 3")),
        one("post", "/api/tables/{table}/say", Those(&[Deal]), say("dealer closes offers")),
        one("post", "/api/tables/{table}/say", Those(&[Rule]), say("pit rules play goes on")),
        one("post", "/api/tables/{table}/stay", Those(&[Play]), json!({ "id": "a8" })),
        one(
            "post",
            "/api/tables/{table}/end-seat",
            Those(&[Deal]),
            json!({ "id": "a9", "player": "bystander", "why": "left the floor" }),
        ),
        one("post", "/api/guest", Anyone, none.clone()),
        one("post", "/api/sign-in", Anyone, json!({ "name": "bystander", "password": testkit::PASSWORD })),
        one("post", "/api/unlock", Someone, json!({ "password": testkit::PASSWORD })),
        one("post", "/api/sign-out", Anyone, none.clone()),
        one("get", "/api/me", Someone, none.clone()),
        // One that is refused, or the asker would be signed out for the rest of the test.
        one(
            "post",
            "/api/me/password",
            Someone,
            json!({ "password": testkit::PASSWORD, "new": "1234567890" }),
        ),
        one("post", "/api/me/buy", Those(&[OwnMoney]), amount.clone()),
        one("post", "/api/me/cash-out", Those(&[OwnMoney]), amount),
        one("post", "/api/me/play-money", Those(&[OwnMoney]), json!({ "id": "a8" })),
        one("get", "/api/me/statement", Those(&[OwnRounds]), none.clone()),
        one("post", "/api/cage", Those(&[Cash]), at_cage),
        one("post", "/api/cage/terminal", Those(&[Cash]), at_terminal),
        one("get", "/api/people", Those(&[People]), none.clone()),
        one(
            "post",
            "/api/people",
            Those(&[People]),
            json!({ "name": "newcomer", "role": "player", "password": password }),
        ),
        one("post", "/api/people/{name}", Those(&[DisableLogin]), json!({ "disabled": false })),
        one("post", "/api/people/{name}", Those(&[People]), json!({ "password": password })),
        one("post", "/api/people/{name}/token", Those(&[People]), none.clone()),
        one("get", "/api/people/{name}/tokens", Those(&[People]), none.clone()),
        one(
            "post",
            "/api/people/{name}/tokens/revoke",
            Those(&[People]),
            json!({ "token": "0123456789abcdef" }),
        ),
        one("get", "/api/rounds", Those(&[OwnRounds, AnyRounds]), none.clone()),
        one("get", "/api/rounds/{table}/{number}", Those(&[OwnRounds, AnyRounds]), none.clone()),
        one("get", "/api/rounds/{table}/{number}/transcript", Those(&[OwnRounds, AnyRounds]), none.clone()),
        one("get", "/api/rounds/{table}/{number}/shoe", Those(&[OwnRounds, AnyRounds]), none.clone()),
        one("get", "/api/rulebooks/{hash}", Someone, none.clone()),
        one(
            "post",
            "/api/operate/open",
            Those(&[OpenTables, Disable]),
            json!({ "id": "a5", "table": "plus-1", "open": true }),
        ),
        one(
            "post",
            "/api/operate/open",
            Those(&[Disable]),
            json!({ "id": "a6", "game": "plus", "open": true }),
        ),
        one("post", "/api/operate/open", Those(&[Disable]), json!({ "id": "a7", "open": true })),
        one("post", "/api/tables/{table}/post", Those(&[Post]), posted),
        one("get", "/api/tables/{table}/approvals", Those(&[Rule, Log]), none.clone()),
        one(
            "post",
            "/api/tables/{table}/approvals/{number}",
            Those(&[Rule]),
            json!({ "id": "a8", "approve": true }),
        ),
        one(
            "post",
            "/api/tables/{table}/dealers",
            Those(&[OpenTables]),
            json!({ "id": "a9", "dealer": "some-dealer", "assigned": true }),
        ),
        one("post", "/api/tables/{table}/sign-on", Those(&[SignOn]), json!({ "id": "a10", "on": true })),
        one("get", "/api/meters", Those(&[Meters]), none.clone()),
        one("get", "/api/log", Those(&[Log]), none.clone()),
        one("get", "/api/health", Anyone, none),
    ]
}

#[test]
fn every_command_of_the_document_is_in_the_list() {
    let document = serde_json::to_value(floor::document()).expect("a document");
    let mut documented = BTreeSet::new();
    for (path, methods) in document["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            documented.insert(format!("{method} {path}"));
        }
    }
    let listed = operations().iter().map(|one| format!("{} {}", one.method, one.path)).collect();
    assert_eq!(documented, listed);
    let used: BTreeSet<Action> = operations()
        .iter()
        .flat_map(|one| if let For::Those(actions) = one.who { actions } else { &[] })
        .copied()
        .collect();
    assert_eq!(used, Action::ALL.into(), "an action that no command needs is no action");
}
