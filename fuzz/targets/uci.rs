//! Whatever the graphical interface sends, the engine gives the required answers, and ends when the
//! input ends.
#![no_main]

use chuhe_core::rules::Rules;
use chuhe_uci::protocol::{Command, Dialect, parse};
use libfuzzer_sys::fuzz_target;

/// Returns the line if it keeps the engine busy only briefly: no perft or bench, no large memory,
/// few threads, and short searches.
fn bounded(line: &str, dialect: Dialect) -> Option<String> {
    let is_bounded = |line: &str| match parse(line, dialect) {
        Some(Command::Perft(_) | Command::Bench(_)) => false,
        Some(Command::SetOption { name, .. }) => {
            !["hash", "hashsize", "threads"].contains(&&*name.to_ascii_lowercase())
        }
        Some(Command::Go(go)) => go.nodes.is_some_and(|nodes| nodes <= 500),
        _ => true,
    };
    [line.to_owned(), format!("{line} nodes 100")].into_iter().find(|line| is_bounded(line))
}

fuzz_target!(|text: &str| {
    let mut dialect = Dialect::default();
    let (mut lines, mut ready, mut goes) = (String::new(), 0, 0);
    for line in text.lines() {
        let Some(line) = bounded(line, dialect) else { continue };
        lines += &format!("{line}\n");
        match parse(&line, dialect) {
            Some(Command::Quit) => break,
            Some(Command::Identify(chosen)) => dialect = chosen,
            Some(Command::IsReady) => ready += 1,
            Some(Command::Go(_)) => goes += 1,
            _ => {}
        }
    }
    let mut output = Vec::new();
    chuhe_uci::run(Rules::default(), &mut lines.as_bytes(), &mut output)
        .expect("bytes can be read and written");
    let output = String::from_utf8(output).expect("answers are text");
    let said = |word| output.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    assert_eq!(said("readyok"), ready, "{lines}");
    let (moves, none) = (said("bestmove"), said("nobestmove"));
    assert!(moves <= goes && (goes == 0 || moves + none > 0), "{lines}\n{output}");
});
