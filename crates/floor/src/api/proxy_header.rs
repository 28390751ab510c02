//! The PROXY protocol, versions 1 and 2: what a proxy says of its client at the beginning of a connection, before TLS and
//! HTTP (<https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt>).
//!
//! Read by ourselves: `ppp` refuses a `LOCAL` header whose family says more than its length, which the document wants accepted.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use tokio::io::AsyncReadExt;
use tokio::net::TcpStream;

/// What version 1 begins with.
const LINE: &[u8] = b"PROXY ";
/// The maximum length of a version 1 line in bytes, line end included.
const LONGEST_LINE: usize = 107;
/// What version 2 begins with.
const SIGNATURE: &[u8] = b"\r\n\r\n\0\r\nQUIT\n";
/// The signature, the version with the command, the family with the transport, and the length of what follows.
const FIXED: usize = 16;
/// The maximum length of a version 2 header in bytes: far more than proxies send, names from certificates included.
const LONGEST: usize = 4096;
/// The type of the extension about TLS between the client and the proxy.
const TLS: u8 = 0x20;
/// The bit in that extension that says the client used TLS.
const OVER_TLS: u8 = 1;

/// What a proxy says of the client it forwards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProxyHeader {
    /// How many bytes it has.
    length: usize,
    /// The client's address; `None` if the proxy speaks for itself or does not know.
    pub(super) client: Option<IpAddr>,
    /// Whether the client spoke TLS with the proxy.
    pub(super) is_secure: bool,
}

/// Why a connection does not begin as it must.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(super) enum Malformed {
    #[error("it begins with something else")]
    Missing,
    #[error("its header does not end")]
    TooLong,
    #[error("its header is not as the protocol has it")]
    Unreadable,
}

impl ProxyHeader {
    /// Reads the header of a connection and no byte more.
    ///
    /// # Errors
    ///
    /// When the connection ends or begins with something else.
    pub(super) async fn read(stream: &mut TcpStream) -> io::Result<ProxyHeader> {
        let (mut heard, mut next) = (Vec::new(), [0; 512]);
        loop {
            let seen = stream.peek(&mut next).await?;
            if seen == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let before = heard.len();
            heard.extend_from_slice(&next[..seen]);
            let found = ProxyHeader::find(&heard).map_err(io::Error::other)?;
            // What follows the header is the client's.
            let ours = found.map_or(seen, |header| header.length.saturating_sub(before).min(seen));
            stream.read_exact(&mut next[..ours]).await?;
            if let Some(header) = found {
                return Ok(header);
            }
        }
    }

    /// Finds the header at the beginning of these bytes; `None` if it is incomplete.
    fn find(bytes: &[u8]) -> Result<Option<ProxyHeader>, Malformed> {
        if bytes.starts_with(SIGNATURE) {
            binary(bytes)
        } else if bytes.starts_with(LINE) {
            line(bytes)
        } else if SIGNATURE.starts_with(bytes) || LINE.starts_with(bytes) {
            Ok(None)
        } else {
            Err(Malformed::Missing)
        }
    }
}

/// Version 1: `PROXY TCP4 192.0.2.1 198.51.100.1 56324 443` and the end of the line.
fn line(bytes: &[u8]) -> Result<Option<ProxyHeader>, Malformed> {
    let most = &bytes[..bytes.len().min(LONGEST_LINE)];
    let Some(end) = most.windows(2).position(|pair| pair == b"\r\n") else {
        return if bytes.len() < LONGEST_LINE { Ok(None) } else { Err(Malformed::TooLong) };
    };
    let header = |client| Ok(Some(ProxyHeader { length: end + 2, client, is_secure: false }));
    let text = std::str::from_utf8(&bytes[LINE.len()..end]).map_err(|_| Malformed::Unreadable)?;
    let words: Vec<&str> = text.split(' ').collect();
    match words[..] {
        // What follows is not looked at.
        ["UNKNOWN", ..] => header(None),
        ["TCP4", ref rest @ ..] => header(Some(addresses::<Ipv4Addr>(rest)?)),
        ["TCP6", ref rest @ ..] => header(Some(addresses::<Ipv6Addr>(rest)?)),
        _ => Err(Malformed::Unreadable),
    }
}

/// The client's address, of two addresses of a kind and two ports.
fn addresses<A: FromStr + Into<IpAddr>>(words: &[&str]) -> Result<IpAddr, Malformed> {
    let [from, to, from_port, to_port] = words else { return Err(Malformed::Unreadable) };
    match (from.parse::<A>(), to.parse::<A>()) {
        (Ok(from), Ok(_)) if is_port(from_port) && is_port(to_port) => Ok(from.into()),
        _ => Err(Malformed::Unreadable),
    }
}

