//! The PAR sheet as a text that is read as it stands and as Markdown.

use super::par::{ChartPar, DistributionPar, EvenMoneyPar, MainPar, Par};
use super::wager::{LinePar, WagerPar};
use crate::odds::facts::{HOW_TO_READ, PARTS};
use crate::odds::fraction::{Figure, Fraction, grouped};

/// The text.
pub(super) fn text(par: &Par) -> String {
    let mut parts = vec![head(par), summary(par), main_wager(&par.main_wager)];
    parts.extend(par.side_wagers.iter().chain(&par.insurance).map(wager));
    parts.extend(par.even_money.as_ref().map(even_money));
    if !par.left_out.is_empty() {
        parts.push(left_out(par));
    }
    parts.extend([chart(par), checks(par), hash(par), settings(par)]);
    parts.join("\n")
}

fn even_money(even: &EvenMoneyPar) -> String {
    format!(
        "## Even money\n\nA blackjack against an Ace is paid {} when it takes even money, and is worth {} on average when \
         it waits.\n",
        even.taken,
        Figure(even.waiting).decimal(6)
    )
}

fn left_out(par: &Par) -> String {
    let left = par.left_out.iter().map(|left| format!("- {}: {}\n", plain(&left.kind), plain(&left.why)));
    format!("## Not worked out\n\n{}", left.collect::<Vec<_>>().concat())
}

fn head(par: &Par) -> String {
    let mut facts = vec![
        ("Game", par.game.id.clone()),
        ("In force", par.game.in_force.clone()),
        ("Shoe", par.shoe.about.clone()),
        ("Cards", format!("{}, known by {}", par.shoe.cards, par.shoe.known_by)),
        ("Rule book, SHA-256", par.rule_book.sha256.clone()),
        ("Worked out by", par.program.to_owned()),
    ];
    if !par.shoe.gone.is_empty() {
        let gone: Vec<String> =
            par.shoe.gone.iter().map(|(card, count)| format!("{count} x {card}")).collect();
        facts.insert(4, ("Out of the shoe", gone.join(", ")));
    }
    let facts: Vec<String> =
        facts.iter().map(|(name, value)| format!("- {name}: {}\n", plain(value))).collect();
    format!("# PAR sheet: {}\n\n{}", plain(&par.game.name), facts.concat())
}

fn summary(par: &Par) -> String {
    let mut table = Table::new(&[
        "wager",
        "mean net",
        "return to player",
        "house edge",
        "hit frequency",
        "standard deviation",
    ]);
    for played in &par.main_wager.played {
        table.row([
            format!("Main wager: {}", plain(&played.about)),
            played.mean_net.decimal(9),
            played.return_to_player.percent(5),
            played.house_edge.percent(5),
            String::new(),
            if played.by == "best-play" { String::new() } else { played.standard_deviation.decimal(6) },
        ]);
    }
    for wager in par.side_wagers.iter().chain(&par.insurance) {
        table.row([
            plain(&wager.name),
            wager.mean_net.decimal(9),
            wager.return_to_player.percent(5),
            wager.house_edge.percent(5),
            wager.hit_frequency.percent(5),
            wager.standard_deviation.decimal(6),
        ]);
    }
    format!(
        "## Summary\n\nPer unit staked, for the main wager per unit of the original wager. A negative mean is the \
         house's.\n\n{}",
        table.text()
    )
}

fn main_wager(main: &MainPar) -> String {
    let exact: Vec<String> = main
        .played
        .iter()
        .filter_map(|play| Some((plain(&play.about), play.mean_net_exact.as_ref()?)))
        .map(|(about, exact)| format!("\nMean net, exactly, {about}:\n\n    {exact}\n"))
        .collect();
    let signed = |value: Option<f64>| value.map_or(String::new(), |value| format!("{value:+.6}"));
    let mut by_up = Table::new(&["up card", "probability", "mean net, best play", "mean net, best chart"]);
    for up in &main.by_up_card {
        by_up.row([
            up.up_card.to_string(),
            format!("{} = {}", up.probability.lowest(), up.probability.decimal(6)),
            signed(up.mean_net_best_play),
            signed(up.mean_net_best_chart),
        ]);
    }
    format!(
        "## Main wager\n\nHow it was found: {}. Largest possible error of a mean: {}.\n{}\n\
         Mean net result given the dealer's up card:\n\n{}{}{}",
        plain(&main.method),
        main.error_bound.order(),
        exact.concat(),
        by_up.text(),
        main.distribution.as_ref().map_or(String::new(), distribution),
        other_strategies(main)
    )
}

