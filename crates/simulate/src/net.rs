//! What a main wager comes to, as a small number: everything that is counted is an integer.

use vocabulary::Payout;

/// What became of a main wager with all that was added to it: so many half units lost, so many units won, or a
/// blackjack. What a win pays is left to whoever reads the tally, so that any payout is exact.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Net(u8);

/// More units than four doubled hands can win.
const UNITS: u8 = 9;

impl Net {
    /// How many there are.
    pub const KINDS: usize = 17 * UNITS as usize + 2;
    /// Nothing won and nothing lost.
    pub const ZERO: Net = Net(0);
    /// A blackjack, paid.
    pub const BLACKJACK: Net = Net(17 * UNITS);
    /// A blackjack that took even money.
    pub const EVEN_MONEY: Net = Net(17 * UNITS + 1);
    /// Half the wager, given up.
    pub const SURRENDERED: Net = Net(UNITS);

    /// So many half units lost and so many units won; more than four doubled hands can bring is cut off.
    pub(crate) const fn new(half_lost: u8, won: u8) -> Net {
        let half_lost = if half_lost > 16 { 16 } else { half_lost };
        let won = if won >= UNITS { UNITS - 1 } else { won };
        Net(half_lost * UNITS + won)
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Net> {
        (0..).take(Net::KINDS).map(Net)
    }

    /// Its number, below [`Net::KINDS`].
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Half units lost.
    #[must_use]
    pub const fn half_units_lost(self) -> u8 {
        if self.0 >= Net::BLACKJACK.0 { 0 } else { self.0 / UNITS }
    }

    /// Units that won and are paid as an ordinary win.
    #[must_use]
    pub const fn units_won(self) -> u8 {
        if self.0 >= Net::BLACKJACK.0 { 0 } else { self.0 % UNITS }
    }

    /// What it is in original wagers, as a whole number over [`denominator`].
    #[must_use]
    pub fn over(self, win: Payout, blackjack: Payout) -> i64 {
        let of = denominator(win, blackjack);
        let paid = |payout: Payout| {
            let (pays, to) = payout.sides();
            of / i64::from(to) * i64::from(pays)
        };
        match self {
            Net::BLACKJACK => paid(blackjack),
            Net::EVEN_MONEY => of,
            _ => i64::from(self.units_won()) * paid(win) - i64::from(self.half_units_lost()) * (of / 2),
        }
    }
}

/// What all nets of a game are whole numbers over: a common denominator of a half and its payouts.
#[must_use]
pub fn denominator(win: Payout, blackjack: Payout) -> i64 {
    lcm(lcm(2, i64::from(win.sides().1)), i64::from(blackjack.sides().1))
}

pub(crate) fn lcm(a: i64, b: i64) -> i64 {
    let (mut x, mut y) = (a, b);
    while y != 0 {
        (x, y) = (y, x % y);
    }
    a / x * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_net_is_what_its_parts_come_to() {
        let (even, three_two, six_five) = (Payout::EVEN, "3:2".parse().unwrap(), "6:5".parse().unwrap());
        assert_eq!(denominator(even, three_two), 2);
        assert_eq!(denominator(even, six_five), 10);
        assert_eq!(Net::BLACKJACK.over(even, six_five), 12);
        assert_eq!(Net::EVEN_MONEY.over(even, six_five), 10);
        assert_eq!(Net::SURRENDERED.over(even, three_two), -1);
        assert_eq!(Net::new(16, 0).over(even, three_two), -16);
        assert_eq!(Net::new(4, 8).over(even, three_two), 12);
        assert_eq!(Net::all().count(), Net::KINDS);
    }
}
