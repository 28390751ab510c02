//! A round as the rules have it, for any number of seats: the general path.

use odds::{HandAt, Plan};
use rulebook::{Rules, Surrender};

use crate::drawing::{Drawing, Need};
use crate::fault::Unfit;
use crate::hands::{ACE, BUST, TEN, Tree, tree};
use crate::laws::{Laws, may_be_blackjack};
use crate::moves::{Act, Born, Moves};
use crate::net::Net;
use crate::outcome::{Brought, Insured, Outcome, SEATS};
use crate::pack::{Kind, Pack};
use crate::seat::Seat;
use crate::settle::{Dealer, Done, settle};
use crate::sides::Sides;

/// As many hands as a seat can come to.
const HANDS: usize = 4;
/// More cards than the players of a shared hand can see in a round.
const COMMON: usize = 128;

/// Where cards come from, one after another; `None` when there are no more.
pub trait Cards {
    /// The next card.
    fn next(&mut self) -> Option<Kind>;

    /// At which level players decide now: 0 is how they sat down, others are their [`crate::Level`]s.
    #[inline]
    fn level(&self) -> usize {
        0
    }
}

impl<I: Iterator<Item = Kind>> Cards for I {
    fn next(&mut self) -> Option<Kind> {
        Iterator::next(self)
    }
}

/// One player as the kernel knows him.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub(crate) moves: Moves,
    pub(crate) sides: Sides,
    pub(crate) insures: bool,
    pub(crate) even_money: bool,
    /// Himself at the levels from 1.
    pub(crate) levels: Vec<Player>,
}

impl Player {
    /// Himself at a level.
    #[inline]
    fn at(&self, level: usize) -> &Player {
        if level == 0 { self } else { self.levels.get(level - 1).unwrap_or(self) }
    }
}

/// The rules and the players, compiled.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub(crate) laws: Laws,
    pub(crate) pack: Pack,
    pub(crate) players: Vec<Player>,
    tree: &'static Tree,
    /// How many lines each side wager of the game has.
    pub(crate) lines: Vec<usize>,
}

/// A seat while the round goes on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    pub(crate) first: Kind,
    pub(crate) second: Kind,
    /// What became of the main wager, once that is certain.
    pub(crate) settled: Option<Net>,
    pub(crate) insured: bool,
    pub(crate) hands: [Done; HANDS],
    pub(crate) many: usize,
}

impl Place {
    pub(crate) const EMPTY: Place =
        Place { first: 0, second: 0, settled: None, insured: false, hands: [Done::BLANK; HANDS], many: 0 };

    pub(crate) fn hands(&self) -> &[Done] {
        &self.hands[..self.many]
    }

    pub(crate) fn one(&mut self, hand: Done) {
        (self.hands[0], self.many) = (hand, 1);
    }
}

impl Kernel {
    /// The game of these rules with these players, from the dealer's left.
    ///
    /// # Errors
    ///
    /// When the table has no room for them, or a side wager asks for what is not simulated.
    pub fn new(rules: &Rules, seats: &[Seat]) -> Result<Kernel, Unfit> {
        let spots = rules.spots();
        if seats.is_empty() || seats.len() > usize::from(spots) || seats.len() > SEATS {
            return Err(Unfit::Seats { seats: seats.len(), spots });
        }
        let (laws, pack) = (Laws::of(rules), Pack::of(rules.deck()));
        let player = |seat: &Seat| {
            let sides = Sides::of(rules, &pack, seat)?;
            let at = |plan: &Plan, insures: bool| {
                let moves = Moves::new(&laws, plan);
                Player {
                    moves,
                    sides: sides.clone(),
                    insures,
                    even_money: seat.even_money,
                    levels: Vec::new(),
                }
            };
            let levels = seat.levels.iter().map(|level| at(&level.plan, level.insures)).collect();
            Ok(Player { levels, ..at(&seat.plan, seat.insures) })
        };
        let players = seats.iter().map(player).collect::<Result<_, Unfit>>()?;
        let lines = rules.side_wagers().iter().map(|wager| wager.lines.len()).collect();
        Ok(Kernel { laws, pack, players, tree: tree(), lines })
    }

