use std::fmt;
use std::ops::{Deref, DerefMut};

use vocabulary::{Card, PlayerId, Rank, Suit};

/// A list of plain values, the first few of them in place: a round is copied for every command, and a short list is
/// then copied together with it. Longer ones move to the heap whole.
pub struct List<T: Blank, const N: usize> {
    few: Few<T, N>,
    many: Vec<T>,
}

impl<T: Blank, const N: usize> List<T, N> {
    /// Adds a value at the end.
    pub fn push(&mut self, value: T) {
        if self.many.is_empty() && self.few.len() < N {
            self.few.push(value);
            return;
        }
        if self.many.is_empty() {
            self.many.extend_from_slice(&self.few);
            self.few = Few::EMPTY;
        }
        self.many.push(value);
    }

    /// Removes all values.
    pub fn clear(&mut self) {
        *self = List::default();
    }

    /// Keeps the values that fit.
    pub fn retain(&mut self, fits: impl FnMut(&T) -> bool) {
        let mut fits = fits;
        *self = self.iter().copied().filter(|value| fits(value)).collect();
    }

    /// Removes the value at a place, if there is one.
    pub fn remove(&mut self, at: usize) {
        *self = self
            .iter()
            .copied()
            .enumerate()
            .filter(|(place, _)| *place != at)
            .map(|(_, value)| value)
            .collect();
    }
}

impl<T: Blank, const N: usize> Clone for List<T, N> {
    #[inline]
    fn clone(&self) -> Self {
        // Nearly always there is nothing on the heap to copy.
        let many = if self.many.is_empty() { Vec::new() } else { self.many.clone() };
        List { few: self.few, many }
    }
}

impl<T: Blank, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List { few: Few::EMPTY, many: Vec::new() }
    }
}

impl<T: Blank, const N: usize> Deref for List<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        if self.many.is_empty() { &self.few } else { &self.many }
    }
}

impl<T: Blank, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        if self.many.is_empty() { &mut self.few } else { &mut self.many }
    }
}

impl<T: Blank + PartialEq, const N: usize> PartialEq for List<T, N> {
    fn eq(&self, other: &Self) -> bool {
        **self == **other
    }
}

impl<T: Blank + Eq, const N: usize> Eq for List<T, N> {}

impl<T: Blank + fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

impl<T: Blank, const N: usize> Extend<T> for List<T, N> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, values: I) {
        values.into_iter().for_each(|value| self.push(value));
    }
}

impl<T: Blank, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut list = List::default();
        list.extend(values);
        list
    }
}

impl<'a, T: Blank, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Up to `N` plain values in order, copied in one piece and never on the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Few<T: Blank, const N: usize> {
    items: [T; N],
    length: u8,
}

/// A value that stands in the places nothing has come to yet.
pub trait Blank: Copy {
    /// That value.
    const BLANK: Self;
}

impl Blank for PlayerId {
    const BLANK: PlayerId = PlayerId(0);
}

impl Blank for Card {
    const BLANK: Card = match Card::new(Rank::Two, Suit::Spades) {
        Some(card) => card,
        None => unreachable!(),
    };
}

impl Blank for u16 {
    const BLANK: u16 = 0;
}

impl<T: Blank, const N: usize> Few<T, N> {
    pub(crate) const EMPTY: Self = Few { items: [T::BLANK; N], length: 0 };

    /// Adds a value while there is room for one.
    pub(crate) fn push(&mut self, item: T) {
        self.insert(usize::from(self.length), item);
    }

    /// Puts a value at a place and moves those after it on, while there is room for one more.
    pub(crate) fn insert(&mut self, at: usize, item: T) {
        let length = usize::from(self.length);
        if length < N && at <= length {
            self.items.copy_within(at..length, at + 1);
            self.items[at] = item;
            self.length += 1;
        }
    }

    pub(crate) fn pop(&mut self) -> Option<T> {
        let item = self.last().copied()?;
        self.length -= 1;
        self.items[usize::from(self.length)] = T::BLANK;
        Some(item)
    }
}

impl<T: Blank, const N: usize> Default for Few<T, N> {
    fn default() -> Self {
        Few::EMPTY
    }
}

impl<T: Blank, const N: usize> Deref for Few<T, N> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.length)]
    }
}

impl<T: Blank, const N: usize> DerefMut for Few<T, N> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.length)]
    }
}

impl<T: Blank + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (**self).fmt(f)
    }
}

/// How many cards of each kind are out.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Out {
    counts: [u8; 65],
    total: u16,
}

impl Out {
    pub(crate) const NONE: Out = Out { counts: [0; 65], total: 0 };

    pub(crate) fn add(&mut self, card: Card) {
        let count = &mut self.counts[place(card)];
        *count = count.saturating_add(1);
        self.total = self.total.saturating_add(1);
    }

    pub(crate) fn count(&self, card: Card) -> usize {
        usize::from(self.counts[place(card)])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }
}

/// A card's place in its own deck; a round never mixes the two.
fn place(card: Card) -> usize {
    usize::from(PLACES[usize::from(card.code())])
}

/// The place of every card by its code.
const PLACES: [u8; 256] = {
    let mut places = [0; 256];
    let (mut rank, mut place) = (0, [0u8; 2]);
    while rank < Rank::ALL.len() {
        let mut suit = 0;
        while suit < 9 {
            let element = suit >= 4;
            let of = if element { Suit::ELEMENTS[suit - 4] } else { Suit::STANDARD[suit] };
            if let Some(card) = Card::new(Rank::ALL[rank], of) {
                places[card.code() as usize] = place[element as usize];
                place[element as usize] += 1;
            }
            suit += 1;
        }
        rank += 1;
    }
    places
};

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards out", self.total)
    }
}
