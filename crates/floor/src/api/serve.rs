//! Connections: a limited number at a time, each with time limits for sending and receiving. Every request that came in is
//! answered before the floor closes.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Method, Request, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use journal::BoxFuture;
use rustix::net::sockopt;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;
use tower::ServiceExt;

use super::gate::{Gate, Place};
use super::guard::{Guard, Nameless, OverTls, guarded, with_headers};
use super::held::Held;
use super::problem::Problem;
use super::proxy_header::ProxyHeader;
use super::tls::Tls;
use super::{app_behind, metrics_behind};
use crate::house::Floor;

/// Within this, a client without a place reads why, or does not.
const FAREWELL: Duration = Duration::from_secs(2);
/// The number of clients at a time that may do so. Each has a file open beside all connections; further ones are closed without
/// a word, so that nobody takes all files by coming again and again.
const FAREWELLS: usize = 16;

/// The size of the buffers: for what a client does not read, and for what is read ahead.
const BUFFER: usize = 64 * 1024;

/// The size of the system's buffer for what a client has not taken yet. Without a bound it grows to megabytes.
const SEND_BUFFER: usize = 128 * 1024;

/// No browser and no program of ours sends more than this before the body of a request; hyper takes at most 100 headers.
const HEADERS: usize = 16 * 1024;

/// The first byte a TLS client sends.
const HANDSHAKE: u8 = 22;

/// Where people come in.
pub struct Entrance {
    listener: TcpListener,
    tls: Option<Arc<Tls>>,
}

impl Entrance {
    /// Lets people in over TLS.
    #[must_use]
    pub fn over_tls(listener: TcpListener, tls: Tls) -> Entrance {
        Entrance { listener, tls: Some(Arc::new(tls)) }
    }
}

/// In the clear.
impl From<TcpListener> for Entrance {
    fn from(listener: TcpListener) -> Entrance {
        Entrance { listener, tls: None }
    }
}

/// Serves the floor and these pages until told to stop, or until its journal fails; requests that are being answered are answered first.
///
/// # Errors
///
/// When the listener fails.
pub fn serve(
    entrance: impl Into<Entrance>,
    floor: Floor,
    guard: Guard,
    pages: Router,
    stop: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, io::Result<()>> {
    boxed_serve(entrance.into(), floor, guard, pages, Box::pin(stop))
}

fn boxed_serve(
    entrance: Entrance,
    floor: Floor,
    guard: Guard,
    pages: Router,
    stop: BoxFuture<'static, ()>,
) -> BoxFuture<'static, io::Result<()>> {
    Box::pin(serve_until(entrance, floor, guard, pages, stop))
}

async fn serve_until(
    Entrance { listener, tls }: Entrance,
    floor: Floor,
    guard: Guard,
    pages: Router,
    stop: BoxFuture<'static, ()>,
) -> io::Result<()> {
    let gate = Gate::new(guard);
    let mut doors = Doors::new(app_behind(&gate, &floor, pages), gate);
    doors.proxy_protocol = doors.gate.guard.proxies.proxy_protocol;
    let mut watching = JoinSet::new();
    if let Some(tls) = tls {
        doors.tls = Some(TlsDoor::new(tls.acceptor(), &doors.gate));
        // Set before the first request, which may ask for it.
        floor.serve_certificate(tls.expires());
        watching.spawn(tls.watch(floor.clone()));
    }
    let stop = async {
        tokio::select! {
            () = stop => {}
            why = floor.journal().failed() => {
                tracing::error!(%why, "the journal failed: the floor closes. Where a disk is full, make space before it opens again");
            }
        }
    };
    doors.receive(listener, stop).await;
    doors.gate.close();
    // Streams end with their tables, so nobody is left waiting for them.
    floor.close().await;
    // A client who does not even read the answer is not waited for.
    doors.closing.send_replace(());
    let _ = tokio::time::timeout(doors.gate.guard.patience, doors.closing.closed()).await;
    Ok(())
}

/// Serves the meters for Prometheus, and nothing else, to anyone who reaches this listener, for as long as this is awaited.
#[must_use]
pub fn serve_metrics(listener: TcpListener, floor: Floor, guard: Guard) -> BoxFuture<'static, ()> {
    Box::pin(async move {
        let gate = Gate::new(guard);
        let doors = Doors::new(metrics_behind(&gate, floor), gate);
        doors.receive(listener, std::future::pending()).await;
    })
}

/// Where connections come in.
struct Doors {
    app: Router,
    gate: Arc<Gate>,
    places: Arc<Semaphore>,
    /// Those who are told why there is no place for them.
    farewells: Arc<Semaphore>,
    /// Where people come in over TLS.
    tls: Option<TlsDoor>,
    /// Whether trusted proxies begin with a header of the PROXY protocol.
    proxy_protocol: bool,
    /// Told when the floor closes; closed when the last connection is.
    closing: watch::Sender<()>,
}

