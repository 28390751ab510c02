//! How soon the first page can be used, and how soon what happens at a table is with everyone who watches it. Server, browser
//! and watchers share this machine. `cargo bench -p pages`; `cargo test --benches` makes a short run.

use std::time::{Duration, Instant};

use floor::{Config, Role, Seconds, Token};
use futures_util::StreamExt;
use testkit::{Browser, Browsers, Size, TestFloor};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;

const TABLE: &str = "plus-1";
const WATCHERS: usize = 100;
const PAUSE: Duration = Duration::from_millis(100);

/// What a watcher was shown: up to which entry, and when.
type Shown = (u64, Instant);

#[tokio::main]
async fn main() {
    // `cargo bench` passes `--bench`, `cargo test` does not.
    let full = std::env::args().any(|argument| argument == "--bench");
    let _browsers = Browsers::start().expect("chromium and chromedriver, which ./test installs");
    first_page(if full { 10 } else { 1 }).await;
    watchers(if full { 200 } else { 3 }).await;
}

/// A floor with its pages that takes wagers at one table, and its address.
async fn open() -> (TestFloor, String) {
    let mut config = Config::default();
    config.tables.iter_mut().for_each(|table| table.seconds = Seconds { bets: Some(600), ..Seconds::NONE });
    let mut test = TestFloor::builder().config(config).pages().open().await;
    let address = format!("http://{}", test.listen().await);
    let supervisor = test.add("sue", Role::Supervisor).await;
    test.say_as(&supervisor, TABLE, "dealer opens bets").await;
    (test, address)
}

/// The lobby in a browser that was never here: everything loaded, the socket open, the tables shown.
async fn first_page(times: u32) {
    let (_test, address) = open().await;
    for _ in 0..times {
        let browser = Browser::start(Size::Desk, "en-US").await;
        browser.open(&address).await;
        let figures = browser
            .ask(
                "const [page] = performance.getEntriesByType('navigation');
                 const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
                 const all = [page, ...performance.getEntriesByType('resource')];
                 return [page.domContentLoadedEventEnd, paint, all.reduce((sum, one) => sum + one.transferSize, 0), all.length]",
            )
            .await;
        let [usable, paint, bytes, requests] =
            [0, 1, 2, 3].map(|at| figures[at].as_f64().unwrap_or_default());
        println!(
            "first page: usable after {usable:.0} ms, painted after {paint:.0} ms, {requests} requests of {:.1} kB",
            bytes / 1000.0
        );
        browser.close().await;
    }
}

/// Half of the watchers are signed in; one of them puts chips down and takes them back.
async fn watchers(events: u32) {
    let (test, address) = open().await;
    let floor = &test.floor;
    let (tell, mut shown) = unbounded_channel();
    let (player, token) = floor.welcome_guest().await.expect("a guest");
    let address = address.replacen("http", "ws", 1);
    for number in 0..WATCHERS {
        let guest = match number {
            even if even % 2 == 0 => None,
            1 => Some(cookie(&token)),
            _ => Some(cookie(&floor.welcome_guest().await.expect("a guest").1)),
        };
        tokio::spawn(watch(format!("{address}/tables/{TABLE}/live"), guest, tell.clone()));
    }
    let desk = floor.table(TABLE).expect("a table");
    let seq = desk.say(&player, None, "sits on 1").await.expect("a seat").seq;
    until_all(&mut shown, seq).await;
    let mut took: Vec<Duration> = Vec::new();
    for event in 0..events {
        tokio::time::sleep(PAUSE).await;
        let said = Instant::now();
        let say = if event % 2 == 0 { "bets 5 on 1" } else { "withdraws on 1" };
        let seq = desk.say(&player, None, say).await.expect("a wager").seq;
        took.extend(until_all(&mut shown, seq).await.iter().map(|at| at.saturating_duration_since(said)));
    }
    took.sort_unstable();
    let at = |share: usize| took[(took.len() - 1) * share / 100].as_secs_f64() * 1000.0;
    println!(
        "{WATCHERS} watchers, {events} events, from the word to the watcher: half within {:.1} ms, 99 % within {:.1} ms, all within {:.1} ms",
        at(50),
        at(99),
        at(100)
    );
}

/// When each of the watchers was shown this entry.
async fn until_all(shown: &mut UnboundedReceiver<Shown>, seq: u64) -> Vec<Instant> {
    let mut all = Vec::new();
    while all.len() < WATCHERS {
        let (entry, at) = shown.recv().await.expect("watchers");
        if entry == seq {
            all.push(at);
        }
    }
    all
}

fn cookie(token: &Token) -> String {
    let cookie = floor::session_cookie(token);
    format!("{}={}", cookie.name(), cookie.value())
}

/// A page's socket: says what it shows as it comes.
async fn watch(address: String, cookie: Option<String>, tell: UnboundedSender<Shown>) {
    let mut request = address.into_client_request().expect("an address");
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", HeaderValue::from_str(&cookie).expect("a cookie"));
    }
    let (mut socket, _) = connect_async(request).await.expect("a socket");
    let mut last = 0;
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let at = Instant::now();
        let seq = text.split_once("data-seq=\"").and_then(|(_, rest)| rest.split_once('"'));
        let seq = seq.and_then(|(seq, _)| seq.parse().ok()).expect("a number");
        // Credits that come a moment later are no other entry.
        if seq != last && tell.send((seq, at)).is_err() {
            return;
        }
        last = seq;
    }
}
