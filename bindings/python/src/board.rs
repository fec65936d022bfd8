//! Exports a board to Python: a game with its history.

use crate::moves::{Move, MoveOrText, is_red, rules_of};
use crate::svg::svg;
use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::rules::{Explain, Rules};
use chuhe_core::{
    AnyPosition, Ending, Game, Kind, Move as CoreMove, Piece, Position, Side, Square, perft,
};
use chuhe_host::fen;
use chuhe_view::letters::ENGLISH;
use chuhe_view::paint::Canvas;
use chuhe_view::text::{IllegalMessage, Language};
use chuhe_view::{BoardDesign, Labels, Layout, PieceSet, Scene, Theme, View};
use png::{ColorType, Encoder};
use pyo3::exceptions::{PyIndexError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::collections::BTreeMap;

/// A game that is being played: a position and the moves that led to it.
///
/// `Board()` is the start of xiangqi, and `Board(game="chess")` that of chess. The last fields of a FEN are optional.
#[pyclass(eq)]
#[derive(Clone)]
pub(crate) struct Board {
    pub(crate) game: Box<Game<AnyPosition>>,
    first_number: u16,
    /// The ending that the file of the game states. It can differ from the ending by the rules.
    pub(crate) told: Option<Ending>,
}

impl PartialEq for Board {
    /// Compares the names of the games and the FENs, which include the halfmove clocks and the move numbers.
    fn eq(&self, other: &Self) -> bool {
        self.fen() == other.fen() && self.game() == other.game()
    }
}

impl Board {
    pub(crate) fn of(game: Game<AnyPosition>, first_number: u16) -> Self {
        Self { game: Box::new(game), first_number, told: None }
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.game.position()
    }

    fn rules(&self) -> Rules {
        self.position().rules()
    }

    fn write(&self, style: Style, mv: &MoveOrText) -> PyResult<String> {
        let mv = mv.legal(self.position())?;
        Ok(notation::write(style, self.position(), mv).to_string())
    }

    fn letter(&self, piece: Piece) -> Option<char> {
        let letter = self.rules().piece_type(piece.kind())?.fen;
        Some(if is_red(piece.side()) { letter.to_ascii_uppercase() } else { letter })
    }

    fn square(&self, name: &str) -> PyResult<Square> {
        let unknown = || PyValueError::new_err(format!("{name:?} is no square of {}", self.game()));
        self.rules().square_named(name).ok_or_else(unknown)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (fen=None, game="xiangqi"))]
    fn new(fen: Option<&str>, game: &str) -> PyResult<Self> {
        let rules = rules_of(game)?;
        let Some(text) = fen else { return Ok(Self::of(Game::new(rules.start()), 1)) };
        let read = fen::read_for(rules, text);
        let Fen { position, move_number } =
            read.map_err(|error| PyValueError::new_err(format!("{text:?}: {error}")))?;
        Ok(Self::of(Game::new(position), move_number))
    }

    /// The name of the game: `"xiangqi"`, `"zhonggong"` or `"chess"`.
    #[getter]
    fn game(&self) -> &'static str {
        self.rules().name()
    }

    /// The side to move: `RED` or `BLACK`. `WHITE` is another name for `RED`.
    #[getter]
    fn turn(&self) -> bool {
        is_red(self.position().side())
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.game.moves().len()
    }

    /// The moves played, the oldest first.
    #[getter]
    fn move_stack(&self) -> Vec<Move> {
        Move::line(self.game.start().clone(), self.game.moves())
    }

    /// The legal moves. After a checkmate or a stalemate the list is empty; after other endings it can contain moves.
    #[getter]
    fn legal_moves(&self) -> Vec<Move> {
        let moves = self.position().legal_moves();
        moves.iter().map(|&mv| Move::new(self.position(), mv)).collect()
    }

    /// Plays a move and returns it. The move can be given as text in any notation. Raises `ValueError` if the move
    /// is not legal, or if the game is over.
    fn push(&mut self, mv: MoveOrText) -> PyResult<Move> {
        let inner = mv.legal(self.position())?;
        let played = Move::new(self.position(), inner);
        self.game.play(inner).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(played)
    }

    /// Takes the last move back and returns it. Raises `IndexError` if no move was played.
    fn pop(&mut self) -> PyResult<Move> {
        let none = || PyIndexError::new_err("no move was played");
        let undone = self.game.undo().ok_or_else(none)?;
        self.told = None;
        Ok(Move::new(self.position(), undone))
    }

    /// Returns the legal move for a text in any notation. Raises `ValueError` with the reason if no legal move fits.
    fn parse(&self, text: String) -> PyResult<Move> {
        let inner = MoveOrText::Text(text).legal(self.position())?;
        Ok(Move::new(self.position(), inner))
    }

    fn is_legal(&self, mv: MoveOrText) -> bool {
        mv.legal(self.position()).is_ok()
    }

    /// Returns a sentence that says why a move is not legal; `None` for a legal move.
    #[pyo3(signature = (mv, chinese=false))]
    fn move_error(&self, mv: MoveOrText, chinese: bool) -> PyResult<Option<String>> {
        let Err(error) = mv.legal(self.position()) else { return Ok(None) };
        let language = if chinese { Language::Chinese } else { Language::English };
        let words = |mv: CoreMove| {
            let piece = self.position().piece_at(mv.from()?);
            let why = self.position().why_not(mv)?;
            let piece = piece.unwrap_or(Piece::new(self.position().side(), Kind::General));
            Some(IllegalMessage(why, piece, self.rules(), language, None).to_string())
        };
        match mv.squares(self.rules()).and_then(words) {
            Some(words) => Ok(Some(words)),
            None => Python::attach(|py| Ok(Some(error.value(py).to_string()))),
        }
    }

    /// The move in the usual notation of the game: algebraic in chess, WXF in the other games.
    fn san(&self, mv: MoveOrText) -> PyResult<String> {
        self.write(Style::San, &mv)
    }

    /// The move in WXF notation, such as `"C2=5"`.
    fn wxf(&self, mv: MoveOrText) -> PyResult<String> {
        self.write(Style::Wxf, &mv)
    }

    /// The move in Chinese, such as `"炮二平五"`.
    #[pyo3(signature = (mv, simplified=false))]
    fn chinese(&self, mv: MoveOrText, simplified: bool) -> PyResult<String> {
        let script = if simplified { Script::Simplified } else { Script::Traditional };
        self.write(Style::Chinese(script), &mv)
    }

    fn is_capture(&self, mv: MoveOrText) -> PyResult<bool> {
        let mv = mv.legal(self.position())?;
        Ok(self.position().captured(mv).is_some())
    }

    fn is_promotion(&self, mv: MoveOrText) -> PyResult<bool> {
        Ok(notation::promotion(self.position(), mv.legal(self.position())?).is_some())
    }

    fn gives_check(&self, mv: MoveOrText) -> PyResult<bool> {
        let mv = mv.legal(self.position())?;
        Ok(self.position().gives_check(mv))
    }

    fn is_check(&self) -> bool {
        self.position().in_check()
    }

    fn is_checkmate(&self) -> bool {
        self.position().is_checkmate()
    }

    /// True if the side to move has no legal move and is not in check. That side loses in xiangqi and draws in chess.
    fn is_stalemate(&self) -> bool {
        self.position().is_stalemate()
    }

    fn is_game_over(&self) -> bool {
        self.game.ending().is_some()
    }

    /// The end of the game; `None` while the game goes on. If the file names another winner, returns the file's ending.
    fn outcome(&self) -> Option<Outcome> {
        let by_rule = self.game.ending()?;
        let told = self.told.filter(|told| told.winner != by_rule.winner);
        Some(Outcome(told.unwrap_or(by_rule)))
    }

    /// The end of the game if both sides repeat their last moves once more; `None` in a new position or after the end.
    fn repetition(&self) -> Option<Outcome> {
        self.game.warning().map(Outcome)
    }

    /// The position as a FEN with all six fields.
    fn fen(&self) -> String {
        let move_number = number_after(self.first_number, self.game.start(), self.ply());
        Fen { position: self.position().clone(), move_number }.to_string()
    }

    /// The letter of the piece on a square, a capital for Red; `None` if the square is empty.
    fn piece_at(&self, square: &str) -> PyResult<Option<char>> {
        let piece = self.position().piece_at(self.square(square)?);
        Ok(piece.and_then(|piece| self.letter(piece)))
    }

    /// The letters of all pieces. The keys are the names of their squares.
    fn piece_map(&self) -> BTreeMap<String, char> {
        let piece = |square| {
            let letter = self.letter(self.position().piece_at(square)?)?;
            Some((self.rules().square_name(square).to_string(), letter))
        };
        Square::all().filter_map(piece).collect()
    }

    /// Counts the sequences of `depth` legal moves.
    fn perft(slf: PyRef<'_, Self>, py: Python<'_>, depth: u8) -> u64 {
        let position = slf.position().clone();
        drop(slf);
        py.detach(move || perft(&position, depth.into()))
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    /// A picture of the board as PNG. `cell` is the size of a square in pixels, 16 to 256. Notebooks show this picture.
    #[pyo3(signature = (cell=48, flipped=false))]
    fn png<'py>(&self, py: Python<'py>, cell: u32, flipped: bool) -> PyResult<Bound<'py, PyBytes>> {
        if !(16..=256).contains(&cell) {
            return Err(PyValueError::new_err(format!("cell is {cell}, not 16 to 256")));
        }
        let layout = Layout::board_only(BoardDesign::of(self.rules()), flipped, cell);
        let size = layout.size;
        let mut pixels = vec![0; (size.width * size.height) as usize];
        let mut canvas = Canvas::new(&mut pixels, size);
        let view = View {
            theme: &Theme::WOOD,
            set: PieceSet::Traditional,
            labels: Labels::Files,
            face: ENGLISH,
            language: Language::English,
        };
        let Ok(()) = view.background(&mut canvas, &layout);
        let Ok(()) = view.position(&mut canvas, &layout, &Scene::new(self.rules(), &*self.game));
        let colours: Vec<u8> =
            pixels.iter().flat_map(|pixel: &u32| pixel.to_be_bytes().into_iter().skip(1)).collect();
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, size.width, size.height);
        encoder.set_color(ColorType::Rgb);
        let written = encoder.write_header().and_then(|mut it| it.write_image_data(&colours));
        written.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(PyBytes::new(py, &file))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        self.png(py, 48, false)
    }

    /// A picture of the board as SVG, `size` pixels high.
    #[pyo3(signature = (size=440, flipped=false))]
    fn svg(&self, size: u32, flipped: bool) -> String {
        svg(self.position(), size, flipped)
    }

    fn _repr_svg_(&self) -> String {
        self.svg(440, false)
    }

    /// The board as text: a line for each rank from Black's home rank down, and `.` for an empty square.
    fn __str__(&self) -> String {
        notation::board(self.position()).to_string()
    }

    fn __repr__(&self) -> String {
        format!("<chuhe.Board {} {:?}>", self.game(), self.fen())
    }
}

