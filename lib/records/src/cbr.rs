//! Reads CBR, a file format of CCBridge (象棋桥): one game of xiangqi with its comments and variations.
//!
//! A header of 2214 bytes contains texts in UTF-16 and the board. The moves follow. The gaps between the fields of the
//! header contain arbitrary bytes from the memory of the program that wrote the file.
//!
//! A CBL file is a library of such games. A header of 66624 bytes and an index come first. The games follow in blocks
//! of 4096 bytes. A game with many moves fills several blocks. The entries of the index are ignored, because they do
//! not always match the games.
//!
//! The format is known from `docs/ccbridge-format.md` of xusheng6/pikaboard and the readers of walker8088/cchess.

use crate::binary::{self, Bytes, MoveRecord, error};
use crate::fault::{Faults, Read};
use crate::{Entry, RecordFault};
use chuhe_core::{Kind, Piece, Side, Square};

pub(crate) const SIGNATURE: &[u8; 16] = b"CCBridge Record\0";
const HEADER: usize = 2214;
const RESULT: usize = 2076;
/// The offset of the byte that gives the side to move: 1 for Red, 2 for Black.
const SIDE: usize = 2112;
const FIRST_NUMBER: usize = 2116;
const BOARD: usize = 2120;

pub(crate) const LIBRARY: &[u8; 16] = b"CCBridgeLibrary\0";
/// The offset of the number of index entries in the header of a library.
const ENTRIES: usize = 60;
const INDEX: usize = 66_624;
const ENTRY: usize = 276;
/// The size of a block. Each game begins at the start of a block, and the blocks begin right after the index.
const SLOT: usize = 4096;

/// A flag of a move: the main line or the variation ends with this move.
const ENDS: u8 = 1;
/// A flag of a move: an alternative to this move follows, after the whole line of this move.
const ALTERNATIVE: u8 = 2;
/// A flag of a move: a comment follows the move.
const COMMENT: u8 = 4;

/// (PGN tag, element of CBF, offset, size): the texts of the header. The offset and the size are in bytes.
pub(crate) const FIELDS: [(&str, &str, usize, usize); 18] = [
    ("Title", "Name", 180, 128),
    ("Source", "From", 564, 64),
    ("Event", "Contest", 692, 64),
    ("Round", "Round", 756, 64),
    ("Group", "Group", 820, 32),
    ("Board", "Table", 852, 32),
    ("Date", "Date", 884, 64),
    ("Site", "Site", 948, 64),
    ("TimeRule", "TimeRule", 1012, 64),
    ("Red", "Red", 1076, 64),
    ("RedTeam", "RedTeam", 1140, 64),
    ("RedTime", "RedTime", 1204, 64),
    ("Black", "Black", 1300, 64),
    ("BlackTeam", "BlackTeam", 1364, 64),
    ("BlackTime", "BlackTime", 1428, 64),
    ("Referee", "Referee", 1524, 64),
    ("Annotator", "Commentator", 1652, 64),
    ("Author", "", 1780, 64),
];

/// Reads the game that begins at the byte `begin`. An illegal move ends its line of moves. If the file ends among the
/// moves, the game ends there. Invalid UTF-16 is replaced. Each of these cases adds a fault to the game.
pub(crate) fn entry(bytes: &[u8], begin: usize) -> Entry {
    Entry::of(begin..bytes.len(), |faults| read(bytes, begin, faults))
}

/// Reads the games of a library one after another. A refused game is skipped. The places of faults are counted from the
/// start of the library. Deleted games that are still in the file are read, too.
pub(crate) fn games(bytes: &[u8]) -> impl Iterator<Item = Entry> + '_ {
    let (places, refused) = match places(bytes) {
        Ok(places) => (places, None),
        Err(error) => (Vec::new(), Some(Entry::of(0..bytes.len(), |_| Err(error)))),
    };
    let ends: Vec<usize> = places.iter().skip(1).copied().chain([bytes.len()]).collect();
    let games = places.into_iter().zip(ends).map(|(begin, end)| entry(&bytes[..end], begin));
    refused.into_iter().chain(games)
}

