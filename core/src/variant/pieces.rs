//! The types of pieces that the descriptions of games list.

use super::{Characters, Figure, Obstacle, PieceType, Region};
use crate::types::Kind;

/// Returns a type of piece that goes anywhere on the board.
///
/// The names are the English one and the Chinese one. The numbers are those in a set and the worth. The
/// letters are those of maps, of FEN, and of moves and pieces.
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

/// Returns the characters of a type of piece, in the order of the fields.
const fn characters(
    simplified: [char; 2],
    traditional: [char; 2],
    carved: [char; 2],
    read: &'static str,
) -> Option<Characters> {
    Some(Characters { simplified, traditional, carved, read })
}

pub(super) const GENERAL: PieceType = PieceType {
    letters_read: "G",
    characters: characters(['帅', '将'], ['帥', '將'], ['帥', '將'], ""),
    region: Region::Palace,
    ..piece(Kind::General, ["general", "将"], [1, 0], ['b', 'k', 'K'], Figure::General)
};

pub(super) const ADVISOR: PieceType = PieceType {
    letters_read: "GM",
    characters: characters(['仕', '士'], ['仕', '士'], ['仕', '士'], ""),
    region: Region::Palace,
    ..piece(Kind::Advisor, ["advisor", "士"], [2, 2], ['s', 'a', 'A'], Figure::Advisor)
};

pub(super) const ELEPHANT: PieceType = PieceType {
    fen_read: "e",
    letters_read: "BM",
    characters: characters(['相', '象'], ['相', '象'], ['相', '象'], ""),
    obstacle: Obstacle::Eye,
    region: Region::OwnSide,
    ..piece(Kind::Elephant, ["elephant", "象"], [2, 2], ['x', 'b', 'E'], Figure::Elephant)
};

pub(super) const HORSE: PieceType = PieceType {
    fen_read: "h",
    letters_read: "N",
    characters: characters(['马', '马'], ['馬', '馬'], ['傌', '馬'], ""),
    obstacle: Obstacle::Leg,
    ..piece(Kind::Horse, ["horse", "马"], [2, 4], ['m', 'n', 'H'], Figure::Horse)
};

pub(super) const CHARIOT: PieceType = PieceType {
    characters: characters(['车', '车'], ['車', '車'], ['俥', '車'], ""),
    ..piece(Kind::Chariot, ["chariot", "车"], [2, 9], ['j', 'r', 'R'], Figure::Chariot)
};

pub(super) const CANNON: PieceType = PieceType {
    characters: characters(['炮', '炮'], ['炮', '砲'], ['炮', '砲'], "包"),
    ..piece(Kind::Cannon, ["cannon", "炮"], [2, 4], ['p', 'c', 'C'], Figure::Cannon)
};

pub(super) const SOLDIER: PieceType = PieceType {
    letters_read: "S",
    characters: characters(['兵', '卒'], ['兵', '卒'], ['兵', '卒'], ""),
    ..piece(Kind::Soldier, ["soldier", "兵"], [5, 1], ['z', 'p', 'P'], Figure::Soldier)
};

/// Gives ten numbers in maps to pawns, or to a type of piece to which they can promote.
const fn numbered(piece: PieceType) -> PieceType {
    PieceType { map_numbers: 10, ..piece }
}

pub(super) const KING: PieceType =
    piece(Kind::General, ["king", "王"], [1, 0], ['b', 'k', 'K'], Figure::King);

pub(super) const QUEEN: PieceType =
    numbered(piece(Kind::Queen, ["queen", "后"], [1, 9], ['q', 'q', 'Q'], Figure::Queen));

pub(super) const ROOK: PieceType =
    numbered(piece(Kind::Chariot, ["rook", "车"], [2, 5], ['j', 'r', 'R'], Figure::Rook));

pub(super) const BISHOP: PieceType =
    numbered(piece(Kind::Elephant, ["bishop", "象"], [2, 3], ['x', 'b', 'B'], Figure::Bishop));

pub(super) const KNIGHT: PieceType =
    numbered(piece(Kind::Horse, ["knight", "马"], [2, 3], ['m', 'n', 'N'], Figure::Horse));

pub(super) const PAWN: PieceType =
    numbered(piece(Kind::Soldier, ["pawn", "兵"], [8, 1], ['z', 'p', 'P'], Figure::Pawn));
