//! `croupier serve` as an operator meets it: settings and where they come from, mistakes, closing in good order, the log.

mod facts;
mod harm;
mod key;
mod rule_book;
mod space;
mod tls;
mod unread;
mod witness;

use std::io::Read;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};
use testkit::{Reply, Request, ServerProcess, connect, poll};

use crate::program::{croupier, err, out};

/// A folder of its own with this config file in it.
fn folder(name: &str, config: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("croupier.toml"), config).expect("a file can be written");
    folder
}

/// Starts a floor in this folder, with its log beside its config.
fn start(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> ServerProcess {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
    command.current_dir(folder).arg("serve").args(arguments).envs(environment.iter().copied());
    ServerProcess::start(&mut command, &folder.join("log"))
}

/// The arguments of a floor with its config file, on any free port.
const ARGUMENTS: [&str; 4] = ["--config", "croupier.toml", "--listen", "127.0.0.1:0"];

/// Stops a floor, which ends in good order.
fn stop(server: ServerProcess) {
    assert_eq!(server.stop().code(), Some(0));
}

/// Someone bets ten at the one table there is.
fn bet(server: &ServerProcess, cookie: &str) {
    let body = json!({ "id": "1", "say": "bets 10 on 1" });
    let said = server.send(&Request::post("/api/tables/one/say").by(cookie).json(&body));
    assert_eq!(said.status, 200, "{}", said.text());
}

/// The cookie of a visitor with play money.
fn guest(server: &ServerProcess) -> String {
    server.send(&Request::post("/api/guest")).cookie()
}

#[test]
fn a_mistake_in_the_settings_is_told_with_its_place_and_nothing_is_opened() {
    let table = |more: &str| format!("[[floor.table]]\nid = \"one\"\ngame = \"plus\"\n{more}\n");
    let taken = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let taken = format!("listen = \"{}\"", taken.local_addr().expect("an address"));
    for (name, config, said) in [
        ("unknown-key", "lisen = \"127.0.0.1:1\"", &["croupier.toml", "line 1", "lisen", "listen"][..]),
        ("wrong-type", "[floor]\nguests = 7", &["line 2", "guests", "boolean"]),
        ("unknown-game", "[[floor.table]]\nid = \"one\"\ngame = \"tarot\"", &["table `one`", "tarot"]),
        ("no-book", "[[floor.table]]\nid = \"one\"\ngame = \"none.toml\"", &["table `one`", "none.toml"]),
        ("limits", &table("limits = { main = [500, 100] }"), &["table `one`", "500 to 100"]),
        ("twice", &format!("{}{}", table(""), table("")), &["table `one`", "give each its own"]),
        ("letters", "[[floor.table]]\nid = \"No 1\"\ngame = \"plus\"", &["table `No 1`", "small letters"]),
        ("seconds", &table("seconds = { bets = -1 }"), &["line 4", "-1"]),
        ("setting", &table("settings = { luck = \"on\" }"), &["table `one`", "luck"]),
        ("proxies", "trusted-proxies = [\"proxy.test\"]", &["line 1", "proxy.test", "10.0.0.0/8"]),
        ("header", "forwarded-header = \"via\"", &["line 1", "via", "x-forwarded-for"]),
        ("no-proxy", "proxy-protocol = true", &["proxy-protocol", "trusted-proxies"]),
        ("clear", "heads-copies = [\"http://10.0.0.1/\"]", &["heads-copies", "without TLS", "in-the-clear"]),
        (
            "url",
            "heads-copies = [{ url = \"https://w.example/\", tokenfile = \"a\" }]",
            &["line 1", "tokenfile", "token-file"],
        ),
        ("places", "connections-per-address = 0", &["connections-per-address", "above 0"]),
        ("credits", "[floor]\nguest-credits = -5", &["guest-credits", "-5"]),
        ("size", "[floor]\ndisk-warning = \"much\"", &["line 2", "`much`", "1 GiB"]),
        ("levels", "[floor]\ndisk-critical = \"2 GiB\"", &["disk-critical 2 GiB", "disk-warning", "1 GiB"]),
        ("folder", "database = \"sqlite:no-such-folder/a.db\"", &["no-such-folder"]),
        ("in-use", &taken, &["cannot listen on", "--listen"]),
    ] {
        let folder = folder(name, config);
        let file = folder.join("croupier.toml");
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.current_dir(&folder).timeout(testkit::PATIENCE);
        command.args(["serve", "--config"]).arg(&file);
        if name != "in-use" {
            command.args(["--listen", "127.0.0.1:0"]);
        }
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{name}: {}{}", out(&output), err(&output));
        for word in said {
            assert!(err(&output).contains(word), "{name}: no `{word}` in {}", err(&output));
        }
        let left: Vec<_> =
            std::fs::read_dir(&folder).expect("a folder").flatten().map(|e| e.file_name()).collect();
        assert_eq!(left, ["croupier.toml"], "{name}");
    }
    let missing = croupier(&["serve", "--config", "no-such.toml"]);
    assert_eq!(missing.status.code(), Some(2));
    assert!(err(&missing).contains("the config file no-such.toml"), "{}", err(&missing));
}

#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    // Every address of 127.0.0.0/8 is this machine's own.
    let folder = folder("order", "listen = \"127.0.0.2:0\"\n[floor]\ntable = []\n");
    let config = ["--config", "croupier.toml"];
    let environment = [("CROUPIER_LISTEN", "127.0.0.3:0")];
    let flags = ["--config", "croupier.toml", "--listen", "127.0.0.4:0"];
    let opens_at = |arguments: &[&str], environment: &[(&str, &str)]| {
        let server = start(&folder, arguments, environment);
        let address = server.address.ip().to_string();
        stop(server);
        address
    };
    assert_eq!(opens_at(&config, &[]), "127.0.0.2");
    assert_eq!(opens_at(&config, &environment), "127.0.0.3");
    assert_eq!(opens_at(&flags, &environment), "127.0.0.4");
}

