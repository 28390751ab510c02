//! Side wagers as tables: which lines the cards of the deal pay, and which the dealer's hand.

use std::collections::HashMap;

use rulebook::{Line, LooksAt, Pattern, Rules};
use vocabulary::Card;

use crate::fault::Unfit;
use crate::pack::{KINDS, Kind, Pack};
use crate::seat::Seat;
use crate::settle::Dealer;
use crate::tally::SeatTally;
use crate::together::Stakes;

/// More side wagers than a game has.
pub(crate) const SIDES: usize = 8;
/// More cards than the dealer can bust with.
const BUSTS: usize = 32;

/// What becomes of every side wager: 0 is lost, from 1 a line of its pay table, [`UNBET`] none was made.
pub(crate) type Lines = [u8; SIDES];

/// No wager was made.
pub(crate) const UNBET: u8 = u8::MAX;

/// What the cards of the deal make of all wagers that look at them.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Verdict {
    /// Whether some wager waits for the dealer's second card, if that can make a blackjack.
    pub(crate) waits: bool,
    /// The lines, the dealer having no blackjack.
    pub(crate) lines: Lines,
    /// The lines against a dealer blackjack.
    pub(crate) to_blackjack: Lines,
}

/// The side wagers of one seat.
#[derive(Clone, Debug)]
pub(crate) struct Sides {
    /// Which are bet at all; lines of those start at 0.
    unbet: Lines,
    /// By two cards: a place in `verdicts`.
    pairs: Vec<u16>,
    /// Cards that three-card wagers cannot tell apart have one class.
    class: [u16; 256],
    classes: usize,
    /// By the classes of two cards and the up card.
    triples: Vec<u16>,
    verdicts: Vec<Verdict>,
    /// From here on all of them wait.
    first_that_waits: u16,
    on_dealer: Vec<OnDealer>,
}

/// A wager on the dealer's finished hand.
#[derive(Clone, Debug)]
struct OnDealer {
    wager: usize,
    busts: [u8; BUSTS],
    blackjack: u8,
    other: u8,
}

impl Sides {
    pub(crate) fn of(rules: &Rules, pack: &Pack, seat: &Seat) -> Result<Sides, Unfit> {
        let wagers = rules.side_wagers();
        if wagers.len() > SIDES {
            return Err(Unfit::TooManySides { wagers: wagers.len(), most: SIDES });
        }
        let mut unbet = [UNBET; SIDES];
        let mut on_dealer = Vec::new();
        for (at, wager) in wagers.iter().enumerate().filter(|(at, _)| seat.bets(*at)) {
            unbet[at] = 0;
            if wager.on == LooksAt::DealerHand {
                on_dealer.push(OnDealer::of(at, &wager.name, &wager.lines)?);
            }
        }
        let looking = |on: LooksAt| -> Vec<(usize, &[Line])> {
            let bet = wagers.iter().enumerate().filter(|(at, wager)| wager.on == on && seat.bets(*at));
            bet.map(|(at, wager)| (at, wager.lines.as_slice())).collect()
        };
        let mut verdicts = Verdicts::new();
        let (two, three) = (looking(LooksAt::FirstTwo), looking(LooksAt::FirstTwoAndUpCard));
        let mut pairs = pairs(pack, &two, &mut verdicts);
        let (class, classes, mut triples) = triples(pack, &three, &mut verdicts);
        let (verdicts, first_that_waits) = verdicts.in_order(&mut [&mut pairs, &mut triples]);
        Ok(Sides { unbet, pairs, class, classes, triples, verdicts, first_that_waits, on_dealer })
    }

    /// Whether anything is bet.
    pub(crate) fn any(&self) -> bool {
        self.unbet.contains(&0)
    }

    /// Whether a wager on the dealer's hand is bet.
    pub(crate) fn on_dealers_hand(&self) -> bool {
        !self.on_dealer.is_empty()
    }

    /// Whether a wager looks at the cards of the deal.
    pub(crate) fn on_the_deal(&self) -> bool {
        self.verdicts.len() > 1
    }

    /// What two cards make of the wagers that look at them, as a place among the verdicts.
    #[inline]
    fn pair(&self, first: Kind, second: Kind) -> u16 {
        let at = usize::from(first) * KINDS + usize::from(second);
        self.pairs.get(at).copied().unwrap_or(0)
    }

    /// What two cards and the up card make of the wagers that look at all three.
    #[inline]
    fn triple(&self, first: Kind, second: Kind, up: Kind) -> u16 {
        let class = |kind: Kind| usize::from(self.class[usize::from(kind)]);
        let at = (class(first) * self.classes + class(second)) * self.classes + class(up);
        self.triples.get(at).copied().unwrap_or(0)
    }

