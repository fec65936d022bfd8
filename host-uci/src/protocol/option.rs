//! The options, with their names in both protocols.

use super::{Dialect, parameter};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Limits};
use std::fmt::Display;
use std::ops::RangeInclusive;

/// An option's new value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Setting {
    /// The size of the transposition table in mebibytes.
    Hash(usize),
    /// The number of threads; 0 stands for all processors.
    Threads(usize),
    MultiPv(u8),
    /// True if pondering is possible. It has no effect; only `go ponder` counts.
    Ponder(bool),
    SkillLevel(Level),
    /// The milliseconds that each move loses to communication.
    MoveOverhead(u32),
    /// The contempt in centipawns: how much worse than equal a draw counts.
    Contempt(i16),
    LimitStrength(bool),
    Elo(u16),
    /// The part of the usual time that is taken, in hundredths.
    SlowMover(u32),
    NodesTime(u32),
    /// True if a game without captures is a draw in the end.
    SixtyMoveRule(bool),
    /// True if the ranks of moves count from 1.
    RanksFromOne(bool),
    /// True if castling is the king's move onto its rook, as in Chess960.
    CastlingByRook(bool),
    /// True if a person analyses: a draw counts as equal.
    AnalyseMode(bool),
    Variant(Rules),
    OwnBook(bool),
    /// The file of the opening book; empty for the book of this build.
    BookFile(String),
    UseNnue(bool),
    /// The file of a network, which evaluates its game; empty for the networks of this build.
    EvalFile(String),
    /// The file of all lines in and out; empty for none.
    DebugLogFile(String),
    /// True if only perpetual check loses, and not perpetual chase.
    AllowChase(bool),
    /// True if win, draw and loss probabilities are sent.
    ShowWdl(bool),
    ClearHash,
    /// True if UCCI's times are in milliseconds instead of seconds.
    UseMillisec(bool),
    /// True if a search must end before the next line is read.
    Batch(bool),
    /// True if unknown input is reported.
    Debug(bool),
    NewGame,
    /// The value of a parameter of the search, in a build for tuning.
    Parameter {
        /// The index among [`PARAMETERS`](chuhe_core::PARAMETERS).
        index: usize,
        value: i32,
    },
}

/// The type of an option: its values, the default, and the setting of a value.
enum Kind {
    Button(Setting),
    Check(bool, fn(bool) -> Setting),
    Spin(RangeInclusive<u32>, u32, fn(u32) -> Setting),
    Rules,
    RepetitionRule,
    /// A text, which is empty by default.
    Text(fn(String) -> Setting),
}
use Kind::{Button, Check, Spin, Text};

/// The default size of the transposition table in mebibytes.
pub const DEFAULT_HASH: u32 = 16;
/// The default milliseconds that a move loses to communication.
pub const DEFAULT_OVERHEAD: u32 = 10;

/// The Elo of each level: sums of the differences that matches between neighbours have measured
/// (`docs/lab/levels.md`). The Elo of level 0 is a convention.
pub const LEVEL_ELO: [u16; 10] = [600, 869, 1129, 1408, 1696, 1949, 2166, 2386, 2533, 2680];

/// The word of UCI for an empty text.
const EMPTY: &str = "<empty>";

/// The rules of repetitions, by Pikafish's names: those of the Asian Xiangqi Federation, and those by which
/// only perpetual check loses.
const REPETITION_RULES: [&str; 2] = ["AsianRule", "AllowChase"];

/// The option that only a game with castling has.
const CHESS960: &str = "UCI_Chess960";

/// The options: the name in UCI, that in UCCI, and the type. An empty name means that the protocol does not
/// have it.
static OPTIONS: &[(&str, &str, Kind)] = &[
    ("", "usemillisec", Check(false, Setting::UseMillisec)),
    ("Hash", "", Spin(1..=1 << 16, DEFAULT_HASH, hash)),
    ("", "hashsize", Spin(0..=1 << 16, 0, hash)),
    ("Threads", "threads", Spin(0..=256, 1, |threads| Setting::Threads(threads as usize))),
    ("MultiPV", "multipv", Spin(1..=200, 1, |lines| Setting::MultiPv(lines as u8))),
    ("Ponder", "ponder", Check(false, Setting::Ponder)),
    ("Skill Level", "level", Spin(Level::MIN.get() as u32..=BEST, BEST, skill_level)),
    ("Move Overhead", "overhead", Spin(0..=5000, DEFAULT_OVERHEAD, Setting::MoveOverhead)),
    ("Contempt", "contempt", Spin(0..=200, CONTEMPT, |score| Setting::Contempt(score as i16))),
    ("UCI_LimitStrength", "limitstrength", Check(false, Setting::LimitStrength)),
    ("UCI_Elo", "elo", Spin(LEAST_ELO..=MOST_ELO, LEAST_ELO, |elo| Setting::Elo(elo as u16))),
    ("Slow Mover", "slowmover", Spin(10..=1000, 100, Setting::SlowMover)),
    ("nodestime", "nodestime", Spin(0..=10_000, 0, Setting::NodesTime)),
    ("Sixty Move Rule", "sixtymoverule", Check(true, Setting::SixtyMoveRule)),
    ("Ranks From One", "ranksfromone", Check(false, Setting::RanksFromOne)),
    (CHESS960, "", Check(false, Setting::CastlingByRook)),
    ("UCI_AnalyseMode", "analyse", Check(false, Setting::AnalyseMode)),
    ("UCI_Variant", "variant", Kind::Rules),
    ("Repetition Rule", "repetitionrule", Kind::RepetitionRule),
    ("Debug Log File", "debuglogfile", Text(Setting::DebugLogFile)),
    ("OwnBook", "usebook", Check(false, Setting::OwnBook)),
    ("Book File", "bookfiles", Text(Setting::BookFile)),
    ("Use NNUE", "usennue", Check(true, Setting::UseNnue)),
    ("EvalFile", "evalfile", Text(Setting::EvalFile)),
    ("UCI_ShowWDL", "showwdl", Check(false, Setting::ShowWdl)),
    ("Clear Hash", "clearhash", Button(Setting::ClearHash)),
    ("", "batch", Check(false, Setting::Batch)),
    ("", "debug", Check(false, Setting::Debug)),
    ("", "newgame", Button(Setting::NewGame)),
];

