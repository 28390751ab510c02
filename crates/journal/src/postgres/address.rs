//! Where a PostgreSQL is and how it is spoken to: its URL, read.

use std::error::Error;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use percent_encoding::percent_decode_str;
use tokio_postgres::config::{Host, SslMode};
use tokio_postgres::{Client, Config};

use super::tls::{Connector, Proof, Unproven};
use crate::error::JournalError;

/// A database that does not answer is given up after this.
const PATIENCE: Duration = Duration::from_secs(10);

/// Every statement has an index that fits. A young database has no statistics yet and would rather read whole tables, and
/// keep to that plan when they have grown.
const SETTINGS: &str = "set enable_seqscan = off; set jit = off;";

/// The way to a database.
#[derive(Clone)]
pub(super) struct Address {
    config: Config,
    tls: Connector,
}

impl Address {
    /// Reads a URL, and the certificates that it names.
    pub(super) fn read(url: &str) -> Result<Address, JournalError> {
        let Parts { rest, mode, root } = split(url).map_err(JournalError::NoTls)?;
        let mut config: Config = rest.parse().map_err(JournalError::from)?;
        let (mode, proof) = demanded(&config, mode, root).map_err(JournalError::NoTls)?;
        config.ssl_mode(mode);
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(PATIENCE);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(PATIENCE);
        }
        Ok(Address { config, tls: Connector::new(&proof)? })
    }

    /// Connects, and begins with these statements.
    pub(super) async fn connect(&self, first: &str) -> Result<Client, JournalError> {
        let (client, connection) = self.config.connect(self.tls.clone()).await.map_err(explained)?;
        // It ends with the client, which gets its errors.
        tokio::spawn(connection);
        client.batch_execute(&format!("{SETTINGS} {first}")).await?;
        Ok(client)
    }
}

/// Why no connection came about.
fn explained(why: tokio_postgres::Error) -> JournalError {
    if let Some(unproven) = why.source().and_then(|source| source.downcast_ref::<Unproven>()) {
        return JournalError::NoTls(unproven.to_string());
    }
    if why.source().is_some_and(|source| source.to_string() == "server does not support TLS") {
        let why = "PostgreSQL does not offer TLS: set ssl = on there, with a certificate, or say sslmode=disable to send \
                   everything in the clear";
        return JournalError::NoTls(why.into());
    }
    why.into()
}

/// Looks whether a URL can be understood, and names a database.
pub(crate) fn require_readable(url: &str) -> Result<(), String> {
    let config: Config = split(url)?.rest.parse().map_err(|why: tokio_postgres::Error| why.to_string())?;
    if config.get_dbname().is_none() {
        return Err("the name of the database is missing".into());
    }
    Ok(())
}

/// What a URL says about TLS, and the rest, which the driver understands.
struct Parts {
    rest: String,
    mode: Mode,
    root: Option<PathBuf>,
}

/// The words of `sslmode`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    Disable,
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

fn split(url: &str) -> Result<Parts, String> {
    let mut parts = Parts { rest: url.to_owned(), mode: Mode::Prefer, root: None };
    // As the driver reads it: who connects stands before the first `@`, whatever signs are in their password.
    let after = url.find('@').unwrap_or(0);
    let Some(question) = url[after..].find('?').map(|place| after + place) else { return Ok(parts) };
    let mut kept = Vec::new();
    for option in url[question + 1..].split('&') {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let value = || percent_decode_str(value).decode_utf8_lossy();
        match &*percent_decode_str(name).decode_utf8_lossy() {
            "sslmode" => parts.mode = mode(&value())?,
            "sslrootcert" => parts.root = Some(PathBuf::from(&*value())),
            _ => kept.push(option),
        }
    }
    parts.rest.truncate(question);
    if !kept.is_empty() {
        parts.rest = format!("{}?{}", parts.rest, kept.join("&"));
    }
    Ok(parts)
}

fn mode(word: &str) -> Result<Mode, String> {
    Ok(match word {
        "disable" => Mode::Disable,
        "prefer" => Mode::Prefer,
        "require" => Mode::Require,
        "verify-ca" => Mode::VerifyCa,
        "verify-full" => Mode::VerifyFull,
        _ => return Err("sslmode is one of disable, prefer, require, verify-ca and verify-full".into()),
    })
}

