//! Shared parts of the readers and writers of several formats: bytes with their offsets, and trees as lists of moves.
//!
//! XQF and CBR store trees in the same order: first a move, then all moves that come after it, then its next
//! alternative. One flag of a move tells if the line goes on. Another flag tells if an alternative to the move follows.

use crate::fault::{Faults, Read};
use crate::list::pgn_date;
use crate::pgn::trimmed_lines;
use crate::{GameTree, NodeId, Outcome, Place, RecordError, RecordFault};
use chuhe_core::notation::MoveError;
use chuhe_core::rules::{Rules, Xiangqi};
use chuhe_core::{AnyPosition, Kind, Move, Piece, Position, Side, Square};
use std::borrow::Cow;

const MOST_MOVES: usize = 1_000_000;
/// The largest number of alternatives that are announced but not read yet. A move announces at most one alternative.
const MOST_BRANCHES: usize = 10_000;

pub(crate) const fn error(at: usize, fault: RecordFault) -> RecordError {
    RecordError { place: Place::Byte(at), fault }
}

pub(crate) struct Bytes<'a> {
    bytes: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Bytes<'a> {
    pub(crate) const fn from(bytes: &'a [u8], at: usize) -> Self {
        Self { bytes, at }
    }

    pub(crate) fn take(&mut self, count: usize) -> Read<&'a [u8]> {
        let end = self.at.checked_add(count);
        let taken = end.and_then(|end| self.bytes.get(self.at..end));
        let taken = taken.ok_or_else(|| error(self.bytes.len(), RecordFault::Truncated))?;
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Read<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    /// Reads the next four bytes as a number, the lowest byte first.
    pub(crate) fn number(&mut self) -> Read<u32> {
        Ok(u32::from_le_bytes(self.array()?))
    }
}

/// Returns the square of each of the [`listed_pieces`]; `None` for a missing piece. Pieces of one kind are listed from
/// right to left for Red, and from left to right for Black.
pub(crate) fn place_pieces(position: &AnyPosition) -> [Option<Square>; 32] {
    let mut free: Vec<Square> = Square::all().collect();
    free.sort_by_key(|square| square.file());
    let mut squares = [None; 32];
    for (place, piece) in squares.iter_mut().zip(listed_pieces()) {
        let is_it = |square: &Square| position.piece_at(*square) == Some(piece);
        let index = match piece.side() {
            Side::Red => free.iter().rposition(is_it),
            Side::Black => free.iter().position(is_it),
        };
        *place = index.map(|index| free.remove(index));
    }
    squares
}

