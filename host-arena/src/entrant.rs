//! The players of a contest.

use crate::limit::{Limit, LimitError};
use chuhe_core::Level;
use chuhe_host::engine::{Protocol, Spec, SpecError};
use std::str::FromStr;

/// A player of a contest: an engine, or the built-in player.
///
/// The text form consists of words `key=value`. `cmd=builtin` is the built-in player, with
/// `level=0` to `9`, `hash=` in mebibytes, and `name=`. Any other `cmd=` is an engine, with the
/// keys of [`Spec`]. Both kinds may have their own limit.
///
/// ```
/// use chuhe_arena::entrant::{Entrant, Player};
/// let entrant: Entrant = "cmd=builtin level=3 nodes=2000".parse().unwrap();
/// assert_eq!(entrant.limit.unwrap().to_string(), "nodes=2000");
/// assert!(matches!(entrant.player, Player::BuiltIn { hash: 16, .. }));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entrant {
    /// The text form.
    pub words: String,
    /// The player.
    pub player: Player,
    /// Its own limit.
    pub limit: Option<Limit>,
}

/// A kind of player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Player {
    /// The built-in player.
    BuiltIn {
        /// The name.
        name: String,
        /// The level.
        level: Level,
        /// The size of the transposition table in mebibytes.
        hash: usize,
    },
    /// An engine.
    Program(Spec),
}

/// A text that describes no player.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum EntrantError {
    /// The engine's description is not valid.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The limit is not valid.
    #[error(transparent)]
    Limit(#[from] LimitError),
    /// The built-in player has no such key, or the key has no such value.
    #[error(
        "{0:?} means nothing for cmd=builtin; its keys are name level hash tc movetime depth nodes"
    )]
    BuiltIn(String),
}

impl Entrant {
    /// True if the engine can only begin at the start position, and sends no information.
    #[must_use]
    pub fn sends_only_moves(&self) -> bool {
        matches!(&self.player, Player::Program(spec) if spec.protocol == Protocol::MoveLines)
    }
}

impl FromStr for Entrant {
    type Err = EntrantError;

    fn from_str(text: &str) -> Result<Self, EntrantError> {
        let words = shlex::split(text).ok_or(SpecError::Quote)?;
        let is_limit = |word: &String| {
            ["tc=", "movetime=", "depth=", "nodes="].iter().any(|key| word.starts_with(key))
        };
        let (limits, words): (Vec<_>, Vec<_>) = words.into_iter().partition(is_limit);
        let limit = limits.last().map(|word| word.parse()).transpose()?;
        let player = if words.iter().any(|word| word == "cmd=builtin") {
            built_in(&words)?
        } else {
            let quoted = words.iter().map(|word| shlex::try_quote(word).unwrap_or_default());
            Player::Program(quoted.collect::<Vec<_>>().join(" ").parse()?)
        };
        Ok(Self { words: text.to_owned(), player, limit })
    }
}

fn built_in(words: &[String]) -> Result<Player, EntrantError> {
    let (mut name, mut level, mut hash) = (None, Level::MAX, 16);
    for word in words {
        let read = match word.split_once('=') {
            Some(("cmd", _)) => Some(()),
            Some(("name", value)) => {
                name = Some(value.to_owned());
                Some(())
            }
            Some(("level", value)) => {
                value.parse().ok().and_then(Level::new).map(|value| level = value)
            }
            Some(("hash", value)) => {
                value.parse().ok().filter(|&value| value > 0).map(|value| hash = value)
            }
            _ => None,
        };
        read.ok_or_else(|| EntrantError::BuiltIn(word.clone()))?;
    }
    let name = name.unwrap_or_else(|| format!("Chuhe level {level}"));
    Ok(Player::BuiltIn { name, level, hash })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_describe_nobody_are_refused_with_the_reason() {
        for (text, reason) in [
            ("cmd=builtin level=10", "\"level=10\" means nothing for cmd=builtin"),
            ("cmd=builtin proto=uci", "\"proto=uci\" means nothing for cmd=builtin"),
            ("cmd=a nodes=0", "\"nodes=0\" is no limit"),
            ("cmd=a what=1", "what= means nothing here"),
            ("name=a", "cmd= is missing"),
        ] {
            let error = text.parse::<Entrant>().unwrap_err().to_string();
            assert!(error.starts_with(reason), "{text}: {error}");
        }
    }

    #[test]
    fn quotes_survive() {
        let entrant: Entrant = r#"cmd="node 'a b.js'" "name=A B" depth=3"#.parse().unwrap();
        let Player::Program(spec) = entrant.player else { panic!() };
        assert_eq!(spec.command, ["node", "a b.js"]);
        assert_eq!(spec.name.as_deref(), Some("A B"));
        assert_eq!(entrant.limit, Some(Limit::Depth(3)));
    }
}
