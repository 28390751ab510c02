//! Everything that can be reported to go wrong, and a table that is led to its end afterwards.

use std::collections::BTreeMap;

use round::{Action, Awaiting, By, Claimed, Command, Drawn, Duty, Place, Trouble, awaiting, decide};
use rulebook::{Kind, Role};
use vocabulary::{Card, Chips, PlayerId, Spot};

use super::{Choices, Seat, pit, table};

/// No round needs more steps to its end.
const STEP_LIMIT: usize = 600;

/// How often each incident was carried out and how often it was refused, by its name.
pub type Tally = BTreeMap<String, [u32; 2]>;

/// Walks a round to some state, tries every incident there, and finishes the round after each that is carried out.
///
/// # Panics
///
/// If an incident is refused without a clause, or leaves a round that cannot be finished.
pub fn every_incident_ends_well(bytes: &[u8], tally: &mut Tally) {
    let mut choices = Choices { bytes: bytes.iter() };
    let mut seat = Seat::new(table(&mut choices));
    while !choices.is_over() {
        let command = seat.something_goes_wrong(&mut choices);
        seat.hear(&command);
    }
    seat.try_everything(bytes, 1, tally);
}

/// What an incident is called: the report, the duty or what the player says.
fn name(incident: &Command) -> String {
    let told = match incident {
        Command::Staff { duty: Duty::Report { trouble, .. }, .. } => return trouble.word().to_owned(),
        Command::Staff { duty, .. } => format!("{duty:?}"),
        other => format!("{other:?}"),
    };
    told.chars().take_while(|letter| letter.is_alphabetic()).collect()
}

impl Seat {
    /// Tries every incident at this state, and finishes the round after each that is carried out; after some of them
    /// every incident is tried once more.
    fn try_everything(&self, bytes: &[u8], deeper: u32, tally: &mut Tally) {
        let incidents = self.incidents(&mut Choices { bytes: bytes.iter() });
        for (at, incident) in incidents.iter().enumerate() {
            let decided = decide(&self.rules, &self.round, incident);
            tally.entry(name(incident)).or_default()[usize::from(decided.is_err())] += 1;
            let events = match decided {
                Ok(events) => events,
                Err(refusal) => {
                    assert!(self.rules.clauses().can_cite(refusal.clause()), "{incident:?}: {refusal}");
                    continue;
                }
            };
            let mut table = self.again();
            for event in events {
                table.happen(&event);
            }
            table.money_adds_up();
            if deeper > 0 && (at + bytes.len()).is_multiple_of(23) {
                table.try_everything(bytes, deeper - 1, tally);
            }
            table.finish(incident);
        }
    }

    /// The same table once more, without its journal.
    fn again(&self) -> Seat {
        Seat {
            rules: self.rules.clone(),
            round: self.round.clone(),
            journal: Vec::new(),
            purses: self.purses.clone(),
        }
    }

    /// Mostly what the round waits for, sometimes an incident.
    fn something_goes_wrong(&self, choices: &mut Choices<'_>) -> Command {
        let step = choices.below(251);
        if step.is_multiple_of(5) {
            let incidents = self.incidents(choices);
            return incidents[choices.below(incidents.len())].clone();
        }
        match awaiting(&self.rules, &self.round) {
            Awaiting::Wagers if !step.is_multiple_of(3) => self.a_bet(choices),
            Awaiting::Nothing(_) => Command::OpenBets,
            Awaiting::Card(_) | Awaiting::Decisions(_) | Awaiting::Offers { .. } => {
                self.something_to_say(choices)
            }
            _ => self.next_to_say(step).unwrap_or(Command::CloseBets),
        }
    }

    /// Hears something, accepted or refused.
    fn hear(&mut self, command: &Command) {
        if let Ok(events) = decide(&self.rules, &self.round, command) {
            for event in events {
                self.happen(&event);
            }
            self.money_adds_up();
        }
    }

    /// Leads the round to its end by doing what it waits for.
    fn finish(&mut self, incident: &Command) {
        for step in 0..STEP_LIMIT {
            let Some(command) = self.next_to_say(step) else {
                self.money_adds_up();
                return self.cards_are_possible();
            };
            let decided = decide(&self.rules, &self.round, &command);
            let Ok(events) = decided else {
                panic!(
                    "after {incident:?}: {command:?} is refused while awaiting {:?}: {decided:?}",
                    awaiting(&self.rules, &self.round)
                );
            };
            for event in events {
                self.happen(&event);
            }
        }
        panic!("after {incident:?} the round does not end: {:?}", awaiting(&self.rules, &self.round));
    }

