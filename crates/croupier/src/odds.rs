//! `croupier odds`: what every wager of a game is worth, exactly.

mod chart;
mod compare;
mod decks;
mod distribution;
mod facts;
mod fraction;
mod hand;
mod json;
mod live;
mod page;
mod png;
mod poster;
mod removal;
mod report;
#[cfg(test)]
mod sample;
mod save;
mod sheet;
mod summary;
mod svg;

use std::io::Write;

use anyhow::Result;
use clap::Args;
use rulebook::Rules;

use crate::strategy::Strategy;
use crate::{Ended, game};
use compare::Changes;
use json::SheetJson;
use live::{Described, Stock};
use removal::Removals;
use save::{Files, Save};
use sheet::{Arithmetic, Detail, Sheet, Wanted};

const EXAMPLES: &str = "\
Examples:
  croupier odds plus                            every wager, and the strategy chart
  croupier odds macau --decks 4 --set tie=lose --json
  croupier odds blackjack --compare split-aces=false
  croupier odds blackjack --compare all         what every rule is worth
  croupier odds plus --all-decks                all numbers of decks side by side
  croupier odds plus --removal                  what each card does; the best count
  croupier odds electronic --strategy default   what it costs not to answer
  croupier odds macau --distribution            every net result with its chance
  croupier odds macau --seen \"As Kd 7h T\"       the shoe without these cards
  croupier odds macau --shoe A=9,2=9,5=8,T=40   the shoe by what is left
  croupier odds plus --hand \"8s 8d\" --up Ts     what every decision is worth now
  croupier odds plus --report plus.html --svg plus.svg

The best chart of a game is part of --json under `strategy`; --strategy takes such a file back.

Exit status: 0 if it was worked out, 2 if what was asked cannot be understood.";

/// Work a game out exactly: every wager, the best strategy, and what each rule is worth
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Odds {
    /// blackjack, electronic, star-elements, plus, macau, or the path of a rule book
    game: String,
    /// How many decks are in use
    #[arg(long, value_name = "N")]
    decks: Option<u8>,
    /// Choose a reading for the table; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Work the main wager out in fractions, without any rounding; takes some seconds more
    #[arg(long)]
    exact: bool,
    /// Value this strategy too: best, chart, default (what the game plays for the silent), mimic (draws like the dealer),
    /// never-bust, or a JSON file with the parts hard, soft and pairs
    #[arg(long, value_name = "NAME|FILE")]
    strategy: Option<String>,

    /// Print how a round ends: every net result with its chance, by the best chart or by --strategy
    #[arg(long, conflicts_with_all = ["compare", "all_decks", "removal"])]
    distribution: bool,

    #[command(flatten)]
    live: Live,
    #[command(flatten)]
    worth: Worth,
    #[command(flatten)]
    files: Files,
}

/// The shoe as it is now, and a hand dealt from it.
#[derive(Args)]
#[command(next_help_heading = "The shoe")]
struct Live {
    /// Cards gone from the shoe, like "As Kd 7h"; a bare rank where the suit was not seen
    #[arg(long, value_name = "CARDS")]
    seen: Option<String>,
    /// How many cards of each value are left, like A=4,2=9,T=30 (T: all cards worth ten); a value not named has none
    #[arg(long, value_name = "COUNTS", conflicts_with = "seen")]
    shoe: Option<String>,
    /// A hand of two or more cards dealt from that shoe: print what every decision on it is worth, and nothing else
    #[arg(long, value_name = "CARDS", requires = "up", conflicts_with_all = [
        "exact", "strategy", "distribution", "compare", "all_decks", "removal", "svg", "png", "page", "report",
    ])]
    hand: Option<String>,
    /// The dealer's up card, dealt from that shoe
    #[arg(long, value_name = "CARD", requires = "hand")]
    up: Option<String>,
}

/// The game beside others.
#[derive(Args)]
#[command(next_help_heading = "What a rule or a card is worth")]
struct Worth {
    /// Print what another value of a setting is worth; may be repeated; `all` is every setting with every other value
    #[arg(long, value_name = "NAME=VALUE|all")]
    compare: Vec<String>,
    /// With --compare all: name the settings too that change nothing
    #[arg(long, requires = "compare")]
    verbose: bool,
    /// Print all numbers of decks the game allows side by side
    #[arg(long, conflicts_with_all = ["seen", "shoe"])]
    all_decks: bool,
    /// Print what each card that leaves the shoe does to each wager, and the count that fits best
    #[arg(long)]
    removal: bool,
}

/// What was asked for, understood.
struct Asked {
    book: Rules,
    rules: Rules,
    shoe: Described,
    stock: Stock,
    strategy: Option<Strategy>,
    hand: Option<hand::Asked>,
    changes: Option<Changes>,
    files: Vec<Save>,
}

