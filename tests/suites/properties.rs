//! Tests the reading of `team.properties`, the messages for faulty files, and the file of this repository.

use chuhe_core::{Position, Side, map};
use chuhe_host::Team;
use chuhe_tests::{root, rows};
use proptest::prelude::*;
use std::fs;

fn load(file: &[u8]) -> Result<Team, String> {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("conf").join("team.properties");
    fs::create_dir(home.path().join("conf")).expect("a folder");
    fs::write(&path, file).expect("a file");
    // Messages contain the path of the file. `FILE` replaces it, because the folder is new each time.
    let named = path.display().to_string();
    Team::load(home.path()).map_err(|error| error.to_string().replace(&named, "FILE"))
}

fn refusal(file: &str, name: &str) -> String {
    let team = load(file.as_bytes()).expect("a file with one bad map is not refused");
    let refusal = team.map(name).expect_err("this map is refused");
    refusal.to_string().replace(&team.file().display().to_string(), "FILE")
}

const MYMAP: &str =
    "0,2,bx0;0,3,bs0;0,4,bb0;1,4,bs1;2,4,bx1;3,4,bz0;2,5,bj1;7,4,rp0;7,7,rj1;8,4,rs1;9,4,rb0;";

#[test]
fn a_file_of_the_original_is_read() {
    let file = format!("Teamname = 美国队长\nmymap ={MYMAP}\n");
    let (gbk, _, _) = encoding_rs::GBK.encode(&file);
    for bytes in [file.as_bytes(), format!("\u{feff}{file}").as_bytes(), &gbk] {
        let team = load(bytes).expect("a good file");
        assert_eq!(team.name(), "美国队长");
        let map = team.map("mymap").expect("a good map");
        let mut pieces: Vec<&str> = MYMAP.split_inclusive(';').collect();
        pieces.sort_unstable();
        assert_eq!(map::write(&map.position, &map.numbers).to_string(), pieces.concat());
        assert_eq!(map.position.side(), Side::Red);
    }
}

/// Keys that differ only in case are one key, and its last value counts. The settings of a map choose its rules and the
/// side to move.
#[test]
fn a_file_names_its_team_and_its_maps() {
    for (at, [file, expected, key, found]) in rows("team_files.txt") {
        let team = load(file.as_bytes()).expect(&at);
        assert_eq!(team.name(), expected, "{at}");
        let map = team.map(&key).expect(&at);
        let (rules, side) = (map.position.rules(), map.position.side());
        assert_eq!(format!("{}: {} {rules} {side}", team.maps().count(), map.name), found, "{at}");
    }
}

#[test]
fn a_bad_file_is_refused_with_its_line() {
    for (at, [file, message]) in rows("bad_files.txt") {
        assert_eq!(load(file.as_bytes()).expect_err(&at).trim_end(), message);
    }
    let refused = |file: &[u8]| load(file).expect_err("a bad file");
    assert_eq!(refused(b"Teamname = a\nb = \xff\xff"), "FILE: line 2: neither UTF-8 nor GBK");
    let mut large = b"a = 1\n#".to_vec();
    large.resize(1 << 20, b'-');
    assert!(refused(&large).starts_with("FILE: the key Teamname is missing"));
    large.push(b'-');
    assert_eq!(refused(&large), "FILE: line 2: the file is larger than 1 MiB");
}

#[test]
fn a_bad_map_is_refused_when_it_is_asked_for() {
    for (_, [map, message]) in rows("bad_maps.txt") {
        let refusal = refusal(&format!("Teamname = a\n{map}"), "mymap");
        assert!(refusal.starts_with(&message), "{refusal}");
    }
}

#[test]
fn an_unknown_map_is_answered_with_those_there_are() {
    let file = format!("Teamname = a\nb = {MYMAP}\nA = {MYMAP}\nc = nonsense");
    assert_eq!(refusal(&file, "Foo"), "no map Foo: FILE holds a, b, c");
    assert_eq!(refusal("Teamname = a", "Foo"), "no map Foo: FILE holds no map");
    // The team's name and settings are no maps.
    assert_eq!(refusal("Teamname = a", "teamname"), "no map teamname: FILE holds no map");
}

#[test]
fn without_a_file_there_are_no_maps_and_no_name() {
    let home = tempfile::tempdir().expect("a folder");
    let team = Team::load(home.path()).expect("no file is no error");
    assert!(!team.is_found());
    assert_eq!(team.name(), "");
    let refusal = team.map("a").expect_err("no maps").to_string();
    assert_eq!(refusal, format!("no map a: there is no {}", team.file().display()));
    // A missing file is no error, but a folder in its place is one.
    fs::create_dir_all(team.file()).expect("a folder");
    assert!(Team::load(home.path()).is_err());
}

#[test]
fn every_map_of_the_repository_is_good() {
    let team = Team::load(root()).expect("the own file");
    assert_eq!(team.name(), "楚河");
    let names: Vec<&str> = team.maps().map(|(name, _)| name).collect();
    let known = rows::<2>("maps_own.csv");
    assert!(known.iter().map(|(_, [name, _])| name).eq(&names), "{names:?}");
    for (name, map) in team.maps() {
        let map = map.as_ref().unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
        assert_eq!(map.game().ending(), None, "{name}");
    }
}

/// Red mates within the number of moves that the comments in the file promise.
#[test]
fn the_endgames_of_the_repository_are_won() {
    use chuhe_core::{Cluster, Limits, NoMonitor, Workspace};
    let team = Team::load(root()).expect("the own file");
    let table: Vec<Cluster> = (0..1 << 15).map(|_| Cluster::new()).collect();
    let mut workspace = Box::<Workspace>::default();
    let promised = rows::<2>("maps_own.csv").into_iter().filter(|(_, [_, moves])| moves != "-");
    for (at, [name, moves]) in promised {
        let moves: i16 = moves.parse().expect(&at);
        let map = team.map(&name).expect("it is good");
        let limits = Limits { nodes: 1_000_000, ..Limits::default() };
        let found = map.position.search(&[], &limits, &table, &mut *workspace, &mut NoMonitor);
        let plies = found.score.mate_distance().unwrap_or_else(|| panic!("{name}: {found:?}"));
        assert!((1..2 * moves).contains(&plies), "{name}: mate in {plies} plies");
    }
}

proptest! {
    #[test]
    fn values_come_back(value in "[ -~\u{4e00}-\u{4eff}\t\n]{1,40}") {
        let escaped: String = value
            .chars()
            .map(|c| match c {
                '\n' => "\\n".to_owned(),
                '\t' => "\\t".to_owned(),
                // These letters get no backslash, because it would make them escapes.
                't' | 'n' | 'f' | 'r' | 'u' => c.to_string(),
                c if c.is_ascii() => format!("\\{c}"),
                c => format!("\\u{:04x}", c as u32),
            })
            .collect();
        prop_assume!(!value.trim().is_empty());
        let team = load(format!("Teamname = {escaped}").as_bytes()).expect("a good file");
        prop_assert_eq!(team.name(), value.trim());
    }
}
