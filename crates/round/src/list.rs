use std::fmt;
use std::ops::{Deref, DerefMut};

use smallvec::SmallVec;
use vocabulary::{Card, Rank, Suit};

/// A short list of plain values that is copied in one piece: a round is copied for every command.
#[derive(PartialEq, Eq)]
pub struct List<T: Copy, const N: usize>(SmallVec<[T; N]>);

impl<T: Copy, const N: usize> Clone for List<T, N> {
    fn clone(&self) -> Self {
        List(SmallVec::from_slice(&self.0))
    }
}

impl<T: Copy, const N: usize> Default for List<T, N> {
    fn default() -> Self {
        List(SmallVec::new())
    }
}

impl<T: Copy, const N: usize> Deref for List<T, N> {
    type Target = SmallVec<[T; N]>;
    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<T: Copy, const N: usize> DerefMut for List<T, N> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for List<T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T: Copy, const N: usize> FromIterator<T> for List<T, N> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        List(values.into_iter().collect())
    }
}

impl<'a, T: Copy, const N: usize> IntoIterator for &'a List<T, N> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Up to `N` plain values in order, copied in one piece and never on the heap.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Few<T: Blank, const N: usize> {
    items: [T; N],
    length: u8,
}

/// A value that stands in the places nothing has come to yet.
pub(crate) trait Blank: Copy {
    const BLANK: Self;
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

/// How many cards of each kind are out, by [`Card::code`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Out {
    counts: [u8; 256],
    total: u16,
}

impl Out {
    pub(crate) const NONE: Out = Out { counts: [0; 256], total: 0 };

    pub(crate) fn add(&mut self, card: Card) {
        let count = &mut self.counts[usize::from(card.code())];
        *count = count.saturating_add(1);
        self.total = self.total.saturating_add(1);
    }

    pub(crate) fn count(&self, card: Card) -> usize {
        usize::from(self.counts[usize::from(card.code())])
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.total == 0
    }
}

impl fmt::Debug for Out {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} cards out", self.total)
    }
}
