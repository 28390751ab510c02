//! Following another player's split or double, or not.

use rulebook::Reason;
use vocabulary::{Chips, PlayerId, Spot};

use crate::command::Action;
use crate::decide::{Allowed, Step};
use crate::event::Event;
use crate::refusal::Accepted;
use crate::state::{Follow, Halt};
use crate::turn::Turn;

impl Step<'_> {
    /// The follow that is open to a player on a spot.
    fn open_follow(&self, player: PlayerId, spot: Spot) -> Allowed<(Turn, Action)> {
        self.require_spot(spot)?;
        let open =
            self.round.follow.as_ref().filter(|follow| {
                follow.asked.contains(&player) && self.round.areas[follow.area].spot == spot
            });
        match open {
            Some(&Follow { area, hand, action, .. }) => Ok((Turn { area, hand, by: player }, action)),
            None => self.refuse(Reason::NothingToFollow),
        }
    }

    pub(crate) fn follow(&mut self, player: PlayerId, spot: Spot, asked: Option<Chips>) -> Allowed {
        let (turn, action) = self.open_follow(player, spot)?;
        let own = self.round.live_on(turn.area, Some(turn.hand)).find(|(_, wager)| wager.player == player);
        let Some(stake) = own.map(|(_, wager)| wager.stake) else {
            return self.refuse(Reason::NothingToFollow);
        };
        let amount = asked.unwrap_or(stake);
        let (accepted, reason, refused) = match action {
            Action::Double(_) => {
                (self.double_range(turn, stake)?, Reason::FollowsDouble, Reason::FollowDoubleAmount)
            }
            Action::Split | Action::Hit | Action::Stand => {
                (Accepted::only(stake), Reason::FollowsSplit, Reason::FollowSplitAmount)
            }
        };
        if !accepted.admits(amount) {
            return self.refuse_amount(refused, accepted);
        }
        self.happen(Event::Followed { player, spot, amount, because: self.because(reason) });
        Ok(())
    }

    pub(crate) fn decline_follow(&mut self, player: PlayerId, spot: Spot) -> Allowed {
        let (_, action) = self.open_follow(player, spot)?;
        let reason = if action == Action::Split { Reason::DeclinesSplit } else { Reason::DeclinesDouble };
        self.happen(Event::FollowDeclined { player, spot, because: self.because(reason) });
        Ok(())
    }

    /// The dealer goes on: a decline for all who have not answered, or `continues` after a failure.
    pub(crate) fn deal_on(&mut self) -> Allowed {
        let reason = match (self.round.halt.as_deref(), &self.round.follow) {
            (Some(Halt::FinishFirst(..)), _) => {
                self.dealer_card_now();
                return Ok(());
            }
            (Some(Halt::Withdrawals(_, reason)), _) => *reason,
            (Some(Halt::Choices(_, why)), _) => crate::choice::goes_on(*why),
            (_, Some(follow)) if follow.action == Action::Split => Reason::DeclinesSplit,
            (_, Some(_)) => Reason::DeclinesDouble,
            _ => return self.refuse(Reason::NothingToFollow),
        };
        self.happen(Event::WentOn { because: self.because(reason) });
        Ok(())
    }
}
