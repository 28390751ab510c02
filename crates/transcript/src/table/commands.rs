//! What statements stand for.

use round::{Action, Awaiting, Command, Duty, awaiting};
use rulebook::Reason;
use vocabulary::{Card, PlayerId, Spot};

use super::{Carried, Table, Trouble};
use crate::statement::{Picks, Signal, SpotNumber, Statement};

impl Table {
    /// The command a statement stands for.
    pub(super) fn command(&mut self, statement: &Statement) -> Carried<Command> {
        Ok(match statement {
            Statement::OpensBets => Command::OpenBets,
            Statement::ClosesBets => Command::CloseBets,
            Statement::ClosesOffers => Command::CloseOffers,
            Statement::DealsOn => Command::DealOn,
            Statement::ActsAs { name, role } => self.post_taken(name, *role)?,
            Statement::Staff { by, does } => self.staff(by, does)?,
            Statement::Picks { name, picks, .. } => self.picks_by_name(name, picks)?,
            Statement::Reveals { name, spot: Some(spot) } if self.holds_post(name) => {
                let by = self.by_name(name)?;
                Command::Staff { by, duty: Duty::Reveal { spot: self.spot_numbered(*spot)? } }
            }
            Statement::Cuts { name } => Command::Cut { player: self.player(name)? },
            Statement::Continues { name, spot } => {
                let spot = spot.map(|spot| self.spot_numbered(spot)).transpose()?;
                Command::Continue { player: self.player(name)?, spot }
            }
            Statement::WithdrawsAll { name } => Command::WithdrawAll { player: self.player(name)? },
            Statement::TimesOut { name } => Command::TimeOut { player: self.player(name)? },
            Statement::IsAbsent { name } => Command::WalkAway { player: self.player(name)? },
            Statement::Returns { name } => Command::Return { player: self.player(name)? },
            Statement::Bets { name, amount, spot, kind } => {
                let kind = self.kind(kind.as_deref())?;
                let (player, spot) = self.place(name, *spot)?;
                Command::Bet { player, spot, kind, amount: *amount }
            }
            Statement::Withdraws { name, spot, kind } => {
                let kind = self.kind(kind.as_deref())?;
                let (player, spot) = self.place(name, *spot)?;
                Command::Withdraw { player, spot, kind }
            }
            Statement::Finds { name, amount, spot, kind } => {
                let kind = self.kind(kind.as_deref())?;
                let (player, spot) = self.place(name, *spot)?;
                Command::Find { player, spot, kind, amount: *amount }
            }
            _ => self.command_at_spot(statement)?,
        })
    }

    pub(super) fn place(&mut self, name: &str, written: SpotNumber) -> Carried<(PlayerId, Spot)> {
        let player = self.player(name)?;
        Ok((player, self.spot(player, written)?))
    }

    /// Commands of a player about one of his spots.
    fn command_at_spot(&mut self, statement: &Statement) -> Carried<Command> {
        let (name, written) = match statement {
            Statement::Sits { name, spot }
            | Statement::Leaves { name, spot }
            | Statement::Insures { name, spot, .. }
            | Statement::TakesEvenMoney { name, spot }
            | Statement::Surrenders { name, spot }
            | Statement::Declines { name, spot }
            | Statement::Hits { name, spot }
            | Statement::Stands { name, spot }
            | Statement::Splits { name, spot }
            | Statement::Doubles { name, spot, .. }
            | Statement::Signals { name, spot, .. }
            | Statement::RefusesCard { name, spot }
            | Statement::Reveals { name, spot }
            | Statement::Follows { name, spot, .. } => (name, *spot),
            _ => {
                let expected = "a statement that can be said at the table".to_owned();
                return Err(Trouble::Unknown(expected, statement.to_string()));
            }
        };
        let (player, spot) = self.place(name, written)?;
        let play = |action| Command::Play { player, spot, action };
        let signal = |action| Command::Signal { player, spot, action };
        Ok(match statement {
            Statement::Sits { .. } => Command::Sit { player, spot },
            Statement::Leaves { .. } => Command::Leave { player, spot },
            Statement::Insures { amount, owner, .. } => {
                let owner = owner.as_ref().map_or(Ok(player), |owner| self.player(owner))?;
                Command::Insure { player, spot, owner, amount: *amount }
            }
            Statement::TakesEvenMoney { .. } => Command::TakeEvenMoney { player, spot },
            Statement::Surrenders { .. } => Command::Surrender { player, spot },
            Statement::Declines { .. } => Command::Decline { player, spot },
            Statement::RefusesCard { .. } => Command::RefuseCard { player, spot },
            Statement::Reveals { .. } => Command::Reveal { player, spot },
            Statement::Signals { signal: Signal::Hit, .. } => signal(Action::Hit),
            Statement::Signals { signal: Signal::Stand, .. } => signal(Action::Stand),
            Statement::Hits { .. } => play(Action::Hit),
            Statement::Splits { .. } => play(Action::Split),
            Statement::Doubles { amount, .. } => play(Action::Double(*amount)),
            Statement::Follows { amount, .. } => Command::Follow { player, spot, amount: *amount },
            _ => play(Action::Stand),
        })
    }
    /// Who holds a post picks for the dealer, anyone else for his own hand.
    fn picks_by_name(&mut self, name: &str, picks: &Picks) -> Carried<Command> {
        let picks = self.places(picks)?;
        if self.holds_post(name) {
            return Ok(Command::Staff { by: self.by_name(name)?, duty: Duty::Pick { picks } });
        }
        Ok(Command::Pick { player: self.player(name)?, picks })
    }

    /// The places, from 0, of the cards meant. Where none are on offer it is the engine's business to say so.
    pub(super) fn places(&self, picks: &Picks) -> Carried<Vec<usize>> {
        match (picks, awaiting(&self.rules, &self.round)) {
            (Picks::Places(places), _) => {
                // No card lies at place 0: it must not become the first.
                let from_0 = |place: &u32| {
                    usize::try_from(*place).ok().and_then(|place| place.checked_sub(1)).unwrap_or(usize::MAX)
                };
                Ok(places.iter().map(from_0).collect())
            }
            (Picks::Cards(wanted), Awaiting::Pick { cards, .. }) => self.places_of(wanted, &cards),
            (Picks::Cards(_), _) => Ok(Vec::new()),
        }
    }

    fn places_of(&self, wanted: &[Card], offered: &[Option<Card>]) -> Carried<Vec<usize>> {
        let mut places = Vec::new();
        for card in wanted {
            let like = |at: &usize| offered[*at] == Some(*card) && !places.contains(at);
            let Some(at) = (0..offered.len()).find(like) else {
                let says = format!("{card} is not among the cards that were seen and can be picked");
                return Err(self.refuse(Reason::ImpossibleCard, &says));
            };
            places.push(at);
        }
        Ok(places)
    }
}
