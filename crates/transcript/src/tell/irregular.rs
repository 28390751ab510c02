//! A round that went wrong: what happened, what the rules allow, and what becomes of it.

use round::{Awaiting, Choice, Event, Place, Remedy, Slot, Trouble, awaiting};
use rulebook::{Because, Kind, Reason};
use vocabulary::{Card, PlayerId, Spot};

use super::staff::in_post;
use super::{Teller, spaced};

impl Teller<'_> {
    /// What is irregular about a round, as a sentence without its clause; `None` for what is not.
    pub(crate) fn irregular(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Reported { trouble, .. } => format!("the pit reports: {}", reported(*trouble)),
            Event::RulingAwaited { .. } => {
                format!("play waits for a ruling of {}", in_post(self.rules.ruling_by()))
            }
            Event::WithdrawalOffered { players, because } => self.may_withdraw(players, *because),
            Event::WithdrewAll { player, .. } => format!("{} withdraws everything", self.name(*player)),
            Event::Withdrew { player, spot, kind: Kind::Main, .. } => {
                format!("{} takes all wagers at spot {spot} back", self.name(*player))
            }
            Event::Withdrew { player, spot, kind, .. } => {
                format!("{} takes the wager on {} at spot {spot} back", self.name(*player), self.kind(*kind))
            }
            Event::Continued { player, spot: None, .. } => format!("{} goes on", self.name(*player)),
            Event::Continued { player, spot: Some(spot), .. } => {
                format!("{} goes on at spot {spot}", self.name(*player))
            }
            Event::Released { player, .. } => format!("{} has nothing left to withdraw", self.name(*player)),
            Event::RemediesOpened { remedies, .. } => remedied(remedies)?,
            Event::FinishAsked { player, area, .. } => {
                let (who, place) = (self.name(*player), self.area(*area));
                format!("{who} may finish {place} before the dealer takes the first card he lacks")
            }
            Event::DealerCardDue { after: None, .. } => "the dealer takes the first card he lacks now".into(),
            Event::DealerCardDue { after: Some(area), .. } => {
                format!("the dealer takes the first card he lacks once {} is done", self.area(*area))
            }
            Event::ChoicesOffered { choices, why, .. } => self.may_choose(choices, *why)?,
            _ => return self.misdealt(event),
        })
    }

    fn misdealt(&self, event: &Event) -> Option<String> {
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
            Event::Noticed { .. } => "the error in the deal comes to light".into(),
            Event::CardsTakenUp { burn, because } => taken_up(*burn, because.reason),
            Event::WagerReopened { wager, .. } => self.reopened(*wager)?,
            Event::HandReopened { area, hand, .. } => {
                format!("{} takes cards again", self.hand(*area, *hand))
            }
            Event::CardMoved { card, to, .. } => {
                format!("{card} goes where it belongs: {}", self.at(*to))
            }
            Event::CardStayed { card, to, .. } => format!("{card} stays where it lies: {}", self.at(*to)),
            Event::CardsDiscarded { cards, because } => discarded(cards, because.reason),
            Event::DealStands { .. } => "the deal stands as it lies now".into(),
            Event::TurnTakenBack { .. } => {
                "the cards dealt since go back to the head of the shoe, the hands and wagers are as they were, and \
                 the player who was passed over acts"
                    .into()
            }
            Event::CardRefused { player, area, hand, .. } => {
                let (who, hand) = (self.name(*player), self.hand(*area, *hand));
                format!("{who} wants a card, but not the one dealt in error: {hand} stands")
            }
            Event::Overdrawn { by, card, .. } => format!(
                "{} draws {card} to a hand that was done: the card is removed, {} stands and no money changes",
                self.by(*by),
                self.dealer()
            ),
            _ => return self.together(event),
        })
    }

    /// Cards that are out of the device before their time.
    fn together(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::DrawnTogether { by, cards, seen, ordered, .. } => {
                let order = if *ordered { "in this order" } else { "in an order nobody knows" };
                let (by, count) = (self.by(*by), cards.len());
                format!("{by} draws {count} cards together, {order}: {}", as_seen(cards, seen))
            }
            Event::FaceUpFound { by, card, .. } => {
                format!("{} finds {card} lying face up in the dealing device", self.by(*by))
            }
            Event::CardsNext { cards, seen, .. } => {
                format!("out of the device already and next to come: {}", as_seen(cards, seen))
            }
            Event::Redealt { card, to, .. } => {
                format!("out of the device already: {}", self.dealt(*card, *to))
            }
            Event::DiscardAsked { .. } => {
                let who = in_post(self.rules.dealer_cards_by());
                format!("{who} is to discard the cards drawn together for the dealer")
            }
            Event::Discarding { by, words, .. } => {
                format!("{} discards the cards drawn together: {words}", self.by(*by))
            }
            Event::PickAsked { player, because } => self.asked_to_pick(*player, because.reason),
            Event::Picked { by, player, picks, .. } => {
                let who = match (by, player) {
                    (Some(by), _) => self.by(*by),
                    (None, Some(player)) => self.name(*player).to_owned(),
                    (None, None) => return None,
                };
                format!("{who} {}", picked(picks))
            }
            _ => return self.staff(event),
        })
    }

    fn may_withdraw(&self, players: &[PlayerId], because: Because) -> String {
        if because.reason == Reason::Dissatisfied {
            let who = self.listed(players);
            return format!("before the next card {who} may take back every wager not settled, or go on");
        }
        "every player may withdraw all his wagers or go on".into()
    }

    fn may_choose(&self, choices: &[(PlayerId, Spot)], why: Choice) -> Option<String> {
        let who: Vec<String> =
            choices.iter().map(|(player, spot)| format!("{} at spot {spot}", self.name(*player))).collect();
        let with = match why {
            Choice::OneCard => "play the one card in turn",
            Choice::Rebuilt => "go on with the cards put back in order",
            Choice::AsDealt => "go on with the cards as they lie",
            Choice::Together => "go on after the cards drawn together",
        };
        let who = and(&who)?;
        Some(format!("{who} may {with}, or take the wagers there back"))
    }

    fn asked_to_pick(&self, player: Option<PlayerId>, reason: Reason) -> String {
        let who = player.map_or_else(
            || format!("{}, for the dealer,", in_post(self.rules.dealer_cards_by())),
            |player| self.name(player).to_owned(),
        );
        let among = match awaiting(self.rules, self.round) {
            Awaiting::Pick { cards, .. } => {
                let seen: Vec<String> =
                    cards.iter().map(|card| card.map_or("?".into(), |card| card.to_string())).collect();
                format!(": {}", seen.join(" "))
            }
            _ => String::new(),
        };
        let how = match reason {
            Reason::DealerWorst => "is to pick the one that is worst for the dealer",
            Reason::PicksRest => "may pick among the cards that are left, or decline them",
            _ => "is to pick among the cards drawn together",
        };
        format!("{who} {how}{among}")
    }

    fn reopened(&self, wager: usize) -> Option<String> {
        let wager = self.round.wagers().get(wager)?;
        let (who, stake, on) = (self.name(wager.player), wager.at_risk(), self.lies_on(wager));
        Some(format!("{who}'s {stake} on {on} is open again: what was paid or collected is undone"))
    }

    /// The hand at a place, as it is now.
    fn at(&self, slot: Slot) -> String {
        match slot {
            Slot::Hand { area, hand } => self.hand(area, hand),
            Slot::Common => "the player area".into(),
            Slot::Dealer | Slot::Hole => format!("the dealer ({})", self.dealer()),
        }
    }

    /// These players, as one says them.
    fn listed(&self, players: &[PlayerId]) -> String {
        let names: Vec<String> = players.iter().map(|player| self.name(*player).to_owned()).collect();
        and(&names).unwrap_or_else(|| "nobody".into())
    }
}

