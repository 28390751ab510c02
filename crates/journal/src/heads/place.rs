//! Where further copies of the notes are kept: files on other disks, and URLs.

use std::fmt;
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use hyper::Uri;
use hyper::header::HeaderValue;
use hyper::http::uri::{Authority, Scheme};

use crate::error::NotAHeadsUrl;

/// A URL that has not taken a note for this long is reported, where nothing else is said.
const LATE: Duration = Duration::from_mins(1);

/// A further place for the notes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HeadsPlace {
    /// A file, which every note is added to.
    File(PathBuf),
    /// A URL, which every note is sent to.
    Url(Box<HeadsUrl>),
}

impl From<PathBuf> for HeadsPlace {
    fn from(path: PathBuf) -> HeadsPlace {
        HeadsPlace::File(path)
    }
}

impl From<HeadsUrl> for HeadsPlace {
    fn from(url: HeadsUrl) -> HeadsPlace {
        HeadsPlace::Url(Box::new(url))
    }
}

impl fmt::Display for HeadsPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HeadsPlace::File(path) => path.display().fmt(f),
            HeadsPlace::Url(url) => url.fmt(f),
        }
    }
}

/// A URL that takes notes with `PUT` and returns the newest with `GET`. Shown without its query, which may hold a secret.
///
/// ```
/// use journal::HeadsUrl;
/// let url: HeadsUrl = "https://witness.example/floor-1?key=secret".parse()?;
/// assert_eq!(url.to_string(), "https://witness.example/floor-1?***");
/// assert!("http://127.0.0.1:8080/".parse::<HeadsUrl>().is_ok());
/// assert!("http://witness.example/".parse::<HeadsUrl>().is_err());
/// assert!(HeadsUrl::in_the_clear("http://witness.example/").is_ok());
/// # Ok::<(), journal::NotAHeadsUrl>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct HeadsUrl {
    uri: Uri,
    /// What is shown as a bearer token; `None` if the server needs none.
    pub token: Option<HeadsToken>,
    /// A file with the authorities whose certificates are trusted, in PEM form; the system's where nothing is said.
    pub authorities: Option<PathBuf>,
    /// Whether a journal is not opened while the URL does not answer.
    pub required: bool,
    /// A URL that has not taken a note for this long is reported.
    pub late: Duration,
}

impl HeadsUrl {
    /// Reads a URL that may go to another machine without TLS.
    ///
    /// # Errors
    ///
    /// When it is no URL for notes.
    pub fn in_the_clear(text: &str) -> Result<HeadsUrl, NotAHeadsUrl> {
        let wrong = |why| NotAHeadsUrl { url: without_secrets(text), why };
        let uri: Uri = text.parse().map_err(|_| wrong("it is no URL"))?;
        let authority = uri.authority().ok_or_else(|| wrong("it names no host"))?;
        if authority.as_str().contains('@') {
            return Err(wrong("a password has no place in a URL: put a token into a file"));
        }
        if text.contains('#') {
            return Err(wrong("a fragment (`#`) is not sent to a server"));
        }
        if uri.scheme() != Some(&Scheme::HTTPS) && uri.scheme() != Some(&Scheme::HTTP) {
            return Err(wrong("it begins with https:// or http://"));
        }
        Ok(HeadsUrl { uri, token: None, authorities: None, required: false, late: LATE })
    }

    pub(super) fn is_over_tls(&self) -> bool {
        self.uri.scheme() == Some(&Scheme::HTTPS)
    }

    /// The host as it is connected to.
    pub(super) fn host(&self) -> &str {
        let host = self.uri.host().unwrap_or_default();
        host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host)
    }

    pub(super) fn port(&self) -> u16 {
        self.uri.port_u16().unwrap_or(if self.is_over_tls() { 443 } else { 80 })
    }

    /// The host and port as a request names them.
    pub(super) fn authority(&self) -> &str {
        self.uri.authority().map(Authority::as_str).unwrap_or_default()
    }

    /// What a request asks for there.
    pub(super) fn path(&self) -> &str {
        self.uri.path_and_query().map_or("/", |path| path.as_str())
    }

    fn is_on_this_machine(&self) -> bool {
        let host = self.host();
        host == "localhost"
            || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
    }
}

