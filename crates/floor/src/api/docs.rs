//! The API's document, and a page to read it and try it: Swagger UI, from the archive that is compiled in.

use std::io::{Cursor, Read};
use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::Path;
use axum::http::header;
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;
use utoipa::openapi::OpenApi;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;
use zip::ZipArchive;

use super::problem::nothing_here;

/// The files that the page loads, with what browsers should take them for.
const FILES: [(&str, &str); 7] = [
    ("index.html", "text/html; charset=utf-8"),
    ("index.css", "text/css"),
    ("swagger-ui.css", "text/css"),
    ("swagger-ui-bundle.js", "text/javascript"),
    ("swagger-ui-standalone-preset.js", "text/javascript"),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];

/// Starts Swagger UI on our document.
const INITIALIZER: &str = "window.ui = SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
});
";

/// The page loads from here alone. It sets styles of its own, and its pictures are in them.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";

/// Serves the document at `/api/openapi.json` and the page at `/api/docs/`.
pub(super) fn routes(document: &OpenApi) -> Router {
    let document = Bytes::from(crate::json::text(document));
    let json = [(header::CONTENT_TYPE, "application/json")];
    Router::new()
        .route("/api/openapi.json", get(async move || (json, document)))
        .route("/api/docs", get(async || Redirect::to("/api/docs/")))
        .route("/api/docs/", get(async || file("index.html").await))
        .route("/api/docs/{file}", get(async |Path(name): Path<String>| file(&name).await))
}

async fn file(name: &str) -> Response {
    if name == "swagger-initializer.js" {
        return ([(header::CONTENT_TYPE, "text/javascript")], INITIALIZER).into_response();
    }
    match UNPACKED.iter().find(|(file, ..)| *file == name) {
        Some((_, content_type, bytes)) => {
            let headers = [(header::CONTENT_TYPE, *content_type), (header::CONTENT_SECURITY_POLICY, POLICY)];
            (headers, bytes.clone()).into_response()
        }
        None => nothing_here().await.into_response(),
    }
}

/// The files of the page, unpacked once, so that many requests cost neither time nor memory.
static UNPACKED: LazyLock<Vec<(&str, &str, Bytes)>> = LazyLock::new(|| {
    let unpacked = FILES.into_iter().map(|(file, content_type)| Some((file, content_type, unpack(file)?)));
    unpacked.flatten().collect()
});

fn unpack(file: &str) -> Option<Bytes> {
    let mut archive = ZipArchive::new(Cursor::new(SWAGGER_UI_VENDORED)).ok()?;
    // The archive's top folder is named after its version.
    let is_wanted = |path: &str| path.split_once('/').is_some_and(|(_, rest)| rest == format!("dist/{file}"));
    let path = archive.file_names().flatten().find(|path| is_wanted(path))?.into_owned();
    let mut bytes = Vec::new();
    archive.by_name(&path).ok()?.read_to_end(&mut bytes).ok()?;
    Some(bytes.into())
}
