//! Exports the reading of game files to Python.

use crate::board::{Board, number_after};
use crate::moves::Move;
use chuhe_core::Game;
use chuhe_records::{GameTree, NodeId};
use pyo3::prelude::*;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The path of a file, or its bytes.
#[derive(FromPyObject)]
pub(crate) enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
}

/// Reads all games of a file, whatever its format and encoding: PGN, XQF, CBR, CBL, CBF, DhtmlXQ, WXF or plain text.
/// Returns the games that can be read, and the faults of all games, also of those that had to be skipped.
#[pyfunction]
pub(crate) fn read_games(py: Python<'_>, source: Source) -> PyResult<(Vec<FileGame>, Vec<String>)> {
    let collection = py.detach(|| {
        let bytes = match source {
            Source::Bytes(bytes) => bytes,
            Source::Path(path) => read(&path).map_err(|error| {
                Error::new(error.kind(), format!("{}: {error}", path.display()))
            })?,
        };
        Ok::<_, Error>(chuhe_records::read_all(&bytes))
    })?;
    let games = collection.games.into_iter().map(|tree| FileGame(Arc::new(tree))).collect();
    Ok((games, collection.faults.iter().map(ToString::to_string).collect()))
}

/// Reads a file, but refuses pipes and devices, because reading them might never end.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let kind = fs::metadata(path)?.file_type();
    if kind.is_file() || kind.is_dir() {
        return fs::read(path);
    }
    Err(Error::new(ErrorKind::InvalidInput, "this is not a file"))
}

/// A game of a file: its tags, and its moves with variations and comments.
#[pyclass(frozen)]
pub(crate) struct FileGame(Arc<GameTree>);

#[pymethods]
impl FileGame {
    /// The tags by name, such as `Red`, `Black`, `Event` and `Date`.
    #[getter]
    fn headers(&self) -> BTreeMap<String, String> {
        self.0.tags.iter().cloned().collect()
    }

    /// A node without a move. Its `variations` are the first moves, and its `comment` is the text before them.
    #[getter]
    fn root(&self) -> FileMove {
        FileMove { tree: Arc::clone(&self.0), id: NodeId::ROOT }
    }

    /// The moves of the main line from the first move on, without the root.
    fn mainline(&self) -> Vec<FileMove> {
        let node = |id| FileMove { tree: Arc::clone(&self.0), id };
        self.0.main_line().map(node).collect()
    }

    /// The board at the end of the main line, with the result that the file gives.
    fn end(&self) -> Board {
        let mut board = FileMove { tree: Arc::clone(&self.0), id: self.0.last() }.board();
        board.told = self.0.told_ending();
        if let Some(told) = board.told {
            board.game.end(told);
        }
        board
    }

    /// The game as PGN, with its variations and comments.
    fn pgn(&self) -> String {
        self.0.to_pgn(chuhe_core::notation::Style::San).to_string()
    }
}

/// A move of a file, with its comments and glyphs.
#[pyclass(frozen)]
pub(crate) struct FileMove {
    tree: Arc<GameTree>,
    id: NodeId,
}

#[pymethods]
impl FileMove {
    /// The move; `None` at the root.
    #[getter]
    fn r#move(&self) -> Option<Move> {
        let node = self.tree.node(self.id);
        Some(Move::new(&self.tree.position(node.parent()?), node.mv()?))
    }

    /// The comment before the move. Only the first move of a variation can have such a comment.
    #[getter]
    fn starting_comment(&self) -> &str {
        &self.tree.node(self.id).comment_before
    }

    #[getter]
    fn comment(&self) -> &str {
        &self.tree.node(self.id).comment
    }

    /// Numeric annotation glyphs, such as 1 for `!` and 2 for `?`.
    #[getter]
    fn nags(&self) -> Vec<u16> {
        // PyO3 would turn a `Vec<u8>` into `bytes` instead of a list.
        self.tree.node(self.id).nags.iter().copied().map(u16::from).collect()
    }

    /// The next moves that the file gives. The first continues the line, the others begin variations.
    #[getter]
    fn variations(&self) -> Vec<Self> {
        let child = |&id: &NodeId| Self { tree: Arc::clone(&self.tree), id };
        self.tree.node(self.id).children().iter().map(child).collect()
    }

    /// The board after the move. If the rules end the game before this move, `move_stack` is empty.
    fn board(&self) -> Board {
        let (tree, plies) = (&self.tree, self.tree.path(self.id).len());
        let game = tree.game_to(self.id);
        if game.moves().len() == plies {
            return Board::of(game, tree.first_number);
        }
        let number = number_after(tree.first_number, tree.start(), plies);
        Board::of(Game::new(tree.position(self.id)), number)
    }
}
