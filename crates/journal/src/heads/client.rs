//! What is said to a URL that keeps notes: `PUT` one, `GET` the newest. Nothing is followed, and nothing is waited for long.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1;
use hyper::header::{ACCEPT, AUTHORIZATION, CONNECTION, CONTENT_TYPE, HOST, HeaderValue, USER_AGENT};
use hyper::{Method, Request, StatusCode};
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::ClientConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::ServerName;

use super::HeadsUrl;
use crate::JournalError;
use crate::error::StorageError;
use crate::roots::{roots_in, system_roots};

/// How long it may take to reach a server and have it prove who it is.
const CONNECTING: Duration = Duration::from_secs(5);
/// How long it may take to answer.
const ANSWERING: Duration = Duration::from_secs(10);
/// The maximum length of an answer in bytes.
const LONGEST: usize = 4 << 20;

/// What notes are sent as.
const TEXT: &str = "text/plain; charset=utf-8";
/// How we introduce ourselves.
const AGENT: &str = concat!("croupier/", env!("CARGO_PKG_VERSION"));

/// Speaks to one URL, on a connection of its own each time.
#[derive(Clone)]
pub(crate) struct Client {
    url: HeadsUrl,
    tls: Option<TlsConnector>,
}

impl Client {
    /// # Errors
    ///
    /// When nobody is trusted to vouch for the server.
    pub(super) fn new(url: &HeadsUrl) -> Result<Client, JournalError> {
        let tls = if url.is_over_tls() { Some(connector(url)?) } else { None };
        Ok(Client { url: url.clone(), tls })
    }

    pub(super) fn url(&self) -> &HeadsUrl {
        &self.url
    }

    /// Sends a note, and returns once the server has taken it.
    pub(super) async fn put(&self, note: &str) -> Result<(), StorageError> {
        let (status, _) =
            self.ask(Method::PUT, note.to_owned().into()).await.map_err(|why| self.failed(&why))?;
        if status.is_success() { Ok(()) } else { Err(self.failed(&refusal(status))) }
    }

    /// Fetches what the server has; `None` if it has no note yet.
    pub(super) async fn get(&self) -> Result<Option<Bytes>, StorageError> {
        let asked = self.ask(Method::GET, Bytes::new()).await;
        let (status, body) = asked.map_err(|why| self.failed(&why))?;
        match status {
            StatusCode::OK if body.trim_ascii().is_empty() => Ok(None),
            StatusCode::OK => Ok(Some(body)),
            StatusCode::NO_CONTENT | StatusCode::NOT_FOUND => Ok(None),
            other => Err(self.failed(&refusal(other))),
        }
    }

    /// What went wrong, at which URL.
    pub(super) fn failed(&self, why: &str) -> StorageError {
        StorageError(format!("{}: {why}", self.url))
    }

    async fn ask(&self, method: Method, body: Bytes) -> Result<(StatusCode, Bytes), String> {
        let late = |what: &str, within: Duration| format!("{what} within {} seconds", within.as_secs());
        let connecting = tokio::time::timeout(CONNECTING, self.connect());
        let stream = connecting.await.map_err(|_| late("no connection", CONNECTING))??;
        let exchange = tokio::time::timeout(ANSWERING, self.exchange(stream, method, body));
        exchange.await.map_err(|_| late("no whole answer", ANSWERING))?
    }

    async fn connect(&self) -> Result<Box<dyn Wire>, String> {
        let host = self.url.host();
        let stream = TcpStream::connect((host, self.url.port())).await.map_err(|why| why.to_string())?;
        let Some(tls) = &self.tls else { return Ok(Box::new(stream)) };
        let unproven = |why: io::Error| format!("it did not prove who it is: {why}");
        let name = ServerName::try_from(host.to_owned()).map_err(|why| unproven(io::Error::other(why)))?;
        Ok(Box::new(tls.connect(name, stream).await.map_err(unproven)?))
    }

    async fn exchange(
        &self,
        stream: Box<dyn Wire>,
        method: Method,
        body: Bytes,
    ) -> Result<(StatusCode, Bytes), String> {
        let request = self.request(method, body)?;
        let shaken = http1::handshake(TokioIo::new(stream)).await;
        let (mut sender, connection) = shaken.map_err(|why| why.to_string())?;
        let answer = async {
            let answer = sender.send_request(request).await.map_err(|why| why.to_string())?;
            let status = answer.status();
            let body = Limited::new(answer.into_body(), LONGEST).collect().await;
            Ok((
                status,
                body.map_err(|why| format!("its answer breaks off or is too long: {why}"))?.to_bytes(),
            ))
        };
        let (mut answer, connection) = (pin!(answer), pin!(connection));
        tokio::select! {
            answer = &mut answer => answer,
            // What has come is read to its end.
            _ = connection => answer.await,
        }
    }

    fn request(&self, method: Method, body: Bytes) -> Result<Request<Full<Bytes>>, String> {
        let mut request = Request::builder()
            .uri(self.url.path())
            .header(HOST, self.url.authority())
            .header(USER_AGENT, AGENT)
            .header(CONNECTION, "close");
        request = match method {
            Method::PUT => request.header(CONTENT_TYPE, HeaderValue::from_static(TEXT)),
            _ => request.header(ACCEPT, HeaderValue::from_static("text/plain")),
        };
        if let Some(token) = &self.url.token {
            request = request.header(AUTHORIZATION, token.header());
        }
        request.method(method).body(Full::new(body)).map_err(|why| why.to_string())
    }
}

/// What bytes come and go by.
trait Wire: AsyncRead + AsyncWrite + Send + Unpin {}

impl<W: AsyncRead + AsyncWrite + Send + Unpin> Wire for W {}

/// Why an answer is not what was asked for.
fn refusal(status: StatusCode) -> String {
    if status.is_redirection() {
        format!("it answers {status}, and redirects are not followed: name the URL itself")
    } else {
        format!("it answers {status}")
    }
}

fn connector(url: &HeadsUrl) -> Result<TlsConnector, JournalError> {
    let unusable = |why: String| JournalError::NoTls(format!("TLS to {url} cannot be set up: {why}"));
    let path = url.authorities.clone().or_else(system_roots);
    let path = path.ok_or_else(|| {
        unusable("this system keeps no list of trusted authorities: name one with ca-file".into())
    })?;
    let roots = roots_in(&path).map_err(|why| unusable(format!("{} {why}", path.display())))?;
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|why| unusable(why.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(TlsConnector::from(Arc::new(config)))
}
