//! A thread that lists, reads, deletes and brings back the games of the library.

use crate::home::Home;
use chuhe_app::app_error::{AppError, FileFault, fault_in_chinese};
use chuhe_app::{
    AppEvent, ExploreRequest, Explored, Exported, LibraryTask, ListFaults, ListPage, ListProgress,
    ListRequest, ListedFault, OpenedGame,
};
use chuhe_core::notation::Style;
use chuhe_host::{catch, user_files};
use chuhe_records::index::{GamePlace, Index, IndexError, Progress, TRASH};
use chuhe_records::{Entry, GameId};
use rusqlite::ErrorCode;
use std::collections::HashMap;
use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::{Duration, SystemTime};
use std::{io, thread};

/// Converts an error of a database into an `AppError` of a kind that the application can translate.
fn database_error(path: &Path, error: &rusqlite::Error) -> AppError {
    let kind = match error.sqlite_error_code() {
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => io::ErrorKind::InvalidData,
        Some(ErrorCode::DiskFull) => io::ErrorKind::StorageFull,
        Some(ErrorCode::ReadOnly) => io::ErrorKind::ReadOnlyFilesystem,
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
            io::ErrorKind::PermissionDenied
        }
        _ => io::ErrorKind::Other,
    };
    AppError::file(path, io::Error::new(kind, error.to_string()))
}

const KEPT: Duration = Duration::from_secs(30 * 24 * 3600);

/// Starts the thread for a home folder. The thread reports to `events`, and ends with the program.
pub(crate) fn start(home: Home, events: Sender<AppEvent>) -> Sender<LibraryTask> {
    let (sender, tasks) = mpsc::channel();
    thread::spawn(move || {
        let mut runner = TaskRunner::new(home, events, tasks);
        runner.empty_trash();
        runner.work();
    });
    sender
}

struct TaskRunner {
    home: Home,
    events: Sender<AppEvent>,
    tasks: Receiver<LibraryTask>,
    /// The last request, whose list is sent again and again while files are read.
    last: Option<ListRequest>,
    /// The explorer's question; `None` once it is answered.
    asked: Option<Box<ExploreRequest>>,
    /// The place where each game was before it went to the trash. The key is the name of the game's file in the trash.
    origins: HashMap<String, Origin>,
}

struct Origin {
    file: PathBuf,
    /// (offset, hash): the game's offset in the file in bytes, and the hash of the file without the game. It is `None`
    /// if the file held only this game.
    cut: Option<(usize, u64)>,
}

fn hash(content: &[u8]) -> u64 {
    BuildHasherDefault::<DefaultHasher>::default().hash_one(content)
}

impl TaskRunner {
    fn new(home: Home, events: Sender<AppEvent>, tasks: Receiver<LibraryTask>) -> Self {
        Self { home, events, tasks, last: None, asked: None, origins: HashMap::new() }
    }

    fn work(&mut self) {
        let path = self.home.index();
        let mut index = None;
        while let Ok(task) = self.tasks.recv() {
            // If a task panics, the files of games stay unchanged. The next task opens the index again.
            index = catch(|| {
                let open = || {
                    let index = Index::open(&path).map(|index| index.telling(fault_in_chinese));
                    index.map_err(|error| self.index_error(error))
                };
                let opened = index.take().map_or_else(open, Ok);
                self.carry_out(opened, task)
            })
            .flatten();
        }
    }

