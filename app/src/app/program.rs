//! Engines as players.

use super::{App, Dialog, Note, Topic};
use crate::player::PlayerSetting;
use crate::settings::Settings;
use crate::sound::Sound;
use chuhe_core::played::QuestionId;
use chuhe_core::{EndReason, Ending, Position, Side};
use chuhe_host::engine::Decision;
use chuhe_view::text::Text;

/// The dialog that asks for the engine of a side.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AskedProgram {
    /// The settings of the new game.
    pub settings: Box<Settings>,
    /// The index of the game's start.
    pub start: usize,
    /// The side.
    pub side: Side,
    /// The typed command line, then the command lines of known engines.
    pub rows: Vec<String>,
    /// The index of the chosen row.
    pub chosen: usize,
}

/// The longest command line that can be typed.
const LONGEST: usize = 240;

/// Returns the character that shift gives on a US keyboard.
fn shifted(letter: char) -> char {
    const SHIFTED: [(char, char); 12] = [
        ('-', '_'),
        ('=', '+'),
        ('.', '>'),
        (',', '<'),
        ('/', '?'),
        (';', ':'),
        ('\'', '"'),
        ('1', '!'),
        ('2', '@'),
        ('4', '$'),
        ('9', '('),
        ('0', ')'),
    ];
    let sign = SHIFTED.into_iter().find(|&(plain, _)| plain == letter);
    sign.map_or(letter.to_ascii_uppercase(), |(_, sign)| sign)
}

impl AskedProgram {
    /// Adds a character to the typed line.
    pub fn type_letter(&mut self, letter: char, shift: bool) {
        self.chosen = 0;
        if self.rows[0].len() < LONGEST && !letter.is_control() {
            self.rows[0].push(if shift { shifted(letter) } else { letter });
        }
    }

    /// Adds a text to the typed line.
    pub(super) fn type_line(&mut self, text: &str) {
        let line = text.trim().lines().next().unwrap_or_default();
        line.chars().for_each(|letter| self.type_letter(letter, false));
    }

    /// Removes the last character of the typed line.
    pub fn rub_out(&mut self) {
        self.chosen = 0;
        self.rows[0].pop();
    }

    /// Moves the choice by a number of rows.
    pub fn move_by(&mut self, rows: i32) {
        let last = self.rows.len() - 1;
        self.chosen = self.chosen.saturating_add_signed(rows as isize).min(last);
    }

    /// The chosen command line.
    fn line(&self) -> &str {
        self.rows[self.chosen].trim()
    }
}

impl App {
    /// Starts a game with new settings, or asks for the next engine without a command line.
    pub(super) fn begin_with(&mut self, settings: Box<Settings>, start: usize) {
        let unnamed = |side: &Side| settings.player(*side).program().is_some_and(String::is_empty);
        if let Some(side) = Side::ALL.into_iter().find(unnamed) {
            let known = settings.programs.iter();
            let found =
                self.new_game.programs.iter().filter(|found| !settings.programs.contains(found));
            let rows: Vec<String> = known.chain(found).cloned().collect();
            let rows = [String::new()].into_iter().chain(rows).collect();
            let asked = AskedProgram { settings, start, side, rows, chosen: 0 };
            self.open(Topic::Program(Box::new(asked)));
            return;
        }
        self.settings = *settings;
        self.new_game.start = start;
        if let Some(start) = self.new_game.starts.get(start) {
            self.settings.rules = start.position.rules().name().to_owned();
            let game = start.game();
            self.begin(game);
        }
    }

    /// Handles the answer of the dialog for an engine.
    pub(super) fn program_named(&mut self, mut asked: AskedProgram, named: bool) {
        let line = asked.line().to_owned();
        if named && line.is_empty() {
            return self.open(Topic::Program(Box::new(asked)));
        }
        if named {
            asked.settings.remember(&line);
        }
        *asked.settings.player_mut(asked.side) =
            if named { PlayerSetting::Program(line) } else { PlayerSetting::Person };
        self.dialog = Some(Dialog::new(Topic::NewGame(asked.settings, asked.start)));
    }

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
