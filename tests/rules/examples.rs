//! Runs the tests inside the example programs of the core.
#![allow(dead_code, reason = "the examples run by `main`, which no test calls")]

#[path = "../../core/examples/best_move.rs"]
mod best_move;
#[path = "../../core/examples/chess.rs"]
mod chess;
#[path = "../../core/examples/terminal.rs"]
mod terminal;
#[path = "../../core/examples/wxf_to_chinese.rs"]
mod wxf_to_chinese;
