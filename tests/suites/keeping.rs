//! Tests with random events that the window keeps each game and study in a separate file.

use chuhe_app::player::PlayerSetting;
use chuhe_app::settings::Settings;
use chuhe_app::study::Study;
use chuhe_app::{
    App, AppEvent, Effect, GameNumber, ListedUse, OpenedGame, Press, Target, WindowPoint,
};
use chuhe_core::Move;
use chuhe_core::notation::Style;
use chuhe_core::rules::Rules;
use chuhe_desktop::game_files::GameFiles;
use chuhe_desktop::home::{Claim, Home};
use chuhe_host::Map;
use chuhe_records::{GameTree, pgn};
use chuhe_tests::random::{Random, legal_move};
use chuhe_tests::{files, rounds, text};
use std::collections::HashMap;
use std::path::PathBuf;
use std::time::Duration;
use tempfile::TempDir;

const SEEDS: u32 = 20;
const EVENTS: usize = 50;

fn content(tree: &GameTree) -> String {
    let text = tree.to_pgn(Style::Iccs).to_string();
    let moves: Vec<&str> = text.lines().filter(|line| !line.starts_with('[')).collect();
    format!("{} {:?}", moves.join(" "), tree.ending())
}

struct KeptWindow {
    folder: TempDir,
    app: App,
    files: GameFiles,
    contents: Vec<String>,
    game: Entry,
    studies: HashMap<GameNumber, Entry>,
    /// The number of the study that was shown at the last event.
    number: Option<GameNumber>,
    /// (content, place, moves) of the last game that has ended.
    over: Option<(String, usize, Vec<Move>)>,
    /// The next start restores this game. The number is its index in `contents`.
    played: Option<usize>,
}

/// A game or study. Its index in `contents` is `place`, which is `None` until the content differs from `begun`.
#[derive(Default)]
struct Entry {
    place: Option<usize>,
    begun: String,
}

impl Entry {
    fn note(&mut self, content: String, contents: &mut Vec<String>) {
        match self.place {
            Some(place) => contents[place] = content,
            None if content != self.begun => {
                self.place = Some(contents.len());
                contents.push(content);
            }
            None => {}
        }
    }
}

fn app(restored: Option<GameTree>) -> App {
    let settings = Settings { black: PlayerSetting::Person, ..Settings::default() };
    let starts = Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
    App::new(settings, Vec::new(), starts, 0, restored, 1)
}

