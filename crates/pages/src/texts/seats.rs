//! What is said about seats that end.

use floor::{SeatEnd, SeatEndReason};

use super::Language;

impl Language {
    /// After how many more rounds without a wager a seat ends.
    pub(crate) fn rounds_to_seat_end(self, left: u32) -> String {
        match (self, left) {
            (Language::English, 0) => "You missed too many rounds and stand up now.".to_owned(),
            (Language::English, 1) => "You stand up after 1 more round without a wager.".to_owned(),
            (Language::English, left) => format!("You stand up after {left} more rounds without a wager."),
            (Language::Chinese, 0) => "您错过的局数过多，现在将离座。".to_owned(),
            (Language::Chinese, left) => format!("再有 {left} 局不下注，您将离座。"),
        }
    }

    /// How often a player can still keep the seat without a wager.
    pub(crate) fn stays_left(self, left: u32) -> String {
        match (self, left) {
            (Language::English, 0) => "You can no longer keep this seat without a wager.".to_owned(),
            (Language::English, 1) => "You can keep this seat once more without a wager.".to_owned(),
            (Language::English, 2) => "You can keep this seat twice more without a wager.".to_owned(),
            (Language::English, left) => format!("You can keep this seat {left} more times without a wager."),
            (Language::Chinese, 0) => "留座次数已用完，须下注才能保留座位。".to_owned(),
            (Language::Chinese, left) => format!("不下注还可留座 {left} 次。"),
        }
    }

    /// That somebody's seat ended, and why; `own` where they read it themselves.
    pub(crate) fn seat_ended(self, end: &SeatEnd, own: bool) -> String {
        let (player, why) = (&end.player, self.seat_end_reason(end));
        match (self, own) {
            (Language::English, true) => format!("Your seat ended: {why}."),
            (Language::English, false) => format!("The seat of {player} ended: {why}."),
            (Language::Chinese, true) => format!("您已离座：{why}。"),
            (Language::Chinese, false) => format!("{player} 已离座：{why}。"),
        }
    }

    /// That staff ended somebody's seat.
    pub(crate) fn seat_ended_by_hand(self, player: &str) -> String {
        match self {
            Language::English => format!("The seat of {player} is free."),
            Language::Chinese => format!("{player} 的座位已空出。"),
        }
    }

    fn seat_end_reason(self, end: &SeatEnd) -> String {
        let words = end.words.as_deref().unwrap_or_default();
        let why = match (self, end.why) {
            (Language::English, SeatEndReason::MissedRounds) => "too many rounds without a wager",
            (Language::English, SeatEndReason::SignedOut) => "signed out",
            (Language::English, SeatEndReason::Away) => "away for too long",
            (Language::English, SeatEndReason::Idle) => "silent for too long while bets were open",
            (Language::English, SeatEndReason::Staff) => return format!("staff decided so ({words})"),
            (Language::Chinese, SeatEndReason::MissedRounds) => "连续多局未下注",
            (Language::Chinese, SeatEndReason::SignedOut) => "已退出登录",
            (Language::Chinese, SeatEndReason::Away) => "离开过久",
            (Language::Chinese, SeatEndReason::Idle) => "可下注期间长时间无操作",
            (Language::Chinese, SeatEndReason::Staff) => return format!("工作人员决定（{words}）"),
        };
        why.to_owned()
    }
}
