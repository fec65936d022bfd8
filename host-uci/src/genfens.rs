//! Makes openings for OpenBench: random positions in which both sides have about equal chances.

use crate::lines::Console;
use crate::protocol::{Dialect, GenFens, info_string};
use chuhe_core::notation::Fen;
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Position, Side};
use chuhe_host::{Random, RandomOpenings, fen};
use std::io::Write;

/// The least number of random plies after the start position.
const PLIES: u64 = 6;
/// The least number of random plies after a position from a book.
const PLIES_BEHIND_BOOK: u64 = 2;

const MOST_FAILURES: u32 = 1_000;

/// Prints the openings. If no more can be made, prints the reason. The same seed gives the same openings.
pub(crate) fn genfens(rules: Rules, asked: &GenFens<'_>, console: &Console<impl Write>) {
    let tell = |text: String| console.write_line(info_string(Dialect::Uci, text));
    let openings = RandomOpenings::new(asked.seed).map_err(|error| error.to_string());
    let (book, mut openings) = match (read_book(rules, asked.book), openings) {
        (Ok(book), Ok(openings)) => (book, openings),
        (Err(error), _) | (_, Err(error)) => return tell(format!("no openings: {error}")),
    };
    let plies = if asked.book.is_some() { PLIES_BEHIND_BOOK } else { PLIES };
    let mut random = Random::sequence(asked.seed, 1);
    let (mut left, mut failures) = (asked.count, 0);
    while left > 0 && !console.pending_stops.any() && !console.is_broken() {
        let from = &book[random.below(book.len() as u64) as usize];
        // A random choice adds one ply or none, so that either side can be to move.
        let plies = plies + random.below(2);
        let made = openings.attempt(&from.position, plies as usize);
        if let Some((_, position)) = made.filter(|(_, position)| !position.in_check()) {
            let black_first = u64::from(from.position.side() == Side::Black);
            let move_number = from.move_number + ((plies + black_first) / 2) as u16;
            tell(format!("genfens {}", Fen { position, move_number }));
            (left, failures) = (left - 1, 0);
        } else {
            failures += 1;
            if failures == MOST_FAILURES {
                return tell("no openings: nothing about even is found".to_owned());
            }
        }
    }
}

/// Reads the file `book`, which has a FEN or EPD on each line. Without a book, returns only the start position.
fn read_book(rules: Rules, book: Option<&str>) -> Result<Vec<Fen<AnyPosition>>, String> {
    let Some(path) = book else {
        return Ok(vec![Fen { position: rules.start(), move_number: 1 }]);
    };
    let text = std::fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let text = text.trim_start_matches('\u{feff}');
    let mut positions = Vec::new();
    for (line, text) in (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let read = fen::read_for(rules, &fen::without_operations(text));
        positions.push(read.map_err(|error| format!("{path}, line {line}: {error}"))?);
    }
    if positions.is_empty() { Err(format!("{path}: the book is empty")) } else { Ok(positions) }
}
