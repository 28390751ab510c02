//! One connection of someone at a browser or a terminal, kept open.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Method, Request, Response, StatusCode, header};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use tokio::io::AsyncWriteExt;
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::error::Elapsed;
use tokio::time::timeout;

/// The addresses of all servers of a floor.
pub(super) type Doors = Arc<[SocketAddr]>;

/// A connection to the floor.
pub(super) struct Client {
    doors: Doors,
    /// The server asked now.
    door: usize,
    /// The address they come from.
    from: Ipv4Addr,
    connection: Option<Connection>,
    cookie: String,
}

/// A connection, and what carries it until it ends.
struct Connection {
    send: SendRequest<Full<Bytes>>,
    carrying: JoinHandle<()>,
}

/// What the floor said.
pub(super) struct Said {
    pub(super) status: StatusCode,
    pub(super) body: Bytes,
}

impl Said {
    pub(super) fn read<T: DeserializeOwned>(&self) -> Option<T> {
        serde_json::from_slice(&self.body).ok()
    }

    pub(super) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

/// How far a client gets before it is cut off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum CutOff {
    /// After this many thousandths of the request.
    Within(u64),
    /// This many microseconds after the request; zero is right after it.
    After(u64),
    /// When the answer is there and not read.
    BeforeReading,
}

/// An answer to be left unread comes within this.
const PATIENCE: Duration = Duration::from_secs(2);
/// A floor answers every request within this: its own limit is ten seconds.
const ANSWERED_WITHIN: Duration = Duration::from_secs(20);

/// Whether a request failed because nothing came in time, over a connection that stood.
pub(super) fn is_late(failure: &anyhow::Error) -> bool {
    failure.is::<Elapsed>()
}

impl Client {
    pub(super) fn new(doors: &Doors) -> Client {
        Client::signed_in(doors, String::new())
    }

    /// A second connection of someone who is in already.
    pub(super) fn signed_in(doors: &Doors, cookie: String) -> Client {
        let (doors, from) = (Arc::clone(doors), Ipv4Addr::LOCALHOST);
        Client { doors, door: 0, from, connection: None, cookie }
    }

    /// What shows who is signed in.
    pub(super) fn cookie(&self) -> String {
        self.cookie.clone()
    }

    /// Comes from another address of this machine from now on.
    pub(super) fn come_from(&mut self, from: Ipv4Addr) {
        self.connection = None;
        self.from = from;
    }

    async fn connect(&self) -> anyhow::Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        // Where a machine has but one address of its own, everybody comes from there.
        if self.from != Ipv4Addr::LOCALHOST {
            let _ = socket.bind((self.from, 0).into());
        }
        let stream = socket.connect(self.address()).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Asks the next server from now on.
    pub(super) fn next_door(&mut self) {
        self.connection = None;
        self.door = (self.door + 1) % self.doors.len();
    }

    /// Opens a stream.
    pub(super) async fn open(&mut self, path: &str) -> anyhow::Result<Incoming> {
        let response = timeout(ANSWERED_WITHIN, self.send(Method::GET, path, String::new())).await;
        let response = response.inspect_err(|_| self.next_door())??;
        if !response.status().is_success() {
            let status = response.status();
            self.next_door();
            anyhow::bail!("refused with {status}");
        }
        Ok(response.into_body())
    }

    pub(super) async fn get(&mut self, path: &str) -> anyhow::Result<Said> {
        self.ask(Method::GET, path, String::new()).await
    }

    /// Asks for something to be done. If it signs someone in, they stay signed in.
    pub(super) async fn post(&mut self, path: &str, body: String) -> anyhow::Result<Said> {
        self.ask(Method::POST, path, body).await
    }

    async fn ask(&mut self, method: Method, path: &str, body: String) -> anyhow::Result<Said> {
        let late = format!("{method} {path} was not answered within {} s", ANSWERED_WITHIN.as_secs());
        let answered = timeout(ANSWERED_WITHIN, self.ask_and_wait(method, path, body)).await;
        answered.inspect_err(|_| self.next_door()).context(late)?
    }

    async fn ask_and_wait(&mut self, method: Method, path: &str, body: String) -> anyhow::Result<Said> {
        let response = self.send(method, path, body).await?;
        let status = response.status();
        let cookie = response.headers().get(header::SET_COOKIE).and_then(|value| value.to_str().ok());
        if let Some(cookie) = cookie.and_then(|cookie| cookie.split(';').next()) {
            cookie.clone_into(&mut self.cookie);
        }
        let collected = response.into_body().collect().await;
        let body = collected.inspect_err(|_| self.connection = None)?.to_bytes();
        Ok(Said { status, body })
    }

    fn address(&self) -> SocketAddr {
        self.doors[self.door]
    }

    async fn send(&mut self, method: Method, path: &str, body: String) -> anyhow::Result<Response<Incoming>> {
        let sent = self.try_to_send(method, path, body).await;
        sent.inspect_err(|_| self.next_door())
    }

    async fn try_to_send(
        &mut self,
        method: Method,
        path: &str,
        body: String,
    ) -> anyhow::Result<Response<Incoming>> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, self.address().to_string())
            .header(header::COOKIE, &self.cookie)
            .header(header::CONTENT_TYPE, "application/json")
            .body(Full::from(body))?;
        if self.connection.as_ref().is_none_or(|connection| connection.send.is_closed()) {
            let stream = self.connect().await?;
            let (send, connection) = handshake(TokioIo::new(stream)).await?;
            // A connection that breaks is noticed at the next request.
            let carrying = tokio::spawn(async move { drop(connection.await) });
            self.connection = Some(Connection { send, carrying });
        }
        let Connection { send, carrying } = self.connection.as_mut().context("not connected")?;
        tokio::select! {
            biased;
            answered = send.send_request(request) => Ok(answered?),
            // A request that goes out just as its connection ends is never answered.
            _ = carrying => anyhow::bail!("the connection ended"),
        }
    }

    /// Sends a command, or a part of it, over a connection of its own, and resets the connection.
    pub(super) async fn cut_off(&self, path: &str, body: &str, when: CutOff) -> anyhow::Result<()> {
        let (host, cookie, length) = (self.address(), &self.cookie, body.len());
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\ncookie: {cookie}\r\ncontent-type: application/json\r\n\
             content-length: {length}\r\n\r\n{body}"
        );
        let whole = request.as_bytes();
        let mut stream = timeout(PATIENCE, self.connect()).await??;
        // What is dropped is reset, not closed.
        stream.set_zero_linger()?;
        match when {
            CutOff::Within(thousandths) => {
                let part = whole.len() * usize::try_from(thousandths).unwrap_or(0) / 1000;
                stream.write_all(&whole[..part.min(whole.len())]).await?;
            }
            CutOff::After(microseconds) => {
                stream.write_all(whole).await?;
                tokio::time::sleep(Duration::from_micros(microseconds)).await;
            }
            CutOff::BeforeReading => {
                stream.write_all(whole).await?;
                // A server that is killed meanwhile answers nothing.
                let _ = timeout(PATIENCE, stream.readable()).await;
            }
        }
        Ok(())
    }
}
