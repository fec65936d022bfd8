//! Reads the players of a contest, and their limits of time, depth or nodes.

use chuhe_core::Level;
use chuhe_core::played::TimeControl;
use chuhe_host::engine::{Protocol, Spec};
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

/// A player of a contest, as the words after `-engine` and `-each` describe it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The words from `-engine` and `-each`, with quotes where a shell needs them.
    pub words: String,
    pub player: Player,
    pub limit: Limit,
    /// A player that exceeds its time by more than this margin loses the game.
    pub margin: Duration,
}

/// The built-in player, with a transposition table of `hash` mebibytes, or an external program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    BuiltIn { name: String, level: Level, hash: usize },
    Program(Spec),
}

impl Entrant {
    /// Reads the words of a player. A word of `-each` counts only if `own` contains no word with the same key. If `own`
    /// contains a limit, no limit of `-each` counts.
    pub fn read(own: &[&str], each: &[&str]) -> Result<Self, String> {
        let limit = limit(own)?.or(limit(each)?);
        let limit = limit.ok_or("a player needs a limit: tc= st= depth= nodes=")?;
        let inherited = each.iter().filter(|word| value(own, key(word)).is_none());
        let words: Vec<&str> = own.iter().chain(inherited).copied().collect();
        let margin = value(&words, "timemargin").unwrap_or("0");
        let margin = margin.parse().map_err(|_| format!("timemargin={margin} is no number"))?;
        let player_words: Vec<&str> =
            words.iter().filter(|word| !OWN_KEYS.contains(&key(word))).copied().collect();
        let player = if value(own, "cmd") == Some("builtin") {
            built_in(&player_words)?
        } else {
            Player::Program(program(&player_words)?)
        };
        let is_plain = |word: &str| !word.contains([' ', '\'', '"']);
        let shown = |&word: &&str| if is_plain(word) { word.to_owned() } else { quoted(word) };
        let words = words.iter().map(shown).collect::<Vec<_>>().join(" ");
        Ok(Self { words, player, limit, margin: Duration::from_millis(margin) })
    }

    /// Returns true if the engine can begin only at the usual start position. Such engines send moves without scores.
    pub fn sends_only_moves(&self) -> bool {
        matches!(&self.player, Player::Program(spec) if spec.protocol == Protocol::MoveLines)
    }
}

const LIMITS: [&str; 4] = ["tc", "st", "depth", "nodes"];
/// The keys that are not passed on to the player.
const OWN_KEYS: [&str; 7] = ["tc", "st", "depth", "nodes", "timemargin", "restart", "ponder"];

fn key(word: &str) -> &str {
    word.split('=').next().unwrap_or_default()
}

/// Returns the value of the first word that has the form `key=value`.
pub(crate) fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// Returns the first limit among the words. Skips `tc=inf`, because it sets no limit.
fn limit(words: &[&str]) -> Result<Option<Limit>, String> {
    let mut limits = words.iter().filter(|word| LIMITS.contains(&key(word)) && **word != "tc=inf");
    limits.next().map(|word| word.parse()).transpose()
}

/// Reads the configuration of an engine. `args=` contains all arguments, and `cmd=` a path, perhaps with spaces.
fn program(words: &[&str]) -> Result<Spec, String> {
    let folder = value(words, "dir").map(Path::new);
    let text = |word: &&&str| match word.split_once('=') {
        Some(("args", _)) => None,
        Some(("cmd", name)) => {
            let inside = folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
            // The path is absolute, because the folder becomes the working directory.
            let path = inside.and_then(|path| std::path::absolute(path).ok());
            let path = path.map_or_else(|| name.to_owned(), |path| path.display().to_string());
            let arguments = value(words, "args").unwrap_or_default();
            Some(quoted(&format!("cmd={} {arguments}", quoted(&path))))
        }
        _ => Some(quoted(word)),
    };
    let text: Vec<String> = words.iter().filter_map(|word| text(&word)).collect();
    text.join(" ").parse()
}

fn quoted(text: &str) -> String {
    shlex::try_quote(text).map_or_else(|_| text.to_owned(), Into::into)
}

fn built_in(words: &[&str]) -> Result<Player, String> {
    let (mut name, mut level, mut hash) = (None, Level::MAX, 16_usize);
    let mut read = |word: &str| -> Option<()> {
        match word.split_once('=')? {
            ("cmd", _) => {}
            ("name", value) => name = Some(value.to_owned()),
            ("level", value) => level = Level::new(value.parse().ok()?)?,
            ("hash", value) => hash = value.parse().ok().filter(|&hash| hash > 0)?,
            _ => return None,
        }
        Some(())
    };
    if let Some(word) = words.iter().find(|word| read(word).is_none()) {
        let keys = "its keys are name level hash";
        return Err(format!("{word:?} means nothing for cmd=builtin; {keys}"));
    }
    let name = name.unwrap_or_else(|| format!("Chuhe level {level}"));
    Ok(Player::BuiltIn { name, level, hash })
}

