//! A count to trust: every round that a small shoe can bring, walked through the engine and counted a second time.
//!
//! The walk knows only [`awaiting`], [`decide`], [`apply`] and [`due`]. It deals every card the shoe has left, gives
//! every answer that is awaited, and counts where it ends. The second count is a little model written from the rule
//! documents and readings, in plain numbers, that shares nothing with the engine but the notation of cards. Both must
//! find the same rounds and the same money; the pinned figures come from the second count and agree with the walk.

use second::{Closes, Draws, Facts, Loss, Surrender};
use tally::Tally;

/// A shoe, how many play from it for two whole units each, and what both counts find: rounds, rounds cut short, rounds
/// with a dealer blackjack, rounds with three or four hands of a player, money, checksum; see [`Tally`].
type Counted = (&'static str, u16, [i64; 6]);

/// SE 3.22, 3.30, 3.28, 3.25.1, 3.35, and 4.5 without a cap (I-02).
const STAR_ELEMENTS: Facts = Facts {
    max_hands: 4,
    closes: Closes::Every21,
    forced_below: 0,
    surrender: Surrender::Offered,
    draws_for_nobody: Draws::Never,
    loss: Loss::All,
};

/// V5 3.19 draws without exception (I-41), 4.4 caps without a condition (I-01).
const BLACKJACK: Facts = Facts { draws_for_nobody: Draws::Always, loss: Loss::OriginalOnly, ..STAR_ELEMENTS };

/// BP 3.18, 3.20, and 3.22.3 with 3.23.2 (I-01).
const PLUS: Facts =
    Facts { closes: Closes::Soft21, forced_below: 12, loss: Loss::BustedPlusOne, ..STAR_ELEMENTS };

/// M11, M19, M22 without exception (I-41), and nothing on a cap (I-03).
const MACAU: Facts = Facts {
    closes: Closes::No21,
    surrender: Surrender::Never,
    draws_for_nobody: Draws::Always,
    ..STAR_ELEMENTS
};

/// EB 3.14.3, 3.9 with 3.12 (I-10), and 3.15.5 with 4.7.2 (I-01).
const ELECTRONIC: Facts =
    Facts { max_hands: 3, surrender: Surrender::Decided, loss: Loss::BustedPlusOne, ..STAR_ELEMENTS };

#[test]
fn blackjack_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [8_573, 2_976, 1_858, 0, -205_200, 42_533_119_800]),
        ("AA6657T", 1, [4_893, 1_917, 664, 0, -350_100, 24_741_935_172]),
        ("TTTTTTTTA6", 1, [1_866, 5_792, 777, 1_441, -236_000, 9_429_393_875]),
    ];
    agree("blackjack", BLACKJACK, &counted);
}

#[test]
fn star_elements_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TF2", 1, [7_623, 2_170, 1_582, 0, -463_800, 37_454_499_862]),
        ("AA6657T", 1, [4_768, 1_260, 531, 0, -435_700, 23_998_999_864]),
        ("TTTTTTTTA6", 1, [1_897, 5_696, 718, 1_537, -686_500, 9_307_485_918]),
    ];
    agree("star-elements", STAR_ELEMENTS, &counted);
}

#[test]
fn plus_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [7_999, 2_594, 1_566, 0, -297_600, 39_171_058_936]),
        ("AA6657T", 1, [4_760, 1_266, 489, 0, -391_300, 23_965_808_806]),
        ("TTTTTTTTA6", 1, [1_948, 6_268, 718, 1_555, -621_300, 9_591_767_020]),
    ];
    agree("plus", PLUS, &counted);
}

#[test]
fn macau_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [10_151, 5_732, 2_320, 0, -791_000, 50_175_695_579]),
        ("AA6657T", 1, [4_547, 2_049, 651, 0, -373_700, 22_349_558_532]),
        ("TTTTTTTTA6", 1, [2_305, 9_448, 774, 1_747, -692_100, 11_279_864_954]),
    ];
    agree("macau", MACAU, &counted);
}

#[test]
fn electronic_brings_the_rounds_of_its_document_and_no_others() {
    let counted = [
        ("AAA99TK2", 1, [7_623, 2_170, 1_582, 0, -196_200, 37_615_391_245]),
        ("AA6657T", 1, [4_768, 1_260, 531, 0, -390_700, 23_600_508_632]),
        ("TTTTTTTTA6", 1, [1_762, 576, 658, 1_402, -606_600, 8_656_139_614]),
    ];
    agree("electronic", ELECTRONIC, &counted);
}

