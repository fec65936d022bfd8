//! Positions and moves as text, written and read without a heap.
//!
//! A move has five forms, which [`Style`] lists: two forms of coordinates, WXF, the Chinese notation, and the
//! algebraic notation of chess. The text of a move is read back as the same move. No two moves of a position share a
//! text. Readers accept more than writers write, for example small letters and other conventions of books. They
//! refuse a text that could mean several legal moves. An [`Exchange`] has the same form in every style, `a8c8xe5`.

mod chinese;
mod coordinates;
mod exchange;
mod fen;
mod relative;
mod san;
mod symbols;
mod wxf;

use crate::from_fn::from_fn;
use crate::position::Position;
use crate::rules::{PieceNotation, Rules};
use crate::types::{Move, MoveKind, Square};
use core::fmt;

pub use coordinates::promotion;
pub use exchange::{Exchange, ExchangeError, ExchangeFault};
pub use fen::{Fen, FenError, FenFault, FenField, board};
pub(crate) use symbols::Symbols;

/// A notation in which moves are written and read.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Style {
    /// `h2e2`, the square from which the piece moves and its new square, as in UCCI.
    Coordinates,
    /// `H2-E2`, coordinates in the form of the Internet Chinese Chess Server.
    Iccs,
    /// `C2=5`, the letters and signs of the World Xiangqi Federation.
    ///
    /// The first two signs are the letter of the piece and its file, counted from the mover's right. K is the general,
    /// A the advisor, E the elephant, H the horse, R the chariot, C the cannon and P the soldier. Then `+`, `-` or `=`
    /// means forward, backward or sideways. The last figure is the number of points along the file, or the new file.
    ///
    /// If two pieces of a kind stand on a file, a sign replaces the file: `+` in front and `-` behind. A piece keeps
    /// its file if the same step takes the other piece off the board. An advisor or elephant also keeps it if that step
    /// is not legal. If a file has three or more soldiers, or two files have two or more each, two digits name such a
    /// soldier. They are its number from the front and its file: `15+1` moves the first soldier of file 5.
    /// Fairy-Stockfish names soldiers the same way.
    ///
    /// The reader also accepts:
    /// - `.` in place of `=`, and `+C-2` in place of `C+-2`;
    /// - B in place of E, N in place of H, and S in place of P;
    /// - M as an elephant or an advisor, and G as an advisor or a general;
    /// - `P.` and `Pa` to `Pe` as 中 and 一 to 五 of the Chinese form, like xqbase.
    Wxf,
    /// `炮二平五`, in one of the two scripts.
    ///
    /// The four characters are the piece, its file, 進 退 or 平, and a number. Along a file, the number counts the points
    /// moved. Otherwise it names the new file. Red's numbers are Chinese numerals, and Black's are full-width digits.
    ///
    /// If several chariots, horses, cannons or soldiers stand on one file, the place of the piece replaces its file.
    /// Places are counted over all such files from the mover's right, and on each file from the front.
    /// Two pieces are called 前 後, three 前 中 後, and more 一 二 三 四 五, as in xqbase.
    ///
    /// The reader also accepts names and numerals of the other side or the other script. It also
    /// accepts another convention for four and five soldiers. On one file they are called 前 二 三 四 後. On
    /// two files, the number of the file replaces the name of the piece: `前九平八`.
    Chinese(Script),
    /// `Nf3`, the standard algebraic notation of chess, as the PGN standard defines it.
    ///
    /// The reader also accepts:
    /// - a needless origin, or no origin if only one piece of this kind can legally go to the target;
    /// - `0-0`, `e8Q` and `e8(Q)`, and `:` and `-` between squares;
    /// - small letters for all pieces except the bishop, and `P` for a pawn;
    /// - `e.p.`, and marks of check, mate or praise, even wrong ones.
    San,
}

impl Style {
    /// Every style, with the Chinese style in both scripts.
    pub const ALL: [Self; 6] = [
        Self::Coordinates,
        Self::Iccs,
        Self::Wxf,
        Self::San,
        Self::Chinese(Script::Simplified),
        Self::Chinese(Script::Traditional),
    ];

