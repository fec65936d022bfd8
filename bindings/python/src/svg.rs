//! Draws a board as SVG: lines, discs and characters.

use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Kind, Piece, Position, Square};
use chuhe_view::{BoardDesign, Ground};
use std::fmt::Write;

const CELL: u32 = 40;

/// Returns the picture of a position, `size` pixels high.
pub(crate) fn svg(position: &AnyPosition, size: u32, flipped: bool) -> String {
    let design = BoardDesign::of(position.rules());
    let (width, height) = (CELL * u32::from(design.files), CELL * u32::from(design.ranks));
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" height=\"{size}\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#f3dcb0\"/>"
    );
    let at = |square: Square| {
        let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
        let (right, top) = (u32::from(design.files) - 1, u32::from(design.ranks) - 1);
        let (x, y) = if flipped { (right - file, rank) } else { (file, top - rank) };
        (x * CELL + CELL / 2, y * CELL + CELL / 2)
    };
    match design.ground {
        Ground::Points => lines(&mut picture, design, &at),
        Ground::Squares => dark_squares(&mut picture, design, &at),
    }
    for square in design.squares() {
        if let Some(piece) = position.piece_at(square) {
            draw_piece(&mut picture, position.rules(), piece, at(square));
        }
    }
    picture + "</svg>"
}

fn lines(picture: &mut String, design: &BoardDesign, at: &dyn Fn(Square) -> (u32, u32)) {
    let (files, ranks) = (design.files, design.ranks);
    let mut path = String::new();
    let mut line = |from: Option<Square>, to: Option<Square>| {
        if let (Some((x, y)), Some((to_x, to_y))) = (from.map(at), to.map(at)) {
            let _ = write!(path, "M{x} {y}L{to_x} {to_y}");
        }
    };
    for rank in 0..ranks {
        line(Square::new(0, rank), Square::new(files - 1, rank));
    }
    for file in 0..files {
        // Only the lines of the outer files cross the river.
        let bank = design.river.filter(|_| file > 0 && file + 1 < files);
        line(Square::new(file, 0), Square::new(file, bank.unwrap_or(ranks - 1)));
        if let Some(bank) = bank {
            line(Square::new(file, bank + 1), Square::new(file, ranks - 1));
        }
    }
    for &[low, high] in design.palaces {
        line(Some(low), Some(high));
        line(Square::new(low.file(), high.rank()), Square::new(high.file(), low.rank()));
    }
    let _ = write!(picture, "<path d=\"{path}\" stroke=\"#5a4020\" fill=\"none\"/>");
}

fn dark_squares(picture: &mut String, design: &BoardDesign, at: &dyn Fn(Square) -> (u32, u32)) {
    for square in design.squares().filter(|it| (it.file() + it.rank()) % 2 == 0) {
        let (x, y) = at(square);
        let (x, y) = (x - CELL / 2, y - CELL / 2);
        let _ = write!(
            picture,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#c49a63\"/>"
        );
    }
}

/// Draws a piece: in chess its symbol, in other games a disc with a Chinese character.
fn draw_piece(picture: &mut String, rules: Rules, piece: Piece, (x, y): (u32, u32)) {
    let side = piece.side().index();
    let character = rules.piece_type(piece.kind()).and_then(|it| it.characters.as_ref());
    let (letter, colour, size, edge) = match character {
        Some(set) => (set.traditional[side], ["#b01818", "#101010"][side], 24, "none"),
        None => (figure(piece.kind()), ["#ffffff", "#101010"][side], 34, "#101010"),
    };
    if character.is_some() {
        let _ = write!(
            picture,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"18\" fill=\"#fff7e6\" stroke=\"{colour}\"/>"
        );
    }
    let _ = write!(
        picture,
        "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" fill=\"{colour}\" stroke=\"{edge}\" \
         stroke-width=\"0.6\" text-anchor=\"middle\" dominant-baseline=\"central\">{letter}</text>"
    );
}

/// Returns the filled symbol of a chess piece. Both sides use this shape.
const fn figure(kind: Kind) -> char {
    match kind {
        Kind::General => '♚',
        Kind::Queen => '♛',
        Kind::ROOK => '♜',
        Kind::BISHOP => '♝',
        Kind::KNIGHT => '♞',
        _ => '♟',
    }
}
