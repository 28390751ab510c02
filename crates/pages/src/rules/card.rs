//! The rule card: what a player must know, in short sentences made from the rules themselves.

use rulebook::{
    CloseAt21, DealerBlackjackLoss, DoubleAmount, DoubleOn, HoleCard, Insurance, Many, Rules, Soft17,
    SplitBy, Surrender, SurrenderAgainst, Tie,
};
use vocabulary::{Clause, Deck};

use crate::texts::Language;

/// A line of the card: what it is about, what holds, and the clauses that say so.
pub(crate) struct Fact {
    pub(crate) about: &'static str,
    pub(crate) says: String,
    pub(crate) by: Vec<Clause>,
}

/// One of two wordings.
fn say<T>(language: Language, english: T, chinese: T) -> T {
    match language {
        Language::English => english,
        Language::Chinese => chinese,
    }
}

/// The card of a game.
pub(crate) fn card(rules: &Rules, language: Language) -> Vec<Fact> {
    let say = |english: &'static str, chinese: &'static str| say(language, english, chinese);
    let settings = rules.settings();
    let fact = |about: &'static str, says: String, by: &[Clause]| Fact { about, says, by: by.to_vec() };
    let mut card = vec![
        fact(say("Cards", "用牌"), shoe(rules, language), &settings.decks.by),
        fact(say("Dealer", "庄家"), dealer(rules, language), &settings.soft_17.by),
        fact(say("Blackjack", "黑杰克"), blackjack(rules, language), &settings.blackjack_pays.by),
        fact(say("Equal totals", "点数相同"), tie(rules, language).into(), &settings.tie.by),
        fact(say("Double", "加倍"), double(rules, language), &settings.double_on.by),
        fact(say("Split", "分牌"), split(rules, language), &settings.max_hands.by),
        fact(say("Surrender", "投降"), surrender(rules, language).into(), &settings.surrender.by),
        fact(say("Insurance", "保险"), insurance(rules, language), &settings.insurance.by),
        fact(say("21", "21 点"), closing(rules, language).into(), &settings.close_at_21.by),
        fact(say("Betting", "下注"), betting(rules, language), &settings.max_bettors.by),
    ];
    if rules.hole_card() == HoleCard::None {
        let says = dealer_blackjack(rules, language).into();
        card.insert(3, fact(say("Dealer blackjack", "庄家黑杰克"), says, &settings.dealer_blackjack_loss.by));
    }
    if rules.forced_draw_below() > 4 {
        let below = rules.forced_draw_below();
        let says = match language {
            Language::English => format!("A hand below {below} must draw"),
            Language::Chinese => format!("低于 {below} 点必须要牌"),
        };
        card.push(fact(say("Must draw", "必须要牌"), says, &settings.forced_draw_below.by));
    }
    card
}

fn shoe(rules: &Rules, language: Language) -> String {
    let decks = rules.decks();
    let (pack, chinese) = match rules.deck() {
        Deck::Standard52 => ("52 cards", "52 张"),
        Deck::Elements65 => ("65 cards in five elements", "65 张五行牌"),
    };
    match language {
        Language::English if decks == 1 => format!("1 deck of {pack}"),
        Language::English => format!("{decks} decks of {pack}"),
        Language::Chinese => format!("{decks} 副牌，每副 {chinese}"),
    }
}

fn dealer(rules: &Rules, language: Language) -> String {
    let soft = match rules.soft_17() {
        Soft17::Stand => say(language, "Stands on every 17, soft ones too", "所有 17 点停牌，软 17 点亦然"),
        Soft17::Hit => say(language, "Hits soft 17", "软 17 点要牌"),
    };
    let hole = match rules.hole_card() {
        HoleCard::None => say(
            language,
            "no hole card: the second card comes after all players",
            "无暗牌：玩家全部完成后才发第二张",
        ),
        HoleCard::Peek => say(language, "looks at the hole card for a blackjack", "查看暗牌是否为黑杰克"),
    };
    format!("{soft}{}{hole}", say(language, "; ", "；"))
}

fn blackjack(rules: &Rules, language: Language) -> String {
    let (blackjack, win) = (rules.blackjack_pays(), rules.win_pays());
    match language {
        Language::English => format!("Pays {blackjack}; any other win pays {win}"),
        Language::Chinese => format!("赔 {blackjack}；其他赢牌赔 {win}"),
    }
}

fn dealer_blackjack(rules: &Rules, language: Language) -> &'static str {
    match rules.dealer_blackjack_loss() {
        DealerBlackjackLoss::OriginalOnly => say(language, "Takes the original wager only", "只收取原注"),
        DealerBlackjackLoss::BustedPlusOne => {
            say(language, "Takes bust hands and one original wager", "收取爆牌的注码及一份原注")
        }
        DealerBlackjackLoss::PerHand => {
            say(language, "Takes bust hands and one original wager a hand", "收取爆牌的注码及每手一份原注")
        }
        DealerBlackjackLoss::All => {
            say(language, "Takes all wagers, doubled and split ones too", "收取全部注码，包括加倍和分牌")
        }
    }
}

fn tie(rules: &Rules, language: Language) -> &'static str {
    match rules.tie() {
        Tie::Push => say(language, "Stand-off: the stake goes back", "和局：退回注码"),
        Tie::Lose => say(language, "The stake is lost", "输掉注码"),
    }
}

