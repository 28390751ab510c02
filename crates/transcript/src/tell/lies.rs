//! The table as it lies: every hand, and the money that has moved.

use round::{Area, Bet, Outcome, Viewer, Wager, view};
use vocabulary::{Card, Chips, PlayerId, Total};

use super::Teller;

impl Teller<'_> {
    /// What was on the table when an error came to light: the hands, what was settled, what was added since the deal.
    pub(super) fn as_it_lies(&self) -> String {
        let mut says = format!("on the table: {}", self.hands());
        let told = |wagers: Vec<String>, head: &str| {
            if wagers.is_empty() { String::new() } else { format!("; {head}: {}", wagers.join(", ")) }
        };
        let wagers = self.round.wagers().iter();
        says +=
            &told(wagers.clone().filter_map(|wager| self.settled_so_far(wager)).collect(), "settled so far");
        says += &told(wagers.filter_map(|wager| self.added(wager)).collect(), "added since the deal");
        says
    }

    fn settled_so_far(&self, wager: &Wager) -> Option<String> {
        let result = wager.result?;
        let judged = !matches!(result.outcome, Outcome::Returned | Outcome::Void) && wager.bet != Bet::Award;
        judged.then(|| {
            let (who, stake, on) = (self.name(wager.player), wager.at_risk(), self.lies_on(wager));
            format!("{who}'s {stake} on {on} {}", wager.net().signed())
        })
    }

    fn added(&self, wager: &Wager) -> Option<String> {
        let who = self.name(wager.player);
        let new = wager.bet != Bet::Main || wager.hand > 0;
        match wager.bet {
            _ if !wager.is_live() => None,
            Bet::Main | Bet::Insurance(_) if new => {
                Some(format!("{who}'s {} on {}", wager.at_risk(), self.lies_on(wager)))
            }
            Bet::Main if wager.extra > Chips::ZERO => {
                Some(format!("{who}'s double of {} at spot {}", wager.extra, wager.spot))
            }
            Bet::Main | Bet::Side(_) | Bet::Insurance(_) | Bet::Award => None,
        }
    }

    /// Every hand and the dealer's, as they lie now.
    pub(super) fn hands(&self) -> String {
        let mut hands = self.common_hand().map_or_else(|| self.each_hand(), |hand| vec![hand]);
        let dealer = self.dealer();
        hands.push(if dealer.is_empty() {
            "the dealer (no card)".into()
        } else {
            format!("the dealer ({dealer})")
        });
        hands.join(", ")
    }

    /// The hands on which a wager lies or was played; those taken back are gone.
    fn each_hand(&self) -> Vec<String> {
        let plays = |area: &Area| {
            self.round.wagers().iter().any(|wager| {
                let here = wager.spot == area.spot && area.owner.is_none_or(|owner| owner == wager.player);
                here && wager.is_main() && !wager.was_returned()
            })
        };
        let areas = self.round.areas().iter().enumerate().filter(|(_, area)| plays(area));
        areas.flat_map(|(at, area)| (0..area.hands().len()).map(move |hand| self.hand(at, hand))).collect()
    }

    /// With a shared hand that nobody has parted from yet, that hand.
    fn common_hand(&self) -> Option<String> {
        let mut areas = self.round.areas().iter();
        let first = areas.next().filter(|area| area.owner.is_some())?;
        let [hand] = first.hands() else { return None };
        let same = |area: &Area| matches!(area.hands(), [other] if other.cards() == hand.cards());
        let says = lying(hand.cards().iter().copied().map(Some).collect());
        areas.all(same).then(|| match says.as_str() {
            "" => "the player area (no card)".into(),
            says => format!("the player area ({says})"),
        })
    }

    /// The dealer's cards as everybody sees them.
    pub(super) fn dealer(&self) -> String {
        lying(view(self.rules, self.round, Viewer::Public).dealer)
    }

    /// The cards out of the device that are not dealt, `?` for each that nobody saw.
    pub(super) fn waiting(&self) -> Vec<String> {
        let cards = view(self.rules, self.round, Viewer::Public).waiting;
        cards.into_iter().map(|card| card.map_or("?".into(), |card| card.to_string())).collect()
    }

    /// Whether cards of any spot lie face down.
    pub(super) fn is_squeezed(&self) -> bool {
        self.round.areas().iter().any(|area| self.round.is_squeezed(area.spot))
    }

    /// What every player's wagers came to, where more than one wager makes a sum of it.
    pub(super) fn sums(&self) -> Option<String> {
        let mut players: Vec<PlayerId> = Vec::new();
        for wager in self.round.wagers() {
            if !players.contains(&wager.player) {
                players.push(wager.player);
            }
        }
        let net = |player: &PlayerId| format!("{} {}", self.name(*player), self.round.net(*player).signed());
        let told = players.len() == self.round.wagers().len();
        (!told).then(|| players.iter().map(net).collect::<Vec<_>>().join(", "))
    }
}

/// Cards and their total; without it where one lies face down.
fn lying(cards: Vec<Option<Card>>) -> String {
    let says: Vec<String> =
        cards.iter().map(|card| card.map_or("?".into(), |card| card.to_string())).collect();
    let says = says.join(" ");
    match cards.into_iter().collect::<Option<Vec<Card>>>() {
        Some(cards) if !cards.is_empty() => format!("{says} = {}", Total::of(&cards)),
        _ => says,
    }
}
