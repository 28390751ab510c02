//! The best play once more, with every hand kept as it is until the dealer has drawn: what [`super::best`] may forget is
//! forgotten by proof, and this is the test of the proof.

use std::collections::HashMap;

use dashu_ratio::RBig;
use rulebook::{Rules, Surrender};

use crate::game::{Game, blackjack_card};
use crate::hands::hands;
use crate::number::Number;
use crate::optimal::dealer::Dealers;
use crate::optimal::round::{After, Awaiting, Choice, Deal, Move, Round, deals};
use crate::optimal::settle::{Dealer, net};
use crate::optimal::{Allowance, NotComputed, optimal};
use crate::shoe::Shoe;
use crate::stand::payout;

const MOST: usize = 2_000_000;

struct Search<'g> {
    game: &'g Game,
    waiting: HashMap<Awaiting, RBig>,
    over: HashMap<Round, RBig>,
    dealers: Dealers<'g, RBig>,
}

fn value(game: &Game, shoe: &Shoe) -> Result<RBig, NotComputed> {
    let dealers = Dealers::new(game);
    let mut search = Search { game, waiting: HashMap::new(), over: HashMap::new(), dealers };
    let mut mean = RBig::ZERO;
    for deal in deals::<RBig>(game, shoe, MOST)? {
        mean += search.first(&deal)? * deal.chance;
    }
    Ok(mean)
}

impl Search<'_> {
    fn first(&mut self, deal: &Deal<RBig>) -> Result<RBig, NotComputed> {
        let round = &deal.choice.round;
        let card = blackjack_card(usize::from(round.up));
        let makers = card.map_or(0, |card| round.left.of_value(card));
        let blackjack = RBig::fraction(makers, round.left.all());
        let hand = hands().get(deal.at);
        let best = if hand.is_blackjack() {
            let paid = (RBig::ONE - &blackjack) * payout::<RBig>(self.game.blackjack_pays);
            if deal.choice.allows(self.game, Move::Double) {
                paid.max(self.after(deal.choice.after(Move::Double))?)
            } else {
                paid
            }
        } else {
            self.choose(&deal.choice)?
        };
        let half = RBig::fraction(-1, 2);
        Ok(match self.game.surrender {
            _ if !self.game.may_surrender(hand, usize::from(round.up)) => best,
            Surrender::Late if hand.is_blackjack() => best.max(&half - &half * blackjack),
            Surrender::Late => best.max(&half + &half * blackjack),
            Surrender::Early | Surrender::None => best.max(half),
        })
    }

    fn choose(&mut self, choice: &Choice) -> Result<RBig, NotComputed> {
        let all = [Move::Stand, Move::Hit, Move::Double, Move::Split];
        let allowed = all.into_iter().filter(|what| choice.allows(self.game, *what)).collect::<Vec<_>>();
        let values = allowed.into_iter().map(|what| self.after(choice.after(what)));
        Ok(values.collect::<Result<Vec<_>, _>>()?.into_iter().max().expect("something is allowed"))
    }

    fn after(&mut self, after: After) -> Result<RBig, NotComputed> {
        match after {
            After::Choice(choice) => self.choose(&choice),
            After::Card(awaiting) => self.draw(awaiting),
            After::Over(round) => self.settle(round),
        }
    }

    fn draw(&mut self, awaiting: Awaiting) -> Result<RBig, NotComputed> {
        if let Some(known) = self.waiting.get(&awaiting) {
            return Ok(known.clone());
        }
        let mut mean = RBig::ZERO;
        for (count, after) in awaiting.cards() {
            mean += self.after(after)? * RBig::fraction(count, awaiting.round.left.all());
        }
        self.waiting.insert(awaiting, mean.clone());
        Ok(mean)
    }

    fn settle(&mut self, round: Round) -> Result<RBig, NotComputed> {
        if let Some(known) = self.over.get(&round) {
            return Ok(known.clone());
        }
        let mut mean = RBig::ZERO;
        for (dealer, chance) in Dealer::with(self.dealers.chances(&round, &mut Allowance::new(MOST))?) {
            mean += chance * net::<RBig>(self.game, &round, dealer);
        }
        self.over.insert(round, mean.clone());
        Ok(mean)
    }
}

fn agrees(book: &str, settings: &[(&str, &str)], counts: [u32; 10]) {
    let mut rules = Rules::of(book).unwrap();
    for (name, value) in settings {
        rules.set(name, value).unwrap();
    }
    let (game, shoe) = (Game::of(&rules), Shoe::by_value(counts));
    let (fast, slow) = (optimal::<RBig>(&game, &shoe, MOST), value(&game, &shoe));
    assert!(slow.is_ok(), "{book} {settings:?} {counts:?}: {slow:?}");
    assert_eq!(fast, slow, "{book} {settings:?} {counts:?}");
}

#[test]
fn a_hand_may_be_valued_when_it_is_finished() {
    for reading in ["original-only", "busted-plus-one", "per-hand", "all"] {
        let reading = ("dealer-blackjack-loss", reading);
        agrees("macau", &[reading], [2, 0, 0, 0, 0, 0, 0, 4, 0, 10]);
        agrees("macau", &[reading, ("tie", "lose")], [2, 0, 0, 0, 2, 0, 0, 0, 0, 15]);
        agrees("macau", &[reading, ("blackjack-beats-21", "false")], [3, 0, 0, 0, 0, 0, 3, 0, 0, 15]);
        agrees("plus", &[reading], [2, 0, 0, 0, 0, 3, 0, 0, 0, 15]);
        agrees("electronic", &[reading], [2, 0, 3, 0, 0, 0, 0, 0, 0, 15]);
        agrees("blackjack", &[reading], [2, 0, 0, 0, 1, 0, 0, 3, 0, 15]);
    }
}