fn place_name(place: Place) -> String {
    match place {
        Place::Spot(spot) => format!("spot {spot}"),
        Place::Player => "the player area".into(),
        Place::Dealer => "the dealer's hand".into(),
    }
}

/// `a, b and c`.
fn and(words: &[String]) -> Option<String> {
    let (last, first) = words.split_last()?;
    Some(if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) })
}

/// Cards, with `?` for each that nobody has seen.
fn as_seen(cards: &[Card], seen: &[bool]) -> String {
    let seen = seen.iter().copied().chain(std::iter::repeat(true));
    let shown: Vec<String> =
        cards.iter().zip(seen).map(|(card, seen)| if seen { card.to_string() } else { "?".into() }).collect();
    shown.join(" ")
}

fn reported(trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::ForeignCard
        | Trouble::MissingCard
        | Trouble::ExtraCard
        | Trouble::UnshuffledCards
        | Trouble::ShortShoe
        | Trouble::PowerFailure => trouble.word(),
        Trouble::Misdeal => "the cards were dealt wrong",
        Trouble::BeyondRepair => "the cards were dealt wrong and cannot be put back in order",
        Trouble::BurnForgotten => "the first card of the shoe was not burnt",
        Trouble::CutCardPassed => "the cutting card came out in an earlier round and nobody shuffled",
        Trouble::WrongDisplay => "a display showed something other than the cards; the cards stand",
    }
}

