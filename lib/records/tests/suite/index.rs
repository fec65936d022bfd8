//! Tests that the index follows changes of the files, and that a deleted index is made again.

use chuhe_core::{Side, rules::Rules};
use chuhe_records::index::{Index, TRASH};
use chuhe_records::{GameId, GameSummary, ListColumn, ListQuery, ListedGame, Outcome};
use std::{fs, path::Path};
use tempfile::TempDir;

/// A folder with a file of three games, of which one is broken.
struct Folder {
    games: TempDir,
    home: TempDir,
}

impl Folder {
    fn new() -> Self {
        let make = || tempfile::tempdir().expect("a folder");
        let folder = Self { games: make(), home: make() };
        folder.write("evening.pgn", include_str!("evening.pgn"));
        folder
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.games.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it can be made");
        fs::write(path, text).expect("it can be written");
    }

    fn index(&self) -> Index {
        let index = Index::open(&self.home.path().join("library.sqlite")).expect("it opens");
        index.telling(|fault| fault.game.to_string())
    }

    fn path(&self) -> &Path {
        self.games.path()
    }
}

fn refresh(index: &mut Index, root: &Path) -> (usize, usize, usize) {
    let done = index.refresh(root, |_| true).expect("it can be read");
    (done.progress.files, done.progress.games, done.removed)
}

fn find(index: &Index, root: &Path, query: &ListQuery) -> Vec<ListedGame> {
    let ids: Vec<GameId> = index.search(root, query).expect("it can be searched");
    index.rows(&ids).expect("they are there")
}

fn reds(index: &Index, root: &Path, query: &ListQuery) -> Vec<String> {
    find(index, root, query).into_iter().map(|game| game.summary.red).collect()
}

#[test]
fn games_are_listed_and_read_again() {
    let folder = Folder::new();
    let mut index = folder.index();
    assert_eq!(refresh(&mut index, folder.path()), (1, 2, 0));
    let all = find(&index, folder.path(), &ListQuery::default());
    let [xu, fischer] = &all[..] else { panic!("two games, the latest first: {all:?}") };
    let GameSummary { red, black, date, .. } = &xu.summary;
    assert_eq!([red, black, date], ["许银川", "吕钦", "2005.01.02"]);
    assert_eq!((xu.summary.plies, xu.summary.outcome), (4, Some(Outcome::Won(Side::Red))));
    assert!(xu.summary.opening_names[1].starts_with("中炮"));
    assert_eq!((&*fischer.summary.date, fischer.summary.outcome), ("1972", Some(Outcome::Drawn)));
    assert!(fischer.last.starts_with("rnbqkbnr/pppp1ppp/8/4p3/4P3"), "{}", fischer.last);
    assert!(!xu.is_alone);

    let draws = ListQuery { outcome: Some(Some(Outcome::Drawn)), ..ListQuery::default() };
    assert_eq!(reds(&index, folder.path(), &draws), ["Fischer"]);
    let chess = ListQuery { rules: Some(fischer.summary.rules), ..ListQuery::default() };
    assert_eq!(reds(&index, folder.path(), &chess), ["Fischer"]);

    let place = index.place(fischer.id).unwrap().unwrap();
    let bytes = fs::read(&place.path).unwrap();
    let tree = chuhe_records::read_at(&bytes, place.range).unwrap();
    assert_eq!((tree.tag("Red"), tree.moves().len()), (Some("Fischer"), 2));

    let (count, faults) = index.faults(folder.path(), 10).unwrap();
    assert_eq!((count, faults.len()), (1, 1));
    let [english, chinese] = &faults[0].why;
    assert!(english.contains("game 2, "), "{english}");
    assert_eq!(chinese, "2");
}

