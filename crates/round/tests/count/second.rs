//! The second count: the documents as a little model in plain numbers. Numbers like I-35 are points of the
//! readings, others are clauses of the documents.

use crate::tally::{Answer, Story, Tally};

const BET: i64 = 200;

/// What the documents say differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Facts {
    /// Hands that splitting may lead to (I-31).
    pub(crate) max_hands: usize,
    /// Which totals of 21 take no more cards (I-35).
    pub(crate) closes: Closes,
    /// Nobody stands below this (I-36).
    pub(crate) forced_below: u32,
    /// When half may be given up (I-10).
    pub(crate) surrender: Surrender,
    /// Whether the dealer completes his hand for nobody (I-40, I-41).
    pub(crate) draws_for_nobody: Draws,
    /// What a blackjack of the dealer takes (I-01 to I-03).
    pub(crate) loss: Loss,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Closes {
    Every21,
    Soft21,
    No21,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Surrender {
    Offered,
    Decided,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Draws {
    Always,
    Never,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Loss {
    OriginalOnly,
    BustedPlusOne,
    All,
}

impl Facts {
    /// The same game with one thing read otherwise, in every way.
    pub(crate) fn with_one_changed(self) -> Vec<Facts> {
        let hands = [2, 3, 4, 5].map(|max_hands| Facts { max_hands, ..self });
        let closes = [Closes::Every21, Closes::Soft21, Closes::No21].map(|closes| Facts { closes, ..self });
        let forced = [0, 12, 13].map(|forced_below| Facts { forced_below, ..self });
        let surrender = [Surrender::Offered, Surrender::Decided, Surrender::Never]
            .map(|surrender| Facts { surrender, ..self });
        let draws = [Draws::Always, Draws::Never].map(|draws_for_nobody| Facts { draws_for_nobody, ..self });
        let loss = [Loss::OriginalOnly, Loss::BustedPlusOne, Loss::All].map(|loss| Facts { loss, ..self });
        let all = [&hands[..], &closes, &forced, &surrender, &draws, &loss].concat();
        all.into_iter().filter(|facts| *facts != self).collect()
    }
}

/// The rounds of so many players who share their cards; of one player, wherever he plays.
pub(crate) fn count(facts: Facts, shoe: &str, players: usize) -> Tally {
    let kinds = "A23456789TJQKFLS".chars().map(|letter| (letter, shoe.matches(letter).count()));
    let table = Table {
        left: kinds.filter(|(_, copies)| *copies > 0).collect(),
        dealer: Vec::new(),
        players: vec![Player::default(); players],
        story: Story::default(),
    };
    let mut count = Count { facts, tally: Tally::default() };
    count.deal(&table);
    count.tally
}

#[derive(Clone)]
struct Table {
    left: Vec<(char, usize)>,
    dealer: Vec<u32>,
    players: Vec<Player>,
    story: Story,
}

#[derive(Clone)]
struct Player {
    hands: Vec<Hand>,
    /// The hand he plays; past the last one he has finished.
    turn: usize,
    wants_card: bool,
    gone: Option<Answer>,
    insured: bool,
}

#[derive(Clone, Default)]
struct Hand {
    cards: Vec<u32>,
    doubled: bool,
}

struct Count {
    facts: Facts,
    tally: Tally,
}

impl Count {
    /// Whatever the next card is, go on with it.
    fn draw(&mut self, table: &Table, go_on: impl Fn(&mut Self, Table, u32)) {
        if table.left.iter().all(|(_, copies)| *copies == 0) {
            self.tally.cut_short(table.story);
        }
        for (kind, &(letter, copies)) in table.left.iter().enumerate() {
            if copies > 0 {
                let mut after = table.clone();
                after.left[kind].1 -= 1;
                after.story = after.story.card(letter);
                go_on(self, after, points(letter));
            }
        }
    }

    /// One to the players, one to the dealer, one to the players, none to the dealer.
    fn deal(&mut self, table: &Table) {
        match (table.start().len(), table.dealer.len()) {
            (2, _) => self.offer(table, 0),
            (1, 0) => self.draw(table, |count, mut table, card| {
                table.dealer.push(card);
                count.deal(&table);
            }),
            _ => self.draw(table, |count, mut table, card| {
                table.players.iter_mut().for_each(|player| player.hands[0].cards.push(card));
                count.deal(&table);
            }),
        }
    }

    /// Against an Ace insurance and even money, else surrender; a blackjack has nothing to give up (I-12).
    fn offer(&mut self, table: &Table, who: usize) {
        if who == table.players.len() {
            return self.play(&table.with_blackjacks_finished());
        }
        let blackjack = is_blackjack(table.start());
        let offered: &[Answer] = match table.dealer[0] {
            1 if blackjack => &[Answer::Pass, Answer::Insure, Answer::EvenMoney],
            1 => &[Answer::Pass, Answer::Insure],
            _ if self.facts.surrender == Surrender::Offered && !blackjack => {
                &[Answer::Pass, Answer::Surrender]
            }
            _ => return self.offer(table, who + 1),
        };
        for answer in offered {
            self.offer(&table.answered(who, *answer), who + 1);
        }
    }

    /// Before each card everyone who has to decides once; whoever has not finished takes the card (I-44, I-45).
    fn play(&mut self, table: &Table) {
        if let Some(who) = table.players.iter().position(Player::decides) {
            for answer in self.open_to(table, who) {
                self.play(&table.answered(who, answer));
            }
        } else if table.players.iter().any(|player| !player.has_finished()) {
            self.draw(table, |count, mut table, card| {
                for player in table.players.iter_mut().filter(|player| !player.has_finished()) {
                    player.take(card, count.facts.closes);
                }
                count.play(&table);
            });
        } else {
            self.complete_dealer(table);
        }
    }

    fn open_to(&self, table: &Table, who: usize) -> Vec<Answer> {
        let player = &table.players[who];
        let hand = &player.hands[player.turn].cards;
        let split = player.hands.len() > 1;
        let two = hand.len() == 2;
        let mut open = vec![Answer::Hit];
        if total(hand).0 >= self.facts.forced_below {
            open.push(Answer::Stand);
        }
        if two && hand[0] == hand[1] && player.hands.len() < self.facts.max_hands {
            open.push(Answer::Split);
        }
        // Two cards that are 21 here were split in Macau, where nothing forbids doubling them (I-26).
        if two {
            open.push(Answer::Double);
        }
        if two && !split && table.dealer[0] != 1 && self.facts.surrender == Surrender::Decided {
            open.push(Answer::Surrender);
        }
        open
    }

    fn complete_dealer(&mut self, table: &Table) {
        if self.dealer_draws(table) {
            self.draw(table, |count, mut table, card| {
                table.dealer.push(card);
                count.complete_dealer(&table);
            });
        } else {
            let nets: Vec<i64> = table.players.iter().map(|player| self.net(table, player)).collect();
            let most_hands = table.players.iter().map(|player| player.hands.len()).max();
            self.tally.end(table.story, &nets, is_blackjack(&table.dealer), most_hands.unwrap_or(0));
        }
    }

    /// To 16 and no further, soft or hard; nothing where nothing depends on it (I-39 to I-41).
    fn dealer_draws(&self, table: &Table) -> bool {
        let all = self.facts.draws_for_nobody == Draws::Always || table.players.iter().any(Player::is_live);
        let may_have_blackjack = matches!(table.dealer[0], 1 | 10);
        let spares_bust = self.facts.loss == Loss::OriginalOnly;
        let one = |player: &Player| {
            let hopes = player.waits_with_blackjack() || (spares_bust && player.has_staked_more());
            player.insured || (hopes && may_have_blackjack)
        };
        match table.dealer.len() {
            1 => all || table.players.iter().any(one),
            _ => all && total(&table.dealer).0 <= 16,
        }
    }

    fn net(&self, table: &Table, player: &Player) -> i64 {
        let dealer_blackjack = is_blackjack(&table.dealer);
        let insurance = match (player.insured, dealer_blackjack) {
            (false, _) => 0,
            (true, true) => BET,
            (true, false) => -BET / 2,
        };
        let main = match player.gone {
            Some(Answer::Surrender) => -BET / 2,
            Some(Answer::EvenMoney) => BET,
            Some(other) => panic!("nobody leaves a round with {other:?}"),
            None if player.has_blackjack() && dealer_blackjack => 0,
            None if player.has_blackjack() => BET * 3 / 2,
            None if dealer_blackjack => -self.lost_to_blackjack(player),
            None => player.hands.iter().map(|hand| hand.against(total(&table.dealer).0)).sum(),
        };
        main + insurance
    }

    fn lost_to_blackjack(&self, player: &Player) -> i64 {
        let busted: i64 = player.hands.iter().filter(|hand| hand.is_bust()).map(Hand::stake).sum();
        match self.facts.loss {
            Loss::OriginalOnly => BET,
            Loss::BustedPlusOne if player.is_live() => busted + BET,
            Loss::BustedPlusOne => busted,
            Loss::All => player.hands.iter().map(Hand::stake).sum(),
        }
    }
}

impl Table {
    fn start(&self) -> &[u32] {
        &self.players[0].hands[0].cards
    }

    fn with_blackjacks_finished(&self) -> Table {
        let mut after = self.clone();
        for player in after.players.iter_mut().filter(|player| player.has_blackjack()) {
            player.turn = 1;
        }
        after
    }

    fn answered(&self, who: usize, answer: Answer) -> Table {
        let mut after = self.clone();
        after.story = after.story.answer(answer);
        after.players[who].answer(answer);
        after
    }
}

impl Default for Player {
    fn default() -> Player {
        Player { hands: vec![Hand::default()], turn: 0, wants_card: false, gone: None, insured: false }
    }
}

impl Player {
    fn has_finished(&self) -> bool {
        self.turn >= self.hands.len() || self.gone.is_some()
    }

    fn decides(&self) -> bool {
        !self.has_finished() && !self.wants_card && self.hands[self.turn].cards.len() > 1
    }

    fn has_blackjack(&self) -> bool {
        self.hands.len() == 1 && is_blackjack(&self.hands[0].cards)
    }

    fn waits_with_blackjack(&self) -> bool {
        self.has_blackjack() && self.gone.is_none()
    }

    fn has_staked_more(&self) -> bool {
        self.hands.len() > 1 || self.hands[0].doubled
    }

    /// Whether the dealer's points matter to him.
    fn is_live(&self) -> bool {
        self.gone.is_none() && !self.has_blackjack() && self.hands.iter().any(|hand| !hand.is_bust())
    }

    fn answer(&mut self, answer: Answer) {
        match answer {
            Answer::Pass => {}
            Answer::Surrender | Answer::EvenMoney => self.gone = Some(answer),
            Answer::Insure => self.insured = true,
            Answer::Hit => self.wants_card = true,
            Answer::Stand => self.turn += 1,
            Answer::Split => self.split(),
            Answer::Double => {
                self.hands[self.turn].doubled = true;
                self.wants_card = true;
            }
        }
    }

    /// The new hand stands directly after the one it came from, and waits until that is finished (I-32).
    fn split(&mut self) {
        let card = self.hands[self.turn].cards.pop().expect("two cards");
        self.hands.insert(self.turn + 1, Hand { cards: vec![card], doubled: false });
    }

    fn take(&mut self, card: u32, closes: Closes) {
        self.wants_card = false;
        let split_ace = self.hands.len() > 1 && self.hands[self.turn].cards == [1];
        let hand = &mut self.hands[self.turn];
        hand.cards.push(card);
        let (points, soft) = total(&hand.cards);
        let at_21 = match closes {
            Closes::Every21 => true,
            Closes::Soft21 => soft,
            Closes::No21 => false,
        };
        if split_ace || hand.doubled || points > 21 || (points == 21 && at_21) {
            self.turn += 1;
        }
    }
}

impl Hand {
    fn stake(&self) -> i64 {
        if self.doubled { 2 * BET } else { BET }
    }

    fn is_bust(&self) -> bool {
        total(&self.cards).0 > 21
    }

    /// What it wins against these points of a dealer without a blackjack.
    fn against(&self, dealer: u32) -> i64 {
        let own = total(&self.cards).0;
        if own > 21 || (dealer <= 21 && dealer > own) {
            -self.stake()
        } else if dealer > 21 || own > dealer {
            self.stake()
        } else {
            0
        }
    }
}

fn points(letter: char) -> u32 {
    match letter {
        'A' => 1,
        _ => letter.to_digit(10).unwrap_or(10),
    }
}

/// The points, and whether an Ace counts eleven among them.
fn total(cards: &[u32]) -> (u32, bool) {
    let hard: u32 = cards.iter().sum();
    let soft = cards.contains(&1) && hard <= 11;
    (if soft { hard + 10 } else { hard }, soft)
}

fn is_blackjack(cards: &[u32]) -> bool {
    cards.len() == 2 && total(cards).0 == 21
}
