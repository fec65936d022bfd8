//! What the server says: replies to commands, and what it says unasked.

use chuhe_core::AnyPosition;
use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::{Ending, Game, Move, MoveKind, Position, Side, Square};
use chuhe_host::Status;
use std::fmt;

/// A line of the server, without its end.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Line<'a> {
    /// It is done.
    True,
    /// It cannot be done.
    False,
    /// That was no command.
    FormatError,
    /// The board that was asked for.
    RequestBoard(&'a Game<AnyPosition>),
    /// The board after a move of the computer.
    CurrentBoard(&'a Game<AnyPosition>),
    /// The legal moves of Red, from one point or from all; none of exchanges, which have no two
    /// points.
    LegalMoves(&'a AnyPosition, Option<Square>),
    /// No legal moves.
    NoMoves,
    /// What [`hint`] made.
    Hint(&'a str),
    /// Where the game stands.
    Status(Status),
    /// The moves of the game.
    Moves(&'a Game<AnyPosition>),
    /// The game is over.
    Over(Ending),
    /// There are as many clients as may be.
    Busy,
}

impl fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::True => f.write_str("True"),
            Self::False => f.write_str("False"),
            Self::FormatError => f.write_str("CMD_FORMAT_ERROR"),
            Self::RequestBoard(game) => write!(f, "RequestBoard:{}", board(game)),
            Self::CurrentBoard(game) => write!(f, "CurrentBoard:{}", board(game)),
            Self::LegalMoves(position, from) => write_legal_moves(f, position, from),
            Self::NoMoves => f.write_str("LegalMoves:"),
            Self::Hint(hint) => f.write_str(hint),
            Self::Status(Status::Red) => f.write_str("Status:red"),
            Self::Status(Status::Black) => f.write_str("Status:black"),
            Self::Status(Status::Over(ending)) => write!(f, "Status:{}", Outcome(ending)),
            Self::Moves(game) => write_moves(f, game),
            Self::Over(ending) => write!(f, "{}", Outcome(ending)),
            Self::Busy => f.write_str("SERVER_BUSY"),
        }
    }
}

fn board(game: &Game<AnyPosition>) -> impl fmt::Display {
    map::write(game.position(), game.numbers())
}

/// How a game ended, in the words of the protocol.
struct Outcome(Ending);

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.winner {
            Some(Side::Red) => "win:r",
            Some(Side::Black) => "win:b",
            None => "draw",
        })
    }
}

fn write_legal_moves(
    f: &mut fmt::Formatter<'_>,
    position: &AnyPosition,
    from: Option<Square>,
) -> fmt::Result {
    let mut moves = position.legal_moves();
    moves.retain(|mv| !mv.is_exchange() && (from.is_none() || mv.from() == from));
    let point = |square: Option<Square>| square.map(|at| Point::of(at, position.rules()));
    moves.sort_unstable_by_key(|mv| (point(mv.from()), point(mv.to()), mv.promotion()));
    f.write_str("LegalMoves:")?;
    moves.iter().try_for_each(|&mv| write!(f, "{};", Step(position, mv)))
}

/// A move as `Move` or `Exchange` takes it.
struct Step<'a>(&'a AnyPosition, Move);

impl fmt::Display for Step<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(position, mv) = *self;
        let point = |square| Point::of(square, position.rules());
        if let MoveKind::Normal { from, to, .. } = mv.kind() {
            write!(f, "{}:{}", point(from), point(to))?;
            return notation::promotion(position, mv)
                .map_or(Ok(()), |to| write!(f, "{}", to.letter()));
        }
        let Some(Exchange { soldiers, victim }) = Exchange::of(position, mv) else {
            return Err(fmt::Error);
        };
        let soldiers: Vec<_> = soldiers.into_iter().map(|at| point(at).to_string()).collect();
        write!(f, "{}:{}", soldiers.join(";"), point(victim))
    }
}

/// The reply to `Hint`: a move as `Move` or `Exchange` takes it.
pub(crate) fn hint(position: &AnyPosition, mv: Move) -> String {
    format!("Hint:{}", Step(position, mv))
}

/// The moves of a game in coordinates.
fn write_moves(f: &mut fmt::Formatter<'_>, game: &Game<AnyPosition>) -> fmt::Result {
    f.write_str("Moves:")?;
    let mut position = game.start().clone();
    for (ply, &mv) in game.moves().iter().enumerate() {
        let blank = if ply > 0 { " " } else { "" };
        write!(f, "{blank}{}", notation::write(Style::Coordinates, &position, mv))?;
        position = position.play(mv);
    }
    Ok(())
}
