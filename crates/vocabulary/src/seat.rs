use std::fmt;

/// A betting spot, numbered from the dealer's left.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Spot(u8);

/// A number that no spot has.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no spot {0}: spots are numbered from 1")]
pub struct NotASpot(u8);

impl Spot {
    /// The spot nearest the dealer's left hand.
    pub const FIRST: Spot = Spot(1);
    /// As many as a table has.
    pub const MOST: u8 = 7;

    /// The spot with this number.
    ///
    /// # Errors
    ///
    /// Zero is no spot. How many spots a table has is the table's own setting.
    pub const fn new(number: u8) -> Result<Spot, NotASpot> {
        if number == 0 { Err(NotASpot(number)) } else { Ok(Spot(number)) }
    }

    /// Its number, from 1.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// How many places apart two spots are along the arc.
    #[must_use]
    pub const fn distance(self, other: Spot) -> u8 {
        self.0.abs_diff(other.0)
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// A person at the table. Whoever runs the table keeps the names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PlayerId(pub u16);
