use super::*;
use crate::Games;
use crate::game::{GameEvent, SharedGame, Watcher};
use crate::reply::ServerLine;
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Position};
use chuhe_host::journal::{self, JournalChange, JournalOptions};
use chuhe_host::{Computer, Map, Strength};
use chuhe_tests::wait::{PATIENCE, wait_until};
use std::fs;
use std::path::PathBuf;
use tempfile::TempDir;

fn id(text: &str) -> GameId<'_> {
    GameId::new(text).unwrap()
}

/// Kept games in a temporary folder, and a computer that answers at once.
struct Sample {
    folder: TempDir,
    kept: Arc<KeptGames>,
    computer: Arc<Computer>,
    metrics: Arc<Metrics>,
}

impl Sample {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journals =
            Journals::open(&folder.path().join("games"), JournalOptions::default()).unwrap();
        let metrics = Arc::new(Metrics::new());
        let kept = KeptGames::new(journals, Arc::clone(&metrics)).unwrap();
        Self { folder, kept, computer: Arc::new(Computer::new(1, 1).unwrap()), metrics }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join("games").join(format!("game-{name}.journal"))
    }

    /// Moves the folder of the journals away.
    fn hide_folder(&self) {
        fs::rename(self.folder.path().join("games"), self.folder.path().join("aside")).unwrap();
    }

    fn show_folder(&self) {
        fs::rename(self.folder.path().join("aside"), self.folder.path().join("games")).unwrap();
    }

    fn game(&self) -> Arc<ServerGame> {
        self.game_of(strength())
    }

    fn game_of(&self, strength: Strength) -> Arc<ServerGame> {
        let (computer, metrics) = (Arc::clone(&self.computer), Arc::clone(&self.metrics));
        ServerGame::new(1, Arc::new(Map::standard(Rules::default())), strength, computer, metrics)
    }

    /// The games of a server that keeps these.
    fn games(&self) -> Games {
        Games::Own {
            computer: Arc::clone(&self.computer),
            map: Arc::new(Map::standard(Rules::default())),
            strength: strength(),
            kept: Some(Arc::clone(&self.kept)),
        }
    }

    /// A game named `t`, a client of it, and what another one hears.
    fn named(&self) -> (NamedGame, Arc<dyn Watcher>, Receiver<Heard>) {
        let named = self.kept.name(id("t"), &self.game()).unwrap();
        let (client, hears) = watchers(self, &named.game);
        (named, client, hears)
    }

    /// Like [`Sample::named`], after a move that could not be written. The folder is back again.
    fn unsaved(&self) -> (NamedGame, Arc<dyn Watcher>, Receiver<Heard>) {
        let (named, client, hears) = self.named();
        self.hide_folder();
        play(&named.game, &client);
        assert_eq!(hears.recv_timeout(PATIENCE), Ok(Heard::Journal(JournalChange::Failed)));
        assert_eq!(self.metrics.unsaved_games.get(), 1);
        (named, client, hears)
    }

    /// The number of moves in the journal.
    fn kept_moves(&self) -> usize {
        let text = fs::read_to_string(self.file("t")).unwrap();
        journal::read(text.as_bytes()).unwrap().moves().len()
    }

    fn resume(&self, name: &str) -> Result<NamedGame, JournalError> {
        self.kept.resume(id(name), |game| {
            let (computer, metrics) = (Arc::clone(&self.computer), Arc::clone(&self.metrics));
            ServerGame::resume(2, game, strength(), computer, metrics)
        })
    }
}

fn strength() -> Strength {
    Strength { nodes: Some(50), ..Strength::default() }
}

/// A watcher that passes on what it hears, with the journal as it was at that moment.
struct Recorder {
    journal: PathBuf,
    heard: Sender<Heard>,
}

#[derive(PartialEq, Eq, Debug)]
enum Heard {
    /// A move: the game, and the journal.
    Moved(String, Option<String>),
    Journal(JournalChange),
}

impl Watcher for Recorder {
    fn notify(&self, event: GameEvent<'_>) {
        let heard = match event {
            GameEvent::ComputerMoved(game) | GameEvent::Changed(game) => {
                Heard::Moved(journal::write(game), fs::read_to_string(&self.journal).ok())
            }
            GameEvent::Journal(change) => Heard::Journal(change),
            GameEvent::Over(_) | GameEvent::Failed => return,
        };
        let _ = self.heard.send(heard);
    }
}

