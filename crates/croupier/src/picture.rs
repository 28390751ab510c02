//! What pictures are made of: rectangles, lines and letters, drawn as SVG or pixel by pixel.

pub(crate) mod canvas;
pub(crate) mod lettering;
pub(crate) mod palette;
pub(crate) mod svg;

use lettering::Weight;
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
