//! Reads and writes WXF, the text files of the World Xiangqi Federation, of PlayOK and of XieXie.
//!
//! Lines with a name and a value come first: `FORMAT WXF`, `RED name ; rating ;;`, `RESULT 0-1`. A `FEN` line holds an
//! unusual start position. The moves stand between `START{` and `}END`. They can be in any notation. Comments and
//! variations are read as in PGN, but not written.
//!
//! The sources for this format are the draft by Huayong Yang and the files of hartwork/xiangqi-setup.

use crate::fault::{Faults, Read};
use crate::pgn::{self, result, scanner::TextPlace};
use crate::section::{self, place_in};
use crate::xqf::Loss;
use crate::{GameTree, RecordFault, binary};
use chuhe_core::notation::{self, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Position, Side};
use std::fmt::{Display, Write};

const FORMAT: &[u8] = b"FORMAT";
const START: &str = "START{";
const END: &str = "}END";
/// The number of moves of each side on a line of text.
const ON_A_LINE: u16 = 3;

const TAGS: [(&str, &str); 9] = [
    ("GAME", "Title"),
    ("EVENT", "Event"),
    ("SITE", "Site"),
    ("DATE", "Date"),
    ("ROUND", "Round"),
    ("AUTHOR", "Author"),
    ("OPEN", "Opening"),
    ("OPENING", "Opening"),
    ("TIME", "TimeRule"),
];

/// The header line of each player, with the tags for name, team and rating.
const PLAYERS: [(&str, [&str; 3]); 2] =
    [("RED", ["Red", "RedTeam", "RedElo"]), ("BLACK", ["Black", "BlackTeam", "BlackElo"])];