impl KeptWindow {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = GameFiles::new(Home(folder.path().to_owned()), Some(Claim::default()));
        let mut session = Self {
            folder,
            app: app(None),
            files,
            contents: Vec::new(),
            game: Entry::default(),
            studies: HashMap::new(),
            number: None,
            over: None,
            played: None,
        };
        session.begins();
        session
    }

    fn shown(&self) -> String {
        content(&GameTree::from(self.app.board().game.game()))
    }

    fn on(&mut self, event: AppEvent) {
        let effects = self.app.on(event, Duration::ZERO);
        self.perform(effects);
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let outcome = match effect {
                Effect::Store(number, record) => self.files.store(number, record),
                Effect::StoreStudy(number, tree) => self.files.store_study(number, tree),
                Effect::Adopt(number, path) => {
                    self.files.adopt(number, path);
                    None
                }
                _ => None,
            };
            assert!(outcome.is_none());
        }
        self.note_game();
        let shown = self.shown();
        let study = self.app.board().study.as_ref();
        let last = std::mem::replace(&mut self.number, study.map(Study::number));
        let Some(study) = study else { return };
        let (number, is_changed) = (study.number(), study.changes() > 0);
        // If a change makes the main line of a study differ from the finished game, the study gets a new number.
        // Therefore it also gets a new file.
        let has_moved = is_changed && !self.studies.contains_key(&number);
        if let Some(last) = last.filter(|_| has_moved) {
            self.studies.remove(&last);
        }
        let own = self.over.as_ref().filter(|(over, ..)| *over == shown && !is_changed);
        let new = Entry { place: own.map(|(_, place, _)| *place), begun: String::new() };
        let entry = self.studies.entry(number).or_insert(new);
        if is_changed {
            entry.note(content(study.tree()), &mut self.contents);
        }
    }

    /// Notes the content of the game. A finished game never changes: a new move after an undo begins another game.
    fn note_game(&mut self) {
        let (shown, game) = (self.shown(), self.app.board().game.game());
        let (is_over, is_empty) = (game.ending().is_some(), game.moves().is_empty());
        match &self.over {
            Some((over, place, _)) if *over == shown => {
                (self.game.place, self.played) = (Some(*place), Some(*place));
                return;
            }
            Some((_, place, _)) if self.game.place == Some(*place) => {
                self.game = Entry { place: None, begun: shown.clone() };
            }
            _ => {}
        }
        let moves = game.moves().to_vec();
        let is_of_over = self.over.as_ref().is_some_and(|(.., over)| over.starts_with(&moves));
        let repeats = is_of_over && !is_over && self.game.place.is_none();
        if !is_empty && !repeats {
            self.game.note(shown.clone(), &mut self.contents);
            self.played = self.game.place.or(self.played);
            if let Some(place) = self.game.place.filter(|_| is_over) {
                self.over = Some((shown, place, moves));
            }
        }
    }

    fn begins(&mut self) {
        self.game = Entry { place: None, begun: self.shown() };
        self.over = None;
    }

    fn keys(&mut self, names: &[&str]) {
        for name in names {
            self.on(AppEvent::Key(Press::named(name).expect("a key")));
        }
    }

    fn play(&mut self, random: &mut Random) {
        let Some(mv) = legal_move(self.app.board().position(), random) else { return };
        if !self.app.board().awaits_person() {
            return;
        }
        for square in [mv.from(), mv.to()] {
            let target = square.map(Target::Square);
            self.on(AppEvent::Pressed(target, WindowPoint::default()));
            self.on(AppEvent::Released(target, WindowPoint::default()));
        }
    }

    fn event(&mut self, random: &mut Random) {
        let in_study = self.app.board().study.is_some();
        match random.below(20) {
            0..8 => self.play(random),
            8 => self.keys(&["u"]),
            9 => self.keys(&["PgUp"]),
            10 => self.keys(&["PgUp", "PgUp"]),
            11 if in_study => self.keys(&["!"]),
            11 => self.keys(&["g", "Enter", "Esc"]),
            12 => self.keys(&["Ctrl+y"]),
            13 if in_study => self.keys(&["Del"]),
            13 | 14 => self.keys(&["v"]),
            15 => self.play_on(),
            16 => {
                let effects = self.app.host(Duration::ZERO, |guest| guest.restart(None));
                self.begins();
                self.perform(effects);
            }
            17 => self.open(random, true),
            18 => self.open(random, false),
            _ => self.kill(),
        }
    }

    fn play_on(&mut self) {
        let before = self.app.board().game.changes();
        self.keys(&["c"]);
        if self.app.cx().dialog().is_some() {
            let reply = Target::Reply(chuhe_app::Reply::PlayBoth);
            let press = AppEvent::Pressed(Some(reply), WindowPoint::default());
            let release = AppEvent::Released(Some(reply), WindowPoint::default());
            let mut effects = self.app.on(press, Duration::ZERO);
            effects.extend(self.app.on(release, Duration::ZERO));
            assert!(self.app.board().game.changes() > before, "another game begins");
            self.begins();
            self.perform(effects);
        }
    }

    /// Opens a game of the library. If `is_own`, later changes are stored in the file of the game. Otherwise the game
    /// opens as a copy, like a game of another folder.
    fn open(&mut self, random: &mut Random, is_own: bool) {
        let paths = self.paths();
        if paths.is_empty() {
            return;
        }
        let path = paths[random.below(paths.len())].clone();
        let tree = pgn::read(&text(&path)).expect("a game");
        let found = content(&tree);
        let places = self.contents.iter().enumerate().filter(|(_, content)| **content == found);
        let [place] = places.map(|(place, _)| place).collect::<Vec<_>>()[..] else { return };
        let is_over = self.over.as_ref().is_some_and(|(_, over, _)| *over == place);
        let is_shown = Some(place) == self.game.place || is_over;
        if is_own && is_shown {
            return;
        }
        let path = is_own.then_some(path);
        let opened = OpenedGame { name: "One.pgn".to_owned(), tree, path };
        let event = AppEvent::ListedOpened(ListedUse::Open, Ok(Box::new(opened)));
        let effects = self.app.on(event, Duration::ZERO);
        let entry = Entry { place: is_own.then_some(place), begun: String::new() };
        match &self.app.board().study {
            None => (self.game, self.over) = (entry, None),
            Some(study) => {
                self.studies.entry(study.number()).or_insert(entry);
            }
        }
        self.perform(effects);
    }

    fn kill(&mut self) {
        let home = Home(self.folder.path().to_owned());
        let last = home.restore().expect("it can be read");
        self.files = GameFiles::new(home, Some(Claim::default()));
        let is_plain = last.as_ref().is_some_and(|(_, tree)| tree.is_plain());
        let record = last.map(|(path, record)| {
            self.files.adopt(Default::default(), path);
            record
        });
        self.app = app(record);
        (self.number, self.studies) = (None, HashMap::new());
        self.begins();
        let is_over = self.app.board().game.game().ending().is_some();
        self.game.place = self.played.filter(|_| is_over || is_plain);
        let moves = self.app.board().game.game().moves().to_vec();
        self.over = self.played.filter(|_| is_over).map(|place| (self.shown(), place, moves));
        self.perform(Vec::new());
    }

    fn paths(&self) -> Vec<PathBuf> {
        let folder = self.folder.path().join("games");
        if folder.exists() { files(&folder, &["pgn"]) } else { Vec::new() }
    }

    fn found(&self) -> Vec<String> {
        let read = |path: &PathBuf| content(&pgn::read(&text(path)).expect("a game"));
        let mut contents: Vec<_> = self.paths().iter().map(read).collect();
        contents.sort();
        contents
    }
}

#[test]
fn a_game_goes_on_with_an_engine_that_is_found_on_this_machine() {
    let record = pgn::read("[RedPlayer \"/bin/x\"] [BlackPlayer \"person\"] 1. h2e2");
    for (engines, plies) in [(vec![], 0), (vec!["/bin/x".to_owned()], 1)] {
        let starts = vec![Map::standard(Rules::Xiangqi)];
        let app = App::new(Settings::default(), engines, starts, 0, record.clone().ok(), 1);
        assert_eq!(app.board().game.game().moves().len(), plies);
    }
}

#[test]
fn whatever_is_played_studied_and_interrupted_is_in_the_files() {
    for seed in 0..u64::from(rounds(SEEDS)) {
        let (mut session, mut random) = (KeptWindow::new(), Random::new(seed));
        for event in 0..EVENTS {
            session.event(&mut random);
            let mut expected = session.contents.clone();
            expected.sort();
            assert_eq!(session.found(), expected, "seed {seed}, event {event}");
            let last = Home(session.folder.path().to_owned()).restore().expect("it can be read");
            let restored = last.map(|(_, tree)| content(&tree));
            let played = session.played.map(|place| session.contents[place].clone());
            assert_eq!(restored, played, "seed {seed}, event {event}: restored");
        }
    }
}
