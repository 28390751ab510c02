//! An alphabet drawn with a round pen, so that a picture needs no font of the machine it is made on.
//!
//! A glyph is how far it moves on and a path in the notation of SVG, y upwards from the base line, in hundredths of the
//! type size: capitals are 62 high, small letters 44. A wider pen gives a bolder face.

/// How heavy the letters are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Weight {
    /// For reading.
    Regular,
    /// For heads and cells.
    Bold,
}

impl Weight {
    /// How wide the pen is, in hundredths of the type size.
    pub(crate) const fn pen(self) -> f64 {
        match self {
            Weight::Regular => 8.0,
            Weight::Bold => 12.5,
        }
    }

    /// How much further than drawn a glyph moves on; heavy letters stand closer.
    const fn spacing(self) -> f64 {
        match self {
            Weight::Regular => 7.5,
            Weight::Bold => 9.0,
        }
    }
}

/// A point of a path.
pub(crate) type Point = (f64, f64);

/// How long a text is, in pixels.
pub(crate) fn width(text: &str, size: f64, weight: Weight) -> f64 {
    text.chars().map(|letter| f64::from(glyph(letter).0) + weight.spacing()).sum::<f64>() * size / 100.0
}

/// The lines the pen follows to write a text, in hundredths from its start.
pub(crate) fn strokes(text: &str, weight: Weight) -> Vec<Vec<Point>> {
    let mut at = weight.spacing() / 2.0;
    let mut strokes = Vec::new();
    for letter in text.chars() {
        let (advance, path) = glyph(letter);
        let shifted = |stroke: Vec<Point>| stroke.into_iter().map(|(x, y)| (x + at, y)).collect();
        strokes.extend(follow(path).into_iter().map(shifted));
        at += f64::from(advance) + weight.spacing();
    }
    strokes
}

/// How finely a curve is cut into straight lines; at the sizes of a chart the corners are not seen.
const CUTS: u8 = 10;

/// Follows a path of the commands `M`, `L`, `H`, `V` and `C`, all absolute.
fn follow(path: &str) -> Vec<Vec<Point>> {
    let mut strokes: Vec<Vec<Point>> = Vec::new();
    let starts = path.char_indices().filter(|(_, mark)| mark.is_ascii_uppercase()).map(|(at, _)| at);
    let ends = starts.clone().skip(1).chain([path.len()]);
    for step in starts.zip(ends).map(|(start, end)| &path[start..end]) {
        let numbers: Vec<f64> = step[1..].split(' ').filter_map(|number| number.parse().ok()).collect();
        let from = strokes.last().and_then(|stroke| stroke.last()).copied().unwrap_or_default();
        let points = match (&step[..1], numbers.as_slice()) {
            ("M", &[x, y]) => {
                strokes.push(vec![(x, y)]);
                continue;
            }
            ("L", &[x, y]) => vec![(x, y)],
            ("H", &[x]) => vec![(x, from.1)],
            ("V", &[y]) => vec![(from.0, y)],
            ("C", &[ax, ay, bx, by, x, y]) => {
                (1..=CUTS).map(|cut| on_curve(cut, from, (ax, ay), (bx, by), (x, y))).collect()
            }
            _ => continue,
        };
        if let Some(stroke) = strokes.last_mut() {
            stroke.extend(points);
        }
    }
    strokes
}

fn on_curve(cut: u8, from: Point, first: Point, second: Point, to: Point) -> Point {
    let along = f64::from(cut) / f64::from(CUTS);
    let back = 1.0 - along;
    let shares =
        [back * back * back, 3.0 * back * back * along, 3.0 * back * along * along, along * along * along];
    let points = [from, first, second, to];
    points
        .iter()
        .zip(shares)
        .fold((0.0, 0.0), |(x, y), (point, share)| (x + point.0 * share, y + point.1 * share))
}

/// What stands for a letter this alphabet has not: an empty frame.
const UNKNOWN: (u8, &str) = (44, "M8 0V62H36V0H8");

/// How far a letter moves on, beside the width of the pen, and the path of its strokes.
fn glyph(letter: char) -> (u8, &'static str) {
    match letter {
        '0'..='9' => digit(letter),
        'A'..='Z' => capital(letter),
        'a'..='z' => small(letter),
        _ if letter.is_ascii() => mark(letter),
        _ => foreign(letter),
    }
}

