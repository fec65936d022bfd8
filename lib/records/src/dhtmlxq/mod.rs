//! Reads and writes DhtmlXQ, also called UBB: games of xiangqi in the pages of dpxq.com (东萍象棋网).
//!
//! A game is text between `[DhtmlXQ]` and `[/DhtmlXQ]`, with fields such as `[DhtmlXQ_red]许银川[/DhtmlXQ_red]`. A move
//! has four digits: the file and the rank of each square. Files are counted from Red's left and ranks from Black's
//! side, both from 0. Other fields are:
//!
//! - `DhtmlXQ_binit`: two digits for each piece, `99` for a piece that is off the board
//! - `DhtmlXQ_move_0_5_1`: the moves of line 1. The first move replaces the fifth ply of line 0, the main line
//! - `DhtmlXQ_comment1_6`: the comment on the sixth ply of line 1, counted from the start of the game
//!
//! The format is known from the writer of walker8088/cchess and the scripts of several pages that show such games.

mod read;
mod write;

pub(crate) use read::games;

pub(crate) const FIELD: &str = "[DhtmlXQ_";
const GAME: &[u8] = b"[DhtmlXQ]";

/// (field of DhtmlXQ, tag of PGN). If a file has two fields for one tag, the later field in the file is used. The
/// writer uses the first field that this list has for a tag.
const TAGS: [(&str, &str); 19] = [
    ("title", "Title"),
    ("event", "Event"),
    ("place", "Site"),
    ("date", "Date"),
    ("round", "Round"),
    ("group", "Group"),
    ("table", "Board"),
    ("red", "Red"),
    ("redname", "Red"),
    ("redteam", "RedTeam"),
    ("redrating", "RedElo"),
    ("black", "Black"),
    ("blackname", "Black"),
    ("blackteam", "BlackTeam"),
    ("blackrating", "BlackElo"),
    ("timerule", "TimeRule"),
    ("open", "Opening"),
    ("remark", "Annotator"),
    ("author", "Author"),
];
