//! A browser: started for a test, closed after it, and asked whether anything went wrong meanwhile.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use thirtyfour::prelude::*;
use thirtyfour::{ChromiumLikeCapabilities, LoggingPrefsLogLevel};
use tokio::process::{Child, Command};

use crate::axe;

/// As long as anything on a page may take on a busy machine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(30);

/// How large a page is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Size {
    /// A phone held upright.
    Phone,
    /// A screen on a desk.
    Desk,
    /// A screen on a wall.
    Wall,
}

impl Size {
    const fn pixels(self) -> (u32, u32) {
        match self {
            Size::Phone => (390, 844),
            Size::Desk => (1440, 900),
            Size::Wall => (3840, 2160),
        }
    }

    const fn word(self) -> &'static str {
        match self {
            Size::Phone => "phone",
            Size::Desk => "desk",
            Size::Wall => "wall",
        }
    }
}

/// A browser with one page.
pub(crate) struct Browser {
    pub(crate) driver: WebDriver,
    pub(crate) size: Size,
    _chromedriver: Child,
}

impl Browser {
    /// Starts a browser that asks for this language; nothing where this machine has none.
    pub(crate) async fn start(size: Size, language: &str) -> Option<Browser> {
        let found = ["chromium", "chromedriver"].map(|name| on_path(name).is_some());
        if found != [true, true] {
            let told = "chromium and chromedriver are not installed: the pages are NOT tested in a browser";
            assert!(std::env::var_os("CROUPIER_NEEDS_BROWSER").is_none(), "{told}");
            eprintln!("{told}");
            return None;
        }
        let port =
            TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a port").port();
        let chromedriver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .expect("chromedriver starts");
        let driver = connect(port, size, language).await;
        let browser = Browser { driver, size, _chromedriver: chromedriver };
        let (width, height) = size.pixels();
        let metrics = serde_json::json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": size == Size::Phone });
        let tools = browser.driver.cdp();
        tools.send_raw("Emulation.setDeviceMetricsOverride", metrics).await.expect("a size");
        Some(browser)
    }

    pub(crate) async fn open(&self, address: &str) {
        self.driver.goto(address).await.expect("the page opens");
    }

    /// Waits for what this selector finds.
    pub(crate) async fn find(&self, css: &str) -> WebElement {
        let query = self.driver.query(By::Css(css.to_owned())).wait(PATIENCE, Duration::from_millis(50));
        query.first().await.unwrap_or_else(|_| panic!("nothing on the page is {css}"))
    }

    /// Clicks on what this selector finds, once it is there. What is exchanged under the pointer is tried again.
    pub(crate) async fn click(&self, css: &str) {
        let until = Instant::now() + PATIENCE;
        loop {
            match self.find(css).await.click().await {
                Ok(()) => return,
                Err(why) => assert!(Instant::now() < until, "{css} cannot be clicked: {why}"),
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Presses a key, whatever has the focus. Browsers let keys go by until a page is on the screen.
    pub(crate) async fn press(&self, key: &str) {
        let frames =
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(() => done()))";
        // A page that goes away meanwhile has no more frames.
        let _ = self.driver.execute_async(frames, Vec::new()).await;
        self.driver.action_chain().send_keys(key).perform().await.expect("a key");
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.expect("a text")
    }

    /// An amount on the page, in minor units.
    pub(crate) async fn figure(&self, css: &str) -> i64 {
        let text = self.text(css).await.replace('−', "-").replace(['+', '\u{2009}'], "");
        let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
        format!("{whole}{cents}").parse().unwrap_or_else(|_| panic!("{text} is no amount"))
    }

    /// The credits shown on the page.
    pub(crate) async fn credits(&self) -> i64 {
        self.figure("#purse strong").await
    }

    /// What a script says.
    pub(crate) async fn ask(&self, script: &str) -> serde_json::Value {
        let answer = self.driver.execute(script, Vec::new()).await.expect("an answer");
        answer.json().clone()
    }

    /// A picture of the page for whoever changes it, in `target/screenshots`. What is worth a picture must be usable by all.
    pub(crate) async fn picture(&self, name: &str) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/screenshots");
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join(format!("{name}-{}.png", self.size.word()));
        self.driver.screenshot(&path).await.expect("a picture");
        let faults = axe::faults(&self.driver).await;
        assert!(faults.is_empty(), "{name} is not accessible to all: {faults:#?}");
    }

    /// Closes the browser. Nothing may have gone wrong on any of its pages: no error in the console, no request that failed.
    pub(crate) async fn close(self) {
        let complaints = self.complaints().await;
        self.driver.quit().await.expect("the browser closes");
        assert!(complaints.is_empty(), "the browser complains: {complaints:#?}");
    }

    /// What stands in the browser's console since it was last asked.
    pub(crate) async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("the browser's log");
        log.into_iter().map(|entry| entry.message).collect()
    }
}

async fn connect(port: u16, size: Size, language: &str) -> WebDriver {
    let mut wanted = DesiredCapabilities::chrome();
    let (width, height) = size.pixels();
    let arguments = [
        "--headless=new".to_owned(),
        "--no-sandbox".to_owned(),
        "--hide-scrollbars".to_owned(),
        format!("--window-size={width},{height}"),
        format!("--lang={language}"),
    ];
    for argument in &arguments {
        wanted.add_arg(argument).expect("an argument");
    }
    let speaks = serde_json::json!({ "intl.accept_languages": language });
    wanted.add_experimental_option("prefs", speaks).expect("an option");
    wanted.set_browser_log_level(LoggingPrefsLogLevel::All).expect("an option");
    let until = Instant::now() + PATIENCE;
    loop {
        match WebDriver::new(format!("http://127.0.0.1:{port}"), wanted.clone()).await {
            Ok(driver) => return driver,
            Err(why) => assert!(Instant::now() < until, "chromedriver does not answer: {why}"),
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Where a program is.
fn on_path(name: &str) -> Option<PathBuf> {
    let folders = std::env::var_os("PATH")?;
    std::env::split_paths(&folders).map(|folder| folder.join(name)).find(|path| path.is_file())
}
