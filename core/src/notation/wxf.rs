//! The World Xiangqi Federation's notation: `C2=5`.

use super::MoveError;
use super::relative::{
    Direction, Kinds, MoveDescription, RelativeStep, Standing, Tandem, goes_by_file, kinds, twin,
};
use super::symbols::Symbols;
use crate::position::Position;
use crate::rules::Rules;
use crate::types::{Kind, Move, Piece};
use core::fmt;

pub(super) fn write<P: Position>(
    f: &mut fmt::Formatter<'_>,
    position: &P,
    piece: Piece,
    mv: Move,
) -> fmt::Result {
    let standing = Standing::of(position, piece, mv.origin());
    let letter = position.rules().piece_type(piece.kind()).map_or('?', |piece| piece.letter);
    if standing.on_file > 1 && standing.sharing > 2 {
        write!(f, "{}{}", standing.in_front + 1, standing.file)?;
    } else if standing.on_file > 1
        && twin(position, piece, mv).is_some()
        && !goes_by_file(position, piece, mv)
    {
        write!(f, "{letter}{}", if standing.in_front == 0 { '+' } else { '-' })?;
    } else {
        write!(f, "{letter}{}", standing.file)?;
    }
    let step = RelativeStep::of(position.rules(), piece.side(), mv);
    let direction = match step.direction {
        Direction::Forward => '+',
        Direction::Sideways => '=',
        Direction::Backward => '-',
    };
    write!(f, "{direction}{}", step.number)
}

pub(super) fn read(text: &str, rules: Rules) -> Result<MoveDescription, MoveError> {
    // Books disagree about the letters of the kinds. Therefore one letter can stand for several kinds.
    let letter = |symbol: char| {
        let symbol = symbol.to_ascii_uppercase();
        kinds(rules, |piece| piece.letter == symbol || piece.letters_read.contains(symbol))
    };
    let mut symbols = Symbols::of(text);
    let number = |symbol| figure(symbol).filter(|&number| number <= 5);
    let (kinds, file, place) = if let Ok(kinds) = symbols.take(letter) {
        let (file, place) = symbols.take(|symbol| {
            let file = figure(symbol);
            let place = sign(symbol).or_else(|| ordinal(symbol));
            (file.is_some() || place.is_some()).then_some((file, place))
        })?;
        (kinds, file, place)
    } else if let Ok(number) = symbols.take(number) {
        let soldiers = Kinds::from_iter([Kind::Soldier]);
        (soldiers, Some(symbols.take(figure)?), Some(Tandem::OnFile(number)))
    } else {
        let place = symbols.take(sign)?;
        (symbols.take(letter)?, None, Some(place))
    };
    let step = RelativeStep { direction: symbols.take(direction)?, number: symbols.take(figure)? };
    symbols.end()?;
    Ok(MoveDescription { kinds, file, place, step })
}

fn figure(symbol: char) -> Option<u8> {
    matches!(symbol, '1'..='9').then(|| symbol as u8 - b'0')
}

fn sign(symbol: char) -> Option<Tandem> {
    match symbol {
        '+' => Some(Tandem::Front),
        '.' => Some(Tandem::Middle),
        '-' => Some(Tandem::Back),
        _ => None,
    }
}

fn ordinal(symbol: char) -> Option<Tandem> {
    matches!(symbol, 'a'..='e').then(|| Tandem::Shared(symbol as u8 - b'a' + 1))
}

fn direction(symbol: char) -> Option<Direction> {
    match symbol {
        '+' => Some(Direction::Forward),
        '=' | '.' => Some(Direction::Sideways),
        '-' => Some(Direction::Backward),
        _ => None,
    }
}
