//! Lets a client of the server play Red in the game of the window.

use super::App;
use crate::{Effect, Note, PlayerSetting};
use chuhe_core::played::{PlayedGame, TakebackError};
use chuhe_core::{AnyPosition, Level, Limits, Move, PlayError, Side};
use chuhe_host::Map;
use chuhe_view::text::Text;
use std::sync::Arc;
use std::time::Duration;

/// Access to the application for one command of the client, which plays Red.
#[derive(Debug)]
pub struct RemotePlayer<'a>(&'a mut App);

impl App {
    pub fn host(&mut self, now: Duration, act: impl FnOnce(&mut RemotePlayer<'_>)) -> Vec<Effect> {
        self.cx.now = now;
        act(&mut RemotePlayer(self));
        self.settle(false)
    }
}

impl RemotePlayer<'_> {
    pub fn played(&self) -> &PlayedGame<AnyPosition> {
        &self.0.board.game
    }

    pub fn make_move(&mut self, mv: Move) -> Result<(), PlayError> {
        let played = self.0.board.game.play(mv, self.0.cx.now)?;
        self.0.board.show_played(played, &mut self.0.cx);
        Ok(())
    }

    /// Takes back Red's last move, and Black's answer if there is one.
    pub fn takeback(&mut self) -> Result<(), TakebackError> {
        self.0.board.game.takeback_of(Side::Red, self.0.cx.now)?;
        self.0.board.selection.let_go();
        self.0.cx.dismiss(true);
        self.0.cx.note = Note::TakenBack;
        Ok(())
    }

    /// Begins a new game, and closes the study. A comment that the person is typing is saved.
    pub fn restart(&mut self, map: Option<Arc<Map>>) {
        self.0.in_dialog(|dialog, _| dialog.form.keeps_typed(false));
        let game = map.map_or_else(|| self.0.board.game.restarted(), |map| map.game());
        let (editor, is_flipped) = (self.0.cx.editor.take(), self.0.board.is_flipped);
        self.0.begin(game, Note::Plain(Text::Begun));
        if editor.is_some() {
            (self.0.cx.editor, self.0.board.is_flipped) = (editor, is_flipped);
        }
    }

    pub fn set_level(&mut self, level: Level) {
        for player in [&mut self.0.cx.settings.red, &mut self.0.cx.settings.black] {
            if matches!(player, PlayerSetting::Computer(_)) {
                *player = PlayerSetting::Computer(level);
            }
        }
        self.0.board.use_players(&self.0.cx);
        log::info!("level {level}");
    }

    pub fn hint_limits(&self) -> Limits {
        let game = &self.0.board.game;
        let level = Side::ALL.into_iter().find_map(|side| match game.player(side) {
            PlayerSetting::Computer(level) => Some(*level),
            PlayerSetting::Person | PlayerSetting::Program(_) => None,
        });
        Limits { level: level.unwrap_or_default(), ..self.0.cx.settings.limit.limits() }
    }
}
