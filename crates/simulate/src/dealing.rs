use rulebook::{Rules, ShuffleMode};

/// How the shoe is dealt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dealing {
    /// Every round from a full shoe, as a continuous shuffler deals.
    EveryRound,
    /// No round begins once so many cards are out.
    CutCard {
        /// How many cards are dealt before the cut card, the burnt one among them.
        dealt: u16,
    },
}

impl Dealing {
    /// As the rules have it. Without a cut card the shoe is shuffled before every round, which is also what the exact odds
    /// are for.
    #[must_use]
    pub fn of(rules: &Rules) -> Dealing {
        let percent = u32::from(rules.cut_card_position());
        if percent == 0 || rules.shuffle_mode() == ShuffleMode::Shuffler {
            return Dealing::EveryRound;
        }
        let dealt = u32::from(cards(rules)) * percent / 100;
        Dealing::CutCard { dealt: u16::try_from(dealt).unwrap_or(u16::MAX) }
    }
}

/// How many cards the shoe has.
pub(crate) fn cards(rules: &Rules) -> u16 {
    u16::from(rules.decks()) * u16::try_from(rules.deck().size()).unwrap_or(0)
}