/// Returns the number of the next move when `plies` plies have followed `start`. The move number of `start` is `first`.
pub(crate) fn number_after(first: u16, start: &AnyPosition, plies: usize) -> u16 {
    let black_moves = (plies + usize::from(!is_red(start.side()))) / 2;
    first.saturating_add(black_moves as u16)
}

/// The end of a game: its winner and the reason.
#[pyclass(frozen, eq)]
#[derive(PartialEq)]
pub(crate) struct Outcome(Ending);

#[pymethods]
impl Outcome {
    /// The winner: `RED`, `BLACK`, or `None` for a draw.
    #[getter]
    fn winner(&self) -> Option<bool> {
        self.0.winner.map(is_red)
    }

    /// The reason in words, such as `"checkmate"` or `"perpetual check"`.
    #[getter]
    fn termination(&self) -> String {
        self.0.reason.to_string()
    }

    /// The result as in PGN.
    fn result(&self) -> &'static str {
        match self.0.winner {
            Some(Side::Red) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    fn __repr__(&self) -> String {
        format!("<chuhe.Outcome {} by {}>", self.result(), self.0.reason)
    }
}

/// The pieces on many boards as bytes. All boards must be of the same game. The bytes have the shape (boards, pieces,
/// ranks, files). The byte for a piece and a square is 1 if the piece stands on the square, otherwise 0.
///
/// The pieces have the order `KABNRCP` in xiangqi and `KBNRPQ` in chess, first for Red, then for Black. Rank 0 is
/// Red's home rank. For boards of xiangqi, this call makes an array of the bytes:
/// `numpy.frombuffer(planes(boards), numpy.uint8).reshape(len(boards), 14, 10, 9)`.
#[pyfunction]
pub(crate) fn planes<'py>(
    py: Python<'py>,
    boards: Vec<PyRef<'py, Board>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let Some(rules) = boards.first().map(|board| board.rules()) else {
        return Ok(PyBytes::new(py, &[]));
    };
    if boards.iter().any(|board| board.rules() != rules) {
        return Err(PyValueError::new_err("the boards are of several games"));
    }
    let (files, ranks) = rules.size();
    let kinds: Vec<Kind> =
        Kind::ALL.into_iter().filter(|kind| rules.piece_type(*kind).is_some()).collect();
    let area = usize::from(files) * usize::from(ranks);
    let mut planes = vec![0; boards.len() * 2 * kinds.len() * area];
    for (board, planes) in boards.iter().zip(planes.chunks_exact_mut(2 * kinds.len() * area)) {
        let pieces = Square::all().filter_map(|at| Some((at, board.position().piece_at(at)?)));
        for (square, piece) in pieces {
            let Some(kind) = kinds.iter().position(|&kind| kind == piece.kind()) else { continue };
            let plane = piece.side().index() * kinds.len() + kind;
            let at = usize::from(square.rank()) * usize::from(files) + usize::from(square.file());
            planes[plane * area + at] = 1;
        }
    }
    Ok(PyBytes::new(py, &planes))
}
