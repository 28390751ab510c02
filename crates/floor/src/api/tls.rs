//! TLS of the floor's own: a certificate and its key, read again whenever their files change.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use sha2::{Digest, Sha256};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::{CryptoProvider, ring};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, UnixTime};
use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert, ServerConfig};
use tokio_rustls::rustls::sign::CertifiedKey;
use tokio_rustls::rustls::{self, InconsistentKeys};
use webpki::{EndEntityCert, KeyUsage};

use crate::house::{Floor, Reminder};
use crate::window::Millis;

/// How often the files are looked at.
const EVERY: Duration = Duration::from_secs(2);

/// Why there is no certificate to serve.
#[derive(Debug, thiserror::Error)]
pub enum BadCertificate {
    /// A file cannot be read.
    #[error("{path} cannot be read: {why}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: std::io::Error,
    },
    /// A file holds no certificate.
    #[error("{0} holds no certificate: it must begin with `-----BEGIN CERTIFICATE-----`")]
    NoCertificate(PathBuf),
    /// A file holds no key.
    #[error("{0} holds no private key in PEM form without a password")]
    NoKey(PathBuf),
    /// The key is another certificate's.
    #[error("the key {key} does not belong to the certificate {certificate}")]
    Mismatch {
        /// The file of the certificate.
        certificate: PathBuf,
        /// The file of the key.
        key: PathBuf,
    },
    /// The certificate or the key is of a kind we cannot use.
    #[error("the certificate {certificate} with its key cannot be used: {why}")]
    Unusable {
        /// The file of the certificate.
        certificate: PathBuf,
        /// Why not.
        why: rustls::Error,
    },
}

/// A certificate with its key, for as long as the floor is open. It is replaced as soon as its files change.
#[derive(Debug)]
pub struct Tls {
    files: Files,
    config: Arc<ServerConfig>,
    served: Arc<Served>,
    first: Fingerprint,
}

/// The SHA-256 hash of what was read, or of why nothing was.
type Fingerprint = [u8; 32];

impl Tls {
    /// Reads a certificate, followed by those that vouch for it, and its key: two files in PEM form.
    ///
    /// # Errors
    ///
    /// When there is no certificate and key to serve in these files.
    pub fn read(certificate: PathBuf, key: PathBuf) -> Result<Tls, BadCertificate> {
        let provider = Arc::new(ring::default_provider());
        let files = Files { certificate, key, provider: Arc::clone(&provider) };
        let read = files.read();
        let first = fingerprint(&read);
        let served = Arc::new(Served(RwLock::new(Arc::new(files.certified(&read?)?))));
        let unusable = |why| BadCertificate::Unusable { certificate: files.certificate.clone(), why };
        let mut config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(unusable)?
            .with_no_client_auth()
            .with_cert_resolver(Arc::clone(&served) as Arc<dyn ResolvesServerCert>);
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        warn_where_open(&files.key);
        Ok(Tls { files, config: Arc::new(config), served, first })
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        TlsAcceptor::from(Arc::clone(&self.config))
    }

    /// When the certificate expires that is served.
    pub(super) fn expires(&self) -> Option<Millis> {
        let served = self.served.0.read().unwrap_or_else(PoisonError::into_inner);
        expires(served.cert.first()?)
    }

    /// Checks the files at intervals, and on SIGHUP, for as long as this is awaited.
    /// The floor knows when the certificate expires, and the log says so in time.
    pub(super) async fn watch(self: Arc<Tls>, floor: Floor) {
        let mut heeded = Heeded { last: self.first, doubtful: None };
        let mut reminder = Reminder::default();
        let mut hangups = Hangups::new();
        loop {
            floor.serve_certificate(self.expires());
            if let Some(warning) = reminder.next(floor.certificate(), floor.clock().now()) {
                tracing::warn!("{warning}");
            }
            let asked = tokio::select! {
                () = tokio::time::sleep(EVERY) => false,
                () = hangups.next() => true,
            };
            let tls = Arc::clone(&self);
            let looking = tokio::task::spawn_blocking(move || {
                tls.look_again(&mut heeded, asked);
                heeded
            });
            match looking.await {
                Ok(now) => heeded = now,
                // Only a panic ends it; the certificate stays the one it was.
                Err(_) => return,
            }
        }
    }

