//! The floor as whoever connects to it finds it: every command of the API document, asked well and badly, by everyone.

mod bad;
mod closing;
mod document;
mod doors;
mod face_down;
mod going_away;
mod guessing;
mod health;
mod logins;
mod logs;
mod operations;
mod posting;
mod recall;
mod roles;
mod secrets;
mod sessions;