    /// Carries out a task, and returns the index if it can be used again.
    fn carry_out(&mut self, index: Result<Index, AppError>, task: LibraryTask) -> Option<Index> {
        let mut index = match index {
            Ok(index) => index,
            Err(error) => {
                self.refuse(error, task);
                return None;
            }
        };
        let answer = match task {
            LibraryTask::List(request) => {
                self.last = Some(request.clone());
                let listed = if request.refresh {
                    let root = self.root();
                    self.refresh(&mut index, &root)
                } else {
                    self.list(&index, None)
                };
                match listed {
                    Err(error) if error.is_broken() => {
                        log::error!("{error}; the index is made again");
                        let remade = index.remake().map_err(|error| self.index_error(error));
                        let again = ListRequest { refresh: true, ..self.last.clone()? };
                        return self.carry_out(remade, LibraryTask::List(again));
                    }
                    Err(error) => self.tell_error(self.index_error(error)),
                    Ok(()) => {}
                }
                return Some(index);
            }
            LibraryTask::Explore(request) => {
                let (root, refresh) = (self.folder(&request.place), request.refresh);
                self.asked = Some(request);
                let explored =
                    if refresh { self.refresh(&mut index, &root) } else { self.explore(&index) };
                if let Err(error) = explored {
                    let error = self.index_error(error);
                    self.tell_explored(|answer| answer.error = Some(error));
                }
                return Some(index);
            }
            LibraryTask::Fetch(id, to) => {
                AppEvent::ListedOpened(to, self.fetch(&mut index, id).map(Box::new))
            }
            LibraryTask::Faults(place) => AppEvent::Faults(self.faults(&index, &place)),
            LibraryTask::Export(request, style) => {
                AppEvent::Exported(self.export(&index, &request, style))
            }
            LibraryTask::Delete(id) => AppEvent::Deleted(self.delete(&index, id)),
            LibraryTask::Undelete(name) => AppEvent::Undeleted(self.undelete(&name)),
        };
        self.tell(answer);
        Some(index)
    }

    /// Answers a task if the index cannot be used: `Undelete` brings the game back, all other tasks get the error.
    fn refuse(&mut self, error: AppError, task: LibraryTask) {
        match task {
            LibraryTask::Undelete(name) => {
                let undeleted = self.undelete(&name);
                self.tell(AppEvent::Undeleted(undeleted));
            }
            LibraryTask::Explore(request) => {
                self.asked = Some(request);
                self.tell_explored(|answer| answer.error = Some(error));
            }
            _ => self.tell_error(error),
        }
    }

    /// Reads the changed files of the folder `root` into the index. Other tasks may interrupt this between two games.
    fn refresh(&mut self, index: &mut Index, root: &Path) -> Result<(), IndexError> {
        if root == self.home.games() {
            // In a new home folder, the folder `games` does not exist yet.
            let refused = |error| IndexError::File { path: root.to_owned(), error };
            fs::create_dir_all(root).map_err(refused)?;
        }
        let reader = Index::open(&self.home.index())?;
        let mut next = None;
        index.refresh(root, |Progress { files, of, games }| {
            while let Ok(task) = self.tasks.try_recv() {
                match task {
                    LibraryTask::List(request) if !request.refresh => self.last = Some(request),
                    LibraryTask::Explore(request) if self.folder(&request.place) == root => {
                        self.asked = Some(request);
                    }
                    task => {
                        next = Some(task);
                        return false;
                    }
                }
            }
            let progress = ListProgress { files, of, games };
            self.tell_explored(|answer| answer.progress = Some(progress));
            self.list(&reader, Some(progress)).is_ok()
        })?;
        if let Some(task) = next {
            let reads_other = matches!(task, LibraryTask::List(_) | LibraryTask::Explore(_));
            let Some(mut index) = self.carry_out(Ok(reader), task) else { return Ok(()) };
            if !reads_other {
                return self.refresh(&mut index, root);
            }
            self.explore(&index)?;
            return self.list(&index, None);
        }
        self.explore(index)?;
        self.list(index, None)
    }

    fn explore(&mut self, index: &Index) -> Result<(), IndexError> {
        let Some(request) = &self.asked else { return Ok(()) };
        let moves = index.explore(&self.folder(&request.place), &request.position)?;
        let size = index.size()?;
        self.tell_explored(|answer| (answer.moves, answer.size) = (moves, size));
        self.asked = None;
        Ok(())
    }

    fn tell_explored(&self, fill: impl FnOnce(&mut Explored)) {
        let Some(request) = &self.asked else { return };
        let request = ExploreRequest::clone(request);
        let mut answer =
            Explored { request, moves: Vec::new(), size: 0, progress: None, error: None };
        fill(&mut answer);
        self.tell(AppEvent::Explored(Box::new(answer)));
    }

