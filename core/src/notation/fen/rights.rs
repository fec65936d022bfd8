//! The two fields of a FEN that only chess uses: `KQkq` and `e3`.

use super::{FenError, FenFault, FenField, Fields};
use crate::rules::{Rights, Rules};
use crate::types::{Side, Square};
use core::fmt;

/// A right to castle.
struct Castle {
    letter: char,
    side: Side,
    /// It is towards file `h`.
    short: bool,
}

/// The rights to castle in the order of the third field.
const CASTLES: [Castle; 4] = [
    Castle { letter: 'K', side: Side::Red, short: true },
    Castle { letter: 'Q', side: Side::Red, short: false },
    Castle { letter: 'k', side: Side::Black, short: true },
    Castle { letter: 'q', side: Side::Black, short: false },
];

/// The two fields, and the bytes where they begin.
pub(super) struct ReadRights {
    #[cfg_attr(not(feature = "chess"), expect(dead_code, reason = "only chess has rights"))]
    pub(super) rights: Rights,
    pub(super) castling_at: usize,
    pub(super) en_passant_at: usize,
}

/// Reads the two fields. In a game without such rights, each of them is `-`.
pub(super) fn read(
    fields: &mut Fields<'_>,
    rules: Rules,
    side: Side,
) -> Result<ReadRights, FenError> {
    let mut rights = Rights::default();
    let castling_at = fields.next;
    if rules.variant().castling {
        read_castling(fields, &mut rights)?;
    } else {
        fields.one_of(FenField::Castling, |found| (found == '-').then_some(()))?;
    }
    let en_passant_at = fields.next;
    if rules.variant().en_passant {
        rights.passed = read_en_passant(fields, rules, side)?;
    } else {
        fields.one_of(FenField::EnPassant, |found| (found == '-').then_some(()))?;
    }
    Ok(ReadRights { rights, castling_at, en_passant_at })
}

/// Reads `-`, or some of the letters, each once and in order.
fn read_castling(fields: &mut Fields<'_>, rights: &mut Rights) -> Result<(), FenError> {
    let (word, start) = fields.take(FenField::Castling)?;
    if word == "-" {
        return Ok(());
    }
    let mut left = CASTLES.iter();
    for (byte, found) in word.char_indices() {
        let castle = left.find(|castle| castle.letter == found).ok_or_else(|| {
            fields.error(FenField::Castling, start + byte, FenFault::Unexpected(found))
        })?;
        let sides = if castle.short { &mut rights.short } else { &mut rights.long };
        sides[castle.side.index()] = true;
    }
    Ok(())
}

/// Reads `-`, or the square behind a pawn that has just made a step of two.
fn read_en_passant(
    fields: &mut Fields<'_>,
    rules: Rules,
    side: Side,
) -> Result<Option<Square>, FenError> {
    let (word, start) = fields.take(FenField::EnPassant)?;
    if word == "-" {
        return Ok(None);
    }
    let (files, ranks) = rules.size();
    // A pawn stands on its second rank at the start, so it passes the third.
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
    match rules.square_named(word) {
        Some(square) => Ok(Some(square)),
        None => Err(fields.error(FenField::EnPassant, start + word.len(), FenFault::Missing)),
    }
}

/// Writes the two fields.
pub(super) fn write(f: &mut fmt::Formatter<'_>, rules: Rules, rights: Rights) -> fmt::Result {
    let has = |castle: &&Castle| {
        let sides = if castle.short { rights.short } else { rights.long };
        sides[castle.side.index()]
    };
    let mut castles = CASTLES.iter().filter(has).peekable();
    if castles.peek().is_none() {
        f.write_str("-")?;
    }
    castles.try_for_each(|castle| write!(f, "{}", castle.letter))?;
    match rights.passed {
        Some(square) => write!(f, " {}", rules.square_name(square)),
        None => f.write_str(" -"),
    }
}
