//! Every address by everyone: who is shown what, what hostile input comes to, and what it reveals.

use std::collections::BTreeSet;
use std::path::Path;

use axum::http::StatusCode;
use floor::{Action, Role};

use testkit::{Reply, has_a_yes};

use super::dealt::{open, someone};

/// Whom an address is for.
enum For {
    Everyone,
    /// Everyone who may do one of these.
    Those(&'static [Action]),
}

use For::{Everyone, Those};

const STAFF: &[Action] = &[Action::Deal];
const PIT: &[Action] = &[Action::Meters, Action::Disable];
const ROUNDS: &[Action] = &[Action::OwnRounds, Action::AnyRounds];
/// Every role but a terminal's, which is a machine.
const PEOPLE: &[Action] = &Action::ALL;

/// Every route with a way to ask for it. Sockets are asked for without an upgrade, which shows only that none is given.
const ALL: &[(&str, &str, &str, For)] = &[
    ("GET", "/", "", Everyone),
    ("GET", "/live", "", Everyone),
    ("POST", "/seat", "table=nowhere", Everyone),
    ("POST", "/sign-in", "", Everyone),
    ("POST", "/language", "tag=en&back=/", Everyone),
    ("GET", "/tables/{table}", "", Everyone),
    ("GET", "/tables/{table}/live", "", Everyone),
    ("POST", "/tables/{table}/say", "say=hits", Those(&[Action::Play, Action::Deal])),
    ("POST", "/tables/{table}/bets", "chip=500&on=1", Those(&[Action::Play, Action::Deal])),
    ("POST", "/tables/{table}/stay", "", Those(&[Action::Play])),
    ("POST", "/tables/{table}/play-money", "", Those(&[Action::OwnMoney])),
    ("GET", "/tables/{table}/history", "", Those(ROUNDS)),
    ("GET", "/cards", "", Everyone),
    ("GET", "/practice/{game}", "", Everyone),
    ("POST", "/practice/{game}", "say=hits", Everyone),
    ("GET", "/rounds", "", Those(ROUNDS)),
    ("GET", "/rounds/{id}", "", Those(ROUNDS)),
    ("GET", "/rounds/{id}/transcript", "", Those(ROUNDS)),
    ("GET", "/rounds/{id}/json", "", Those(ROUNDS)),
    ("GET", "/rules", "", Everyone),
    ("GET", "/rules/{game}", "", Everyone),
    ("GET", "/rules/{game}/live", "", Everyone),
    ("GET", "/odds", "", Everyone),
    ("GET", "/odds/{game}", "", Everyone),
    ("GET", "/odds/{game}/live", "", Everyone),
    ("GET", "/dealer/{table}", "", Those(STAFF)),
    ("GET", "/dealer/{table}/live", "", Everyone),
    ("POST", "/dealer/{table}/say", "say=dealer+opens+bets", Those(STAFF)),
    ("POST", "/dealer/{table}/sign-on", "on=true", Those(&[Action::SignOn])),
    ("GET", "/dealer/{table}/irregular", "", Those(STAFF)),
    ("POST", "/dealer/{table}/irregular", "what=power&seq=0", Those(STAFF)),
    ("GET", "/assets/{name}", "", Everyone),
    ("GET", "/pit", "", Those(PIT)),
    ("GET", "/pit/live", "", Everyone),
    ("GET", "/pit/switches", "", Those(&[Action::OpenTables, Action::Disable])),
    ("GET", "/pit/switches/live", "", Everyone),
    ("POST", "/pit/open", "open=true", Those(&[Action::Disable])),
    ("POST", "/pit/logins", "name=paul&disabled=false", Those(&[Action::DisableLogin])),
    ("GET", "/pit/meters", "", Those(&[Action::Meters])),
    ("GET", "/pit/meters/live", "", Everyone),
    ("GET", "/pit/irregularities", "", Those(&[Action::Meters])),
    ("GET", "/pit/log", "", Those(&[Action::Log])),
    ("GET", "/pit/log/live", "", Everyone),
    ("GET", "/pit/tables/{table}", "", Those(PIT)),
    ("GET", "/pit/tables/{table}/live", "", Everyone),
    ("GET", "/pit/tables/{table}/confirm", "", Those(&[Action::Post, Action::OpenTables])),
    (
        "POST",
        "/pit/tables/{table}/say",
        "say=pit+rules+so&round=0",
        Those(&[Action::Post, Action::OpenTables]),
    ),
    ("POST", "/pit/tables/{table}/post", "min.main=5", Those(&[Action::Post])),
    (
        "POST",
        "/pit/tables/{table}/end-seat",
        "player=bystander&words=asleep",
        Those(&[Action::Post, Action::OpenTables]),
    ),
    ("POST", "/pit/tables/{table}/approvals", "number=1&approve=true", Those(&[Action::OpenTables])),
    ("POST", "/pit/tables/{table}/dealers", "dealer=dan&assigned=true", Those(&[Action::OpenTables])),
    ("GET", "/account", "", Those(PEOPLE)),
    ("POST", "/account/password", "old=a&new=seven+purple+kettles&again=other", Those(PEOPLE)),
    ("POST", "/account/tokens/revoke", "token=0123456789abcdef", Those(PEOPLE)),
    ("GET", "/people", "", Those(&[Action::People])),
    ("POST", "/people/add", "name=newcomer&role=player", Those(&[Action::People])),
    ("POST", "/people/password", "name=newcomer", Those(&[Action::People])),
    ("POST", "/people/login", "name=newcomer&disabled=false", Those(&[Action::People])),
    ("POST", "/people/unlock", "name=newcomer", Those(&[Action::People])),
    ("POST", "/people/tokens/revoke", "name=newcomer&token=0123456789abcdef", Those(&[Action::People])),
    ("GET", "/cage", "", Those(&[Action::Cash])),
    ("POST", "/cage", "player=paul&amount=1&what=bought&once=a1", Those(&[Action::Cash])),
    ("POST", "/sign-out", "", Everyone),
    ("GET", "/{*nowhere}", "", Everyone),
];

/// What cannot be meant.
const HOSTILE: &[&str] = &[
    "99999999999999999999",
    "-5",
    "0",
    "1e99",
    "0.001",
    "9223372036854775807",
    "92233720368547758.07",
    "-1",
    "%ff%fe",
    "%00",
    "%0A",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "%22%3E%3Cimg+src=x%3E",
    "%E7%A6%8F",
    "",
];

/// Every name anything has in an address or a form.
const NAMES: &[&str] = &[
    "leaf",
    "number",
    "approve",
    "dealer",
    "assigned",
    "player",
    "before",
    "step",
    "as",
    "table",
    "done",
    "what",
    "card",
    "cards",
    "known",
    "amount",
    "spot",
    "wager",
    "other",
    "words",
    "seq",
    "book",
    "deed",
    "say",
    "id",
    "chip",
    "on",
    "act",
    "tag",
    "back",
    "name",
    "password",
    "old",
    "new",
    "again",
    "token",
    "revoked",
    "rank",
    "suit",
    "open",
    "game",
    "word",
    "disabled",
    "round",
    "once",
    "min.main",
    "max.main",
    "set.decks",
    "seen",
];

fn filled(path: &str, with: &str) -> String {
    let parts = ["{table}", "{game}", "{id}", "{name}", "{*nowhere}"];
    parts.iter().fold(path.to_owned(), |path, part| path.replace(part, with))
}

fn meant(path: &str) -> String {
    let known = [
        ("{table}", "plus-1"),
        ("{game}", "plus"),
        ("{id}", "plus-d.1"),
        ("{name}", "x"),
        ("{*nowhere}", "x/y"),
    ];
    known.iter().fold(path.to_owned(), |path, (part, with)| path.replace(part, with))
}

/// The routes below a folder, as they are written there.
fn written(folder: &Path, all: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            written(&path, all);
        } else {
            let text = std::fs::read_to_string(&path).expect("a text");
            all.extend(
                text.split(".route(\"").skip(1).filter_map(|rest| rest.split('"').next()).map(str::to_owned),
            );
        }
    }
}

