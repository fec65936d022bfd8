use super::GameTuning;
use crate::position::Position;
use crate::types::{Move, Piece, Score};

/// A position with all that the search needs besides the rules: evaluation, exchange values and tuning.
pub trait Searchable: Position {
    /// Returns the static evaluation for the side to move.
    fn evaluate(&self) -> Score;

    /// Returns the sum of the piece-square values for the side to move, for lazy evaluation; `None`
    /// if the board keeps no such sum.
    fn piece_square_score(&self) -> Option<Score> {
        None
    }

    /// Returns the keys of correction history: hashes of the soldiers, of Red's other pieces and
    /// of Black's other pieces. Many positions of a search tree have one of these keys in common.
    fn correction_keys(&self) -> [u32; 3];

    /// Checks by static exchange evaluation (SEE) whether a move gains at least `threshold` hundredths of a soldier.
    /// Both sides go on capturing on the move's target as long as a capture pays.
    fn see_ge(&self, mv: Move, threshold: i16) -> bool;

    /// Returns the value of a piece in static exchange evaluation, in hundredths of a soldier.
    fn see_value(&self, piece: Piece) -> i16;

    /// Checks whether null move pruning is sound in this position. With few pieces, the side to move can be in
    /// zugzwang: every move is worse than a pass. Then pruning is not sound.
    fn allows_null_move(&self) -> bool;

    /// Returns the parts of the search that this game switches on or off.
    fn tuning(&self) -> GameTuning {
        GameTuning::default()
    }
}
