//! What lanes do most of the time, in the instructions of AVX2: what is left in the shoes stays in the registers from card to
//! card, and so do the states of the machines. Left to the compiler dealing took 2.7 times as long.

use std::arch::x86_64::{
    __m128i, __m256i, _mm256_add_epi8, _mm256_add_epi16, _mm256_add_epi64, _mm256_and_si256,
    _mm256_andnot_si256, _mm256_blendv_epi8, _mm256_cmpeq_epi16, _mm256_cmpgt_epi8, _mm256_cmpgt_epi16,
    _mm256_cvtepu8_epi16, _mm256_max_epi8, _mm256_max_epu16, _mm256_min_epi16, _mm256_min_epu16,
    _mm256_movemask_epi8, _mm256_mulhi_epu16, _mm256_mullo_epi16, _mm256_or_si256, _mm256_packs_epi16,
    _mm256_packus_epi16, _mm256_permute4x64_epi64, _mm256_set_epi16, _mm256_set1_epi8, _mm256_set1_epi16,
    _mm256_slli_epi16, _mm256_slli_epi64, _mm256_srli_epi64, _mm256_sub_epi16, _mm256_subs_epu16,
    _mm256_testz_si256, _mm256_xor_si256,
};

use zerocopy::transmute;

use super::shoes::{Shoes, Values, refused};
use super::{GROUPS, Pairs, States, plain};
use crate::automaton::{Automaton, Next};

/// As many lanes as states fit a register.
const FEW: usize = 16;

/// [`Shoes::deal`].
#[target_feature(enable = "avx2")]
pub(crate) fn deal(shoes: &mut Shoes, left: u16, values: &mut [Values]) {
    let mut now = Registers {
        numbers: transmute!(shoes.numbers),
        small: transmute!(shoes.small),
        up_to: transmute!(shoes.up_to),
    };
    for (left, values) in (1..=left).rev().zip(values) {
        let drawn = now.draw(left);
        *values = transmute!(now.take(drawn));
    }
    shoes.numbers = transmute!(now.numbers);
    shoes.small = transmute!(now.small);
    shoes.up_to = transmute!(now.up_to);
}

/// What [`Shoes`] is made of.
struct Registers {
    numbers: [__m256i; 4],
    small: [__m256i; 2],
    up_to: [__m256i; 8],
}

