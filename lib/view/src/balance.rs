//! The balance of a game: the captured pieces, and the bar that shows who is better.

use crate::board_design::Ground;
use crate::scene::Scene;
use crate::theme::Theme;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Piece, Score, Side};
use embedded_graphics::pixelcolor::Rgb888;

/// The order of the captured pieces, the most valuable first.
const BY_VALUE: [Kind; Kind::COUNT] = [
    Kind::Queen,
    Kind::Chariot,
    Kind::Cannon,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::Soldier,
    Kind::General,
];

impl Scene<'_> {
    /// The pieces that a side captured, the most valuable first: each kind once, with its count.
    pub fn captured(&self, rules: Rules, by: Side) -> impl Iterator<Item = (Piece, u8)> {
        // Those that soldiers become stand in the order of that choice.
        let promotions = rules.variant().promotions;
        let promoted = promotions.iter().map(|promotion| promotion.kind());
        let others = BY_VALUE
            .into_iter()
            .filter(|&kind| promotions.iter().all(|promotion| promotion.kind() != kind));
        let pieces = promoted.chain(others).map(move |kind| Piece::new(!by, kind));
        let counted = pieces.map(|piece| (piece, self.taken[piece.index()]));
        counted.filter(|&(_, count)| count > 0)
    }

    /// The worth of the pieces that a side captured beyond those of the other side, in soldiers; 0 if it
    /// captured less.
    #[must_use]
    pub fn lead(&self, rules: Rules, by: Side) -> u32 {
        let taken = |by| -> u32 {
            let worth = |kind| rules.piece_type(kind).map_or(0, |piece| u32::from(piece.worth));
            let captured = self.captured(rules, by);
            captured.map(|(piece, count)| worth(piece.kind()) * u32::from(count)).sum()
        };
        taken(by).saturating_sub(taken(!by))
    }

    /// The part of the bar that belongs to a side, in thousandths; `None` without an evaluation.
    #[must_use]
    pub fn share(&self, side: Side) -> Option<u16> {
        self.evaluation.map(|score| share(if side == Side::Red { score } else { -score }))
    }
}

/// The share of the bar in thousandths that belongs to a side with this score. It is 500 when the
/// sides are equal, and grows ever more slowly.
fn share(score: Score) -> u16 {
    /// The score at which a side has three quarters of the bar.
    const HALF: i32 = 300;
    if score.is_win() {
        return 1000;
    }
    if score.is_loss() {
        return 0;
    }
    let score = i32::from(score.get());
    (500 + 500 * score / (score.abs() + HALF)) as u16
}

impl Theme {
    /// The colour of a side in bars and charts, for a board.
    #[must_use]
    pub fn side_color(&self, ground: Ground, side: Side) -> Rgb888 {
        let disc = &self.discs[side.index()];
        // Red's pieces of xiangqi are as light as White's of chess; their signs are red.
        let is_red = side == Side::Red && ground == Ground::Points;
        if is_red { disc.ring } else { disc.face[0] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_a_side_grows_with_its_score() {
        for (score, expected) in [
            (Score::DRAW, 500),
            (Score::new(300), 750),
            (Score::new(-300), 250),
            (Score::mate_in(3), 1000),
            (Score::mated_in(4), 0),
        ] {
            assert_eq!(share(score), expected, "{score}");
        }
    }
}
