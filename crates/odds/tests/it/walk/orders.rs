//! The engine, dealt every order of a small shoe and played by one strategy.
//!
//! The walk goes card by card. Every round that waits for its next card gets each card that is left, as often as the
//! shoe still has it; whoever must speak says what the strategy says. A round that ends after some of the cards stands
//! for every order of the rest, so that all rounds together are all orders of the whole shoe, counted and not weighed.

use std::collections::{BTreeMap, HashMap};

use dashu_ratio::RBig;
use odds::{Counts, HandAt, Plan, Play, VALUES, hands};
use round::{Action, Actions, Awaiting, Command, Decision, End, Round, Slot, apply, awaiting, decide};
use rulebook::{Kind, Rules};
use vocabulary::{Card, Chips, PlayerId, Spot};

use super::cards::Cards;
use super::key::Key;
use super::marks::{Mark, Marks};

const PLAYER: PlayerId = PlayerId(0);

/// The wager: halves, fifths and any sum of them are whole minor units.
const STAKE: Chips = Chips::whole(2);

/// Whether rounds that can no longer come to differ are walked on as one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Alike {
    Merged,
    Apart,
}

/// What a walk over every order of a shoe found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Walked {
    /// How many different rounds there were, suits aside.
    pub(crate) rounds: u64,
    /// What was seen, each in how many orders.
    pub(crate) marks: Marks,
    /// For every first hand and up card, in how many orders of the shoe the player wins so many minor units.
    orders: BTreeMap<(HandAt, usize), Orders>,
    /// The same of all rounds that end with no more than two hands.
    of_two_hands: Orders,
}

/// In how many orders of the shoe the player wins so many minor units.
type Orders = BTreeMap<i64, u64>;

/// The chance of every net result, in original wagers, of one player who plays every order of these cards by a plan.
pub(crate) fn distribution(rules: &Rules, cards: &Cards, plan: &Plan) -> BTreeMap<RBig, RBig> {
    walked(rules, cards, plan, Alike::Merged).expect("enough cards").distribution()
}

/// The walk; `None` when a round runs out of cards.
pub(crate) fn walked(rules: &Rules, cards: &Cards, plan: &Plan, alike: Alike) -> Option<Walked> {
    let mut walk = Walk { rules, cards, plan, found: Walked::default() };
    let bet = Command::Bet { player: PLAYER, spot: Spot::FIRST, kind: Kind::Main, amount: STAKE };
    let mut round = Round::new();
    walk.say(&mut round, &bet);
    walk.say(&mut round, &Command::CloseBets);
    let start = Node { round, left: cards.counts(), orders: 1, rounds: 1, unlike: vec![false] };
    match alike {
        Alike::Merged => walk.level_by_level(start)?,
        Alike::Apart => walk.one_by_one(start)?,
    }
    Some(walk.found)
}

impl Walked {
    /// The chance of every net result, in original wagers.
    pub(crate) fn distribution(&self) -> BTreeMap<RBig, RBig> {
        let mut all = Orders::new();
        for (net, orders) in self.orders.values().flatten() {
            *all.entry(*net).or_default() += orders;
        }
        shares(&all)
    }

    /// The chance of every net result together with no more than two hands.
    pub(crate) fn distribution_of_two_hands(&self) -> BTreeMap<RBig, RBig> {
        shares_of(&self.of_two_hands, self.orders())
    }

    /// The mean net result of every first hand against every up card.
    pub(crate) fn means(&self) -> impl Iterator<Item = ((HandAt, usize), RBig)> {
        self.orders.iter().map(|(deal, orders)| (*deal, mean(&shares(orders))))
    }

    /// How many orders of the cards the rounds stand for.
    pub(crate) fn orders(&self) -> u64 {
        self.orders.values().flat_map(BTreeMap::values).sum()
    }
}

fn shares(orders: &Orders) -> BTreeMap<RBig, RBig> {
    shares_of(orders, orders.values().sum())
}

