use rulebook::Rules;
use smallvec::SmallVec;
use vocabulary::{Card, PlayerId, Spot};

use crate::command::{Action, Command};
use crate::deal::due;
use crate::decide::{Step, decide};
use crate::event::{Choice, Events, Slot};
use crate::list::List;
use crate::refusal::Accepted;
use crate::state::{End, Halt, Phase, Round, Stage};
use crate::turn::{Turn, turns};
use crate::wager::Bet;

/// What the round needs before it can go on: the one place where the flow of a round is written.
///
/// What interrupts a round, such as a report of the pit or a player walking away, may come at any time and is not
/// listed.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields are the words of the sentence above them")]
pub enum Awaiting {
    /// Wagers, until the dealer closes the bets.
    Wagers,
    /// A card, to this place.
    Card(Slot),
    /// Answers to what is offered to the table, until the dealer closes it or the first decision is made.
    Offers { stage: Stage, open: Vec<Offer>, first: SmallVec<[Decision; 4]> },
    /// Playing decisions: of one player at a table, of all who have not answered with a shared hand.
    Decisions(SmallVec<[Decision; 4]>),
    /// Answers of those who may follow a split or a double on this spot, in the range of each.
    Follow { spot: Spot, action: Action, players: Vec<(PlayerId, Accepted)> },
    /// A choice of each of these players: withdraw everything, or go on.
    Withdrawals(List<PlayerId, 4>),
    /// A choice of each of these players about his wagers on the spot: take them back, or go on.
    Choices { choices: Vec<(PlayerId, Spot)>, why: Choice },
    /// A pick among cards drawn together, of a player or of staff; `None` is a card nobody saw.
    Pick { player: Option<PlayerId>, cards: Vec<Option<Card>> },
    /// Staff who discard cards drawn together.
    Discard,
    /// Whether this player finishes his hand before the dealer takes the first card he lacks.
    FinishFirst(PlayerId),
    /// The dealer's word on who decides for these spots.
    Control(Vec<Spot>),
    /// A person's decision.
    Ruling,
    /// Nothing: it is over.
    Nothing(End),
}

/// What one bettor is offered on one spot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Offer {
    /// Who.
    pub player: PlayerId,
    /// Where.
    pub spot: Spot,
    /// Whether he may surrender.
    pub surrender: bool,
    /// How much he may insure for.
    pub insurance: Option<Accepted>,
    /// Whether he may take even money.
    pub even_money: bool,
    /// Whether he may still say no.
    pub decline: bool,
}

/// A playing decision that is awaited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Decision {
    /// The spot.
    pub spot: Spot,
    /// The hand there, from 0.
    pub hand: usize,
    /// Who decides.
    pub by: PlayerId,
    /// What is open to him.
    pub actions: Actions,
}

/// What is open to a hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a button on a terminal")]
pub struct Actions {
    /// Another card.
    pub hit: bool,
    /// No more cards.
    pub stand: bool,
    /// Two hands.
    pub split: bool,
    /// One card and more chips, in this range.
    pub double: Option<Accepted>,
    /// Giving up half, where that is an answer like the others.
    pub surrender: bool,
}

/// What the round needs next.
#[must_use]
pub fn awaiting(rules: &Rules, round: &Round) -> Awaiting {
    match round.halt.as_deref() {
        Some(Halt::Ruling) => return Awaiting::Ruling,
        Some(Halt::Withdrawals(players, _)) => return Awaiting::Withdrawals(players.clone()),
        Some(Halt::Choices(choices, why)) => {
            return Awaiting::Choices { choices: choices.clone(), why: *why };
        }
        Some(Halt::Pick(player)) => {
            let cards = round.odd().together.iter().map(|waiting| waiting.seen.then_some(waiting.card));
            return Awaiting::Pick { player: *player, cards: cards.collect() };
        }
        Some(Halt::Discard) => return Awaiting::Discard,
        Some(Halt::FinishFirst(player, _)) => return Awaiting::FinishFirst(*player),
        None => {}
    }
    if round.phase == Phase::Dealing && !round.unclear_spots().is_empty() {
        return Awaiting::Control(round.unclear_spots());
    }
    if let Some(slot) = due(rules, round) {
        return Awaiting::Card(slot);
    }
    let mut copy = round.clone();
    let mut step = Step { rules, round: &mut copy, events: Events::new() };
    match round.phase {
        Phase::Betting => Awaiting::Wagers,
        Phase::Over(end) => Awaiting::Nothing(end),
        Phase::Offering(stage) => step.offers(stage),
        Phase::Playing | Phase::Dealing | Phase::Drawing => step.follow_or_decisions(),
    }
}

