use super::pieces::square_around;
use super::{Drawing, Drawn};
use crate::board_design::{Ground, Labels};
use crate::letters::{Align, Font, SIGNS, Type, Typeface, glyph};
use crate::paint::{Blend, Dot, ONE, Paint, Round, stroke};
use crate::theme::Depth;
use chuhe_core::{Side, Square};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;

const COORDINATES: Typeface<'static> = &[Font::SERIF];

const fn at(file: u8, rank: u8) -> Square {
    Square::at(rank as usize * 9 + file as usize)
}

impl<D: Blend> Drawing<'_, '_, D> {
    pub(super) fn board(&mut self, frame: Rectangle) -> Drawn<D> {
        self.frame(frame)?;
        self.print()?;
        self.labels(frame)
    }

    fn frame(&mut self, frame: Rectangle) -> Drawn<D> {
        let cell = self.grid.cell();
        let rim = (cell / 10).max(2);
        let inner = frame.offset(-rim);
        if self.theme.depth < Depth::Rgb {
            self.painter.round(&Round::rectangle(frame, rim * ONE / 2), self.theme.frame)?;
            return self.painter.rectangle(frame.offset(-(rim / 3).max(1)), self.theme.wood[0]);
        }
        let dropped = Rectangle::new(frame.top_left + Point::new(0, rim / 2), frame.size);
        let shadow = Round::rectangle(dropped, rim * ONE).soft(cell * ONE / 5);
        self.painter.round(&shadow, Paint::new(Rgb888::new(0, 0, 0)).alpha(80))?;
        self.painter.round(&Round::rectangle(frame, rim * ONE), self.theme.frame)?;
        self.wood(inner)?;
        self.painter.border(inner.offset(1), 1, Paint::new(Rgb888::new(0, 0, 0)).alpha(70))
    }

    pub(super) fn print(&mut self) -> Drawn<D> {
        match self.grid.board.ground {
            Ground::Points => {
                self.border()?;
                self.lines()?;
                self.palaces()?;
                self.ticks()?;
                self.river()
            }
            Ground::Squares => self.squares(),
        }
    }

    fn border(&mut self) -> Drawn<D> {
        let cell = self.grid.cell();
        if cell < 24 {
            return Ok(());
        }
        let thick = (cell / 20).max(2);
        let area = self.grid.print().offset(cell / 14 + thick);
        self.painter.border(area, thick, self.theme.print)
    }

    fn lines(&mut self) -> Drawn<D> {
        let grid = self.grid;
        let board = grid.board;
        let line = grid.line() as u32;
        let mut between = |from: Square, to: Square| {
            let mut area = Rectangle::with_corners(grid.center(from), grid.center(to));
            area.size += Size::new_equal(line - 1);
            self.painter.rectangle(area, self.theme.print)
        };
        let (last_file, last_rank) = (board.files - 1, board.ranks - 1);
        for rank in 0..board.ranks {
            between(at(0, rank), at(last_file, rank))?;
        }
        for file in 0..board.files {
            match board.river.filter(|_| file > 0 && file < last_file) {
                Some(bank) => {
                    between(at(file, 0), at(file, bank))?;
                    between(at(file, bank + 1), at(file, last_rank))?;
                }
                None => between(at(file, 0), at(file, last_rank))?,
            }
        }
        Ok(())
    }

    fn palaces(&mut self) -> Drawn<D> {
        let grid = self.grid;
        let width = grid.line() * ONE * 9 / 8;
        for &[low, high] in grid.board.palaces {
            let dot = |file: Square, rank: Square| grid.dot_of(at(file.file(), rank.rank()));
            for (from, to) in [(dot(low, low), dot(high, high)), (dot(low, high), dot(high, low))] {
                self.painter.outline(&stroke(from, to, width), self.theme.print)?;
            }
        }
        Ok(())
    }

    /// Draws four small angles around each point where cannons and soldiers start.
    fn ticks(&mut self) -> Drawn<D> {
        let grid = self.grid;
        if grid.cell() < 20 {
            return Ok(());
        }
        let line = grid.line();
        let (gap, length) = ((grid.cell() / 13).max(2), grid.cell() / 6);
        for &square in grid.board.ticks {
            let center = grid.center(square);
            for (right, down) in [(false, false), (true, false), (false, true), (true, true)] {
                let beyond = |forward: bool| if forward { gap + line - 1 } else { -gap };
                let corner = center + Point::new(beyond(right), beyond(down));
                let arm = |forward: bool| if forward { 0 } else { line - length };
                let (x, y) = (corner.x + arm(right), corner.y + arm(down));
                let edge = if right == grid.flipped { 0 } else { grid.board.files - 1 };
                if square.file() != edge {
                    let flat = Size::new(length as u32, line as u32);
                    let tall = Size::new(line as u32, length as u32);
                    let ink = self.theme.print;
                    self.painter.rectangle(Rectangle::new(Point::new(x, corner.y), flat), ink)?;
                    self.painter.rectangle(Rectangle::new(Point::new(corner.x, y), tall), ink)?;
                }
            }
        }
        Ok(())
    }

