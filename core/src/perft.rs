use crate::Position;

/// Counts all sequences of `depth` legal moves from a position.
///
/// The moves of the last ply are counted without playing them.
///
/// # Examples
/// ```
/// use chuhe_core::{perft, rules::Xiangqi};
/// assert_eq!(perft(&Xiangqi::start(), 3), 79_666);
/// ```
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => u64::from(position.count_moves()),
        _ => {
            let moves = position.legal_moves().into_iter();
            moves.map(|mv| perft(&position.play_unchecked(mv), depth - 1)).sum()
        }
    }
}
