//! Reads options from a TOML file. Each key names an option, and the value of the key becomes the option's default.

use chuhe_host::text::line_of;
use chuhe_host::user_files::read_bounded;
use clap::builder::{OsStr, Resettable};
use clap::error::{ContextKind, ContextValue};
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use serde::de::DeserializeOwned;
use std::any::TypeId;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fmt, io};
use toml::{Spanned, Value};

const MAX_FILE: usize = 1 << 20;

#[derive(Debug, thiserror::Error)]
#[error("{}: {fault}", .path.display())]
pub struct ConfigFileError {
    pub path: PathBuf,
    pub fault: ConfigFileFault,
}

#[derive(Debug, thiserror::Error)]
pub enum ConfigFileFault {
    #[error("{0}")]
    Unreadable(#[from] io::Error),
    #[error("the file is larger than 1 MiB")]
    TooLarge,
    #[error("line {line}: {fault}")]
    Line { line: usize, fault: String },
}

/// The name of an option in a file: `max-clients` for `--max-clients`.
pub fn key(arg: &Arg) -> &str {
    arg.get_long().unwrap_or(arg.get_id().as_str())
}

/// The name of an option in the environment: `CHUHE_MAX_CLIENTS` for `--max-clients`.
pub fn variable(arg: &Arg) -> String {
    format!("CHUHE_{}", key(arg).to_uppercase().replace('-', "_"))
}

/// Lets the environment set an option. A flag also accepts `=false`, which overrules a `true` in the file.
/// An empty `CHUHE_HOME` counts as not set.
pub fn configurable(arg: Arg) -> Arg {
    let variable = variable(&arg);
    let is_unset = arg.get_id() == "home" && env::var_os(&variable).is_some_and(|it| it.is_empty());
    let arg = if is_unset { arg } else { arg.env(variable).hide_env_values(true) };
    match arg.get_action() {
        ArgAction::SetTrue => arg
            .action(ArgAction::Set)
            .value_parser(value_parser!(bool))
            .num_args(0..=1)
            .require_equals(true)
            .default_value("false")
            .default_missing_value("true"),
        _ => arg,
    }
}

/// Reads a command line and the environment. If a value of the environment is wrong, the error names the variable.
pub(crate) fn matches(command: &Command, words: &[OsString]) -> Result<ArgMatches, clap::Error> {
    command.clone().try_get_matches_from(words).map_err(|mut error| {
        let without = command.clone().mut_args(|arg| arg.env(Resettable::<OsStr>::Reset));
        let is_of_words = without.try_get_matches_from(words).is_err();
        let blamed = error.get(ContextKind::InvalidArg).map(ToString::to_string);
        let mut built = command.clone();
        built.build();
        let mut all = built.get_arguments().filter(|_| !is_of_words);
        if let Some(arg) = all.find(|arg| Some(arg.to_string()) == blamed) {
            error.insert(ContextKind::InvalidArg, ContextValue::String(variable(arg)));
        }
        error
    })
}

/// Sets the defaults of the options to the values in the file at `path`. A missing file is no error if `optional`.
pub(crate) fn set_defaults(
    command: Command,
    path: &Path,
    optional: bool,
) -> Result<Command, ConfigFileError> {
    let defaults = match read(path) {
        Err(ConfigFileFault::Unreadable(error))
            if optional && error.kind() == io::ErrorKind::NotFound =>
        {
            return Ok(command);
        }
        text => text.and_then(|text| defaults(&command, &text)),
    };
    let defaults = defaults.map_err(|fault| ConfigFileError { path: path.to_owned(), fault })?;
    Ok(defaults.into_iter().fold(command, |command, (id, values)| {
        command.mut_arg(id, |arg| arg.default_values(values))
    }))
}

/// Returns `fault` with the number of the line that contains byte `at` of `text`.
pub(crate) fn fault_at(text: &[u8], at: usize, fault: &dyn fmt::Display) -> ConfigFileFault {
    ConfigFileFault::Line { line: line_of(text, at), fault: fault.to_string() }
}

pub(crate) fn values<T: DeserializeOwned>(text: &str) -> Result<T, ConfigFileFault> {
    toml::from_str(text).map_err(|error| {
        fault_at(text.as_bytes(), error.span().map_or(0, |span| span.start), &error.message())
    })
}

pub(crate) fn read(path: &Path) -> Result<String, ConfigFileFault> {
    let bytes = read_bounded(path, MAX_FILE)?;
    if bytes.len() > MAX_FILE {
        return Err(ConfigFileFault::TooLarge);
    }
    String::from_utf8(bytes).map_err(|error| {
        fault_at(error.as_bytes(), error.utf8_error().valid_up_to(), &"the text is not UTF-8")
    })
}

/// Returns (id of an option, its default values) for each key in the `text` of a file.
fn defaults(command: &Command, text: &str) -> Result<Vec<(String, Vec<String>)>, ConfigFileFault> {
    let fault = |at: usize, fault: &dyn fmt::Display| fault_at(text.as_bytes(), at, fault);
    let table: BTreeMap<Spanned<String>, Spanned<Value>> = values(text)?;
    let entries = table.iter().map(|(name, value)| {
        // A file must not set `--config`.
        let mut all = command.get_arguments().filter(|arg| arg.get_id() != "config");
        let arg = all.find(|arg| key(arg) == name.get_ref().as_str()).ok_or_else(|| {
            let unknown = format!("{}: there is no such option", name.get_ref());
            fault(name.span().start, &unknown)
        })?;
        let values = texts(arg, value.get_ref()).and_then(|texts| checked(command, arg, texts));
        let values = values
            .map_err(|why| fault(value.span().start, &format_args!("{}: {why}", name.get_ref())))?;
        Ok((arg.get_id().to_string(), values))
    });
    entries.collect()
}

fn texts(arg: &Arg, value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::Array(values) if !matches!(arg.get_action(), ArgAction::Append) => {
            Err(format!("expected one value, found {}", values.len()))
        }
        Value::Array(values) => values.iter().map(|value| text(arg, value)).collect(),
        value => Ok(vec![text(arg, value)?]),
    }
}