    /// Plays a round with the next cards; `None` when they run out.
    pub fn round(&self, cards: &mut impl Cards) -> Option<Outcome> {
        let mut places = [Place::EMPTY; SEATS];
        let places = &mut places[..self.players.len()];
        let (up, dealer) = self.play_round(places, cards)?;
        let mut outcome = Outcome { seats: [Brought::NOTHING; SEATS], many: places.len() };
        for ((place, player), brought) in places.iter().zip(&self.players).zip(&mut outcome.seats) {
            *brought = self.settle(place, player, up, dealer);
        }
        Some(outcome)
    }

    /// Plays a round of the only player with the next cards; `None` when they run out.
    pub(crate) fn round_of_one(&self, cards: &mut impl Cards) -> Option<Brought> {
        let mut place = [Place::EMPTY];
        let (up, dealer) = self.play_round(&mut place, cards)?;
        let player = self.players.first()?;
        Some(self.settle(&place[0], player, up, dealer))
    }

    /// How many cards are dealt to a single player and the dealer before anyone decides.
    pub(crate) const fn cards_of_a_deal(&self) -> usize {
        if self.laws.peek { 4 } else { 3 }
    }

    /// Deals and plays, up to the dealer's last card. Answers the up card and the dealer's hand.
    #[inline]
    fn play_round(&self, places: &mut [Place], cards: &mut impl Cards) -> Option<(Kind, Dealer)> {
        let up_card = self.deal(places, cards)?;
        let up = self.pack.value(up_card);
        let hole = if self.laws.peek { Some(self.pack.value(cards.next()?)) } else { None };
        for (place, player) in places.iter_mut().zip(&self.players) {
            self.offer(place, player.at(cards.level()), up);
        }
        let seen = hole.filter(|_| may_be_blackjack(up));
        if seen.is_some_and(|hole| is_blackjack(up, hole)) {
            for place in places.iter_mut().filter(|place| place.settled.is_none()) {
                place.one(self.as_dealt(place));
            }
        } else {
            if self.laws.peek {
                for (place, player) in places.iter_mut().zip(&self.players) {
                    self.offer_after_peek(place, player.at(cards.level()), up);
                }
            }
            self.play_all(places, up, cards)?;
        }
        let need = self.need(places, up_card);
        let dealer = self.draw(up, hole, need, cards)?;
        Some((up_card, dealer))
    }

    /// One card to each seat, one to the dealer, a second to each seat. Answers the up card.
    fn deal(&self, places: &mut [Place], cards: &mut impl Cards) -> Option<Kind> {
        let shared = self.laws.shared;
        let mut common = None;
        for place in &mut *places {
            common = if shared && common.is_some() { common } else { Some(cards.next()?) };
            place.first = common?;
        }
        let up = cards.next()?;
        common = None;
        for place in places {
            common = if shared && common.is_some() { common } else { Some(cards.next()?) };
            place.second = common?;
        }
        Some(up)
    }

    pub(crate) fn as_dealt(&self, place: &Place) -> Done {
        let (first, second) = (self.pack.value(place.first), self.pack.value(place.second));
        let natural = is_blackjack(first, second);
        Done { points: self.tree.points(self.tree.two(first, second)), natural, ..Done::BLANK }
    }

    fn hand(&self, place: &Place) -> HandAt {
        self.tree.two(self.pack.value(place.first), self.pack.value(place.second))
    }

    pub(crate) fn gives_up(&self, place: &Place, player: &Player, up: u8) -> bool {
        let open = self.laws.surrender_blackjack || !self.as_dealt(place).natural;
        open && self.laws.surrender_open(up)
            && player.moves.of(Born::Dealt, up, self.hand(place)).surrenders()
    }

    /// What comes before the dealer looks: blackjacks paid, early surrender, even money, insurance.
    pub(crate) fn offer(&self, place: &mut Place, player: &Player, up: u8) {
        let (laws, natural) = (&self.laws, self.as_dealt(place).natural);
        if natural && laws.pays_blackjack_now(up) {
            place.settled = Some(Net::BLACKJACK);
            return;
        }
        let early = laws.surrender == Surrender::Early && !laws.surrender_in_turn;
        if early && self.gives_up(place, player, up) {
            place.settled = Some(Net::SURRENDERED);
            return;
        }
        if up == ACE && laws.insurance {
            if natural && laws.even_money && player.even_money {
                place.settled = Some(Net::EVEN_MONEY);
            } else {
                place.insured = player.insures;
            }
        }
    }

