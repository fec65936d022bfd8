//! Constants for squares. Xiangqi and chess number the ranks differently, so each of these games has its own module.
//!
//! ```
//! use chuhe_core::rules::{Chess, Xiangqi, squares};
//! use chuhe_core::{Move, Position};
//! assert!(Xiangqi::start().is_legal(Move::new(squares::xiangqi::H2, squares::xiangqi::E2)));
//! assert!(Chess::start().is_legal(Move::new(squares::chess::E2, squares::chess::E4)));
//! ```

use crate::types::Square;

const fn named(name: &str, first_rank: u8) -> Square {
    let &[file, rank] = name.as_bytes() else { panic!("a file and a rank") };
    match Square::new(file - b'A', rank - b'0' - first_rank) {
        Some(square) => square,
        None => panic!("a square of the largest board"),
    }
}

/// Defines a constant for each name of a square. The lowest rank has the number `first_rank`.
macro_rules! squares {
    ($first_rank:literal: $($name:ident)+) => {
        $(
            #[allow(missing_docs, reason = "the name says all")]
            pub const $name: Square = named(stringify!($name), $first_rank);
        )+
    };
}

/// The squares of xiangqi and Zhonggong xiangqi. Ranks are numbered from 0. Zhonggong xiangqi has no rank 9.
#[rustfmt::skip]
pub mod xiangqi {
    use super::{Square, named};

    squares! { 0:
        A0 B0 C0 D0 E0 F0 G0 H0 I0
        A1 B1 C1 D1 E1 F1 G1 H1 I1
        A2 B2 C2 D2 E2 F2 G2 H2 I2
        A3 B3 C3 D3 E3 F3 G3 H3 I3
        A4 B4 C4 D4 E4 F4 G4 H4 I4
        A5 B5 C5 D5 E5 F5 G5 H5 I5
        A6 B6 C6 D6 E6 F6 G6 H6 I6
        A7 B7 C7 D7 E7 F7 G7 H7 I7
        A8 B8 C8 D8 E8 F8 G8 H8 I8
        A9 B9 C9 D9 E9 F9 G9 H9 I9
    }
}

/// The 64 squares of chess, with ranks numbered from 1.
#[rustfmt::skip]
pub mod chess {
    use super::{Square, named};

    squares! { 1:
        A1 B1 C1 D1 E1 F1 G1 H1
        A2 B2 C2 D2 E2 F2 G2 H2
        A3 B3 C3 D3 E3 F3 G3 H3
        A4 B4 C4 D4 E4 F4 G4 H4
        A5 B5 C5 D5 E5 F5 G5 H5
        A6 B6 C6 D6 E6 F6 G6 H6
        A7 B7 C7 D7 E7 F7 G7 H7
        A8 B8 C8 D8 E8 F8 G8 H8
    }
}
