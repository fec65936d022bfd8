//! The description of a game, [`Rules::variant`]: everything about the game except how its pieces move.
//!
//! The code for notation, files, pictures and protocols reads the description. So this code seldom needs to know
//! which game it handles.

mod games;
mod rules;

use crate::types::{Kind, Promotion};

#[cfg(feature = "zhonggong")]
pub(crate) use games::PRICES;
pub use rules::{Rules, UnknownRules};

/// The description of a game. Each build has the descriptions of all games, also of games whose rules it lacks.
#[derive(Debug)]
pub struct Variant {
    /// The name in options, files and protocols: one word in small letters.
    pub name: &'static str,
    /// The number of files, at most 9.
    pub files: u8,
    /// The number of ranks, at most 10.
    pub ranks: u8,
    /// The number of the lowest rank in coordinates: 0 in xiangqi, 1 in chess.
    pub first_rank: u8,
    /// The names of the two sides: Red and Black, or White and Black.
    pub sides: SideNames,
    /// The types of pieces of this game, indexed by [`Kind::index`]; `None` for a kind that the game lacks.
    pub pieces: [Option<&'static PieceType>; Kind::COUNT],
    /// The kinds of piece that an exchange of soldiers removes: the first for one soldier, the second for two, and
    /// so on. The list is empty in a game without exchanges.
    pub exchange_prices: &'static [Kind],
    /// The promotions of a soldier on the last rank; empty in a game without promotion.
    pub promotions: &'static [Promotion],
    /// True if kings can castle. The third field of a FEN can then have letters.
    pub castling: bool,
    /// True if soldiers can be captured en passant. The fourth field of a FEN can then have a square.
    pub en_passant: bool,
    /// The notation that names moves by pieces: WXF and Chinese, or algebraic.
    pub notation: PieceNotation,
    /// The tag values and the layout of the game's PGN files.
    pub pgn: Pgn,
}

impl Variant {
    /// Returns the type of the pieces of a kind, if the game has such pieces.
    pub const fn piece(&self, kind: Kind) -> Option<&'static PieceType> {
        self.pieces[kind.index()]
    }

    /// Returns the types of pieces in the order of their kinds.
    pub fn piece_types(&self) -> impl Iterator<Item = &'static PieceType> + use<> {
        self.pieces.into_iter().flatten()
    }

    /// Finds the type of piece that a small or capital letter of a FEN stands for.
    pub fn piece_of_fen(&self, letter: char) -> Option<&'static PieceType> {
        let letter = letter.to_ascii_lowercase();
        self.piece_types().find(|piece| piece.fen == letter || piece.fen_read.contains(letter))
    }
}

/// The names that players of a game give to `Side::Red` and `Side::Black`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideNames {
    /// Red begins, and Black answers.
    RedBlack,
    /// White begins, and Black answers.
    WhiteBlack,
}

/// The notation that names moves by pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceNotation {
    /// WXF notation and Chinese notation, which count files from the mover's right.
    Relative,
    /// Standard algebraic notation.
    Algebraic,
}

/// The tag values and the layout of a game's PGN files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pgn {
    /// The value of the tag `Game`.
    pub game: &'static str,
    /// The order of the tags and the layout of the moves.
    pub form: PgnForm,
    /// The values of the tag `Variant` for games with shuffled start positions. The writer uses the first value, if
    /// kings can castle in an unusual way. When a value is read, only its letters and digits matter.
    pub shuffled: &'static [&'static str],
}

/// The order of the tags and the layout of the moves in PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PgnForm {
    /// The export format of the PGN standard.
    Standard,
    /// The form of xqbase for Chinese chess.
    Xqbase,
}

/// A type of piece in one game: the kind `Horse` has one type in xiangqi, the horse, and one in chess, the knight.
#[derive(Debug)]
pub struct PieceType {
    /// The kind that the rules use.
    pub kind: Kind,
    /// The English name, in small letters.
    pub english: &'static str,
    /// The Chinese name, which is the same for both sides.
    pub chinese: &'static str,
    /// The number of such pieces that each side has in a full set.
    pub in_set: u8,
    /// The worth in soldiers, as beginners learn it; 0 for the general.
    pub worth: u8,
    /// The number of such pieces of a side, promoted ones included, that a map can tell apart. Maps count them from 0.
    pub map_numbers: u8,
    /// The small letter of the piece in a map.
    pub map: char,
    /// The small letter of the piece in a FEN.
    pub fen: char,
    /// Further small letters that stand for the piece when a FEN is read.
    pub fen_read: &'static str,
    /// The capital letter in WXF or algebraic notation and on pieces with letters.
    pub letter: char,
    /// Further capital letters that are read in WXF notation.
    pub letters_read: &'static str,
    /// The Chinese characters of the piece; `None` if it only has a drawing.
    pub characters: Option<Characters>,
    /// The drawing of the piece, for the set of drawings, and for all Chinese sets if the piece has no characters.
    pub figure: Figure,
    /// The name of a piece that blocks this piece, for messages about illegal moves.
    pub obstacle: Obstacle,
    /// The part of the board that the piece never leaves.
    pub region: Region,
}

/// The Chinese characters of a type of piece: first Red's, then Black's.
#[derive(Debug)]
pub struct Characters {
    /// The characters in simplified script, used in notation and on pieces.
    pub simplified: [char; 2],
    /// The characters in traditional script, used in notation.
    pub traditional: [char; 2],
    /// The characters in traditional script, used on pieces.
    pub carved: [char; 2],
    /// Further characters that are read in Chinese notation.
    pub read: &'static str,
}

impl Characters {
    /// Says whether a character stands for the piece, for either side and in either script.
    pub fn contain(&self, sign: char) -> bool {
        [self.simplified, self.traditional, self.carved].as_flattened().contains(&sign)
            || self.read.contains(sign)
    }
}

/// The drawing of a type of piece. The order is that of the drawings in `lib/view/glyphs/figures.txt`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Figure {
    /// The general of xiangqi: a crown with three points.
    General,
    /// The advisor of xiangqi: an official with a winged hat.
    Advisor,
    /// The elephant of xiangqi: the whole animal.
    Elephant,
    /// The horse of xiangqi and the knight of chess: a horse's head.
    Horse,
    /// The chariot of xiangqi: a wheel with eight spokes.
    Chariot,
    /// The cannon of xiangqi: a gun on a wheel.
    Cannon,
    /// The soldier of xiangqi: a man with a hat and a spear.
    Soldier,
    /// The queen of chess: a crown with five points.
    Queen,
    /// The king of chess: a crown with a cross.
    King,
    /// The rook of chess: a tower.
    Rook,
    /// The bishop of chess: a mitre, the hat of a bishop.
    Bishop,
    /// The pawn of chess: a ball on a foot.
    Pawn,
}

/// The name of a blocking piece in messages about illegal moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Obstacle {
    /// A piece between the origin and the target of the move.
    Way,
    /// A piece on the horse's leg, the square next to the horse.
    Leg,
    /// A piece on the elephant's eye, the square in the middle of its move.
    Eye,
}

/// The part of the board that a piece never leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// The whole board.
    Board,
    /// The palace of the side that owns the piece.
    Palace,
    /// The half of the board on its owner's side of the river.
    OwnSide,
}
