//! What the page of one's own account says, and what is said about tokens.

use super::Language;

/// Every text of it that is the same whatever happens, in one language.
pub(crate) struct AccountTexts {
    /// A heading, and the way there.
    pub(crate) title: &'static str,
    /// A heading.
    pub(crate) change: &'static str,
    /// Under it.
    pub(crate) change_why: &'static str,
    /// A field.
    pub(crate) old: &'static str,
    /// A field.
    pub(crate) new: &'static str,
    /// Beside it.
    pub(crate) new_hint: &'static str,
    /// A field.
    pub(crate) again: &'static str,
    /// A button.
    pub(crate) change_it: &'static str,
    /// That it was done.
    pub(crate) changed: &'static str,
    /// Why not.
    pub(crate) wrong: &'static str,
    /// Why not.
    pub(crate) too_short: &'static str,
    /// Why not.
    pub(crate) too_long: &'static str,
    /// Why not.
    pub(crate) common: &'static str,
    /// Why not.
    pub(crate) differ: &'static str,
    /// A heading.
    pub(crate) tokens: &'static str,
    /// Under it, about one's own.
    pub(crate) tokens_why: &'static str,
    /// Under it, about everyone's.
    pub(crate) all_tokens_why: &'static str,
    /// When one has none.
    pub(crate) no_tokens: &'static str,
    /// When nobody has any.
    pub(crate) none_at_all: &'static str,
    /// Whose it is.
    pub(crate) acts_for: &'static str,
    /// Who made it.
    pub(crate) made_by: &'static str,
    /// Where that is not known.
    pub(crate) made_before: &'static str,
    /// When it was made.
    pub(crate) made_at: &'static str,
    /// When it expires.
    pub(crate) expires_at: &'static str,
    /// Opens the confirmation.
    pub(crate) revoke: &'static str,
    /// The confirmation.
    pub(crate) revoke_sure: &'static str,
    /// A button.
    pub(crate) revoke_it: &'static str,
    /// That it was done.
    pub(crate) revoked: &'static str,
    /// Why not.
    pub(crate) no_token: &'static str,
    /// To a guest.
    pub(crate) guest: &'static str,
    /// What a guest can do.
    pub(crate) guest_why: &'static str,
    /// To a guest who has an account.
    pub(crate) guest_sign_in: &'static str,
    /// To a terminal.
    pub(crate) terminal: &'static str,
}

const ENGLISH: AccountTexts = AccountTexts {
    title: "Your account",
    change: "Change your password",
    change_why: "You stay signed in here. You are signed out everywhere else, and every token that acts for you ends.",
    old: "Current password",
    new: "New password",
    new_hint: "10 to 200 characters. A few words that do not belong together are easy to remember and hard to guess.",
    again: "New password again",
    change_it: "Change password",
    changed: "Your password is changed. You are still signed in here. Everywhere else you are signed out, and no token acts for you any more.",
    wrong: "This is not your current password.",
    too_short: "This is too short: a password has at least 10 characters.",
    too_long: "This is too long: a password has at most 200 characters.",
    common: "This is one of the first passwords anybody would try. Use a few words that do not belong together.",
    differ: "The new passwords are not the same. Type the new one twice.",
    tokens: "Tokens",
    tokens_why: "A program that shows a token acts as you, without your password. Administrators make tokens. Revoke one that you do not know, or whose device is lost.",
    all_tokens_why: "A program that shows a token acts as the person it was made for, without a password. Tokens are made over the API.",
    no_tokens: "No token acts for you.",
    none_at_all: "There are none.",
    acts_for: "Acts for",
    made_by: "Made by",
    made_before: "not recorded",
    made_at: "Made (UTC)",
    expires_at: "Expires (UTC)",
    revoke: "Revoke …",
    revoke_sure: "The program that uses it is signed out at once. A revoked token never works again.",
    revoke_it: "Revoke this token",
    revoked: "The token is revoked.",
    no_token: "There is no such token any more: it was revoked or it has expired.",
    guest: "You play as a guest",
    guest_why: "A guest has no password and plays with play money: you can sit at any table marked “play money”, top your play money up there, and look at your past rounds.",
    guest_sign_in: "If you have an account, sign in here. You leave this guest and its play money behind.",
    terminal: "A terminal is a machine: it has no password, and an administrator looks after its token.",
};