/// Whether this is the number of a port, without signs and leading zeros.
fn is_port(word: &str) -> bool {
    word.parse::<u16>().is_ok_and(|port| port.to_string() == word)
}

/// Version 2: in bytes.
fn binary(bytes: &[u8]) -> Result<Option<ProxyHeader>, Malformed> {
    let Some((fixed, rest)) = bytes.split_first_chunk::<FIXED>() else { return Ok(None) };
    let [.., version, family, high, low] = *fixed;
    if version >> 4 != 2 {
        return Err(Malformed::Unreadable);
    }
    let following = usize::from(u16::from_be_bytes([high, low]));
    let length = FIXED + following;
    if length > LONGEST {
        return Err(Malformed::TooLong);
    }
    let Some(rest) = rest.get(..following) else { return Ok(None) };
    let itself = ProxyHeader { length, client: None, is_secure: false };
    match (version & 0xf, family) {
        // The proxy speaks for itself; what follows is not looked at.
        (0, _) => Ok(Some(itself)),
        (1, 0x11) => client::<4>(itself, rest).map(Some),
        (1, 0x21) => client::<16>(itself, rest).map(Some),
        // A client without an address that counts: unknown, no TCP, or on the proxy's own machine.
        (1, other) if other >> 4 <= 3 && other & 0xf <= 2 => Ok(Some(itself)),
        _ => Err(Malformed::Unreadable),
    }
}

