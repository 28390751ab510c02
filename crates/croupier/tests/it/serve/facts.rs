//! Logins, sessions, lock-outs and meters edited in the database of a real floor: the audit finds each, and no floor opens on it.

use std::path::Path;

use rusqlite::Connection;
use serde_json::json;
use testkit::{Request, poll};

use super::{ARGUMENTS, bet, folder, guest, start, stop};
use crate::program::{croupier, err, out};

const TABLE: &str = "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n\
    seconds = { bets = 1, offers = 1, decision = 1, answers = 1, next-round = 0 }\n";

/// What is done, to which fact, and what no audit may say.
struct Edit {
    sql: &'static str,
    shelf: &'static str,
    is: &'static str,
    secret: &'static str,
}

const EDITS: [Edit; 5] = [
    Edit {
        sql: "update shelves set body = json_set(body, '$.role', 'administrator')
              where shelf = 'people' and json_extract(body, '$.role') = 'player'",
        shelf: "people",
        is: "was changed",
        secret: "administrator",
    },
    Edit {
        sql: "insert into shelves select 'sessions', 'f0f0', body from shelves where shelf = 'sessions' limit 1",
        shelf: "sessions",
        is: "\"f0f0\" was not written by the journal",
        secret: "{",
    },
    Edit {
        sql: "update shelves set body = replace(body, '$argon2', '$argon3') where shelf = 'people' and key = 'admin'",
        shelf: "people",
        is: "\"admin\" was changed",
        secret: "argon",
    },
    Edit {
        sql: "update shelves set body = json_set(body, '$.rounds', 1000) where shelf = 'play-meters' and key = 'one'",
        shelf: "play-meters",
        is: "\"one\" was changed",
        secret: "1000",
    },
    Edit {
        sql: "delete from shelves where shelf = 'failures' and key = 'admin'",
        shelf: "failures",
        is: "\"admin\" is missing",
        secret: "[",
    },
];

/// A floor where a guest has played a round and somebody has tried three passwords for the administrator.
fn played(folder: &Path) {
    let server = start(folder, &ARGUMENTS, &[]);
    let player = guest(&server);
    bet(&server, &player);
    let over = Request::get("/api/rounds/one/1/transcript").by(&player);
    poll("the round to be over", || Some(server.send(&over)).filter(|reply| reply.status == 200));
    let wrong = json!({ "name": "admin", "password": "a wrong password" });
    for _ in 0..3 {
        assert_eq!(server.send(&Request::post("/api/sign-in").json(&wrong)).status, 401);
    }
    stop(server);
}

#[test]
fn facts_edited_in_the_database_are_found_by_the_audit_and_at_the_start() {
    let folder = folder("facts", TABLE);
    played(&folder);
    let audit = |name: &str| {
        let audited = croupier(&["audit", "--database", &format!("sqlite:{}", folder.join(name).display())]);
        (audited.status.code(), out(&audited))
    };
    let (clean, said) = audit("croupier.db");
    assert_eq!(clean, Some(0), "{said}");
    assert!(said.contains(" facts as they were written"), "{said}");
    for (edit, name) in EDITS.iter().zip(["role.db", "session.db", "hash.db", "meters.db", "failures.db"]) {
        let path = folder.join(name);
        std::fs::copy(folder.join("croupier.db"), &path).expect("a copy");
        let database = Connection::open(&path).expect("a database");
        assert_eq!(database.execute(edit.sql, []).expect("it is done"), 1, "{}", edit.sql);
        drop(database);
        let (status, said) = audit(name);
        assert_eq!(status, Some(1), "{}: {said}", edit.sql);
        let told = |said: &str| {
            let mut faults = said.lines().filter(|line| line.contains("on the shelf "));
            let fault = faults.next().unwrap_or_else(|| panic!("{}: {said}", edit.sql)).to_owned();
            assert!(fault.contains(&format!("{:?}", edit.shelf)) && fault.contains(edit.is), "{fault}");
            assert!(!fault.contains(edit.secret), "{fault}");
        };
        told(&said);
        std::fs::copy(folder.join("croupier.key"), path.with_extension("key")).expect("its key");
        let url = format!("sqlite:{}", path.display());
        let refused = croupier(&["serve", "--listen", "127.0.0.1:0", "--database", &url]);
        assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
        told(&err(&refused));
        assert!(err(&refused).contains("run `croupier audit`"), "{}", err(&refused));
    }
}