/// Finds the first line at or after byte `from` that begins with `FORMAT`.
pub(crate) fn mark(bytes: &[u8], mut from: usize) -> Option<usize> {
    while let Some(at) = section::find(bytes, from, FORMAT) {
        let before = &bytes[..at];
        let is_line = matches!(before, [] | b"\xef\xbb\xbf" | [.., b'\n' | b'\r']);
        if is_line && bytes.get(at + FORMAT.len()).is_some_and(|byte| b" \t".contains(byte)) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

pub(crate) fn read_game(text: &str, at: TextPlace, faults: &mut Faults) -> Read {
    let moves = moves_of(text);
    let head = &text[..moves.unwrap_or(text.len())];
    let mut tree = GameTree::new(Rules::Xiangqi.start());
    let is_start = |(name, value): &(&str, &str)| *name == "FEN" && !value.is_empty();
    if let Some((_, fen)) = head.lines().map(split).find(is_start) {
        let place = place_in(head, at, head.find(fen).unwrap_or_default());
        tree = section::start(Some(Rules::Xiangqi), fen, place, faults)?;
    }
    for line in head.lines() {
        let (name, value) = split(line);
        if name == "RESULT" {
            tree.outcome = result::read(value).flatten();
        } else if let Some((_, tag)) = TAGS.iter().find(|(known, _)| *known == name) {
            binary::set_tag(&mut tree, tag, value);
        } else if let Some((_, tags)) = PLAYERS.iter().find(|(known, _)| *known == name) {
            player(&mut tree, tags, value);
        }
    }
    let Some(moves) = moves else {
        return Err(place_in(text, at, text.len()).error(RecordFault::NoGame));
    };
    let begin = moves + START.len();
    let body = text[begin..].split(END).next().unwrap_or_default();
    pgn::read_moves(body, place_in(text, at, begin), &mut tree, faults)?;
    Ok(tree)
}

fn moves_of(text: &str) -> Option<usize> {
    let is_line = |at: &usize| text[..*at].trim_end_matches([' ', '\t']).ends_with('\n');
    text.match_indices(START).map(|(at, _)| at).find(is_line)
}

fn split(line: &str) -> (&str, &str) {
    let (name, value) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    (name, value.trim())
}

/// Sets the tags of a player from `name; team; rating`. Team and rating may stand in either order.
fn player(tree: &mut GameTree, [player, team, elo]: &[&str; 3], value: &str) {
    let mut fields = value.split(';').map(str::trim);
    binary::set_tag(tree, player, fields.next().unwrap_or_default());
    for field in fields.filter(|field| !field.is_empty()) {
        let is_rating = field.bytes().all(|byte| byte.is_ascii_digit());
        binary::set_tag(tree, if is_rating { elo } else { team }, field);
    }
}

impl GameTree {
    /// Returns the main line as a WXF file, or `None` if the game is not xiangqi. Leaves out the parts
    /// that [`Self::lost_in_wxf`] lists. Also leaves out comments and variations: other programs do not read them.
    ///
    /// ```
    /// let tree = chuhe_records::pgn::read("[Red \"Wu\"]\n1. h2e2 h9g7 1-0").unwrap();
    /// let text = tree.to_wxf().unwrap().to_string();
    /// assert_eq!(text, "\
    /// FORMAT  WXF
    /// RED     Wu ;  ;;
    /// BLACK    ;  ;;
    /// RESULT  1-0
    /// START{
    ///  1. C2.5 h8+7 }END
    /// ");
    /// assert_eq!(chuhe_records::read(text.as_bytes()).unwrap().moves(), tree.moves());
    /// ```
    pub fn to_wxf(&self) -> Option<impl Display> {
        if self.rules() != Rules::Xiangqi {
            return None;
        }
        let tag = |name: &str| self.tag(name).unwrap_or_default().replace(['\n', '\r', ';'], " ");
        let mut text = "FORMAT  WXF\n".to_owned();
        for (name, tag_name) in TAGS {
            let value = tag(tag_name);
            // Both `OPEN` and `OPENING` are read, but only `OPEN` is written.
            if !value.is_empty() && name != "OPENING" {
                _ = writeln!(text, "{name:<7} {value}");
            }
        }
        for (name, [player, team, elo]) in PLAYERS {
            let team = tag(team);
            let team = if team.is_empty() { team } else { format!(" {team} ;") };
            _ = writeln!(text, "{name:<7} {} ;{team} {} ;;", tag(player), tag(elo));
        }
        _ = writeln!(text, "RESULT  {}", result::text(self.ending()));
        if let Some(start) = self.unusual_start() {
            _ = writeln!(text, "FEN     {start}");
        }
        text += START;
        write_moves(&mut text, self);
        _ = writeln!(text, " {END}");
        Some(text)
    }

    /// Returns the parts of the game that WXF cannot store, such as clocks. Comments and variations are not listed.
    pub fn lost_in_wxf(&self) -> Vec<Loss> {
        let players = PLAYERS.map(|(_, tags)| tags);
        let known = [&TAGS.map(|(_, tag)| tag)[..], players.as_flattened()].concat();
        [Loss::of_tags(self, &known), Loss::of_game(self)].concat()
    }
}

/// Writes the moves as PlayOK does: Black's letters are in lower case, and `.` stands for the `=` of a sideways move.
fn write_moves(text: &mut String, tree: &GameTree) {
    let mut position = tree.start().clone();
    let (mut number, mut on_line) = (tree.first_number, 0);
    for (ply, mv) in tree.moves().into_iter().enumerate() {
        let side = position.side();
        let word = notation::write(Style::Wxf, &position, mv).to_string();
        // If a digit names a soldier, its move keeps `=`. With a dot, it would look like a move number: `13.4`.
        let is_named = word.starts_with(|letter: char| letter.is_ascii_digit());
        let word = if is_named { word } else { word.replace('=', ".") };
        if side == Side::Red || ply == 0 {
            let gap = if on_line % ON_A_LINE == 0 { "\n" } else { "  " };
            _ = write!(text, "{gap}{number:>2}.");
            on_line += 1;
        }
        let dots = if side == Side::Black && ply == 0 { " ..." } else { "" };
        let word = if side == Side::Black { word.to_ascii_lowercase() } else { word };
        _ = write!(text, "{dots} {word}");
        number = number.saturating_add(u16::from(side == Side::Black));
        position = position.play(mv);
    }
    if on_line == 0 {
        text.push('\n');
    }
}
