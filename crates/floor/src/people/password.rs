//! Passwords, kept so that they cannot be read back: argon2id.

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use argon2::{Algorithm, Argon2, Params, Version};

use super::queue::Lane;
use super::{People, Unwelcome};

/// What checking a password costs somebody who tries many.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cost {
    /// 19 MiB and two passes, as is recommended: some 40 ms.
    #[default]
    Full,
    /// As little as possible, for tests and drills.
    Least,
}

impl Cost {
    fn argon2(self) -> Argon2<'static> {
        let params = match self {
            Cost::Full => Params::DEFAULT,
            Cost::Least => Params::new(8, 1, 1, None).expect("the smallest parameters there are"),
        };
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
    }
}

/// The passwords that leak most often, and the words in them, one a line. Facts from the list of `zxcvbn`, with the words of a
/// casino and of the calendar added.
static COMMON: LazyLock<HashSet<&str>> = LazyLock::new(|| include_str!("common.txt").lines().collect());

/// Whether a password is one of the first that anybody would try for this name: one that leaks often; a common word or the name,
/// or two of them, with digits and signs around; something short again and again; digits and signs alone; or few characters.
fn is_common(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    let mut characters: Vec<char> = password.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    // Digits are letters within a word and a year behind it.
    let [all, within] =
        [password.as_str(), trimmed(&password)].map(|text| text.chars().map(letter).collect());
    characters.len() < 5 || [password, all, within].iter().any(|password| is_guessed(password, name))
}

/// A text without the digits and signs around its words.
fn trimmed(text: &str) -> &str {
    text.trim_matches(|c: char| !c.is_alphabetic())
}

/// The letter that people write as this digit or sign.
fn letter(sign: char) -> char {
    match sign {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

fn is_guessed(password: &str, name: &str) -> bool {
    let is_known = |word: &str| word == name || COMMON.contains(word);
    let once = repeated(password);
    let word = trimmed(once);
    let mut halves = word.char_indices().skip(1).map(|(at, _)| word.split_at(at));
    word.is_empty()
        || [password, once, word].into_iter().any(is_known)
        || halves.any(|(first, second)| is_known(first) && is_known(second))
}

/// What a text says again and again, or the whole of it.
fn repeated(text: &str) -> &str {
    let ends = text.char_indices().map(|(at, _)| at).skip(1);
    let mut parts = ends.take_while(|end| end * 2 <= text.len()).map(|end| &text[..end]);
    parts
        .find(|part| text.len().is_multiple_of(part.len()) && part.repeat(text.len() / part.len()) == text)
        .unwrap_or(text)
}

/// Refuses a password that is too short, too long, or one of the first that anybody would try.
pub(super) fn require_usable(password: &str, name: &str) -> Result<(), Unwelcome> {
    match password {
        _ if !(10..=200).contains(&password.chars().count()) => Err(Unwelcome::Password),
        _ if is_common(password, name) => Err(Unwelcome::Common),
        _ => Ok(()),
    }
}

/// A password as it is kept.
async fn hash(password: &str, cost: Cost) -> Result<String, Unwelcome> {
    let password = password.to_owned();
    let hashed = tokio::task::spawn_blocking(move || {
        cost.argon2().hash_password(password.as_bytes()).map(|hash| hash.to_string())
    });
    hashed.await.ok().and_then(Result::ok).ok_or(Unwelcome::Password)
}

/// Whether a password is the one that is kept; takes as long where none is.
pub(super) async fn verify(kept: Option<String>, password: &str, cost: Cost) -> bool {
    let password: String = password.chars().take(200).collect();
    let verified = tokio::task::spawn_blocking(move || {
        let Some(kept) = kept else {
            let _ = cost.argon2().hash_password(password.as_bytes());
            return false;
        };
        PasswordHash::new(&kept)
            .is_ok_and(|kept| cost.argon2().verify_password(password.as_bytes(), &kept).is_ok())
    });
    verified.await.unwrap_or(false)
}

impl People {
    /// A usable password as it is kept.
    pub(super) async fn hash(&self, password: &str) -> Result<String, Unwelcome> {
        let _check = self.attempts.queue.check(Lane::Known).await;
        hash(password, self.cost).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_guessers_try_first_is_refused_and_other_passwords_are_not() {
        let guessed = [
            "1234567890",
            "0987654321",
            "1q2w3e4r5t",
            "1qaz2wsx3edc",
            "password123",
            "Password1!",
            "P@ssw0rd2026",
            "!!welcome!!",
            "iloveyou2026",
            "michael1234",
            "letmeinplease",
            "trustno1trustno1",
            "blackjackcasino21",
            "aaaaaaaaaaaa",
            "abababababab",
            "qwertyuiop",
            "anna-2026-",
            "ANNA123456",
            "annacasino",
            "2026-11-18",
            "Casino2026",
            "Summer2026!",
        ];
        for password in guessed {
            assert!(is_common(password, "anna"), "{password}");
        }
        for password in ["open sesame", "another password", "correct horse", "7k3vq9x2mw", "anna likes tea"] {
            assert!(!is_common(password, "anna"), "{password}");
        }
    }
}
