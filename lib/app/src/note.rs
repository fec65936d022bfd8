//! The last event, for the status line.

use crate::action::Action;
use crate::game_model::PlayedMove;
use chuhe_core::notation::MoveError;
use chuhe_core::rules::Illegal;
use chuhe_core::{Bitboard, Piece, Side};
use chuhe_view::text::Text;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    Plain(Text),
    /// An event whose text includes another text: for example, a file name, an engine's name or a number.
    Named(Text, String),
    /// An event whose text contains the title of the study shown or, without one, of the last document.
    Titled(Text),
    Moved(PlayedMove),
    /// Another position of a study, or of the editor, is shown.
    Stepped,
    Studied,
    TakenBack,
    Redone,
    /// A hint shows the move that solves a problem or corrects a mistake, or the computer's best move.
    Hinted,
    HintedPiece,
    HintedTheme,
    Another,
    Exchange,
    Refused(Refusal),
    DrawDeclined(Side),
    /// A problem begins, in which Red must mate in this number of moves.
    Aim(usize),
    Analysis(bool),
    /// (line, reason): the analysis failed. The line is the command line of the engine; empty for the built-in player.
    AnalysisFailed(String, [String; 2]),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    Thinking,
    LookingBack,
    Over,
    Paused,
    /// (reason, piece, culprits): a move of the piece, or an exchange for it, is illegal because of these squares.
    Illegal(Illegal, Piece, Bitboard),
    /// The typed or pasted text is not a legal move, for this reason.
    NoMove(MoveError),
    NotYours,
    NotNow(Action),
    Plain(Text),
}
