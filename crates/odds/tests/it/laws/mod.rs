//! Laws that hold for every rule book, shoe and strategy, tried on random ones: in fractions on small shoes, where a law
//! holds to the last digit, and in doubles on full decks.

mod any;
mod chances;
mod classes;
mod house;
mod law;
mod options;
mod removal;
mod rules;
mod spread;