fn double(rules: &Rules, language: Language) -> String {
    let on = match (rules.double_on(), language) {
        (DoubleOn::Any, Language::English) => "On any two cards".to_owned(),
        (DoubleOn::Any, Language::Chinese) => "任意两张牌".to_owned(),
        (DoubleOn::Hard { from, to }, Language::English) => format!("On hard {from} to {to}"),
        (DoubleOn::Hard { from, to }, Language::Chinese) => format!("硬 {from} 至 {to} 点"),
    };
    let after = if rules.double_after_split() {
        say(language, "also after a split", "分牌后亦可")
    } else {
        say(language, "not after a split", "分牌后不可")
    };
    let amount = match rules.double_amount() {
        DoubleAmount::Equal => say(language, "for the original wager", "加注等于原注"),
        DoubleAmount::FromMinimum => {
            say(language, "for the table minimum up to the original wager", "加注由最低限额至原注")
        }
        DoubleAmount::FromUnit => say(language, "for any amount up to the original wager", "加注不超过原注"),
    };
    [on.as_str(), after, amount].join(say(language, ", ", "，"))
}

fn split(rules: &Rules, language: Language) -> String {
    let hands = rules.max_hands();
    if hands == 1 {
        return say(language, "None", "不可分牌").to_owned();
    }
    let what = match rules.split_by() {
        SplitBy::Value => say(language, "Equal values", "点数相同的两张牌"),
        SplitBy::Rank => say(language, "Equal ranks", "牌面相同的两张牌"),
    };
    let aces = match (rules.split_aces(), rules.resplit_aces(), rules.draw_on_split_aces()) {
        (false, ..) => say(language, "Aces are not split", "A 不可分牌"),
        (true, false, false) => say(language, "Aces once, with one card each", "A 只可分一次，每手一张牌"),
        (true, false, true) => say(language, "Aces once, and they may draw", "A 只可分一次，可继续要牌"),
        (true, true, false) => say(language, "Aces again too, with one card each", "A 可再分，每手一张牌"),
        (true, true, true) => say(language, "Aces again too, and they may draw", "A 可再分，可继续要牌"),
    };
    match language {
        Language::English => format!("{what}, to {hands} hands; {aces}"),
        Language::Chinese => format!("{what}，最多 {hands} 手；{aces}"),
    }
}

fn surrender(rules: &Rules, language: Language) -> &'static str {
    use SurrenderAgainst::{Any, NotAce, Ten};
    match (rules.surrender(), rules.surrender_against()) {
        (Surrender::None, _) => say(language, "None", "不可投降"),
        (Surrender::Early, Any) => {
            say(language, "For half, before a dealer blackjack is known", "庄家黑杰克揭晓前，收回半注")
        }
        (Surrender::Early, NotAce) => {
            say(language, "For half, except against an Ace", "收回半注，庄家明牌为 A 时除外")
        }
        (Surrender::Early, Ten) => {
            say(language, "For half, against tens only", "收回半注，仅限庄家明牌为十点")
        }
        (Surrender::Late, Any) => say(
            language,
            "For half, once the dealer has looked for a blackjack",
            "庄家查看黑杰克后，收回半注",
        ),
        (Surrender::Late, NotAce) => say(
            language,
            "For half, once the dealer has looked, except against an Ace",
            "庄家查看后收回半注，明牌为 A 时除外",
        ),
        (Surrender::Late, Ten) => say(
            language,
            "For half, once the dealer has looked, against tens only",
            "庄家查看后收回半注，仅限十点",
        ),
    }
}

fn insurance(rules: &Rules, language: Language) -> String {
    let pays = rules.insurance_pays();
    let offered = match (rules.insurance(), language) {
        (Insurance::None, _) => return say(language, "None", "无").to_owned(),
        (Insurance::Half, Language::English) => format!("Half of the wager against an Ace, pays {pays}"),
        (Insurance::Half, Language::Chinese) => format!("庄家明牌为 A 时可买半注，赔 {pays}"),
        (Insurance::UpToHalf, Language::English) => {
            format!("Up to half of the wager against an Ace, pays {pays}")
        }
        (Insurance::UpToHalf, Language::Chinese) => format!("庄家明牌为 A 时最多可买半注，赔 {pays}"),
    };
    if !rules.even_money() {
        return offered;
    }
    match language {
        Language::English => format!("{offered}; a blackjack may take even money"),
        Language::Chinese => format!("{offered}；黑杰克可收平注"),
    }
}

fn closing(rules: &Rules, language: Language) -> &'static str {
    match rules.close_at_21() {
        CloseAt21::All => say(language, "Takes no more cards", "不再要牌"),
        CloseAt21::SoftOnly => say(language, "A soft 21 takes no more cards", "软 21 点不再要牌"),
        CloseAt21::None => say(language, "May draw, except a blackjack", "可继续要牌，黑杰克除外"),
    }
}

fn betting(rules: &Rules, language: Language) -> String {
    let spots = rules.spots();
    match (rules.shared_hand(), rules.max_bettors(), language) {
        (true, _, Language::English) => {
            format!("{spots} terminals, all with the same cards; each player decides for themselves")
        }
        (true, _, Language::Chinese) => format!("{spots} 台终端机共用同一手牌；各自决定"),
        (false, Many::UpTo(1), Language::English) => format!("{spots} spots, one bettor each"),
        (false, Many::UpTo(1), Language::Chinese) => format!("{spots} 个位，每位一名玩家"),
        (false, Many::UpTo(most), Language::English) => {
            format!("{spots} spots, up to {most} bettors each")
        }
        (false, Many::UpTo(most), Language::Chinese) => format!("{spots} 个位，每位最多 {most} 名玩家"),
        (false, Many::Unlimited, Language::English) => format!("{spots} spots, others may bet behind"),
        (false, Many::Unlimited, Language::Chinese) => format!("{spots} 个位，他人可跟注"),
    }
}
