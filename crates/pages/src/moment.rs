//! Times for people, in UTC.

/// The milliseconds of a day.
const DAY: i64 = 86_400_000;

/// Date and time of a moment in milliseconds since 1970: as machines read it, and the time of day alone.
pub(crate) fn moment(at: i64) -> (String, String) {
    let (days, left) = (at.div_euclid(DAY), at.rem_euclid(DAY) / 1000);
    let clock = format!("{:02}:{:02}:{:02}", left / 3600, left / 60 % 60, left % 60);
    let (year, month, day) = date(days);
    (format!("{year:04}-{month:02}-{day:02}T{clock}Z"), clock)
}

/// The date this many days after 1970 began. Years begin in March here, so that leap days are the last of a year.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + i64::from(month <= 2), month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_written_as_calendars_have_them() {
        // Checked against `date -u -d @SECONDS`.
        let known = [
            (0, "1970-01-01T00:00:00Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"),
            (1_709_251_199_999, "2024-02-29T23:59:59Z"),
            (1_794_849_221_000, "2026-11-16T17:13:41Z"),
            (-1000, "1969-12-31T23:59:59Z"),
        ];
        for (at, written) in known {
            assert_eq!(moment(at).0, written);
        }
    }
}
