//! Thirty-two shoes at a time, as how many cards of each value are left in them.
//!
//! A card is drawn in two strides. A number below the cards left is first held against how many of them are *small*, from the
//! Ace to the Five; the rest of it then fits a byte, for the values of either half. [`Shoes::deal`] says so in plain words for
//! any processor; `avx2` does the same, number for number.

use rand_xoshiro::rand_core::Rng;

#[cfg(test)]
mod tests;

/// How many shoes.
pub(crate) const WIDTH: usize = 32;
/// How many shoes one number of the generator serves in each of its four streams: 16 bits a shoe.
const HALF: usize = WIDTH / 2;

/// A card of every shoe, by value.
pub(crate) type Values = [u8; WIDTH];

/// How many cards a full shoe has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Full {
    pub(crate) len: u16,
    small: i16,
    up_to: [i8; 8],
}

impl Full {
    /// A shoe with so many cards of each value; `None` when there are too many to be counted in bytes.
    pub(crate) fn of(counts: [u16; 10]) -> Option<Full> {
        let sum = |values: &[u16]| values.iter().sum::<u16>();
        let mut up_to = [0; 8];
        for (at, up_to) in up_to.iter_mut().enumerate() {
            // Aces to Fours, and Sixes to Nines; what is above them is a Five or a ten.
            let value = if at < 4 { at } else { at + 1 };
            let from = value / 5 * 5;
            *up_to = i8::try_from(i32::from(sum(&counts[from..=value])) - 128).ok()?;
        }
        Some(Full { len: sum(&counts), small: i16::try_from(sum(&counts[..5])).ok()?, up_to })
    }
}

/// Shoes that have dealt equally many cards.
#[derive(Clone, Debug)]
pub(crate) struct Shoes {
    /// Four streams of Xoshiro256++: the first words of their states, then the second ones.
    pub(super) numbers: [[u64; 4]; 4],
    /// How many small cards are left in the even shoes, and in the odd ones.
    pub(super) small: [[i16; HALF]; 2],
    /// How many cards are left up to the Ace, Two, Three and Four, and from the Six up to the Six, Seven, Eight and Nine.
    /// All are less by 128, since processors compare bytes with a sign.
    pub(super) up_to: [[i8; WIDTH]; 8],
}

impl Shoes {
    pub(crate) fn new(full: Full, rng: &mut impl Rng) -> Shoes {
        let mut numbers = [[0; 4]; 4];
        for word in numbers.as_flattened_mut() {
            *word = rng.next_u64();
        }
        let mut shoes = Shoes { numbers, small: [[0; HALF]; 2], up_to: [[0; WIDTH]; 8] };
        shoes.reshuffle(full);
        shoes
    }

    /// All shoes are full again.
    pub(crate) fn reshuffle(&mut self, full: Full) {
        self.small = [[full.small; HALF]; 2];
        self.up_to = full.up_to.map(|count| [count; WIDTH]);
    }

    /// Deals so many cards of every shoe, which has `left` cards before.
    pub(crate) fn deal(&mut self, left: u16, values: &mut [Values]) {
        for (left, values) in (1..=left).rev().zip(values) {
            let drawn = self.draw(left);
            *values = self.take(drawn);
        }
    }

    /// A number below `left` for every shoe, each equally likely (Lemire, 2019, with 16 bits). When one of them must not be
    /// used all are drawn again, so that those which are kept do not depend on their neighbours.
    fn draw(&mut self, left: u16) -> [[i16; HALF]; 2] {
        let refused = refused(left);
        loop {
            let (mut drawn, mut bad) = ([[0; HALF]; 2], 0);
            for drawn in &mut drawn {
                let random = self.random();
                for at in 0..HALF {
                    drawn[at] = ((u32::from(random[at]) * u32::from(left)) >> 16) as i16;
                    bad |= u16::from(random[at].wrapping_mul(left) < refused);
                }
            }
            if bad == 0 {
                return drawn;
            }
        }
    }

    fn random(&mut self) -> [u16; HALF] {
        let [s0, s1, s2, s3] = &mut self.numbers;
        let mut result = [0; 4];
        for at in 0..4 {
            result[at] = s0[at].wrapping_add(s3[at]).rotate_left(23).wrapping_add(s0[at]).to_le();
            let shifted = s1[at] << 17;
            s2[at] ^= s0[at];
            s3[at] ^= s1[at];
            s1[at] ^= s2[at];
            s0[at] ^= s3[at];
            s2[at] ^= shifted;
            s3[at] = s3[at].rotate_left(45);
        }
        zerocopy::transmute!(result)
    }

    /// The cards that these numbers are; they are no longer in the shoes.
    #[expect(clippy::cast_possible_truncation, reason = "no more than 255")]
    fn take(&mut self, drawn: [[i16; HALF]; 2]) -> Values {
        let (mut rest, mut is_small) = ([0; WIDTH], [0; WIDTH]);
        for (odd, drawn) in drawn.iter().enumerate() {
            for (at, drawn) in drawn.iter().enumerate() {
                let (lane, small) = (2 * at + odd, &mut self.small[odd][at]);
                let here = -i16::from(drawn < small);
                // Above the nines any number is a ten, and above the fours a five.
                rest[lane] = ((drawn - (*small & !here)).min(255) - 128) as i8;
                is_small[lane] = here as i8;
                *small += here;
            }
        }
        let mut values = [0; WIDTH];
        for lane in 0..WIDTH {
            let (small, rest) = (is_small[lane], rest[lane]);
            let mut value = 9 + (small & -5);
            for (half, others) in self.up_to.chunks_exact_mut(4).zip([!small, small]) {
                for up_to in half {
                    let here = -i8::from(rest < up_to[lane]) & !others;
                    up_to[lane] = up_to[lane].wrapping_add(here);
                    value += here;
                }
            }
            values[lane] = value.cast_unsigned();
        }
        values
    }
}

/// Below this, the lower half of a product would make some numbers more likely than others.
#[expect(clippy::cast_possible_truncation, reason = "a rest of a division by 16 bits has 16 bits")]
pub(super) const fn refused(left: u16) -> u16 {
    ((1 << 16) % left as u32) as u16
}
