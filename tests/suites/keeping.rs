//! The games of the window: whatever is played, and however it is interrupted, each game is in a file
//! of its own.

use chuhe_app::player::PlayerSetting;
use chuhe_app::settings::Settings;
use chuhe_app::{App, AppEvent, Effect, Press};
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Move, Position};
use chuhe_desktop::game_files::GameFiles;
use chuhe_desktop::home::Home;
use chuhe_host::{Map, Random};
use chuhe_records::{GameTree, pgn};
use std::fs;
use std::time::Duration;
use tempfile::TempDir;

/// The seeds, and the events of each.
const SEEDS: u64 = 30;
const EVENTS: usize = 50;

/// The moves and the end of a game.
type Played = (Vec<Move>, Option<Ending>);

/// A window with its files, and the games that must be in them.
struct Session {
    folder: TempDir,
    app: App,
    files: GameFiles,
    games: Vec<Played>,
    /// The place of the current game among them; `None` before its first move.
    current: Option<usize>,
}

fn app(restored: Option<GameTree>) -> App {
    let settings = Settings { black: PlayerSetting::Person, ..Settings::default() };
    let starts = Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).collect();
    App::new(settings, starts, 0, restored, 1)
}

impl Session {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let files = GameFiles::new(Home(folder.path().to_owned()), true);
        Self { folder, app: app(None), files, games: Vec::new(), current: None }
    }

    /// Writes what the window wants written, and notes what must be in the files.
    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Store(number, record) = effect {
                assert!(self.files.store(number, record).is_none());
            }
        }
        let game = self.app.game_model().game();
        if !game.moves().is_empty() {
            let current = *self.current.get_or_insert(self.games.len());
            let played = (game.moves().to_vec(), game.ending());
            match self.games.get_mut(current) {
                Some(known) => *known = played,
                None => self.games.push(played),
            }
        }
    }

    fn keys(&mut self, names: &[&str]) {
        for name in names {
            let press = Press::named(name).expect("a key");
            let effects = self.app.on(AppEvent::Key(press), Duration::ZERO);
            self.perform(effects);
        }
    }

    fn event(&mut self, random: &mut Random) {
        let game = self.app.game_model().game();
        let moves = game.position().legal_moves();
        match random.below(12) {
            0..7 if game.ending().is_none() => {
                let mv = moves[random.below(moves.len() as u64) as usize];
                let effects = self.app.host(Duration::ZERO, |guest| {
                    guest.make_move(mv).expect("a legal move");
                });
                self.perform(effects);
            }
            7 | 8 => self.keys(&["u"]),
            9 => self.keys(&["g", "Enter", "Esc"]),
            10 => {
                let effects = self.app.host(Duration::ZERO, |guest| guest.restart(None));
                self.current = None;
                self.perform(effects);
            }
            _ => self.kill(),
        }
    }

    /// Ends the window without notice, and starts another one.
    fn kill(&mut self) {
        let home = Home(self.folder.path().to_owned());
        let last = home.restore().expect("it can be read");
        self.files = GameFiles::new(home, true);
        // The window shows the game that had a move last.
        self.current = last.as_ref().map(|(_, tree)| {
            let shown = (tree.moves(), tree.ending());
            self.games.iter().rposition(|game| *game == shown).expect("a game that was played")
        });
        let record = last.map(|(path, record)| {
            self.files.adopt(Default::default(), path);
            record
        });
        self.app = app(record);
        self.perform(Vec::new());
    }

    /// The games in the files, in the order of their moves.
    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path().join("games")).into_iter().flatten();
        let paths = entries.map(|entry| entry.expect("a file").path());
        let games = paths.filter(|path| path.extension().is_some_and(|end| end == "pgn"));
        let mut games: Vec<String> = games
            .map(|path| {
                let tree = pgn::read(&fs::read_to_string(path).expect("text")).expect("a game");
                written(&(tree.moves(), tree.ending()))
            })
            .collect();
        games.sort();
        games
    }
}

fn written((moves, ending): &Played) -> String {
    format!("{moves:?} {ending:?}")
}

#[test]
fn whatever_is_played_and_interrupted_is_in_the_files() {
    for seed in 0..SEEDS {
        let (mut session, mut random) = (Session::new(), Random::new(seed));
        for event in 0..EVENTS {
            session.event(&mut random);
            let mut expected: Vec<String> = session.games.iter().map(written).collect();
            expected.sort();
            assert_eq!(session.files(), expected, "seed {seed}, event {event}");
        }
    }
}
