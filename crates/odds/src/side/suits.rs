//! The suits of a hand, as far as a wager tells them apart.

use vocabulary::{Deck, Suit};

/// Ways the suits of two or more cards can fall, each of them once: all of one suit, of one colour but not of one suit,
/// of both colours. A pay table asks for no more than that, so whatever one hand of a case is paid, all are.
pub(super) struct Suits {
    /// Every suit of the deck.
    pub(super) all: &'static [Suit],
    /// The sets of suits whose cards are counted.
    pub(super) sets: Vec<Vec<Suit>>,
    /// The ways.
    pub(super) cases: Vec<Case>,
}

/// One way the suits can fall.
pub(super) struct Case {
    /// The suit of the first card and the suit of all others, in a hand that shows the case.
    pub(super) lay: (Suit, Suit),
    /// All cards are in this set of suits.
    pub(super) inside: usize,
    /// But not all in one of these, which do not overlap.
    pub(super) except: Vec<usize>,
}

impl Suits {
    /// For a wager that does not look at them: any suits at all.
    pub(super) fn unseen(deck: Deck) -> Suits {
        let all = deck.suits();
        let mut suits = Suits { all, sets: Vec::new(), cases: Vec::new() };
        suits.add((all[0], all[0]), all, &[]);
        suits
    }

    /// For a wager that looks at them.
    pub(super) fn seen(deck: Deck) -> Suits {
        let mut suits = Suits { all: deck.suits(), sets: Vec::new(), cases: Vec::new() };
        let mut colours = Vec::new();
        for colour in by_colour(deck) {
            let singles: Vec<usize> =
                colour.iter().map(|&suit| suits.add((suit, suit), &[suit], &[])).collect();
            let lay = (colour[0], colour[colour.len() - 1]);
            colours.push((suits.add(lay, &colour, &singles), colour[0]));
        }
        let sets: Vec<usize> = colours.iter().map(|(set, _)| *set).collect();
        if let [(_, one), (_, other), ..] = colours[..] {
            suits.add((one, other), suits.all, &sets);
        }
        suits
    }

    /// Adds a case, and says where its set stands.
    fn add(&mut self, lay: (Suit, Suit), set: &[Suit], except: &[usize]) -> usize {
        let inside = self.sets.len();
        self.sets.push(set.to_vec());
        self.cases.push(Case { lay, inside, except: except.to_vec() });
        inside
    }
}

/// The suits of a deck, those of one colour together; elements have no colour and are all alike in that.
fn by_colour(deck: Deck) -> Vec<Vec<Suit>> {
    let mut colours: Vec<Vec<Suit>> = Vec::new();
    for &suit in deck.suits() {
        match colours.iter_mut().find(|colour| colour[0].colour() == suit.colour()) {
            Some(colour) => colour.push(suit),
            None => colours.push(vec![suit]),
        }
    }
    colours
}
