use std::sync::Arc;

use rulebook::{Because, Reason, Role};
use vocabulary::{Card, Chips, PlayerId, Rank, Spot};

use crate::command::Action;
use crate::event::Choice;
use crate::hand::{Hand, is_blackjack};
use crate::irregular::Irregular;
use crate::list::{Blank, Few, List, Out};
use crate::wager::{Bet, Wager};

/// A round at a table, from the call for bets to the last payment, and what the table remembers between rounds:
/// who sits where, who is away, who has had a wager under the minimum settled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Round {
    pub(crate) number: u32,
    pub(crate) phase: Phase,
    pub(crate) halt: Option<Box<Halt>>,
    pub(crate) follow: Option<Follow>,
    /// What went wrong, if anything did. What is rarely there stands before the lists: these are then copied in one go.
    pub(crate) irregular: Option<Box<Irregular>>,
    /// Nothing at a table where nobody sits or is away: most copies of a round then need not share it.
    pub(crate) memory: Option<Arc<Memory>>,
    pub(crate) wagers: List<Wager, 2>,
    pub(crate) areas: List<Area, 1>,
    pub(crate) dealer: Hand,
    /// A card beyond the initial deal has come out.
    pub(crate) subsequent: bool,
    /// Every card that came out in this round.
    pub(crate) out: Out,
    /// A round has been dealt from this shoe already.
    pub(crate) shoe_begun: bool,
}

/// All that one round leaves to the next: with it a table goes on as if it had never stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Between {
    /// The number of the round that is over; 0 before the first.
    pub number: u32,
    /// Whether a round has been dealt from this shoe already.
    pub shoe_begun: bool,
    /// What the table remembers.
    pub memory: Memory,
}

/// What a table remembers from one round to the next.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// Who sits where.
    pub seats: Vec<(Spot, PlayerId)>,
    /// Who does not answer, and why.
    pub away: Vec<(PlayerId, Away)>,
    /// Who has had a wager under the minimum settled.
    pub small_before: Vec<PlayerId>,
    /// Who of the staff holds which post.
    pub posts: Vec<(PlayerId, Role)>,
    /// Why the cards must be shuffled before the next round.
    pub shuffle_due: Option<Because>,
    /// Players kept to one spot.
    pub kept_to_one: Vec<PlayerId>,
    /// Spots kept to so many wagers.
    pub limited: Vec<(Spot, u8)>,
    /// The house is full.
    pub full: bool,
}

/// As many hands as a rule book can let a spot come to.
const MOST_HANDS: usize = 4;

/// How far the round is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Wagers are taken.
    Betting,
    /// Bets are closed, the initial deal is on.
    Dealing,
    /// Something is offered to the table before play.
    Offering(Stage),
    /// The players decide.
    Playing,
    /// The dealer completes his hand.
    Drawing,
    /// It is over.
    Over(End),
}

/// What is offered to the table between the initial deal and play.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// Surrender, before a dealer blackjack can be known.
    EarlySurrender,
    /// Insurance and even money.
    Insurance,
    /// Surrender, after the dealer has looked for a blackjack.
    LateSurrender,
}

/// How a round ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With results.
    Settled,
    /// Without.
    Void,
}

/// What keeps a round from going on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Halt {
    /// A person must decide.
    Ruling,
    /// These players may withdraw all they have or go on, for this reason.
    Withdrawals(List<PlayerId, 4>, Reason),
    /// Each of these may take his wagers on the spot back or go on.
    Choices(Vec<(PlayerId, Spot)>, Choice),
    /// Someone picks among cards drawn together: this player, or staff.
    Pick(Option<PlayerId>),
    /// Staff must discard cards drawn together.
    Discard,
    /// This player may finish his area before the dealer takes the first card he lacks.
    FinishFirst(PlayerId, usize),
}

/// Why a player does not answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Away {
    /// He walked away.
    Absent,
    /// His terminal has no power.
    Dark,
}

/// Where hands are played: a spot, or with a shared hand one player's terminal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Area {
    /// The spot.
    pub spot: Spot,
    /// With a shared hand, whose terminal it is.
    pub owner: Option<PlayerId>,
    /// Its two starting cards.
    pub(crate) start: Few<Card, 2>,
    pub(crate) hands: Few<Hand, MOST_HANDS>,
    /// The places of a terminal's main wagers, so that a thousand terminals need not be searched for them.
    pub(crate) mains: Few<u16, MOST_HANDS>,
    /// All its hands are played by default.
    pub(crate) silent: bool,
}