impl Doors {
    fn new(app: Router, gate: Arc<Gate>) -> Doors {
        let places = Arc::new(Semaphore::new(gate.guard.connections));
        let farewells = Arc::new(Semaphore::new(FAREWELLS));
        let closing = watch::Sender::new(());
        Doors { app, gate, places, farewells, tls: None, proxy_protocol: false, closing }
    }

    /// Accepts connections until `stop` completes.
    async fn receive(&self, mut listener: TcpListener, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        loop {
            let (stream, address) = tokio::select! {
                () = &mut stop => return,
                // The trait's way of accepting goes on after what passes, such as too many open files.
                accepted = Listener::accept(&mut listener) => accepted,
            };
            limit_waiting(&stream, self.gate.guard.patience * 3);
            match self.seat(address.ip()) {
                Ok(seat) => self.let_in(stream, seat, address),
                // Telling them over TLS would take a handshake.
                Err(problem) if self.tls.is_none() => send_away(&self.farewells, stream, problem),
                Err(_) => drop(stream),
            }
        }
    }

    /// A seat for a connection from here; a problem where all of them are taken.
    fn seat(&self, address: IpAddr) -> Result<Seat, Problem> {
        let of_address = self.gate.connect(address, self.tls.is_some())?;
        let of_all = Arc::clone(&self.places).try_acquire_owned().map_err(|_| {
            let detail = "all connections are taken: try again in a moment";
            let (status, kind) = (StatusCode::SERVICE_UNAVAILABLE, "/problems/full");
            Problem::new(status, kind, "the floor is full", detail).again_after(5)
        })?;
        Ok(Seat { _of_all: of_all, _of_address: of_address })
    }

    fn let_in(&self, mut stream: TcpStream, mut seat: Seat, address: SocketAddr) {
        let patience = self.gate.guard.patience;
        let mut connection = Connection {
            address,
            is_nameless: false,
            is_secure: false,
            patience,
            closing: self.closing.subscribe(),
        };
        let has_header = self.proxy_protocol && self.gate.guard.proxies.trust(address.ip());
        let (gate, app, tls) = (Arc::clone(&self.gate), self.app.clone(), self.tls.clone());
        let farewells = Arc::clone(&self.farewells);
        tokio::spawn(async move {
            if has_header {
                if connection.hear_header(&mut stream).await.is_none() {
                    return;
                }
                match gate.connect(connection.address.ip(), tls.is_some()) {
                    Ok(place) => seat = Seat { _of_address: place, ..seat },
                    Err(problem) if tls.is_none() => return send_away(&farewells, stream, problem),
                    Err(_) => return,
                }
            }
            match tls {
                None => {
                    let held = Held::new(stream, seat, patience * 3);
                    connection.serve(Way::Clear(Box::new(held)), app).await;
                }
                Some(door) => match connection.shake_hands(&door.acceptor, stream, seat).await {
                    Some(way @ Way::OverTls(_)) => connection.serve(way, app).await,
                    Some(way @ Way::Clear(_)) => connection.serve(way, door.plain).await,
                    None => {}
                },
            }
        });
    }
}

/// What people come in over TLS by.
#[derive(Clone)]
struct TlsDoor {
    acceptor: TlsAcceptor,
    /// Answers clients that speak plain HTTP.
    plain: Router,
}

impl TlsDoor {
    fn new(acceptor: TlsAcceptor, gate: &Arc<Gate>) -> TlsDoor {
        TlsDoor { acceptor, plain: guarded(Router::new().fallback(come_over_tls), gate) }
    }
}

/// Sends a browser that speaks plain HTTP to the same page over TLS. What is to change something is not repeated there: it may have been
/// read, or written, by anyone.
async fn come_over_tls(request: Request<Body>) -> Response {
    let host = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    let mut response = match host {
        Some(host) if matches!(*request.method(), Method::GET | Method::HEAD) => {
            let path = request.uri().path_and_query().map_or("/", |path| path.as_str());
            Redirect::permanent(&format!("https://{host}{path}")).into_response()
        }
        _ => {
            let detail = "this floor speaks TLS: begin the address with https://";
            Problem::new(StatusCode::BAD_REQUEST, "/problems/tls", "TLS only", detail).into_response()
        }
    };
    response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    response
}

/// What bytes come and go by.
trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<W: AsyncRead + AsyncWrite + Send + Unpin> Wire for W {}

/// How they do.
enum Way {
    Clear(Box<dyn Wire>),
    OverTls(Box<dyn Wire>),
}

