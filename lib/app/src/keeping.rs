//! Stores each game in its own file from the first move on.

use crate::game_number::{CLOCK_TAGS, NAME_TAGS};
use crate::player::COMPUTER;
use crate::words::program;
use crate::{
    AppError, Attempt, ClockSetting, Context, Effect, GameModel, GameNumber, Note, PLAYER_TAGS,
    PlayerSetting, Settings, Study,
};
use chuhe_core::rules::PieceNotation;
use chuhe_core::{AnyPosition, Ending, Game, Move, Position, Side};
use chuhe_host::openings::opening_of;
use chuhe_records::{GameTree, NodeId};
use chuhe_view::text::Text;
use std::time::Duration;

#[derive(Debug, Default)]
pub(super) struct Keeping {
    pub(super) number: GameNumber,
    last: GameNumber,
    /// (plies, ending): the state in which the game came onto the board.
    begun: (usize, Option<Ending>),
    has_file: bool,
    finished: Option<Finished>,
    /// The tags of the restored game; empty for other games.
    tags: Vec<(String, String)>,
    pub(super) changes: u32,
    /// The players last written to the file; `None` before the game is stored.
    players: Option<[PlayerSetting; 2]>,
}

/// A game that has ended. A study of this game is stored in its file, until the main line of the study changes. If the
/// game goes on after a takeback, it is stored in another file.
#[derive(Debug)]
struct Finished {
    number: GameNumber,
    moves: Vec<Move>,
    ending: Option<Ending>,
    tree: GameTree,
}

impl Finished {
    fn new(number: GameNumber, game: &Game<AnyPosition>, tree: GameTree) -> Self {
        Self { number, moves: game.moves().to_vec(), ending: game.ending(), tree }
    }

    /// True if `game` is unfinished, and its moves are the first moves of the finished game.
    fn contains(&self, game: &Game<AnyPosition>) -> bool {
        game.ending().is_none() && self.moves.starts_with(game.moves())
    }

    fn is(&self, game: &Game<AnyPosition>) -> bool {
        self.moves == game.moves() && self.ending == game.ending()
    }
}

const OPENING_TAG: &str = "Opening";

const CONTROL_TAG: &str = "TimeControl";

const CONTROL_TAGS: [&str; 2] = ["RedTimeControl", "BlackTimeControl"];

impl Keeping {
    const fn new_number(&mut self) -> GameNumber {
        self.last.0 += 1;
        self.last
    }

    pub(crate) fn begin(&mut self, game: &Game<AnyPosition>) {
        let number = self.new_number();
        *self = Self {
            number,
            last: number,
            begun: (game.moves().len(), game.ending()),
            changes: self.changes,
            ..Self::default()
        };
    }

    /// Chooses the file of the game after a change. If a finished game goes on, a new file is chosen.
    fn choose_file(&mut self, game: &Game<AnyPosition>) {
        let Some(finished) = &self.finished else { return };
        if finished.is(game) {
            (self.number, self.has_file) = (finished.number, true);
        } else if self.number == finished.number {
            self.begun = (game.moves().len(), game.ending());
            self.has_file = false;
            self.number = self.new_number();
        }
    }

    /// Returns the tree in the file of the finished game; `None` if `game` is not exactly this game.
    fn finished(&self, game: &Game<AnyPosition>) -> Option<&GameTree> {
        self.finished.as_ref().filter(|finished| finished.is(game)).map(|game| &game.tree)
    }

    /// Creates a study at the position shown. A study of a finished game copies the tree in the game's file.
    pub(crate) fn study(&mut self, game: &GameModel) -> Study {
        let (tree, number, played) = match self.finished(game.game()) {
            Some(tree) => (tree.clone(), self.number, Some(tree.moves())),
            None => (self.record(game), self.new_number(), None),
        };
        let node = tree.node_after(game.shown().moves());
        let mut study = Study::new(tree, node, number);
        study.played = played;
        study
    }

    /// Creates a study of the game `tree`. It shows the start if `at_start` is true, otherwise the last move.
    pub(crate) fn other_study(&mut self, tree: GameTree, at_start: bool) -> Study {
        let node = if at_start { NodeId::ROOT } else { tree.last() };
        Study::new(tree, node, self.new_number())
    }

