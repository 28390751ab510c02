//! A round that went wrong: what happened, what the rules allow, who must answer, and who chose what.

use round::{Bet, Choice, Event, Trouble, Wager};
use rulebook::{Because, Kind, LooksAt, Reason};
use vocabulary::{PlayerId, Spot};

use super::staff::in_post;
use super::{Teller, and};

impl Teller<'_> {
    /// What is irregular about a round, as a sentence without its clause; `None` for what is not.
    pub(crate) fn irregular(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Reported { by, trouble, players, because } => {
                format!("{} reports: {}", self.by(*by), self.reported(*trouble, players, because.reason))
            }
            Event::RulingAwaited { .. } => {
                format!("play waits for a ruling of {}", in_post(self.rules.ruling_by()))
            }
            Event::WithdrawalOffered { players, because } => self.may_withdraw(players, *because)?,
            Event::WithdrewAll { player, .. } => format!("{} withdraws everything", self.name(*player)),
            Event::Withdrew { player, spot, kind: Kind::Main, .. } => {
                format!("{} takes all wagers at spot {spot} back", self.name(*player))
            }
            Event::Withdrew { player, spot, kind, .. } => {
                format!("{} takes the wager on {} at spot {spot} back", self.name(*player), self.kind(*kind))
            }
            Event::Continued { player, spot, because } => self.goes_on(*player, *spot, because.reason),
            Event::DealResumed { .. } => "the deal goes on for whoever lacks a card".into(),
            Event::PickUndone { .. } => "what was picked is left for the next player".into(),
            Event::Released { player, .. } => {
                format!("{} has no wager left and need not answer", self.name(*player))
            }
            Event::FinishAsked { player, area, .. } => format!(
                "the dealer has no first card: {} may finish {} before he takes it, or let him take it now",
                self.name(*player),
                self.area(*area)
            ),
            Event::DealerCardDue { after: None, .. } => {
                "the dealer takes the first card he lacks before play goes on".into()
            }
            Event::DealerCardDue { after: Some(area), .. } => {
                format!(
                    "{} is finished first, then the dealer takes the first card he lacks",
                    self.area(*area)
                )
            }
            Event::ChoicesOffered { choices, why, .. } => self.may_choose(choices, *why)?,
            _ => return self.misdealt(event),
        })
    }

    fn reported(&self, trouble: Trouble, players: &[PlayerId], reason: Reason) -> String {
        let wrong = |says: &str| format!("{says}; {}", self.as_it_lies());
        match trouble {
            Trouble::ForeignCard => "a card that is not of these decks was found".into(),
            Trouble::MissingCard => "a card is missing from the decks".into(),
            Trouble::ExtraCard => "there is a card too many in the decks".into(),
            Trouble::UnshuffledCards => "the cards were not shuffled".into(),
            Trouble::ShortShoe => "too few cards are left to finish the round".into(),
            Trouble::PowerFailure => self.power_failed(players, reason),
            Trouble::Misdeal => wrong("the cards were dealt wrong"),
            Trouble::BeyondRepair => wrong("the cards were dealt wrong and cannot be put back in order"),
            Trouble::BurnForgotten if reason == Reason::BurnTooLate => {
                "the first card of the shoe was not burnt; it is too late for that, and the cards stand"
                    .into()
            }
            Trouble::BurnForgotten => wrong("the first card of the shoe was not burnt"),
            Trouble::CutCardPassed => {
                "the cutting card came out in an earlier round and nobody shuffled".into()
            }
            Trouble::WrongDisplay => {
                "a display showed something other than the cards; the cards stand".into()
            }
        }
    }

    fn power_failed(&self, players: &[PlayerId], reason: Reason) -> String {
        let at = match self.listed(players) {
            Some(who) => format!(" at the terminals of {who}"),
            None => String::new(),
        };
        let then = match reason {
            Reason::PowerDecided => "; something is decided already, so play goes on",
            Reason::PowerUndecided => ", and nothing is decided yet",
            _ => "",
        };
        format!("the power has failed{at}{then}")
    }

    fn may_withdraw(&self, players: &[PlayerId], because: Because) -> Option<String> {
        let who = self.listed(players)?;
        Some(if because.reason == Reason::Dissatisfied {
            format!("before the next card {who} may take back every wager not settled, or go on")
        } else {
            format!("play waits: {who} may withdraw all wagers or go on")
        })
    }

    fn may_choose(&self, choices: &[(PlayerId, Spot)], why: Choice) -> Option<String> {
        let with = match why {
            Choice::OneCard => "play the one card in turn",
            Choice::Rebuilt => "go on with the cards put back in order",
            Choice::AsDealt => "go on with the cards as they lie",
            Choice::Together => "go on after the cards drawn together",
            Choice::Overdrawn => "keep the result",
        };
        let who = self.by_spot(choices)?;
        let stays = self.stays_unless_asked(choices, why);
        Some(format!("play waits: {who} may {with}, or take the wagers there back{stays}"))
    }

    /// Who is asked, spot by spot.
    fn by_spot(&self, choices: &[(PlayerId, Spot)]) -> Option<String> {
        let mut spots: Vec<Spot> = Vec::new();
        for (_, spot) in choices {
            if !spots.contains(spot) {
                spots.push(*spot);
            }
        }
        let asked = |spot: &Spot| {
            let here: Vec<PlayerId> =
                choices.iter().filter(|(_, at)| at == spot).map(|(player, _)| *player).collect();
            self.listed(&here).map(|who| format!("{who} at spot {spot}"))
        };
        let groups: Vec<String> = spots.iter().filter_map(asked).collect();
        if spots.len() == choices.len() { and(&groups) } else { Some(groups.join(", ")) }
    }

    /// Wagers on the dealer's hand do not go back with the others.
    fn stays_unless_asked(&self, choices: &[(PlayerId, Spot)], why: Choice) -> String {
        let asked = |wager: &&Wager| choices.iter().any(|(player, _)| *player == wager.player);
        let side = |wager: &Wager| match wager.bet {
            Bet::Side(at) if wager.is_live() => self.rules.side_wager(Kind::Side(at)),
            Bet::Main | Bet::Side(_) | Bet::Insurance(_) | Bet::Award => None,
        };
        let mut stay = self.round.wagers().iter().filter(asked).filter_map(side);
        match stay.find(|side| side.on == LooksAt::DealerHand && why != Choice::OneCard) {
            Some(side) => format!("; {} stays unless it is asked back too", side.name),
            None => String::new(),
        }
    }

    fn goes_on(&self, player: PlayerId, spot: Option<Spot>, reason: Reason) -> String {
        let does = if reason == Reason::OneCardPlays { "plays the one card" } else { "goes on" };
        match spot {
            Some(spot) => format!("{} {does} at spot {spot}", self.name(player)),
            None => format!("{} {does}", self.name(player)),
        }
    }

    /// These players, as one says them; `None` for nobody.
    pub(super) fn listed(&self, players: &[PlayerId]) -> Option<String> {
        let names: Vec<String> = players.iter().map(|player| self.name(*player).to_owned()).collect();
        and(&names)
    }
}
