//! The moves of a tree as tokens, in the order in which a file has them.

use super::annotation;
use crate::{GameTree, NodeId};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::{AnyPosition, Position, Side};
use std::collections::VecDeque;

pub(super) enum Token {
    /// The number of the next move. A move of Black has one only if no move of Red stands right before it.
    Number(u16, Side),
    Move(String),
    Nag(u8),
    Comment(String),
    /// A variation begins.
    Open,
    /// A variation ends.
    Close,
}

/// A place in the tree from which the moves go on.
type Place = Fen<AnyPosition>;

enum Task {
    /// The line after a node. The flag says that Black's move needs a number.
    Line(NodeId, Place, bool),
    /// A variation that begins with a node.
    Variation(NodeId, Place),
    Close,
}

/// An iterator over the tokens. It needs no recursion, however deep the tree is.
pub(super) struct Tokens<'a> {
    tree: &'a GameTree,
    style: Style,
    tasks: Vec<Task>,
    ready: VecDeque<Token>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(tree: &'a GameTree, style: Style) -> Self {
        let tasks = vec![Task::Line(NodeId::ROOT, tree.start_fen(), true)];
        let mut tokens = Self { tree, style, tasks, ready: VecDeque::new() };
        tokens.annotate(NodeId::ROOT);
        tokens
    }

    /// Adds the annotations of a node. Returns true if a comment is among them.
    fn annotate(&mut self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        self.ready.extend(node.nags.iter().copied().map(Token::Nag));
        self.comment(&annotation::text(node))
    }

    fn comment(&mut self, text: &str) -> bool {
        // Nothing else can end a comment.
        let text = text.replace('}', ")");
        let is_some = !text.trim().is_empty();
        self.ready.extend(is_some.then_some(Token::Comment(text)));
        is_some
    }

    /// Adds a move, and the line after it. The variations of the move stand between the two.
    fn play(&mut self, id: NodeId, place: &Place, numbered: bool, has_variations: bool) {
        let node = self.tree.node(id);
        let Some(mv) = node.mv() else { return };
        let side = place.position.side();
        let commented = self.comment(&node.comment_before);
        if side == Side::Red || numbered || commented {
            self.ready.push_back(Token::Number(place.move_number, side));
        }
        let text = notation::write(self.style, &place.position, mv).to_string();
        self.ready.push_back(Token::Move(text));
        let commented = self.annotate(id);
        let move_number = place.move_number.saturating_add(u16::from(side == Side::Black));
        let next = Place { position: place.position.play(mv), move_number };
        self.tasks.push(Task::Line(id, next, commented || has_variations));
    }

    fn step(&mut self, task: Task) {
        match task {
            Task::Close => self.ready.push_back(Token::Close),
            Task::Variation(id, place) => {
                self.ready.push_back(Token::Open);
                self.tasks.push(Task::Close);
                self.play(id, &place, true, false);
            }
            Task::Line(id, place, numbered) => {
                let Some((&main, others)) = self.tree.node(id).children().split_first() else {
                    return;
                };
                self.play(main, &place, numbered, !others.is_empty());
                let variations = others.iter().rev();
                self.tasks.extend(variations.map(|&it| Task::Variation(it, place.clone())));
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        while self.ready.is_empty() {
            let task = self.tasks.pop()?;
            self.step(task);
        }
        self.ready.pop_front()
    }
}
