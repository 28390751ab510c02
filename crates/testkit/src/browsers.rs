use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;
use thirtyfour::{
    Capabilities, ChromiumLikeCapabilities, DesiredCapabilities, LoggingPrefsLogLevel, WebDriver,
};

use crate::component::{chromium, on_path};
use crate::{Component, PATIENCE};

/// Every browser is the same; what differs between tests is set through the developer tools when a test takes one. No
/// browser looks for anything outside this machine.
const FLAGS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
];

/// Where chromedriver listens, what it starts, and the sessions no test uses now.
struct Pool {
    address: String,
    capabilities: Capabilities,
    idle: Vec<WebDriver>,
}

static POOL: Mutex<Option<Pool>> = Mutex::new(None);

fn with_pool<T>(act: impl FnOnce(&mut Pool) -> T) -> T {
    let mut pool = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    act(pool.as_mut().expect("main holds Browsers"))
}

/// The browsers of a test binary: `main` holds them while its tests run. Each is started when a test finds none idle, and
/// serves the next test once that one has passed. None outlives the binary, however it ends.
pub struct Browsers {
    chromedriver: Child,
    _folder: TempDir,
}

impl Browsers {
    /// Starts chromedriver; returns `None` where this machine has no browser. Call it on the main thread: the kernel ends
    /// chromedriver with the thread that started it.
    ///
    /// # Panics
    /// When chromedriver does not start.
    #[must_use]
    pub fn start() -> Option<Browsers> {
        if Component::Chromium.missing().is_some() {
            return None;
        }
        let folder = TempDir::new().expect("a temporary folder");
        let browser = write_launcher(folder.path());
        // It picks a free port itself and prints it.
        let mut command = ends_with_its_parent("chromedriver");
        command.arg("--port=0").env("TMPDIR", folder.path()).stdin(Stdio::null()).stdout(Stdio::piped());
        let mut chromedriver = command.stderr(Stdio::null()).spawn().expect("chromedriver runs");
        let mut lines = BufReader::new(chromedriver.stdout.take().expect("a pipe")).lines();
        let started = lines.find_map(|line| {
            let line = line.expect("text");
            let port = line.split_once("started successfully on port ")?.1;
            port.trim_end_matches('.').parse::<u16>().ok()
        });
        let port = started.expect("chromedriver prints its port");
        std::thread::spawn(move || lines.count());
        let pool = Pool {
            address: format!("http://127.0.0.1:{port}"),
            capabilities: capabilities(&browser),
            idle: Vec::new(),
        };
        *POOL.lock().unwrap_or_else(PoisonError::into_inner) = Some(pool);
        Some(Browsers { chromedriver, _folder: folder })
    }
}

impl Drop for Browsers {
    fn drop(&mut self) {
        let pool = POOL.lock().unwrap_or_else(PoisonError::into_inner).take();
        // Ends their sessions, and with them the browsers.
        drop(pool);
        let _ = self.chromedriver.kill();
        let _ = self.chromedriver.wait();
    }
}

/// A command whose process the kernel kills when its parent ends.
fn ends_with_its_parent(program: &str) -> Command {
    if on_path("setpriv").is_none() {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    command.args(["--pdeathsig", "KILL", program]);
    command
}

/// Writes a script that starts the browser so that it ends with chromedriver.
fn write_launcher(folder: &Path) -> String {
    use std::os::unix::fs::PermissionsExt;
    let command = ends_with_its_parent(&chromium().expect("a browser").to_string_lossy());
    let words = std::iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<String> = words.map(|word| format!("'{}'", word.to_string_lossy())).collect();
    let path = folder.join("browser");
    std::fs::write(&path, format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" "))).expect("a script");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("a script");
    path.to_string_lossy().into_owned()
}

fn capabilities(browser: &str) -> Capabilities {
    let mut wanted = DesiredCapabilities::chrome();
    wanted.set_binary(browser).expect("an option");
    for flag in FLAGS {
        wanted.add_arg(flag).expect("an argument");
    }
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All).expect("an option");
    wanted.into()
}

/// Takes an idle session, or starts one.
pub(crate) async fn take() -> WebDriver {
    let (idle, address, capabilities) =
        with_pool(|pool| (pool.idle.pop(), pool.address.clone(), pool.capabilities.clone()));
    if let Some(driver) = idle {
        return driver;
    }
    let session = WebDriver::builder(address, capabilities).request_timeout(PATIENCE);
    session.connect().await.expect("chromedriver starts a browser")
}

/// Gives a session back for the next test.
pub(crate) fn give_back(driver: WebDriver) {
    with_pool(|pool| pool.idle.push(driver));
}
