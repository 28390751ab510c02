//! Disk space as an operator meets it, on the disk the tests run on.

use serde_json::json;
use testkit::{Request, poll};

use super::{ARGUMENTS, bet, folder, guest, start, stop};

/// More than any disk has.
const ALL: &str = "1000000 TiB";

/// A floor with these levels and one table for play money.
fn config(warning: &str, critical: &str) -> String {
    format!(
        "[floor]\ndisk-warning = \"{warning}\"\ndisk-critical = \"{critical}\"\n[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n"
    )
}

#[test]
fn the_levels_of_the_config_are_held_against_the_disk_there_is() {
    for (warning, critical) in [(ALL, "0"), (ALL, ALL), ("0", "0")] {
        let folder =
            folder(&format!("space-{}-{}", warning.len(), critical.len()), &config(warning, critical));
        let server = start(&folder, &ARGUMENTS, &[]);
        let health = server.send(&Request::get("/api/health"));
        let told = health.json()["warnings"]["disk/journal"].as_str().unwrap_or_default().to_owned();
        let log = std::fs::read_to_string(folder.join("log")).expect("a log");
        assert_eq!(health.status, 200);
        assert_eq!(told.contains("left: "), warning == ALL, "{told}");
        assert_eq!(log.contains("this disk runs out of space"), (warning, critical) == (ALL, "0"), "{log}");
        assert_eq!(log.contains("this disk is almost full"), critical == ALL, "{log}");
        let cookie = guest(&server);
        if critical == ALL {
            let body = json!({ "id": "1", "say": "bets 10 on 1" });
            let refused = server.send(&Request::post("/api/tables/one/say").by(&cookie).json(&body));
            assert_eq!((refused.status.as_u16(), refused.problem().as_str()), (409, "/problems/suspended"));
        } else {
            let open = || server.send(&Request::get("/api/tables/one")).json()["phase"] == "betting";
            poll("the table to take wagers", || open().then_some(()));
            bet(&server, &cookie);
        }
        stop(server);
    }
}
