//! Figures as people read them.

/// A part of a whole as per cent.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.4} %", part * 100.0).replace('-', "−")
}

/// A difference as per cent, with its sign; one too small to be seen has none.
pub(crate) fn difference(part: f64) -> String {
    if (part * 1e6).round() == 0.0 {
        return "0".to_owned();
    }
    let sign = if part > 0.0 { "+" } else { "" };
    format!("{sign}{}", percent(part))
}

/// A value in wagers, with its sign.
pub(crate) fn value(value: f64) -> String {
    if value.abs() < 5e-5 {
        return "0.0000".to_owned();
    }
    format!("{value:+.4}").replace('-', "−")
}

/// A chance as one in so many.
pub(crate) fn one_in(chance: f64) -> String {
    if chance <= 0.0 {
        return "–".to_owned();
    }
    let many = 1.0 / chance;
    if many < 100.0 { format!("1 : {many:.1}") } else { format!("1 : {many:.0}") }
}

/// A time, in the clock of the world.
pub(crate) fn time(millis: i64) -> String {
    let Ok(at) = time::OffsetDateTime::from_unix_timestamp(millis.div_euclid(1000)) else {
        return String::new();
    };
    let (date, clock) = (at.date(), at.time());
    format!(
        "{}-{:02}-{:02} {:02}:{:02}:{:02}",
        date.year(),
        u8::from(date.month()),
        date.day(),
        clock.hour(),
        clock.minute(),
        clock.second()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_written_as_people_read_them() {
        assert_eq!(percent(-0.001_914), "−0.1914 %");
        assert_eq!(difference(0.000_705), "+0.0705 %");
        assert_eq!(difference(-1e-9), "0");
        assert_eq!(value(-0.5), "−0.5000");
        assert_eq!(value(-0.0), "0.0000");
        assert_eq!(one_in(1.0 / 12.5), "1 : 12.5");
        assert_eq!(one_in(1.0 / 5000.0), "1 : 5000");
        assert_eq!(time(1_700_000_000_123), "2023-11-14 22:13:20");
    }
}
