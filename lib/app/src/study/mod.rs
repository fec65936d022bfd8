//! A study: a tree of moves with a current position. If a played move is not in the tree, the study adds it.

mod moves;

pub use moves::{MoveText, MoveTexts, move_number};

use crate::game_number::{GameNumber, NAME_TAGS, forget_opening, forget_seats};
use chuhe_core::rules::Rules;
use chuhe_core::{AnyPosition, Game, Move, Position, Side, Square};
use chuhe_host::openings::opening_of;
use chuhe_records::{GameTree, NodeId, ReportMark};
use std::time::Duration;

#[derive(Debug)]
pub struct Study {
    tree: GameTree,
    node: NodeId,
    game: Box<Game<AnyPosition>>,
    number: GameNumber,
    /// The tree and the node before each of the last fifty changes.
    pub(crate) edits: Vec<(GameTree, NodeId)>,
    changes: u32,
    pub(crate) stored: u32,
    /// True if leaving the study resumes the game in progress.
    pub(crate) resumes: bool,
    /// True if the next change is stored in the library, as a copy that leaves the opened file unchanged.
    pub(crate) copies: bool,
    /// The main line of the finished game in whose file the study is stored; `None` for other studies.
    pub(crate) played: Option<Vec<Move>>,
    /// The file name of an opened game; empty for a pasted game. An opened game stays in the list of documents.
    pub(crate) opened: Option<String>,
    /// The board of a trained mistake, or of the first steps. Such a study is not stored in the library.
    pub(crate) exercise: Option<String>,
}

impl Study {
    pub fn new(tree: GameTree, node: NodeId, number: GameNumber) -> Self {
        let game = Box::new(game_to(&tree, node));
        Self {
            tree,
            node,
            game,
            number,
            edits: Vec::new(),
            changes: 0,
            stored: 0,
            resumes: false,
            copies: false,
            played: None,
            opened: None,
            exercise: None,
        }
    }

    /// True if a person without a name played this side in this window.
    pub(crate) fn is_played_by_person(&self, side: Side) -> bool {
        self.opened.is_none() && self.tree.tag(NAME_TAGS[side.index()]) == Some("?")
    }

    pub const fn tree(&self) -> &GameTree {
        &self.tree
    }

    pub const fn node(&self) -> NodeId {
        self.node
    }

    /// The game up to the node shown. If the rules end the game earlier, for example by a third repetition, a new game
    /// begins with the position after the next move.
    pub const fn game(&self) -> &Game<AnyPosition> {
        &self.game
    }

    pub const fn number(&self) -> GameNumber {
        self.number
    }

    /// Moves the study to the file of `number`, and removes the tags for resuming a game.
    pub(crate) fn move_to(&mut self, number: GameNumber) {
        self.number = number;
        let before = self.edits.iter_mut().map(|(tree, _)| tree);
        before.chain([&mut self.tree]).for_each(forget_seats);
    }

    /// The time on a side's clock at the node shown; `None` if the tree does not record it.
    pub fn clock(&self, side: Side) -> Option<Duration> {
        let path = self.tree.path(self.node);
        let first = self.tree.start().side();
        let own = usize::from(first != side);
        let plies = path.iter().enumerate().rev().filter(|(ply, _)| ply % 2 == own);
        plies.map(|(_, &node)| self.tree.node(node).clock).next()?
    }

    pub fn shapes(&self) -> Vec<Shape> {
        shapes(&self.tree.node(self.node).comment, self.tree.rules())
    }

    pub const fn changes(&self) -> u32 {
        self.changes
    }

    pub fn go(&mut self, node: NodeId) {
        self.node = node;
        *self.game = game_to(&self.tree, node);
    }

    pub fn back(&self) -> Option<NodeId> {
        self.tree.node(self.node).parent()
    }

    pub fn forward(&self) -> Option<NodeId> {
        self.tree.node(self.node).children().first().copied()
    }

    pub fn last(&self) -> NodeId {
        self.tree.line_from(self.node).last().unwrap_or(self.node)
    }

    /// The node `plies` moves after the node shown, or before it if `plies` is negative.
    pub fn later(&self, plies: i32) -> NodeId {
        let mut node = self.node;
        for _ in 0..plies.unsigned_abs() {
            let of = self.tree.node(node);
            let next = if plies > 0 { of.children().first().copied() } else { of.parent() };
            node = next.unwrap_or(node);
        }
        node
    }

    /// The next or the previous alternative to the move shown.
    pub fn variation(&self, next: bool) -> Option<NodeId> {
        let siblings = self.tree.node(self.back()?).children();
        let place = siblings.iter().position(|&sibling| sibling == self.node)?;
        let other = if next { place.checked_add(1)? } else { place.checked_sub(1)? };
        siblings.get(other).copied()
    }

    pub fn mistake(&self, next: bool) -> Option<NodeId> {
        let nodes: Vec<_> = self.tree.main_line().collect();
        let path = self.tree.path(self.node);
        let shown = nodes.iter().zip(&path).take_while(|(own, shown)| own == shown).count();
        let is_bad = |node: &&NodeId| is_bad(&self.tree, **node);
        if next {
            nodes[shown..].iter().find(is_bad).copied()
        } else {
            // If a variation is shown, the move of the main line that the variation replaces counts as earlier.
            let last = if path.len() > shown { shown + 1 } else { shown.saturating_sub(1) };
            nodes[..last.min(nodes.len())].iter().rev().find(is_bad).copied()
        }
    }

