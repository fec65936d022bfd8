//! The last event, for the status line.

use crate::action::Action;
use crate::game_model::PlayedMove;
use chuhe_core::notation::MoveError;
use chuhe_core::rules::Illegal;
use chuhe_core::{Bitboard, Piece, Side};
use chuhe_view::text::Text;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// An event that its text tells completely.
    Plain(Text),
    /// An event with the name of a file, an engine or an address in its text.
    Named(Text, String),
    /// An event with the title of the study that is shown, or was shown last, in its text.
    Titled(Text),
    Moved(PlayedMove),
    /// Another position of a study, or of the editor, is shown.
    Stepped,
    Studied,
    TakenBack,
    Redone,
    /// A hint was given: the move that a person looks for, or that of the computer.
    Hinted,
    HintedPiece,
    HintedTheme,
    Another,
    Exchange,
    Refused(Refusal),
    DrawDeclined(Side),
    /// A problem begins: Red mates in this number of moves.
    Aim(usize),
    Analysis(bool),
    /// The analysis failed: the line of the engine, empty for the built-in player, and the reason.
    AnalysisFailed(String, String),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Thinking,
    LookingBack,
    Over,
    Paused,
    /// The move of this piece, or the exchange for it, is not legal; the pieces that make it so.
    Illegal(Illegal, Piece, Bitboard),
    /// A text is no move of the position, for this reason.
    NoMove(MoveError),
    NotYours,
    NotNow(Action),
    Plain(Text),
}