    /// What the cards of the deal make of the wagers that look at two of them, and of those that look at three.
    #[inline]
    pub(crate) fn of_deal(&self, first: Kind, second: Kind, up: Kind) -> [u16; 2] {
        let three = if self.classes > 1 { self.triple(first, second, up) } else { 0 };
        [self.pair(first, second), three]
    }

    /// Whether one of two verdicts waits for the dealer's second card.
    #[inline]
    pub(crate) fn any_waits(&self, [two, three]: [u16; 2]) -> bool {
        two.max(three) >= self.first_that_waits
    }

    /// Books deals by how often they came to each verdict, none of which waited.
    pub(crate) fn add_deals(&self, seat: &mut SeatTally, deals: u64, verdicts: &[u64]) {
        let on_dealer = |wager: usize| self.on_dealer.iter().any(|on| on.wager == wager);
        for wager in (0..SIDES).filter(|wager| self.unbet[*wager] == 0 && !on_dealer(*wager)) {
            let mut lost = deals;
            for (verdict, times) in self.verdicts.iter().zip(verdicts).filter(|(v, _)| v.lines[wager] > 0) {
                seat.add_line(wager, verdict.lines[wager], *times);
                lost -= times;
            }
            seat.add_line(wager, 0, lost);
        }
    }

    /// What the wagers on the deal bring when all are lost.
    pub(crate) fn lost_on_the_deal(&self, stakes: &Stakes) -> i64 {
        let on_dealer = |wager: usize| self.on_dealer.iter().any(|on| on.wager == wager);
        (0..SIDES).filter(|wager| !on_dealer(*wager)).map(|wager| stakes.loss(wager)).sum()
    }

    /// By verdict, how much more than that it brings.
    pub(crate) fn above_loss(&self, stakes: &Stakes) -> Vec<i64> {
        self.verdicts.iter().map(|verdict| stakes.above_loss(verdict)).collect()
    }

    /// Whether a wager waits for the dealer's second card.
    pub(crate) fn waits(&self, first: Kind, second: Kind, up: Kind) -> bool {
        self.any_waits(self.of_deal(first, second, up))
    }

    /// What becomes of every wager once the round is over.
    pub(crate) fn settle(&self, first: Kind, second: Kind, up: Kind, dealer: Dealer) -> Lines {
        let mut lines = self.unbet;
        for at in [self.pair(first, second), self.triple(first, second, up)] {
            let Some(verdict) = self.verdicts.get(usize::from(at)) else { continue };
            let paid = if dealer.blackjack { &verdict.to_blackjack } else { &verdict.lines };
            for (line, paid) in lines.iter_mut().zip(paid).filter(|(_, paid)| **paid > 0) {
                *line = *paid;
            }
        }
        self.settle_on_dealer(&mut lines, dealer);
        lines
    }

    /// What the dealer's finished hand makes of the wagers on it.
    pub(crate) fn settle_on_dealer(&self, lines: &mut Lines, dealer: Dealer) {
        for wager in &self.on_dealer {
            lines[wager.wager] = match dealer {
                Dealer { blackjack: true, .. } => wager.blackjack,
                dealer if dealer.is_bust() => {
                    wager.busts.get(usize::from(dealer.cards)).copied().unwrap_or(0)
                }
                _ => wager.other,
            };
        }
    }
}

impl OnDealer {
    fn of(wager: usize, name: &str, lines: &[Line]) -> Result<OnDealer, Unfit> {
        let only_the_end = |pattern: &Pattern| {
            let end = Pattern {
                dealer_blackjack: pattern.dealer_blackjack,
                dealer_bust_cards: pattern.dealer_bust_cards,
                ..Pattern::default()
            };
            *pattern == end
        };
        if let Some(line) = lines.iter().find(|line| !only_the_end(&line.when)) {
            return Err(Unfit::Line { wager: name.to_owned(), line: line.name.clone() });
        }
        let first = |fits: &dyn Fn(&Pattern) -> bool| {
            let at = lines.iter().position(|line| fits(&line.when));
            at.and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0)
        };
        let unbust = |pattern: &Pattern, blackjack: bool| {
            pattern.dealer_bust_cards.is_none() && pattern.dealer_blackjack.is_none_or(|b| b == blackjack)
        };
        let bust = |pattern: &Pattern, cards: usize| {
            let counts = |(from, to): (u8, u8)| (usize::from(from)..=usize::from(to)).contains(&cards);
            pattern.dealer_bust_cards.is_none_or(counts) && pattern.dealer_blackjack != Some(true)
        };
        Ok(OnDealer {
            wager,
            busts: std::array::from_fn(|cards| first(&|pattern| bust(pattern, cards))),
            blackjack: first(&|pattern| unbust(pattern, true)),
            other: first(&|pattern| unbust(pattern, false)),
        })
    }
}

