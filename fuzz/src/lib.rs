//! What the targets share: choices, positions and moves out of the fuzzer's bytes.

use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::{AnyPosition, Rules};
use chuhe_core::{Kind, Move, Piece, Position, Side, Square};
use std::collections::BTreeMap;

/// The fuzzer's bytes, taken one by one; behind the last one come zeros.
#[derive(Clone, Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        match self.0.split_first() {
            Some((&first, rest)) => {
                self.0 = rest;
                first
            }
            None => 0,
        }
    }

    /// Whether all bytes are taken.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// One of several; there must be one, and of more than 256 the later ones are never chosen.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[usize::from(self.byte()) % several.len()]
    }

    /// A legal move, if there is one; which is which does not depend on the generator's order.
    pub fn legal_move(&mut self, position: &impl Position) -> Option<Move> {
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        (!moves.is_empty()).then(|| self.pick(&moves))
    }

    /// A start position, or one of up to 32 pieces thrown on the board.
    pub fn position(&mut self) -> Option<AnyPosition> {
        let rules = self.pick(Rules::ALL);
        match self.byte() % 33 {
            0 => Some(rules.start()),
            pieces => self.thrown(rules, pieces),
        }
    }

    /// So many pieces thrown on the board; what may not stand where it fell is taken away. `None`
    /// when the generals, or who is in check, make no position.
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

/// The position as a person reads it, for the messages of assertions.
pub fn text(position: &AnyPosition) -> String {
    format!("{} {}", position.rules(), Fen { position: position.clone(), move_number: 1 })
}

/// A legal move is read back from its text in every style.
pub fn assert_reads_back(position: &AnyPosition, mv: Move) {
    for style in Style::ALL {
        let written = notation::write(style, position, mv).to_string();
        let at = || format!("{mv} as {written} in {}", text(position));
        assert_eq!(notation::read(style, &written, position), Ok(mv), "{}", at());
        assert_eq!(notation::read_any(&written, position), Ok(mv), "{}", at());
    }
}