/// A limit for each move, or a clock for `moves` moves or the whole game. Times are in milliseconds. The text forms
/// `st=0.1`, `tc=10+0.1` and `tc=40/60` give times in seconds. The other forms are `depth=6` and `nodes=5000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    MoveTime(u64),
    Clock { moves: Option<u16>, base: u64, increment: u64 },
    Depth(u8),
    Nodes(u64),
}

impl Limit {
    pub const fn time_control(self) -> TimeControl {
        match self {
            Self::Clock { moves, base, increment } => TimeControl::Game { base, increment, moves },
            _ => TimeControl::None,
        }
    }

    fn read(text: &str) -> Option<Self> {
        let (key, value) = text.split_once('=')?;
        let positive = |text: &str| text.parse().ok().filter(|&number: &u64| number > 0);
        Some(match key {
            "st" => Self::MoveTime(millis(value).filter(|&millis| millis > 0)?),
            "nodes" => Self::Nodes(positive(value)?),
            "depth" => Self::Depth(u8::try_from(positive(value)?).ok()?),
            "tc" => {
                let (moves, rest) = match value.split_once('/') {
                    Some((moves, rest)) => (Some(u16::try_from(positive(moves)?).ok()?), rest),
                    None => (None, value),
                };
                let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
                let base = millis(base).filter(|&base| base > 0)?;
                Self::Clock { moves, base, increment: millis(increment)? }
            }
            _ => return None,
        })
    }
}

/// All times are below this number of milliseconds.
const MAX_MILLIS: u64 = 1_000_000_000_000;

/// Converts seconds, possibly with a fraction, to milliseconds.
fn millis(seconds: &str) -> Option<u64> {
    let seconds: f64 = seconds.parse().ok()?;
    Some((seconds * 1000.0).round() as u64).filter(|&millis| seconds >= 0.0 && millis < MAX_MILLIS)
}

impl FromStr for Limit {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let examples = "tc=10+0.1, tc=40/60, st=0.1, depth=6, nodes=5000";
        Self::read(text).ok_or_else(|| format!("{text:?} is no limit; limits are {examples}"))
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |millis: u64| millis as f64 / 1000.0;
        match *self {
            Self::MoveTime(millis) => write!(f, "st={}", seconds(millis)),
            Self::Depth(depth) => write!(f, "depth={depth}"),
            Self::Nodes(nodes) => write!(f, "nodes={nodes}"),
            Self::Clock { moves, base, increment } => {
                f.write_str("tc=")?;
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write!(f, "{}", seconds(base))?;
                if increment > 0 { write!(f, "+{}", seconds(increment)) } else { Ok(()) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_players_own_words_come_before_those_of_each() {
        let own = ["cmd=a b", "args=c 'd e'", "name=A B", "nodes=3", "option.Hash=2"];
        let each = ["tc=8+0.08", "option.Hash=8", "option.Threads=2", "timemargin=50"];
        let entrant = Entrant::read(&own, &each).unwrap();
        assert_eq!((entrant.limit, entrant.margin.as_millis()), (Limit::Nodes(3), 50));
        let Player::Program(spec) = entrant.player else { panic!() };
        assert_eq!(spec.command, ["a b", "c", "d e"]);
        assert_eq!(spec.name.as_deref(), Some("A B"));
        let built_in = Entrant::read(&["cmd=builtin", "level=3"], &["nodes=2000"]).unwrap();
        assert_eq!(built_in.limit, Limit::Nodes(2000));
        assert!(matches!(built_in.player, Player::BuiltIn { hash: 16, .. }));
        let options = [("Hash", "2"), ("Threads", "2")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn limits_are_read_as_they_are_written() {
        for text in ["st=0.1", "tc=10+0.1", "tc=40/60", "tc=0.5", "depth=6", "nodes=5000"] {
            assert_eq!(text.parse::<Limit>().unwrap().to_string(), text);
        }
        let clock = Limit::Clock { moves: Some(2), base: 1500, increment: 50 };
        assert_eq!("tc=2/1.5+0.05".parse(), Ok(clock));
        let clocks = ["tc=", "tc=0", "tc=-1", "tc=0/5", "tc=1e9", "tc=nan", "tc=inf"];
        let others = ["", "nodes", "nodes=0", "depth=256", "movetime=5", "st=0", "st=1e9"];
        for text in clocks.into_iter().chain(others) {
            assert!(text.parse::<Limit>().is_err(), "{text}");
        }
    }
}
