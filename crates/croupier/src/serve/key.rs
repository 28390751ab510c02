//! The key that the shoes of a floor are encrypted with, and where it comes from.

use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floor::ShoeKey;
use journal::{DatabaseUrl, Journal};

/// The file beside a database in a file, where nothing else is given.
const BESIDE: &str = "croupier.key";

/// The variable with the key itself.
const VARIABLE: &str = "CROUPIER_SHOE_KEY";

/// The name of the credential that systemd passes on.
const CREDENTIAL: &str = "croupier-shoe-key";

/// How to make one.
const HOW: &str = "64 hexadecimal digits, as `openssl rand -hex 32` prints them";

/// Where an operator may have put the key, in this order.
#[derive(Default)]
pub(super) struct Given {
    /// A file, from the settings.
    pub(super) file: Option<PathBuf>,
    /// The key itself, from the environment.
    variable: Option<String>,
    /// The folder of systemd's credentials.
    credentials: Option<PathBuf>,
}

impl Given {
    /// What the settings and the environment say.
    pub(super) fn new(file: Option<PathBuf>) -> Given {
        let credentials = std::env::var_os("CREDENTIALS_DIRECTORY").map(PathBuf::from);
        Given { file, variable: std::env::var(VARIABLE).ok(), credentials }
    }

    /// The key that was given; `None` if there was none, which only a database in a file allows.
    pub(super) fn key(&self, database: &DatabaseUrl) -> anyhow::Result<Option<ShoeKey>> {
        let given = self.any()?;
        if given.is_none() && file_of(database).is_none() {
            bail!(
                "a floor on PostgreSQL needs a key that the order of undealt cards is encrypted with. Make one with `umask 077; \
                 openssl rand -hex 32 > {BESIDE}` and give it to every server: with --shoe-key-file {BESIDE}, in {VARIABLE}, or \
                 as the systemd credential {CREDENTIAL}"
            );
        }
        Ok(given)
    }

    /// The key, wherever it was given.
    fn any(&self) -> anyhow::Result<Option<ShoeKey>> {
        if let Some(path) = &self.file {
            return read_private(path).map(Some);
        }
        if let Some(text) = &self.variable {
            return ShoeKey::read(text.trim()).with_context(|| format!("{VARIABLE} is not {HOW}")).map(Some);
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

/// The key beside a database in a file, made where the database has not needed one yet.
pub(super) async fn beside(database: &DatabaseUrl, journal: &Journal) -> anyhow::Result<ShoeKey> {
    let file = file_of(database).unwrap_or_default();
    if file == ":memory:" {
        return Ok(ShoeKey::fresh());
    }
    let path = place_beside(&file);
    if !path.exists() && ShoeKey::is_needed_for(journal).await? {
        bail!(
            "the key {} is missing, and the shoes in {database} are encrypted with it: put it back, or give the key with \
             --shoe-key-file, in {VARIABLE}, or as the systemd credential {CREDENTIAL}",
            path.display()
        );
    }
    kept_in(&path)
}

/// The key that is there already, for commands that only read. On a disc any file may be open to others, and nobody can change
/// that.
pub(crate) fn found(file: Option<PathBuf>, database: &DatabaseUrl) -> anyhow::Result<Option<ShoeKey>> {
    let given = Given::new(file).any()?;
    let beside = file_of(database).map(|file| place_beside(&file)).filter(|path| path.exists());
    match (given, beside) {
        (None, Some(path)) => {
            if let Err(why) = require_private(&path, "the shoe key") {
                anstream::eprintln!("{why:#}");
            }
            read(&path).map(Some)
        }
        (given, _) => Ok(given),
    }
}

/// Whatever the path is called, the key lies beside the file itself.
fn place_beside(file: &str) -> PathBuf {
    std::fs::canonicalize(file).unwrap_or_else(|_| file.into()).with_file_name(BESIDE)
}

/// The file of a database in a file.
pub(super) fn file_of(database: &DatabaseUrl) -> Option<String> {
    let url = database.to_string();
    let path = url.strip_prefix("sqlite:")?;
    Some(path.split('?').next().unwrap_or(path).to_owned())
}

/// Reads the key in a file, which is made where it is missing.
pub(crate) fn kept_in(path: &Path) -> anyhow::Result<ShoeKey> {
    if !path.exists() {
        make(path).with_context(|| format!("the shoe key {} cannot be made", path.display()))?;
    }
    read_private(path)
}

/// Makes a key file in one step: a server that is killed meanwhile leaves none, and one that is started beside it uses it too.
fn make(path: &Path) -> std::io::Result<()> {
    let draft = path.with_extension(format!("key-{}", std::process::id()));
    let mut file = private().write(true).create_new(true).open(&draft)?;
    writeln!(file, "{}", ShoeKey::fresh().write())?;
    file.sync_all()?;
    let linked = match std::fs::hard_link(&draft, path) {
        Err(why) if why.kind() == ErrorKind::AlreadyExists => Ok(()),
        linked => linked,
    };
    std::fs::remove_file(&draft)?;
    linked?;
    sync_folder(path)
}

/// A file's name is on disk once its folder is.
fn sync_folder(path: &Path) -> std::io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if cfg!(unix) { File::open(folder.unwrap_or(Path::new(".")))?.sync_all() } else { Ok(()) }
}

#[cfg(unix)]
fn private() -> OpenOptions {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = OpenOptions::new();
    options.mode(0o600);
    options
}

#[cfg(not(unix))]
fn private() -> OpenOptions {
    OpenOptions::new()
}

fn read_private(path: &Path) -> anyhow::Result<ShoeKey> {
    require_private(path, "the shoe key")?;
    read(path)
}

fn read(path: &Path) -> anyhow::Result<ShoeKey> {
    let named = || format!("the shoe key {}", path.display());
    let text = std::fs::read_to_string(path).with_context(named)?;
    ShoeKey::read(text.trim()).with_context(|| format!("{} is not {HOW}", named()))
}

/// Refuses a file with a secret that others can read.
#[cfg(unix)]
pub(super) fn require_private(path: &Path, what: &str) -> anyhow::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let shown = path.display();
    let mode = std::fs::metadata(path).with_context(|| format!("{what} {shown}"))?.permissions().mode();
    if mode & 0o077 != 0 {
        bail!("{what} {shown} is open to others (mode {:03o}): run `chmod 600 {shown}`", mode & 0o777);
    }
    Ok(())
}

#[cfg(not(unix))]
#[expect(clippy::unnecessary_wraps, reason = "elsewhere it can fail")]
pub(super) fn require_private(_: &Path, _: &str) -> anyhow::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn url(text: &str) -> DatabaseUrl {
        text.parse().expect("a database")
    }

