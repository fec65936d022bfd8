//! PGN, the text format of games, in two variants.
//!
//! Chess uses the export format of the PGN standard. The seven tags of the roster come first, in
//! their order; the others follow by name. Moves are in algebraic notation, and lines have less
//! than 80 characters.
//!
//! Xiangqi and Zhonggong use xqbase's variant. The tag `Game` comes first and is `Chinese Chess`;
//! the players are `Red` and `Black`. The tag `FEN` holds an unusual start position. The tag
//! `Format` names the notation of the moves: Chinese, WXF or ICCS. See
//! <https://www.xqbase.com/protocol/cchess_pgn.htm>.

mod annotation;
mod movetext;
mod read;
pub(crate) mod result;
pub(crate) mod scanner;
mod split;
mod standard;
mod tag_section;
mod tags;
mod write;
mod xqbase;

pub(crate) use annotation::{add_comment, trimmed_lines};
pub use read::{MAX_DEPTH, read, read_line};
pub(crate) use read::{begins, games, read_moves};
pub(crate) use split::tag_in;
pub(crate) use xqbase::write_moves;
