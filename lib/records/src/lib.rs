#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![warn(missing_docs, clippy::missing_errors_doc, clippy::missing_panics_doc)]

mod binary;
mod cbf;
mod cbr;
mod charset;
mod dhtmlxq;
mod fault;
#[cfg(feature = "index")]
pub mod index;
mod list;
pub mod pgn;
mod plain;
mod read;
mod section;
mod tree;
mod wxf;
pub mod xqf;

pub use fault::{Collection, Entry, Fault, Place, RecordError, RecordFault};
pub use list::{GameId, GameSummary, ListColumn, ListQuery, ListedGame, PlayedMove};
pub use read::{games, read, read_all, read_at, without};
pub use tree::{Evaluation, GameTree, Node, NodeId, Outcome, ReportMark};