/// A page, a way to one or a file; to a person never a fault of ours, nor words for programs.
fn is_for_people(reply: &Reply) -> bool {
    let kind = reply.header("content-type");
    reply.status == StatusCode::SEE_OTHER
        || kind.starts_with("text/html")
        || (reply.status.is_success() && !reply.text().is_empty())
}

#[tokio::test]
async fn every_address_is_for_whom_the_table_of_roles_says() {
    let mut routes = BTreeSet::new();
    written(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut routes);
    let listed: BTreeSet<String> = ALL.iter().map(|(_, path, ..)| (*path).to_owned()).collect();
    assert_eq!(routes, listed, "every route is tried here");
    let house = open(&[("plus", &[])]).await;
    for role in [None].into_iter().chain(Role::ALL.map(Some)) {
        let session = match role {
            Some(role) => someone(&house, &format!("some-{}", role.word()), role).await,
            None => String::new(),
        };
        for (method, path, form, whom) in ALL {
            let reply = house.browse(&session, method, &meant(path), form).await;
            let told = format!("{role:?} {method} {path}: {} {:.2000}", reply.status, reply.text());
            assert!(is_for_people(&reply), "{told}");
            let allowed = match whom {
                Everyone => true,
                Those(actions) => {
                    role.is_some_and(|role| actions.iter().any(|action| has_a_yes(role, *action)))
                }
            };
            let refused = matches!(reply.status, StatusCode::UNAUTHORIZED | StatusCode::FORBIDDEN);
            assert_eq!(refused, !allowed, "{told}");
        }
    }
}