    fn list(&self, index: &Index, progress: Option<ListProgress>) -> Result<(), IndexError> {
        let Some(request) = self.last.clone() else { return Ok(()) };
        let root = self.root();
        let games = index.search(&root, &request.query)?;
        let first = request.first.min(games.len());
        let last = first.saturating_add(request.count).min(games.len());
        let (count, faults) = index.faults(&root, 1)?;
        let fault = faults.into_iter().next().map(|fault| (name(&fault.path), fault.why));
        let (file, why) = fault.unwrap_or_default();
        let page = ListPage {
            total: games.len(),
            rows: index.rows(&games[first..last])?,
            progress,
            faults: ListFaults { count, file, first: why },
            error: None,
            request: ListRequest { first, ..request },
        };
        self.tell(AppEvent::Listed(Box::new(page)));
        // While files are read, the lists change too often to be read ahead.
        if progress.is_none() { index.read_ahead(&root) } else { Ok(()) }
    }

    fn faults(&self, index: &Index, place: &str) -> Result<Vec<ListedFault>, AppError> {
        let found = index.faults(&self.folder(place), u32::MAX);
        let (_, faults) = found.map_err(|error| self.index_error(error))?;
        let faults = faults.into_iter();
        let listed =
            faults.map(|it| ListedFault { file: it.path.display().to_string(), why: it.why });
        Ok(listed.collect())
    }

    /// Writes the games of a list to a new file, in the order of the list. Reads each file of the library only once.
    fn export(
        &self,
        index: &Index,
        request: &ListRequest,
        style: Style,
    ) -> Result<Exported, AppError> {
        let wrong = |error| self.index_error(error);
        let ids = index.search(&self.folder(&request.place), &request.query).map_err(wrong)?;
        let mut places = Vec::new();
        for (number, &id) in ids.iter().enumerate() {
            let place = index.place(id).map_err(wrong)?;
            places.extend(place.filter(|place| place.is_current).map(|place| (number, place)));
        }
        places.sort_by(|(_, one), (_, other)| one.path.cmp(&other.path));
        let mut texts = vec![None; ids.len()];
        for games in places.chunk_by(|(_, one), (_, other)| one.path == other.path) {
            let Ok(bytes) = fs::read(&games[0].1.path) else { continue };
            for (number, place) in games {
                let tree = chuhe_records::read_at(&bytes, place.range.clone());
                texts[*number] = tree.ok().map(|tree| format!("{}\n", tree.to_pgn(style)));
            }
        }
        let written: Vec<String> = texts.into_iter().flatten().collect();
        let path = self.home.write_file("library.pgn", written.concat().as_bytes())?;
        Ok(Exported { path, games: written.len(), left_out: ids.len() - written.len() })
    }

    fn root(&self) -> PathBuf {
        self.folder(self.last.as_ref().map_or("", |request| &request.place))
    }

    fn folder(&self, place: &str) -> PathBuf {
        if place.is_empty() { self.home.games() } else { crate::home::expand(place) }
    }

    /// Reads a game. If its file has changed since it was read into the index, the index is first brought up to date.
    fn fetch(&self, index: &mut Index, id: GameId) -> Result<OpenedGame, AppError> {
        let mut place = self.place(index, id)?;
        if !place.is_current {
            let refreshed = index.refresh(&self.root(), |_| true);
            refreshed.map_err(|error| self.index_error(error))?;
            place = self.place(index, id)?;
        }
        let bytes = fs::read(&place.path).map_err(|error| AppError::file(&place.path, error))?;
        let tree = chuhe_records::read_at(&bytes, place.range)
            .map_err(|error| AppError::file(&place.path, error))?;
        let own = self.is_own(&place.path, &bytes).then(|| self.home.games());
        let path = own.map(|games| games.join(name(&place.path)));
        Ok(OpenedGame { name: name(&place.path), tree, path })
    }

    /// True if a PGN file lies directly in the folder `games`, and has only one game, which is read without a warning.
    fn is_own(&self, path: &Path, bytes: &[u8]) -> bool {
        let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
        let real = |path: &Path| fs::canonicalize(path).ok();
        let folder = real(&self.home.games());
        let is_kept = real(path).is_some_and(|path| path.parent() == folder.as_deref());
        let mut games = chuhe_records::games(bytes);
        let is_read_whole = |first: Entry| first.game.is_ok() && first.warnings.is_empty();
        let is_whole = games.next().is_some_and(is_read_whole);
        is_pgn && is_kept && is_whole && games.next().is_none()
    }