/// Verdicts, each once; the first is that nothing looks at the cards.
struct Verdicts {
    all: Vec<Verdict>,
    at: HashMap<Verdict, u16>,
}

impl Verdicts {
    fn new() -> Verdicts {
        let none = Verdict { waits: false, lines: [0; SIDES], to_blackjack: [0; SIDES] };
        Verdicts { all: vec![none], at: HashMap::from([(none, 0)]) }
    }

    fn number(&mut self, verdict: Verdict) -> u16 {
        let next = u16::try_from(self.all.len()).unwrap_or(0);
        *self.at.entry(verdict).or_insert_with(|| {
            self.all.push(verdict);
            next
        })
    }

    /// All of them, those that wait last, and where these begin; places in `tables` are made to fit.
    fn in_order(self, tables: &mut [&mut Vec<u16>]) -> (Vec<Verdict>, u16) {
        let (waiting, others): (Vec<_>, Vec<_>) =
            self.all.iter().enumerate().partition(|(_, verdict)| verdict.waits);
        let mut to = vec![0; self.all.len()];
        for (new, (old, _)) in (0..).zip(others.iter().chain(&waiting)) {
            to[*old] = new;
        }
        for place in tables.iter_mut().flat_map(|table| table.iter_mut()) {
            *place = to[usize::from(*place)];
        }
        let first_that_waits = u16::try_from(others.len()).unwrap_or(u16::MAX);
        (others.into_iter().chain(waiting).map(|(_, verdict)| *verdict).collect(), first_that_waits)
    }
}

/// What these cards make of these wagers: of each the first line that fits.
fn verdict(wagers: &[(usize, &[Line])], cards: &[Card]) -> Verdict {
    let mut found = Verdict { waits: false, lines: [0; SIDES], to_blackjack: [0; SIDES] };
    for (wager, lines) in wagers {
        let paid = |blackjack: bool| {
            let fits = |line: &Line| {
                let end = line.when.dealer_bust_cards.is_none()
                    && line.when.dealer_blackjack.is_none_or(|wanted| wanted == blackjack);
                end && line.when.fits(cards)
            };
            lines.iter().position(fits).and_then(|at| u8::try_from(at + 1).ok()).unwrap_or(0)
        };
        (found.lines[*wager], found.to_blackjack[*wager]) = (paid(false), paid(true));
        let first = lines.iter().find(|line| line.when.fits(cards));
        found.waits |= first.is_some_and(|line| line.when.asks_for_dealer());
    }
    found
}

fn pairs(pack: &Pack, wagers: &[(usize, &[Line])], verdicts: &mut Verdicts) -> Vec<u16> {
    let mut pairs = vec![0; KINDS * KINDS];
    if wagers.is_empty() {
        return pairs;
    }
    for (first, one) in pack.cards.iter().enumerate() {
        for (second, other) in pack.cards.iter().enumerate() {
            pairs[first * KINDS + second] = verdicts.number(verdict(wagers, &[*one, *other]));
        }
    }
    pairs
}

fn triples(
    pack: &Pack,
    wagers: &[(usize, &[Line])],
    verdicts: &mut Verdicts,
) -> ([u16; 256], usize, Vec<u16>) {
    let mut class = [0; 256];
    if wagers.is_empty() {
        return (class, 1, vec![0]);
    }
    let all = every_triple(pack, wagers, verdicts);
    let many = pack.cards.len();
    // A card's row is all it can come to with any two others; which of the three it is makes no difference.
    let mut rows: HashMap<&[u16], u16> = HashMap::new();
    let mut stands_for = Vec::new();
    for (kind, row) in all.chunks_exact(many * many).enumerate() {
        let next = u16::try_from(stands_for.len()).unwrap_or(0);
        class[kind] = *rows.entry(row).or_insert_with(|| {
            stands_for.push(kind);
            next
        });
    }
    let mut triples = Vec::with_capacity(stands_for.len().pow(3));
    for first in &stands_for {
        for second in &stands_for {
            triples.extend(stands_for.iter().map(|up| all[(first * many + second) * many + up]));
        }
    }
    (class, stands_for.len(), triples)
}

/// What any three cards come to. No condition asks in which order they came, so each three are looked at once.
fn every_triple(pack: &Pack, wagers: &[(usize, &[Line])], verdicts: &mut Verdicts) -> Vec<u16> {
    let (cards, many) = (&pack.cards, pack.cards.len());
    let mut all = vec![0; many.pow(3)];
    for a in 0..many {
        for b in a..many {
            for c in b..many {
                let found = verdicts.number(verdict(wagers, &[cards[a], cards[b], cards[c]]));
                for [x, y, z] in [[a, b, c], [a, c, b], [b, a, c], [b, c, a], [c, a, b], [c, b, a]] {
                    all[(x * many + y) * many + z] = found;
                }
            }
        }
    }
    all
}
