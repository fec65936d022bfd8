//! Moves in Chinese characters: `炮二平五`.

use super::relative::{
    Direction, Kinds, MoveDescription, RelativeStep, Standing, Tandem, goes_by_file, kinds,
};
use super::symbols::Symbols;
use super::{MoveError, Script};
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Kind, Move, Piece, Side};
use core::fmt;

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
    let characters =
        position.rules().piece_type(piece.kind()).and_then(|it| it.characters.as_ref());
    let names = characters.map(|it| if simplified { it.simplified } else { it.traditional });
    let name = names.map_or('?', |names| names[piece.side().index()]);
    let numerals = if piece.side() == Side::Red { RED_NUMERALS } else { BLACK_NUMERALS };
    let numeral = |number: u8| numerals[usize::from(number) - 1];
    let standing = Standing::of(position, piece, mv.origin());
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
    let step = RelativeStep::of(position.rules(), piece.side(), mv);
    let direction = match step.direction {
        Direction::Forward if simplified => '进',
        Direction::Forward => '進',
        Direction::Sideways => '平',
        Direction::Backward => '退',
    };
    write!(f, "{direction}{}", numeral(step.number))
}

pub(super) fn read(text: &str, rules: Rules) -> Result<MoveDescription, MoveError> {
    let name = |symbol| {
        kinds(rules, |piece| piece.characters.as_ref().is_some_and(|it| it.contain(symbol)))
    };
    let mut symbols = Symbols::of(text);
    let (kinds, file, place) = if let Ok(kinds) = symbols.take(name) {
        (kinds, Some(symbols.take(numeral)?), None)
    } else {
        let place = symbols.take(|symbol| {
            let ordinal = || numeral(symbol).filter(|&number| number <= 5).map(Tandem::Shared);
            place(symbol).or_else(ordinal)
        })?;
        let (kinds, file) = symbols.take(|symbol| match (place, numeral(symbol)) {
            // Only soldiers can have two files with two or more of them on each. The file then replaces their name.
            (Tandem::Front | Tandem::Middle | Tandem::Back, Some(file)) => {
                Some((Kinds::from_iter([Kind::Soldier]), Some(file)))
            }
            _ => Some((name(symbol)?, None)),
        })?;
        (kinds, file, Some(place))
    };
    let step = RelativeStep { direction: symbols.take(direction)?, number: symbols.take(numeral)? };
    symbols.end()?;
    Ok(MoveDescription { kinds, file, place, step })
}

fn numeral(symbol: char) -> Option<u8> {
    let place = |numerals: &[char; 9]| numerals.iter().position(|&numeral| numeral == symbol);
    match symbol {
        '1'..='9' => Some(symbol as u8 - b'0'),
        _ => Some(place(&RED_NUMERALS).or_else(|| place(&BLACK_NUMERALS))? as u8 + 1),
    }
}

fn place(symbol: char) -> Option<Tandem> {
    match symbol {
        '前' => Some(Tandem::Front),
        '中' => Some(Tandem::Middle),
        '后' | '後' => Some(Tandem::Back),
        _ => None,
    }
}

fn direction(symbol: char) -> Option<Direction> {
    match symbol {
        '进' | '進' => Some(Direction::Forward),
        '平' => Some(Direction::Sideways),
        '退' => Some(Direction::Backward),
        _ => None,
    }
}
