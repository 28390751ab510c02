//! The best play of a player who remembers every card.
//!
//! What a finished hand brings depends on the dealer's cards alone, and those are as likely to be any of the cards now
//! left however many of them the hands to come will take first. So a hand is valued when it is finished, and all that
//! later hands need to know of it is whether it already loses the one wager a dealer blackjack takes from all.

use std::collections::HashMap;
use std::sync::LazyLock;

use rulebook::Surrender;

use crate::game::Game;
use crate::hands::{Hand, HandAt, hands};
use crate::number::Number;
use crate::optimal::dealer::{Dealers, blackjack};
use crate::optimal::round::{After, Awaiting, Choice, Deal, Due, Finished, Move, Round, deals};
use crate::optimal::settle::{Brings, Dealer, brings};
use crate::optimal::{Allowance, NotComputed};
use crate::shoe::Shoe;
use crate::stand::payout;

/// The value of the main wager.
pub(crate) fn value<N: Number>(game: &Game, shoe: &Shoe, most_states: usize) -> Result<N, NotComputed> {
    let allowance = Allowance::new(most_states);
    let mut search = Search { game, allowance, known: HashMap::new(), dealers: Dealers::new(game) };
    let mut mean = N::zero();
    for deal in deals::<N>(game, shoe, most_states)? {
        mean += &(search.first(&deal)? * &deal.chance);
    }
    Ok(mean)
}

struct Search<'g, N> {
    game: &'g Game,
    allowance: Allowance,
    known: HashMap<Awaiting, N>,
    dealers: Dealers<'g, N>,
}

impl<N: Number> Search<'_, N> {
    /// What the two cards dealt are worth.
    fn first(&mut self, deal: &Deal<N>) -> Result<N, NotComputed> {
        let choice = &deal.choice;
        let (hand, up) = (hands().get(deal.at), usize::from(choice.round.up));
        let mut best = if hand.is_blackjack() {
            let paid = self.natural(&choice.round)?;
            if choice.allows(self.game, Move::Double) {
                better(paid, self.after(choice.after(Move::Double))?)
            } else {
                paid
            }
        } else {
            self.choose(choice)?
        };
        if self.game.may_surrender(hand, up) {
            best = better(best, self.surrendered(&choice.round)?);
        }
        Ok(best)
    }

    fn natural(&self, round: &Round) -> Result<N, NotComputed> {
        let mut mean = N::zero();
        for (dealer, chance) in Dealer::with(blackjack::<N>(round)?) {
            if dealer != Dealer::Blackjack {
                mean += &(chance * &payout(self.game.blackjack_pays));
            }
        }
        Ok(mean)
    }

    fn surrendered(&self, round: &Round) -> Result<N, NotComputed> {
        let half = N::fraction(-1, 2);
        if self.game.surrender != Surrender::Late {
            return Ok(half);
        }
        let mut mean = N::zero();
        for (dealer, chance) in Dealer::with(blackjack::<N>(round)?) {
            let net = match dealer {
                Dealer::Blackjack if round.blackjack => N::zero(),
                Dealer::Blackjack => N::whole(-1),
                Dealer::Total(_) | Dealer::Bust => half.clone(),
            };
            mean += &(chance * &net);
        }
        Ok(mean)
    }

    /// The best of what may be done.
    fn choose(&mut self, choice: &Choice) -> Result<N, NotComputed> {
        let mut best = None;
        for what in [Move::Stand, Move::Hit, Move::Double, Move::Split] {
            if choice.allows(self.game, what) {
                let value = self.after(choice.after(what))?;
                best = Some(match best {
                    Some(best) => better(best, value),
                    None => value,
                });
            }
        }
        Ok(best.expect("whoever may not stand may draw"))
    }

    fn after(&mut self, after: After) -> Result<N, NotComputed> {
        match after {
            After::Choice(choice) => self.choose(&choice),
            After::Card(mut awaiting) => {
                let booked = self.book(&mut awaiting.round)?;
                Ok(self.draw(alike(self.game, awaiting))? + &booked)
            }
            After::Over(mut round) => {
                // Whatever he has, the dealer needs the cards for it.
                self.dealers.chances(&round, &mut self.allowance)?;
                self.book(&mut round)
            }
        }
    }

    /// The mean over the next card.
    fn draw(&mut self, awaiting: Awaiting) -> Result<N, NotComputed> {
        if let Some(known) = self.known.get(&awaiting) {
            return Ok(known.clone());
        }
        self.allowance.spend()?;
        let all = awaiting.round.left.all();
        if all == 0 {
            return Err(NotComputed::RunsOut);
        }
        let mut sum = N::zero();
        for (count, after) in awaiting.cards() {
            sum += &(self.after(after)? * &N::whole(count));
        }
        let mean = sum / &N::whole(all);
        self.known.insert(awaiting, mean.clone());
        Ok(mean)
    }

    /// What the hand brings that was just finished, if one was.
    fn book(&mut self, round: &mut Round) -> Result<N, NotComputed> {
        let mut mean = N::zero();
        for hand in round.book().list() {
            mean += &self.finished(*hand, round)?;
        }
        Ok(mean)
    }

    fn finished(&mut self, hand: Finished, round: &mut Round) -> Result<N, NotComputed> {
        let mut mean = N::zero();
        for (dealer, chance) in Dealer::with(self.dealers.chances(round, &mut self.allowance)?) {
            match brings::<N>(self.game, hand, round, dealer) {
                Brings::Alone(net) => mean += &(net * &chance),
                Brings::OneForAll if round.one_for_all => {}
                Brings::OneForAll => {
                    round.one_for_all = true;
                    mean = mean - &chance;
                }
            }
        }
        Ok(mean)
    }
}

fn better<N: Number>(one: N, other: N) -> N {
    if other > one { other } else { one }
}

/// The same as far as it goes on alike: of a hand that takes a card only its points matter, and once it is the last one
/// only whether it was split at all, where that may decide a tie.
fn alike(game: &Game, awaiting: Awaiting) -> Awaiting {
    let Awaiting { round, due } = awaiting;
    match due {
        Due::Second => awaiting,
        Due::Hit(at) => {
            let round = round.with_last_hand(game.plain_21_ties != game.split_21_ties);
            Awaiting { round, due: Due::Hit(ALIKE[usize::from(at)]) }
        }
        Due::Double(at) => {
            Awaiting { round: round.with_last_hand(false), due: Due::Double(ALIKE[usize::from(at)]) }
        }
    }
}

/// For every hand the first one of the same points.
static ALIKE: LazyLock<Vec<HandAt>> = LazyLock::new(|| {
    let mut first = HashMap::new();
    let alike = |(at, hand): (HandAt, &Hand)| match hand.cards {
        0 | 1 => at,
        _ => *first.entry((hand.total, hand.soft)).or_insert(at),
    };
    (0..).zip(hands().all()).map(alike).collect()
});
