//! The pages in a real browser: Chromium, driven as a person would use it. Whoever's machine has none is told so; where
//! `CROUPIER_NEEDS_BROWSER` is set, as in `./test`, it must be there.

mod axe;
mod browser;
mod cut;
mod dealer;
mod house;
mod newcomer;
mod pit;
mod practice;
mod recall;
mod rules;
mod staff;
mod table;
