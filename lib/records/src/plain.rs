//! Reads and writes xiangqi as plain Chinese text: header lines such as `红方：柳大华`, then the moves.

use crate::fault::{Faults, Read};
use crate::pgn::scanner::TextPlace;
use crate::pgn::{self, result};
use crate::section::{place_in, sections, start};
use crate::xqf::Loss;
use crate::{Entry, GameTree, binary};
use chuhe_core::Position;
use chuhe_core::notation::{self, Script, Style};
use chuhe_core::rules::Rules;
use chuhe_host::{charset::Charset, text};
use std::fmt::Write;

/// (names, tag): the names of a header line in simplified and traditional Chinese, and its PGN tag.
const TAGS: [([&str; 2], &str); 10] = [
    (["标题", "標題"], "Title"),
    (["赛事", "賽事"], "Event"),
    (["轮次", "輪次"], "Round"),
    (["日期", "日期"], "Date"),
    (["地点", "地點"], "Site"),
    (["红方", "紅方"], "Red"),
    (["黑方", "黑方"], "Black"),
    (["开局", "開局"], "Opening"),
    (["评注", "評注"], "Annotator"),
    (["作者", "作者"], "Author"),
];
const RESULT: [&str; 2] = ["结果", "結果"];
/// The name of the header line that contains an unusual start position as a FEN.
const START: &str = "局面";

/// The number of bytes at the start of a file that are examined. If they contain a header line for Red's player, the
/// file counts as plain text.
const HEAD: usize = 4096;

pub(crate) fn is_plain(bytes: &[u8], charset: Charset) -> bool {
    !starts(&bytes[..bytes.len().min(HEAD)], charset).is_empty()
}

pub(crate) fn games(bytes: &[u8], charset: Charset) -> impl Iterator<Item = Entry> + '_ {
    let starts = starts(bytes, charset);
    let mark = move |_: &[u8], from: usize| {
        starts.get(starts.partition_point(|&start| start < from)).copied()
    };
    sections(bytes, charset, mark, read_game)
}

/// The offsets of the blocks of header lines that name Red's player. Each such block begins a game.
fn starts(bytes: &[u8], charset: Charset) -> Vec<usize> {
    let (mut starts, mut facts, mut at, mut in_comment) = (Vec::new(), None, 0, false);
    for line in bytes.split_inclusive(|&byte| byte == b'\n') {
        let text = text::decode_or(line, charset).unwrap_or_default();
        let name = fact(&text).filter(|_| !in_comment).map_or("", |(name, _)| name);
        if let Some((_, tag)) = TAGS.iter().find(|(names, _)| names.contains(&name)) {
            let first = *facts.get_or_insert(at);
            starts.extend((*tag == "Red").then_some(first));
        } else if !text.trim().is_empty() {
            facts = None;
            let bracket = text.chars().rfind(|letter| "{}".contains(*letter));
            in_comment = bracket.map_or(in_comment, |bracket| bracket == '{');
        }
        at += line.len();
    }
    starts
}

/// Splits a header line into its name and its value. A line with `{` before the colon belongs to a comment.
fn fact(line: &str) -> Option<(&str, &str)> {
    let (name, value) = line.split_once(['：', ':']).filter(|(name, _)| !name.contains('{'))?;
    Some((name.trim(), value.trim()))
}

pub(crate) fn read_game(text: &str, at: TextPlace, faults: &mut Faults) -> Read {
    let mut tree = GameTree::new(Rules::Xiangqi.start());
    let mut tags: Vec<(&str, &str)> = Vec::new();
    let (mut begin, mut outcome) = (0, None);
    for line in text.split_inclusive('\n') {
        let here = begin;
        begin += line.len();
        // A line of moves can contain a colon, as in the result `1:0`.
        let is_move = pgn::begins(line.trim_start(), std::slice::from_ref(tree.start()));
        let Some((name, value)) = fact(line).filter(|_| !is_move) else {
            // Blank lines are skipped, and also any text above the header lines.
            if tags.is_empty() || line.trim().is_empty() {
                continue;
            }
            begin = here;
            break;
        };
        if let Some((_, tag)) = TAGS.iter().find(|(names, _)| names.contains(&name)) {
            tags.push((tag, value));
        } else if RESULT.contains(&name) {
            outcome = result::read(value).flatten();
        } else if name == START && !value.is_empty() {
            tree = start(Some(Rules::Xiangqi), value, place_in(text, at, here), faults)?;
        }
    }
    tags.iter().for_each(|(tag, value)| binary::set_tag(&mut tree, tag, value));
    tree.outcome = outcome;
    pgn::read_moves(&text[begin..], place_in(text, at, begin), &mut tree, faults)?;
    Ok(tree)
}

impl GameTree {
    /// Returns the game as plain Chinese text with comments and variations, or `None` if the game is not xiangqi. The
    /// method [`Self::lost_in_plain`] lists the parts that are left out.
    ///
    /// ```
    /// use chuhe_core::notation::Script;
    /// let tree = chuhe_records::pgn::read("[Red \"吴\"]\n1. h2e2 h9g7 1-0").unwrap();
    /// let text = tree.to_plain(Script::Simplified).unwrap();
    /// assert_eq!(text, "红方：吴\n黑方：\n结果：红胜\n\n1. 炮二平五 马８进７\n");
    /// assert_eq!(chuhe_records::read(text.as_bytes()).unwrap().moves(), tree.moves());
    /// ```
    pub fn to_plain(&self, script: Script) -> Option<String> {
        if self.rules() != Rules::Xiangqi {
            return None;
        }
        let mut text = String::new();
        let column = usize::from(script != Script::Simplified);
        for (names, tag) in TAGS {
            let value = self.tag(tag).unwrap_or_default().replace(['\n', '\r'], " ");
            if !value.is_empty() || ["Red", "Black"].contains(&tag) {
                _ = writeln!(text, "{}：{value}", names[column]);
            }
        }
        if let Some(result) = self.ending().map(result::chinese) {
            _ = writeln!(text, "{}：{}", RESULT[column], result[column]);
        }
        if let Some(start) = self.unusual_start() {
            _ = writeln!(text, "{START}：{start}");
        }
        pgn::write_moves(&mut text, self, Style::Chinese(script));
        Some(text)
    }

    /// Returns what plain text cannot contain: tags for which it has no header line, and the reason why the game ended.
    pub fn lost_in_plain(&self) -> Vec<Loss> {
        let tags = Loss::of_tags(self, &TAGS.map(|(_, tag)| tag));
        tags.into_iter().chain(Loss::of_end(self)).collect()
    }

    /// Returns the moves of the main line as one line of text, without move numbers.
    ///
    /// ```
    /// use chuhe_core::notation::Style;
    /// let tree = chuhe_records::pgn::read("炮二平五 马8进7").unwrap();
    /// assert_eq!(tree.to_moves(Style::Wxf), "C2=5 H8+7");
    /// assert_eq!(chuhe_records::pgn::read("C2=5 H8+7").unwrap().moves(), tree.moves());
    /// ```
    pub fn to_moves(&self, style: Style) -> String {
        let mut position = self.start().clone();
        let style = style.in_game(self.rules());
        let words = self.moves().into_iter().map(|mv| {
            let word = notation::write(style, &position, mv).to_string();
            position = position.play(mv);
            word
        });
        words.collect::<Vec<_>>().join(" ")
    }
}
