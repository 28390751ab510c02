//! The strategy chart as a poster: where everything lies, in pixels of an A4 sheet at 150 to the inch. The picture
//! formats draw what is listed here and decide nothing.

use odds::{LETTERS, Letter, Row, WagerOdds};

use super::chart::{COLUMNS, rows};
use super::facts::{self, HOW_TO_READ, PARTS, Printed};
use super::fraction::{Figure, Fraction};
use super::sheet::Sheet;
use crate::book;
use crate::picture::lettering::{Weight, width};
use crate::picture::palette::{Colour, HEAD, INK, MUTED, PAPER, RULE, fill, ink};
use crate::picture::{Anchor, Frame, Text};

/// How wide the poster is.
pub(crate) const WIDTH: u16 = 1240;
/// How high it is.
pub(crate) const HEIGHT: u16 = 1754;

const MARGIN: f64 = 74.0;
const GAP: f64 = 52.0;
const CELL: f64 = 44.0;
const ROW: f64 = 45.0;
const LABEL: f64 = 80.0;
/// How round the corners of a cell are.
pub(crate) const ROUND: f64 = 6.0;

/// Something on the poster.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Mark {
    /// A filled rectangle with round corners.
    Box { frame: Frame, round: f64, colour: Colour },
    /// A text.
    Text(Text),
    /// A cell of the chart; `says` is the whole answer for who cannot see it.
    Cell { frame: Frame, letter: Option<Letter>, says: String },
}

/// Everything on the poster, from the back to the front.
pub(crate) fn marks(sheet: &Sheet) -> Vec<Mark> {
    let chart = Printed::of(sheet);
    let mut poster = Poster { marks: Vec::new() };
    poster.fill(Frame { x: 0.0, y: 0.0, width: f64::from(WIDTH), height: f64::from(HEIGHT) }, 0.0, PAPER);
    let top = poster.head(sheet, &chart);
    let right = MARGIN + LABEL + 10.0 * CELL + GAP;
    let [hard, soft, pairs] = PARTS;
    let below_hard = poster.part(&chart, hard, MARGIN, top);
    let below_soft = poster.part(&chart, soft, right, top);
    let below_pairs = poster.part(&chart, pairs, right, below_soft + 26.0);
    poster.legend(&chart.letters(), MARGIN, below_hard + 26.0);
    poster.foot(sheet, below_pairs + 22.0);
    poster.marks
}

/// Where a cell of the chart is filled and how; also for a cell without an answer.
pub(crate) fn cell_colours(letter: Option<Letter>) -> (Colour, Colour) {
    letter.map_or((HEAD, MUTED), |letter| (fill(letter), ink(letter)))
}

/// The text in the middle of a cell.
pub(crate) fn cell_text(frame: Frame, letter: Option<Letter>) -> Text {
    Text {
        x: frame.x + frame.width / 2.0,
        y: frame.y + frame.height / 2.0 + 9.5,
        size: 27.0,
        weight: Weight::Bold,
        anchor: Anchor::Middle,
        colour: cell_colours(letter).1,
        words: letter.map_or("–".to_owned(), |letter| letter.to_string()),
    }
}

struct Poster {
    marks: Vec<Mark>,
}

/// How a text looks.
#[derive(Clone, Copy)]
struct Style {
    size: f64,
    weight: Weight,
    anchor: Anchor,
    colour: Colour,
}

const TITLE: Style = Style { size: 50.0, weight: Weight::Bold, anchor: Anchor::Start, colour: INK };
const HEADING: Style = Style { size: 27.0, ..TITLE };
const BODY: Style = Style { size: 21.0, weight: Weight::Regular, ..TITLE };
const NOTE: Style = Style { size: 18.0, colour: MUTED, ..BODY };

impl Style {
    fn at(self, anchor: Anchor) -> Style {
        Style { anchor, ..self }
    }

    fn bold(self) -> Style {
        Style { weight: Weight::Bold, ..self }
    }
}

impl Poster {
    fn fill(&mut self, frame: Frame, round: f64, colour: Colour) {
        self.marks.push(Mark::Box { frame, round, colour });
    }

