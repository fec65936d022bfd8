//! Reads CBF, a file format of CCBridge (象棋桥): an XML text with one game of xiangqi.
//!
//! The element `Head` contains an element for each PGN tag, and `MoveList` contains the moves. A move has four digits:
//! file and rank of each square. Files are counted from Red's left, ranks from Black's side. The first move, `00-00`,
//! stands for the start position. The attribute `end` marks the last move. The text in a move's element is its comment.
//!
//! The format is known from the reader of walker8088/cchess and the writers of bupticybee/icyElephant.

use crate::binary;
use crate::cbr::FIELDS;
use crate::fault::{Faults, Read};
use crate::pgn::scanner::TextPlace;
use crate::pgn::trimmed_lines;
use crate::section::{place_in, start};
use crate::{GameTree, RecordFault};
use chuhe_core::{Position, Square, rules::Rules};
use roxmltree::{Document, Node};

const ROOT: &str = "ChineseChessRecord";
/// The start of a file's outermost element.
pub(crate) const MARK: &[u8] = b"<ChineseChessRecord";

/// Reads the game up to its first illegal move, which adds a warning to `faults`.
pub(crate) fn read_game(text: &str, at: TextPlace, faults: &mut Faults) -> Read {
    if is_deep(text) {
        return Err(at.error(RecordFault::Field(ROOT.to_owned())));
    }
    let skipped = text.len() - text.trim_start().len();
    let document = Document::parse(&text[skipped..]).map_err(|error| {
        let (begin, place) = (place_in(text, at, skipped), error.pos());
        let (lines, column) = ((place.row as usize).max(1) - 1, place.col as usize);
        let before = if lines == 0 { begin.column - 1 } else { 0 };
        TextPlace { line: begin.line + lines, column: before + column }.error(RecordFault::Xml)
    })?;
    let place = |node: &Node<'_, '_>| place_in(text, at, skipped + node.range().start);
    let element = |name: &str| document.descendants().find(|node| node.has_tag_name(name));
    let value = |name: &str| element(name).and_then(|node| node.text()).unwrap_or_default().trim();
    let mut tree = GameTree::new(Rules::Xiangqi.start());
    if let Some(node) = element("FEN").filter(|_| !value("FEN").is_empty()) {
        tree = start(Some(Rules::Xiangqi), value("FEN"), place(&node), faults)?;
    }
    if element(ROOT).is_none() {
        return Err(at.error(RecordFault::NoGame));
    }
    tree.outcome = value("RecordResult").parse().ok().and_then(binary::outcome);
    for (tag, name, ..) in FIELDS {
        binary::set_tag(&mut tree, tag, value(name));
    }
    read_moves(&document, &mut tree, faults, &place);
    Ok(tree)
}

/// True if elements are nested more than 100 deep. The XML parser calls itself for each nested element. Therefore deep
/// nesting would overflow the stack.
fn is_deep(mut text: &str) -> bool {
    const MOST: usize = 100;
    let mut depth = 0_usize;
    while let Some(at) = text.find('<').filter(|_| depth <= MOST) {
        text = &text[at + 1..];
        let end = match text.as_bytes() {
            // The text `<!-->` is no whole comment: the `-->` must begin after the `<!--`.
            [b'!', b'-', b'-', ..] => text[3..].find("-->").map(|at| at + 3),
            [b'!', ..] => text.find("]]>"),
            [b'?', ..] => text.find("?>"),
            [b'/', ..] => {
                depth = depth.saturating_sub(1);
                Some(0)
            }
            _ => {
                let end = tag_end(text);
                depth += usize::from(!text[..end].ends_with('/'));
                Some(end)
            }
        };
        text = &text[end.unwrap_or(text.len())..];
    }
    depth > MOST
}

/// The offset of the `>` that ends a tag. A `>` in the value of an attribute does not end the tag.
fn tag_end(text: &str) -> usize {
    let mut quote = None;
    let ends = |letter: char| {
        match quote {
            Some(open) if open == letter => quote = None,
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            _ => return quote.is_none() && letter == '>',
        }
        false
    };
    text.find(ends).unwrap_or(text.len())
}

fn read_moves(
    document: &Document<'_>,
    tree: &mut GameTree,
    faults: &mut Faults,
    place: &dyn Fn(&Node<'_, '_>) -> TextPlace,
) {
    let (mut node, mut position) = (crate::NodeId::ROOT, tree.start().clone());
    let mut has_ended = false;
    for element in document.descendants().filter(|node| node.has_tag_name("Move")) {
        let text = element.attribute("value").unwrap_or_default();
        if has_ended {
            // A move after the marked end can belong to any variation, so reading stops here with a fault.
            return faults.push(place(&element).error(RecordFault::Field("MoveList".to_owned())));
        }
        if text != "00-00" {
            let read = squares(text).ok_or_else(|| RecordFault::Field("Move".to_owned()));
            match read.and_then(|squares| binary::legal_move(squares, &position)) {
                Ok(mv) => {
                    node = tree.append(node, mv);
                    position = position.play(mv);
                }
                Err(fault) => return faults.push(place(&element).error(fault)),
            }
        }
        tree.node_mut(node).comment = trimmed_lines(element.text().unwrap_or_default());
        has_ended = element.attribute("end") == Some("1");
    }
}

/// Returns the squares `[from, to]` of a move such as `77-47`. A square that is off the board is `None`.
fn squares(text: &str) -> Option<[Option<Square>; 2]> {
    let square = |text: &str| match text.as_bytes() {
        [file @ b'0'..=b'8', rank @ b'0'..=b'9'] => Square::new(file - b'0', b'9' - rank),
        _ => None,
    };
    let (from, to) = text.split_once('-')?;
    Some([square(from), square(to)])
}
