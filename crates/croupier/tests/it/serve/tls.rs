//! A floor that speaks TLS itself, as an operator and a browser meet it.

use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use serde_json::json;
use testkit::{Authority, Request, ServerProcess, poll};

use super::{ARGUMENTS, folder, start, stop};
use crate::program::{err, out};

const SETTINGS: &str =
    "tls-cert = \"cert.pem\"\ntls-key = \"key.pem\"\n[[floor.table]]\nid = \"one\"\ngame = \"plus\"\n";

/// Puts a certificate for this machine in its place, with a key that nobody else reads.
fn put(authority: &Authority, folder: &Path) {
    let (certificate, key) = (folder.join("cert.pem"), folder.join("key.pem"));
    authority.issue(&["127.0.0.1"]).write(&certificate, &key);
    std::fs::set_permissions(&key, PermissionsExt::from_mode(0o600)).expect("a mode");
}

fn is_served(authority: &Authority, server: &ServerProcess) -> bool {
    authority.connect(server.address).is_ok()
}

fn log(folder: &Path) -> String {
    std::fs::read_to_string(folder.join("log")).expect("a log")
}

/// Reads until this comes.
fn until(stream: &mut impl Read, wanted: &str) -> String {
    let mut heard = String::new();
    while !heard.contains(wanted) {
        let mut some = [0; 4096];
        let read = stream.read(&mut some).expect("something comes");
        assert!(read > 0, "it ended after {heard}");
        heard.push_str(&String::from_utf8_lossy(&some[..read]));
    }
    heard
}

#[test]
fn pages_streams_and_sockets_come_over_tls() {
    let folder = folder("tls", SETTINGS);
    let ours = Authority::new("ours");
    put(&ours, &folder);
    let server = start(&folder, &ARGUMENTS, &[]);
    assert!(server.printed.contains(&format!("https://{}", server.address)), "{}", server.printed);
    let send = |request: &Request| ours.send(server.address, request);
    assert_eq!(send(&Request::get("/")).status, 200);

    let credentials = json!({ "name": "admin", "password": server.admin_password() });
    let signed_in = send(&Request::post("/api/sign-in").json(&credentials));
    assert!(signed_in.cookie().starts_with("__Host-croupier="), "{}", signed_in.cookie());
    assert_eq!(send(&Request::get("/api/me").by(&signed_in.cookie())).json()["name"], "admin");
    // The same on a page, which remembers a language too.
    let form = format!("name=admin&password={}&back=%2Fpit", server.admin_password());
    let page = send(&Request::post("/sign-in").form(&form));
    let cookie = page.cookie();
    assert!(page.status == 303 && cookie.starts_with("__Host-croupier="), "{} {}", page.status, page.text());
    assert_eq!(send(&Request::get("/pit").by(&cookie)).status, 200);
    let language = send(&Request::post("/language").form("tag=zh-Hans&back=%2F"));
    let set = language.header("set-cookie");
    assert!(set.starts_with("language=zh") && set.ends_with("; Secure"), "{set}");

    let events = Request::get("/api/tables/one/events?after=0").by(&cookie);
    let mut events = ours.ask(server.address, &events).expect("a stream");
    let heard = until(&mut events, "\"seq\":1");
    assert!(heard.starts_with("HTTP/1.1 200") && heard.contains("text/event-stream"), "{heard}");
    let socket = Request::get("/api/tables/one/socket?after=0")
        .by(&cookie)
        .with("origin", &format!("https://{}", server.address))
        .with("connection", "Upgrade")
        .with("upgrade", "websocket")
        .with("sec-websocket-version", "13")
        .with("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    let mut socket = ours.ask(server.address, &socket).expect("a socket");
    let heard = until(&mut socket, "\"seq\":1");
    assert!(heard.starts_with("HTTP/1.1 101"), "{heard}");
    assert!(!log(&folder).contains("WARN"), "{}", log(&folder));
    stop(server);
}

#[test]
fn a_certificate_is_renewed_without_a_restart_and_a_broken_one_is_not_served() {
    let folder = folder("renewed", SETTINGS);
    let (first, second, third) = (Authority::new("first"), Authority::new("second"), Authority::new("third"));
    put(&first, &folder);
    let server = start(&folder, &ARGUMENTS, &[]);
    assert!(is_served(&first, &server) && !is_served(&second, &server));
    put(&second, &folder);
    poll("the second certificate", || is_served(&second, &server).then_some(()));
    assert!(!is_served(&first, &server));

    for (broken, why) in
        [("not a certificate", "cert.pem holds no certificate"), (&third.pem, "key.pem does not belong")]
    {
        std::fs::write(folder.join("cert.pem"), broken).expect("a file");
        poll("a warning", || log(&folder).contains(why).then_some(()));
        assert!(is_served(&second, &server), "{broken}");
    }
    std::fs::remove_file(folder.join("key.pem")).expect("it is gone");
    server.signal("HUP");
    poll("a warning", || log(&folder).contains("key.pem cannot be read").then_some(()));
    assert!(is_served(&second, &server));

    put(&third, &folder);
    std::fs::set_permissions(folder.join("key.pem"), PermissionsExt::from_mode(0o644)).expect("a mode");
    server.signal("HUP");
    poll("the third certificate", || is_served(&third, &server).then_some(()));
    poll("a warning", || log(&folder).contains("key.pem is open to others (mode 644)").then_some(()));
    stop(server);
}

#[test]
fn a_floor_does_not_open_with_half_of_what_tls_needs() {
    let folder = folder("half-tls", "[floor]\ntable = []\n");
    let refused = |more: &[&str]| {
        let mut command = assert_cmd::Command::new(assert_cmd::cargo::cargo_bin!("croupier"));
        command.current_dir(&folder).timeout(testkit::PATIENCE).arg("serve").args(ARGUMENTS).args(more);
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{}{}", out(&output), err(&output));
        assert!(!folder.join("croupier.db").exists(), "nothing is opened");
        err(&output)
    };
    assert!(refused(&["--tls-cert", "cert.pem"]).contains("give --tls-key as well"));
    assert!(refused(&["--tls-key", "key.pem"]).contains("give --tls-cert as well"));
    let both = ["--tls-cert", "cert.pem", "--tls-key", "key.pem"];
    assert!(refused(&both).contains("cert.pem cannot be read"));
    put(&Authority::new("ours"), &folder);
    std::fs::write(folder.join("key.pem"), "secret").expect("a file");
    let said = refused(&both);
    assert!(said.contains("key.pem holds no private key") && !said.contains("secret"), "{said}");
    put(&Authority::new("ours"), &folder);
    std::fs::write(folder.join("cert.pem"), Authority::new("other").pem).expect("a file");
    assert!(refused(&both).contains("the key key.pem does not belong to the certificate cert.pem"));
    put(&Authority::new("ours"), &folder);
    let variables = [("CROUPIER_TLS_CERT", "cert.pem"), ("CROUPIER_TLS_KEY", "key.pem")];
    let server = start(&folder, &ARGUMENTS, &variables);
    assert!(server.printed.contains("https://"), "{}", server.printed);
    stop(server);
}
