//! CBL, the libraries of CCBridge (象棋桥): many games, each as in a CBR file.
//!
//! A header of 66624 bytes and an index come first. The games follow at multiples of 4096 bytes
//! after the index. A game with many moves takes several of them. The index is not needed, and it
//! does not always fit the games.
//!
//! The facts come from `docs/ccbridge-format.md` of xusheng6/pikaboard.

use crate::binary::{Bytes, error};
use crate::fault::Read;
use crate::{Entry, RecordFault, cbr};

/// The first bytes of a file.
pub(crate) const SIGNATURE: &[u8; 16] = b"CCBridgeLibrary\0";
/// The place of the number of entries in the index.
const ENTRIES: usize = 60;
const INDEX: usize = 66_624;
/// The size of an entry of the index.
const ENTRY: usize = 276;
/// Games begin at multiples of this size after the index.
const SLOT: usize = 4096;

/// Reads the games of a library one after another.
///
/// A game that is refused is skipped; its fault has the place in the library. Games that were
/// deleted but are still in the file are read, too.
pub(crate) fn games(bytes: &[u8]) -> impl Iterator<Item = Entry> + '_ {
    let (places, refused) = match places(bytes) {
        Ok(places) => (places, None),
        Err(error) => (Vec::new(), Some(Entry::of(0..bytes.len(), |_| Err(error)))),
    };
    let ends: Vec<usize> = places.iter().skip(1).copied().chain([bytes.len()]).collect();
    let games = places.into_iter().zip(ends).map(|(begin, end)| cbr::entry(&bytes[..end], begin));
    refused.into_iter().chain(games)
}

fn places(bytes: &[u8]) -> Read<Vec<usize>> {
    let entries = Bytes::from(bytes, ENTRIES).number()? as usize;
    let first = entries.saturating_mul(ENTRY).saturating_add(INDEX);
    if first > bytes.len() {
        return Err(error(ENTRIES, RecordFault::Truncated));
    }
    let is_game = |at: &usize| bytes[*at..].starts_with(cbr::SIGNATURE);
    let games: Vec<usize> = (first..bytes.len()).step_by(SLOT).filter(is_game).collect();
    if games.is_empty() { Err(error(first, RecordFault::NoGame)) } else { Ok(games) }
}
