//! What tests share, each thing once. Features keep a crate's tests from building more than they use.

mod component;
mod random;
mod wait;

#[cfg(feature = "browser")]
mod axe;
#[cfg(feature = "browser")]
mod browser;
#[cfg(feature = "browser")]
mod browsers;
#[cfg(feature = "floor")]
mod clock;
#[cfg(feature = "floor")]
mod environment;
#[cfg(feature = "floor")]
mod floor;
#[cfg(any(feature = "floor", feature = "process"))]
mod http;
#[cfg(feature = "browser")]
pub mod key;
#[cfg(feature = "postgres")]
mod postgres;
#[cfg(feature = "process")]
mod process;
#[cfg(feature = "floor")]
mod roles;
#[cfg(feature = "suite")]
mod suite;
#[cfg(feature = "tls")]
mod tls;
#[cfg(feature = "tls")]
mod witness;

#[cfg(feature = "browser")]
pub use browser::{Browser, Size};
#[cfg(feature = "browser")]
pub use browsers::Browsers;
#[cfg(feature = "floor")]
pub use clock::ManualClock;
pub use component::Component;
#[cfg(feature = "floor")]
pub use environment::environment;
#[cfg(feature = "floor")]
pub use floor::{Builder, PASSWORD, TestFloor, fast_clocks, put_on_duty, real_tables};
#[cfg(any(feature = "floor", feature = "process"))]
pub use http::{Reply, Request};
#[cfg(feature = "postgres")]
pub use postgres::Postgres;
#[cfg(feature = "process")]
pub use process::{ServerProcess, connect, read_reply, send};
pub use random::Random;
#[cfg(feature = "floor")]
pub use roles::{TABLE_OF_ROLES, has_a_yes};
#[cfg(feature = "suite")]
pub use suite::Suite;
#[cfg(feature = "tls")]
pub use tls::{Authority, Issued, TlsStream};
pub use wait::{PATIENCE, poll};
#[cfg(feature = "tls")]
pub use witness::{HeardRequest, Manner, Witness};
