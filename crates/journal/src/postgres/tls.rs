//! TLS to PostgreSQL: how far the server must prove who it is, in libpq's words.

use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::Socket;
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream as Encrypted;
use tokio_rustls::rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use tokio_rustls::rustls::client::{ClientConfig, WebPkiServerVerifier};
use tokio_rustls::rustls::crypto::{self, CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{self, CertificateError, DigitallySignedStruct, SignatureScheme};

use crate::boxed::BoxFuture;
use crate::error::JournalError;
use crate::roots::roots_in;

/// What a server must show before anything is sent to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Proof {
    /// Nothing: the server may be anyone, even if the connection is encrypted.
    None,
    /// A certificate that one of those in this file vouches for.
    Issued(PathBuf),
    /// The same, and that it is for the host it is asked at.
    Named(PathBuf),
}

/// Makes encrypted connections.
#[derive(Clone)]
pub(super) struct Connector(Arc<ClientConfig>);

impl Connector {
    pub(super) fn new(proof: &Proof) -> Result<Connector, JournalError> {
        let provider = Arc::new(ring::default_provider());
        let roots = match proof {
            Proof::None => None,
            Proof::Issued(path) | Proof::Named(path) => Some(roots(path, &provider)?),
        };
        let names_count = matches!(proof, Proof::Named(_));
        let judge = Judge { roots, names_count, provider: Arc::clone(&provider) };
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|why| JournalError::NoTls(format!("TLS to PostgreSQL cannot be set up: {why}")))?;
        let judged = config.dangerous().with_custom_certificate_verifier(Arc::new(judge));
        let mut config = judged.with_no_client_auth();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Connector(Arc::new(config)))
    }
}

/// Those who vouch for the server.
fn roots(path: &Path, provider: &Arc<CryptoProvider>) -> Result<Arc<WebPkiServerVerifier>, JournalError> {
    let unusable = |why: String| JournalError::NoTls(format!("sslrootcert={} {why}", path.display()));
    let roots = Arc::new(roots_in(path).map_err(unusable)?);
    WebPkiServerVerifier::builder_with_provider(roots, Arc::clone(provider))
        .build()
        .map_err(|why| unusable(format!("cannot be used: {why}")))
}

/// Judges the certificate that a server shows.
#[derive(Debug)]
struct Judge {
    roots: Option<Arc<WebPkiServerVerifier>>,
    names_count: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Judge {
    fn verify_server_cert(
        &self,
        shown: &CertificateDer<'_>,
        between: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        status: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, rustls::Error> {
        let Some(roots) = &self.roots else { return Ok(ServerCertVerified::assertion()) };
        match roots.verify_server_cert(shown, between, name, status, now) {
            // The name is looked at last: everything else is in order.
            Err(rustls::Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.names_count => Ok(ServerCertVerified::assertion()),
            judged => judged,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, shown, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        shown: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, rustls::Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, shown, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

/// Why a server is not spoken to.
#[derive(Debug, thiserror::Error)]
#[error(
    "PostgreSQL at {host} did not prove who it is: {why}. Look whether sslmode and sslrootcert fit its certificate"
)]
pub(super) struct Unproven {
    host: String,
    why: io::Error,
}

impl MakeTlsConnect<Socket> for Connector {
    type Stream = Stream;
    type TlsConnect = Handshake;
    type Error = Unproven;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, Unproven> {
        Ok(Handshake { connector: TlsConnector::from(Arc::clone(&self.0)), host: host.to_owned() })
    }
}

/// A handshake that is to come.
pub(super) struct Handshake {
    connector: TlsConnector,
    host: String,
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Stream;
    type Error = Unproven;
    type Future = BoxFuture<'static, Result<Stream, Unproven>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let Handshake { connector, host } = self;
        Box::pin(async move {
            let shaken = match ServerName::try_from(host.clone()) {
                Ok(name) => connector.connect(name, socket).await,
                Err(why) => Err(io::Error::other(why)),
            };
            shaken.map(Stream).map_err(|why| Unproven { host, why })
        })
    }
}

/// An encrypted connection.
pub(super) struct Stream(Encrypted<Socket>);

impl TlsStream for Stream {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(cx, buf)
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(cx)
    }
}
