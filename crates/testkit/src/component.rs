use std::path::PathBuf;

/// A program that some tests need and a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A browser and the driver that controls it.
    Chromium,
    /// The database of several servers.
    Postgres,
}

impl Component {
    /// Returns why this machine lacks it, naming what to install; nothing where it is there.
    #[must_use]
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Component::Chromium => {
                let found = on_path("chromium").is_some() && on_path("chromedriver").is_some();
                (!found).then_some("chromium and chromedriver are not on the PATH; ./test installs them")
            }
            Component::Postgres => postgres_programs()
                .is_none()
                .then_some("PostgreSQL's initdb and postgres are not installed; ./test installs them"),
        }
    }

    /// Whether a missing component fails a test instead of ignoring it: in CI and under `./test`.
    #[must_use]
    pub fn is_required() -> bool {
        ["CI", "CROUPIER_REQUIRE"].into_iter().any(|name| std::env::var_os(name).is_some())
    }
}

/// Finds a program.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// Finds the folder with PostgreSQL's server programs, which Debian keeps off the PATH.
pub(crate) fn postgres_programs() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    for version in std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten() {
        folders.push(version.path().join("bin"));
    }
    folders.into_iter().find(|folder| folder.join("initdb").is_file() && folder.join("postgres").is_file())
}
