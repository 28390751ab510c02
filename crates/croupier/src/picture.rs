//! What pictures are made of: rectangles, lines and letters, drawn as SVG or pixel by pixel.

pub(crate) mod canvas;
pub(crate) mod lettering;
pub(crate) mod palette;
pub(crate) mod svg;

use anyhow::Result;
use canvas::Canvas;
use lettering::{Point, Weight};
use palette::Colour;

/// A rectangle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Frame {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// What a text's position means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// A line of text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Text {
    pub(crate) x: f64,
    /// The base line.
    pub(crate) y: f64,
    pub(crate) size: f64,
    pub(crate) weight: Weight,
    pub(crate) anchor: Anchor,
    pub(crate) colour: Colour,
    pub(crate) words: String,
}

/// Something on a picture.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Shape {
    /// A filled rectangle with round corners.
    Box { frame: Frame, round: f64, colour: Colour },
    /// A text.
    Text(Text),
    /// A line through these points.
    Line { points: Vec<Point>, width: f64, colour: Colour },
}

/// A picture of shapes, from the back to the front.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Picture {
    pub(crate) width: u16,
    pub(crate) height: u16,
    /// What it is called, and what it says to who cannot see it.
    pub(crate) name: String,
    pub(crate) about: String,
    pub(crate) shapes: Vec<Shape>,
}

impl Picture {
    /// The picture as SVG.
    pub(crate) fn svg(&self) -> String {
        let shapes: Vec<String> = self.shapes.iter().map(svg::shape).collect();
        let head = svg::head(self.width, self.height, &self.name, &self.about);
        format!("{head}{}</svg>\n", shapes.concat())
    }

    /// The picture as PNG.
    pub(crate) fn png(&self) -> Result<Vec<u8>> {
        let mut canvas = Canvas::new(self.width, self.height);
        for shape in &self.shapes {
            match shape {
                Shape::Box { frame, round, colour } => canvas.fill(*frame, *round, *colour),
                Shape::Text(text) => canvas.write(text),
                Shape::Line { points, width, colour } => {
                    points.windows(2).for_each(|ends| canvas.draw(ends, width / 2.0, *colour));
                }
            }
        }
        canvas.encoded()
    }
}
