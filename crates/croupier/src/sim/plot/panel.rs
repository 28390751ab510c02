//! Panels with axes, two in a row.

use crate::picture::lettering::{Point, Weight};
use crate::picture::palette::{Colour, INK, MUTED, PAPER, RULE};
use crate::picture::{Anchor, Frame, Picture, Shape, Text};

/// What bands and bars are filled with, and lines drawn with.
pub(super) const PALE: Colour = Colour(214, 228, 244);
pub(super) const SOFT: Colour = Colour(160, 193, 228);
const LINE: Colour = Colour(20, 96, 176);

const WIDTH: u16 = 1400;
const MARGIN: f64 = 50.0;
const TOP: f64 = 110.0;
const PANEL: (f64, f64) = (625.0, 420.0);
const GAP: f64 = 50.0;

/// Places with the least and the most there.
type Band = Vec<(f64, f64, f64)>;

/// What is drawn between a panel's axes.
pub(super) struct Panel {
    title: &'static str,
    across: &'static str,
    up: &'static str,
    note: String,
    bands: Vec<(Band, Colour)>,
    lines: Vec<Vec<Point>>,
    bars: Vec<Point>,
}

impl Panel {
    pub(super) fn new(title: &'static str, across: &'static str, up: &'static str) -> Panel {
        Panel {
            title,
            across,
            up,
            note: String::new(),
            bands: Vec::new(),
            lines: Vec::new(),
            bars: Vec::new(),
        }
    }

    /// A band between two heights at each place.
    pub(super) fn band(&mut self, band: Band, colour: Colour) {
        self.bands.push((band, colour));
    }

    pub(super) fn line(&mut self, line: Vec<Point>) {
        self.lines.push(line);
    }

    pub(super) fn bar(&mut self, at: f64, height: f64) {
        self.bars.push((at, height));
    }

    pub(super) fn note(&mut self, note: String) {
        self.note = note;
    }

    /// The least and the most of all that is drawn, across and up.
    fn range(&self) -> [(f64, f64); 2] {
        let bands = self
            .bands
            .iter()
            .flat_map(|(band, _)| band.iter().flat_map(|(x, low, high)| [(*x, *low), (*x, *high)]));
        let bars = self.bars.iter().flat_map(|(x, y)| [(*x - 0.5, 0.0), (*x + 0.5, *y)]);
        let points: Vec<Point> = bands.chain(self.lines.iter().flatten().copied()).chain(bars).collect();
        let range = |of: &dyn Fn(&Point) -> f64| {
            let least = points.iter().map(of).fold(f64::INFINITY, f64::min);
            let most = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max);
            if least < most {
                (least, most)
            } else if least.is_finite() {
                (least - 1.0, most + 1.0)
            } else {
                (0.0, 1.0)
            }
        };
        [range(&|point| point.0), range(&|point| point.1)]
    }
}

/// A picture while panels are put on it.
pub(super) struct Sheet {
    name: String,
    about: String,
    panels: u8,
    shapes: Vec<Shape>,
}

/// Where numbers lie on a picture.
struct Axes {
    frame: Frame,
    across: (f64, f64),
    up: (f64, f64),
}

impl Axes {
    fn x(&self, value: f64) -> f64 {
        self.frame.x + self.frame.width * (value - self.across.0) / (self.across.1 - self.across.0)
    }

    fn y(&self, value: f64) -> f64 {
        self.frame.y + self.frame.height * (self.up.1 - value) / (self.up.1 - self.up.0)
    }
}

impl Sheet {
    pub(super) fn new(name: &str, about: &str) -> Sheet {
        Sheet { name: name.to_owned(), about: about.to_owned(), panels: 0, shapes: Vec::new() }
    }

    /// Draws a panel in the next place.
    pub(super) fn draw(&mut self, panel: &Panel) {
        let (column, row) = (f64::from(self.panels % 2), f64::from(self.panels / 2));
        let (x, y) = (MARGIN + column * (PANEL.0 + GAP), TOP + row * (PANEL.1 + GAP));
        self.panels += 1;
        let [across, up] = panel.range();
        let frame = Frame { x: x + 80.0, y: y + 50.0, width: PANEL.0 - 90.0, height: PANEL.1 - 105.0 };
        let axes = Axes { frame, across, up };
        self.write((x, y + 22.0), (24.0, Weight::Bold, Anchor::Start, INK), panel.title);
        self.write((x + PANEL.0 - 10.0, y + 22.0), (15.0, Weight::Regular, Anchor::End, MUTED), &panel.note);
        self.write((x, y + 44.0), (15.0, Weight::Regular, Anchor::Start, MUTED), panel.up);
        let below = (frame.x + frame.width, frame.y + frame.height + 46.0);
        self.write(below, (15.0, Weight::Regular, Anchor::End, MUTED), panel.across);
        self.grid(&axes);
        for (band, colour) in &panel.bands {
            self.band(&axes, band, *colour);
        }
        for (at, height) in &panel.bars {
            let (left, right) = (axes.x(at - 0.2), axes.x(at + 0.2));
            let (top, foot) = (axes.y(*height), axes.y(0.0));
            let frame = Frame { x: left, y: top, width: right - left, height: (foot - top).max(0.5) };
            self.shapes.push(Shape::Box { frame, round: 0.0, colour: LINE });
        }
        for line in &panel.lines {
            let points = line.iter().map(|(x, y)| (axes.x(*x), axes.y(*y))).collect();
            self.shapes.push(Shape::Line { points, width: 2.5, colour: LINE });
        }
    }

