//! The two fields of a FEN that only chess uses: the castling rights, `KQkq`, and the en passant square, `e3`.
//!
//! The letters `K` and `Q` stand for the outermost rooks towards file `h` and towards file `a`. Any other rook is
//! written with the letter of its file, as in X-FEN. The parser also accepts Shredder-FEN, which writes every rook with
//! the letter of its file.

use super::{FenFault, FenField, Fields, Placed, Read};
use crate::AnyPosition;
use crate::notation::coordinates::file_letter;
use crate::position::Position;
use crate::rules::{Rights, Rules};
use crate::types::{Kind, Piece, Side, Square};
use core::fmt;

pub(super) struct ReadRights {
    #[cfg_attr(not(feature = "chess"), expect(dead_code, reason = "only chess has rights"))]
    pub(super) rights: Rights,
    pub(super) castling_at: usize,
    pub(super) en_passant_at: usize,
}

/// Reads the castling rights and the en passant square. In a game other than chess, both fields are `-`.
pub(super) fn read(
    fields: &mut Fields<'_>,
    rules: Rules,
    placed: &Placed,
    side: Side,
) -> Read<ReadRights> {
    let mut rights = Rights::default();
    let castling_at = fields.skip_blanks();
    // A build without chess has no code for castling.
    if cfg!(feature = "chess") && rules.variant().castling {
        let stands = |square: Square| placed[square.index()].map(|(piece, _)| piece);
        read_castling(fields, &HomeRanks::of(rules, &stands), &mut rights)?;
    } else {
        fields.one_of(FenField::Castling, |found| (found == '-').then_some(()))?;
    }
    let en_passant_at = fields.skip_blanks();
    if cfg!(feature = "chess") && rules.variant().en_passant {
        rights.passed = read_en_passant(fields, rules, side)?;
    } else {
        fields.one_of(FenField::EnPassant, |found| (found == '-').then_some(()))?;
    }
    Ok(ReadRights { rights, castling_at, en_passant_at })
}

/// The file of each king that stands on its own first rank, and the outermost rooks of both sides.
struct HomeRanks {
    kings: [Option<u8>; 2],
    outermost: Rights,
}

impl HomeRanks {
    fn of(rules: Rules, stands: &dyn Fn(Square) -> Option<Piece>) -> Self {
        let (files, ranks) = rules.size();
        let kings = Side::ALL.map(|side| {
            let rank = if side == Side::Red { 0 } else { ranks - 1 };
            let king = Some(Piece::new(side, Kind::General));
            (0..files).find(|&file| Square::new(file, rank).and_then(stands) == king)
        });
        Self { kings, outermost: rules.castling_rooks(stands, Rights::default()) }
    }

    /// Returns the castling right that a letter stands for: (side, true if towards file `h`, file of the rook).
    fn right(&self, letter: char) -> Option<(Side, bool, u8)> {
        let side = if letter.is_ascii_uppercase() { Side::Red } else { Side::Black };
        // If there is no outermost rook, take the usual file of a rook. `Chess::new` will refuse the right.
        let outermost = |short, usual| self.outermost.rook(side, short).unwrap_or(usual);
        Some(match letter.to_ascii_lowercase() {
            'k' => (side, true, outermost(true, 7)),
            'q' => (side, false, outermost(false, 0)),
            letter @ 'a'..='h' => {
                let file = letter as u8 - b'a';
                (side, self.kings[side.index()].is_none_or(|king| file > king), file)
            }
            _ => return None,
        })
    }

    /// Returns the letter that X-FEN has for a castling right, always in lower case.
    fn letter(&self, side: Side, short: bool, rook: u8) -> char {
        match short {
            _ if self.outermost.rook(side, short) != Some(rook) => file_letter(rook),
            true => 'k',
            false => 'q',
        }
    }
}

/// Returns the place of a right in the order of the field: White before Black, short before long.
const fn place(side: Side, short: bool) -> usize {
    2 * side.index() + !short as usize
}

/// Reads `-`, or the letters of castling rights. Each right can appear at most once, in the order of [`place`].
fn read_castling(fields: &mut Fields<'_>, home: &HomeRanks, rights: &mut Rights) -> Read<()> {
    let (word, start) = fields.take(FenField::Castling)?;
    if word == "-" {
        return Ok(());
    }
    let mut next = 0;
    for (byte, found) in word.char_indices() {
        let right = home.right(found).filter(|&(side, short, _)| place(side, short) >= next);
        let (side, short, rook) = right.ok_or_else(|| {
            fields.error(FenField::Castling, start + byte, FenFault::Unexpected(found))
        })?;
        next = place(side, short) + 1;
        let rooks = if short { &mut rights.short } else { &mut rights.long };
        rooks[side.index()] = Some(rook);
    }
    Ok(())
}

/// Reads `-`, or the square behind a pawn that has just moved by two ranks.
fn read_en_passant(fields: &mut Fields<'_>, rules: Rules, side: Side) -> Read<Option<Square>> {
    let (word, start) = fields.take(FenField::EnPassant)?;
    if word == "-" {
        return Ok(None);
    }
    let (files, ranks) = rules.size();
    // A pawn starts on its second rank, so it passes its third rank when it moves by two ranks.
    let rank = rules.first_rank() + if side == Side::Red { ranks - 3 } else { 2 };
    let fits = |place, found: char| match place {
        0 => (b'a'..b'a' + files).any(|file| found == file.into()),
        1 => found.to_digit(10) == Some(rank.into()),
        _ => false,
    };
    let misfit = word.char_indices().enumerate().find(|&(place, (_, found))| !fits(place, found));
    if let Some((_, (byte, found))) = misfit {
        return Err(fields.error(FenField::EnPassant, start + byte, FenFault::Unexpected(found)));
    }
    let missing = || fields.error(FenField::EnPassant, start + word.len(), FenFault::Missing);
    rules.square_named(word).map(Some).ok_or_else(missing)
}

/// Writes the two fields of a position: as Shredder-FEN for `{:#}`, otherwise as X-FEN.
pub(super) fn write(f: &mut fmt::Formatter<'_>, position: &AnyPosition) -> fmt::Result {
    let (rules, rights) = (position.rules(), position.rights());
    if rights.short == [None; 2] && rights.long == [None; 2] {
        f.write_str("-")?;
    } else if cfg!(feature = "chess") {
        write_castling(f, &HomeRanks::of(rules, &|square| position.piece_at(square)), rights)?;
    }
    match rights.passed {
        Some(square) => write!(f, " {}", rules.square_name(square)),
        None => f.write_str(" -"),
    }
}

fn write_castling(f: &mut fmt::Formatter<'_>, home: &HomeRanks, rights: Rights) -> fmt::Result {
    for side in Side::ALL {
        for short in [true, false] {
            let Some(rook) = rights.rook(side, short) else { continue };
            let letter =
                if f.alternate() { file_letter(rook) } else { home.letter(side, short, rook) };
            let letter = if side == Side::Red { letter.to_ascii_uppercase() } else { letter };
            write!(f, "{letter}")?;
        }
    }
    Ok(())
}
