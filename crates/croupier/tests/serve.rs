//! `croupier serve` as an operator meets it: settings and where they come from, mistakes, closing in good order, the log.

mod common;
#[path = "serve/harm.rs"]
mod harm;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use common::{croupier, err, out};

/// A folder of its own with this config file in it.
fn folder(name: &str, config: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("serve-{name}"));
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    std::fs::write(folder.join("croupier.toml"), config).expect("a file can be written");
    folder
}

/// A port nobody has, taken and given back.
fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    listener.local_addr().expect("an address").port()
}

/// A floor in a process of its own.
struct Server {
    child: Child,
    address: SocketAddr,
    said: String,
}

impl Server {
    /// Starts it, and waits until it is open.
    fn start(folder: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Server {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.current_dir(folder).arg("serve").args(arguments).envs(environment.iter().copied());
        let log = std::fs::File::create(folder.join("log")).expect("a log");
        let child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the program runs");
        let mut server = Server { child, address: SocketAddr::from(([0, 0, 0, 0], 0)), said: String::new() };
        let mut lines = BufReader::new(server.child.stdout.take().expect("its output")).lines();
        while server.address.port() == 0 {
            let line = lines.next().expect("it opens").expect("a line");
            server.said.push_str(&line);
            server.said.push('\n');
            if let Some((_, address)) = line.split_once("The floor is open: http://") {
                server.address = address.trim().parse().expect("an address");
            }
        }
        server
    }

    /// Asks for something; the answer with its head.
    fn ask(&self, method: &str, path: &str, cookie: &str, body: &str) -> String {
        let mut stream = self.send(method, path, cookie, body);
        let mut answer = String::new();
        let _ = stream.read_to_string(&mut answer);
        answer
    }

    fn send(&self, method: &str, path: &str, head: &str, body: &str) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        let close = if head.contains("pgrade") { "" } else { "connection: close\r\n" };
        let length = body.len();
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\n{close}{head}content-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}",
            self.address
        );
        stream.write_all(request.as_bytes()).expect("it is sent");
        stream
    }

    /// Tells it to stop, and waits: how it ended, and how long it took.
    fn stop(mut self) -> (Option<i32>, Duration) {
        let begun = Instant::now();
        let pid = self.child.id().to_string();
        let told = Command::new("kill").args(["-TERM", &pid]).status().expect("a signal");
        assert!(told.success());
        while begun.elapsed() < Duration::from_secs(30) {
            if let Some(status) = self.child.try_wait().expect("a process") {
                return (status.code(), begun.elapsed());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("it did not stop");
    }
}

/// Nothing is left behind when a test fails.
impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
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
        ("credits", "[floor]\nguest-credits = -5", &["guest-credits", "-5"]),
        ("folder", "database = \"sqlite:no-such-folder/a.db\"", &["no-such-folder"]),
        ("in-use", &taken, &["cannot listen on", "--listen"]),
    ] {
        let folder = folder(name, config);
        let file = folder.join("croupier.toml");
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.current_dir(&folder).timeout(Duration::from_mins(1));
        let output = command.args(["serve", "--config"]).arg(&file).output().expect("the program runs");
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
    let ports = [free_port(), free_port(), free_port()];
    let [in_file, in_environment, in_flag] = ports.map(|port| format!("127.0.0.1:{port}"));
    let folder = folder("order", &format!("listen = \"{in_file}\"\n[floor]\ntable = []\n"));
    let config = ["--config", "croupier.toml"];
    let environment = [("CROUPIER_LISTEN", in_environment.as_str())];
    let flags = ["--config", "croupier.toml", "--listen", in_flag.as_str()];
    let opens_at = |arguments: &[&str], environment: &[(&str, &str)]| {
        let server = Server::start(&folder, arguments, environment);
        let port = server.address.port();
        assert_eq!(server.stop().0, Some(0));
        port
    };
    assert_eq!(opens_at(&config, &[]), ports[0]);
    assert_eq!(opens_at(&config, &environment), ports[1]);
    assert_eq!(opens_at(&flags, &environment), ports[2]);
}

#[test]
fn it_closes_in_good_order_while_others_listen_and_goes_on_in_the_same_round() {
    let folder =
        folder("closing", "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nseconds = { next-round = 0 }\n");
    let arguments = ["--config", "croupier.toml", "--listen", "127.0.0.1:0", "--log-json"];
    let server = Server::start(&folder, &arguments, &[]);
    let cookie = guest(&server);
    let bet = r#"{"id":"1","say":"bets 10 on 1"}"#;
    let said = server.ask("POST", "/api/tables/one/say", &cookie, bet);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let mut events = server.send("GET", "/api/tables/one/events?after=0", "", "");
    let upgrade = "upgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\n\
                   sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let mut socket = server.send("GET", "/api/tables/one/socket", upgrade, "");
    let mut heard = [0; 12];
    events.read_exact(&mut heard).expect("a stream");
    assert_eq!(&heard, b"HTTP/1.1 200");
    socket.read_exact(&mut heard).expect("a socket");
    assert_eq!(&heard, b"HTTP/1.1 101");
    let (password, round) = (password(&server.said), "goes on in round 1");
    let (code, took) = server.stop();
    assert_eq!(code, Some(0));
    assert!(took < Duration::from_secs(10), "{took:?}");
    let log = std::fs::read_to_string(folder.join("log")).expect("a log");
    let lines: Vec<serde_json::Value> =
        log.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}"))).collect();
    assert!(lines.iter().any(|line| line["fields"]["table"] == "one"), "{log}");
    let token = cookie.split('=').nth(1).unwrap_or_default().trim();
    assert!(token.len() > 20 && !log.contains(token) && !log.contains(&password), "no secrets: {log}");
    let again = Server::start(&folder, &arguments, &[]);
    assert!(again.said.contains(round), "{}", again.said);
    assert_eq!(again.stop().0, Some(0));
}

