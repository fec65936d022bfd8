//! Computes the move table of chess's sliding pieces. The builder removes the table from each module with this file: a
//! browser computes the table faster than it loads it. The engine and the JavaScript library also include this file.

use cozy_chess_types::{
    SLIDING_MOVE_TABLE_SIZE, Square, get_bishop_moves_index, get_bishop_moves_slow,
    get_bishop_relevant_blockers, get_rook_moves_index, get_rook_moves_slow,
    get_rook_relevant_blockers,
};
use wasm_bindgen::prelude::wasm_bindgen;

/// The moves of rooks and bishops, in the order of `cozy-chess`.
#[wasm_bindgen]
pub fn sliding_moves() -> Vec<u64> {
    let mut table = vec![0; SLIDING_MOVE_TABLE_SIZE];
    for square in Square::ALL {
        for pieces in get_rook_relevant_blockers(square).iter_subsets() {
            table[get_rook_moves_index(square, pieces)] = get_rook_moves_slow(square, pieces).0;
        }
        for pieces in get_bishop_relevant_blockers(square).iter_subsets() {
            table[get_bishop_moves_index(square, pieces)] = get_bishop_moves_slow(square, pieces).0;
        }
    }
    table
}