#[test]
fn it_closes_in_good_order_while_others_listen_and_goes_on_in_the_same_round() {
    let folder = folder(
        "closing",
        "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\nseconds = { next-round = 0 }\n",
    );
    let arguments = [&ARGUMENTS[..], &["--log-json"]].concat();
    let server = start(&folder, &arguments, &[]);
    let cookie = guest(&server);
    bet(&server, &cookie);
    let events = Request::get("/api/tables/one/events?after=0");
    let socket = Request::get("/api/tables/one/socket")
        .with("connection", "Upgrade")
        .with("upgrade", "websocket")
        .with("sec-websocket-version", "13")
        .with("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    let mut open = Vec::new();
    for (request, answer) in [(events, b"HTTP/1.1 200"), (socket, b"HTTP/1.1 101")] {
        let mut stream = connect(server.address, &request).expect("a connection");
        let mut heard = [0; 12];
        stream.read_exact(&mut heard).expect("an answer");
        assert_eq!(&heard, answer);
        open.push(stream);
    }
    let password = server.admin_password();
    assert!(!password.is_empty());
    stop(server);
    let log = std::fs::read_to_string(folder.join("log")).expect("a log");
    let lines: Vec<Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    assert!(lines.iter().any(|line| line["fields"]["table"] == "one"), "{log}");
    let token = cookie.split('=').nth(1).unwrap_or_default().trim();
    assert!(token.len() > 20 && !log.contains(token) && !log.contains(&password), "no secrets: {log}");
    let again = start(&folder, &arguments, &[]);
    assert!(again.printed.contains("goes on in round 1"), "{}", again.printed);
    stop(again);
}

#[test]
fn the_documented_settings_are_printed_and_open_a_floor() {
    let printed = croupier(&["config"]);
    assert_eq!(printed.status.code(), Some(0));
    let folder = folder("documented", &out(&printed));
    let server = start(&folder, &ARGUMENTS, &[]);
    assert!(server.printed.contains("macau-1 opens for the first time"), "{}", server.printed);
    stop(server);
    let help = croupier(&["serve", "--help"]);
    for word in ["--listen", "CROUPIER_DATABASE", "Example", "croupier config"] {
        assert!(out(&help).contains(word), "{word}: {}", out(&help));
    }
}

#[test]
fn meters_for_prometheus_have_an_address_of_their_own() {
    let folder = folder("metrics", "metrics-listen = \"127.0.0.1:0\"\n[floor]\ntable = []\n");
    let server = start(&folder, &ARGUMENTS, &[]);
    let told = server.printed.lines().find_map(|line| line.strip_prefix("Meters for Prometheus: http://"));
    let address = told.and_then(|told| told.strip_suffix("/metrics")).expect("an address");
    let address = address.parse().expect("an address");
    let request = Request::get("/metrics");
    let meters = testkit::send(address, &request).expect("an answer");
    assert!(meters.status == 200 && meters.text().contains("croupier_rounds_total"), "{}", meters.text());
    assert_eq!(server.send(&request).status, 401);
    stop(server);
}

#[test]
fn an_audit_finds_what_was_changed_and_what_is_gone() {
    let folder = folder(
        "audit",
        "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\nseconds = { next-round = 0 }\n",
    );
    let file = |name: &str| folder.join(name).display().to_string();
    let audit = |name: &str, more: &[&str]| {
        let database = format!("sqlite:{}", file(name));
        croupier(&[&["audit", "--database", &database], more].concat())
    };
    stop(start(&folder, &ARGUMENTS, &[]));
    std::fs::copy(file("croupier.db"), file("older.db")).expect("a copy");
    let server = start(&folder, &ARGUMENTS, &[]);
    let cookie = guest(&server);
    bet(&server, &cookie);
    stop(server);
    let clean = audit("croupier.db", &["--write-heads", &file("heads")]);
    assert_eq!(clean.status.code(), Some(0), "{}{}", out(&clean), err(&clean));
    assert!(out(&clean).contains("in order: "), "{}", out(&clean));
    assert_eq!(audit("croupier.db", &["--heads", &file("heads")]).status.code(), Some(0));
    // The newest records are gone: only who knows the heads can tell.
    assert_eq!(audit("older.db", &[]).status.code(), Some(0));
    let lost = audit("older.db", &["--heads", &file("heads")]);
    assert_eq!(lost.status.code(), Some(1), "{}", out(&lost));
    assert!(out(&lost).contains("table/one"), "{}", out(&lost));
    // One figure of one entry was changed.
    let mut bytes = std::fs::read(file("croupier.db")).expect("the journal");
    let word = b"bets 10 on 1";
    let at = bytes.windows(word.len()).position(|window| window == word).expect("the bet");
    bytes[at + 5] = b'9';
    std::fs::write(file("changed.db"), bytes).expect("a journal");
    let changed = audit("changed.db", &[]);
    assert_eq!(changed.status.code(), Some(1), "{}{}", out(&changed), err(&changed));
    assert!(out(&changed).contains("fault table/one"), "{}", out(&changed));
    let refused = croupier(&[
        "serve",
        "--listen",
        "127.0.0.1:0",
        "--database",
        &format!("sqlite:{}", file("changed.db")),
    ]);
    assert_eq!(refused.status.code(), Some(2), "a floor does not open on it");
    // A full disk loses the report, not the verdict.
    #[cfg(target_os = "linux")]
    for (name, status) in [("croupier.db", 2), ("changed.db", 1)] {
        let full = std::fs::File::options().write(true).open("/dev/full").expect("a device");
        let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.args(["audit", "--database", &format!("sqlite:{}", file(name))]).stdout(full);
        let audited = command.output().expect("it runs");
        assert_eq!(audited.status.code(), Some(status), "{name}: {}", err(&audited));
        assert!(err(&audited).contains("the report cannot be written"), "{name}: {}", err(&audited));
    }
    // On a disc every file is open to others.
    let key = folder.join("croupier.key");
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o444)).expect("a mode");
    let open = audit("croupier.db", &[]);
    assert_eq!(open.status.code(), Some(0), "{}{}", out(&open), err(&open));
    assert!(err(&open).contains("open to others (mode 444)"), "{}", err(&open));
    // A key that cannot be used is reported whatever the journal is.
    std::fs::write(file("short.key"), "00").expect("a file");
    let unusable = audit("changed.db", &["--shoe-key-file", &file("short.key")]);
    assert_eq!(unusable.status.code(), Some(2), "{}", out(&unusable));
    assert!(out(&unusable).is_empty() && err(&unusable).contains("short.key"), "{}", err(&unusable));
    std::fs::write(file("text.db"), "not a journal, whatever it is called".repeat(100)).expect("a file");
    assert_eq!(audit("text.db", &[]).status.code(), Some(2));
    assert_eq!(audit("missing.db", &[]).status.code(), Some(2));
}

