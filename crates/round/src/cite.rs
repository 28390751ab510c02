//! All clauses behind what happened: the one it rests on, and those that one rests on in turn.

use rulebook::{Kind, Reason, Rules, ShuffleMode, SideWager};
use vocabulary::{Card, Clause, Deck, Rank, Total};

use crate::command::Action;
use crate::control::{controller, why_in_control};
use crate::event::{Event, Slot};
use crate::hand::Born;
use crate::refusal::Refusal;
use crate::state::{Phase, Round};
use crate::wager::{Bet, Outcome, Small, Wager};

/// Every clause an event names, the one it rests on first. `round` is the round after the event.
#[must_use]
pub fn cited(rules: &Rules, round: &Round, event: &Event) -> Vec<Clause> {
    let mut cites = Cites { rules, clauses: vec![event.because().clause] };
    match event {
        Event::WagerPlaced { kind, player, .. } => {
            cites.placing(round, *kind, event.because().reason, *player);
        }
        Event::Dealt { card, to, .. } | Event::Redealt { card, to, .. } => {
            cites.add(event.because().reason);
            cites.card(round, *card, *to);
        }
        Event::Acted { area, hand, action, .. } => {
            cites.add(event.because().reason);
            cites.control(round, *area, *hand);
            if *action == Action::Split {
                cites.not_asked(round, *area, *hand);
            }
        }
        Event::Insured { player, owner, .. } => {
            cites.add(event.because().reason);
            cites.add(Reason::Insured);
            if player != owner {
                cites.add(Reason::InsuredForOther);
            }
        }
        Event::WagerSettled { wager, .. } => {
            if let Some(wager) = round.wagers.get(*wager) {
                cites.settlement(round, wager);
            }
        }
        Event::PlayedSilently { .. } => {
            cites.add(event.because().reason);
            if event.because().reason == Reason::TerminalFailed {
                cites.add(Reason::DefaultPlay);
            }
        }
        Event::Voided { .. } => {
            cites.add(event.because().reason);
            cites.add(Reason::Void);
        }
        Event::Picked { because, .. } => {
            cites.add(because.reason);
            match because.reason {
                Reason::PicksUnseen => cites.add(Reason::RestFollows),
                Reason::DealerPicksUnseen => cites.add(Reason::DealerRestFollows),
                _ => {}
            }
        }
        _ => cites.add(event.because().reason),
    }
    cites.clauses
}

/// Every clause a refusal names.
#[must_use]
pub fn refusal_cites(rules: &Rules, refusal: &Refusal) -> Vec<Clause> {
    let mut cites = Cites { rules, clauses: vec![refusal.because.clause] };
    cites.add(refusal.because.reason);
    cites.clauses
}

struct Cites<'r> {
    rules: &'r Rules,
    clauses: Vec<Clause>,
}