/// Digits are equally wide, so that figures stand under each other.
fn digit(letter: char) -> (u8, &'static str) {
    let path = match letter {
        '0' => "M24 62C12 62 6 51 6 31C6 11 12 0 24 0C36 0 42 11 42 31C42 51 36 62 24 62",
        '1' => "M12 50L27 62V0",
        '2' => "M7 48C9 57 15 62 24 62C34 62 41 56 41 46C41 32 26 22 6 0H42",
        '3' => {
            "M8 53C11 59 17 62 24 62C34 62 40 56 40 48C40 38 33 33 22 33C34 33 42 27 42 17C42 6 34 0 24 0C15 0 9 4 6 11"
        }
        '4' => "M34 0V62L5 18H44",
        '5' => "M39 62H12L9 34C13 38 18 40 24 40C35 40 42 32 42 20C42 8 34 0 23 0C15 0 9 4 6 10",
        '6' => {
            "M38 56C34 60 30 62 25 62C12 62 6 50 6 28C6 10 12 0 24 0C35 0 42 8 42 19C42 31 35 38 25 38C15 38 7 31 6 22"
        }
        '7' => "M5 62H42L18 0",
        '8' => {
            "M24 33C14 33 8 39 8 47.5C8 56 14 62 24 62C34 62 40 56 40 47.5C40 39 34 33 24 33\
             C13 33 6 26 6 16.5C6 6 13 0 24 0C35 0 42 6 42 16.5C42 26 35 33 24 33"
        }
        '9' => {
            "M10 6C14 2 18 0 23 0C36 0 42 12 42 34C42 52 36 62 24 62C13 62 6 54 6 43C6 31 13 24 23 24C33 24 41 31 42 40"
        }
        _ => return UNKNOWN,
    };
    (48, path)
}

fn capital(letter: char) -> (u8, &'static str) {
    match letter {
        'A' => (50, "M2 0L25 62L48 0M10 21H40"),
        'B' => (54, "M8 33H28C52 33 52 62 28 62H8V0H28C56 0 56 33 28 33"),
        'C' => (52, "M49 51C45 58 39 62 31 62C15 62 5 50 5 31C5 12 15 0 31 0C39 0 45 4 49 11"),
        'D' => (58, "M8 0V62H24C44 62 53 49 53 31C53 13 44 0 24 0H8"),
        'E' => (47, "M43 62H8V0H43M8 32H39"),
        'F' => (44, "M42 62H8V0M8 31H37"),
        'G' => (58, "M50 51C46 58 40 62 31 62C15 62 5 50 5 31C5 12 15 0 31 0C44 0 51 8 51 22V28H33"),
        'H' => (60, "M8 0V62M52 0V62M8 32H52"),
        'I' => (16, "M8 0V62"),
        'J' => (41, "M33 62V18C33 -6 4 -6 4 14"),
        'K' => (51, "M8 0V62M46 62L8 24M21 37L49 0"),
        'L' => (42, "M8 62V0H39"),
        'M' => (68, "M8 0V62L34 20L60 62V0"),
        'N' => (60, "M8 0V62L52 0V62"),
        'O' => (64, "M32 62C16 62 5 50 5 31C5 12 16 0 32 0C48 0 59 12 59 31C59 50 48 62 32 62"),
        'P' => (52, "M8 0V62H29C54 62 54 28 29 28H8"),
        'Q' => (64, "M32 62C16 62 5 50 5 31C5 12 16 0 32 0C48 0 59 12 59 31C59 50 48 62 32 62M38 17L58 -4"),
        'R' => (54, "M8 0V62H29C54 62 54 28 29 28H8M29 28L49 0"),
        'S' => (53, "M46 52C42 58 36 62 27 62C15 62 7 56 7 47C7 28 48 37 48 17C48 6 39 0 27 0C17 0 9 4 5 12"),
        'T' => (48, "M2 62H46M24 62V0"),
        'U' => (60, "M8 62V22C8 -7 52 -7 52 22V62"),
        'V' => (48, "M2 62L24 0L46 62"),
        'W' => (72, "M3 62L19 0L36 58L53 0L69 62"),
        'X' => (49, "M3 62L46 0M46 62L3 0"),
        'Y' => (46, "M2 62L23 28L44 62M23 28V0"),
        'Z' => (51, "M5 62H45L5 0H46"),
        _ => UNKNOWN,
    }
}

