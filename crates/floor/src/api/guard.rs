//! What is refused before anyone looks at it: requests from other sites, bodies too large, clients too slow, floods.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{ConnectInfo, FromRequest, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use hyper::body::{Frame, SizeHint};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;

use super::cookies::{put_prefix_on, take_prefix_off};
use super::gate::{Gate, Place};
use super::problem::Problem;
use super::proxy::{Origin, Proxies};
use crate::uncancelled::uncancelled;

/// Longer than any command.
const BODY: usize = 64 * 1024;

/// How much is taken from whom.
#[derive(Clone, Debug)]
pub struct Guard {
    /// Requests from one address a second, lastingly. Messages over sockets count too.
    pub requests_a_second: f64,
    /// Requests from one address at once.
    pub burst: f64,
    /// Guests who come from one address a minute, lastingly and at once.
    pub guests_a_minute: u32,
    /// Connections at a time, from everywhere.
    pub connections: usize,
    /// Connections at a time from one address. Trusted proxies have as many as they like, and each request they pass on
    /// counts as a connection of its client's.
    pub connections_per_address: usize,
    /// A request is read and answered within this, and begun within three times as long.
    pub patience: Duration,
    /// The proxies before the floor, where it has any.
    pub proxies: Proxies,
}

impl Default for Guard {
    fn default() -> Guard {
        Guard {
            requests_a_second: 200.0,
            burst: 600.0,
            guests_a_minute: 60,
            connections: 20_000,
            connections_per_address: 200,
            patience: Duration::from_secs(10),
            proxies: Proxies::default(),
        }
    }
}

/// Marks a request that came over TLS of our own.
#[derive(Clone, Copy)]
pub(super) struct OverTls;

/// Marks a request on a connection that a trusted proxy names no client for. What its headers tell may be anyone's.
#[derive(Clone, Copy)]
pub(super) struct Nameless;

/// Puts these routes behind a gate.
pub(super) fn guarded(routes: Router, gate: &Arc<Gate>) -> Router {
    let (gate, of_log) = (Arc::clone(gate), Arc::clone(gate));
    let at_gate = move |mut request: Request, next: Next| {
        let gate = Arc::clone(&gate);
        async move {
            let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
            let over_tls = request.extensions().get::<OverTls>().is_some();
            let is_nameless = request.extensions().get::<Nameless>().is_some();
            let origin = peer.map(|peer| {
                let proxies = &gate.guard.proxies;
                if is_nameless {
                    Origin::itself(peer, over_tls)
                } else {
                    proxies.origin(peer, over_tls, request.headers())
                }
            });
            let is_secure = origin.is_some_and(|origin| origin.is_secure);
            if is_secure {
                take_prefix_off(request.headers_mut());
            }
            let mut response = with_headers(answer(&gate, origin, request, next).await, is_secure);
            if is_secure {
                put_prefix_on(response.headers_mut());
            }
            response
        }
    };
    let no_panic = CatchPanicLayer::custom(|_| {
        let detail = "this is our fault; nothing was acknowledged that is not on disk";
        let status = StatusCode::INTERNAL_SERVER_ERROR;
        Problem::new(status, "/problems/fault", "something went wrong", detail).into_response()
    });
    let body = RequestBodyLimitLayer::new(BODY);
    routes
        .layer(middleware::from_fn(to_the_end))
        .layer(body)
        .layer(middleware::from_fn(at_gate))
        .layer(no_panic)
        .layer(middleware::from_fn_with_state(of_log, log_faults))
}

/// Lets a request through, if its sender does not send too many, it comes from our pages, and it comes whole in time.
async fn answer(gate: &Arc<Gate>, origin: Option<Origin>, mut request: Request, next: Next) -> Response {
    let client = match gate.admit(origin) {
        Ok(client) => client,
        Err(problem) => return problem.into_response(),
    };
    if !has_one_host(&request) {
        return Problem::unreadable("a request names one host").into_response();
    }
    if !is_from_here(&request, origin.is_some_and(|origin| origin.is_secure)) {
        let detail = "this came from a page of another site";
        let status = StatusCode::FORBIDDEN;
        return Problem::new(status, "/problems/cross-site", "not from our pages", detail).into_response();
    }
    let place = client.place();
    let detail = if is_reading(&request) {
        "the request took too long: ask again"
    } else {
        "the request took too long, and what it asks for may still be carried out: send it again with the same id, if it has \
         one, and it has one effect and the same answer"
    };
    request.extensions_mut().insert(client);
    let answered = tokio::time::timeout(gate.guard.patience, next.run(request)).await;
    let response = answered.unwrap_or_else(|_| {
        Problem::new(StatusCode::REQUEST_TIMEOUT, "/problems/slow", "too slow", detail).into_response()
    });
    match place {
        Some(place) => response.map(|body| Body::new(Placed { body, _place: place })),
        None => response,
    }
}

