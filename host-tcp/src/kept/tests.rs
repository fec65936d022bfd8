use super::*;
use crate::addresses::AddressLimits;
use crate::config::{Client, Config};
use crate::game::{GameEvent, SharedGame, Watcher};
use crate::games::Games;
use crate::late_command::LateCommand;
use crate::lines::{Frame, LineEnd, Reply};
use crate::outbox::Outbox;
use crate::session::Session;
use crate::stream::Peer;
use chuhe_core::Position;
use chuhe_core::rules::Rules;
use chuhe_host::journal::{self, JournalOptions};
use chuhe_host::{Strength, Team};
use chuhe_tests::wait::{PATIENCE, wait_until};
use std::fs;
use std::path::PathBuf;
use std::task::{Context, Waker};
use tempfile::TempDir;

/// Kept games in a temporary folder, and a computer that answers at once.
struct Sample {
    folder: TempDir,
    kept: Arc<KeptGames>,
    opponent: Opponent,
}

impl Sample {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let journals =
            Journals::open(&folder.path().join("games"), JournalOptions::default()).unwrap();
        let opponent = Opponent::new(Strength { nodes: Some(50), ..Strength::default() });
        let kept = KeptGames::new(journals, Arc::clone(&opponent.metrics)).unwrap();
        Self { folder, kept, opponent }
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
        ServerGame::new(1, Arc::new(Map::standard(Rules::default())), &self.opponent)
    }

    fn games(&self) -> Games {
        let (opponent, kept) = (self.opponent.clone(), Some(Arc::clone(&self.kept)));
        Games::Own { opponent, map: Arc::new(Map::standard(Rules::default())), kept }
    }

    /// A game named `t`, and a client of it.
    fn named(&self) -> (NamedGame, Guest) {
        let named = self.kept.name("t", &self.game()).unwrap();
        let guest = Guest::of(&named);
        (named, guest)
    }

    /// Like [`Sample::named`], after a move that could not be written.
    fn unsaved(&self) -> (NamedGame, Guest) {
        let (named, mut guest) = self.named();
        self.hide_folder();
        play(&named);
        guest.wait_for("Journal:failed");
        assert_eq!(self.opponent.metrics.unsaved_games.get(), 1);
        (named, guest)
    }

    /// The number of moves in the journal.
    fn kept_moves(&self) -> usize {
        let text = fs::read_to_string(self.file("t")).unwrap();
        journal::read(text.as_bytes()).unwrap().moves().len()
    }

    fn resume(&self, name: &str) -> Result<NamedGame, JournalError> {
        self.kept.resume(name, 2, &self.opponent)
    }

    /// Waits until everything is done that waits for the disk.
    fn settle(&self) {
        self.kept.disk.wait(PATIENCE);
    }
}

/// A client, and the lines that were sent to it.
struct Guest {
    outbox: Arc<Outbox>,
    heard: Vec<u8>,
}

impl Guest {
    fn of(named: &NamedGame) -> Self {
        let client = Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) };
        let outbox = Arc::new(Outbox::new(client, Arc::default(), None));
        named.game.watch(Arc::<Outbox>::clone(&outbox));
        Self { outbox, heard: Vec::new() }
    }

    fn line(&mut self) -> String {
        let mut context = Context::from_waker(Waker::noop());
        wait_until("a line", || {
            self.outbox.poll_send(&mut context, &mut self.heard).unwrap();
            self.heard.contains(&b'\n')
        });
        let end = self.heard.iter().position(|&byte| byte == b'\n').unwrap();
        String::from_utf8(self.heard.drain(..=end).collect()).unwrap()
    }

    fn wait_for(&mut self, text: &str) {
        while !self.line().starts_with(text) {}
    }
}