    /// What the round waits for; nothing once it is over.
    fn next_to_say(&self, step: usize) -> Option<Command> {
        let some_spot = Spot::FIRST;
        Some(match awaiting(&self.rules, &self.round) {
            Awaiting::Wagers if self.round.wagers().iter().any(round::Wager::is_main) => {
                match self.unclear_spot() {
                    Some((spot, player)) => pit(Duty::AssignControl { spot, player }),
                    None => Command::CloseBets,
                }
            }
            Awaiting::Wagers | Awaiting::Nothing(_) => return None,
            Awaiting::Card(_) => Command::Deal(self.possible_card(step)?),
            Awaiting::Offers { .. } => Command::CloseOffers,
            Awaiting::Decisions(decisions) => match decisions.first() {
                Some(decision) => {
                    let action = if decision.actions.stand { Action::Stand } else { Action::Hit };
                    Command::Play { player: decision.by, spot: decision.spot, action }
                }
                // A book may wait for who is away.
                None => Command::Return { player: self.away_player()? },
            },
            Awaiting::Follow { .. } | Awaiting::Withdrawals(_) | Awaiting::Choices { .. } => Command::DealOn,
            Awaiting::FinishFirst(player) if step.is_multiple_of(2) => {
                Command::Continue { player, spot: None }
            }
            Awaiting::FinishFirst(player) => Command::Decline { player, spot: some_spot },
            Awaiting::Pick { player: Some(player), cards } => {
                let pick = cards.iter().position(Option::is_some).unwrap_or(0);
                let taken = Command::Pick { player, picks: vec![pick] };
                let none = Command::Pick { player, picks: vec![] };
                if decide(&self.rules, &self.round, &taken).is_ok() { taken } else { none }
            }
            Awaiting::Pick { player: None, cards } => {
                let pick = |pick: usize| pit(Duty::Pick { picks: vec![pick] });
                let fits = |at: &usize| decide(&self.rules, &self.round, &pick(*at)).is_ok();
                pick((0..cards.len()).find(fits)?)
            }
            Awaiting::Discard => pit(Duty::Discard { words: "as the rules say".into() }),
            Awaiting::Control(_) => {
                let (spot, player) = self.unclear_spot()?;
                pit(Duty::AssignControl { spot, player })
            }
            Awaiting::Ruling => match step % 3 {
                0 => pit(Duty::Rule { words: "play goes on".into() }),
                1 => self.or_rule(Duty::Rebuild { words: "in order".into() }),
                _ => self.or_rule(Duty::Discard { words: "away with them".into() }),
            },
        })
    }

    fn or_rule(&self, duty: Duty) -> Command {
        let wanted = pit(duty);
        if decide(&self.rules, &self.round, &wanted).is_ok() {
            return wanted;
        }
        pit(Duty::Rule { words: "play goes on".into() })
    }

    /// A spot whose control is asked about, and someone who may have it.
    fn unclear_spot(&self) -> Option<(Spot, PlayerId)> {
        let spot = *self.round.unclear_spots().first()?;
        let mut mains = self.round.wagers().iter().filter(|wager| wager.is_main() && wager.spot == spot);
        let assigns = |player: PlayerId| {
            decide(&self.rules, &self.round, &pit(Duty::AssignControl { spot, player })).is_ok()
        };
        mains.find(|wager| assigns(wager.player)).map(|wager| (spot, wager.player))
    }

    fn away_player(&self) -> Option<PlayerId> {
        (0..4).map(PlayerId).find(|player| self.round.away(*player).is_some())
    }

    /// Some card that the decks can still hold.
    fn possible_card(&self, step: usize) -> Option<Card> {
        let cards: Vec<Card> = self.rules.deck().cards().collect();
        let fits = |card: &Card| self.round.seen(*card) < usize::from(self.rules.decks());
        let from = step * 7 % cards.len();
        cards[from..].iter().chain(&cards[..from]).copied().find(fits)
    }

