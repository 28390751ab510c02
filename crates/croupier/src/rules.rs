//! `croupier rules`: the rule card of a game, a clause in our words, and which clauses the scenarios exercise.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use rulebook::{Enforced, May, Reading, Reason};
use serde::Serialize;
use vocabulary::Clause;

use crate::coverage::Coverage;
use crate::style::{BAD, DIM, HEAD, table};
use crate::{Ended, game};

/// Print a game's rule card, or one of its clauses in our words
#[derive(Args)]
#[command(after_help = "Examples:\n  croupier rules plus\n  croupier rules plus 3.20\n  \
    croupier rules macau --decks 4 --set tie=lose\n  croupier rules --coverage")]
pub(crate) struct Rules {
    /// blackjack, electronic, star-elements, plus, macau, or the path of a rule book
    #[arg(required_unless_present = "coverage", conflicts_with = "coverage")]
    game: Option<String>,
    /// A clause of the game's document, as numbered there, or an agreed reading (I-01 to I-100)
    clause: Option<String>,
    /// Count the clauses that the engine names in a scenario
    #[arg(long)]
    coverage: bool,
    /// With --coverage: list the clauses that no scenario names
    #[arg(long, requires = "coverage")]
    missing: bool,
    /// The folder of scenarios
    #[arg(long, default_value = "scenarios", value_name = "FOLDER")]
    scenarios: PathBuf,
    /// How many decks are in use
    #[arg(long, value_name = "N", conflicts_with = "coverage")]
    decks: Option<u8>,
    /// Choose a reading for the table; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", conflicts_with = "coverage")]
    settings: Vec<String>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Rules {
    pub(crate) fn run(&self) -> Result<Ended> {
        let Some(game) = &self.game else { return self.print_coverage() };
        let mut rules = game::open(game)?;
        game::choose(&mut rules, self.decks, &self.settings)?;
        match &self.clause {
            Some(clause) => self.print_clause(&rules, clause),
            None => self.print_card(&rules),
        }
    }

    fn print_card(&self, rules: &rulebook::Rules) -> Result<Ended> {
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(out, "{}", serde_json::to_string_pretty(&CardJson::of(rules))?)?;
            return Ok(Ended::Well);
        }
        writeln!(out, "{HEAD}{}{HEAD:#}  in force: {}\n", rules.name(), rules.in_force())?;
        let mut rows = table();
        let mut section = "";
        for shown in rules.settings().show() {
            if shown.section != section {
                section = shown.section;
                rows.add_row([format!("[{section}]"), String::new(), String::new(), String::new()]);
            }
            let by: Vec<String> = shown.by.iter().map(ToString::to_string).collect();
            rows.add_row([format!("  {}", shown.name), shown.value, by.join(" "), may(shown.may)]);
        }
        rows.set_header(["setting", "value", "by", "may be"]);
        writeln!(out, "{rows}")?;
        for wager in rules.side_wagers() {
            writeln!(out, "\n{HEAD}{}{HEAD:#} ({})", wager.name, wager.kind)?;
            for line in &wager.lines {
                let by: Vec<String> = line.by.iter().map(ToString::to_string).collect();
                writeln!(
                    out,
                    "  {:<44} {:>7}  {DIM}{}{DIM:#}",
                    line.name,
                    line.pays.to_string(),
                    by.join(" ")
                )?;
            }
        }
        Ok(Ended::Well)
    }

    fn print_clause(&self, rules: &rulebook::Rules, number: &str) -> Result<Ended> {
        let clause: Clause = number.parse()?;
        let Some(row) = rules.clauses().get(clause) else {
            if let Some(reading) = Reading::find(clause) {
                return self.print_reading(reading);
            }
            let near: Vec<&str> = rules.clauses().rows().iter().map(|row| row.id.as_str()).collect();
            let near: Vec<&str> = near.into_iter().filter(|id| id.starts_with(number)).take(8).collect();
            let hint =
                if near.is_empty() { String::new() } else { format!("; there are {}", near.join(", ")) };
            bail!("{} has no clause {number}{hint}", rules.id());
        };
        let acts: Vec<&str> = Reason::ALL
            .iter()
            .filter(|r| rules.clauses_behind(**r).contains(&clause))
            .map(|r| r.name())
            .collect();
        let settings: Vec<&str> =
            rules.settings().show().iter().filter(|s| s.by.contains(&clause)).map(|s| s.name).collect();
        let coverage = Coverage::of(&self.scenarios);
        let scenarios: Vec<String> =
            coverage.scenarios(rules.id(), clause).iter().map(|path| path.display().to_string()).collect();
        let mut out = anstream::stdout().lock();
        if self.json {
            let json = ClauseJson {
                game: rules.id(),
                clause: row.id.as_str(),
                kind: &row.kind,
                actor: &row.actor,
                rule: &row.rule,
                consequence: &row.consequence,
                example: &row.example,
                enforced: row.enforced.name(),
                acts,
                settings,
                scenarios,
            };
            writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
            return Ok(Ended::Well);
        }
        writeln!(out, "{HEAD}{} {}{HEAD:#}  {DIM}{}, {}{DIM:#}\n", rules.id(), row.id, row.kind, row.actor)?;
        writeln!(out, "{}\n", row.rule)?;
        writeln!(out, "{HEAD}Carried out{HEAD:#} ({}): {}", row.enforced.name(), row.consequence)?;
        if !row.example.is_empty() {
            writeln!(out, "{HEAD}Example{HEAD:#}: {}", row.example)?;
        }
        list(&mut out, "Acts that name it", &acts)?;
        list(&mut out, "Settings it sets", &settings)?;
        list(&mut out, "Scenarios that exercise it", &scenarios)?;
        Ok(Ended::Well)
    }