/// A watcher who acts, and what another one hears.
fn watchers(sample: &Sample, game: &ServerGame) -> (Arc<dyn Watcher>, Receiver<Heard>) {
    let (heard, hears) = channel();
    let journal = sample.file("t");
    game.watch(Arc::new(Recorder { journal: journal.clone(), heard }));
    (Arc::new(Recorder { journal, heard: channel().0 }), hears)
}

fn play(game: &ServerGame, client: &Arc<dyn Watcher>) {
    game.with(client, &mut |game| {
        let mv = game.game().position().legal_moves()[0];
        game.make_move(mv).unwrap();
    });
}

#[test]
fn nobody_hears_of_a_move_that_is_not_in_the_folder() {
    let sample = Sample::new();
    let (named, client, hears) = sample.named();
    for _ in 0..5 {
        play(&named.game, &client);
        for mover in ["Red", "the computer"] {
            let heard = hears.recv_timeout(PATIENCE).unwrap();
            let Heard::Moved(game, journal) = heard else { panic!("{heard:?}") };
            assert_eq!(journal, Some(game), "{mover} moved");
        }
    }
    named.game.with(&client, &mut |game| game.takeback().unwrap());
    named.game.with(&client, &mut |game| game.restart(None));
    for heard in [hears.recv_timeout(PATIENCE), hears.recv_timeout(PATIENCE)] {
        let Ok(Heard::Moved(game, journal)) = heard else { panic!("{heard:?}") };
        assert_eq!(journal, Some(game));
    }
}

#[test]
fn a_name_that_cannot_be_written_stays_free() {
    let sample = Sample::new();
    sample.hide_folder();
    assert!(sample.kept.name(id("t"), &sample.game()).is_err());
    sample.show_folder();
    assert_eq!(
        fs::read_dir(sample.folder.path().join("games")).unwrap().count(),
        0,
        "nothing is left behind"
    );
    assert!(sample.kept.name(id("t"), &sample.game()).is_ok());
    assert_eq!(sample.metrics.kept_games.get(), 0, "nobody plays it any more");
}

#[test]
fn one_name_is_one_game_although_its_file_was_deleted() {
    let sample = Sample::new();
    let (named, client, hears) = sample.named();
    play(&named.game, &client);
    hears.recv_timeout(PATIENCE).unwrap();
    hears.recv_timeout(PATIENCE).unwrap();
    fs::remove_file(sample.file("t")).unwrap();
    let error = sample.kept.name(id("T"), &sample.game()).unwrap_err();
    assert!(matches!(error.fault, JournalFault::Taken), "{error}");
    let other = sample.resume("T").unwrap();
    assert!(Arc::ptr_eq(&other.game, &named.game));
    play(&other.game, &client);
    let Ok(Heard::Moved(game, journal)) = hears.recv_timeout(PATIENCE) else { panic!() };
    assert_eq!(journal, Some(game), "the whole game is in the folder again");
    drop(named);
    hears.recv_timeout(PATIENCE).unwrap();
    fs::remove_file(sample.file("t")).unwrap();
    drop(other);
    let error = sample.resume("t").unwrap_err();
    assert!(matches!(error.fault, JournalFault::Unknown), "{error}");
    assert!(sample.kept.name(id("t"), &sample.game()).is_ok());
}

#[test]
fn a_journal_that_failed_is_completed_without_another_move() {
    let sample = Sample::new();
    let (named, _client, hears) = sample.unsaved();
    for _ in ["Red", "the computer"] {
        assert!(matches!(hears.recv_timeout(PATIENCE), Ok(Heard::Moved(_, None))));
    }
    let (_, late) = watchers(&sample, &named.game);
    assert_eq!(
        late.recv_timeout(PATIENCE),
        Ok(Heard::Journal(JournalChange::Failed)),
        "who comes later is told, too"
    );
    sample.show_folder();
    let complete = Heard::Journal(JournalChange::Complete);
    assert_eq!(hears.recv_timeout(PATIENCE).as_ref(), Ok(&complete));
    assert_eq!(late.recv_timeout(PATIENCE), Ok(complete));
    assert_eq!(sample.metrics.unsaved_games.get(), 0);
    assert!(sample.metrics.journal_faults.get() > 0);
    assert_eq!(sample.kept_moves(), 2);
}

