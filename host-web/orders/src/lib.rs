//! The orders of the page to its worker, and the answers, as JSON.
#![forbid(unsafe_code)]

use chuhe_core::notation::Fen;
use chuhe_core::{AnyPosition, Game, Level, Limits, Move, Score, Time};
use chuhe_host::analysis::{Analysis, AnalysisLine, AnalysisRequest};
use chuhe_host::{BookChoice, SearchRequest, Variety, fen};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// A game, on its way from the page to the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PlayedMoves {
    /// The start of the game in FEN.
    start: String,
    /// The moves since then, in coordinates.
    moves: Vec<String>,
}

impl PlayedMoves {
    /// Takes the moves of a game.
    #[must_use]
    pub fn of(game: &Game<AnyPosition>) -> Self {
        let start = Fen { position: game.start().clone(), move_number: 1 };
        Self { start: start.to_string(), moves: texts(game.moves()) }
    }

    /// Plays the moves.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn game(&self) -> Result<Game<AnyPosition>, String> {
        let start = fen::read(&self.start).map_err(|error| error.to_string())?;
        let mut game = Game::new(start.position);
        for mv in moves(&self.moves)? {
            game.play(mv).map_err(|error| error.to_string())?;
        }
        Ok(game)
    }
}

/// A question to the computer, on its way from the page to the worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchOrder {
    /// The number of the question.
    pub id: u32,
    /// The game up to the question.
    pub game: PlayedMoves,
    /// The moves that are not to be the answer, in coordinates.
    pub excluded: Vec<String>,
    /// The depth in plies.
    pub depth: u8,
    /// The level.
    pub level: u8,
    /// The seed of the lower levels.
    pub seed: u64,
    /// The soft and the hard limit in milliseconds.
    pub time: Option<(u64, u64)>,
    /// True if the move is chosen among nearly equal ones in the opening.
    pub varied: bool,
    /// True if it may come from the opening book.
    pub book: bool,
}

impl SearchOrder {
    /// The order of a request, which asks for a move of a game.
    #[must_use]
    pub fn of(id: u32, game: &Game<AnyPosition>, request: &SearchRequest) -> Self {
        let SearchRequest { limits, excluded, variety, .. } = request;
        Self {
            id,
            game: PlayedMoves::of(game),
            excluded: texts(excluded),
            depth: limits.depth,
            level: limits.level.get(),
            seed: limits.seed,
            time: limits.time.map(|time| (time.soft, time.hard)),
            varied: variety.is_some(),
            book: variety.as_ref().is_some_and(|variety| variety.book != BookChoice::Off),
        }
    }

    /// The request. The book is that of the build.
    ///
    /// # Errors
    /// When a move is not legal.
    pub fn request(&self) -> Result<SearchRequest, String> {
        let game = self.game.game()?;
        let limits = Limits {
            depth: self.depth,
            time: self.time.map(|(soft, hard)| Time { soft, hard }),
            level: Level::new(self.level).unwrap_or_default(),
            seed: self.seed,
            ..Limits::default()
        };
        let book = if self.book { BookChoice::BuiltIn } else { BookChoice::Off };
        Ok(SearchRequest {
            root: game.position().clone(),
            past: game.past().to_vec(),
            limits,
            excluded: moves(&self.excluded)?,
            variety: self.varied.then(|| Variety { book, ply: game.moves().len() }),
        })
    }
}

/// A report of the computer, on its way from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchReport {
    /// The number of the question.
    pub id: u32,
    /// The depth in plies.
    pub depth: u8,
    /// The score, as a number of the core.
    pub score: i16,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time in milliseconds.
    pub millis: u64,
    /// The principal variation in coordinates.
    pub line: Vec<String>,
}

/// The answer of the computer, on its way from the worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SearchAnswer {
    /// The number of the question.
    pub id: u32,
    /// The best move in coordinates.
    pub best: String,
}

/// A position to analyse, on its way from the page to a worker.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisOrder {
    /// The number of the request.
    pub id: u64,
    /// The game up to the position.
    pub game: PlayedMoves,
    /// The number of lines.
    pub lines: u8,
    /// The number of positions to search; `None` searches until the worker is ended.
    pub positions: Option<u64>,
}

impl AnalysisOrder {
    /// The order of a request.
    #[must_use]
    pub fn of(request: &AnalysisRequest) -> Self {
        let &AnalysisRequest { id, lines, positions, .. } = request;
        Self { id, game: PlayedMoves::of(&request.game), lines, positions }
    }

    /// The limits of the search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let nodes = self.positions.unwrap_or(u64::MAX);
        Limits { nodes, multi_pv: self.lines, contempt: 0, ..Limits::default() }
    }
}

/// A line of an analysis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
struct Line {
    depth: u8,
    /// The score, as a number of the core.
    score: i16,
    /// The moves in coordinates.
    moves: Vec<String>,
}

/// The results of an analysis so far, on their way from a worker to the page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct AnalysisNews {
    id: u64,
    nodes: u64,
    millis: u64,
    done: bool,
    lines: Vec<Line>,
}

impl AnalysisNews {
    /// The results for a request.
    #[must_use]
    pub fn of(id: u64, analysis: &Analysis) -> Self {
        let line = |line: &AnalysisLine| {
            let (depth, score) = (line.depth, line.score.get());
            Line { depth, score, moves: texts(&line.moves) }
        };
        let lines = analysis.lines.iter().map(line).collect();
        let &Analysis { nodes, millis, done, .. } = analysis;
        Self { id, nodes, millis, done, lines }
    }

    /// The number of the request, and the results.
    ///
    /// # Errors
    /// When the text is not one of a worker.
    pub fn read(text: &str) -> Result<(u64, Analysis), String> {
        let Self { id, nodes, millis, done, lines } = read(text)?;
        let line = |Line { depth, score, moves: texts }: Line| {
            moves(&texts).map(|moves| AnalysisLine { depth, score: Score::new(score), moves })
        };
        let lines = lines.into_iter().map(line).collect::<Result<_, _>>()?;
        Ok((id, Analysis { lines, nodes, millis, done }))
    }
}

/// Reads what the other side has written.
///
/// # Errors
/// When it is not JSON of this type.
pub fn read<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// Writes moves in coordinates.
#[must_use]
pub fn texts(moves: &[Move]) -> Vec<String> {
    moves.iter().map(Move::to_string).collect()
}

/// Reads moves in coordinates.
///
/// # Errors
/// When a text is no move.
pub fn moves(texts: &[String]) -> Result<Vec<Move>, String> {
    texts.iter().map(|text| text.parse().map_err(|_| format!("no move: {text}"))).collect()
}
