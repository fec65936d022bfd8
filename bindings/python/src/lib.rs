//! Chuhe for Python: boards, moves and game files of three games, and a computer player.

mod board;
mod engine;
mod moves;
mod records;
mod svg;

use pyo3::prelude::*;

#[pymodule]
mod chuhe {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::board::{Board, Outcome, planes};
    #[pymodule_export]
    use crate::engine::{Engine, Info, Limit};
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::records::{FileGame, FileMove, read_games};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("RED", true)?;
        module.add("WHITE", true)?;
        module.add("BLACK", false)?;
        module.add("GAMES", crate::moves::game_names())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
