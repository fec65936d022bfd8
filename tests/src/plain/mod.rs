//! Second implementations of the rules: a mailbox, loops, and nothing clever, written from the
//! rules alone to be compared with the core's.

pub mod chess;
pub mod xiangqi;
pub mod zhonggong;