#[test]
fn a_refresh_reads_only_what_has_changed() {
    let folder = Folder::new();
    let mut index = folder.index();
    folder.write("deep/er/one.PGN", "[Red \"One\"]\n1. h2e2 *\n");
    folder.write("live.pgn", "1. h2e2 *\n");
    folder.write(".hidden.pgn", "1. h2e2 *\n");
    folder.write(&format!("{TRASH}/gone.pgn"), "1. h2e2 *\n");
    folder.write("readme.md", "1. h2e2 *\n");
    assert_eq!(refresh(&mut index, folder.path()), (2, 3, 0));
    assert_eq!(refresh(&mut index, folder.path()), (0, 0, 0));
    folder.write("deep/er/one.PGN", "[Red \"Two\"]\n1. h2e2 h9g7 *\n");
    assert_eq!(refresh(&mut index, folder.path()), (1, 1, 0));
    assert!(reds(&index, folder.path(), &ListQuery::default()).contains(&"Two".to_owned()));
    fs::remove_file(folder.path().join("evening.pgn")).unwrap();
    assert_eq!(refresh(&mut index, folder.path()), (0, 0, 1));
    assert_eq!(reds(&index, folder.path(), &ListQuery::default()), ["Two"]);
    // The index can list the games of a single file instead of a folder.
    let one = folder.path().join("deep/er/one.PGN");
    assert_eq!(refresh(&mut index, &one), (1, 1, 0));
    assert_eq!(reds(&index, &one, &ListQuery::default()), ["Two"]);
    #[cfg(unix)]
    for (to, link) in [("..", "deep/up"), (".", "deep/here"), ("er", "deep/an"), ("it", "it")] {
        std::os::unix::fs::symlink(to, folder.path().join(link)).unwrap();
    }
    assert_eq!(refresh(&mut index, folder.path()), (0, 0, 0), "links are no further games");
    #[cfg(target_os = "linux")]
    for _ in 0..2 {
        // Reading this file fails even for root, because no memory has the address 0.
        _ = std::os::unix::fs::symlink("/proc/self/mem", folder.path().join("mem.pgn"));
        assert_eq!(refresh(&mut index, folder.path()), (1, 0, 0));
        assert_eq!(index.faults(folder.path(), 10).unwrap().0, 1);
    }
    assert!(index.refresh(&folder.path().join("none"), |_| true).is_err());
}

/// A list on the screen refers to games by id while files change. The ids of a deleted file's games are not reused.
#[test]
fn a_game_keeps_its_number_and_no_other_game_gets_it() {
    let folder = Folder::new();
    folder.write("two.pgn", "[Red \"One\"]\n1. h2e2 *\n\n[Red \"Two\"]\n1. h2e2 *\n");
    let mut index = folder.index();
    refresh(&mut index, folder.path());
    let query = ListQuery::default();
    let number = |index: &Index, red: &str| {
        let games = find(index, folder.path(), &query);
        games.iter().find(|game| game.summary.red == red).map(|game| game.id)
    };
    let [one, two] = ["One", "Two"].map(|red| number(&index, red).expect("a game"));
    folder.write("two.pgn", "[Red \"One\"]\n1. h2e2 h9g7 *\n\n[Red \"Two\"]\n1. b2e2 *\n");
    assert!(!index.place(one).unwrap().unwrap().is_current);
    refresh(&mut index, folder.path());
    assert_eq!([number(&index, "One"), number(&index, "Two")], [Some(one), Some(two)]);
    assert!(index.place(one).unwrap().unwrap().is_current);
    fs::remove_file(folder.path().join("two.pgn")).unwrap();
    refresh(&mut index, folder.path());
    folder.write("new.pgn", "[Red \"New\"]\n1. h2e2 *\n");
    refresh(&mut index, folder.path());
    assert_eq!(index.place(two).unwrap(), None);
    assert!(number(&index, "New").is_some_and(|new| ![one, two].contains(&new)));
}

#[test]
fn a_refresh_that_is_stopped_goes_on_later() {
    let folder = Folder::new();
    // This function takes 300 ms for the fault of the second game. The refresh reports progress every 200 ms.
    let mut index = folder.index().telling(|fault| {
        std::thread::sleep(std::time::Duration::from_millis(300));
        fault.to_string()
    });
    assert!(index.refresh(folder.path(), |_| false).unwrap().stopped);
    assert!(!index.refresh(folder.path(), |_| true).unwrap().stopped);
    assert_eq!(find(&index, folder.path(), &ListQuery::default()).len(), 2);
}

#[test]
fn files_are_read_for_an_index_by_one_program_at_a_time() {
    let folder = Folder::new();
    let (mut index, mut other) = (folder.index(), folder.index());
    let meanwhile = |_| {
        assert!(other.refresh(folder.path(), |_| false).unwrap().stopped);
        true
    };
    index.refresh(folder.path(), meanwhile).unwrap();
    assert_eq!(refresh(&mut other, folder.path()), (0, 0, 0));
}

#[test]
fn an_index_that_is_broken_old_or_lost_is_made_again() {
    let folder = Folder::new();
    let path = folder.home.path().join("library.sqlite");
    drop(folder.index());
    fs::write(&path, "this is no database, but it is long enough to look like one".repeat(99))
        .unwrap();
    let mut index = folder.index();
    assert!(folder.home.path().join("library.sqlite.broken").exists());
    assert_eq!(refresh(&mut index, folder.path()), (1, 2, 0));
    drop(index);
    let other = rusqlite::Connection::open(&path).unwrap();
    other.pragma_update(None, "user_version", 4711).unwrap();
    drop(other);
    let mut index = folder.index();
    assert_eq!(refresh(&mut index, folder.path()), (1, 2, 0));
    drop(index);
    fs::remove_file(&path).unwrap();
    assert_eq!(refresh(&mut folder.index(), folder.path()), (1, 2, 0));
}

