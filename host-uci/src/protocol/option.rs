//! Defines the options, with their names in both protocols.

use super::Dialect;
use crate::settings::{LEVEL_ELO, Settings};
use chuhe_core::rules::Rules;
use chuhe_core::{Level, Limits, PARAMETERS, Parameter};
use chuhe_host::Networks;
use std::fmt::Display;
use std::ops::RangeInclusive;

/// The type of an option: its values, its default, and its field in the settings.
enum Kind {
    Button,
    Check(bool, fn(&mut Settings) -> &mut bool),
    Spin(RangeInclusive<u32>, u32, fn(&mut Settings) -> &mut u32),
    Rules,
    RepetitionRule,
    /// A text, which is empty by default.
    Text(fn(&mut Settings) -> &mut String),
}
use Kind::{Button, Check, Spin, Text};

/// The work that remains after the value of an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    Nothing,
    /// Scores depend on the option's value, so the earlier scores must be cleared from the transposition table.
    Clear,
    Hash,
    Threads,
    Format,
    Rules,
    Book,
    Networks,
    EvalFile,
    Log,
    NewGame,
}
use Effect::{Clear, Nothing};

/// The default size of the transposition table in mebibytes.
pub(crate) const DEFAULT_HASH: u32 = 16;

const EMPTY: &str = "<empty>";

/// The rules of repetition, under Pikafish's names: `AsianRule` for those of the Asian Xiangqi Federation, and
/// `AllowChase` for rules by which only perpetual check loses.
const REPETITION_RULES: [&str; 2] = ["AsianRule", "AllowChase"];

/// The option that is listed only for rules with castling.
const CHESS960: &str = "UCI_Chess960";

/// (UCI, UCCI, type, effect): the options, with the name in each protocol. An empty name means that the protocol
/// lacks the option.
static OPTIONS: &[(&str, &str, Kind, Effect)] = &[
    ("", "usemillisec", Check(false, |it| &mut it.millis), Nothing),
    ("Hash", "", Spin(1..=1 << 16, DEFAULT_HASH, |it| &mut it.hash), Effect::Hash),
    ("", "hashsize", Spin(0..=1 << 16, 0, |it| &mut it.hash), Effect::Hash),
    ("Threads", "threads", Spin(0..=256, 1, |it| &mut it.threads), Effect::Threads),
    ("MultiPV", "multipv", Spin(1..=200, 1, |it| &mut it.lines), Nothing),
    ("Ponder", "ponder", Check(false, |it| &mut it.ponder), Nothing),
    ("Skill Level", "level", Spin(Level::MIN.get() as u32..=BEST, BEST, |it| &mut it.level), Clear),
    ("Move Overhead", "overhead", Spin(0..=5000, 10, |it| &mut it.overhead), Nothing),
    ("Contempt", "contempt", Spin(0..=200, CONTEMPT, |it| &mut it.contempt), Clear),
    ("UCI_LimitStrength", "limitstrength", Check(false, |it| &mut it.limits_strength), Clear),
    ("UCI_Elo", "elo", Spin(LEAST_ELO..=MOST_ELO, LEAST_ELO, |it| &mut it.elo), Clear),
    ("Slow Mover", "slowmover", Spin(10..=1000, 100, |it| &mut it.slow_mover), Nothing),
    ("nodestime", "nodestime", Spin(0..=10_000, 0, |it| &mut it.nodes_time), Nothing),
    ("Sixty Move Rule", "sixtymoverule", Check(true, |it| &mut it.halfmove_rule), Clear),
    ("Ranks From One", "ranksfromone", Check(false, |it| &mut it.format.from_one), Effect::Format),
    (CHESS960, "", Check(false, |it| &mut it.format.chess960), Effect::Format),
    ("UCI_AnalyseMode", "analyse", Check(false, |it| &mut it.analyse), Clear),
    ("UCI_Variant", "variant", Kind::Rules, Effect::Rules),
    ("Repetition Rule", "repetitionrule", Kind::RepetitionRule, Clear),
    ("Debug Log File", "debuglogfile", Text(|it| &mut it.log_file), Effect::Log),
    ("OwnBook", "usebook", Check(false, |it| &mut it.own_book), Nothing),
    ("Book File", "bookfiles", Text(|it| &mut it.book_file), Effect::Book),
    ("Use NNUE", "usennue", Check(true, |it| &mut it.use_nnue), Effect::Networks),
    ("EvalFile", "evalfile", Text(|it| &mut it.eval_file), Effect::EvalFile),
    ("UCI_ShowWDL", "showwdl", Check(false, |it| &mut it.wdl), Nothing),
    ("Clear Hash", "clearhash", Button, Clear),
    ("", "batch", Check(false, |it| &mut it.batch), Nothing),
    ("", "debug", Check(false, |it| &mut it.debug), Nothing),
    ("", "newgame", Button, Effect::NewGame),
];

const BEST: u32 = Level::MAX.get() as u32;
const CONTEMPT: u32 = Limits::CONTEMPT as u32;
const LEAST_ELO: u32 = LEVEL_ELO[0] as u32;
const MOST_ELO: u32 = LEVEL_ELO[9] as u32;

pub(crate) fn default_settings(rules: Rules) -> Settings {
    let mut settings = Settings { rules, networks: Networks::built_in(), ..Settings::default() };
    for (.., kind, _) in OPTIONS {
        match kind {
            Check(default, place) => *place(&mut settings) = *default,
            Spin(_, default, place) => *place(&mut settings) = *default,
            Button | Kind::Rules | Kind::RepetitionRule | Text(_) => {}
        }
    }
    settings
}

