//! Passwords, kept so that they cannot be read back: argon2id.

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

/// Words that guessers try first, alone or with digits and signs around them.
const COMMON: [&str; 40] = [
    "abc",
    "abcdef",
    "abcdefghij",
    "access",
    "admin",
    "administrator",
    "asdfghjkl",
    "baseball",
    "blackjack",
    "casino",
    "changeme",
    "croupier",
    "dealer",
    "default",
    "dragon",
    "football",
    "guest",
    "hello",
    "iloveyou",
    "letmein",
    "login",
    "master",
    "monkey",
    "passw0rd",
    "password",
    "password123password",
    "passwordpassword",
    "player",
    "princess",
    "qazwsxedc",
    "qwerty",
    "qwertyuiop",
    "root",
    "secret",
    "shadow",
    "sunshine",
    "superman",
    "test",
    "welcome",
    "zxcvbnm",
];

/// Whether a password is one of the first that anybody would try for this name: a common word or the name with digits and
/// signs around it, digits alone, or a few characters again and again.
fn is_common(password: &str, name: &str) -> bool {
    let password = password.to_lowercase();
    let word = password.trim_matches(|c: char| !c.is_alphabetic());
    let mut characters: Vec<char> = password.chars().collect();
    characters.sort_unstable();
    characters.dedup();
    word.is_empty() || word == name || COMMON.contains(&word) || characters.len() < 5
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
            "password123",
            "Password1!",
            "!!welcome!!",
            "aaaaaaaaaaaa",
            "abababababab",
            "qwertyuiop",
            "anna-2026-",
            "ANNA123456",
            "2026-11-18",
            "Casino2026",
        ];
        for password in guessed {
            assert!(is_common(password, "anna"), "{password}");
        }
        for password in ["open sesame", "another password", "correct horse", "7k3vq9x2mw", "anna likes tea"] {
            assert!(!is_common(password, "anna"), "{password}");
        }
    }
}
