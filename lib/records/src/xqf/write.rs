use super::{
    FIELDS, FROM, GAME_KIND, HEADER, PLAIN, PLIES, RESULT, SIDE, SIGNATURE, SQUARES, TO, VERSION,
};
use crate::{GameTree, Node, NodeId, Outcome, binary};
use chuhe_core::{Position, Side, Square, rules::Rules};
use chuhe_host::charset::encode_gbk;

/// The character that replaces each character that GBK lacks.
const REPLACEMENT: char = '□';
/// The byte that the header contains as the square of a piece that is not on the board.
const OFF_BOARD: u8 = 0xff;
const ENDGAME: u8 = 3;

/// The error for a game that XQF cannot store, because its rules are not those of xiangqi.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("XQF holds games of xiangqi, not of {0}")]
pub struct NotXiangqi(pub Rules);

/// An XQF file, and the parts of the game that it cannot hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Written {
    /// The bytes of the whole file, header and moves.
    pub bytes: Vec<u8>,
    /// The parts of the game that the file lacks; empty if it lacks none.
    pub losses: Vec<Loss>,
}

/// A part of a game that a format cannot store.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Loss {
    /// A character that GBK lacks; `□` is written in its place.
    #[error("GBK lacks {0}")]
    Character(char),
    /// The name of a tag for which the format has no field.
    #[error("no place for the tag {0}")]
    Tag(String),
    /// A tag whose text was cut, because the format limits its bytes in GBK.
    #[error("{tag} is cut to {bytes} bytes")]
    Cut {
        /// The name of the tag, such as `Title`.
        tag: String,
        /// The largest number of bytes in GBK for which the format has room.
        bytes: usize,
    },
    /// Glyphs such as `!`, with the number of moves that have any.
    #[error("no place for marks; {0} moves have some")]
    Marks(usize),
    /// Clocks, with the number of moves that have one.
    #[error("no place for clocks; {0} moves have one")]
    Clocks(usize),
    /// Evaluations, with the number of moves that have one.
    #[error("no place for evaluations; {0} moves have one")]
    Evaluations(usize),
    /// The halfmove clock of the start position, if it is not 0.
    #[error("no place for the halfmove clock {0}")]
    HalfmoveClock(u16),
    /// The reason of the end, such as a forfeit.
    #[error("no place for the reason of the end")]
    Reason,
}

impl Loss {
    /// Returns [`Self::Reason`] if the reason of the end follows neither from the moves nor from the outcome. Only PGN
    /// can hold such a reason.
    pub(crate) fn of_end(tree: &GameTree) -> Option<Self> {
        let mut again = tree.clone();
        again.termination = None;
        (again.ending() != tree.ending()).then_some(Self::Reason)
    }

    /// The tags of a game that are not among the known tags. A tag with an empty value is not listed.
    pub(crate) fn of_tags(tree: &GameTree, known: &[&str]) -> Vec<Self> {
        let is_lost = |(tag, value): &&(String, String)| {
            !value.trim().is_empty() && known.iter().all(|known| !known.eq_ignore_ascii_case(tag))
        };
        tree.tags.iter().filter(is_lost).map(|(tag, _)| Self::Tag(tag.clone())).collect()
    }

    /// Lists what XQF, UBB and WXF cannot store: glyphs, clocks, evaluations and the reason of the end.
    pub(crate) fn of_game(tree: &GameTree) -> Vec<Self> {
        let count = |has: fn(&Node) -> bool| tree.nodes().filter(|&id| has(tree.node(id))).count();
        let none = [Self::Marks(0), Self::Clocks(0), Self::Evaluations(0)];
        let counts = [
            Self::Marks(count(|node| !node.nags.is_empty())),
            Self::Clocks(count(|node| node.clock.is_some() || node.elapsed.is_some())),
            Self::Evaluations(count(|node| node.evaluation.is_some())),
        ];
        let lost = counts.into_iter().filter(|loss| !none.contains(loss));
        lost.chain(Self::of_end(tree)).collect()
    }
}