    fn write(&mut self, (x, y): (f64, f64), style: Style, words: impl Into<String>) {
        let Style { size, weight, anchor, colour } = style;
        self.marks.push(Mark::Text(Text { x, y, size, weight, anchor, colour, words: words.into() }));
    }

    /// Writes no wider than this: smaller where that helps, cut off where it does not.
    fn write_within(&mut self, at: (f64, f64), room: f64, style: Style, words: &str) {
        let wanted = width(words, style.size, style.weight);
        let size = (style.size * (room / wanted).min(1.0)).max(style.size * 0.6);
        let mut words = words.to_owned();
        if width(&words, size, style.weight) > room {
            while !words.is_empty() && width(&words, size, style.weight) + size * 0.6 > room {
                words.pop();
            }
            words.push('…');
        }
        self.write(at, Style { size, ..style }, words);
    }

    /// The name of the game, what the house keeps, and the rules behind it.
    fn head(&mut self, sheet: &Sheet, chart: &Printed<'_>) -> f64 {
        let right = f64::from(WIDTH) - MARGIN;
        let room = right - MARGIN - 330.0;
        self.write_within((MARGIN, 80.0), room, Style { colour: MUTED, ..BODY }.bold(), &chart.name);
        self.write_within((MARGIN, 134.0), room, TITLE, sheet.rules.name());
        let about =
            format!("{} · in force: {}", facts::shoe(&sheet.rules, &sheet.shoe), sheet.rules.in_force());
        self.write_within((MARGIN, 174.0), room, BODY, &about);
        let edge = Figure(-chart.ev).percent(3).replace('-', "−");
        self.write((right, 80.0), Style { colour: MUTED, ..BODY }.bold().at(Anchor::End), "House edge");
        self.write((right, 134.0), TITLE.at(Anchor::End), edge);
        self.write((right, 174.0), BODY.at(Anchor::End), "played by this chart");
        self.fill(Frame { x: MARGIN, y: 200.0, width: right - MARGIN, height: 2.0 }, 0.0, RULE);
        self.key_rules(&facts::key_rules(&sheet.rules), 234.0)
    }

    /// The rules in two columns, read downwards.
    fn key_rules(&mut self, rules: &[String], top: f64) -> f64 {
        let half = rules.len().div_ceil(2);
        let room = LABEL + 10.0 * CELL;
        let mut below = top;
        for (column, rules) in [MARGIN, MARGIN + room + GAP].into_iter().zip(rules.chunks(half.max(1))) {
            let mut y = top;
            for rule in rules {
                self.fill(Frame { x: column, y: y - 10.0, width: 7.0, height: 7.0 }, 3.5, MUTED);
                self.write_within((column + 20.0, y), room - 20.0, BODY, rule);
                y += 28.0;
            }
            below = below.max(y);
        }
        below + 8.0
    }

    /// One part of the chart: its heading, the up cards, and a row of cells for each hand.
    fn part(&mut self, chart: &Printed<'_>, (part, title): (&str, &str), x: f64, top: f64) -> f64 {
        self.write((x, top + 27.0), HEADING, title);
        let right = x + LABEL + 10.0 * CELL;
        self.write((right, top + 27.0), NOTE.at(Anchor::End), "against the dealer's up card");
        let mut y = top + 40.0;
        for (at, up) in COLUMNS.into_iter().enumerate() {
            let frame = cell_frame(x, y, at);
            self.fill(frame, ROUND, HEAD);
            let middle = (frame.x + frame.width / 2.0, frame.y + frame.height / 2.0 + 8.0);
            self.write(
                middle,
                Style { size: 24.0, anchor: Anchor::Middle, ..HEADING },
                LETTERS[up].to_string(),
            );
        }
        y += ROW;
        for row in rows(part) {
            self.row(chart, row, x, y);
            y += ROW;
        }
        y
    }

