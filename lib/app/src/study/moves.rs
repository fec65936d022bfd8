//! The moves of a study as texts, in the order in which they are shown.

use super::{Study, words};
use crate::game_number::GameNumber;
use chuhe_core::notation::{self, Style};
use chuhe_core::{AnyPosition, Position, Score, Side};
use chuhe_records::{Evaluation, GameTree, NodeId};
use chuhe_view::{MoveItem, MovePlace};
use std::collections::HashSet;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveText {
    pub node: NodeId,
    pub text: String,
    /// The score after the move, if the move is in the main line and has a glyph such as `?`; otherwise empty.
    pub score: String,
    pub place: MovePlace,
}

#[derive(Debug, Default)]
pub struct MoveTexts {
    pub(crate) texts: Vec<MoveText>,
    /// The values for which the texts were written: the study's number and count of changes, the notation, and `end`.
    of: Option<(GameNumber, u32, Style, Option<NodeId>)>,
    /// The move shown when the texts were written; `None` if no variation is deep enough to be folded.
    folded_for: Option<NodeId>,
}

/// The least depth at which a variation is folded to its first move, unless the variation contains the move shown.
const FOLDED: u8 = 2;

struct Pending {
    node: NodeId,
    /// The position before the node's move if `begins` is true, otherwise the position after this move.
    position: AnyPosition,
    ply: usize,
    /// The depth of the variation; 0 is the main line.
    depth: u8,
    /// True to write the variation that begins with this node, false to write the moves after this node.
    begins: bool,
}

impl MoveTexts {
    /// Writes the texts again if anything on which they depend has changed. Moves after `end` are left out.
    pub fn update(&mut self, study: &Study, style: Style, end: Option<NodeId>) {
        let of = Some((study.number(), study.changes(), style, end));
        if self.of == of && self.folded_for.is_none_or(|node| node == study.node()) {
            return;
        }
        let path = study.tree().path(study.node()).into_iter().collect();
        let (texts, folds) = Writer::new(study.tree(), style, path, end).write();
        *self = Self { texts, of, folded_for: folds.then_some(study.node()) };
    }

    pub fn items(&self, shown: NodeId) -> Vec<MoveItem<'_>> {
        self.texts
            .iter()
            .map(|MoveText { node, text, score, place }| {
                let is_move = !matches!(place, MovePlace::Text { comment: true, .. });
                let is_current = is_move && *node == shown;
                MoveItem { text, score, place: *place, is_current }
            })
            .collect()
    }
}

/// Writes a tree as texts. It does not use recursion, because a file may contain variations of any depth.
struct Writer<'a> {
    tree: &'a GameTree,
    style: Style,
    pending: Vec<Pending>,
    texts: Vec<MoveText>,
    /// True if a move of Black in a variation needs its number, because no move of Red stands directly before it.
    interrupted: bool,
    path: HashSet<NodeId>,
    /// The node whose following moves are left out.
    end: Option<NodeId>,
    folds: bool,
}

impl<'a> Writer<'a> {
    fn new(tree: &'a GameTree, style: Style, path: HashSet<NodeId>, end: Option<NodeId>) -> Self {
        let (pending, texts) = (Vec::new(), Vec::new());
        Self { tree, style, pending, texts, interrupted: true, path, end, folds: false }
    }

    fn write(mut self) -> (Vec<MoveText>, bool) {
        let root = self.tree.node(NodeId::ROOT);
        self.words(NodeId::ROOT, &root.comment, 1);
        self.follow(NodeId::ROOT, &self.tree.start().clone(), 0, 0);
        while let Some(Pending { node, position, ply, depth, begins }) = self.pending.pop() {
            if begins {
                self.node(node, &position, ply, depth, true);
            } else {
                self.follow(node, &position, ply, depth);
            }
        }
        (self.texts, self.folds)
    }

    /// Writes the first move after a node. Queues the alternatives to this move, which precede the moves after it.
    fn follow(&mut self, node: NodeId, position: &AnyPosition, ply: usize, depth: u8) {
        if self.end == Some(node) {
            return;
        }
        let Some((&first, others)) = self.tree.node(node).children().split_first() else { return };
        self.node(first, position, ply, depth, false);
        let depth = depth.saturating_add(1);
        for &node in others.iter().rev() {
            let position = position.clone();
            self.pending.push(Pending { node, position, ply, depth, begins: true });
        }
    }

