//! Makes faults on demand, for people who test clients: replies that come late, in two pieces, or never.

use crate::config_file::{self, ConfigFileError, ConfigFileFault};
use crate::lines::Frame;
use serde::Deserialize;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use toml::Spanned;

const WORDS: &str = "Move RequestBoard NewGame Undo LegalMoves Exchange Hint Level Board Seats Seed Format \
    Why Reason Status Moves Rules Name Resume Delete Games Ping Stats Quit";

/// The faults that a server makes on demand. A file orders them, and `docs/testing.md` describes the form of the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Faults {
    /// The number of connections that are refused with `SERVER_BUSY`. They are the first ones after the server's start.
    busy: u64,
    #[serde(skip)]
    refused: AtomicU64,
    fault: Vec<ReplyFault>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplyFault {
    command: Spanned<String>,
    /// The delay of the reply in milliseconds. With `cut`, only the bytes after the cut are delayed.
    pub(crate) late: Option<u32>,
    /// The number of bytes of the reply that are sent in time. Without `late`, the connection is then closed.
    pub(crate) cut: Option<usize>,
    /// The number of correct replies to `command` before the first faulty one.
    #[serde(default)]
    after: u64,
    /// The number of faulty replies to `command` after the correct ones; `None`: all later replies are faulty.
    times: Option<u64>,
    #[serde(skip)]
    seen: AtomicU64,
}

impl Faults {
    pub fn read(path: &Path) -> Result<Self, ConfigFileError> {
        let faults = config_file::read(path).and_then(|text| Self::parse(&text));
        faults.map_err(|fault| ConfigFileError { path: path.to_owned(), fault })
    }

    pub(crate) fn parse(text: &str) -> Result<Self, ConfigFileFault> {
        let faults: Self = config_file::values(text)?;
        for fault in &faults.fault {
            let command = &fault.command;
            let place = command.span().start;
            let at = |why: String| Err(config_file::fault_at(text.as_bytes(), place, &why));
            let word = command.get_ref();
            if !WORDS.split(' ').any(|known| known.eq_ignore_ascii_case(word)) {
                return at(format!("{word} is no command"));
            }
            if fault.late.is_none() && fault.cut.is_none() {
                return at(format!("the fault of {word} has neither `late` nor `cut`"));
            }
        }
        Ok(faults)
    }

    pub(crate) fn refuses(&self) -> bool {
        self.busy > 0 && self.refused.fetch_add(1, Ordering::Relaxed) < self.busy
    }

    /// Finds the fault for the reply to `command`. Counts the command for the fields `after` and `times` of the faults.
    pub(crate) fn of(&self, command: Frame<'_>) -> Option<&ReplyFault> {
        let word = command.text()?.split([':', '：']).next()?.trim();
        self.fault.iter().find(|fault| {
            fault.command.get_ref().eq_ignore_ascii_case(word) && {
                let seen = fault.seen.fetch_add(1, Ordering::Relaxed);
                let times = seen.checked_sub(fault.after);
                times.is_some_and(|times| fault.times.is_none_or(|most| times < most))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Reads the commands from a test script that contains all commands of the protocol.
    #[test]
    fn every_command_can_have_a_fault() {
        let script = include_str!("../../tests/data/tcp/forms.txt").to_ascii_lowercase();
        let sent = script.lines().filter_map(|line| line.strip_prefix("> ")).map(str::trim_start);
        let commands: BTreeSet<_> =
            sent.filter_map(|line| line.split(|c: char| !c.is_ascii_alphabetic()).next()).collect();
        let words = WORDS.to_ascii_lowercase();
        assert_eq!(commands, words.split_whitespace().collect());
    }

    #[test]
    fn a_file_that_orders_nothing_that_can_be_is_refused() {
        for (at, [text, why]) in chuhe_tests::rows("server_faults_wrong.txt") {
            let fault = Faults::parse(&text).unwrap_err().to_string();
            assert!(fault.starts_with(&why), "{at}: {fault}");
        }
    }
}
