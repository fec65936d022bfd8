//! The keys that hide squares and moves in versions after 1.0. They are kept in the header.

use super::{HEADER, PLAIN, SQUARES, VERSION};
use crate::RecordFault;
use crate::binary::error;
use crate::fault::Read;

/// The newest version: 1.8.
const NEWEST: u8 = 18;
/// The first version whose list of pieces is turned.
const TURNED: u8 = 12;
/// The bits of this text are the bits of the key that count.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of a file. All are 0 in version 1.0.
pub(super) struct Keys {
    pub(super) version: u8,
    /// Added to the squares of the pieces.
    squares: u8,
    /// Added to the squares that moves leave and reach.
    pub(super) from: u8,
    pub(super) to: u8,
    /// Added to the length of a comment.
    pub(super) comment: u32,
    /// Added to the bytes after the header, again and again.
    stream: [u8; 32],
}

impl Keys {
    pub(super) fn read(header: &[u8; HEADER]) -> Read<Self> {
        let version = header[VERSION];
        if version > NEWEST {
            return Err(error(VERSION, RecordFault::Version(version)));
        }
        if version <= PLAIN {
            return Ok(Self { version, squares: 0, from: 0, to: 0, comment: 0, stream: [0; 32] });
        }
        let seeds = [header[12], header[13], header[14], header[15]];
        if seeds.into_iter().fold(0, u8::wrapping_add) != 0 {
            return Err(error(12, RecordFault::Checksum));
        }
        let [sum, seed, from_seed, to_seed] = seeds;
        let squares = spread(seed).wrapping_mul(seed);
        let from = spread(from_seed).wrapping_mul(squares);
        let to = spread(to_seed).wrapping_mul(from);
        let comment = (u32::from(sum) * 256 + u32::from(seed)) % 32_000 + 767;
        let mask = header[3];
        let stream = std::array::from_fn(|i| MASK[i] & (seeds[i % 4] & mask | header[8 + i % 4]));
        Ok(Self { version, squares, from, to, comment, stream })
    }

    /// Returns the squares of the pieces, in the order of the pieces.
    pub(super) fn squares(&self, header: &[u8; HEADER]) -> [u8; 32] {
        let turn = if self.version < TURNED { 0 } else { usize::from(self.squares) + 1 };
        // Place `i` of the file is that of piece `i + turn`.
        std::array::from_fn(|piece| {
            let place = (piece + 32 * 8 - turn) % 32;
            header[SQUARES + place].wrapping_sub(self.squares)
        })
    }

    /// Returns the file with its moves in the clear.
    pub(super) fn open(&self, bytes: &[u8]) -> Vec<u8> {
        let open = |(at, byte): (usize, &u8)| {
            let hidden = at >= HEADER;
            byte.wrapping_sub(if hidden { self.stream[at % 32] } else { 0 })
        };
        bytes.iter().enumerate().map(open).collect()
    }
}

/// The function that spreads a seed over the bits of a byte.
const fn spread(seed: u8) -> u8 {
    seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221)
}
