//! What a walk came by: a comparison proves nothing about what never happened in it.

use std::collections::BTreeMap;

use odds::Play;
use round::{Actions, Area, Hand, Outcome, Round, Wager};
use vocabulary::Rank;

/// Something that happened in a round.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Mark {
    Blackjack,
    BothBlackjack,
    Surrender,
    TwoHands,
    ThreeHands,
    FourHands,
    SplitAces,
    /// Aces that were split more than once.
    ResplitAces,
    /// A split Ace that takes more than one card.
    DrawnToSplitAce,
    SplitTens,
    DoubleAfterSplit,
    /// A doubled hand that was not split, alive against a dealer blackjack.
    DoubleAgainstBlackjack,
    /// The same, bust against an Ace or a ten: where nothing depends on it the dealer takes no second card.
    DoubleBustAgainstAceOrTen,
    /// Split hands against a dealer blackjack with an Ace up, some of them bust and some not.
    SomeBustAgainstAce,
    /// The same with a ten up.
    SomeBustAgainstTen,
    /// All split hands bust against an Ace or a ten.
    AllBustAgainstAceOrTen,
    /// A doubled split hand against a dealer blackjack.
    DoubledSplitAgainstBlackjack,
    /// A 21 in more than two cards, or after a split, against a dealer blackjack.
    TwentyOneAgainstBlackjack,
    /// That 21 on a hand that was neither doubled nor split.
    Plain21AgainstBlackjack,
    /// Who would stand must draw.
    ForcedDraw,
    /// Who would double two cards may not.
    DoubleRefused,
    /// Who would split two cards of equal value may not.
    SplitRefused,
    /// Two cards of a split, 21 together, that are doubled.
    DoubledTwentyOne,
    /// Equal totals.
    Tie,
    DealerDrawsOnSoft17,
}

impl Mark {
    /// What the end of a round shows.
    pub(crate) fn of(round: &Round) -> Vec<Mark> {
        let hands = round.areas()[0].hands();
        let mut marks = dealt(round, &round.areas()[0]);
        marks.extend(split(round, hands));
        if round.dealer_has_blackjack() {
            marks.extend(against_blackjack(round, hands));
        }
        marks
    }

    /// What a decision shows: which wishes of the strategy are open.
    pub(crate) fn of_decision(hand: &Hand, wanted: Play, open: Actions) -> Vec<Mark> {
        let cards = hand.cards();
        let split_ace = hand.is_split() && cards[0].rank() == Rank::Ace;
        let pair = cards.len() == 2 && cards[0].rank().points() == cards[1].rank().points();
        let gone = (wanted.surrender && open.surrender) || (wanted.split && open.split);
        let doubles = wanted.double && !gone;
        let keeps = !gone && (!wanted.double || open.double.is_none());
        seen([
            (Mark::ForcedDraw, keeps && !wanted.hit && !open.stand),
            (Mark::DoubleRefused, doubles && open.double.is_none() && cards.len() == 2),
            (Mark::DoubledTwentyOne, doubles && open.double.is_some() && hand.total().points == 21),
            (Mark::SplitRefused, wanted.split && pair && !open.split),
            (Mark::DrawnToSplitAce, split_ace && keeps && open.hit && wanted.hit),
        ])
    }
}

/// How often each was seen.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Marks(BTreeMap<Mark, u64>);

impl Marks {
    pub(crate) fn add(&mut self, mark: Mark, times: u64) {
        *self.0.entry(mark).or_default() += times;
    }

    pub(crate) fn has(&self, mark: Mark) -> bool {
        self.0.contains_key(&mark)
    }

    pub(crate) fn times(&self, mark: Mark) -> u64 {
        self.0.get(&mark).copied().unwrap_or_default()
    }

    pub(crate) fn join(&mut self, others: &Marks) {
        others.0.iter().for_each(|(mark, times)| self.add(*mark, *times));
    }
}

fn dealt(round: &Round, area: &Area) -> Vec<Mark> {
    let outcome = |wager: &Wager| wager.result.map(|settled| settled.outcome);
    let blackjack = area.hands()[0].is_blackjack();
    let any = |wanted: Outcome| round.wagers().iter().any(|wager| outcome(wager) == Some(wanted));
    let ties = |hand: &Hand| !hand.total().is_bust() && hand.total().points == round.dealer().total().points;
    seen([
        (Mark::Blackjack, blackjack),
        (Mark::BothBlackjack, blackjack && round.dealer_has_blackjack()),
        (Mark::Surrender, any(Outcome::Surrendered)),
        (Mark::Tie, !blackjack && !round.dealer_has_blackjack() && area.hands().iter().any(ties)),
    ])
}

fn split(round: &Round, hands: &[Hand]) -> Vec<Mark> {
    let base = |rank: fn(Rank) -> bool| hands.len() > 1 && rank(hands[0].cards()[0].rank());
    let aces = base(|rank| rank == Rank::Ace);
    let doubled = |hand: &Hand| hand.is_split() && hand.is_doubled();
    let ace_or_ten = round.up_card().is_some_and(|up| up.rank() == Rank::Ace || up.rank().is_ten());
    let lost = ace_or_ten && hands.iter().all(|hand| hand.total().is_bust());
    seen([
        (Mark::DoubleBustAgainstAceOrTen, lost && hands.len() == 1 && hands[0].is_doubled()),
        (Mark::AllBustAgainstAceOrTen, lost && hands.len() > 1),
        (Mark::TwoHands, hands.len() == 2),
        (Mark::ThreeHands, hands.len() == 3),
        (Mark::FourHands, hands.len() == 4),
        (Mark::SplitAces, aces),
        (Mark::ResplitAces, aces && hands.len() > 2),
        (Mark::SplitTens, base(Rank::is_ten)),
        (Mark::DoubleAfterSplit, hands.iter().any(doubled)),
    ])
}

fn against_blackjack(round: &Round, hands: &[Hand]) -> Vec<Mark> {
    let bust = |hand: &Hand| hand.total().is_bust();
    let (was_split, some, all) = (hands.len() > 1, hands.iter().any(bust), hands.iter().all(bust));
    let ace_up = round.up_card().is_some_and(|up| up.rank() == Rank::Ace);
    let single = !was_split && hands[0].is_doubled();
    let is_21 = |hand: &Hand| hand.total().points == 21 && !hand.is_blackjack();
    let plain = |hand: &Hand| is_21(hand) && !hand.is_split() && !hand.is_doubled();
    seen([
        (Mark::DoubleAgainstBlackjack, single && !all),
        (Mark::SomeBustAgainstAce, was_split && some && !all && ace_up),
        (Mark::SomeBustAgainstTen, was_split && some && !all && !ace_up),
        (Mark::DoubledSplitAgainstBlackjack, was_split && hands.iter().any(Hand::is_doubled)),
        (Mark::TwentyOneAgainstBlackjack, hands.iter().any(is_21)),
        (Mark::Plain21AgainstBlackjack, hands.iter().any(plain)),
    ])
}

fn seen<const N: usize>(noted: [(Mark, bool); N]) -> Vec<Mark> {
    noted.into_iter().filter(|(_, seen)| *seen).map(|(mark, _)| mark).collect()
}
