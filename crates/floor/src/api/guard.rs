//! What is refused before anyone looks at it: requests from other sites, bodies too large, clients too slow, floods.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::{ConnectInfo, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures_util::future::Either;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::limit::RequestBodyLimitLayer;

use super::problem::Problem;
use crate::uncancelled::uncancelled;

/// Longer than any command.
const BODY: usize = 64 * 1024;
/// The flood gate forgets addresses it has not heard of for this long,
const FORGET: Duration = Duration::from_mins(1);
/// once it knows so many.
const MANY: usize = 10_000;

/// How much is taken from whom.
#[derive(Clone, Copy, Debug)]
pub struct Guard {
    /// Requests from one address a second, lastingly.
    pub requests_a_second: f64,
    /// Requests from one address at once.
    pub burst: f64,
    /// Connections at a time, from everywhere.
    pub connections: usize,
    /// A request is read and answered within this, and begun within three times as long.
    pub patience: Duration,
}

impl Default for Guard {
    fn default() -> Guard {
        let patience = Duration::from_secs(10);
        Guard { requests_a_second: 200.0, burst: 600.0, connections: 20_000, patience }
    }
}

#[derive(Default)]
struct Gate {
    addresses: Mutex<Addresses>,
}

#[derive(Default)]
struct Addresses {
    buckets: HashMap<IpAddr, Bucket>,
    /// With so many it is time to forget some.
    full: usize,
}

struct Bucket {
    tokens: f64,
    at: Instant,
}

impl Guard {
    pub(super) fn around(self, routes: Router) -> Router {
        let gate = Arc::new(Gate::default());
        let guarded = move |request: Request, next: Next| {
            let gate = Arc::clone(&gate);
            async move { with_headers(self.answer(&gate, request, next).await) }
        };
        let no_panic = CatchPanicLayer::custom(|_| {
            let detail = "this is our fault; nothing was acknowledged that is not on disk";
            let status = StatusCode::INTERNAL_SERVER_ERROR;
            Problem::new(status, "/problems/fault", "something went wrong", detail).into_response()
        });
        let body = RequestBodyLimitLayer::new(BODY);
        routes
            .layer(body)
            .layer(middleware::from_fn(guarded))
            .layer(no_panic)
            .layer(middleware::from_fn(log_faults))
    }

    /// Lets a request through, if its sender does not send too many, it comes from our pages, and it comes whole in time.
    async fn answer(self, gate: &Gate, request: Request, next: Next) -> Response {
        let address = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
        if address.is_some_and(|address| !gate.lets_in(address, self, Instant::now())) {
            let detail = "too many requests from this address: wait a second";
            let status = StatusCode::TOO_MANY_REQUESTS;
            return Problem::new(status, "/problems/flood", "too many requests", detail)
                .again_after(1)
                .into_response();
        }
        if !is_from_here(&request) {
            let detail = "this came from a page of another site";
            let status = StatusCode::FORBIDDEN;
            return Problem::new(status, "/problems/cross-site", "not from our pages", detail)
                .into_response();
        }
        // What changes something is done to its end, though the client may be gone or out of patience by then.
        let answering = if is_reading(&request) {
            Either::Left(next.run(request))
        } else {
            Either::Right(uncancelled(next.run(request)))
        };
        let answered = tokio::time::timeout(self.patience, answering).await;
        answered.unwrap_or_else(|_| {
            let detail = "the request took too long";
            Problem::new(StatusCode::REQUEST_TIMEOUT, "/problems/slow", "too slow", detail).into_response()
        })
    }
}

impl Gate {
    fn lets_in(&self, address: IpAddr, guard: Guard, now: Instant) -> bool {
        let mut addresses = self.addresses.lock().unwrap_or_else(PoisonError::into_inner);
        let Addresses { buckets, full } = &mut *addresses;
        if buckets.len() > MANY.max(*full) {
            buckets.retain(|_, bucket| now.duration_since(bucket.at) < FORGET);
            // Looking through all of them is paid for by as many new ones.
            *full = buckets.len() * 2;
        }
        let bucket = buckets.entry(household(address)).or_insert(Bucket { tokens: guard.burst, at: now });
        let since = now.duration_since(bucket.at).as_secs_f64();
        bucket.tokens = (bucket.tokens + since * guard.requests_a_second).min(guard.burst);
        bucket.at = now;
        let lets_in = bucket.tokens >= 1.0;
        if lets_in {
            bucket.tokens -= 1.0;
        }
        lets_in
    }
}

/// A line in the log for every answer that is our fault: what was asked, never by whom or with what in it.
async fn log_faults(request: Request, next: Next) -> Response {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    if response.status().is_server_error() {
        let status = response.status().as_u16();
        let problem = response.extensions().get::<Problem>();
        let (kind, detail) = problem.map_or(("", ""), |problem| (problem.kind, problem.detail.as_str()));
        tracing::error!(%method, path, status, kind, detail, "not answered as it should be");
    }
    response
}

/// The address, or the network of one subscriber, who has as many addresses in it as he likes.
fn household(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(six) => six.to_ipv4_mapped().map_or_else(
            || IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))),
            IpAddr::V4,
        ),
    }
}

/// Whether a request changes nothing.
fn is_reading(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
}

/// What changes something, and every socket, comes from our own pages or from no page at all.
fn is_from_here(request: &Request) -> bool {
    let header = |name: header::HeaderName| request.headers().get(name).and_then(|value| value.to_str().ok());
    let upgrades = request.headers().contains_key(header::UPGRADE);
    let host = header(header::HOST).unwrap_or_default();
    let own = match header(header::ORIGIN) {
        None => {
            request.headers().get("sec-fetch-site").is_none_or(|site| site == "same-origin" || site == "none")
        }
        Some(origin) => origin.split_once("://").is_some_and(|(_, from)| from == host),
    };
    own || (is_reading(request) && !upgrades)
}

/// Pages load nothing from elsewhere and are shown in no frame. A refusal of the limits below is a problem too.
fn with_headers(response: Response) -> Response {
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
    for (name, value) in set {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}
