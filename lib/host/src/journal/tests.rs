use super::disk::Disk;
use super::store::Store;
use super::*;
use crate::PATIENCE;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Position};
use std::fs::{self, File};
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant, SystemTime};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn id(text: &str) -> GameId<'_> {
    GameId::new(text).unwrap()
}

/// A game of `plies` moves, each the first legal move of its position.
fn game(rules: Rules, plies: usize) -> Game<AnyPosition> {
    let mut game = Game::new(rules.start());
    (0..plies).for_each(|_| game.play(game.position().legal_moves()[0]).unwrap());
    game
}

fn xiangqi(plies: usize) -> Game<AnyPosition> {
    game(Rules::default(), plies)
}

struct Sample {
    _folder: tempfile::TempDir,
    path: PathBuf,
    journals: Journals,
}

impl Sample {
    fn new(options: JournalOptions) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        let journals = Journals::open(&path, options).unwrap();
        Self { _folder: folder, path, journals }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(format!("game-{name}.journal"))
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.file(name)).unwrap()
    }

    fn create(&self, name: &str) -> Result<Journal, JournalError> {
        self.journals.create(id(name), &xiangqi(0))
    }

    fn names(&self) -> Vec<String> {
        self.journals.names(None, 100).unwrap()
    }

    fn files(&self) -> Vec<String> {
        let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
        fs::read_dir(&self.path).unwrap().map(|entry| name(entry).into_string().unwrap()).collect()
    }

    fn date(&self, file: &str, time: SystemTime) {
        let file = File::options().write(true).open(self.path.join(file)).unwrap();
        file.set_modified(time).unwrap();
    }
}

#[test]
fn only_safe_file_names_are_names_of_games() {
    for name in ["a", "Table-7", "con", "-rf", "_", &"x".repeat(64)] {
        assert!(GameId::new(name).is_some(), "{name}");
    }
    for name in ["", ".", "..", "a/b", "a\\b", "a b", "a\0", "a\n", "桌", &"x".repeat(65)] {
        assert!(GameId::new(name).is_none(), "{name:?}");
    }
}