/// Normalizes the line breaks of a decoded text, and trims it. Adds a fault if some bytes could not be decoded.
pub(crate) fn tidied(
    faults: &mut Faults,
    at: usize,
    (text, is_replaced): (Cow<'_, str>, bool),
    encoding: &'static str,
) -> String {
    if is_replaced {
        faults.push(error(at, RecordFault::Text { encoding }));
    }
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    trimmed_lines(text.trim_matches(|c: char| c.is_whitespace() || c == '\0'))
}

pub(crate) struct MoveRecord {
    pub(crate) at: usize,
    /// The squares `[from, to]`, each `None` if it is off the board. A record without a move has no squares.
    pub(crate) squares: Option<[Option<Square>; 2]>,
    pub(crate) comment: String,
    pub(crate) continues: bool,
    /// True if an alternative to this move follows, after the whole line of this move.
    pub(crate) alternative: bool,
}

/// Reads records to the end of the tree or to a fault. The function `next` reads one record. Its first argument is true
/// for the first record, which stands for the start position.
pub(crate) fn read_records(
    faults: &mut Faults,
    mut next: impl FnMut(bool, &mut Faults) -> Read<MoveRecord>,
) -> Vec<MoveRecord> {
    let (mut records, mut branches) = (Vec::<MoveRecord>::new(), 0);
    loop {
        let record = match next(records.is_empty(), faults) {
            Ok(record) => record,
            Err(error) => {
                faults.push(error);
                return records;
            }
        };
        branches += usize::from(record.alternative);
        if branches > MOST_BRANCHES {
            faults.push(error(record.at, RecordFault::TooDeep { limit: MOST_BRANCHES }));
            return records;
        }
        if records.len() > MOST_MOVES {
            faults.push(error(record.at, RecordFault::TooManyMoves { limit: MOST_MOVES }));
            return records;
        }
        let ends = !record.continues;
        records.push(record);
        if ends && branches == 0 {
            return records;
        }
        branches -= usize::from(ends);
    }
}

/// The pieces in the order in which XQF and DhtmlXQ list their squares. Red's pieces come first, in the order of
/// their start squares from `a0` to `i9`, rank by rank. Black's pieces follow, with the kinds in the same order.
pub(crate) fn listed_pieces() -> Vec<Piece> {
    let start = Rules::Xiangqi.start();
    let pieces = Square::all().filter_map(|square| start.piece_at(square));
    let kinds: Vec<Kind> =
        pieces.filter(|piece| piece.side() == Side::Red).map(Piece::kind).collect();
    Side::ALL.into_iter().flat_map(|side| kinds.iter().map(move |&k| Piece::new(side, k))).collect()
}

/// The owner of the first moved piece begins, because many programs write no side to move. If no piece moves, the side
/// `told` begins. If this is illegal, the opponent of `told` begins.
pub(crate) fn start_position(
    at: usize,
    pieces: &[(Square, Piece)],
    told: Side,
    mut moves: impl Iterator<Item = [Option<Square>; 2]>,
) -> Read<AnyPosition> {
    let from = moves.find_map(|[from, _]| from);
    let moved = pieces.iter().find(|(square, _)| Some(*square) == from);
    let side = moved.map_or(told, |(_, piece)| piece.side());
    let set_up = |side| Xiangqi::new(pieces.iter().copied(), side, 0);
    let position = match set_up(side) {
        Err(fault) if moved.is_none() => set_up(!side).map_err(|_| fault),
        position => position,
    };
    position.map(AnyPosition::from).map_err(|fault| error(at, RecordFault::SetUp(fault)))
}

/// Returns the tree of the records. An illegal move ends its line, and adds a fault.
pub(crate) fn tree_of(
    at: usize,
    pieces: &[(Square, Piece)],
    told: Side,
    records: Vec<MoveRecord>,
    faults: &mut Faults,
) -> Read {
    let moves = records.iter().filter_map(|record| record.squares);
    let start = start_position(at, pieces, told, moves)?;
    let mut tree = GameTree::new(start.clone());
    // The node and the position before the next move; `None` after an illegal move.
    let mut before = Some((NodeId::ROOT, start));
    let mut branches = Vec::new();
    for record in records {
        if record.alternative {
            branches.push(before.clone());
        }
        let after = before.take().and_then(|(parent, position)| {
            let Some(squares) = record.squares else { return Some((parent, position)) };
            match legal_move(squares, &position) {
                Ok(mv) => Some((tree.append(parent, mv), position.play(mv))),
                Err(fault) => {
                    faults.push(error(record.at, fault));
                    None
                }
            }
        });
        if let (Some((node, _)), false) = (&after, record.comment.is_empty()) {
            let comment = &mut tree.node_mut(*node).comment;
            if !comment.is_empty() {
                comment.push('\n');
            }
            comment.push_str(&record.comment);
        }
        before = if record.continues { after } else { branches.pop().flatten() };
    }
    Ok(tree)
}

pub(crate) fn legal_move(
    squares: [Option<Square>; 2],
    position: &AnyPosition,
) -> Result<Move, RecordFault> {
    if let [Some(from), Some(to)] = squares
        && from != to
        && position.is_legal(Move::new(from, to))
    {
        return Ok(Move::new(from, to));
    }
    let name = |square: Option<Square>| {
        square.map_or("??".to_owned(), |square| Rules::Xiangqi.square_name(square).to_string())
    };
    Err(RecordFault::Move {
        text: squares.map(name).concat(),
        rules: Rules::Xiangqi,
        side: position.side(),
        error: MoveError::Illegal,
    })
}

/// The outcomes in the order of XQF and CBR, which number them from 1.
pub(crate) const OUTCOMES: [Outcome; 3] =
    [Outcome::Won(Side::Red), Outcome::Won(Side::Black), Outcome::Drawn];

pub(crate) fn outcome(byte: u8) -> Option<Outcome> {
    OUTCOMES.get(usize::from(byte).checked_sub(1)?).copied()
}

/// Sets a tag unless the text is empty. A complete date gets the form of PGN.
pub(crate) fn set_tag(tree: &mut GameTree, name: &str, text: &str) {
    let text = text.replace("\r\n", " ").replace(['\n', '\r'], " ");
    match name {
        _ if text.is_empty() => {}
        "Date" => tree.set_tag(name, pgn_date(&text).unwrap_or(text)),
        _ => tree.set_tag(name, text),
    }
}
