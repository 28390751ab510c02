//! What staff decide, in their posts and by their names.

use round::{Action, By, Claimed, Event, Outcome, Verdict, Wager};
use rulebook::Role;
use vocabulary::{Chips, PlayerId, Spot};

use super::{Teller, spaced};

impl Teller<'_> {
    /// Who of the staff: his name and post, as far as they are known.
    pub(super) fn by(&self, by: By) -> String {
        match (by.who.filter(|who| self.may_name(*who)), by.role) {
            (Some(who), Some(role)) => format!("{} ({})", self.name(who), post(role)),
            (Some(who), None) => self.name(who).to_owned(),
            (None, Some(role)) => in_post(role),
            (None, None) => "the pit".into(),
        }
    }

    pub(super) fn staff(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Ruled { by, verdict, words, .. } => {
                let does = match verdict {
                    Verdict::GoOn => "rules",
                    Verdict::Rebuild => "has the cards put back in order",
                    Verdict::Discard => "has the cards that lie wrong leave the game",
                };
                format!("{} {does}: {words}", self.by(*by))
            }
            Event::Voided { by, words, reverses, .. } => self.voided(*by, words.as_deref(), *reverses),
            Event::PostTaken { who, role, .. } => format!("{} acts as {}", self.name(*who), post(*role)),
            Event::StoodIn { by, role, .. } => format!("{} acts for {}", self.by(*by), in_post(*role)),
            Event::Awarded { by, player, amount, words, .. } => self.awarded(*by, *player, *amount, words),
            Event::Riffled { cutter: None, .. } => "the discards are riffled and put back".into(),
            Event::Riffled { cutter: Some(player), .. } => {
                format!("the discards are riffled, to be cut by {}", self.name(*player))
            }
            Event::CutMade { player, .. } => format!("{} cuts", self.name(*player)),
            Event::ShuffleDue { .. } => "the cards must be shuffled before the next round".into(),
            Event::Shuffled { by, .. } => format!("{} shuffles the cards", self.by(*by)),
            Event::PlacedByStaff { by, player, .. } => {
                let (by, who) = (self.by(*by), self.name(*player));
                format!("{by} places the wager that follows for {who}, at {who}'s own risk")
            }
            Event::PlayerRestricted { by, player, on: true, .. } => {
                format!("{} keeps {} to one spot from now on", self.by(*by), self.name(*player))
            }
            Event::PlayerRestricted { by, player, on: false, .. } => {
                format!("{} lets {} bet at more than one spot again", self.by(*by), self.name(*player))
            }
            Event::SpotRestricted { by, spot, most: Some(most), .. } => {
                let wagers = if *most == 1 { "one wager".into() } else { format!("{most} wagers") };
                format!("{} keeps spot {spot} to {wagers} from now on", self.by(*by))
            }
            Event::SpotRestricted { by, spot, most: None, .. } => {
                format!("{} no longer limits the wagers at spot {spot}", self.by(*by))
            }
            Event::PatronageSet { by, full: true, .. } => {
                format!("{} declares full patronage: each decides where he is entitled only", self.by(*by))
            }
            Event::PatronageSet { by, full: false, .. } => format!("{} ends full patronage", self.by(*by)),
            _ => return self.control(event),
        })
    }

    /// Who decides and who sees the cards.
    fn control(&self, event: &Event) -> Option<String> {
        Some(match event {
            Event::ControlAsked { spot, .. } => {
                format!(
                    "it is not clear who decides for spot {spot}: the dealer says so before the first card"
                )
            }
            Event::ControlAssigned { by, spot, player, .. } => {
                let (by, who) = (self.by(*by), self.name(*player));
                format!("{by} settles that {who} decides for spot {spot} in this round")
            }
            Event::SqueezeAllowed { by, player, spot, .. } => {
                let at =
                    spot.map_or_else(|| "the players' cards".into(), |s| format!("the cards at spot {s}"));
                format!("{} lets {} squeeze: {at} come face down", self.by(*by), self.name(*player))
            }
            Event::Revealed { spot, by, player, .. } => self.revealed(*spot, *by, *player),
            Event::Signalled { player, spot, action, .. } => {
                let sign = match action {
                    Action::Hit => "another card",
                    Action::Stand => "no more cards",
                    Action::Split => "a split",
                    Action::Double(_) => "a double",
                };
                format!("{} signals by hand for {sign} at spot {spot}", self.name(*player))
            }
            Event::SideLeftOpen { kind, .. } => {
                format!("the wagers on {} are left unsettled for now", self.kind(*kind))
            }
            Event::SideTakenUp { kind, .. } => {
                format!("the wagers on {} that were left unsettled are settled now", self.kind(*kind))
            }
            Event::NotAgreed { one, other, spot, over, .. } => self.not_agreed(*one, *other, *spot, *over),
            _ => return None,
        })
    }

    fn awarded(&self, by: By, player: PlayerId, amount: Chips, words: &str) -> String {
        let (by, who) = (self.by(by), self.name(player));
        let does = if amount < Chips::ZERO {
            format!("{by} takes {} from {who}: {words}", -amount)
        } else {
            format!("{by} awards {amount} to {who}: {words}")
        };
        match self.round.end() {
            Some(_) => format!("{does}; {who}'s round comes to {}", self.round.net(player).signed()),
            None => does,
        }
    }

    fn revealed(&self, spot: Spot, by: Option<By>, player: Option<PlayerId>) -> String {
        let hands: Vec<String> = self
            .round
            .areas()
            .iter()
            .filter(|area| area.spot == spot)
            .flat_map(|area| area.hands().iter().map(|hand| spaced(hand.cards())))
            .collect();
        let hands = hands.join(", ");
        match (by, player) {
            (Some(by), _) => format!("{} turns the cards of spot {spot}: {hands}", self.by(by)),
            (None, Some(player)) => format!("{} turns the cards of spot {spot}: {hands}", self.name(player)),
            (None, None) => format!("the cards of spot {spot} must be known and are turned: {hands}"),
        }
    }

    fn not_agreed(&self, one: PlayerId, other: PlayerId, spot: Spot, over: Claimed) -> String {
        let what = match over {
            Claimed::Side(kind) => format!("{} at spot {spot}", self.kind(kind)),
            Claimed::Insurance(owner) => {
                format!("the insurance of {}'s wager at spot {spot}", self.name(owner))
            }
        };
        let (one, other) = (self.name(one), self.name(other));
        format!("{one} and {other} have equal claims to {what} and do not agree: neither gets it")
    }

    fn voided(&self, by: Option<By>, words: Option<&str>, reverses: bool) -> String {
        let head = match words {
            Some(words) => format!("{} voids the round: {words}", self.by(by.unwrap_or(By::PIT))),
            None => "the round is void".into(),
        };
        let then = if reverses {
            "every stake goes back and every payment is taken back"
        } else {
            "what was not settled goes back, what was settled stands"
        };
        format!("{head}; {then}: {}", self.handed_back(reverses))
    }

    /// What each player has back from a void round, and where he stands if something was settled before.
    fn handed_back(&self, reverses: bool) -> String {
        let mut players: Vec<PlayerId> = Vec::new();
        for wager in self.round.wagers() {
            if !players.contains(&wager.player) {
                players.push(wager.player);
            }
        }
        let back = |player: &PlayerId| {
            let void = |wager: &&Wager| wager.result.is_some_and(|result| result.outcome == Outcome::Void);
            let own = self.round.wagers().iter().filter(|wager| wager.player == *player);
            let chips: Chips = own.filter(void).map(|w| w.result.map_or(Chips::ZERO, |r| r.returned)).sum();
            let (who, net) = (self.name(*player), self.round.net(*player).signed());
            match (chips == Chips::ZERO, reverses && net == "0") {
                (_, true) => format!("{who} has {chips} back"),
                (false, false) => format!("{who} has {chips} back and stands at {net}"),
                (true, false) => format!("{who} stands at {net}"),
            }
        };
        let back: Vec<String> = players.iter().map(back).collect();
        if back.is_empty() { "no wager lay".into() } else { back.join(", ") }
    }
}

/// Whoever holds a post.
pub(super) fn in_post(role: Role) -> String {
    format!("the {}", post(role))
}

/// A post in words.
fn post(role: Role) -> &'static str {
    match role {
        Role::Dealer => "dealer",
        Role::Supervisor => "pit supervisor",
        Role::PitManager => "pit manager",
        Role::ShiftManager => "shift manager",
    }
}