    /// Returns the style if the game has it, or else the replacement: algebraic notation in chess, WXF in other games.
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

/// The script in which Chinese moves are written. The reader accepts both scripts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Script {
    /// 帅车马进后.
    Simplified,
    /// 帥車馬進後.
    Traditional,
}

/// The reason why a text does not name exactly one legal move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// The text is no move in the notation of the style.
    Unreadable {
        /// The number of characters before the place where a character does not fit or is missing.
        at: usize,
    },
    /// The side to move has no piece that the text could mean.
    NoSuchPiece,
    /// The side to move has a piece that the text could mean, but that piece cannot make the move.
    Illegal,
    /// The text fits several legal moves, among them these two.
    Ambiguous(Rules, Move, Move),
    /// The text looks like an exchange, but has this fault.
    Exchange(ExchangeError),
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { at } => write!(f, "not a move from character {} on", at + 1),
            Self::NoSuchPiece => f.write_str("the side to move has no such piece"),
            Self::Illegal => f.write_str("not a legal move"),
            Self::Ambiguous(rules, one, other) => {
                write!(f, "either {} or {}", rules.move_name(*one), rules.move_name(*other))
            }
            Self::Exchange(error) => write!(f, "{error}"),
        }
    }
}

impl core::error::Error for MoveError {}

/// The text of a move, legal or not. A move from an empty square is written as coordinates.
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
    from_fn(move |f| {
        let MoveKind::Normal { from, .. } = mv.kind() else {
            return match position.is_legal(mv).then(|| Exchange::of(position, mv)).flatten() {
                Some(exchange) => write!(f, "{exchange}"),
                None => write!(f, "{mv:?}"),
            };
        };
        match (style.in_game(position.rules()), position.piece_at(from)) {
            (Style::Wxf, Some(piece)) => wxf::write(f, position, piece, mv),
            (Style::Chinese(script), Some(piece)) => chinese::write(f, script, position, piece, mv),
            (Style::San, Some(_)) => san::write(f, position, mv),
            (Style::Iccs, _) => coordinates::write_iccs(f, position, mv),
            _ => coordinates::write(f, position, mv),
        }
    })
}

/// Returns the legal move that a text in a style stands for. [`Style`] lists what is accepted.
///
/// # Errors
/// When the text is no move in that style, fits no legal move, or fits more than one.
///
/// # Examples
/// ```
/// use chuhe_core::notation::{self, MoveError, Style};
/// use chuhe_core::Move;
/// use chuhe_core::rules::{Xiangqi, squares::xiangqi::{E2, H2}};
/// let start = Xiangqi::start();
/// assert_eq!(notation::read(Style::Wxf, "C2=5", &start), Ok(Move::new(H2, E2)));
/// assert_eq!(notation::read(Style::Wxf, "C2=", &start), Err(MoveError::Unreadable { at: 3 }));
/// assert_eq!(notation::read(Style::Wxf, "C3=5", &start), Err(MoveError::NoSuchPiece));
/// assert_eq!(notation::read(Style::Wxf, "R1=2", &start), Err(MoveError::Illegal));
/// ```
pub fn read<P: Position>(style: Style, text: &str, position: &P) -> Result<Move, MoveError> {
    let style = style.in_game(position.rules());
    if exchange::looks_like(text, position.rules()) {
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

/// Returns the only move of `fitting`. The function `names` tells which squares the text can mean, to choose the error.
fn only(
    rules: Rules,
    mut fitting: impl Iterator<Item = Move>,
    names: impl FnMut(Square) -> bool,
) -> Result<Move, MoveError> {
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (Some(one), Some(other)) => {
            Err(MoveError::Ambiguous(rules, one.min(other), one.max(other)))
        }
        (None, _) if Square::all().any(names) => Err(MoveError::Illegal),
        (None, _) => Err(MoveError::NoSuchPiece),
    }
}

/// Returns the legal move that a text stands for, in any style.
///
/// # Errors
/// The errors of [`read`], for the style that the text looks like.
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
