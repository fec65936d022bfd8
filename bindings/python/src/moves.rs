//! Exports moves to Python. Also converts the names of games and the values that stand for sides.

use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Move as CoreMove, MoveKind, Position, Side, Square};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// A move of a game: two squares and perhaps a promotion. In Zhonggong it can also be an exchange.
#[pyclass(frozen, eq, hash, from_py_object)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Move {
    pub(crate) inner: CoreMove,
    rules: Rules,
    /// The text of an exchange, a promotion or castling; `None` if the two squares are the whole text.
    text: Option<Box<str>>,
}

impl Move {
    pub(crate) fn new(position: &AnyPosition, inner: CoreMove) -> Self {
        let rules = position.rules();
        let is_plain = matches!(inner.kind(), MoveKind::Normal { .. }) && !rules.has_promotion();
        let write = || notation::write(Style::Coordinates, position, inner).to_string().into();
        Self { inner, rules, text: (!is_plain).then(write) }
    }

    /// Converts `moves`, which are played one after another from `position` on.
    pub(crate) fn line(mut position: AnyPosition, moves: &[CoreMove]) -> Vec<Self> {
        let named = |&mv: &CoreMove| {
            let named = Self::new(&position, mv);
            position.make(mv);
            named
        };
        moves.iter().map(named).collect()
    }

    fn name(&self, square: Option<Square>) -> Option<String> {
        square.map(|square| self.rules.square_name(square).to_string())
    }
}

#[pymethods]
impl Move {
    /// The square that the piece leaves, such as `"h2"`; `None` for an exchange.
    #[getter(from_square)]
    fn left(&self) -> Option<String> {
        self.name(self.inner.from())
    }

    /// The square that the move names as its destination; `None` for an exchange.
    #[getter(to_square)]
    fn reached(&self) -> Option<String> {
        self.name(self.inner.to())
    }

    /// The move in coordinates, such as `"h2e2"` or `"e7e8q"`.
    pub(crate) fn uci(&self) -> String {
        match &self.text {
            Some(text) => text.to_string(),
            None => self.left().into_iter().chain(self.reached()).collect(),
        }
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("<chuhe.Move {}>", self.uci())
    }
}

/// A `Move`, or the text of a move in any notation.
#[derive(FromPyObject)]
pub(crate) enum MoveOrText {
    Move(Move),
    Text(String),
}

impl MoveOrText {
    pub(crate) fn legal(&self, position: &AnyPosition) -> PyResult<CoreMove> {
        let error = |text: &str, why: &dyn std::fmt::Display| {
            PyValueError::new_err(format!("{text:?}: {why}"))
        };
        match self {
            Self::Move(mv) if mv.rules != position.rules() => {
                Err(error(&mv.uci(), &format_args!("a move of {}", mv.rules.name())))
            }
            Self::Move(mv) if position.is_legal(mv.inner) => Ok(mv.inner),
            Self::Move(mv) => Err(error(&mv.uci(), &"not a legal move")),
            Self::Text(text) => notation::read_any(text, position).map_err(|why| error(text, &why)),
        }
    }

    /// Returns the move itself, or the move between the two squares of the text. The move need not be legal.
    pub(crate) fn squares(&self, rules: Rules) -> Option<CoreMove> {
        let text = match self {
            Self::Move(mv) => return (mv.rules == rules).then_some(mv.inner),
            Self::Text(text) => text,
        };
        let split = |at| Some((text.get(..at)?, text.get(at..)?));
        let mut squares = (2..text.len())
            .filter_map(split)
            .filter_map(|(from, to)| Some((rules.square_named(from)?, rules.square_named(to)?)));
        squares.next().filter(|(from, to)| from != to).map(|(from, to)| CoreMove::new(from, to))
    }
}

pub(crate) fn game_names() -> Vec<&'static str> {
    Rules::PLAYABLE.iter().map(|rules| rules.name()).collect()
}

pub(crate) fn rules_of(name: &str) -> PyResult<Rules> {
    let found = Rules::PLAYABLE.iter().find(|rules| rules.name() == name);
    found.copied().ok_or_else(|| {
        let names = game_names().join(", ");
        PyValueError::new_err(format!("{name:?} is no game. The games are {names}."))
    })
}

/// True for Red, the side that is called White in chess.
pub(crate) fn is_red(side: Side) -> bool {
    side == Side::Red
}
