//! A canvas of pixels. Everything on it is drawn by distance: a pixel takes as much of a colour as it lies within it.

use anyhow::Result;

use super::lettering::{Point, strokes, width};
use super::palette::{Colour, PAPER};
use super::{Anchor, Frame, Text};

/// 150 dots to the inch, in dots to the metre: printed in its own size the poster fills an A4 sheet.
const DOTS_PER_METRE: u32 = 5906;

/// Rows of pixels, three bytes each.
pub(crate) struct Canvas {
    width: u16,
    height: u16,
    bytes: Vec<u8>,
}

impl Canvas {
    /// An empty sheet of paper.
    pub(crate) fn new(width: u16, height: u16) -> Canvas {
        let Colour(red, green, blue) = PAPER;
        let pixels = usize::from(width) * usize::from(height);
        Canvas { width, height, bytes: [red, green, blue].repeat(pixels) }
    }

    /// The picture as a PNG file.
    pub(crate) fn encoded(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, u32::from(self.width), u32::from(self.height));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        let dots =
            png::PixelDimensions { xppu: DOTS_PER_METRE, yppu: DOTS_PER_METRE, unit: png::Unit::Meter };
        encoder.set_pixel_dims(Some(dots));
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.bytes)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// Fills a rectangle with round corners.
    pub(crate) fn fill(&mut self, frame: Frame, round: f64, colour: Colour) {
        let Frame { x, y, width, height } = frame;
        let (half_width, half_height) = (width / 2.0, height / 2.0);
        let (middle_x, middle_y) = (x + half_width, y + half_height);
        self.paint((x, y), (x + width, y + height), colour, |(x, y)| {
            let beyond_x = (x - middle_x).abs() - (half_width - round);
            let beyond_y = (y - middle_y).abs() - (half_height - round);
            beyond_x.max(0.0).hypot(beyond_y.max(0.0)) + beyond_x.max(beyond_y).min(0.0) - round
        });
    }

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &Text) {
        let Text { x, y, size, weight, anchor, colour, words } = text;
        let long = width(words, *size, *weight);
        let start = match anchor {
            Anchor::Start => *x,
            Anchor::Middle => x - long / 2.0,
            Anchor::End => x - long,
        };
        let scale = size / 100.0;
        let nib = weight.pen() * scale / 2.0;
        for stroke in strokes(words, *weight) {
            let line: Vec<Point> =
                stroke.into_iter().map(|(right, up)| (start + right * scale, y - up * scale)).collect();
            self.draw(&line, nib, *colour);
        }
    }

    /// Draws along a line with a round pen.
    pub(crate) fn draw(&mut self, line: &[Point], nib: f64, colour: Colour) {
        let least = line.iter().fold((f64::MAX, f64::MAX), |(x, y), point| (x.min(point.0), y.min(point.1)));
        let most = line.iter().fold((f64::MIN, f64::MIN), |(x, y), point| (x.max(point.0), y.max(point.1)));
        let (least, most) = ((least.0 - nib, least.1 - nib), (most.0 + nib, most.1 + nib));
        self.paint(least, most, colour, |point| {
            let away = line.windows(2).map(|ends| distance(point, ends[0], ends[1]));
            away.fold(f64::MAX, f64::min) - nib
        });
    }

    /// Paints the pixels of a region by how far they lie outside a shape; a pixel on its edge is mixed.
    fn paint(&mut self, least: Point, most: Point, colour: Colour, outside: impl Fn(Point) -> f64) {
        let inside = |at: &u16, least: f64, most: f64| {
            f64::from(*at) + 1.0 >= least - 1.0 && f64::from(*at) <= most + 1.0
        };
        let columns: Vec<u16> = (0..self.width).filter(|at| inside(at, least.0, most.0)).collect();
        for row in (0..self.height).filter(|at| inside(at, least.1, most.1)) {
            for &column in &columns {
                let middle = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                let cover = (0.5 - outside(middle)).clamp(0.0, 1.0);
                if cover > 0.0 {
                    self.mix(column, row, colour, cover);
                }
            }
        }
    }

    fn mix(&mut self, column: u16, row: u16, Colour(red, green, blue): Colour, cover: f64) {
        let at = 3 * (usize::from(row) * usize::from(self.width) + usize::from(column));
        for (byte, part) in self.bytes[at..at + 3].iter_mut().zip([red, green, blue]) {
            *byte = mixed(*byte, part, cover);
        }
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a mixture of two bytes lies between them"
)]
fn mixed(under: u8, over: u8, cover: f64) -> u8 {
    (f64::from(under) + (f64::from(over) - f64::from(under)) * cover).round() as u8
}

/// How far a point lies from a straight line between two ends.
fn distance((x, y): Point, from: Point, to: Point) -> f64 {
    let (along_x, along_y) = (to.0 - from.0, to.1 - from.1);
    let length = along_x * along_x + along_y * along_y;
    let share = if length > 0.0 { ((x - from.0) * along_x + (y - from.1) * along_y) / length } else { 0.0 };
    let share = share.clamp(0.0, 1.0);
    (x - from.0 - share * along_x).hypot(y - from.1 - share * along_y)
}
