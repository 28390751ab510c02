//! What pages say, in every language they speak. A text is a field of [`Texts`] or a match over all languages, so a
//! translation that is missing does not compile.

mod account;
mod charts;
mod chinese;
mod dealer;
mod door;
mod duty;
mod english;
mod history;
mod pit;
mod practice;
mod recall;
mod refusals;
mod rules;
mod seats;
mod sentences;
mod staff;
mod supplies;
mod terminal;
mod words;

use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum_extra::extract::CookieJar;

pub(crate) use dealer::{DealerTexts, fill};
pub(crate) use door::DoorTexts;
pub(crate) use pit::PitTexts;
pub(crate) use refusals::{ENOUGH, NO_TOKEN, NOT_REPEATED, NOT_UNDONE};
pub(crate) use words::Texts;

/// The cookie that remembers which language was chosen.
pub(crate) const COOKIE: &str = "language";

/// A language pages speak.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Language {
    English,
    Chinese,
}

impl Language {
    pub(crate) const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Its tag, as browsers send it and pages bear it.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh-Hans",
        }
    }

    /// Its own name for itself.
    pub(crate) const fn own_name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "中文",
        }
    }

    /// The texts in it.
    pub(crate) const fn texts(self) -> &'static Texts {
        match self {
            Language::English => &english::TEXTS,
            Language::Chinese => &chinese::TEXTS,
        }
    }

    /// The language with this tag.
    pub(crate) fn tagged(tag: &str) -> Option<Language> {
        Language::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// What a browser wants most of what we speak, by the order and the weights of its list.
    fn wanted(accepts: &str) -> Language {
        let mut best = (0.0, Language::English);
        for part in accepts.split(',') {
            let mut pieces = part.split(';').map(str::trim);
            let tag = pieces.next().unwrap_or_default().to_ascii_lowercase();
            let weight =
                pieces.find_map(|piece| piece.strip_prefix("q=")).map_or(Some(1.0), |q| q.parse().ok());
            let language = match tag.split('-').next() {
                Some("zh") => Language::Chinese,
                Some("en" | "*") => Language::English,
                _ => continue,
            };
            let weight: f32 = weight.unwrap_or(0.0);
            if weight > best.0 {
                best = (weight, language);
            }
        }
        best.1
    }
}

/// The one chosen by the switch, else the one the browser asks for.
impl<S: Sync> FromRequestParts<S> for Language {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Language, Self::Rejection> {
        let jar = CookieJar::from_headers(&parts.headers);
        let chosen = jar.get(COOKIE).and_then(|cookie| Language::tagged(cookie.value()));
        let accepts = parts.headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
        Ok(chosen.unwrap_or_else(|| Language::wanted(accepts.unwrap_or_default())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_browser_gets_what_it_wants_most_of_what_we_speak() {
        let asked = [
            ("", Language::English),
            ("de-DE, de;q=0.9", Language::English),
            ("zh-CN,zh;q=0.9,en;q=0.8", Language::Chinese),
            ("en-GB,en;q=0.9,zh;q=0.8", Language::English),
            ("fr, en;q=0.3, zh-Hans;q=0.7", Language::Chinese),
            ("zh;q=0, en;q=0.1", Language::English),
            ("zh;q=x", Language::English),
        ];
        for (accepts, language) in asked {
            assert_eq!(Language::wanted(accepts), language, "{accepts}");
        }
    }
}
