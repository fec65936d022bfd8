use crate::charset::{charset_of, uncut};
use crate::pgn::scanner::TextPlace;
use crate::section::{find, sections, whole_file};
use crate::{
    Collection, Entry, GameTree, RecordError, RecordFault, cbf, cbr, dhtmlxq, pgn, plain, wxf, xqf,
};
use chuhe_host::charset::Charset;
use std::{iter::once, ops::Range};

/// The number of bytes at the start of a file that are searched for the mark of a format, such as `FORMAT` for WXF.
const HEAD: usize = 1 << 20;

enum Format {
    Xqf,
    Cbr,
    Cbl,
    Cbf,
    DhtmlXq,
    Wxf,
    Plain,
    /// XML or HTML without a game.
    Markup,
    Pgn,
}

impl Format {
    /// Finds out the format of a file. A text without the marks of another format is PGN.
    fn of(bytes: &[u8], charset: Charset) -> Self {
        // The byte after the letters `XQ` is the version, such as 18 for version 1.8.
        let is_xqf = bytes.starts_with(xqf::SIGNATURE) && bytes.get(2).is_some_and(|&b| b < b' ');
        match bytes {
            _ if is_xqf => Self::Xqf,
            _ if bytes.starts_with(cbr::SIGNATURE) => Self::Cbr,
            _ if bytes.starts_with(cbr::LIBRARY) => Self::Cbl,
            _ => Self::of_text(&bytes[..bytes.len().min(HEAD)], charset),
        }
    }

    /// Finds out the format of a text by its first mark, because a later mark may be part of a comment.
    fn of_text(head: &[u8], charset: Charset) -> Self {
        let marks = [
            (find(head, 0, cbf::MARK), Self::Cbf),
            (find(head, 0, dhtmlxq::FIELD.as_bytes()), Self::DhtmlXq),
            (wxf::mark(head, 0), Self::Wxf),
            (pgn::tag_in(head), Self::Pgn),
        ];
        let found = marks.into_iter().filter_map(|(at, format)| Some((at?, format)));
        match found.min_by_key(|(at, _)| *at) {
            Some((_, format)) => format,
            None if head.trim_ascii_start().starts_with(b"<") => Self::Markup,
            None if plain::is_plain(head, charset) => Self::Plain,
            None => Self::Pgn,
        }
    }
}

/// Reads the games of a file one after another.
///
/// The bytes determine the format: XQF, CBR, CBL, CBF, DhtmlXQ, WXF, plain text or PGN. They also determine the
/// encoding: UTF-8, GBK or Big5.
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Entry> + '_ {
    games_in(bytes, charset_of(bytes))
}

fn games_in(bytes: &[u8], charset: Charset) -> Box<dyn Iterator<Item = Entry> + '_> {
    match Format::of(bytes, charset) {
        Format::Xqf => Box::new(once(Entry::of(0..bytes.len(), |faults| xqf::read(bytes, faults)))),
        Format::Cbr => Box::new(once(cbr::entry(bytes, 0))),
        Format::Cbl => Box::new(cbr::games(bytes)),
        _ if uncut(bytes, charset).len() < bytes.len() => {
            let whole = uncut(bytes, charset);
            games_in(whole, charset_of(whole))
        }
        // Old text files end lines with CR alone. LF replaces each CR. Both are one byte long, so ranges stay valid.
        _ if bytes.contains(&b'\r') && !bytes.contains(&b'\n') => {
            let lines = bytes.iter().map(|&byte| if byte == b'\r' { b'\n' } else { byte });
            let entries: Vec<_> = games_in(&lines.collect::<Vec<_>>(), charset).collect();
            Box::new(entries.into_iter())
        }
        Format::Cbf => Box::new(sections(bytes, charset, whole_file, cbf::read_game)),
        Format::DhtmlXq => Box::new(dhtmlxq::games(bytes, charset)),
        Format::Wxf => Box::new(sections(bytes, charset, wxf::mark, wxf::read_game)),
        Format::Markup => Box::new(std::iter::empty()),
        Format::Plain => Box::new(plain::games(bytes, charset)),
        Format::Pgn => Box::new(pgn::games(bytes, charset)),
    }
}

fn first(games: &mut dyn Iterator<Item = Entry>) -> Result<GameTree, RecordError> {
    let missing = TextPlace::START.error(RecordFault::NoGame);
    games.next().map_or(Err(missing), |entry| entry.game)
}

/// Reads all games of a file, skips those that cannot be read, and lists the faults of all games.
pub fn read_all(bytes: &[u8]) -> Collection {
    games(bytes).collect()
}

/// Reads the first game of a file.
///
/// # Errors
/// Fails if the file contains no game, or if its first game is faulty.
pub fn read(bytes: &[u8]) -> Result<GameTree, RecordError> {
    first(&mut games(bytes))
}

/// Returns a text file without the game that has this [`Entry::range`]. Returns `None` if the file is not DhtmlXQ, WXF
/// or PGN, or if this would change another game.
#[must_use]
pub fn without(bytes: &[u8], range: Range<usize>) -> Option<Vec<u8>> {
    let format = Format::of(bytes, charset_of(bytes));
    if !matches!(format, Format::DhtmlXq | Format::Wxf | Format::Pgn) {
        return None;
    }
    let rest = [bytes.get(..range.start)?, bytes.get(range.end..)?].concat();
    let before = games(bytes).map(|entry| entry.range).filter(|other| *other != range);
    let after = games(&rest).map(|entry| entry.range);
    let is_same = before
        .map(|range| bytes[range].trim_ascii())
        .eq(after.map(|range| rest[range].trim_ascii()));
    is_same.then_some(rest)
}

/// Reads the game of a file that has this [`Entry::range`]. Places of faults are counted from the start of the range.
///
/// # Errors
/// Fails if the range contains no game, or if the game is faulty.
pub fn read_at(bytes: &[u8], range: Range<usize>) -> Result<GameTree, RecordError> {
    first(&mut games_in(bytes.get(range).unwrap_or_default(), charset_of(bytes)))
}