    /// Writes the attempt to solve a problem into the settings. A change of any other game clears the setting.
    pub(crate) fn keep_attempt(
        &self,
        model: &GameModel,
        attempt: Option<Attempt>,
        cx: &mut Context,
    ) {
        if attempt.is_some() || self.changes != model.changes() {
            let written = attempt.map(|attempt| attempt.written(model.game().moves()));
            cx.settings.attempt = written.unwrap_or_default();
        }
    }

    /// Stores the game after a change. A game without a new move gets no file. If all moves are taken back, the file
    /// stays as it was. An attempt at a problem is not stored.
    pub(crate) fn keep(&mut self, model: &GameModel, is_attempt: bool, cx: &mut Context) {
        let players = Side::ALL.map(|side| model.player(side).clone());
        let is_over = model.game().ending().is_some();
        let are_same = is_over || self.players.as_ref().is_none_or(|known| *known == players);
        if self.changes == model.changes() && are_same {
            return;
        }
        self.changes = model.changes();
        self.players = self.players.take().map(|_| players.clone());
        cx.effects.push(Effect::Live(Box::new(self.record(model))));
        if is_attempt {
            return;
        }
        let game = model.game();
        self.choose_file(game);
        let is_own = (game.moves().len(), game.ending()) != self.begun
            && !self.finished.as_ref().is_some_and(|finished| finished.contains(game));
        if !game.moves().is_empty() && (self.has_file || is_own) {
            let kept = || self.kept_record(model, cx);
            let record = self.finished(game).cloned().unwrap_or_else(kept);
            (self.has_file, self.players) = (true, Some(players));
            if game.ending().is_some() {
                self.finished = Some(Finished::new(self.number, game, record.clone()));
            }
            cx.effects.push(Effect::Store(self.number, Box::new(record)));
        }
    }

    /// Stores the tree of the study after a change. A study of a finished game changes the game's file. But if
    /// the main line of the study has changed, the study gets a new file. An exercise is not stored.
    pub(crate) fn keep_study(&mut self, study: &mut Study, cx: &mut Context) {
        if study.exercise.is_some() || study.stored == study.changes() {
            return;
        }
        study.stored = study.changes();
        let moves = study.tree().moves();
        if study.played.take_if(|played| *played != moves).is_some() {
            study.move_to(self.new_number());
            study.copies = true;
        }
        let (number, tree) = (study.number(), study.tree().clone());
        let told = [Text::ReportMade, Text::ReportStopped, Text::BetterFound].map(Note::Plain);
        if std::mem::take(&mut study.copies) && !told.contains(&cx.note) {
            cx.note = Note::Titled(Text::CopyKept);
        }
        let finished = self.finished.as_mut().filter(|game| game.number == number);
        finished.into_iter().for_each(|game| game.tree = tree.clone());
        cx.effects.push(Effect::StoreStudy(number, Box::new(tree)));
    }

    pub(crate) fn keep_clocks(&self, game: &GameModel, cx: &mut Context) {
        let has_clock = Side::ALL.iter().any(|&side| game.time_left(side, cx.now).is_some());
        if self.has_file && has_clock && game.turn().is_some() {
            let record = Box::new(self.kept_record(game, cx));
            cx.effects.push(Effect::Store(self.number, record));
        }
    }

    /// A copy of the game for another file. The copy of a finished game includes variations and comments.
    pub(crate) fn copy(&self, game: &GameModel) -> GameTree {
        let finished = self.finished(game.game()).cloned();
        finished.unwrap_or_else(|| self.record(game))
    }

    fn record(&self, game: &GameModel) -> GameTree {
        let mut record = GameTree::from(game.game());
        record.tags.clone_from(&self.tags);
        for (side, tag) in Side::ALL.into_iter().zip(NAME_TAGS) {
            if record.tag(tag).is_none() {
                record.set_tag(tag, player_name(game, side));
            }
        }
        // Only a finished game gets the tags of its opening, because the opening can change before the game ends.
        if game.game().ending().is_some() {
            name_opening(&mut record);
        }
        record
    }

    fn kept_record(&self, game: &GameModel, cx: &Context) -> GameTree {
        let mut record = self.record(game);
        for side in Side::ALL {
            record.set_tag(PLAYER_TAGS[side.index()], game.player(side).to_string());
            if let Some(left) = game.time_left(side, cx.now) {
                record.set_tag(CLOCK_TAGS[side.index()], left.as_millis().to_string());
            }
        }
        match cx.settings.clocks() {
            [red, black] if red == black => record.set_tag(CONTROL_TAG, red.to_string()),
            both => {
                for (tag, clock) in CONTROL_TAGS.into_iter().zip(both) {
                    record.set_tag(tag, clock.to_string());
                }
            }
        }
        record
    }

