//! The choice of the piece that a soldier becomes.

use super::{DialogFrame, Form, Outcome, Request};
use crate::{Change, Context, Key, PartId, Reply};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move, Piece, Position, Square};
use chuhe_view::text::Text;

/// The choice among moves that differ only in their promotion.
#[derive(Debug)]
pub(crate) struct Promotion {
    moves: Vec<Move>,
    pieces: Vec<Piece>,
    position: chuhe_core::Key,
    /// The index of the chosen move. The index after the last move stands for the button Cancel.
    chosen: usize,
}

impl Promotion {
    pub(crate) fn new(moves: Vec<Move>, position: &AnyPosition) -> Self {
        let piece = |mv: &Move| Piece::new(position.side(), mv.promotion().kind());
        let pieces = moves.iter().map(piece).collect();
        Self { moves, pieces, position: position.key(), chosen: 0 }
    }
}

impl Form for Promotion {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::Promotion, [Reply::Cancel])
    }

    fn pieces(&self) -> Option<(&[Piece], Option<usize>, Option<Square>)> {
        let chosen = Some(self.chosen).filter(|&chosen| chosen < self.pieces.len());
        Some((&self.pieces, chosen, self.moves.first()?.to()))
    }

    fn key(&mut self, key: Key, rules: Rules) -> Option<Reply> {
        match key {
            Key::Enter | Key::Space if self.chosen < self.moves.len() => {}
            Key::Char(letter) => {
                let kind = rules.variant().piece_of_fen(letter)?.kind;
                self.chosen = self.pieces.iter().position(|piece| piece.kind() == kind)?;
            }
            _ => return None,
        }
        Some(Reply::Use)
    }

    fn is_late(&self, _: u32, position: chuhe_core::Key, _: bool) -> bool {
        position != self.position
    }

    fn step(&mut self, rows: i32) {
        let count = self.moves.len() as i32 + 1;
        self.chosen = (self.chosen as i32 + rows).rem_euclid(count) as usize;
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        let Change::Chosen(row) = change else { return None };
        self.chosen = row;
        Some(Reply::Use)
    }

    fn answered(&mut self, reply: Reply, _: &mut Context) -> Outcome {
        let mv = self.moves.get(self.chosen).filter(|_| reply == Reply::Use);
        mv.map_or(Outcome::Close, |&mv| Outcome::Do(Request::Play(mv)))
    }
}