fn places(bytes: &[u8]) -> Read<Vec<usize>> {
    let entries = Bytes::from(bytes, ENTRIES).number()? as usize;
    let first = entries.saturating_mul(ENTRY).saturating_add(INDEX);
    if first > bytes.len() {
        return Err(error(ENTRIES, RecordFault::Truncated));
    }
    let is_game = |at: &usize| bytes[*at..].starts_with(SIGNATURE);
    let games: Vec<usize> = (first..bytes.len()).step_by(SLOT).filter(is_game).collect();
    if games.is_empty() { Err(error(first, RecordFault::NoGame)) } else { Ok(games) }
}

fn read(bytes: &[u8], begin: usize, faults: &mut Faults) -> Read {
    let mut body = Bytes::from(bytes, begin);
    let header: [u8; HEADER] = body.array()?;
    let records =
        binary::read_records(faults, |first, faults| read_record(&mut body, first, faults));
    let set = pieces(&header, begin)?;
    let told = if header[SIDE] == 2 { Side::Black } else { Side::Red };
    let mut tree = binary::tree_of(begin + BOARD, &set, told, records, faults)?;
    tree.outcome = binary::outcome(header[RESULT]);
    // A FEN allows only move numbers from 1 to 9999.
    let number = u16::from_le_bytes([header[FIRST_NUMBER], header[FIRST_NUMBER + 1]]);
    tree.first_number = number.clamp(1, 9999);
    for (name, _, at, size) in FIELDS {
        let text = decode(faults, begin + at, &header[at..][..size]);
        binary::set_tag(&mut tree, name, &text);
    }
    Ok(tree)
}

/// Decodes UTF-16 up to the first NUL, and trims the text. Invalid UTF-16 adds a fault at the byte `at`.
fn decode(faults: &mut Faults, at: usize, bytes: &[u8]) -> String {
    let units = bytes.as_chunks().0.iter().copied().map(u16::from_le_bytes);
    let units: Vec<u16> = units.take_while(|&unit| unit != 0).collect();
    let text = (String::from_utf16_lossy(&units).into(), String::from_utf16(&units).is_err());
    binary::tidied(faults, at, text, "UTF-16LE")
}

/// The header contains one byte for each square, row by row from the top left. Red is at the bottom.
fn pieces(header: &[u8; HEADER], begin: usize) -> Read<Vec<(Square, Piece)>> {
    use Kind::{Advisor, Cannon, Chariot, Elephant, General, Horse, Soldier};
    let kinds = [Chariot, Horse, Elephant, Advisor, General, Cannon, Soldier];
    let mut pieces = Vec::new();
    for (at, square) in (BOARD..).zip(Square::in_reading_order()) {
        let byte = header[at];
        let side = match byte >> 4 {
            1 => Side::Red,
            2 => Side::Black,
            // The square is empty.
            _ => continue,
        };
        let kind = usize::from(byte & 0xf).checked_sub(1).and_then(|index| kinds.get(index));
        let kind = kind.ok_or_else(|| error(begin + at, RecordFault::Piece(byte)))?;
        pieces.push((square, Piece::new(side, *kind)));
    }
    Ok(pieces)
}

fn read_record(body: &mut Bytes<'_>, first: bool, faults: &mut Faults) -> Read<MoveRecord> {
    let at = body.at;
    let [flags, reserved, from, to] = body.array()?;
    // Some programs write zeros up to the end of the file instead of the flag `ENDS`.
    let filling = !first && [flags, reserved, from, to] == [0; 4];
    let comment = if flags & COMMENT == 0 { String::new() } else { read_comment(body, faults)? };
    Ok(MoveRecord {
        at,
        squares: (!first && !filling).then(|| [square(from), square(to)]),
        comment,
        continues: flags & ENDS == 0 && !filling,
        alternative: flags & ALTERNATIVE != 0,
    })
}

fn read_comment(body: &mut Bytes<'_>, faults: &mut Faults) -> Read<String> {
    let at = body.at;
    let length = body.number()? as usize;
    let text = if length.is_multiple_of(2) { body.take(length).ok() } else { None };
    let text = text.ok_or_else(|| error(at, RecordFault::CommentLength))?;
    Ok(decode(faults, at, text))
}

fn square(byte: u8) -> Option<Square> {
    Square::in_reading_order().nth(byte.into())
}