impl Registers {
    #[target_feature(enable = "avx2")]
    #[inline]
    fn draw(&mut self, left: u16) -> [__m256i; 2] {
        let (below, refused) = (words(left), words(refused(left)));
        loop {
            let random = [self.random(), self.random()];
            let [even, odd] =
                random.map(|random| _mm256_subs_epu16(refused, _mm256_mullo_epi16(random, below)));
            let bad = _mm256_or_si256(even, odd);
            if _mm256_testz_si256(bad, bad) == 1 {
                return random.map(|random| _mm256_mulhi_epu16(random, below));
            }
        }
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn random(&mut self) -> __m256i {
        let [s0, s1, s2, s3] = &mut self.numbers;
        let result = _mm256_add_epi64(rotate::<23, 41>(_mm256_add_epi64(*s0, *s3)), *s0);
        let shifted = _mm256_slli_epi64::<17>(*s1);
        *s2 = _mm256_xor_si256(*s2, *s0);
        *s3 = _mm256_xor_si256(*s3, *s1);
        *s1 = _mm256_xor_si256(*s1, *s2);
        *s0 = _mm256_xor_si256(*s0, *s3);
        *s2 = _mm256_xor_si256(*s2, shifted);
        *s3 = rotate::<45, 19>(*s3);
        result
    }

    #[target_feature(enable = "avx2")]
    #[inline]
    fn take(&mut self, drawn: [__m256i; 2]) -> __m256i {
        let low_bytes = words(255);
        let (mut rest, mut is_small) = (drawn, drawn);
        for (half, small) in self.small.iter_mut().enumerate() {
            let here = _mm256_cmpgt_epi16(*small, drawn[half]);
            let less = _mm256_sub_epi16(drawn[half], _mm256_andnot_si256(here, *small));
            rest[half] = _mm256_min_epi16(less, low_bytes);
            is_small[half] = here;
            *small = _mm256_add_epi16(*small, here);
        }
        let rest = _mm256_or_si256(rest[0], _mm256_slli_epi16::<8>(rest[1]));
        let rest = _mm256_xor_si256(rest, bytes(-128));
        let small = _mm256_blendv_epi8(is_small[1], is_small[0], low_bytes);
        let mut value = _mm256_add_epi8(bytes(9), _mm256_and_si256(small, bytes(-5)));
        // Where a card is of the other half its number is above all of this one.
        let above =
            [bytes(127), bytes(-128)].map(|flip| _mm256_max_epi8(rest, _mm256_xor_si256(small, flip)));
        for (half, rest) in self.up_to.chunks_exact_mut(4).zip(above) {
            for up_to in half {
                let here = _mm256_cmpgt_epi8(*up_to, rest);
                *up_to = _mm256_add_epi8(*up_to, here);
                value = _mm256_add_epi8(value, here);
            }
        }
        value
    }
}

#[target_feature(enable = "avx2")]
#[inline]
fn rotate<const LEFT: i32, const RIGHT: i32>(words: __m256i) -> __m256i {
    _mm256_or_si256(_mm256_slli_epi64::<LEFT>(words), _mm256_srli_epi64::<RIGHT>(words))
}

#[target_feature(enable = "avx2")]
#[inline]
fn words(of: u16) -> __m256i {
    _mm256_set1_epi16(of.cast_signed())
}

#[target_feature(enable = "avx2")]
#[inline]
fn bytes(of: i8) -> __m256i {
    _mm256_set1_epi8(of)
}

/// [`plain::follow`].
#[target_feature(enable = "avx2")]
pub(crate) fn follow(
    machine: &Automaton,
    states: &mut States,
    values: [&[Values]; GROUPS],
    kept: &mut [[Values; GROUPS]],
) -> (usize, Pairs) {
    let below_pairs = words(machine.pairs - 1);
    let mut now: [[__m256i; 2]; GROUPS] = transmute!(*states);
    let (mut steps, mut found) = (0, false);
    for (step, kept) in kept.iter_mut().enumerate() {
        let mut most = below_pairs;
        for ((now, values), kept) in now.iter_mut().zip(values).zip(kept) {
            let halves: [__m128i; 2] = transmute!(values[step]);
            for (now, values) in now.iter_mut().zip(halves) {
                let entries = _mm256_add_epi16(*now, _mm256_cvtepu8_epi16(values));
                *now = look_up(&machine.next, transmute!(entries));
                most = _mm256_max_epu16(most, *now);
            }
            // The bytes are counted and may stand in any order.
            let [a, b] = now.map(|states| _mm256_min_epu16(states, words(255)));
            *kept = transmute!(_mm256_packus_epi16(a, b));
        }
        steps += 1;
        let above = _mm256_xor_si256(most, below_pairs);
        found = _mm256_testz_si256(above, above) == 0;
        if found {
            break;
        }
    }
    *states = transmute!(now);
    let pairs = if found { now.map(|states| pairs(states, below_pairs)) } else { [0; GROUPS] };
    (steps, pairs)
}

/// What stands at each of these places of the table.
#[target_feature(enable = "avx2")]
#[inline]
fn look_up(table: &Next, entries: [u16; FEW]) -> __m256i {
    let at = |lane: usize| table[usize::from(entries[lane])].cast_signed();
    _mm256_set_epi16(
        at(15),
        at(14),
        at(13),
        at(12),
        at(11),
        at(10),
        at(9),
        at(8),
        at(7),
        at(6),
        at(5),
        at(4),
        at(3),
        at(2),
        at(1),
        at(0),
    )
}

/// Which of these states are pairs to split.
#[target_feature(enable = "avx2")]
#[inline]
fn pairs(states: [__m256i; 2], below: __m256i) -> u32 {
    let [a, b] = states.map(|states| _mm256_cmpeq_epi16(_mm256_max_epu16(states, below), below));
    let others = _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packs_epi16(a, b));
    !_mm256_movemask_epi8(others).cast_unsigned()
}

/// [`plain::count`].
#[target_feature(enable = "avx2")]
pub(crate) fn count(kept: &[[Values; GROUPS]], ending: u8) -> u64 {
    plain::count(kept, ending)
}
