//! Chinese vertical lines: `炮二平五`.

use super::relative::{Place, Said, Standing, Step, Way, goes_by_file};
use super::symbols::Symbols;
use super::{MoveError, Script};
use crate::position::Position;
use crate::types::{Kind, Move, Piece, Side};
use core::fmt;

/// Names of the kinds by index, Red's and Black's; the queen, which no game with this notation
/// has, is chess's.
const fn names(script: Script, side: Side) -> [char; Kind::COUNT] {
    match (script, side) {
        (Script::Simplified, Side::Red) => ['帅', '仕', '相', '马', '车', '炮', '兵', '后'],
        (Script::Simplified, Side::Black) => ['将', '士', '象', '马', '车', '炮', '卒', '后'],
        (Script::Traditional, Side::Red) => ['帥', '仕', '相', '馬', '車', '炮', '兵', '后'],
        (Script::Traditional, Side::Black) => ['將', '士', '象', '馬', '車', '砲', '卒', '后'],
    }
}

const RED_NUMERALS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
const BLACK_NUMERALS: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];

pub(super) fn write<P: Position>(
    f: &mut fmt::Formatter<'_>,
    script: Script,
    position: &P,
    piece: Piece,
    mv: Move,
) -> fmt::Result {
    let simplified = script == Script::Simplified;
    let (front, back) = ('前', if simplified { '后' } else { '後' });
    let name = names(script, piece.side())[piece.kind().index()];
    let numeral = |number: u8| match piece.side() {
        Side::Red => RED_NUMERALS[usize::from(number) - 1],
        Side::Black => BLACK_NUMERALS[usize::from(number) - 1],
    };
    let standing = Standing::of(position, piece, mv.from_square());
    if standing.on_file < 2 || goes_by_file(position, piece, mv) {
        write!(f, "{name}{}", numeral(standing.file))?;
    } else {
        let place = match standing.sharing {
            2 => [front, back][usize::from(standing.before)],
            3 => [front, '中', back][usize::from(standing.before)],
            _ => RED_NUMERALS[usize::from(standing.before)],
        };
        write!(f, "{place}{name}")?;
    }
    let step = Step::of(piece.side(), mv);
    let way = match step.way {
        Way::Forward if simplified => '进',
        Way::Forward => '進',
        Way::Sideways => '平',
        Way::Backward => '退',
    };
    write!(f, "{way}{}", numeral(step.number))
}

/// What the first character is.
enum First {
    Name(&'static [Kind]),
    Place(Place),
}

pub(super) fn read(text: &str) -> Result<Said, MoveError> {
    let mut symbols = Symbols::of(text);
    let first = symbols.take(|symbol| {
        let ordinal = || numeral(symbol).filter(|&number| number <= 5).map(Place::Shared);
        name(symbol).map(First::Name).or_else(|| place(symbol).or_else(ordinal).map(First::Place))
    })?;
    let (kinds, file, place) = match first {
        First::Name(kinds) => (kinds, Some(symbols.take(numeral)?), None),
        First::Place(place) => {
            let (kinds, file) = symbols.take(|symbol| match (place, numeral(symbol)) {
                // Only soldiers stand on two files in numbers, and go without their name then.
                (Place::Front | Place::Middle | Place::Back, Some(file)) => {
                    Some((&[Kind::Soldier][..], Some(file)))
                }
                _ => Some((name(symbol)?, None)),
            })?;
            (kinds, file, Some(place))
        }
    };
    let step = Step { way: symbols.take(way)?, number: symbols.take(numeral)? };
    symbols.end()?;
    Ok(Said { kinds, file, place, step })
}

fn name(symbol: char) -> Option<&'static [Kind]> {
    Some(match symbol {
        '帅' | '帥' | '将' | '將' => &[Kind::General],
        '仕' | '士' => &[Kind::Advisor],
        '相' | '象' => &[Kind::Elephant],
        '马' | '馬' | '傌' => &[Kind::Horse],
        '车' | '車' | '俥' => &[Kind::Chariot],
        '炮' | '砲' | '包' => &[Kind::Cannon],
        '兵' | '卒' => &[Kind::Soldier],
        _ => return None,
    })
}

fn numeral(symbol: char) -> Option<u8> {
    let place = |numerals: &[char; 9]| numerals.iter().position(|&numeral| numeral == symbol);
    match symbol {
        '1'..='9' => Some(symbol as u8 - b'0'),
        _ => Some(place(&RED_NUMERALS).or_else(|| place(&BLACK_NUMERALS))? as u8 + 1),
    }
}

fn place(symbol: char) -> Option<Place> {
    match symbol {
        '前' => Some(Place::Front),
        '中' => Some(Place::Middle),
        '后' | '後' => Some(Place::Back),
        _ => None,
    }
}

fn way(symbol: char) -> Option<Way> {
    match symbol {
        '进' | '進' => Some(Way::Forward),
        '平' => Some(Way::Sideways),
        '退' => Some(Way::Backward),
        _ => None,
    }
}
