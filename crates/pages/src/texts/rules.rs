//! What the pages of rules say.

use super::Language;

/// Every text of the pages of rules, in one language.
pub(crate) struct RulesTexts {
    /// The title.
    pub(crate) rules: &'static str,
    /// About the list of games.
    pub(crate) list_why: &'static str,
    /// Where a game is played.
    pub(crate) at_tables: &'static str,
    /// Since when.
    pub(crate) in_force: &'static str,
    /// Where nobody says since when.
    pub(crate) undated: &'static str,
    /// The way to the practice seat.
    pub(crate) practice: &'static str,
    /// The heading of the card.
    pub(crate) card: &'static str,
    /// The game as its book has it.
    pub(crate) as_written: &'static str,
    /// The game as a table has it.
    pub(crate) as_posted: &'static str,
    /// The limits of a table.
    pub(crate) limits: &'static str,
    /// A column.
    pub(crate) wager: &'static str,
    /// The pay tables.
    pub(crate) pay_tables: &'static str,
    /// A column.
    pub(crate) when: &'static str,
    /// A column.
    pub(crate) pays: &'static str,
    /// A column.
    pub(crate) chance: &'static str,
    /// A column.
    pub(crate) clauses: &'static str,
    /// The returns.
    pub(crate) returns: &'static str,
    /// About returns.
    pub(crate) returns_why: &'static str,
    /// A column.
    pub(crate) returned: &'static str,
    /// A column.
    pub(crate) edge: &'static str,
    /// A column.
    pub(crate) found: &'static str,
    /// The main wager by best play.
    pub(crate) main_best: &'static str,
    /// The main wager by the chart.
    pub(crate) main_chart: &'static str,
    /// How best play was found.
    pub(crate) best_found: &'static str,
    /// How the chart was found.
    pub(crate) chart_found: &'static str,
    /// While it is worked out.
    pub(crate) working: &'static str,
    /// For who has no script.
    pub(crate) ask_again: &'static str,
    /// Where it cannot be.
    pub(crate) not_known: &'static str,
    /// The settings.
    pub(crate) settings: &'static str,
    /// About the settings.
    pub(crate) settings_why: &'static str,
    /// A column.
    pub(crate) setting: &'static str,
    /// A column.
    pub(crate) value: &'static str,
    /// A column.
    pub(crate) choice: &'static str,
    /// The document fixes it.
    pub(crate) fixed: &'static str,
    /// Anything may be chosen.
    pub(crate) open: &'static str,
    /// Chosen at this table.
    pub(crate) chosen: &'static str,
    /// The readings.
    pub(crate) readings: &'static str,
    /// About the readings.
    pub(crate) readings_why: &'static str,
    /// The wording.
    pub(crate) wording: &'static str,
    /// About the wording.
    pub(crate) wording_why: &'static str,
    /// What is done about a clause.
    pub(crate) carried_out: &'static str,
    /// An example.
    pub(crate) example: &'static str,
    /// The parts of the page.
    pub(crate) contents: &'static str,
    /// The way to the odds.
    pub(crate) odds: &'static str,
    /// Where none is posted.
    pub(crate) none_posted: &'static str,
}

const ENGLISH: RulesTexts = RulesTexts {
    rules: "Rules",
    list_why: "Every game by its own document: the rule card, the pay tables, what each wager returns, and every clause in our words.",
    at_tables: "As posted at",
    in_force: "In force since",
    undated: "Undated",
    practice: "Practise",
    card: "Rule card",
    as_written: "The game as its rule book has it.",
    as_posted: "The game as it is posted at this table:",
    limits: "Limits",
    wager: "Wager",
    pay_tables: "Pay tables of the side wagers",
    when: "Cards",
    pays: "Pays",
    chance: "Chance",
    clauses: "Clauses",
    returns: "What every wager returns",
    returns_why: "Of one unit wagered, so much comes back on average from a full shoe. Nothing was simulated: every way the cards can fall was counted.",
    returned: "Returns",
    edge: "House edge",
    found: "How it was found",
    main_best: "Main wager, best play",
    main_chart: "Main wager, by the chart",
    best_found: "Every hand, up card and split summed; players know their own cards and the dealer's.",
    chart_found: "The same with the best chart, which looks at the total and the up card only.",
    working: "Being worked out. This page shows it in a moment.",
    ask_again: "Ask again",
    not_known: "This shoe is too small for it to be worked out.",
    settings: "Settings and readings",
    settings_why: "What this game fixes, and what is chosen where its document leaves a choice or is silent.",
    setting: "Setting",
    value: "Value",
    choice: "A table may choose",
    fixed: "fixed",
    open: "anything",
    chosen: "chosen at this table",
    readings: "Where the document is silent",
    readings_why: "How we read it, and why.",
    wording: "Every clause in our words",
    wording_why: "Results and events cite these numbers. The wording is ours, not the document's.",
    carried_out: "How it is carried out",
    example: "Example:",
    contents: "On this page",
    odds: "Odds and strategy",
    none_posted: "No limits are posted.",
};

const CHINESE: RulesTexts = RulesTexts {
    rules: "规则",
    list_why: "每个游戏依其官方规则：规则卡、赔率表、每项投注的回报率，以及我们对每一条款的说明。",
    at_tables: "各牌桌公布的规则",
    in_force: "生效日期",
    undated: "未注明日期",
    practice: "练习",
    card: "规则卡",
    as_written: "按规则书所载的游戏。",
    as_posted: "按此牌桌公布的规则：",
    limits: "投注限额",
    wager: "投注",
    pay_tables: "边注赔率表",
    when: "牌型",
    pays: "赔率",
    chance: "概率",
    clauses: "条款",
    returns: "每项投注的回报率",
    returns_why: "每投注一个单位，从整副牌靴平均返还的数额。并非模拟所得：所有可能的发牌都已逐一计算。",
    returned: "回报率",
    edge: "庄家优势",
    found: "计算方法",
    main_best: "主注，最佳打法",
    main_chart: "主注，按策略表",
    best_found: "对所有手牌、庄家明牌和分牌求和；玩家知道自己的牌和庄家的明牌。",
    chart_found: "同上，但按最佳策略表行牌，只看点数和庄家明牌。",
    working: "正在计算，稍后即显示在此页。",
    ask_again: "再次查询",
    not_known: "牌靴太小，无法计算。",
    settings: "设定与解读",
    settings_why: "此游戏的固定规则，以及规则留有选择或未作规定之处的选择。设定的说明为英文。",
    setting: "设定",
    value: "取值",
    choice: "牌桌可选",
    fixed: "固定",
    open: "任意",
    chosen: "此牌桌所选",
    readings: "规则未作规定之处",
    readings_why: "我们的解读及理由（英文）。",
    wording: "我们对每一条款的说明",
    wording_why: "结果和事件引用的就是这些条款编号。条款说明为英文，措辞出自我们，并非官方原文。",
    carried_out: "如何执行",
    example: "示例：",
    contents: "本页内容",
    odds: "概率与策略",
    none_posted: "未公布限额。",
};

impl Language {
    /// The texts of the pages of rules.
    pub(crate) const fn rules(self) -> &'static RulesTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }
}
