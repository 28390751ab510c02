//! Further places for heads, as the config file names them, and the secret that a URL wants to see.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail};
use journal::{HeadsPlace, HeadsToken, HeadsUrl, NotAHeadsUrl};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};

use super::key::require_private;

/// The variable with the token.
const VARIABLE: &str = "CROUPIER_HEADS_TOKEN";
/// The name of the credential that systemd passes on.
const CREDENTIAL: &str = "croupier-heads-token";
/// What a token is.
const WHAT: &str = "one word of visible ASCII characters";

/// A place for a copy: a path, a URL, or a URL with more about it.
#[derive(Serialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub(crate) enum CopyPlace {
    File(PathBuf),
    Url(UrlPlace),
}

/// A URL that takes heads.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct UrlPlace {
    url: String,
    /// The file of the token that it wants to see.
    #[serde(skip_serializing_if = "Option::is_none")]
    token_file: Option<PathBuf>,
    /// The file of the authorities that may vouch for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    ca_file: Option<PathBuf>,
    /// Whether the floor does not open while it does not answer.
    #[serde(default)]
    required: bool,
    /// Whether it may be on another machine and speak no TLS.
    #[serde(default)]
    in_the_clear: bool,
    /// How many seconds it may take no note before that is reported.
    #[serde(default = "warn_after")]
    warn_after: u64,
}

fn warn_after() -> u64 {
    60
}

