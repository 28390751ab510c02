//! The floor as whoever connects to it finds it: every command of the API document, asked well and badly, by everyone.

mod approvals;
mod bad;
mod bad_bodies;
mod closing;
mod document;
mod doors;
mod duty;
mod face_down;
mod going_away;
mod guessing;
mod health;
mod logins;
mod logs;
mod operations;
mod play_money;
mod posting;
mod recall;
mod roles;
mod rule_books;
mod seats;
mod secrets;
mod sessions;
mod tls;
