mod analysis;
mod banner;
mod board;
mod cards;
mod chart;
mod controls;
mod dialog;
mod form;
mod marks;
mod panel;
mod pieces;
mod small;
mod strip;
mod tree;
mod wood;

pub use banner::BannerLayout;
pub use pieces::PieceSet;

use crate::board_design::{BoardDesign, Labels};
use crate::grid::{Grid, middle};
use crate::layout::{Layout, Sides, area};
use crate::letters::{Align, Type, Typeface};
use crate::paint::{Blend, Drawn, Paint, Painter};
use crate::scene::Scene;
use crate::text::Language;
use crate::theme::Theme;
use chuhe_core::Piece;
use core::fmt::Display;
use embedded_graphics::{pixelcolor::Rgb888, prelude::Point, primitives::Rectangle};

/// The style of a picture: colours, signs, typeface, language. A host draws the [`background`](Self::background)
/// once and stores it. For each picture, the host draws the [`scene`](Self::scene) on a copy of the background.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The colours of board, pieces and interface, and the colour depth of the display.
    pub theme: &'a Theme,
    /// The signs on the pieces: Chinese characters, letters or drawings.
    pub set: PieceSet,
    /// The labels at the edges of the board: none, file numbers or coordinates.
    pub labels: Labels,
    /// The typeface of the interface. The signs on the pieces have their own typeface.
    pub face: Typeface<'a>,
    /// The language of the words that the view itself writes.
    pub language: Language,
}

/// The opacity, from 0 to 255, of a selected piece in the dim phase of its blinking.
const DIMMED: u8 = 110;

/// The width of a square, in pixels, in a layout whose board is not drawn.
const SMALLEST_CELL: u32 = 8;

struct Drawing<'a, 't, D> {
    view: &'a View<'a>,
    theme: &'a Theme,
    grid: &'a Grid,
    /// The size of text in pixels. It is 0 on a small display, where text has a pixel font.
    em: i32,
    pointer: Option<Point>,
    painter: Painter<'t, D>,
}

impl<'a, D: Blend> Drawing<'a, '_, D> {
    fn within(&mut self, area: Rectangle, grid: &'a Grid) -> Drawing<'a, '_, D> {
        Drawing { grid, painter: self.painter.within(area), ..*self }
    }

    fn dimmed(&mut self) -> Drawing<'a, '_, D> {
        Drawing { painter: self.painter.faded(DIMMED), ..*self }
    }

    fn is_over(&self, area: Rectangle) -> bool {
        self.pointer.is_some_and(|pointer| area.contains(pointer))
    }

    /// Writes a line of text into an area, in smaller letters if the text is too wide: see [`Type::fitted`].
    fn fitted(
        &mut self,
        size: i32,
        text: &dyn Display,
        area: Rectangle,
        align: Align,
        paint: impl Into<Paint>,
    ) -> Drawn<D> {
        let ty = self.view.ty(size).fitted(text, area.width());
        self.painter.text(ty, text, area, align, paint)
    }

    /// Writes lines of text below each other into an area. Each line is `row` pixels high.
    fn write_lines<'s>(
        &mut self,
        lines: impl Iterator<Item = &'s str>,
        ty: Type<'_>,
        (Rectangle { top_left: at, size }, row): (Rectangle, i32),
        align: Align,
        color: Rgb888,
    ) -> Drawn<D> {
        for (index, line) in (0..).zip(lines) {
            let place = area(at.x, at.y + index * row, size.width as i32, row);
            self.painter.text(ty, &line, place, align, color)?;
        }
        Ok(())
    }
}

impl View<'_> {
    fn start<'a, 't, D: Blend>(
        &'a self,
        target: &'t mut D,
        grid: &'a Grid,
        em: i32,
    ) -> Drawing<'a, 't, D> {
        let painter = Painter::new(target);
        Drawing { view: self, theme: self.theme, grid, em, pointer: None, painter }
    }

    /// Draws all that does not change during a game: the background colour, the empty board, the cards of the panel.
    pub fn background<D: Blend>(&self, target: &mut D, layout: &Layout) -> Result<(), D::Error> {
        let mut drawing = self.start(target, &layout.grid, layout.em);
        drawing.painter.rectangle(drawing.painter.area(), self.theme.background)?;
        drawing.painter.rectangle(layout.menus, self.theme.card)?;
        drawing.board(layout.frame)?;
        drawing.cards(layout)
    }

    /// Draws all that changes during a game, on top of the background.
    pub fn scene<D: Blend>(
        &self,
        target: &mut D,
        layout: &Layout,
        scene: &Scene<'_>,
    ) -> Result<(), D::Error> {
        let mut drawing = self.start(target, &layout.grid, layout.em);
        let is_free = scene.dialog.is_none() && scene.open.is_none();
        drawing.pointer = scene.pointer.filter(|_| is_free);
        for (card, side) in layout.players.into_iter().zip(layout.sides()) {
            drawing.player(scene, card, side)?;
        }
        match (&scene.tray, scene.tree) {
            (Some(tray), _) => drawing.tray(layout, tray)?,
            (None, Some(items)) => drawing.tree(layout, items)?,
            (None, None) => drawing.moves(layout, &scene.record)?,
        }
        drawing.bar(layout, scene)?;
        if let Some(chart) = scene.chart {
            drawing.chart(layout, chart)?;
        }
        match (&scene.analysis, &scene.thinking) {
            _ if layout.thinking.is_zero_sized() => {}
            (Some(analysis), _) => drawing.analysis(layout, analysis)?,
            (None, Some(thinking)) => drawing.thinking(layout, thinking)?,
            (None, None) => drawing.placeholder(layout.thinking, scene.idle)?,
        }
        drawing.buttons(layout, scene)?;
        drawing.position(scene)?;
        drawing.status(layout, scene)?;
        drawing.pointer = scene.pointer.filter(|_| scene.dialog.is_none());
        drawing.menus(layout, scene)?;
        drawing.pointer = scene.pointer;
        if let Some((index, focus)) = scene.open {
            drawing.open_menu(layout, scene.menus, index, focus)?;
        }
        if let Some(banner) = &scene.banner {
            drawing.banner(layout, banner)?;
        }
        if let Some(dialog) = &scene.dialog {
            drawing.dialog(layout, dialog)?;
        }
        scene.tip.as_ref().map_or(Ok(()), |tip| drawing.tip(layout, tip))
    }

    /// Draws only the pieces and the marks on the board, for a host that shows everything else itself.
    pub fn position<D: Blend>(
        &self,
        target: &mut D,
        layout: &Layout,
        scene: &Scene<'_>,
    ) -> Result<(), D::Error> {
        self.start(target, &layout.grid, layout.em).position(scene)
    }

    /// Draws a piece alone, as large as the display. The pixels around the piece stay as they are.
    pub fn single_piece<D: Blend>(
        &self,
        target: &mut D,
        board: &'static BoardDesign,
        piece: Piece,
    ) -> Result<(), D::Error> {
        let layout = Layout::board_only(board, false, SMALLEST_CELL);
        let mut drawing = self.start(target, &layout.grid, layout.em);
        let area = drawing.painter.area();
        drawing.seated(piece, middle(area), area.height() * 96 / 100)
    }

    pub(crate) const fn ty(&self, size: i32) -> Type<'_> {
        Type { face: self.face, size }
    }
}