impl Cites<'_> {
    fn list(&mut self, clauses: &[Clause]) {
        for clause in clauses {
            if !self.clauses.contains(clause) {
                self.clauses.push(*clause);
            }
        }
    }

    fn add(&mut self, reason: Reason) {
        self.list(self.rules.clauses_behind(reason));
    }

    fn side(&self, kind: Kind) -> Option<SideWager> {
        self.rules.side_wager(kind).cloned()
    }

    fn placing(&mut self, round: &Round, kind: Kind, reason: Reason, player: vocabulary::PlayerId) {
        let Some(side) = self.side(kind) else { return self.add(reason) };
        self.list(&side.placed_by);
        if reason != Reason::WagerPlaced {
            self.add(reason);
        }
        if !round.mains().any(|(_, wager)| wager.player == player) {
            self.add(Reason::SideByOnlooker);
        }
    }

    fn card(&mut self, round: &Round, card: Card, to: Slot) {
        let source = match self.rules.shuffle_mode() {
            ShuffleMode::Shuffler => Reason::CardFromShuffler,
            ShuffleMode::Shoe | ShuffleMode::Manual | ShuffleMode::Unspecified => Reason::CardFromShoe,
        };
        self.add(source);
        if self.rules.deck() == Deck::Elements65 {
            self.add(Reason::ElementOfCard);
        }
        self.add(match card.rank() {
            Rank::Ace => Reason::AceValued,
            rank if rank.is_picture() => Reason::PictureValued,
            _ => Reason::NumberValued,
        });
        match to {
            Slot::Dealer | Slot::Hole => self.total(round.dealer.total()),
            Slot::Hand { area, hand } => self.hand_got_card(round, area, hand),
            Slot::Common => {
                for area in 0..round.areas.len() {
                    let got = |hand: &usize| round.areas[area].hands[*hand].cards.last() == Some(&card);
                    if let Some(hand) = (0..round.areas[area].hands.len()).find(got) {
                        self.hand_got_card(round, area, hand);
                    }
                }
            }
        }
    }

    fn hand_got_card(&mut self, round: &Round, area: usize, hand: usize) {
        let hand = &round.areas[area].hands[hand];
        self.total(hand.total());
        if round.phase != Phase::Dealing {
            self.add(Reason::SubsequentDeal);
        }
        match hand.born {
            Born::SplitAces if hand.cards.len() == 2 => self.add(Reason::SplitAceCard),
            Born::Split | Born::SplitUnlikeTens if hand.cards.len() == 2 => self.add(Reason::SplitCard),
            _ if hand.doubled => self.add(Reason::DoubleCard),
            _ => {}
        }
    }

    fn total(&mut self, total: Total) {
        self.add(Reason::PointTotal);
        self.add(if total.soft { Reason::SoftTotal } else { Reason::HardTotal });
    }

    /// Where several bet on a spot, why it was this one who decided.
    fn control(&mut self, round: &Round, area: usize, hand: usize) {
        let Some(spot) = round.areas.get(area).map(|area| area.spot) else { return };
        let mut bettors = round.mains().filter(|(_, w)| w.spot == spot).map(|(_, wager)| wager.player);
        let first = bettors.next();
        if bettors.any(|other| Some(other) != first)
            && let Some(player) = controller(self.rules, round, area, hand)
        {
            self.add(why_in_control(round, area, hand, player));
        }
    }

    /// Whoever is away when a hand is split stays on the first hand without being asked.
    fn not_asked(&mut self, round: &Round, area: usize, hand: usize) {
        if area < round.areas.len()
            && round.live_on(area, Some(hand)).any(|(_, w)| round.away(w.player).is_some())
        {
            self.add(Reason::DeclinesSplit);
        }
    }

    fn settlement(&mut self, round: &Round, wager: &Wager) {
        let Some(result) = wager.result else { return };
        match wager.bet {
            Bet::Side(at) => self.side_settlement(Kind::Side(at), result.because.clause, result.outcome),
            Bet::Main | Bet::Insurance(_) | Bet::Award => self.add(result.because.reason),
        }
        if wager.small == Some(Small::First) {
            self.add(Reason::UnderMinimumOnce);
        }
        if wager.placed > wager.stake && self.rules.over_maximum() == rulebook::OverMaximum::Cap {
            self.add(Reason::WagerCapped);
        }
        if result.because.reason == Reason::Bust {
            let other_hand =
                |w: &Wager| w.player == wager.player && w.spot == wager.spot && w.hand != wager.hand;
            if round.mains().any(|(_, w)| other_hand(w)) {
                self.add(Reason::BustSplit);
            }
            if wager.extra > vocabulary::Chips::ZERO {
                self.add(Reason::BustDoubled);
            }
        }
        if result.because.reason == Reason::DealerBlackjackSplit && wager.extra > vocabulary::Chips::ZERO {
            self.add(Reason::DealerBlackjackDoubled);
        }
        self.split_twenty_one(round, wager, result.outcome);
        if result.outcome != Outcome::Returned {
            self.add(if round.subsequent { Reason::FinalSettlement } else { Reason::InterimSettlement });
        }
    }

    fn side_settlement(&mut self, kind: Kind, clause: Clause, outcome: Outcome) {
        let Some(side) = self.side(kind) else { return };
        match outcome {
            Outcome::Won => {
                if let Some(line) = side.lines.iter().find(|line| line.by[0] == clause) {
                    self.list(&line.by);
                }
            }
            Outcome::Lost => self.list(&side.lost_by),
            Outcome::StandOff
            | Outcome::Surrendered
            | Outcome::EvenMoney
            | Outcome::Returned
            | Outcome::Void => {}
        }
    }

    /// An Ace and a ten on a split hand are 21, and no blackjack.
    fn split_twenty_one(&mut self, round: &Round, wager: &Wager, outcome: Outcome) {
        let hand = round.area_of(wager).and_then(|area| round.areas[area].hands.get(usize::from(wager.hand)));
        let natural = hand.is_some_and(|hand| hand.is_split() && crate::hand::is_blackjack(&hand.cards));
        if wager.is_main() && natural && matches!(outcome, Outcome::Won | Outcome::Lost | Outcome::StandOff) {
            self.add(Reason::SplitTwentyOne);
        }
    }
}