    /// The dealer looked and has no blackjack: blackjacks are paid, late surrender is offered.
    pub(crate) fn offer_after_peek(&self, place: &mut Place, player: &Player, up: u8) {
        if place.settled.is_some() {
            return;
        }
        let natural = self.as_dealt(place).natural;
        if natural && may_be_blackjack(up) && self.laws.pays_blackjack_after_peek(up) {
            place.settled = Some(Net::BLACKJACK);
        } else if self.laws.surrender == Surrender::Late && self.gives_up(place, player, up) {
            place.settled = Some(Net::SURRENDERED);
        }
    }

    fn play_all(&self, places: &mut [Place], up: u8, cards: &mut impl Cards) -> Option<()> {
        if !self.laws.shared {
            return places
                .iter_mut()
                .zip(&self.players)
                .try_for_each(|(p, player)| self.play(p, player, up, cards));
        }
        // Every terminal sees the same cards, for as long as it takes any.
        let level = cards.level();
        let mut common = Common { cards, seen: [0; COMMON], many: 0, at: 0, level };
        for (place, player) in places.iter_mut().zip(&self.players) {
            common.at = 0;
            self.play(place, player, up, &mut common)?;
        }
        Some(())
    }

    /// Plays the hands of one seat to their end.
    fn play(&self, place: &mut Place, player: &Player, up: u8, cards: &mut impl Cards) -> Option<()> {
        if self.is_done(place, player.at(cards.level()), up) {
            Some(())
        } else {
            self.play_hands(place, player, up, cards)
        }
    }

    /// Whether a seat is done without playing: settled, given up in turn, or a blackjack that stands.
    pub(crate) fn is_done(&self, place: &mut Place, player: &Player, up: u8) -> bool {
        if place.settled.is_some() {
            return true;
        }
        let turn = self.laws.surrender == Surrender::Early && self.laws.surrender_in_turn;
        if turn && self.gives_up(place, player, up) {
            place.settled = Some(Net::SURRENDERED);
            return true;
        }
        let dealt = self.as_dealt(place);
        let doubles = self.laws.blackjack_may_act(up)
            && player.moves.of(Born::Dealt, up, self.hand(place)).act() == Act::Double;
        let stands = dealt.natural && !doubles;
        if stands {
            place.one(dealt);
        }
        stands
    }

    fn play_hands(&self, place: &mut Place, player: &Player, up: u8, cards: &mut impl Cards) -> Option<()> {
        let (mut firsts, mut born) = ([0; HANDS], [Born::Dealt; HANDS]);
        firsts[0] = place.first;
        let mut second = Some(place.second);
        place.many = 1;
        let mut at = 0;
        while at < place.many {
            let first = firsts[at];
            let mut other = match second.take() {
                Some(card) => card,
                None => cards.next()?,
            };
            while place.many < usize::from(self.laws.max_hands)
                && self.splits(player.at(cards.level()), born[at], up, first, other)
            {
                let from = self.born_of(first, other);
                firsts.copy_within(at + 1..HANDS - 1, at + 2);
                born.copy_within(at + 1..HANDS - 1, at + 2);
                firsts[at + 1] = other;
                (born[at], born[at + 1]) = (from, from);
                place.many += 1;
                other = cards.next()?;
            }
            let hand = self.tree.two(self.pack.value(first), self.pack.value(other));
            place.hands[at] = self.finish(player, born[at], up, hand, cards)?;
            at += 1;
        }
        Some(())
    }

    fn splits(&self, player: &Player, born: Born, up: u8, first: Kind, second: Kind) -> bool {
        let (one, other) = (self.pack.value(first), self.pack.value(second));
        one == other
            && player.moves.of(born, up, self.tree.two(one, other)).splits()
            && (!self.laws.split_by_rank || self.pack.rank(first) == self.pack.rank(second))
    }

    fn born_of(&self, first: Kind, second: Kind) -> Born {
        if self.pack.value(first) == ACE {
            Born::Aces
        } else if self.pack.rank(first) != self.pack.rank(second) {
            Born::Unlike
        } else {
            Born::Split
        }
    }

