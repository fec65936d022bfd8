//! Tables of the history heuristics, indexed by a piece and the square that it moves to.

use super::searchable::Searchable;
use crate::types::{Move, Piece, Square};

const MOST: i32 = 8192;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PieceTo {
    pub(super) piece: Piece,
    pub(super) to: Square,
}

impl PieceTo {
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT;

    /// Returns the piece and the target of a move; `None` for an exchange, which moves no piece.
    pub(super) fn of<P: Searchable>(position: &P, mv: Move) -> Option<Self> {
        let (from, to) = (mv.from()?, mv.to()?);
        position.piece_at(from).map(|piece| Self { piece, to })
    }

    pub(super) const fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }

    /// Returns the index in a table of `len` entries; `None` if the table is empty. In a small
    /// table, neighbouring squares share an entry.
    pub(super) fn index_among(self, len: usize) -> Option<usize> {
        (len > 0).then_some(self.index() * len / Self::COUNT)
    }
}

#[derive(Clone, Debug)]
pub(super) struct PieceToHistory([i16; PieceTo::COUNT]);

impl PieceToHistory {
    pub(super) const fn new() -> Self {
        Self([0; PieceTo::COUNT])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(0);
    }

    pub(super) const fn get(&self, piece_to: PieceTo) -> i32 {
        self.0[piece_to.index()] as i32
    }

    /// Adds a bonus to an entry. The change becomes smaller as the entry comes nearer to its limit.
    pub(super) const fn update(&mut self, piece_to: PieceTo, bonus: i32) {
        let entry = &mut self.0[piece_to.index()];
        *entry += (bonus - *entry as i32 * bonus.abs() / MOST) as i16;
    }
}

/// A history of zeros, used where no history is kept. It takes 2,880 bytes of a device's flash. Without this table, the
/// search would have to test at each move whether a history exists. On a Cortex-M3 this costs 70 instructions per
/// position.
pub(super) static NO_HISTORY: PieceToHistory = PieceToHistory::new();

/// Returns the continuation history of the moves after `previous`; zeros if `previous` is `None` or no history is kept.
pub(super) fn continuation_history(
    histories: &[PieceToHistory],
    previous: Option<PieceTo>,
) -> &PieceToHistory {
    let index = previous.and_then(|previous| previous.index_among(histories.len()));
    index.map_or(&NO_HISTORY, |index| &histories[index])
}

#[cfg(test)]
mod tests {
    use super::{MOST, PieceTo, PieceToHistory};
    use crate::types::{Kind, Piece, Side, Square};

    #[test]
    fn histories_stay_within_their_limit() {
        let piece_to = PieceTo { piece: Piece::new(Side::Black, Kind::Queen), to: Square::at(89) };
        let mut history = PieceToHistory::new();
        for bonus in [1600, -1600] {
            for _ in 0..1000 {
                history.update(piece_to, bonus);
                assert!(history.get(piece_to).abs() <= MOST);
            }
            assert!(history.get(piece_to) * bonus.signum() > MOST / 2);
        }
        assert_eq!(piece_to.index_among(0), None);
        assert_eq!(piece_to.index_among(1), Some(0));
        assert_eq!(piece_to.index_among(PieceTo::COUNT), Some(PieceTo::COUNT - 1));
    }
}
