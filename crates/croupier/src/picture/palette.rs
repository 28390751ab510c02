//! The colours of a strategy chart. They were chosen by search to stay apart for every kind of colour vision, and the
//! test below holds them to it; a cell says its letter besides.

use std::fmt;

use odds::Letter;

/// A colour, as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Colour(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

/// What a chart is drawn on.
pub(crate) const PAPER: Colour = Colour(255, 255, 255);
/// What is written.
pub(crate) const INK: Colour = Colour(30, 34, 40);
/// What is written beside it.
pub(crate) const MUTED: Colour = Colour(96, 103, 112);
/// Thin lines.
pub(crate) const RULE: Colour = Colour(208, 212, 217);
/// Heads of rows and columns, and cells without an answer.
pub(crate) const HEAD: Colour = Colour(232, 235, 239);

/// What a cell is filled with.
pub(crate) const fn fill(letter: Letter) -> Colour {
    match letter {
        Letter::Hit => Colour(243, 239, 228),
        Letter::Stand => Colour(20, 96, 176),
        Letter::DoubleOrHit => Colour(226, 112, 8),
        Letter::DoubleOrStand => Colour(244, 214, 110),
        Letter::Split => Colour(80, 191, 138),
        Letter::SurrenderOrHit => Colour(179, 82, 135),
        Letter::SurrenderOrStand => Colour(250, 163, 226),
        Letter::SurrenderOrSplit => Colour(99, 14, 84),
    }
}

/// What a cell that says hit is filled with on a dark screen, and what its letter is written in there: most cells say
/// so, and should not glare.
pub(crate) const HIT_BY_NIGHT: (Colour, Colour) = (Colour(72, 68, 56), PAPER);

/// What its letter is written in.
pub(crate) const fn ink(letter: Letter) -> Colour {
    match letter {
        Letter::Stand | Letter::SurrenderOrSplit | Letter::SurrenderOrHit => PAPER,
        Letter::Hit
        | Letter::DoubleOrHit
        | Letter::DoubleOrStand
        | Letter::Split
        | Letter::SurrenderOrStand => INK,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Light = [f64; 3];
    type Vision = [[f64; 3]; 3];

    /// What is left of red, green and blue for those who lack one kind of cone: Machado, Oliveira and Fernandes 2009,
    /// severity 1.0. The first is full colour vision.
    const VISIONS: [Vision; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
        [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
        [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    ];

    fn light(Colour(red, green, blue): Colour) -> Light {
        [red, green, blue].map(|part| {
            let part = f64::from(part) / 255.0;
            if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn seen(by: &Vision, light: Light) -> Light {
        by.map(|row| row.iter().zip(light).map(|(share, part)| share * part).sum::<f64>().clamp(0.0, 1.0))
    }

    /// CIE L*a*b*, in which a distance of about 2 can just be told.
    fn lab([red, green, blue]: Light) -> Light {
        let x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.950_47;
        let y = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
        let z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.088_83;
        let root = |part: f64| if part > 0.008_856 { part.cbrt() } else { 7.787 * part + 16.0 / 116.0 };
        [116.0 * root(y) - 16.0, 500.0 * (root(x) - root(y)), 200.0 * (root(y) - root(z))]
    }

    fn apart(one: Light, other: Light) -> f64 {
        one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
    }

    #[test]
    fn every_two_colours_can_be_told_apart_by_everyone() {
        let by_day = Letter::ALL.map(|letter| (letter, fill(letter)));
        let by_night = by_day.map(|(letter, colour)| match letter {
            Letter::Hit => (letter, HIT_BY_NIGHT.0),
            _ => (letter, colour),
        });
        for (vision, colours) in VISIONS.iter().flat_map(|vision| [(vision, by_day), (vision, by_night)]) {
            for (at, (one, colour)) in colours.into_iter().enumerate() {
                for (other, beside) in colours.into_iter().skip(at + 1) {
                    let look = |colour| lab(seen(vision, light(colour)));
                    let apart = apart(look(colour), look(beside));
                    assert!(apart > 18.0, "{one} and {other} are {apart:.1} apart");
                }
            }
        }
    }

    #[test]
    fn every_letter_stands_out_from_its_cell() {
        let bright = |colour| {
            let [red, green, blue] = light(colour);
            0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05
        };
        let contrast = |one: Colour, other: Colour| {
            let (one, other) = (bright(one), bright(other));
            one.max(other) / one.min(other)
        };
        for letter in Letter::ALL {
            let contrast = contrast(fill(letter), ink(letter));
            assert!(contrast >= 4.5, "{letter}: the contrast is {contrast:.2}");
        }
        assert!(contrast(HIT_BY_NIGHT.0, HIT_BY_NIGHT.1) >= 4.5);
        assert!(contrast(PAPER, MUTED) >= 4.5 && contrast(HEAD, MUTED) >= 4.5);
    }
}
