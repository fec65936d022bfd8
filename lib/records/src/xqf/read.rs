use super::{FIELDS, FROM, HEADER, PLAIN, PLIES, RESULT, SIDE, SQUARES, TO, VERSION};
use crate::RecordFault;
use crate::binary::{self, Bytes, MoveRecord, error};
use crate::fault::{Faults, Read};
use chuhe_core::{Side, Square};
use chuhe_host::charset::Charset;

/// The newest version that can be read: 1.8.
const NEWEST: u8 = 18;
/// The first version that rotates its list of pieces.
const TURNED: u8 = 12;
/// A mask for `Keys::stream`, which has only bits that are set in this text.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";
/// The flag of a move that has a comment.
const COMMENT: u8 = 0x20;
/// The flag of a move for which an alternative follows further on in the file.
const ALTERNATIVE: u8 = 0x40;
/// The flag of a move after which its line continues.
const CONTINUES: u8 = 0x80;

/// Reads the game of a file. An illegal move ends its line. If the file was cut off, the game ends at the cut. Bytes
/// that are not characters are replaced. Each of these cases adds a fault.
pub(crate) fn read(bytes: &[u8], faults: &mut Faults) -> Read {
    let header = Bytes::from(bytes, 0).array()?;
    let keys = Keys::read(&header)?;
    let open = keys.open(bytes);
    let mut body = Bytes::from(&open, HEADER);
    let records =
        binary::read_records(faults, |first, faults| read_record(&keys, &mut body, first, faults));
    let squares = keys.squares(&header).map(square).into_iter().zip(binary::listed_pieces());
    let set: Vec<_> = squares.filter_map(|(square, piece)| Some((square?, piece))).collect();
    let told = if header[SIDE] == 1 { Side::Black } else { Side::Red };
    let mut tree = binary::tree_of(SQUARES, &set, told, records, faults)?;
    tree.outcome = binary::outcome(header[RESULT]);
    let plies = u16::from_le_bytes([header[PLIES], header[PLIES + 1]]);
    // The number of a move in a FEN is at most 9999.
    tree.first_number = (plies / 2 + 1).min(9999);
    for (name, at, size) in FIELDS {
        let length = usize::from(header[at]).min(size - 1);
        let text = Charset::Gbk.decode(&header[at + 1..][..length]);
        binary::set_tag(&mut tree, name, &binary::tidied(faults, at, text, "GBK"));
    }
    Ok(tree)
}

fn read_record(
    keys: &Keys,
    body: &mut Bytes<'_>,
    first: bool,
    faults: &mut Faults,
) -> Read<MoveRecord> {
    let at = body.at;
    let [from, to, flags, _] = body.array()?;
    let plain = keys.version <= PLAIN;
    let flag = |bit: u8, in_plain: u8| flags & if plain { in_plain } else { bit } != 0;
    let has_comment = plain || flags & COMMENT != 0;
    let comment = if has_comment { read_comment(keys, body, faults)? } else { String::new() };
    let squares = [
        square(from.wrapping_sub(FROM).wrapping_sub(keys.from)),
        square(to.wrapping_sub(TO).wrapping_sub(keys.to)),
    ];
    Ok(MoveRecord {
        at,
        squares: (!first).then_some(squares),
        comment,
        continues: flag(CONTINUES, 0xf0),
        alternative: flag(ALTERNATIVE, 0x0f),
    })
}

fn read_comment(keys: &Keys, body: &mut Bytes<'_>, faults: &mut Faults) -> Read<String> {
    let at = body.at;
    let length = body.number()?.checked_sub(keys.comment).and_then(|length| length.try_into().ok());
    let length = length.ok_or_else(|| error(at, RecordFault::CommentLength))?;
    let text = body.take(length).map_err(|_| error(at, RecordFault::CommentLength))?;
    Ok(binary::tidied(faults, at, Charset::Gbk.decode(text), "GBK"))
}

/// Decodes a square: the byte is ten times the file plus the rank.
const fn square(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}

/// The keys from the header that encrypt squares and moves. All are 0 in version 1.0.
struct Keys {
    version: u8,
    /// The number added to the square of each piece.
    squares: u8,
    /// The numbers added to the squares where moves start (`from`) and end (`to`).
    from: u8,
    to: u8,
    /// The number added to the length of a comment.
    comment: u32,
    /// The numbers added to the bytes after the header. They repeat every 32 bytes.
    stream: [u8; 32],
}

impl Keys {
    fn read(header: &[u8; HEADER]) -> Read<Self> {
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

    /// Returns the decrypted squares in the order of `binary::listed_pieces`.
    fn squares(&self, header: &[u8; HEADER]) -> [u8; 32] {
        let turn = if self.version < TURNED { 0 } else { usize::from(self.squares) + 1 };
        // The list in the file begins with piece `turn % 32`, counted from 0. Piece 0 follows piece 31.
        std::array::from_fn(|piece| {
            let place = (piece + 32 * 8 - turn) % 32;
            header[SQUARES + place].wrapping_sub(self.squares)
        })
    }

    /// Returns the file with the bytes after the header decrypted by `stream`.
    fn open(&self, bytes: &[u8]) -> Vec<u8> {
        let open = |(at, byte): (usize, &u8)| {
            let hidden = at >= HEADER;
            byte.wrapping_sub(if hidden { self.stream[at % 32] } else { 0 })
        };
        bytes.iter().enumerate().map(open).collect()
    }
}

/// Mixes the bits of a seed, as XQStudio does.
const fn spread(seed: u8) -> u8 {
    seed.wrapping_mul(seed).wrapping_mul(54).wrapping_add(221)
}
