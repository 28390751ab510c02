//! New input from old: pieces of it changed, moved, repeated, dropped, or mixed with another input.

use testkit::Random;

/// No mutation makes an input longer than this.
const SIZE_LIMIT: usize = 64 * 1024;

/// What an input is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Shape {
    /// Bytes of equal standing.
    Bytes,
    /// Lines of words.
    Text,
}

/// A few changes to `input`, with pieces of `other`.
pub(crate) fn mutate(random: &mut Random, shape: Shape, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut made = input.to_vec();
    for _ in 0..=random.below(4) {
        let cut: fn(&[u8]) -> Vec<&[u8]> = match (shape, random.below(8)) {
            (Shape::Text, 0..4) => lines,
            (Shape::Text, 4..7) => words,
            _ => bytes,
        };
        let byte = [byte(random)];
        made = change(random, cut(&made), &cut(other), &byte).concat();
        made.truncate(SIZE_LIMIT);
    }
    made
}

fn lines(input: &[u8]) -> Vec<&[u8]> {
    input.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Runs of letters and digits, and what is between them byte by byte.
fn words(input: &[u8]) -> Vec<&[u8]> {
    input.chunk_by(|one, next| one.is_ascii_alphanumeric() && next.is_ascii_alphanumeric()).collect()
}

fn bytes(input: &[u8]) -> Vec<&[u8]> {
    input.chunks(1).collect()
}

/// Numbers and characters at which programs stumble.
const AWKWARD: [&[u8]; 16] = [
    b"0",
    b"-1",
    b"1",
    b"255",
    b"256",
    b"65536",
    b"4294967296",
    b"18446744073709551616",
    b"0.5",
    b"\0",
    b"\n",
    b"\r\n",
    b"\"",
    b"#",
    "\u{feff}".as_bytes(),
    "\u{1f0a1}".as_bytes(),
];

/// Any byte.
pub(crate) fn byte(random: &mut Random) -> u8 {
    random.bits().to_le_bytes()[3]
}

/// One change to a list of pieces, with pieces of another list or with a byte.
fn change<'i>(
    random: &mut Random,
    mut pieces: Vec<&'i [u8]>,
    others: &[&'i [u8]],
    byte: &'i [u8],
) -> Vec<&'i [u8]> {
    let at = random.below(pieces.len() + 1);
    let (from, to) = stretch(random, pieces.len());
    match random.below(7) {
        0 => drop(pieces.drain(from..to)),
        1 => {
            let again = pieces[from..to].to_vec();
            pieces.splice(at..at, again);
        }
        2 => pieces[from..to].reverse(),
        3 => {
            let (first, last) = stretch(random, others.len());
            pieces.splice(from..to, others[first..last].iter().copied());
        }
        4 => {
            let (first, last) = stretch(random, others.len());
            pieces.splice(at..at, others[first..last].iter().copied());
        }
        5 => {
            pieces.splice(from..to, [AWKWARD[random.below(AWKWARD.len())]]);
        }
        _ => {
            pieces.splice(from..to, [byte]);
        }
    }
    pieces
}

/// Mostly a short stretch of a list of this length, sometimes any; empty only if the list is.
fn stretch(random: &mut Random, length: usize) -> (usize, usize) {
    if length == 0 {
        return (0, 0);
    }
    let from = random.below(length);
    let longest = if random.below(8) == 0 { length - from } else { 4.min(length - from) };
    (from, from + 1 + random.below(longest))
}