impl Step<'_> {
    fn offers(&mut self, stage: Stage) -> Awaiting {
        let mut seen: Vec<(PlayerId, Spot)> = Vec::new();
        let mut open = Vec::new();
        for (_, wager) in self.round.mains() {
            if !seen.contains(&(wager.player, wager.spot)) {
                seen.push((wager.player, wager.spot));
                open.extend(self.offer(stage, wager.player, wager.spot));
            }
        }
        self.close_all_offers();
        Awaiting::Offers { stage, open, first: self.decisions() }
    }

    /// What is open to one bettor, found by asking what would be accepted.
    fn offer(&self, stage: Stage, player: PlayerId, spot: Spot) -> Option<Offer> {
        let accepts = |command: &Command| decide(self.rules, self.round, command).is_ok();
        let insurance = match stage {
            Stage::Insurance => self.insurance_range(player, spot),
            Stage::EarlySurrender | Stage::LateSurrender => None,
        };
        let offer = Offer {
            player,
            spot,
            surrender: accepts(&Command::Surrender { player, spot }),
            insurance,
            even_money: accepts(&Command::TakeEvenMoney { player, spot }),
            decline: accepts(&Command::Decline { player, spot }),
        };
        (offer.surrender || offer.even_money || offer.decline || offer.insurance.is_some()).then_some(offer)
    }

    fn insurance_range(&self, player: PlayerId, spot: Spot) -> Option<Accepted> {
        let wager = self.main_to_insure(player, spot).ok()?;
        let free = self.round.away(player).is_none()
            && !self.round.has_declined(player, spot)
            && self.round.find(player, spot, Bet::Insurance(player)).is_none();
        free.then(|| self.insurance_accepts(wager, player)).filter(|range| !range.is_empty())
    }

    fn follow_or_decisions(&self) -> Awaiting {
        let Some(follow) = &self.round.follow else { return Awaiting::Decisions(self.decisions()) };
        let turn = |by| Turn { area: follow.area, hand: follow.hand, by };
        let range = |&by: &PlayerId| {
            let on = self.round.live_on(follow.area, Some(follow.hand)).find(|(_, wager)| wager.player == by);
            let stake = on.map_or(vocabulary::Chips::ZERO, |(_, wager)| wager.stake);
            match follow.action {
                Action::Double(_) => self.double_range(turn(by), stake).ok().map(|range| (by, range)),
                Action::Split | Action::Hit | Action::Stand => Some((by, Accepted::only(stake))),
            }
        };
        let players = follow.asked.iter().filter_map(range).collect();
        Awaiting::Follow { spot: self.round.areas[follow.area].spot, action: follow.action, players }
    }

    fn decisions(&self) -> SmallVec<[Decision; 4]> {
        turns(self.rules, self.round).into_iter().map(|turn| self.decision(turn)).collect()
    }

    fn decision(&self, turn: Turn) -> Decision {
        let spot = self.round.areas[turn.area].spot;
        let by = turn.by;
        let on = self.round.live_on(turn.area, Some(turn.hand)).find(|(_, wager)| wager.player == by);
        let stake = on.map_or(vocabulary::Chips::ZERO, |(_, wager)| wager.stake);
        let surrender = Command::Surrender { player: by, spot };
        let actions = Actions {
            hit: self.require_hit(turn).is_ok(),
            stand: self.require_stand(turn).is_ok(),
            split: self.require_split(turn).is_ok(),
            double: self.double_range(turn, stake).ok().filter(|range| !range.is_empty()),
            surrender: decide(self.rules, self.round, &surrender).is_ok(),
        };
        Decision { spot, hand: turn.hand, by, actions }
    }
}