    /// Plays a legal move: goes to the child with this move. If there is no such child, adds one first.
    pub fn play(&mut self, mv: Move) {
        let children = self.tree.node(self.node).children();
        let known = children.iter().copied().find(|&child| self.tree.node(child).mv() == Some(mv));
        if let Some(child) = known {
            return self.go(child);
        }
        if let Ok(child) = self.change(|tree, node| tree.add_move(node, mv)) {
            self.go(child);
        }
    }

    pub fn is_variation(&self) -> bool {
        !self.tree.is_main_line(self.node)
    }

    /// Promotes the innermost variation that contains the node shown: puts it before its alternatives.
    pub fn promote(&mut self) {
        self.change(GameTree::promote);
    }

    pub fn delete(&mut self) {
        let parent = self.change(GameTree::delete);
        self.go(parent);
    }

    /// Adds a glyph such as `!`, or removes it if the move has it. A move has at most one of the `JUDGEMENTS`.
    pub fn toggle_nag(&mut self, nag: u8) {
        self.remember();
        let node = self.tree.node_mut(self.node);
        // A person has changed the glyphs, so later reports keep them.
        node.report = node.report.filter(|mark| *mark != ReportMark::Glyph);
        node.nags.retain(|&known| known == nag || !JUDGEMENTS.contains(&known));
        node.toggle_nag(nag);
    }

    pub fn comment(&mut self, comment: String) {
        if self.tree.node(self.node).comment != comment {
            self.remember();
            self.tree.node_mut(self.node).comment = comment;
        }
    }

    /// Changes annotations and variations of the tree, but not its main line.
    pub fn annotate(&mut self, change: impl FnOnce(&mut GameTree)) {
        self.remember();
        change(&mut self.tree);
        // If the change removed the move shown, the last remaining move before it is shown.
        let path = self.tree.path(self.node);
        let shown = path.into_iter().rfind(|&node| self.tree.contains(node));
        self.go(shown.unwrap_or(NodeId::ROOT));
    }

    pub fn undo(&mut self) {
        if let Some((tree, node)) = self.edits.pop() {
            self.tree = tree;
            self.changes += 1;
            self.go(node);
        }
    }

    /// Changes moves of the tree. If a move of the main line is lost or replaced, the outcome of the game is removed.
    /// If this also changes the opening, the tags of the old opening are removed, too.
    fn change<T>(&mut self, change: impl FnOnce(&mut GameTree, NodeId) -> T) -> T {
        self.remember();
        let before = self.tree.moves();
        let result = change(&mut self.tree, self.node);
        let after = self.tree.moves();
        if !after.starts_with(&before) {
            self.tree.set_ending(None);
            let opening = |moves: &[Move]| opening_of(self.tree.start(), moves);
            if opening(&before) != opening(&after) {
                forget_opening(&mut self.tree);
            }
        }
        result
    }

    /// Stores a copy of the tree before a change, so that the last fifty changes can be undone.
    fn remember(&mut self) {
        if self.edits.len() == 50 {
            self.edits.remove(0);
        }
        self.edits.push((self.tree.clone(), self.node));
        self.changes += 1;
    }
}

/// The glyphs that judge a move: `!`, `?`, `!!`, `??`, `!?`, `?!`.
pub(crate) const JUDGEMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// True for a move that a report or a person has marked with `?`, `??` or `?!`.
pub(crate) fn is_bad(tree: &GameTree, node: NodeId) -> bool {
    tree.node(node).nags.iter().any(|nag| [2, 4, 6].contains(nag))
}

/// The game up to a node; if the rules end it earlier, a new game begins with the position after the next move.
pub(crate) fn game_to(tree: &GameTree, node: NodeId) -> Game<AnyPosition> {
    let mut game = Game::new(tree.start().clone());
    for mv in tree.moves_to(node) {
        if game.play(mv).is_err() {
            game.begin(game.position().play(mv));
        }
    }
    game
}

/// An arrow from the first square to the second square. If both squares are equal, it is a circle.
pub type Shape = (Square, Square);

/// The drawing commands in a comment: `[%csl Ge5]` draws a circle, and `[%cal Gc2c4,Rd1d8]` draws arrows.
const COMMANDS: [&str; 2] = ["[%csl ", "[%cal "];

/// (before, shapes, behind): the text before the first command, the command's shapes, and the text behind it.
fn split(text: &str) -> Option<(&str, &str, &str)> {
    let begin = COMMANDS.iter().filter_map(|command| text.find(command)).min()?;
    let (before, command) = text.split_at(begin);
    let (shapes, behind) = command.split_once(']')?;
    Some((before, &shapes[COMMANDS[0].len()..], behind))
}

/// A comment without its drawing commands.
fn words(comment: &str) -> String {
    let (mut words, mut rest) = (String::new(), comment);
    while let Some((before, _, behind)) = split(rest) {
        words.push_str(before);
        rest = behind;
    }
    words + rest
}

fn shapes(comment: &str, rules: Rules) -> Vec<Shape> {
    let shape = |text: &str| {
        // The first letter, the colour, is ignored.
        let (from, to) = text.trim().get(1..)?.split_at_checked(2)?;
        let to = if to.is_empty() { from } else { to };
        Some((rules.square_named(from)?, rules.square_named(to)?))
    };
    let lists = std::iter::successors(split(comment), |&(.., behind)| split(behind));
    lists.flat_map(|(_, list, _)| list.split(',')).filter_map(shape).collect()
}
