//! The tables of names.
//!
//! A program contains them. A page in a browser fetches them as files of their own, after the board is
//! shown, and sets them with `set_tables`.

/// The tables, as they are in the folder `openings`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tables {
    pub xiangqi: &'static str,
    pub chess: &'static str,
    /// The Chinese names of families of openings of chess.
    pub chess_families: &'static str,
}

#[cfg(not(target_family = "wasm"))]
pub(crate) const fn tables() -> Option<&'static Tables> {
    Some(&Tables {
        xiangqi: include_str!("../../openings/xiangqi.tsv"),
        chess: include_str!("../../openings/chess.tsv"),
        chess_families: include_str!("../../openings/chess_families.tsv"),
    })
}

#[cfg(target_family = "wasm")]
static TABLES: std::sync::OnceLock<Tables> = std::sync::OnceLock::new();

/// Sets the tables. Before that, no opening has a name.
#[cfg(target_family = "wasm")]
pub fn set_tables(tables: Tables) {
    TABLES.get_or_init(|| tables);
}

#[cfg(target_family = "wasm")]
pub(crate) fn tables() -> Option<&'static Tables> {
    TABLES.get()
}