fn shares_of(orders: &Orders, all: u64) -> BTreeMap<RBig, RBig> {
    let all = RBig::from(all);
    let share = |(net, orders): (&i64, &u64)| {
        (RBig::from(*net) / RBig::from(STAKE.units()), RBig::from(*orders) / &all)
    };
    orders.iter().map(share).collect()
}

/// The mean of a distribution.
pub(crate) fn mean(distribution: &BTreeMap<RBig, RBig>) -> RBig {
    distribution.iter().map(|(net, chance)| net * chance).fold(RBig::ZERO, |sum, share| sum + share)
}

/// The mean square of what it differs from its mean.
pub(crate) fn variance(distribution: &BTreeMap<RBig, RBig>) -> RBig {
    let mean = mean(distribution);
    let square = |(net, chance): (&RBig, &RBig)| (net - &mean) * (net - &mean) * chance;
    distribution.iter().map(square).fold(RBig::ZERO, |sum, share| sum + share)
}

/// A round that waits for a card.
struct Node {
    round: Round,
    /// The cards of each kind that are left.
    left: Vec<u8>,
    /// In how many ways cards of the shoe lead here.
    orders: u64,
    /// In how many ways ranks lead here.
    rounds: u64,
    /// Of each hand, whether it came from tens of different rank: the engine does not say so.
    unlike: Vec<bool>,
}

impl Node {
    /// In how many orders of the whole shoe the round comes here.
    fn orders_of_all(&self) -> u64 {
        let left: u64 = self.left.iter().map(|&count| u64::from(count)).sum();
        self.orders * (1..=left).product::<u64>()
    }

    fn note_split(&mut self, hand: usize) {
        let cards = self.round.areas()[0].hands()[hand].cards();
        self.unlike[hand] = cards[0].rank() != cards[1].rank();
        self.unlike.insert(hand + 1, self.unlike[hand]);
    }
}

struct Walk<'w> {
    rules: &'w Rules,
    cards: &'w Cards,
    plan: &'w Plan,
    found: Walked,
}

