//! A round, card by card: what is on the table, what may be done, what comes of it.

use rulebook::SplitBy;

use crate::game::{Game, Origin};
use crate::hands::{BUST, HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::optimal::NotComputed;
use crate::shoe::Shoe;

/// How many kinds of cards are told apart at most: the values to nine, and four ranks worth ten.
pub(super) const KINDS: usize = VALUES + 3;

/// A card by its kind.
pub(super) type Kind = u8;

/// What a card of a kind is worth.
pub(super) fn value(kind: Kind) -> usize {
    usize::from(kind).min(TEN)
}

/// The cards that are left, by kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Left([u8; KINDS]);

impl Left {
    /// The cards of a shoe; the ranks worth ten apart only in a game where they matter. `None` if they are very many.
    pub(super) fn of(game: &Game, shoe: &Shoe) -> Option<Left> {
        let mut left = [0; KINDS];
        for (kind, &count) in left.iter_mut().zip(shoe.counts()) {
            *kind = u8::try_from(count).ok()?;
        }
        if game.split_by == SplitBy::Rank || !game.double_after_unlike_tens {
            for (kind, &count) in left[TEN..].iter_mut().zip(shoe.tens()) {
                *kind = u8::try_from(count).ok()?;
            }
        }
        Some(Left(left))
    }

    /// How many in all.
    pub(super) fn all(&self) -> i64 {
        self.0.iter().map(|&count| i64::from(count)).sum()
    }

    /// How many of a value.
    pub(super) fn of_value(&self, of: usize) -> i64 {
        (0..).zip(self.0).filter(|(kind, _)| value(*kind) == of).map(|(_, count)| i64::from(count)).sum()
    }

    /// The same cards with all tens as one kind.
    pub(super) fn by_value(&self) -> Left {
        let mut left = [0; KINDS];
        for (kind, count) in (0..).zip(self.0) {
            left[value(kind)] += count;
        }
        Left(left)
    }

    /// Every kind that can come next, how often, and what is left then.
    pub(super) fn draws(self) -> impl Iterator<Item = (Kind, i64, Left)> {
        (0..).zip(self.0).filter(|(_, count)| *count > 0).map(move |(kind, count)| {
            let mut left = self;
            left.0[usize::from(kind)] -= 1;
            (kind, i64::from(count), left)
        })
    }
}

/// A short list: there are never more than four hands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Few<T> {
    list: [T; 4],
    len: u8,
}

impl<T: Copy + Default> Few<T> {
    pub(super) fn list(&self) -> &[T] {
        &self.list[..usize::from(self.len)]
    }

    fn push(&mut self, thing: T) {
        self.list[usize::from(self.len)] = thing;
        self.len += 1;
    }

    fn pop(&mut self) -> Option<T> {
        self.len = self.len.checked_sub(1)?;
        Some(std::mem::take(&mut self.list[usize::from(self.len)]))
    }
}

/// A split hand that waits for its second card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
struct Started {
    kind: Kind,
    /// Whether it came from tens of different ranks.
    unlike: bool,
}

/// A hand that takes no more cards.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub(super) struct Finished {
    /// 0 for less than any dealer's total, 1 to 5 for 17 to 21; `None` if it is bust.
    pub(super) class: Option<u8>,
    /// How many units lie on it.
    pub(super) units: u8,
}

/// What is on the table beside the hand being played.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Round {
    pub(super) left: Left,
    pub(super) up: u8,
    /// Whether the player was dealt a blackjack.
    pub(super) blackjack: bool,
    /// The value of the pair that was split.
    split: Option<u8>,
    /// The hands that wait, the next one last.
    waiting: Few<Started>,
    /// The finished hands, in an order of their own.
    finished: Few<Finished>,
    /// How many more are finished and booked.
    booked: u8,
    /// Whether one of those waits for the dealer's hand.
    alive: bool,
    /// Whether those lose the one wager that a dealer blackjack takes from all hands together.
    pub(super) one_for_all: bool,
}

impl Round {
    fn new(left: Left, up: Kind) -> Round {
        let up = u8::try_from(value(up)).expect("ten values");
        let (waiting, finished) = (Few::default(), Few::default());
        let (blackjack, alive, one_for_all) = (false, false, false);
        Round { left, up, blackjack, split: None, waiting, finished, booked: 0, alive, one_for_all }
    }

    pub(super) fn finished(&self) -> &[Finished] {
        self.finished.list()
    }

    /// Whether a pair was split.
    pub(super) fn is_split(&self) -> bool {
        self.split.is_some()
    }

    /// Takes away the finished hands, for who values them at once.
    pub(super) fn book(&mut self) -> Few<Finished> {
        self.booked += self.finished.len;
        self.alive = self.is_alive();
        std::mem::take(&mut self.finished)
    }

    /// Whether a finished hand waits for the dealer's.
    pub(super) fn is_alive(&self) -> bool {
        self.alive || self.finished().iter().any(|hand| hand.class.is_some())
    }

    /// The same without what no longer matters once the last hand is past its first two cards.
    pub(super) fn with_last_hand(self, split_matters: bool) -> Round {
        match self.waiting.list() {
            [] if split_matters => Round { booked: 0, split: self.split.map(|_| 0), ..self },
            [] => Round { booked: 0, split: None, ..self },
            [..] => self,
        }
    }

    /// How many hands there are beside the one being played.
    fn others(&self) -> u8 {
        self.waiting.len + self.finished.len + self.booked
    }

    fn finish(mut self, class: Option<u8>, units: u8) -> After {
        self.finished.push(Finished { class, units });
        let all = usize::from(self.finished.len);
        self.finished.list[..all].sort_unstable();
        self.go_on()
    }

