//! First hands: two cards against an up card, and what each decision on them is worth.

use std::collections::BTreeMap;

use rulebook::{SplitBy, Surrender};

use crate::game::Origin;
use crate::hands::{HandAt, TEN, VALUES, hands};
use crate::number::Number;
use crate::plan::Play;
use crate::split::{Pairs, Played, Splitting};
use crate::stand::payout;
use crate::table::Splits;
use crate::unsplit::{Board, Unsplit};

/// What each decision on a hand is worth, in original wagers; `None` where it is not open.
#[derive(Clone, PartialEq, Debug)]
pub struct Decisions<N> {
    /// Taking no more cards.
    pub stand: Option<N>,
    /// Taking a card, then playing on.
    pub hit: Option<N>,
    /// Doubling for the whole wager.
    pub double: Option<N>,
    /// Splitting the pair.
    pub split: Option<N>,
    /// Giving up half.
    pub surrender: Option<N>,
}

/// A first hand against an up card.
#[derive(Clone, PartialEq, Debug)]
pub struct FirstHand<N> {
    /// The hand.
    pub hand: HandAt,
    /// Its chance, given the up card.
    pub chance: N,
    /// What its decisions are worth; a blackjack that stands is paid as such.
    pub decisions: Decisions<N>,
    /// What it is worth as it is played.
    pub value: N,
}

impl<N> FirstHand<N> {
    /// Whether it is a blackjack.
    #[must_use]
    pub fn is_blackjack(&self) -> bool {
        hands().get(self.hand).is_blackjack()
    }
}

