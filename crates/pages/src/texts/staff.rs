//! What the pages of administrators and cashiers say.

use super::Language;

/// Every text of them, in one language.
pub(crate) struct StaffTexts {
    /// In the lobby.
    pub(crate) your_pages: &'static str,
    /// A heading.
    pub(crate) add: &'static str,
    /// A field.
    pub(crate) name: &'static str,
    /// Beside it, and why a name was not taken.
    pub(crate) name_hint: &'static str,
    /// A field.
    pub(crate) role: &'static str,
    /// A field.
    pub(crate) password: &'static str,
    /// Beside it, and why a password was not taken.
    pub(crate) password_hint: &'static str,
    /// Beside it.
    pub(crate) left_empty: &'static str,
    /// A button.
    pub(crate) add_him: &'static str,
    /// A field.
    pub(crate) device: &'static str,
    /// Beside it.
    pub(crate) device_hint: &'static str,
    /// A heading.
    pub(crate) everyone: &'static str,
    /// A field.
    pub(crate) find: &'static str,
    /// A button.
    pub(crate) look: &'static str,
    /// When nobody is found.
    pub(crate) nobody: &'static str,
    /// When too many are.
    pub(crate) more: &'static str,
    /// Beside oneself.
    pub(crate) you: &'static str,
    /// A state.
    pub(crate) enabled: &'static str,
    /// A state.
    pub(crate) disabled: &'static str,
    /// A deed.
    pub(crate) new_password: &'static str,
    /// Beside it.
    pub(crate) new_password_why: &'static str,
    /// A button.
    pub(crate) give: &'static str,
    /// A button.
    pub(crate) disable: &'static str,
    /// A button.
    pub(crate) enable: &'static str,
    /// A state, after wrong passwords.
    pub(crate) locked_out: &'static str,
    /// A button.
    pub(crate) lift: &'static str,
    /// A heading.
    pub(crate) fresh: &'static str,
    /// Under it.
    pub(crate) fresh_why: &'static str,
    /// A link.
    pub(crate) noted: &'static str,
    /// A heading.
    pub(crate) player: &'static str,
    /// Beside it.
    pub(crate) player_why: &'static str,
    /// When they are not found.
    pub(crate) no_player: &'static str,
    /// A figure.
    pub(crate) has: &'static str,
    /// A field.
    pub(crate) amount: &'static str,
    /// Why not.
    pub(crate) no_amount: &'static str,
    /// A button.
    pub(crate) sell: &'static str,
    /// A button.
    pub(crate) cash_out: &'static str,
    /// A button.
    pub(crate) settle: &'static str,
    /// With a gap for the debt.
    pub(crate) owes: &'static str,
    /// Why not.
    pub(crate) sent_before: &'static str,
    /// A heading.
    pub(crate) receipt: &'static str,
    /// A heading.
    pub(crate) receipts: &'static str,
    /// When there are none.
    pub(crate) no_receipts: &'static str,
    /// A column.
    pub(crate) number: &'static str,
    /// A column.
    pub(crate) at: &'static str,
    /// A column.
    pub(crate) what: &'static str,
    /// What was done.
    pub(crate) sold: &'static str,
    /// What was done.
    pub(crate) cashed_out: &'static str,
    /// What was done.
    pub(crate) settled: &'static str,
    /// Who did it.
    pub(crate) by: &'static str,
}

impl Language {
    /// The texts of administrators' and cashiers' pages.
    pub(crate) const fn staff(self) -> &'static StaffTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }
}

const ENGLISH: StaffTexts = StaffTexts {
    your_pages: "Your pages",
    add: "Add someone",
    name: "Name",
    name_hint: "2 to 32 small letters, digits and dashes, beginning with a letter; no word of the notation such as dealer or pit.",
    role: "Role",
    password: "Password",
    password_hint: "A password has 10 to 200 characters.",
    left_empty: "Left empty, a password is made and shown once.",
    add_him: "Add",
    device: "Device id",
    device_hint: "For a terminal only, which has no password: 1 to 100 letters, digits and signs. Make a token for it over the API.",
    everyone: "Everyone",
    find: "Find a name",
    look: "Find",
    nobody: "Nobody has such a name.",
    more: "Not all are shown: find others by name.",
    you: "you",
    enabled: "enabled",
    disabled: "disabled",
    new_password: "New password",
    new_password_why: "This signs them out everywhere.",
    give: "Give it",
    disable: "Disable",
    enable: "Enable",
    locked_out: "locked out after wrong passwords",
    lift: "Lift the lock-out",
    fresh: "The password of {name}",
    fresh_why: "It is shown this once and kept nowhere it could be read: note it or hand it over now.",
    noted: "It is noted",
    player: "Player",
    player_why: "Login name. Guests cannot buy or cash out.",
    no_player: "There is no player of this name.",
    has: "has credits:",
    amount: "Amount",
    no_amount: "An amount is a number such as 100 or 12.50.",
    sell: "Sell credits",
    cash_out: "Cash out",
    settle: "Settle the debt",
    owes: "They owe {debt}: a payment was taken back after they had spent it. Sell them credits and settle it; until then nothing is cashed out.",
    sent_before: "This form was sent before, for something else. Nothing was exchanged now; send it again.",
    receipt: "Receipt {number}",
    receipts: "Your last receipts",
    no_receipts: "No receipts yet.",
    number: "No.",
    at: "Time (UTC)",
    what: "What",
    sold: "Credits sold",
    cashed_out: "Cashed out",
    settled: "Debt settled",
    by: "Cashier",
};

const CHINESE: StaffTexts = StaffTexts {
    your_pages: "您的页面",
    add: "添加人员",
    name: "用户名",
    name_hint: "2 至 32 个小写字母、数字和连字符，以字母开头；不可为 dealer、pit 等记录用词。",
    role: "角色",
    password: "密码",
    password_hint: "密码为 10 至 200 个字符。",
    left_empty: "留空则自动生成，仅显示一次。",
    add_him: "添加",
    device: "设备编号",
    device_hint: "仅用于终端机（无密码）：1 至 100 个英文字母、数字和符号。其令牌通过 API 生成。",
    everyone: "全部人员",
    find: "按名字查找",
    look: "查找",
    nobody: "没有这样的名字。",
    more: "未全部显示：请按名字查找。",
    you: "您",
    enabled: "已启用",
    disabled: "已停用",
    new_password: "新密码",
    new_password_why: "此人将在所有设备上退出。",
    give: "设定",
    disable: "停用",
    enable: "恢复",
    locked_out: "密码多次错误，已锁定",
    lift: "解除锁定",
    fresh: "{name} 的密码",
    fresh_why: "仅显示这一次，不会以可读形式保存：请立即记下或转交。",
    noted: "已记下",
    player: "玩家",
    player_why: "登录用户名。访客不能购买额度或兑现。",
    no_player: "没有这个名字的玩家。",
    has: "的余额：",
    amount: "金额",
    no_amount: "金额为数字，例如 100 或 12.50。",
    sell: "出售额度",
    cash_out: "兑现",
    settle: "清偿欠款",
    owes: "该玩家欠款 {debt}：一笔赔付在花掉之后被收回。请先售出筹码额并清偿欠款；在此之前不能兑现。",
    sent_before: "此表单先前已用于另一笔。本次未作任何兑换，请重新发送。",
    receipt: "收据 {number}",
    receipts: "您最近的收据",
    no_receipts: "暂无收据。",
    number: "编号",
    at: "时间 (UTC)",
    what: "事项",
    sold: "出售额度",
    cashed_out: "兑现",
    settled: "已清偿欠款",
    by: "出纳",
};
