//! Tests every option of the program on the command line, in the environment and in a file.

use crate::home::{ended, program};
use chuhe_core::rules::Rules;
use chuhe_host::{Computer, Map, Team};
use chuhe_tcp::config_file::{key, variable};
use chuhe_tcp::options::{Options, OptionsError};
use chuhe_tests::programs::{Trial, test};
use chuhe_tests::rows;
use clap::{Arg, CommandFactory};
use std::ffi::OsString;
use std::fs;
use std::path::Path;
use std::sync::Arc;

pub(crate) fn tests() -> Vec<Trial> {
    vec![
        test(None, every_option_is_set_in_three_places_in_their_order),
        test(None, what_is_wrong_in_a_file_is_named_with_its_line_and_key),
        test(None, the_file_that_is_installed_is_accepted),
        test(None, zero_switches_a_limit_off),
    ]
}

/// The options that a configuration file can set, taken from the definition of the command line.
fn options() -> Vec<Arg> {
    let command = Options::command();
    command.get_arguments().filter(|arg| key(arg) != "config").cloned().collect()
}

fn texts(value: &str) -> Vec<String> {
    let inner = value.trim_start_matches('[').trim_end_matches(']');
    inner.split(", ").map(|text| text.trim_matches('\'').to_owned()).collect()
}

/// Runs the program with option values in a file, the environment and the command line. Returns the options as the log
/// shows them.
fn run(folder: &Path, places: [Option<usize>; 3]) -> String {
    let values = rows::<3>("server_options.txt");
    let value = |name: &str, which: usize| {
        let row = values.iter().find(|(_, row)| row[0] == name);
        &*row.unwrap_or_else(|| panic!("{name} is missing in the table")).1[1 + which]
    };
    let [file, environment, words] = places;
    let mut text = String::new();
    let mut command = program();
    command.current_dir(folder);
    for arg in options() {
        command.env_remove(variable(&arg));
        let name = key(&arg);
        if let Some(which) = file {
            text.push_str(&format!("{name} = {}\n", value(name, which)));
        }
        if let Some(which) = environment {
            command.env(variable(&arg), texts(value(name, which)).join(","));
        }
        for text in words.map(|which| texts(value(name, which))).unwrap_or_default() {
            command.arg(if arg.get_long().is_some() { format!("--{name}={text}") } else { text });
        }
    }
    fs::write(folder.join("options.toml"), text).expect("a file");
    let (_, errors, status) = ended(command.args(["--config", "options.toml"]));
    assert_eq!(status, Some(1), "{errors}");
    let options = errors.split_once("starts: ").unwrap_or_else(|| panic!("{errors}")).1;
    options.lines().next().expect("a line").to_owned()
}

fn every_option_is_set_in_three_places_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, second) = (Some(0), Some(1));
    let expected = run(folder.path(), [None, None, first]);
    assert!(expected.contains("map: Some(\"first\")"), "{expected}");
    for (_, [name, one, other]) in rows("server_options.txt") {
        assert_ne!(one, other, "{name}");
        assert!(options().iter().any(|arg| key(arg) == name), "there is no option {name}");
    }
    for places in [
        [first, None, None],
        [None, first, None],
        [second, first, None],
        [second, None, first],
        [None, second, first],
    ] {
        assert_eq!(run(folder.path(), places), expected, "{places:?}");
    }
}

fn read(words: &[&str]) -> Result<Options, OptionsError> {
    Options::read(["chuhe-tcp"].iter().chain(words).map(OsString::from))
}

fn read_file(path: &Path) -> Result<Options, OptionsError> {
    read(&["--config", path.to_str().expect("UTF-8")])
}

fn what_is_wrong_in_a_file_is_named_with_its_line_and_key() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.toml");
    let rows = rows("server_files_wrong.txt").into_iter();
    let texts = rows.map(|(_, [text, fault])| (text.into_bytes(), fault));
    let no_text = (b"level = 5\nmap = '\xff'".to_vec(), "line 2: the text is not UTF-8".to_owned());
    for (text, fault) in texts.chain([no_text]) {
        fs::write(&path, text).expect("a file");
        let error = read_file(&path).expect_err(&fault).to_string();
        let expected = format!("{}: {fault}", path.display());
        assert!(error.starts_with(&expected), "{error}\n{expected}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    fs::write(&path, vec![b'#'; 1 << 20]).expect("a file");
    assert_eq!(read_file(&path).expect("the largest file").level, 5);
    fs::write(&path, vec![b'#'; (1 << 20) + 1]).expect("a file");
    let error = read_file(&path).expect_err("too large");
    assert!(error.to_string().ends_with("a.toml: the file is larger than 1 MiB"), "{error}");
    fs::write(&path, "map = '-dash'\nbind = []").expect("a file");
    let options = read_file(&path).expect("a value that begins with a dash");
    assert_eq!((options.map.as_deref(), options.bind.len()), (Some("-dash"), 0));
}

/// Reads the configuration file of the packages as it is. Then reads it with every option that its comments propose.
fn the_file_that_is_installed_is_accepted() {
    let text = include_str!("../../../dist/conf/chuhe-tcp.toml").to_owned();
    let propose = |line: &str| {
        let option = line.strip_prefix("# ").filter(|rest| rest.contains(" = "));
        format!("{}\n", option.unwrap_or(line))
    };
    let proposed: String = text.lines().map(propose).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.toml");
    for text in [&text, &proposed] {
        fs::write(&path, text).expect("a file");
        let options = read_file(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(options.home(), Path::new("/var/lib/chuhe"));
    }
    assert_ne!(text, proposed);
}

fn zero_switches_a_limit_off() {
    let home = tempfile::tempdir().expect("a folder");
    let home = home.path().to_str().expect("UTF-8");
    let limits = |value: &str| {
        let names = ["frame-idle", "idle-timeout", "max-commands", "max-clients-per-address"];
        let words = names.map(|name| format!("--{name}={value}"));
        let words = ["--home", home].into_iter().chain(words.iter().map(String::as_str));
        let options = read(&words.collect::<Vec<_>>()).expect("options");
        let (computer, metrics) = (Computer::new(1, 1).expect("memory"), Arc::default());
        let map = Arc::new(Map::standard(Rules::default()));
        let games = options.games(map, Arc::new(computer), &metrics).expect("no journal");
        let team = Team::load(options.home()).expect("no team");
        let config = options.config(games, team, &metrics);
        let times =
            [config.frame_idle, config.idle_timeout].map(|time| time.map(|it| it.as_millis()));
        (times, config.max_commands, config.max_clients_per_address)
    };
    assert_eq!(limits("0"), ([None, None], None, None));
    assert_eq!(limits("2"), ([Some(2), Some(2000)], Some(2), Some(2)));
}