    fn write(path: &Path, digits: &str, mode: u32) {
        std::fs::write(path, digits.repeat(32)).expect("a file");
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode)).expect("a mode");
    }

    fn key(digits: &str) -> ShoeKey {
        ShoeKey::read(&digits.repeat(32)).expect("a key")
    }

    #[test]
    fn a_file_goes_before_the_variable_and_that_before_the_credential() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.key");
        write(&file, "aa", 0o600);
        write(&folder.path().join(CREDENTIAL), "cc", 0o440);
        let mut given = Given {
            file: Some(file),
            variable: Some("bb".repeat(32)),
            credentials: Some(folder.path().to_owned()),
        };
        let database = url("sqlite:floor.db");
        assert_eq!(given.key(&database).expect("a key"), Some(key("aa")));
        given.file = None;
        assert_eq!(given.key(&database).expect("a key"), Some(key("bb")));
        given.variable = None;
        assert_eq!(given.key(&database).expect("a key"), Some(key("cc")));
        given.credentials = None;
        assert_eq!(given.key(&database).expect("none is needed"), None);
    }

    #[test]
    fn what_is_no_key_is_refused_with_what_one_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.key");
        let database = url("sqlite:floor.db");
        let said = |given: &Given| format!("{:#}", given.key(&database).expect_err("no key"));
        let given = Given { file: Some(file.clone()), ..Given::default() };
        assert!(said(&given).contains("a.key"), "{}", said(&given));
        write(&file, "aa", 0o640);
        assert!(said(&given).contains("mode 640): run `chmod 600"), "{}", said(&given));
        write(&file, "a", 0o600);
        assert!(said(&given).contains("is not 64 hexadecimal digits"), "{}", said(&given));
        let given = Given { variable: Some("secret".into()), ..Given::default() };
        assert!(said(&given).contains(VARIABLE) && !said(&given).contains("secret"), "{}", said(&given));
    }

    #[test]
    fn postgresql_needs_a_key_that_is_given() {
        let refused = Given::default().key(&url("postgres://floor@localhost/casino"));
        let said = refused.expect_err("no key").to_string();
        assert!(said.contains("openssl rand -hex 32") && said.contains("--shoe-key-file"), "{said}");
    }

    #[test]
    fn a_key_is_made_once_for_nobody_else_to_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(BESIDE);
        let made = kept_in(&path).expect("a key");
        assert_eq!(kept_in(&path).expect("the same key"), made);
        let bits = std::fs::metadata(&path).expect("a file").permissions().mode();
        assert_eq!(bits & 0o777, 0o600);
        let files = std::fs::read_dir(folder.path()).expect("a folder").count();
        assert_eq!(files, 1, "no draft is left");
    }

    #[test]
    fn a_database_in_a_file_is_told_from_others() {
        assert_eq!(file_of(&url("sqlite:a/floor.db?cut-after=3&seed=1")).as_deref(), Some("a/floor.db"));
        assert_eq!(file_of(&url("postgres://floor@localhost/casino")), None);
    }
}
