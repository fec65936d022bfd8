use super::pieces::PieceSet;
use super::{Drawing, Drawn, View};
use crate::grid::middle;
use crate::layout::{Sides, area};
use crate::letters::Align;
use crate::paint::Blend;
use crate::scene::{Menu, Scene};
use crate::small_layout::{LINE, SmallLayout};
use crate::text::Clock;
use crate::theme::Depth;
use chuhe_core::{Bitboard, Kind, Piece, Side, Square};
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::ascii::{FONT_4X6, FONT_5X8, FONT_6X10, FONT_7X13};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::raw::RawData;
use embedded_graphics::pixelcolor::{PixelColor, Rgb888};
use embedded_graphics::prelude::{Point, Size};
use embedded_graphics::primitives::Rectangle;
use embedded_graphics::text::{Baseline, Text};

impl View<'_> {
    /// Draws a scene on a small display. An open menu hides all else: the side to move, the board and the status.
    pub fn small_scene<D: Blend>(
        &self,
        target: &mut D,
        small: &SmallLayout,
        scene: &Scene<'_>,
    ) -> Result<(), D::Error> {
        let mut drawing = self.start(target, &small.grid, 0);
        drawing.painter.rectangle(drawing.painter.area(), self.theme.background)?;
        if let Some((menu, focus)) = scene.open
            && let Some(menu) = scene.menus.get(menu)
        {
            return drawing.small_menu(small.display, menu, focus);
        }
        drawing.whose_turn(small, scene)?;
        if let Some(map) = &small.map {
            drawing.within(drawing.painter.area(), map).map(scene)?;
        }
        let mut window = drawing.within(small.window, &small.grid);
        // This value is a constant, so the compiler removes the code for wood from a program for a grey display.
        let has_colours = <D::Color as PixelColor>::Raw::BITS_PER_PIXEL > 8;
        if self.theme.depth == Depth::Rgb && has_colours {
            window.wood(small.window)?;
        } else {
            window.painter.rectangle(small.window, self.theme.wood[0])?;
        }
        window.print()?;
        window.position(scene)?;
        let mut status = drawing.within(small.status, &small.grid);
        let at = small.status.top_left + Point::new(0, 1);
        let (ink, paper) = status.shades(scene.status.alarm);
        status.painter.rectangle(small.status, paper)?;
        let font = pixel_font(small.status.height());
        status.pixel_text(font, scene.status.text, at, ink)?;
        for (line, by) in small.taken.into_iter().zip(Side::ALL) {
            if !line.is_zero_sized() {
                drawing.captives(line, line.width(), scene, by)?;
            }
        }
        // `has_colours` is a constant, so a program for a grey display has no code for the large digits of clocks.
        if has_colours { drawing.small_clocks(small, scene) } else { Ok(()) }
    }
}

const fn pixel_font(height: i32) -> &'static MonoFont<'static> {
    if height < LINE { &FONT_5X8 } else { &FONT_7X13 }
}

impl<D: Blend> Drawing<'_, '_, D> {
    /// Returns (ink, paper), the colours of text and background. For text that stands out, the two are swapped.
    const fn shades(&self, stands_out: bool) -> (Rgb888, Rgb888) {
        let (text, table) = (self.theme.text, self.theme.background);
        if stands_out { (table, text) } else { (text, table) }
    }

    fn small_menu(&mut self, whole: Rectangle, menu: &Menu<'_>, focus: Option<usize>) -> Drawn<D> {
        let font = pixel_font(whole.height() / (menu.items.len() as i32 + 1));
        let letter = font.character_size;
        let row = letter.height + 1;
        let line = |index: usize| {
            let down = Point::new(0, index as i32 * row as i32);
            Rectangle::new(whole.top_left + down, Size::new(whole.size.width, row))
        };
        self.painter.rectangle(line(0), self.theme.text)?;
        let start = |line: Rectangle| line.top_left + Point::new_equal(1);
        self.pixel_text(font, menu.title, start(line(0)), self.theme.background)?;
        let room = (whole.size.height / row).saturating_sub(1) as usize;
        let most = menu.items.len().saturating_sub(room);
        let first = focus.unwrap_or(0).saturating_sub(room / 2).min(most);
        for (index, item) in menu.items.iter().enumerate().skip(first).take(room) {
            let line = line(index - first + 1);
            let (ink, paper) = self.shades(focus == Some(index));
            let ink = if item.enabled { ink } else { self.theme.print };
            self.painter.rectangle(line, paper)?;
            let text = start(line) + Point::new(letter.width as i32, 0);
            self.pixel_text(font, item.label, text, ink)?;
            let width = item.shortcut.chars().count() as u32 * letter.width;
            let right = whole.size.width.saturating_sub(width + letter.width) as i32;
            self.pixel_text(font, item.shortcut, start(line) + Point::new(right, 0), ink)?;
        }
        if most == 0 {
            return Ok(());
        }
        // A scrollbar at the right edge.
        let (all, high) = (menu.items.len() as u32, room as u32 * row);
        let (top, length) = (row + first as u32 * high / all, room as u32 * high / all);
        let seen = area(whole.width() - 2, top as i32, 2, length as i32);
        self.painter.rectangle(seen, self.theme.print)
    }

