//! Reads and writes XQF, the files of XQStudio (象棋演播室): one game of xiangqi with comments and variations.
//!
//! A header of 1024 bytes holds keys, the squares of the 32 pieces, and texts in GBK. The moves follow. Versions
//! after 1.0 encrypt squares and moves with keys from the header.
//!
//! The sources for this format are the description of version 1.0 by the author of XQStudio (`XQFTOOLS/XQF.TXT` of
//! xqbase/eleeye), and `docs/xqf-format.md` of xusheng6/pikaboard.

mod read;
mod write;

pub(crate) use read::read;
pub use write::{Loss, NotXiangqi, Written, write};

pub(crate) const SIGNATURE: &[u8] = b"XQ";
const HEADER: usize = 0x400;
/// The offset of the byte with the version. The byte is 10 for version 1.0.
const VERSION: usize = 2;
const SQUARES: usize = 0x10;
/// The offset of the number of plies that were played before the start position.
const PLIES: usize = 0x30;
/// The offset of the side to move: 0 for Red, 1 for Black.
const SIDE: usize = 0x32;
const RESULT: usize = 0x33;
/// The offset of the kind of game: 0 for a whole game, 3 for an endgame.
const GAME_KIND: usize = 0x40;

/// Version 1.0, which has no keys. Every program reads it.
const PLAIN: u8 = 10;

/// The number that the file adds to the square from which a move starts.
const FROM: u8 = 0x18;
/// The number that the file adds to the square at which a move ends.
const TO: u8 = 0x20;

/// (tag, offset, size in bytes): the texts of the header. The size includes the first byte, which is the length.
const FIELDS: [(&str, usize, usize); 12] = [
    ("Title", 0x50, 64),
    ("Subtitle", 0x90, 64),
    ("Event", 0xd0, 64),
    ("Date", 0x110, 16),
    ("Site", 0x120, 16),
    ("Red", 0x130, 16),
    ("Black", 0x140, 16),
    ("TimeRule", 0x150, 64),
    ("RedTime", 0x190, 16),
    ("BlackTime", 0x1a0, 16),
    ("Annotator", 0x1d0, 16),
    ("Author", 0x1e0, 16),
];
