//! The options, with their names in both protocols.

use super::{Dialect, parameter};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Limits};
use std::fmt::{self, Display};

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
    MoveOverhead(u64),
    /// The contempt in centipawns: how much worse than equal a draw counts.
    Contempt(i16),
    LimitStrength(bool),
    Elo(u16),
    /// The part of the usual time that is taken, in hundredths.
    SlowMover(u64),
    NodesTime(u64),
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

/// The type of an option, with its values.
enum Kind {
    Button(Setting),
    Check {
        default: bool,
        set: fn(bool) -> Setting,
    },
    Spin {
        min: u32,
        max: u32,
        default: u32,
        set: fn(u32) -> Setting,
    },
    Rules,
    RepetitionRule,
    /// A text, which is empty by default.
    Text {
        set: fn(String) -> Setting,
    },
}

/// An option. An empty name means that the protocol does not have it.
struct EngineOption {
    uci: &'static str,
    ucci: &'static str,
    kind: Kind,
}

/// The default size of the transposition table in mebibytes.
pub const DEFAULT_HASH: u32 = 16;
/// The default milliseconds that a move loses to communication.
pub const DEFAULT_OVERHEAD: u32 = 10;

/// The Elo of each level: sums of the differences that matches between neighbours have measured
/// (`docs/lab/levels.md`). The Elo of level 0 is a convention.
pub const LEVEL_ELO: [u16; 10] = [600, 888, 1170, 1508, 1743, 1925, 2135, 2282, 2409, 2612];

/// The word of UCI for an empty text.
const EMPTY: &str = "<empty>";

/// The rules of repetitions, by the names that Pikafish has for them: those of the Asian Xiangqi Federation,
/// and those by which only perpetual check loses.
const REPETITION_RULES: [&str; 2] = ["AsianRule", "AllowChase"];

/// The option that only a game with castling has.
const CHESS960: &str = "UCI_Chess960";

static OPTIONS: &[EngineOption] = &[
    check("", "usemillisec", false, Setting::UseMillisec),
    spin("Hash", "", [1, 1 << 16], DEFAULT_HASH, |size| Setting::Hash(size as usize)),
    spin("", "hashsize", [0, 1 << 16], 0, |size| match size {
        0 => Setting::Hash(DEFAULT_HASH as usize),
        size => Setting::Hash(size as usize),
    }),
    spin("Threads", "threads", [0, 256], 1, |threads| Setting::Threads(threads as usize)),
    spin("MultiPV", "multipv", [1, 200], 1, |lines| Setting::MultiPv(lines as u8)),
    check("Ponder", "ponder", false, Setting::Ponder),
    spin("Skill Level", "level", LEVELS, LEVELS[1], |level| {
        Setting::SkillLevel(Level::new(level as u8).unwrap_or_default())
    }),
    spin("Move Overhead", "overhead", [0, 5000], DEFAULT_OVERHEAD, |millis| {
        Setting::MoveOverhead(millis.into())
    }),
    spin("Contempt", "contempt", [0, 200], Limits::CONTEMPT as u32, |hundredths| {
        Setting::Contempt(hundredths as i16)
    }),
    check("UCI_LimitStrength", "limitstrength", false, Setting::LimitStrength),
    spin("UCI_Elo", "elo", ELO, ELO[0], |elo| Setting::Elo(elo as u16)),
    spin("Slow Mover", "slowmover", [10, 1000], 100, |share| Setting::SlowMover(share.into())),
    spin("nodestime", "nodestime", [0, 10_000], 0, |nodes| Setting::NodesTime(nodes.into())),
    check("Sixty Move Rule", "sixtymoverule", true, Setting::SixtyMoveRule),
    check("Ranks From One", "ranksfromone", false, Setting::RanksFromOne),
    check(CHESS960, "", false, Setting::CastlingByRook),
    check("UCI_AnalyseMode", "analyse", false, Setting::AnalyseMode),
    EngineOption { uci: "UCI_Variant", ucci: "variant", kind: Kind::Rules },
    EngineOption { uci: "Repetition Rule", ucci: "repetitionrule", kind: Kind::RepetitionRule },
    text("Debug Log File", "debuglogfile", Setting::DebugLogFile),
    check("OwnBook", "usebook", false, Setting::OwnBook),
    text("Book File", "bookfiles", Setting::BookFile),
    check("Use NNUE", "usennue", true, Setting::UseNnue),
    text("EvalFile", "evalfile", Setting::EvalFile),
    check("UCI_ShowWDL", "showwdl", false, Setting::ShowWdl),
    EngineOption { uci: "Clear Hash", ucci: "clearhash", kind: Kind::Button(Setting::ClearHash) },
    check("", "batch", false, Setting::Batch),
    check("", "debug", false, Setting::Debug),
    EngineOption { uci: "", ucci: "newgame", kind: Kind::Button(Setting::NewGame) },
];

