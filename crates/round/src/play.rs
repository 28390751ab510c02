//! Playing decisions: hit, stand, double, split.

use rulebook::{DoubleAmount, DoubleOn, DoubleOn21, MaxScope, Reason, SplitBy};
use vocabulary::{Chips, PlayerId, Rank, Spot};

use crate::command::Action;
use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::hand::{Born, Closed, Hand};
use crate::list::List;
use crate::refusal::Accepted;
use crate::state::Phase;
use crate::turn::{Turn, turns};
use crate::wager::Wager;

impl Step<'_> {
    pub(crate) fn play(&mut self, player: PlayerId, spot: Spot, action: Action) -> Allowed {
        match self.round.phase {
            Phase::Betting => return self.refuse(Reason::NotYourTurn),
            Phase::Over(_) => return self.refuse(Reason::RoundOver),
            Phase::Offering(_) => self.close_all_offers(),
            Phase::Dealing | Phase::Playing | Phase::Drawing => {}
        }
        self.require(self.round.halt.is_none(), Reason::Dissatisfied)?;
        self.require_spot(spot)?;
        let turn = self.turn_of(player, spot, action)?;
        let action = self.legal(turn, action)?;
        self.act(turn, action);
        Ok(())
    }

    /// The turn a player speaks for, or why it is not his to speak.
    fn turn_of(&self, player: PlayerId, spot: Spot, action: Action) -> Allowed<Turn> {
        let shared = self.rules.shared_hand();
        let turns = turns(self.rules, self.round);
        let here = |turn: &&Turn| shared || self.round.areas[turn.area].spot == spot;
        if let Some(turn) = turns.iter().filter(here).find(|turn| turn.by == player) {
            return Ok(*turn);
        }
        self.require_present(player)?;
        let theirs = |area: &crate::Area| if shared { area.owner == Some(player) } else { area.spot == spot };
        let Some(area) = self.round.areas.iter().position(theirs) else {
            return self.refuse(Reason::NothingThere);
        };
        self.refuse(self.why_not(player, area, action, turns.iter().any(|turn| turn.area == area)))
    }

    /// Why a player may not speak for an area: another controls it, it waits, or its hands are done.
    fn why_not(&self, player: PlayerId, area: usize, action: Action, in_turn: bool) -> Reason {
        let doubles = matches!(action, Action::Double(_));
        let bets = self.round.mains().any(|(_, wager)| wager.player == player);
        if in_turn && bets && self.round.memory().full {
            return Reason::FullPatronage;
        }
        if in_turn {
            return if doubles { Reason::DoubleByOther } else { Reason::NotInControl };
        }
        let hands = &self.round.areas[area].hands;
        let Some(open) = self.round.open_hand(area) else {
            let last = hands.iter().rev().find_map(|hand| hand.closed.map(|how| (how, hand)));
            return last.map_or(Reason::NotYourTurn, |(how, hand)| why_closed(how, hand, action));
        };
        let controls = crate::control::controller(self.rules, self.round, area, open);
        if controls.is_some_and(|by| by != player) {
            return if doubles { Reason::DoubleByOther } else { Reason::NotInControl };
        }
        let before = open.checked_sub(1).map(|before| &hands[before]);
        match before.and_then(|hand| hand.closed.map(|how| (how, hand))) {
            Some((how, hand)) if hands[open].cards.len() == 1 && how != Closed::Stood => {
                why_closed(how, hand, action)
            }
            _ if hands[open].doubled => Reason::DoubleCard,
            _ if self.rules.shared_hand() => Reason::OneAnswerPerCard,
            _ => Reason::NotYourTurn,
        }
    }

    /// Whether the decision is open to the hand; a double comes back with its amount.
    fn legal(&self, turn: Turn, action: Action) -> Allowed<Action> {
        match action {
            Action::Hit => self.require_hit(turn)?,
            Action::Stand => self.require_stand(turn)?,
            Action::Split => self.require_split(turn)?,
            Action::Double(asked) => {
                return self.require_double(turn, asked).map(|extra| Action::Double(Some(extra)));
            }
        }
        Ok(action)
    }

    fn hand(&self, turn: Turn) -> &Hand {
        &self.round.areas[turn.area].hands[turn.hand]
    }

    /// The wager of who decides.
    fn stake(&self, turn: Turn) -> Chips {
        let own = self.round.live_on(turn.area, Some(turn.hand)).find(|(_, wager)| wager.player == turn.by);
        own.map_or(Chips::ZERO, |(_, wager)| wager.stake)
    }

    pub(crate) fn require_hit(&self, turn: Turn) -> Allowed {
        let hand = self.hand(turn);
        self.require(!hand.is_blackjack(), Reason::HitAt21)?;
        let ace = hand.born == Born::SplitAces && !self.rules.draw_on_split_aces();
        self.require(!ace, Reason::SplitAceCard)
    }

    pub(crate) fn require_stand(&self, turn: Turn) -> Allowed {
        let total = self.hand(turn).total();
        self.require(total.points >= self.rules.forced_draw_below(), Reason::MustDraw)
    }

    pub(crate) fn require_split(&self, turn: Turn) -> Allowed {
        let hand = self.hand(turn);
        let [first, second] = hand.cards[..] else { return self.refuse(Reason::SplitUnequal) };
        let equal = match self.rules.split_by() {
            SplitBy::Value => first.rank().points() == second.rank().points(),
            SplitBy::Rank => first.rank() == second.rank(),
        };
        self.require(equal, Reason::SplitUnequal)?;
        if first.rank() == Rank::Ace {
            self.require(self.rules.split_aces(), Reason::SplitAcesNever)?;
            self.require(!hand.is_split() || self.rules.resplit_aces(), Reason::SplitAcesAgain)?;
        }
        let hands = self.round.areas[turn.area].hands.len();
        self.require(hands < usize::from(self.rules.max_hands()), Reason::SplitLimit)?;
        self.require_within_maximum(turn, self.stake(turn))
    }

    /// Whether a hand may be doubled at all, and the amounts that are open to this stake.
    pub(crate) fn double_range(&self, turn: Turn, stake: Chips) -> Allowed<Accepted> {
        let hand = self.hand(turn);
        self.require(hand.cards.len() == 2, Reason::DoubleTooLate)?;
        self.require(hand.born != Born::SplitAces, Reason::DoubleOnSplitAces)?;
        self.require(!hand.is_split() || self.rules.double_after_split(), Reason::DoubleNotAllowed)?;
        let unlike = hand.born == Born::SplitUnlikeTens && !self.rules.double_after_unlike_ten_split();
        self.require(!unlike, Reason::DoubleNotAllowed)?;
        let total = hand.total();
        if total.points == 21 {
            let open = match self.rules.double_on_21() {
                DoubleOn21::Never => false,
                DoubleOn21::SplitOnly => hand.is_split(),
                DoubleOn21::Any => true,
            };
            self.require(open, Reason::DoubleAt21)?;
        }
        if let DoubleOn::Hard { from, to } = self.rules.double_on() {
            self.require(!total.soft && (from..=to).contains(&total.points), Reason::DoubleNotAllowed)?;
        }
        Ok(self.double_amounts(stake))
    }

    fn double_amounts(&self, stake: Chips) -> Accepted {
        let step = self.rules.half_unit();
        match self.rules.double_amount() {
            DoubleAmount::Equal => Accepted::only(stake),
            DoubleAmount::FromUnit => {
                Accepted { least: self.rules.floor(self.rules.double_min()), most: stake, step }
            }
            DoubleAmount::FromMinimum => {
                let least = self.rules.limits(rulebook::Kind::Main).map_or(step, |limits| limits.min);
                Accepted { least, most: stake, step }
            }
        }
    }

    fn require_double(&self, turn: Turn, asked: Option<Chips>) -> Allowed<Chips> {
        let stake = self.stake(turn);
        let accepted = self.double_range(turn, stake)?;
        let extra = asked.unwrap_or(stake);
        if !accepted.admits(extra) {
            return self.refuse_amount(Reason::DoubleAmountRefused, accepted);
        }
        self.require_within_maximum(turn, extra)?;
        Ok(extra)
    }

    /// Where the posted maximum covers doubles and splits too.
    fn require_within_maximum(&self, turn: Turn, more: Chips) -> Allowed {
        let Some(limits) =
            self.rules.limits(rulebook::Kind::Main).filter(|_| self.rules.max_includes_derived())
        else {
            return Ok(());
        };
        let whole_box = self.rules.max_scope() == MaxScope::Box;
        let on =
            self.round.live_on(turn.area, None).filter(|(_, wager)| whole_box || wager.player == turn.by);
        let staked: Chips = on.map(|(_, wager)| wager.at_risk()).sum();
        self.require(staked + more <= limits.max, Reason::AboveMaximum)
    }

    fn act(&mut self, turn: Turn, action: Action) {
        let Turn { area, hand, by: player, .. } = turn;
        self.reveal_if(|_, squeezed| squeezed == area);
        let split = self.hand(turn).is_split();
        let aces = self.hand(turn).cards[0].rank() == Rank::Ace;
        let reason = match action {
            Action::Hit => Reason::Hits,
            Action::Stand => Reason::Stands,
            Action::Double(_) if split => Reason::DoublesAfterSplit,
            Action::Double(_) => Reason::Doubles,
            Action::Split if aces => Reason::SplitsAces,
            Action::Split if split => Reason::SplitsAgain,
            Action::Split => Reason::Splits,
        };
        let followers = self.followers(turn, action);
        self.happen(Event::Acted { player, area, hand, action, because: self.because(reason) });
        if !followers.is_empty() {
            let offered = if action == Action::Split {
                Reason::FollowSplitOffered
            } else {
                Reason::FollowDoubleOffered
            };
            let because = self.because(offered);
            self.happen(Event::FollowAsked { area, hand, action, players: followers, because });
        }
    }

    /// Who else on the hand is asked to follow: whoever is present and could.
    fn followers(&self, turn: Turn, action: Action) -> List<PlayerId, 4> {
        let could = |wager: &Wager| match action {
            Action::Split => !wager.stayed || self.rules.follow_after_decline(),
            Action::Double(_) => !self.double_amounts(wager.stake).is_empty(),
            Action::Hit | Action::Stand => false,
        };
        let others = self.round.live_on(turn.area, Some(turn.hand)).filter(|(_, wager)| {
            wager.player != turn.by && self.round.away(wager.player).is_none() && could(wager)
        });
        others.map(|(_, wager)| wager.player).collect()
    }
}

/// What to answer someone who speaks for a hand that is done.
fn why_closed(how: Closed, hand: &Hand, action: Action) -> Reason {
    let doubles = matches!(action, Action::Double(_));
    let splits = action == Action::Split;
    match how {
        Closed::Stood => Reason::Stands,
        Closed::Bust => Reason::Bust,
        Closed::Doubled => Reason::DoubleCard,
        Closed::SplitAce if doubles => Reason::DoubleOnSplitAces,
        Closed::SplitAce if splits && hand.cards[0].rank() == hand.cards[hand.cards.len() - 1].rank() => {
            Reason::SplitAcesAgain
        }
        Closed::SplitAce => Reason::SplitAceCard,
        Closed::TwentyOne | Closed::Blackjack if doubles => Reason::DoubleAt21,
        Closed::TwentyOne | Closed::Blackjack => Reason::HitAt21,
    }
}