const BEST: u32 = Level::MAX.get() as u32;
const CONTEMPT: u32 = Limits::CONTEMPT as u32;
const LEAST_ELO: u32 = LEVEL_ELO[0] as u32;
const MOST_ELO: u32 = LEVEL_ELO[9] as u32;

fn hash(mebibytes: u32) -> Setting {
    let mebibytes = if mebibytes == 0 { DEFAULT_HASH } else { mebibytes };
    Setting::Hash(mebibytes as usize)
}

fn skill_level(level: u32) -> Setting {
    Setting::SkillLevel(Level::new(level as u8).unwrap_or_default())
}

/// The options that a protocol has, with their names in it.
fn options(dialect: Dialect) -> impl Iterator<Item = (&'static str, &'static Kind)> {
    let names = OPTIONS.iter().map(move |(uci, ucci, kind)| match dialect {
        Dialect::Uci => (*uci, kind),
        Dialect::Ucci => (*ucci, kind),
    });
    names.filter(|(name, _)| !name.is_empty())
}

/// An option cannot be set.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum OptionFault {
    #[error("there is no such option")]
    Unknown,
    #[error("the option cannot have this value")]
    Value,
}

/// Parses the arguments of `setoption`. The case of names does not matter.
/// ```
/// use chuhe_uci::protocol::{Dialect, OptionFault, Setting, set_option};
/// assert_eq!(set_option(Dialect::Uci, "hash", "64"), Ok(Setting::Hash(64)));
/// assert_eq!(set_option(Dialect::Ucci, "usemillisec", "true"), Ok(Setting::UseMillisec(true)));
/// assert_eq!(set_option(Dialect::Uci, "Hash", "0"), Err(OptionFault::Value));
/// assert_eq!(set_option(Dialect::Uci, "NNUE", "0"), Err(OptionFault::Unknown));
/// ```
pub fn set_option(dialect: Dialect, name: &str, value: &str) -> Result<Setting, OptionFault> {
    let named = |(known, _): &(&str, _)| known.eq_ignore_ascii_case(name);
    let Some((_, kind)) = options(dialect).find(named) else {
        return parameter::set(name, value).unwrap_or(Err(OptionFault::Unknown));
    };
    let setting = match kind {
        Button(setting) => Some(setting.clone()),
        Check(_, set) => match value {
            "true" | "on" => Some(set(true)),
            "false" | "off" => Some(set(false)),
            _ => None,
        },
        Spin(range, _, set) => value.parse().ok().filter(|number| range.contains(number)).map(set),
        Kind::Rules => value.parse().ok().map(Setting::Variant),
        Kind::RepetitionRule => {
            let index = REPETITION_RULES.iter().position(|rule| rule.eq_ignore_ascii_case(value));
            index.map(|index| Setting::AllowChase(index == 1))
        }
        Text(set) => Some(set(if value == EMPTY { "" } else { value }.to_owned())),
    };
    setting.ok_or(OptionFault::Value)
}

/// Describes all options of a protocol, one per line. `rules` are the initial rules.
pub(super) fn describe(dialect: Dialect, rules: Rules) -> String {
    let known = options(dialect).filter(|(name, _)| *name != CHESS960 || rules.variant().castling);
    let lines = known.map(|(name, kind)| {
        let (word, default, values) = description(kind, rules);
        let default = default.map(|default| format!(" default {default}")).unwrap_or_default();
        match dialect {
            Dialect::Uci => format!("option name {name} type {word}{default}{values}\n"),
            Dialect::Ucci => format!("option {name} type {word}{values}{default}\n"),
        }
    });
    let parameters = if dialect == Dialect::Uci { parameter::describe() } else { String::new() };
    lines.collect::<String>() + &parameters
}

/// Returns the word for a type, its default, and its values as both protocols write them.
fn description(kind: &Kind, rules: Rules) -> (&'static str, Option<String>, String) {
    let variant = |name: &dyn Display| format!(" var {name}");
    match kind {
        Button(_) => ("button", None, String::new()),
        Check(default, _) => ("check", Some(default.to_string()), String::new()),
        Spin(range, default, _) => {
            let values = format!(" min {} max {}", range.start(), range.end());
            ("spin", Some(default.to_string()), values)
        }
        Kind::Rules => {
            let values = Rules::PLAYABLE.iter().map(|rules| variant(rules)).collect();
            ("combo", Some(rules.to_string()), values)
        }
        Kind::RepetitionRule => {
            let values = REPETITION_RULES.iter().map(|rule| variant(rule)).collect();
            ("combo", Some(REPETITION_RULES[0].to_owned()), values)
        }
        Text(_) => ("string", Some(EMPTY.to_owned()), String::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_can_be_set() {
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for (name, kind) in options(dialect) {
                let (_, default, _) = description(kind, Rules::default());
                let set = set_option(dialect, name, &default.unwrap_or_default());
                assert!(set.is_ok(), "{name}");
            }
        }
    }
}
