//! A floor with dealers' tables, and people who ask for its pages.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request, StatusCode, header};
use floor::{
    Clock, Config, Cost, DealingConfig, Exchange, Floor, Guard, Person, Role, Seconds, SessionKind,
    TableConfig, Till,
};
use journal::{DatabaseUrl, Journal, Opening};
use tempfile::TempDir;
use tower::ServiceExt;
use vocabulary::Chips;

/// A floor on which cards are keyed.
pub(crate) struct House {
    pub(crate) floor: Floor,
    app: Router,
    dealer: Person,
    _folder: TempDir,
}

/// What was answered.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl Reply {
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }
}

impl House {
    /// A dealer's table of each of these games, with these settings, called like `plus-d`; and one the house deals, `plus-1`.
    pub(crate) async fn open(games: &[(&str, &[(&str, &str)])]) -> House {
        let folder = TempDir::new().expect("a folder");
        let url: DatabaseUrl =
            format!("sqlite:{}", folder.path().join("floor.db").display()).parse().expect("an address");
        let journal = Journal::open(&url, Opening::Serve).await.expect("a journal");
        let table = |(game, settings): &(&str, &[(&str, &str)])| {
            let mut table = TableConfig::of(&format!("{game}-d"), game);
            table.settings = settings.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
            TableConfig { dealing: DealingConfig::Dealer, seconds: Seconds::NONE, ..table }
        };
        let tables = games.iter().map(table).chain([TableConfig::of("plus-1", "plus")]).collect();
        let config = Config { tables, ..Config::default() };
        let (floor, _) = Floor::open(config, journal, Clock::System, Cost::Least).await.expect("a floor");
        let app = floor::app(&floor, Guard::default(), pages::pages(&floor));
        let dealer = floor.people().add("house", "delia", Role::Dealer, None).await.expect("a new name");
        House { floor, app, dealer, _folder: folder }
    }

    /// Someone new, with credits where he plays; and his session.
    pub(crate) async fn someone(&self, name: &str, role: Role) -> String {
        let person = self.floor.people().add("house", name, role, None).await.expect("a new name");
        if role == Role::Player {
            let (what, till, credits) = (Exchange::Bought, Till::Cage, Chips::whole(1_000));
            self.floor.cage().exchange(None, "house", name, what, till, credits).await.expect("credits");
        }
        let token = self.floor.people().sign_in(&person, SessionKind::Bearer).await.expect("a session");
        token.secret().to_owned()
    }

    /// Asks for a page with a session, or as nobody.
    pub(crate) async fn get(&self, session: &str, path: &str) -> Reply {
        self.ask(session, "GET", path, "").await
    }

    /// Asks for a page, or sends a form, as a browser does.
    pub(crate) async fn ask(&self, session: &str, method: &str, path: &str, form: &str) -> Reply {
        let mut request = Request::builder()
            .method(method)
            .uri(path)
            .header(header::HOST, "floor.test")
            .header(header::ACCEPT, "text/html,application/xhtml+xml,*/*;q=0.8");
        if !session.is_empty() {
            request = request.header(header::AUTHORIZATION, format!("Bearer {session}"));
        }
        if method == "POST" {
            request = request.header(header::CONTENT_TYPE, "application/x-www-form-urlencoded");
        }
        let request = request.body(Body::from(form.to_owned())).expect("a request");
        let (parts, body) = self.app.clone().oneshot(request).await.expect("an answer").into_parts();
        let body = to_bytes(body, 10_000_000).await.expect("a body");
        let text = String::from_utf8(body.to_vec()).expect("text");
        Reply { status: parts.status, headers: parts.headers, text }
    }

    /// The sentences of a round, one on each line: `NAME: SENTENCE`, or the dealer's.
    pub(crate) async fn play(&self, table: &str, sentences: &str) {
        let desk = self.floor.table(table).expect("a table");
        for line in sentences.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let (person, say) = match line.split_once(": ") {
                Some((name, say)) => {
                    (self.floor.people().find(name).await.expect("a book").expect("someone"), say)
                }
                None => (self.dealer.clone(), line),
            };
            desk.say(&person, None, say).await.unwrap_or_else(|why| panic!("{line}: {why:?}"));
        }
    }
}
