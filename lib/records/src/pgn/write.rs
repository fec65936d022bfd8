//! The PGN writer.

use super::{standard, xqbase};
use crate::GameTree;
use chuhe_core::notation::Style;
use chuhe_core::rules::PgnForm;
use std::fmt::{self, Display};

impl GameTree {
    /// Returns the game as PGN. Chess ignores the style, because the standard prescribes it. The
    /// other games write moves in this style, one move of each side a line.
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
        // The coordinates of PGN are those of ICCS.
        let style = if style == Style::Coordinates { Style::Iccs } else { style };
        PgnText { tree: self, style: style.in_game(self.rules()) }
    }
}

struct PgnText<'a> {
    tree: &'a GameTree,
    style: Style,
}

impl Display for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.tree.rules().variant().pgn.form {
            PgnForm::Standard => standard::write(f, self.tree),
            PgnForm::Xqbase => xqbase::write(f, self.tree, self.style),
        }
    }
}