impl Area {
    /// Its hands, from the dealer's left.
    #[must_use]
    pub fn hands(&self) -> &[Hand] {
        &self.hands
    }

    /// Its two starting cards, as far as they are out.
    #[must_use]
    pub fn start(&self) -> &[Card] {
        &self.start
    }
}

/// A split or double that others on the spot may still follow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Follow {
    pub(crate) area: usize,
    pub(crate) hand: usize,
    pub(crate) action: Action,
    pub(crate) asked: List<PlayerId, 4>,
}

impl Default for Round {
    fn default() -> Round {
        Round::new()
    }
}

impl Round {
    /// A table with betting open and nothing on it.
    #[must_use]
    pub fn new() -> Round {
        Round {
            number: 1,
            phase: Phase::Betting,
            halt: None,
            memory: None,
            wagers: List::default(),
            areas: List::default(),
            dealer: Hand::default(),
            follow: None,
            subsequent: false,
            out: Out::NONE,
            shoe_begun: false,
            irregular: None,
        }
    }

    /// A table between two rounds; bets are not open yet.
    #[must_use]
    pub fn after(between: Between) -> Round {
        let memory = (between.memory != Memory::default()).then(|| Arc::new(between.memory));
        Round {
            number: between.number,
            phase: Phase::Over(End::Settled),
            shoe_begun: between.shoe_begun,
            memory,
            ..Round::new()
        }
    }

    /// What this round, once it is over, leaves to the next.
    #[must_use]
    pub fn between(&self) -> Between {
        Between {
            number: self.number,
            shoe_begun: self.shoe_begun || !self.out.is_empty(),
            memory: self.memory().clone(),
        }
    }

    /// What the table remembers.
    #[must_use]
    pub fn memory(&self) -> &Memory {
        static NOTHING: Memory = Memory {
            seats: Vec::new(),
            away: Vec::new(),
            small_before: Vec::new(),
            posts: Vec::new(),
            shuffle_due: None,
            kept_to_one: Vec::new(),
            limited: Vec::new(),
            full: false,
        };
        self.memory.as_deref().unwrap_or(&NOTHING)
    }

    /// Which round of this table it is, from 1.
    #[must_use]
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How far it is.
    #[must_use]
    pub fn phase(&self) -> Phase {
        self.phase
    }

    /// How it ended, once it has.
    #[must_use]
    pub fn end(&self) -> Option<End> {
        match self.phase {
            Phase::Over(end) => Some(end),
            Phase::Betting | Phase::Dealing | Phase::Offering(_) | Phase::Playing | Phase::Drawing => None,
        }
    }

    /// Every wager of the round.
    #[must_use]
    pub fn wagers(&self) -> &[Wager] {
        &self.wagers
    }

    /// Where hands are played.
    #[must_use]
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// The dealer's hand.
    #[must_use]
    pub fn dealer(&self) -> &Hand {
        &self.dealer
    }

    /// The dealer's first card.
    #[must_use]
    pub fn up_card(&self) -> Option<Card> {
        self.dealer.cards.first().copied()
    }

    /// What the player has won or lost so far over all wagers of the round.
    #[must_use]
    pub fn net(&self, player: PlayerId) -> Chips {
        self.wagers.iter().filter(|wager| wager.player == player).map(Wager::net).sum()
    }

    /// What the house has won or lost so far.
    #[must_use]
    pub fn house_net(&self) -> Chips {
        -self.wagers.iter().map(Wager::net).sum::<Chips>()
    }

    /// Who sits at a spot.
    #[must_use]
    pub fn seated(&self, spot: Spot) -> Option<PlayerId> {
        self.memory().seats.iter().find(|(seat, _)| *seat == spot).map(|(_, player)| *player)
    }

    /// Where a player sits.
    #[must_use]
    pub fn seat_of(&self, player: PlayerId) -> Option<Spot> {
        self.memory().seats.iter().find(|(_, seated)| *seated == player).map(|(spot, _)| *spot)
    }

    /// Why a player does not answer, if he does not.
    #[must_use]
    pub fn away(&self, player: PlayerId) -> Option<Away> {
        self.memory().away.iter().find(|(gone, _)| *gone == player).map(|(_, why)| *why)
    }

