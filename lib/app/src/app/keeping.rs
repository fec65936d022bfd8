//! Keeps each game in a file of its own, from its first move on.

use super::{App, Effect, Note};
use crate::app_error::{AppError, FileFault};
use crate::player::{PlayerSetting, computer_name};
use crate::settings::ClockSetting;
use crate::words::program;
use chuhe_core::rules::PieceNotation;
use chuhe_core::{AnyPosition, Ending, Game, Move, Position, Side};
use chuhe_host::openings::opening_of;
use chuhe_records::GameTree;
use chuhe_view::text::Text;
use std::time::Duration;

/// The number of a game of this window. The restored game has number 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct GameNumber(pub u32);

/// The state of the game's file.
#[derive(Debug, Default)]
pub(super) struct Keeping {
    number: GameNumber,
    /// The last number that was given to a game or a study.
    last: GameNumber,
    /// The plies and the ending with which the game began here.
    begun: (usize, Option<Ending>),
    has_file: bool,
    /// The game that has ended last.
    finished: Option<Finished>,
    /// The reason why the last change could not be written.
    fault: Option<AppError>,
}

/// A game that has ended. Its file is a study's from then on. A game that goes on from it has a file
/// of its own.
#[derive(Debug)]
struct Finished {
    number: GameNumber,
    moves: Vec<Move>,
    ending: Option<Ending>,
    /// The content of the file.
    tree: GameTree,
}

impl Finished {
    fn new(number: GameNumber, game: &Game<AnyPosition>, tree: GameTree) -> Self {
        Self { number, moves: game.moves().to_vec(), ending: game.ending(), tree }
    }

    /// True if the game has no move that the finished one lacks, and goes on.
    fn contains(&self, game: &Game<AnyPosition>) -> bool {
        game.ending().is_none() && self.moves.starts_with(game.moves())
    }

    /// True if the game stands where it ended.
    fn is(&self, game: &Game<AnyPosition>) -> bool {
        self.moves == game.moves() && self.ending == game.ending()
    }
}

impl Keeping {
    /// The number of the game.
    pub(super) const fn number(&self) -> GameNumber {
        self.number
    }

    /// Gives a number that no game has.
    pub(super) const fn new_number(&mut self) -> GameNumber {
        self.last.0 += 1;
        self.last
    }
}

/// The tags for the clocks of a kept game, in milliseconds.
const CLOCK_TAGS: [&str; 2] = ["RedClock", "BlackClock"];

/// The tags for the players of a kept game, in the words of the command line.
pub const PLAYER_TAGS: [&str; 2] = ["RedPlayer", "BlackPlayer"];

/// The tags for the names of the players.
const NAME_TAGS: [&str; 2] = ["Red", "Black"];

/// The tag for the name of the opening.
const OPENING_TAG: &str = "Opening";

/// The tag for the time control of a kept game.
const CONTROL_TAG: &str = "TimeControl";

/// The tags for the time controls of a kept game whose sides have different ones.
const CONTROL_TAGS: [&str; 2] = ["RedTimeControl", "BlackTimeControl"];

impl App {
    /// Another game begins, which has no file yet.
    pub(super) fn keep_another(&mut self) {
        let number = self.keeping.new_number();
        let game = self.game_model.game();
        self.keeping = Keeping {
            number,
            last: number,
            begun: (game.moves().len(), game.ending()),
            has_file: false,
            finished: None,
            fault: self.keeping.fault.take(),
        };
    }

    /// Finds the file for the game after a change. A finished game that goes on gets another one.
    fn choose_file(&mut self) {
        let game = self.game_model.game();
        let Some(finished) = &self.keeping.finished else { return };
        if finished.is(game) {
            (self.keeping.number, self.keeping.has_file) = (finished.number, true);
        } else if self.keeping.number == finished.number {
            self.keeping.begun = (game.moves().len(), game.ending());
            self.keeping.has_file = false;
            self.keeping.number = self.keeping.new_number();
        }
    }

    /// The content of the file of a game that stands where it ended.
    pub(super) fn finished(&self) -> Option<&GameTree> {
        let finished = self.keeping.finished.as_ref();
        finished.filter(|finished| finished.is(self.game_model.game())).map(|game| &game.tree)
    }

    /// Notes that a study has changed the file of a finished game.
    pub(super) fn finished_changed(&mut self, number: GameNumber, tree: &GameTree) {
        let finished = self.keeping.finished.as_mut().filter(|game| game.number == number);
        finished.into_iter().for_each(|game| game.tree = tree.clone());
    }

    /// Stores the game after a change. A game without a move of its own has no file. A game whose
    /// moves were all taken back stays in its file as it was before.
    pub(super) fn keep_game(&mut self) {
        self.choose_file();
        let game = self.game_model.game();
        let finished = self.keeping.finished.as_ref();
        let is_own = (game.moves().len(), game.ending()) != self.keeping.begun
            && !finished.is_some_and(|finished| finished.contains(game));
        if !game.moves().is_empty() && (self.keeping.has_file || is_own) {
            let record = self.finished().cloned().unwrap_or_else(|| self.kept_record());
            self.keeping.has_file = true;
            if game.ending().is_some() {
                let finished = Finished::new(self.keeping.number, game, record.clone());
                self.keeping.finished = Some(finished);
            }
            self.effects.push(Effect::Store(self.keeping.number, Box::new(record)));
        }
    }

