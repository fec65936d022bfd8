//! The reader of XQF.

use super::cipher::Keys;
use super::{FIELDS, FROM, HEADER, PLAIN, RESULT, SIDE, SQUARES, TO, pieces};
use crate::binary::{self, Bytes, Encoding, Faults, MoveRecord, error};
use crate::{Collection, Entry, GameTree, RecordError, RecordFault};
use chuhe_core::{Piece, Side, Square};

/// A comment follows the move.
const COMMENT: u8 = 0x20;
/// An alternative to the move follows.
const ALTERNATIVE: u8 = 0x40;
/// A move after the move follows.
const CONTINUES: u8 = 0x80;

/// Reads the game of a file.
///
/// The tags are those of PGN where PGN has one. `Title`, `Subtitle`, `TimeRule`, `RedTime`,
/// `BlackTime` and `Author` are added. A line ends before a move that is not legal. Bytes that are
/// no characters are replaced. Both are faults of a game that is kept. All other faults refuse the
/// file.
///
/// ```
/// use chuhe_core::rules::Rules;
/// use chuhe_records::{GameTree, NodeId, xqf};
/// let mut tree = GameTree::new(Rules::Xiangqi.start());
/// tree.add_move(NodeId::ROOT, "h2e2".parse()?)?;
/// let again = xqf::read(&xqf::write(&tree)?.bytes);
/// assert!(again.faults.is_empty());
/// assert_eq!(again.games[0].moves(), tree.moves());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn read(bytes: &[u8]) -> Collection {
    std::iter::once(entry(bytes)).collect()
}

/// Reads the game of a file as an entry.
pub(crate) fn entry(bytes: &[u8]) -> Entry {
    let mut faults = Faults::default();
    let game = read_game(bytes, &mut faults);
    faults.entry(0..bytes.len(), game)
}

fn read_game(bytes: &[u8], faults: &mut Faults) -> Result<GameTree, RecordError> {
    let header = Bytes::from(bytes, 0).array()?;
    let keys = Keys::read(&header)?;
    let open = keys.open(bytes);
    let mut body = Bytes::from(&open, HEADER);
    let records = binary::read_records(|first| read_record(&keys, &mut body, first, faults))?;
    let squares = keys.squares(&header).map(square);
    let placed = |(square, piece): (Option<Square>, Piece)| Some((square?, piece));
    let set: Vec<_> = squares.into_iter().zip(pieces()).filter_map(placed).collect();
    let told = if header[SIDE] == 1 { Side::Black } else { Side::Red };
    let start = binary::start_position(SQUARES, &set, told, &records)?;
    let mut tree = binary::tree_of(start, records, faults)?;
    tree.outcome = binary::outcome(header[RESULT]);
    for (name, at, size) in FIELDS {
        let length = usize::from(header[at]).min(size - 1);
        let text = faults.decode(at, &header[at + 1..][..length], Encoding::Gbk)?;
        binary::set_tag(&mut tree, name, &text);
    }
    Ok(tree)
}

fn read_record(
    keys: &Keys,
    body: &mut Bytes<'_>,
    first: bool,
    faults: &mut Faults,
) -> Result<MoveRecord, RecordError> {
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

fn read_comment(
    keys: &Keys,
    body: &mut Bytes<'_>,
    faults: &mut Faults,
) -> Result<String, RecordError> {
    let at = body.at;
    let length = body.number()?.checked_sub(keys.comment).and_then(|length| length.try_into().ok());
    let length = length.ok_or_else(|| error(at, RecordFault::CommentLength))?;
    let text = body.take(length).map_err(|_| error(at, RecordFault::CommentLength))?;
    faults.decode(at, text, Encoding::Gbk)
}

/// Returns the square of a byte: ten times the file plus the rank.
const fn square(byte: u8) -> Option<Square> {
    Square::new(byte / 10, byte % 10)
}
