//! The descriptions of the games, and their types of pieces.

use super::{
    Characters, Figure, Obstacle, Pgn, PgnForm, PieceNotation, PieceType, Region, SideNames,
    Variant,
};
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

/// The kinds of piece that an exchange of one, two, three and four soldiers removes in Zhonggong.
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

/// Puts each type of piece at the index of its kind. Two types must not have the same kind.
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

/// Returns a type of piece whose region is the whole board. The first name is English, the second
/// Chinese. The three letters are for maps, FEN and moves, in this order.
const fn piece(
    kind: Kind,
    names: [&'static str; 2],
    [in_set, worth]: [u8; 2],
    letters: [char; 3],
    figure: Figure,
) -> PieceType {
    let ([english, chinese], [map, fen, letter]) = (names, letters);
    PieceType {
        kind,
        english,
        chinese,
        in_set,
        worth,
        map_numbers: in_set,
        map,
        fen,
        fen_read: "",
        letter,
        letters_read: "",
        characters: None,
        figure,
        obstacle: Obstacle::Way,
        region: Region::Board,
    }
}

const fn characters(
    simplified: [char; 2],
    traditional: [char; 2],
    carved: [char; 2],
    read: &'static str,
) -> Option<Characters> {
    Some(Characters { simplified, traditional, carved, read })
}

const GENERAL: PieceType = PieceType {
    letters_read: "G",
    characters: characters(['帅', '将'], ['帥', '將'], ['帥', '將'], ""),
    region: Region::Palace,
    ..piece(Kind::General, ["general", "将"], [1, 0], ['b', 'k', 'K'], Figure::General)
};

const ADVISOR: PieceType = PieceType {
    letters_read: "GM",
    characters: characters(['仕', '士'], ['仕', '士'], ['仕', '士'], ""),
    region: Region::Palace,
    ..piece(Kind::Advisor, ["advisor", "士"], [2, 2], ['s', 'a', 'A'], Figure::Advisor)
};

const ELEPHANT: PieceType = PieceType {
    fen_read: "e",
    letters_read: "BM",
    characters: characters(['相', '象'], ['相', '象'], ['相', '象'], ""),
    obstacle: Obstacle::Eye,
    region: Region::OwnSide,
    ..piece(Kind::Elephant, ["elephant", "象"], [2, 2], ['x', 'b', 'E'], Figure::Elephant)
};

const HORSE: PieceType = PieceType {
    fen_read: "h",
    letters_read: "N",
    characters: characters(['马', '马'], ['馬', '馬'], ['傌', '馬'], ""),
    obstacle: Obstacle::Leg,
    ..piece(Kind::Horse, ["horse", "马"], [2, 4], ['m', 'n', 'H'], Figure::Horse)
};

const CHARIOT: PieceType = PieceType {
    characters: characters(['车', '车'], ['車', '車'], ['俥', '車'], ""),
    ..piece(Kind::Chariot, ["chariot", "车"], [2, 9], ['j', 'r', 'R'], Figure::Chariot)
};

const CANNON: PieceType = PieceType {
    characters: characters(['炮', '炮'], ['炮', '砲'], ['炮', '砲'], "包"),
    ..piece(Kind::Cannon, ["cannon", "炮"], [2, 4], ['p', 'c', 'C'], Figure::Cannon)
};

const SOLDIER: PieceType = PieceType {
    letters_read: "S",
    characters: characters(['兵', '卒'], ['兵', '卒'], ['兵', '卒'], ""),
    ..piece(Kind::Soldier, ["soldier", "兵"], [5, 1], ['z', 'p', 'P'], Figure::Soldier)
};

/// Sets `map_numbers` to ten: for pawns, and for the types of pieces to which pawns can promote.
const fn numbered(piece: PieceType) -> PieceType {
    PieceType { map_numbers: 10, ..piece }
}

const KING: PieceType = piece(Kind::General, ["king", "王"], [1, 0], ['b', 'k', 'K'], Figure::King);

const QUEEN: PieceType =
    numbered(piece(Kind::Queen, ["queen", "后"], [1, 9], ['q', 'q', 'Q'], Figure::Queen));

const ROOK: PieceType =
    numbered(piece(Kind::Chariot, ["rook", "车"], [2, 5], ['j', 'r', 'R'], Figure::Rook));

const BISHOP: PieceType =
    numbered(piece(Kind::Elephant, ["bishop", "象"], [2, 3], ['x', 'b', 'B'], Figure::Bishop));

const KNIGHT: PieceType =
    numbered(piece(Kind::Horse, ["knight", "马"], [2, 3], ['m', 'n', 'N'], Figure::Horse));

const PAWN: PieceType =
    numbered(piece(Kind::Soldier, ["pawn", "兵"], [8, 1], ['z', 'p', 'P'], Figure::Pawn));
