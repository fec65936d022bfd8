//! Exchange mode: soldiers are chosen one by one, then the piece that they buy. Every square can be
//! chosen with the pointer and with the keyboard's cursor.

use super::{App, Note, Refusal};
use chuhe_core::rules::Explain;
use chuhe_core::{Bitboard, Kind, Position, Square};

impl App {
    /// The soldiers that the person to move could give up.
    #[must_use]
    pub fn offered(&self) -> Bitboard {
        if !self.table.awaits_person() {
            return Bitboard::EMPTY;
        }
        let position = self.table.game().position();
        position.exchangeable(position.side())
    }

    /// The pieces that the soldiers chosen in exchange mode can be given up for.
    #[must_use]
    pub fn buyable(&self) -> Bitboard {
        let Some(given) = self.hand.given() else { return Bitboard::EMPTY };
        let position = self.table.game().position();
        Square::all().filter(|&at| position.exchange(given, at).is_ok()).collect()
    }

    /// What the soldiers chosen in exchange mode buy.
    #[must_use]
    pub fn bought(&self) -> Option<Kind> {
        let given = self.hand.given()?.len() as usize;
        self.rules().prices().get(given.checked_sub(1)?).copied()
    }

    /// Begins to choose soldiers, a first one perhaps, or ends it.
    pub(super) fn turn_exchange(&mut self, first: Option<Square>) {
        if self.hand.given().is_some() {
            self.hand.let_go();
            self.note = Note::ExchangeLeft;
        } else {
            self.hand.give(first.into_iter().collect(), self.now);
            self.note = Note::Exchange;
        }
    }

    /// A square is chosen in exchange mode: a soldier joins or leaves those given up, an enemy
    /// piece is bought. A wrong choice empties the hand; the turn stays.
    pub(super) fn choose_in_exchange(&mut self, given: Bitboard, square: Square) {
        if self.offered().contains(square) {
            let given = given ^ Bitboard::from(square);
            self.hand.give(given, self.now);
            self.note = Note::Exchange;
            return;
        }
        let position = self.table.game().position();
        let side = position.side();
        match position.piece_at(square).filter(|piece| piece.side() != side) {
            None => self.refuse(Refusal::OnlyBottom),
            Some(piece) => match position.exchange(given, square) {
                Ok(mv) => {
                    if let Ok(played) = self.table.play(mv, self.now) {
                        return self.show_played(played);
                    }
                }
                Err(why) => self.refuse(Refusal::Illegal(why, piece)),
            },
        }
        self.hand.give(Bitboard::EMPTY, self.now);
    }
}
