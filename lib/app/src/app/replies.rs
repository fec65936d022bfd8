//! Handles the buttons of dialogs.

use super::library::ListedUse;
use super::{Action, App, Effect, Note, Reply, Topic};

impl App {
    pub(super) fn reply(&mut self, reply: Reply) {
        let Some(dialog) = self.dialog.take() else { return };
        match (&dialog.topic, reply) {
            (Topic::MapName(_), Reply::Save) => return self.write_map(dialog),
            (Topic::NewGame(_), Reply::Start) => return self.start_new_game(dialog),
            (Topic::Engines(_), reply) => return self.leave_engines(dialog, reply == Reply::Use),
            (Topic::EngineOptions(_), reply) => {
                return self.leave_engine_options(dialog, reply == Reply::Ok);
            }
            _ => {}
        }
        if let (&Topic::Export(form), Reply::Save) = (&dialog.topic, reply) {
            return self.export(dialog, form);
        }
        if let (Topic::Comment(_), Reply::Ok) = (&dialog.topic, reply) {
            return self.write_comment(&dialog);
        }
        match (dialog.topic, reply) {
            (Topic::Over(_) | Topic::Solved(_), Reply::Quit) => self.quit(),
            (Topic::Confirm(Action::Quit), Reply::Yes) => self.effects.push(Effect::Quit(true)),
            (Topic::Over(_), Reply::NewGame) => self.act(Action::NewGame),
            (Topic::InvalidMap(_), _) => self.effects.push(Effect::Quit(false)),
            (Topic::Confirm(Action::Restart), Reply::Yes) => self.restart(),
            (Topic::Confirm(Action::Resign), Reply::Yes) => self.resign(),
            (Topic::DrawOffered(_), Reply::Accept) => self.game_model.agree_draw(self.now),
            (Topic::DrawOffered(side), _) => {
                self.game_model.refuse_draw();
                self.note = Note::DrawDeclined(!side);
            }
            (Topic::Library(_), Reply::Open) => drop(self.fetch_listed(ListedUse::Open)),
            (Topic::FoundGames(form), Reply::Open) => self.open_found(form),
            (Topic::Export(form), _) => self.export_cancelled(form),
            (Topic::PlayOn, reply) => self.play_on_reply(reply),
            (Topic::Solved(_), Reply::NextProblem) => self.attempt_next(),
            (Topic::Over(_) | Topic::Solved(_), Reply::Review) => self.study_game(),
            (Topic::Welcome, Reply::FirstSteps) => self.act(Action::FirstSteps),
            (Topic::FirstSteps(page), reply) => self.turn_page(page, reply),
            (Topic::Over(_), Reply::Report) => self.act(Action::Report),
            (Topic::Endgames(endgames), Reply::Start) => self.start_endgame(endgames),
            _ => {}
        }
    }
}