impl<'de> Deserialize<'de> for CopyPlace {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<CopyPlace, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

/// Reads a text or a table, and says of a table what is wrong in it.
struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = CopyPlace;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a path, a URL, or a table such as { url = \"https://…\", token-file = \"…\" }")
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<CopyPlace, E> {
        Ok(CopyPlace::read(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<CopyPlace, A::Error> {
        UrlPlace::deserialize(MapAccessDeserializer::new(map)).map(CopyPlace::Url)
    }
}

impl CopyPlace {
    /// Reads a path or a URL.
    pub(crate) fn read(text: &str) -> CopyPlace {
        let lower = text.to_ascii_lowercase();
        if lower.starts_with("https://") || lower.starts_with("http://") {
            CopyPlace::Url(UrlPlace {
                url: text.to_owned(),
                token_file: None,
                ca_file: None,
                required: false,
                in_the_clear: false,
                warn_after: warn_after(),
            })
        } else {
            CopyPlace::File(text.into())
        }
    }

    /// What is wrong with it, if anything is.
    pub(super) fn fault(&self) -> Option<String> {
        let CopyPlace::Url(url) = self else { return None };
        let clear =
            |why: &NotAHeadsUrl| why.is_in_the_clear().then_some(", or allow it with in-the-clear = true");
        url.parse().err().map(|why| format!("heads-copies: {why}{}", clear(&why).unwrap_or_default()))
    }
}

impl UrlPlace {
    /// The same with another token and other authorities, where they are given.
    pub(crate) fn with(mut self, token_file: Option<&Path>, ca_file: Option<&Path>) -> UrlPlace {
        self.token_file = token_file.map(Path::to_owned).or(self.token_file);
        self.ca_file = ca_file.map(Path::to_owned).or(self.ca_file);
        self
    }

    fn parse(&self) -> Result<HeadsUrl, NotAHeadsUrl> {
        if self.in_the_clear { HeadsUrl::in_the_clear(&self.url) } else { self.url.parse() }
    }

    /// The URL with its token.
    pub(crate) fn place(&self) -> anyhow::Result<HeadsUrl> {
        let mut url = self.parse()?;
        url.token = Given::new(self.token_file.clone()).token()?;
        url.authorities.clone_from(&self.ca_file);
        url.required = self.required;
        url.late = Duration::from_secs(self.warn_after);
        Ok(url)
    }
}

/// The places for copies, each URL with its token.
pub(super) fn places(copies: &[CopyPlace]) -> anyhow::Result<Vec<HeadsPlace>> {
    let place = |copy: &CopyPlace| match copy {
        CopyPlace::File(path) => Ok(path.clone().into()),
        CopyPlace::Url(url) => url.place().map(HeadsPlace::from),
    };
    copies.iter().map(place).collect()
}

/// Where an operator may have put the token, in this order.
#[derive(Default)]
struct Given {
    /// A file, from the settings of the URL.
    file: Option<PathBuf>,
    /// The token itself, from the environment.
    variable: Option<String>,
    /// The folder of systemd's credentials.
    credentials: Option<PathBuf>,
}

impl Given {
    fn new(file: Option<PathBuf>) -> Given {
        let credentials = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
        Given { file, variable: std::env::var(VARIABLE).ok(), credentials }
    }

    fn token(&self) -> anyhow::Result<Option<HeadsToken>> {
        if let Some(path) = &self.file {
            require_private(path, "the token")?;
            return read(path).map(Some);
        }
        if let Some(text) = &self.variable {
            return HeadsToken::read(text).with_context(|| format!("{VARIABLE} is not {WHAT}")).map(Some);
        }
        if let Some(path) = self.credentials.as_ref().map(|folder| folder.join(CREDENTIAL))
            && path.exists()
        {
            // Systemd lets nobody else into the folder.
            return read(&path).map(Some);
        }
        Ok(None)
    }
}

fn read(path: &Path) -> anyhow::Result<HeadsToken> {
    let named = || format!("the token {}", path.display());
    let text = std::fs::read_to_string(path).with_context(named)?;
    match HeadsToken::read(&text) {
        Some(token) => Ok(token),
        None => bail!("{} is not {WHAT}", named()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    struct File {
        heads_copies: Vec<CopyPlace>,
    }

    fn read_all(text: &str) -> Result<Vec<CopyPlace>, toml::de::Error> {
        toml::from_str(&format!("heads-copies = [{text}]")).map(|file: File| file.heads_copies)
    }

    #[test]
    fn a_copy_is_a_path_or_a_url_with_more_about_it_or_without() {
        let copies = read_all(
            r#""/mnt/a", "https://w.example/1", { url = "http://10.0.0.1/", in-the-clear = true, required = true, warn-after = 5 }"#,
        );
        let places = places(&copies.expect("copies")).expect("places");
        let [HeadsPlace::File(path), HeadsPlace::Url(plain), HeadsPlace::Url(more)] = &places[..] else {
            panic!("{places:?}")
        };
        assert_eq!((path.to_str(), plain.to_string().as_str()), (Some("/mnt/a"), "https://w.example/1"));
        assert_eq!((plain.required, plain.late), (false, Duration::from_mins(1)));
        assert_eq!((more.required, more.late), (true, Duration::from_secs(5)));
    }

    #[test]
    fn what_is_wrong_with_a_copy_is_told() {
        for (text, words) in [
            ("7", &["a path, a URL, or a table"][..]),
            ("{ token-file = \"a\" }", &["missing field `url`"]),
            ("{ url = \"https://w.example/\", token = \"a\" }", &["unknown field `token`", "token-file"]),
        ] {
            let why = read_all(text).expect_err(text).to_string();
            assert!(words.iter().all(|word| why.contains(word)), "{why}");
        }
        let clear = CopyPlace::read("http://10.0.0.1/?key=secret").fault().expect("a fault");
        assert!(clear.contains("in-the-clear") && !clear.contains("secret"), "{clear}");
        assert_eq!(CopyPlace::read("https://w.example/").fault(), None);
        assert_eq!(CopyPlace::read("HTTP://127.0.0.1/").fault(), None);
        assert_eq!(CopyPlace::read("http:/notes").fault(), None);
    }

    #[test]
    fn a_token_file_goes_before_the_variable_and_that_before_the_credential() {
        let folder = tempfile::tempdir().expect("a folder");
        let write = |name: &str, text: &str, mode: u32| {
            let path = folder.path().join(name);
            std::fs::write(&path, text).expect("a file");
            std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).expect("a mode");
            path
        };
        let file = write("a.token", "one\n", 0o600);
        write(CREDENTIAL, "three", 0o440);
        let credentials = Some(folder.path().to_owned());
        let mut given = Given { file: Some(file.clone()), variable: Some("two".into()), credentials };
        let token = |given: &Given| given.token().expect("a token");
        assert_eq!(token(&given), HeadsToken::read("one"));
        given.file = None;
        assert_eq!(token(&given), HeadsToken::read("two"));
        given.variable = None;
        assert_eq!(token(&given), HeadsToken::read("three"));
        given.credentials = None;
        assert_eq!(token(&given), None);
        let said = |given: Given| format!("{:#}", given.token().expect_err("no token"));
        write("a.token", "one", 0o644);
        let open = said(Given { file: Some(file.clone()), ..Given::default() });
        assert!(open.contains("mode 644): run `chmod 600"), "{open}");
        write("a.token", "two secrets", 0o600);
        for given in [
            Given { file: Some(file), ..Given::default() },
            Given { variable: Some("two secrets".into()), ..Given::default() },
        ] {
            let said = said(given);
            assert!(said.contains("is not one word") && !said.contains("secrets"), "{said}");
        }
    }
}