    /// Handles the news that games cannot be written, or that all of them are written again.
    pub(super) fn stored(&mut self, outcome: Result<(), AppError>) {
        match &outcome {
            Ok(()) => self.note = Note::Plain(Text::StoredAgain),
            // The status line has no room for the folder.
            Err(error) if self.dialog.is_none() => self.fail(error.clone()),
            Err(_) => {}
        }
        self.keeping.fault = outcome.err();
    }

    /// The reason why games cannot be written now.
    #[must_use]
    pub const fn store_fault(&self) -> Option<&AppError> {
        self.keeping.fault.as_ref()
    }

    /// The game as a record.
    pub(super) fn record(&self) -> GameTree {
        let mut record = GameTree::from(self.game_model.game());
        record.tags.clone_from(&self.tags);
        for (side, tag) in Side::ALL.into_iter().zip(NAME_TAGS) {
            if record.tag(tag).is_none() {
                record.set_tag(tag, self.player_name(side));
            }
        }
        self.name_opening(&mut record);
        record
    }

    /// Names the opening of a game that is over, unless a file has named it.
    fn name_opening(&self, record: &mut GameTree) {
        if self.game_model.game().ending().is_some() {
            name_opening(record);
        }
    }

    /// The game as a record with its players and clocks, from which it can be restored.
    fn kept_record(&self) -> GameTree {
        let mut record = self.record();
        for side in Side::ALL {
            let player = self.game_model.player(side).to_string();
            record.set_tag(PLAYER_TAGS[side.index()], player);
            if let Some(left) = self.game_model.time_left(side, self.now) {
                record.set_tag(CLOCK_TAGS[side.index()], left.as_millis().to_string());
            }
        }
        match self.settings.clocks() {
            [red, black] if red == black => record.set_tag(CONTROL_TAG, red.to_string()),
            both => {
                for (tag, clock) in CONTROL_TAGS.into_iter().zip(both) {
                    record.set_tag(tag, clock.to_string());
                }
            }
        }
        record
    }

    fn player_name(&self, side: Side) -> String {
        match self.game_model.player(side) {
            PlayerSetting::Person => "?".to_owned(),
            PlayerSetting::Computer(level) => computer_name(*level),
            PlayerSetting::Program(line) => {
                self.game_model.program_name(side).unwrap_or_else(|| program(line)).to_owned()
            }
        }
    }

    /// Restores the last game. A clock is paused until the next move.
    pub(super) fn restore(&mut self, mut record: GameTree) {
        let whole = record.clone();
        self.take_players(&mut record);
        let tags = CLOCK_TAGS.map(|name| record.take_tag(name));
        let left = tags.map(|tag| Some(Duration::from_millis(tag?.parse().ok()?)));
        let clocks = self.settings.clocks();
        self.game_model.set_players(self.settings.players(), self.settings.limit);
        self.game_model.resume(record.game(), clocks, left);
        self.game_model.pause(clocks != [ClockSetting::None; 2], self.now);
        self.face_person();
        // The game may go on, and have another opening at its end.
        for (tag, value) in opening_tags(&record).into_iter().flatten() {
            if record.tag(tag) == Some(value) {
                record.take_tag(tag);
            }
        }
        self.tags = record.tags;
        self.keep_restored(whole);
        self.reported.settings = self.settings.clone();
        self.reported.ending_shown = self.game_model.turn().is_none();
        self.note = Note::Plain(Text::Restored);
    }

    /// Goes on in the file of the restored game. A file that holds more than the game stays as it is.
    fn keep_restored(&mut self, content: GameTree) {
        let game = self.game_model.game();
        let is_over = game.ending().is_some();
        if !is_over && !content.is_plain() {
            return self.keep_another();
        }
        self.keeping.has_file = true;
        self.keeping.finished = is_over.then(|| Finished::new(self.keeping.number, game, content));
    }

    /// Gives the settings the players and the clock of a kept game. The names of its players follow
    /// from them.
    fn take_players(&mut self, record: &mut GameTree) {
        for side in Side::ALL {
            let player = record.take_tag(PLAYER_TAGS[side.index()]);
            if let Some(player) = player.and_then(|player| player.parse().ok()) {
                *self.settings.player_mut(side) = player;
                record.take_tag(NAME_TAGS[side.index()]);
            }
        }
        let mut control = |tag| record.take_tag(tag)?.parse::<ClockSetting>().ok();
        let both = control(CONTROL_TAG);
        let [red, black] = CONTROL_TAGS.map(|tag| control(tag).or(both));
        if let (Some(red), Some(black)) = (red, black) {
            self.settings.set_clocks([red, black]);
        }
    }
}

/// Names the opening of a game, unless its tags do so.
pub(super) fn name_opening(record: &mut GameTree) {
    if record.tag(OPENING_TAG).is_none() {
        for (tag, value) in opening_tags(record).into_iter().flatten() {
            record.set_tag(tag, value);
        }
    }
}

/// The tags that name the opening of a game: its code, and its name.
fn opening_tags(record: &GameTree) -> Option<[(&'static str, &'static str); 2]> {
    let opening = opening_of(record.start(), &record.moves())?;
    let (code, name) = match record.start().rules().variant().notation {
        PieceNotation::Algebraic => ("ECO", opening.english),
        PieceNotation::Relative => ("ECCO", opening.chinese),
    };
    Some([(code, opening.code), (OPENING_TAG, name)])
}

impl AppError {
    /// The fault of a file, without its path.
    #[must_use]
    pub const fn file_fault(&self) -> Option<&FileFault> {
        if let Self::File { fault, .. } = self { Some(fault) } else { None }
    }
}
