//! The heads that an audit compares a journal with: those a floor keeps, its copies of them, and those of an earlier audit.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use journal::{
    DatabaseUrl, Head, JournalError, KnownHead, NoteKey, fetch_heads, has_heads, kept_heads, kept_key,
};

use crate::serve::copies::{CopyPlace, UrlPlace};
use crate::serve::file::File;

/// Where heads are known from outside.
#[derive(clap::Args)]
pub(super) struct Outside {
    /// Heads that a floor keeps, or that an earlier audit wrote; also a URL that a floor sends them to. May be given again
    #[arg(long, value_name = "FILE or URL")]
    heads: Vec<String>,
    /// Whose signature must stand in them, as the floor prints it; otherwise the key beside them says
    #[arg(long, value_name = "KEY")]
    heads_key: Option<NoteKey>,
    /// The token that a URL wants to see [default: as for `croupier serve`]
    #[arg(long, value_name = "FILE")]
    heads_token_file: Option<PathBuf>,
    /// The authorities that may vouch for a URL, in PEM form [default: those of the system]
    #[arg(long, value_name = "FILE")]
    heads_ca_file: Option<PathBuf>,
    /// The config file of the floor: every copy of the heads that it names is compared too
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

/// What is known.
#[derive(Default)]
pub(super) struct Known {
    pub(super) heads: Vec<KnownHead>,
    /// Why those are not known that were to be.
    pub(super) missing: Vec<String>,
}

impl Known {
    /// Adds heads; what cannot be reached is named.
    fn add(&mut self, read: Result<Vec<KnownHead>, JournalError>) -> anyhow::Result<()> {
        match read {
            Ok(heads) => self.heads.extend(heads),
            Err(JournalError::Storage(why)) => self.missing.push(why.to_string()),
            Err(other) => return Err(other.into()),
        }
        Ok(())
    }
}

impl Outside {
    /// All heads that are known of this database.
    pub(super) async fn known(&self, database: &DatabaseUrl) -> anyhow::Result<Known> {
        let file = self.config.as_deref().map(File::read).transpose()?;
        let own = file.as_ref().and_then(|file| file.heads.clone()).or_else(|| database.heads());
        let kept = |path: &Path| kept_heads(path, self.heads_key.as_ref());
        let mut known = Known::default();
        if let Some(path) = &own {
            known.heads.extend(kept(path)?);
        }
        // The first note with heads goes to every copy.
        let has_notes = own.as_deref().is_some_and(has_heads);
        for copy in file.iter().flat_map(|file| &file.heads_copies) {
            let (place, read) = match copy {
                CopyPlace::File(path) => {
                    let key = self.key(own.as_deref())?;
                    (path.display().to_string(), kept_heads(path, Some(&key)))
                }
                CopyPlace::Url(url) => self.fetch(url, own.as_deref()).await?,
            };
            if has_notes && read.as_ref().is_ok_and(Vec::is_empty) {
                known.missing.push(format!("{place}: it has none"));
            }
            known.add(read)?;
        }
        for given in &self.heads {
            match CopyPlace::read(given) {
                CopyPlace::Url(url) => known.add(self.fetch(&url, own.as_deref()).await?.1)?,
                CopyPlace::File(path) => {
                    let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
                    // A line that begins with an em dash is a signature.
                    let is_signed = text.lines().any(|line| line.starts_with('\u{2014}'));
                    let read = if is_signed { kept(&path)? } else { written_down(&path, &text)? };
                    anyhow::ensure!(
                        !read.is_empty(),
                        "{} has no heads: there is nothing to compare with",
                        path.display()
                    );
                    known.heads.extend(read);
                }
            }
        }
        Ok(known)
    }

    /// The heads at a URL, and its name, which shows no secrets.
    async fn fetch(
        &self,
        url: &UrlPlace,
        own: Option<&Path>,
    ) -> anyhow::Result<(String, Result<Vec<KnownHead>, JournalError>)> {
        let (token, authorities) = (self.heads_token_file.as_deref(), self.heads_ca_file.as_deref());
        let url = url.clone().with(token, authorities).place()?;
        let fetched = fetch_heads(&url, &self.key(own)?).await;
        Ok((url.to_string(), fetched))
    }

    /// The key of the floor, which stands beside its own heads.
    fn key(&self, own: Option<&Path>) -> anyhow::Result<NoteKey> {
        let beside = || own.map(kept_key).transpose().map(Option::flatten);
        match self.heads_key.clone().map_or_else(beside, |key| Ok(Some(key)))? {
            Some(key) => Ok(key),
            None => bail!(
                "nothing says whose signature must stand in the copies: give the floor's key with --heads-key"
            ),
        }
    }
}

/// The heads of an earlier audit.
fn written_down(path: &Path, text: &str) -> anyhow::Result<Vec<KnownHead>> {
    let lines = text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty());
    lines
        .map(|(line, number)| {
            let fault = || format!("{}:{number}: expected STREAM NUMBER HASH, found {line}", path.display());
            head(line).with_context(fault)
        })
        .collect()
}

fn head(line: &str) -> Option<KnownHead> {
    let mut words = line.split_ascii_whitespace();
    let (stream, seq, hash) =
        (words.next()?.parse().ok()?, words.next()?.parse().ok()?, words.next()?.parse().ok()?);
    words.next().is_none().then_some(KnownHead { stream, head: Head { seq, hash } })
}
