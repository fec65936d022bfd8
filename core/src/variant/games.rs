//! The descriptions of the games.

use super::pieces::{
    ADVISOR, BISHOP, CANNON, CHARIOT, ELEPHANT, GENERAL, HORSE, KING, KNIGHT, PAWN, QUEEN, ROOK,
    SOLDIER,
};
use super::{Pgn, PgnForm, PieceNotation, PieceType, Region, SideNames, Variant};
use crate::types::{Kind, Promotion};

pub(super) static XIANGQI: Variant = Variant {
    name: "xiangqi",
    files: 9,
    ranks: 10,
    first_rank: 0,
    sides: SideNames::RedBlack,
    pieces: by_kind(&[&GENERAL, &ADVISOR, &ELEPHANT, &HORSE, &CHARIOT, &CANNON, &SOLDIER]),
    exchange_prices: &[],
    promotions: &[],
    castling: false,
    en_passant: false,
    notation: PieceNotation::Relative,
    pgn: Pgn { game: "Chinese Chess", form: PgnForm::Xqbase, shuffled: &[] },
};

/// The pieces of Zhonggong that one soldier buys in an exchange, two, three and four.
pub(crate) const PRICES: [Kind; 4] = [Kind::Soldier, Kind::Cannon, Kind::Horse, Kind::Chariot];

pub(super) static ZHONGGONG: Variant = Variant {
    name: "zhonggong",
    ranks: 9,
    pieces: by_kind(&[
        &GENERAL,
        &PieceType { region: Region::Board, ..ADVISOR },
        &PieceType { region: Region::Board, ..ELEPHANT },
        &HORSE,
        &CHARIOT,
        &CANNON,
        &SOLDIER,
    ]),
    exchange_prices: &PRICES,
    pgn: Pgn { game: "Zhonggong Chinese Chess", form: PgnForm::Xqbase, shuffled: &[] },
    ..XIANGQI
};

pub(super) static CHESS: Variant = Variant {
    name: "chess",
    files: 8,
    ranks: 8,
    first_rank: 1,
    sides: SideNames::WhiteBlack,
    pieces: by_kind(&[&KING, &QUEEN, &ROOK, &BISHOP, &KNIGHT, &PAWN]),
    exchange_prices: &[],
    promotions: &[Promotion::Queen, Promotion::Rook, Promotion::Bishop, Promotion::Knight],
    castling: true,
    en_passant: true,
    notation: PieceNotation::Algebraic,
    pgn: Pgn {
        game: "Chess",
        form: PgnForm::Standard,
        shuffled: &[
            "Chess960",
            "Fischerandom",
            "Fischer Random",
            "Fischer Random Chess",
            "FRC",
            "Freestyle",
            "Freestyle Chess",
        ],
    },
};

/// Puts types of pieces in the places of their kinds. No two have the same kind.
const fn by_kind(types: &[&'static PieceType]) -> [Option<&'static PieceType>; Kind::COUNT] {
    let mut places = [None; Kind::COUNT];
    let mut index = 0;
    while index < types.len() {
        let place = &mut places[types[index].kind.index()];
        assert!(place.is_none(), "two types of pieces of a game have the same kind");
        *place = Some(types[index]);
        index += 1;
    }
    places
}