    /// Writes the move of a node. Queues the moves after this move, unless they are folded.
    fn node(&mut self, node: NodeId, before: &AnyPosition, ply: usize, depth: u8, begins: bool) {
        let told = self.tree.node(node);
        let Some(mv) = told.mv() else { return };
        let folded = begins && depth >= FOLDED && !self.path.contains(&node);
        self.folds |= begins && depth >= FOLDED;
        // After a deeper variation, this variation continues in a new row.
        let returns = self.texts.last().is_some_and(|last| match last.place {
            MovePlace::Text { indent, .. } => depth > 0 && indent != depth,
            MovePlace::Main { .. } => false,
        });
        let begins = begins || returns;
        self.interrupted |= begins;
        self.words(node, &told.comment_before, depth.max(1));
        let written = notation::write(self.style, before, mv);
        let judged: String = told.nags.iter().filter_map(|&nag| glyph(nag)).collect();
        let number = move_number(self.tree.first_number, self.tree.start(), ply);
        let place = match depth {
            0 => MovePlace::Main { number, second: before.side() == Side::Black },
            _ => MovePlace::Text { indent: depth, begins, glued: false, comment: false },
        };
        let numbered = match (depth, before.side(), self.interrupted) {
            (0, ..) | (_, Side::Black, false) => String::new(),
            (_, Side::Red, _) => format!("{number}. "),
            (_, Side::Black, true) => format!("{number}… "),
        };
        self.interrupted = depth == 0;
        let score = told.evaluation.filter(|_| depth == 0 && !judged.is_empty());
        let score = score.map_or_else(String::new, score_text);
        let rest = if folded { " …" } else { "" };
        let text = format!("{numbered}{written}{judged}{rest}");
        self.texts.push(MoveText { node, text, score, place });
        if folded {
            self.interrupted = true;
            return;
        }
        self.words(node, &told.comment, depth.max(1));
        let (position, ply) = (before.play(mv), ply + 1);
        self.pending.push(Pending { node, position, ply, depth, begins: false });
    }

    /// Adds a text for each word of a comment. Each Chinese character counts as a word.
    fn words(&mut self, node: NodeId, comment: &str, depth: u8) {
        let mut begins =
            self.texts.last().is_none_or(|last| matches!(last.place, MovePlace::Main { .. }));
        for word in words(comment).split_whitespace() {
            let mut glued = false;
            for text in pieces(word) {
                let place = MovePlace::Text { indent: depth, begins, glued, comment: true };
                let (text, score) = (text.to_owned(), String::new());
                self.texts.push(MoveText { node, text, score, place });
                (begins, glued) = (false, true);
                self.interrupted = true;
            }
        }
    }
}

/// Returns the number of the move to play when `plies` plies have followed `start`, whose move number is `first`.
pub fn move_number(first: u16, start: &AnyPosition, plies: usize) -> u16 {
    let number = usize::from(first) + (plies + start.side().index()) / 2;
    u16::try_from(number).unwrap_or(u16::MAX)
}

/// Cuts a word before and after each Chinese character. A row may end between two parts.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let is_wide = |c: char| c >= '\u{2e80}';
        let first = rest.chars().next()?;
        let end = if is_wide(first) {
            // A punctuation mark stays with the character before it.
            let behind =
                rest[first.len_utf8()..].chars().take_while(|&c| "，。、；：？！）".contains(c));
            first.len_utf8() + behind.map(char::len_utf8).sum::<usize>()
        } else {
            rest.find(is_wide).unwrap_or(rest.len())
        };
        let (piece, behind) = rest.split_at(end);
        rest = behind;
        Some(piece)
    })
}

/// A score with one decimal, the number of moves to a mate, or `+−` or `−+` for a win by repetition.
fn score_text(evaluation: Evaluation) -> String {
    let won = i32::from(Score::REPETITION_WIN.get());
    match evaluation {
        Evaluation::Centipawns(score) if score.abs() == won => {
            if score > 0 { "+−" } else { "−+" }.to_owned()
        }
        Evaluation::Centipawns(hundredths) => format!("{:+.1}", f64::from(hundredths) / 100.0),
        Evaluation::Mate(moves) if moves < 0 => format!("-#{}", -moves),
        Evaluation::Mate(moves) => format!("#{moves}"),
    }
}

fn glyph(nag: u8) -> Option<&'static str> {
    ["!", "?", "!!", "??", "!?", "?!"].get(usize::from(nag).checked_sub(1)?).copied()
}