    fn river(&mut self) -> Drawn<D> {
        let grid = self.grid;
        let Some(bank) = grid.board.river else { return Ok(()) };
        let (cell, print) = (grid.cell(), grid.print());
        if cell < 20 {
            return Ok(());
        }
        let rows = [bank, bank + 1].map(|rank| grid.center(at(0, rank)).y);
        let middle = (rows[0] + rows[1]) * ONE / 2 + grid.line() * ONE / 2;
        for (sign, eighths) in self.view.set.river().into_iter().zip([13, 25, 55, 67]) {
            let x = print.top_left.x * ONE + print.size.width as i32 * ONE / 80 * eighths;
            if let Some(glyph) = glyph(SIGNS, sign) {
                let glyph = glyph.centered(Dot::new(x, middle), cell * 62 / 100);
                self.painter.outline(&glyph, Paint::new(self.theme.print).alpha(220))?;
            }
        }
        Ok(())
    }

    fn squares(&mut self) -> Drawn<D> {
        let grid = self.grid;
        for square in grid.board.squares() {
            let light = (square.file() + square.rank()) % 2;
            let paint = Paint::new(self.theme.squares[usize::from(light)]);
            let shining = if self.theme.depth == Depth::Rgb { 205 } else { 255 };
            self.painter.rectangle(grid.area(square), paint.alpha(shining))?;
        }
        self.painter.border(grid.field().offset(grid.line()), grid.line(), self.theme.print)
    }

    fn labels(&mut self, frame: Rectangle) -> Drawn<D> {
        let grid = self.grid;
        let (board, field, labels) = (grid.board, grid.field(), self.view.labels);
        let middle = |near: i32, far: i32| (near + far) * ONE / 2;
        let frame_end = frame.top_left + frame.size;
        let field_end = field.top_left + field.size;
        let rim = (grid.cell() / 10).max(2);
        let above = middle(frame.top_left.y + rim, field.top_left.y);
        let below = middle(field_end.y, frame_end.y - rim);
        let left = middle(frame.top_left.x + rim, field.top_left.x);
        let size = (grid.cell() * 30 / 100).max(8);
        let paint = Paint::new(self.theme.print).alpha(230);
        // Coordinates stand on a common baseline. Each number of a file is centred at its place.
        let mut write = |sign: char, at: Dot| match (labels, glyph(SIGNS, sign)) {
            (Labels::Coordinates, _) => {
                let ty = Type { face: COORDINATES, size };
                let place = square_around(at, 3 * size as u32);
                self.painter.text(ty, &sign, place, Align::Center, paint)
            }
            (_, Some(glyph)) => self.painter.outline(&glyph.centered(at, size), paint),
            (_, None) => Ok(()),
        };
        for file in 0..board.files {
            let square = at(file, 0);
            let x = grid.dot_of(square).x;
            for (side, red_below) in [(Side::Red, !grid.flipped), (Side::Black, grid.flipped)] {
                let y = if red_below { below } else { above };
                let number = board.rules.file_number(side, square);
                match labels {
                    Labels::Files => write(file_sign(number, side), Dot::new(x, y))?,
                    Labels::Coordinates if y == below => {
                        write((b'a' + file) as char, Dot::new(x, y))?;
                    }
                    _ => {}
                }
            }
        }
        if labels == Labels::Coordinates {
            for rank in 0..board.ranks {
                let y = grid.dot_of(at(0, rank)).y;
                let first = board.rules.first_rank();
                write((b'0' + first + rank) as char, Dot::new(left, y))?;
            }
        }
        Ok(())
    }
}

/// Returns the sign of a file's number: Chinese for Red, Arabic for Black.
fn file_sign(number: u8, side: Side) -> char {
    const CHINESE: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];
    match side {
        Side::Red => CHINESE[usize::from((number - 1) % 9)],
        Side::Black => (b'0' + number) as char,
    }
}
