use std::fmt;
use std::path::PathBuf;
use std::str::FromStr;

use crate::error::NotADatabase;
use crate::files::beside;
use crate::postgres::require_readable;

/// Where a journal is kept: `sqlite:PATH`, `sqlite::memory:`, or `postgres://USER@HOST/NAME`.
///
/// `postgres://…?sslmode=MODE&sslrootcert=FILE` says how PostgreSQL is spoken to, in libpq's words: `disable`, `prefer`, `require`,
/// `verify-ca`, `verify-full`. Without a word it is `prefer` on this machine and `require` on any other.
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
    match require_readable(text) {
        Ok(()) => Ok(Place::Postgres(text.into())),
        Err(why) => Err(NotADatabase::Unreadable { url: hidden(text), why }),
    }
}

/// The text with three stars for passwords, wherever one can stand.
fn hidden(text: &str) -> String {
    let (scheme, rest) =
        text.split_once("//").map_or((String::new(), text), |(scheme, rest)| (format!("{scheme}//"), rest));
    // A password may have any sign in it, a question mark too: it ends at the last `@`.
    let (who, place) = rest.rsplit_once('@').map_or((None, rest), |(who, place)| (Some(who), place));
    let who = who.map(|who| match who.split_once(':') {
        Some((user, _)) => format!("{user}:***@"),
        None => format!("{}@", hidden_options(who)),
    });
    format!("{scheme}{}{}", who.unwrap_or_default(), hidden_options(place))
}

/// Options follow a question mark, and one another.
fn hidden_options(text: &str) -> String {
    let hide = |option: &str| match option.split_once('=') {
        // What is written in another way than ours is hidden too: it may be decoded into anything.
        Some((name, _)) if name.ends_with("password") || name.contains('%') => format!("{name}=***"),
        _ => option.to_owned(),
    };
    text.split('?')
        .map(|part| part.split('&').map(hide).collect::<Vec<_>>().join("&"))
        .collect::<Vec<_>>()
        .join("?")
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
            "postgres://a:se?secret@h/d",
            "postgres://a:se?secret@h/d?sslmode=verify-full&sslrootcert=x",
            "postgres://a:x/y?secret@h/d?sslmode=nonsense",
            "postgres://h/d?user=a@b&password=secret",
            "postgres://h/d?pass%77ord=secret",
            "postgres://a@h/d?sslpassword=secret",
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
    fn all_but_the_password_is_shown() {
        for (url, shown) in [
            ("postgres://a@%2Frun/d", "postgres://a@%2Frun/d"),
            (
                "postgres://a:b@h:5432/d?sslmode=verify-full&sslrootcert=/r.crt&password=c",
                "postgres://a:***@h:5432/d?sslmode=verify-full&sslrootcert=/r.crt&password=***",
            ),
        ] {
            assert_eq!(url.parse::<DatabaseUrl>().unwrap().to_string(), shown);
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
            "postgres://a@h/d?sslmode=allow",
            "postgres://a@h/d?sslcert=me.crt",
            "sqlite:floor.db?mode=ro",
            "sqlite:floor.db?cut-after=0",
            "sqlite::memory:?cut-after=1",
        ] {
            assert!(text.parse::<DatabaseUrl>().is_err(), "{text}");
        }
    }
}
