//! Finds the names of openings with [`opening_of`], and moves to play in the opening with a [`Book`].

mod book;
mod names;

pub use book::{Book, BookError, BookMove, choose, polyglot_key};
#[cfg(target_family = "wasm")]
pub use names::set_tables;
pub use names::{Opening, Tables, opening_of};

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, MoveKind, Position, Square};

/// Returns true if the left and the right half of a position are mirror images.
fn is_symmetric(position: &AnyPosition) -> bool {
    let rules = position.rules();
    Square::all().all(|square| {
        let other = mirrored_square(square, rules);
        other.is_none_or(|other| position.piece_at(square) == position.piece_at(other))
    })
}

/// Returns the left-right mirror image of a move; `None` for an exchange of soldiers in Zhonggong.
fn mirrored(mv: Move, rules: Rules) -> Option<Move> {
    let MoveKind::Normal { from, to, .. } = mv.kind() else { return None };
    Some(Move::new(mirrored_square(from, rules)?, mirrored_square(to, rules)?))
}

/// Returns the left-right mirror image of a line of moves, or `None` if the start position is not symmetric.
pub fn mirror_image(rules: Rules, moves: &[Move]) -> Option<Vec<Move>> {
    if !is_symmetric(&rules.start()) {
        return None;
    }
    moves.iter().map(|mv| mirrored(*mv, rules)).collect()
}

fn mirrored_square(square: Square, rules: Rules) -> Option<Square> {
    let (files, _) = rules.size();
    Square::new(files.checked_sub(square.file() + 1)?, square.rank())
}
