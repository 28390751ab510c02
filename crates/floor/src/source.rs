//! Where a request comes from, as the floor counts it.

use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// Where a password comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Source {
    address: Option<IpAddr>,
    has_session: bool,
}

impl Source {
    /// A client at this address; without one, somebody in this process.
    #[must_use]
    pub fn new(address: Option<IpAddr>) -> Source {
        Source { address: address.map(|address| address.to_canonical()), has_session: false }
    }

    /// The same client, with a session of the login that the password is for.
    pub(crate) fn with_session(self) -> Source {
        Source { has_session: true, ..self }
    }

    /// Whether they show a session of the login that the password is for.
    pub(crate) fn has_session(self) -> bool {
        self.has_session
    }

    /// The household as it is counted and kept, empty for this process.
    pub(crate) fn household(self) -> String {
        self.address.map(|address| household_of(address).to_string()).unwrap_or_default()
    }

    /// The address as the book has it; none for this process.
    pub(crate) fn address(self) -> Option<String> {
        self.address.map(|address| address.to_string())
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.address {
            Some(address) => address.fmt(f),
            None => f.write_str("this process"),
        }
    }
}

/// The address, or the network of one subscriber, which has any number of addresses.
pub(crate) fn household_of(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(six) => IpAddr::V6(Ipv6Addr::from_bits(six.to_bits() & !u128::from(u64::MAX))),
        four @ IpAddr::V4(_) => four,
    }
}