fn distribution(ends: &DistributionPar) -> String {
    let mut table = Table::new(&["net result", "probability", "1 in"]);
    let mut row = |name: &str, chance: f64, one_in: f64| {
        table.row([name.to_owned(), Figure(chance).decimal(9), Figure(one_in).decimal(2)]);
    };
    for result in &ends.results {
        row(&result.net, result.probability, result.one_in);
    }
    if let Some(more) = &ends.three_hands_or_more {
        row("three hands or more", more.probability, more.one_in);
    }
    let more = ends.three_hands_or_more.as_ref().map_or(String::new(), |more| {
        format!(
            "\nWhat three hands or more bring is not told apart; it adds {} to the mean.\n",
            Figure(more.mean_net_share).decimal(9)
        )
    });
    format!(
        "\n### How a round ends\n\nNet results in original wagers, by {}. How it was found: {}.\n\n{}{more}",
        plain(&ends.about),
        ends.method,
        table.text()
    )
}

fn other_strategies(main: &MainPar) -> String {
    if main.other_strategies.is_empty() {
        return String::new();
    }
    let mut table = Table::new(&["kind", "looks at", "mean net"]);
    for strategy in &main.other_strategies {
        let mean = strategy.mean_net.map_or("not for these rules".to_owned(), |mean| Figure(mean).decimal(9));
        table.row([strategy.name.to_owned(), strategy.looks_at.to_owned(), mean]);
    }
    table.left = 2;
    format!("\nThe best strategies of other kinds:\n\n{}", table.text())
}

fn wager(wager: &WagerPar) -> String {
    let all = grouped(&wager.combinations);
    let mut lines = Table::new(&["line", "pays", "combinations", "probability", "1 in", "contribution"]);
    for line in &wager.lines {
        lines.row([
            plain(&line.name),
            line.pays.clone(),
            grouped(&line.combinations),
            line.probability.decimal(9),
            line.one_in.as_ref().map_or("never".to_owned(), |often| often.decimal(2)),
            line.contribution.decimal(9),
        ]);
    }
    let lost = &wager.losing;
    let none = String::new;
    lines.row([
        "losing".into(),
        none(),
        grouped(&lost.combinations),
        lost.probability.decimal(9),
        none(),
        "0".into(),
    ]);
    let whole = wager.lines_and_losing.lowest();
    lines.row(["all".into(), none(), all.clone(), whole.clone(), none(), wager.return_to_player.decimal(9)]);
    format!(
        "## {}\n\nDecided by {}. How it was found: {}, {all} in all.\n\n{}\nExactly:\n\n{}\n\
         The first line pays whose conditions all hold:\n\n{}\nTogether:\n\n{}",
        plain(&wager.name),
        wager.decided_by,
        plain(&wager.method),
        lines.text(),
        fractions(wager).text(),
        conditions(wager),
        totals(wager),
    )
}

fn fractions(wager: &WagerPar) -> Table {
    let mut exact = Table::new(&["line", "probability", "contribution"]);
    for line in &wager.lines {
        exact.row([plain(&line.name), line.probability.lowest(), line.contribution.lowest()]);
    }
    exact.row(["losing".into(), wager.losing.probability.lowest(), "0".into()]);
    exact.row(["all".into(), wager.lines_and_losing.lowest(), wager.return_to_player.lowest()]);
    exact
}

/// What the cards must be for each line, with the clauses.
fn conditions(wager: &WagerPar) -> String {
    let condition = |line: &LinePar| {
        let when: Vec<String> = line.when.iter().map(|(name, value)| format!("{name} = {value}")).collect();
        let when = if when.is_empty() { String::new() } else { format!(": {}", plain(&when.join(", "))) };
        format!("- {}{when} ({})\n", plain(&line.name), line.clauses.join(" "))
    };
    wager.lines.iter().map(condition).collect::<Vec<_>>().concat()
}

