//! Random games, the same on every run.

use crate::random::Random;
use chuhe_core::{Move, Position};

/// One of the legal moves, if there is any.
pub fn legal_move(position: &impl Position, random: &mut Random) -> Option<Move> {
    let moves = position.legal_moves();
    (!moves.is_empty()).then(|| random.pick(&moves))
}

/// The positions of a game of random legal moves, `start` first and at most `plies` later ones.
pub fn walk<P: Position>(start: P, plies: usize, random: &mut Random) -> impl Iterator<Item = P> {
    std::iter::successors(Some(start), move |position| {
        Some(position.play(legal_move(position, random)?))
    })
    .take(plies + 1)
}
