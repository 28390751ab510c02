//! What lanes do most of the time, in plain words for any processor; `avx2` does the same.

use super::{GROUPS, LANES, Pairs, States, Values, WIDTH};
use crate::automaton::Automaton;

/// Moves the machine of every lane on, card by card, up to the step in which a player gets a pair to split. Answers how many
/// steps that were. The states after each step are kept, those above a byte as 255.
pub(crate) fn follow(
    machine: &Automaton,
    states: &mut States,
    values: [&[Values]; GROUPS],
    kept: &mut [[Values; GROUPS]],
) -> (usize, Pairs) {
    let mut steps = 0;
    for (step, kept) in kept.iter_mut().enumerate() {
        for ((states, values), kept) in states.iter_mut().zip(values).zip(kept) {
            for ((state, value), kept) in states.iter_mut().zip(&values[step]).zip(kept) {
                *state = machine.next(*state, *value);
                *kept = u8::try_from(*state).unwrap_or(u8::MAX);
            }
        }
        steps += 1;
        if states.as_flattened().iter().fold(0, |most, state| most.max(*state)) >= machine.pairs {
            break;
        }
    }
    (steps, states.each_ref().map(|states| pairs(states, machine.pairs)))
}

/// Which of these states are pairs to split.
fn pairs(states: &[u16; WIDTH], pairs: u16) -> u32 {
    states.iter().rev().fold(0, |found, state| found << 1 | u32::from(*state >= pairs))
}

/// How often this ending is among the states of no more than 255 steps.
#[expect(clippy::inline_always, reason = "it is compiled for a processor only where it is inlined")]
#[inline(always)]
pub(crate) fn count(kept: &[[Values; GROUPS]], ending: u8) -> u64 {
    let mut times = [0_u8; LANES];
    let mut count = |states: &[Values; GROUPS]| {
        for (times, state) in times.iter_mut().zip(states.as_flattened()) {
            *times = times.wrapping_add(u8::from(*state == ending));
        }
    };
    // Four at a time, so that counting is more than going from one to the next.
    let (fours, rest) = kept.as_chunks::<4>();
    for four in fours {
        four.iter().for_each(&mut count);
    }
    rest.iter().for_each(&mut count);
    u64::from(times.iter().map(|times| u32::from(*times)).sum::<u32>())
}
