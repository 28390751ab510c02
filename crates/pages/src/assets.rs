//! What pages load: a style sheet, a script, the sheet of cards, an icon. Each has its fingerprint in its name, so a
//! browser keeps it for ever, and gets another when it is another.

use std::sync::LazyLock;

use axum::Router;
use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use sha2::{Digest, Sha256};

use crate::drawing;

/// Something a page loads.
pub(crate) struct Asset {
    name: String,
    kind: &'static str,
    content: String,
}

impl Asset {
    fn new(stem: &str, ending: &str, kind: &'static str, content: String) -> Asset {
        let print = Sha256::digest(content.as_bytes());
        let print = print.iter().take(8).fold(0_u64, |print, byte| print << 8 | u64::from(*byte));
        Asset { name: format!("{stem}-{print:016x}.{ending}"), kind, content }
    }

    /// Where it is.
    pub(crate) fn address(&self) -> String {
        format!("/assets/{}", self.name)
    }
}

/// The style of every page.
pub(crate) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    let parts = [
        include_str!("../assets/base.css"),
        include_str!("../assets/lobby.css"),
        include_str!("../assets/table.css"),
        include_str!("../assets/cards.css"),
        include_str!("../assets/paged.css"),
        include_str!("../assets/charts.css"),
        include_str!("../assets/recall.css"),
        include_str!("../assets/history.css"),
        include_str!("../assets/account.css"),
    ];
    Asset::new("pages", "css", "text/css; charset=utf-8", parts.concat())
});
/// The style of pages for staff, beside that of every page.
pub(crate) static STAFF: LazyLock<Asset> = LazyLock::new(|| {
    let parts = [
        include_str!("../assets/dealer.css"),
        include_str!("../assets/pit.css"),
        include_str!("../assets/staff.css"),
    ];
    Asset::new("staff", "css", "text/css; charset=utf-8", parts.concat())
});
/// The script of every page.
pub(crate) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("pages", "js", "text/javascript; charset=utf-8", include_str!("../assets/pages.js").to_owned())
});
/// Every card, suit and chip.
pub(crate) static CARDS: LazyLock<Asset> =
    LazyLock::new(|| Asset::new("cards", "svg", "image/svg+xml", drawing::sheet().into_string()));
/// The icon.
pub(crate) static ICON: LazyLock<Asset> = LazyLock::new(|| {
    Asset::new("icon", "svg", "image/svg+xml", include_str!("../assets/icon.svg").to_owned())
});

/// The route of all of them.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new().route("/assets/{name}", get(asset))
}

async fn asset(Path(name): Path<String>) -> Response {
    let all = [&STYLE, &STAFF, &SCRIPT, &CARDS, &ICON];
    let Some(found) = all.into_iter().find(|asset| asset.name == name) else {
        return (StatusCode::NOT_FOUND, "this is of another edition: load the page again").into_response();
    };
    let headers =
        [(header::CONTENT_TYPE, found.kind), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    (headers, found.content.as_str()).into_response()
}
