//! The PROXY protocol, versions 1 and 2, by which a proxy tells the address of its client.

use crate::stream::{Peer, Stream};
use ppp::v2::Command;
use ppp::{PartialResult, v1, v2};
use std::io;
use std::time::Duration;
use tokio::io::AsyncBufReadExt;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(5);

/// The greatest length of a header: of version 1, and of version 2 with its additional fields.
const MAX_LINE: usize = 107;
const MAX_HEADER: usize = 4096;

#[derive(Debug, thiserror::Error)]
pub(crate) enum ProxyError {
    #[error("no PROXY header: {0}")]
    NoHeader(String),
    #[error("no PROXY header within {} s", PATIENCE.as_secs())]
    Late,
    #[error(transparent)]
    Broken(#[from] io::Error),
}

/// Reads the header that begins a stream. Returns the client, or `None` when the proxy speaks for
/// itself, as in its health checks.
pub(crate) async fn read_header(stream: &mut Stream) -> Result<Option<Peer>, ProxyError> {
    let read = async {
        let mut bytes = Vec::new();
        loop {
            let (before, part) = (bytes.len(), stream.fill_buf().await?);
            if part.is_empty() {
                return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
            }
            bytes.extend_from_slice(part);
            let parsed = parse(&bytes)?;
            stream.consume(parsed.map_or(bytes.len(), |(length, _)| length) - before);
            if let Some((_, peer)) = parsed {
                return Ok(peer);
            }
            if bytes.len() > MAX_HEADER {
                return Err(ProxyError::NoHeader("it is too long".to_owned()));
            }
        }
    };
    timeout(PATIENCE, read).await.unwrap_or(Err(ProxyError::Late))
}

/// The length of the header at the beginning of these bytes, and the client; `None` when some of it is
/// still to come.
fn parse(bytes: &[u8]) -> Result<Option<(usize, Option<Peer>)>, ProxyError> {
    let word = v1::PROTOCOL_PREFIX.as_bytes();
    let begin = &bytes[..bytes.len().min(word.len())];
    if !begin.is_empty() && word.starts_with(begin) {
        parse_line(bytes)
    } else {
        parse_binary(bytes)
    }
}

fn parse_line(bytes: &[u8]) -> Result<Option<(usize, Option<Peer>)>, ProxyError> {
    let no_header = |text: &dyn ToString| ProxyError::NoHeader(text.to_string());
    let line = &bytes[..bytes.len().min(MAX_LINE)];
    let Some(end) = line.windows(2).position(|end| end == b"\r\n") else {
        return if line.len() < MAX_LINE { Ok(None) } else { Err(no_header(&"it has no end")) };
    };
    let header = v1::Header::try_from(&bytes[..end + 2]).map_err(|error| no_header(&error))?;
    let peer = match header.addresses {
        v1::Addresses::Tcp4(it) => Some(Peer::Inet((it.source_address, it.source_port).into())),
        v1::Addresses::Tcp6(it) => Some(Peer::Inet((it.source_address, it.source_port).into())),
        v1::Addresses::Unknown => None,
    };
    Ok(Some((end + 2, peer)))
}

fn parse_binary(bytes: &[u8]) -> Result<Option<(usize, Option<Peer>)>, ProxyError> {
    let header = match v2::Header::try_from(bytes) {
        Ok(header) => header,
        Err(error) if error.is_incomplete() => return Ok(None),
        Err(error) => return Err(ProxyError::NoHeader(error.to_string())),
    };
    let peer = match header.addresses {
        _ if header.command == Command::Local => None,
        v2::Addresses::IPv4(it) => Some(Peer::Inet((it.source_address, it.source_port).into())),
        v2::Addresses::IPv6(it) => Some(Peer::Inet((it.source_address, it.source_port).into())),
        _ => None,
    };
    Ok(Some((header.len(), peer)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIGNATURE: &[u8] = b"\r\n\r\n\0\r\nQUIT\n";

    /// The client of a header that is followed by a command.
    fn client(header: &[u8]) -> Option<String> {
        let (stream, shown) = ([header, b"Status\n"].concat(), header.escape_ascii());
        for cut in 0..header.len() {
            assert!(matches!(parse(&stream[..cut]), Ok(None)), "{shown} at {cut}");
        }
        let parsed = parse(&stream).unwrap_or_else(|error| panic!("{shown}: {error}"));
        let (length, peer) = parsed.unwrap_or_else(|| panic!("{shown}: more is to come"));
        assert_eq!(length, header.len(), "{shown}");
        peer.map(|peer| peer.to_string())
    }

    #[test]
    fn headers_of_both_versions_name_the_client() {
        let v4 = [203, 0, 113, 7, 127, 0, 0, 1, 0x1f, 0x90, 0x30, 0x39];
        let mut v6 = [0; 36];
        (v6[0], v6[15], v6[33]) = (0xfd, 1, 80);
        let version_2 = |kind: &[u8], rest: &[u8]| {
            [SIGNATURE, kind, &(rest.len() as u16).to_be_bytes(), rest].concat()
        };
        let with_field = [&v4 as &[u8], b"\x04\0\x03abc"].concat();
        for (header, expected) in [
            (b"PROXY TCP4 203.0.113.7 127.0.0.1 8080 12345\r\n".to_vec(), Some("203.0.113.7:8080")),
            (b"PROXY TCP6 fd00::1 ::1 80 12345\r\n".to_vec(), Some("[fd00::1]:80")),
            (b"PROXY UNKNOWN\r\n".to_vec(), None),
            (version_2(b"\x21\x11", &v4), Some("203.0.113.7:8080")),
            (version_2(b"\x21\x11", &with_field), Some("203.0.113.7:8080")),
            (version_2(b"\x21\x21", &v6), Some("[fd00::1]:80")),
            (version_2(b"\x20\x11", &v4), None),
            (version_2(b"\x20\0", b""), None),
        ] {
            assert_eq!(client(&header).as_deref(), expected, "{}", header.escape_ascii());
        }
    }

    #[test]
    fn other_streams_have_no_header() {
        let endless = [b"PROXY TCP4 " as &[u8], &[b'1'; MAX_LINE]].concat();
        for stream in [
            b"Status\n" as &[u8],
            b"\n",
            b"PROXX TCP4 1.1.1.1 1.1.1.1 1 1\r\n",
            b"PROXY TCP4 1.1.1 1.1.1.1 1 1\r\n",
            b"PROXY TCP4 1.1.1.1 1.1.1.1 1 70000\r\n",
            b"PROXY\r\n",
            b"\r\n\r\n\0\r\nQUIT\n\x31\x11\0\0",
            b"\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x04abcd",
            &endless,
        ] {
            assert!(parse(stream).is_err(), "{}", stream.escape_ascii());
        }
    }
}
