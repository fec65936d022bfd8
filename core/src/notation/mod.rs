//! Positions and moves as text, written and read without a heap.
//!
//! A move has five forms, told by [`Style`]: coordinates in two dresses, WXF, Chinese vertical
//! lines, and the algebraic notation of chess. What is written in a style is read back as the same move, and no two moves of a position
//! share a text. Readers take more than the writers write: either case, either script, the
//! conventions of other books; what could be more than one legal move is refused. An [`Exchange`]
//! is written the same in every style, `a8c8xe5`.

mod chinese;
mod coordinates;
mod exchange;
mod fen;
mod relative;
mod san;
mod symbols;
mod wxf;

use crate::position::Position;
use crate::rules::{PieceNotation, Rules};
use crate::types::{Move, MoveKind};
use core::fmt;

pub use coordinates::promotion;
pub use exchange::{Exchange, ExchangeError, ExchangeFault};
pub use fen::{Fen, FenError, FenFault, FenField};

/// A way to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// The squares left and reached, `h2e2`, as UCCI has them.
    Coordinates,
    /// The same as `H2-E2`, the form of the Internet Chinese Chess Server.
    Iccs,
    /// `C2=5`, the letters and signs of the World Xiangqi Federation.
    ///
    /// A piece is named by its letter (K general, A advisor, E elephant, H horse, R chariot,
    /// C cannon, P soldier) and its file, counted from the mover's right; `+`, `-` and `=` say
    /// forward, backward and sideways; the last figure is the points moved along the file, or the
    /// file reached. Two of a kind on a file are `+` and `-` in place of the file, front and back,
    /// where the other could make the same step and stay on the board. Soldiers on a file of three
    /// or more, or on one of two files with two or more, are the number from the front and the
    /// file: `15+1`. These are Fairy-Stockfish's choices.
    ///
    /// Read beside these: `.` for `=`, `+C-2` for `C+-2`, B for E, N for H, S for P, M for an
    /// elephant or an advisor, G for an advisor or a general, and `P.` and `Pa` to `Pe` for 中 and
    /// 一 to 五 of the Chinese form, as xqbase has them.
    Wxf,
    /// `炮二平五`, in one of the two scripts.
    ///
    /// The piece, its file, 進 退 平, and the points moved along the file or the file reached; Red
    /// counts in Chinese numerals and Black in full-width digits. Of the chariots, horses, cannons
    /// and soldiers on files that hold two or more of their kind, counted from the mover's right
    /// and on a file from the front, two are 前 後, three 前 中 後, more 一 二 三 四 五 in place of
    /// the file, as xqbase's standard has it.
    ///
    /// Read beside these: the names and numerals of both sides and scripts for either side, and
    /// the other convention for four and five soldiers, 前 二 三 四 後 on one file and the file in
    /// place of the name on two, `前九平八`.
    Chinese(Script),
    /// `Nf3`, the standard algebraic notation of chess, as the PGN standard has it.
    ///
    /// Read beside this: origins that are not needed, or missing where only one move is legal,
    /// `0-0`, `e8Q` and `e8(Q)`, `:` and `-` between squares, small letters but for the bishop,
    /// `P` for a pawn, `e.p.`, and any marks of check, mate or praise, right or wrong.
    San,
}

impl Style {
    /// Every style, in both scripts.
    pub const ALL: [Self; 6] = [
        Self::Coordinates,
        Self::Iccs,
        Self::Wxf,
        Self::San,
        Self::Chinese(Script::Simplified),
        Self::Chinese(Script::Traditional),
    ];
}

impl Style {
    /// Returns the style, or the style that replaces it in a game: chess has algebraic notation,
    /// and the other games have WXF notation.
    #[must_use]
    pub const fn in_game(self, rules: Rules) -> Self {
        match (self, rules.variant().notation) {
            (Self::Coordinates | Self::Iccs, _)
            | (Self::Wxf | Self::Chinese(_), PieceNotation::Relative) => self,
            (Self::San, PieceNotation::Relative) => Self::Wxf,
            (Self::Wxf | Self::Chinese(_) | Self::San, PieceNotation::Algebraic) => Self::San,
        }
    }
}

/// The characters of Chinese text.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// 帅车马进后.
    Simplified,
    /// 帥車馬進後.
    Traditional,
}