/// Returns games as PGN. Some names stand in many of these games, other names in few.
fn crowd(games: std::ops::Range<usize>) -> String {
    let names = ["许银川", "吕钦", "許銀川", "Fischer", "fischer", "Ünal", "王"];
    let game = |number: usize| {
        format!(
            "[Red \"{}\"]\n[Black \"{} {number}\"]\n[Event \"Cup {}\"]\n[Date \"{}.1.1\"]\n\n1. {}\n\n",
            names[number % names.len()],
            names[number / 2 % names.len()],
            number % 5,
            2000 + number % 11,
            ["h2e2 1-0", "h2e2 h9g7 h0g2 i9h9 0-1", "b2e2 1/2-1/2", "g3g4 *"][number % 4],
        )
    };
    games.map(game).collect()
}

fn sort_key(game: &ListedGame, column: ListColumn) -> String {
    let summary = &game.summary;
    match column {
        ListColumn::Red => summary.red.to_ascii_lowercase(),
        ListColumn::Black => summary.black.to_ascii_lowercase(),
        ListColumn::Result => match summary.outcome {
            Some(Outcome::Won(Side::Red)) => "0".to_owned(),
            Some(Outcome::Drawn) => "1".to_owned(),
            Some(Outcome::Won(Side::Black)) => "2".to_owned(),
            None => "3".to_owned(),
        },
        ListColumn::Date => summary.date.clone(),
        ListColumn::Event => summary.event.to_ascii_lowercase(),
        ListColumn::File => game.file.clone(),
        ListColumn::Opening => summary.opening.to_ascii_lowercase(),
        ListColumn::Plies => summary.plies.to_string(),
    }
}

/// Compares the result of each search with a filtered copy of the whole list.
fn check_searches(index: &Index, root: &Path, games: usize) {
    let all = find(index, root, &ListQuery::default());
    assert_eq!(all.len(), games);
    for words in
        ["", "银川", "中炮", "CUP 3", "fischer ünal", "许 吕 cup", "%", "crowd", "吕钦 nobody"]
    {
        let fits = |game: &&ListedGame| {
            let GameSummary { red, black, event, opening, opening_names, .. } = &game.summary;
            let file = game.file.trim_end_matches(".pgn");
            let [english, chinese] = opening_names;
            let text =
                [red, black, event, opening, english, chinese, file].join("\n").to_lowercase();
            words.to_lowercase().split_whitespace().all(|word| text.contains(word))
        };
        for sort in ListColumn::ALL {
            let mut fitting: Vec<&ListedGame> = all.iter().filter(fits).collect();
            fitting.sort_by_key(|game| (sort_key(game, sort), game.id));
            let mut expected: Vec<GameId> = fitting.iter().map(|game| game.id).collect();
            assert!(words != "中炮" || !expected.is_empty(), "names of openings are searched");
            for upwards in [true, false] {
                let query =
                    ListQuery { words: words.into(), sort, upwards, ..ListQuery::default() };
                assert_eq!(index.search(root, &query).unwrap(), expected, "{words:?} by {sort:?}");
                expected.reverse();
            }
        }
    }
}

/// The lists in memory must follow each change of the index, even if another program makes the change.
#[test]
fn searches_find_what_is_there_after_each_change_of_the_index() {
    let folder = Folder::new();
    fs::remove_file(folder.path().join("evening.pgn")).unwrap();
    folder.write("crowd.pgn", &crowd(0..90));
    let (mut index, mut other) = (folder.index(), folder.index());
    refresh(&mut index, folder.path());
    check_searches(&index, folder.path(), 90);
    check_searches(&other, folder.path(), 90);
    folder.write("more.pgn", &crowd(90..120));
    refresh(&mut other, folder.path());
    check_searches(&index, folder.path(), 120);
    folder.write("crowd.pgn", &crowd(30..60));
    refresh(&mut index, folder.path());
    check_searches(&index, folder.path(), 60);
    check_searches(&other, folder.path(), 60);
    // A renamed file keeps its games: a search for a position finds as many games as before.
    let start = Some(Box::new(Rules::default().start()));
    let query = ListQuery { position: start, ..ListQuery::default() };
    let found = |index: &Index| index.search(folder.path(), &query).unwrap().len();
    assert_eq!(found(&index), 60);
    let name = |name: &str| folder.path().join(name);
    for (from, to) in [("more.pgn", "less.pgn"), ("less.pgn", "more.pgn")] {
        fs::rename(name(from), name(to)).unwrap();
        refresh(&mut index, folder.path());
        assert_eq!(found(&index), 60, "{to}");
    }
    // The index keeps a separate list of games for each root, which is a folder or a file.
    let one = folder.path().join("more.pgn");
    refresh(&mut index, &one);
    check_searches(&index, &one, 30);
    check_searches(&index, folder.path(), 60);
    index.read_ahead(folder.path()).unwrap();
    check_searches(&index, folder.path(), 60);
}
