//! Lists of games: what a list shows of a game, and what a person asks of a list.

use crate::{GameTree, Outcome};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move};
use chuhe_host::openings::opening_of;

/// The line of a list that tells of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The player of Red or White; empty if unknown.
    pub red: String,
    /// The player of Black; empty if unknown.
    pub black: String,
    /// The title and the event, as `野马操田 · Cup`; empty if both are unknown.
    pub event: String,
    /// The date as `2026.11.22`; an unknown part is missing.
    pub date: String,
    /// The code or the name of the opening; empty if unknown.
    pub opening: String,
    /// The name of the opening in English and in Chinese; empty if unknown.
    pub opening_names: [String; 2],
    /// The rules.
    pub rules: Rules,
    /// The outcome; `None` for a game without one.
    pub outcome: Option<Outcome>,
    /// The number of moves of the main line, each side's counted.
    pub plies: usize,
}

impl From<&GameTree> for GameSummary {
    fn from(tree: &GameTree) -> Self {
        let tag = |name: &str| {
            let value = tree.tag(name).unwrap_or_default().trim();
            if value == "?" { String::new() } else { value.to_owned() }
        };
        let named = ["Opening", "ECCO", "ECO"].map(tag).into_iter().find(|tag| !tag.is_empty());
        let known = opening_of(tree.start(), &tree.moves());
        let mut event = vec![tag("Title"), tag("Event")];
        event.retain(|name| !name.is_empty());
        event.dedup();
        Self {
            red: tag("Red"),
            black: tag("Black"),
            event: event.join(" · "),
            date: date(&tag("Date")),
            opening: known.map(|known| known.code.to_owned()).or(named).unwrap_or_default(),
            opening_names: known
                .map(|known| [known.english, known.chinese].map(str::to_owned))
                .unwrap_or_default(),
            rules: tree.rules(),
            outcome: tree.ending().map(|ending| Outcome::of(ending.winner)),
            plies: tree.main_line().count(),
        }
    }
}

/// The known part of a date in any of its usual forms, so that dates sort as texts. A year of two digits
/// is one from 1930 to 2029, and a day may stand before the year.
fn date(text: &str) -> String {
    let parts = text.split(['.', '-', '/', '年', '月', '日']);
    let known = parts.map(str::trim).map_while(|part| part.parse::<u16>().ok());
    let mut parts: Vec<_> = known.take(3).collect();
    if matches!(parts[..], [first, _, last] if first < 32 && last > 99) {
        parts.reverse();
    }
    if let Some(year) = parts.first_mut().filter(|year| **year < 100) {
        *year += if *year < 30 { 2000 } else { 1900 };
    }
    let digits = [4, 2, 2];
    let text = |(part, digits)| format!("{part:0digits$}");
    parts.into_iter().zip(digits).map(text).collect::<Vec<_>>().join(".")
}

/// The number of a game in an index. It is valid until the game's file changes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The number.
    pub id: GameId,
    /// The line of the list.
    pub summary: GameSummary,
    /// The position after the last move, as FEN.
    pub last: String,
    /// The file, without its folder.
    pub file: String,
    /// True if the file holds no other game.
    pub is_alone: bool,
}

/// A column of a list of games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ListColumn {
    /// The player of Red or White.
    Red,
    /// The player of Black.
    Black,
    /// The title of a problem or a lesson, and the event.
    Event,
    /// The result.
    Result,
    /// The date.
    #[default]
    Date,
    /// The opening.
    Opening,
    /// The number of moves.
    Plies,
    /// The file.
    File,
}

impl ListColumn {
    /// All columns, from left to right.
    pub const ALL: [Self; 8] = [
        Self::Red,
        Self::Black,
        Self::Event,
        Self::Result,
        Self::Date,
        Self::Opening,
        Self::Plies,
        Self::File,
    ];
}

/// A move that was played from a position, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The number of games.
    pub games: u32,
    /// The games that Red won, that were drawn, and that Black won. A game without a result is none of them.
    pub results: [u32; 3],
    /// The average year of the games that have one.
    pub year: Option<u32>,
}

/// The games that a person wants to see, and their order. By default all games, the latest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListQuery {
    /// Words of players, event, opening and file name. A game has all of them.
    pub words: String,
    /// The rules; `None` for all games.
    pub rules: Option<Rules>,
    /// The outcome, and `Some(None)` for games without one; `None` for all games.
    pub outcome: Option<Option<Outcome>>,
    /// A position that the games reach; `None` for all games.
    pub position: Option<Box<AnyPosition>>,
    /// The column by which the games are sorted.
    pub sort: ListColumn,
    /// True if the order is from the smallest to the largest.
    pub upwards: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_in_any_form_can_be_sorted() {
        for (text, expected) in [
            ("2026.11.22", "2026.11.22"),
            ("2026-1-2", "2026.01.02"),
            ("1987年6月", "1987.06"),
            ("1987.??.??", "1987"),
            ("999.3.2", "0999.03.02"),
            ("73.09.23", "1973.09.23"),
            ("30年代", "1930"),
            ("29.1.2", "2029.01.02"),
            ("????.??.??", ""),
            ("", ""),
            ("yesterday", ""),
        ] {
            assert_eq!(date(text), expected, "{text}");
        }
    }
}