/// Why a text is not a legal move of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is no move in its notation.
    Unreadable {
        /// How many characters stand before the first that does not fit, or that is not there.
        at: usize,
    },
    /// The side to move has no such piece.
    NoSuchPiece,
    /// There is such a piece, but it cannot make that move.
    Illegal,
    /// The text fits these two legal moves of a game.
    Ambiguous(Rules, Move, Move),
    /// The text has the `x` of an exchange and is none.
    Exchange(ExchangeError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { at } => write!(f, "not a move from character {} on", at + 1),
            Self::NoSuchPiece => f.write_str("the side to move has no such piece"),
            Self::Illegal => f.write_str("not a legal move"),
            Self::Ambiguous(rules, one, other) => {
                f.write_str("either ")?;
                coordinates::write_squares(f, *rules, *one)?;
                f.write_str(" or ")?;
                coordinates::write_squares(f, *rules, *other)
            }
            Self::Exchange(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for MoveError {}

/// The text of a legal move.
///
/// A move that the position does not have is written, too: by what stands on its square, or else
/// as coordinates.
///
/// # Examples
/// ```
/// use chuhe_core::notation::{self, Script, Style};
/// use chuhe_core::rules::Xiangqi;
/// let start = Xiangqi::start();
/// let cannon = notation::read_any("炮二平五", &start).unwrap();
/// let text = |style| notation::write(style, &start, cannon).to_string();
/// assert_eq!(text(Style::Coordinates), "h2e2");
/// assert_eq!(text(Style::Iccs), "H2-E2");
/// assert_eq!(text(Style::Wxf), "C2=5");
/// assert_eq!(text(Style::Chinese(Script::Traditional)), "炮二平五");
/// ```
pub fn write<P: Position>(style: Style, position: &P, mv: Move) -> impl fmt::Display {
    Written { style, position, mv }
}

struct Written<'a, P> {
    style: Style,
    position: &'a P,
    mv: Move,
}

impl<P: Position> fmt::Display for Written<'_, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { style, position, mv } = *self;
        let MoveKind::Normal { from, .. } = mv.kind() else {
            return match position.is_legal(mv).then(|| Exchange::of(position, mv)).flatten() {
                Some(exchange) => write!(f, "{exchange}"),
                None => write!(f, "{mv}"),
            };
        };
        match (style.in_game(position.rules()), position.piece_at(from)) {
            (Style::Wxf, Some(piece)) => wxf::write(f, position, piece, mv),
            (Style::Chinese(script), Some(piece)) => chinese::write(f, script, position, piece, mv),
            (Style::San, Some(_)) => san::write(f, position, mv),
            (Style::Iccs, _) => coordinates::write_iccs(f, position, mv),
            _ => coordinates::write(f, position, mv),
        }
    }
}

/// The legal move that a text of a style stands for; [`Style`] says what is read beside what is
/// written.
///
/// # Errors
/// When the text is no move in that style, fits no legal move, or more than one.
///
/// # Examples
/// ```
/// use chuhe_core::notation::{self, MoveError, Style};
/// use chuhe_core::rules::Xiangqi;
/// let start = Xiangqi::start();
/// assert_eq!(notation::read(Style::Wxf, "C2=5", &start).unwrap().to_string(), "h2e2");
/// assert_eq!(notation::read(Style::Wxf, "C2=", &start), Err(MoveError::Unreadable { at: 3 }));
/// assert_eq!(notation::read(Style::Wxf, "C3=5", &start), Err(MoveError::NoSuchPiece));
/// assert_eq!(notation::read(Style::Wxf, "R1=2", &start), Err(MoveError::Illegal));
/// ```
pub fn read<P: Position>(style: Style, text: &str, position: &P) -> Result<Move, MoveError> {
    let style = style.in_game(position.rules());
    if style != Style::San && text.contains(['x', 'X']) {
        let exchange: Exchange = text.parse().map_err(MoveError::Exchange)?;
        return exchange.find(position).ok_or(MoveError::Illegal);
    }
    match style {
        Style::Coordinates | Style::Iccs => coordinates::read(text, position),
        Style::Wxf => wxf::read(text, position.rules())?.find(position),
        Style::Chinese(_) => chinese::read(text, position.rules())?.find(position),
        Style::San => san::read(text, position),
    }
}

/// The legal move that a text stands for in whichever style it is.
///
/// # Errors
/// As [`read`] in the style that the text looks like.
pub fn read_any<P: Position>(text: &str, position: &P) -> Result<Move, MoveError> {
    let style = if !text.is_ascii() {
        Style::Chinese(Script::Traditional)
    } else if coordinates::look_like(text, position.rules()) {
        Style::Coordinates
    } else {
        Style::Wxf
    };
    read(style, text, position)
}
