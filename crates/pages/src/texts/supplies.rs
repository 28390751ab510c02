//! What is said of what runs out, the space on disks and the certificate, and of wagers that are not taken meanwhile.

use floor::{Certificate, Disk, Size, Space};

use super::Language;

impl Language {
    /// Above what runs out.
    pub(crate) const fn running_out(self) -> &'static str {
        match self {
            Language::English => "Running out",
            Language::Chinese => "即将用尽",
        }
    }

    /// What a table says that takes no wagers for now.
    pub(crate) const fn no_wagers_now(self) -> &'static str {
        match self {
            Language::English => "No wagers for now",
            Language::Chinese => "暂停投注",
        }
    }

    /// The same to a player, with what becomes of wagers that lie.
    pub(crate) const fn no_wagers_why(self) -> &'static str {
        match self {
            Language::English => "No wagers are taken for now. What is on the table is played to the end.",
            Language::Chinese => "本桌暂停接受投注；桌上的牌局会打完。",
        }
    }

    /// What is to be done about a disk, where less than `critical` suspends wagers.
    pub(crate) fn disk(self, disk: &Disk, critical: Size) -> Option<String> {
        let part = self.part_of_disk(&disk.part);
        if disk.failure.is_some() {
            return Some(match self {
                Language::English => {
                    format!("The free disk space for {part} cannot be read: the log says why.")
                }
                Language::Chinese => format!("无法读取{part}所在磁盘的剩余空间：原因见日志。"),
            });
        }
        let left = disk.left.filter(|_| disk.space > Space::Enough)?.about();
        Some(match (self, disk.is_needed, disk.space) {
            (Language::English, false, _) => {
                format!(
                    "Little disk space is left for {part}: {left}. Make space, or it is no longer written."
                )
            }
            (Language::Chinese, false, _) => {
                format!("{part}所在磁盘空间不足：剩余 {left}。请腾出空间，否则该副本将停止写入。")
            }
            (Language::English, true, Space::Critical) => format!(
                "Almost no disk space is left for {part}: {left}. No wagers are taken until there is space again. Make \
                 space now: when the disk is full the floor closes."
            ),
            (Language::Chinese, true, Space::Critical) => {
                format!(
                    "{part}所在磁盘即将写满：剩余 {left}。腾出空间前暂停投注。请立即腾出空间：磁盘写满后赌场将关闭。"
                )
            }
            (Language::English, true, _) if critical.is_zero() => {
                format!("Little disk space is left for {part}: {left}. Make space.")
            }
            (Language::Chinese, true, _) if critical.is_zero() => {
                format!("{part}所在磁盘空间不足：剩余 {left}。请腾出空间。")
            }
            (Language::English, true, _) => format!(
                "Little disk space is left for {part}: {left}. Make space: below {critical} no wagers are taken."
            ),
            (Language::Chinese, true, _) => {
                format!("{part}所在磁盘空间不足：剩余 {left}。请腾出空间：低于 {critical} 将暂停投注。")
            }
        })
    }

    /// What is written to a disk.
    fn part_of_disk(self, part: &str) -> String {
        match (self, part.strip_prefix("heads-copy-")) {
            (Language::English, Some(number)) => format!("copy {number} of the heads"),
            (Language::Chinese, Some(number)) => format!("账册头部副本 {number} "),
            (Language::English, None) => format!("the {part}"),
            (Language::Chinese, None) if part == "heads" => "账册头部".to_owned(),
            (Language::Chinese, None) => "账册数据库".to_owned(),
        }
    }

    /// What is to be done about the certificate.
    pub(crate) fn certificate(self, certificate: Certificate) -> Option<String> {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let days = certificate.left / DAY;
        certificate.is_due().then(|| match self {
            Language::English if certificate.has_expired() => {
                "The TLS certificate has expired and browsers refuse it: renew it now.".to_owned()
            }
            Language::English if days == 0 => {
                "The TLS certificate expires in less than a day: renew it now.".to_owned()
            }
            Language::English if days == 1 => "The TLS certificate expires in 1 day: renew it.".to_owned(),
            Language::English => format!("The TLS certificate expires in {days} days: renew it."),
            Language::Chinese if certificate.has_expired() => {
                "TLS 证书已过期，浏览器会拒绝访问：请立即更新。".to_owned()
            }
            Language::Chinese if days == 0 => "TLS 证书将在一天内过期：请立即更新。".to_owned(),
            Language::Chinese => format!("TLS 证书将在 {days} 天后过期：请更新。"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_told_in_both_languages_while_it_is_due() {
        const DAY: i64 = 24 * 60 * 60 * 1000;
        let told = |left| {
            Language::ALL
                .map(|language| language.certificate(Certificate { expires: left, left }).unwrap_or_default())
        };
        assert_eq!(told(15 * DAY), ["", ""]);
        for (left, english, chinese) in [
            (14 * DAY, "in 14 days", "14 天"),
            (DAY, "in 1 day:", "1 天"),
            (DAY - 1, "in less than a day", "一天内"),
            (0, "has expired", "已过期"),
        ] {
            let [in_english, in_chinese] = told(left);
            assert!(
                in_english.contains(english) && in_chinese.contains(chinese),
                "{in_english} {in_chinese}"
            );
        }
    }
}