impl Awaiting {
    /// Whether this is among what is awaited: cards, answers and decisions, and the dealer's closing words. Says
    /// nothing about betting, insurance in another's place and interruptions.
    #[must_use]
    pub fn admits(&self, command: &Command) -> bool {
        match (self, command) {
            (Awaiting::Card(_), Command::Deal(_))
            | (Awaiting::Offers { .. }, Command::CloseOffers)
            | (
                Awaiting::Follow { .. }
                | Awaiting::Withdrawals(_)
                | Awaiting::Choices { .. }
                | Awaiting::FinishFirst(_),
                Command::DealOn,
            ) => true,
            (Awaiting::Offers { open, .. }, Command::Surrender { player, spot }) => {
                open.iter().any(|offer| offer.is_for(*player, *spot) && offer.surrender)
            }
            (Awaiting::Offers { open, .. }, Command::TakeEvenMoney { player, spot }) => {
                open.iter().any(|offer| offer.is_for(*player, *spot) && offer.even_money)
            }
            (Awaiting::Offers { open, .. }, Command::Decline { player, spot }) => {
                open.iter().any(|offer| offer.is_for(*player, *spot) && offer.decline)
            }
            (Awaiting::Offers { open, .. }, Command::Insure { player, spot, owner, amount }) => {
                let range = open
                    .iter()
                    .find(|o| player == owner && o.is_for(*player, *spot))
                    .and_then(|o| o.insurance);
                range.is_some_and(|range| amount.is_none_or(|amount| range.admits(amount)))
            }
            (
                Awaiting::Offers { first: decisions, .. } | Awaiting::Decisions(decisions),
                Command::Play { .. },
            ) => decisions.iter().any(|decision| decision.admits(command)),
            (Awaiting::Decisions(decisions), Command::Surrender { player, spot }) => {
                decisions.iter().any(|d| d.by == *player && d.spot == *spot && d.actions.surrender)
            }
            (Awaiting::Follow { spot, players, .. }, Command::Follow { player, spot: at, amount }) => {
                let range = players.iter().find(|(asked, _)| asked == player).map(|(_, range)| *range);
                spot == at && range.is_some_and(|range| amount.is_none_or(|amount| range.admits(amount)))
            }
            (Awaiting::Follow { spot, players, .. }, Command::Decline { player, spot: at }) => {
                spot == at && players.iter().any(|(asked, _)| asked == player)
            }
            (
                Awaiting::Withdrawals(players),
                Command::WithdrawAll { player } | Command::Continue { player, .. },
            ) => players.contains(player),
            (Awaiting::Choices { choices, why }, Command::WithdrawAll { player }) => {
                *why != Choice::OneCard && choices.iter().any(|(asked, _)| asked == player)
            }
            (Awaiting::Choices { choices, .. }, Command::Continue { player, spot }) => {
                choices.iter().any(|(asked, at)| asked == player && spot.is_none_or(|spot| spot == *at))
            }
            (
                Awaiting::FinishFirst(asked),
                Command::Continue { player, .. } | Command::Decline { player, .. },
            ) => asked == player,
            _ => false,
        }
    }
}

impl Offer {
    fn is_for(&self, player: PlayerId, spot: Spot) -> bool {
        self.player == player && self.spot == spot
    }
}

impl Decision {
    fn admits(&self, command: &Command) -> bool {
        let Command::Play { player, spot, action } = command else { return false };
        self.by == *player
            && self.spot == *spot
            && match action {
                Action::Hit => self.actions.hit,
                Action::Stand => self.actions.stand,
                Action::Split => self.actions.split,
                Action::Double(amount) => {
                    self.actions.double.is_some_and(|range| amount.is_none_or(|a| range.admits(a)))
                }
            }
    }
}
