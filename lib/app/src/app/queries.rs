//! The parts of the state that others look at.

use super::{ANIMATION_TIME, App, Dialog, Editor, Glide, Note, Selection, WindowPoint};
use crate::game_model::GameModel;
use crate::settings::{Notation, Settings};
use chuhe_core::notation::{Script, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Square};
use chuhe_host::Map;
use chuhe_view::text::Language;
use chuhe_view::{BoardDesign, Labels, PieceSet};
use std::time::Duration;

impl App {
    /// The size of the window.
    #[must_use]
    pub fn window(&self) -> [u16; 2] {
        self.display.window.unwrap_or(self.settings.window)
    }

    /// The number of changes of the picture.
    #[must_use]
    pub const fn revision(&self) -> u64 {
        self.display.revision
    }

    /// The settings.
    #[must_use]
    pub const fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The notation of moves. Chinese notation is in the script of the language. If that is English,
    /// it is in the script of the pieces.
    #[must_use]
    pub const fn style(&self) -> Style {
        let chinese = match (self.settings.language, self.settings.pieces) {
            (Language::TraditionalChinese, _) | (Language::English, PieceSet::Traditional) => {
                Style::Chinese(Script::Traditional)
            }
            _ => Style::Chinese(Script::Simplified),
        };
        match (self.settings.notation, self.settings.language) {
            (Notation::Wxf, _) | (Notation::Automatic, Language::English) => Style::Wxf,
            (Notation::Chinese | Notation::Automatic, _) => chinese,
            (Notation::Coordinates, _) => Style::Coordinates,
        }
    }

    /// True if the edges of the board show the names of files and ranks.
    #[must_use]
    pub fn shows_coordinates(&self) -> bool {
        matches!(self.style(), Style::Coordinates | Style::Iccs)
            || BoardDesign::of(self.rules()).labels == Labels::Coordinates
    }

    /// The game with its players.
    #[must_use]
    pub const fn game_model(&self) -> &GameModel {
        &self.game_model
    }

    /// The game on the board or in the editor.
    #[must_use]
    pub fn rules(&self) -> Rules {
        let editing = self.editor.as_ref().map(Editor::rules);
        editing.unwrap_or_else(|| self.board().rules())
    }

    /// The selection on the board.
    #[must_use]
    pub const fn selection(&self) -> &Selection {
        &self.selection
    }

    /// The position in the editor.
    #[must_use]
    pub const fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The open dialog.
    #[must_use]
    pub const fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// The open menu, and the item with the keyboard focus.
    #[must_use]
    pub const fn menu(&self) -> Option<(usize, usize)> {
        self.menu
    }

    /// The pointer's position.
    #[must_use]
    pub const fn pointer(&self) -> Option<WindowPoint> {
        self.pointer.position
    }

    /// The last message.
    #[must_use]
    pub const fn note(&self) -> &Note {
        &self.note
    }

    /// True if Black plays from the bottom.
    #[must_use]
    pub const fn is_flipped(&self) -> bool {
        self.display.flipped
    }

    /// The time of the last event.
    #[must_use]
    pub const fn now(&self) -> Duration {
        self.now
    }

    /// The starts of new games.
    #[must_use]
    pub fn starts(&self) -> &[Map] {
        &self.new_game.starts
    }

    /// The squares that the animated piece leaves and reaches, and the part of its way in 256ths. It
    /// begins fast and ends slowly.
    #[must_use]
    pub fn gliding(&self) -> Option<(Square, Square, i32)> {
        let Glide { mv, to, since } = self.display.animation?;
        let time = self.now.saturating_sub(since);
        let rest = ANIMATION_TIME.checked_sub(time).filter(|rest| !rest.is_zero())?;
        let rest = (256 * rest.as_micros() / ANIMATION_TIME.as_micros()) as i32;
        let is_last = self.shown().moves().last() == Some(&mv);
        Some((mv.from()?, to.filter(|_| is_last)?, 256 - rest * rest / 256))
    }

    /// True if the selected piece is visible. A blinking piece is visible half of the time.
    #[must_use]
    pub fn is_selection_lit(&self) -> bool {
        let holds = self.selection.selected().is_some() || self.selection.given().is_some();
        !self.settings.blink || !holds || self.selection.is_lit(self.now)
    }
}