#[test]
fn a_round_is_exported_as_it_is_told_over_the_api() {
    let second = "{ bets = 1, offers = 1, decision = 1, answers = 1, next-round = 0 }";
    let table = format!(
        "[[floor.table]]\nid = \"one\"\ngame = \"blackjack\"\nmoney = \"play\"\nseconds = {second}\n"
    );
    let folder = folder("evening", &format!("{table}settings = {{ decks = \"4\" }}\n"));
    let server = start(&folder, &ARGUMENTS, &[]);
    let player = guest(&server);
    bet(&server, &player);
    let transcript = Request::get("/api/rounds/one/1/transcript").by(&player);
    let told: Reply =
        poll("the round to be over", || Some(server.send(&transcript)).filter(|reply| reply.status == 200));
    let database = format!("sqlite:{}", folder.join("croupier.db").display());
    let exported = croupier(&["export", "one/1", "--database", &database]);
    assert_eq!(out(&exported), told.text(), "{}", err(&exported));
    assert!(!told.text().is_empty());
    let never = croupier(&["export", "one/99", "--database", &database]);
    assert_eq!(never.status.code(), Some(2));
    assert!(err(&never).contains("no finished round 99"), "{}", err(&never));
    stop(server);
}

#[test]
fn a_floor_that_lost_entries_opens_only_when_that_is_accepted() {
    let folder = folder("loss", "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\n");
    let file = |name: &str| folder.join(name);
    stop(start(&folder, &ARGUMENTS, &[]));
    std::fs::copy(file("croupier.db"), file("older.db")).expect("a copy");
    let server = start(&folder, &ARGUMENTS, &[]);
    let (_, key) = server.printed.split_once("signed by ").expect("the key is printed");
    let key = key.lines().next().unwrap_or_default().to_owned();
    stop(server);
    let database = format!("sqlite:{}", file("croupier.db").display());
    let audit = |more: &[&str]| croupier(&[&["audit", "--database", &database], more].concat());
    assert_eq!(audit(&["--heads-key", &key]).status.code(), Some(0));
    let other = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
    assert_eq!(audit(&["--heads-key", other]).status.code(), Some(2), "another's signature");

    std::fs::copy(file("older.db"), file("croupier.db")).expect("the older one is put in its place");
    let found = audit(&[]);
    assert_eq!(found.status.code(), Some(1), "{}{}", out(&found), err(&found));
    assert!(out(&found).contains("fault table/one"), "{}", out(&found));
    let refused = croupier(&["serve", "--listen", "127.0.0.1:0", "--database", &database]);
    assert_eq!(refused.status.code(), Some(2), "{}", out(&refused));
    for word in ["table/one lost", "croupier.db.heads", "--accept-loss"] {
        assert!(err(&refused).contains(word), "{word}: {}", err(&refused));
    }
    stop(start(&folder, &[&ARGUMENTS[..], &["--accept-loss"]].concat(), &[]));
    stop(start(&folder, &ARGUMENTS, &[]));
    let clean = audit(&["--heads", &file("croupier.db.heads").display().to_string()]);
    assert_eq!(clean.status.code(), Some(0), "{}{}", out(&clean), err(&clean));
}

