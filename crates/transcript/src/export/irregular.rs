//! Irregular events as the statements they stand for.

use round::{Action, By, Claimed, Event, Place, Verdict};
use rulebook::{ControlTie, RefusalScope, Role};
use vocabulary::{Card, PlayerId};

use super::{Writer, number};
use crate::statement::{Deed, Disputed, Known, Picks, PlaceName, Signal, Speaker, Statement};

/// What earlier events say about how a later one came about.
#[derive(Default)]
pub(super) struct Pending {
    /// Who of the staff places the wager that follows.
    pub(super) placed_by: Option<By>,
    /// The sign for the decision that follows.
    pub(super) signal: Option<Signal>,
    /// Who was asked whether he finishes his hand first.
    finishing: Option<PlayerId>,
    /// Whose refusal of a card was written last.
    refused: Option<PlayerId>,
    /// Bets have just been closed, and nothing has been said since.
    just_closed: bool,
    /// Something has to be settled as soon as nobody has to speak first.
    remedies: bool,
    /// The dealer has begun, and what was left unsettled is settled by itself.
    dealer_began: bool,
}

impl Pending {
    /// What an event means for those that follow.
    pub(super) fn note(&mut self, event: &Event) {
        match event {
            Event::PlacedByStaff { by, .. } => self.placed_by = Some(*by),
            Event::Signalled { action: Action::Hit, .. } => self.signal = Some(Signal::Hit),
            Event::Signalled { action: Action::Stand, .. } => self.signal = Some(Signal::Stand),
            Event::FinishAsked { player, .. } => self.finishing = Some(*player),
            Event::RemediesOpened { .. } => self.remedies = true,
            Event::DealerBegan { .. } => self.dealer_began = true,
            _ => {}
        }
        self.refused = match event {
            Event::CardRefused { player, .. } => Some(*player),
            _ => None,
        };
        self.just_closed = match event {
            Event::BetsClosed { .. } => true,
            Event::ControlAsked { .. } | Event::WagerCounted { .. } | Event::WagerSmall { .. } => {
                self.just_closed
            }
            _ => false,
        };
    }
}