    fn print_reading(&self, reading: &Reading) -> Result<Ended> {
        let mut out = anstream::stdout().lock();
        let Reading { id, topic, reading, settings } = reading;
        if self.json {
            let id = id.as_str();
            let json =
                serde_json::json!({ "reading": id, "topic": topic, "text": reading, "settings": settings });
            writeln!(out, "{}", serde_json::to_string_pretty(&json)?)?;
            return Ok(Ended::Well);
        }
        writeln!(out, "{HEAD}{id}{HEAD:#}  {topic}\n\n{reading}")?;
        list(&mut out, "Settings that change it", settings)?;
        Ok(Ended::Well)
    }

    fn print_coverage(&self) -> Result<Ended> {
        if !self.scenarios.exists() {
            bail!("there is no folder `{}` here; name it with --scenarios", self.scenarios.display());
        }
        let coverage = Coverage::of(&self.scenarios);
        for failed in coverage.failed() {
            anstream::eprintln!("{BAD}{failed}{BAD:#}");
        }
        let ended = if coverage.failed().is_empty() { Ended::Well } else { Ended::Badly };
        let mut rows = table();
        let kinds = [Enforced::Engine, Enforced::Guided, Enforced::Recorded, Enforced::Shown];
        rows.set_header(["game", "engine", "guided", "recorded", "shown", "all"]);
        let (mut covered, mut total) = (0, 0);
        let mut missing = Vec::new();
        for (rules, named) in coverage.rows() {
            let texts = rules.clauses().rows();
            let count = |wanted: &dyn Fn(Enforced) -> bool| {
                let of = texts.iter().zip(&named).filter(|(row, _)| wanted(row.enforced));
                let (yes, all) =
                    of.fold((0, 0), |(yes, all), (_, &named)| (yes + usize::from(named), all + 1));
                format!("{yes} of {all}")
            };
            let mut cells = vec![rules.id().to_owned()];
            cells.extend(kinds.iter().map(|kind| count(&|enforced| enforced == *kind)));
            cells.push(count(&|_| true));
            rows.add_row(cells);
            covered += named.iter().filter(|named| **named).count();
            total += texts.len();
            let left = texts.iter().zip(&named).filter(|(_, named)| !**named);
            missing
                .extend(left.map(|(row, _)| format!("{} {} ({})", rules.id(), row.id, row.enforced.name())));
        }
        let mut out = anstream::stdout().lock();
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::json!({ "covered": covered, "total": total, "missing": missing })
            )?;
            return Ok(Ended::Well);
        }
        writeln!(out, "{rows}\n")?;
        if self.missing {
            for row in &missing {
                writeln!(out, "{row}")?;
            }
        }
        writeln!(out, "{covered} of {total} covered")?;
        Ok(ended)
    }
}

fn list(out: &mut impl Write, title: &str, items: &[impl AsRef<str>]) -> Result<()> {
    if !items.is_empty() {
        writeln!(out, "\n{HEAD}{title}{HEAD:#}")?;
        for item in items {
            writeln!(out, "  {}", item.as_ref())?;
        }
    }
    Ok(())
}

fn may(may: &May) -> String {
    match may {
        May::Fixed => "fixed".into(),
        May::Any => "open".into(),
        May::Among(values) => values.join(" | "),
        May::Range(from, to) => format!("{from} to {to}"),
    }
}

#[derive(Serialize)]
struct ClauseJson<'c> {
    game: &'c str,
    clause: &'c str,
    kind: &'c str,
    actor: &'c str,
    rule: &'c str,
    consequence: &'c str,
    example: &'c str,
    enforced: &'c str,
    acts: Vec<&'c str>,
    settings: Vec<&'c str>,
    scenarios: Vec<String>,
}

#[derive(Serialize)]
struct CardJson {
    game: String,
    name: String,
    in_force: String,
    settings: Vec<SettingJson>,
    wagers: Vec<WagerJson>,
}

#[derive(Serialize)]
struct SettingJson {
    section: &'static str,
    name: &'static str,
    value: String,
    about: &'static str,
    by: Vec<String>,
    may: String,
}

#[derive(Serialize)]
struct WagerJson {
    kind: String,
    name: String,
    lines: Vec<LineJson>,
}

#[derive(Serialize)]
struct LineJson {
    name: String,
    pays: String,
    by: Vec<String>,
}

impl CardJson {
    fn of(rules: &rulebook::Rules) -> CardJson {
        let clauses = |by: &[Clause]| by.iter().map(ToString::to_string).collect();
        let lines = |wager: &rulebook::SideWager| {
            let line = |line: &rulebook::Line| LineJson {
                name: line.name.clone(),
                pays: line.pays.to_string(),
                by: clauses(&line.by),
            };
            wager.lines.iter().map(line).collect()
        };
        CardJson {
            game: rules.id().to_owned(),
            name: rules.name().to_owned(),
            in_force: rules.in_force().to_owned(),
            settings: rules
                .settings()
                .show()
                .into_iter()
                .map(|shown| SettingJson {
                    section: shown.section,
                    name: shown.name,
                    value: shown.value,
                    about: shown.about,
                    by: clauses(shown.by),
                    may: may(shown.may),
                })
                .collect(),
            wagers: rules
                .side_wagers()
                .iter()
                .map(|wager| WagerJson {
                    kind: wager.kind.clone(),
                    name: wager.name.clone(),
                    lines: lines(wager),
                })
                .collect(),
        }
    }
}
