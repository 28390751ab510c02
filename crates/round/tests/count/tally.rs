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
