//! The history heuristics: what the search learned about quiet moves, to order, reduce and prune
//! them. Main history, continuation history, killer moves and counter moves.

use super::move_picker::MovePicker;
use super::params::history_bonus;
use super::root::Search;
use super::searchable::Searchable;
use crate::types::{Move, Piece, Square};

/// The largest absolute value of a history.
const MOST: i32 = 8192;

/// The number of continuation histories from which on there is one for the move four plies before.
const AFTER_FOUR: usize = 64;

/// A piece and the square that it moves to.
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

/// A history for each piece and target square.
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

    /// Adds a bonus to a history. The nearer the history is to its limit, the smaller the step.
    pub(super) const fn update(&mut self, piece_to: PieceTo, bonus: i32) {
        let entry = &mut self.0[piece_to.index()];
        *entry += (bonus - *entry as i32 * bonus.abs() / MOST) as i16;
    }
}

/// The history of moves of which nothing is known. It takes 2,880 bytes of a device's flash. A test
/// for a missing history at each move takes 70 instructions a position on a Cortex-M3.
pub(super) static NO_HISTORY: PieceToHistory = PieceToHistory::new();

/// Returns the continuation history of the quiet moves that follow a move; an empty history if
/// there is none.
pub(super) fn continuation_history(
    histories: &[PieceToHistory],
    previous: Option<PieceTo>,
) -> &PieceToHistory {
    let index = previous.and_then(|previous| previous.index_among(histories.len()));
    index.map_or(&NO_HISTORY, |index| &histories[index])
}

impl Search<'_> {
    /// Returns the move `back` plies before; `None` for a null move, an exchange, or before the
    /// root.
    pub(super) fn earlier_move(&self, ply: usize, back: usize) -> Option<PieceTo> {
        self.stack[ply.checked_sub(back)?].piece_to
    }

    /// Returns the continuation history after the move `back` plies before.
    pub(super) fn history_after(&self, ply: usize, back: usize) -> &PieceToHistory {
        continuation_history(self.continuation_histories, self.earlier_move(ply, back))
    }

    /// Checks whether the workspace learns what follows after four plies. In few histories, it
    /// would only blur what follows after one ply and two.
    pub(super) fn learns_after_four(&self) -> bool {
        self.continuation_histories.len() >= AFTER_FOUR
    }

    /// Returns the sum of a move's main history and of its continuation histories.
    pub(super) fn quiet_history<P: Searchable>(&self, position: &P, mv: Move, ply: usize) -> i32 {
        let Some(piece_to) = PieceTo::of(position, mv) else { return 0 };
        let after = |back| self.history_after(ply, back).get(piece_to);
        let sum = self.main_history.get(piece_to) + after(1) + after(2);
        if self.learns_after_four() { sum + after(4) } else { sum }
    }

    /// Returns the quiet move that last refuted the previous move.
    pub(super) fn counter_move(&self, ply: usize) -> Option<Move> {
        let previous = self.earlier_move(ply, 1)?;
        self.counter_moves[previous.index_among(self.counter_moves.len())?]
    }

    /// Rewards a quiet move that failed high, and punishes the quiet moves searched before it.
    pub(super) fn update_quiet_histories<P: Searchable>(
        &mut self,
        position: &P,
        ply: usize,
        best: Move,
        depth: i32,
        picker: &MovePicker,
    ) {
        let bonus = history_bonus(depth);
        if let Some(piece_to) = PieceTo::of(position, best) {
            self.update_quiet_history(piece_to, ply, bonus);
        }
        for index in picker.quiets_tried() {
            let tried = self.moves[index].mv();
            if let Some(piece_to) = tried.and_then(|mv| PieceTo::of(position, mv))
                && tried != Some(best)
            {
                self.update_quiet_history(piece_to, ply, -bonus);
            }
        }
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(best) {
            *killers = [Some(best), killers[0]];
        }
        let previous = self.earlier_move(ply, 1);
        if let Some(index) = previous.and_then(|mv| mv.index_among(self.counter_moves.len())) {
            self.counter_moves[index] = Some(best);
        }
    }

    fn update_quiet_history(&mut self, piece_to: PieceTo, ply: usize, bonus: i32) {
        self.main_history.update(piece_to, bonus);
        let backs: &[usize] = if self.learns_after_four() { &[1, 2, 4] } else { &[1, 2] };
        for &back in backs {
            let earlier = self.earlier_move(ply, back);
            let len = self.continuation_histories.len();
            if let Some(index) = earlier.and_then(|mv| mv.index_among(len)) {
                self.continuation_histories[index].update(piece_to, bonus);
            }
        }
    }
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
