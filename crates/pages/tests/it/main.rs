//! The pages as a browser without scripts finds them.

mod account;
mod duty;
mod pit;
mod plain;
mod reading;
mod staff;
mod supplies;