fn small(letter: char) -> (u8, &'static str) {
    match letter {
        'a' => (
            46,
            "M8 36C11 41 16 44 23 44C33 44 38 39 38 30V0M38 26C14 26 6 22 6 12C6 4 12 0 19 0C28 0 35 5 38 13",
        ),
        'b' => (48, "M8 64V0M8 22C8 34 14 44 25 44C37 44 43 34 43 22C43 10 37 0 25 0C14 0 8 10 8 22"),
        'c' => (41, "M38 35C35 41 30 44 24 44C12 44 5 35 5 22C5 9 12 0 24 0C30 0 35 3 38 9"),
        'd' => (48, "M40 64V0M40 22C40 34 34 44 23 44C11 44 5 34 5 22C5 10 11 0 23 0C34 0 40 10 40 22"),
        'e' => (46, "M5 23H41C41 36 34 44 24 44C12 44 5 35 5 22C5 9 12 0 24 0C31 0 36 3 39 8"),
        'f' => (29, "M31 63C29 64 28 64.5 26 64.5C19 64.5 15 60 15 52V0M4 42H28"),
        'g' => (
            48,
            "M40 44V0C40 -13 33 -19 22 -19C16 -19 11 -17 8 -13M40 22C40 34 34 44 23 44C11 44 5 34 5 22\
             C5 10 11 0 23 0C34 0 40 10 40 22",
        ),
        'h' => (47, "M8 64V0M8 24C8 36 14 44 24 44C34 44 39 38 39 27V0"),
        'i' => (16, "M8 44V0M8 60V61"),
        'j' => (19, "M10 44V-8C10 -16 6 -19 0 -19M10 60V61"),
        'k' => (41, "M8 64V0M36 44L8 17M18 27L39 0"),
        'l' => (20, "M8 64V10C8 3 11 0 17 0"),
        'm' => (
            70,
            "M8 44V0M8 26C8 37 13 44 22 44C31 44 35 38 35 28V0M35 26C35 37 40 44 49 44C58 44 62 38 62 28V0",
        ),
        'n' => (47, "M8 44V0M8 24C8 36 14 44 24 44C34 44 39 38 39 27V0"),
        'o' => (48, "M24 44C12 44 5 35 5 22C5 9 12 0 24 0C36 0 43 9 43 22C43 35 36 44 24 44"),
        'p' => (48, "M8 44V-19M8 22C8 34 14 44 25 44C37 44 43 34 43 22C43 10 37 0 25 0C14 0 8 10 8 22"),
        'q' => (48, "M40 44V-19M40 22C40 34 34 44 23 44C11 44 5 34 5 22C5 10 11 0 23 0C34 0 40 10 40 22"),
        'r' => (29, "M8 44V0M8 24C9 37 16 44 27 43"),
        's' => (42, "M35 36C32 41 28 44 21 44C13 44 7 40 7 33C7 19 37 27 37 12C37 4 30 0 22 0C14 0 8 3 5 9"),
        't' => (32, "M15 56V13C15 4 19 0 26 0C28 0 29 0.5 30 1M4 43H29"),
        'u' => (47, "M8 44V17C8 6 13 0 23 0C33 0 39 8 39 20M39 44V0"),
        'v' => (40, "M2 44L20 0L38 44"),
        'w' => (60, "M3 44L16 0L30 41L44 0L57 44"),
        'x' => (41, "M4 44L37 0M37 44L4 0"),
        'y' => (40, "M2 44L20 2M38 44L20 2L16 -8C13 -16 9 -19 3 -19"),
        'z' => (42, "M5 44H37L5 0H38"),
        _ => UNKNOWN,
    }
}