const LEVELS: [u32; 2] = [Level::MIN.get() as u32, Level::MAX.get() as u32];
const ELO: [u32; 2] = [LEVEL_ELO[0] as u32, LEVEL_ELO[9] as u32];

const fn check(
    uci: &'static str,
    ucci: &'static str,
    default: bool,
    set: fn(bool) -> Setting,
) -> EngineOption {
    EngineOption { uci, ucci, kind: Kind::Check { default, set } }
}

const fn spin(
    uci: &'static str,
    ucci: &'static str,
    [min, max]: [u32; 2],
    default: u32,
    set: fn(u32) -> Setting,
) -> EngineOption {
    EngineOption { uci, ucci, kind: Kind::Spin { min, max, default, set } }
}

const fn text(uci: &'static str, ucci: &'static str, set: fn(String) -> Setting) -> EngineOption {
    EngineOption { uci, ucci, kind: Kind::Text { set } }
}

impl EngineOption {
    fn name(&self, dialect: Dialect) -> Option<&'static str> {
        let name = match dialect {
            Dialect::Uci => self.uci,
            Dialect::Ucci => self.ucci,
        };
        (!name.is_empty()).then_some(name)
    }
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
    let named = |option: &&EngineOption| {
        option.name(dialect).is_some_and(|known| known.eq_ignore_ascii_case(name))
    };
    let Some(option) = OPTIONS.iter().find(named) else {
        return parameter::set(name, value).unwrap_or(Err(OptionFault::Unknown));
    };
    let setting = match &option.kind {
        Kind::Button(setting) => Some(setting.clone()),
        Kind::Check { set, .. } => match value {
            "true" | "on" => Some(set(true)),
            "false" | "off" => Some(set(false)),
            _ => None,
        },
        Kind::Spin { min, max, set, .. } => {
            value.parse().ok().filter(|number| (min..=max).contains(&number)).map(set)
        }
        Kind::Rules => value.parse().ok().map(Setting::Variant),
        Kind::RepetitionRule => {
            let index = REPETITION_RULES.iter().position(|rule| rule.eq_ignore_ascii_case(value));
            index.map(|index| Setting::AllowChase(index == 1))
        }
        Kind::Text { set } => Some(set(if value == EMPTY { "" } else { value }.to_owned())),
    };
    setting.ok_or(OptionFault::Value)
}

/// Writes all options of a protocol, one per line. `rules` are the initial rules.
pub(super) fn describe(f: &mut fmt::Formatter<'_>, dialect: Dialect, rules: Rules) -> fmt::Result {
    for option in OPTIONS {
        let Some(name) = option.name(dialect) else { continue };
        if name == CHESS960 && !rules.variant().castling {
            continue;
        }
        match dialect {
            Dialect::Uci => write!(f, "option name {name} type ")?,
            Dialect::Ucci => write!(f, "option {name} type ")?,
        }
        match &option.kind {
            Kind::Button(_) => f.write_str("button")?,
            Kind::Check { default, .. } => write!(f, "check default {default}")?,
            Kind::Spin { min, max, default, .. } => match dialect {
                Dialect::Uci => write!(f, "spin default {default} min {min} max {max}")?,
                Dialect::Ucci => write!(f, "spin min {min} max {max} default {default}")?,
            },
            Kind::Rules => combo(f, dialect, rules, Rules::PLAYABLE)?,
            Kind::RepetitionRule => combo(f, dialect, REPETITION_RULES[0], &REPETITION_RULES)?,
            Kind::Text { .. } => write!(f, "string default {EMPTY}")?,
        }
        f.write_str("\n")?;
    }
    if dialect == Dialect::Uci { parameter::describe(f) } else { Ok(()) }
}

fn combo<T: Display>(
    f: &mut fmt::Formatter<'_>,
    dialect: Dialect,
    default: T,
    values: &[T],
) -> fmt::Result {
    f.write_str("combo")?;
    if dialect == Dialect::Uci {
        write!(f, " default {default}")?;
    }
    values.iter().try_for_each(|value| write!(f, " var {value}"))?;
    if dialect == Dialect::Ucci { write!(f, " default {default}") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_can_be_set() {
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for option in OPTIONS {
                let Some(name) = option.name(dialect) else { continue };
                let value = match &option.kind {
                    Kind::Button(_) => String::new(),
                    Kind::Check { default, .. } => default.to_string(),
                    Kind::Spin { default, .. } => default.to_string(),
                    Kind::Rules => Rules::default().to_string(),
                    Kind::RepetitionRule => REPETITION_RULES[0].to_owned(),
                    Kind::Text { .. } => EMPTY.to_owned(),
                };
                assert!(set_option(dialect, name, &value).is_ok(), "{name}");
            }
        }
    }
}
