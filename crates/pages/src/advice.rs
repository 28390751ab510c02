//! What each answer to a decision is worth, by the exact odds: for rounds that are over and for practice, never at a seat
//! in play.

use odds::{ACE, Counts, Decisions, Game, Shoe, TEN, VALUES};
use round::{Action, Area, Awaiting, Event, Phase, Round, Stage, awaiting};
use rulebook::{HoleCard, Rules};
use vocabulary::{Card, Composition, PlayerId, Spot};

/// What the answers to one decision are worth, in original wagers.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Advice {
    /// Each answer by its word in the notation, with its worth.
    pub(crate) answers: Vec<(&'static str, f64)>,
}

impl Advice {
    fn of(answers: Vec<(&'static str, f64)>) -> Option<Advice> {
        (answers.len() > 1).then_some(Advice { answers })
    }

    /// The best answer.
    pub(crate) fn best(&self) -> Option<(&'static str, f64)> {
        self.answers.iter().copied().max_by(|one, other| one.1.total_cmp(&other.1))
    }

    /// What another answer than the best costs; none where it is the best or not known.
    pub(crate) fn cost(&self, chosen: &str) -> Option<f64> {
        let worth = self.answers.iter().find(|(word, _)| *word == chosen)?.1;
        let best = self.best()?.1;
        (best - worth > 1e-9).then_some(best - worth)
    }
}

/// A decision that was made: what the answers were worth, and which was given.
pub(crate) fn of_event(rules: &Rules, before: &Round, event: &Event) -> Option<(Advice, &'static str)> {
    match event {
        Event::Acted { player, area, hand, action, .. } => {
            let word = match action {
                Action::Hit => "hits",
                Action::Stand => "stands",
                Action::Double(_) => "doubles",
                Action::Split => "splits",
            };
            Some((on_hand(rules, before, *player, *area, *hand)?, word))
        }
        Event::SurrenderTaken { player, spot, .. } => {
            Some((on_offer(rules, before, *player, *spot)?, "surrenders"))
        }
        Event::OfferDeclined { player, spot, .. } => {
            Some((on_offer(rules, before, *player, *spot)?, "declines"))
        }
        Event::Insured { player, spot, owner, .. } if player == owner => {
            Some((on_offer(rules, before, *player, *spot)?, "insures"))
        }
        Event::EvenMoneyTaken { player, spot, .. } => {
            Some((on_offer(rules, before, *player, *spot)?, "takes even money"))
        }
        _ => None,
    }
}

/// What the decisions open to a hand are worth. Nothing for hands of a split pair, whose fates hang together, and nothing
/// for cards that lie face down: their worth would tell them.
pub(crate) fn on_hand(
    rules: &Rules,
    round: &Round,
    player: PlayerId,
    area: usize,
    hand: usize,
) -> Option<Advice> {
    let at = round.areas().get(area).filter(|at| !round.is_squeezed(at.spot))?;
    let (Awaiting::Decisions(asked) | Awaiting::Offers { first: asked, .. }) = awaiting(rules, round) else {
        return None;
    };
    let decision =
        asked.into_iter().find(|one| one.spot == at.spot && one.hand == hand && one.by == player)?;
    let (worth, open) = (decisions(rules, round, at)?, decision.actions);
    let all = [
        ("hits", worth.hit.filter(|_| open.hit)),
        ("stands", worth.stand.filter(|_| open.stand)),
        ("doubles", worth.double.filter(|_| open.double.is_some())),
        ("splits", worth.split.filter(|_| open.split)),
        ("surrenders", worth.surrender.filter(|_| open.surrender)),
    ];
    Advice::of(all.into_iter().filter_map(|(word, value)| Some((word, value?))).collect())
}

/// What the answers to an offer are worth.
pub(crate) fn on_offer(rules: &Rules, round: &Round, player: PlayerId, spot: Spot) -> Option<Advice> {
    if round.is_squeezed(spot) {
        return None;
    }
    let owned = |area: &&Area| area.spot == spot && area.owner.is_none_or(|owner| owner == player);
    let area = round.areas().iter().find(owned)?;
    match round.phase() {
        Phase::Offering(Stage::EarlySurrender | Stage::LateSurrender) => {
            let worth = decisions(rules, round, area)?;
            let on = [worth.hit, worth.stand, worth.double, worth.split].into_iter().flatten();
            let on = on.reduce(f64::max)?;
            Advice::of(vec![("surrenders", worth.surrender?), ("declines", on)])
        }
        Phase::Offering(Stage::Insurance) => insurance(rules, round, area),
        _ => None,
    }
}

/// Insurance for half the wager; for a blackjack, even money against waiting.
fn insurance(rules: &Rules, round: &Round, area: &Area) -> Option<Advice> {
    let [hand] = area.hands() else { return None };
    let mut seen = others(rules, round, area);
    seen.extend_from_slice(hand.cards());
    let shoe = Composition::full(rules.deck(), rules.decks());
    let odds = odds::insurance_knowing(rules, &shoe, &seen).ok()??;
    let is_blackjack = counts(hand.cards()).is_some_and(|counts| {
        let two = [counts[ACE], counts[TEN]];
        two == [1, 1] && hand.cards().len() == 2
    });
    if is_blackjack && rules.even_money() {
        let chance = odds.outcomes.first()?.probability.to_f64().value();
        let (pays, to) = rules.blackjack_pays().sides();
        let waiting = (1.0 - chance) * f64::from(pays) / f64::from(to);
        return Advice::of(vec![("takes even money", 1.0), ("declines", waiting)]);
    }
    Advice::of(vec![("insures", odds.ev.to_f64().value() / 2.0), ("declines", 0.0)])
}

/// What every decision on an unsplit hand is worth.
fn decisions(rules: &Rules, round: &Round, area: &Area) -> Option<Decisions<f64>> {
    let [hand] = area.hands() else { return None };
    // A hole card that was looked at is no longer just any card.
    if rules.hole_card() != HoleCard::None {
        return None;
    }
    let up = round.dealer().cards().first()?;
    let mut shoe = Composition::full(rules.deck(), rules.decks());
    for card in others(rules, round, area) {
        shoe.take(card).ok()?;
    }
    let mut worth =
        odds::decide::<f64>(&Game::of(rules), &Shoe::of(&shoe), &counts(hand.cards())?, value(*up)).ok()?;
    if rules.split_by() == rulebook::SplitBy::Rank
        && hand.cards().windows(2).any(|two| two[0].rank() != two[1].rank())
    {
        worth.split = None;
    }
    Some(worth)
}

/// The cards on the table besides a hand and the up card. With a shared hand others hold the same ones.
fn others(rules: &Rules, round: &Round, area: &Area) -> Vec<Card> {
    if rules.shared_hand() {
        return Vec::new();
    }
    let open = |other: &&Area| other.spot != area.spot && !round.is_squeezed(other.spot);
    let hands = round.areas().iter().filter(open).flat_map(Area::hands);
    hands.flat_map(|hand| hand.cards().to_vec()).collect()
}

fn counts(cards: &[Card]) -> Option<Counts> {
    let mut counts: Counts = [0; VALUES];
    for card in cards {
        *counts.get_mut(value(*card))? += 1;
    }
    Some(counts)
}

/// A card's value as the analysis numbers them, from the Ace.
fn value(card: Card) -> usize {
    usize::from(card.rank().points()).saturating_sub(1)
}
