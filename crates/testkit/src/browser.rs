use std::collections::BTreeSet;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value, json};
use thirtyfour::error::{WebDriverError, WebDriverErrorInner};
use thirtyfour::session::scriptret::ScriptRet;
use thirtyfour::{Cookie, WebDriver, WebElement};

use crate::{PATIENCE, axe, browsers, key};

/// How large a page is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// A phone held upright, of someone who asked for reduced motion.
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

/// How long a script waits inside the page before it is sent again; shorter than the driver's limit for scripts.
const SLICE_MILLIS: u64 = 20_000;
/// How long to rest before a script that a navigation ended is sent to the new page.
const REST: Duration = Duration::from_millis(20);

/// Finds what can be clicked: enabled, and with no cards on their way across the page.
const CLICKABLE: &str = "if (document.documentElement.matches(':active-view-transition')) return;
    const found = document.querySelector(given[0]);
    return found?.disabled ? null : found";

/// A browser with one page, as new: no cookies, nothing cached, an empty console. It goes back to the pool with
/// [`Browser::close`]; a test that fails drops it, which ends it.
///
/// Every wait is for a condition on a page whose script says that it listens (`html[data-ready]`), and happens inside the
/// page. After something that leads to another page, wait for what only that page has.
pub struct Browser {
    /// The session, for what this type does not offer.
    pub driver: WebDriver,
    /// How large the page is shown.
    pub size: Size,
    language: String,
}

