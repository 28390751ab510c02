//! Exact odds: the true value of every wager of a rule book, from the rules alone.