    /// Whether the dealer's first two cards are a blackjack.
    #[must_use]
    pub fn dealer_has_blackjack(&self) -> bool {
        is_blackjack(&self.dealer.cards)
    }

    /// Whether the card the dealer shows is one that a blackjack starts with.
    pub(crate) fn shows_ace_or_ten(&self) -> bool {
        self.up_card().is_some_and(|up| up.rank() == Rank::Ace || up.rank().is_ten())
    }

    /// Whether nobody can know yet if the dealer has a blackjack.
    pub(crate) fn dealer_may_have_blackjack(&self) -> bool {
        let unseen = matches!(self.phase, Phase::Dealing | Phase::Offering(_));
        self.shows_ace_or_ten() && (self.dealer.cards.len() == 1 || unseen)
    }

    pub(crate) fn shows_ace(&self) -> bool {
        self.up_card().is_some_and(|up| up.rank() == Rank::Ace)
    }

    /// How many cards of this kind are out in this round.
    #[must_use]
    pub fn seen(&self, card: Card) -> usize {
        self.out.count(card)
    }

    /// Whether a player has declined what is offered for his wager on the spot.
    pub(crate) fn has_declined(&self, player: PlayerId, spot: Spot) -> bool {
        self.find(player, spot, Bet::Main).is_some_and(|at| self.wagers[at].declined)
    }

    /// The main wagers in the order of the chips from the dealer.
    pub(crate) fn mains(&self) -> impl Iterator<Item = (usize, &Wager)> {
        self.wagers.iter().enumerate().filter(|(_, wager)| wager.is_main())
    }

    /// The place of a player's live wager on a spot.
    pub(crate) fn find(&self, player: PlayerId, spot: Spot, bet: Bet) -> Option<usize> {
        let here = |wager: &Wager| {
            wager.player == player && wager.spot == spot && wager.bet == bet && wager.is_live()
        };
        self.wagers.iter().position(here)
    }

    /// How far from the dealer a player's chips lie on a spot: the order in which the wagers were placed.
    pub(crate) fn chip_order(&self, player: PlayerId, spot: Spot) -> usize {
        let here = |wager: &Wager| wager.player == player && wager.spot == spot;
        let first = self.mains().position(|(_, wager)| here(wager) && !wager.was_returned());
        first.unwrap_or(usize::MAX)
    }

    /// The area a wager plays on.
    pub(crate) fn area_of(&self, wager: &Wager) -> Option<usize> {
        self.areas
            .iter()
            .position(|area| area.spot == wager.spot && area.owner.is_none_or(|owner| owner == wager.player))
    }

    /// The live main wagers on an area, or on one hand of it.
    pub(crate) fn live_on(&self, area: usize, hand: Option<usize>) -> LiveOn<'_> {
        let area = &self.areas[area];
        LiveOn { wagers: &self.wagers, area, hand, next: 0 }
    }

    /// The hand of an area whose turn it is: the first that still takes cards and has a wager on it.
    pub(crate) fn open_hand(&self, area: usize) -> Option<usize> {
        if self.is_passed(area) {
            return None;
        }
        let hands = &self.areas[area].hands;
        (0..hands.len())
            .find(|&hand| hands[hand].closed.is_none() && self.live_on(area, Some(hand)).next().is_some())
    }
}

/// The live main wagers on an area with their places: for a terminal its own few, for a spot all that lie there.
#[derive(Clone)]
pub(crate) struct LiveOn<'r> {
    wagers: &'r [Wager],
    area: &'r Area,
    hand: Option<usize>,
    next: usize,
}

impl<'r> Iterator for LiveOn<'r> {
    type Item = (usize, &'r Wager);

    fn next(&mut self) -> Option<(usize, &'r Wager)> {
        loop {
            let at = match self.area.owner {
                None => self.next,
                Some(_) => usize::from(*self.area.mains.get(self.next)?),
            };
            let wager = self.wagers.get(at)?;
            self.next += 1;
            let here = wager.is_main() && wager.is_live() && wager.spot == self.area.spot;
            if here && self.hand.is_none_or(|hand| usize::from(wager.hand) == hand) {
                return Some((at, wager));
            }
        }
    }
}

impl Blank for Area {
    const BLANK: Area = Area {
        spot: Spot::FIRST,
        owner: None,
        start: Few::EMPTY,
        hands: Few::EMPTY,
        mains: Few::EMPTY,
        silent: false,
    };
}
