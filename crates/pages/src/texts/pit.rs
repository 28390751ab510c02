//! What the pit console says.

mod chinese;
mod english;
mod words;

use floor::Role;

pub(crate) use words::PitTexts;

use super::Language;

impl Language {
    /// The texts of the pit console.
    pub(crate) const fn pit(self) -> &'static PitTexts {
        match self {
            Language::English => &english::TEXTS,
            Language::Chinese => &chinese::TEXTS,
        }
    }

    /// A role.
    pub(crate) const fn role(self, role: Role) -> &'static str {
        match (self, role) {
            (Language::English, Role::Player) => "player",
            (Language::English, Role::Dealer) => "dealer",
            (Language::English, Role::Cashier) => "cashier",
            (Language::English, Role::Supervisor) => "supervisor",
            (Language::English, Role::PitManager) => "pit manager",
            (Language::English, Role::ShiftManager) => "shift manager",
            (Language::English, Role::Auditor) => "auditor",
            (Language::English, Role::Administrator) => "administrator",
            (Language::English, Role::Terminal) => "terminal",
            (Language::Chinese, Role::Player) => "玩家",
            (Language::Chinese, Role::Dealer) => "荷官",
            (Language::Chinese, Role::Cashier) => "出纳",
            (Language::Chinese, Role::Supervisor) => "主管",
            (Language::Chinese, Role::PitManager) => "监场经理",
            (Language::Chinese, Role::ShiftManager) => "值班经理",
            (Language::Chinese, Role::Auditor) => "审计员",
            (Language::Chinese, Role::Administrator) => "管理员",
            (Language::Chinese, Role::Terminal) => "终端机",
        }
    }

    /// From which round to which was looked at.
    pub(crate) fn rounds_looked_at(self, first: u32, last: u32) -> String {
        match self {
            Language::English => format!("Rounds {first} to {last}, the one that is on included."),
            Language::Chinese => format!("第 {first} 至 {last} 局，包括正在进行的一局。"),
        }
    }

    /// How many rounds a table has finished.
    pub(crate) fn rounds_over(self, rounds: u64) -> String {
        match self {
            Language::English if rounds == 1 => "1 round is over.".to_owned(),
            Language::English => format!("{rounds} rounds are over."),
            Language::Chinese => format!("已结束 {rounds} 局。"),
        }
    }

    /// That a player is kept to one spot.
    pub(crate) fn kept_to_one(self, name: &str) -> String {
        match self {
            Language::English => format!("{name} is kept to one spot"),
            Language::Chinese => format!("{name} 只可投一位"),
        }
    }

    /// That a spot is limited to a number of wagers.
    pub(crate) fn spot_limited(self, spot: u8, most: u8) -> String {
        match self {
            Language::English => format!("Spot {spot} is kept to {most} wagers at most"),
            Language::Chinese => format!("{spot} 号位最多 {most} 注"),
        }
    }

    /// That the house is full.
    pub(crate) const fn house_full(self) -> &'static str {
        match self {
            Language::English => "Full patronage: nobody decides for a spot they do not control",
            Language::Chinese => "客满：任何人不得为非其控制的注位作决定",
        }
    }

    /// A new shoe.
    pub(crate) fn new_shoe(self, cards: usize) -> String {
        match self {
            Language::English => format!("a new shoe of {cards} cards"),
            Language::Chinese => format!("新牌靴，共 {cards} 张"),
        }
    }

    /// How many tables were opened or closed.
    pub(crate) fn tables_switched(self, tables: usize, open: bool) -> String {
        match (self, open) {
            (Language::English, true) if tables == 1 => "1 table is open.".to_owned(),
            (Language::English, true) => format!("{tables} tables are open."),
            (Language::English, false) if tables == 1 => "1 table is closed.".to_owned(),
            (Language::English, false) => format!("{tables} tables are closed."),
            (Language::Chinese, true) => format!("{tables} 张牌桌已开放。"),
            (Language::Chinese, false) => format!("{tables} 张牌桌已关闭。"),
        }
    }

    /// That a login was disabled or enabled.
    pub(crate) fn login_switched(self, name: &str, disabled: bool) -> String {
        match (self, disabled) {
            (Language::English, true) => format!("The login of {name} is disabled."),
            (Language::English, false) => format!("The login of {name} is enabled."),
            (Language::Chinese, true) => format!("{name} 的账户已停用。"),
            (Language::Chinese, false) => format!("{name} 的账户已恢复。"),
        }
    }

    /// The interval a row of the chart shows, for viewers who do not see it.
    pub(crate) fn chart_row(self, wager: &str, actual: &str, theory: &str, errors: &str) -> String {
        match self {
            Language::English => {
                format!("{wager}: {actual} against {theory}, {errors} standard errors apart")
            }
            Language::Chinese => format!("{wager}：实际 {actual}，理论 {theory}，相差 {errors} 个标准误差"),
        }
    }
}