    fn place(&self, index: &Index, id: GameId) -> Result<GamePlace, AppError> {
        let place = index.place(id).map_err(|error| self.index_error(error))?;
        let gone = || AppError::file(&self.root(), io::Error::from(io::ErrorKind::NotFound));
        place.ok_or_else(gone)
    }

    /// Moves a game to the trash, and returns the name of its file there. The other games stay in the old file.
    fn delete(&mut self, index: &Index, id: GameId) -> Result<String, AppError> {
        let GamePlace { path, range, is_alone, is_current } = self.place(index, id)?;
        let folder = self.home.games().join(TRASH);
        fs::create_dir_all(&folder).map_err(|error| AppError::file(&folder, error))?;
        let file = name(&path);
        let names = std::iter::once(file.clone()).chain((2..).map(|n| format!("{n} {file}")));
        let free = names.into_iter().find(|name| !folder.join(name).exists());
        let name = free.unwrap_or(file);
        let target = folder.join(&name);
        let error = |error| AppError::file(&path, error);
        let cut = if is_alone {
            fs::rename(&path, &target).map_err(error)?;
            // `empty_trash` removes a file if the file's time is older than `KEPT`, so this time is set to now. A
            // read-only file can be opened only for reading, but this is enough to set the time.
            let opened = File::options().append(true).open(&target);
            let opened = opened.or_else(|_| File::open(&target));
            if let Err(error) = opened.and_then(|file| file.set_modified(SystemTime::now())) {
                log::warn!("{}: {error}", target.display());
            }
            None
        } else if is_current {
            let whole = fs::read(&path).map_err(error)?;
            let rest = chuhe_records::without(&whole, range.clone())
                .ok_or_else(|| AppError::file(&path, FileFault::Inseparable))?;
            user_files::create(&target, &whole[range.clone()]).map_err(error)?;
            user_files::replace(&path, &rest).map_err(error)?;
            Some((range.start, hash(&rest)))
        } else {
            return Err(AppError::file(&path, FileFault::Changed));
        };
        log::info!("moved a game of {} to {}", path.display(), target.display());
        self.origins.insert(name.clone(), Origin { file: path, cut });
        Ok(name)
    }

    fn undelete(&self, name: &str) -> Result<(), AppError> {
        let from = self.home.games().join(TRASH).join(name);
        let gone = || AppError::file(&from, io::Error::from(io::ErrorKind::NotFound));
        let Origin { file: to, cut } = self.origins.get(name).ok_or_else(gone)?;
        if let &Some((at, rest)) = cut {
            return paste(&from, to, at, rest);
        }
        if to.exists() {
            return Err(AppError::file(to, io::Error::from(io::ErrorKind::AlreadyExists)));
        }
        to.parent()
            .map_or(Ok(()), fs::create_dir_all)
            .map_err(|error| AppError::file(to, error))?;
        fs::rename(&from, to).map_err(|error| AppError::file(&from, error))?;
        log::info!("brought back {}", to.display());
        Ok(())
    }

    fn empty_trash(&self) {
        let files = fs::read_dir(self.home.games().join(TRASH)).into_iter().flatten().flatten();
        for path in files.map(|file| file.path()) {
            let deleted = fs::metadata(&path).and_then(|file| file.modified());
            let is_old = deleted.is_ok_and(|time| time.elapsed().is_ok_and(|age| age > KEPT));
            if is_old && let Err(error) = fs::remove_file(&path) {
                log::warn!("{}: {error}", path.display());
            }
        }
    }

    fn index_error(&self, error: IndexError) -> AppError {
        match error {
            IndexError::File { path, error } => AppError::file(&path, error),
            IndexError::Database(error) => database_error(&self.home.index(), &error),
        }
    }

    /// Shows an error in place of the list.
    fn tell_error(&self, error: AppError) {
        log::error!("{error}");
        let request = self.last.clone().unwrap_or_default();
        let page = ListPage { request, error: Some(error), ..ListPage::default() };
        self.tell(AppEvent::Listed(Box::new(page)));
    }

    fn tell(&self, event: AppEvent) {
        // Sending fails only when the program ends.
        let _ = self.events.send(event);
    }
}

