//! What a player's terminal says.

use super::Language;

/// The texts of a terminal, in one language.
pub(crate) struct TerminalTexts {
    /// The way from a clause to all of them.
    pub(crate) in_the_rules: &'static str,
    /// The cards everyone plays.
    pub(crate) shared_cards: &'static str,
    /// What that is.
    pub(crate) shared_why: &'static str,
    /// A shared card in one's own hand.
    pub(crate) used: &'static str,
    /// A shared card that is not.
    pub(crate) unused: &'static str,
    /// Before what was decided for who did not answer.
    pub(crate) decided_for_you: &'static str,
    /// The same, for another.
    pub(crate) played_by_house: &'static str,
    /// Beside who is waited for.
    pub(crate) deciding: &'static str,
    /// Before the reason of what cannot be done.
    pub(crate) not_now: &'static str,
    /// While a card is due.
    pub(crate) cards_come: &'static str,
    /// While staff must decide.
    pub(crate) pit_decides: &'static str,
    /// While other terminals decide.
    pub(crate) other_terminals: &'static str,
    /// The link.
    pub(crate) last_rounds: &'static str,
    /// Over a list of what was refused.
    pub(crate) not_repeated: &'static str,
    /// Why a chip is not taken back.
    pub(crate) not_undone: &'static str,
    /// Before the seconds until one's seat ends.
    pub(crate) seat_ends_in: &'static str,
    /// The same for a player who can no longer stay without a wager.
    pub(crate) seat_ends_unless_bet: &'static str,
    /// The button that keeps it.
    pub(crate) stay_seated: &'static str,
}

const ENGLISH: TerminalTexts = TerminalTexts {
    in_the_rules: "In the rules",
    shared_cards: "Shared cards",
    shared_why: "Every terminal plays these cards. Yours are marked.",
    used: "in your hand",
    unused: "not in your hand",
    decided_for_you: "Decided for you",
    played_by_house: "Played by the house",
    deciding: "deciding",
    not_now: "Not now",
    cards_come: "The cards are dealt",
    pit_decides: "Waiting for a decision of the pit",
    other_terminals: "Waiting for the other terminals",
    last_rounds: "Last rounds",
    not_repeated: "Not all of it could be bet again",
    not_undone: "Others have bet here after you: a smaller wager would be a new one behind theirs, and they would decide for \
        the hand before you. Take all of it back instead, or leave it",
    seat_ends_in: "You stand up unless you bet or stay, in",
    seat_ends_unless_bet: "You stand up unless you bet, in",
    stay_seated: "Stay seated",
};

const CHINESE: TerminalTexts = TerminalTexts {
    in_the_rules: "查看规则",
    shared_cards: "公共牌",
    shared_why: "所有终端共用这些牌，已标出您所用的牌。",
    used: "在您的手牌中",
    unused: "不在您的手牌中",
    decided_for_you: "系统代您决定",
    played_by_house: "由庄家代打",
    deciding: "正在决定",
    not_now: "现在不可",
    cards_come: "正在发牌",
    pit_decides: "等待管理人员裁定",
    other_terminals: "等待其他终端",
    last_rounds: "牌局记录",
    not_repeated: "有些注码未能重复",
    not_undone: "其他玩家已在您之后下注：减少注码等于重新下注，您将排在他们之后并失去决定权。请全部取回或保留原注",
    seat_ends_in: "若不下注也不留座，您将离座，还有",
    seat_ends_unless_bet: "若不下注，您将离座，还有",
    stay_seated: "留座",
};

impl Language {
    /// The texts of a terminal.
    pub(crate) const fn terminal(self) -> &'static TerminalTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// Who is waited for.
    pub(crate) fn waiting_for(self, name: &str, spot: Option<u8>) -> String {
        match (self, spot) {
            (Language::English, Some(spot)) => format!("Waiting for {name} on spot {spot}"),
            (Language::English, None) => format!("Waiting for {name}"),
            (Language::Chinese, Some(spot)) => format!("等待 {spot} 号位的 {name}"),
            (Language::Chinese, None) => format!("等待 {name}"),
        }
    }

    /// How many are waited for.
    pub(crate) fn waiting_for_players(self, count: usize) -> String {
        match self {
            Language::English => format!("Waiting for {count} players"),
            Language::Chinese => format!("等待 {count} 位玩家"),
        }
    }

    /// A place where one bets with another.
    pub(crate) fn behind(self, name: &str) -> String {
        match self {
            Language::English => format!("behind {name}"),
            Language::Chinese => format!("跟注 {name}"),
        }
    }
}