    fn small_clocks(&mut self, small: &SmallLayout, scene: &Scene<'_>) -> Drawn<D> {
        for (line, side) in small.clocks.into_iter().zip(Side::ALL) {
            let left = scene.players[side.index()].clock.filter(|_| !line.is_zero_sized());
            let Some(left) = left else { continue };
            let color = self.clock_color(left, scene.turn == Some(side));
            let (clock, height) = (Clock(left), line.height());
            let text = format_args!("{clock:.0}");
            self.fitted(height, &text, line, Align::Center, color)?;
        }
        Ok(())
    }

    /// Draws the general of the side to move, at this side's end of the display.
    fn whose_turn(&mut self, small: &SmallLayout, scene: &Scene<'_>) -> Drawn<D> {
        let Some(side) = scene.turn else { return Ok(()) };
        let place = small.turn;
        let size = Size::new_equal(place.size.width);
        let below = (side == Side::Red) != small.grid.flipped;
        let down = if below { place.size.height.saturating_sub(size.height) as i32 } else { 0 };
        let seat = Rectangle::new(place.top_left + Point::new(0, down), size);
        let general = Piece::new(side, Kind::General);
        self.piece(general, middle(seat), size.width as i32)
    }

    /// Draws the whole board as a map, with letters for the pieces. Red's letters have a light background.
    fn map(&mut self, scene: &Scene<'_>) -> Drawn<D> {
        let font = if self.grid.step.height < 10 { &FONT_4X6 } else { &FONT_6X10 };
        let letter = font.character_size;
        let hidden = if scene.blink { scene.selected } else { Bitboard::EMPTY };
        for square in self.grid.board.squares() {
            let at = self.grid.center(square);
            let seat = Rectangle::with_center(at, letter + Size::new_equal(1));
            let shown = scene.piece_at(square).filter(|_| !hidden.contains(square));
            let target = scene.targets.contains(square);
            let Some(piece) = shown else {
                let size = if target || scene.last.contains(square) { 3 } else { 1 };
                let color = if target { self.theme.chosen } else { self.theme.print };
                let dot = Rectangle::with_center(at, Size::new_equal(size));
                self.painter.rectangle(dot, color)?;
                continue;
            };
            let (ink, paper) = self.shades(piece.side() == Side::Red);
            self.painter.rectangle(seat, paper)?;
            let sign = PieceSet::Letters.sign(self.grid.board.rules, piece);
            let start = seat.top_left + Point::new_equal(1);
            self.pixel_text(font, sign.encode_utf8(&mut [0; 4]), start, ink)?;
            if target {
                self.painter.border(seat, 1, self.theme.chosen)?;
            }
        }
        for square in scene.selected {
            self.around(square, self.theme.chosen)?;
        }
        scene.cursor.map_or(Ok(()), |square| self.around(square, self.theme.cursor))
    }

    fn around(&mut self, square: Square, color: Rgb888) -> Drawn<D> {
        let frame =
            Rectangle::with_center(self.grid.center(square), self.grid.step + Size::new_equal(2));
        self.painter.border(frame, 1, color)
    }

    /// Draws text in a pixel font, which stays legible at any colour depth.
    fn pixel_text(&mut self, font: &MonoFont<'_>, text: &str, at: Point, ink: Rgb888) -> Drawn<D> {
        let style = MonoTextStyle::new(font, ink.into());
        Text::with_baseline(text, at, style, Baseline::Top).draw(&mut self.painter)?;
        Ok(())
    }
}
