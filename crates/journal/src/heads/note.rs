//! Signed notes, as <https://c2sp.org/signed-note> has them: a text, an empty line, and a line for every signature.

use std::fmt::{self, Write};
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};
use sha2::{Digest, Sha256};

use crate::error::NotAKey;

/// What a line with a signature begins with.
pub(super) const SIGNED: &str = "\u{2014} ";
/// What a secret key begins with.
const SECRET: &str = "PRIVATE+KEY+";
/// The kind of our keys.
const ED25519: u8 = 1;

/// The public half of a key: it tells whether a note was signed with the other half. Written `NAME+ID+KEY`.
///
/// ```
/// let text = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";
/// let key: journal::NoteKey = text.parse()?;
/// assert_eq!((key.name(), key.to_string().as_str()), ("example.com/foo", text));
/// # Ok::<(), journal::NotAKey>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoteKey {
    name: String,
    key: VerifyingKey,
}

impl NoteKey {
    /// Its name, which stands in every note it signed.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    fn id(&self) -> [u8; 4] {
        let hash = Sha256::new_with_prefix(&self.name)
            .chain_update([b'\n', ED25519])
            .chain_update(self.key.as_bytes())
            .finalize();
        [hash[0], hash[1], hash[2], hash[3]]
    }

    /// The text of a note, if it was signed with this key.
    pub(super) fn read<'n>(&self, note: &'n str) -> Option<&'n str> {
        let end = note.rfind("\n\n")? + 1;
        let (text, signatures) = (&note[..end], &note[end + 1..]);
        signatures.lines().any(|line| self.has_signed(text, line)).then_some(text)
    }

    /// Whether this line is a signature of the text with this key.
    pub(super) fn has_signed(&self, text: &str, line: &str) -> bool {
        self.signature_of(line).is_some_and(|it| self.key.verify_strict(text.as_bytes(), &it).is_ok())
    }

    /// The signature in a line that names this key.
    fn signature_of(&self, line: &str) -> Option<Signature> {
        let (name, signature) = line.strip_prefix(SIGNED)?.split_once(' ')?;
        let bytes = STANDARD.decode(signature).ok()?;
        let (id, signature) = bytes.split_first_chunk::<4>()?;
        let is_ours = name == self.name && *id == self.id();
        Signature::from_slice(signature).ok().filter(|_| is_ours)
    }
}

impl fmt::Display for NoteKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}+{}+{}", self.name, hex(self.id()), encoded(self.key.as_bytes()))
    }
}

impl FromStr for NoteKey {
    type Err = NotAKey;

    fn from_str(text: &str) -> Result<NoteKey, NotAKey> {
        let read = || {
            let (name, id, key) = parts(text.trim())?;
            let key = NoteKey { name: name.to_owned(), key: VerifyingKey::from_bytes(&key).ok()? };
            (hex(key.id()) == id).then_some(key)
        };
        read().ok_or(NotAKey)
    }
}

/// The secret half of a key.
pub(super) struct SecretKey {
    name: String,
    key: SigningKey,
}

impl SecretKey {
    /// A new one, with a name nobody else has.
    pub(super) fn new() -> Result<SecretKey, getrandom::Error> {
        let (mut name, mut key) = ([0; 4], [0; 32]);
        getrandom::fill(&mut name)?;
        getrandom::fill(&mut key)?;
        Ok(SecretKey { name: format!("croupier/{}", hex(name)), key: SigningKey::from_bytes(&key) })
    }

    pub(super) fn read(text: &str) -> Option<SecretKey> {
        let (name, id, key) = parts(text.trim().strip_prefix(SECRET)?)?;
        let key = SecretKey { name: name.to_owned(), key: SigningKey::from_bytes(&key) };
        (hex(key.public().id()) == id).then_some(key)
    }

    pub(super) fn written(&self) -> String {
        format!("{SECRET}{}+{}+{}\n", self.name, hex(self.public().id()), encoded(self.key.as_bytes()))
    }

    pub(super) fn public(&self) -> NoteKey {
        NoteKey { name: self.name.clone(), key: self.key.verifying_key() }
    }

    /// Makes a note of a text that ends with its last line.
    pub(super) fn sign(&self, text: &str) -> String {
        format!("{text}\n{}\n", self.signature(text))
    }

    /// The line with the signature of a text.
    pub(super) fn signature(&self, text: &str) -> String {
        let signature = self.key.sign(text.as_bytes()).to_bytes();
        let signature = STANDARD.encode([&self.public().id()[..], &signature[..]].concat());
        format!("{SIGNED}{} {signature}", self.name)
    }
}

/// The name, the id and the bytes of a key.
fn parts(text: &str) -> Option<(&str, &str, [u8; 32])> {
    let (name, rest) = text.split_once('+')?;
    let (id, key) = rest.split_once('+')?;
    let bytes = STANDARD.decode(key).ok()?;
    let (kind, key) = bytes.split_first()?;
    let is_named = !name.is_empty() && !name.contains(char::is_whitespace);
    (is_named && *kind == ED25519).then_some((name, id, key.try_into().ok()?))
}

fn encoded(key: &[u8; 32]) -> String {
    STANDARD.encode([&[ED25519][..], &key[..]].concat())
}

fn hex(bytes: [u8; 4]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the specification.
    const NOTE: &str = "This is an example message.\n\n\u{2014} example.com/foo \
        Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n";
    const KEY: &str = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k";

    #[test]
    fn a_note_that_another_program_signed_is_read() {
        let key: NoteKey = KEY.parse().expect("a key");
        assert_eq!(key.read(NOTE), Some("This is an example message.\n"));
        assert_eq!(key.read(&NOTE.replace("example message", "exemple message")), None);
        assert_eq!(key.read(&NOTE.replace("/foo ", "/bar ")), None);
        assert!(KEY.replace("530d903a", "530d903b").parse::<NoteKey>().is_err());
    }

    #[test]
    fn what_was_signed_is_read_with_the_public_half_and_no_other() {
        let secret = SecretKey::new().expect("entropy");
        let note = secret.sign("one\ntwo\n");
        let written = secret.public().to_string();
        assert_eq!(written.parse::<NoteKey>().expect("a key").read(&note), Some("one\ntwo\n"));
        let again = SecretKey::read(&secret.written()).expect("a key");
        assert_eq!(again.public(), secret.public());
        let both = format!("{note}{SIGNED}witness.example/w AAAAAAAA\n");
        assert_eq!(again.public().read(&both), Some("one\ntwo\n"), "others may sign too");
        assert_eq!(SecretKey::new().expect("entropy").public().read(&note), None);
    }
}
