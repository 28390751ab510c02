use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::{PATIENCE, Reply, Request, poll};

/// A `croupier serve` in a process of its own, killed when the test ends.
pub struct ServerProcess {
    /// Where it listens.
    pub address: SocketAddr,
    /// What it printed until it was open.
    pub printed: String,
    child: Child,
}

impl ServerProcess {
    /// Starts it, with its log in a file, and waits until it is open.
    ///
    /// # Panics
    /// When it does not open.
    #[must_use]
    pub fn start(command: &mut Command, log: &Path) -> ServerProcess {
        let errors = std::fs::File::create(log).expect("a log file");
        let spawned = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(errors).spawn();
        let mut child = spawned.expect("the program runs");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut printed = String::new();
        let address = loop {
            let Some(line) = lines.next() else {
                let log = std::fs::read_to_string(log).unwrap_or_default();
                panic!("the server ended before it was open: {printed}{log}");
            };
            let line = line.expect("text");
            printed.push_str(&line);
            printed.push('\n');
            if let Some((_, url)) = line.split_once("The floor is open: ") {
                let (_, address) = url.split_once("://").expect("a URL");
                break address.trim().parse().expect("an address");
            }
        };
        // What it prints at its end must not meet a closed pipe.
        std::thread::spawn(move || lines.count());
        ServerProcess { address, printed, child }
    }

    /// Returns the first administrator's password, empty where it was not printed.
    #[must_use]
    pub fn admin_password(&self) -> String {
        let after = self.printed.split_once("sign in as admin with ").map(|(_, after)| after);
        after.and_then(|after| after.split('.').next()).unwrap_or_default().to_owned()
    }

    /// Sends a request on a connection of its own.
    ///
    /// # Panics
    /// When no complete answer comes.
    #[must_use]
    pub fn send(&self, request: &Request) -> Reply {
        send(self.address, request).unwrap_or_else(|| panic!("no answer to {request:?}"))
    }

    /// Returns how much memory it has, in bytes, where the system tells.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.split_whitespace().next()?.parse::<u64>().ok().map(|kib| kib * 1024)
    }

    /// Sends a signal, such as `TERM`.
    ///
    /// # Panics
    /// When the process is gone.
    pub fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([&format!("-{signal}"), &id]).status().expect("kill runs");
        assert!(sent.success());
    }

    /// Kills it at once.
    ///
    /// # Panics
    /// When the process is gone.
    pub fn kill(&mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Asks it to stop, and waits until it has.
    #[must_use]
    pub fn stop(self) -> ExitStatus {
        self.signal("TERM");
        self.wait()
    }

    /// Waits until it ends by itself.
    ///
    /// # Panics
    /// When it does not.
    #[must_use]
    pub fn wait(mut self) -> ExitStatus {
        poll("the server to end", || self.child.try_wait().expect("a process"))
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Sends a request on a connection of its own and returns the open stream, so that a test can read as it likes.
///
/// # Errors
/// Where nothing listens, or the connection breaks.
pub fn connect(address: SocketAddr, request: &Request) -> std::io::Result<TcpStream> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write_request(&mut stream, address, request)?;
    Ok(stream)
}

/// Writes a request to a server at this address.
pub(crate) fn write_request(
    stream: &mut impl Write,
    address: SocketAddr,
    request: &Request,
) -> std::io::Result<()> {
    let mut head = format!("{} {} HTTP/1.1\r\nhost: {address}\r\n", request.method, request.path);
    let has = |name: &str| request.headers.iter().any(|(other, _)| other == name);
    if !has("connection") {
        head.push_str("connection: close\r\n");
    }
    for (name, value) in &request.headers {
        let _ = write!(head, "{name}: {value}\r\n");
    }
    let _ = write!(head, "content-length: {}\r\n\r\n", request.body.len());
    stream.write_all(head.as_bytes())?;
    stream.write_all(&request.body)?;
    stream.flush()
}

/// Sends a request on a connection of its own and reads the whole answer; nothing where no complete answer comes.
#[must_use]
pub fn send(address: SocketAddr, request: &Request) -> Option<Reply> {
    read_reply(connect(address, request).ok()?)
}

/// Reads a whole answer until the connection ends; nothing where no complete answer comes.
#[must_use]
pub fn read_reply(mut stream: impl Read) -> Option<Reply> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).ok()?;
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n")?;
    let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let status: u16 = head.split(' ').nth(1)?.parse().ok()?;
    let mut headers = HeaderMap::new();
    for (name, value) in head.lines().skip(1).filter_map(|line| line.split_once(": ")) {
        headers.append(HeaderName::try_from(name).ok()?, HeaderValue::try_from(value).ok()?);
    }
    let body = Bytes::copy_from_slice(&bytes[end + 4..]);
    Some(Reply { status: StatusCode::from_u16(status).ok()?, headers, body })
}
