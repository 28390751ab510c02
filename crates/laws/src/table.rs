//! The laws of a round, for any rules and whatever is said at the table.
//!
//! The input is a string of bytes; each byte makes one choice: the game, a setting, who bets, which card comes.

mod incidents;

pub use incidents::{Tally, every_incident_ends_well};

use std::collections::BTreeMap;

use round::{
    Action, Awaiting, By, Command, Duty, End, Event, Outcome, Round, Seen, Slot, Trouble, Viewer, apply,
    awaiting, decide, seen_by, undealt, view,
};
use rulebook::{GAMES, HoleCard, Kind, Limits, Rules};
use vocabulary::{Card, Chips, PlayerId, Spot};

/// Choices made from bytes; when they run out it is always the first.
struct Choices<'b> {
    bytes: std::slice::Iter<'b, u8>,
}

impl Choices<'_> {
    fn below(&mut self, bound: usize) -> usize {
        usize::from(*self.bytes.next().unwrap_or(&0)) % bound.max(1)
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    fn is_over(&self) -> bool {
        self.bytes.len() == 0
    }
}

/// Settings worth trying, whatever the game; those a game does not allow are left as they are.
const SETTINGS: [(&str, &str); 26] = [
    ("dealer-blackjack-loss", "original-only"),
    ("dealer-blackjack-loss", "busted-plus-one"),
    ("dealer-blackjack-loss", "per-hand"),
    ("dealer-blackjack-loss", "all"),
    ("close-at-21", "all"),
    ("close-at-21", "soft-only"),
    ("close-at-21", "none"),
    ("pay-blackjack", "at-end"),
    ("pay-blackjack", "immediate"),
    ("surrender-blackjack", "true"),
    ("surrender-scope", "box"),
    ("max-bettors", "2"),
    ("max-bettors", "3"),
    ("tie", "lose"),
    ("blackjack-beats-21", "false"),
    ("follow-after-decline", "false"),
    ("insurance-balance-to-others", "true"),
    ("dealer-draws-without-effect", "false"),
    ("side-place-preemption", "always"),
    ("default-scope", "terminal"),
    ("void-reverses-payments", "false"),
    ("entry-limits", "table-found"),
    ("power-policy", "withdraw"),
    ("power-policy", "void"),
    ("double-on-21", "any"),
    ("boom-spots", "table"),
];

/// A house's game with a hole card, as one more to try.
fn house_rules() -> Rules {
    let text = include_str!("../../../rulebooks/blackjack.toml");
    let text = text
        .replace("hole-card = { is = \"none\"", "hole-card = { is = \"peek\"")
        .replace("soft-17 = { is = \"stand\"", "soft-17 = { is = \"hit\"")
        .replace("surrender = { is = \"early\"", "surrender = { is = \"late\"")
        .replace("surrender-against = { is = \"not-ace\"", "surrender-against = { is = \"any\"")
        .replace("resplit-aces = { is = false", "resplit-aces = { is = true");
    let clauses = include_str!("../../../rulebooks/clauses/blackjack.tsv");
    Rules::read(&text, |_| Ok(clauses.to_owned())).expect("a sound rule book")
}

/// Plays at a table as the bytes choose and checks every law after every step.
///
/// # Panics
///
/// If a law is broken.
pub fn obeys(bytes: &[u8]) {
    let mut choices = Choices { bytes: bytes.iter() };
    let rules = table(&mut choices);
    play(rules, choices);
}

/// The same as [`obeys`], by these rules.
///
/// # Panics
///
/// If a law is broken.
pub fn obeys_by(rules: Rules, bytes: &[u8]) {
    play(rules, Choices { bytes: bytes.iter() });
}

fn play(rules: Rules, mut choices: Choices<'_>) {
    let mut seat = Seat::new(rules);
    while !choices.is_over() {
        let command = seat.something_to_say(&mut choices);
        seat.say(&command);
    }
}

