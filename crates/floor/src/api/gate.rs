//! Who takes how much. Requests, messages over sockets and connections are counted by the household they come from.
//!
//! The bucket is ours: `governor` counts whole requests only, brings half a dozen crates, and would leave connections to us.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::guard::Guard;
use super::problem::Problem;
use super::proxy::Origin;
use crate::source::{Source, household_of};

/// Households that were not heard of for this long are forgotten,
const FORGET: Duration = Duration::from_mins(1);
/// once so many are known.
const MANY: usize = 10_000;

/// Counts what comes from whom.
pub(super) struct Gate {
    pub(super) guard: Guard,
    households: Mutex<Households>,
}

#[derive(Default)]
struct Households {
    known: HashMap<IpAddr, Household>,
    /// With so many it is time to forget some.
    full: usize,
}

struct Household {
    /// So much may come at once.
    tokens: f64,
    /// When they were counted.
    at: Instant,
    /// Its connections.
    places: usize,
}

impl Gate {
    pub(super) fn new(guard: Guard) -> Arc<Gate> {
        Arc::new(Gate { guard, households: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, Households> {
        self.households.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one request, message or handshake more may come from here now.
    fn lets_in(&self, address: IpAddr, now: Instant) -> bool {
        let (mut households, guard) = (self.lock(), &self.guard);
        let household = households.of(address, guard.burst, now);
        let since = now.duration_since(household.at).as_secs_f64();
        household.tokens = (household.tokens + since * guard.requests_a_second).min(guard.burst);
        household.at = now;
        let lets_in = household.tokens >= 1.0;
        if lets_in {
            household.tokens -= 1.0;
        }
        lets_in
    }

    /// Counts one of those; a problem where there are too many.
    pub(super) fn count(&self, address: IpAddr) -> Result<(), Problem> {
        if self.lets_in(address, Instant::now()) {
            return Ok(());
        }
        let detail = "too many requests from this address: wait a second";
        let (status, kind) = (StatusCode::TOO_MANY_REQUESTS, "/problems/flood");
        Err(Problem::new(status, kind, "too many requests", detail).again_after(1))
    }

    /// A place for a connection from here; a problem where all that one address may have are taken.
    pub(super) fn place(self: &Arc<Gate>, address: IpAddr) -> Result<Place, Problem> {
        let mut households = self.lock();
        let household = households.of(address, self.guard.burst, Instant::now());
        if household.places >= self.guard.connections_per_address {
            let detail = "too many connections from this address: close some of them";
            let (status, kind) = (StatusCode::TOO_MANY_REQUESTS, "/problems/connections");
            return Err(Problem::new(status, kind, "too many connections", detail).again_after(5));
        }
        household.places += 1;
        Ok(Place { gate: Arc::clone(self), household: household_of(address) })
    }

    /// Counts a request. What a proxy passes on takes a place of its client's, as the connection is the proxy's.
    pub(super) fn admit(self: &Arc<Gate>, origin: Option<Origin>) -> Result<Client, Problem> {
        let Some(Origin { address, is_proxied, .. }) = origin else { return Ok(Client::default()) };
        self.count(address)?;
        let takes_a_place = is_proxied && !self.guard.proxies.trust(address);
        let place = takes_a_place.then(|| self.place(address)).transpose()?.map(Arc::new);
        Ok(Client(Some(Counted { gate: Arc::clone(self), address, place })))
    }
}

impl Households {
    /// A household, which is new where it was not heard of lately.
    fn of(&mut self, address: IpAddr, burst: f64, now: Instant) -> &mut Household {
        if self.known.len() > MANY.max(self.full) {
            self.known.retain(|_, one| one.places > 0 || now.duration_since(one.at) < FORGET);
            // Looking through all of them is paid for by as many new ones.
            self.full = self.known.len() * 2;
        }
        let fresh = || Household { tokens: burst, at: now, places: 0 };
        self.known.entry(household_of(address)).or_insert_with(fresh)
    }
}

/// One of the connections of a household, for as long as it lasts.
pub(super) struct Place {
    gate: Arc<Gate>,
    household: IpAddr,
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Some(household) = self.gate.lock().known.get_mut(&self.household) {
            household.places = household.places.saturating_sub(1);
        }
    }
}

/// Whoever sends a request, as the gate counts them. A socket keeps this for as long as it lasts.
#[derive(Clone, Default)]
pub struct Client(Option<Counted>);

#[derive(Clone)]
struct Counted {
    gate: Arc<Gate>,
    address: IpAddr,
    /// Taken where a proxy has the connection.
    place: Option<Arc<Place>>,
}

impl Client {
    /// Whether they may say one thing more now. What comes over a socket counts like requests.
    #[must_use]
    pub fn may_speak(&self) -> bool {
        let Client(counted) = self;
        counted.as_ref().is_none_or(|one| one.gate.lets_in(one.address, Instant::now()))
    }

    /// Where they are, for passwords that they give.
    #[must_use]
    pub fn source(&self) -> Source {
        Source::new(self.0.as_ref().map(|counted| counted.address))
    }

    /// The place that is theirs until the answer has gone out.
    pub(super) fn place(&self) -> Option<Arc<Place>> {
        self.0.as_ref()?.place.clone()
    }
}

impl<S: Sync> FromRequestParts<S> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Client, Infallible> {
        Ok(parts.extensions.get::<Client>().cloned().unwrap_or_default())
    }
}
