//! The strategy chart as a page that is read on a screen and printed on a sheet of A4.

use maud::{DOCTYPE, Markup, PreEscaped, html};
use odds::{LETTERS, Letter, Row};

use super::chart::{COLUMNS, rows};
use super::facts::{self, HOW_TO_READ, PARTS, Printed, WORKED_OUT_BY};
use super::fraction::{Figure, Fraction};
use super::sheet::Sheet;
use crate::book;
use crate::picture::palette::{HIT_BY_NIGHT, fill, ink};

/// How pages look, on a screen and on paper.
pub(crate) const CSS: &str = include_str!("page.css");

/// The page.
pub(crate) fn chart(sheet: &Sheet) -> String {
    let chart = Printed::of(sheet);
    let title = format!("{}, {}", sheet.rules.name(), chart.name);
    let [hard, soft, pairs] = PARTS;
    document(
        &title,
        CSS,
        &html! {
            (head(sheet, &chart))
            ul.rules { @for rule in facts::key_rules(&sheet.rules) { li { (rule) } } }
            div.charts {
                div { (table(&chart, hard)) (legend(&chart)) }
                div { (table(&chart, soft)) (table(&chart, pairs)) }
            }
            div.foot {
                section {
                    h2 { "How to read it" }
                    p { (HOW_TO_READ) }
                }
                section {
                    h2 { "Key figures" }
                    (figures(sheet, &chart))
                }
            }
            p.how { (WORKED_OUT_BY) " · rule book " (book::short_hash(&sheet.rules)) }
        },
    )
}

/// A whole document with nothing outside itself.
pub(crate) fn document(title: &str, css: &str, main: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(css)) (PreEscaped(cell_colours())) }
            }
            body { main { (main) } }
        }
    };
    page.into_string()
}

fn head(sheet: &Sheet, chart: &Printed<'_>) -> Markup {
    html! {
        header.title {
            div {
                p { strong { (chart.name) } }
                h1 { (sheet.rules.name()) }
                p { (facts::shoe(&sheet.rules, &sheet.shoe)) " · in force: " (sheet.rules.in_force()) }
            }
            div.edge {
                p { strong { "House edge" } }
                p.figure { (Figure(-chart.ev).percent(3)) }
                p { "played by this chart" }
            }
        }
    }
}

/// One part of a chart. Every cell has a head in its row and one in its column.
pub(crate) fn table(chart: &Printed<'_>, (part, title): (&str, &str)) -> Markup {
    html! {
        table.chart {
            caption { (title) span { "against the dealer's up card" } }
            thead {
                tr {
                    th scope="col" { @if part == "pairs" { "pair" } @else { "total" } }
                    @for up in COLUMNS { th scope="col" { (up_card(up)) } }
                }
            }
            tbody {
                @for row in rows(part) {
                    tr {
                        th scope="row" {
                            @if let Some(cards) = facts::two_cards(row) { small { (cards) } }
                            (facts::row_name(row))
                        }
                        @for up in COLUMNS { (cell(chart, row, up)) }
                    }
                }
            }
        }
    }
}

fn up_card(up: usize) -> Markup {
    html! {
        @match LETTERS[up] {
            'T' => abbr title="ten or picture" { "T" },
            'A' => abbr title="Ace" { "A" },
            letter => (letter),
        }
    }
}

fn cell(chart: &Printed<'_>, row: Row, up: usize) -> Markup {
    let letter = chart.cell(row, up);
    html! {
        td class=(letter.map_or("none".to_owned(), class)) {
            abbr title=(chart.says(row, up)) { (letter.map_or('–', Letter::letter)) }
        }
    }
}

/// What the letters mean.
pub(crate) fn legend(chart: &Printed<'_>) -> Markup {
    html! {
        dl.legend {
            @for letter in chart.letters() {
                div { dt class=(class(letter)) { (letter) } dd { (letter.words()) } }
            }
        }
    }
}

