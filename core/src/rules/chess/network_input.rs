use super::{Chess, convert};
use crate::rules::features::{FeatureTable, Mailbox, NetworkInput, stands};
use crate::types::{Kind, Piece, Side, Square};
use cozy_chess::{Color, Piece as TheirPiece};

static FEATURES: FeatureTable = FeatureTable::new([8, 8], &stands!(can_stand));

const fn can_stand(piece: Piece, square: Square) -> bool {
    let (file, rank) = (square.file(), square.rank());
    file < 8
        && match piece.kind() {
            Kind::Advisor | Kind::Cannon => false,
            Kind::Soldier => 0 < rank && rank < 7,
            _ => rank < 8,
        }
}

impl NetworkInput for Chess {
    const FEATURES: &'static FeatureTable = &FEATURES;

    fn mailbox(&self) -> Mailbox {
        let mut squares = [None; Square::COUNT];
        for color in Color::ALL {
            for kind in TheirPiece::ALL {
                let piece = Piece::new(convert::side(color), convert::kind(kind));
                for square in self.board.colored_pieces(color, kind) {
                    squares[convert::square(square).index()] = Some(piece);
                }
            }
        }
        Mailbox::new(&squares)
    }

    #[inline]
    fn count_pieces(&self) -> u32 {
        self.board.occupied().len()
    }

    #[inline]
    fn general(&self, side: Side) -> Square {
        convert::square(self.board.king(convert::color(side)))
    }
}
