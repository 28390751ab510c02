//! Heads at a URL, from the config file to the audit.

use std::fs::{copy, read_to_string};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use testkit::{Manner, Request, ServerProcess, Witness, poll};

use super::{ARGUMENTS, folder, start, stop};
use crate::program::{croupier, err, out};

const TOKEN: &str = "s3cret-of-the-witness";

/// A floor with a table whose heads go to a witness.
struct House {
    witness: Witness,
    folder: PathBuf,
}

impl House {
    fn new(name: &str, more: &str) -> House {
        let witness = Witness::start();
        let folder = folder(name, "");
        let token = folder.join("token");
        std::fs::write(&token, TOKEN).expect("a file");
        std::fs::set_permissions(&token, std::fs::Permissions::from_mode(0o600)).expect("a mode");
        let config = format!(
            "metrics-listen = \"127.0.0.1:0\"\n\
             heads-copies = [{{ url = \"{}\", token-file = \"{}\"{more} }}]\n\
             [[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n",
            witness.url("/floor-1"),
            token.display()
        );
        std::fs::write(folder.join("croupier.toml"), config).expect("a file");
        House { witness, folder }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn open(&self) -> ServerProcess {
        start(&self.folder, &ARGUMENTS, &[("CROUPIER_LOG", "trace")])
    }

    /// The files of the journal and its heads go to, or come back from, names with this ending.
    fn move_files(&self, from: &str, to: &str) {
        for name in ["croupier.db", "croupier.db.heads", "croupier.db.heads.tail", "croupier.db.heads.key"] {
            copy(self.file(&format!("{name}{from}")), self.file(&format!("{name}{to}"))).expect("a copy");
        }
    }

    /// What an audit ends with, and what it says.
    fn audit(&self, more: &[&str]) -> (Option<i32>, String) {
        let database = format!("sqlite:{}", self.file("croupier.db").display());
        let audited = croupier(&[&["audit", "--database", &database], more].concat());
        (audited.status.code(), format!("{}{}", out(&audited), err(&audited)))
    }

    fn config(&self) -> String {
        self.file("croupier.toml").display().to_string()
    }

    /// The floor does not open; what it says.
    fn refusal(&self) -> String {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        let refused =
            command.current_dir(&self.folder).arg("serve").args(ARGUMENTS).output().expect("it runs");
        assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
        err(&refused)
    }
}

fn log(folder: &Path) -> String {
    read_to_string(folder.join("log")).expect("a log")
}

#[test]
fn a_witness_finds_the_journal_and_its_heads_rolled_back() {
    let house = House::new("witness", "");
    let server = house.open();
    let (_, key) = server.printed.split_once("signed by ").expect("the key is printed");
    let key = key.lines().next().unwrap_or_default().to_owned();
    assert!(server.printed.contains(&format!("They are copied to {}", house.witness.url("/floor-1"))));
    stop(server);
    house.move_files("", ".old");
    stop(house.open());
    let notes = read_to_string(house.file("croupier.db.heads")).expect("notes");
    let told = house.witness.notes().concat();
    assert!(notes.ends_with(&told) && !told.is_empty(), "all but the first, which has no heads");
    assert!(
        house.witness.heard().iter().all(|one| one.headers["authorization"] == format!("Bearer {TOKEN}"))
    );
    let (config, url) = (house.config(), house.witness.url("/floor-1"));
    let by_config = ["--config", &config[..]];
    let by_url = ["--heads", &url[..], "--heads-key", &key[..]];
    for with in [&by_config[..], &by_url] {
        let (code, said) = house.audit(with);
        assert_eq!(code, Some(0), "{said}");
    }
    house.move_files("", ".new");
    house.move_files(".old", "");
    assert_eq!(house.audit(&[]).0, Some(0), "nobody here knows better");
    for with in [&by_config[..], &by_url] {
        let (code, said) = house.audit(with);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("fault table/one"), "{said}");
    }
    let refused = house.refusal();
    for word in ["table/one lost", "entries", "--accept-loss"] {
        assert!(refused.contains(word), "{word}: {refused}");
    }
    house.move_files(".new", "");
    // One letter of the note is another.
    let notes = house.witness.notes();
    let last = notes.last().expect("a note").replacen(" table/one", " table/one2", 1);
    house.witness.keep(vec![last]);
    let (code, said) = house.audit(&by_config);
    assert!(code == Some(2) && said.contains("was changed, or not signed by"), "{said}");
    assert!(house.refusal().contains("was changed, or not signed by"));
    // All notes are gone there.
    house.witness.keep(Vec::new());
    let (code, said) = house.audit(&by_config);
    assert!(code == Some(2) && said.contains(&format!("{url}: it has none")), "{said}");
    house.witness.keep(notes);
    stop(house.open());
}