fn name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Moves the game in the file `from` back into the file `to`, at the offset `at` in bytes. Fails if the hash of `to` is
/// not `hash_of_rest`, because then `to` has changed.
fn paste(from: &Path, to: &Path, at: usize, hash_of_rest: u64) -> Result<(), AppError> {
    let error = |error| AppError::file(to, error);
    let rest = fs::read(to).map_err(error)?;
    if hash(&rest) != hash_of_rest {
        return Err(AppError::file(to, FileFault::Changed));
    }
    let game = fs::read(from).map_err(|error| AppError::file(from, error))?;
    user_files::replace(to, &[&rest[..at], &game, &rest[at..]].concat()).map_err(error)?;
    log::info!("put {} back into {}", from.display(), to.display());
    fs::remove_file(from).map_err(|error| AppError::file(from, error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::rules::Rules;
    use std::sync::mpsc::channel;
    use tempfile::TempDir;

    const MANY: &str =
        "[Red \"Wu\"]\n\n1. h2e2 h9g7 *\n\n[Red \"Ma\"]\n\n1. x *\n\n[Red \"Lu\"]\n\n1. b2e2 1-0\n";

    struct Office {
        _folder: TempDir,
        home: Home,
        file: PathBuf,
        index: Index,
        runner: TaskRunner,
    }

    fn office() -> Office {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().to_owned());
        let file = home.games().join("many.pgn");
        user_files::create(&file, MANY.as_bytes()).unwrap();
        let index = Index::open(&home.index()).unwrap();
        let runner = TaskRunner::new(home.clone(), channel().0, channel().1);
        Office { _folder: folder, home, file, index, runner }
    }

    fn list(runner: &mut TaskRunner, index: &mut Index) -> Vec<(String, GameId)> {
        let games = runner.home.games();
        index.refresh(&games, |_| true).unwrap();
        let ids = index.search(&games, &Default::default()).unwrap();
        let rows = index.rows(&ids).unwrap();
        let mut reds: Vec<_> = rows.into_iter().map(|row| (row.summary.red, row.id)).collect();
        reds.sort();
        reds
    }

    #[test]
    fn a_new_home_has_an_empty_list_and_no_error() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().to_owned());
        let mut index = Index::open(&home.index()).unwrap();
        let (events, told) = channel();
        let mut runner = TaskRunner::new(home.clone(), events, channel().1);
        runner.last = Some(ListRequest::default());
        runner.refresh(&mut index, &home.games()).unwrap();
        let pages = told.try_iter().filter_map(|event| match event {
            AppEvent::Listed(page) => Some(*page),
            _ => None,
        });
        let last = pages.last().expect("a list");
        assert_eq!((last.error, last.rows.len()), (None, 0));
    }

    #[test]
    fn a_game_of_a_file_of_many_is_deleted_and_comes_back() {
        let Office { _folder, home, file, mut index, mut runner } = office();
        let both = list(&mut runner, &mut index);
        let [(_, lu), (_, wu)] = &both[..] else { panic!("two games: {both:?}") };

        let name = runner.delete(&index, *wu).unwrap();
        assert_eq!(name, "many.pgn");
        assert_eq!(fs::read_to_string(&file).unwrap(), MANY[MANY.find("[Red \"Ma").unwrap()..]);
        let changed = runner.delete(&index, *lu).unwrap_err();
        assert_eq!(changed.file_fault(), Some(&FileFault::Changed), "the list is old");
        let rest = list(&mut runner, &mut index);
        assert_eq!(rest.len(), 1);
        let second = runner.delete(&index, rest[0].1).unwrap();
        assert_eq!(second, "2 many.pgn");
        assert!(list(&mut runner, &mut index).is_empty());

        // A deleted game is not put back into a file that has changed since then.
        let rest = fs::read(&file).unwrap();
        fs::write(&file, "1. h2e2 *").unwrap();
        let refused = runner.undelete(&second).unwrap_err();
        assert_eq!(refused.file_fault(), Some(&FileFault::Changed));
        assert_eq!(fs::read_to_string(&file).unwrap(), "1. h2e2 *");
        assert!(home.games().join(TRASH).join(&second).exists(), "it is not lost");
        fs::write(&file, rest).unwrap();
        runner.undelete(&second).unwrap();
        runner.undelete(&name).unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), MANY);
        // A file comes back to its folder, even if it is old and read-only.
        let inner = home.games().join("cup/one.pgn");
        user_files::create(&inner, b"1. h2e2 *").unwrap();
        let written = fs::File::options().append(true).open(&inner).unwrap();
        written.set_modified(std::time::UNIX_EPOCH).unwrap();
        let mut permissions = written.metadata().unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&inner, permissions).unwrap();
        let nameless = list(&mut runner, &mut index)[0].1;
        let name = runner.delete(&index, nameless).unwrap();
        assert!(!inner.exists());
        let deleted = fs::metadata(home.games().join(TRASH).join(&name)).unwrap();
        assert!(deleted.modified().unwrap().elapsed().unwrap_or_default() < KEPT);
        runner.empty_trash();
        runner.undelete(&name).unwrap();
        fs::remove_file(&inner).unwrap();
        assert_eq!(list(&mut runner, &mut index).len(), 2);
        assert_eq!(fs::read_dir(home.games().join(TRASH)).unwrap().count(), 0);
    }

    /// A changed game is written to its file only if that file is in the folder of kept games and holds no other game.
    #[test]
    fn only_whole_kept_games_are_written_to_their_own_files() {
        let folder = tempfile::tempdir().unwrap();
        let home = Home(folder.path().join("home"));
        let one = &MANY[..MANY.find("[Red \"Ma").unwrap()];
        let broken = &MANY[MANY.find("[Red \"Ma").unwrap()..MANY.find("[Red \"Lu").unwrap()];
        let games = home.games();
        let runner = TaskRunner::new(home.clone(), channel().0, channel().1);
        let cases = [
            (games.join("one.pgn"), one, true),
            (games.join("one.PGN"), one, true),
            (games.join("many.pgn"), MANY, false),
            (games.join("broken.pgn"), broken, false),
            (games.join("cut.pgn"), "[Red \"Wu\"]\n\n1. h2e2 h9g7 2. h0h9 *\n", false),
            (games.join("empty.pgn"), "", false),
            (games.join("one.txt"), one, false),
            (games.join("folder/one.pgn"), one, false),
            (games.join(TRASH).join("one.pgn"), one, false),
            (folder.path().join("one.pgn"), one, false),
            (folder.path().join("games/one.pgn"), one, false),
        ];
        for (path, text, is_own) in &cases {
            user_files::create(path, text.as_bytes()).unwrap();
            assert_eq!(runner.is_own(path, text.as_bytes()), *is_own, "{}", path.display());
        }
        let missing = games.join("missing.pgn");
        assert!(!runner.is_own(&missing, one.as_bytes()), "a file that is gone");
        let roundabout = games.join("folder/../one.pgn");
        assert!(runner.is_own(&roundabout, one.as_bytes()), "the folder by another name");
    }

    #[test]
    fn the_explorer_counts_later_games_and_reads_on_after_another_task() {
        let Office { _folder, home, index, .. } = office();
        let (events, answers) = channel();
        let (sender, tasks) = channel();
        let mut runner = TaskRunner::new(home.clone(), events, tasks);
        let mut explore = |index| {
            let position = Rules::default().start();
            let request = ExploreRequest { place: String::new(), position, refresh: true };
            let index = runner.carry_out(Ok(index), LibraryTask::Explore(Box::new(request)));
            let answers: Vec<_> = answers.try_iter().collect();
            (index.unwrap(), answers)
        };
        let counted = |answers: &[AppEvent]| {
            let Some(AppEvent::Explored(answer)) = answers.last() else { panic!("{answers:?}") };
            (answer.progress, answer.moves.iter().map(|played| played.games).sum::<u32>())
        };
        let (index, answers) = explore(index);
        assert_eq!(counted(&answers), (None, 2));

        user_files::create(&home.games().join("later.pgn"), b"1. b0c2 *").unwrap();
        sender.send(LibraryTask::Faults(String::new())).unwrap();
        let (_, answers) = explore(index);
        let is_fault =
            |answer: &AppEvent| matches!(answer, AppEvent::Faults(Ok(faults)) if faults.len() == 1);
        assert!(answers.iter().any(is_fault), "{answers:?}");
        assert_eq!(counted(&answers), (None, 3));
    }
}
