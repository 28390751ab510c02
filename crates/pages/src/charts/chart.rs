//! A strategy chart: coloured, with letters, so that nobody needs the colours.

use maud::{Markup, html};
use odds::{ACE, LETTERS, Letter, Row, VALUES};

use crate::figures::percent;
use crate::rules::{Known, working};
use crate::texts::Language;
use crate::worth::Worth;

/// The up cards in the order of a printed chart: the Ace last.
const COLUMNS: [usize; VALUES] = [1, 2, 3, 4, 5, 6, 7, 8, 9, ACE];

/// The chart, or that it is being worked out.
pub(super) fn section(known: &Known, language: Language) -> Markup {
    let texts = language.charts();
    html! {
        section #strategy.paper {
            h2 { (texts.strategy) }
            p.dim { (texts.strategy_why) }
            @match known.as_deref() {
                None => (working(language)),
                Some(None) => p { (language.rules().not_known) },
                Some(Some(worth)) => { (legend(worth, language)) (parts(worth, language)) }
            }
        }
    }
}

/// The rows of a part that are worth printing: what nobody can decide on is left out.
fn rows(part: &str) -> Vec<Row> {
    let decides = |row: &Row| !matches!(row, Row::Hard(4 | 21) | Row::Soft(12 | 21));
    let mut rows: Vec<Row> = Row::all().filter(|row| row.part() == part && decides(row)).collect();
    rows.sort_by_key(|row| matches!(row, Row::Pair(ACE)));
    rows
}

/// How a row is named on a chart: `16`, `A,7`, `8,8`.
fn name(row: Row) -> String {
    match row {
        Row::Hard(_) => row.name(),
        Row::Soft(total) => match LETTERS.get(usize::from(total.saturating_sub(12))) {
            Some(letter) => format!("A,{letter}"),
            None => row.name(),
        },
        Row::Pair(_) => format!("{0},{0}", row.name()),
    }
}

fn parts(worth: &Worth, language: Language) -> Markup {
    let texts = language.charts();
    html! {
        div.charts {
            @for (part, title) in [("hard", texts.hard), ("soft", texts.soft), ("pairs", texts.pairs)] {
                table.chart id={ "chart-" (part) } {
                    caption { (title) }
                    thead {
                        tr {
                            th scope="col" { span.unseen { (texts.your_hand) } }
                            @for up in COLUMNS { th scope="col" { span.unseen { (texts.dealer_shows) " " } (LETTERS[up]) } }
                        }
                    }
                    tbody {
                        @for row in rows(part) {
                            tr {
                                th scope="row" { (name(row)) }
                                @for up in COLUMNS { (cell(worth, row, up, language)) }
                            }
                        }
                    }
                }
            }
        }
        (by_up(worth, language))
    }
}

fn cell(worth: &Worth, row: Row, up: usize, language: Language) -> Markup {
    let letter = worth.by_up[up].map(|_| worth.chart.cell(row, up));
    html! {
        @match letter {
            Some(letter) => td data-letter=(letter) title=(language.letter(letter)) {
                span aria-hidden="true" { (letter) } span.unseen { (language.letter(letter)) }
            },
            None => td { "–" },
        }
    }
}

/// What the letters mean, those that stand in the chart.
fn legend(worth: &Worth, language: Language) -> Markup {
    let stands = |letter: &Letter| {
        let parts = ["hard", "soft", "pairs"].into_iter().flat_map(rows);
        parts.into_iter().any(|row| COLUMNS.into_iter().any(|up| worth.chart.cell(row, up) == *letter))
    };
    html! {
        ul.legend aria-label=(language.charts().legend) {
            @for letter in Letter::ALL.into_iter().filter(stands) {
                li { b data-letter=(letter) { (letter) } " " (language.letter(letter)) }
            }
        }
    }
}

/// What the chart brings against each up card.
fn by_up(worth: &Worth, language: Language) -> Markup {
    let texts = language.charts();
    html! {
        table.chart.brings {
            caption { (texts.brings) }
            thead {
                tr { @for up in COLUMNS { th scope="col" { span.unseen { (texts.dealer_shows) " " } (LETTERS[up]) } } }
            }
            tbody {
                tr {
                    @for up in COLUMNS {
                        @match worth.by_up[up] {
                            Some(brings) => td.good[brings > 0.0].bad[brings < 0.0] { (percent(brings).replace(" %", "")) },
                            None => td { "–" },
                        }
                    }
                }
            }
        }
    }
}