/// What the driver is to insist on, and what the server must prove. Nothing goes over a network in the clear unless somebody says so.
fn demanded(config: &Config, mode: Mode, root: Option<PathBuf>) -> Result<(SslMode, Proof), String> {
    if config.get_hosts().iter().all(is_socket) && config.get_hostaddrs().is_empty() {
        // The socket is on this machine, and its permissions say who may use it: PostgreSQL does not encrypt this.
        return Ok((SslMode::Disable, Proof::None));
    }
    let near =
        config.get_hosts().iter().all(is_near) && config.get_hostaddrs().iter().all(IpAddr::is_loopback);
    match (mode, root) {
        (Mode::Disable, _) => Ok((SslMode::Disable, Proof::None)),
        (Mode::Prefer, _) if near => Ok((SslMode::Prefer, Proof::None)),
        (Mode::Prefer | Mode::Require, None) => Ok((SslMode::Require, Proof::None)),
        (Mode::Prefer | Mode::Require | Mode::VerifyCa, Some(root)) => {
            Ok((SslMode::Require, Proof::Issued(root)))
        }
        (Mode::VerifyFull, Some(root)) => Ok((SslMode::Require, Proof::Named(root))),
        (Mode::VerifyCa | Mode::VerifyFull, None) => Err(
            "sslmode=verify-ca and sslmode=verify-full need the certificates of those who vouch for the server: add \
             sslrootcert=FILE, such as sslrootcert=/etc/ssl/certs/ca-certificates.crt for those the system trusts"
                .into(),
        ),
    }
}

fn is_socket(host: &Host) -> bool {
    match host {
        Host::Tcp(_) => false,
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn is_near(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse().is_ok_and(|address: IpAddr| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is demanded at this URL.
    fn found(url: &str) -> Result<(SslMode, Proof), String> {
        let Parts { rest, mode, root } = split(url)?;
        demanded(&rest.parse().expect("a URL"), mode, root)
    }

    #[test]
    fn nothing_goes_over_a_network_in_the_clear_unasked() {
        let root = || PathBuf::from("/a b/root.crt");
        for (url, mode, proof) in [
            ("postgres://floor@localhost/casino", SslMode::Prefer, Proof::None),
            ("postgres://floor@127.0.0.1/casino?sslmode=prefer", SslMode::Prefer, Proof::None),
            ("postgres://floor@localhost/casino?sslmode=require", SslMode::Require, Proof::None),
            ("postgres://floor@localhost/casino?sslmode=disable", SslMode::Disable, Proof::None),
            ("postgres://floor@db.example/casino", SslMode::Require, Proof::None),
            ("postgres://floor@localhost,db.example/casino", SslMode::Require, Proof::None),
            ("postgres://floor@localhost/casino?hostaddr=192.0.2.1", SslMode::Require, Proof::None),
            ("postgres://floor@db.example/casino?sslmode=prefer", SslMode::Require, Proof::None),
            ("postgres://floor@db.example/casino?sslmode=disable", SslMode::Disable, Proof::None),
            ("postgres://floor@%2Frun%2Fpostgresql/casino?sslmode=require", SslMode::Disable, Proof::None),
            (
                "postgres://floor@db.example/casino?sslrootcert=/a%20b/root.crt",
                SslMode::Require,
                Proof::Issued(root()),
            ),
            (
                "postgres://floor@localhost/casino?sslmode=verify-ca&sslrootcert=/a%20b/root.crt",
                SslMode::Require,
                Proof::Issued(root()),
            ),
            (
                "postgres://floor@localhost/casino?application_name=x&sslrootcert=/a%20b/root.crt&sslmode=verify-full",
                SslMode::Require,
                Proof::Named(root()),
            ),
        ] {
            assert_eq!(found(url), Ok((mode, proof)), "{url}");
        }
        let refused = found("postgres://floor@db.example/casino?sslmode=verify-full").expect_err("no root");
        assert!(refused.contains("add sslrootcert=FILE"), "{refused}");
        assert!(found("postgres://floor@db.example/casino?sslmode=allow").is_err());
    }

    #[test]
    fn what_the_driver_understands_is_left_to_it() {
        let rest = |url| split(url).map(|parts| parts.rest);
        let plain = "postgres://floor:a?sslmode=b&c@localhost/casino";
        assert_eq!(rest(plain).as_deref(), Ok(plain), "a password may have any sign");
        assert_eq!(
            rest("postgres://h/d?connect_timeout=3&ssl%6Dode=require&application_name=x").as_deref(),
            Ok("postgres://h/d?connect_timeout=3&application_name=x")
        );
        assert_eq!(rest("postgres://h/d?sslmode=disable").as_deref(), Ok("postgres://h/d"));
    }
}
