use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};

use crate::{Issued, PATIENCE};

/// A server that keeps signed notes: `PUT` adds one, `GET` returns the newest. It can be made to misbehave.
pub struct Witness {
    /// Where it listens.
    pub address: SocketAddr,
    shared: Arc<Shared>,
    scheme: &'static str,
}

/// How it behaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Manner {
    /// As it should.
    Good,
    /// It answers with this status and takes nothing.
    Status(u16),
    /// It reads what is asked and says nothing, until it behaves otherwise.
    Silent,
    /// The same where a note is sent; what it has it tells.
    SilentOnPut,
    /// It takes nothing and ends the connection in the middle of its answer.
    BreaksOff,
    /// Whatever it is asked, it answers this.
    Says(Vec<u8>),
}

/// A request that it has received, whatever became of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HeardRequest {
    /// The method.
    pub method: String,
    /// What was asked for.
    pub path: String,
    /// The headers, by their names in small letters.
    pub headers: BTreeMap<String, String>,
    /// The body.
    pub body: String,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    tls: Option<Arc<ServerConfig>>,
}

struct State {
    manner: Manner,
    notes: Vec<String>,
    heard: Vec<HeardRequest>,
    is_over: bool,
}

impl Witness {
    /// Starts one in the clear, on any free port.
    ///
    /// # Panics
    /// When there is none.
    #[must_use]
    pub fn start() -> Witness {
        Witness::start_at(SocketAddr::from(([127, 0, 0, 1], 0)))
    }

    /// Starts one in the clear at this address.
    ///
    /// # Panics
    /// When something else listens there.
    #[must_use]
    pub fn start_at(address: SocketAddr) -> Witness {
        Witness::listen(address, None)
    }

    /// Starts one that speaks TLS with this certificate.
    ///
    /// # Panics
    /// When the certificate cannot be used.
    #[must_use]
    pub fn start_over_tls(issued: &Issued) -> Witness {
        let certificate =
            CertificateDer::from_pem_slice(issued.certificate.as_bytes()).expect("a certificate");
        let key = PrivateKeyDer::from_pem_slice(issued.key.as_bytes()).expect("a key");
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)
            .expect("they belong together");
        Witness::listen(SocketAddr::from(([127, 0, 0, 1], 0)), Some(Arc::new(config)))
    }

    fn listen(address: SocketAddr, tls: Option<Arc<ServerConfig>>) -> Witness {
        let listener = TcpListener::bind(address).expect("an address");
        let address = listener.local_addr().expect("an address");
        let scheme = if tls.is_some() { "https" } else { "http" };
        let state = State { manner: Manner::Good, notes: Vec::new(), heard: Vec::new(), is_over: false };
        let shared = Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new(), tls });
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                if serving.lock().is_over {
                    return;
                }
                let serving = Arc::clone(&serving);
                // A connection that breaks is the client's business.
                std::thread::spawn(move || stream.and_then(|stream| serving.serve(stream)));
            }
        });
        Witness { address, shared, scheme }
    }

    /// Its URL, with this path.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        format!("{}://{}{path}", self.scheme, self.address)
    }

    /// Has it behave like this from now on.
    pub fn behave(&self, manner: Manner) {
        self.shared.lock().manner = manner;
        self.shared.changed.notify_all();
    }

    /// Returns the notes it has.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        self.shared.lock().notes.clone()
    }

    /// Puts other notes in their place.
    pub fn keep(&self, notes: Vec<String>) {
        self.shared.lock().notes = notes;
    }

    /// Returns what it was asked so far.
    #[must_use]
    pub fn heard(&self) -> Vec<HeardRequest> {
        self.shared.lock().heard.clone()
    }

    /// Waits until it has received such a request, and returns it.
    ///
    /// # Panics
    /// When none comes.
    #[must_use]
    pub fn hears(&self, is_meant: impl Fn(&HeardRequest) -> bool) -> HeardRequest {
        let find = |state: &mut State| state.heard.iter().find(|heard| is_meant(heard)).cloned();
        self.shared.wait("a request", find)
    }

    /// Waits until it has a note like this.
    ///
    /// # Panics
    /// When none comes.
    pub fn takes(&self, is_meant: impl Fn(&str) -> bool) {
        self.shared.wait("a note", |state| state.notes.iter().any(|note| is_meant(note)).then_some(()));
    }
}

impl Drop for Witness {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
        // The listener looks up when somebody comes.
        let _ = TcpStream::connect(self.address);
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<T>(&self, what: &str, mut find: impl FnMut(&mut State) -> Option<T>) -> T {
        let mut found = None;
        let is_missing = |state: &mut State| {
            found = find(state);
            found.is_none()
        };
        let waited = self.changed.wait_timeout_while(self.lock(), PATIENCE, is_missing);
        drop(waited);
        found.unwrap_or_else(|| panic!("{what} never came"))
    }

    fn serve(&self, stream: TcpStream) -> std::io::Result<()> {
        stream.set_read_timeout(Some(PATIENCE))?;
        match &self.tls {
            None => self.answer(stream),
            Some(config) => {
                let connection = ServerConnection::new(Arc::clone(config)).map_err(std::io::Error::other)?;
                let mut stream = StreamOwned::new(connection, stream);
                self.answer(&mut stream)?;
                stream.conn.send_close_notify();
                stream.flush()
            }
        }
    }

    fn answer(&self, mut stream: impl Read + Write) -> std::io::Result<()> {
        let heard = hear(&mut stream)?;
        let mut state = self.lock();
        state.heard.push(heard.clone());
        self.changed.notify_all();
        let is_put = heard.method == "PUT";
        let is_silent = |state: &mut State| match state.manner {
            Manner::Silent => !state.is_over,
            Manner::SilentOnPut => is_put && !state.is_over,
            _ => false,
        };
        state = self.changed.wait_while(state, is_silent).unwrap_or_else(PoisonError::into_inner);
        let (status, length, body) = match (&state.manner, is_put) {
            (Manner::Silent, _) | (Manner::SilentOnPut, true) => return Ok(()),
            (Manner::Status(status), _) => (*status, 0, Vec::new()),
            (Manner::BreaksOff, _) => (200, 100, b"broken".to_vec()),
            (Manner::Says(said), _) => (200, said.len(), said.clone()),
            (Manner::Good, true) => {
                // The same note is one note.
                if state.notes.last() != Some(&heard.body) {
                    state.notes.push(heard.body);
                }
                self.changed.notify_all();
                (204, 0, Vec::new())
            }
            (Manner::Good | Manner::SilentOnPut, _) => match state.notes.last() {
                Some(note) => (200, note.len(), note.clone().into_bytes()),
                None => (404, 0, Vec::new()),
            },
        };
        drop(state);
        let more = if status == 302 { "location: /elsewhere\r\n" } else { "" };
        let first =
            format!("HTTP/1.1 {status} x\r\n{more}connection: close\r\ncontent-length: {length}\r\n\r\n");
        stream.write_all(first.as_bytes())?;
        stream.write_all(&body)?;
        stream.flush()
    }
}

fn hear(stream: impl Read) -> std::io::Result<HeardRequest> {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line)?;
        std::io::Result::Ok(line.trim_end().to_owned())
    };
    let first = line()?;
    let mut headers = BTreeMap::new();
    while let Some((name, value)) = line()?.split_once(": ") {
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let length = headers.get("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    let mut words = first.split(' ').map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    Ok(HeardRequest { method, path, headers, body: String::from_utf8_lossy(&body).into_owned() })
}
