//! What the table waits for, in a few words that can be read from where a dealer stands.

use floor::{Role, Table, rehearse};
use round::{Action, Awaiting, Choice, Decision, End, Slot, Stage, awaiting, undealt};
use rulebook::Reason;
use vocabulary::{Card, Clause, PlayerId, Spot};

use crate::texts::{DealerTexts, Language, fill};

/// What the table waits for.
pub(super) struct Headline {
    pub(super) says: String,
    /// Who else is asked.
    pub(super) more: Option<String>,
    /// The clause behind it.
    pub(super) clause: Option<Clause>,
    /// Whether play is halted until this is answered.
    pub(super) is_irregular: bool,
}

impl Headline {
    pub(super) fn of(table: &Table, language: Language) -> Headline {
        let teller = Teller { table, language, texts: language.dealer() };
        let awaited = awaiting(table.rules(), table.round());
        Headline {
            says: teller.says(&awaited),
            more: teller.more(&awaited),
            clause: teller.clause(&awaited),
            is_irregular: is_irregular(&awaited),
        }
    }
}

fn is_irregular(awaited: &Awaiting) -> bool {
    match awaited {
        Awaiting::Withdrawals(_)
        | Awaiting::Choices { .. }
        | Awaiting::Pick { .. }
        | Awaiting::Discard
        | Awaiting::FinishFirst(_)
        | Awaiting::Ruling => true,
        Awaiting::Wagers
        | Awaiting::Card(_)
        | Awaiting::Offers { .. }
        | Awaiting::Decisions(_)
        | Awaiting::Follow { .. }
        | Awaiting::Control(_)
        | Awaiting::Nothing(_) => false,
    }
}

/// A card that could come next: any that the decks still hold.
pub(super) fn possible_cards(table: &Table) -> impl Iterator<Item = Card> {
    let left = undealt(table.rules(), table.round());
    table.rules().deck().cards().filter(move |card| left.count(*card) > 0)
}

struct Teller<'t> {
    table: &'t Table,
    language: Language,
    texts: &'static DealerTexts,
}

