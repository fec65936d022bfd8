//! Reads headers of the PROXY protocol, versions 1 and 2, by which a proxy tells the address of its client.

use crate::stream::{Peer, Stream};
use ppp::v2::Command;
use ppp::{PartialResult, v1, v2};
use std::io;
use std::time::Duration;
use tokio::io::AsyncBufReadExt;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(5);

/// The greatest length, in bytes, of a header of version 1.
const MAX_LINE: usize = 107;
/// The greatest length, in bytes, of a header of version 2 with its additional fields.
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

/// Returns the client that the PROXY header at the start of `stream` names, or `None` if it names none. A proxy
/// sends a header without a client when it checks whether the server runs.
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

/// (length, client) of the header at the beginning of `bytes`; outer `None`: the header is not complete yet.
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
    use crate::replay::unescaped;

    #[test]
    fn a_header_names_the_client_and_other_streams_have_none() {
        for (at, [stream, expected]) in chuhe_tests::rows("proxy_headers.txt") {
            let header = unescaped(&stream).unwrap();
            // Nothing or a command follows the header. For a stream without a header, `parse` returns an error at once.
            for rest in [b"" as &[u8], b"Status\n"] {
                let client = match parse(&[&header[..], rest].concat()) {
                    Ok(Some((length, peer))) => {
                        assert_eq!(length, header.len(), "{at}");
                        let is_cut = |cut| matches!(parse(&header[..cut]), Ok(None));
                        assert!((0..length).all(is_cut), "{at}");
                        peer.map_or("-".to_owned(), |peer| peer.to_string())
                    }
                    Ok(None) => "more to come".to_owned(),
                    Err(_) => "fault".to_owned(),
                };
                assert_eq!(client, expected, "{at}");
            }
        }
    }
}
