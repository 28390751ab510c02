//! The formulas compiled for each kind of number, in this crate alone.
//!
//! Generic code is compiled again in every crate that calls it, and these formulas take longer to compile than the rest
//! of a program together. So the public functions go through [`Formulas`], whose implementations are not generic.

use std::collections::BTreeMap;

use dashu_ratio::RBig;

use crate::chart::Chart;
use crate::first::Decisions;
use crate::game::Game;
use crate::hands::Counts;
use crate::interval::Interval;
use crate::law::{self, Law};
use crate::live;
use crate::optimal::{self, NotComputed};
use crate::plan::Plan;
use crate::shoe::{Shoe, Unfit};
use crate::split::{Memory, memory};
use crate::table::{self, Analysis, Table, Worth};
use crate::variance;

/// What is compiled for a kind of number. Other crates cannot name this trait, so they cannot add a number.
pub trait Formulas: Sized {
    /// [`Table::new`]
    fn table<'g>(game: &'g Game, shoe: &Shoe) -> Result<Table<'g, Self>, Unfit>;
    /// [`Table::best`]
    fn best(table: &Table<'_, Self>) -> Worth<Self>;
    /// [`Table::worth`]
    fn worth(table: &Table<'_, Self>, plan: &Plan) -> Worth<Self>;
    /// [`Table::two_card`]
    fn two_card(table: &Table<'_, Self>, chart: &Chart) -> Worth<Self>;
    /// [`Table::analyse`]
    fn analyse(table: &Table<'_, Self>) -> Analysis<Self>;
    /// [`Table::with_memory`]
    fn with_memory(table: &Table<'_, Self>, best: &Worth<Self>, memory: Memory) -> Option<Self>;
    /// [`Table::variance`]
    fn variance(table: &Table<'_, Self>, plan: &Plan) -> Option<Self>;
    /// [`Table::law`]
    fn law(table: &Table<'_, Self>, plan: &Plan) -> Law<Self>;
    /// [`live::decide`]
    fn decide(game: &Game, shoe: &Shoe, cards: &Counts, up: usize) -> Result<Decisions<Self>, Unfit>;
    /// [`optimal::optimal`]
    fn optimal(game: &Game, shoe: &Shoe, most_states: usize) -> Result<Self, NotComputed>;
    /// [`optimal::distribution`]
    fn distribution(
        game: &Game,
        shoe: &Shoe,
        plan: &Plan,
        most_states: usize,
    ) -> Result<BTreeMap<RBig, Self>, NotComputed>;
}

macro_rules! compile_for {
    ($($number:ty),*) => {$(
        impl Formulas for $number {
            fn table<'g>(game: &'g Game, shoe: &Shoe) -> Result<Table<'g, Self>, Unfit> {
                table::table(game, shoe)
            }

            fn best(table: &Table<'_, Self>) -> Worth<Self> {
                table::best(table)
            }

            fn worth(table: &Table<'_, Self>, plan: &Plan) -> Worth<Self> {
                table::worth(table, plan)
            }

            fn two_card(table: &Table<'_, Self>, chart: &Chart) -> Worth<Self> {
                table::two_card(table, chart)
            }

            fn analyse(table: &Table<'_, Self>) -> Analysis<Self> {
                table::analyse(table)
            }

            fn with_memory(table: &Table<'_, Self>, best: &Worth<Self>, memory: Memory) -> Option<Self> {
                memory::value(table, best, memory)
            }

            fn variance(table: &Table<'_, Self>, plan: &Plan) -> Option<Self> {
                variance::variance(table, plan)
            }

            fn law(table: &Table<'_, Self>, plan: &Plan) -> Law<Self> {
                law::law(table, plan)
            }

            fn decide(game: &Game, shoe: &Shoe, cards: &Counts, up: usize) -> Result<Decisions<Self>, Unfit> {
                live::decisions(game, shoe, cards, up)
            }

            fn optimal(game: &Game, shoe: &Shoe, most_states: usize) -> Result<Self, NotComputed> {
                optimal::best::value(game, shoe, most_states)
            }

            fn distribution(
                game: &Game,
                shoe: &Shoe,
                plan: &Plan,
                most_states: usize,
            ) -> Result<BTreeMap<RBig, Self>, NotComputed> {
                optimal::played::distribution(game, shoe, plan, most_states)
            }
        }
    )*};
}

compile_for!(f64, Interval, RBig);
