//! Choices, positions and moves made of bytes, for the fuzz targets and for random tests.

use chuhe_core::AnyPosition;
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Move, Piece, Position, Side, Square};
use std::collections::BTreeMap;

/// Bytes that are read one by one. After the last one come zeros.
#[derive(Clone, Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// Returns the next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// True if all bytes were read.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Chooses one of several values; there must be at least one. Values after the 256th are never
    /// chosen.
    ///
    /// # Panics
    /// When there is no value.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[usize::from(self.byte()) % several.len()]
    }

    /// Chooses a legal move, if there is one. The choice does not depend on the generator's order.
    pub fn legal_move(&mut self, position: &impl Position) -> Option<Move> {
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        (!moves.is_empty()).then(|| self.pick(&moves))
    }

    /// Returns a start position, or a position with up to 32 random pieces.
    ///
    /// # Panics
    /// When a position that was set up is not read back from its text.
    pub fn position(&mut self) -> Option<AnyPosition> {
        let rules = self.pick(Rules::PLAYABLE);
        match self.byte() % 33 {
            0 => Some(rules.start()),
            pieces => self.thrown(rules, pieces),
        }
    }

    /// Puts pieces on random squares and removes those that are not allowed there. Returns `None`
    /// if the generals or a check make the position invalid.
    fn thrown(&mut self, rules: Rules, pieces: u8) -> Option<AnyPosition> {
        let mut side = self.pick(&Side::ALL);
        let quiet = u16::from(self.byte());
        let mut thrown = BTreeMap::new();
        for _ in 0..pieces {
            let piece = Piece::new(self.pick(&Side::ALL), self.pick(&Kind::ALL));
            thrown.insert(self.pick(&Square::all().collect::<Vec<_>>()), piece);
        }
        let mut turned = false;
        let position = loop {
            match rules.set_up(thrown.clone(), side) {
                Ok(position) => break position,
                Err(error) => match error.square() {
                    Some(square) => drop(thrown.remove(&square)?),
                    None if turned => return None,
                    None => (side, turned) = (!side, true),
                },
            }
        };
        let text = Fen { position: position.clone(), move_number: 1 }.to_string();
        let text =
            format!("{} {} 1", text.strip_suffix(" 0 1")?, quiet % (position.halfmove_limit() + 1));
        Some(Fen::read(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}")).position)
    }
}

/// Describes a position in the messages of assertions.
#[must_use]
pub fn text(position: &AnyPosition) -> String {
    format!("{} {}", position.rules(), Fen { position: position.clone(), move_number: 1 })
}
