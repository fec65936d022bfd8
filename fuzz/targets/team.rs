//! Reads any bytes as a file `team.properties`. Each error must name a line of the file. A map in the file must be
//! found by its name, and must stay the same when it is written and read.
#![no_main]

use chuhe_core::{Position, map};
use chuhe_host::{FileFault, MapRefusal, Team, TeamFault};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let lines = 1 + bytes.iter().filter(|byte| matches!(byte, b'\n' | b'\r')).count();
    let team = match Team::read(bytes, "FILE".into()) {
        Ok(team) => team,
        Err(error) => {
            let line = match &error.fault {
                TeamFault::NoName => 1,
                TeamFault::EmptyName(line) | TeamFault::NoMapToSet { line, .. } => *line,
                TeamFault::File(FileFault::TooLarge(line) | FileFault::Escape(line)) => *line,
                TeamFault::File(FileFault::Encoding(fault)) => fault.line,
                TeamFault::File(FileFault::Unreadable(_)) => unreachable!("it was read"),
            };
            assert!((1..=lines).contains(&line), "{error}");
            return;
        }
    };
    assert_eq!(team.name(), team.name().trim());
    for (name, map) in team.maps() {
        assert_eq!(&team.map(name), map);
        match map {
            Ok(map) => {
                let written = map::write(&map.position, &map.numbers);
                let (rules, turn) = (map.position.rules(), map.position.side());
                let file =
                    format!("Teamname = x\nm = {written}\nm.rules = {rules}\nm.turn = {turn}");
                let again = Team::read(file.as_bytes(), "FILE".into()).expect("a good file");
                let again = again.map("M").expect("a good map");
                assert_eq!((&again.position, again.numbers), (&map.position, map.numbers));
            }
            Err(MapRefusal::Invalid { line, .. }) => assert!((1..=lines).contains(line)),
            Err(error @ MapRefusal::Unknown { .. }) => panic!("{error}"),
        }
    }
});
