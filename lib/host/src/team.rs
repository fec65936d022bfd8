//! Reads `conf/team.properties`: the team's name and its maps.

use crate::properties::{self, Entry, FileFault, MAX_FILE};
use crate::user_files::read_bounded;
use chuhe_core::map::{self, MapError};
use chuhe_core::rules::{Rules, UnknownRules};
use chuhe_core::{AnyPosition, Game, Numbers, Position, Side};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, io};

/// A position from which games start, with its name and with numbers that tell its equal pieces apart.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// The name; empty for the standard start position.
    pub name: String,
    pub position: AnyPosition,
    pub numbers: Numbers,
}

impl Map {
    pub fn standard(rules: Rules) -> Self {
        let position = rules.start();
        let numbers = Numbers::in_reading_order(&position);
        Self { name: String::new(), position, numbers }
    }

    pub fn game(&self) -> Game<AnyPosition> {
        Game::numbered(self.position.clone(), self.numbers)
    }
}

impl fmt::Display for Map {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name.as_str() {
            "" => write!(f, "the start position of {}", self.position.rules()),
            name => write!(f, "map {name}"),
        }
    }
}

#[derive(Debug)]
pub struct Team {
    name: String,
    file: PathBuf,
    /// The maps by their names in lower case. An invalid map is stored as an error.
    maps: Maps,
}

#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .file.display())]
pub struct TeamError {
    pub file: PathBuf,
    pub fault: TeamFault,
}

#[derive(Debug, thiserror::Error)]
pub enum TeamFault {
    #[error(transparent)]
    File(#[from] FileFault),
    #[error("the key Teamname is missing: write a line such as `Teamname = 美国队长`")]
    NoName,
    #[error("line {0}: the key Teamname has no value: write the team's name behind it")]
    EmptyName(usize),
    #[error("line {line}: {key} is set, but there is no map {map}")]
    NoMapToSet { line: usize, key: String, map: String },
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MapRefusal {
    #[error("no map {name}: {}", map_names(.file, .names.as_deref(), *.more))]
    Unknown {
        name: String,
        file: PathBuf,
        /// The first names of maps in `file`, in alphabetical order; `None` if the file does not exist.
        names: Option<Vec<String>>,
        more: usize,
    },
    #[error("Invalid map: {name}: {fault} ({}, line {line})", .file.display())]
    Invalid { name: String, fault: MapFault, file: PathBuf, line: usize },
}

#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MapFault {
    #[error("{0}")]
    Pieces(MapError),
    #[error("its rules are `{0}`, but {UnknownRules}")]
    Rules(String),
    #[error("its turn is `{0}`, neither `red` nor `black`")]
    Turn(String),
}

impl Team {
    /// Reads `conf/team.properties` in the folder `home`. If there is no such file, the name is empty and there are no
    /// maps. An invalid map is reported only when it is asked for.
    pub fn load(home: &Path) -> Result<Self, TeamError> {
        let file = home.join("conf").join("team.properties");
        match read_bounded(&file, MAX_FILE) {
            Ok(bytes) => Self::read(&bytes, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self { name: String::new(), file, maps: Maps::new() })
            }
            Err(error) => Err(TeamError { file, fault: FileFault::from(error).into() }),
        }
    }

