use super::{Drawing, Drawn};
use crate::board_design::Ground;
use crate::layout::area;
use crate::letters::{Glyph, SIGNS, glyph};
use crate::paint::{Blend, Dot, ONE, Paint, Round};
use crate::theme::{Depth, Disc};
use chuhe_core::{Piece, Side, rules::Rules};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

/// A width of squares in pixels. On a display of few colours, pieces on narrower squares have no discs.
const TINY: i32 = 20;

/// A width of squares in pixels. Pieces on narrower squares have larger signs and no rings.
const SMALL: i32 = 28;

/// A set of signs for the pieces: Chinese characters, letters or drawings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PieceSet {
    /// 帥仕相俥傌炮兵 for Red, 將士象車馬砲卒 for Black.
    Traditional,
    /// 帅仕相车马炮兵 for Red, 将士象车马炮卒 for Black.
    Simplified,
    /// Letters: K A E H R C P in xiangqi.
    Letters,
    /// Drawings of the pieces, for people who do not read Chinese.
    Figures,
}

impl PieceSet {
    /// All sets, in the order in which the settings offer them.
    pub const ALL: [Self; 4] = [Self::Traditional, Self::Simplified, Self::Letters, Self::Figures];

    /// Returns the character on a piece, or `?` if the game lacks the piece. A drawing is a character of the private
    /// use area. The Chinese sets use the drawing of a piece that has no Chinese characters.
    pub fn sign(self, rules: Rules, piece: Piece) -> char {
        let Some(kind) = rules.piece_type(piece.kind()) else { return '?' };
        let side = piece.side().index();
        match (self, &kind.characters) {
            (Self::Traditional, Some(characters)) => characters.carved[side],
            (Self::Simplified, Some(characters)) => characters.simplified[side],
            (Self::Letters, _) => kind.letter,
            (Self::Traditional | Self::Simplified, None) | (Self::Figures, _) => {
                figure(kind.figure as u32)
            }
        }
    }

    /// True if a piece is a drawing without a disc, because its kind has no Chinese characters.
    fn is_figurine(self, rules: Rules, piece: Piece) -> bool {
        let kind = rules.piece_type(piece.kind());
        self != Self::Letters && kind.is_some_and(|kind| kind.characters.is_none())
    }

    pub(super) const fn river(self) -> [char; 4] {
        match self {
            Self::Simplified => ['楚', '河', '汉', '界'],
            _ => ['楚', '河', '漢', '界'],
        }
    }
}

/// Returns the character of figure `line` in `figures.txt`, counted from 0. The figures of pieces come
/// first, in the order of the core's enum `Figure`.
pub(super) fn figure(line: u32) -> char {
    char::from_u32(0xe000 + line).unwrap_or('?')
}

