//! The tests of the examples, in one program.
#![allow(dead_code, reason = "the examples run by `main`, which no test calls")]

#[path = "../examples/best_move.rs"]
mod best_move;
#[cfg(feature = "chess")]
#[path = "../examples/chess.rs"]
mod chess;
#[path = "../examples/terminal.rs"]
mod terminal;
#[path = "../examples/wxf_to_chinese.rs"]
mod wxf_to_chinese;