    /// Parses the content of a properties file. Its path `file` is stored for messages, and is not opened.
    pub fn read(bytes: &[u8], file: PathBuf) -> Result<Self, TeamError> {
        let entries = properties::parse(bytes).map_err(TeamFault::from);
        match entries.and_then(|entries| parse_entries(entries, &file)) {
            Ok((name, maps)) => Ok(Self { name, file, maps }),
            Err(fault) => Err(TeamError { file, fault }),
        }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path of the file, which need not exist.
    pub fn file(&self) -> &Path {
        &self.file
    }

    pub const fn is_found(&self) -> bool {
        !self.name.is_empty()
    }

    /// Returns a map by its name; case does not matter.
    pub fn map(&self, name: &str) -> Result<Arc<Map>, MapRefusal> {
        self.maps.get(&name.to_lowercase()).cloned().unwrap_or_else(|| {
            let names =
                self.is_found().then(|| self.maps.keys().take(MAPS_NAMED).cloned().collect());
            let more = self.maps.len().saturating_sub(MAPS_NAMED);
            Err(MapRefusal::Unknown { name: name.to_owned(), file: self.file.clone(), names, more })
        })
    }

    /// Returns all maps of the file, each with its name in lower case. An invalid map is returned as an error.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &Result<Arc<Map>, MapRefusal>)> {
        self.maps.iter().map(|(name, map)| (name.as_str(), map))
    }
}

/// The greatest number of names in the message about an unknown map.
const MAPS_NAMED: usize = 8;

type Maps = BTreeMap<String, Result<Arc<Map>, MapRefusal>>;

const RULES: &str = ".rules";
const TURN: &str = ".turn";

fn parse_entries(entries: Vec<Entry>, file: &Path) -> Result<(String, Maps), TeamFault> {
    // If a key is repeated, its last entry counts, as in Java.
    let mut keys: BTreeMap<String, Entry> =
        entries.into_iter().map(|entry| (entry.key.to_lowercase(), entry)).collect();
    let team = keys.remove("teamname").ok_or(TeamFault::NoName)?;
    let name = team.value.trim();
    if name.is_empty() {
        return Err(TeamFault::EmptyName(team.line));
    }
    let map_of = |key: &str| key.strip_suffix(RULES).or(key.strip_suffix(TURN)).map(str::to_owned);
    for (key, entry) in &keys {
        if let Some(map) = map_of(key).filter(|map| !keys.contains_key(map)) {
            return Err(TeamFault::NoMapToSet { line: entry.line, key: entry.key.clone(), map });
        }
    }
    let maps = keys.iter().filter(|(key, _)| map_of(key).is_none()).map(|(key, entry)| {
        let rules = keys.get(&format!("{key}{RULES}"));
        let turn = keys.get(&format!("{key}{TURN}"));
        let map = parse_map(entry, rules, turn).map_err(|(line, fault)| MapRefusal::Invalid {
            name: entry.key.clone(),
            fault,
            file: file.to_owned(),
            line,
        });
        (key.clone(), map.map(Arc::new))
    });
    Ok((name.to_owned(), maps.collect()))
}

/// Reads the map of an entry, with the settings `rules` and `turn`. The error is `(line, fault)`.
fn parse_map(
    entry: &Entry,
    rules: Option<&Entry>,
    turn: Option<&Entry>,
) -> Result<Map, (usize, MapFault)> {
    let rules = rules.map_or(Ok(Rules::default()), |entry| {
        let value = entry.value.trim();
        value.parse().map_err(|_| (entry.line, MapFault::Rules(value.to_owned())))
    })?;
    let side = turn.map_or(Ok(Side::Red), |entry| match entry.value.trim() {
        value if value.eq_ignore_ascii_case("red") => Ok(Side::Red),
        value if value.eq_ignore_ascii_case("black") => Ok(Side::Black),
        value => Err((entry.line, MapFault::Turn(value.to_owned()))),
    })?;
    let (position, numbers) = map::read(&entry.value, rules, side)
        .map_err(|error| (entry.line, MapFault::Pieces(error)))?;
    Ok(Map { name: entry.key.clone(), position, numbers })
}

fn map_names(file: &Path, names: Option<&[String]>, more: usize) -> String {
    let file = file.display();
    match names {
        None => format!("there is no {file}"),
        Some([]) => format!("{file} holds no map"),
        Some(names) if more > 0 => format!("{file} holds {} and {more} more", names.join(", ")),
        Some(names) => format!("{file} holds {}", names.join(", ")),
    }
}