#[test]
fn two_terminals_share_the_cards_and_answer_before_each() {
    let counted = [
        ("A23TT9", 2, [5_796, 7_636, 1_464, 0, -2_702_400, 27_712_426_064]),
        ("AATK88", 2, [4_567, 7_896, 1_544, 0, -1_133_700, 22_240_567_897]),
        ("TTTTTTTTA", 2, [5_275, 21_488, 3_348, 4_114, -4_007_700, 24_264_355_975]),
    ];
    agree("electronic", ELECTRONIC, &counted);
}

/// Both counts find the pinned figures, and the shoes are rich enough to show every fact of the game.
fn agree(game: &str, facts: Facts, counted: &[Counted]) {
    for (shoe, players, figures) in counted {
        let pinned = Tally::of(*figures);
        let by_documents = second::count(facts, shoe, usize::from(*players));
        assert_eq!(by_documents, pinned, "the second count of {game}, {players} playing from {shoe}");
        assert_eq!(walk::count(game, shoe, *players), pinned, "the walk of {game}, {players} from {shoe}");
    }
    for wrong in facts.with_one_changed() {
        let notices = |(shoe, players, figures): &Counted| {
            second::count(wrong, shoe, usize::from(*players)) != Tally::of(*figures)
        };
        assert!(counted.iter().any(notices), "no shoe of {game} tells its rules from {wrong:?}");
    }
}

mod tally {
    //! What is counted, and the marks that make two rounds different.

    /// What a walk over a shoe found.
    #[derive(Clone, PartialEq, Eq, Debug, Default)]
    pub(crate) struct Tally {
        /// Rounds played to their end.
        pub(crate) rounds: i64,
        /// Rounds that wait for a card the shoe does not have.
        pub(crate) cut_short: i64,
        /// Of the rounds played: those where the dealer has a blackjack.
        pub(crate) dealer_blackjacks: i64,
        /// Of the rounds played: those where some player has three or four hands.
        pub(crate) resplits: i64,
        /// Cents won by the players over all rounds played, those of the second player taken twice.
        pub(crate) net: i64,
        /// The same with every round weighed by its cards and answers.
        pub(crate) checksum: i64,
    }

    impl Tally {
        pub(crate) const fn of(figures: [i64; 6]) -> Tally {
            let [rounds, cut_short, dealer_blackjacks, resplits, net, checksum] = figures;
            Tally { rounds, cut_short, dealer_blackjacks, resplits, net, checksum }
        }

        pub(crate) fn end(&mut self, story: Story, nets: &[i64], dealer_blackjack: bool, most_hands: usize) {
            let net: i64 = (1..).zip(nets).map(|(times, net)| times * net).sum();
            self.rounds += 1;
            self.dealer_blackjacks += i64::from(dealer_blackjack);
            self.resplits += i64::from(most_hands > 2);
            self.net += net;
            self.checksum += (net + 10_001) * story.weight();
        }

        pub(crate) fn cut_short(&mut self, story: Story) {
            self.cut_short += 1;
            self.checksum += story.weight();
        }
    }

    /// What one player answers, whatever the game calls the moment.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub(crate) enum Answer {
        Pass = 20,
        Surrender,
        Insure,
        EvenMoney,
        Hit,
        Stand,
        Split,
        Double,
    }

    /// The cards and answers of a round so far, as one number.
    #[derive(Clone, Copy, Default)]
    pub(crate) struct Story(i64);

    impl Story {
        pub(crate) fn card(self, letter: char) -> Story {
            let rank = (1..).zip("A23456789TJQKFLS".chars()).find(|(_, rank)| *rank == letter);
            self.then(rank.expect("a rank of one of the decks").0)
        }

        pub(crate) fn answer(self, answer: Answer) -> Story {
            self.then(answer as i64)
        }

        fn then(self, what: i64) -> Story {
            Story((self.0 * 31 + what) % 1_000_003)
        }

        fn weight(self) -> i64 {
            self.0 % 997 + 1
        }
    }
}

mod walk {
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
}

mod second {
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
            let closes =
                [Closes::Every21, Closes::Soft21, Closes::No21].map(|closes| Facts { closes, ..self });
            let forced = [0, 12, 13].map(|forced_below| Facts { forced_below, ..self });
            let surrender = [Surrender::Offered, Surrender::Decided, Surrender::Never]
                .map(|surrender| Facts { surrender, ..self });
            let draws =
                [Draws::Always, Draws::Never].map(|draws_for_nobody| Facts { draws_for_nobody, ..self });
            let loss =
                [Loss::OriginalOnly, Loss::BustedPlusOne, Loss::All].map(|loss| Facts { loss, ..self });
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
            let all =
                self.facts.draws_for_nobody == Draws::Always || table.players.iter().any(Player::is_live);
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
}