fn table(choices: &mut Choices<'_>) -> Rules {
    let at = choices.below(GAMES.len() + 1);
    let mut rules = GAMES.get(at).map_or_else(house_rules, |game| Rules::of(game).expect("one of the five"));
    for _ in 0..choices.below(4) {
        let (name, value) = choices.one(&SETTINGS);
        // A game that fixes the setting keeps it.
        let _ = rules.set(name, value);
    }
    if choices.below(3) == 0 {
        rules.post_limits(Kind::Main, Limits { min: Chips::whole(10), max: Chips::whole(50) });
    }
    rules
}

/// A table under watch: the round, everything that happened, and what each player has in his hands.
struct Seat {
    rules: Rules,
    round: Round,
    journal: Vec<Event>,
    purses: BTreeMap<PlayerId, Chips>,
}

/// A law that breaks tells what happened at the table.
impl Drop for Seat {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let said: Vec<String> = self.journal.iter().map(|event| format!("{event:?}")).collect();
            eprintln!("at {}:\n{}", self.rules.id(), said.join("\n"));
        }
    }
}

impl Seat {
    fn new(rules: Rules) -> Seat {
        Seat { rules, round: Round::new(), journal: Vec::new(), purses: BTreeMap::new() }
    }

    /// Says something and holds the laws, accepted or refused.
    fn say(&mut self, command: &Command) {
        let wanted = awaiting(&self.rules, &self.round);
        let decided = decide(&self.rules, &self.round, command);
        assert_eq!(decided, decide(&self.rules, &self.round, command), "the same command, the same answer");
        // Whether who picks may take no card at all depends on his hand.
        let picking = matches!((&wanted, command), (Awaiting::Pick { .. }, Command::Decline { .. }));
        if !picking && self.is_told_by_awaiting(command) {
            assert_eq!(
                decided.is_ok(),
                wanted.admits(command),
                "{command:?} while awaiting {wanted:?}: {decided:?}"
            );
        }
        never_surrender_and_insurance(&wanted);
        let Ok(events) = decided else { return };
        for event in events {
            self.happen(&event);
            self.nothing_is_shown_too_early(&event);
        }
        self.money_adds_up();
        self.cards_are_possible();
        if self.journal.len() < 400 {
            self.journal_gives_the_round();
        }
    }

    /// An event happens, and every chip it moves is booked.
    fn happen(&mut self, event: &Event) {
        self.book(event);
        if matches!(event, Event::BetsOpened { .. }) {
            self.what_is_left_is_all_the_next_round_needs(event);
        }
        let lapses = matches!(event, Event::CardsTakenUp { .. } | Event::TurnTakenBack { .. });
        let before = if lapses { self.staked() } else { BTreeMap::new() };
        apply(&mut self.round, event);
        self.journal.push(event.clone());
        if lapses {
            let after = self.staked();
            for (player, staked) in before {
                *self.purses.entry(player).or_default() +=
                    staked - after.get(&player).copied().unwrap_or_default();
            }
        }
    }

    /// A table that goes on from what its last round left is the table that never stopped.
    fn what_is_left_is_all_the_next_round_needs(&self, opened: &Event) {
        let (mut on, mut resumed) = (self.round.clone(), Round::after(self.round.between()));
        apply(&mut on, opened);
        apply(&mut resumed, opened);
        assert_eq!(on.between(), resumed.between());
        let sight = |round: &Round| (view(&self.rules, round, Viewer::Staff), awaiting(&self.rules, round));
        assert_eq!(sight(&on), sight(&resumed));
        assert_eq!(undealt(&self.rules, &on), undealt(&self.rules, &resumed));
    }

    /// What each player has on the table that is not settled.
    fn staked(&self) -> BTreeMap<PlayerId, Chips> {
        let mut staked: BTreeMap<PlayerId, Chips> = BTreeMap::new();
        for wager in self.round.wagers().iter().filter(|wager| wager.is_live()) {
            *staked.entry(wager.player).or_default() += wager.at_risk();
        }
        staked
    }

