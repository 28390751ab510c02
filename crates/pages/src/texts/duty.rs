//! What pages say about decisions that take two people and about who deals at a table.

use floor::{Approval, Dealers, LapseReason, Lapsed, Outcome, Request, SignOff, SignOffReason};

use super::Language;
use crate::page::money;

/// Every text of it that is the same whatever happens, in one language.
pub(crate) struct DutyTexts {
    /// A heading.
    pub(crate) waits: &'static str,
    /// An alert.
    pub(crate) second_needed: &'static str,
    /// An alert.
    pub(crate) dealer_missing: &'static str,
    /// Why something waits.
    pub(crate) waits_why: &'static str,
    /// What a decision moves.
    pub(crate) amount: &'static str,
    /// Who asked.
    pub(crate) asked_by: &'static str,
    /// Until when.
    pub(crate) until: &'static str,
    /// A button.
    pub(crate) approve: &'static str,
    /// A button.
    pub(crate) decline: &'static str,
    /// A button.
    pub(crate) take_back: &'static str,
    /// That it was done.
    pub(crate) approved: &'static str,
    /// That it was done.
    pub(crate) declined: &'static str,
    /// In the place of a decision that now waits.
    pub(crate) now_waits: &'static str,
    /// A heading: what became of what waited.
    pub(crate) decided: &'static str,
    /// A heading.
    pub(crate) dealers: &'static str,
    /// Who deals.
    pub(crate) dealer: &'static str,
    /// Nobody does.
    pub(crate) no_dealer: &'static str,
    /// Who may sign on.
    pub(crate) assigned: &'static str,
    /// A field.
    pub(crate) dealer_name: &'static str,
    /// A button.
    pub(crate) assign: &'static str,
    /// A button.
    pub(crate) take_off: &'static str,
    /// That it was done.
    pub(crate) dealers_changed: &'static str,
    /// To a dealer who can sign on.
    pub(crate) sign_on_first: &'static str,
    /// To a dealer who cannot.
    pub(crate) not_assigned: &'static str,
    /// A button.
    pub(crate) sign_on: &'static str,
    /// A button.
    pub(crate) sign_off: &'static str,
    /// To a dealer who deals.
    pub(crate) signed_on: &'static str,
    /// At the console, before what waits.
    pub(crate) confirms: &'static str,
    /// In a past round.
    pub(crate) by_two: &'static str,
}

const ENGLISH: DutyTexts = DutyTexts {
    waits: "Waits for a second person",
    second_needed: "A second person is needed",
    dealer_missing: "Wagers lie and no dealer is signed on",
    waits_why: "This is carried out once somebody else of the right post approves it. It lapses when the next round is opened, and when the round goes on so that it would move other chips.",
    amount: "Amount",
    asked_by: "Asked by",
    until: "until",
    approve: "Approve and carry out",
    decline: "Decline",
    take_back: "Take back",
    approved: "Approved and carried out.",
    declined: "It is not carried out.",
    now_waits: "Not carried out yet: it waits for a second person, who finds it on the table's page.",
    decided: "What became of decisions that waited",
    dealers: "Dealers",
    dealer: "Dealer",
    no_dealer: "Nobody is signed on.",
    assigned: "May sign on:",
    dealer_name: "Dealer's name",
    assign: "Assign",
    take_off: "Take off the table",
    dealers_changed: "Done.",
    sign_on_first: "Sign on to this table first: until then it takes no commands from you.",
    not_assigned: "Ask the pit to assign you to this table: until then it takes no commands from you.",
    sign_on: "Sign on",
    sign_off: "Sign off",
    signed_on: "You deal at this table.",
    confirms: "Hold the cards: this waits until a supervisor or a higher post confirms it.",
    by_two: "approved by",
};

const CHINESE: DutyTexts = DutyTexts {
    waits: "等待第二人批准",
    second_needed: "需要第二人批准",
    dealer_missing: "桌上有注，但没有荷官上桌",
    waits_why: "须由另一位具备相应职级的人员批准后才会执行；下一局开始时失效，本局继续进行致使所涉筹码改变时亦失效。",
    amount: "金额",
    asked_by: "提出人",
    until: "有效至",
    approve: "批准并执行",
    decline: "拒绝",
    take_back: "撤回",
    approved: "已批准并执行。",
    declined: "不予执行。",
    now_waits: "尚未执行：等待第二人批准，批准页面在该牌桌的页面上。",
    decided: "等待批准事项的结果",
    dealers: "荷官",
    dealer: "荷官",
    no_dealer: "没有荷官上桌。",
    assigned: "可上桌：",
    dealer_name: "荷官姓名",
    assign: "指派",
    take_off: "撤下",
    dealers_changed: "已完成。",
    sign_on_first: "请先上桌签到：签到之前本桌不接受您的操作。",
    not_assigned: "请监场指派您到本桌：指派之前本桌不接受您的操作。",
    sign_on: "上桌签到",
    sign_off: "下桌签退",
    signed_on: "您正在本桌发牌。",
    confirms: "请暂停发牌：须由主管或更高职级确认。",
    by_two: "批准人",
};

