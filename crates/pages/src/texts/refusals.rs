//! Why something was not carried out, in the language of the page. The engine's own sentences are English; the usual ones are told
//! in Chinese too, by the name of their reason, and what is rare keeps the engine's words.

use floor::{Against, Problem, Range};

use super::Language;
use crate::page::money;

/// A problem in the language of the page where it comes up.
pub(crate) const NOT_REPEATED: &str = "/problems/not-repeated";
/// Another.
pub(crate) const ENOUGH: &str = "/problems/enough-play-money";
/// Another.
pub(crate) const NOT_UNDONE: &str = "/problems/not-undone";
/// Another.
pub(crate) const NO_TOKEN: &str = "/problems/no-token";

impl Language {
    /// A refusal of the rules as a sentence, where this language has one of its own.
    pub(crate) fn refusal(self, against: &Against) -> Option<String> {
        let sentence = match self {
            Language::English => return None,
            Language::Chinese => chinese(against.reason)?,
        };
        Some(match against.accepted {
            None => sentence.to_owned(),
            Some(Range { least, most, .. }) if least > most => format!("{sentence}（此处没有可行的金额）"),
            Some(Range { least, most, .. }) if least == most => {
                format!("{sentence}（只可 {}）", money(least))
            }
            Some(Range { least, most, .. }) => format!("{sentence}（{} 至 {}）", money(least), money(most)),
        })
    }

    /// A problem as a sentence, where this language has one of its own.
    pub(crate) fn problem(self, problem: &Problem) -> Option<String> {
        if [NOT_REPEATED, NOT_UNDONE, ENOUGH, NO_TOKEN].contains(&problem.kind) {
            return Some(problem.detail.clone());
        }
        let told = problem.refusal.as_ref().and_then(|against| self.refusal(against));
        let cited = problem.clauses.first().map(|clause| format!(" [{clause}]")).unwrap_or_default();
        told.map(|told| format!("{told}{cited}")).or_else(|| {
            let told = match self {
                Language::English => return None,
                Language::Chinese => chinese_problem(problem.kind)?,
            };
            Some(told.to_owned())
        })
    }
}

fn chinese_problem(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "/problems/credits" => "余额不足。请减少金额，或先到账房或终端机购买额度。",
        "/problems/real-money" => "访客只用游戏币，此桌使用真钱。请到标有“游戏币”的牌桌。",
        "/problems/closed" => "本桌已关闭，不再接受投注；桌上的牌局会打完。",
        "/problems/suspended" => "赌场磁盘空间不足，暂停接受投注；桌上的牌局会打完，腾出空间后自动恢复。",
        "/problems/not-seated" => "该玩家未在本桌入座：须先在自己的终端入座。",
        "/problems/player-absent" => "该玩家已退出登录：不能再为其增加投注；桌上的投注会打完。",
        "/problems/no-seat" => "您在本桌没有座位：请先入座。",
        "/problems/stayed-too-often" => "您已连续多次留座而未下注：请下注以保留座位。",
        "/problems/changed" => "此账户刚刚被更改：请重新登录。",
        "/problems/not-assigned" => "您未获指派到本桌：请联系监场。",
        "/problems/not-signed-on" => "请先在本桌签到上桌。",
        "/problems/too-much-waits" => "本桌等待批准的事项过多：请先批准或拒绝。",
        "/problems/busy" => "本桌正忙，请稍候再试。",
        "/problems/away" => "本桌暂时无法服务，请稍候再试。",
        "/problems/sign-in" => "您尚未登录。请回到大厅重新入座。",
        "/problems/taken" => "此名字已被使用。",
        "/problems/wrong" => "姓名或密码不正确。",
        "/problems/locked-out" | "/problems/wrong-too-often" => "尝试次数过多，请稍后再登录。",
        "/problems/disabled" => "此账户或功能已停用，请联系工作人员。",
        "/problems/no-guests" => "本场不接待访客：请登录，或请工作人员为您开户。",
        "/problems/guests" => "此地址一分钟内来访人数过多：请稍候，或登录。",
        "/problems/token" => "令牌不能创建令牌或设置密码：请用本人的姓名和密码登录。",
        _ => return None,
    })
}