/// The first administrator's, as it is shown once.
fn password(said: &str) -> String {
    let (_, after) = said.split_once("sign in as admin with ").expect("a first administrator");
    after.split('.').next().unwrap_or_default().to_owned()
}

#[test]
fn the_documented_settings_are_printed_and_open_a_floor() {
    let printed = croupier(&["config"]);
    assert_eq!(printed.status.code(), Some(0));
    let folder = folder("documented", &out(&printed));
    let server = Server::start(&folder, &["--config", "croupier.toml", "--listen", "127.0.0.1:0"], &[]);
    assert!(server.said.contains("macau-1 opens for the first time"), "{}", server.said);
    assert_eq!(server.stop().0, Some(0));
    let help = croupier(&["serve", "--help"]);
    for word in ["--listen", "CROUPIER_DATABASE", "Example", "croupier config"] {
        assert!(out(&help).contains(word), "{word}: {}", out(&help));
    }
}

#[test]
fn an_audit_finds_what_was_changed_and_what_is_gone() {
    let folder =
        folder("audit", "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nseconds = { next-round = 0 }\n");
    let arguments = ["--config", "croupier.toml", "--listen", "127.0.0.1:0"];
    let file = |name: &str| folder.join(name).display().to_string();
    let audit = |name: &str, more: &[&str]| {
        let database = format!("sqlite:{}", file(name));
        croupier(&[&["audit", "--database", &database], more].concat())
    };
    assert_eq!(Server::start(&folder, &arguments, &[]).stop().0, Some(0));
    std::fs::copy(file("croupier.db"), file("older.db")).expect("a copy");
    let server = Server::start(&folder, &arguments, &[]);
    let cookie = guest(&server);
    let said = server.ask("POST", "/api/tables/one/say", &cookie, r#"{"id":"1","say":"bets 10 on 1"}"#);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    assert_eq!(server.stop().0, Some(0));
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
    std::fs::write(file("text.db"), "not a journal, whatever it is called".repeat(100)).expect("a file");
    assert_eq!(audit("text.db", &[]).status.code(), Some(2));
    assert_eq!(audit("missing.db", &[]).status.code(), Some(2));
}

/// The cookie of a visitor with play money.
fn guest(server: &Server) -> String {
    cookie(&server.ask("POST", "/api/guest", "", ""))
}

/// The cookie an answer sets, as it is sent back.
fn cookie(answer: &str) -> String {
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: ")).expect("a cookie");
    format!("cookie: {}\r\n", cookie.split(';').next().unwrap_or_default())
}

#[test]
fn a_round_is_exported_as_it_is_told_over_the_api() {
    let second = "{ bets = 1, offers = 1, decision = 1, answers = 1, next-round = 0 }";
    let table = format!("[[floor.table]]\nid = \"one\"\ngame = \"blackjack\"\nseconds = {second}\n");
    let folder = folder("evening", &format!("{table}settings = {{ decks = \"4\" }}\n"));
    let arguments = ["--config", "croupier.toml", "--listen", "127.0.0.1:0"];
    let server = Server::start(&folder, &arguments, &[]);
    let player = guest(&server);
    let said = server.ask("POST", "/api/tables/one/say", &player, r#"{"id":"1","say":"bets 10 on 1"}"#);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    let told = until(
        || server.ask("GET", "/api/rounds/one/1/transcript", &player, ""),
        |told| told.starts_with("HTTP/1.1 200"),
    );
    let database = format!("sqlite:{}", folder.join("croupier.db").display());
    let exported = croupier(&["export", "one/1", "--database", &database]);
    assert!(!out(&exported).is_empty() && told.ends_with(&out(&exported)), "{told}{}", err(&exported));
    let never = croupier(&["export", "one/99", "--database", &database]);
    assert_eq!(never.status.code(), Some(2));
    assert!(err(&never).contains("no finished round 99"), "{}", err(&never));
    assert_eq!(server.stop().0, Some(0));
}

/// Asks again and again until it is so.
fn until(ask: impl Fn() -> String, is_so: impl Fn(&str) -> bool) -> String {
    let since = Instant::now();
    loop {
        let answer = ask();
        if is_so(&answer) {
            return answer;
        }
        assert!(since.elapsed() < Duration::from_mins(1), "{answer}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Each kind of harm once, on a journal of a real floor; ten thousand more are done in the journal's own tests.
#[test]
fn an_audit_names_the_record_whatever_was_done_to_it() {
    let folder =
        folder("harm", "[[floor.table]]\nid = \"one\"\ngame = \"plus\"\nseconds = { next-round = 0 }\n");
    let arguments = ["--config", "croupier.toml", "--listen", "127.0.0.1:0"];
    let server = Server::start(&folder, &arguments, &[]);
    let player = guest(&server);
    let said = server.ask("POST", "/api/tables/one/say", &player, r#"{"id":"1","say":"bets 10 on 1"}"#);
    assert!(said.starts_with("HTTP/1.1 200"), "{said}");
    assert_eq!(server.stop().0, Some(0));
    assert_eq!(Server::start(&folder, &arguments, &[]).stop().0, Some(0));
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