impl Odds {
    pub(crate) fn run(&self) -> Result<Ended> {
        let asked = self.understand()?;
        if let Some(hand) = &asked.hand {
            return self.print_hand(&asked, hand);
        }
        let arithmetic = if self.exact { Arithmetic::Rationals } else { Arithmetic::Doubles };
        let Asked { book, rules, stock, strategy, .. } = &asked;
        let detail = self.detail(&asked.files);
        let wanted = Wanted { strategy: strategy.as_ref(), arithmetic, detail };
        let sheet = Sheet::gather(book, rules, stock, wanted)?;
        if !asked.files.is_empty() {
            for file in &asked.files {
                anstream::eprintln!("{}", file.write(&sheet)?);
            }
            if self.is_plain() && !self.json {
                return Ok(Ended::Well);
            }
        }
        if self.json { self.print_json(&sheet, asked) } else { self.print(&sheet, asked) }?;
        Ok(Ended::Well)
    }

    /// How much is worked out. A PAR sheet has everything.
    fn detail(&self, files: &[Save]) -> Detail {
        if self.distribution || files.iter().any(Save::is_report) {
            Detail::Distribution
        } else if self.json || self.is_plain() || !files.is_empty() {
            Detail::Spread
        } else {
            Detail::Mean
        }
    }

    /// Whether the game itself is asked for, and not what its rules and cards are worth.
    fn is_plain(&self) -> bool {
        let Worth { compare, all_decks, removal, verbose: _ } = &self.worth;
        compare.is_empty() && !all_decks && !removal
    }

    fn understand(&self) -> Result<Asked> {
        let book = game::open(&self.game)?;
        let mut rules = book.clone();
        game::choose(&mut rules, self.decks, &self.settings)?;
        let shoe = Described::read(self.live.seen.as_deref(), self.live.shoe.as_deref())?;
        let stock = shoe.stock(&rules)?;
        let strategy = self.strategy.as_deref().map(|wanted| Strategy::read(wanted, &rules));
        let hand = self.live.hand.as_deref().zip(self.live.up.as_deref());
        let changes =
            (!self.worth.compare.is_empty()).then(|| Changes::read(&self.worth.compare, &rules, &shoe));
        Ok(Asked {
            strategy: strategy.transpose()?,
            hand: hand.map(|(hand, up)| hand::Asked::read(hand, up)).transpose()?,
            changes: changes.transpose()?,
            files: self.files.understand()?,
            book,
            rules,
            shoe,
            stock,
        })
    }

    /// Nothing but the hand is worked out: somebody is waiting for the next card.
    fn print_hand(&self, asked: &Asked, hand: &hand::Asked) -> Result<Ended> {
        let decided = hand.decide(&asked.rules, &asked.stock)?;
        let mut out = anstream::stdout().lock();
        if self.json {
            let json = hand::json(&asked.rules, &asked.stock, &decided);
            writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
        } else {
            hand::write(&mut out, &decided)?;
        }
        Ok(Ended::Well)
    }

    fn print(&self, sheet: &Sheet, asked: Asked) -> Result<()> {
        let mut out = anstream::stdout().lock();
        if self.is_plain() {
            return summary::write(&mut out, sheet);
        }
        summary::head(&mut out, sheet)?;
        if let Some(changes) = asked.changes {
            let without_effect = changes.without_effect().to_vec();
            compare::write(&mut out, sheet, &changes.compare(sheet, &asked.shoe)?)?;
            if self.worth.verbose {
                compare::write_without_effect(&mut out, &without_effect)?;
            }
        }
        if self.worth.all_decks {
            decks::write(&mut out, &decks::work_out(&asked.rules)?)?;
        }
        if self.worth.removal {
            removal::write(&mut out, &Removals::work_out(sheet)?)?;
        }
        Ok(())
    }

    fn print_json(&self, sheet: &Sheet, asked: Asked) -> Result<()> {
        let Asked { rules, shoe, changes, .. } = asked;
        let compared = changes.map(|changes| changes.compare(sheet, &shoe)).transpose()?;
        let all_decks = self.worth.all_decks.then(|| decks::work_out(&rules)).transpose()?;
        let removals = self.worth.removal.then(|| Removals::work_out(sheet)).transpose()?;
        let asked = json::Asked {
            compare: compared.map(|compared| compare::json(sheet, &compared)),
            all_decks: all_decks.map(|all| decks::json(&all)),
            removal: removals.map(|removals| removal::json(&removals)),
        };
        let json = serde_json::to_string_pretty(&SheetJson::of(sheet, asked))?;
        writeln!(anstream::stdout().lock(), "{json}")?;
        Ok(())
    }
}