    fn row(&mut self, chart: &Printed<'_>, row: Row, x: f64, y: f64) {
        let frame = Frame { x, y, width: LABEL - 3.0, height: ROW - 3.0 };
        self.fill(frame, ROUND, HEAD);
        let base = y + frame.height / 2.0 + 8.0;
        let style = Style { size: 24.0, ..HEADING };
        match facts::two_cards(row) {
            None => self.write((x + frame.width / 2.0, base), style.at(Anchor::Middle), facts::row_name(row)),
            Some(cards) => {
                self.write((x + 8.0, base), NOTE, cards);
                self.write((x + frame.width - 8.0, base), style.at(Anchor::End), facts::row_name(row));
            }
        }
        for (at, up) in COLUMNS.into_iter().enumerate() {
            let says = format!("{row} against {}: {}", LETTERS[up], chart.says(row, up));
            self.marks.push(Mark::Cell { frame: cell_frame(x, y, at), letter: chart.cell(row, up), says });
        }
    }

    /// What the letters mean, in two columns under the hard totals.
    fn legend(&mut self, letters: &[Letter], x: f64, top: f64) {
        let half = letters.len().div_ceil(2).max(1);
        for (column, letters) in letters.chunks(half).enumerate() {
            let x = if column == 0 { x } else { x + 252.0 };
            let mut y = top;
            for &letter in letters {
                let frame = Frame { x, y, width: CELL - 3.0, height: 36.0 };
                self.fill(frame, ROUND, fill(letter));
                let mut text = cell_text(frame, Some(letter));
                text.size = 24.0;
                text.y -= 1.0;
                self.marks.push(Mark::Text(text));
                self.write((x + CELL + 8.0, y + 25.0), BODY, letter.words());
                y += 42.0;
            }
        }
    }

    /// How to read the chart, and what the other wagers cost.
    fn foot(&mut self, sheet: &Sheet, top: f64) {
        let right = f64::from(WIDTH) - MARGIN;
        self.fill(Frame { x: MARGIN, y: top, width: right - MARGIN, height: 2.0 }, 0.0, RULE);
        let mut y = top + 40.0;
        self.write((MARGIN, y), HEADING, "How to read it");
        y += 6.0;
        let style = Style { size: 19.0, ..BODY };
        for line in wrapped(HOW_TO_READ, LABEL + 10.0 * CELL, style) {
            y += 27.0;
            self.write((MARGIN, y), style, line);
        }
        self.other_wagers(sheet, MARGIN + LABEL + 10.0 * CELL + GAP, top + 40.0);
        let foot = format!("{} · rule book {}", facts::WORKED_OUT_BY, book::short_hash(&sheet.rules));
        let bottom = f64::from(HEIGHT) - 32.0;
        self.write_within((MARGIN, bottom), right - MARGIN, Style { size: 16.0, ..NOTE }, &foot);
    }

    /// As many as there is room for, the rest by number.
    fn other_wagers(&mut self, sheet: &Sheet, x: f64, top: f64) {
        const ROOM: usize = 4;
        let right = f64::from(WIDTH) - MARGIN;
        let wagers: Vec<&WagerOdds> = sheet.insurance.iter().chain(&sheet.wagers).collect();
        if wagers.is_empty() {
            return;
        }
        self.write((x, top), HEADING, "House edge of other wagers");
        let shown = if wagers.len() > ROOM { ROOM - 1 } else { wagers.len() };
        let mut y = top + 6.0;
        let style = Style { size: 19.0, ..BODY };
        for wager in &wagers[..shown] {
            y += 27.0;
            self.write_within((x, y), 360.0, style, &wager.name);
            let edge = Fraction(-wager.ev.clone()).percent(2);
            self.write((right, y), style.bold().at(Anchor::End), edge);
        }
        if shown < wagers.len() {
            self.write((x, y + 27.0), NOTE, format!("and {} more", wagers.len() - shown));
        }
    }
}

/// The frame of a cell, a little smaller than its place so that cells stand apart.
fn cell_frame(x: f64, y: f64, at: usize) -> Frame {
    let column = u8::try_from(at).map_or(0.0, f64::from);
    Frame { x: x + LABEL + column * CELL, y, width: CELL - 3.0, height: ROW - 3.0 }
}

/// A text in lines no longer than this.
fn wrapped(text: &str, room: f64, style: Style) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if width(&format!("{line} {word}"), style.size, style.weight) <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}