#[test]
fn a_copy_in_a_file_that_is_gone_is_named() {
    let folder = folder("copy-gone", "");
    let file = |name: &str| folder.join(name).display().to_string();
    let config = format!(
        "heads-copies = [\"{}\"]\n[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n",
        file("copy")
    );
    std::fs::write(file("croupier.toml"), config).expect("a file");
    let begins_anew = || log(&folder).contains("this copy of the heads has no note: it begins anew");
    stop(start(&folder, &ARGUMENTS, &[]));
    assert!(!begins_anew(), "it begins with the heads");
    let database = format!("sqlite:{}", file("croupier.db"));
    let audit = || croupier(&["audit", "--database", &database, "--config", &file("croupier.toml")]);
    let whole = audit();
    assert_eq!(whole.status.code(), Some(0), "{}{}", out(&whole), err(&whole));
    for left in [None, Some("nothing of a note\n")] {
        std::fs::remove_file(file("copy")).expect("it is gone");
        if let Some(left) = left {
            std::fs::write(file("copy"), left).expect("it is written");
        }
        let found = audit();
        assert_eq!(found.status.code(), Some(2), "{}{}", out(&found), err(&found));
        assert!(out(&found).contains(&format!("{}: it has none", file("copy"))), "{}", out(&found));
        std::fs::write(file("copy"), "").expect("it is emptied");
    }
    let key = folder.join("croupier.db.heads.key");
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).expect("a mode");
    stop(start(&folder, &ARGUMENTS, &[]));
    assert!(log(&folder).contains("croupier.db.heads.key is open to others (mode 644)"), "{}", log(&folder));
    assert!(begins_anew(), "{}", log(&folder));
}

#[test]
fn a_witness_that_does_not_answer_is_told_everywhere_and_stops_nothing() {
    let house = House::new("witness-away", ", warn-after = 0");
    stop(house.open());
    house.witness.behave(Manner::Status(503));
    let (code, said) = house.audit(&["--config", &house.config()]);
    let url = house.witness.url("/floor-1");
    assert_eq!(code, Some(2), "{said}");
    assert!(
        said.contains(&format!("not compared with heads that cannot be read: {url}: it answers 503")),
        "{said}"
    );

    let server = house.open();
    let told = server.printed.lines().find_map(|line| line.strip_prefix("Meters for Prometheus: http://"));
    let meters = told.and_then(|told| told.strip_suffix("/metrics")).expect("an address");
    let meters = meters.parse().expect("an address");
    let gauge = || {
        let metrics = testkit::send(meters, &Request::get("/metrics")).expect("an answer").text();
        let line = format!("croupier_heads_copy_written{{copy=\"{url}\"}} ");
        metrics.lines().find_map(|found| found.strip_prefix(&line)).map(str::to_owned)
    };
    let warning = || server.send(&Request::get("/api/health")).json()["warnings"]["heads"].clone();
    assert_eq!(warning(), "1 of the copies cannot be written: the log says why");
    assert_eq!(gauge().as_deref(), Some("0"));
    assert_eq!(server.send(&Request::post("/api/guest")).status, 200, "the floor serves");
    house.witness.behave(Manner::Good);
    house.witness.keep(Vec::new());
    house.witness.takes(|_| true);
    poll("the warning to end", || warning().is_null().then_some(()));
    assert_eq!(gauge().as_deref(), Some("1"));
    stop(server);
    let log = log(&house.folder);
    for words in ["opened without comparing", "it answers 503", "is written again"] {
        assert!(log.contains(words), "{words}: {log}");
    }
    assert!(!log.contains(TOKEN), "{log}");
}

#[test]
fn a_witness_that_is_required_must_answer() {
    let house = House::new("witness-required", ", required = true");
    stop(house.open());
    house.witness.behave(Manner::Status(503));
    let refused = house.refusal();
    assert!(refused.contains("It is required") && refused.contains("it answers 503"), "{refused}");
    assert!(!refused.contains(TOKEN));
}