    /// A band as columns side by side, each as high as the band is where it begins.
    fn band(&mut self, axes: &Axes, band: &[(f64, f64, f64)], colour: Colour) {
        for ends in band.windows(2) {
            let [(from, low, high), (to, low_after, high_after)] = ends else { continue };
            let (left, right) = (axes.x(*from), axes.x(*to));
            // In steps of two pixels, so that the edge is smooth.
            let mut x = left;
            while x < right {
                let along = (x - left) / (right - left);
                let between = |one: f64, other: f64| axes.y(one + along * (other - one));
                let (top, foot) = (between(*high, *high_after), between(*low, *low_after));
                let width = 2f64.min(right - x);
                let frame = Frame { x, y: top, width: width + 0.5, height: (foot - top).max(0.5) };
                self.shapes.push(Shape::Box { frame, round: 0.0, colour });
                x += 2.0;
            }
        }
    }

    fn grid(&mut self, axes: &Axes) {
        let Frame { x, y, width, height } = axes.frame;
        for value in ticks(axes.up) {
            let at = axes.y(value);
            let colour = if value == 0.0 { MUTED } else { RULE };
            self.shapes.push(Shape::Line { points: vec![(x, at), (x + width, at)], width: 1.0, colour });
            self.write((x - 8.0, at + 5.0), (15.0, Weight::Regular, Anchor::End, MUTED), &label(value));
        }
        for value in ticks(axes.across) {
            let at = axes.x(value);
            self.shapes.push(Shape::Line {
                points: vec![(at, y + height), (at, y + height + 6.0)],
                width: 1.0,
                colour: MUTED,
            });
            self.write(
                (at, y + height + 24.0),
                (15.0, Weight::Regular, Anchor::Middle, MUTED),
                &label(value),
            );
        }
    }

    fn write(
        &mut self,
        (x, y): Point,
        (size, weight, anchor, colour): (f64, Weight, Anchor, Colour),
        words: &str,
    ) {
        self.shapes.push(Shape::Text(Text { x, y, size, weight, anchor, colour, words: words.to_owned() }));
    }

    pub(super) fn done(mut self) -> Picture {
        let rows = f64::from(self.panels.div_ceil(2));
        let height = TOP + rows * (PANEL.1 + GAP);
        let paper = Frame { x: 0.0, y: 0.0, width: f64::from(WIDTH), height };
        self.shapes.insert(0, Shape::Box { frame: paper, round: 0.0, colour: PAPER });
        let (name, about) = (self.name.clone(), self.about.clone());
        self.write((MARGIN, 52.0), (34.0, Weight::Bold, Anchor::Start, INK), &name);
        self.write((MARGIN, 82.0), (18.0, Weight::Regular, Anchor::Start, MUTED), &about);
        let height = if rows > 1.0 { 1050 } else { 580 };
        Picture { width: WIDTH, height, name, about, shapes: self.shapes }
    }
}

/// Round numbers within a range, about six of them.
fn ticks((least, most): (f64, f64)) -> Vec<f64> {
    let rough = (most - least) / 6.0;
    let power = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(power);
    let first = (least / step).ceil();
    (0..20)
        .map(|at| (first + f64::from(at)) * step + 0.0)
        .take_while(|value| *value <= most + step * 1e-9)
        .collect()
}

fn label(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6 + 0.0;
    rounded.to_string().replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_within_the_range() {
        assert_eq!(ticks((0.0, 60.0)), [0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0]);
        assert_eq!(
            ticks((-0.7, 0.5)).iter().map(|value| label(*value)).collect::<Vec<_>>(),
            ["−0.6", "−0.4", "−0.2", "0", "0.2", "0.4"]
        );
        assert!(ticks((1e9, 1.000_001e9)).len() >= 3);
    }

    #[test]
    fn a_panel_without_anything_can_be_drawn() {
        let mut sheet = Sheet::new("name", "about");
        sheet.draw(&Panel::new("title", "across", "up"));
        let mut flat = Panel::new("flat", "across", "up");
        flat.line(vec![(1.0, 2.0), (1.0, 2.0)]);
        sheet.draw(&flat);
        let picture = sheet.done();
        assert!(!picture.svg().contains("NaN") && picture.png().is_ok());
    }
}
