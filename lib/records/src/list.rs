use crate::{GameTree, Outcome};
use chuhe_core::{AnyPosition, Move, rules::Rules};
use chuhe_host::openings::opening_of;

/// The values of one game for the columns of a list of games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummary {
    /// The player of Red or White; empty if unknown.
    pub red: String,
    /// The player of Black; empty if unknown.
    pub black: String,
    /// The title and the event, such as `野马操田 · Cup`; empty if both are unknown.
    pub event: String,
    /// The known part of the date, such as `2026.11.22` or `2026.11`; empty if the year is unknown.
    pub date: String,
    /// The code of the opening, or else the opening that the file names; empty if it names none.
    pub opening: String,
    /// The name of the opening in English and in Chinese; both empty if unknown.
    pub opening_names: [String; 2],
    /// The game that is played, such as xiangqi or chess.
    pub rules: Rules,
    /// The outcome that the file states or the rules give; `None` for an unfinished game.
    pub outcome: Option<Outcome>,
    /// The number of plies in the main line.
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

const DATE_SIGNS: [char; 6] = ['.', '-', '/', '年', '月', '日'];

/// Returns the known part of a date in the form `2026.11.22`, so that dates can be sorted as text. In `text`, a year of
/// two digits means a year from 1930 to 2029. The day can stand first.
fn date(text: &str) -> String {
    let parts: Vec<&str> = if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        vec![&text[..4], &text[4..6], &text[6..]]
    } else {
        text.split(DATE_SIGNS).map(str::trim).collect()
    };
    let known = parts.into_iter().map_while(|part| part.parse::<u16>().ok());
    let mut parts: Vec<_> = known.take(3).collect();
    if matches!(parts[..], [first, _, last] if first < 32 && last > 99) {
        parts.reverse();
    }
    if let Some(year) = parts.first_mut().filter(|year| **year < 100) {
        *year += if *year < 30 { 2000 } else { 1900 };
    }
    let forms = [(4, 0..=9999_u16), (2, 1..=12), (2, 1..=31)];
    let texts = parts.into_iter().zip(forms).map_while(|(part, (digits, range))| {
        range.contains(&part).then(|| format!("{part:0digits$}"))
    });
    texts.collect::<Vec<_>>().join(".")
}

/// Returns a date such as `1997年11月16日` or `19971116` in the form `1997.11.16`, or `None` if a part is missing.
pub(crate) fn pgn_date(text: &str) -> Option<String> {
    let parts = text.split(DATE_SIGNS).filter(|part| !part.is_empty()).count();
    let is_whole = |date: &String| date.len() == 10 && parts <= 3 && text.starts_with(&date[..4]);
    Some(date(text)).filter(is_whole)
}

/// The number of a game in an index. If the game's file changes, the number can stand for another game in it, or none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GameId(pub i64);

/// A row of a list of games, for one game of an index.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedGame {
    /// The number by which `Index::place` finds the file of the game.
    pub id: GameId,
    /// The players, the date and the other columns.
    pub summary: GameSummary,
    /// The position at the end of the main line, as a FEN.
    pub last: String,
    /// The name of the file, without its folder.
    pub file: String,
    /// True if the file contains no other game, readable or not.
    pub is_alone: bool,
}

/// A column by which a list of games can be sorted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum ListColumn {
    /// The player of Red or White.
    Red,
    /// The player of Black.
    Black,
    /// The title of a problem or a lesson, and the event.
    Event,
    /// The outcome: Red's wins, draws, Black's wins, then unfinished games.
    Result,
    /// The date, by year, month and day.
    #[default]
    Date,
    /// The code or the name of the opening.
    Opening,
    /// The number of plies in the main line.
    Plies,
    /// The path of the file, with its folders.
    File,
}

impl ListColumn {
    /// All columns, in the order in which a list shows them from left to right.
    pub const ALL: [Self; 8] = {
        use ListColumn::{Black, Date, Event, File, Opening, Plies, Red, Result};
        [Red, Black, Event, Result, Date, Opening, Plies, File]
    };
}

/// A move from a position, with the results of the games in which it was played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    /// The move, which is legal in the position.
    pub mv: Move,
    /// The number of games in which the move was played.
    pub games: u32,
    /// The numbers of games that Red won, that were drawn, and that Black won. An unfinished game is not counted here.
    pub results: [u32; 3],
    /// The average year of the games whose year is known; `None` if no year is known.
    pub year: Option<u32>,
}

/// A query for games, with their order. The default finds all games, the latest first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ListQuery {
    /// Words with spaces between them. Each word occurs in the players, event, opening or file name of a found game.
    pub words: String,
    /// The rules of the games to find; `None` finds games with any rules.
    pub rules: Option<Rules>,
    /// The outcome of the games to find; `Some(None)` finds unfinished games, `None` finds games with any outcome.
    pub outcome: Option<Option<Outcome>>,
    /// A position that the main line of each found game reaches; `None` finds games with any positions.
    pub position: Option<Box<AnyPosition>>,
    /// The column by which the games are sorted.
    pub sort: ListColumn,
    /// True for ascending order: the smallest value of the column comes first.
    pub upwards: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_date_in_any_form_can_be_sorted_and_a_whole_one_is_written_as_pgn_writes_it() {
        for row in include_str!("dates.txt").lines() {
            let [text, expected, whole] = row.split(" | ").collect::<Vec<_>>()[..] else {
                panic!("{row}");
            };
            assert_eq!(date(text), expected.trim_matches('-'), "{row}");
            assert_eq!(pgn_date(text).is_some(), whole == "whole", "{row}");
        }
    }
}