/// A client with addresses of `N` bytes in the rest of the header: two addresses, two ports, extensions.
fn client<const N: usize>(itself: ProxyHeader, rest: &[u8]) -> Result<ProxyHeader, Malformed>
where
    IpAddr: From<[u8; N]>,
{
    let (from, _) = rest.split_first_chunk::<N>().ok_or(Malformed::Unreadable)?;
    let mut rest = rest.get(2 * N + 4..).ok_or(Malformed::Unreadable)?;
    let mut header = ProxyHeader { client: Some(IpAddr::from(*from)), ..itself };
    while let Some(([kind, high, low], more)) = rest.split_first_chunk::<3>() {
        let length = usize::from(u16::from_be_bytes([*high, *low]));
        let (value, more) = more.split_at_checked(length).ok_or(Malformed::Unreadable)?;
        header.is_secure |= *kind == TLS && value.first().is_some_and(|bits| bits & OVER_TLS != 0);
        rest = more;
    }
    if rest.is_empty() { Ok(header) } else { Err(Malformed::Unreadable) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// A header of version 2.
    fn two(version: u8, family: u8, rest: &[u8]) -> Vec<u8> {
        let length = u16::try_from(rest.len()).expect("a short header").to_be_bytes();
        [SIGNATURE, &[version, family], &length, rest].concat()
    }

    /// What is found at the beginning of these bytes and of the same with something behind, in pieces or whole.
    fn found(bytes: &[u8]) -> (Option<IpAddr>, bool) {
        for end in 0..bytes.len() {
            assert_eq!(ProxyHeader::find(&bytes[..end]), Ok(None), "{end} of {bytes:?}");
        }
        let header = ProxyHeader::find(bytes).expect("a header").expect("all of it");
        assert_eq!(header.length, bytes.len());
        let more = [bytes, b"GET / HTTP/1.1\r\n\r\n"].concat();
        assert_eq!(ProxyHeader::find(&more), Ok(Some(header)));
        (header.client, header.is_secure)
    }

    fn address(text: &str) -> Option<IpAddr> {
        text.parse().ok()
    }

    #[test]
    fn the_lines_of_the_specification_are_read() {
        let full = "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff";
        for (line, client) in [
            ("PROXY TCP4 192.168.0.1 192.168.0.11 56324 443", address("192.168.0.1")),
            ("PROXY TCP4 255.255.255.255 255.255.255.255 65535 65535", address("255.255.255.255")),
            ("PROXY TCP6 2001:db8::1 ::1 0 1", address("2001:db8::1")),
            (&format!("PROXY TCP6 {full} {full} 65535 65535"), address(full)),
            ("PROXY UNKNOWN", None),
            ("PROXY UNKNOWN anything at all", None),
            (&format!("PROXY UNKNOWN {full} {full} 65535 65535"), None),
        ] {
            assert_eq!(found(format!("{line}\r\n").as_bytes()), (client, false), "{line}");
        }
    }

    #[test]
    fn the_headers_of_the_specification_are_read() {
        let four = [192, 0, 2, 1, 198, 51, 100, 1, 0xdc, 0x04, 0x01, 0xbb];
        let six = [&[0x20, 1, 0xd, 0xb8][..], &[0; 11], &[1], &[0; 15], &[1, 0, 80, 0, 81]].concat();
        let no_op = [4, 0, 2, 7, 7];
        let (over_tls, not_over_tls) = ([TLS, 0, 5, 1, 0, 0, 0, 0], [TLS, 0, 5, 2, 0, 0, 0, 0]);
        let long = [&four[..], &[4, 0x0f, 0xe1], &[0; 0x0fe1]].concat();
        for (version, family, rest, client) in [
            (0x21, 0x11, four.to_vec(), (address("192.0.2.1"), false)),
            (0x21, 0x11, [&four[..], &no_op].concat(), (address("192.0.2.1"), false)),
            (0x21, 0x11, [&four[..], &no_op, &over_tls].concat(), (address("192.0.2.1"), true)),
            (0x21, 0x11, [&four[..], &not_over_tls, &no_op].concat(), (address("192.0.2.1"), false)),
            (0x21, 0x11, [&four[..], &[TLS, 0, 0]].concat(), (address("192.0.2.1"), false)),
            (0x21, 0x21, six, (address("2001:db8::1"), false)),
            (0x21, 0x11, long, (address("192.0.2.1"), false)),
            // The proxy itself, a client that is not known, datagrams, a socket in a folder.
            (0x20, 0x00, Vec::new(), (None, false)),
            (0x20, 0x11, four.to_vec(), (None, false)),
            (0x20, 0x21, Vec::new(), (None, false)),
            (0x20, 0xff, vec![1, 2, 3], (None, false)),
            (0x21, 0x00, four.to_vec(), (None, false)),
            (0x21, 0x12, four.to_vec(), (None, false)),
            (0x21, 0x31, vec![b'/'; 216], (None, false)),
        ] {
            assert_eq!(found(&two(version, family, &rest)), client, "{version:x} {family:x} {rest:?}");
        }
    }

    #[test]
    fn what_is_no_header_is_refused() {
        let line = |text: &str| format!("PROXY {text}\r\n").into_bytes();
        let four = [192, 0, 2, 1, 198, 51, 100, 1, 0xdc, 0x04, 0x01, 0xbb];
        for bytes in [
            b"GET / HTTP/1.1\r\n".to_vec(),
            b"\x16\x03\x01".to_vec(),
            b"proxy TCP4".to_vec(),
            b"\r\n\r\n\0\r\nQUIT\r".to_vec(),
            line("TCP4 192.0.2.1 198.51.100.1 56324"),
            line("TCP4 192.0.2.1 198.51.100.1 56324 443 1"),
            line("TCP4  192.0.2.1 198.51.100.1 56324 443"),
            line("TCP4 192.0.2.1 198.51.100.1 56324 65536"),
            line("TCP4 192.0.2.1 198.51.100.1 056324 443"),
            line("TCP4 192.0.2.1 198.51.100.1 +56324 443"),
            line("TCP4 192.0.02.1 198.51.100.1 56324 443"),
            line("TCP4 192.0.2.1 2001:db8::1 56324 443"),
            line("TCP6 192.0.2.1 198.51.100.1 56324 443"),
            line("TCP4 192.0.2.1 198.51.100.1 56324 443\n"),
            line("TCP4 192.0.2.1\r198.51.100.1 56324 443"),
            line("UDP4 192.0.2.1 198.51.100.1 56324 443"),
            line("UNKNOWNS"),
            line(""),
            line(&format!("UNKNOWN {}", "x".repeat(92))),
            [&b"PROXY UNKNOWN "[..], &[b'x'; 93]].concat(),
            two(0x11, 0x11, &four),
            two(0x31, 0x11, &four),
            two(0x22, 0x11, &four),
            two(0x21, 0x41, &four),
            two(0x21, 0x13, &four),
            two(0x21, 0x11, &four[..11]),
            two(0x21, 0x21, &four),
            two(0x21, 0x11, &[&four[..], &[4, 0]].concat()),
            two(0x21, 0x11, &[&four[..], &[4, 0, 3, 7, 7]].concat()),
            two(0x21, 0x11, &[0; 4096]),
        ] {
            assert!(ProxyHeader::find(&bytes).is_err(), "{}", String::from_utf8_lossy(&bytes));
        }
    }

    proptest! {
        #[test]
        fn no_bytes_are_too_strange(
            begin in prop::sample::select(vec![&b""[..], LINE, b"PROXY TCP4 1.1.1.1 ", SIGNATURE, b"\r\n\r\n\0\r\nQUIT\n!\x11"]),
            bytes in prop::collection::vec(any::<u8>(), 0..300),
        ) {
            let bytes = [begin, &bytes].concat();
            if let Ok(Some(header)) = ProxyHeader::find(&bytes) {
                prop_assert!(header.length <= bytes.len());
            }
        }
    }
}