fn text(arg: &Arg, value: &Value) -> Result<String, String> {
    let kind = arg.get_value_parser().type_id();
    let numbers =
        [TypeId::of::<u8>(), TypeId::of::<u16>(), TypeId::of::<u32>(), TypeId::of::<u64>()];
    let is_number = numbers.into_iter().any(|number| kind == number);
    let is_bool = kind == TypeId::of::<bool>();
    match value {
        Value::Integer(number) if is_number => Ok(number.to_string()),
        Value::Boolean(truth) if is_bool => Ok(truth.to_string()),
        Value::String(text) if !is_number && !is_bool => Ok(text.clone()),
        _ => {
            let expected = match (is_number, is_bool) {
                (true, _) => "a whole number",
                (_, true) => "true or false",
                _ => "a text in quotes",
            };
            Err(format!("expected {expected}, found a value of type {}", value.type_str()))
        }
    }
}

fn checked(command: &Command, arg: &Arg, texts: Vec<String>) -> Result<Vec<String>, String> {
    let words = texts.iter().map(|text| match arg.get_long() {
        Some(long) => format!("--{long}={text}"),
        None => text.clone(),
    });
    // After `--`, clap takes a word that begins with a dash as a value of the positional argument.
    let dashes = arg.get_long().is_none().then(|| "--".to_owned());
    let words = [command.get_name().to_owned()].into_iter().chain(dashes).chain(words);
    match command.clone().try_get_matches_from(words) {
        Ok(_) => Ok(texts),
        Err(error) => Err(in_one_line(&error)),
    }
}

/// Returns the first paragraph of an error message, joined into one line. This paragraph says what is wrong.
pub fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let lines: Vec<_> = text.lines().map(str::trim).take_while(|line| !line.is_empty()).collect();
    lines.join(" ").trim_start_matches("error: ").to_owned()
}