    /// Gives the next hand its second card, if there is one.
    fn go_on(self) -> After {
        match self.waiting.list() {
            [] => After::Over(self),
            [..] => After::Card(Awaiting { round: self, due: Due::Second }),
        }
    }
}

/// The two cards a player was dealt, against an up card.
pub(super) struct Deal<N> {
    pub(super) chance: N,
    pub(super) at: HandAt,
    pub(super) choice: Choice,
}

/// Every deal of a round.
pub(super) fn deals<N: Number>(game: &Game, shoe: &Shoe, most: usize) -> Result<Vec<Deal<N>>, NotComputed> {
    let left = Left::of(game, shoe).ok_or(NotComputed::TooManyStates { most })?;
    let all = left.all();
    if all < 3 {
        return Err(NotComputed::RunsOut);
    }
    let orders = all * (all - 1) * (all - 2);
    let mut deals = Vec::new();
    for (up, ups, left) in left.draws() {
        for (one, ones, left) in left.draws() {
            // Which of two unlike tens is played first may matter.
            for (other, others, left) in left.draws().filter(|(other, ..)| value(*other) >= value(one)) {
                let ways = if value(one) == value(other) { 1 } else { 2 };
                let at = hands().two(value(one), value(other));
                let round = Round { blackjack: hands().get(at).is_blackjack(), ..Round::new(left, up) };
                let choice = Choice { round, at, kinds: [one, other], unlike: false };
                deals.push(Deal { chance: N::fraction(ups * ones * others * ways, orders), at, choice });
            }
        }
    }
    Ok(deals)
}

/// A hand that is asked what to do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice {
    pub(super) round: Round,
    pub(super) at: HandAt,
    /// Its first two cards.
    kinds: [Kind; 2],
    /// Whether it came from tens of different ranks.
    unlike: bool,
}

/// What may be done with a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Move {
    Stand,
    Hit,
    Double,
    Split,
}

impl Choice {
    /// Whether it may be done.
    pub(super) fn allows(&self, game: &Game, wanted: Move) -> bool {
        let hand = hands().get(self.at);
        let origin = self.round.split.map_or(Origin::Dealt, |value| Origin::Split(value.into()));
        let only_one = match origin {
            Origin::Dealt => false,
            Origin::Split(value) => hand.cards == 2 && game.one_card_each(value),
        };
        match wanted {
            Move::Stand => only_one || !game.must_draw(hand),
            Move::Hit => !only_one && !game.closes(hand),
            Move::Double => {
                let barred = self.unlike && !game.double_after_unlike_tens;
                !only_one && !barred && game.may_double(hand, origin, self.round.up.into())
            }
            Move::Split => hand.pair().is_some_and(|pair| self.splits(game, pair)),
        }
    }

    /// Whether the pair may be split.
    fn splits(&self, game: &Game, pair: usize) -> bool {
        let like = game.split_by == SplitBy::Value || self.kinds[0] == self.kinds[1];
        like && 1 + self.round.others() < game.hands_from(pair)
    }

    /// Does it.
    pub(super) fn after(self, what: Move) -> After {
        let round = self.round;
        match what {
            Move::Stand => round.finish(Some(class(self.at)), 1),
            Move::Hit => After::Card(Awaiting { round, due: Due::Hit(self.at) }),
            Move::Double => After::Card(Awaiting { round, due: Due::Double(self.at) }),
            Move::Split => self.split(),
        }
    }

    fn split(self) -> After {
        let mut round = self.round;
        let [one, other] = self.kinds;
        let unlike = one != other;
        round.split = u8::try_from(value(one)).ok();
        round.waiting.push(Started { kind: other, unlike });
        round.waiting.push(Started { kind: one, unlike });
        round.go_on()
    }
}

fn class(at: HandAt) -> u8 {
    u8::try_from(hands().get(at).class()).expect("six classes")
}

/// Which card a round waits for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Due {
    /// The second card of the next split hand.
    Second,
    /// One more for this hand.
    Hit(HandAt),
    /// The one card for this hand that was doubled.
    Double(HandAt),
}

/// A round that waits for a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Awaiting {
    pub(super) round: Round,
    pub(super) due: Due,
}

impl Awaiting {
    /// Every card that can come, how often, and what comes of it.
    pub(super) fn cards(self) -> impl Iterator<Item = (i64, After)> {
        self.round.left.draws().map(move |(kind, count, left)| {
            let round = Round { left, ..self.round };
            (count, Awaiting { round, ..self }.deal(kind))
        })
    }

    fn deal(self, kind: Kind) -> After {
        let mut round = self.round;
        match self.due {
            Due::Second => {
                let Some(Started { kind: first, unlike }) = round.waiting.pop() else {
                    return After::Over(round);
                };
                let at = hands().two(value(first), value(kind));
                After::Choice(Choice { round, at, kinds: [first, kind], unlike })
            }
            Due::Hit(at) => match hands().get(at).child[value(kind)] {
                BUST => round.finish(None, 1),
                at => After::Choice(Choice { round, at, kinds: [0; 2], unlike: false }),
            },
            Due::Double(at) => match hands().get(at).child[value(kind)] {
                BUST => round.finish(None, 2),
                at => round.finish(Some(class(at)), 2),
            },
        }
    }
}

/// What a card or a decision leads to.
#[derive(Clone, Copy, Debug)]
pub(super) enum After {
    /// The hand is asked.
    Choice(Choice),
    /// A card is due.
    Card(Awaiting),
    /// All hands are finished.
    Over(Round),
}
