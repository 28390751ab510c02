//! How much each client takes. Requests, messages over sockets and connections are counted by the household they come from.
//!
//! The bucket is ours: `governor` counts whole requests only, brings half a dozen crates, and would leave connections to us.

use std::collections::HashMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::request::Parts;

use super::guard::Guard;
use super::problem::Problem;
use super::proxy::Origin;
use crate::source::{Source, household_of};

/// A household that sends nothing for this long can be forgotten.
const FORGET: Duration = Duration::from_mins(1);
/// The number of households above which old ones are forgotten.
const MANY: usize = 10_000;

/// Counts what comes from whom.
pub(super) struct Gate {
    pub(super) guard: Guard,
    households: Mutex<Households>,
    /// Whether the floor closes: clients that are still here find no table, and that is no fault.
    closing: AtomicBool,
}

#[derive(Default)]
struct Households {
    known: HashMap<IpAddr, Household>,
    /// The number of households at which the next sweep begins, if that is more than `MANY`.
    full: usize,
}

struct Household {
    /// How many requests may come at once.
    tokens: f64,
    /// How many guests may come at once.
    guests: f64,
    /// When they were counted.
    at: Instant,
    /// Its connections.
    places: usize,
}

impl Gate {
    pub(super) fn new(guard: Guard) -> Arc<Gate> {
        Arc::new(Gate { guard, households: Mutex::default(), closing: AtomicBool::new(false) })
    }

    /// Notes that the floor closes.
    pub(super) fn close(&self) {
        self.closing.store(true, Ordering::Release);
    }

    pub(super) fn is_closing(&self) -> bool {
        self.closing.load(Ordering::Acquire)
    }

    fn lock(&self) -> MutexGuard<'_, Households> {
        self.households.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether one request, message or handshake more may come from here now.
    fn lets_in(&self, address: IpAddr, now: Instant) -> bool {
        let mut households = self.lock();
        let household = households.of(address, &self.guard, now);
        household.refill(&self.guard, now);
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

    /// Counts a guest who comes from here; a problem where too many came within a minute.
    fn count_guest(&self, address: IpAddr, now: Instant) -> Result<(), Problem> {
        let mut households = self.lock();
        let household = households.of(address, &self.guard, now);
        household.refill(&self.guard, now);
        if household.guests >= 1.0 {
            household.guests -= 1.0;
            return Ok(());
        }
        // A positive number of at most 60, as a whole guest comes within a minute.
        let seconds = ((1.0 - household.guests) * 60.0 / f64::from(self.guard.guests_a_minute)).ceil();
        let seconds = (1..60).find(|second| f64::from(*second) >= seconds).unwrap_or(60);
        let detail = format!(
            "too many guests came from this address within a minute: wait {seconds} seconds, or sign in with a login"
        );
        let (status, kind) = (StatusCode::TOO_MANY_REQUESTS, "/problems/guests");
        Err(Problem::new(status, kind, "too many guests", detail).again_after(seconds))
    }

    /// A place for a connection from here; a problem where all that one address may have are taken.
    pub(super) fn place(self: &Arc<Gate>, address: IpAddr) -> Result<Place, Problem> {
        let mut households = self.lock();
        let household = households.of(address, &self.guard, Instant::now());
        if household.places >= self.guard.connections_per_address {
            let detail = "too many connections from this address: close some of them";
            let (status, kind) = (StatusCode::TOO_MANY_REQUESTS, "/problems/connections");
            return Err(Problem::new(status, kind, "too many connections", detail).again_after(5));
        }
        household.places += 1;
        Ok(Place { gate: Arc::clone(self), household: household_of(address) })
    }

    /// Counts a connection; a problem where there are too many. Whose requests a trusted proxy passes on is counted with each of
    /// them.
    pub(super) fn connect(
        self: &Arc<Gate>,
        address: IpAddr,
        over_tls: bool,
    ) -> Result<Option<Place>, Problem> {
        if self.guard.proxies.trust(address) {
            return Ok(None);
        }
        if over_tls {
            // A handshake is dearer than most requests, so it counts as one.
            self.count(address)?;
        }
        self.place(address).map(Some)
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
    /// The household of an address; a new one if it sent nothing recently.
    fn of(&mut self, address: IpAddr, guard: &Guard, now: Instant) -> &mut Household {
        if self.known.len() > MANY.max(self.full) {
            self.known.retain(|_, one| one.places > 0 || now.duration_since(one.at) < FORGET);
            // Looking through all of them is paid for by as many new ones.
            self.full = self.known.len() * 2;
        }
        let guests = f64::from(guard.guests_a_minute);
        let fresh = || Household { tokens: guard.burst, guests, at: now, places: 0 };
        self.known.entry(household_of(address)).or_insert_with(fresh)
    }
}

impl Household {
    /// Counts what may come anew since the last time.
    fn refill(&mut self, guard: &Guard, now: Instant) {
        let since = now.duration_since(self.at).as_secs_f64();
        let guests = f64::from(guard.guests_a_minute);
        self.tokens = (self.tokens + since * guard.requests_a_second).min(guard.burst);
        self.guests = (self.guests + since * guests / 60.0).min(guests);
        self.at = now;
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

/// The sender of a request, as the gate counts them. A socket keeps this for as long as it lasts.
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

    /// Counts them as a guest who comes in.
    ///
    /// # Errors
    ///
    /// When too many guests came from there within a minute.
    pub(super) fn count_guest(&self) -> Result<(), Problem> {
        let Client(counted) = self;
        counted.as_ref().map_or(Ok(()), |one| one.gate.count_guest(one.address, Instant::now()))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_brings_so_many_guests_at_once_and_then_one_after_the_other() {
        let gate = Gate::new(Guard { guests_a_minute: 15, ..Guard::default() });
        let (office, other) = (IpAddr::from([192, 0, 2, 1]), IpAddr::from([192, 0, 2, 2]));
        let begin = Instant::now();
        let comes = |from, after: u64| gate.count_guest(from, begin + Duration::from_secs(after));
        assert!((0..15).all(|_| comes(office, 0).is_ok()));
        let refused = comes(office, 1).expect_err("too many");
        assert_eq!((refused.status, refused.retry_after), (429, Some(3)));
        assert!(comes(other, 1).is_ok());
        assert!(comes(office, 4).is_ok() && comes(office, 4).is_err());
        // Requests of other kinds bring no guests back.
        assert!(gate.lets_in(office, begin + Duration::from_secs(5)));
        assert!(comes(office, 5).is_err() && comes(office, 8).is_ok());
        assert!((0..15).all(|_| comes(office, 120).is_ok()) && comes(office, 120).is_err());
    }
}
