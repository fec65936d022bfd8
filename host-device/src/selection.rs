use crate::buttons::Button;
use crate::handheld::TheGame;
use chuhe_core::notation::Exchange;
use chuhe_core::{Bitboard, Move, MoveKind, MoveList, Position, Promotion, Square};

/// The cursor, and the chosen squares: a piece, or soldiers of an exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Selection {
    pub(crate) cursor: Square,
    pub(crate) chosen: Bitboard,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SelectionResult {
    Move(Move),
    Changed,
    Nothing,
}

/// Returns the squares that a person chooses for a move: those of the pieces, and the destination.
fn squares_of(game: &TheGame, mv: Move) -> Option<(Bitboard, Square)> {
    match mv.kind() {
        MoveKind::Normal { from, to, .. } => Some((from.into(), to)),
        MoveKind::Exchange { .. } => {
            Exchange::of(game.position(), mv).map(|exchange| (exchange.soldiers, exchange.victim))
        }
    }
}

/// Returns the moves that a person can choose. A pawn can only promote to a queen.
fn choices(game: &TheGame) -> MoveList {
    let is_over = game.ending().is_some();
    let mut moves = if is_over { MoveList::new() } else { game.position().legal_moves() };
    moves.retain(|mv| mv.promotion() == Promotion::Queen);
    moves
}

impl Selection {
    pub(crate) const fn new() -> Self {
        const E0: Square = Square::from_name("e0").expect("a square");
        Self { cursor: E0, chosen: Bitboard::EMPTY }
    }

    /// Moves the cursor by one square in the direction of `button` on the display. At the edge, the cursor stays.
    pub(crate) fn step(&mut self, button: Button, (files, ranks): (u8, u8), flipped: bool) {
        let (right, up) = match button {
            Button::Up => (0, 1),
            Button::Down => (0, -1),
            Button::Left => (-1, 0),
            Button::Right => (1, 0),
            Button::Select => return,
        };
        let way = if flipped { -1 } else { 1 };
        let next = self.cursor.offset(right * way, up * way);
        let next = next.filter(|square| square.file() < files && square.rank() < ranks);
        self.cursor = next.unwrap_or(self.cursor);
    }

    pub(crate) fn targets(&self, game: &TheGame) -> Bitboard {
        if self.chosen.is_empty() {
            return Bitboard::EMPTY;
        }
        let squares = choices(game).into_iter().filter_map(|mv| squares_of(game, mv));
        squares.filter(|(pieces, _)| *pieces == self.chosen).map(|(_, to)| to).collect()
    }

    /// Chooses the square under the cursor: a piece, another soldier of an exchange, or a destination.
    pub(crate) fn choose(&mut self, game: &TheGame) -> SelectionResult {
        let at = self.cursor;
        let with = self.chosen.with(at);
        let mut extends_exchange = false;
        let mut is_movable = false;
        for mv in choices(game) {
            let Some((pieces, to)) = squares_of(game, mv) else { continue };
            if pieces == self.chosen && to == at {
                return SelectionResult::Move(mv);
            }
            extends_exchange |= (with - pieces).is_empty();
            is_movable |= pieces.contains(at);
        }
        let previous = core::mem::take(&mut self.chosen);
        if previous.contains(at) {
            self.chosen = previous.without(at);
        } else if extends_exchange {
            self.chosen = with;
        } else if is_movable {
            self.chosen = at.into();
        } else if previous.is_empty() {
            return SelectionResult::Nothing;
        }
        SelectionResult::Changed
    }
}