impl Walk<'_> {
    fn level_by_level(&mut self, start: Node) -> Option<()> {
        let mut level = vec![start];
        while !level.is_empty() {
            let mut next: HashMap<Key, Node> = HashMap::new();
            for node in level {
                self.deal_each(&node, |node| {
                    let key = Key::of(&node.round, &node.left, &node.unlike);
                    match next.get_mut(&key) {
                        Some(known) => {
                            known.orders += node.orders;
                            known.rounds += node.rounds;
                        }
                        None => drop(next.insert(key, node)),
                    }
                })?;
            }
            level = next.into_values().collect();
        }
        Some(())
    }

    fn one_by_one(&mut self, start: Node) -> Option<()> {
        let mut open = vec![start];
        while let Some(node) = open.pop() {
            self.deal_each(&node, |node| open.push(node))?;
        }
        Some(())
    }

    /// Deals every card that is left, and plays on to where the next is due; `None` when there is none.
    fn deal_each(&mut self, node: &Node, mut due: impl FnMut(Node)) -> Option<()> {
        if node.left.iter().all(|&count| count == 0) {
            return None;
        }
        for (kind, &count) in node.left.iter().enumerate().filter(|(_, count)| **count > 0) {
            let card = self.cards.card(kind, count);
            let mut left = node.left.clone();
            left[kind] -= 1;
            let mut round = node.round.clone();
            self.say(&mut round, &Command::Deal(card));
            let orders = node.orders * u64::from(count);
            let mut after = Node { round, left, orders, rounds: node.rounds, unlike: node.unlike.clone() };
            if self.play_on(&mut after) {
                due(after);
            }
        }
        Some(())
    }

    fn say(&self, round: &mut Round, command: &Command) {
        for event in decide(self.rules, round, command).expect("what is awaited is accepted") {
            apply(round, &event);
        }
    }

    /// Says what the strategy says until a card is due; `false` when the round is over instead.
    fn play_on(&mut self, node: &mut Node) -> bool {
        loop {
            let command = match awaiting(self.rules, &node.round) {
                Awaiting::Card(slot) => {
                    self.note_dealer(node, slot);
                    return true;
                }
                Awaiting::Offers { open, .. } => {
                    let gives_up =
                        open.iter().any(|offer| offer.surrender) && self.wanted(&node.round, 0).surrender;
                    if gives_up { surrender() } else { Command::CloseOffers }
                }
                Awaiting::Decisions(decisions) => {
                    let command = self.choose(node, decisions[0]);
                    if matches!(command, Command::Play { action: Action::Split, .. }) {
                        node.note_split(decisions[0].hand);
                    }
                    command
                }
                Awaiting::Nothing(end) => {
                    assert_eq!(end, End::Settled);
                    self.end(node);
                    return false;
                }
                other => panic!("{other:?} in a round where nothing goes wrong"),
            };
            self.say(&mut node.round, &command);
        }
    }

    fn wanted(&self, round: &Round, hand: usize) -> Play {
        let cards = round.areas()[0].hands()[hand].cards();
        let at = hands().find(&counts(cards)).expect("who decides is not bust");
        let up = round.up_card().expect("the dealer has a card before anyone decides");
        self.plan.play(at, value(up))
    }

    /// The first of what the strategy wants that the engine allows.
    fn choose(&mut self, node: &Node, decision: Decision) -> Command {
        let wanted = self.wanted(&node.round, decision.hand);
        let Actions { hit, stand, split, double, surrender: gives_up } = decision.actions;
        let hand = node.round.areas()[0].hands()[decision.hand];
        for mark in Mark::of_decision(&hand, wanted, decision.actions) {
            self.found.marks.add(mark, node.orders_of_all());
        }
        let play = |action| Command::Play { player: PLAYER, spot: Spot::FIRST, action };
        let wishes = [
            (wanted.surrender && gives_up, surrender()),
            (wanted.split && split, play(Action::Split)),
            (wanted.double && double.is_some(), play(Action::Double(None))),
            (wanted.hit && hit, play(Action::Hit)),
            (stand, play(Action::Stand)),
            (hit, play(Action::Hit)),
        ];
        wishes.into_iter().find(|(open, _)| *open).expect("whoever is asked may stand or draw").1
    }

    fn note_dealer(&mut self, node: &Node, slot: Slot) {
        let total = node.round.dealer().total();
        if slot == Slot::Dealer && total.soft && total.points == 17 {
            self.found.marks.add(Mark::DealerDrawsOnSoft17, node.orders_of_all());
        }
    }

    fn end(&mut self, node: &Node) {
        let orders = node.orders_of_all();
        let deal = self.found.orders.entry(deal(&node.round)).or_default();
        let net = node.round.net(PLAYER).units();
        *deal.entry(net).or_default() += orders;
        if node.round.areas()[0].hands().len() <= 2 {
            *self.found.of_two_hands.entry(net).or_default() += orders;
        }
        self.found.rounds += node.rounds;
        for mark in Mark::of(&node.round) {
            self.found.marks.add(mark, orders);
        }
    }
}

/// The first hand and the up card.
fn deal(round: &Round) -> (HandAt, usize) {
    let start = round.areas()[0].start();
    let up = round.up_card().expect("no round ends before the deal");
    (hands().find(&counts(start)).expect("two cards"), value(up))
}

fn surrender() -> Command {
    Command::Surrender { player: PLAYER, spot: Spot::FIRST }
}

/// The value of a card, as an index from the Ace.
pub(crate) fn value(card: Card) -> usize {
    usize::from(card.rank().points()) - 1
}

/// How many cards there are of each value.
pub(crate) fn counts(cards: &[Card]) -> Counts {
    let mut counts = [0; VALUES];
    for card in cards {
        counts[value(*card)] += 1;
    }
    counts
}
