//! Exchanges as text: `a8c8xe5` gives up the soldiers on a8 and c8 for the piece on e5.

use super::symbols::Symbols;
use crate::position::Position;
use crate::types::{Bitboard, Move, MoveList, Side, Square};
use crate::variant::Rules;
use core::fmt;
use core::str::FromStr;

/// The soldiers that an exchange gives up, and the enemy piece that it removes. The soldiers are written in the order
/// of their files. They are read in any order, in small or capital letters.
///
/// # Examples
/// ```
/// use chuhe_core::{Position, notation::{Exchange, Fen}, rules::Zhonggong};
/// let exchange: Exchange = "h8E8Xd2".parse().unwrap();
/// assert_eq!(exchange.to_string(), "e8h8xd2");
///
/// let text = "1nb1Pa1Pr/r3an3/p1p1p4/5kp2/6b2/4KC3/c1Pc2P2/1C7/RNBApABNR w - - 0 1";
/// let position = text.parse::<Fen<Zhonggong>>().unwrap().position;
/// let mv = exchange.find(&position).unwrap();
/// assert_eq!(Exchange::of(&position, mv), Some(exchange));
/// assert_eq!(position.captured(mv), position.piece_at(exchange.victim));
///
/// let error = "e8h8x".parse::<Exchange>().unwrap_err();
/// assert_eq!(error.to_string(), "exchange, at character 6: the piece removed is missing");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Exchange {
    /// The squares of the mover's soldiers that leave the board.
    pub soldiers: Bitboard,
    /// The square of the enemy piece that the exchange removes.
    pub victim: Square,
}

impl Exchange {
    /// Returns the soldiers and the piece that a legal move removes; `None` if the move is no exchange.
    pub fn of<P: Position>(position: &P, mv: Move) -> Option<Self> {
        if !mv.is_exchange() {
            return None;
        }
        let after = position.play(mv);
        let is_removed = |square: Square, side: Side| {
            let stood = position.piece_at(square).is_some_and(|piece| piece.side() == side);
            stood && after.piece_at(square).is_none()
        };
        let victim = Square::all().find(|&at| is_removed(at, !position.side()))?;
        let soldiers = Square::all().filter(|&at| is_removed(at, position.side())).collect();
        Some(Self { soldiers, victim })
    }

    /// Returns the legal move that makes this exchange, if there is one.
    pub fn find<P: Position>(self, position: &P) -> Option<Move> {
        let mut moves = MoveList::new();
        position.generate_captures(&mut moves);
        moves.into_iter().find(|&mv| Self::of(position, mv) == Some(self))
    }
}

/// True if a text begins with a point and has the `x` of an exchange, in a game that has exchanges.
pub(super) fn looks_like(text: &str, rules: Rules) -> bool {
    let begins = text.get(..2).is_some_and(|point| Square::from_name(point).is_some());
    !rules.prices().is_empty() && begins && text.contains(['x', 'X'])
}

/// The reason why a text is no exchange, and the place of the fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExchangeError {
    /// The number of characters before the fault.
    pub at: usize,
    /// The fault at that place.
    pub fault: ExchangeFault,
}

/// A fault in the text of an exchange, such as a missing `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum ExchangeFault {
    /// The text at this place is not the name of a point.
    NotAPoint,
    /// The soldier on this square was already named.
    Twice(Square),
    /// No soldier is named before the `x`.
    NoSoldier,
    /// The text ends before the `x`.
    NoX,
    /// The text ends before the piece removed.
    NoVictim,
    /// The text goes on behind the piece removed.
    Rest,
}

impl fmt::Display for ExchangeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "exchange, at character {}: ", self.at + 1)?;
        match self.fault {
            ExchangeFault::NotAPoint => f.write_str("not a point of the board"),
            ExchangeFault::Twice(square) => write!(f, "{square:?} is named twice"),
            ExchangeFault::NoSoldier => f.write_str("no soldier is given up"),
            ExchangeFault::NoX => f.write_str("the x before the piece removed is missing"),
            ExchangeFault::NoVictim => f.write_str("the piece removed is missing"),
            ExchangeFault::Rest => f.write_str("nothing may follow the piece removed"),
        }
    }
}

impl core::error::Error for ExchangeError {}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.soldiers.into_iter().try_for_each(|soldier| write!(f, "{soldier:?}"))?;
        write!(f, "x{:?}", self.victim)
    }
}

impl FromStr for Exchange {
    type Err = ExchangeError;

    fn from_str(text: &str) -> Result<Self, ExchangeError> {
        let mut symbols = Symbols::of(text);
        let mut soldiers = Bitboard::EMPTY;
        while symbols.take(|symbol| matches!(symbol, 'x' | 'X').then_some(())).is_err() {
            let at = symbols.taken;
            let soldier = point(&mut symbols, ExchangeFault::NoX)?;
            if soldiers.contains(soldier) {
                return Err(ExchangeError { at, fault: ExchangeFault::Twice(soldier) });
            }
            soldiers = soldiers.with(soldier);
        }
        if soldiers.is_empty() {
            return Err(ExchangeError { at: 0, fault: ExchangeFault::NoSoldier });
        }
        let victim = point(&mut symbols, ExchangeFault::NoVictim)?;
        let rest = ExchangeError { at: symbols.taken, fault: ExchangeFault::Rest };
        symbols.end().map(|()| Self { soldiers, victim }).map_err(|_| rest)
    }
}

/// Reads the next point. Returns the fault `at_end` if no text is left.
fn point(symbols: &mut Symbols<'_>, at_end: ExchangeFault) -> Result<Square, ExchangeError> {
    let at = symbols.taken;
    if symbols.end().is_ok() {
        return Err(ExchangeError { at, fault: at_end });
    }
    let file = |symbol: char| u8::try_from(symbol.to_ascii_lowercase()).ok()?.checked_sub(b'a');
    let rank = |symbol: char| Some(symbol.to_digit(10)? as u8);
    let point =
        (symbols.take(file).ok()).and_then(|file| Square::new(file, symbols.take(rank).ok()?));
    point.ok_or(ExchangeError { at, fault: ExchangeFault::NotAPoint })
}
