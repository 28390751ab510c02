//! What the pages of odds say.

use odds::Letter;

use super::Language;

/// Every text of the pages of odds, in one language.
pub(crate) struct ChartsTexts {
    /// The title.
    pub(crate) odds: &'static str,
    /// The strategy.
    pub(crate) strategy: &'static str,
    /// About the chart.
    pub(crate) strategy_why: &'static str,
    /// What the letters mean.
    pub(crate) legend: &'static str,
    /// A part of the chart.
    pub(crate) hard: &'static str,
    /// A part of the chart.
    pub(crate) soft: &'static str,
    /// A part of the chart.
    pub(crate) pairs: &'static str,
    /// The corner of the chart.
    pub(crate) your_hand: &'static str,
    /// Over the columns.
    pub(crate) dealer_shows: &'static str,
    /// The last row of the chart.
    pub(crate) brings: &'static str,
    /// By decks.
    pub(crate) by_decks: &'static str,
    /// About that.
    pub(crate) by_decks_why: &'static str,
    /// A column.
    pub(crate) decks: &'static str,
    /// As it is.
    pub(crate) as_it_is: &'static str,
    /// What rules are worth.
    pub(crate) rules_worth: &'static str,
    /// About that.
    pub(crate) rules_worth_why: &'static str,
    /// What may be chosen.
    pub(crate) may_choose: &'static str,
    /// What may not.
    pub(crate) were_it_otherwise: &'static str,
    /// A column.
    pub(crate) instead_of: &'static str,
    /// A column.
    pub(crate) for_the_player: &'static str,
    /// What changes nothing.
    pub(crate) without_effect: &'static str,
    /// The way to the rules.
    pub(crate) rules: &'static str,
    /// As tables have it.
    pub(crate) at_tables: &'static str,
}

const ENGLISH: ChartsTexts = ChartsTexts {
    odds: "Odds and strategy",
    strategy: "Basic strategy",
    strategy_why: "The best chart for these rules and this shoe, worked out and not looked up. Find your hand on the left and the dealer's card above.",
    legend: "Letters",
    hard: "Hard totals",
    soft: "Soft totals",
    pairs: "Pairs",
    your_hand: "Your hand",
    dealer_shows: "The dealer shows",
    brings: "Brings on average, in per cent of the wager",
    by_decks: "House edge by number of decks",
    by_decks_why: "Best play, all other rules as they are.",
    decks: "Decks",
    as_it_is: "as it is",
    rules_worth: "What each rule is worth",
    rules_worth_why: "One rule changed, everything else as it is: what that gives to the player or takes from them by best play.",
    may_choose: "What a table may choose",
    were_it_otherwise: "What the game's document fixes, were it otherwise",
    instead_of: "Instead of",
    for_the_player: "For the player",
    without_effect: "Without effect on the main wager",
    rules: "Rules",
    at_tables: "As posted at",
};

const CHINESE: ChartsTexts = ChartsTexts {
    odds: "概率与策略",
    strategy: "基本策略",
    strategy_why: "针对这套规则和牌靴计算得出的最佳策略表。左边找您的手牌，上方找庄家的明牌。",
    legend: "字母含义",
    hard: "硬点数",
    soft: "软点数",
    pairs: "对子",
    your_hand: "您的手牌",
    dealer_shows: "庄家明牌",
    brings: "平均收益（注码的百分比）",
    by_decks: "不同副数的庄家优势",
    by_decks_why: "最佳打法，其他规则不变。",
    decks: "副数",
    as_it_is: "现行",
    rules_worth: "每条规则的价值",
    rules_worth_why: "只改变一条规则，其余不变：按最佳打法玩家因此得失多少。设定的说明为英文。",
    may_choose: "牌桌可以选择的",
    were_it_otherwise: "规则固定不变、假如改变的",
    instead_of: "原为",
    for_the_player: "对玩家",
    without_effect: "对主注没有影响",
    rules: "规则",
    at_tables: "各牌桌公布的规则",
};

impl Language {
    /// The texts of the pages of odds.
    pub(crate) const fn charts(self) -> &'static ChartsTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// What a letter of a chart says.
    pub(crate) const fn letter(self, letter: Letter) -> &'static str {
        match self {
            Language::English => letter.words(),
            Language::Chinese => match letter {
                Letter::Hit => "要牌",
                Letter::Stand => "停牌",
                Letter::DoubleOrHit => "加倍，否则要牌",
                Letter::DoubleOrStand => "加倍，否则停牌",
                Letter::Split => "分牌",
                Letter::SurrenderOrHit => "投降，否则要牌",
                Letter::SurrenderOrStand => "投降，否则停牌",
                Letter::SurrenderOrSplit => "投降，否则分牌",
            },
        }
    }
}
