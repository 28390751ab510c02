//! Whose certificates are trusted: the authorities in a file.

use std::path::{Path, PathBuf};

use tokio_rustls::rustls::RootCertStore;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

/// Where systems keep the authorities they trust: Debian, Ubuntu, Alpine and Arch; Fedora and Red Hat; SUSE; macOS and the BSDs.
const OF_THE_SYSTEM: [&str; 4] = [
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Reads the authorities in a file in PEM form; why it is of no use, where it is not.
pub(crate) fn roots_in(path: &Path) -> Result<RootCertStore, String> {
    let pem = std::fs::read(path).map_err(|why| format!("cannot be read: {why}"))?;
    let mut roots = RootCertStore::empty();
    roots.add_parsable_certificates(CertificateDer::pem_slice_iter(&pem).flatten());
    if roots.is_empty() {
        return Err("holds no certificate: it must begin with `-----BEGIN CERTIFICATE-----`".into());
    }
    Ok(roots)
}

/// The file of the authorities that the system trusts; as OpenSSL has it, `SSL_CERT_FILE` goes before it.
pub(crate) fn system_roots() -> Option<PathBuf> {
    let named = std::env::var_os("SSL_CERT_FILE").map(PathBuf::from);
    named.or_else(|| OF_THE_SYSTEM.iter().map(PathBuf::from).find(|path| path.exists()))
}