/// A request that changes something is carried out to its end once it has come whole, even if its client is gone or out of
/// patience by then.
async fn to_the_end(request: Request, next: Next) -> Response {
    if is_reading(&request) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    match Bytes::from_request(Request::new(body), &()).await {
        Ok(body) => uncancelled(next.run(Request::from_parts(parts, Body::from(body)))).await,
        Err(why) if why.status() == StatusCode::PAYLOAD_TOO_LARGE => why.into_response(),
        Err(why) => Problem::unreadable(why.body_text()).into_response(),
    }
}

/// An answer that keeps its client's place until it has gone out.
struct Placed {
    body: Body,
    _place: Arc<Place>,
}

impl HttpBody for Placed {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A line in the log for every answer that is our fault: what was asked, never by whom or with what in it.
async fn log_faults(State(gate): State<Arc<Gate>>, request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let is_closed = response.status() == StatusCode::SERVICE_UNAVAILABLE && gate.is_closing();
    if response.status().is_server_error() && !is_closed {
        let status = response.status().as_u16();
        let problem = response.extensions().get::<Problem>();
        let (kind, detail) = problem.map_or(("", ""), |problem| (problem.kind, problem.detail.as_str()));
        tracing::error!(%method, path, status, kind, detail, "not answered as it should be");
    }
    response
}

/// Whether a request names one host, in one way: what stands before us must not take it for another's. Programs that speak
/// HTTP/1.0 name none.
fn has_one_host(request: &Request) -> bool {
    let mut hosts = request.headers().get_all(header::HOST).iter();
    match (hosts.next(), hosts.next()) {
        (None, _) => request.version() == Version::HTTP_10,
        (Some(host), None) => {
            let host = host.to_str().ok().filter(|host| !host.contains('@'));
            host.is_some_and(|host| host.parse::<Authority>().is_ok())
        }
        (Some(_), Some(_)) => false,
    }
}

/// Whether a request changes nothing.
fn is_reading(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
}

/// A request that changes something, or opens a socket, comes from our own pages or from no page at all. Over TLS a page that
/// came in the clear is not ours: anyone on the network can have written it.
fn is_from_here(request: &Request, is_secure: bool) -> bool {
    let header = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let host = header(header::HOST).unwrap_or_default();
    let own = match header(header::ORIGIN) {
        None => {
            request.headers().get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none")
        }
        Some(origin) => origin
            .split_once("://")
            .is_some_and(|(scheme, from)| from == host && (scheme == "https" || !is_secure)),
    };
    own || (is_reading(request) && !upgrades)
}

/// A browser that came over TLS comes back over TLS, for a year.
const STRICT: &str = "max-age=31536000";
/// What is no page of ours loads nothing, whatever it is taken for.
const NOTHING: &str = "default-src 'none'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// Pages load nothing from elsewhere and are shown in no frame. A refusal of the limits below is a problem too.
pub(super) fn with_headers(response: Response, is_secure: bool) -> Response {
    let plain = response.status() == StatusCode::PAYLOAD_TOO_LARGE
        && response.headers().get(header::CONTENT_TYPE).is_none_or(|kind| kind != "application/problem+json");
    let mut response = if plain {
        let detail = format!("a request has at most {BODY} bytes");
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "/problems/too-large", "too large", detail)
            .into_response()
    } else {
        response
    };
    let headers = response.headers_mut();
    let set = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::X_FRAME_OPTIONS, "DENY"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::CACHE_CONTROL, "no-store"),
    ];
    let policy = (!is_image(headers)).then_some((header::CONTENT_SECURITY_POLICY, NOTHING));
    let strict = is_secure.then_some((header::STRICT_TRANSPORT_SECURITY, STRICT));
    for (name, value) in set.into_iter().chain(policy).chain(strict) {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Some browsers hold a drawing to the policy it comes with, and would leave its styles out.
fn is_image(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("image/"))
}