    /// Commands whose acceptance `awaiting` tells in full.
    fn is_told_by_awaiting(&self, command: &Command) -> bool {
        match command {
            Command::Deal(card) => undealt(&self.rules, &self.round).count(*card) > 0,
            Command::Insure { player, owner, .. } => player == owner,
            Command::Play { .. }
            | Command::TakeEvenMoney { .. }
            | Command::Surrender { .. }
            | Command::Decline { .. }
            | Command::CloseOffers
            | Command::Follow { .. }
            | Command::DealOn
            | Command::WithdrawAll { .. }
            | Command::Continue { .. } => true,
            _ => false,
        }
    }

    /// Every chip that leaves or enters a player's hands, from the events alone.
    fn book(&mut self, event: &Event) {
        let round = &self.round;
        let mut pay = |player: PlayerId, amount: Chips| *self.purses.entry(player).or_default() += amount;
        let placed = |player, spot, kind: &Kind| {
            let bet: round::Bet = (*kind).into();
            let here =
                |w: &&round::Wager| w.player == player && w.spot == spot && w.bet == bet && w.is_live();
            round.wagers().iter().find(here).map_or(Chips::ZERO, |wager| wager.placed)
        };
        match event {
            Event::BetsOpened { .. } => self.purses.clear(),
            Event::WagerPlaced { player, amount, .. } | Event::Insured { player, amount, .. } => {
                pay(*player, -*amount);
            }
            Event::WagerRemoved { player, spot, kind, .. } => pay(*player, placed(*player, *spot, kind)),
            Event::WagerCut { player, spot, kind, to, .. } => {
                pay(*player, placed(*player, *spot, kind) - *to);
            }
            Event::WagerFound { player, spot, kind, amount, .. } => {
                pay(*player, placed(*player, *spot, kind) - *amount);
            }
            Event::WagerCounted { wager, counts, .. } => {
                let wager = &round.wagers()[*wager];
                pay(wager.player, wager.stake - *counts);
            }
            Event::Acted {
                player, area, hand, action: action @ (Action::Split | Action::Double(_)), ..
            } => {
                let spot = round.areas()[*area].spot;
                let on =
                    |w: &&round::Wager| w.player == *player && w.spot == spot && usize::from(w.hand) == *hand;
                let own = round.wagers().iter().find(|w| w.bet == round::Bet::Main && on(w)).map(|w| w.stake);
                let amount = if let Action::Double(Some(amount)) = action { Some(*amount) } else { own };
                pay(*player, -amount.unwrap_or_default());
            }
            Event::Followed { player, amount, .. } => pay(*player, -*amount),
            Event::WagerSettled { wager, returned, .. } => pay(round.wagers()[*wager].player, *returned),
            Event::WagerReopened { wager, returned, .. } => pay(round.wagers()[*wager].player, -*returned),
            Event::Awarded { player, amount, .. } => pay(*player, *amount),
            Event::Voided { reverses, .. } => {
                for wager in round.wagers().iter().filter(|wager| *reverses || wager.is_live()) {
                    let already = wager.result.map_or(Chips::ZERO, |result| result.returned);
                    pay(wager.player, wager.at_risk() - already);
                }
            }
            _ => {}
        }
    }

