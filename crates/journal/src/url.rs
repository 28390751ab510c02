use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::error::NotADatabase;
use crate::files::beside;

/// Where a journal is kept: `sqlite:PATH`, `sqlite::memory:`, or `postgres://USER@HOST/NAME`.
///
/// `sqlite:PATH?cut-after=N&seed=S` is a drill: the disk loses its power at the N-th operation that changes a file, by a
/// chance that the seed decides, and the process ends as if killed. Of what was not synced some is then on disk, some not,
/// some in part. With `&then=fail` the process lives on and every further operation fails. Opened again without it, the
/// journal must be in order and hold every record that was acknowledged. Never serve guests with it.
///
/// ```
/// use journal::DatabaseUrl;
/// let url: DatabaseUrl = "postgres://floor:secret@localhost/casino".parse()?;
/// assert_eq!(url.to_string(), "postgres://floor:***@localhost/casino");
/// assert_eq!("sqlite:floor.db".parse::<DatabaseUrl>()?.to_string(), "sqlite:floor.db");
/// assert!("mysql://x".parse::<DatabaseUrl>().is_err());
/// # Ok::<(), journal::NotADatabase>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseUrl(pub(crate) Place);

#[derive(Clone, PartialEq, Eq)]
pub(crate) enum Place {
    Memory,
    File(PathBuf, Option<DrillPlan>),
    Postgres(String),
}

/// When the power goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct DrillPlan {
    /// At which operation that changes a file, from 1.
    pub(crate) cut_after: u64,
    /// What chance goes by.
    pub(crate) seed: u64,
    pub(crate) then: Then,
}

/// What happens after the power has gone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Then {
    /// The process ends at once.
    Abort,
    /// Every further operation fails.
    Fail,
}

impl FromStr for DatabaseUrl {
    type Err = NotADatabase;

    fn from_str(text: &str) -> Result<DatabaseUrl, NotADatabase> {
        match text.split_once(':') {
            Some(("sqlite", path)) => sqlite(text, path),
            Some(("postgres" | "postgresql", _)) => postgres(text),
            _ => Err(NotADatabase::Unknown(hidden(text))),
        }
        .map(DatabaseUrl)
    }
}

fn sqlite(text: &str, path: &str) -> Result<Place, NotADatabase> {
    let unreadable = |why: &str| NotADatabase::Unreadable { url: text.into(), why: why.into() };
    let path = path.strip_prefix("//").unwrap_or(path);
    let (path, options) = path.split_once('?').map_or((path, None), |(path, options)| (path, Some(options)));
    match (path, options) {
        ("", _) => Err(unreadable("the path is missing")),
        (":memory:", None) => Ok(Place::Memory),
        (":memory:", Some(_)) => Err(unreadable("a journal in memory has no options")),
        (path, None) => Ok(Place::File(path.into(), None)),
        (path, Some(options)) => match drill(options) {
            Some(plan) => Ok(Place::File(path.into(), Some(plan))),
            None => Err(unreadable("the options of a drill are cut-after=N, seed=S and then=fail")),
        },
    }
}

fn drill(options: &str) -> Option<DrillPlan> {
    let mut plan = DrillPlan { cut_after: 0, seed: 0, then: Then::Abort };
    for option in options.split('&') {
        match option.split_once('=')? {
            ("cut-after", number) => plan.cut_after = number.parse().ok()?,
            ("seed", number) => plan.seed = number.parse().ok()?,
            ("then", "fail") => plan.then = Then::Fail,
            _ => return None,
        }
    }
    Some(plan).filter(|plan| plan.cut_after > 0)
}

fn postgres(text: &str) -> Result<Place, NotADatabase> {
    let unreadable =
        |why: &dyn fmt::Display| Err(NotADatabase::Unreadable { url: hidden(text), why: why.to_string() });
    match text.parse::<tokio_postgres::Config>() {
        Ok(config) if config.get_dbname().is_none() => unreadable(&"the name of the database is missing"),
        Ok(_) => Ok(Place::Postgres(text.into())),
        Err(why) => unreadable(&why),
    }
}

/// The text with three stars for passwords, wherever one can stand.
fn hidden(text: &str) -> String {
    let (before, rest) = text.split_once("//").map_or(("", text), |(scheme, rest)| (scheme, rest));
    let slashes = if before.is_empty() { "" } else { "//" };
    let (address, query) = rest.split_once('?').map_or((rest, None), |(a, q)| (a, Some(q)));
    let address = match address.rsplit_once('@') {
        Some((who, place)) => match who.split_once(':') {
            Some((user, _)) => format!("{user}:***@{place}"),
            None => format!("{who}@{place}"),
        },
        None => address.to_owned(),
    };
    let query = query.map_or_else(String::new, |query| format!("?{}", hidden_options(query)));
    format!("{before}{slashes}{address}{query}")
}

fn hidden_options(query: &str) -> String {
    let hide = |option: &str| match option.split_once('=') {
        Some(("password" | "sslpassword", _)) => "password=***".to_owned(),
        _ => option.to_owned(),
    };
    query.split('&').map(hide).collect::<Vec<_>>().join("&")
}

impl DatabaseUrl {
    /// Where its heads are kept where nothing else is said: beside the file it really is. None for PostgreSQL, and in memory.
    #[must_use]
    pub fn heads(&self) -> Option<PathBuf> {
        let Place::File(path, _) = &self.0 else { return None };
        Some(beside(path.canonicalize().as_ref().unwrap_or(path), ".heads"))
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Place::Memory => f.write_str("sqlite::memory:"),
            Place::File(path, None) => write!(f, "sqlite:{}", path.display()),
            Place::File(path, Some(DrillPlan { cut_after, seed, then })) => {
                let then = if *then == Then::Fail { "&then=fail" } else { "" };
                write!(f, "sqlite:{}?cut-after={cut_after}&seed={seed}{then}", path.display())
            }
            Place::Postgres(url) => f.write_str(&hidden(url)),
        }
    }
}

impl fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_password_is_shown() {
        for url in [
            "postgres://a:secret@h/d",
            "postgresql://a:se@cret@h:5432/d?application_name=x",
            "postgres://a@h/d?password=secret",
            "postgres://a:secret@h",
            "mysql://a:secret@h/d",
        ] {
            let shown = match url.parse::<DatabaseUrl>() {
                Ok(url) => format!("{url} {url:?}"),
                Err(why) => why.to_string(),
            };
            assert!(!shown.contains("secret") && !shown.contains("cret@"), "{shown}");
        }
    }

    #[test]
    fn a_drill_is_an_option() {
        for text in ["sqlite:floor.db?cut-after=7&seed=3", "sqlite:floor.db?cut-after=7&seed=0&then=fail"] {
            assert_eq!(text.parse::<DatabaseUrl>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn what_names_no_database_is_refused() {
        for text in [
            "",
            "sqlite:",
            "floor.db",
            "postgres://a@h",
            "postgres://a@h:port/d",
            "sqlite:floor.db?mode=ro",
            "sqlite:floor.db?cut-after=0",
            "sqlite::memory:?cut-after=1",
        ] {
            assert!(text.parse::<DatabaseUrl>().is_err(), "{text}");
        }
    }
}
