//! One hand against one up card, from the shoe as it is: what every decision is worth.

use std::io::Write;

use anyhow::{Context, Result, bail};
use odds::{ACE, Counts, Game, HandAt, Shoe, TEN, Table, VALUES, hands};
use rulebook::{Rules, SplitBy};
use serde::Serialize;

use super::live::{Seen, Stock, cards, value};
use super::sheet::nearest;
use crate::figures::ev;
use crate::json::Keyed;
use crate::style::{DIM, GOOD, HEAD};

/// A hand and an up card.
pub(crate) struct Asked {
    cards: Vec<Seen>,
    up: Seen,
    at: HandAt,
}

/// What the decisions on a hand are worth.
pub(crate) struct Decided {
    cards: String,
    up: String,
    total: String,
    /// Each decision that is open, with its worth.
    decisions: Vec<(&'static str, f64)>,
    /// What one unit of insurance is worth, where it is offered.
    insurance: Option<f64>,
}

impl Asked {
    /// Reads `--hand` and `--up`.
    pub(crate) fn read(hand: &str, up: &str) -> Result<Asked> {
        let (hand, up) = (cards(hand).context("--hand")?, cards(up).context("--up")?);
        let [up] = up[..] else { bail!("--up is one card, the dealer's first") };
        if hand.len() < 2 {
            bail!("--hand: a hand has two cards or more");
        }
        let points: usize = hand.iter().map(|card| value(card.rank()) + 1).sum();
        if points > 21 {
            bail!("--hand: {} come to {points}, and the hand is bust", written(&hand));
        }
        let mut counts: Counts = [0; VALUES];
        for card in &hand {
            counts[value(card.rank())] += 1;
        }
        match hands().find(&counts) {
            Some(at) => Ok(Asked { cards: hand, up, at }),
            None => bail!("--hand: {} is no hand that can still be played", written(&hand)),
        }
    }

    /// Works out what every decision is worth, the hand and the up card coming from this stock.
    pub(crate) fn decide(&self, rules: &Rules, stock: &Stock) -> Result<Decided> {
        let taken: Vec<Seen> = self.cards.iter().copied().chain([self.up]).collect();
        stock.clone().without(&taken, rules.decks()).context("--hand and --up")?;
        let (game, shoe, up) = (Game::of(rules), Shoe::of(&stock.cards), value(self.up.rank()));
        let is_blackjack = self.at == hands().two(ACE, TEN);
        let decisions = if is_blackjack {
            self.blackjack(rules, &game, &shoe, up)?
        } else {
            self.open(rules, &game, &shoe, up)?
        };
        if let [("stand", _)] = decisions[..] {
            bail!(
                "--hand: {} is {}, and there is nothing left to decide",
                written(&self.cards),
                self.total()
            );
        }
        Ok(Decided {
            cards: written(&self.cards),
            up: self.up.to_string(),
            total: self.total(),
            decisions,
            insurance: self.insurance(rules, stock)?,
        })
    }

    /// Even money is all a blackjack can decide on.
    fn blackjack(
        &self,
        rules: &Rules,
        game: &Game,
        shoe: &Shoe,
        up: usize,
    ) -> Result<Vec<(&'static str, f64)>> {
        let name = written(&self.cards);
        if up != ACE || !rules.even_money() {
            bail!("--hand: {name} is a blackjack, and there is nothing left to decide");
        }
        let first = Table::<f64>::new(game, shoe)?.best().first;
        let waiting = first[up].iter().find(|first| first.hand == self.at).map(|first| first.value);
        Ok(std::iter::once(("even money", 1.0)).chain(waiting.map(|value| ("wait", value))).collect())
    }

    /// The decisions on any other hand.
    fn open(&self, rules: &Rules, game: &Game, shoe: &Shoe, up: usize) -> Result<Vec<(&'static str, f64)>> {
        let mut decisions = odds::decide::<f64>(game, shoe, &hands().get(self.at).counts, up)?;
        let unlike = self.cards.iter().any(|card| card.rank() != self.cards[0].rank());
        if unlike && rules.split_by() == SplitBy::Rank {
            decisions.split = None;
        }
        let all = [
            ("stand", decisions.stand),
            ("hit", decisions.hit),
            ("double", decisions.double),
            ("split", decisions.split),
            ("surrender", decisions.surrender),
        ];
        Ok(all.into_iter().filter_map(|(name, value)| Some((name, value?))).collect())
    }

    fn insurance(&self, rules: &Rules, stock: &Stock) -> Result<Option<f64>> {
        if value(self.up.rank()) != ACE {
            return Ok(None);
        }
        let rest = stock.clone().without(&self.cards, rules.decks())?;
        let insurance = odds::insurance(rules, &rest.cards)?;
        Ok(insurance.map(|insurance| nearest(&insurance.ev)))
    }

    fn total(&self) -> String {
        let hand = hands().get(self.at);
        match (self.at == hands().two(ACE, TEN), hand.soft) {
            (true, _) => "a blackjack".into(),
            (false, true) => format!("soft {}", hand.total),
            (false, false) => format!("hard {}", hand.total),
        }
    }
}

impl Decided {
    fn best(&self) -> Option<&'static str> {
        let best = self.decisions.iter().max_by(|(_, one), (_, other)| one.total_cmp(other));
        best.map(|(name, _)| *name)
    }
}

fn written(cards: &[Seen]) -> String {
    cards.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// Prints the decisions, the best one marked.
pub(crate) fn write(out: &mut impl Write, decided: &Decided) -> Result<()> {
    let Decided { cards, up, total, decisions, insurance } = decided;
    writeln!(
        out,
        "{HEAD}{cards}{HEAD:#} ({total}) against {HEAD}{up}{HEAD:#}  mean net of the original wager\n"
    )?;
    let best = decided.best();
    for (name, value) in decisions {
        let mark = if best == Some(name) { "best" } else { "" };
        writeln!(out, "  {name:<12} {:>14}  {GOOD}{mark}{GOOD:#}", ev(*value))?;
    }
    if let Some(insurance) = insurance {
        let mark = if *insurance > 0.0 { "worth taking" } else { "" };
        writeln!(out, "\n  {:<12} {:>14}  {GOOD}{mark}{GOOD:#}", "insurance", ev(*insurance))?;
    }
    writeln!(out, "\n  {DIM}then played as well as can be by its own cards and the up card (CDZ-){DIM:#}\n")?;
    Ok(())
}

/// What the decisions on a hand are worth, for a program.
#[derive(Serialize)]
pub(crate) struct HandJson {
    game: String,
    decks: u8,
    cards: usize,
    hand: DecidedJson,
}

#[derive(Serialize)]
struct DecidedJson {
    cards: String,
    up: String,
    total: String,
    decisions: Keyed<f64>,
    best: Option<&'static str>,
    insurance: Option<f64>,
}

/// The same for a program.
pub(crate) fn json(rules: &Rules, stock: &Stock, decided: &Decided) -> HandJson {
    let decisions = decided.decisions.iter().map(|(name, value)| (name.replace(' ', "-"), *value));
    let hand = DecidedJson {
        cards: decided.cards.clone(),
        up: decided.up.clone(),
        total: decided.total.clone(),
        decisions: Keyed(decisions.collect()),
        best: decided.best(),
        insurance: decided.insurance,
    };
    HandJson { game: rules.id().to_owned(), decks: rules.decks(), cards: stock.cards.len(), hand }
}
