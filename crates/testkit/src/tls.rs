use std::io::Write;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, DnType, IsCa, Issuer, KeyPair, date_time_ymd};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, IpAddr, ServerName};
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::process::{read_reply, write_request};
use crate::{PATIENCE, Reply, Request};

/// A certificate authority of a test's own.
pub struct Authority {
    issuer: Issuer<'static, KeyPair>,
    root: CertificateDer<'static>,
    /// Its certificate, in PEM form.
    pub pem: String,
}

/// A certificate with its key, both in PEM form.
pub struct Issued {
    /// The certificate.
    pub certificate: String,
    /// Its key.
    pub key: String,
}

impl Issued {
    /// Writes both into files.
    ///
    /// # Panics
    /// When they cannot be written.
    pub fn write(&self, certificate: &Path, key: &Path) {
        std::fs::write(key, &self.key).expect("a key is written");
        std::fs::write(certificate, &self.certificate).expect("a certificate is written");
    }
}

/// A connection over TLS.
pub type TlsStream = StreamOwned<ClientConnection, TcpStream>;

impl Authority {
    /// Makes one.
    ///
    /// # Panics
    /// When there is no entropy.
    #[must_use]
    pub fn new(name: &str) -> Authority {
        let key = KeyPair::generate().expect("a key");
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::CommonName, name);
        let certificate = params.self_signed(&key).expect("a certificate");
        let (root, pem) = (certificate.der().clone(), certificate.pem());
        Authority { issuer: Issuer::new(params, key), root, pem }
    }

    /// Issues a certificate for these names and addresses.
    ///
    /// # Panics
    /// When a name cannot stand in a certificate.
    #[must_use]
    pub fn issue(&self, names: &[&str]) -> Issued {
        self.issue_until(names, (4096, 1, 1))
    }

    /// Issues a certificate for these names and addresses that expires when this day begins: year, month, day.
    ///
    /// # Panics
    /// When a name cannot stand in a certificate, or there is no such day.
    #[must_use]
    pub fn issue_until(&self, names: &[&str], (year, month, day): (i32, u8, u8)) -> Issued {
        let key = KeyPair::generate().expect("a key");
        let names: Vec<String> = names.iter().map(ToString::to_string).collect();
        let mut params = CertificateParams::new(names).expect("names");
        params.not_after = date_time_ymd(year, month, day);
        let certificate = params.signed_by(&key, &self.issuer).expect("a certificate");
        Issued { certificate: certificate.pem(), key: key.serialize_pem() }
    }

    /// Connects to a server whose certificate this authority issued for its address, and shakes hands.
    ///
    /// # Errors
    /// Where nothing listens, the connection breaks, or the certificate is another one.
    ///
    /// # Panics
    /// When the ciphers of the test are not there.
    pub fn connect(&self, address: SocketAddr) -> std::io::Result<TlsStream> {
        self.connect_after(address, b"")
    }

    /// Connects, says this in the clear, and only then shakes hands.
    ///
    /// # Errors
    /// As [`Authority::connect`].
    ///
    /// # Panics
    /// As [`Authority::connect`].
    pub fn connect_after(&self, address: SocketAddr, said: &[u8]) -> std::io::Result<TlsStream> {
        let mut roots = RootCertStore::empty();
        roots.add(self.root.clone()).expect("a certificate");
        let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .expect("versions")
            .with_root_certificates(roots)
            .with_no_client_auth();
        config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
        let name = ServerName::IpAddress(IpAddr::from(address.ip()));
        let mut client = ClientConnection::new(Arc::new(config), name).expect("a name");
        let mut stream = TcpStream::connect(address)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        stream.write_all(said)?;
        client.complete_io(&mut stream)?;
        Ok(StreamOwned::new(client, stream))
    }

    /// Sends a request on a connection of its own and returns the open stream.
    ///
    /// # Errors
    /// As [`Authority::connect`].
    pub fn ask(&self, address: SocketAddr, request: &Request) -> std::io::Result<TlsStream> {
        let mut stream = self.connect(address)?;
        write_request(&mut stream, address, request)?;
        Ok(stream)
    }

    /// Sends a request on a connection of its own and reads the whole answer.
    ///
    /// # Panics
    /// When no complete answer comes.
    #[must_use]
    pub fn send(&self, address: SocketAddr, request: &Request) -> Reply {
        let stream = self.ask(address, request).unwrap_or_else(|why| panic!("{why} for {request:?}"));
        read_reply(stream).unwrap_or_else(|| panic!("no answer to {request:?}"))
    }
}
