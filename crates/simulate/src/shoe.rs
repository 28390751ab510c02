//! A shoe that is shuffled as far as it is dealt.
//!
//! Dealing the first cards of a Fisher-Yates shuffle is dealing from a shuffled shoe. Where it stops and starts again the
//! cards lie in some order, which does not matter: whatever their order, the next cards are equally likely to be any.

use crate::generator::Numbers;
use crate::kernel::Cards;
use crate::pack::{Kind, Pack};

#[cfg(test)]
mod tests;

/// A power of two above twelve decks of 65 cards.
const ROOM: usize = 1024;
/// How many cards one random number shuffles.
pub(crate) const BATCH: usize = 6;

/// A card as it lies in a shoe: its kind, and its value in the lowest four bits.
pub(crate) type Lying = u16;

/// The value of a card, as an index from the Ace.
#[inline]
pub(crate) const fn value(card: Lying) -> u16 {
    card & 15
}

/// The kind of a card.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "a kind is a byte, four bits up")]
pub(crate) const fn kind(card: Lying) -> Kind {
    (card >> 4) as Kind
}

/// The cards of a shoe; the last of them are shuffled, and dealt from the end.
#[derive(Clone, Debug)]
pub(crate) struct Shoe {
    cards: Box<[Lying; ROOM]>,
    len: usize,
    /// How many are not shuffled yet.
    left: usize,
    /// No product of the ranges of a batch is larger.
    largest: u64,
}

impl Shoe {
    pub(crate) fn new(pack: &Pack, decks: u8) -> Shoe {
        let mut cards = Box::new([0; ROOM]);
        let mut len = 0;
        let kinds = 0..u8::try_from(pack.cards.len()).unwrap_or(0);
        let all = (0..decks).flat_map(|_| kinds.clone());
        for (kind, place) in all.zip(cards.iter_mut()) {
            *place = u16::from(kind) << 4 | u16::from(pack.value(kind));
            len += 1;
        }
        Shoe { cards, len, left: len, largest: (len as u64).pow(6) }
    }

    /// The next shoe: nothing of it is known.
    pub(crate) const fn reshuffle(&mut self) {
        self.left = self.len;
    }

    /// Shuffles so many cards, or a few more.
    #[inline(never)]
    pub(crate) fn shuffle_to(&mut self, cards: usize, numbers: &mut impl Numbers) {
        while self.shuffled() < cards && self.left > 0 {
            self.shuffle_more(numbers);
        }
    }

    /// Shuffles the next six cards, or the last few.
    ///
    /// One random number gives all six places, each equally likely (Brackett-Rozinsky and Lemire, "Batched ranged random
    /// integer generation", 2024). Now and then its rest says that it must not be used; the cards then lie in another
    /// order than before, which is as good as any, and the next number is taken.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high and the low half of a product are taken apart"
    )]
    pub(crate) fn shuffle_more(&mut self, numbers: &mut impl Numbers) {
        let left = self.left.min(ROOM);
        if left < BATCH {
            self.shuffle_last(numbers);
            return;
        }
        loop {
            let mut rest = numbers.number();
            for dealt in 0..BATCH {
                let range = left - dealt;
                let product = u128::from(rest) * range as u128;
                rest = product as u64;
                let place = (product >> 64) as usize % ROOM;
                let card = self.cards[place];
                self.cards[place] = self.cards[range - 1];
                self.cards[range - 1] = card;
            }
            if rest >= self.largest || rest >= refused(left as u64) {
                break;
            }
        }
        self.left = left - BATCH;
    }

    /// The last few cards of a shoe, which hardly ever come.
    #[cold]
    fn shuffle_last(&mut self, numbers: &mut impl Numbers) {
        while self.left > 0 {
            self.cards.swap((self.left - 1) % ROOM, below(self.left as u64, numbers) % ROOM);
            self.left -= 1;
        }
    }

    /// The card that comes at a place, which is shuffled.
    #[inline]
    pub(crate) fn at(&self, place: usize) -> Lying {
        self.cards[self.len.wrapping_sub(1 + place) % ROOM]
    }

    /// The six cards from a place on, all of them shuffled.
    #[inline]
    pub(crate) fn batch(&self, place: usize) -> [Lying; BATCH] {
        let end = self.len.wrapping_sub(place).clamp(BATCH, ROOM);
        std::array::from_fn(|at| self.cards[end - 1 - at])
    }

    /// How many cards it has.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many are shuffled.
    #[inline]
    pub(crate) const fn shuffled(&self) -> usize {
        self.len - self.left
    }
}

/// Below this a rest would make some places more likely than others.
#[cold]
fn refused(left: u64) -> u64 {
    let product = (0..BATCH as u64).fold(1, |product: u64, less| product * (left - less));
    product.wrapping_neg() % product
}

/// A place below `range`, all equally likely (Lemire, 2019).
#[expect(clippy::cast_possible_truncation, reason = "the high and the low half of a product are taken apart")]
pub(crate) fn below(range: u64, numbers: &mut impl Numbers) -> usize {
    loop {
        let product = u128::from(numbers.number()) * u128::from(range);
        if product as u64 >= range || product as u64 >= range.wrapping_neg() % range {
            return (product >> 64) as usize;
        }
    }
}

/// The cards of a shoe from some place on, shuffled as they come.
pub(crate) struct From<'s, N> {
    pub(crate) shoe: &'s mut Shoe,
    pub(crate) numbers: &'s mut N,
    pub(crate) next: usize,
}

impl<N: Numbers> Cards for From<'_, N> {
    #[inline]
    fn next(&mut self) -> Option<Kind> {
        if self.next >= self.shoe.shuffled() {
            self.shoe.shuffle_to(self.next + 1, self.numbers);
            if self.next >= self.shoe.shuffled() {
                return None;
            }
        }
        let card = self.shoe.at(self.next);
        self.next += 1;
        Some(kind(card))
    }
}
