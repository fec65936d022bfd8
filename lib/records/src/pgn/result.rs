use super::scanner::is_space;
use crate::Outcome;
use chuhe_core::{Ending, Side};

/// Reads a result, and ignores punctuation around it. Returns `Some(None)` for `*`, and `None` for a word
/// that is no result.
pub(crate) fn read(word: &str) -> Option<Option<Outcome>> {
    match word.trim_matches(is_space) {
        "1-0" | "1:0" | "1–0" | "红胜" | "紅勝" | "先胜" | "先勝" => {
            Some(Some(Outcome::Won(Side::Red)))
        }
        "0-1" | "0:1" | "0–1" | "黑胜" | "黑勝" | "后胜" | "後勝" | "先负" | "先負" => {
            Some(Some(Outcome::Won(Side::Black)))
        }
        "1/2-1/2" | "1/2" | "1/2:1/2" | "½-½" | "½–½" | "½" | "0.5-0.5" | "和棋" | "和局"
        | "和" | "先和" => Some(Some(Outcome::Drawn)),
        "*" => Some(None),
        _ => None,
    }
}

/// The text of an outcome, in simplified and in traditional Chinese.
pub(crate) const fn chinese(ending: Ending) -> [&'static str; 2] {
    match ending.winner {
        Some(Side::Red) => ["红胜", "紅勝"],
        Some(Side::Black) => ["黑胜", "黑勝"],
        None => ["和棋", "和棋"],
    }
}

pub(crate) const fn text(ending: Option<Ending>) -> &'static str {
    match ending {
        None => "*",
        Some(Ending { winner: Some(Side::Red), .. }) => "1-0",
        Some(Ending { winner: Some(Side::Black), .. }) => "0-1",
        Some(Ending { winner: None, .. }) => "1/2-1/2",
    }
}