    /// Every incident and discretion, with what the choices make of it.
    pub(super) fn incidents(&self, choices: &mut Choices<'_>) -> Vec<Command> {
        let (player, spot) = self.place(choices);
        let (other, _) = self.place(choices);
        let card = self.a_card(choices);
        let cards = vec![card, self.a_card(choices)];
        let three = vec![card, self.a_card(choices), self.a_card(choices)];
        let seen = |seen: &[bool]| Drawn::Seen(seen.to_vec());
        let words = || String::from("so it is");
        let side = Kind::Side(u8::try_from(choices.below(3)).unwrap_or(0));
        let mut all: Vec<Command> = Trouble::ALL
            .into_iter()
            .map(|trouble| pit(Duty::Report { trouble, players: Vec::new() }))
            .collect();
        let places = [Place::Dealer, Place::Player, Place::Spot(spot)];
        let spots = (1..4).filter_map(|number| Spot::new(number).ok()).map(Place::Spot);
        for place in places.into_iter().chain(spots) {
            all.push(pit(Duty::Skip { place }));
            all.push(pit(Duty::Misdeal { card, to: place }));
        }
        for known in [Drawn::InOrder, seen(&[]), seen(&[true]), seen(&[false, true]), seen(&[true, true])] {
            all.push(pit(Duty::DrawTogether { cards: cards.clone(), known }));
        }
        all.push(pit(Duty::DrawTogether { cards: three, known: seen(&[true, false, true]) }));
        let duties = [
            Duty::FaceUp { card },
            Duty::Rule { words: words() },
            Duty::Void { words: words() },
            Duty::Rebuild { words: words() },
            Duty::Discard { words: words() },
            Duty::Award { player, amount: Chips::whole(50), words: words() },
            Duty::Award { player, amount: -Chips::whole(50), words: words() },
            Duty::Pick { picks: vec![0] },
            Duty::Pick { picks: vec![1] },
            Duty::Shuffle,
            Duty::TakePost { who: player, role: Role::PitManager },
            Duty::Bet { player, spot, kind: Kind::Main, amount: Chips::whole(20) },
            Duty::RestrictPlayer { player, on: true },
            Duty::RestrictSpot { spot, most: Some(1) },
            Duty::Patronage { full: true },
            Duty::AskControl { spot },
            Duty::AssignControl { spot, player },
            Duty::AllowSqueeze { player },
            Duty::Reveal { spot },
            Duty::LeaveUnsettled { kind: side },
            Duty::Settle { kind: side },
            Duty::NoAgreement { one: player, other, spot, over: Claimed::Side(side) },
            Duty::NoAgreement { one: player, other, spot, over: Claimed::Insurance(PlayerId(0)) },
        ];
        all.extend(duties.into_iter().map(pit));
        let dealer = |duty: Duty| Command::Staff { by: By::DEALER, duty };
        all.push(dealer(Duty::Rule { words: words() }));
        all.extend([
            Command::Pick { player, picks: vec![0] },
            Command::Pick { player, picks: vec![1, 0] },
            Command::Pick { player, picks: vec![] },
            Command::RefuseCard { player, spot },
            Command::Signal { player, spot, action: Action::Hit },
            Command::Reveal { player, spot },
            Command::Cut { player },
            Command::WithdrawAll { player },
            Command::Withdraw { player, spot, kind: Kind::Main },
            Command::Withdraw { player, spot, kind: side },
            Command::Continue { player, spot: None },
            Command::WalkAway { player },
        ]);
        self.answers(&mut all);
        all
    }

    /// Answers of those who are asked now.
    fn answers(&self, all: &mut Vec<Command>) {
        match awaiting(&self.rules, &self.round) {
            Awaiting::Pick { player: Some(player), .. } => {
                let picks = [vec![0], vec![1], vec![1, 0], vec![], vec![7]];
                all.extend(picks.map(|picks| Command::Pick { player, picks }));
            }
            Awaiting::Choices { choices, .. } => {
                for (player, spot) in choices {
                    all.push(Command::Withdraw { player, spot, kind: Kind::Main });
                    all.push(Command::Continue { player, spot: Some(spot) });
                    all.push(Command::WithdrawAll { player });
                }
            }
            Awaiting::Withdrawals(players) => {
                for &player in &players {
                    all.push(Command::WithdrawAll { player });
                    all.push(Command::Continue { player, spot: None });
                }
            }
            Awaiting::FinishFirst(player) => all.push(Command::Continue { player, spot: None }),
            Awaiting::Decisions(decisions) => {
                for decision in decisions {
                    let (player, spot) = (decision.by, decision.spot);
                    all.push(Command::RefuseCard { player, spot });
                    all.push(Command::Signal { player, spot, action: Action::Stand });
                    all.push(Command::Reveal { player, spot });
                    all.push(Command::Cut { player });
                }
            }
            _ => {}
        }
    }
}
