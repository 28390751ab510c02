mod deal;
mod irregular;
mod lies;
mod staff;
mod together;

use round::{Action, Area, Away, Bet, Closed, Event, Outcome, Round, Slot, Small, Stage, Viewer, Wager};
use rulebook::{HoleCard, Kind, Reason, Rules};
use vocabulary::{Card, Chips, PlayerId, Spot};

/// An event as a sentence with its clause, for a person; `None` where there is nothing to tell. `round` is the round
/// after it.
#[must_use]
pub fn tell(rules: &Rules, round: &Round, names: &[String], event: &Event) -> Option<String> {
    tell_to(Viewer::Staff, rules, round, names, event)
}

/// The same as this viewer may hear it: at terminals nobody else is named to him, nor what the house won of all together.
#[must_use]
pub fn tell_to(
    viewer: Viewer,
    rules: &Rules,
    round: &Round,
    names: &[String],
    event: &Event,
) -> Option<String> {
    Teller { rules, round, names, viewer }.tell(event)
}

/// An event as a sentence where it is irregular: what went wrong, or what a person decided about it. `round` is the round
/// after it.
#[must_use]
pub fn irregularity(rules: &Rules, round: &Round, names: &[String], event: &Event) -> Option<String> {
    Teller { rules, round, names, viewer: Viewer::Staff }.irregular(event)
}

pub(crate) struct Teller<'t> {
    pub(crate) rules: &'t Rules,
    pub(crate) round: &'t Round,
    pub(crate) names: &'t [String],
    /// Who is told.
    pub(crate) viewer: Viewer,
}

