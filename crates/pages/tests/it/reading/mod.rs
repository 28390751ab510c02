//! The pages to read, as a browser without scripts finds them: rules, odds, past rounds.

mod dealt;
mod odds;
mod own_books;
mod recall;
mod rules;
mod strangers;
