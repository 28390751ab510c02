//! The pages to read, as a browser without scripts finds them: rules, odds, past rounds.

mod dealt;
mod odds;
mod recall;
mod rules;
mod strangers;
