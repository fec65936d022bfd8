//! Exports the core to JavaScript. The file `chuhe.js` offers these functions under the names that chess.js uses.

#[path = "../../../host-web/src/sliding_moves.rs"]
mod sliding_moves;

use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::rules::{Explain, Rules};
use chuhe_core::{
    AnyPosition, Cluster, Ending, Game, HeapMemory, Level, Limits, Monitor, Move, Piece, Position,
    Side, Time, perft, search, table_of,
};
pub use sliding_moves::sliding_moves;
use std::fmt;
use wasm_bindgen::prelude::{JsError, wasm_bindgen};

/// A game with its history. A move is given as text in any notation.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Board {
    game: Box<Game<AnyPosition>>,
    first_number: u16,
}

#[wasm_bindgen]
impl Board {
    /// A board with the position of `fen`, or with the start position of the game if `fen` is missing.
    #[wasm_bindgen(constructor)]
    pub fn new(game: &str, fen: Option<String>) -> Result<Self, JsError> {
        let rules: Rules = game.parse()?;
        let Fen { position, move_number } = match fen {
            Some(text) => Fen::read_lenient(rules, &text)?,
            None => Fen { position: rules.start(), move_number: 1 },
        };
        Ok(Self { game: Box::new(Game::new(position)), first_number: move_number })
    }

    /// The legal moves, written in the notation `style`.
    pub fn moves(&self, style: &str) -> Result<Vec<String>, JsError> {
        let style = style_of(style)?;
        let text = |&mv: &Move| notation::write(style, self.position(), mv).to_string();
        Ok(self.position().legal_moves().iter().map(text).collect())
    }

    /// Writes a legal move in the notation `style`. The text `mv` may be in any notation.
    pub fn write(&self, mv: &str, style: &str) -> Result<String, JsError> {
        Ok(notation::write(style_of(style)?, self.position(), self.read(mv)?).to_string())
    }

    /// The parts of a legal move: both squares, then the letters of the moved piece, of the captured piece and of the
    /// promotion. A part that the move lacks is empty.
    pub fn parts(&self, mv: &str) -> Result<Vec<String>, JsError> {
        let (position, mv) = (self.position(), self.read(mv)?);
        let name = |square| position.rules().square_name(square).to_string();
        let letter = |piece: Option<Piece>| piece.map_or_else(String::new, |it| self.letter(it));
        let promotion = notation::promotion(position, mv).map(|it| it.letter().to_string());
        Ok(vec![
            mv.from().map_or_else(String::new, name),
            mv.to().map_or_else(String::new, name),
            letter(mv.from().and_then(|from| position.piece_at(from))),
            letter(position.captured(mv)),
            promotion.unwrap_or_default(),
        ])
    }

    pub fn play(&mut self, mv: &str) -> Result<(), JsError> {
        let mv = self.read(mv)?;
        Ok(self.game.play(mv)?)
    }

    /// Takes the last move back, and returns true if there was one.
    pub fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    pub fn fen(&self) -> String {
        let red_first = self.game.start().side() == Side::Red;
        let black_moves = (self.game.moves().len() + usize::from(!red_first)) / 2;
        let move_number = self.first_number.saturating_add(black_moves as u16);
        Fen { position: self.position().clone(), move_number }.to_string()
    }

    /// The letter of the piece on a square, a capital for Red.
    pub fn piece(&self, square: &str) -> Option<String> {
        let square = self.position().rules().square_named(square)?;
        self.position().piece_at(square).map(|piece| self.letter(piece))
    }

    pub fn ascii(&self) -> String {
        notation::board(self.position()).to_string()
    }

    pub fn in_check(&self) -> bool {
        self.position().in_check()
    }

    /// The winner as `w` or `b`, or `-` for a draw, followed by the reason in words.
    pub fn ending(&self) -> Option<String> {
        self.game.ending().map(ending)
    }

    /// The ending that the game gets if both sides repeat their last moves once more.
    pub fn repetition(&self) -> Option<String> {
        self.game.warning().map(ending)
    }

