//! What stands at the doors of pages for staff.

use floor::Role;

use super::Language;
use crate::door::Door;

/// Every text about one of them, in one language.
pub(crate) struct DoorTexts {
    /// What is behind it.
    pub(crate) title: &'static str,
    /// What one does there, in the lobby.
    pub(crate) what: &'static str,
    /// When someone may not come in.
    pub(crate) shut: &'static str,
    /// When someone may not look at a part of it.
    pub(crate) part: &'static str,
    /// Who may.
    pub(crate) for_whom: &'static str,
    /// The way to the viewer's own pages.
    pub(crate) back: &'static str,
}

impl Language {
    /// The texts of a door.
    pub(crate) const fn door(self, door: Door) -> &'static DoorTexts {
        match (self, door) {
            (Language::English, Door::Dealer) => &ENGLISH_DEALER,
            (Language::English, Door::Pit) => &ENGLISH_PIT,
            (Language::English, Door::People) => &ENGLISH_PEOPLE,
            (Language::English, Door::Cage) => &ENGLISH_CAGE,
            (Language::Chinese, Door::Dealer) => &CHINESE_DEALER,
            (Language::Chinese, Door::Pit) => &CHINESE_PIT,
            (Language::Chinese, Door::People) => &CHINESE_PEOPLE,
            (Language::Chinese, Door::Cage) => &CHINESE_CAGE,
        }
    }

    /// Why not: nobody is signed in.
    pub(crate) const fn nobody_here(self) -> &'static str {
        match self {
            Language::English => "Nobody is signed in at this browser. Sign in here, and this page comes.",
            Language::Chinese => "此浏览器尚未登录。请在此登录，然后即显示本页。",
        }
    }

    /// Why not: someone else is.
    pub(crate) const fn not_for(self) -> &'static str {
        match self {
            Language::English => {
                "You are signed in as {who}, {role}. This is not for {role}: sign in with a name it is for."
            }
            Language::Chinese => "您以 {who}（{role}）的身份登录，此处不供{role}使用：请用相应的名字登录。",
        }
    }

    /// A role within a sentence.
    pub(crate) const fn a_role(self, role: Role) -> &'static str {
        match (self, role) {
            (Language::English, Role::Player) => "a player",
            (Language::English, Role::Dealer) => "a dealer",
            (Language::English, Role::Cashier) => "a cashier",
            (Language::English, Role::Supervisor) => "a supervisor",
            (Language::English, Role::PitManager) => "a pit manager",
            (Language::English, Role::ShiftManager) => "a shift manager",
            (Language::English, Role::Auditor) => "an auditor",
            (Language::English, Role::Administrator) => "an administrator",
            (Language::English, Role::Terminal) => "a terminal",
            (Language::Chinese, role) => Language::Chinese.role(role),
        }
    }
}

const ENGLISH_DEALER: DoorTexts = DoorTexts {
    title: "Dealer console",
    what: "Run a table: open it from the table's card below.",
    shut: "The dealer console is not open to you",
    part: "This page of the dealer console is not open to you",
    for_whom: "The dealer console is for dealers, supervisors and managers. It opens from a table's card in the lobby.",
    back: "To the tables",
};

const ENGLISH_PIT: DoorTexts = DoorTexts {
    title: "Pit",
    what: "All tables at a glance; open and close them; what is posted, decided and logged.",
    shut: "The pit console is not open to you",
    part: "This page of the pit console is not open to you",
    for_whom: "It is for supervisors, pit managers, shift managers, auditors and administrators, each with what is theirs to see and to do.",
    back: "Back to what is yours in the pit console",
};

const ENGLISH_PEOPLE: DoorTexts = DoorTexts {
    title: "People",
    what: "Add staff and players, give new passwords, disable a login, revoke tokens.",
    shut: "The list of people is not open to you",
    part: "This page about people is not open to you",
    for_whom: "It is for administrators, who add people, give passwords, disable logins and revoke tokens.",
    back: "Back to the list of people",
};

const ENGLISH_CAGE: DoorTexts = DoorTexts {
    title: "Cage",
    what: "Sell credits to a player and cash out for them, with a receipt.",
    shut: "The cage is not open to you",
    part: "This page of the cage is not open to you",
    for_whom: "It is for cashiers, who sell credits to players and cash out for them.",
    back: "Back to the cage",
};

const CHINESE_DEALER: DoorTexts = DoorTexts {
    title: "荷官台",
    what: "主持牌桌：从下方牌桌卡片打开。",
    shut: "您不能进入荷官台",
    part: "您不能查看荷官台的此页",
    for_whom: "荷官台仅供荷官、主管和经理使用，从大厅的牌桌卡片打开。",
    back: "返回牌桌",
};

const CHINESE_PIT: DoorTexts = DoorTexts {
    title: "监场",
    what: "一览全部牌桌，开放与关闭，公告、裁决与日志。",
    shut: "您不能进入监场台",
    part: "您不能查看监场台的此页",
    for_whom: "监场台供主管、监场经理、值班经理、审计员和管理员使用，各人只见其所应见、只做其所应做。",
    back: "返回监场台中您可用的部分",
};

const CHINESE_PEOPLE: DoorTexts = DoorTexts {
    title: "人员",
    what: "添加员工和玩家，重设密码，停用账户，撤销令牌。",
    shut: "您不能查看人员名单",
    part: "您不能查看此人员页面",
    for_whom: "人员名单仅供管理员使用：添加人员、设定密码、停用账户、撤销令牌。",
    back: "返回人员名单",
};

const CHINESE_CAGE: DoorTexts = DoorTexts {
    title: "账房",
    what: "为玩家出售额度和兑现，并出具收据。",
    shut: "您不能进入账房",
    part: "您不能查看账房的此页",
    for_whom: "账房仅供出纳使用：为玩家出售额度和兑现。",
    back: "返回账房",
};