/// Writes a game as an XQF file of version 1.0, which all programs read.
///
/// A move can have a comment before it and a comment after it. The file joins them into one, in this order.
///
/// # Errors
/// Fails if the game is not xiangqi.
///
/// ```
/// let tree = chuhe_records::pgn::read("1. h2e2 h9g7").unwrap();
/// let written = chuhe_records::xqf::write(&tree).unwrap();
/// assert_eq!(chuhe_records::read(&written.bytes).unwrap().moves(), tree.moves());
/// ```
pub fn write(tree: &GameTree) -> Result<Written, NotXiangqi> {
    if tree.rules() != Rules::Xiangqi {
        return Err(NotXiangqi(tree.rules()));
    }
    let mut written = Written { bytes: vec![0; HEADER], losses: Vec::new() };
    written.header(tree);
    written.moves(tree);
    Ok(written)
}

impl Written {
    fn header(&mut self, tree: &GameTree) {
        self.bytes[..SIGNATURE.len()].copy_from_slice(SIGNATURE);
        self.bytes[VERSION] = PLAIN;
        let squares = binary::place_pieces(tree.start()).map(|at| at.map_or(OFF_BOARD, byte_of));
        self.bytes[SQUARES..][..32].copy_from_slice(&squares);
        let plies = 2 * (tree.first_number.clamp(1, 9999) - 1);
        self.bytes[PLIES..][..2].copy_from_slice(&plies.to_le_bytes());
        self.bytes[SIDE] = u8::from(tree.start().side() == Side::Black);
        let outcome = tree.ending().map(|ending| Outcome::of(ending.winner));
        let known = binary::OUTCOMES.iter().position(|it| Some(*it) == outcome);
        self.bytes[RESULT] = known.map_or(0, |index| index as u8 + 1);
        let clock = tree.start().halfmove_clock();
        self.losses.extend((clock > 0).then_some(Loss::HalfmoveClock(clock)));
        let usual = *tree.start() == Rules::Xiangqi.start();
        self.bytes[GAME_KIND] = if usual { 0 } else { ENDGAME };
        self.losses.extend(Loss::of_tags(tree, &FIELDS.map(|(tag, ..)| tag)));
        for (tag, at, size) in FIELDS {
            if let Some(value) = tree.tag(tag) {
                self.field(tag, value, at, size - 1);
            }
        }
    }

    /// Writes a text with its length. A text of more than `most` bytes is cut between two characters.
    fn field(&mut self, tag: &str, value: &str, at: usize, most: usize) {
        let mut text = Vec::new();
        for character in value.chars() {
            let encoded = self.encode(character);
            if text.len() + encoded.len() > most {
                self.losses.push(Loss::Cut { tag: tag.to_owned(), bytes: most });
                break;
            }
            text.extend(encoded);
        }
        self.bytes[at] = text.len() as u8;
        self.bytes[at + 1..][..text.len()].copy_from_slice(&text);
    }

    /// Returns a character in GBK. A character that GBK lacks is replaced, and added to the losses.
    fn encode(&mut self, character: char) -> Vec<u8> {
        let encoded = encode_gbk(character).or_else(|| {
            let loss = Loss::Character(character);
            if !self.losses.contains(&loss) {
                self.losses.push(loss);
            }
            encode_gbk(REPLACEMENT)
        });
        encoded.unwrap_or_default()
    }

    fn moves(&mut self, tree: &GameTree) {
        let mut waiting = vec![(NodeId::ROOT, false)];
        while let Some((id, alternative)) = waiting.pop() {
            let node = tree.node(id);
            self.record(node, alternative);
            let last = node.children().last();
            waiting.extend(node.children().iter().rev().map(|id| (*id, Some(id) != last)));
        }
        self.losses.extend(Loss::of_game(tree));
    }

    fn record(&mut self, node: &Node, alternative: bool) {
        let byte = |square: Option<Square>| square.map_or(0, byte_of);
        let mv = node.mv();
        let from = FROM.wrapping_add(byte(mv.and_then(|mv| mv.from())));
        let to = TO.wrapping_add(byte(mv.and_then(|mv| mv.to())));
        let continues = if node.children().is_empty() { 0 } else { 0xf0 };
        let alternative = if alternative { 0x0f } else { 0 };
        let reserved = if mv.is_none() { 0xff } else { 0 };
        self.bytes.extend([from, to, continues | alternative, reserved]);
        let comment = node.whole_comment().replace('\n', "\r\n");
        let comment: Vec<u8> = comment.chars().flat_map(|letter| self.encode(letter)).collect();
        self.bytes.extend((comment.len() as u32).to_le_bytes());
        self.bytes.extend(comment);
    }
}

const fn byte_of(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}
