//! The players of a contest.

use crate::arena::limit::Limit;
use chuhe_core::Level;
use chuhe_host::engine::{Protocol, Spec};
use std::path::Path;
use std::time::Duration;

/// A player of a contest, as the words behind `-engine` and `-each` describe it.
///
/// ```
/// use chuhe_workshop::arena::entrant::{Entrant, Player};
/// let entrant = Entrant::read(&["cmd=builtin", "level=3"], &["nodes=2000"]).unwrap();
/// assert_eq!(entrant.limit.to_string(), "nodes=2000");
/// assert!(matches!(entrant.player, Player::BuiltIn { hash: 16, .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The words, quoted where a shell needs it.
    pub words: String,
    pub player: Player,
    pub limit: Limit,
    /// The time by which it may exceed its limit.
    pub margin: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The player built in, with a transposition table of `hash` mebibytes.
    BuiltIn {
        name: String,
        level: Level,
        hash: usize,
    },
    Program(Spec),
}

impl Entrant {
    /// Reads the words of a player, and those of `-each`, which count where the player has none of the
    /// kind.
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

    /// Returns true if the engine can only begin at the start position, and sends no information.
    pub fn sends_only_moves(&self) -> bool {
        matches!(&self.player, Player::Program(spec) if spec.protocol == Protocol::MoveLines)
    }
}

/// The keys of limits, and those that are read here or have no effect.
const LIMITS: [&str; 4] = ["tc", "st", "depth", "nodes"];
const OWN_KEYS: [&str; 7] = ["tc", "st", "depth", "nodes", "timemargin", "restart", "ponder"];

fn key(word: &str) -> &str {
    word.split('=').next().unwrap_or_default()
}

/// Returns the value of a word `key=value`. The first one counts.
pub(crate) fn value<'a>(words: &[&'a str], key: &str) -> Option<&'a str> {
    words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='))
}

/// Returns the first limit of some words. A clock without an end is none.
fn limit(words: &[&str]) -> Result<Option<Limit>, String> {
    let mut limits = words.iter().filter(|word| LIMITS.contains(&key(word)) && **word != "tc=inf");
    limits.next().map(|word| word.parse()).transpose()
}

/// Reads the configuration of an engine. Its arguments are one word, as a program in a folder is.
fn program(words: &[&str]) -> Result<Spec, String> {
    let folder = value(words, "dir").map(Path::new);
    let text = |word: &&&str| match word.split_once('=') {
        Some(("args", _)) => None,
        Some(("cmd", name)) => {
            let inside = folder.map(|folder| folder.join(name)).filter(|path| path.is_file());
            // The folder becomes the working directory.
            let path = inside.and_then(|path| std::path::absolute(path).ok());
            let path = path.map_or_else(|| name.to_owned(), |path| path.display().to_string());
            let arguments = value(words, "args").unwrap_or_default();
            Some(quoted(&format!("cmd={} {arguments}", quoted(&path))))
        }
        _ => Some(quoted(word)),
    };
    let text: Vec<String> = words.iter().filter_map(|word| text(&word)).collect();
    text.join(" ").parse().map_err(|error| format!("{error}"))
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
        let options = [("Hash", "2"), ("Threads", "2")];
        assert_eq!(spec.options, options.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }
}
