//! The notation: the conformance suite, what goes wrong at a table, reading and printing.

mod conformance;
mod files;
mod irregularities;
mod notation;
