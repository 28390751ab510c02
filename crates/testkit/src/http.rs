use std::net::IpAddr;

use axum::body::Bytes;
use axum::http::{HeaderMap, Method, StatusCode, header};
use serde_json::Value;

/// The host every in-process request names.
#[cfg(feature = "floor")]
pub(crate) const HOST: &str = "floor.test";

/// A request, built step by step.
#[derive(Clone, Debug)]
pub struct Request {
    /// Its method.
    pub method: Method,
    /// Its path with the query.
    pub path: String,
    /// Its headers; the host is added when it is sent.
    pub headers: Vec<(String, String)>,
    /// Its body.
    pub body: Vec<u8>,
    /// The address it comes from, where it is sent without a network.
    pub peer: Option<IpAddr>,
}

impl Request {
    /// Starts a request without a body.
    #[must_use]
    pub fn new(method: Method, path: &str) -> Request {
        Request { method, path: path.to_owned(), headers: Vec::new(), body: Vec::new(), peer: None }
    }

    /// Starts a GET request.
    #[must_use]
    pub fn get(path: &str) -> Request {
        Request::new(Method::GET, path)
    }

    /// Starts a POST request.
    #[must_use]
    pub fn post(path: &str) -> Request {
        Request::new(Method::POST, path)
    }

    /// Adds a header.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Request {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Comes from this address, where it is sent without a network.
    ///
    /// # Panics
    /// When it is no address.
    #[must_use]
    pub fn from(self, peer: &str) -> Request {
        Request { peer: Some(peer.parse().expect("an address")), ..self }
    }

    /// Adds a session: a cookie as [`Reply::cookie`] returns it, a bearer token otherwise, nothing for an empty string.
    #[must_use]
    pub fn by(self, session: &str) -> Request {
        match session {
            "" => self,
            cookie if cookie.starts_with("croupier=") || cookie.starts_with("__Host-croupier=") => {
                self.with("cookie", cookie)
            }
            token => self.with("authorization", &format!("Bearer {token}")),
        }
    }

    /// Adds a body of this content type.
    #[must_use]
    pub fn raw(mut self, content_type: &str, body: impl Into<Vec<u8>>) -> Request {
        self.body = body.into();
        self.with("content-type", content_type)
    }

    /// Adds a JSON body.
    #[must_use]
    pub fn json(self, body: &Value) -> Request {
        self.raw("application/json", body.to_string())
    }

    /// Adds a form, URL-encoded already.
    #[must_use]
    pub fn form(self, form: &str) -> Request {
        self.raw("application/x-www-form-urlencoded", form)
    }
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Its status.
    pub status: StatusCode,
    /// Its headers.
    pub headers: HeaderMap,
    /// Its body.
    pub body: Bytes,
}

impl Reply {
    /// Returns a header, empty where there is none.
    #[must_use]
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// Returns where a redirect leads.
    #[must_use]
    pub fn location(&self) -> &str {
        self.header(header::LOCATION.as_str())
    }

    /// Returns the session cookie it sets, as a client sends it back.
    #[must_use]
    pub fn cookie(&self) -> String {
        self.header(header::SET_COOKIE.as_str()).split(';').next().unwrap_or_default().to_owned()
    }

    /// Returns the body as text.
    #[must_use]
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the body as JSON, null where it is something else.
    #[must_use]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    /// Returns the type of the problem it reports, empty where it reports none.
    #[must_use]
    pub fn problem(&self) -> String {
        self.json()["type"].as_str().unwrap_or_default().to_owned()
    }

    /// Returns the beginning of an HTML element, from its id on.
    ///
    /// # Panics
    /// When the page has no such element.
    #[must_use]
    pub fn element(&self, id: &str, length: usize) -> String {
        let text = self.text();
        let (_, rest) = text.split_once(&format!("id=\"{id}\"")).unwrap_or_else(|| panic!("no {id}: {text}"));
        rest.chars().take(length).collect()
    }

    /// Returns the value of an HTML form's field.
    ///
    /// # Panics
    /// When the page has no such field.
    #[must_use]
    pub fn field(&self, name: &str) -> String {
        let text = self.text();
        let start = format!("name=\"{name}\" value=\"");
        let (_, rest) = text.split_once(&start).unwrap_or_else(|| panic!("no field {name}: {text}"));
        rest.split('"').next().unwrap_or_default().to_owned()
    }
}
