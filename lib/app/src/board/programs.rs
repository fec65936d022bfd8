//! Handles the answers of engines that play, draw offers and resignations.

use super::GameBoard;
use crate::{Context, Message, Note, PlayerSetting, Sound};
use chuhe_core::played::QuestionId;
use chuhe_core::{EndReason, Ending, Position, Side};
use chuhe_host::engine::Decision;
use chuhe_view::text::Text;

impl GameBoard {
    pub(crate) fn program_ready(
        &mut self,
        (side, number): (Side, u64),
        name: Result<String, [String; 2]>,
        cx: &mut Context,
    ) {
        let Some(line) = self.game.program_ready(side, number, name.as_deref().ok()) else {
            return;
        };
        match name {
            Ok(name) => {
                cx.settings.remember(&line);
                cx.note = Note::Named(Text::ProgramReady, name);
            }
            Err(why) => self.replace_by_person(side, Message::replaced(&line, why, side), cx),
        }
    }

    pub(crate) fn search_failed(&mut self, id: QuestionId, why: [String; 2], cx: &mut Context) {
        let turn = self.game.turn().filter(|_| self.game.is_open(id));
        if let Some(side) = turn
            && matches!(self.game.player(side), PlayerSetting::Computer(_))
        {
            self.replace_by_person(side, Message::replaced("Chuhe", why, side), cx);
        }
    }

    fn replace_by_person(&mut self, side: Side, message: Message, cx: &mut Context) {
        if self.attempt.is_some() {
            self.game.set_players(Side::ALL.map(|_| PlayerSetting::Person), cx.settings.limit);
        } else {
            *cx.settings.player_mut(side) = PlayerSetting::Person;
            self.use_players(cx);
        }
        cx.sound(Sound::Refusal);
        cx.tell(message);
    }

    /// Handles an answer of an engine. Pauses the game after a failure, an illegal move or a false claim.
    pub(crate) fn program_played(
        &mut self,
        id: QuestionId,
        decision: Result<Decision, [String; 2]>,
        cx: &mut Context,
    ) {
        let Some(side) = self.game.asked_program(id) else { return };
        let name = self.game.program_name(side).unwrap_or_default().to_owned();
        match decision {
            Ok(Decision::Play { mv, draw }) if self.game.game().position().is_legal(mv) => {
                self.answer(id, mv, cx);
                if draw && self.game.turn().is_some() {
                    self.program_offers_draw(side, cx);
                }
            }
            Ok(Decision::Resign) => self.lose(side, EndReason::Resignation, cx),
            // A side that claims its own loss has resigned.
            Ok(Decision::Claim(winner)) if winner == Some(!side) => {
                self.lose(side, EndReason::Resignation, cx);
            }
            failed => {
                let why = failed.map(|decision| match decision {
                    Decision::Claim(_) => Text::FalseClaim,
                    Decision::Play { .. } | Decision::Resign => Text::FalseMove,
                });
                self.selection.let_go();
                self.game.pause(true, cx.now);
                cx.sound(Sound::Refusal);
                let message = Message::failed(&name, why, side);
                cx.tell(message.about(self.game.changes()));
            }
        }
    }

    /// Shows an engine's draw offer to a person, or answers for the computer. Two engines agree to a draw if both offer
    /// it, one after the other.
    fn program_offers_draw(&mut self, side: Side, cx: &mut Context) {
        let offered_before = self.game.played.offer_draw();
        match self.game.player(!side) {
            PlayerSetting::Person => {
                cx.tell(Message::draw_offered(side).about(self.game.changes()));
            }
            PlayerSetting::Computer(_) if self.game.computer_agrees(side) => {
                self.game.agree_draw(cx.now);
            }
            PlayerSetting::Program(_) if offered_before => self.game.agree_draw(cx.now),
            PlayerSetting::Computer(_) | PlayerSetting::Program(_) => {}
        }
    }

    pub(crate) fn offer_draw(&mut self, cx: &mut Context) {
        let Some(side) = self.person() else { return };
        if !self.game.player(!side).is_computer() {
            cx.open(Message::draw_offered(side).about(self.game.changes()));
        } else if self.game.computer_agrees(side) {
            self.game.agree_draw(cx.now);
            cx.sound(Sound::End);
        } else {
            self.decline_draw(!side, cx);
        }
    }

    pub(crate) fn decline_draw(&mut self, by: Side, cx: &mut Context) {
        self.game.played.refuse_draw();
        cx.note = Note::DrawDeclined(by);
    }

    /// Ends the game as a loss of `side`, for a reason outside the board, such as resignation.
    pub(crate) fn lose(&mut self, side: Side, reason: EndReason, cx: &mut Context) {
        self.selection.let_go();
        self.game.finish(Ending::win(!side, reason), cx.now);
        cx.sound(Sound::End);
    }
}
