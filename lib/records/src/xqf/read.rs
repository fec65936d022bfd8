//! The reader of XQF.

use super::cipher::Keys;
use super::{FIELDS, FROM, HEADER, PLAIN, PLIES, RESULT, SIDE, SQUARES, TO};
use crate::RecordFault;
use crate::binary::{self, Bytes, MoveRecord, error};
use crate::fault::{Faults, Read};
use chuhe_core::{Side, Square};
use chuhe_host::charset::Charset;

/// A comment follows the move.
const COMMENT: u8 = 0x20;
/// An alternative to the move follows.
const ALTERNATIVE: u8 = 0x40;
/// A move after the move follows.
const CONTINUES: u8 = 0x80;

/// Reads the game of a file.
///
/// The tags are those of PGN where PGN has one. `Title`, `Subtitle`, `TimeRule`, `RedTime`,
/// `BlackTime` and `Author` are added. A line ends before a move that is not legal, and the game
/// where the file ends. Bytes that are no characters are replaced. All three are faults of a game that
/// is kept.
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
    // A FEN has no number over 9999.
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

/// Returns the square of a byte: ten times the file plus the rank.
const fn square(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}
