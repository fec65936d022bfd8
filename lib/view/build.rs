//! Reads the words of the interface from `words/`, and writes a call of the macro `texts` with them.

#[path = "src/text/traditional.rs"]
pub mod traditional;

use std::{env, fmt::Write, fs, path::Path};
use traditional::Traditional;

fn main() {
    println!("cargo::rerun-if-changed=words\ncargo::rerun-if-changed=src/text/traditional.rs");
    let read = |path: &Path| {
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let mut rows = String::new();
    let mut row = |name: &str, reason: &str, english: &str, chinese: &str| {
        let traditional = Traditional(chinese).to_string();
        writeln!(rows, "{name} {reason}: {english:?}, {chinese:?}, {traditional:?};")
            .expect("room in memory");
    };
    let table = read(Path::new("words/words.tsv"));
    for line in table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match line.split('\t').collect::<Vec<_>>()[..] {
            [name, english, chinese] => row(name, "", english, chinese),
            [name, english, chinese, reason] => row(name, reason, english, chinese),
            _ => panic!("words/words.tsv: {line:?} has not three or four fields"),
        }
    }
    let pages = ["XiangqiRules", "ZhonggongRules", "ChessRules", "KeysPage", "AboutPage"];
    for page in pages {
        let [english, chinese] = ["en", "zh"]
            .map(|language| read(&Path::new("words/pages").join(format!("{page}.{language}.txt"))));
        row(page, "", english.trim_end(), chinese.trim_end());
    }
    let folder = env::var_os("OUT_DIR").expect("a folder for what a build script writes");
    fs::write(Path::new(&folder).join("words.rs"), format!("texts! {{\n{rows}}}\n"))
        .expect("the folder can be written");
}