const CHINESE: AccountTexts = AccountTexts {
    title: "我的账户",
    change: "更改密码",
    change_why: "更改后您在此处保持登录；其他地方的登录全部退出，代您操作的令牌全部失效。",
    old: "当前密码",
    new: "新密码",
    new_hint: "10 至 200 个字符。用几个互不相干的词组成，好记又难猜。",
    again: "再次输入新密码",
    change_it: "更改密码",
    changed: "密码已更改。您在此处仍保持登录，其他地方均已退出，代您操作的令牌均已失效。",
    wrong: "当前密码不正确。",
    too_short: "密码太短，至少需要 10 个字符。",
    too_long: "密码太长，最多 200 个字符。",
    common: "这个密码太容易被猜到。请改用几个互不相干的词。",
    differ: "两次输入的新密码不一致，请重新输入。",
    tokens: "令牌",
    tokens_why: "程序凭令牌即可以您的身份操作，无需密码。令牌由管理员生成。如有您不认识的令牌，或所在设备已遗失，请将其撤销。",
    all_tokens_why: "程序凭令牌即可以相应人员的身份操作，无需密码。令牌通过 API 生成。",
    no_tokens: "目前没有代您操作的令牌。",
    none_at_all: "目前没有令牌。",
    acts_for: "使用身份",
    made_by: "生成人",
    made_before: "无记录",
    made_at: "生成时间 (UTC)",
    expires_at: "到期时间 (UTC)",
    revoke: "撤销……",
    revoke_sure: "使用它的程序将立即退出登录。令牌撤销后不能恢复。",
    revoke_it: "撤销此令牌",
    revoked: "令牌已撤销。",
    no_token: "此令牌已不存在：已被撤销或已到期。",
    guest: "您正以访客身份游戏",
    guest_why: "访客没有密码，使用游戏币：您可以在标有“游戏币”的牌桌入座、在那里补足游戏币，并查看自己以往的牌局。",
    guest_sign_in: "如果您有账户，请在此登录。当前的访客身份及其游戏币将不再保留。",
    terminal: "终端机是设备，没有密码；其令牌由管理员管理。",
};

impl Language {
    /// The texts of the page of one's own account.
    pub(crate) const fn account(self) -> &'static AccountTexts {
        match self {
            Language::English => &ENGLISH,
            Language::Chinese => &CHINESE,
        }
    }

    /// That no password is looked at before some time has passed.
    pub(crate) fn too_many_wrong_passwords(self, seconds: u32) -> String {
        let (minutes, seconds) = if seconds > 60 { (seconds.div_ceil(60), 0) } else { (0, seconds.max(1)) };
        let wait = match (self, minutes, seconds) {
            (Language::English, 0, 1) => "1 second".to_owned(),
            (Language::English, 0, seconds) => format!("{seconds} seconds"),
            (Language::English, minutes, _) => format!("{minutes} minutes"),
            (Language::Chinese, 0, seconds) => format!("{seconds} 秒"),
            (Language::Chinese, minutes, _) => format!("{minutes} 分钟"),
        };
        match self {
            Language::English => format!("Too many wrong passwords from here. Try again in {wait}."),
            Language::Chinese => format!("此处密码错误次数过多，请在 {wait}后再试。"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn how_long_to_wait_is_told_in_whole_minutes_or_seconds() {
        for (seconds, told) in
            [(0, "1 second"), (1, "1 second"), (60, "60 seconds"), (61, "2 minutes"), (1800, "30 minutes")]
        {
            let english = Language::English.too_many_wrong_passwords(seconds);
            assert!(english.ends_with(&format!("Try again in {told}.")), "{english}");
        }
        assert!(Language::Chinese.too_many_wrong_passwords(1800).contains("30 分钟后"));
    }
}
