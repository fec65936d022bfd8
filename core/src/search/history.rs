//! What the search learns of moves: which quiet ones were best elsewhere.

use crate::types::{Piece, Square};

/// No history is larger than this, of either sign.
pub(super) const MOST: i32 = 8192;

/// A piece and the square it went to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) piece: Piece,
    pub(super) to: Square,
}

impl Step {
    pub(super) const COUNT: usize = Piece::COUNT * Square::COUNT;

    pub(super) const fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }

    /// Its place among `len`, if there are any, steps of a piece to neighbouring squares next to
    /// each other.
    pub(super) fn among(self, len: usize) -> Option<usize> {
        (len > 0).then_some(self.index() * len / Self::COUNT)
    }
}

/// How good each step of a piece was.
#[derive(Clone, Debug)]
pub(super) struct Steps([[i16; Square::COUNT]; Piece::COUNT]);

impl Steps {
    pub(super) const fn new() -> Self {
        Self([[0; Square::COUNT]; Piece::COUNT])
    }

    pub(super) fn clear(&mut self) {
        self.0.as_flattened_mut().fill(0);
    }

    pub(super) const fn get(&self, step: Step) -> i32 {
        self.0[step.piece.index()][step.to.index()] as i32
    }

    /// Moves towards the sign of the bonus, the less the nearer it is to the limit.
    pub(super) const fn reward(&mut self, step: Step, bonus: i32) {
        let entry = &mut self.0[step.piece.index()][step.to.index()];
        *entry += (bonus - *entry as i32 * bonus.abs() / MOST) as i16;
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, Step, Steps};
    use crate::types::{Kind, Piece, Side, Square};

    #[test]
    fn histories_stay_within_their_limit() {
        let step = Step { piece: Piece::new(Side::Black, Kind::Queen), to: Square::at(89) };
        let mut steps = Steps::new();
        for bonus in [1600, -1600] {
            for _ in 0..1000 {
                steps.reward(step, bonus);
                assert!(steps.get(step).abs() <= MOST);
            }
            assert!(steps.get(step) * bonus.signum() > MOST / 2);
        }
        assert_eq!(step.among(0), None);
        assert_eq!(step.among(1), Some(0));
        assert_eq!(step.among(Step::COUNT), Some(Step::COUNT - 1));
    }
}