#[tokio::test]
async fn nothing_anyone_sends_is_a_fault_of_ours() {
    let house = open(&[("plus", &[])]).await;
    let sessions = [
        String::new(),
        someone(&house, "paul", Role::Player).await,
        someone(&house, "sam", Role::ShiftManager).await,
    ];
    let fine = |reply: &Reply, told: &str| {
        assert!(
            !reply.status.is_server_error() && is_for_people(reply),
            "{told}: {} {}",
            reply.status,
            reply.text()
        );
        assert!(
            !reply.text().contains("<script>") && !reply.text().contains("<img"),
            "{told} is not escaped"
        );
        assert!(!reply.header("location").contains("evil"), "{told} leads away");
    };
    for (method, path, ..) in ALL.iter().filter(|one| one.1 != "/sign-out") {
        for session in &sessions {
            for hostile in HOSTILE {
                let path = filled(path, hostile).replace("//", "/");
                fine(&house.browse(session, method, &path, "").await, &path);
                // All at once, as a question and as a form: what is read first is refused first; each alone comes below.
                let all = NAMES.iter().map(|name| format!("{name}={hostile}")).collect::<Vec<_>>().join("&");
                fine(&house.browse(session, method, &format!("{}?{all}", meant(&path)), &all).await, &path);
            }
        }
    }
}

#[tokio::test]
async fn a_form_with_one_strange_field_is_answered_in_words() {
    let house = open(&[("plus", &[])]).await;
    let (paul, sam) =
        (someone(&house, "paul", Role::Player).await, someone(&house, "sam", Role::ShiftManager).await);
    for (method, path, form, _) in ALL.iter().filter(|one| one.0 == "POST" && one.1 != "/sign-out") {
        let session = if path.starts_with("/pit") || path.starts_with("/dealer") { &sam } else { &paul };
        for name in NAMES {
            for hostile in ["%00", "/%0A", "/%09/evil.test", "/%5Cevil.test", "92233720368547758.07"] {
                let others = form.split('&').filter(|field| field.split('=').next() != Some(name));
                let form = format!("{}&{name}={hostile}", others.collect::<Vec<_>>().join("&"));
                let reply = house.browse(session, method, &meant(path), &form).await;
                let told = format!("{path} {form}: {} {:.1500}", reply.status, reply.text());
                assert!(!reply.status.is_server_error() && is_for_people(&reply), "{told}");
                assert!(!reply.header("location").contains("evil"), "{told} leads away");
            }
        }
    }
}
