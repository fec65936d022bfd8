//! The commands that play a move.

use crate::command::{CommandError, Points};
use crate::game::{ClientGame, Refusal};
use crate::lines::Reply;
use chuhe_core::map::Point;
use chuhe_core::notation;
use chuhe_core::rules::{Explain, Illegal};
use chuhe_core::{
    AnyPosition, Bitboard, Kind, Move, Piece, PlayError, Position, Promotion, Square,
};
use chuhe_view::text::{IllegalMessage, Language};

/// `Move`: a pawn on the last rank becomes a queen if the command names no other kind.
pub(super) fn move_piece(
    game: &mut dyn ClientGame,
    from: Point,
    to: Point,
    promotion: Option<Promotion>,
) -> Result<Reply<'static>, CommandError> {
    let position = game.game().position();
    // The letter has a meaning only in games with promotion.
    if promotion.is_some() && !position.rules().has_promotion() {
        return Ok(Reply::FormatError);
    }
    let (from, to) = (square(position, from)?, square(position, to)?);
    if from == to {
        return Err("The move leads from a point to itself.".into());
    }
    let mv = Move::promoting(from, to, promotion.unwrap_or(Promotion::Queen));
    let mv = match (notation::promotion(position, mv), promotion) {
        (None, Some(_)) => return Err("Nothing is promoted by this move.".into()),
        (None, None) => Move::new(from, to),
        (Some(_), _) => mv,
    };
    play_legal(game, mv)
}

/// `Exchange`: gives up soldiers for a piece.
pub(super) fn exchange(
    game: &mut dyn ClientGame,
    points: Points<'_>,
    victim: Point,
) -> Result<Reply<'static>, CommandError> {
    let position = game.game().position();
    let victim = square(position, victim)?;
    let mut soldiers = Bitboard::EMPTY;
    for point in points.iter() {
        let square = square(position, point)?;
        if soldiers.contains(square) {
            return Err("A soldier is named twice.".into());
        }
        soldiers = soldiers.with(square);
    }
    let mv = position.exchange(soldiers, victim);
    let mv = mv.map_err(|why| match why {
        Illegal::Reach if position.exchangeable(position.side()).is_empty() => {
            "There is no soldier to exchange.".into()
        }
        why => illegal(position, why, victim),
    })?;
    play_legal(game, mv)
}

pub fn play(game: &mut dyn ClientGame, mv: Move) -> Result<(), Refusal> {
    if game.game().ending().is_none() && !game.is_clients_turn() {
        return Err(Refusal::Thinking);
    }
    Ok(game.make_move(mv)?)
}

/// Plays a move for a client. The error tells why it is not legal.
fn play_legal(game: &mut dyn ClientGame, mv: Move) -> Result<Reply<'static>, CommandError> {
    play(game, mv).map_err(|refusal| match (refusal, mv.from()) {
        (Refusal::Play(PlayError::Over(ending)), _) => {
            format!("The game is over: {}.", ending.reason).into()
        }
        (Refusal::Play(PlayError::Illegal(..)), Some(from)) => {
            let position = game.game().position();
            let why = position.why_not(mv).unwrap_or(Illegal::Reach);
            illegal(position, why, from)
        }
        (refusal, _) => CommandError::from(refusal),
    })?;
    Ok(Reply::True)
}

/// The reason why the piece of a square makes no such move.
fn illegal(position: &AnyPosition, why: Illegal, from: Square) -> CommandError {
    let nothing = Piece::new(!position.side(), Kind::General);
    let piece = position.piece_at(from).unwrap_or(nothing);
    IllegalMessage(why, piece, position.rules(), Language::English, None).to_string().into()
}

pub(super) fn square(position: &AnyPosition, point: Point) -> Result<Square, CommandError> {
    point.square(position.rules()).ok_or_else(|| "A point is off the board.".into())
}
