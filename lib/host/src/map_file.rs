//! Writes maps into `conf/team.properties`. All other bytes of the file stay the same.

use crate::text::{NotText, decode};
use crate::{Team, properties, user_files};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Numbers, Position, Side, map};
use std::path::Path;
use std::{fs, io};

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    #[error(transparent)]
    NotText(#[from] NotText),
    #[error(transparent)]
    File(#[from] io::Error),
    #[error("{0}")]
    Unreadable(String),
}

/// Writes a map into a properties file. If the file has a map of the same name, replaces that map. Otherwise adds the
/// map at the end. A new file begins with a team's name, because [`Team::read`] requires one. A map that could not be
/// read back is refused. After an error the file is unchanged.
pub fn write(path: &Path, name: &str, position: &AnyPosition) -> Result<(), WriteError> {
    let old = match fs::read(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => NEW_FILE.into(),
        found => found?,
    };
    let new = insert_map(&old, name, position)?;
    let team = Team::read(&new, path.to_owned());
    let team = team.map_err(|error| WriteError::Unreadable(error.fault.to_string()))?;
    team.map(name)
        .map_err(|_| WriteError::Unreadable(format!("no map there can be named {name}")))?;
    Ok(user_files::replace(path, &new)?)
}

const NEW_FILE: &str = "Teamname = Chuhe\n";

fn insert_map(file: &[u8], name: &str, position: &AnyPosition) -> Result<Vec<u8>, NotText> {
    decode(file)?;
    let end = if file.windows(2).any(|pair| pair == b"\r\n") { "\r\n" } else { "\n" };
    let mut new_lines = Some(map_lines(name, position, end));
    let keys = ["", ".rules", ".turn"].map(|setting| format!("{name}{setting}"));
    let mut result = Vec::new();
    for lines in logical_lines(file) {
        let key = properties::parse(lines).ok().and_then(|mut entries| Some(entries.pop()?.key));
        let own = key.is_some_and(|key| keys.iter().any(|own| own.eq_ignore_ascii_case(&key)));
        if !own {
            result.extend_from_slice(lines);
        } else if let Some(new_lines) = new_lines.take() {
            result.extend_from_slice(new_lines.as_bytes());
        }
    }
    if let Some(new_lines) = new_lines {
        if !result.is_empty() && !result.ends_with(b"\n") {
            result.extend_from_slice(end.as_bytes());
        }
        result.extend_from_slice(new_lines.as_bytes());
    }
    Ok(result)
}

fn map_lines(name: &str, position: &AnyPosition, end: &str) -> String {
    let numbers = Numbers::in_reading_order(position);
    let mut new_lines = format!("{name} = {}{end}", map::write(position, &numbers));
    if position.rules() != Rules::default() {
        new_lines += &format!("{name}.rules = {}{end}", position.rules());
    }
    if position.side() != Side::Red {
        new_lines += &format!("{name}.turn = {}{end}", position.side());
    }
    new_lines
}

/// Returns the logical lines of the file: each line together with its continuation lines.
fn logical_lines(file: &[u8]) -> Vec<&[u8]> {
    let mut all = Vec::new();
    let (mut begin, mut end) = (0, 0);
    for line in file.split_inclusive(|&byte| byte == b'\n') {
        end += line.len();
        if !continues(&file[begin..end]) || end == file.len() {
            all.push(&file[begin..end]);
            begin = end;
        }
    }
    all
}

/// Returns true if the line after `lines` continues them. It does if their last line ends with an odd number of
/// backslashes, and their first line is not a comment. The text is decoded first, because in GBK the byte of a
/// backslash can be half of a character.
fn continues(lines: &[u8]) -> bool {
    let text = decode(lines).unwrap_or_default();
    let comment = text.trim_start_matches([' ', '\t', '\x0c']).starts_with(['#', '!']);
    let line = text.trim_end_matches(['\r', '\n']);
    let backslashes = line.len() - line.trim_end_matches('\\').len();
    !comment && backslashes % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fen;
    use encoding_rs::GBK;

    fn position(text: &str) -> AnyPosition {
        fen::read(text).unwrap().position
    }

    fn red() -> AnyPosition {
        position("3k5/9/9/9/9/9/9/9/R8/5K3 w")
    }

    const RED: &str = "0,3,bb0;8,0,rj0;9,5,rb0;";

    fn written(file: &str, name: &str, position: &AnyPosition) -> String {
        String::from_utf8(insert_map(file.as_bytes(), name, position).unwrap()).unwrap()
    }

    #[test]
    fn a_new_map_comes_behind_everything_else() {
        for (file, between, end) in [
            ("", "", "\n"),
            ("Teamname = a\n", "", "\n"),
            ("Teamname = a", "\n", "\n"),
            ("Teamname = a\r\n\r\n# x\r\n", "", "\r\n"),
            ("a = b \\\n end = c\n# end = d \\\n", "", "\n"),
        ] {
            let expected = format!("{file}{between}end = {RED}{end}");
            assert_eq!(written(file, "end", &red()), expected);
        }
    }

    #[test]
    fn a_map_of_the_same_name_is_replaced_with_its_settings() {
        let file =
            "Teamname=a\nEND : 0,4,bb0;\\\n  9,4,rb0;\nother=x\nend.turn=black\n# end\nend=y";
        let expected = format!("Teamname=a\nend = {RED}\nother=x\n# end\n");
        assert_eq!(written(file, "end", &red()), expected);
        let black = position("3k5/9/9/9/9/9/9/9/R8/5K3 b");
        let expected = format!("Teamname=a\nend = {RED}\nend.turn = black\nother=x\n# end\n");
        assert_eq!(written(file, "end", &black), expected);
        let other = written(file, "end", &Rules::Zhonggong.start());
        assert!(other.ends_with("\nend.rules = zhonggong\nother=x\n# end\n"), "{other}");
    }

    #[test]
    fn gbk_stays_gbk_and_its_second_bytes_are_no_backslashes() {
        // The last byte of 誠 in GBK is a backslash.
        let (bytes, _, _) = GBK.encode("Teamname = 誠\nend = y\n");
        assert!(bytes.contains(&b'\\'));
        let result = insert_map(&bytes, "end", &red()).unwrap();
        let (expected, _, _) = GBK.encode("Teamname = 誠\n");
        assert_eq!(result, [&expected[..], format!("end = {RED}\n").as_bytes()].concat());
    }

    #[cfg(unix)]
    #[test]
    fn what_cannot_be_read_is_not_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("team.properties");
        std::os::unix::fs::symlink("team.properties", &path).unwrap();
        assert!(matches!(write(&path, "end", &red()), Err(WriteError::File(_))));
        assert!(fs::symlink_metadata(&path).unwrap().is_symlink());
    }

    #[test]
    fn what_could_not_be_read_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("conf/team.properties");
        write(&path, "end", &red()).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), format!("{NEW_FILE}end = {RED}\n"));
        fs::write(&path, b"\xff\xff").unwrap();
        assert!(matches!(write(&path, "end", &red()), Err(WriteError::NotText(_))));
        assert_eq!(fs::read(&path).unwrap(), b"\xff\xff");
        let (gbk, _, _) = GBK.encode("Teamname = 誠\n");
        for name in ["残", "残残", "a b", "#a", "teamname", "a.turn"] {
            fs::write(&path, &gbk).unwrap();
            let refused = write(&path, name, &red());
            assert!(matches!(refused, Err(WriteError::Unreadable(_))), "{name}");
            assert_eq!(fs::read(&path).unwrap(), &gbk[..], "{name}");
        }
    }
}
