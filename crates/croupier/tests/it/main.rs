//! The program from outside, as people in a shell, operators and other programs meet it; and rules of style.

mod check_shoe;
mod cli;
mod drill;
mod odds;
mod program;
mod readme;
mod serve;
mod sim;
mod tidy;
