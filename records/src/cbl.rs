//! CBL, the libraries of CCBridge (象棋桥): many games, each as in a CBR file.
//!
//! A header of 66624 bytes and an index come first. The games follow at multiples of 4096 bytes
//! after the index. A game with many moves takes several of them. The index is not needed, and it
//! does not always fit the games.
//!
//! The facts come from `docs/ccbridge-format.md` of xusheng6/pikaboard.

use crate::binary::{Bytes, Faults, error};
use crate::{Collection, Fault, RecordFault, cbr};

/// The first bytes of a file.
pub(crate) const SIGNATURE: &[u8; 16] = b"CCBridgeLibrary\0";
/// The place of the number of entries in the index.
const ENTRIES: usize = 60;
/// The place of the index.
const INDEX: usize = 66_624;
/// The size of an entry of the index.
const ENTRY: usize = 276;
/// Games begin at multiples of this size after the index.
const SLOT: usize = 4096;

/// Reads the games of a library.
///
/// A game that is refused is skipped; its fault has the place in the library. Games that were
/// deleted but are still in the file are read, too.
#[must_use]
pub fn read(bytes: &[u8]) -> Collection {
    let mut collection = Collection::default();
    let refused = |error| Fault { game: 1, error, game_kept: false };
    let mut header = Bytes::from(bytes, ENTRIES);
    if !bytes.starts_with(SIGNATURE) {
        let fault = RecordFault::Signature { expected: "CCBridgeLibrary" };
        collection.faults.push(refused(error(0, fault)));
        return collection;
    }
    let entries = match header.number() {
        Ok(entries) => entries as usize,
        Err(error) => {
            collection.faults.push(refused(error));
            return collection;
        }
    };
    let first = entries.saturating_mul(ENTRY).saturating_add(INDEX);
    if first > bytes.len() {
        collection.faults.push(refused(error(ENTRIES, RecordFault::Truncated)));
        return collection;
    }
    let is_game = |at: &usize| bytes[*at..].starts_with(cbr::SIGNATURE);
    let games: Vec<usize> = (first..bytes.len()).step_by(SLOT).filter(is_game).collect();
    let ends = games.iter().skip(1).copied().chain([bytes.len()]);
    for ((number, &begin), end) in (1..).zip(&games).zip(ends) {
        let mut faults = Faults::default();
        match cbr::read_game(&bytes[..end], begin, &mut faults) {
            Ok(game) => {
                collection.games.push(game);
                collection.faults.extend(faults.of_game(number));
            }
            Err(error) => {
                collection.faults.push(Fault { game: number, error, game_kept: false });
            }
        }
    }
    if games.is_empty() {
        collection.faults.push(refused(error(first, RecordFault::NoGame)));
    }
    collection
}