/// The usual reasons by their name in the rule books.
const CHINESE: &[(&str, &str)] = &[
    ("bets-not-open", "本局已结束，请等待庄家开始下注"),
    ("late-wager", "已停止下注"),
    ("late-withdrawal", "已停止下注，注码不能取回"),
    ("no-such-spot", "本桌没有这个位置"),
    ("spot-full", "此位置不能再有更多玩家下注"),
    ("seat-taken", "座位已有人，或不是您的座位，或牌局进行中不能更换"),
    ("side-needs-main", "此副注需要先有主注"),
    ("side-places-taken", "此副注的位置已满"),
    ("side-claim-own", "此副注的位置已满"),
    ("side-claim-nearest", "此副注的位置已满"),
    ("side-claim-lowest", "此副注的位置已满"),
    ("side-claim-equal", "此副注的位置已满"),
    ("side-by-onlooker", "此副注的位置已满"),
    ("no-such-wager", "本游戏没有此投注"),
    ("both-thirteens", "本桌不能同时投注大于十三和小于十三"),
    ("below-minimum", "注码低于最低限额"),
    ("above-maximum", "注码高于最高限额"),
    ("not-whole-chips", "金额不是整数筹码"),
    ("nothing-there", "这里没有这样的注码"),
    ("round-over", "本局已结束，结果有效"),
    ("surrender-against-ace", "庄家的这张牌面下不可投降"),
    ("surrender-too-late", "已过投降的时机"),
    ("surrender-of-blackjack", "黑杰克不可投降"),
    ("no-surrender", "本游戏没有投降"),
    ("insurance-without-ace", "只有庄家牌面为 A 时才可买保险"),
    ("insurance-amount", "保险金额不符合规定"),
    ("insurance-of-others", "不能为其他玩家的注码买保险"),
    ("insurance-too-late", "已过买保险的时机"),
    ("even-money-refused", "只有黑杰克对庄家的 A 时，在开牌前才可收平注"),
    ("nothing-offered", "现在没有可以答复的事项"),
    ("already-answered", "您已经答复"),
    ("not-in-control", "此位置由另一位玩家决定"),
    ("not-your-turn", "还没有轮到这一手牌"),
    ("one-answer-per-card", "您已经答复，请等待下一张公共牌"),
    ("hit-at-21", "21 点的牌不再要牌"),
    ("closed-at-21", "21 点的牌不再要牌"),
    ("closed-with-blackjack", "21 点的牌不再要牌"),
    ("double-at-21", "21 点不可加倍"),
    ("double-too-late", "只有两张牌时才可加倍"),
    ("double-on-split-aces", "分开的 A 不可加倍"),
    ("double-not-allowed", "这一手牌不可加倍"),
    ("double-amount-refused", "加倍的金额不符合规定"),
    ("double-by-other", "只有决定这一手牌的玩家才可先加倍"),
    ("double-card", "加倍后只得一张牌"),
    ("split-ace-card", "分开的 A 只得一张牌"),
    ("split-unequal", "只有两张点数相同的牌才可分牌"),
    ("split-limit", "此位置的手牌数已达上限"),
    ("split-aces-again", "A 只可分牌一次"),
    ("split-aces-never", "本桌 A 不可分牌"),
    ("must-draw", "点数太低，必须要牌"),
    ("bust", "这一手牌已爆"),
    ("stands", "这一手牌已停牌"),
    ("absent", "玩家不在"),
    ("terminal-out", "玩家不在"),
    ("play-halted", "牌局暂停，等待处理"),
    ("power-undecided", "牌局暂停，等待处理"),
];

fn chinese(reason: &str) -> Option<&'static str> {
    CHINESE.iter().find(|(name, _)| *name == reason).map(|(_, told)| *told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_reason_that_is_translated_is_one_the_rule_books_have() {
        for (name, _) in CHINESE {
            assert!(rulebook::Reason::named(name).is_some(), "no rule book has a reason {name}");
        }
    }

    #[test]
    fn a_refusal_tells_the_amounts_that_are_open() {
        let range = Range { least: 500, most: 50_000, step: 500 };
        let against = Against { reason: "above-maximum", accepted: Some(range) };
        let told = Language::Chinese.refusal(&against);
        assert_eq!(told.as_deref(), Some("注码高于最高限额（5 至 500）"));
        assert_eq!(Language::English.refusal(&against), None);
    }
}
