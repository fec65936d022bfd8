//! Lists the pages of "First steps", the introduction to the games: a position and a text for each piece or rule.

use super::Text;
use chuhe_core::rules::Rules;

/// A page of "First steps", the introduction to the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lesson {
    /// The game to which the page belongs.
    pub rules: Rules,
    /// The position as a FEN, with Red to move.
    pub position: &'static str,
    /// The squares of the pieces whose moves are shown, all of one kind: `c3 g6`. Ranks count from 0 in chess, too.
    pub squares: &'static str,
    /// The text about the piece or the rule.
    pub text: Text,
    /// The title; `None` for the name of the piece.
    pub title: Option<Text>,
}

const fn page(rules: Rules, text: Text, position: &'static str, squares: &'static str) -> Lesson {
    Lesson { rules, position, squares, text, title: None }
}

/// Creates a page about a rule of Zhonggong.
const fn rule(title: Text, text: Text, position: &'static str, squares: &'static str) -> Lesson {
    Lesson { title: Some(title), ..page(Rules::Zhonggong, text, position, squares) }
}

/// All pages, game by game.
pub const LESSONS: [Lesson; 23] = [
    page(Rules::Xiangqi, Text::LessonGeneral, "3k5/9/9/9/9/9/9/9/4K4/9 w", "e1"),
    page(Rules::Xiangqi, Text::LessonChariot, "4k4/9/9/2p6/9/9/2R3P2/9/9/3K5 w", "c3"),
    page(Rules::Xiangqi, Text::LessonHorse, "4k4/9/9/9/4P1p2/4N4/9/9/9/3K5 w", "e4"),
    page(Rules::Xiangqi, Text::LessonCannon, "4k4/9/2n6/9/9/2P6/9/2C6/9/3K5 w", "c2"),
    page(Rules::Xiangqi, Text::LessonElephant, "4k4/9/9/9/9/9/5N3/4B4/9/3K5 w", "e2"),
    page(Rules::Xiangqi, Text::LessonAdvisor, "3k5/9/9/9/9/9/9/9/4A4/4K4 w", "e1"),
    page(Rules::Xiangqi, Text::LessonSoldier, "4k4/9/9/6P2/9/9/2P6/9/9/3K5 w", "c3 g6"),
    page(Rules::Zhonggong, Text::LessonSharedGeneral, "9/9/9/3k5/9/4K4/9/9/9 w", "e3"),
    page(Rules::Zhonggong, Text::LessonChariot, "9/9/2p6/3k5/9/2R1K4/2P6/9/9 w", "c3"),
    page(Rules::Zhonggong, Text::LessonHorse, "9/9/9/3k5/4K4/6P2/6N2/4p4/9 w", "g2"),
    page(Rules::Zhonggong, Text::LessonCannon, "2n6/9/9/3k5/2P6/4K4/9/2C6/9 w", "c1"),
    page(Rules::Zhonggong, Text::LessonFarElephant, "9/9/9/3k5/6B2/4KN3/9/9/9 w", "g4"),
    page(Rules::Zhonggong, Text::LessonFarAdvisor, "9/9/7p1/3k2A2/9/4K4/9/9/9 w", "g5"),
    page(Rules::Zhonggong, Text::LessonFreeSoldier, "9/9/9/3k5/4K4/9/2P6/9/9 w", "c2"),
    rule(Text::Guard, Text::LessonGuard, "4r4/9/9/3k5/9/4K4/9/9/4R4 w", "e0"),
    rule(Text::Liberty, Text::LessonLiberty, "9/9/9/3k5/R8/3NKN3/4P4/9/9 w", "a4"),
    rule(Text::Exchange, Text::LessonExchange, "P1P6/4c4/9/3k5/9/4K4/9/9/9 w", "a8 c8"),
    page(Rules::Chess, Text::LessonKing, "3qk3/8/8/8/8/8/8/4K2R w K", "e0"),
    page(Rules::Chess, Text::LessonQueen, "4k3/8/8/1p6/8/3Q2P1/8/4K3 w", "d2"),
    page(Rules::Chess, Text::LessonRook, "4k3/8/3p4/8/8/3R2P1/8/4K3 w", "d2"),
    page(Rules::Chess, Text::LessonBishop, "4k3/8/8/5p2/2P5/3B4/8/4K3 w", "d2"),
    page(Rules::Chess, Text::LessonKnight, "4k3/8/2p5/3P4/3NP3/8/8/4K3 w", "d3"),
    page(Rules::Chess, Text::LessonPawn, "4k3/8/8/3pp3/3P4/8/P7/4K3 w", "a1 d3"),
];
