//! The commands that play a move of Red.

use super::argument::Points;
use super::error::CommandError;
use crate::game::{ClientGame, Refusal, Status};
use crate::reply::ServerLine;
use chuhe_core::map::Point;
use chuhe_core::notation::{self, Exchange};
use chuhe_core::{AnyPosition, Bitboard, Move, Position, Promotion, Square};

/// `Move`: a pawn on the last rank becomes a queen if the command names no other kind.
pub(super) fn move_piece(
    game: &mut dyn ClientGame,
    from: Point,
    to: Point,
    promotion: Option<Promotion>,
) -> Result<ServerLine<'static>, CommandError> {
    let position = game.game().position();
    // The letter has a meaning only in games with promotion.
    if promotion.is_some() && !position.rules().has_promotion() {
        return Ok(ServerLine::FormatError);
    }
    let (from, to) = (square(position, from)?, square(position, to)?);
    if from == to {
        return Err(CommandError::SamePoint);
    }
    let mv = Move::promoting(from, to, promotion.unwrap_or(Promotion::Queen));
    let mv = match (notation::promotion(position, mv), promotion) {
        (None, Some(_)) => return Err(CommandError::NotPromoting),
        (None, None) => Move::new(from, to),
        (Some(_), _) => mv,
    };
    play(game, mv)?;
    Ok(ServerLine::True)
}

/// `Exchange`: gives up soldiers for a piece.
pub(super) fn exchange(
    game: &mut dyn ClientGame,
    points: Points<'_>,
    victim: Point,
) -> Result<ServerLine<'static>, CommandError> {
    let position = game.game().position();
    let victim = square(position, victim)?;
    let mut soldiers = Bitboard::EMPTY;
    for point in points.iter() {
        let square = square(position, point)?;
        if soldiers.contains(square) {
            return Err(CommandError::NoExchange);
        }
        soldiers = soldiers.with(square);
    }
    let mv = Exchange { soldiers, victim }.find(position).ok_or(CommandError::NoExchange)?;
    play(game, mv)?;
    Ok(ServerLine::True)
}

/// Plays a move for a client, who has Red.
pub fn play(game: &mut dyn ClientGame, mv: Move) -> Result<(), Refusal> {
    if game.status() == Status::Black {
        return Err(Refusal::Thinking);
    }
    Ok(game.make_move(mv)?)
}

pub(super) fn square(position: &AnyPosition, point: Point) -> Result<Square, CommandError> {
    point.square(position.rules()).ok_or(CommandError::OffBoard)
}
