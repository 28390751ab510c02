use rulebook::{Because, Reason, Rules};

use crate::apply::apply;
use crate::command::Command;
use crate::event::{Event, Events};
use crate::refusal::{Accepted, Refusal};
use crate::state::{Halt, Phase, Round};

/// What a command leads to: the events it causes and all that follows by itself, or why it is turned away.
///
/// # Errors
///
/// A [`Refusal`] with the clause that forbids the command; the round stays as it is.
pub fn decide(rules: &Rules, round: &Round, command: &Command) -> Result<Events, Refusal> {
    let mut copy = round.clone();
    let mut step = Step { rules, round: &mut copy, events: Events::new() };
    step.carry_out(command)?;
    step.advance();
    Ok(step.events)
}

/// A command being carried out: the rules, the round as it becomes, and what has happened so far.
pub(crate) struct Step<'r> {
    pub(crate) rules: &'r Rules,
    pub(crate) round: &'r mut Round,
    pub(crate) events: Events,
}

pub(crate) type Allowed<T = ()> = Result<T, Refusal>;

impl Step<'_> {
    pub(crate) fn because(&self, reason: Reason) -> Because {
        self.rules.because(reason)
    }

    /// Records what has happened.
    pub(crate) fn happen(&mut self, event: Event) {
        apply(self.round, &event);
        self.events.push(event);
    }

    pub(crate) fn refuse<T>(&self, reason: Reason) -> Allowed<T> {
        Err(Refusal { because: self.because(reason), accepted: None, needs: None })
    }

    pub(crate) fn refuse_amount<T>(&self, reason: Reason, accepted: Accepted) -> Allowed<T> {
        Err(Refusal { because: self.because(reason), accepted: Some(accepted), needs: None })
    }

    pub(crate) fn require(&self, holds: bool, otherwise: Reason) -> Allowed {
        if holds { Ok(()) } else { self.refuse(otherwise) }
    }

    fn carry_out(&mut self, command: &Command) -> Allowed {
        self.require_not_halted(command)?;
        match *command {
            Command::Sit { player, spot } => self.sit(player, spot),
            Command::Leave { player, spot } => self.leave(player, spot),
            Command::OpenBets => self.open_bets(),
            Command::Bet { player, spot, kind, amount } => self.bet(player, spot, kind, amount),
            Command::Withdraw { player, spot, kind } => self.withdraw(player, spot, kind),
            Command::CloseBets => self.close_bets(),
            Command::Find { player, spot, kind, amount } => self.find_chips(player, spot, kind, amount),
            Command::Deal(card) => self.deal(card),
            Command::Insure { player, spot, owner, amount } => self.insure(player, spot, owner, amount),
            Command::TakeEvenMoney { player, spot } => self.take_even_money(player, spot),
            Command::Surrender { player, spot } => self.surrender(player, spot),
            Command::Decline { player, spot } => self.decline(player, spot),
            Command::CloseOffers => self.close_offers(),
            Command::Play { player, spot, action } => self.play(player, spot, action),
            Command::Follow { player, spot, amount } => self.follow(player, spot, amount),
            Command::DealOn => self.deal_on(),
            Command::TimeOut { player } => self.time_out(player),
            Command::WalkAway { player } => self.walk_away(player),
            Command::Return { player } => self.come_back(player),
            Command::WithdrawAll { player } => self.withdraw_all(player),
            Command::Continue { player, spot } => self.go_on_playing(player, spot),
            Command::Pick { player, ref picks } => self.pick(player, picks),
            Command::RefuseCard { player, spot } => self.refuse_card(player, spot),
            Command::Signal { player, spot, action } => self.signal(player, spot, action),
            Command::Reveal { player, spot } => self.reveal_own(player, spot),
            Command::Cut { player } => self.cut(player),
            Command::Staff { by, ref duty } => self.staff(by, duty),
        }
    }

    /// While an irregularity is open only what deals with it is heard.
    fn require_not_halted(&self, command: &Command) -> Allowed {
        let Some(halt) = self.round.halt.as_deref() else { return Ok(()) };
        let heard = match command {
            Command::WalkAway { .. }
            | Command::Return { .. }
            | Command::WithdrawAll { .. }
            | Command::Continue { .. }
            | Command::Pick { .. }
            | Command::Cut { .. } => true,
            Command::Staff { duty, .. } => duty.is_heard_while_halted(),
            Command::DealOn => {
                matches!(halt, Halt::Withdrawals(..) | Halt::Choices(..) | Halt::FinishFirst(..))
            }
            Command::Withdraw { .. } => matches!(halt, Halt::Choices(..)),
            Command::Decline { .. } => matches!(halt, Halt::FinishFirst(..) | Halt::Pick(Some(_))),
            _ => false,
        };
        let reason = match halt {
            Halt::Withdrawals(_, reason) => *reason,
            Halt::Choices(_, crate::Choice::OneCard) => Reason::OneCard,
            Halt::Choices(..) => Reason::ErrorChoice,
            Halt::Pick(_) | Halt::Discard => Reason::Together,
            Halt::FinishFirst(..) => Reason::DealerLateCard,
            Halt::Ruling => Reason::PlayHalted,
        };
        self.require(heard, reason)
    }

    /// Everything that follows by itself, until someone must speak or a card is due.
    pub(crate) fn advance(&mut self) {
        while self.round.halt.is_none() {
            let irregular = self.round.irregular.is_some();
            if irregular && self.next_remedy() {
                continue;
            }
            let went_on = match self.round.phase {
                Phase::Betting | Phase::Offering(_) | Phase::Over(_) => false,
                Phase::Dealing => self.finish_initial_deal(),
                Phase::Playing => self.play_on(),
                Phase::Drawing => self.finish_dealer(),
            };
            let goes_on = went_on || (irregular && self.next_waiting_card());
            if !goes_on {
                return;
            }
        }
    }
}
