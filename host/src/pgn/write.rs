//! From a game to text.

use super::{GameRecord, standard, xqbase};
use chuhe_core::Position;
use chuhe_core::notation::Style;
use std::fmt::{self, Display};

impl GameRecord {
    /// The game in PGN: of chess in the form of the standard, whatever the style; of the further
    /// with the moves written in a style, a move of both sides on each line.
    ///
    /// ```
    /// use chuhe_core::notation::{Script, Style};
    /// use chuhe_core::{Game, rules::Rules};
    /// use chuhe_host::pgn::{self, GameRecord};
    /// let mut record = pgn::read("1. h2e2 h9g7 2. h0g2").unwrap();
    /// record.set_tag("Red", "Wu");
    /// assert_eq!(record.to_pgn(Style::Chinese(Script::Simplified)).to_string(), "\
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
        // PGN's coordinates are those of ICCS.
        let style = if style == Style::Coordinates { Style::Iccs } else { style };
        let style = style.in_game(self.game.start().rules());
        PgnText { record: self, style }
    }
}

struct PgnText<'a> {
    record: &'a GameRecord,
    style: Style,
}

impl Display for PgnText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.record.game.start().rules() == standard::RULES {
            standard::write(f, self.record)
        } else {
            xqbase::write(f, self.record, self.style)
        }
    }
}