impl Writer<'_> {
    /// Writes what someone of the staff does; whose post is known from an earlier round says so first.
    pub(super) fn write_staff(&mut self, by: By, does: Deed) {
        let by = match (by.who, by.role) {
            (Some(who), role) => {
                let name = self.name(who);
                if let Some(role) = role.filter(|_| !self.has_post(who)) {
                    self.write(Statement::ActsAs { name: name.clone(), role });
                }
                Speaker::Named(name)
            }
            (None, Some(Role::Dealer)) => Speaker::Dealer,
            (None, role) => Speaker::Pit(role),
        };
        self.write(match (by, does) {
            (Speaker::Named(name), Deed::Picks(picks)) => Statement::Picks { name, picks, spot: None },
            (by, does) => Statement::Staff { by, does },
        });
    }

    fn has_post(&self, who: PlayerId) -> bool {
        let person = self.name(who);
        self.statements.iter().any(|said| matches!(said, Statement::ActsAs { name, .. } if *name == person))
    }

    pub(super) fn irregular(&mut self, event: &Event) {
        match event {
            Event::PostTaken { who, role, .. } => {
                let name = self.name(*who);
                self.write(Statement::ActsAs { name, role: *role });
            }
            Event::Reported { by, trouble, players, .. } => {
                let names = players.iter().map(|player| self.name(*player)).collect();
                self.write_staff(*by, Deed::Reports { trouble: *trouble, names });
            }
            Event::Ruled { by, verdict, words, .. } => {
                self.write_staff(*by, ruling(*verdict, words.clone()));
            }
            Event::Voided { by, words: Some(words), .. } => {
                self.write_staff(by.unwrap_or(By::PIT), Deed::Voids { words: words.clone() });
            }
            Event::Discarding { by, words, .. } => {
                self.write_staff(*by, Deed::Discards { words: words.clone() });
            }
            Event::Awarded { by, player, amount, words, .. } => {
                let (name, words) = (self.name(*player), words.clone());
                let taken = *amount < vocabulary::Chips::ZERO;
                self.write_staff(
                    *by,
                    if taken {
                        Deed::Takes { amount: -*amount, name, words }
                    } else {
                        Deed::Awards { amount: *amount, name, words }
                    },
                );
            }
            _ => self.wrong_deal(event),
        }
    }

    /// Errors of the deal, and what players say to them.
    fn wrong_deal(&mut self, event: &Event) {
        match event {
            Event::Skipped { by, place, .. } => {
                self.write_staff(*by, Deed::Skips { place: place_name(*place) });
            }
            Event::PassedOver { by, area, .. } => {
                if let Some(spot) = self.spot_of(*area) {
                    self.write_staff(*by, Deed::Skips { place: PlaceName::Spot(spot) });
                }
            }
            Event::Misdealt { by, card, to, .. } => {
                self.write_staff(*by, Deed::Misdeals { card: *card, place: place_name(*to) });
            }
            Event::Overdrawn { by, card, .. } => {
                self.write_staff(*by, Deed::Misdeals { card: *card, place: PlaceName::Dealer });
            }
            Event::FaceUpFound { by, card, .. } => self.write_staff(*by, Deed::FindsFaceUp { card: *card }),
            Event::DrawnTogether { by, cards, seen, ordered, .. } => {
                let known = if *ordered { Known::InOrder } else { known(cards, seen) };
                self.write_staff(*by, Deed::DrawsTogether { cards: cards.clone(), known });
            }
            Event::Picked { by, player, picks, .. } => self.picked(*by, *player, picks),
            Event::DealerCardDue { after, .. } => self.dealer_card_due(after.is_some()),
            Event::CardRefused { player, area, .. } => self.card_refused(*player, *area),
            Event::Withdrew { player, spot, kind, .. } => {
                let (name, kind) = (self.name(*player), self.kind(*kind));
                self.write(Statement::Withdraws { name, spot: Some(number(*spot)), kind });
            }
            _ => self.discretion(event),
        }
    }

    fn picked(&mut self, by: Option<By>, player: Option<PlayerId>, picks: &[usize]) {
        let from_1 = |at: &usize| u32::try_from(at.saturating_add(1)).unwrap_or(u32::MAX);
        let places = Picks::Places(picks.iter().map(from_1).collect());
        match (by, player.map(|player| self.name(player))) {
            (Some(by), _) => self.write_staff(by, Deed::Picks(places)),
            (None, Some(name)) if picks.is_empty() => self.write(Statement::Declines { name, spot: None }),
            (None, Some(name)) => self.write(Statement::Picks { name, picks: places, spot: None }),
            (None, None) => {}
        }
    }

    /// The answer of who was asked whether he finishes his hand first; without a question it follows by itself.
    fn dealer_card_due(&mut self, later: bool) {
        let Some(player) = self.pending.finishing.take() else { return };
        let name = self.name(player);
        self.write(if later { Statement::Continues { name, spot: None } } else { Statement::DealsOn });
    }

    /// Where a refusal ends all hands of a player it is said once.
    fn card_refused(&mut self, player: PlayerId, area: usize) {
        let same = self.rules.refusal_scope() == RefusalScope::Player && self.pending.refused == Some(player);
        if !same {
            let (name, spot) = (self.name(player), self.spot_of(area));
            self.write(Statement::RefusesCard { name, spot });
        }
    }

    /// What is left to the staff, and what goes with it.
    fn discretion(&mut self, event: &Event) {
        match event {
            Event::CutMade { player, .. } => {
                let name = self.name(*player);
                self.write(Statement::Cuts { name });
            }
            Event::Shuffled { by, .. } => self.write_staff(*by, Deed::Shuffles),
            Event::PlayerRestricted { by, player, on, .. } => {
                let name = self.name(*player);
                self.write_staff(*by, if *on { Deed::Restricts { name } } else { Deed::Frees { name } });
            }
            Event::SpotRestricted { by, spot, most, .. } => {
                let spot = number(*spot);
                let does = most.map_or(Deed::FreesSpot { spot }, |most| Deed::RestrictsSpot {
                    spot,
                    most: u32::from(most),
                });
                self.write_staff(*by, does);
            }
            Event::PatronageSet { by, full: true, .. } => self.write_staff(*by, Deed::DeclaresFullPatronage),
            Event::PatronageSet { by, full: false, .. } => self.write_staff(*by, Deed::EndsFullPatronage),
            Event::ControlAsked { spot, .. } if !self.asked_by_itself() => {
                self.write_staff(By::DEALER, Deed::AsksWhoControls { spot: number(*spot) });
            }
            Event::ControlAssigned { by, spot, player, .. } => {
                let name = self.name(*player);
                self.write_staff(*by, Deed::Assigns { spot: number(*spot), name });
            }
            _ => self.cards_and_sides(event),
        }
    }

    /// Where something waits for the offers to be closed, it makes a difference whether a decision closed them.
    pub(super) fn closed_by_decision(&self, next: &[Event]) -> bool {
        let by_itself = |event: &&Event| match event {
            Event::PlayBegan { .. } | Event::WithdrawalOffered { .. } => true,
            Event::Revealed { by, player, .. } => by.is_none() && player.is_none(),
            _ => false,
        };
        let decision = next.iter().find(|event| !by_itself(event));
        self.pending.remedies && matches!(decision, Some(Event::Acted { .. } | Event::CardRefused { .. }))
    }

    fn asked_by_itself(&self) -> bool {
        self.pending.just_closed && self.rules.control_tie() == ControlTie::DealerAssigns
    }

    fn cards_and_sides(&mut self, event: &Event) {
        match event {
            Event::SqueezeAllowed { by, player, .. } => {
                let name = self.name(*player);
                self.write_staff(*by, Deed::AllowsSqueeze { name });
            }
            Event::Revealed { spot, by: Some(by), .. } => {
                self.write_staff(*by, Deed::Reveals { spot: number(*spot) });
            }
            Event::Revealed { spot, player: Some(player), .. } => {
                let name = self.name(*player);
                self.write(Statement::Reveals { name, spot: Some(number(*spot)) });
            }
            Event::SideLeftOpen { kind, .. } => {
                if let Some(kind) = self.kind(*kind) {
                    self.write_staff(By::DEALER, Deed::LeavesUnsettled { kind });
                }
            }
            Event::SideTakenUp { kind, .. } if !self.pending.dealer_began => {
                if let Some(kind) = self.kind(*kind) {
                    self.write_staff(By::DEALER, Deed::Settles { kind });
                }
            }
            Event::NotAgreed { by, one, other, spot, over, .. } => {
                let over = match over {
                    Claimed::Side(kind) => Disputed::Side(self.kind(*kind).unwrap_or_default()),
                    Claimed::Insurance(owner) => Disputed::InsteadOf(self.name(*owner)),
                };
                let (one, other, spot) = (self.name(*one), self.name(*other), number(*spot));
                self.write_staff(*by, Deed::RecordsNoAgreement { one, other, spot, over });
            }
            // What is left follows by itself.
            _ => {}
        }
    }
}

/// What a ruling said.
fn ruling(verdict: Verdict, words: String) -> Deed {
    match verdict {
        Verdict::GoOn => Deed::Rules { words },
        Verdict::Rebuild => Deed::Rebuilds { words },
        Verdict::Discard => Deed::Discards { words },
    }
}

fn place_name(place: Place) -> PlaceName {
    match place {
        Place::Spot(spot) => PlaceName::Spot(number(spot)),
        Place::Player => PlaceName::Player,
        Place::Dealer => PlaceName::Dealer,
    }
}

fn known(cards: &[Card], seen: &[bool]) -> Known {
    let shown: Vec<Card> = cards.iter().zip(seen).filter(|(_, seen)| **seen).map(|(card, _)| *card).collect();
    match shown.len() {
        0 => Known::Nothing,
        all if all == cards.len() => Known::SeeingAll,
        _ => Known::Seeing(shown),
    }
}
