//! The pages as a browser without scripts finds them.

mod pit;
mod plain;
mod reading;
mod staff;
