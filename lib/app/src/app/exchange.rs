//! Exchange mode: the player chooses soldiers one by one, then the piece to exchange them for.
//! Pointer and keyboard cursor both work.

use super::{App, Note, Refusal};
use chuhe_core::rules::Explain;
use chuhe_core::{Bitboard, Kind, Position, Square};
use chuhe_view::text::Text;

impl App {
    /// The soldiers that the person to move can give up.
    #[must_use]
    pub fn offered(&self) -> Bitboard {
        if !self.awaits_person() {
            return Bitboard::EMPTY;
        }
        let position = self.board();
        position.exchangeable(position.side())
    }

    /// The pieces that the chosen soldiers can be exchanged for.
    #[must_use]
    pub fn buyable(&self) -> Bitboard {
        let Some(given) = self.selection.given() else { return Bitboard::EMPTY };
        let position = self.board();
        Square::all().filter(|&at| position.exchange(given, at).is_ok()).collect()
    }

    /// The kind of piece that the chosen soldiers can be exchanged for.
    #[must_use]
    pub fn bought(&self) -> Option<Kind> {
        let given = self.selection.given()?.len() as usize;
        self.rules().prices().get(given.checked_sub(1)?).copied()
    }

    /// Starts exchange mode, possibly with a first soldier, or ends it.
    pub(super) fn turn_exchange(&mut self, first: Option<Square>) {
        if self.selection.given().is_some() {
            self.selection.let_go();
            self.note = Note::Plain(Text::ExchangeLeft);
        } else {
            self.selection.give(first.into_iter().collect(), self.now);
            self.note = Note::Exchange;
        }
    }

    /// Chooses a square in exchange mode: adds or removes a soldier, or exchanges for an enemy
    /// piece. After a wrong choice no soldiers are chosen.
    pub(super) fn choose_in_exchange(&mut self, given: Bitboard, square: Square) {
        if self.offered().contains(square) {
            let given = given ^ Bitboard::from(square);
            self.selection.give(given, self.now);
            self.note = Note::Exchange;
            return;
        }
        let position = self.board();
        let side = position.side();
        match position.piece_at(square).filter(|piece| piece.side() != side) {
            None => self.refuse(Refusal::Plain(Text::OnlyBottom)),
            Some(piece) => match position.exchange(given, square) {
                Ok(mv) => {
                    if let Ok(played) = self.game_model.play(mv, self.now) {
                        return self.show_played(played);
                    }
                }
                Err(why) => {
                    let culprits = why.square().into_iter().collect();
                    self.refuse(Refusal::Illegal(why, piece, culprits));
                }
            },
        }
        self.selection.give(Bitboard::EMPTY, self.now);
    }
}