fn taken_up(burn: bool, reason: Reason) -> String {
    let lapse = "insurance and decisions made on the wrong cards lapse, and their chips go back";
    let why = match reason {
        _ if burn => {
            return format!(
                "the first card is burnt as it should have been, and all cards move up by one; {lapse}"
            );
        }
        Reason::RebuiltDealer => "the dealer had no first card: ",
        Reason::RebuiltShort => "a spot had fewer than two cards: ",
        _ => "",
    };
    format!("{why}all cards of the deal are taken up and dealt again in the order they came out; {lapse}")
}

/// Cards that were dealt are told; of those drawn together some may never have been seen.
fn discarded(cards: &[Card], reason: Reason) -> String {
    let count = cards.len();
    match reason {
        Reason::EmptySpotCards => {
            format!("{} lay at a spot without a wager: out of the game", spaced(cards))
        }
        Reason::CardStays => format!("{} lies at no hand: out of the game", spaced(cards)),
        Reason::RestBurnt if count == 1 => "nobody takes the card that is left: it is burnt".into(),
        Reason::RestBurnt => format!("nobody takes the {count} cards that are left: they are burnt"),
        _ if count == 1 => "one card that lies in no hand leaves the game".into(),
        _ => format!("{count} cards that lie in no hand leave the game"),
    }
}

fn remedied(remedies: &[Remedy]) -> Option<String> {
    let words: Vec<String> = remedies
        .iter()
        .map(|remedy| match remedy {
            Remedy::OneCard => "who has one card plays it or withdraws",
            Remedy::DealerCard => "the dealer takes the first card he lacks",
            Remedy::Pick => "the cards drawn together are picked from",
            Remedy::Discard => "the cards drawn together leave the game",
            Remedy::Choice(_) => "every player goes on or withdraws",
            Remedy::Dissatisfied => "whoever is dissatisfied may withdraw",
        })
        .map(str::to_owned)
        .collect();
    Some(format!("before play goes on, {}", and(&words)?))
}

/// Places are told as people count them.
fn picked(picks: &[usize]) -> String {
    let places: Vec<String> = picks.iter().map(|at| (at.saturating_add(1)).to_string()).collect();
    match &places[..] {
        [] => "takes none of them".into(),
        [place] => format!("picks card {place} from the left"),
        _ => format!("picks cards {} from the left", and(&places).unwrap_or_default()),
    }
}
