mod board;
mod controls;
mod dialog;
mod marks;
mod panel;
mod pieces;
mod safety;
mod small;
mod strip;
mod wood;

pub use pieces::PieceSet;

use crate::board_design::Labels;
use crate::layout::Layout;
use crate::letters::{Type, Typeface};
use crate::paint::{Blend, Painter};
use crate::scene::Scene;
use crate::text::Language;
use crate::theme::Theme;

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

impl View<'_> {
    /// Draws the part that stays while a game is played: the background, the empty board, the
    /// cards.
    ///
    /// # Errors
    /// Returns the error of the display.
    pub fn background<D: Blend>(&self, target: &mut D, layout: &Layout) -> Result<(), D::Error> {
        let mut painter = Painter::new(target);
        painter.rectangle(painter.area(), self.theme.background)?;
        painter.rectangle(layout.menus, self.theme.card)?;
        self.board(&mut painter, &layout.grid, layout.frame)?;
        self.cards(&mut painter, layout)
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
        let painter = &mut Painter::new(target);
        self.strip(painter, layout, scene)?;
        self.players(painter, layout, scene)?;
        match &scene.tray {
            Some(tray) => self.tray(painter, layout, tray)?,
            None => self.moves(painter, layout, &scene.record)?,
        }
        if let Some(thinking) = &scene.thinking {
            self.thinking(painter, layout, thinking)?;
        }
        self.buttons(painter, layout, scene)?;
        self.status(painter, layout, scene)?;
        self.position(painter, &layout.grid, scene)?;
        self.menus(painter, layout, scene)?;
        match &scene.dialog {
            Some(dialog) => self.dialog(painter, layout, scene, dialog),
            None => Ok(()),
        }
    }

    /// Returns the typeface of the interface at a size.
    pub(crate) const fn ty(&self, size: i32) -> Type<'_> {
        Type { face: self.face, size }
    }
}
