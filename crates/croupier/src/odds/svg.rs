//! The strategy chart as an SVG picture that needs nothing but itself.

use super::facts::{self, Printed};
use super::fraction::Figure;
use super::poster::{self, HEIGHT, Mark, WIDTH};
use super::sheet::Sheet;
use crate::picture::svg::{escaped, head, rectangle, text};

/// The chart.
pub(crate) fn chart(sheet: &Sheet) -> String {
    let chart = Printed::of(sheet);
    let edge = Figure(-chart.ev).percent(3);
    let about = format!(
        "{}. The house edge is {edge} when played by this chart. {}.",
        facts::shoe(&sheet.rules, &sheet.shoe),
        facts::key_rules(&sheet.rules).join(". ")
    );
    let name = format!("{}, {}", sheet.rules.name(), chart.name);
    let mut svg = head(WIDTH, HEIGHT, &name, &about);
    for mark in poster::marks(sheet) {
        svg.push_str(&draw(&mark));
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw(mark: &Mark) -> String {
    match mark {
        Mark::Box { frame, round, colour } => format!("{}\n", rectangle(*frame, *round, *colour)),
        Mark::Text(words) => format!("{}\n", text(words)),
        Mark::Cell { frame, letter, says } => format!(
            "<g class=\"cell\"><title>{}</title>{}{}</g>\n",
            escaped(says),
            rectangle(*frame, poster::ROUND, poster::cell_colours(*letter).0),
            text(&poster::cell_text(*frame, *letter))
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use odds::{LETTERS, Row};
    use roxmltree::{Document, Node};

    use super::*;
    use crate::odds::chart::COLUMNS;
    use crate::odds::sample::{mischief, sheet};
    use crate::picture::palette::{HEAD, fill, ink};

    /// The fill, the ink and the letter of every cell, by what its title says.
    fn cells<'d>(picture: &'d Document<'_>) -> BTreeMap<&'d str, [&'d str; 3]> {
        let child = |cell: Node<'d, '_>, name| cell.children().find(|part| part.has_tag_name(name)).unwrap();
        let cells = picture.descendants().filter(|node| node.attribute("class") == Some("cell"));
        cells
            .map(|cell| {
                let (title, frame, letter) = (child(cell, "title"), child(cell, "rect"), child(cell, "text"));
                let colours = [frame.attribute("fill").unwrap(), letter.attribute("fill").unwrap()];
                (title.text().unwrap(), [colours[0], colours[1], letter.text().unwrap()])
            })
            .collect()
    }

    #[test]
    fn every_row_has_a_cell_against_every_up_card_with_its_letter_in_its_colour() {
        let sheet = sheet("plus");
        let picture = chart(&sheet);
        let picture = Document::parse(&picture).unwrap();
        let cells = cells(&picture);
        assert_eq!(cells.len(), 38 * 10);
        for (row, up) in Row::all().flat_map(|row| COLUMNS.into_iter().map(move |up| (row, up))) {
            let letter = sheet.main.chart.cell(row, up);
            let title = format!("{row} against {}: {}", LETTERS[up], letter.words());
            let looks = [fill(letter).to_string(), ink(letter).to_string(), letter.to_string()];
            assert_eq!(cells[title.as_str()].to_vec(), looks, "{title}");
        }
    }

    #[test]
    fn the_picture_names_the_game_its_decks_its_house_edge_and_its_rules() {
        let picture = chart(&sheet("plus"));
        let said = |words: &str| assert!(picture.contains(&format!(">{words}</text>")), "{words}");
        said("Blackjack Plus (RWS)");
        said("8 decks of 52 cards · in force: 10 January 2024, 08:00");
        said("0.488 %");
        said("Dealer stands on soft 17, no hole card");
        said("A hand below 12 must draw");
        said("surrender, else split");
    }

    #[test]
    fn an_up_card_the_shoe_does_not_have_has_no_answer() {
        let mut sheet = sheet("plus");
        (sheet.main.by_up[4], sheet.main.by_up_basic[4]) = (None, None);
        let picture = chart(&sheet);
        let picture = Document::parse(&picture).unwrap();
        let cells = cells(&picture);
        assert_eq!(cells.len(), 38 * 10);
        let empty = cells["hard 16 against 5: no such up card in this shoe"];
        assert_eq!((empty[0], empty[2]), (HEAD.to_string().as_str(), "–"));
    }

    #[test]
    fn names_are_only_names() {
        let picture = chart(&mischief());
        let read = Document::parse(&picture).unwrap();
        assert!(read.descendants().all(|node| !node.has_tag_name("script")));
        let title = read.descendants().find(|node| node.has_tag_name("title")).and_then(|title| title.text());
        assert_eq!(title, Some("<script>alert('1')</script> & \u{fffd} | *a* 牌   # b ]]>, Basic strategy"));
    }

    #[test]
    fn nothing_outside_the_picture_is_asked_for() {
        let picture = chart(&sheet("macau")).replace("http://www.w3.org/2000/svg", "");
        for outside in ["http", "href", "url(", "@import", "<image", "<script"] {
            assert!(!picture.contains(outside), "{outside}");
        }
    }
}
