//! Parts of an SVG picture.

use super::lettering::Weight;
use super::palette::Colour;
use super::{Anchor, Frame, Shape, Text};

/// The beginning of a picture that needs nothing but itself.
pub(crate) fn head(width: u16, height: u16, name: &str, about: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" aria-labelledby=\"name about\" \
         font-family=\"Helvetica, Arial, sans-serif\">\n\
         <title id=\"name\">{}</title>\n<desc id=\"about\">{}</desc>\n",
        escaped(name),
        escaped(about)
    )
}

/// One shape.
pub(crate) fn shape(shape: &Shape) -> String {
    match shape {
        Shape::Box { frame, round, colour } => format!("{}\n", rectangle(*frame, *round, *colour)),
        Shape::Text(words) => format!("{}\n", text(words)),
        Shape::Line { points, width, colour } => {
            let points: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
            format!(
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" \
                 stroke-linejoin=\"round\" stroke-linecap=\"round\"/>\n",
                points.join(" ")
            )
        }
    }
}

/// A filled rectangle.
pub(crate) fn rectangle(frame: Frame, round: f64, colour: Colour) -> String {
    let Frame { x, y, width, height } = frame;
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"{round}\" fill=\"{colour}\"/>"
    )
}

/// A line of text.
pub(crate) fn text(text: &Text) -> String {
    let Text { x, y, size, weight, anchor, colour, words } = text;
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    let weight = match weight {
        Weight::Regular => "400",
        Weight::Bold => "700",
    };
    format!(
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size:.1}\" font-weight=\"{weight}\" text-anchor=\"{anchor}\" \
         fill=\"{colour}\">{}</text>",
        escaped(words)
    )
}

/// Text as XML can hold it: five characters have names, and control characters cannot be written at all.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push('\u{fffd}'),
            letter if letter.is_control() => safe.push('\u{fffd}'),
            letter => safe.push(letter),
        }
    }
    safe
}