impl Teller<'_> {
    /// An event as a sentence with its clause.
    pub(crate) fn tell(&self, event: &Event) -> Option<String> {
        let sentence = self.sentence(event).or_else(|| self.irregular(event))?;
        Some(format!("{sentence} [{}]", event.because().clause))
    }

    fn name(&self, player: PlayerId) -> &str {
        let known = self.names.get(usize::from(player.0)).filter(|_| self.may_name(player));
        known.map_or("somebody", String::as_str)
    }

    /// Whether who is told may know that this person is there.
    fn may_name(&self, player: PlayerId) -> bool {
        !self.is_private() || self.viewer == Viewer::Player(player)
    }

    /// Whether what others do is not for who is told.
    fn is_private(&self) -> bool {
        self.rules.shared_hand() && self.viewer != Viewer::Staff
    }

    fn kind(&self, kind: Kind) -> &str {
        self.rules.side_wager(kind).map_or("the hand", |wager| wager.name.as_str())
    }

    fn hand(&self, area: usize, hand: usize) -> String {
        let Some(at) = self.round.areas().get(area) else { return "a hand".into() };
        let place = self.area(area);
        let which = match (at.hands().len() > 1, at.owner) {
            (true, Some(_)) => format!(" {}", hand + 1),
            (true, None) => format!(" hand {}", hand + 1),
            (false, _) => String::new(),
        };
        let Some(hand) = at.hands().get(hand) else { return format!("{place}{which}") };
        if hand.cards().is_empty() {
            return format!("{place}{which} (no card)");
        }
        if self.round.is_squeezed(at.spot) {
            return format!("{place}{which} ({})", vec!["?"; hand.cards().len()].join(" "));
        }
        format!("{place}{which} ({} = {})", spaced(hand.cards()), hand.total())
    }

    /// A spot, or with a shared hand a player's hand at his terminal.
    fn area(&self, area: usize) -> String {
        match self.round.areas().get(area) {
            Some(Area { owner: Some(owner), .. }) => format!("{}'s hand", self.name(*owner)),
            Some(Area { owner: None, spot, .. }) => format!("spot {spot}"),
            None => "a hand".into(),
        }
    }

    /// A card dealt to a spot, unless it lies there face down.
    fn card_at(&self, card: Card, spot: Option<Spot>) -> String {
        let hidden = spot.is_some_and(|spot| self.round.is_squeezed(spot));
        if hidden { "?".into() } else { card.to_string() }
    }

    /// All cards of the dealer, once none of them is hidden any more.
    fn whole_dealer(&self) -> String {
        format!("{} = {}", spaced(self.round.dealer().cards()), self.round.dealer().total())
    }

    fn sentence(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::SatDown { player, spot, .. } => format!("{} sits down at spot {spot}", self.name(*player)),
            Event::GotUp { player, spot, .. } => format!("{} leaves spot {spot}", self.name(*player)),
            Event::BetsOpened { .. } => "the dealer calls for bets".into(),
            Event::WagerPlaced { player, spot, kind, amount, .. } => {
                format!("{} puts {amount} on {} at spot {spot}", self.name(*player), self.kind(*kind))
            }
            Event::WagerRemoved { player, spot, kind, asked, .. } => {
                let how = if *asked { "takes back" } else { "is handed back" };
                format!("{} {how} the wager on {} at spot {spot}", self.name(*player), self.kind(*kind))
            }
            Event::WagerCut { player, spot, to, .. } => {
                format!("{} keeps {to} at spot {spot}, the rest is handed back", self.name(*player))
            }
            Event::BetsClosed { .. } => "the dealer calls no more bets".into(),
            Event::WagerFound { player, spot, kind, amount, .. } => {
                format!("{amount} of {} are found on {} at spot {spot}", self.name(*player), self.kind(*kind))
            }
            Event::WagerCounted { wager, counts, .. } => {
                let wager = self.round.wagers().get(*wager)?;
                let (who, placed, on) = (self.name(wager.player), wager.placed, self.lies_on(wager));
                if *counts == placed {
                    format!("{who}'s {placed} on {on} count in full")
                } else {
                    format!("of {who}'s {placed} on {on} only {counts} count")
                }
            }
            Event::WagerSmall { wager, small, .. } => {
                let wager = self.round.wagers().get(*wager)?;
                let then = match small {
                    Some(Small::First) => "is under the minimum and is settled this once",
                    Some(Small::Returned) => "is under the minimum again and will be returned",
                    None => "is under the minimum and plays as it lies",
                };
                format!("{}'s {} at spot {} {then}", self.name(wager.player), wager.placed, wager.spot)
            }
            Event::Dealt { card, to, .. } => self.dealt(*card, *to),
            Event::DealerBegan { .. } if self.rules.hole_card() == HoleCard::Peek => {
                format!("the dealer's cards lie open: {}", self.dealer())
            }
            Event::InitialDealDone { .. } | Event::PlayBegan { .. } | Event::DealerBegan { .. } => {
                return None;
            }
            Event::Peeked { blackjack, .. } => {
                let has = if *blackjack { "and has a blackjack" } else { "and has none" };
                format!("the dealer looks for a blackjack {has}")
            }
            Event::OffersOpened { stage, .. } => match stage {
                Stage::EarlySurrender | Stage::LateSurrender => "the dealer offers surrender".into(),
                Stage::Insurance => "the dealer offers insurance".into(),
            },
            Event::OffersClosed { .. } => "the offers are closed".into(),
            _ => return self.decision(event),
        })
    }

    fn dealt(&self, card: Card, to: Slot) -> String {
        match to {
            Slot::Hand { area, hand } => {
                let spot = self.round.areas().get(area).map(|area| area.spot);
                format!("{} to {}", self.card_at(card, spot), self.hand(area, hand))
            }
            Slot::Common => format!("{card} to the player area, for all who need it"),
            Slot::Dealer => format!("{card} to the dealer: {}", self.dealer()),
            Slot::Hole => "a card to the dealer, face down".into(),
        }
    }

    fn decision(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::OfferDeclined { player, spot, .. } => {
                format!("{} declines at spot {spot}", self.name(*player))
            }
            Event::Insured { player, spot, owner, amount, .. } if player == owner => {
                format!("{} insures spot {spot} for {amount}", self.name(*player))
            }
            Event::Insured { player, spot, owner, amount, .. } => {
                format!(
                    "{} insures spot {spot} for {amount} in place of {}",
                    self.name(*player),
                    self.name(*owner)
                )
            }
            Event::EvenMoneyTaken { player, spot, .. } => {
                format!("{} takes even money at spot {spot}", self.name(*player))
            }
            Event::SurrenderTaken { player, spot, .. } => {
                format!("{} surrenders spot {spot}", self.name(*player))
            }
            Event::Acted { player, area, hand, action, .. } => {
                let does = match action {
                    Action::Hit => "hits".to_owned(),
                    Action::Stand => "stands".to_owned(),
                    Action::Split => "splits".to_owned(),
                    Action::Double(amount) => format!("doubles for {}", amount.unwrap_or(Chips::ZERO)),
                };
                format!("{} {does}: {}", self.name(*player), self.hand(*area, *hand))
            }
            Event::FollowAsked { players, .. } => {
                format!("{} may follow", self.listed(players)?)
            }
            Event::Followed { player, amount, .. } => format!("{} follows for {amount}", self.name(*player)),
            Event::FollowDeclined { player, .. } => format!("{} does not follow", self.name(*player)),
            Event::WentOn { because } => went_on(because.reason).into(),
            Event::TimedOut { player, .. } => format!("{} does not answer in time", self.name(*player)),
            Event::PlayedSilently { area, hand, draws, .. } => {
                let does = if *draws { "a card is drawn for" } else { "no more cards for" };
                format!("{does} {}", self.hand(*area, *hand))
            }
            Event::WentAway { player, why: Away::Dark, .. } => {
                format!("{}'s terminal is dark", self.name(*player))
            }
            Event::WentAway { player, why: Away::Absent, .. } => format!("{} is away", self.name(*player)),
            Event::CameBack { player, .. } => format!("{} is back", self.name(*player)),
            Event::HandClosed { area, hand, how, .. } => {
                let how = match how {
                    Closed::Stood => "stands",
                    Closed::TwentyOne => "has 21",
                    Closed::Blackjack => "is a blackjack",
                    Closed::Doubled => "is doubled and done",
                    Closed::SplitAce => "is a split Ace and done",
                    Closed::Bust => "is bust",
                };
                format!("{} {how}", self.hand(*area, *hand))
            }
            _ => return self.ending(event),
        })
    }

    fn ending(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::DealerDone { .. } => format!("the dealer is done: {}", self.whole_dealer()),
            Event::WagerSettled { wager, .. } => self.settled(*wager)?,
            // What the house won would tell what the others lost.
            Event::RoundSettled { .. } if self.is_private() => "the round is settled".into(),
            Event::RoundSettled { .. } => {
                let house = self.round.house_net().signed();
                match self.sums() {
                    Some(players) => format!("the round is settled: {players}, the house {house}"),
                    None => format!("the round is settled, the house {house}"),
                }
            }
            _ => return None,
        })
    }

    fn settled(&self, wager: usize) -> Option<String> {
        let wager = self.round.wagers().get(wager)?;
        let result = wager.result?;
        let on = self.lies_on(wager);
        let how = match result.outcome {
            Outcome::Won => "wins",
            Outcome::Lost => "loses",
            Outcome::StandOff => "stands off",
            Outcome::Surrendered => "is surrendered",
            Outcome::EvenMoney => "takes even money",
            Outcome::Returned => "goes back",
            Outcome::Void => "is void",
        };
        let (who, stake) = (self.name(wager.player), wager.at_risk());
        let partly = result.outcome == Outcome::Lost && result.returned > Chips::ZERO;
        let back = if partly { format!(", {} of it goes back", result.returned) } else { String::new() };
        Some(format!("{who}'s {stake} on {on} {how}{back}: {}", wager.net().signed()))
    }

    /// What a wager is on.
    fn lies_on(&self, wager: &Wager) -> String {
        match wager.bet {
            Bet::Main => format!("hand {} at spot {}", wager.hand + 1, wager.spot),
            Bet::Side(at) => format!("{} at spot {}", self.kind(Kind::Side(at)), wager.spot),
            Bet::Insurance(owner) if owner == wager.player => format!("insurance at spot {}", wager.spot),
            Bet::Insurance(owner) => format!("the insurance of {}'s wager", self.name(owner)),
            Bet::Award => "a ruling".into(),
        }
    }
}

/// Cards with spaces between them.
fn spaced(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

/// `a, b and c`; `None` for nothing.
fn and(words: &[String]) -> Option<String> {
    let (last, first) = words.split_last()?;
    Some(if first.is_empty() { last.clone() } else { format!("{} and {last}", first.join(", ")) })
}

fn went_on(reason: Reason) -> &'static str {
    match reason {
        Reason::DeclinesSplit | Reason::DeclinesDouble => {
            "the dealer deals on: who said nothing does not follow"
        }
        _ => "the dealer deals on: who said nothing goes on",
    }
}