impl Teller<'_> {
    fn says(&self, awaited: &Awaiting) -> String {
        let texts = self.texts;
        match awaited {
            Awaiting::Wagers if self.table.is_suspended() => self.language.no_wagers_now().to_owned(),
            Awaiting::Wagers => texts.bets_open.to_owned(),
            Awaiting::Card(slot) => fill(texts.next_card, &[("place", &self.slot(*slot))]),
            Awaiting::Offers { stage: Stage::Insurance, .. } => texts.offers_insurance.to_owned(),
            Awaiting::Offers { .. } => texts.offers_surrender.to_owned(),
            Awaiting::Decisions(all) => self.decisions(all),
            Awaiting::Follow { spot, players, .. } => {
                let who = self.names(players.iter().map(|(player, _)| *player));
                fill(texts.follows, &[("who", &who), ("place", &self.spot(*spot))])
            }
            Awaiting::Withdrawals(players) => {
                fill(texts.chooses, &[("who", &self.names(players.iter().copied()))])
            }
            Awaiting::Choices { choices, .. } => {
                fill(texts.chooses, &[("who", &self.names(choices.iter().map(|(player, _)| *player)))])
            }
            Awaiting::FinishFirst(player) => fill(texts.finishes, &[("who", self.name(*player))]),
            Awaiting::Pick { player: Some(player), .. } => {
                fill(texts.player_picks, &[("who", self.name(*player))])
            }
            Awaiting::Pick { player: None, .. } => texts.pit_picks.to_owned(),
            Awaiting::Discard => texts.to_discard.to_owned(),
            Awaiting::Control(spots) => {
                let spots: Vec<String> = spots.iter().map(|spot| self.spot(*spot)).collect();
                fill(texts.control, &[("place", &spots.join(", "))])
            }
            Awaiting::Ruling => texts.ruling.to_owned(),
            Awaiting::Nothing(end) => self.between(*end).to_owned(),
        }
    }

    fn between(&self, end: End) -> &'static str {
        let due = self.table.round().memory().shuffle_due.is_some();
        match (end, self.table.is_open()) {
            (_, false) => self.texts.table_closed,
            (_, true) if self.table.is_suspended() => self.language.no_wagers_now(),
            (_, true) if due => self.texts.shuffle_first,
            (End::Settled, true) => self.texts.over,
            (End::Void, true) => self.texts.void_,
        }
    }

    /// One decision in full; where everyone decides at once, how many are missing.
    fn decisions(&self, all: &[Decision]) -> String {
        let [one] = all else {
            return fill(self.texts.all_decide, &[("count", &all.len().to_string())]);
        };
        let areas = self.table.round().areas();
        let own =
            |area: &&round::Area| area.spot == one.spot && area.owner.is_none_or(|owner| owner == one.by);
        let hands = areas.iter().find(own).map(round::Area::hands).unwrap_or_default();
        let total = hands.get(one.hand).map(round::Hand::total);
        let total = total.map_or_else(String::new, |total| self.language.comes_to(total.points, total.soft));
        let place = self.hand(one.spot, one.hand, hands.len());
        fill(self.texts.decides, &[("who", self.name(one.by)), ("place", &place), ("total", &total)])
    }

    fn more(&self, awaited: &Awaiting) -> Option<String> {
        let who = match awaited {
            Awaiting::Offers { open, .. } if !open.is_empty() => {
                self.names(open.iter().map(|offer| offer.player))
            }
            Awaiting::Decisions(all) if all.len() > 1 => self.names(all.iter().map(|one| one.by)),
            _ => return None,
        };
        Some(fill(self.texts.unanswered, &[("who", &who)]))
    }

    fn clause(&self, awaited: &Awaiting) -> Option<Clause> {
        let reason = match awaited {
            Awaiting::Card(_) => return self.clause_of_card(),
            Awaiting::Wagers => Reason::BetsOpened,
            Awaiting::Offers { stage: Stage::Insurance, .. } => Reason::InsuranceOffered,
            Awaiting::Offers { .. } => Reason::SurrenderOffered,
            Awaiting::Follow { action: Action::Split, .. } => Reason::FollowSplitOffered,
            Awaiting::Follow { .. } => Reason::FollowDoubleOffered,
            Awaiting::Choices { why: Choice::OneCard, .. } => Reason::OneCard,
            Awaiting::Choices { why: Choice::Together, .. } => Reason::TogetherChoice,
            Awaiting::Choices { .. } => Reason::ErrorChoice,
            Awaiting::FinishFirst(_) => Reason::FinishesFirst,
            Awaiting::Pick { player: Some(_), cards } if cards.iter().any(Option::is_some) => {
                Reason::PicksSeen
            }
            Awaiting::Pick { player: Some(_), .. } => Reason::PicksUnseen,
            Awaiting::Pick { player: None, cards } if cards.iter().any(Option::is_some) => {
                Reason::DealerWorst
            }
            Awaiting::Pick { player: None, .. } => Reason::DealerPicksUnseen,
            Awaiting::Discard => Reason::TogetherDiscarded,
            Awaiting::Control(_) => Reason::ControlUnclear,
            Awaiting::Ruling => Reason::Ruling,
            Awaiting::Nothing(_) => {
                return self.table.round().memory().shuffle_due.map(|because| because.clause);
            }
            _ => return None,
        };
        let rules = self.table.rules();
        rules.knows(reason).then(|| rules.because(reason).clause)
    }

    /// The clause by which the next card is dealt, whichever card it is.
    fn clause_of_card(&self) -> Option<Clause> {
        let card = possible_cards(self.table).next()?;
        let rehearsed = rehearse(self.table, "", Role::Dealer, &format!("shoe {card}")).ok()?;
        rehearsed.news.entry.events.first().map(|event| event.because().clause)
    }

    fn slot(&self, slot: Slot) -> String {
        match slot {
            Slot::Dealer => self.texts.at_dealer.to_owned(),
            Slot::Hole => self.texts.at_hole.to_owned(),
            Slot::Common => self.texts.at_common.to_owned(),
            Slot::Hand { area, hand } => {
                let area = self.table.round().areas().get(area);
                area.map_or_else(String::new, |area| self.hand(area.spot, hand, area.hands().len()))
            }
        }
    }

    fn hand(&self, spot: Spot, hand: usize, of: usize) -> String {
        let (spot, hand) = (spot.to_string(), (hand + 1).to_string());
        let text = if of > 1 { self.texts.at_hand } else { self.texts.at_spot };
        fill(text, &[("spot", &spot), ("hand", &hand)])
    }

    fn spot(&self, spot: Spot) -> String {
        self.hand(spot, 0, 1)
    }

    fn name(&self, player: PlayerId) -> &str {
        self.table.names().get(usize::from(player.0)).map_or("?", String::as_str)
    }

    /// Each of them once.
    fn names(&self, players: impl Iterator<Item = PlayerId>) -> String {
        let mut names: Vec<&str> = Vec::new();
        for player in players {
            let name = self.name(player);
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names.join(", ")
    }
}