pub(super) fn square_around(middle: Dot, side: u32) -> Rectangle {
    Rectangle::with_center(Point::new(middle.x / ONE, middle.y / ONE), Size::new_equal(side))
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Draws a piece around the point `middle`. `cell` is the width of a square in pixels.
    pub(super) fn piece(&mut self, piece: Piece, middle: Dot, cell: i32) -> Drawn<D> {
        let rules = self.grid.board.rules;
        let sign = self.view.set.sign(rules, piece);
        let Some(glyph) = glyph(SIGNS, sign) else { return Ok(()) };
        let look = &self.theme.discs[piece.side().index()];
        if self.view.set.is_figurine(rules, piece) {
            return self.figurine(look, glyph, middle, cell);
        }
        if self.is_tiny(cell) {
            return self.stamp(look, glyph, middle, cell);
        }
        let mut look = *look;
        // In chess, `Side::Red` is White, so the letters must not be red.
        if self.grid.board.ground == Ground::Squares && piece.side() == Side::Red {
            (look.ring, look.sign) = (self.theme.discs[1].face[1], self.theme.discs[1].face[1]);
        }
        self.disc(&look, middle, cell)?;
        let size = if cell < SMALL { cell * 68 / 100 } else { cell * 56 / 100 };
        self.painter.outline(&glyph.centered(middle, size), look.sign)
    }

    /// Returns true if squares of this width have no room for discs and rings.
    pub(super) const fn is_tiny(&self, cell: i32) -> bool {
        cell < TINY && !matches!(self.theme.depth, Depth::Rgb)
    }

    /// Draws the disc under a sign. The number of rings shows the side, even without colours.
    fn disc(&mut self, look: &Disc, middle: Dot, cell: i32) -> Drawn<D> {
        let radius = cell * ONE * 46 / 100;
        if self.theme.depth == Depth::Rgb {
            let drop = cell * ONE / 16;
            // The face hides the upper part of the shadow, so only the lower part is drawn.
            let (left, top) = ((middle.x - radius) / ONE - cell, (middle.y - 2 * drop) / ONE);
            let mut below = self.painter.within(area(left, top, 4 * cell, 4 * cell));
            let shadow = Round::ring(middle.moved(drop / 3, drop), radius, 2 * drop);
            let shadow = shadow.soft(cell * ONE / 10);
            below.round(&shadow, Paint::new(Rgb888::new(0, 0, 0)).alpha(96))?;
            below.round(&Round::disc(middle.moved(0, cell * ONE / 28), radius), look.side)?;
        }
        let face = Paint::fading(look.face[0], look.face[1]);
        self.painter.round(&Round::disc(middle, radius), face)?;
        if self.theme.depth < Depth::Rgb {
            let rim = Round::ring(middle, radius, (cell * ONE / 30).max(ONE));
            self.painter.round(&rim, look.side)?;
        }
        if cell < SMALL {
            return Ok(());
        }
        let line = (cell * ONE / 24).max(ONE);
        let mut ring = radius - radius / 11;
        for _ in 0..look.rings {
            self.painter.round(&Round::ring(middle, ring, line * 3 / 4), look.ring)?;
            ring -= line * 3 / 2;
        }
        Ok(())
    }

    /// Draws a piece as a filled square with its sign, on a board too small for discs.
    fn stamp(&mut self, look: &Disc, glyph: Glyph, middle: Dot, cell: i32) -> Drawn<D> {
        let side = ((cell - 2) | 1).max(1);
        let seat = square_around(middle, side as u32);
        self.painter.round(&Round::rectangle(seat, 2 * ONE), look.face[0])?;
        let sign = glyph.centered(crate::grid::middle(seat), side * 96 / 100);
        self.painter.outline(&sign, look.sign)
    }

    /// Draws a piece outside the board. A figure without a disc is drawn on a light square.
    pub(super) fn seated(&mut self, piece: Piece, middle: Dot, cell: i32) -> Drawn<D> {
        if self.theme.depth == Depth::Rgb && self.view.set.is_figurine(self.grid.board.rules, piece)
        {
            let seat = square_around(middle, cell.max(1) as u32);
            let shape = Round::rectangle(seat, cell * ONE / 6);
            self.painter.round(&shape, self.theme.squares[1])?;
            return self.piece(piece, middle, cell * 92 / 100);
        }
        self.piece(piece, middle, cell)
    }

    fn figurine(&mut self, look: &Disc, glyph: Glyph, middle: Dot, cell: i32) -> Drawn<D> {
        let size = cell * 88 / 100;
        let rim = (cell * ONE / 36).max(ONE);
        let dark_rim = look.rim.g() < look.face[0].g();
        if self.theme.depth == Depth::Rgb {
            let shadow = glyph.centered(middle.moved(rim / 2, rim * 2), size);
            self.painter.outline(&shadow, Paint::new(Rgb888::new(0, 0, 0)).alpha(60))?;
            // A second, dark rim makes a light rim visible on a light square.
            if !dark_rim {
                self.rim(glyph, (middle, size), rim * 2, look.side)?;
            }
        }
        self.rim(glyph, (middle, size), rim, look.rim)?;
        let face = Paint::fading(look.face[0], look.face[1]);
        self.painter.outline(&glyph.centered(middle, size), face)
    }

    /// Draws the rim of a figure: copies of the figure, moved by the width of the rim in eight directions. The caller
    /// then draws the figure itself on top.
    fn rim(&mut self, glyph: Glyph, (at, size): (Dot, i32), rim: i32, color: Rgb888) -> Drawn<D> {
        for (x, y) in [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)] {
            let reach = if x * y == 0 { rim } else { rim * 7 / 10 };
            let moved = glyph.centered(at.moved(x * reach, y * reach), size);
            self.painter.outline(&moved, color)?;
        }
        Ok(())
    }
}