impl Language {
    /// The texts about two people and dealers.
    pub(crate) const fn duty(self) -> &'static DutyTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// What became of something that takes two people, for the log.
    pub(crate) fn approval(self, approval: &Approval) -> String {
        let asked = |Request { said, amount, number, .. }: &Request| {
            let (said, amount) = (said.join("; "), money(*amount));
            match self {
                Language::English => format!("waits for a second person (no. {number}, {amount}): {said}"),
                Language::Chinese => format!("等待第二人批准（第 {number} 号，{amount}）：{said}"),
            }
        };
        match (self, approval) {
            (_, Approval::Asked(request)) => asked(request),
            (Language::English, Approval::Approved { number, asked_by }) => {
                format!("approves no. {number}, which {asked_by} asked for")
            }
            (Language::Chinese, Approval::Approved { number, asked_by }) => {
                format!("批准第 {number} 号（{asked_by} 提出）")
            }
            (Language::English, Approval::Declined { number, asked_by }) => {
                format!("declines no. {number}, which {asked_by} asked for")
            }
            (Language::Chinese, Approval::Declined { number, asked_by }) => {
                format!("拒绝第 {number} 号（{asked_by} 提出）")
            }
            (Language::English, Approval::TakenBack { number }) => format!("takes no. {number} back"),
            (Language::Chinese, Approval::TakenBack { number }) => format!("撤回第 {number} 号"),
            (Language::English, Approval::Refused { number, asked_by, why }) => {
                format!("approves no. {number}, which {asked_by} asked for, but it is not carried out: {why}")
            }
            (Language::Chinese, Approval::Refused { number, asked_by, why }) => {
                format!("批准第 {number} 号（{asked_by} 提出），但未执行：{why}")
            }
            (Language::English, Approval::Lapsed { number }) => {
                format!("nobody approved no. {number} in time")
            }
            (Language::Chinese, Approval::Lapsed { number }) => format!("第 {number} 号逾时未获批准"),
        }
    }

    /// That something lapsed that waited for a second person, for the log.
    pub(crate) fn lapsed(self, Lapsed { number, asked_by, why }: &Lapsed) -> String {
        let why = self.lapse_reason(why);
        match self {
            Language::English => format!("no. {number}, which {asked_by} asked for, lapsed: {why}"),
            Language::Chinese => format!("第 {number} 号（{asked_by} 提出）失效：{why}"),
        }
    }

    fn lapse_reason(self, why: &LapseReason) -> String {
        match (self, why) {
            (Language::English, why) => why.says(),
            (Language::Chinese, LapseReason::NextRound) => "下一局已开始".to_owned(),
            (Language::Chinese, LapseReason::OtherChips) => "本局已继续进行，所涉筹码与提出时不同".to_owned(),
            (Language::Chinese, LapseReason::NotAllowed(why)) => {
                format!("本局已继续进行，规则已不允许：{why}")
            }
        }
    }

    /// What became of something that waited, in a few words.
    pub(crate) fn outcome(self, outcome: Outcome) -> &'static str {
        match (self, outcome) {
            (Language::English, Outcome::Approved) => "approved and carried out",
            (Language::Chinese, Outcome::Approved) => "已批准并执行",
            (Language::English, Outcome::Declined) => "declined",
            (Language::Chinese, Outcome::Declined) => "已拒绝",
            (Language::English, Outcome::TakenBack) => "taken back",
            (Language::Chinese, Outcome::TakenBack) => "已撤回",
            (Language::English, Outcome::NotCarriedOut) => "approved, but not carried out",
            (Language::Chinese, Outcome::NotCarriedOut) => "已批准，但未执行",
            (Language::English, Outcome::Lapsed) => "lapsed",
            (Language::Chinese, Outcome::Lapsed) => "已失效",
        }
    }

    /// Why a dealer was signed off without doing so themselves, for the log.
    pub(crate) fn signed_off(self, SignOff { dealer, why }: &SignOff) -> String {
        let why = match (self, why) {
            (Language::English, SignOffReason::SignedOut) => "they signed out",
            (Language::Chinese, SignOffReason::SignedOut) => "已退出登录",
            (Language::English, SignOffReason::Disabled) => "their login was disabled",
            (Language::Chinese, SignOffReason::Disabled) => "账号已停用",
            (Language::English, SignOffReason::NewPassword) => "they were given a new password",
            (Language::Chinese, SignOffReason::NewPassword) => "密码已被重设",
            (Language::English, SignOffReason::TokenRevoked) => "their token was revoked",
            (Language::Chinese, SignOffReason::TokenRevoked) => "令牌已撤销",
            (Language::English, SignOffReason::Locked) => "their console was idle and locked",
            (Language::Chinese, SignOffReason::Locked) => "操作台因闲置而锁定",
            (Language::English, SignOffReason::SessionEnded) => "their session ended",
            (Language::Chinese, SignOffReason::SessionEnded) => "登录已结束",
        };
        match self {
            Language::English => format!("{dealer} does not deal any more: {why}"),
            Language::Chinese => format!("{dealer} 不再发牌：{why}"),
        }
    }

    /// What changed about the dealers of a table, for the log.
    pub(crate) fn dealers_changed(self, before: &Dealers, after: &Dealers) -> Vec<String> {
        let say = |name: &String, english: &str, chinese: &str| match self {
            Language::English => format!("{name} {english}"),
            Language::Chinese => format!("{name} {chinese}"),
        };
        let added = after.assigned.difference(&before.assigned);
        let added = added.map(|name| say(name, "is assigned to the table", "获指派到本桌"));
        let removed = before.assigned.difference(&after.assigned);
        let removed = removed.map(|name| say(name, "is taken off the table", "从本桌撤下"));
        let off = before.on.iter().filter(|_| before.on != after.on);
        let off = off.map(|name| say(name, "is signed off", "下桌"));
        let on = after.on.iter().filter(|_| before.on != after.on);
        let on = on.map(|name| say(name, "signs on", "上桌"));
        added.chain(removed).chain(off).chain(on).collect()
    }
}
