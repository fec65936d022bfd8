//! The rules of the games. Each game has a folder; `nine` has the code that games on nine files share.

#[cfg(feature = "chess")]
mod chess;
mod explain;
pub(crate) mod features;
pub(crate) mod nine;
mod see;
mod setup;
pub mod squares;
mod tapered_score;
mod xiangqi;
#[cfg(feature = "zhonggong")]
mod zhonggong;

#[cfg(feature = "chess")]
pub use chess::Chess;
#[cfg(feature = "chess")]
pub(crate) use chess::{castling_rooks, possible_rights};
pub use explain::{Explain, Illegal, Safety};
pub use setup::{Rights, SetupError, SetupFault};
pub use xiangqi::Xiangqi;
#[cfg(feature = "zhonggong")]
pub use zhonggong::Zhonggong;

pub use crate::variant::{
    Characters, Figure, Obstacle, Pgn, PgnForm, PieceNotation, PieceType, Region, Rules, SideNames,
    UnknownRules, Variant,
};