impl<N: Number> Board<'_, N> {
    /// How hands are best played by their own cards, as far as drawing and doubling go.
    pub(crate) fn best_plan(&self, values: &Unsplit<N>) -> Vec<Play> {
        let mut plan = vec![Play::default(); hands().len()];
        for &at in &self.played {
            let place = usize::from(at);
            plan[place].hit = values.draws(at);
            if hands().get(at).cards == 2 {
                let double = self.double(at);
                plan[place].double = double > values.stand[place] && double > values.hit[place];
            }
        }
        plan
    }

    /// Every first hand the shoe can give, still to be valued. The decisions are asked for with whether the cards may be
    /// split: unlike tens may not where only equal ranks may.
    pub(crate) fn first_hands(
        &self,
        mut decisions: impl FnMut(HandAt, bool) -> Decisions<N>,
    ) -> Vec<FirstHand<N>> {
        let mut all = Vec::new();
        for one in 0..VALUES {
            for other in one..VALUES {
                let hand = hands().two(one, other);
                if !self.left.gives(&hands().get(hand).counts) {
                    continue;
                }
                let chance = self.chance_of_two(one, other);
                let mut push = |chance: N, may_split: bool| {
                    let decisions = decisions(hand, may_split);
                    all.push(FirstHand { hand, chance, decisions, value: N::zero() });
                };
                if one == TEN && self.game.split_by == SplitBy::Rank {
                    let alike =
                        self.alike_tens().into_iter().fold(N::zero(), |sum, (chance, _)| sum + &chance);
                    push(chance.clone() * &(N::whole(1) - &alike), false);
                    push(chance * &alike, true);
                } else {
                    push(chance, true);
                }
            }
        }
        all
    }

    pub(crate) fn chance_of_two(&self, one: usize, other: usize) -> N {
        let (first, second) = (i64::from(self.left.counts[one]), i64::from(self.left.counts[other]));
        let pairs = if one == other { first * (first - 1) } else { 2 * first * second };
        let all = i64::from(self.left.all);
        N::fraction(pairs, all * (all - 1))
    }

    /// What a blackjack is worth: it ties the dealer's.
    fn natural(&self, hand: HandAt) -> N {
        (N::whole(1) - self.blackjack(hand)) * &payout(self.game.blackjack_pays)
    }

    /// What the decisions on a first hand are worth, splitting left aside.
    pub(crate) fn decisions(&self, at: HandAt, values: &Unsplit<N>) -> Decisions<N> {
        let hand = hands().get(at);
        let lost = self.always_lost(at);
        let less = |value: N| value - &lost;
        let place = usize::from(at);
        let (stand, hit) = if hand.is_blackjack() {
            (Some(self.natural(at)), None)
        } else {
            let stand = (!self.game.must_draw(hand)).then(|| less(values.stand[place].clone()));
            (stand, (!self.game.closes(hand)).then(|| less(values.hit[place].clone())))
        };
        let double = self.game.may_double(hand, Origin::Dealt, self.up).then(|| {
            if self.game.ties_when_looked_for(hand) { self.double(at) } else { less(self.double(at)) }
        });
        Decisions { stand, hit, double, split: None, surrender: self.surrender(at) }
    }

    /// Whether splitting is out of the question in a shoe of a deck or more: two hands that each start with one card of
    /// the pair, valued as if they were dealt, fall short by much more than what they take from each other.
    pub(crate) fn is_far_from_splitting(
        &self,
        at: HandAt,
        values: &Unsplit<N>,
        plan: &[Play],
        others: &Decisions<N>,
    ) -> bool {
        const DECK: u32 = 48;
        const FAR: f64 = 0.3;
        let (Some(pair), Some(best)) = (hands().get(at).pair(), others.best()) else { return true };
        if self.left.all < DECK {
            return false;
        }
        let mut one = 0.0;
        for value in 0..VALUES {
            let two = hands().two(pair, value);
            let (hand, place) = (hands().get(two), usize::from(two));
            let count = i64::from(self.left.counts[value]) - i64::from(hands().get(at).counts[value]);
            if count <= 0 || !self.left.gives(&hand.counts) {
                continue;
            }
            let doubles = plan[place].double && self.game.may_double(hand, Origin::Split(pair), self.up);
            let kept = if self.game.one_card_each(pair) { &values.stand } else { &values.keep };
            let value = if doubles { self.double(two) } else { kept[place].clone() };
            one += value.to_f64() * f64::whole(count) / f64::from(self.left.all - 2);
        }
        // What a dealer blackjack takes once for all hands was counted for each of them, or not at all.
        2.0 * one + self.blackjack(at).to_f64() + FAR < best.to_f64()
    }

    /// What splitting is worth; `None` if it is not allowed, or surely worth less than what is hoped for.
    pub(crate) fn split(
        &self,
        at: HandAt,
        plan: &[Play],
        splits: &mut Splits<N>,
        hope: Option<N>,
    ) -> Option<N> {
        let pair = hands().get(at).pair().filter(|&pair| self.game.hands_from(pair) > 1)?;
        let lost = self.always_lost(at);
        let played = Played::new(self, pair, plan);
        if let Some((same, value)) = &splits[pair]
            && *same == played
        {
            return Some(value.clone() - &lost);
        }
        if pair == TEN && self.game.split_by == SplitBy::Rank {
            return Some(self.split_alike_tens(&played) - &lost);
        }
        let pairs = Pairs { max_hands: self.game.hands_from(pair), like: self.left.counts[pair] };
        let splitting = Splitting::new(self, pairs, &played);
        if hope.is_some_and(|hope| splitting.at_most() - &lost <= hope) {
            return None;
        }
        let value = splitting.value();
        splits[pair] = Some((played, value.clone()));
        Some(value - &lost)
    }

    /// What splitting two tens of one rank is worth, where unlike ones are no pair: the mean over the ranks.
    fn split_alike_tens(&self, played: &Played) -> N {
        let (mut value, mut chance) = (N::zero(), N::zero());
        for (weight, like) in self.alike_tens() {
            let pairs = Pairs { max_hands: self.game.hands_from(TEN), like };
            let splitting = Splitting::new(self, pairs, played);
            value += &(splitting.value() * &weight);
            chance += &weight;
        }
        if chance == N::zero() { value } else { value / &chance }
    }

    /// The chance that two tens are of one rank, by how many the shoe without the up card has of that rank.
    pub(crate) fn alike_tens(&self) -> Vec<(N, u32)> {
        let all = i64::from(self.left.counts[TEN]);
        let mut found: BTreeMap<u32, N> = BTreeMap::new();
        let ups: Vec<Option<usize>> = if self.up == TEN { (0..4).map(Some).collect() } else { vec![None] };
        for up in ups {
            let mut tens = self.tens;
            let chance = up.map_or(N::whole(1), |rank| N::fraction(i64::from(tens[rank]), all + 1));
            if let Some(rank) = up {
                tens[rank] = tens[rank].saturating_sub(1);
            }
            for like in tens.into_iter().filter(|&like| like >= 2) {
                let pairs = i64::from(like) * (i64::from(like) - 1);
                let chance = chance.clone() * &N::fraction(pairs, all * (all - 1));
                *found.entry(like).or_insert_with(N::zero) += &chance;
            }
        }
        found.into_iter().map(|(like, chance)| (chance, like)).collect()
    }

    /// What giving up half is worth, where that is open.
    pub(crate) fn surrender(&self, at: HandAt) -> Option<N> {
        if !self.game.may_surrender(hands().get(at), self.up) {
            return None;
        }
        let half = N::fraction(1, 2);
        Some(match self.game.surrender {
            Surrender::None => return None,
            Surrender::Early => -half,
            // After the dealer has looked: his blackjack took the whole wager, or tied.
            Surrender::Late if self.game.ties_when_looked_for(hands().get(at)) => {
                half.clone() * self.blackjack(at) - &half
            }
            Surrender::Late => -(half.clone() + &(half * self.blackjack(at))),
        })
    }
}

impl<N: Number> Decisions<N> {
    /// The best of them; `None` for a hand without any.
    pub fn best(&self) -> Option<N> {
        let all = [&self.stand, &self.hit, &self.double, &self.split, &self.surrender];
        all.into_iter()
            .flatten()
            .fold(None, |best: Option<&N>, value| match best {
                Some(best) if best >= value => Some(best),
                _ => Some(value),
            })
            .cloned()
    }

    /// Takes the best, and notes what is tried first.
    pub(crate) fn choose(&self, play: &mut Play) -> N {
        let best = self.best().unwrap_or_else(N::zero);
        let is_best = |value: &Option<N>| value.as_ref() == Some(&best);
        let others = Decisions { surrender: None, ..self.clone() }.best();
        play.surrender = is_best(&self.surrender) && others.as_ref() != Some(&best);
        play.split = self.split.is_some() && self.split == others;
        best
    }

    /// The value of playing as told, as far as the rules allow.
    pub(crate) fn follow(&self, play: Play) -> N {
        let wanted = [
            self.surrender.as_ref().filter(|_| play.surrender),
            self.split.as_ref().filter(|_| play.split),
            self.double.as_ref().filter(|_| play.double),
            self.hit.as_ref().filter(|_| play.hit),
            self.stand.as_ref(),
            self.hit.as_ref(),
        ];
        wanted.into_iter().flatten().next().cloned().unwrap_or_else(N::zero)
    }
}