    /// Chips in equal chips out plus the house's: what the events moved is what the round says was won and lost.
    fn money_adds_up(&self) {
        let nets: Chips = self.purses.keys().map(|player| self.round.net(*player)).sum();
        assert_eq!(nets + self.round.house_net(), Chips::ZERO);
        for wager in self.round.wagers() {
            let Some(result) = wager.result else { continue };
            let (back, stake) = (result.returned, wager.at_risk());
            assert!(back >= Chips::ZERO, "{wager:?}");
            match result.outcome {
                Outcome::Won | Outcome::EvenMoney => assert!(back > stake, "{wager:?}"),
                Outcome::Lost => assert!(back < stake, "{wager:?}"),
                Outcome::Surrendered => assert_eq!(back + back, stake, "{wager:?}"),
                Outcome::StandOff | Outcome::Returned | Outcome::Void => assert_eq!(back, stake, "{wager:?}"),
            }
        }
        if self.round.end().is_some() {
            assert!(self.round.wagers().iter().all(|wager| !wager.is_live()), "nothing is left open");
            for (player, purse) in &self.purses {
                assert_eq!(*purse, self.round.net(*player), "{player:?}");
            }
        }
    }

    fn cards_are_possible(&self) {
        for card in self.rules.deck().cards() {
            assert!(self.round.seen(card) <= usize::from(self.rules.decks()), "{card}");
        }
        let most = self.rules.deck().size() * usize::from(self.rules.decks());
        let hands = self.round.areas().iter().flat_map(round::Area::hands);
        assert!(hands.chain([self.round.dealer()]).all(|hand| hand.cards().len() <= most));
    }

    /// Replaying the journal of events gives the same round.
    fn journal_gives_the_round(&self) {
        let mut again = Round::new();
        for event in &self.journal {
            apply(&mut again, event);
        }
        assert_eq!(again, self.round);
    }

    /// A view shows only what the viewer may see: never a hole card before its time, never another's terminal.
    fn nothing_is_shown_too_early(&self, event: &Event) {
        let stranger = Viewer::Player(PlayerId(99));
        for viewer in [Viewer::Public, stranger] {
            let seen = seen_by(&self.rules, &self.round, event, viewer);
            let hole =
                matches!(event, Event::Dealt { to: Slot::Hole, .. } | Event::Redealt { to: Slot::Hole, .. });
            assert!(!hole || seen == Some(Seen::FaceDown(Slot::Hole)));
            let unseen = match event {
                Event::DrawnTogether { seen, .. } | Event::CardsNext { seen, .. } => seen.contains(&false),
                _ => false,
            };
            assert!(!unseen || matches!(seen, Some(Seen::Waiting(_))), "{event:?}");
            let shown = view(&self.rules, &self.round, viewer);
            let down = self.rules.hole_card() == HoleCard::Peek
                && !matches!(self.round.phase(), round::Phase::Drawing | round::Phase::Over(_));
            assert!(!down || shown.dealer.get(1).is_none_or(Option::is_none));
            assert!(!self.rules.shared_hand() || (shown.wagers.is_empty() && shown.areas.is_empty()));
        }
    }

    /// Mostly what the round waits for, sometimes anything at all.
    fn something_to_say(&self, choices: &mut Choices<'_>) -> Command {
        if choices.below(5) == 0 {
            return self.anything(choices);
        }
        match awaiting(&self.rules, &self.round) {
            Awaiting::Card(_) => Command::Deal(self.a_card(choices)),
            Awaiting::Wagers if choices.below(6) > 0 => self.a_bet(choices),
            Awaiting::Wagers => Command::CloseBets,
            Awaiting::Nothing(End::Settled | End::Void) => Command::OpenBets,
            Awaiting::Offers { .. } if choices.below(4) == 0 => Command::CloseOffers,
            Awaiting::Decisions(decisions) if !decisions.is_empty() => {
                let decision = decisions[choices.below(decisions.len())];
                let action = choices.one(&[
                    Action::Split,
                    Action::Double(None),
                    Action::Hit,
                    Action::Stand,
                    Action::Hit,
                ]);
                Command::Play { player: decision.by, spot: decision.spot, action }
            }
            _ => self.anything(choices),
        }
    }

    /// Someone and a spot; with a shared hand it does not matter which spot is named.
    fn place(&self, choices: &mut Choices<'_>) -> (PlayerId, Spot) {
        let number = choices.one(&[1, 1, 1, 2, 2, 3, 8]);
        let spot = if self.rules.shared_hand() { 1 } else { number };
        (PlayerId(u16::try_from(choices.below(4)).unwrap_or(0)), Spot::new(spot).expect("not zero"))
    }

