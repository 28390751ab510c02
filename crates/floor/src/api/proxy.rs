//! Proxies before the floor: which of them are trusted to say whose request they pass on, and what they say.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;
use ipnet::IpNet;
use serde::{Deserialize, Serialize};

/// An address, or a network of them such as `10.0.0.0/8`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Network(IpNet);

/// Why a text is no network.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{0}` is neither an address nor a network such as 10.0.0.0/8")]
pub struct NotANetwork(String);

impl FromStr for Network {
    type Err = NotANetwork;

    fn from_str(text: &str) -> Result<Network, NotANetwork> {
        let network = text.parse::<IpNet>().or_else(|_| text.parse::<IpAddr>().map(IpNet::from));
        network.map(Network).map_err(|_| NotANetwork(text.to_owned()))
    }
}

impl TryFrom<String> for Network {
    type Error = NotANetwork;

    fn try_from(text: String) -> Result<Network, NotANetwork> {
        text.parse()
    }
}

impl From<Network> for String {
    fn from(network: Network) -> String {
        network.0.to_string()
    }
}

/// The header in which proxies say whose request they pass on. Only one is read: a proxy that writes one of them passes on the
/// other as its client wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ForwardedHeader {
    /// `X-Forwarded-For`, with `X-Forwarded-Proto`.
    #[default]
    XForwardedFor,
    /// `Forwarded` (RFC 7239).
    Forwarded,
}

/// The proxies before the floor.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proxies {
    /// Where those are that are believed.
    pub trusted: Vec<Network>,
    /// How they say whose request it is.
    pub header: ForwardedHeader,
    /// Whether each of their connections begins with a header of the PROXY protocol, which says whose connection it is.
    pub proxy_protocol: bool,
}

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Origin {
    /// The address of the client, or of the last proxy that is known.
    pub(super) address: IpAddr,
    /// Whether it takes a place of that address: the connection is a proxy's, and somebody else asks. A proxy itself has any number.
    pub(super) takes_place: bool,
    /// Whether the client speaks TLS: with us, or by the word of a trusted proxy.
    pub(super) is_secure: bool,
}

impl Origin {
    /// A client that no proxy describes.
    pub(super) fn itself(peer: IpAddr, over_tls: bool) -> Origin {
        Origin { address: peer.to_canonical(), takes_place: false, is_secure: over_tls }
    }
}

/// What a proxy says of the peer that connected to it.
struct Hop {
    /// `None` if it does not say, or not legibly.
    address: Option<IpAddr>,
    is_secure: bool,
}

impl Proxies {
    /// Whether this is the address of a proxy that is believed.
    pub(super) fn trust(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|network| network.0.contains(&address))
    }

    /// Where a request comes from: the last address that is not a trusted proxy's, as each proxy appends the address of its peer.
    pub(super) fn origin(&self, peer: IpAddr, over_tls: bool, headers: &HeaderMap) -> Origin {
        let mut origin = Origin::itself(peer, over_tls);
        if !self.trust(peer) {
            return origin;
        }
        for hop in self.hops(headers).iter().rev() {
            origin.is_secure = hop.is_secure;
            // Clients that the proxy does not name count together, at its address.
            origin.address = hop.address.unwrap_or(origin.address);
            if hop.address.is_none_or(|address| !self.trust(address)) {
                origin.takes_place = true;
                break;
            }
        }
        origin
    }

    fn hops(&self, headers: &HeaderMap) -> Vec<Hop> {
        match self.header {
            ForwardedHeader::XForwardedFor => {
                let scheme = lines(headers, "x-forwarded-proto").flat_map(|line| line.split(',')).next();
                let is_secure = scheme.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"));
                let hop = |node| Hop { address: address(node), is_secure };
                lines(headers, "x-forwarded-for")
                    .flat_map(|line| line.split(','))
                    .map(str::trim)
                    .map(hop)
                    .collect()
            }
            ForwardedHeader::Forwarded => {
                lines(headers, "forwarded").flat_map(|line| split(line, ',')).map(forwarded).collect()
            }
        }
    }
}

