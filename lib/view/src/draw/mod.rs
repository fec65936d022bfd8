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
mod safety;
mod small;
mod strip;
mod tree;
mod wood;

pub use banner::BannerLayout;
pub use pieces::PieceSet;

use crate::board_design::{BoardDesign, Labels};
use crate::grid::{Grid, middle};
use crate::layout::Layout;
use crate::letters::{Type, Typeface};
use crate::paint::{Blend, Painter};
use crate::scene::Scene;
use crate::text::Language;
use crate::theme::Theme;
use chuhe_core::Piece;
use embedded_graphics::prelude::DrawTarget;
use embedded_graphics::primitives::Rectangle;

/// The style of a picture: colours, signs, typeface, language.
///
/// A host with memory for a second picture draws the [`background`](Self::background) once. For
/// each picture it copies the background and draws the [`scene`](Self::scene) on the copy.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The colours.
    pub theme: &'a Theme,
    /// The signs on the pieces.
    pub set: PieceSet,
    /// The labels at the edges of the board.
    pub labels: Labels,
    /// The typeface of the interface.
    pub face: Typeface<'a>,
    /// The language of the words that the view itself writes.
    pub language: Language,
}

/// The opacity of a selected piece in the dark half of its blinking.
const DIMMED: u8 = 110;

/// The length of a square of a board that is not drawn.
const SMALLEST_CELL: u32 = 8;

type Drawn<D> = Result<(), <D as DrawTarget>::Error>;

/// A picture while it is drawn: its style, the place of its board, and the painter of the display.
struct Drawing<'a, 't, D> {
    view: &'a View<'a>,
    theme: &'a Theme,
    grid: &'a Grid,
    painter: Painter<'t, D>,
}

impl<'a, D: Blend> Drawing<'a, '_, D> {
    /// Returns a drawing on a part of the area, with a board of its own.
    fn within(&mut self, area: Rectangle, grid: &'a Grid) -> Drawing<'a, '_, D> {
        Drawing { grid, painter: self.painter.within(area), ..*self }
    }

    /// Returns the same drawing with everything half transparent.
    fn dimmed(&mut self) -> Drawing<'a, '_, D> {
        Drawing { painter: self.painter.faded(DIMMED), ..*self }
    }
}

impl View<'_> {
    /// Starts a drawing on a display.
    fn start<'a, 't, D: Blend>(&'a self, target: &'t mut D, grid: &'a Grid) -> Drawing<'a, 't, D> {
        Drawing { view: self, theme: self.theme, grid, painter: Painter::new(target) }
    }

    /// Draws the part that stays while a game is played: the background, the empty board, the
    /// cards.
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn background<D: Blend>(&self, target: &mut D, layout: &Layout) -> Result<(), D::Error> {
        let mut drawing = self.start(target, &layout.grid);
        drawing.painter.rectangle(drawing.painter.area(), self.theme.background)?;
        drawing.painter.rectangle(layout.menus, self.theme.card)?;
        drawing.board(layout.frame)?;
        drawing.cards(layout)
    }

    /// Draws the part that changes, on top of the background.
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn scene<D: Blend>(
        &self,
        target: &mut D,
        layout: &Layout,
        scene: &Scene<'_>,
    ) -> Result<(), D::Error> {
        let mut drawing = self.start(target, &layout.grid);
        drawing.players(layout, scene)?;
        match &scene.tray {
            Some(tray) => drawing.tray(layout, tray)?,
            None => match scene.tree {
                Some(items) => drawing.tree(layout, items)?,
                None => drawing.moves(layout, &scene.record)?,
            },
        }
        drawing.bar(layout, scene)?;
        if let Some(chart) = scene.chart {
            drawing.chart(layout, chart)?;
        }
        match (&scene.analysis, &scene.thinking) {
            _ if layout.thinking.is_zero_sized() => {}
            (Some(analysis), _) => drawing.analysis(layout, scene, analysis)?,
            (None, Some(thinking)) => drawing.thinking(layout, thinking)?,
            (None, None) => drawing.placeholder(layout, layout.thinking, scene.idle)?,
        }
        drawing.buttons(layout, scene)?;
        drawing.position(scene)?;
        drawing.status(layout, scene)?;
        drawing.menus(layout, scene)?;
        if let Some(banner) = &scene.banner {
            drawing.banner(layout, scene, banner)?;
        }
        if let Some(dialog) = &scene.dialog {
            drawing.dialog(layout, scene, dialog)?;
        }
        match &scene.tip {
            Some(tip) => drawing.tip(layout, tip),
            None => Ok(()),
        }
    }

    /// Draws only the position with its marks, for a host that shows everything else in its own way.
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn position<D: Blend>(
        &self,
        target: &mut D,
        layout: &Layout,
        scene: &Scene<'_>,
    ) -> Result<(), D::Error> {
        self.start(target, &layout.grid).position(scene)
    }

    /// Draws a piece alone, as large as the display, on what is there.
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn single_piece<D: Blend>(
        &self,
        target: &mut D,
        board: &'static BoardDesign,
        piece: Piece,
    ) -> Result<(), D::Error> {
        let layout = Layout::board_only(board, false, SMALLEST_CELL);
        let mut drawing = self.start(target, &layout.grid);
        let area = drawing.painter.area();
        drawing.seated(piece, middle(area), area.size.height as i32 * 96 / 100)
    }

    /// Returns the typeface of the interface at a size.
    pub(crate) const fn ty(&self, size: i32) -> Type<'_> {
        Type { face: self.face, size }
    }
}
