//! What a round remembers of a deal that went wrong. A regular round has none of it.

use rulebook::Kind;
use vocabulary::{Card, PlayerId, Spot};

use crate::duty::{Claimed, Place};
use crate::event::Remedy;
use crate::list::List;
use crate::state::{Area, Round};
use crate::wager::Wager;

/// A card that is out of the device and waits for its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Waiting {
    pub(crate) card: Card,
    /// Whether anyone has seen it.
    pub(crate) seen: bool,
}

/// When the dealer takes the first card he lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LateCard {
    /// Now.
    Now,
    /// Once this area is done.
    After(usize),
}

/// Whose cards are dealt face down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Squeeze {
    /// Everybody's.
    All,
    /// One spot's.
    Spot(Spot),
}

/// Everything irregular about a round.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Irregular {
    /// The initial deal is wrong, and nothing has been done about it.
    pub(crate) wrong: bool,
    /// Some card of it lies on another's place.
    pub(crate) misplaced: bool,
    /// All cards in the order they came out, from the first error on.
    pub(crate) order: Vec<Card>,
    /// The places passed over.
    pub(crate) skipped: Vec<Place>,
    /// Cards lying where none belongs.
    pub(crate) strays: Vec<(Place, Card)>,
    /// A player passed over in play.
    pub(crate) passed: Option<Box<Passed>>,
    /// A card dealt in error after the initial deal, while it is not settled where it goes.
    pub(crate) misdealt: Option<(Card, Place)>,
    /// The place where a card dealt in error lay, once it has become the next card.
    pub(crate) put_right: Option<(Card, Place)>,
    /// Cards out of the device that come next.
    pub(crate) head: Vec<Waiting>,
    /// The first of them was dealt in error and may be refused.
    pub(crate) refusable: bool,
    /// It is for this area and those after it only.
    pub(crate) reserved: Option<usize>,
    /// The first of them was found face up in the device.
    pub(crate) face_up: bool,
    /// Cards drawn together, or found face up, while it is not settled what becomes of them.
    pub(crate) together: Vec<Waiting>,
    /// They are what another player left.
    pub(crate) rest_on_offer: bool,
    /// What the first player left of them, and the hand he has.
    pub(crate) leftover: Option<Leftover>,
    /// The hand that picked the first of the cards next, and how many.
    pub(crate) picked: Option<(usize, usize, usize)>,
    /// Areas passed over that were too late: their hands stand.
    pub(crate) too_late: Vec<usize>,
    /// How many more of the cards next go to the hand that picked them.
    pub(crate) owed: Option<(usize, usize, usize)>,
    /// The dealer takes the first card he lacks: now, or once this area is done.
    pub(crate) dealer_card: Option<LateCard>,
    /// Surrender or insurance are offered after that card.
    pub(crate) late_offers: bool,
    /// The forgotten first card has been burnt.
    pub(crate) burnt: bool,
    /// The hand a card put right belongs to.
    pub(crate) belongs: Option<(usize, usize)>,
    /// What has to be settled before play goes on.
    pub(crate) remedies: Vec<Remedy>,
    /// Who decides for a spot, as the dealer settled it.
    pub(crate) assigned: Vec<(Spot, PlayerId)>,
    /// Spots for which that is not clear.
    pub(crate) unclear: Vec<Spot>,
    /// What nobody gets, as equal claims did not agree.
    pub(crate) closed: Vec<(Spot, Claimed)>,
    /// Cards are dealt face down: on this spot, or on all.
    pub(crate) squeezed: Option<Squeeze>,
    /// Spots whose cards have been turned.
    pub(crate) revealed: Vec<Spot>,
    /// Side wagers left unsettled.
    pub(crate) left_open: Vec<Kind>,
    /// Who is to cut the riffled discards.
    pub(crate) cutter: Option<PlayerId>,
}

/// Cards drawn together that the player in action left, to be offered to the next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Leftover {
    pub(crate) cards: Vec<Waiting>,
    pub(crate) area: usize,
    pub(crate) hand: usize,
}

/// A player passed over in play: the table as it was then, and what was dealt since.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Passed {
    /// The areas passed over.
    pub(crate) over: Vec<usize>,
    pub(crate) areas: List<Area, 1>,
    pub(crate) wagers: List<Wager, 2>,
    /// The cards dealt to players since.
    pub(crate) cards: Vec<Card>,
    /// The areas that received them.
    pub(crate) served: Vec<usize>,
}

static REGULAR: Irregular = Irregular {
    wrong: false,
    misplaced: false,
    order: Vec::new(),
    skipped: Vec::new(),
    strays: Vec::new(),
    passed: None,
    misdealt: None,
    put_right: None,
    head: Vec::new(),
    refusable: false,
    reserved: None,
    face_up: false,
    together: Vec::new(),
    rest_on_offer: false,
    leftover: None,
    picked: None,
    too_late: Vec::new(),
    owed: None,
    dealer_card: None,
    late_offers: false,
    burnt: false,
    belongs: None,
    remedies: Vec::new(),
    assigned: Vec::new(),
    unclear: Vec::new(),
    closed: Vec::new(),
    squeezed: None,
    revealed: Vec::new(),
    left_open: Vec::new(),
    cutter: None,
};