    /// Draws to a hand of two cards until it takes no more.
    fn finish(
        &self,
        player: &Player,
        born: Born,
        up: u8,
        mut hand: HandAt,
        cards: &mut impl Cards,
    ) -> Option<Done> {
        let mut doubled = false;
        loop {
            match player.at(cards.level()).moves.of(born, up, hand).act() {
                Act::Stand => break,
                Act::Hit => hand = self.tree.with(hand, self.pack.value(cards.next()?)),
                Act::Double => {
                    doubled = true;
                    hand = self.tree.with(hand, self.pack.value(cards.next()?));
                    break;
                }
            }
            if hand == BUST {
                break;
            }
        }
        let points = self.tree.points(hand);
        Some(Done { points, doubled, split: born != Born::Dealt, natural: false })
    }

    /// What depends on the dealer's further cards.
    fn need(&self, places: &[Place], up_card: Kind) -> Need {
        let may = !self.laws.peek && may_be_blackjack(self.pack.value(up_card));
        let seats = places.iter().zip(&self.players);
        let need = |(place, player): (&Place, &Player)| {
            let waits = may && player.sides.waits(place.first, place.second, up_card);
            self.need_of(place, player, may).max(if waits { Need::Second } else { Need::None })
        };
        seats.map(need).max().unwrap_or(Need::None)
    }

    /// What a seat needs, side wagers on the cards of the deal aside.
    pub(crate) fn need_of(&self, place: &Place, player: &Player, may_be_blackjack: bool) -> Need {
        let plays = |hand: &Done| !hand.natural && !hand.is_bust();
        if self.laws.draws_without_effect
            || player.sides.on_dealers_hand()
            || (place.settled.is_none() && place.hands().iter().any(plays))
        {
            return Need::Full;
        }
        if place.insured || (may_be_blackjack && self.waits_for_blackjack(place)) {
            return Need::Second;
        }
        Need::None
    }

    /// Whether a live wager waits to see if the dealer has a blackjack: one on a blackjack, or on a bust hand of which a
    /// dealer blackjack would take less.
    fn waits_for_blackjack(&self, place: &Place) -> bool {
        let limited = self.laws.loss == rulebook::DealerBlackjackLoss::OriginalOnly && !self.laws.peek;
        let waits = |hand: &Done| hand.natural || (limited && (hand.doubled || hand.split));
        place.settled.is_none() && place.hands().iter().any(waits)
    }

    fn draw(&self, up: u8, hole: Option<u8>, need: Need, cards: &mut impl Cards) -> Option<Dealer> {
        let mut dealer = Drawing::new(up);
        let mut value = hole;
        loop {
            match value.take() {
                Some(value) => dealer.take(value),
                None if dealer.is_due(need, self.laws.hit_soft_17) => {
                    dealer.take(self.pack.value(cards.next()?));
                }
                None => return Some(dealer.done()),
            }
        }
    }

    fn settle(&self, place: &Place, player: &Player, up: Kind, dealer: Dealer) -> Brought {
        let main = place.settled.unwrap_or_else(|| settle(&self.laws, place.hands(), dealer));
        let lines = player.sides.settle(place.first, place.second, up, dealer);
        Brought { main, insured: Insured::by(place.insured, dealer), lines }
    }
}

/// Whether two values are an Ace and a ten.
pub(crate) const fn is_blackjack(one: u8, other: u8) -> bool {
    (one == ACE && other == TEN) || (one == TEN && other == ACE)
}

/// Cards that several terminals see: each looks at them from the first.
struct Common<'c, C> {
    cards: &'c mut C,
    seen: [Kind; COMMON],
    many: usize,
    at: usize,
    /// All decide at once: who is asked later knows no more.
    level: usize,
}

impl<C: Cards> Cards for Common<'_, C> {
    fn next(&mut self) -> Option<Kind> {
        if self.at == self.many {
            *self.seen.get_mut(self.many)? = self.cards.next()?;
            self.many += 1;
        }
        let card = self.seen.get(self.at).copied();
        self.at += 1;
        card
    }

    fn level(&self) -> usize {
        self.level
    }
}
