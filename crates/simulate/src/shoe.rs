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
const MOST: usize = 1024;
/// Places for so many cards and a batch, as a power of two.
const ROOM: usize = 2 * MOST;
/// How many cards one random number shuffles.
pub(crate) const BATCH: usize = 6;

/// A card as it lies in a shoe: its value in the lowest byte, its kind in the next. Both would fit in half as many bits, but
/// a processor that stores one half and then loads the other waits.
pub(crate) type Lying = u32;

/// The value of a card, as an index from the Ace.
#[inline]
pub(crate) const fn value(card: Lying) -> u8 {
    card.to_le_bytes()[0]
}

/// The kind of a card.
#[inline]
pub(crate) const fn kind(card: Lying) -> Kind {
    card.to_le_bytes()[1]
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
            *place = Lying::from_le_bytes([pack.value(kind), kind, 0, 0]);
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
    #[inline]
    pub(crate) fn shuffle_more(&mut self, numbers: &mut impl Numbers) {
        if !self.deal(&mut [0; BATCH], numbers) {
            self.shuffle_last(numbers);
        }
    }

    /// Shuffles the next six cards and deals them; `false` when fewer are left.
    ///
    /// One random number gives all six places, each equally likely (Brackett-Rozinsky and Lemire, "Batched ranged random
    /// integer generation", 2024). Now and then its rest says that it must not be used.
    #[inline]
    pub(crate) fn deal(&mut self, dealt: &mut [Lying; BATCH], numbers: &mut impl Numbers) -> bool {
        if self.left < BATCH {
            return false;
        }
        // No shoe has more cards: from this the compiler knows that every place lies within it.
        let after = (self.left - BATCH) % MOST;
        self.left = after;
        let rest = self.exchange(after, numbers.number(), dealt);
        if rest < self.largest && rest < refused((after + BATCH) as u64) {
            self.deal_again(after, dealt, numbers);
        }
        true
    }

    /// A number was refused: the cards now lie in another order than before, which is as good as any, and the next number
    /// is taken.
    #[cold]
    fn deal_again(&mut self, after: usize, dealt: &mut [Lying; BATCH], numbers: &mut impl Numbers) {
        while self.exchange(after, numbers.number(), dealt) < refused((after + BATCH) as u64) {}
    }

    /// Exchanges each of the last six cards that are not shuffled, those from `after` on, with one of all up to it, and
    /// deals it. Answers the rest of the number.
    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the high and the low half of a product are taken apart"
    )]
    fn exchange(&mut self, after: usize, number: u64, dealt: &mut [Lying; BATCH]) -> u64 {
        let mut rest = number;
        for (dealt, last) in dealt.iter_mut().zip((after..after + BATCH).rev()) {
            let product = u128::from(rest) * (last as u128 + 1);
            rest = product as u64;
            let place = (product >> 64) as usize % ROOM;
            let card = self.cards[place];
            self.cards[place] = self.cards[last % ROOM];
            self.cards[last % ROOM] = card;
            *dealt = card;
        }
        rest
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

    /// The six cards from a place on, if they are shuffled.
    #[inline]
    pub(crate) fn batch(&self, place: usize) -> Option<[Lying; BATCH]> {
        let last = self.len.checked_sub(place + BATCH).filter(|last| *last >= self.left)? % MOST;
        Some(std::array::from_fn(|at| self.cards[last + BATCH - 1 - at]))
    }

    /// How many cards it has.
    pub(crate) const fn len(&self) -> usize {
        self.len
    }

    /// How many are not shuffled.
    #[inline]
    pub(crate) const fn left(&self) -> usize {
        self.left
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
