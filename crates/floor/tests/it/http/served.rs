//! A floor that listens, for tests over real connections.

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use floor::Guard;
use testkit::{PATIENCE, TestFloor};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// How long the floor waits for a slow client here.
const GUARD_PATIENCE: Duration = Duration::from_secs(1);

/// A floor that listens.
pub(super) struct Served {
    pub(super) house: TestFloor,
    pub(super) address: SocketAddr,
    pub(super) stop: oneshot::Sender<()>,
    pub(super) ended: JoinHandle<std::io::Result<()>>,
}

impl Served {
    pub(super) async fn new(guard: Guard) -> Served {
        let house = TestFloor::open().await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel();
        let served = floor::serve(listener, house.floor.clone(), guard, Router::new(), async {
            drop(stopped.await);
        });
        Served { ended: tokio::spawn(served), house, address, stop }
    }

    /// Connects from another address of this machine: all of 127.0.0.0/8 are its own.
    pub(super) async fn connect_from(&self, address: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(format!("{address}:0").parse().expect("an address")).expect("another address");
        socket.connect(self.address).await.expect("a connection")
    }

    /// Sends this from another address and returns what comes until the connection ends.
    pub(super) async fn send_from(&self, address: &str, text: &str) -> String {
        let mut stream = self.connect_from(address).await;
        let _ = stream.write_all(text.as_bytes()).await;
        rest(&mut stream).await
    }

    pub(super) async fn connect(&self) -> TcpStream {
        TcpStream::connect(self.address).await.expect("a connection")
    }

    /// Asks again and again until the answer begins like this.
    pub(super) async fn until_answered(&self, status: &str) {
        let asking = async { while !self.send(LAST).await.starts_with(status) {} };
        timeout(PATIENCE, asking).await.unwrap_or_else(|_| panic!("{status} never came"));
    }

    /// Sends this and returns what comes until the connection ends.
    pub(super) async fn send(&self, text: &str) -> String {
        let mut stream = self.connect().await;
        // A client that is turned away while it still sends need not be able to finish.
        let _ = stream.write_all(text.as_bytes()).await;
        rest(&mut stream).await
    }
}

pub(super) fn guard() -> Guard {
    Guard { patience: GUARD_PATIENCE, ..Guard::default() }
}

/// All that comes until the connection ends, which it does.
pub(super) async fn rest(stream: &mut (impl AsyncRead + Unpin)) -> String {
    let mut heard = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut heard)).await;
    let _ = read.expect("the connection ends");
    String::from_utf8_lossy(&heard).into_owned()
}

/// What comes until this does.
pub(super) async fn until(stream: &mut TcpStream, end: &str) -> String {
    let mut heard = String::new();
    while !heard.contains(end) {
        let mut some = [0; 4096];
        let read = timeout(PATIENCE, stream.read(&mut some)).await.expect("something comes");
        let read = read.expect("a connection");
        assert!(read > 0, "the connection ended after {heard}");
        heard.push_str(&String::from_utf8_lossy(&some[..read]));
    }
    heard
}

pub(super) const LIST: &str = "GET /api/tables HTTP/1.1\r\nhost: floor.test\r\n\r\n";
pub(super) const LAST: &str = "GET /api/tables HTTP/1.1\r\nhost: floor.test\r\nconnection: close\r\n\r\n";
