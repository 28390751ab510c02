//! How a round went: what its events tell and its state does not. Which cards were everyone's, which hand was split when,
//! what was decided for whom.

use round::{Action, Event, Slot};
use vocabulary::{Card, Clause};

/// How a round went so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Course {
    /// The cards all terminals shared, in their order.
    pub(crate) common: Vec<Card>,
    /// The hands that were split, by area and hand, in the order they were.
    splits: Vec<(usize, usize)>,
    played: Vec<Played>,
}

/// A decision that was taken for a player who did not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    pub(crate) area: usize,
    pub(crate) hand: usize,
    /// Whether the hand took a card; else it stood.
    pub(crate) draws: bool,
    pub(crate) clause: Clause,
}

impl Course {
    /// Whether an event tells something of this.
    pub(super) fn is_told(event: &Event) -> bool {
        matches!(
            event,
            Event::BetsOpened { .. }
                | Event::Dealt { to: Slot::Common, .. }
                | Event::Acted { action: Action::Split, .. }
                | Event::PlayedSilently { .. }
        )
    }

    /// Takes an event down.
    pub(crate) fn note(&mut self, event: &Event) {
        match *event {
            Event::BetsOpened { .. } => *self = Course::default(),
            Event::Dealt { to: Slot::Common, card, .. } => self.common.push(card),
            Event::Acted { action: Action::Split, area, hand, .. } => self.splits.push((area, hand)),
            Event::PlayedSilently { area, hand, draws, because, .. } => {
                self.played.push(Played { area, hand, draws, clause: because.clause });
            }
            _ => {}
        }
    }

    /// What was decided for a hand.
    pub(crate) fn played(&self, area: usize, hand: usize) -> impl Iterator<Item = &Played> {
        self.played.iter().filter(move |played| (played.area, played.hand) == (area, hand))
    }

    /// The cards of an area's hands by number, in the order they came to it, so that a card that is split off keeps its own.
    /// A hand is played to its end before the next, so the hands' lengths and the order of the splits tell it.
    pub(crate) fn numbers(&self, area: usize, lengths: &[usize]) -> Vec<Vec<usize>> {
        let mut hands: Vec<Vec<usize>> = vec![Vec::new()];
        let mut next = 0;
        for (_, split) in self.splits.iter().filter(|(at, split)| *at == area && split + 1 < lengths.len()) {
            let filled = lengths[..*split].iter().copied().chain([2]);
            fill(&mut hands, filled, &mut next);
            let off = hands.get_mut(*split).and_then(Vec::pop);
            hands.insert((split + 1).min(hands.len()), off.into_iter().collect());
        }
        hands.resize(lengths.len(), Vec::new());
        fill(&mut hands, lengths.iter().copied(), &mut next);
        hands
    }
}

/// Gives each hand as many cards as it has.
fn fill(hands: &mut [Vec<usize>], lengths: impl Iterator<Item = usize>, next: &mut usize) {
    for (hand, length) in hands.iter_mut().zip(lengths) {
        hand.truncate(length);
        while hand.len() < length {
            hand.push(*next);
            *next += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(splits: &[usize], lengths: &[usize]) -> Vec<Vec<usize>> {
        let splits = splits.iter().map(|hand| (0, *hand)).collect();
        Course { splits, ..Course::default() }.numbers(0, lengths)
    }

    #[test]
    fn a_card_keeps_its_number_when_it_is_split_off() {
        assert_eq!(numbers(&[], &[2]), [vec![0, 1]]);
        assert_eq!(numbers(&[0], &[1, 1]), [vec![0], vec![1]]);
        assert_eq!(numbers(&[0], &[3, 1]), [vec![0, 2, 3], vec![1]]);
        assert_eq!(numbers(&[0], &[3, 2]), [vec![0, 2, 3], vec![1, 4]]);
        // The first hand is split again, or the second is.
        assert_eq!(numbers(&[0, 0], &[2, 1, 1]), [vec![0, 3], vec![2], vec![1]]);
        assert_eq!(numbers(&[0, 1], &[2, 1, 1]), [vec![0, 2], vec![1], vec![3]]);
    }

    #[test]
    fn lengths_that_do_not_fit_the_splits_are_numbered_all_the_same() {
        assert_eq!(numbers(&[5, 0, 3], &[2]), [vec![0, 1]]);
        assert_eq!(numbers(&[0], &[0, 3]), [vec![], vec![1, 2, 3]]);
        assert_eq!(numbers(&[], &[2, 2]), [vec![0, 1], vec![2, 3]]);
        assert!(numbers(&[0], &[]).is_empty());
    }
}