/// A connection that is let in.
struct Connection {
    /// The client's address: the other side's, or the one that a proxy names at the beginning.
    address: SocketAddr,
    /// Whether a proxy named none there.
    is_nameless: bool,
    /// Whether it said there that the client speaks TLS with it.
    is_secure: bool,
    patience: Duration,
    closing: watch::Receiver<()>,
}

impl Connection {
    /// Reads from the proxy whose connection this is; `None` if no header comes in time, or the floor closes.
    async fn hear_header(&mut self, stream: &mut TcpStream) -> Option<()> {
        let heard = tokio::select! {
            heard = tokio::time::timeout(self.patience, ProxyHeader::read(stream)) => heard,
            _ = self.closing.changed() => return None,
        };
        let header = heard.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
        match header {
            Ok(ProxyHeader { client, is_secure, .. }) => {
                if let Some(client) = client {
                    self.address.set_ip(client);
                }
                (self.is_nameless, self.is_secure) = (client.is_none(), is_secure);
                Some(())
            }
            Err(why) => {
                let proxy = self.address;
                tracing::debug!(%proxy, %why, "a connection from a trusted proxy has no PROXY header and is closed");
                None
            }
        }
    }

    /// Begins TLS with a client that speaks it; `None` if the handshake takes too long, or the floor closes.
    async fn shake_hands(&mut self, acceptor: &TlsAcceptor, stream: TcpStream, seat: Seat) -> Option<Way> {
        let patience = self.patience * 3;
        let shaking = async {
            let mut first = [0];
            stream.peek(&mut first).await?;
            let held = Held::new(stream, seat, patience);
            if first != [HANDSHAKE] {
                return Ok(Way::Clear(Box::new(held)));
            }
            io::Result::Ok(Way::OverTls(Box::new(acceptor.accept(held).await?)))
        };
        tokio::select! {
            shaken = tokio::time::timeout(self.patience, shaking) => shaken.ok()?.ok(),
            _ = self.closing.changed() => None,
        }
    }

    async fn serve(mut self, way: Way, app: Router) {
        let (address, is_nameless) = (self.address, self.is_nameless);
        let (stream, over_tls) = match way {
            Way::Clear(stream) => (stream, self.is_secure.then_some(OverTls)),
            Way::OverTls(stream) => (stream, Some(OverTls)),
        };
        let app = app.map_request(move |mut request: Request<Incoming>| {
            request.extensions_mut().insert(ConnectInfo(address));
            over_tls.map(|mark| request.extensions_mut().insert(mark));
            is_nameless.then(|| request.extensions_mut().insert(Nameless));
            request.map(Body::new)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.patience * 3)
            .max_header_size(HEADERS)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app))
            .with_upgrades();
        let mut connection = pin!(connection);
        // A connection that breaks is the client's business.
        tokio::select! {
            _ = &mut connection => {}
            _ = self.closing.changed() => {
                connection.as_mut().graceful_shutdown();
                let _ = connection.await;
            }
        }
    }
}

/// Bounds what the system holds for a client that takes nothing, and for how long. What cannot be set is left as it is.
fn limit_waiting(stream: &TcpStream, patience: Duration) {
    // Whatever it is for, an answer is not worth waiting for another packet to go with it.
    let _ = stream.set_nodelay(true);
    let _ = sockopt::set_socket_send_buffer_size(stream, SEND_BUFFER);
    #[cfg(target_os = "linux")]
    let _ = sockopt::set_tcp_user_timeout(stream, u32::try_from(patience.as_millis()).unwrap_or(u32::MAX));
}

/// Tells a client why there is no place for it, if not too many others are being told.
fn send_away(farewells: &Arc<Semaphore>, stream: TcpStream, problem: Problem) {
    let Ok(permit) = Arc::clone(farewells).try_acquire_owned() else { return };
    tokio::spawn(async move {
        let stream = Held::new(stream, permit, FAREWELL);
        // It does not matter whether they receive it.
        let _ = tokio::time::timeout(FAREWELL, say_why(stream, problem)).await;
    });
}

async fn say_why(mut stream: Held<TcpStream, OwnedSemaphorePermit>, problem: Problem) -> io::Result<()> {
    let body = problem.json();
    let response = with_headers(problem.into_response(), false);
    let mut answer = format!("HTTP/1.1 {}\r\n", response.status()).into_bytes();
    for (name, value) in response.headers() {
        answer.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    answer.extend(format!("connection: close\r\ncontent-length: {}\r\n\r\n{body}", body.len()).bytes());
    stream.write_all(&answer).await?;
    stream.shutdown().await
}

/// A place among all connections, and one among those from its address.
struct Seat {
    _of_all: OwnedSemaphorePermit,
    _of_address: Option<Place>,
}