#[test]
fn a_folder_holds_no_more_than_its_limit_of_games_that_exist() {
    let sample = Sample::new(JournalOptions { max_games: 2, ..JournalOptions::default() });
    for other in ["notes.txt", "game-.journal", "game-UPPER.journal", "game-a.journal.bak"] {
        fs::write(sample.path.join(other), "").unwrap();
    }
    drop(sample.create("one").unwrap());
    drop(sample.create("two").unwrap());
    let error = sample.create("three").unwrap_err();
    let full = "2 games or more are kept here, and no more are allowed";
    assert_eq!(error.to_string(), format!("{}: {full}", sample.path.display()));
    sample.journals.remove(id("one")).unwrap();
    drop(sample.create("three").unwrap());
    // An operator deletes a file. Within a second the server counts one game fewer, so there is room for a new game.
    fs::remove_file(sample.file("two")).unwrap();
    let begun = Instant::now();
    while sample.create("four").is_err() {
        assert!(begun.elapsed() < PATIENCE, "the place stays taken");
        thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(sample.names(), ["four", "three"]);
    assert_eq!(sample.journals.names(Some(id("four")), 9).unwrap(), ["three"]);
    assert_eq!(sample.journals.names(Some(id("g")), 9).unwrap(), ["three"]);
    assert_eq!(sample.journals.names(None, 1).unwrap(), ["four"]);
    assert!(sample.journals.names(Some(id("three")), 9).unwrap().is_empty());
}

#[test]
fn no_game_makes_a_journal_too_large_to_be_read() {
    assert!(1000 + 16 * chuhe_core::LONGEST_GAME as u64 <= MAX_JOURNAL);
    let sample = Sample::new(JournalOptions::default());
    fs::write(sample.file("a"), vec![b' '; MAX_JOURNAL as usize + 1]).unwrap();
    let error = sample.journals.resume(id("a")).unwrap_err();
    assert!(matches!(error.fault, JournalFault::TooLarge), "{error}");
}

/// Writing fails because the folder was moved away. On a full disk, writing would fail, too.
#[test]
fn a_journal_that_cannot_be_written_stays_as_it_was_and_is_completed_later() {
    let sample = Sample::new(JournalOptions::default());
    let mut journal = sample.create("a").unwrap();
    assert!(journal.update(&xiangqi(3)).is_ok());
    let aside = sample.path.with_extension("aside");
    fs::rename(&sample.path, &aside).unwrap();
    assert!(journal.update(&xiangqi(4)).is_err());
    assert!(journal.update(&xiangqi(5)).is_err());
    assert!(!journal.is_sound());
    let kept = fs::read_to_string(aside.join("game-a.journal")).unwrap();
    assert_eq!(kept, write(&xiangqi(3)));
    assert!(matches!(sample.create("b").unwrap_err().fault, JournalFault::System(_)));
    fs::rename(&aside, &sample.path).unwrap();
    assert!(journal.update(&xiangqi(5)).is_ok());
    assert!(journal.is_sound());
    assert_eq!(sample.text("a"), write(&xiangqi(5)));
    assert_eq!(sample.files(), ["game-a.journal"], "no name was given to what failed");
    assert!(sample.journals.resume(id("a")).is_err(), "it is still locked");
}

#[test]
fn a_file_that_was_deleted_is_written_again_unless_somebody_else_wrote_it() {
    let sample = Sample::new(JournalOptions::default());
    let mut journal = sample.create("a").unwrap();
    journal.update(&xiangqi(3)).unwrap();
    fs::remove_file(sample.file("a")).unwrap();
    assert!(journal.update(&xiangqi(3)).is_ok(), "nothing has changed");
    assert!(!sample.file("a").exists());
    assert!(journal.update(&xiangqi(4)).is_ok());
    assert_eq!(sample.text("a"), write(&xiangqi(4)));
    let error = sample.journals.resume(id("a")).unwrap_err();
    assert!(matches!(error.fault, JournalFault::Busy), "{error}");
    fs::remove_file(sample.file("a")).unwrap();
    let other = sample.journals.create(id("a"), &xiangqi(7)).unwrap();
    assert!(journal.update(&xiangqi(1)).is_err());
    journal.remove().unwrap();
    assert_eq!(sample.text("a"), write(&xiangqi(7)));
    other.remove().unwrap();
    assert!(journal.update(&xiangqi(1)).is_ok());
    assert_eq!(sample.text("a"), write(&xiangqi(1)));
    // Another program overwrites the file.
    fs::write(sample.file("a"), "chuhe").unwrap();
    journal.update(&xiangqi(2)).unwrap();
    assert_eq!(sample.text("a"), write(&xiangqi(2)));
}

#[test]
fn another_start_takes_the_place_of_the_old_game_at_once() {
    let sample = Sample::new(JournalOptions::default());
    let mut journal = sample.create("a").unwrap();
    let old = File::open(sample.file("a")).unwrap();
    let rules = *Rules::PLAYABLE.last().unwrap();
    assert!(rules != Rules::default());
    assert!(journal.update(&game(rules, 2)).is_ok());
    assert_eq!(sample.text("a"), write(&game(rules, 2)));
    assert_eq!(std::io::read_to_string(old).unwrap(), write(&xiangqi(0)), "never a part of it");
    let error = sample.journals.resume(id("a")).unwrap_err();
    assert!(matches!(error.fault, JournalFault::Busy), "{error}");
    assert_eq!(sample.files(), ["game-a.journal"]);
}

#[test]
fn a_first_line_cut_off_is_refused_and_left_as_it_is() {
    let sample = Sample::new(JournalOptions::default());
    for text in ["", "chuhe-journal 1 xiangqi red 0,3,bb0;5,0,rj0"] {
        fs::write(sample.file("a"), text).unwrap();
        let error = sample.journals.resume(id("a")).unwrap_err();
        let says = format!("{}: line 1: the line has no end", sample.file("a").display());
        assert_eq!(error.to_string(), says);
        assert_eq!(sample.text("a"), text);
    }
    sample.journals.remove(id("a")).unwrap();
    assert!(sample.create("a").is_ok(), "the name can be used again");
}

#[test]
fn a_change_is_brought_to_the_disk_when_the_option_says() {
    for (fsync, waits) in [(Fsync::Always, 0), (Fsync::Second, 1), (Fsync::Never, 0)] {
        let folder = tempfile::tempdir().unwrap();
        let disk = Disk::open(folder.path(), fsync).unwrap();
        let unsynced = || disk.unsynced.lock().len();
        let mut game = disk.create(id("a"), b"1\n").unwrap();
        assert_eq!(unsynced(), 0, "{fsync:?}: a new file is on the disk");
        assert!(game.append(2, 2, b"2\n").unwrap());
        assert!(game.append(4, 2, b"3\n").unwrap());
        drop(game);
        assert_eq!(unsynced(), waits, "{fsync:?}");
        assert!(Store::open(&disk, id("a")).is_ok(), "the lock does not wait for the disk");
        disk.sync();
        assert_eq!(unsynced(), 0, "{fsync:?}");
    }
}

/// The system cannot sync `/dev/null`, which has no disk.
#[cfg(target_os = "linux")]
#[test]
fn what_cannot_be_brought_to_the_disk_is_counted_once() {
    use super::disk::LockedFile;
    use std::sync::{Arc, atomic::Ordering::Relaxed};
    let disk = Disk::open(&std::env::temp_dir(), Fsync::Second).unwrap();
    let files = [(); 3].map(|()| Arc::new(LockedFile::new(File::open("/dev/null").unwrap())));
    for file in [&files[0], &files[1], &files[1]] {
        disk.written(file).unwrap();
    }
    assert_eq!(disk.unsynced.lock().len(), 2, "each once");
    assert_eq!(disk.sync(), 2);
    let doubtful = files.each_ref().map(|file| file.is_doubtful.load(Relaxed));
    assert_eq!(doubtful, [true, true, false]);
    assert_eq!(disk.sync(), 0);
    disk.written(&files[0]).unwrap();
    assert_eq!(disk.sync(), 1, "a later change is tried again");
}

#[test]
fn games_that_nobody_changes_are_removed_in_time() {
    let keep = Some(30 * DAY);
    let sample = Sample::new(JournalOptions { keep, ..JournalOptions::default() });
    for name in ["young", "old", "future"] {
        drop(sample.create(name).unwrap());
    }
    let played = sample.create("played").unwrap();
    let (begin, time, hour) = (Instant::now(), SystemTime::now(), DAY / 24);
    sample.date("game-old.journal", time - 31 * DAY);
    sample.date("game-played.journal", time - 31 * DAY);
    sample.date("game-young.journal", time - 29 * DAY);
    sample.date("game-future.journal", time + 99 * DAY);
    for (other, age) in
        [("notes.txt", 99 * DAY), (".game-cutoff.new", DAY), (".game-cutnow.new", DAY / 48)]
    {
        fs::write(sample.path.join(other), "").unwrap();
        sample.date(other, time - age);
    }
    sample.journals.expire_at(begin, time);
    assert_eq!(sample.names().len(), 4, "at the first look no game goes");
    sample.journals.expire_at(begin + hour, time + hour);
    let mut files = sample.files();
    files.sort();
    let expected =
        [".game-cutnow.new", "game-future.journal", "game-played.journal", "game-young.journal"];
    assert_eq!(files, [&expected[..], &["notes.txt"]].concat());
    assert_eq!(sample.names(), ["future", "played", "young"]);
    drop(played);
    sample.journals.expire_at(begin + 2 * hour, time + 2 * hour);
    assert_eq!(sample.names(), ["future", "young"]);
}
