//! The floor from outside: over HTTP, at its tables, across crashes.

mod books;
mod crash;
mod http;
mod play;
mod twice;
mod verified;
