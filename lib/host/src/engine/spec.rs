//! Reads the configuration of an engine from a line of text.

use chuhe_core::notation::{Script, Style};
use std::fmt;
use std::path::PathBuf;
use std::process::Command;
use std::str::FromStr;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Protocol {
    /// UCI, the protocol of international chess and of most newer engines.
    #[default]
    Uci,
    /// UCCI 3.0, the variant of UCI that xqbase made for xiangqi.
    Ucci,
    /// CECP version 2, the protocol of XBoard and WinBoard.
    Cecp,
    MoveLines,
}

/// The way in which an engine numbers the ranks in moves of xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Ranks {
    /// Detected before the first game, from the engine's move at the start position.
    #[default]
    Auto,
    /// 0 to 9, as in UCCI: `h2e2`.
    FromZero,
    /// 1 to 10, as in Fairy-Stockfish's UCI: `h3e3`, `h10g8`.
    FromOne,
}

/// The configuration of an engine: command, protocol, options.
///
/// The text form consists of words `key=value`. A value with a space stands in quotes. These are the keys:
///
/// | key | value |
/// | --- | --- |
/// | `cmd` | the program and its arguments, as in a shell; with `lines`, `{side}` becomes `red` or `black` |
/// | `proto` | `uci` (the default), `ucci`, `cecp`, `lines` |
/// | `name` | the name to show in place of the engine's own |
/// | `dir` | the working directory |
/// | `ranks` | `0` or `1`, the number of the first rank of xiangqi; detected by default |
/// | `moves` | with `lines`: `coordinates`, `iccs`, `wxf`, `chinese` or `san`; by default `san` in chess and `coordinates` otherwise |
/// | `greet` | with `lines`: `yes` if the first line is to be `white` or `black` |
/// | `patience` | the seconds that the engine may take to start, or to get ready for a game; 30 by default |
/// | `option.NAME` | the value of an option |
///
/// ```
/// use chuhe_host::engine::{Protocol, Spec};
/// let spec: Spec = r#"cmd="/usr/games/maxqi 20" proto=cecp option.Hash=16"#.parse().unwrap();
/// assert_eq!(spec.command, ["/usr/games/maxqi", "20"]);
/// assert_eq!(spec.protocol, Protocol::Cecp);
/// assert_eq!(spec.options, [("Hash".to_owned(), "16".to_owned())]);
/// assert_eq!("proto=uci".parse::<Spec>().unwrap_err(), "cmd= is missing");
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Spec {
    pub command: Vec<String>,
    pub protocol: Protocol,
    pub name: Option<String>,
    pub folder: Option<PathBuf>,
    pub ranks: Ranks,
    pub style: Option<Style>,
    pub greet: bool,
    pub patience: Duration,
    pub options: Vec<(String, String)>,
}

impl Spec {
    /// Returns the command that starts the engine for a side; `None` if the configured command is empty.
    pub(super) fn command(&self, side: &str) -> Option<Command> {
        let (program, arguments) = self.command.split_first()?;
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|argument| argument.replace("{side}", side)));
        if let Some(folder) = &self.folder {
            command.current_dir(folder);
        }
        Some(command)
    }
}

/// Splits a command line into a program and its arguments, as a shell does.
pub fn split(line: &str) -> Result<Vec<String>, String> {
    shlex::split(line).ok_or_else(|| "a quote is never closed".to_owned())
}

const KEYS: &str = "cmd proto name dir ranks moves greet patience option.NAME";

impl FromStr for Spec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut spec = Self { patience: Duration::from_secs(30), ..Self::default() };
        for word in split(text)? {
            let Some((key, value)) = word.split_once('=') else {
                return Err(format!("{word:?} is not key=value"));
            };
            match key {
                "cmd" => spec.command = split(value)?,
                "proto" => spec.protocol = choose(key, value, PROTOCOLS)?,
                "name" => spec.name = Some(value.to_owned()),
                "dir" => spec.folder = Some(value.into()),
                "ranks" => spec.ranks = choose(key, value, RANKS)?,
                "moves" => spec.style = Some(choose(key, value, STYLES)?),
                "patience" => {
                    let fault = || wrong(key, value, "a number of seconds");
                    spec.patience = seconds(value).ok_or_else(fault)?;
                }
                "greet" => spec.greet = choose(key, value, &[("yes", true), ("no", false)])?,
                _ => match key.strip_prefix("option.") {
                    Some(name) => spec.options.push((name.to_owned(), value.to_owned())),
                    None => return Err(format!("{key}= means nothing here; the keys are {KEYS}")),
                },
            }
        }
        if spec.command.is_empty() { Err("cmd= is missing".to_owned()) } else { Ok(spec) }
    }
}

/// Reads a number of seconds, with or without decimals. This function avoids `f64::from_str`, because its tables would
/// enlarge the program that a page in a browser loads.
fn seconds(text: &str) -> Option<Duration> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let is_number = [whole, decimals].iter().all(|it| it.bytes().all(|it| it.is_ascii_digit()));
    let nanos = format!("{decimals:0<9}").get(..9)?.parse().ok().filter(|_| is_number)?;
    // The limit is about thirty years. A much larger time would overflow when it is added to an `Instant`.
    let whole = whole.parse().ok().filter(|&whole| whole < 1_000_000_000)?;
    Some(Duration::new(whole, nanos))
}

type WordTable<T> = &'static [(&'static str, T)];

const PROTOCOLS: WordTable<Protocol> = &[
    ("uci", Protocol::Uci),
    ("ucci", Protocol::Ucci),
    ("cecp", Protocol::Cecp),
    ("lines", Protocol::MoveLines),
];
const RANKS: WordTable<Ranks> =
    &[("auto", Ranks::Auto), ("0", Ranks::FromZero), ("1", Ranks::FromOne)];
const STYLES: WordTable<Style> = &[
    ("coordinates", Style::Coordinates),
    ("iccs", Style::Iccs),
    ("wxf", Style::Wxf),
    ("chinese", Style::Chinese(Script::Simplified)),
    ("san", Style::San),
];

fn choose<T: Copy>(key: &str, value: &str, words: WordTable<T>) -> Result<T, String> {
    let found = words.iter().find(|(word, _)| *word == value).map(|&(_, meaning)| meaning);
    let choice = || words.iter().map(|(word, _)| *word).collect::<Vec<_>>().join(" ");
    found.ok_or_else(|| wrong(key, value, &choice()))
}

fn wrong(key: &str, value: &str, choice: &str) -> String {
    format!("{key}={value} is not one of these: {choice}")
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = PROTOCOLS.iter().find(|(_, protocol)| protocol == self);
        f.write_str(word.map_or("", |(word, _)| word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_describes_no_engine_is_refused_with_the_reason() {
        for row in include_str!("wrong_specs.txt").lines() {
            let (text, reason) = row.split_once(" | ").expect("two columns");
            assert_eq!(text.parse::<Spec>().unwrap_err(), reason, "{text}");
        }
    }
}