fn play(named: &NamedGame) {
    let client: Arc<dyn Watcher> = Arc::new(|_: GameEvent<'_>| ());
    named.game.with(&client, &mut |game| {
        let mv = game.game().position().legal_moves()[0];
        game.make_move(mv).unwrap();
    });
}

#[test]
fn nobody_hears_of_a_move_that_is_not_in_the_folder() {
    let sample = Sample::new();
    let (named, mut guest) = sample.named();
    for turn in 0..5 {
        play(&named);
        for moves in [2 * turn + 1, 2 * turn + 2] {
            guest.wait_for("CurrentBoard:");
            assert!(sample.kept_moves() >= moves, "{moves}");
        }
    }
    let client: Arc<dyn Watcher> = Arc::<Outbox>::clone(&guest.outbox);
    named.game.with(&client, &mut |game| game.takeback().unwrap());
    wait_until("it is taken back", || sample.kept_moves() == 8);
    named.game.with(&client, &mut |game| game.restart(None));
    wait_until("it begins again", || sample.kept_moves() == 0);
}

/// The disk hangs: the clients of the game are told after some seconds, and it goes on. Other games
/// notice nothing. When the disk answers again, the journal is completed.
#[test]
fn a_disk_that_hangs_holds_its_games_back_for_seconds_and_no_others() {
    let sample = Sample::new();
    let (named, mut guest) = sample.named();
    let other = sample.kept.name("other", &sample.game()).unwrap();
    let mut neighbour = Guest::of(&other);
    let (thaw, frozen) = channel::<()>();
    sample.kept.disk.submit("t", move || _ = frozen.recv());
    let begun = Instant::now();
    play(&named);
    assert!(guest.outbox.is_held(), "the move is told when the disk has it");
    play(&other);
    neighbour.wait_for("CurrentBoard:");
    neighbour.wait_for("CurrentBoard:");
    guest.wait_for("CurrentBoard:");
    assert!(begun.elapsed() >= super::PATIENCE, "{:?}", begun.elapsed());
    guest.wait_for("Journal:failed");
    play(&named);
    guest.wait_for("CurrentBoard:");
    assert_eq!(sample.opponent.metrics.unsaved_games.get(), 1);
    drop(thaw);
    guest.wait_for("Journal:ok");
    wait_until("the journal is whole", || sample.kept_moves() == 4);
    assert_eq!(sample.opponent.metrics.unsaved_games.get(), 0);
}

#[test]
fn a_name_that_cannot_be_written_stays_free() {
    let sample = Sample::new();
    sample.hide_folder();
    assert!(sample.kept.name("t", &sample.game()).is_err());
    sample.show_folder();
    let files = fs::read_dir(sample.folder.path().join("games")).unwrap().count();
    assert_eq!(files, 0, "nothing is left behind");
    assert!(sample.kept.name("t", &sample.game()).is_ok());
    sample.settle();
    assert_eq!(sample.opponent.metrics.kept_games.get(), 0, "nobody plays it any more");
}

#[test]
fn one_name_is_one_game_although_its_file_was_deleted() {
    let sample = Sample::new();
    let (named, mut guest) = sample.named();
    play(&named);
    guest.wait_for("CurrentBoard:");
    guest.wait_for("CurrentBoard:");
    fs::remove_file(sample.file("t")).unwrap();
    let error = sample.kept.name("t", &sample.game()).unwrap_err();
    assert!(matches!(error.fault, JournalFault::Taken), "{error}");
    let other = sample.resume("t").unwrap();
    assert!(Arc::ptr_eq(&other.game, &named.game));
    play(&other);
    guest.wait_for("CurrentBoard:");
    assert!(sample.kept_moves() >= 3, "the whole game is in the folder again");
    guest.wait_for("CurrentBoard:");
    drop(named);
    sample.settle();
    fs::remove_file(sample.file("t")).unwrap();
    drop(other);
    sample.settle();
    let error = sample.resume("t").unwrap_err();
    assert!(matches!(error.fault, JournalFault::Unknown), "{error}");
    assert!(sample.kept.name("t", &sample.game()).is_ok());
}

#[test]
fn a_journal_that_failed_is_completed_without_another_move() {
    let sample = Sample::new();
    let (named, mut guest) = sample.unsaved();
    let mut late = Guest::of(&named);
    assert_eq!(late.line(), "Journal:failed\n", "who comes later is told, too");
    sample.show_folder();
    for guest in [&mut guest, &mut late] {
        guest.wait_for("Journal:ok");
    }
    assert_eq!(sample.opponent.metrics.unsaved_games.get(), 0);
    assert!(sample.opponent.metrics.journal_faults.get() > 0);
    wait_until("the answer is kept, too", || sample.kept_moves() == 2);
}

/// The last client does not leave before the journal was tried again, and neither does a server end.
#[test]
fn a_failed_journal_is_tried_once_more_at_the_end() {
    let ends: [fn(&Sample, NamedGame); 2] =
        [|_, named| drop(named), |sample, _named| sample.games().sync()];
    for end in ends {
        let sample = Sample::new();
        let (named, _guest) = sample.unsaved();
        sample.show_folder();
        end(&sample, named);
        sample.settle();
        assert!(sample.kept_moves() > 0);
        assert_eq!(sample.opponent.metrics.unsaved_games.get(), 0);
    }
}

#[test]
fn a_game_is_deleted_by_the_only_client_that_plays_it() {
    let sample = Sample::new();
    let first = sample.kept.name("t", &sample.game()).unwrap();
    let second = sample.resume("t").unwrap();
    for own in [None, Some(&first.game), Some(&second.game)] {
        let error = sample.kept.remove("t", own).unwrap_err();
        assert_eq!(error.to_string(), "other clients play this game");
    }
    drop(second);
    sample.settle();
    let other = sample.kept.name("other", &sample.game()).unwrap();
    assert!(sample.kept.remove("t", Some(&other.game)).is_err(), "a stranger");
    // Its file may be gone already.
    fs::remove_file(sample.file("t")).unwrap();
    sample.kept.remove("t", Some(&first.game)).unwrap();
    assert_eq!(sample.opponent.metrics.kept_games.get(), 1);
    let again = sample.kept.name("t", &sample.game()).unwrap();
    // The end of the deleted game is not the end of the one that has its name now.
    drop(first);
    sample.settle();
    assert!(Arc::ptr_eq(&sample.resume("t").unwrap().game, &again.game));
    assert_eq!(sample.kept.names(None, 9).unwrap(), ["other", "t"]);
}

/// A client that was told that the disk does not answer may ask for another name.
#[test]
fn a_game_has_one_name() {
    let sample = Sample::new();
    let game = sample.game();
    let named = sample.kept.name("t", &game).unwrap();
    let error = sample.kept.name("other", &game).unwrap_err();
    assert!(matches!(error.fault, JournalFault::Named), "{error}");
    assert!(!sample.file("other").exists());
    assert_eq!(sample.opponent.metrics.kept_games.get(), 1);
    play(&named);
    wait_until("its journal is written", || sample.kept_moves() == 2);
}

/// The removal of a game may come after the client was refused.
#[tokio::test]
async fn a_game_that_was_deleted_late_can_get_another_name() {
    let sample = Sample::new();
    let config = Config::new(sample.games(), Team::load(&sample.file("")).unwrap());
    let client = Client { number: 1, peer: Peer::Inet(([127, 0, 0, 1], 1).into()) };
    let permit = AddressLimits::new(None, None).enter(client.peer).unwrap();
    let mut session = Session::new(client, permit, &config);
    let mut told = Vec::new();
    for (line, is_late, reply) in
        [("Name:t", false, "True"), ("Delete:t", true, "False"), ("Name:u", false, "True")]
    {
        session.answer(Frame { bytes: line.as_bytes(), line_end: LineEnd::Lf });
        sample.settle();
        let late = || Err("the disk does not answer".into());
        let done = if is_late { late() } else { LateCommand::wait(&mut session.late).await };
        session.finish(done);
        let _ = session.outbox.poll_send(&mut Context::from_waker(Waker::noop()), &mut told);
        assert_eq!(String::from_utf8_lossy(&told).trim_end(), reply, "{line}");
        told.clear();
    }
}

#[test]
fn a_list_of_games_is_bounded() {
    let sample = Sample::new();
    let mut all: Vec<String> = (100..350).map(|number| format!("{number:x<64}")).collect();
    for name in &all {
        fs::write(sample.file(name), "").unwrap();
    }
    // The folder was listed when it was opened, and is listed again after a second.
    wait_until("it is listed again", || sample.kept.names(None, 999).unwrap() == all);
    let mut after: Option<String> = None;
    for expected in [100, 100, 50, 0] {
        let names = sample.kept.names(after.as_deref(), 100).unwrap();
        assert_eq!(names, all.drain(..expected).collect::<Vec<_>>());
        assert!(Reply::Games(&names).to_string().len() < 7000);
        after = names.last().cloned();
    }
}

/// An answer of the computer may own a game for a moment longer than its clients do.
#[test]
fn a_game_that_was_left_is_free_for_another_server() {
    let sample = Sample::new();
    let (named, _guest) = sample.named();
    let games = sample.folder.path().join("games");
    let other = Journals::open(&games, JournalOptions::default()).unwrap();
    assert!(other.resume(id("t")).is_err(), "this server plays it");
    let owned = Arc::clone(&named.game);
    drop(named);
    sample.settle();
    assert!(other.resume(id("t")).is_ok());
    drop(owned);
}

/// A panic may leave a game half changed, so it is not written any more.
#[test]
fn a_game_that_failed_leaves_its_journal_as_it_was() {
    let sample = Sample::new();
    let (named, guest) = sample.unsaved();
    let client: Arc<dyn Watcher> = Arc::<Outbox>::clone(&guest.outbox);
    named.game.with(&client, &mut |_| panic!("planted"));
    let metrics = &sample.opponent.metrics;
    let gauges = [&metrics.kept_games, &metrics.unsaved_games].map(|gauge| gauge.get());
    assert_eq!((gauges, metrics.failed_games.get()), ([0, 0], 1));
    sample.show_folder();
    drop(named);
    sample.settle();
    assert_eq!(sample.kept_moves(), 0);
}
