//! Makes choices, positions and moves from bytes, for the fuzz targets and for random tests.

use chuhe_core::notation::Fen;
use chuhe_core::rules::{Chess, Rules};
use chuhe_core::{AnyPosition, Kind, Move, Piece, Position, Side, Square};
use std::collections::BTreeMap;

/// Bytes that are read one by one. After the last byte, zeros are read.
#[derive(Clone, Debug)]
pub struct Choices<'a>(pub &'a [u8]);

impl Choices<'_> {
    pub fn byte(&mut self) -> u8 {
        self.0.split_off_first().copied().unwrap_or_default()
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Chooses one of `several` values, but none after the first 256. Panics if `several` is empty.
    pub fn pick<T: Copy>(&mut self, several: &[T]) -> T {
        several[usize::from(self.byte()) % several.len()]
    }

    /// Chooses a legal move, if there is one. The choice does not depend on the order of the generated moves.
    pub fn legal_move(&mut self, position: &impl Position) -> Option<Move> {
        let mut moves = position.legal_moves();
        moves.sort_unstable();
        (!moves.is_empty()).then(|| self.pick(&moves))
    }

    /// Returns a start position, or a position with up to 32 random pieces. `None`: the pieces form no valid position.
    pub fn position(&mut self) -> Option<AnyPosition> {
        let rules = self.pick(Rules::PLAYABLE);
        match self.byte() % 33 {
            0 => Some(self.start(rules)),
            pieces => self.thrown(rules, pieces),
        }
    }

    fn start(&mut self, rules: Rules) -> AnyPosition {
        let number = u16::from_le_bytes([self.byte(), self.byte()]) % (Chess::STARTS + 1);
        let of_chess = Chess::start_960(number).filter(|_| rules == Rules::Chess);
        of_chess.map_or_else(|| rules.start(), AnyPosition::Chess)
    }

    /// Gives a position of chess random castling rights, or keeps its own rights. Other positions stay as they are.
    fn with_rights(&mut self, position: AnyPosition) -> AnyPosition {
        let (rules, side) = (position.rules(), position.side());
        if rules != Rules::Chess || self.byte().is_multiple_of(2) {
            return position;
        }
        let mut rights = position.rights();
        for side in Side::ALL {
            let rank = if side == Side::Red { 0 } else { 7 };
            let on_rank = |kind| -> Vec<u8> {
                let stands = |file| position.piece_at(Square::new(file, rank)?);
                (0..8).filter(|&file| stands(file) == Some(Piece::new(side, kind))).collect()
            };
            let Some(&king) = on_rank(Kind::General).first() else { continue };
            let (short, long): (Vec<_>, Vec<_>) =
                on_rank(Kind::Chariot).into_iter().map(Some).partition(|&rook| rook > Some(king));
            rights.short[side.index()] = self.pick(&[short, vec![None]].concat());
            rights.long[side.index()] = self.pick(&[long, vec![None]].concat());
        }
        let pieces = Square::all().filter_map(|at| Some((at, position.piece_at(at)?)));
        rules.set_up_with(pieces, side, rights).expect("rooks beside their kings may castle")
    }

    /// Puts pieces on random squares and removes pieces that are not allowed there. `None`: the
    /// generals or a check make the position invalid.
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
        let position = self.with_rights(position);
        let text = Fen { position: position.clone(), move_number: 1 }.to_string();
        let text =
            format!("{} {} 1", text.strip_suffix(" 0 1")?, quiet % (position.halfmove_limit() + 1));
        Some(Fen::read(rules, &text).unwrap_or_else(|error| panic!("{text}: {error}")).position)
    }
}

pub fn text(position: &AnyPosition) -> String {
    format!("{} {}", position.rules(), Fen { position: position.clone(), move_number: 1 })
}