fn mark(letter: char) -> (u8, &'static str) {
    match letter {
        ' ' => (18, ""),
        '.' => (14, "M7 0V1"),
        ',' => (14, "M8 0L4 -11"),
        ':' => (14, "M7 0V1M7 37V38"),
        ';' => (14, "M8 0L4 -11M8 37V38"),
        '!' => (16, "M8 62V20M8 0V1"),
        '?' => (42, "M5 49C7 57 13 62 21 62C31 62 37 56 37 47C37 35 21 34 21 18M21 0V1"),
        '-' => (28, "M5 24H23"),
        '+' => (48, "M24 46V6M4 26H44"),
        '=' => (48, "M6 35H42M6 17H42"),
        '%' => (
            64,
            "M48 62L16 0M13 62C7 62 4 56 4 48C4 40 7 34 13 34C19 34 22 40 22 48C22 56 19 62 13 62\
             M51 28C45 28 42 22 42 14C42 6 45 0 51 0C57 0 60 6 60 14C60 22 57 28 51 28",
        ),
        '/' => (34, "M4 -6L30 66"),
        '\\' => (34, "M4 66L30 -6"),
        '(' => (22, "M18 70C4 52 4 6 18 -12"),
        ')' => (22, "M4 70C18 52 18 6 4 -12"),
        '[' => (22, "M20 70H8V-12H20"),
        ']' => (24, "M4 70H16V-12H4"),
        '{' => (24, "M22 70C10 70 18 34 7 29C18 24 10 -12 22 -12"),
        '}' => (24, "M2 70C14 70 6 34 17 29C6 24 14 -12 2 -12"),
        '|' => (16, "M8 70V-12"),
        '\'' => (16, "M8 64V48"),
        '"' => (30, "M8 64V48M22 64V48"),
        '`' => (22, "M6 64L16 52"),
        '^' => (44, "M8 44L22 62L36 44"),
        '~' => (48, "M5 22C13 36 21 31 24 26C27 20 36 16 43 30"),
        '_' => (46, "M2 -10H44"),
        '<' => (46, "M40 46L8 26L40 6"),
        '>' => (46, "M6 46L38 26L6 6"),
        '*' => (40, "M20 62V38M10 56L30 44M30 56L10 44"),
        '#' => (48, "M18 62L12 0M38 62L32 0M5 42H46M2 20H43"),
        '&' => (52, "M47 0L13 44C6 54 12 62 21 62C31 62 36 52 28 45L14 34C1 25 5 0 23 0C37 0 44 12 45 26"),
        '$' => (
            53,
            "M46 52C42 58 36 62 27 62C15 62 7 56 7 47C7 28 48 37 48 17C48 6 39 0 27 0C17 0 9 4 5 12M27 72V-10",
        ),
        '@' => (
            65,
            "M46 40V20C46 8 60 8 60 28C60 48 48 62 32 62C16 62 5 49 5 30C5 10 17 -4 34 -4C40 -4 45 -3 49 -1\
             M46 28C46 37 41 43 34 43C26 43 20 37 20 27C20 18 26 12 33 12C41 12 46 19 46 28",
        ),
        _ => UNKNOWN,
    }
}

/// Marks the poster uses, and letters with an accent, which are written without it.
fn foreign(letter: char) -> (u8, &'static str) {
    match letter {
        '\u{a0}' | '\u{2009}' | '\u{202f}' => mark(' '),
        '·' => (14, "M7 24V25"),
        '–' => (42, "M4 24H38"),
        '−' => (48, "M4 26H44"),
        '×' => (48, "M8 42L40 10M40 42L8 10"),
        '…' => (52, "M7 0V1M26 0V1M45 0V1"),
        '‘' | '’' => mark('\''),
        '“' | '”' => mark('"'),
        'À'..='Å' => capital('A'),
        'Ç' => capital('C'),
        'È'..='Ë' => capital('E'),
        'Ì'..='Ï' => capital('I'),
        'Ñ' => capital('N'),
        'Ò'..='Ö' | 'Ø' => capital('O'),
        'Ù'..='Ü' => capital('U'),
        'à'..='å' => small('a'),
        'ç' => small('c'),
        'è'..='ë' => small('e'),
        'ì'..='ï' => small('i'),
        'ñ' => small('n'),
        'ò'..='ö' | 'ø' => small('o'),
        'ù'..='ü' => small('u'),
        _ => UNKNOWN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_printable_letter_has_strokes_that_stay_within_its_width() {
        for letter in (' '..='~').chain("·–−×…".chars()) {
            let (advance, path) = glyph(letter);
            assert!((advance, path) != UNKNOWN, "{letter} is not drawn");
            assert_eq!(follow(path).is_empty(), letter == ' ', "{letter}");
            for (x, y) in follow(path).concat() {
                assert!((0.0..=f64::from(advance) + 4.0).contains(&x), "{letter} reaches {x} of {advance}");
                assert!((-20.0..=73.0).contains(&y), "{letter} reaches up to {y}");
            }
        }
    }

    #[test]
    fn a_path_is_followed_to_its_last_step() {
        assert_eq!(
            follow("M1 2L3 4H5V6M7 8"),
            [vec![(1.0, 2.0), (3.0, 4.0), (5.0, 4.0), (5.0, 6.0)], vec![(7.0, 8.0)]]
        );
        let curve = &follow("M0 0C0 10 10 10 10 0")[0];
        assert_eq!((curve.len(), curve[5], curve[10]), (11, (5.0, 7.5), (10.0, 0.0)));
    }
}