fn figures(sheet: &Sheet, chart: &Printed<'_>) -> Markup {
    html! {
        table.figures {
            thead { tr { th scope="col" { "wager" } th scope="col" { "house edge" } th scope="col" { "std dev" } } }
            tbody {
                tr {
                    th scope="row" { "Main wager, by this chart" }
                    td { (Figure(-chart.ev).percent(3)) }
                    td { (Figure(chart.std_dev).decimal(3)) }
                }
                tr {
                    th scope="row" { "Main wager, best play" }
                    td { (Figure(-sheet.main.ev).percent(3)) }
                    td { "–" }
                }
                @for wager in sheet.all_wagers() {
                    tr {
                        th scope="row" { (wager.name) }
                        td { (Fraction(-wager.ev.clone()).percent(3)) }
                        td { (Figure(wager.std_dev()).decimal(3)) }
                    }
                }
            }
        }
    }
}

/// The class of a cell: its answer in one word.
fn class(letter: Letter) -> String {
    letter.words().replace(", ", "-").replace(' ', "-")
}

/// The colours of the cells, the same as on the pictures.
fn cell_colours() -> String {
    let rule = |letter| format!(".{}{{background:{};color:{}}}\n", class(letter), fill(letter), ink(letter));
    let by_day: String = Letter::ALL.into_iter().map(rule).collect();
    let (fill, ink) = HIT_BY_NIGHT;
    let dark = "@media screen and (prefers-color-scheme: dark)";
    format!("{by_day}{dark}{{.hit{{background:{fill};color:{ink}}}}}\n")
}

#[cfg(test)]
mod tests {
    use roxmltree::Document;

    use super::*;
    use crate::odds::sample::{mischief, sheet};

    /// The tables of a page that have this class, each as a text of its own.
    fn tables<'p>(page: &'p str, class: &str) -> Vec<&'p str> {
        let start = format!("<table class=\"{class}\">");
        let (at, end) = (page.match_indices(&start).map(|(at, _)| at), "</table>");
        at.filter_map(|at| Some(&page[at..at + page[at..].find(end)? + end.len()])).collect()
    }

    #[test]
    fn every_cell_has_a_head_in_its_column_and_in_its_row() {
        let sheet = sheet("plus");
        let page = chart(&sheet);
        let tables = tables(&page, "chart");
        assert_eq!(tables.len(), PARTS.len());
        for ((part, title), table) in PARTS.into_iter().zip(tables) {
            let table = Document::parse(table).unwrap();
            let all = |name: &'static str| table.descendants().filter(move |node| node.has_tag_name(name));
            let words = |node: roxmltree::Node<'_, '_>| -> String {
                node.descendants().filter(roxmltree::Node::is_text).filter_map(|part| part.text()).collect()
            };
            assert!(all("caption").next().map(words).unwrap().starts_with(title));
            let heads: Vec<String> =
                all("th").filter(|head| head.attribute("scope") == Some("col")).map(words).collect();
            assert_eq!(heads[1..], COLUMNS.map(|up| LETTERS[up].to_string()));
            let lines: Vec<_> = all("tr").skip(1).collect();
            assert_eq!(lines.len(), rows(part).len());
            for (row, line) in rows(part).into_iter().zip(lines) {
                let cells: Vec<_> = line.children().filter(roxmltree::Node::is_element).collect();
                assert_eq!(cells[0].attribute("scope"), Some("row"));
                assert!(words(cells[0]).ends_with(&facts::row_name(row)));
                assert_eq!(cells.len(), 11);
                for (cell, up) in cells[1..].iter().zip(COLUMNS) {
                    let letter = sheet.main.chart.cell(row, up);
                    assert_eq!(words(*cell), letter.to_string(), "{row} against {}", LETTERS[up]);
                    assert_eq!(cell.attribute("class"), Some(class(letter).as_str()));
                    let says = cell.first_element_child().and_then(|says| says.attribute("title"));
                    assert_eq!(says, Some(letter.words()));
                }
            }
        }
    }

    #[test]
    fn the_page_has_the_key_figures_and_a_legend() {
        let sheet = sheet("plus");
        let page = chart(&sheet);
        for words in
            ["0.488 %", "0.391 %", "8.638 %", "8.260 %", "7.470 %", "not computed", "surrender, else split"]
        {
            assert!(page.contains(words), "{words}");
        }
    }

    #[test]
    fn names_are_only_names_and_nothing_outside_the_page_is_asked_for() {
        let page = chart(&mischief());
        assert!(page.contains("<h1>&lt;script&gt;alert('1')&lt;/script&gt; &amp; "), "{page}");
        for outside in ["<script", "<img", "http:", "https:", "url(", "@import", "<link"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
}
