//! Cards dealt wrong: what happened to them, and how they are put right.

use round::{Awaiting, Event, Place, Slot, awaiting, due};
use rulebook::{Because, Reason};
use vocabulary::{Card, Chips};

use super::{Teller, spaced};

impl Teller<'_> {
    pub(super) fn misdealt(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Skipped { by, place, .. } => {
                format!("{} deals no card to {}, which was next", self.by(*by), place_name(*place))
            }
            Event::PassedOver { by, area, .. } => {
                let (by, place) = (self.by(*by), self.area(*area));
                format!("{by} passes over {place}: its player has had no chance to act")
            }
            Event::Misdealt { by, card, to, .. } => {
                let spot = if let Place::Spot(spot) = to { Some(*spot) } else { None };
                let card = self.card_at(*card, spot);
                format!("{} deals {card} to {}, where it does not belong", self.by(*by), place_name(*to))
            }
            Event::Noticed { .. } => format!("the error comes to light; {}", self.as_it_lies()),
            Event::CardsTakenUp { burn, because } => taken_up(*burn, because.reason),
            Event::Redealt { card, to, because } => self.redealt(*card, *to, *because)?,
            Event::WagerReopened { wager, returned, .. } => self.reopened(*wager, *returned)?,
            Event::HandReopened { area, hand, .. } => {
                format!("{} takes cards again", self.hand(*area, *hand))
            }
            Event::CardMoved { card, to, .. } => {
                format!("{} goes to {}, where it belongs", self.card_for(*card, *to), self.place(*to))
            }
            Event::CardStayed { card, to, .. } => {
                format!("{} stays where it lies: {}", self.card_for(*card, *to), self.at(*to))
            }
            Event::CardsDiscarded { cards, because } => self.discarded(cards, because.reason)?,
            Event::DealStands { because } => self.stands(because.reason),
            Event::TurnTakenBack { .. } => self.taken_back(),
            Event::Overdrawn { by, card, .. } => format!(
                "{} draws {card} to a hand that was done: the card is removed, {} stands and no money changes",
                self.by(*by),
                self.whole_dealer()
            ),
            _ => return self.together(event),
        })
    }

    /// A card that was out comes to its place. A deal done again is told once, when all its cards lie.
    fn redealt(&self, card: Card, to: Slot, because: Because) -> Option<String> {
        match because.reason {
            Reason::RebuiltBefore
            | Reason::RebuiltAfter
            | Reason::RebuiltDealer
            | Reason::RebuiltShort
            | Reason::BurnMadeGood => self.dealt_again(),
            Reason::RefusedByAll => Some(format!("no player takes it: {}", self.dealt(card, to))),
            _ => Some(format!("already out: {}", self.dealt(card, to))),
        }
    }

    fn dealt_again(&self) -> Option<String> {
        let left = self.waiting();
        if !left.is_empty() && due(self.rules, self.round).is_some() {
            return None;
        }
        let next = match (left.is_empty(), self.is_squeezed()) {
            (true, _) if due(self.rules, self.round).is_some() => {
                "; what is lacking comes from the device".into()
            }
            (true, _) => String::new(),
            (false, true) => "; what is left over comes next".into(),
            (false, false) => format!("; left over and next to come: {}", left.join(" ")),
        };
        Some(format!("now on the table: {}{next}", self.hands()))
    }

    fn reopened(&self, wager: usize, returned: Chips) -> Option<String> {
        let wager = self.round.wagers().get(wager)?;
        let (who, stake, on) = (self.name(wager.player), wager.at_risk(), self.lies_on(wager));
        let back = if returned == Chips::ZERO {
            format!("the {stake} collected for it lie there as before")
        } else {
            format!(
                "the {returned} handed out for it go back to the house, and the {stake} lie there as before"
            )
        };
        Some(format!("{who}'s {stake} on {on} is open again: {back}"))
    }

    fn stands(&self, reason: Reason) -> String {
        match reason {
            Reason::RebuiltAfter => format!(
                "now on the table: {}; decisions stand, and what was settled on the wrong cards is judged anew",
                self.hands()
            ),
            Reason::SkippedLate => "it is too late to go back to the player who was passed over".into(),
            Reason::Noticed => "the rest of the deal stands as it lies".into(),
            Reason::Ruling => "the cards stay as they lie".into(),
            _ => "the cards are not put back and stay as they lie".into(),
        }
    }

    fn taken_back(&self) -> String {
        let turn = match awaiting(self.rules, self.round) {
            Awaiting::Decisions(first) => first.first().map(|d| (self.name(d.by).to_owned(), d.spot)),
            _ => None,
        };
        let turn = match turn {
            Some((who, spot)) => format!("it is {who}'s turn at spot {spot}"),
            None => "the spot passed over comes first".into(),
        };
        let waiting = self.waiting();
        if waiting.is_empty() {
            return format!("no card was dealt since: {turn}");
        }
        let back = match (waiting.len(), self.is_squeezed()) {
            (1, false) => format!("{} goes", waiting.join(" ")),
            (_, false) => format!("{} go", waiting.join(" ")),
            (_, true) => "the cards dealt since go".into(),
        };
        format!(
            "{back} back to the head of the shoe, hands and wagers are as they were: {}; {turn}",
            self.hands()
        )
    }

    /// Cards that were dealt are told; of those drawn together some may never have been seen.
    fn discarded(&self, cards: &[Card], reason: Reason) -> Option<String> {
        let count = cards.len();
        let named = if self.is_squeezed() { counted(count) } else { spaced(cards) };
        Some(match reason {
            Reason::EmptySpotCards => format!("{named} lay at a spot without a wager: out of the game"),
            Reason::CardStays | Reason::NotRebuilt => format!("{named} lies at no hand: out of the game"),
            Reason::RestBurnt if count == 1 => "nobody takes the card that is left: it is burnt".into(),
            Reason::RestBurnt => format!("nobody takes the {count} cards that are left: they are burnt"),
            Reason::TogetherDiscarded => return None,
            Reason::DealerRestDiscarded if count == 1 => "the card not picked leaves the game".into(),
            Reason::DealerRestDiscarded => "the cards not picked leave the game".into(),
            Reason::BetReturned => "the card due to the hand taken back leaves the game".into(),
            _ if self.round.end().is_some() => {
                format!("{} already out and needed no more: out of the game", counted(count))
            }
            _ if count == 1 => "one card that lies in no hand leaves the game".into(),
            _ => format!("{count} cards that lie in no hand leave the game"),
        })
    }

    /// A card at its place, unless it lies there face down.
    fn card_for(&self, card: Card, to: Slot) -> String {
        match to {
            Slot::Hand { area, .. } => self.card_at(card, self.round.areas().get(area).map(|area| area.spot)),
            Slot::Hole => "?".into(),
            Slot::Common | Slot::Dealer => card.to_string(),
        }
    }

    fn place(&self, slot: Slot) -> String {
        match slot {
            Slot::Hand { area, .. } => self.area(area),
            Slot::Common => "the player area".into(),
            Slot::Dealer | Slot::Hole => "the dealer".into(),
        }
    }

    /// The hand at a place, as it is now.
    fn at(&self, slot: Slot) -> String {
        match slot {
            Slot::Hand { area, hand } => self.hand(area, hand),
            Slot::Common | Slot::Dealer | Slot::Hole => format!("{} ({})", self.place(slot), self.dealer()),
        }
    }
}

fn place_name(place: Place) -> String {
    match place {
        Place::Spot(spot) => format!("spot {spot}"),
        Place::Player => "the player area".into(),
        Place::Dealer => "the dealer's hand".into(),
    }
}

fn counted(cards: usize) -> String {
    if cards == 1 { "one card".into() } else { format!("{cards} cards") }
}

fn taken_up(burn: bool, reason: Reason) -> String {
    let lapse = "what was decided on the wrong cards lapses, and chips added since go back";
    let why = match reason {
        _ if burn => {
            return format!(
                "the first card is burnt as it should have been, and all cards move up by one; {lapse}"
            );
        }
        Reason::RebuiltDealer => "the dealer had no first card: ",
        Reason::RebuiltShort => "a hand had fewer than two cards: ",
        _ => "",
    };
    format!("{why}all cards of the deal are taken up and dealt again in the order they came out; {lapse}")
}
