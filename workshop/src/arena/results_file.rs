//! Reads and writes the results file, from which a later run continues a contest.
//!
//! The file is text, and tabs separate its fields. The first lines begin with `#` and describe the contest. One line
//! for each finished game follows, with these fields:
//!
//! | field | value |
//! | --- | --- |
//! | game | its number, from 1 |
//! | round | the number of the round, from 1; all games of a round have the same opening |
//! | red, black | the players' numbers, from 1, in the order of the `-engine` options |
//! | result | `1-0`, `0-1` or `1/2-1/2` |
//! | reason | the reason why the game ended, such as `checkmate` |
//! | plies | the number of plies, including the opening |
//! | opening | the opening, in the format of a list of openings |
//! | remark | a remark, or nothing |

use crate::arena::schedule::Pairing;
use crate::file_fault::{is_torn, lock, of};
use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::iter;
use std::path::{Path, PathBuf};

const MAGIC: &str = "#chuhe-arena\t1";

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameResult {
    pub pairing: Pairing,
    pub red_half_points: u8,
    pub reason: String,
    pub plies: usize,
    pub opening: String,
    pub remark: String,
}

#[derive(Debug)]
pub struct ResultsFile {
    path: PathBuf,
    file: File,
}

impl ResultsFile {
    /// Opens a results file and reads its games. The lines in `heading` describe the contest, and do not begin with
    /// `#`. Unless `resume` is true, the file must be new. An incomplete last line of the file is removed.
    pub fn open(
        path: &Path,
        heading: &[String],
        resume: bool,
    ) -> Result<(Self, Vec<GameResult>), String> {
        let io = |error: io::Error| of(path, error);
        let mut options = OpenOptions::new();
        let opened = options.read(true).append(true).create(true).create_new(!resume).open(path);
        let mut file = opened.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => {
                format!("{} is there already; -resume goes on with it", path.display())
            }
            _ => io(error),
        })?;
        lock(&file, path)?;
        let lines = heading.iter().map(|line| format!("#{}\n", line.replace(['\n', '\r'], " ")));
        let heading = format!("{MAGIC}\n{}", lines.collect::<String>());
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(io)?;
        if is_torn(&bytes, &heading) {
            file.set_len(0).and_then(|()| file.write_all(heading.as_bytes())).map_err(io)?;
            return Ok((Self { path: path.to_owned(), file }, Vec::new()));
        }
        // The incomplete line must go before UTF-8 is decoded, because a power cut can have split its last character.
        bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
        let whole = str::from_utf8(&bytes).map_err(|fault| of(path, fault))?;
        let lines = read(path, whole, &heading)?;
        file.set_len(whole.len() as u64).map_err(io)?;
        Ok((Self { path: path.to_owned(), file }, lines))
    }

    pub fn take_back(&mut self, last: &GameResult) -> Result<(), String> {
        let length = self.file.metadata().map(|file| file.len() - write(last).len() as u64);
        length.and_then(|length| self.file.set_len(length)).map_err(|error| of(&self.path, error))
    }

    pub fn add(&mut self, line: &GameResult) -> Result<(), String> {
        let written = self.file.write_all(write(line).as_bytes());
        written.and_then(|()| self.file.sync_data()).map_err(|error| of(&self.path, error))
    }
}

/// The texts of the results, at the index of Red's half points.
pub(crate) const RESULTS: [&str; 3] = ["0-1", "1/2-1/2", "1-0"];

fn write(line: &GameResult) -> String {
    let Pairing { number, round, red, black } = line.pairing;
    let result = RESULTS[usize::from(line.red_half_points.min(2))];
    let numbers = [number, round, red, black].map(|index| (index + 1).to_string()).join("\t");
    let plain = |text: &String| text.replace(['\t', '\n', '\r'], " ");
    let [reason, opening, remark] = [&line.reason, &line.opening, &line.remark].map(plain);
    format!("{numbers}\t{result}\t{reason}\t{}\t{opening}\t{remark}\n", line.plies)
}

