//! `conf/team.properties`: the team's name and its maps.

use crate::properties::{self, Entry, FileFault};
use chuhe_core::map::{self, MapError};
use chuhe_core::rules::{AnyPosition, Rules, UnknownRules};
use chuhe_core::{Game, Numbers, Position, Side};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where a game begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Map {
    /// Its name; empty for the standard start position.
    pub name: String,
    /// The position.
    pub position: AnyPosition,
    /// The number of each piece.
    pub numbers: Numbers,
}

impl Map {
    /// The start position of a rule set.
    #[must_use]
    pub fn standard(rules: Rules) -> Self {
        let position = rules.start();
        let numbers = Numbers::in_reading_order(&position);
        Self { name: String::new(), position, numbers }
    }

    /// A game that begins here.
    #[must_use]
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

/// The team's name and its maps, as `conf/team.properties` has them.
#[derive(Debug)]
pub struct Team {
    name: String,
    file: PathBuf,
    found: bool,
    /// By name in lower case; a map that is refused is so only to those who want it.
    maps: Maps,
}

/// Why the file is refused.
#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .file.display())]
pub struct TeamError {
    /// The file.
    pub file: PathBuf,
    /// What is wrong with it.
    pub fault: TeamFault,
}

/// What is wrong with a `team.properties`.
#[derive(Debug, thiserror::Error)]
pub enum TeamFault {
    /// It is no properties file.
    #[error(transparent)]
    File(#[from] FileFault),
    /// It does not say the team's name.
    #[error("the key Teamname is missing: write a line such as `Teamname = 美国队长`")]
    NoName,
    /// It leaves the team's name empty.
    #[error("line {0}: the key Teamname has no value: write the team's name behind it")]
    EmptyName(usize),
    /// A setting of a map that is not there.
    #[error("line {line}: {key} is set, but there is no map {map}")]
    NoMapToSet {
        /// The line.
        line: usize,
        /// The key.
        key: String,
        /// The map that it speaks of.
        map: String,
    },
}

/// Why there is no such map.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MapRefusal {
    /// The file holds no map of this name.
    #[error("no map {name}: {}", MapNames(.file, .names.as_deref()))]
    Unknown {
        /// The name asked for.
        name: String,
        /// The file.
        file: PathBuf,
        /// The names that it holds; `None` when there is no file.
        names: Option<Vec<String>>,
    },
    /// The map breaks a rule.
    #[error("Invalid map: {name}: {fault} ({}, line {line})", .file.display())]
    Invalid {
        /// The name.
        name: String,
        /// The rule, and where the map breaks it.
        fault: MapFault,
        /// The file.
        file: PathBuf,
        /// The line of the map or of its setting.
        line: usize,
    },
}

/// What is wrong with a map.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum MapFault {
    /// Its pieces.
    #[error("{0}")]
    Pieces(MapError),
    /// Its rule set is not known.
    #[error("its rules are `{0}`, but {UnknownRules}")]
    Rules(String),
    /// Its side to move is none.
    #[error("its turn is `{0}`, neither `red` nor `black`")]
    Turn(String),
}

impl Team {
    /// Reads `conf/team.properties` in the folder `home`; without such a file, no name and no maps.
    ///
    /// # Errors
    /// When the file cannot be read or is refused as a whole. A map that breaks a rule does not
    /// matter before it is asked for.
    pub fn load(home: &Path) -> Result<Self, TeamError> {
        let file = home.join("conf").join("team.properties");
        match properties::bytes(&file) {
            Ok(bytes) => Self::read(&bytes, file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Ok(Self { name: String::new(), file, found: false, maps: Maps::new() })
            }
            Err(error) => Err(TeamError { file, fault: FileFault::from(error).into() }),
        }
    }

    /// The same from the bytes of the file, which errors name.
    ///
    /// # Errors
    /// When it is refused as a whole.
    pub fn read(bytes: &[u8], file: PathBuf) -> Result<Self, TeamError> {
        let entries = properties::parse(bytes).map_err(TeamFault::from);
        match entries.and_then(|entries| parse_entries(entries, &file)) {
            Ok((name, maps)) => Ok(Self { name, file, found: true, maps }),
            Err(fault) => Err(TeamError { file, fault }),
        }
    }

    /// The team's name; empty when there is no file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file, whether it is there or not.
    #[must_use]
    pub fn file(&self) -> &Path {
        &self.file
    }

    /// Whether there is a file.
    #[must_use]
    pub const fn is_found(&self) -> bool {
        self.found
    }

    /// A map by its name, in either case.
    ///
    /// # Errors
    /// When there is no such map, or when it breaks a rule.
    pub fn map(&self, name: &str) -> Result<Arc<Map>, MapRefusal> {
        self.maps.get(&name.to_lowercase()).cloned().unwrap_or_else(|| {
            let names = self.found.then(|| self.maps.keys().cloned().collect());
            Err(MapRefusal::Unknown { name: name.to_owned(), file: self.file.clone(), names })
        })
    }

    /// Every map of the file, or why it is refused, by name in lower case.
    pub fn maps(&self) -> impl Iterator<Item = (&str, &Result<Arc<Map>, MapRefusal>)> {
        self.maps.iter().map(|(name, map)| (name.as_str(), map))
    }
}

type Maps = BTreeMap<String, Result<Arc<Map>, MapRefusal>>;

const RULES: &str = ".rules";
const TURN: &str = ".turn";

/// The team's name and the maps of a file's entries.
fn parse_entries(entries: Vec<Entry>, file: &Path) -> Result<(String, Maps), TeamFault> {
    // A key that comes again replaces the one before, as in Java.
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

/// The map of an entry with its settings, or what is wrong and in which line.
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

/// What a file holds, for one who asked for something else.
struct MapNames<'a>(&'a Path, Option<&'a [String]>);

impl fmt::Display for MapNames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = self.0.display();
        match self.1 {
            None => write!(f, "there is no {file}"),
            Some([]) => write!(f, "{file} holds no map"),
            Some(names) => write!(f, "{file} holds {}", names.join(", ")),
        }
    }
}
