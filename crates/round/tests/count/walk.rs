//! The first count: the engine, asked for everything it allows.

use round::{Action, Actions, Awaiting, Command, End, Offer, Round, apply, awaiting, decide, due};
use rulebook::{Kind, Rules};
use vocabulary::{Card, Chips, PlayerId, Rank, Spot, Suit};

use crate::tally::{Answer, Story, Tally};

pub(crate) fn count(game: &str, shoe: &str, players: u16) -> Tally {
    let rules = Rules::of(game).expect("one of the five games");
    let players = (0..players).map(PlayerId).collect();
    let mut walk = Walk { left: kinds(&rules, shoe), rules, players, tally: Tally::default() };
    let mut round = Round::new();
    for &player in &walk.players {
        let bet = Command::Bet { player, spot: Spot::FIRST, kind: Kind::Main, amount: Chips::whole(2) };
        round = walk.say(&round, &bet);
    }
    round = walk.say(&round, &Command::CloseBets);
    walk.go_on(&round, Story::default());
    walk.tally
}

/// The copies of each rank. Which suit comes first is fixed, so that suits never multiply the count.
fn kinds(rules: &Rules, shoe: &str) -> Vec<Vec<Card>> {
    let suits = [Suit::STANDARD.as_slice(), Suit::ELEMENTS.as_slice()].concat();
    let copies = |rank: Rank| {
        let cards = suits.iter().filter_map(move |suit| Card::new(rank, *suit));
        let of_deck = cards.filter(|card| rules.deck().contains(*card)).cycle();
        of_deck.take(shoe.matches(rank.letter()).count()).collect()
    };
    Rank::ALL.into_iter().map(copies).collect()
}

struct Walk {
    rules: Rules,
    players: Vec<PlayerId>,
    left: Vec<Vec<Card>>,
    tally: Tally,
}

impl Walk {
    fn say(&self, round: &Round, command: &Command) -> Round {
        let mut after = round.clone();
        for event in decide(&self.rules, round, command).expect("what is awaited is accepted") {
            apply(&mut after, &event);
        }
        after
    }

    fn go_on(&mut self, round: &Round, story: Story) {
        match awaiting(&self.rules, round) {
            Awaiting::Card(slot) => {
                assert_eq!(due(&self.rules, round), Some(slot));
                self.deal_each(round, story);
            }
            Awaiting::Offers { open, .. } => self.answer_offers(round, story, &open),
            Awaiting::Decisions(decisions) => {
                let first = decisions.first().expect("somebody decides");
                self.decide_each(round, story, first.by, first.actions);
            }
            Awaiting::Nothing(end) => {
                assert_eq!(end, End::Settled);
                self.end(round, story);
            }
            other => panic!("{other:?} in a round where nothing goes wrong"),
        }
    }

    fn deal_each(&mut self, round: &Round, story: Story) {
        if self.left.iter().all(Vec::is_empty) {
            self.tally.cut_short(story);
        }
        for kind in 0..self.left.len() {
            let Some(card) = self.left[kind].pop() else { continue };
            let after = self.say(round, &Command::Deal(card));
            self.go_on(&after, story.card(card.rank().letter()));
            self.left[kind].push(card);
        }
    }

    /// Each player in turn takes one thing he is offered or nothing, then the dealer closes the offers.
    fn answer_offers(&mut self, round: &Round, story: Story, open: &[Offer]) {
        let Some((offer, rest)) = open.split_first() else {
            let after = self.say(round, &Command::CloseOffers);
            return self.go_on(&after, story);
        };
        self.answer_offers(round, story.answer(Answer::Pass), rest);
        for (answer, command) in taken(offer) {
            let after = self.say(round, &command);
            self.answer_offers(&after, story.answer(answer), rest);
        }
    }

    fn decide_each(&mut self, round: &Round, story: Story, player: PlayerId, actions: Actions) {
        for (answer, command) in legal(player, actions) {
            let after = self.say(round, &command);
            self.go_on(&after, story.answer(answer));
        }
    }

    fn end(&mut self, round: &Round, story: Story) {
        let nets: Vec<i64> = self.players.iter().map(|player| round.net(*player).units()).collect();
        assert_eq!(round.house_net().units(), -nets.iter().sum::<i64>());
        let most_hands = round.areas().iter().map(|area| area.hands().len()).max();
        self.tally.end(story, &nets, round.dealer_has_blackjack(), most_hands.unwrap_or(0));
    }
}

fn taken(offer: &Offer) -> Vec<(Answer, Command)> {
    let (player, spot) = (offer.player, offer.spot);
    let insure = Command::Insure { player, spot, owner: player, amount: Some(Chips::whole(1)) };
    let all = [
        (offer.surrender, Answer::Surrender, Command::Surrender { player, spot }),
        (offer.insurance.is_some(), Answer::Insure, insure),
        (offer.even_money, Answer::EvenMoney, Command::TakeEvenMoney { player, spot }),
    ];
    all.into_iter().filter(|(open, ..)| *open).map(|(_, answer, command)| (answer, command)).collect()
}

fn legal(player: PlayerId, actions: Actions) -> Vec<(Answer, Command)> {
    let spot = Spot::FIRST;
    let play = |action| Command::Play { player, spot, action };
    let all = [
        (actions.hit, Answer::Hit, play(Action::Hit)),
        (actions.stand, Answer::Stand, play(Action::Stand)),
        (actions.split, Answer::Split, play(Action::Split)),
        (actions.double.is_some(), Answer::Double, play(Action::Double(None))),
        (actions.surrender, Answer::Surrender, Command::Surrender { player, spot }),
    ];
    all.into_iter().filter(|(open, ..)| *open).map(|(_, answer, command)| (answer, command)).collect()
}
