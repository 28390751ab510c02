//! Every net result of a strategy, with its chance.

use std::collections::BTreeMap;

use dashu_ratio::RBig;
use rulebook::Surrender;

use crate::game::Game;
use crate::hands::hands;
use crate::number::Number;
use crate::optimal::dealer::{Dealers, blackjack};
use crate::optimal::round::{After, Awaiting, Choice, Deal, Move, Round, deals};
use crate::optimal::settle::{Dealer, net};
use crate::optimal::{Allowance, NotComputed};
use crate::plan::Plan;
use crate::shoe::Shoe;
use crate::stand::payout;

/// The chance of every net result.
pub(crate) fn distribution<N: Number>(
    game: &Game,
    shoe: &Shoe,
    plan: &Plan,
    most_states: usize,
) -> Result<BTreeMap<RBig, N>, NotComputed> {
    let allowance = Allowance::new(most_states);
    let mut walk =
        Walk { game, plan, allowance, due: BTreeMap::new(), over: BTreeMap::new(), found: BTreeMap::new() };
    for deal in deals(game, shoe, most_states)? {
        walk.first(deal)?;
    }
    while !walk.due.is_empty() {
        for (awaiting, chance) in std::mem::take(&mut walk.due) {
            walk.draw(awaiting, &chance)?;
        }
    }
    walk.settle()?;
    Ok(walk.found)
}

/// Rounds that are alike are walked on as one, with the sum of their chances.
struct Walk<'w, N> {
    game: &'w Game,
    plan: &'w Plan,
    allowance: Allowance,
    /// The rounds that wait for a card; all of them have as many cards left.
    due: BTreeMap<Awaiting, N>,
    over: BTreeMap<Round, N>,
    found: BTreeMap<RBig, N>,
}

impl<N: Number> Walk<'_, N> {
    fn first(&mut self, deal: Deal<N>) -> Result<(), NotComputed> {
        let Deal { chance, at, choice } = deal;
        let (round, up) = (&choice.round, usize::from(choice.round.up));
        let half = || RBig::fraction(-1, 2);
        let (hand, play) = (hands().get(at), self.plan.play(at, up));
        if play.surrender && self.game.may_surrender(hand, up) {
            if self.game.surrender == Surrender::Late {
                let lost = RBig::whole(if round.blackjack { 0 } else { -1 });
                return self.look(round, &chance, [half(), lost]);
            }
            self.find(half(), &chance);
            return Ok(());
        }
        if hand.is_blackjack() && !(play.double && choice.allows(self.game, Move::Double)) {
            return self.look(round, &chance, [payout(self.game.blackjack_pays), RBig::ZERO]);
        }
        self.go_on(After::Choice(choice), &chance);
        Ok(())
    }

    /// Notes one result without a dealer blackjack, another with one.
    fn look(&mut self, round: &Round, chance: &N, nets: [RBig; 2]) -> Result<(), NotComputed> {
        let [without, with] = nets;
        for (dealer, share) in Dealer::with(blackjack::<N>(round)?) {
            let net = if dealer == Dealer::Blackjack { &with } else { &without };
            self.find(net.clone(), &(share * chance));
        }
        Ok(())
    }

    fn find(&mut self, net: RBig, chance: &N) {
        *self.found.entry(net).or_insert_with(N::zero) += chance;
    }

    /// Plays on until a card is due or all is over.
    fn go_on(&mut self, mut after: After, chance: &N) {
        loop {
            match after {
                After::Choice(choice) => after = choice.after(self.chosen(&choice)),
                After::Card(awaiting) => return add(&mut self.due, awaiting, chance),
                After::Over(round) => return add(&mut self.over, round, chance),
            }
        }
    }

    /// The first of what the plan wants that is allowed.
    fn chosen(&self, choice: &Choice) -> Move {
        let play = self.plan.play(choice.at, usize::from(choice.round.up));
        let wishes = [
            (play.split, Move::Split),
            (play.double, Move::Double),
            (play.hit, Move::Hit),
            (true, Move::Stand),
            (true, Move::Hit),
        ];
        let mut wanted = wishes.into_iter().filter(|(wanted, _)| *wanted).map(|(_, what)| what);
        wanted.find(|what| choice.allows(self.game, *what)).expect("whoever may not stand may draw")
    }

    fn draw(&mut self, awaiting: Awaiting, chance: &N) -> Result<(), NotComputed> {
        self.allowance.spend()?;
        let all = awaiting.round.left.all();
        if all == 0 {
            return Err(NotComputed::RunsOut);
        }
        for (count, after) in awaiting.cards() {
            self.go_on(after, &(chance.clone() * &N::fraction(count, all)));
        }
        Ok(())
    }

    fn settle(&mut self) -> Result<(), NotComputed> {
        let mut dealers = Dealers::<N>::new(self.game);
        for (round, chance) in std::mem::take(&mut self.over) {
            self.allowance.spend()?;
            for (dealer, share) in Dealer::with(dealers.chances(&round, &mut self.allowance)?) {
                self.find(net(self.game, &round, dealer), &(share * &chance));
            }
        }
        Ok(())
    }
}

fn add<K: Ord, N: Number>(to: &mut BTreeMap<K, N>, key: K, chance: &N) {
    *to.entry(key).or_insert_with(N::zero) += chance;
}