fn read(path: &Path, text: &str, heading: &str) -> Result<Vec<GameResult>, String> {
    let mut pairs = text.lines().chain([""]).zip(heading.lines().chain(iter::repeat("")));
    let is_other = |(there, here): &(&str, &str)| {
        there != here && (there.starts_with('#') || here.starts_with('#'))
    };
    if let Some((there, here)) = pairs.find(is_other) {
        return Err(of(path, format!("another contest: {there:?} there, {here:?} here")));
    }
    let lines = (1..).zip(text.lines()).skip(heading.lines().count());
    lines.map(|(number, text)| read_line(text).ok_or_else(|| no_result(path, number))).collect()
}

pub(crate) fn no_result(path: &Path, line: usize) -> String {
    format!("{}, line {line}: not the result of a game", path.display())
}

fn read_line(text: &str) -> Option<GameResult> {
    let mut fields = text.split('\t');
    let mut next = || fields.next();
    let mut index = || next()?.parse::<usize>().ok()?.checked_sub(1);
    let pairing = Pairing { number: index()?, round: index()?, red: index()?, black: index()? };
    let result = next()?;
    let line = GameResult {
        pairing,
        red_half_points: RESULTS.iter().position(|known| *known == result)? as u8,
        reason: next()?.to_owned(),
        plies: next()?.parse().ok()?,
        opening: next()?.to_owned(),
        remark: next()?.to_owned(),
    };
    fields.next().is_none().then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(number: usize) -> GameResult {
        GameResult {
            pairing: Pairing { number, round: number / 2, red: number % 2, black: 1 - number % 2 },
            red_half_points: (number % 3) as u8,
            reason: "checkmate".to_owned(),
            plies: 81,
            opening: "startpos moves h2e2".to_owned(),
            ..GameResult::default()
        }
    }

    #[test]
    fn a_later_run_goes_on_where_an_earlier_one_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.tsv");
        let heading = ["rules\txiangqi".to_owned(), "engine\tcmd=a 'name=A\nB'".to_owned()];
        let (mut record, lines) = ResultsFile::open(&path, &heading, false).unwrap();
        assert!(lines.is_empty());
        (0..3).for_each(|number| record.add(&line(number)).unwrap());
        drop(record);
        // Simulates a power cut in the middle of a line and of a character.
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::write(&path, [text.as_bytes(), b"4\t2\t1\xe7"].concat()).unwrap();
        let (mut record, lines) = ResultsFile::open(&path, &heading, true).unwrap();
        assert_eq!(lines, [line(0), line(1), line(2)]);
        record.add(&line(3)).unwrap();
        let error = ResultsFile::open(&path, &heading, true).unwrap_err();
        assert!(error.ends_with("another run writes there"), "{error}");
        drop(record);
        assert_eq!(ResultsFile::open(&path, &heading, true).unwrap().1.len(), 4);
        for begin in [&text[..5], "\0\0", &text[..=MAGIC.len()], &text[..MAGIC.len() + 9]] {
            std::fs::write(&path, begin).unwrap();
            assert_eq!(ResultsFile::open(&path, &heading, true).unwrap().1, []);
            let begun = std::fs::read_to_string(&path).unwrap();
            assert!(text.starts_with(&begun) && begun.ends_with("B'\n"), "{begun}");
        }
    }

    #[test]
    fn another_contest_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("results.tsv");
        for (there, fault) in [
            (
                "#chuhe-arena\t1\n#limit\tnodes=6\n",
                "\"#limit\\tnodes=6\" there, \"#limit\\tnodes=5\" here",
            ),
            ("notes", "another contest: \"\" there, \"#chuhe-arena\\t1\" here"),
            ("#chuhe-arena\t1\n#limit\tnodes=5\n1\t2\n", "line 3: not the result of a game"),
        ] {
            std::fs::write(&path, there).unwrap();
            let heading = ["limit\tnodes=5".to_owned()];
            let error = ResultsFile::open(&path, &heading, true).unwrap_err();
            assert!(error.ends_with(fault), "{there}: {error}");
        }
    }
}