    /// Restores a stored game with its players and clocks. A game with clocks is paused. Further moves go to the game's
    /// file. Only an unfinished game with variations or comments gets a new file, and its old file does not change.
    pub(crate) fn restore(&mut self, mut record: GameTree, game: &mut GameModel, cx: &mut Context) {
        let content = record.clone();
        take_players(&mut record, &mut cx.settings);
        let tags = CLOCK_TAGS.map(|name| record.take_tag(name));
        let left = tags.map(|tag| Some(Duration::from_millis(tag?.parse().ok()?)));
        let clocks = cx.settings.clocks();
        game.set_players(cx.settings.players(), cx.settings.limit);
        game.begin(record.game(), clocks, left);
        game.pause(clocks != [ClockSetting::None; 2], cx.now);
        // The tags of the opening are removed, because further moves may lead to another opening.
        for (tag, value) in opening_tags(&record).into_iter().flatten() {
            if record.tag(tag) == Some(value) {
                record.take_tag(tag);
            }
        }
        let is_over = game.game().ending().is_some();
        if !is_over && !content.is_plain() {
            self.begin(game.game());
        } else {
            self.has_file = true;
            self.players = Some(Side::ALL.map(|side| game.player(side).clone()));
            self.finished = is_over.then(|| Finished::new(self.number, game.game(), content));
        }
        self.tags = record.tags;
        cx.note = Note::Plain(Text::Restored);
    }
}

pub(crate) fn stored(outcome: Result<(), AppError>, cx: &mut Context) {
    match &outcome {
        Ok(()) => cx.note = Note::Plain(Text::StoredAgain),
        // A message shows the path of the folder, because the status line has no room for the path.
        Err(error) if cx.dialog.is_none() => cx.fail(error),
        Err(_) => {}
    }
    cx.store_fault = outcome.err();
}

fn player_name(game: &GameModel, side: Side) -> String {
    match game.player(side) {
        PlayerSetting::Person => "?".to_owned(),
        PlayerSetting::Computer(level) => format!("{COMPUTER}{level}"),
        PlayerSetting::Program(line) => {
            game.program_name(side).unwrap_or_else(|| program(line)).to_owned()
        }
    }
}

/// True if all engines in the tags of a stored game are known. A file must not start unknown programs.
pub(crate) fn knows_players(record: &GameTree, cx: &Context) -> bool {
    // A page in a browser starts no programs.
    if cfg!(target_family = "wasm") {
        return true;
    }
    let known = cx.engines.lines(&cx.settings);
    let mut players = PLAYER_TAGS.iter().filter_map(|tag| record.tag(tag)?.parse().ok());
    players.all(|player: PlayerSetting| {
        player.program().is_none_or(|line| known.iter().any(|known| known == line))
    })
}

/// Moves the players and clocks of a stored game from its tags to the settings.
/// Also removes the names of these players, because the settings give their names.
fn take_players(record: &mut GameTree, settings: &mut Settings) {
    for side in Side::ALL {
        let player = record.take_tag(PLAYER_TAGS[side.index()]);
        if let Some(player) = player.and_then(|player| player.parse().ok()) {
            *settings.player_mut(side) = player;
            record.take_tag(NAME_TAGS[side.index()]);
        }
    }
    let mut control = |tag| record.take_tag(tag)?.parse::<ClockSetting>().ok();
    let both = control(CONTROL_TAG);
    let [red, black] = CONTROL_TAGS.map(|tag| control(tag).or(both));
    if let (Some(red), Some(black)) = (red, black) {
        settings.set_clocks([red, black]);
    }
}

/// Adds the tags of the opening, if the game has no `Opening` tag.
pub(super) fn name_opening(record: &mut GameTree) {
    if record.tag(OPENING_TAG).is_none() {
        for (tag, value) in opening_tags(record).into_iter().flatten() {
            record.set_tag(tag, value);
        }
    }
}

fn opening_tags(record: &GameTree) -> Option<[(&'static str, &'static str); 2]> {
    let opening = opening_of(record.start(), &record.moves())?;
    let (code, name) = match record.start().rules().variant().notation {
        PieceNotation::Algebraic => ("ECO", opening.english),
        PieceNotation::Relative => ("ECCO", opening.chinese),
    };
    Some([(code, opening.code), (OPENING_TAG, name)])
}