    fn a_bet(&self, choices: &mut Choices<'_>) -> Command {
        let (player, spot) = self.place(choices);
        let kinds = self.rules.side_wagers().len();
        let kind = match choices.below(2 * kinds + 3) {
            side if side < kinds => Kind::Side(u8::try_from(side).unwrap_or(0)),
            _ => Kind::Main,
        };
        Command::Bet { player, spot, kind, amount: an_amount(choices) }
    }

    /// A card of the deck; few ranks, so that pairs, blackjacks and Aces are common.
    fn a_card(&self, choices: &mut Choices<'_>) -> Card {
        let cards: Vec<Card> = self.rules.deck().cards().collect();
        let likely = [0, 9, 12, 7, 0, 9, 4, 22, 35];
        let at = if choices.below(3) > 0 { choices.one(&likely) } else { choices.below(cards.len()) };
        cards[at]
    }

    fn anything(&self, choices: &mut Choices<'_>) -> Command {
        let (player, spot) = self.place(choices);
        let amount = an_amount(choices);
        let some = (choices.below(2) == 0).then_some(amount);
        match choices.below(30) {
            0 => Command::Sit { player, spot },
            1 => Command::Leave { player, spot },
            2 => Command::OpenBets,
            3 => self.a_bet(choices),
            4 => Command::Withdraw { player, spot, kind: Kind::Main },
            5 => Command::CloseBets,
            6 => Command::Find {
                player,
                spot,
                kind: choices.one(&[Kind::Main, Kind::Side(0), Kind::Side(9)]),
                amount,
            },
            7 => Command::Deal(self.a_card(choices)),
            8 => Command::Insure { player, spot, owner: player, amount: some },
            9 => Command::Insure { player, spot, owner: self.place(choices).0, amount: some },
            10 => Command::TakeEvenMoney { player, spot },
            11 => Command::Surrender { player, spot },
            12 => Command::Decline { player, spot },
            13 => Command::CloseOffers,
            14 => Command::Play {
                player,
                spot,
                action: choices.one(&[Action::Hit, Action::Stand, Action::Split]),
            },
            15 => Command::Play { player, spot, action: Action::Double(some) },
            16 => Command::Follow { player, spot, amount: some },
            17 => Command::DealOn,
            18 => Command::TimeOut { player },
            19 => Command::WalkAway { player },
            20 => Command::Return { player },
            21 => pit(Duty::Report {
                trouble: choices.one(&Trouble::ALL),
                players: vec![player; choices.below(2)],
            }),
            22 if choices.below(2) == 0 => Command::WithdrawAll { player },
            22 => Command::Continue { player, spot: (choices.below(2) == 0).then_some(spot) },
            23 if choices.below(8) == 0 => pit(Duty::Void { words: "a law".into() }),
            23 => pit(Duty::Rule { words: "a law".into() }),
            _ => {
                let incidents = self.incidents(choices);
                incidents[choices.below(incidents.len())].clone()
            }
        }
    }
}

fn pit(duty: Duty) -> Command {
    Command::Staff { by: By::PIT, duty }
}

fn an_amount(choices: &mut Choices<'_>) -> Chips {
    choices.one(&[
        Chips::whole(10),
        Chips::whole(20),
        Chips::whole(5),
        Chips::minor(50),
        Chips::ZERO,
        Chips::MOST,
    ])
}

fn never_surrender_and_insurance(wanted: &Awaiting) {
    if let Awaiting::Offers { open, .. } = wanted {
        let surrender = open.iter().any(|offer| offer.surrender);
        let insurance = open.iter().any(|offer| offer.insurance.is_some() || offer.even_money);
        assert!(!(surrender && insurance), "{wanted:?}");
    }
}