    /// Serves what is in the files now, if they have changed. Replacing two files leaves them at odds for a moment, so files that
    /// cannot be used are reported if they are still there at the second look.
    fn look_again(&self, heeded: &mut Heeded, asked: bool) {
        let read = self.files.read();
        let now = fingerprint(&read);
        if now == heeded.last {
            return;
        }
        let certificate = self.files.certificate.display();
        match read.and_then(|read| self.files.certified(&read)) {
            Ok(certified) => {
                *self.served.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(certified);
                *heeded = Heeded { last: now, doubtful: None };
                tracing::info!("the new certificate in {certificate} is served from now on");
                warn_where_open(&self.files.key);
            }
            Err(why) if asked || heeded.doubtful == Some(now) => {
                *heeded = Heeded { last: now, doubtful: None };
                tracing::warn!("{why}. The certificate from before is still served: put the files in order");
            }
            Err(_) => heeded.doubtful = Some(now),
        }
    }
}

/// What was made of the files so far.
#[derive(Clone, Copy)]
struct Heeded {
    /// What is served, or was reported.
    last: Fingerprint,
    /// What could not be used at the last look.
    doubtful: Option<Fingerprint>,
}

/// The certificate that clients are shown.
#[derive(Debug)]
struct Served(RwLock<Arc<CertifiedKey>>);

impl ResolvesServerCert for Served {
    fn resolve(&self, _: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        Some(Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner)))
    }
}

/// The two files.
#[derive(Debug)]
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    provider: Arc<CryptoProvider>,
}

/// What is in them.
struct Contents {
    certificate: Vec<u8>,
    key: Vec<u8>,
}

impl Files {
    fn read(&self) -> Result<Contents, BadCertificate> {
        let read = |path: &Path| {
            std::fs::read(path).map_err(|why| BadCertificate::Unreadable { path: path.to_owned(), why })
        };
        Ok(Contents { certificate: read(&self.certificate)?, key: read(&self.key)? })
    }

    fn certified(&self, contents: &Contents) -> Result<CertifiedKey, BadCertificate> {
        let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&contents.certificate).collect();
        let chain = chain.ok().filter(|chain| !chain.is_empty());
        let chain = chain.ok_or_else(|| BadCertificate::NoCertificate(self.certificate.clone()))?;
        let key = PrivateKeyDer::from_pem_slice(&contents.key);
        let key = key.map_err(|_| BadCertificate::NoKey(self.key.clone()))?;
        let certificate = self.certificate.clone();
        CertifiedKey::from_der(chain, key, &self.provider).map_err(|why| match why {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                BadCertificate::Mismatch { certificate, key: self.key.clone() }
            }
            why => BadCertificate::Unusable { certificate, why },
        })
    }
}

/// When a certificate expires. By the end of time every one has expired, and verifying it then gives the date.
fn expires(certificate: &CertificateDer<'_>) -> Option<Millis> {
    let end_of_time = UnixTime::since_unix_epoch(Duration::from_secs(u64::MAX));
    let certificate = EndEntityCert::try_from(certificate).ok()?;
    let verified =
        certificate.verify_for_usage(&[], &[], &[], end_of_time, KeyUsage::server_auth(), None, None);
    match verified.err()? {
        webpki::Error::CertExpired { not_after, .. } => {
            Some(Millis::try_from(not_after.as_secs()).unwrap_or(Millis::MAX).saturating_mul(1000))
        }
        _ => None,
    }
}

fn fingerprint(read: &Result<Contents, BadCertificate>) -> Fingerprint {
    let mut hash = Sha256::new();
    match read {
        Ok(Contents { certificate, key }) => {
            hash.update(Sha256::digest(certificate));
            hash.update(Sha256::digest(key));
        }
        Err(why) => hash.update(why.to_string()),
    }
    hash.finalize().into()
}

/// A key that others on this machine can read is theirs too.
#[cfg(unix)]
fn warn_where_open(key: &Path) {
    use std::os::unix::fs::PermissionsExt;
    let Ok(mode) = std::fs::metadata(key).map(|file| file.permissions().mode()) else { return };
    // That a group reads it is common, for programs that renew certificates.
    if mode & 0o027 != 0 {
        let (key, mode) = (key.display(), mode & 0o777);
        tracing::warn!("the TLS key {key} is open to others (mode {mode:03o}): run `chmod 600 {key}`");
    }
}

#[cfg(not(unix))]
fn warn_where_open(_: &Path) {}

/// Waits for SIGHUP, on which the process reads its files again.
struct Hangups {
    #[cfg(unix)]
    signals: Option<tokio::signal::unix::Signal>,
}

impl Hangups {
    #[cfg(unix)]
    fn new() -> Hangups {
        use tokio::signal::unix::{SignalKind, signal};
        Hangups { signals: signal(SignalKind::hangup()).ok() }
    }

    #[cfg(not(unix))]
    fn new() -> Hangups {
        Hangups {}
    }

    async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signals) = &mut self.signals
            && signals.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
