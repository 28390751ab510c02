//! The config file of a floor.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use floor::{Config, ForwardedHeader, Guard, Network, Proxies};
use serde::{Deserialize, Serialize};

use super::copies::CopyPlace;

/// A config file; what is not written in it has a value of its own.
#[derive(Serialize, Deserialize, PartialEq, Debug)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct File {
    pub(super) listen: SocketAddr,
    /// The files of a certificate and of its key, to speak TLS with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tls_cert: Option<PathBuf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) tls_key: Option<PathBuf>,
    /// Where programs of the operator's read the meters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) metrics_listen: Option<SocketAddr>,
    pub(super) database: String,
    /// The file of the key that shoes are encrypted with.
    #[serde(rename = "shoe-key-file", skip_serializing_if = "Option::is_none")]
    pub(super) shoe_key: Option<PathBuf>,
    /// Where heads are kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) heads: Option<PathBuf>,
    /// Further files and URLs that every note of heads is added to.
    pub(crate) heads_copies: Vec<CopyPlace>,
    /// Requests a second from one address, lastingly.
    pub(super) requests_a_second: f64,
    /// As many at once.
    pub(super) burst: f64,
    /// Guests who come from one address a minute.
    pub(super) guests_a_minute: u32,
    /// Connections at a time.
    pub(super) connections: usize,
    /// Connections at a time from one address.
    pub(super) connections_per_address: usize,
    /// The proxies that are trusted to say whose request they pass on.
    pub(super) trusted_proxies: Vec<Network>,
    /// The header in which they say it.
    pub(super) forwarded_header: ForwardedHeader,
    /// Whether their connections begin with a header of the PROXY protocol.
    pub(super) proxy_protocol: bool,
    pub(super) floor: Config,
}

impl Default for File {
    fn default() -> File {
        let Guard { requests_a_second, burst, guests_a_minute, connections, connections_per_address, .. } =
            Guard::default();
        let proxies = Proxies::default();
        File {
            listen: SocketAddr::from(([127, 0, 0, 1], 2121)),
            tls_cert: None,
            tls_key: None,
            metrics_listen: None,
            database: "sqlite:croupier.db".into(),
            shoe_key: None,
            heads: None,
            heads_copies: Vec::new(),
            requests_a_second,
            burst,
            guests_a_minute,
            connections,
            connections_per_address,
            trusted_proxies: proxies.trusted,
            forwarded_header: proxies.header,
            proxy_protocol: proxies.proxy_protocol,
            floor: Config::default(),
        }
    }
}

impl File {
    /// Reads a config file and looks whether a floor can be made of it; all that is wrong is reported at once.
    pub(crate) fn read(path: &Path) -> anyhow::Result<File> {
        let named = || format!("the config file {}", path.display());
        let text = std::fs::read_to_string(path).with_context(named)?;
        let file: File = toml::from_str(&text).with_context(named)?;
        let mut faults = file.floor.faults();
        let positive = |figure: f64| figure.is_finite() && figure > 0.0;
        if !positive(file.requests_a_second) || !positive(file.burst) {
            faults.push("requests-a-second and burst are numbers above 0".into());
        }
        if file.guests_a_minute == 0 {
            faults.push(
                "guests-a-minute is a number above 0; to take no guests set floor.guests = false".into(),
            );
        }
        if file.connections == 0 || file.connections_per_address == 0 {
            faults.push("connections and connections-per-address are numbers above 0".into());
        }
        if file.proxy_protocol && file.trusted_proxies.is_empty() {
            faults.push(
                "proxy-protocol is spoken by trusted proxies only: name them in trusted-proxies".into(),
            );
        }
        faults.extend(file.heads_copies.iter().filter_map(CopyPlace::fault));
        if !faults.is_empty() {
            bail!("{}: {}", named(), faults.join("\n"));
        }
        Ok(file)
    }

    /// How much is taken from whom.
    pub(super) fn guard(&self) -> Guard {
        Guard {
            requests_a_second: self.requests_a_second,
            burst: self.burst,
            guests_a_minute: self.guests_a_minute,
            connections: self.connections,
            connections_per_address: self.connections_per_address,
            proxies: Proxies {
                trusted: self.trusted_proxies.clone(),
                header: self.forwarded_header,
                proxy_protocol: self.proxy_protocol,
            },
            ..Guard::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::config::DOCUMENTED;

    #[test]
    fn the_documented_file_is_what_holds_where_nothing_is_written() {
        let documented: File = toml::from_str(DOCUMENTED).expect("a config file");
        assert_eq!(documented, File::default());
    }

    #[test]
    fn every_setting_is_documented() {
        let all = toml::Value::try_from(File::default()).expect("TOML");
        let documented: toml::Value = toml::from_str(DOCUMENTED).expect("TOML");
        assert_eq!(keys(&all), keys(&documented));
    }

    /// The paths of all keys, those of any table together.
    fn keys(value: &toml::Value) -> BTreeSet<String> {
        match value {
            toml::Value::Table(table) => table
                .iter()
                .flat_map(|(key, value)| {
                    let below = keys(value).into_iter().map(move |below| format!("{key}.{below}"));
                    below.chain([key.clone()])
                })
                .collect(),
            toml::Value::Array(all) => all.iter().flat_map(keys).collect(),
            _ => BTreeSet::new(),
        }
    }
}