fn totals(wager: &WagerPar) -> String {
    let exactly =
        |name: &str, value: &Fraction| format!("- {name}: {} = {}\n", value.percent(5), value.lowest());
    [
        exactly("Hit frequency", &wager.hit_frequency),
        exactly("Return to player", &wager.return_to_player),
        exactly("House edge", &wager.house_edge),
        format!(
            "- Standard deviation: {}, the root of {}\n",
            wager.standard_deviation.decimal(6),
            wager.variance.lowest()
        ),
        format!(
            "\nThe lines and losing add up to exactly {}, and the contributions to the return: both are sums of the \
             fractions, not of the rounded numbers.\n",
            wager.lines_and_losing.lowest()
        ),
    ]
    .concat()
}

fn chart(par: &Par) -> String {
    let chart = &par.strategy_chart;
    let letters: Vec<String> =
        chart.letters.iter().map(|letter| format!("{} {}", letter.letter, letter.means)).collect();
    let parts: Vec<String> = PARTS
        .iter()
        .map(|(part, title)| format!("\n### {title}\n\n{}", part_of(chart, part).text()))
        .collect();
    format!(
        "## Strategy chart\n\n{}. {HOW_TO_READ}\n\n{}.\n{}",
        plain(&chart.name),
        letters.join("; "),
        parts.concat()
    )
}

fn part_of(chart: &ChartPar, part: &str) -> Table {
    let up_cards: Vec<String> = chart.up_cards.iter().map(ToString::to_string).collect();
    let header: Vec<&str> = std::iter::once(part).chain(up_cards.iter().map(String::as_str)).collect();
    let mut table = Table::new(&header);
    for row in chart.rows.iter().filter(|row| row.part == part) {
        let cells = row.cells.iter().map(|cell| cell.map_or("–".to_owned(), |letter| letter.to_string()));
        table.row(std::iter::once(row.row.clone()).chain(cells));
    }
    table
}

fn checks(par: &Par) -> String {
    let check = |(at, check): (usize, &super::check::Check)| {
        let command =
            check.command.as_ref().map_or(String::new(), |command| format!("\n\n       {command}\n"));
        format!("{}. {}{command}\n", at + 1, check.shows)
    };
    let checks: Vec<String> = par.to_check.iter().enumerate().map(check).collect();
    format!("## Ways to check it\n\n{}", checks.concat())
}

fn hash(par: &Par) -> String {
    format!("## The hash of the rule book\n\n    {}\n\n{}\n", par.rule_book.sha256, par.rule_book.hashed)
}

fn settings(par: &Par) -> String {
    let mut table = Table::new(&["section", "setting", "value", "clauses", "about"]);
    for setting in &par.settings {
        let value = match &setting.book_value {
            None => setting.value.clone(),
            Some(book) => format!("{} (chosen; the book has {book})", setting.value),
        };
        table.row([
            setting.section.to_owned(),
            setting.name.to_owned(),
            plain(&value),
            setting.clauses.join(" "),
            setting.about.to_owned(),
        ]);
    }
    table.left = table.rows[0].len();
    format!("## Settings in force\n\n{}", table.text())
}

/// A table whose columns line up when it is read as plain text.
struct Table {
    rows: Vec<Vec<String>>,
    /// How many columns stand to the left; figures stand to the right.
    left: usize,
}

impl Table {
    fn new(header: &[&str]) -> Table {
        Table { rows: vec![header.iter().map(ToString::to_string).collect()], left: 1 }
    }

    fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    fn text(&self) -> String {
        let columns = self.rows[0].len();
        let wide = |at: usize| self.rows.iter().map(|row| row[at].chars().count()).max().unwrap_or_default();
        let widths: Vec<usize> = (0..columns).map(wide).collect();
        let line = |row: &Vec<String>| {
            let cell = |(at, text): (usize, &String)| {
                let width = widths[at];
                if at < self.left { format!(" {text:<width$} ") } else { format!(" {text:>width$} ") }
            };
            let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
            format!("|{}|\n", cells.join("|"))
        };
        let rule = |(at, width): (usize, &usize)| {
            let dashes = "-".repeat(width + 1);
            if at < self.left { format!("{dashes}-") } else { format!("{dashes}:") }
        };
        let rules: Vec<String> = widths.iter().enumerate().map(rule).collect();
        let mut text = line(&self.rows[0]) + &format!("|{}|\n", rules.join("|"));
        text.extend(self.rows[1..].iter().map(line));
        text
    }
}

/// A text that Markdown takes as it is: on one line, without marks and without HTML.
fn plain(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '#' | '!' | '~' => safe.extend(['\\', letter]),
            letter if letter.is_control() => safe.push(' '),
            letter => safe.push(letter),
        }
    }
    safe
}
