//! Engines as players.

use super::{App, Note, Topic};
use crate::player::PlayerSetting;
use crate::sound::Sound;
use chuhe_core::played::QuestionId;
use chuhe_core::{EndReason, Ending, Position, Side};
use chuhe_host::engine::Decision;
use chuhe_view::text::Text;

impl App {
    /// Handles the start of an engine. A person replaces one that failed.
    pub(super) fn program_ready(&mut self, side: Side, number: u64, name: Result<String, String>) {
        let Some(line) = self.game_model.program_ready(side, number, name.as_deref().ok()) else {
            return;
        };
        match name {
            Ok(name) => {
                self.settings.remember(&line);
                self.note = Note::Named(Text::ProgramReady, name);
            }
            Err(why) => self.replace_by_person(line, why, side),
        }
    }

    /// Handles a search that failed. A person replaces the computer.
    pub(super) fn search_failed(&mut self, id: QuestionId, why: String) {
        let turn = self.game_model.turn().filter(|_| self.game_model.is_open(id));
        if let Some(side) = turn
            && matches!(self.game_model.player(side), PlayerSetting::Computer(_))
        {
            self.replace_by_person("Chuhe".to_owned(), why, side);
        }
    }

    fn replace_by_person(&mut self, name: String, why: String, side: Side) {
        *self.settings.player_mut(side) = PlayerSetting::Person;
        self.use_players();
        self.sound(Sound::Refusal);
        self.open(Topic::Failed(name, why, side, false));
    }

    /// Handles an answer of an engine. An engine that fails loses the game.
    pub(super) fn program_played(&mut self, id: QuestionId, decision: Result<Decision, String>) {
        let Some(side) = self.game_model.asked_program(id) else { return };
        let name = self.game_model.program_name(side).unwrap_or_default().to_owned();
        match decision {
            Ok(Decision::Play { mv, draw }) if self.game_model.game().position().is_legal(mv) => {
                self.answer(id, mv);
                if draw && self.game_model.turn().is_some() {
                    self.program_offers_draw(side);
                }
            }
            Ok(Decision::Resign) => self.program_ends(Ending::win(!side, EndReason::Resignation)),
            // A side that claims its own loss has resigned.
            Ok(Decision::Claim(winner)) if winner == Some(!side) => {
                self.program_ends(Ending::win(!side, EndReason::Resignation));
            }
            failed => {
                let why = match failed {
                    Err(why) => why,
                    Ok(Decision::Claim(_)) => "claims an end that is none".to_owned(),
                    Ok(_) => "makes a move that is none".to_owned(),
                };
                self.program_ends(Ending::win(!side, EndReason::Forfeit));
                self.open(Topic::Failed(name, why, side, true));
            }
        }
    }

    /// Handles an engine's draw offer. Two engines agree if both have offered a draw in a row.
    fn program_offers_draw(&mut self, side: Side) {
        let offered_before = self.game_model.offer_draw();
        match self.game_model.player(!side) {
            PlayerSetting::Person => self.open(Topic::DrawOffered(side)),
            PlayerSetting::Computer(_) if self.game_model.computer_agrees(side) => {
                self.game_model.agree_draw(self.now)
            }
            PlayerSetting::Program(_) if offered_before => self.game_model.agree_draw(self.now),
            PlayerSetting::Computer(_) | PlayerSetting::Program(_) => {}
        }
    }

    fn program_ends(&mut self, ending: Ending) {
        self.selection.let_go();
        self.game_model.finish(ending, self.now);
        self.sound(Sound::End);
    }
}
