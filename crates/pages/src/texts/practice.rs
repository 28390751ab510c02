//! What the practice seat says.

use super::Language;

/// Every text of the practice seat, in one language.
pub(crate) struct PracticeTexts {
    /// The title.
    pub(crate) practice: &'static str,
    /// What it is.
    pub(crate) why: &'static str,
    /// The button.
    pub(crate) deal: &'static str,
    /// The button after a round.
    pub(crate) deal_again: &'static str,
    /// Before the buttons.
    pub(crate) your_turn: &'static str,
    /// Hands of a split pair.
    pub(crate) not_known: &'static str,
    /// The last answer.
    pub(crate) verdict: &'static str,
    /// So far.
    pub(crate) so_far: &'static str,
    /// A figure.
    pub(crate) rounds: &'static str,
    /// A figure.
    pub(crate) net: &'static str,
    /// A figure.
    pub(crate) well: &'static str,
    /// A figure.
    pub(crate) cost: &'static str,
    /// Before a round.
    pub(crate) ready: &'static str,
}

const ENGLISH: PracticeTexts = PracticeTexts {
    practice: "Practice seat",
    why: "A seat of your own with play chips: nothing is written down and nothing can be won or lost. At every decision you see what each answer is worth. At the tables no odds are shown.",
    deal: "Deal",
    deal_again: "Deal again",
    your_turn: "Your decision",
    not_known: "For hands of a split pair no values are shown.",
    verdict: "Your last answer",
    so_far: "So far",
    rounds: "Rounds",
    net: "Play chips",
    well: "Best answers",
    cost: "Given away, in wagers",
    ready: "Ten play chips are bet for you each round.",
};

const CHINESE: PracticeTexts = PracticeTexts {
    practice: "练习座位",
    why: "使用游戏筹码的专属座位：不作记录，也没有输赢。每次决定都会显示各个选择的价值。正式牌桌上不显示任何概率。",
    deal: "发牌",
    deal_again: "再发一局",
    your_turn: "您的决定",
    not_known: "分牌后的手牌不显示价值。",
    verdict: "您上一次的选择",
    so_far: "至今",
    rounds: "局数",
    net: "游戏筹码",
    well: "最佳选择",
    cost: "失误代价（以注为单位）",
    ready: "每局为您下注十个游戏筹码。",
};

impl Language {
    /// The texts of the practice seat.
    pub(crate) const fn practice(self) -> &'static PracticeTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }
}
