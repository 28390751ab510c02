//! Cookies over TLS. A browser takes a cookie whose name begins with `__Host-` from this very host and over TLS only, so nobody
//! on the network can plant one. The gate adds that prefix to the session's cookie and strips it again; the code behind the gate
//! sees one name.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::cookie::Cookie;

use super::who::SESSION;

/// What browsers hold to its word.
const PREFIX: &str = "__Host-";

/// Takes the prefix off the session's cookie of a request. A cookie with the name that has no prefix is not the session's: anyone can
/// have planted it.
pub(super) fn take_prefix_off(headers: &mut HeaderMap) {
    let header::Entry::Occupied(entry) = headers.entry(header::COOKIE) else { return };
    let (_, lines) = entry.remove_entry_mult();
    let lines: Vec<HeaderValue> = lines.collect();
    let texts = lines.iter().filter_map(|line| line.to_str().ok());
    let kept: Vec<String> = texts.flat_map(|text| text.split(';')).filter_map(unprefixed).collect();
    if let Ok(line) = HeaderValue::try_from(kept.join("; ")) {
        headers.insert(header::COOKIE, line);
    }
}

/// A cookie as it is read behind the gate. Names are decoded there, so they are compared decoded; the prefix itself counts as
/// browsers see it, and these decode nothing.
fn unprefixed(cookie: &str) -> Option<String> {
    let cookie = cookie.trim();
    if let Some(session) = cookie.strip_prefix(PREFIX).filter(|rest| is_named(rest, SESSION)) {
        return Some(session.to_owned());
    }
    let decoded = Cookie::parse_encoded(cookie).ok()?;
    (decoded.name() != SESSION).then(|| cookie.to_owned())
}

/// Puts the prefix before the session's cookie in an answer. No cookie that was set over TLS is sent without it.
pub(super) fn put_prefix_on(headers: &mut HeaderMap) {
    let header::Entry::Occupied(mut entry) = headers.entry(header::SET_COOKIE) else { return };
    for line in entry.iter_mut() {
        let Ok(text) = line.to_str() else { continue };
        let prefix = if is_named(text, SESSION) { PREFIX } else { "" };
        let is_secure = text.split(';').any(|part| part.trim().eq_ignore_ascii_case("secure"));
        let secure = if is_secure { "" } else { "; Secure" };
        if let Ok(new) = HeaderValue::try_from(format!("{prefix}{text}{secure}")) {
            *line = new;
        }
    }
}

fn is_named(cookie: &str, name: &str) -> bool {
    cookie.strip_prefix(name).is_some_and(|rest| rest.starts_with('='))
}

#[cfg(test)]
mod tests {
    use axum_extra::extract::CookieJar;

    use super::*;

    /// The session that is read from these cookies.
    fn session(lines: &[&'static str]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, HeaderValue::from_static(line));
        }
        take_prefix_off(&mut headers);
        let jar = CookieJar::from_headers(&headers);
        assert_eq!(jar.get("language").map(Cookie::value), Some("zh"), "{lines:?}");
        jar.get(SESSION).map(|cookie| cookie.value().to_owned())
    }

    #[test]
    fn only_the_cookie_with_the_prefix_is_the_session() {
        for (lines, found) in [
            (&["language=zh; __Host-croupier=good"][..], Some("good")),
            (&["croupier=evil; __Host-croupier=good;language=zh"], Some("good")),
            (&["__Host-croupier=good; croupier=evil", "language=zh; croupier=evil"], Some("good")),
            (&["language=zh", "__Host-croupier=a%20b"], Some("a b")),
            (&["croupier=evil; language=zh"], None),
            (&[" croupier = evil; language=zh"], None),
            (&["crou%70ier=evil; language=zh"], None),
            (&["__%48ost-croupier=evil; language=zh"], None),
            (&["__host-croupier=evil; language=zh"], None),
            (&["__Host-crou%70ier=evil; language=zh"], None),
            (&["__Host-croupier; ; =; language=zh"], None),
        ] {
            assert_eq!(session(lines).as_deref(), found, "{lines:?}");
        }
    }

    #[test]
    fn what_is_set_over_tls_is_sent_over_tls_only() {
        let mut headers = HeaderMap::new();
        for line in
            ["croupier=a; HttpOnly; Secure; Path=/", "language=zh; Path=/", "croupier=; Max-Age=0; Path=/"]
        {
            headers.append(header::SET_COOKIE, HeaderValue::from_static(line));
        }
        put_prefix_on(&mut headers);
        let lines: Vec<&HeaderValue> = headers.get_all(header::SET_COOKIE).iter().collect();
        assert_eq!(
            lines,
            [
                "__Host-croupier=a; HttpOnly; Secure; Path=/",
                "language=zh; Path=/; Secure",
                "__Host-croupier=; Max-Age=0; Path=/; Secure",
            ]
        );
    }
}
