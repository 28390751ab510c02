//! Texts with something in them: cards, games, side wagers, counts.

use super::Language;

impl Language {
    /// A card by the index in its corner and its suit.
    pub(crate) fn card(self, index: &str, suit: &'static str) -> String {
        match self {
            Language::English => {
                let rank = match index {
                    "A" => "ace",
                    "J" => "jack",
                    "Q" => "queen",
                    "K" => "king",
                    other => other,
                };
                format!("{rank} of {suit}")
            }
            Language::Chinese => {
                let suit = self.suit(suit);
                let rank = match index {
                    "Fu" => "福",
                    "Lu" => "禄",
                    "Shou" => "寿",
                    other => other,
                };
                format!("{suit}{rank}")
            }
        }
    }

    /// A suit by its English name.
    pub(crate) fn suit(self, suit: &'static str) -> &'static str {
        match (self, suit) {
            (Language::English, suit) => suit,
            (Language::Chinese, "spades") => "黑桃",
            (Language::Chinese, "hearts") => "红心",
            (Language::Chinese, "diamonds") => "方块",
            (Language::Chinese, "clubs") => "梅花",
            (Language::Chinese, "fire") => "火",
            (Language::Chinese, "gold") => "金",
            (Language::Chinese, "earth") => "土",
            (Language::Chinese, "wood") => "木",
            (Language::Chinese, _) => "水",
        }
    }

    /// A game's name. The rule book's own is English; the five we bring have one in Chinese too.
    pub(crate) fn game(self, id: &str, name: &str) -> String {
        let known = match (self, id) {
            (Language::Chinese, "blackjack") => "二十一点（金沙）",
            (Language::Chinese, "electronic") => "电子二十一点（金沙）",
            (Language::Chinese, "star-elements") => "五行福星二十一点（金沙）",
            (Language::Chinese, "plus") => "二十一点 Plus（圣淘沙）",
            (Language::Chinese, "macau") => "二十一点（澳门）",
            _ => name,
        };
        known.to_owned()
    }

    /// A wager's name, by its word. A house's own wagers keep the name their rule book gives them.
    pub(crate) fn wager(self, word: &str, name: &str) -> String {
        let texts = self.texts();
        let known = match (self, word) {
            (_, "main") => texts.main_wager,
            (_, "insurance") => texts.insurance,
            (_, "ruling") => texts.ruling,
            (Language::Chinese, "pair") => "对子",
            (Language::Chinese, "rws-pairs") => "RWS 对子",
            (Language::Chinese, "boom-busted") => "爆庄",
            (Language::Chinese, "super-star-sevens") => "超级七星",
            (Language::Chinese, "three-stars") => "三星",
            (Language::Chinese, "set-21") => "21 点对子",
            (Language::Chinese, "royal-match-21") => "皇家同花",
            (Language::Chinese, "kings-bounty") => "国王赏金",
            (Language::Chinese, "over-13") => "大于十三",
            (Language::Chinese, "under-13") => "小于十三",
            _ => name,
        };
        known.to_owned()
    }

    /// How many seats are taken.
    pub(crate) fn seats_taken(self, taken: usize, spots: u8) -> String {
        match self {
            Language::English => format!("{taken} of {spots}"),
            Language::Chinese => format!("{taken} / {spots}"),
        }
    }

    /// A round by its number.
    pub(crate) fn round(self, number: u32) -> String {
        match self {
            Language::English => format!("Round {number}"),
            Language::Chinese => format!("第 {number} 局"),
        }
    }

    /// A spot by its number.
    pub(crate) fn spot(self, number: u8) -> String {
        match self {
            Language::English => format!("Spot {number}"),
            Language::Chinese => format!("{number} 号位"),
        }
    }

    /// One of the hands of a spot.
    pub(crate) fn hand(self, number: usize) -> String {
        match self {
            Language::English => format!("hand {number}"),
            Language::Chinese => format!("第 {number} 手"),
        }
    }

    /// The cards of a hand and what they come to, for a screen reader.
    pub(crate) fn comes_to(self, total: u8, soft: bool) -> String {
        match (self, soft) {
            (Language::English, true) => format!("soft {total}"),
            (Language::English, false) => format!("total {total}"),
            (Language::Chinese, true) => format!("软 {total} 点"),
            (Language::Chinese, false) => format!("{total} 点"),
        }
    }
}