/// Each kind of harm once, on a journal of a real floor; ten thousand more are done in the journal's own tests.
#[test]
fn an_audit_names_the_record_whatever_was_done_to_it() {
    let folder = folder(
        "harm",
        "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nmoney = \"play\"\nseconds = { next-round = 0 }\n",
    );
    let server = start(&folder, &ARGUMENTS, &[]);
    let player = guest(&server);
    bet(&server, &player);
    stop(server);
    stop(start(&folder, &ARGUMENTS, &[]));
    let (journal, heads) = (folder.join("croupier.db"), folder.join("heads").display().to_string());
    let audit = |path: &Path, more: &[&str]| {
        let database = format!("sqlite:{}", path.display());
        let audited = croupier(&[&["audit", "--database", &database], more].concat());
        (audited.status.code(), out(&audited))
    };
    assert_eq!(audit(&journal, &["--write-heads", &heads]).0, Some(0));
    for harm in harm::ALL {
        let harmed = folder.join(format!("{}.db", harm.name));
        std::fs::copy(&journal, &harmed).expect("a copy");
        let record = (harm.act)(&harmed);
        let (alone, said) = audit(&harmed, &[]);
        assert_eq!(alone, Some(i32::from(!harm.needs_heads)), "{}: {said}", harm.name);
        let (known, said) = audit(&harmed, &["--heads", &heads]);
        assert_eq!(known, Some(1), "{}: {said}", harm.name);
        let named = format!("table/one, record {record}: ");
        assert!(
            said.lines().any(|line| line.contains("fault") && line.contains(&named)),
            "{}: {said}",
            harm.name
        );
    }
}