/// All lines of a header. One that is not text has nothing that is understood.
fn lines<'h>(headers: &'h HeaderMap, name: &str) -> impl Iterator<Item = &'h str> {
    headers.get_all(name).into_iter().map(|line| line.to_str().unwrap_or("unknown"))
}

/// Splits a text where it is not in quotes, as `Forwarded` has them.
fn split(text: &str, at: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |letter: char| {
        quoted ^= letter == '"';
        letter == at && !quoted
    })
}

/// Reads an element of `Forwarded`: `for=192.0.2.43;proto=https`.
fn forwarded(element: &str) -> Hop {
    let value = |wanted: &str| {
        let mut pairs = split(element, ';').filter_map(|pair| pair.split_once('='));
        let (_, value) = pairs.find(|(name, _)| name.trim().eq_ignore_ascii_case(wanted))?;
        let value = value.trim();
        Some(value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value))
    };
    let is_secure = value("proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    Hop { address: value("for").and_then(address), is_secure }
}

/// An address as proxies write it, with a port or without.
fn address(node: &str) -> Option<IpAddr> {
    let bracketed = || node.strip_prefix('[')?.strip_suffix(']')?.parse().ok();
    let with_port = || node.parse().ok().map(|socket: SocketAddr| socket.ip());
    let address: Option<IpAddr> = node.parse().ok().or_else(with_port).or_else(bracketed);
    address.map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn proxies(header: ForwardedHeader) -> Proxies {
        let trusted =
            ["127.0.0.1", "10.0.0.0/8", "2001:db8::/32"].map(|text| text.parse::<Network>().unwrap());
        Proxies { trusted: trusted.to_vec(), header, proxy_protocol: false }
    }

    /// Whose request it is that comes from here with these headers.
    fn origin(header: ForwardedHeader, peer: &str, lines: &[(&'static str, &'static str)]) -> (String, bool) {
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            headers.append(*name, HeaderValue::from_static(value));
        }
        let Origin { address, is_secure, .. } =
            proxies(header).origin(peer.parse().unwrap(), false, &headers);
        (address.to_string(), is_secure)
    }

    #[test]
    fn whose_request_it_is_nobody_tells_but_trusted_proxies() {
        let told =
            [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-proto", "https"), ("forwarded", "for=7.7.7.7")];
        let whose = |peer: &str| origin(ForwardedHeader::XForwardedFor, peer, &told);
        assert_eq!(whose("192.0.2.1"), ("192.0.2.1".into(), false));
        assert_eq!(whose("127.0.0.2"), ("127.0.0.2".into(), false));
        assert_eq!(whose("127.0.0.1"), ("6.6.6.6".into(), true));
        assert_eq!(whose("::ffff:10.1.2.3"), ("6.6.6.6".into(), true));
        assert_eq!(origin(ForwardedHeader::Forwarded, "127.0.0.1", &told), ("7.7.7.7".into(), false));
    }

    #[test]
    fn over_our_own_tls_only_a_trusted_proxy_tells_otherwise() {
        let told = |scheme: &'static str| {
            let mut headers = HeaderMap::new();
            headers.append("x-forwarded-for", HeaderValue::from_static("6.6.6.6"));
            headers.append("x-forwarded-proto", HeaderValue::from_static(scheme));
            headers
        };
        let proxies = proxies(ForwardedHeader::XForwardedFor);
        let secure =
            |peer: &str, headers: &HeaderMap| proxies.origin(peer.parse().unwrap(), true, headers).is_secure;
        assert!(secure("192.0.2.1", &told("http")));
        assert!(!secure("127.0.0.1", &told("http")));
        assert!(secure("127.0.0.1", &told("https")));
        assert!(secure("127.0.0.1", &HeaderMap::new()));
    }

    #[test]
    fn the_last_address_that_is_no_proxys_counts() {
        for (told, whose) in [
            ("6.6.6.6, 192.0.2.1", "192.0.2.1"),
            ("6.6.6.6, 192.0.2.1, 10.0.0.7, 10.0.0.8", "192.0.2.1"),
            ("6.6.6.6,192.0.2.1:4711 , 2001:db8::5", "192.0.2.1"),
            ("[2a00::1]:80", "2a00::1"),
            ("[2a00::1]", "2a00::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
            // The nearest known proxy, if one does not name its peer.
            ("192.0.2.1, unknown, 10.0.0.7", "10.0.0.7"),
            ("192.0.2.1, \u{20}", "127.0.0.1"),
            ("10.0.0.9, 10.0.0.7", "10.0.0.9"),
            ("", "127.0.0.1"),
            // This header knows no quotes: one that a client left open swallows nothing.
            ("\", 192.0.2.1", "192.0.2.1"),
            ("\"6.6.6.6, 192.0.2.1", "192.0.2.1"),
        ] {
            let heard = origin(ForwardedHeader::XForwardedFor, "127.0.0.1", &[("x-forwarded-for", told)]);
            assert_eq!(heard.0, whose, "{told}");
        }
        // A line of the client's own and one that the proxy adds.
        let lines = [("x-forwarded-for", "6.6.6.6"), ("x-forwarded-for", "192.0.2.1")];
        assert_eq!(origin(ForwardedHeader::XForwardedFor, "127.0.0.1", &lines).0, "192.0.2.1");
    }

    #[test]
    fn whoever_a_proxy_speaks_for_takes_a_place_and_the_proxy_itself_takes_none() {
        for (told, takes_place) in [
            (None, false),
            (Some("for=10.0.0.9"), false),
            (Some("for=192.0.2.1"), true),
            (Some("for=unknown"), true),
            (Some("for=\"_x, for=192.0.2.1"), true),
            (Some(""), true),
        ] {
            let mut headers = HeaderMap::new();
            told.map(|told| headers.append("forwarded", HeaderValue::from_static(told)));
            let proxies = proxies(ForwardedHeader::Forwarded);
            let takes = |peer: &str| proxies.origin(peer.parse().unwrap(), false, &headers).takes_place;
            assert_eq!((takes("127.0.0.1"), takes("192.0.2.7")), (takes_place, false), "{told:?}");
        }
    }

    #[test]
    fn forwarded_is_read_as_the_standard_has_it() {
        for (told, whose, is_secure) in [
            ("for=192.0.2.43", "192.0.2.43", false),
            ("For=\"[2a00::1]:4711\";proto=https;by=10.0.0.1", "2a00::1", true),
            ("for=6.6.6.6;proto=http, proto=HTTPS;for=\"192.0.2.43:80\"", "192.0.2.43", true),
            ("for=192.0.2.1;proto=https, for=10.0.0.7;proto=http", "192.0.2.1", true),
            ("for=192.0.2.1, for=_hidden", "127.0.0.1", false),
            ("for=\"_gazonk\", for=unknown", "127.0.0.1", false),
            // Quotes that the client left open swallow what the proxy adds: they count as a client without a name.
            ("for=\"6.6.6.6, for=192.0.2.1", "127.0.0.1", false),
            ("for=6.6.6.6, for=\", for=\"[2a00::1]\"", "127.0.0.1", false),
            ("for=\"x,y;z\", for=192.0.2.1", "192.0.2.1", false),
        ] {
            let heard = origin(ForwardedHeader::Forwarded, "127.0.0.1", &[("forwarded", told)]);
            assert_eq!(heard, (whose.to_owned(), is_secure), "{told}");
        }
    }

    #[test]
    fn a_network_is_an_address_or_many() {
        for text in ["10.0.0.0/8", "::/0", "192.0.2.1/32"] {
            assert_eq!(String::from(text.parse::<Network>().unwrap()), text);
        }
        assert_eq!(String::from("2001:db8::1".parse::<Network>().unwrap()), "2001:db8::1/128");
        for text in ["", "10.0.0.0/33", "proxy.test", "10.0.0"] {
            assert_eq!(text.parse::<Network>(), Err(NotANetwork(text.into())));
        }
    }
}