impl Round {
    /// What is irregular about the round; at a regular one nothing.
    pub(crate) fn odd(&self) -> &Irregular {
        self.irregular.as_deref().unwrap_or(&REGULAR)
    }

    /// The same, to be changed.
    pub(crate) fn odd_mut(&mut self) -> &mut Irregular {
        self.irregular.get_or_insert_default()
    }

    /// The cards of a faultless initial deal in the order they came out.
    pub(crate) fn dealing_order(&self) -> Vec<Card> {
        let shared = self.areas.first().is_some_and(|area| area.owner.is_some());
        let areas = if shared { &self.areas[..1] } else { &self.areas[..] };
        let pass = |at: usize| areas.iter().filter_map(move |area| area.start.get(at).copied());
        let dealer = |at: usize| self.dealer.cards.get(at).copied();
        pass(0).chain(dealer(0)).chain(pass(1)).chain(dealer(1)).collect()
    }

    /// How often the place of an area was passed over in the initial deal.
    pub(crate) fn times_skipped(&self, area: &Area) -> usize {
        let Some(odd) = &self.irregular else { return 0 };
        let here = match area.owner {
            Some(_) => Place::Player,
            None => Place::Spot(area.spot),
        };
        odd.skipped.iter().filter(|place| **place == here).count()
    }

    /// Whether the dealer was passed over in the initial deal.
    pub(crate) fn dealer_was_skipped(&self) -> bool {
        self.irregular.as_ref().is_some_and(|odd| odd.skipped.contains(&Place::Dealer))
    }

    /// Whether an area was passed over in play and nobody has noticed.
    pub(crate) fn is_passed(&self, area: usize) -> bool {
        self.irregular
            .as_ref()
            .is_some_and(|odd| odd.passed.as_ref().is_some_and(|passed| passed.over.contains(&area)))
    }

    /// Whether no wager lies on a spot.
    pub(crate) fn is_empty_spot(&self, spot: Spot) -> bool {
        !self.areas.iter().any(|area| area.spot == spot)
    }

    /// Whether a card to a place nobody asked for is one of the initial deal: on an empty spot that was served in the first
    /// pass already, before anyone drew.
    pub(crate) fn may_still_be_dealing(&self, to: Place) -> bool {
        use crate::state::Phase;
        let before = matches!(self.phase, Phase::Offering(_) | Phase::Playing) && !self.subsequent;
        let waits = |hand: &crate::Hand| hand.wants || (hand.is_split() && hand.is_due());
        let asked = self.areas.iter().any(|area| area.hands.iter().any(waits));
        let served = self.odd().strays.iter().any(|(place, _)| *place == to);
        before && !asked && served && matches!(to, Place::Spot(spot) if self.is_empty_spot(spot))
    }

    /// Whether money has moved on the strength of the cards.
    pub(crate) fn has_settled(&self) -> bool {
        use crate::wager::{Bet, Outcome};
        let counts = |wager: &Wager| {
            let moved = |r: crate::Settled| !matches!(r.outcome, Outcome::Returned | Outcome::Void);
            wager.bet != Bet::Award && wager.result.is_some_and(moved)
        };
        self.wagers.iter().any(counts)
    }

    /// Whether money has moved, or a card beyond the initial deal is out.
    pub(crate) fn has_moved_on(&self) -> bool {
        self.subsequent || self.has_settled()
    }

    /// The spots for which the dealer has yet to say who decides: asked about, and still with several bettors of whom
    /// none sits there.
    #[must_use]
    pub fn unclear_spots(&self) -> Vec<Spot> {
        let asked = self.odd().unclear.iter().copied();
        asked.filter(|spot| self.is_contested(*spot)).collect()
    }

    /// Whether several bet on a spot and none of them sits there.
    pub(crate) fn is_contested(&self, spot: Spot) -> bool {
        let on = || self.mains().filter(|(_, wager)| wager.spot == spot && wager.is_live());
        let seated = self.seated(spot);
        on().nth(1).is_some() && !on().any(|(_, wager)| Some(wager.player) == seated)
    }

    /// Whether this card was found face up in the dealing device and is the next to come.
    #[must_use]
    pub fn is_next_face_up(&self, card: Card) -> bool {
        self.odd().face_up && self.odd().head.first().is_some_and(|first| first.card == card)
    }

    /// Whether the cards of a spot lie face down.
    #[must_use]
    pub fn is_squeezed(&self, spot: Spot) -> bool {
        self.irregular.as_ref().is_some_and(|odd| {
            odd.squeezed.is_some_and(|squeeze| [Squeeze::All, Squeeze::Spot(spot)].contains(&squeeze))
                && !odd.revealed.contains(&spot)
        })
    }
}
