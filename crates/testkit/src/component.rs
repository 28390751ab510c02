use std::path::PathBuf;

/// A program that some tests need and a machine may lack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Component {
    /// A browser, the driver that controls it, and axe-core, which checks pages for accessibility.
    Chromium,
    /// The database of several servers.
    Postgres,
}

impl Component {
    /// Returns why this machine lacks it, naming what to install; nothing where it is there.
    #[must_use]
    pub fn missing(self) -> Option<&'static str> {
        match self {
            Component::Chromium if chromium().is_none() || on_path("chromedriver").is_none() => {
                Some("chromium and chromedriver are not on the PATH; ./test installs them")
            }
            Component::Chromium => (!axe().is_file())
                .then_some("axe-core is not where CROUPIER_AXE says, or in target/axe; ./test installs it"),
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

/// Finds the browser.
pub(crate) fn chromium() -> Option<PathBuf> {
    ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(on_path)
}

/// Returns where axe-core should be.
pub(crate) fn axe() -> PathBuf {
    let installed = concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/axe/node_modules/axe-core/axe.min.js");
    std::env::var_os("CROUPIER_AXE").map_or_else(|| installed.into(), PathBuf::from)
}

/// Finds a program.
pub(crate) fn on_path(name: &str) -> Option<PathBuf> {
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
