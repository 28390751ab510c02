//! What can go wrong, as a dealer says it.

use super::Language;

impl Language {
    /// What happened, by its word in the address.
    pub(crate) fn incident(self, word: &str) -> &'static str {
        let (english, chinese) = match word {
            "skipped" => ("A box or hand was passed over", "漏发或漏问了一个位置"),
            "misdealt" => ("A card went to the wrong place, or came out unasked", "牌发错位置，或多发了一张"),
            "overdrawn" => ("The dealer drew one card too many", "庄家多抽了一张牌"),
            "noticed" => ("It is noticed that cards were dealt wrong", "发现发牌有误"),
            "beyond-repair" => ("Cards were dealt wrong and cannot be put in order", "发牌有误且无法复原"),
            "face-up" => ("A card lies exposed in the shoe", "牌靴中有牌面朝上"),
            "together" => ("Two or more cards came out together", "两张或多张牌同时抽出"),
            "card-refused" => ("A player refuses the card dealt in error", "玩家拒绝误发的牌"),
            "foreign-card" => ("A card of another deck is found", "发现他副牌的牌"),
            "missing-card" => ("A card is missing from the shoe", "牌靴中少了一张牌"),
            "extra-card" => ("There is a card too many in the shoe", "牌靴中多了一张牌"),
            "unshuffled" => ("The cards were not shuffled", "牌没有洗过"),
            "short-shoe" => ("The shoe runs out before the round is over", "牌不够完成本局"),
            "cut" => ("The next player cuts the cards", "下一位玩家切牌"),
            "cut-card" => ("The cut card came out and nobody shuffled", "切牌卡已出而未洗牌"),
            "burn" => ("The first card was not burnt", "忘记烧首张牌"),
            "found" => ("Chips were found after the call of no more bets", "停止下注后发现筹码"),
            "insured" => ("A player insures the wager of another who declined", "玩家代他人买其拒绝的保险"),
            "unsettled" => ("Side wagers were not settled in time", "边注未及时结算"),
            "settled-late" => ("The side wagers left open are settled now", "现在结算遗留的边注"),
            "claims" => {
                ("Two players claim the same place and do not agree", "两位玩家争同一位置且不能达成一致")
            }
            "control" => ("It is not clear who decides for a box", "某位置由谁决定不明确"),
            "absent" => ("A player has walked away", "玩家已离开"),
            "returned" => ("A player is back", "玩家已回来"),
            "squeeze" => ("A player asks to squeeze the cards", "玩家要求咪牌"),
            "turned" => ("Cards lying face down are turned", "翻开暗牌"),
            "display" => ("A display showed something wrong", "显示屏显示有误"),
            "power" => ("The power failed", "停电"),
            "rule" => ("Anything else: a person decides that play goes on", "其他情况：由人裁决继续进行"),
            "void" => {
                ("Anything else: a person decides that the round is void", "其他情况：由人裁决本局无效")
            }
            "award" => ("Money is due to a player", "应补付玩家款项"),
            "take" => ("Money is due from a player", "应向玩家追回款项"),
            _ => ("", ""),
        };
        match self {
            Language::English => english,
            Language::Chinese => chinese,
        }
    }
}