impl Browser {
    /// Takes a browser that asks for this language.
    ///
    /// # Panics
    /// When none starts, or `main` holds no [`crate::Browsers`].
    pub async fn start(size: Size, language: &str) -> Browser {
        let browser = Browser { driver: browsers::take().await, size, language: language.to_owned() };
        let (width, height) = size.pixels();
        let mobile = size == Size::Phone;
        let metrics = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile });
        browser.tool("Emulation.setDeviceMetricsOverride", metrics).await;
        let motion = if mobile { "reduce" } else { "no-preference" };
        let media = json!({ "features": [{ "name": "prefers-reduced-motion", "value": motion }] });
        browser.tool("Emulation.setEmulatedMedia", media).await;
        let agent = browser.ask("return navigator.userAgent").await;
        let speaks = json!({ "userAgent": agent, "acceptLanguage": language });
        browser.tool("Emulation.setUserAgentOverride", speaks).await;
        browser
    }

    /// Gives the browser back. Nothing may have gone wrong on any of its pages: no error in the console, no request that
    /// failed.
    ///
    /// # Panics
    /// When something went wrong.
    pub async fn close(self) {
        let complaints = self.complaints().await;
        assert!(complaints.is_empty(), "the browser complains: {complaints:#?}");
        self.driver.goto("about:blank").await.expect("an empty page");
        for clear in ["Network.clearBrowserCookies", "Network.clearBrowserCache"] {
            self.tool(clear, json!({})).await;
        }
        // The end of a socket may still have been logged.
        self.complaints().await;
        browsers::give_back(self.driver);
    }

    /// Replaces all cookies by this one.
    ///
    /// # Panics
    /// When the page cannot have a cookie.
    pub async fn set_cookie(&self, name: &str, value: &str) {
        self.driver.delete_all_cookies().await.expect("no cookies");
        self.driver.add_cookie(Cookie::new(name, value)).await.expect("a cookie");
    }

    /// Sends a command to the developer tools.
    ///
    /// # Panics
    /// When it is refused.
    pub async fn tool(&self, method: &str, parameters: Value) -> Value {
        let answer = self.driver.cdp().send_raw(method, parameters).await;
        answer.unwrap_or_else(|why| panic!("{method}: {why}"))
    }

    /// Opens an address, and waits until the page listens.
    ///
    /// # Panics
    /// When it does not open.
    pub async fn open(&self, address: &str) {
        self.driver.goto(address).await.expect("the page opens");
        self.find("body").await;
    }

    /// Waits until a function body returns something on a page that listens, and returns it. `what` is named on failure.
    ///
    /// # Panics
    /// When that takes longer than [`PATIENCE`].
    pub async fn wait(&self, what: &str, check: &str, arguments: &[Value]) -> ScriptRet {
        let script = format!(
            "const given = [...arguments], done = given.pop();
             const check = () => {{ {check} }};
             const end = (value) => {{ observer.disconnect(); clearInterval(timer); clearTimeout(limit); done(value); }};
             const look = () => {{
                 const value = 'ready' in document.documentElement.dataset && check();
                 if (value || value === 0) end(value);
             }};
             const observer = new MutationObserver(look);
             const timer = setInterval(look, 50);
             const limit = setTimeout(() => end(null), {SLICE_MILLIS});
             observer.observe(document, {{ subtree: true, childList: true, attributes: true, characterData: true }});
             look();"
        );
        let start = Instant::now();
        loop {
            // A page that goes away ends the script: the next one is asked.
            let last = match self.driver.execute_async(script.as_str(), arguments.to_vec()).await {
                Ok(answer) if !answer.json().is_null() => return answer,
                Ok(_) => String::new(),
                Err(why) => format!(" ({why})"),
            };
            if start.elapsed() > PATIENCE {
                let shown = self.driver.execute("return document.body.innerText", Vec::new()).await;
                let shown = shown.map(|shown| shown.json().to_string());
                panic!("still waiting for {what} after {PATIENCE:?}{last}; the page reads {shown:?}");
            }
            tokio::time::sleep(REST).await;
        }
    }

    /// Waits for what this selector finds.
    ///
    /// # Panics
    /// When it finds nothing.
    pub async fn find(&self, css: &str) -> WebElement {
        let found = self.wait(css, "return document.querySelector(given[0])", &[json!(css)]).await;
        found.element().expect("an element")
    }

    /// Waits until this selector finds nothing.
    pub async fn gone(&self, css: &str) {
        self.wait(&format!("no {css}"), "return !document.querySelector(given[0])", &[json!(css)]).await;
    }

    /// Counts what this selector finds now.
    ///
    /// # Panics
    /// When the page does not say.
    pub async fn count(&self, css: &str) -> u64 {
        let count = self.wait(css, "return document.querySelectorAll(given[0]).length", &[json!(css)]).await;
        count.json().as_u64().expect("a number")
    }

    /// Clicks on what this selector finds once it is there, not moving and not covered.
    ///
    /// # Panics
    /// When that does not come about.
    pub async fn click(&self, css: &str) {
        let start = Instant::now();
        loop {
            // Another element may have taken its place, or something may cover it: then the driver has not clicked.
            let found = self.wait(css, CLICKABLE, &[json!(css)]).await.element().expect("an element");
            match found.click().await {
                Ok(()) => return,
                Err(why) if is_passing(&why) && start.elapsed() < PATIENCE => tokio::time::sleep(REST).await,
                Err(why) => panic!("{css} cannot be clicked: {why}"),
            }
        }
    }

    /// Types keys one after another as fast as the browser takes them, whatever has the focus. Keys without a letter are in
    /// [`key`](crate::key).
    ///
    /// Keys go through the developer tools, since the driver sends a chain of actions again when one of them leaves the page.
    pub async fn press(&self, keys: &str) {
        self.strike(keys, false).await;
    }

    /// Types keys as a scanner does: by their time stamps two milliseconds apart, however slow this machine is; with Shift
    /// held down throughout, or not.
    pub async fn scan(&self, keys: &str, shift: bool) {
        let shifted = if shift { key::SHIFT.to_owned() + keys } else { keys.to_owned() };
        self.strike(&shifted, true).await;
    }

    async fn strike(&self, keys: &str, as_scanner: bool) {
        self.find("body").await;
        let mut shift = false;
        let mut stamp = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        for letter in keys.chars() {
            shift |= key::SHIFT.contains(letter);
            let mut event = key::event(letter, shift);
            let kinds: &[&str] =
                if key::SHIFT.contains(letter) { &["keyDown"] } else { &["keyDown", "keyUp"] };
            for kind in kinds {
                if as_scanner {
                    stamp += Duration::from_millis(1);
                    event["timestamp"] = stamp.as_secs_f64().into();
                }
                event["type"] = (*kind).into();
                self.tool("Input.dispatchKeyEvent", event.clone()).await;
            }
        }
        if shift {
            self.tool(
                "Input.dispatchKeyEvent",
                json!({ "type": "keyUp", "key": "Shift", "code": "ShiftLeft" }),
            )
            .await;
        }
    }

    /// Waits for what this selector finds, and presses a key: for a page that was just led to.
    pub async fn press_at(&self, css: &str, key: &str) {
        self.find(css).await;
        self.press(key).await;
    }

    /// Replaces what stands in a field.
    ///
    /// # Panics
    /// When it is no field.
    pub async fn fill(&self, css: &str, text: &str) {
        let field = self.find(css).await;
        field.clear().await.expect("a field");
        field.send_keys(text).await.expect("a text");
    }

    /// Returns what stands in a field.
    ///
    /// # Panics
    /// When it is no field.
    pub async fn value(&self, css: &str) -> String {
        self.find(css).await.prop("value").await.expect("a field").unwrap_or_default()
    }

    /// Returns the text of what this selector finds, once there is any.
    ///
    /// # Panics
    /// When there is none.
    pub async fn text(&self, css: &str) -> String {
        let check = "return document.querySelector(given[0])?.innerText.trim()";
        let text = self.wait(&format!("a text in {css}"), check, &[json!(css)]).await;
        text.json().as_str().expect("a text").to_owned()
    }

    /// Waits until what this selector finds contains this text.
    pub async fn reads(&self, css: &str, text: &str) {
        let check = "return document.querySelector(given[0])?.innerText.includes(given[1])";
        self.wait(&format!("{text:?} in {css}"), check, &[json!(css), json!(text)]).await;
    }

    /// Returns an amount on the page, in minor units.
    ///
    /// # Panics
    /// When it is no amount.
    pub async fn figure(&self, css: &str) -> i64 {
        let text = self.text(css).await.replace('−', "-").replace(['+', '\u{2009}'], "");
        let (whole, cents) = text.split_once('.').unwrap_or((&text, "00"));
        format!("{whole}{cents}").parse().unwrap_or_else(|_| panic!("{text} is no amount"))
    }

    /// Waits until an amount on the page is this, in minor units.
    pub async fn shows(&self, css: &str, units: i64) {
        let check = "const shown = document.querySelector(given[0])?.innerText.replace('−', '-').replace(/[+\\u2009]/g, '');
                     return shown && Math.round(Number(shown) * 100) === given[1]";
        self.wait(&format!("{units} in {css}"), check, &[json!(css), json!(units)]).await;
    }

    /// Returns what a script says now.
    ///
    /// # Panics
    /// When the script fails.
    pub async fn ask(&self, script: &str) -> Value {
        let answer = self.driver.execute(script, Vec::new()).await.expect("an answer");
        answer.json().clone()
    }

    /// Asserts that the page is not wider than the screen.
    ///
    /// # Panics
    /// When it is.
    pub async fn fits(&self) {
        let wide = "const page = document.documentElement; return [location.pathname, page.scrollWidth - page.clientWidth]";
        let wide = self.ask(wide).await;
        assert_eq!(wide[1], 0, "{} is wider than the screen", wide[0]);
    }

    /// Takes a picture of the page, into `target/screenshots`, and asserts that axe-core finds no serious fault: a state that
    /// is worth a picture must be accessible. A state that several tests come to is checked once in each language.
    ///
    /// # Panics
    /// When it is not.
    pub async fn picture(&self, name: &str) {
        static CHECKED: Mutex<BTreeSet<String>> = Mutex::new(BTreeSet::new());
        let state = format!("{name}-{}-{}", self.size.word(), self.language);
        self.snapshot(name).await;
        if CHECKED.lock().unwrap_or_else(PoisonError::into_inner).insert(state) {
            let faults = axe::faults(&self.driver).await;
            assert!(faults.is_empty(), "{name} is not accessible: {faults:#?}");
        }
    }

    /// Takes a picture of the page without checking it, once no card moves: for another part of a page that was checked.
    ///
    /// # Panics
    /// When it cannot be written.
    pub async fn snapshot(&self, name: &str) {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/screenshots"));
        std::fs::create_dir_all(folder).expect("a folder");
        let path = folder.join(format!("{name}-{}.png", self.size.word()));
        self.wait(
            "the cards to lie still",
            "return !document.documentElement.matches(':active-view-transition')",
            &[],
        )
        .await;
        self.driver.screenshot(&path).await.expect("a picture");
    }

    /// Returns what stands in the browser's console since it was last asked.
    ///
    /// # Panics
    /// When the driver keeps no log.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.driver.browser_log().await.expect("the browser's log");
        log.into_iter().map(|entry| entry.message).collect()
    }

    /// Asserts that the browser complained of nothing but this since it was last asked, such as answers of one status.
    ///
    /// # Panics
    /// When it did.
    pub async fn complains_only_of(&self, what: &str) {
        let complaints = self.complaints().await;
        assert!(complaints.iter().all(|one| one.contains(what)), "{complaints:#?}");
    }
}

/// Whether the driver did not click because the element was on its way in or out.
fn is_passing(why: &WebDriverError) -> bool {
    matches!(
        why.as_inner(),
        WebDriverErrorInner::StaleElementReference(_)
            | WebDriverErrorInner::ElementClickIntercepted(_)
            | WebDriverErrorInner::ElementNotInteractable(_)
            | WebDriverErrorInner::NoSuchElement(_)
    )
}
