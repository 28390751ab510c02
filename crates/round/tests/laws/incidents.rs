//! Everything that can be reported to go wrong, and a table that is led to its end afterwards.

use round::{Action, Awaiting, By, Claimed, Command, Drawn, Duty, Place, Trouble, awaiting, decide};
use rulebook::{Kind, Role};
use vocabulary::{Card, Chips, PlayerId, Spot};

use super::{Choices, Seat, pit, table};

/// As many steps as any round needs to its end.
const MOST_STEPS: usize = 600;

/// Walks a round to some state, tries every incident there, and finishes the round after each that is carried out.
pub(crate) fn every_incident_ends_well(bytes: &[u8]) {
    let mut choices = Choices { bytes: bytes.iter() };
    let mut seat = Seat::new(table(&mut choices));
    while !choices.is_over() {
        let command = seat.something_to_say(&mut choices);
        seat.say(&command);
    }
    let incidents = seat.incidents(&mut Choices { bytes: bytes.iter() });
    for incident in incidents {
        let Ok(events) = decide(&seat.rules, &seat.round, &incident).inspect_err(|refusal| {
            assert!(!refusal.clause().as_str().is_empty(), "{incident:?} is refused with a clause");
            assert_ne!(refusal.to_string(), "", "{incident:?} is refused in words");
        }) else {
            continue;
        };
        let mut table = seat.again();
        for event in events {
            table.happen(&event);
        }
        table.money_adds_up();
        table.finish(&incident);
    }
}

impl Seat {
    /// The same table once more, without its journal.
    fn again(&self) -> Seat {
        Seat {
            rules: self.rules.clone(),
            round: self.round.clone(),
            journal: Vec::new(),
            purses: self.purses.clone(),
        }
    }

    /// Leads the round to its end by doing what it waits for.
    fn finish(&mut self, incident: &Command) {
        for step in 0..MOST_STEPS {
            let Some(command) = self.next_to_say(step) else { return self.money_adds_up() };
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
            self.money_adds_up();
            self.cards_are_possible();
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
            .map(|trouble| Command::Report { trouble, players: Vec::new() })
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
        all
    }
}