impl std::str::FromStr for HeadsUrl {
    type Err = NotAHeadsUrl;

    fn from_str(text: &str) -> Result<HeadsUrl, NotAHeadsUrl> {
        let url = HeadsUrl::in_the_clear(text)?;
        if url.is_over_tls() || url.is_on_this_machine() {
            return Ok(url);
        }
        Err(NotAHeadsUrl { url: url.to_string(), why: NotAHeadsUrl::IN_THE_CLEAR })
    }
}

impl fmt::Display for HeadsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scheme = self.uri.scheme_str().unwrap_or_default();
        write!(f, "{scheme}://{}{}", self.authority(), self.uri.path())?;
        if self.uri.query().is_some() { f.write_str("?***") } else { Ok(()) }
    }
}

impl fmt::Debug for HeadsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// What of a text can be shown: no name before `@`, no query.
fn without_secrets(text: &str) -> String {
    let (text, query) = text.split_once('?').map_or((text, ""), |(text, _)| (text, "?***"));
    let (scheme, rest) = text.split_once("://").unwrap_or(("", text));
    let divider = if scheme.is_empty() { "" } else { "://" };
    let rest = rest.rsplit_once('@').map_or_else(|| rest.to_owned(), |(_, rest)| format!("***@{rest}"));
    format!("{scheme}{divider}{rest}{query}")
}

/// A secret that a URL wants to see. It is never shown.
#[derive(Clone, PartialEq, Eq)]
pub struct HeadsToken(HeaderValue);

impl HeadsToken {
    /// Reads a token; `None` if the text is empty or cannot stand in a header.
    #[must_use]
    pub fn read(text: &str) -> Option<HeadsToken> {
        let text = text.trim();
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return None;
        }
        let mut value = HeaderValue::try_from(format!("Bearer {text}")).ok()?;
        value.set_sensitive(true);
        Some(HeadsToken(value))
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }
}

impl fmt::Debug for HeadsToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("HeadsToken(***)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_url_is_taken_apart() {
        for (text, host, port, path, over_tls) in [
            ("https://witness.example", "witness.example", 443, "/", true),
            ("https://witness.example:8443/a/b?c=d", "witness.example", 8443, "/a/b?c=d", true),
            ("http://localhost/a", "localhost", 80, "/a", false),
            ("http://127.8.8.8:81/", "127.8.8.8", 81, "/", false),
            ("http://[::1]:81/", "::1", 81, "/", false),
        ] {
            let url: HeadsUrl = text.parse().expect(text);
            let parts = (url.host(), url.port(), url.path(), url.is_over_tls());
            assert_eq!(parts, (host, port, path, over_tls), "{text}");
        }
    }

    #[test]
    fn what_is_no_url_for_notes_is_refused_without_its_secrets() {
        for text in [
            "",
            "/mnt/witness",
            "ftp://witness.example/",
            "https://",
            "https://ann:secret@witness.example/",
            "https://witness.example/#secret",
            "http://witness.example/?a=secret",
            "http://10.0.0.1/",
            "http://localhost.evil.example/",
            "https://witness.example/ x?secret",
        ] {
            let why = text.parse::<HeadsUrl>().expect_err(text).to_string();
            assert!(
                !why.contains("ann:secret") && !why.contains("?secret") && !why.contains("a=secret"),
                "{why}"
            );
        }
    }

    #[test]
    fn a_token_is_one_word_and_is_not_shown() {
        let token = HeadsToken::read(" s3cret\n").expect("a token");
        assert_eq!(token.header(), "Bearer s3cret");
        let shown = format!("{token:?} {:?}", token.header());
        assert!(!shown.contains("s3cret"), "{shown}");
        for text in ["", " \n", "two words", "two\nlines", "n\u{f6}"] {
            assert!(HeadsToken::read(text).is_none(), "{text}");
        }
    }
}