    /// Returns why a move is illegal: the name of the reason, then the square of the piece that causes it. If the text
    /// does not consist of two squares, or if no reason is found, returns the error message of the reader.
    pub fn move_error(&self, text: &str) -> Option<Vec<String>> {
        let error = notation::read_any(text, self.position()).err()?;
        let rules = self.position().rules();
        let why = || {
            let (from, to) = text.split_at_checked(2)?;
            let (from, to) = (rules.square_named(from)?, rules.square_named(to)?);
            self.position().why_not((from != to).then(|| Move::new(from, to))?)
        };
        let Some(why) = why() else { return Some(vec![error.to_string()]) };
        let name = format!("{why:?}").split('(').next().unwrap_or_default().to_owned();
        let square = why.square().map(|square| rules.square_name(square).to_string());
        Some([name].into_iter().chain(square).collect())
    }

    pub fn perft(&self, depth: u32) -> f64 {
        perft(self.position(), depth) as f64
    }

    fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn read(&self, text: &str) -> Result<Move, JsError> {
        notation::read_any(text, self.position())
            .map_err(|error| JsError::new(&format!("{text:?}: {error}")))
    }

    fn letter(&self, piece: Piece) -> String {
        let rules = self.position().rules();
        let letter = rules.piece_type(piece.kind()).map_or('?', |it| it.fen);
        match piece.side() {
            Side::Red => letter.to_ascii_uppercase().to_string(),
            Side::Black => letter.to_string(),
        }
    }
}

fn ending(ending: Ending) -> String {
    let winner = match ending.winner {
        Some(Side::Red) => 'w',
        Some(Side::Black) => 'b',
        None => '-',
    };
    format!("{winner}{}", ending.reason)
}

fn style_of(name: &str) -> Result<Style, JsError> {
    Ok(match name {
        "san" => Style::San,
        "coordinates" => Style::Coordinates,
        "iccs" => Style::Iccs,
        "wxf" => Style::Wxf,
        "chinese" => Style::Chinese(Script::Traditional),
        "simplified" => Style::Chinese(Script::Simplified),
        _ => return Err(JsError::new(&format!("{name:?} is no notation"))),
    })
}

/// A computer player. Its transposition table keeps what earlier searches found.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher {
    table: Vec<Cluster>,
    memory: HeapMemory,
}

#[wasm_bindgen]
impl Searcher {
    /// A computer player with a transposition table of `hash` MiB.
    #[wasm_bindgen(constructor)]
    pub fn new(hash: u16) -> Self {
        Self { table: table_of(hash.into()), memory: HeapMemory::new() }
    }

    /// The best line of moves as JSON. At least one limit is needed: `millis`, `nodes` or `depth` above 0, or a level
    /// below 9.
    pub fn search(
        &mut self,
        board: &Board,
        millis: f64,
        nodes: f64,
        depth: u8,
        level: u8,
    ) -> Result<String, JsError> {
        let no_level = || JsError::new("the level is not from 0 to 9");
        let mut limits =
            Limits { level: Level::new(level).ok_or_else(no_level)?, ..Limits::default() };
        limits.time = (millis > 0.0).then_some(Time::per_move(millis as u64));
        limits.nodes = if nodes > 0.0 { nodes as u64 } else { u64::MAX };
        limits.depth = if depth > 0 { depth } else { u8::MAX };
        let (position, mut clock) = (board.position(), Clock(now()));
        let (past, table) = (board.game.past(), &self.table);
        // This call compiles one search for `AnyPosition` instead of one for each game. This keeps the package small.
        let found = search(position, past, &limits, table, &mut self.memory, &mut clock);
        let mut line = position.clone();
        let pv = found.pv.iter().map(|&mv| {
            let text = format!("{:?}", notation::write(Style::Coordinates, &line, mv).to_string());
            line.make(mv);
            text
        });
        let pv = pv.collect::<Vec<_>>().join(",");
        let mate = found.score.mate_distance().map(|plies| (plies + plies.signum()) / 2);
        let (score, depth, nodes) = (found.score.get(), found.depth, found.nodes);
        let mate: &dyn fmt::Display = mate.as_ref().map_or(&"null", |moves| moves);
        let line = format!("\"score\":{score},\"mate\":{mate},\"depth\":{depth},\"nodes\":{nodes}");
        Ok(format!("{{{line},\"pv\":[{pv}]}}"))
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

struct Clock(f64);

impl Monitor for Clock {
    fn millis(&self) -> u64 {
        (now() - self.0) as u64
    }
}