#[test]
fn the_last_client_does_not_leave_before_the_journal_was_tried_again() {
    let sample = Sample::new();
    let (named, ..) = sample.unsaved();
    sample.show_folder();
    drop(named);
    assert!(sample.kept_moves() > 0);
    assert_eq!((sample.metrics.unsaved_games.get(), sample.metrics.kept_games.get()), (0, 0));
}

#[test]
fn a_game_is_deleted_by_the_only_client_that_plays_it() {
    let sample = Sample::new();
    let first = sample.kept.name(id("t"), &sample.game()).unwrap();
    let second = sample.resume("t").unwrap();
    for own in [None, Some(&first), Some(&second)] {
        let error = sample.kept.remove(id("t"), own).unwrap_err();
        assert!(matches!(error, RemoveError::Played), "{error}");
    }
    drop(second);
    let other = sample.kept.name(id("other"), &sample.game()).unwrap();
    assert!(sample.kept.remove(id("t"), Some(&other)).is_err(), "a stranger");
    // Its file may be gone already.
    fs::remove_file(sample.file("t")).unwrap();
    sample.kept.remove(id("T"), Some(&first)).unwrap();
    assert_eq!(sample.metrics.kept_games.get(), 1);
    let again = sample.kept.name(id("t"), &sample.game()).unwrap();
    // The end of the deleted game is not the end of the one that has its name now.
    drop(first);
    assert!(Arc::ptr_eq(&sample.resume("t").unwrap().game, &again.game));
    assert_eq!(sample.kept.names(None, 9).unwrap(), ["other", "t"]);
}

#[test]
fn a_list_of_games_is_bounded() {
    let sample = Sample::new();
    let name = |number: usize| format!("{number:x<64}");
    let mut all: Vec<String> = (100..350).map(name).collect();
    for name in &all {
        fs::write(sample.file(name), "").unwrap();
    }
    let games = sample.games();
    // The folder was listed when it was opened, and is listed again after a second.
    wait_until("the folder is listed again", || !games.names(None).unwrap().is_empty());
    let mut after: Option<String> = None;
    for expected in [100, 100, 50, 0] {
        let names = games.names(after.as_deref().map(id)).unwrap();
        assert_eq!(names, all.drain(..expected).collect::<Vec<_>>());
        assert!(ServerLine::Games(&names).to_string().len() < 7000);
        after = names.last().cloned();
    }
}

/// A server that ends does not wait for the thread that tries again each second.
#[test]
fn failed_journals_are_completed_when_a_server_ends() {
    let sample = Sample::new();
    let _unsaved = sample.unsaved();
    sample.show_folder();
    sample.games().sync();
    assert!(sample.kept_moves() > 0);
    assert_eq!(sample.metrics.unsaved_games.get(), 0);
}

#[test]
fn the_search_of_a_named_game_is_cut_short() {
    let sample = Sample::new();
    let strength = Strength { movetime: 3_600_000, level: Level::MAX, ..Strength::default() };
    let named = sample.kept.name(id("t"), &sample.game_of(strength)).unwrap();
    let (client, hears) = watchers(&sample, &named.game);
    play(&named.game, &client);
    assert!(matches!(hears.recv_timeout(PATIENCE), Ok(Heard::Moved(..))), "Red");
    named.game.move_now();
    assert!(matches!(hears.recv_timeout(PATIENCE), Ok(Heard::Moved(..))), "the computer");
}

/// An answer of the computer may own a game for a moment longer than its clients do.
#[test]
fn a_game_that_was_left_is_free_for_another_server() {
    let sample = Sample::new();
    let named = sample.kept.name(id("t"), &sample.game()).unwrap();
    let games = sample.folder.path().join("games");
    let other = Journals::open(&games, JournalOptions::default()).unwrap();
    assert!(other.resume(id("t")).is_err(), "this server plays it");
    let owned = Arc::clone(&named.game);
    drop(named);
    assert!(other.resume(id("t")).is_ok());
    drop(owned);
}

/// A panic may leave a game half changed, so it is not written any more.
#[test]
fn a_game_that_failed_leaves_its_journal_as_it_was() {
    let sample = Sample::new();
    let (named, client, _hears) = sample.unsaved();
    named.game.with(&client, &mut |_| panic!("planted"));
    let metrics = &sample.metrics;
    let gauges = [&metrics.kept_games, &metrics.unsaved_games].map(|gauge| gauge.get());
    assert_eq!((gauges, metrics.failed_games.get()), ([0, 0], 1));
    sample.show_folder();
    drop(named);
    assert_eq!(sample.kept_moves(), 0);
}