fn options(dialect: Dialect) -> impl Iterator<Item = (&'static str, &'static Kind, Effect)> {
    let names = OPTIONS.iter().map(move |(uci, ucci, kind, effect)| match dialect {
        Dialect::Uci => (*uci, kind, *effect),
        Dialect::Ucci => (*ucci, kind, *effect),
    });
    names.filter(|(name, ..)| !name.is_empty())
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum OptionFault {
    #[error("there is no such option")]
    Unknown,
    #[error("the option cannot have this value")]
    Value,
}

/// Sets the value of an option, and returns the work that remains. The case of the option's name does not matter.
pub(crate) fn set_option(
    settings: &mut Settings,
    dialect: Dialect,
    name: &str,
    value: &str,
) -> Result<Effect, OptionFault> {
    let named = |(known, ..): &(&str, _, _)| known.eq_ignore_ascii_case(name);
    let Some((_, kind, effect)) = options(dialect).find(named) else {
        return set_parameter(name, value);
    };
    let is_other = match kind {
        Button => Some(true),
        Check(_, place) => match value {
            "true" | "on" => Some(replace(place(settings), true)),
            "false" | "off" => Some(replace(place(settings), false)),
            _ => None,
        },
        Spin(range, _, place) => {
            let number = value.parse().ok().filter(|number| range.contains(number));
            number.map(|number| replace(place(settings), number))
        }
        Kind::Rules => value.parse().ok().map(|rules| replace(&mut settings.rules, rules)),
        Kind::RepetitionRule => {
            let index = REPETITION_RULES.iter().position(|rule| rule.eq_ignore_ascii_case(value));
            index.map(|index| replace(&mut settings.allow_chase, index == 1))
        }
        Text(place) => {
            let text = if value == EMPTY { "" } else { value };
            Some(replace(place(settings), text.to_owned()))
        }
    };
    match is_other {
        Some(false) if effect == Clear => Ok(Nothing),
        Some(_) => Ok(effect),
        None => Err(OptionFault::Value),
    }
}

fn replace<T: PartialEq>(place: &mut T, value: T) -> bool {
    let is_other = *place != value;
    *place = value;
    is_other
}

/// Sets a parameter of the search. Only a build for tuning has such parameters.
fn set_parameter(name: &str, value: &str) -> Result<Effect, OptionFault> {
    let parameter = PARAMETERS.iter().find(|it| it.name.eq_ignore_ascii_case(name));
    let parameter = parameter.ok_or(OptionFault::Unknown)?;
    let is_set = value.parse().is_ok_and(|value| parameter.set(value));
    if is_set { Ok(Nothing) } else { Err(OptionFault::Value) }
}

/// Describes all options of a protocol, each on its own line. The option `UCI_Variant` has the default `rules`.
pub(super) fn describe(dialect: Dialect, rules: Rules) -> String {
    let known = options(dialect).filter(|(name, ..)| *name != CHESS960 || rules.variant().castling);
    let lines = known.map(|(name, kind, _)| {
        let (word, default, values) = description(kind, rules);
        let default = default.map(|default| format!(" default {default}")).unwrap_or_default();
        match dialect {
            Dialect::Uci => format!("option name {name} type {word}{default}{values}\n"),
            Dialect::Ucci => format!("option {name} type {word}{values}{default}\n"),
        }
    });
    let parameters = PARAMETERS.iter().filter(|_| dialect == Dialect::Uci);
    let parameters = parameters.map(|Parameter { name, default, min, max, .. }| {
        format!("option name {name} type spin default {default} min {min} max {max}\n")
    });
    lines.chain(parameters).collect()
}

/// Returns the type, the default and the allowed values of an option, as both protocols write them.
fn description(kind: &Kind, rules: Rules) -> (&'static str, Option<String>, String) {
    let variant = |name: &dyn Display| format!(" var {name}");
    match kind {
        Button => ("button", None, String::new()),
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

/// Returns the answer to `spsa`: a line for each parameter, in the form of OpenBench's tests. A line has the
/// parameter's name, type, value, minimum, maximum, final step and final learning rate.
pub(crate) fn spsa_input() -> String {
    const LEARNING_RATE: &str = "0.002";
    if PARAMETERS.is_empty() {
        return "info string no parameters: this build is not made for tuning".to_owned();
    }
    let lines = PARAMETERS.iter().map(|parameter| {
        let Parameter { name, min, max, step, .. } = parameter;
        format!("{name}, int, {}, {min}, {max}, {step}, {LEARNING_RATE}", parameter.get())
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_can_be_set() {
        let mut settings = default_settings(Rules::default());
        for dialect in [Dialect::Uci, Dialect::Ucci] {
            for (name, kind, _) in options(dialect) {
                let (_, default, _) = description(kind, Rules::default());
                let set = set_option(&mut settings, dialect, name, &default.unwrap_or_default());
                assert!(set.is_ok(), "{name}");
            }
        }
        for (name, value, expected) in [
            ("hash", "64", Ok(Effect::Hash)),
            ("hash", "0", Err(OptionFault::Value)),
            ("NNUE", "0", Err(OptionFault::Unknown)),
            ("contempt", "30", Ok(Clear)),
            ("contempt", "30", Ok(Nothing)),
        ] {
            let set = set_option(&mut settings, Dialect::Uci, name, value);
            assert_eq!(set, expected, "{name} {value}");
        }
        assert_eq!((settings.hash, settings.contempt), (64, 30));
    }
}
