//! Reads and writes PGN, the text format of games, in two variants.
//!
//! Chess uses the export format of the PGN standard. The tags of the seven tag roster come first, in its order. The
//! other tags follow, sorted by name. Moves are in algebraic notation, in lines of fewer than 80 characters.
//!
//! Xiangqi and Zhonggong use xqbase's variant. The tag `Game` comes first, for xiangqi as `Chinese Chess`. The tags
//! of the players are `Red` and `Black`. The tag `FEN` gives an unusual start position. The tag `Format` names the
//! notation of the moves: Chinese, WXF or ICCS. See <https://www.xqbase.com/protocol/cchess_pgn.htm>.

mod annotation;
mod movetext;
mod read;
pub(crate) mod result;
pub(crate) mod scanner;
mod split;
mod standard;
mod tag_section;
mod xqbase;

pub(crate) use annotation::{add_comment, trimmed_lines};
pub use read::{MAX_DEPTH, read, read_line};
pub(crate) use read::{begins, games, read_moves};
pub(crate) use split::tag_in;
pub(crate) use xqbase::write_moves;

use crate::GameTree;
use chuhe_core::{notation::Style, rules::PgnForm};
use std::fmt::{Display, Write};

impl GameTree {
    /// Returns the game as PGN. Chess ignores `style`, because the standard prescribes algebraic notation. The other
    /// games are written in `style`, with one move of each side on a line of text.
    ///
    /// ```
    /// use chuhe_core::notation::{Script, Style};
    /// use chuhe_records::pgn;
    /// let mut tree = pgn::read("1. h2e2 h9g7 2. h0g2").unwrap();
    /// tree.set_tag("Red", "Wu");
    /// assert_eq!(tree.to_pgn(Style::Chinese(Script::Simplified)).to_string(), "\
    /// [Game \"Chinese Chess\"]
    /// [Red \"Wu\"]
    /// [Result \"*\"]
    /// [Format \"Chinese\"]
    ///
    /// 1. 炮二平五 马８进７
    /// 2. 马二进三
    /// *
    /// ");
    /// ```
    pub fn to_pgn(&self, style: Style) -> impl Display {
        // In PGN, coordinates are written as in ICCS.
        let style = if style == Style::Coordinates { Style::Iccs } else { style };
        match self.rules().variant().pgn.form {
            PgnForm::Standard => standard::write(self),
            PgnForm::Xqbase => xqbase::write(self, style.in_game(self.rules())),
        }
    }
}

/// True if the name of a tag can contain the character `c`.
fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn write_tag(text: &mut String, name: &str, value: impl Display) {
    // A tag with another character in its name is left out, because a reader would refuse the game.
    if !name.is_empty() && name.chars().all(is_of_name) {
        // A line break inside a value would end the tag.
        let value = value.to_string().replace(['\n', '\r'], " ");
        let value = value.replace('\\', "\\\\").replace('"', "\\\"");
        _ = writeln!(text, "[{name} \"{value}\"]");
    }
}
