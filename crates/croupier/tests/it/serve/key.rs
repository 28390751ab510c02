//! The key that shoes are encrypted with, as an operator meets it.

use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use super::{ARGUMENTS, bet, folder, guest, start, stop};
use crate::program::{croupier, err, out};

const ONE_TABLE: &str =
    "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\nseconds = { next-round = 0 }\n";

/// What a floor that does not open says, with these variables.
fn refused(folder: &Path, environment: &[(&str, &str)]) -> String {
    let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
    command.current_dir(folder).timeout(testkit::PATIENCE).arg("serve").args(ARGUMENTS);
    let output = command.envs(environment.iter().copied()).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(2), "{}{}", out(&output), err(&output));
    err(&output)
}

#[test]
fn a_floor_makes_its_key_once_and_does_not_open_without_it() {
    let folder = folder("key", ONE_TABLE);
    let server = start(&folder, &ARGUMENTS, &[]);
    bet(&server, &guest(&server));
    stop(server);
    let path = folder.join("croupier.key");
    let key = std::fs::read_to_string(&path).expect("a key beside the database");
    assert_eq!(key.trim().len(), 64);
    let mode = std::fs::metadata(&path).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600, "nobody else reads it");

    let audit =
        || croupier(&["audit", "--database", &format!("sqlite:{}", folder.join("croupier.db").display())]);
    assert_eq!(audit().status.code(), Some(0), "{}", out(&audit()));
    assert!(!out(&audit()).contains("were not checked"), "{}", out(&audit()));
    let database = rusqlite::Connection::open(folder.join("croupier.db")).expect("a database");
    let kept: String = database
        .query_row("select body from shelves where shelf = 'shoes'", [], |row| row.get(0))
        .expect("a shoe");
    let replace = |body: &str| {
        let changed = database.execute("update shelves set body = ?1 where shelf = 'shoes'", [body]);
        assert_eq!(changed.expect("it is written"), 1);
    };
    let (end, flipped) = (kept.len() - 1, if kept.ends_with('0') { "1" } else { "0" });
    for body in [&format!("{}{flipped}", &kept[..end])[..], &"5e".repeat(32), "torn"] {
        replace(body);
        assert_eq!(audit().status.code(), Some(1), "{body}: {}", out(&audit()));
        for said in [out(&audit()), refused(&folder, &[])] {
            assert!(said.contains("on the shelf \"shoes\", \"one\" was changed"), "{said}");
        }
    }
    replace(&kept);
    drop(database);

    std::fs::set_permissions(&path, PermissionsExt::from_mode(0o644)).expect("a mode");
    assert!(refused(&folder, &[]).contains("is open to others (mode 644): run `chmod 600"));
    std::fs::remove_file(&path).expect("it is lost");
    let said = refused(&folder, &[]);
    assert!(said.contains("croupier.key is missing") && said.contains("put it back"), "{said}");
    assert!(!path.exists(), "no other key is made in its place");
    assert_eq!(audit().status.code(), Some(0), "{}", out(&audit()));
    assert!(out(&audit()).contains("the seeds of 1 shoes in use were not checked"), "{}", out(&audit()));
    let other = "5e".repeat(32);
    let said = refused(&folder, &[("CROUPIER_SHOE_KEY", &other)]);
    assert!(said.contains("table one: the seed of its shoe cannot be decrypted with this key"), "{said}");
    assert!(refused(&folder, &[("CROUPIER_SHOE_KEY", "5e")]).contains("is not 64 hexadecimal digits"));

    let elsewhere = folder.join("elsewhere.key");
    std::fs::write(&elsewhere, &key).expect("a copy");
    std::fs::set_permissions(&elsewhere, PermissionsExt::from_mode(0o400)).expect("a mode");
    let given = [("CROUPIER_SHOE_KEY_FILE", "elsewhere.key"), ("CROUPIER_SHOE_KEY", &other)];
    stop(start(&folder, &ARGUMENTS, &given));
    stop(start(&folder, &ARGUMENTS, &[("CROUPIER_SHOE_KEY", key.trim())]));
}
