//! What the page of a player's last rounds says.

use super::Language;

/// The texts of a player's last rounds, in one language.
pub(crate) struct HistoryTexts {
    /// The heading.
    pub(crate) history: &'static str,
    /// What it is.
    pub(crate) history_why: &'static str,
    /// Nothing yet.
    pub(crate) no_rounds: &'static str,
    /// Leafing.
    pub(crate) newer: &'static str,
    /// Leafing.
    pub(crate) older: &'static str,
    /// The way to the recall.
    pub(crate) step_through: &'static str,
    /// Back to the table.
    pub(crate) to_the_table: &'static str,
    /// A column.
    pub(crate) result: &'static str,
}

const ENGLISH: HistoryTexts = HistoryTexts {
    history: "Your last rounds",
    history_why: "Your last 50 rounds at this table, the newest first.",
    no_rounds: "You have not played a round here yet.",
    newer: "Newer",
    older: "Older",
    step_through: "Step through it",
    to_the_table: "Back to the table",
    result: "Result",
};

const CHINESE: HistoryTexts = HistoryTexts {
    history: "您最近的牌局",
    history_why: "您在本桌最近的 50 局，最新的在前。",
    no_rounds: "您在本桌还没有玩过。",
    newer: "较新",
    older: "较早",
    step_through: "逐步回放",
    to_the_table: "返回牌桌",
    result: "结果",
};

impl Language {
    /// The texts of a player's last rounds.
    pub(crate) const fn history(self) -> &'static HistoryTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// Which leaf of how many.
    pub(crate) fn leaf(self, leaf: usize, leaves: usize) -> String {
        match self {
            Language::English => format!("Page {leaf} of {leaves}"),
            Language::Chinese => format!("第 {leaf} 页，共 {leaves} 页"),
        }
    }
}
