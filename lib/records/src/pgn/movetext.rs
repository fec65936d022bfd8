use super::annotation;
use crate::{GameTree, NodeId};
use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::{AnyPosition, Position, Side};

pub(super) enum Token {
    /// The number of the next move. A move of Black gets a number only at the beginning of the game or of a variation,
    /// or after a comment or variation.
    Number(u16, Side),
    Move(String),
    Nag(u8),
    Comment(String),
    Open,
    Close,
}

/// A position of the tree, with the number of the next move.
type Place = Fen<AnyPosition>;

enum Task {
    /// The line after a node. If the flag is true, the first move of this line gets a number, even if Black plays it.
    Line(NodeId, Place, bool),
    Variation(NodeId, Place),
    Close,
}

/// Returns the tokens of a tree. The function does not call itself, so that a deep tree does not overflow the stack.
pub(super) fn tokens(tree: &GameTree, style: Style) -> Vec<Token> {
    let tasks = vec![Task::Line(NodeId::ROOT, tree.start_fen(), true)];
    let mut writer = Writer { tree, style, tasks, tokens: Vec::new() };
    writer.annotate(NodeId::ROOT);
    while let Some(task) = writer.tasks.pop() {
        match task {
            Task::Close => writer.tokens.push(Token::Close),
            Task::Variation(id, place) => {
                writer.tokens.push(Token::Open);
                writer.tasks.push(Task::Close);
                writer.play(id, &place, true, false);
            }
            Task::Line(id, place, numbered) => {
                let Some((&main, others)) = tree.node(id).children().split_first() else {
                    continue;
                };
                writer.play(main, &place, numbered, !others.is_empty());
                let variations = others.iter().rev();
                writer.tasks.extend(variations.map(|&it| Task::Variation(it, place.clone())));
            }
        }
    }
    writer.tokens
}

struct Writer<'a> {
    tree: &'a GameTree,
    style: Style,
    tasks: Vec<Task>,
    tokens: Vec<Token>,
}

impl Writer<'_> {
    /// Adds the annotations of a node. Returns true if a comment is among them.
    fn annotate(&mut self, id: NodeId) -> bool {
        let node = self.tree.node(id);
        self.tokens.extend(node.nags.iter().copied().map(Token::Nag));
        self.comment(&annotation::text(node))
    }

    fn comment(&mut self, text: &str) -> bool {
        // A `}` would end the comment.
        let text = text.replace('}', ")");
        let is_some = !text.trim().is_empty();
        self.tokens.extend(is_some.then_some(Token::Comment(text)));
        is_some
    }

    /// Adds a move, and pushes the line after it to `tasks`. Then the caller pushes the variations of the move. They
    /// are written first, because the last task is done first.
    fn play(&mut self, id: NodeId, place: &Place, numbered: bool, has_variations: bool) {
        let node = self.tree.node(id);
        let Some(mv) = node.mv() else { return };
        let side = place.position.side();
        let commented = self.comment(&node.comment_before);
        if side == Side::Red || numbered || commented {
            self.tokens.push(Token::Number(place.move_number, side));
        }
        let text = notation::write(self.style, &place.position, mv).to_string();
        self.tokens.push(Token::Move(text));
        let commented = self.annotate(id);
        let move_number = place.move_number.saturating_add(u16::from(side == Side::Black));
        let next = Place { position: place.position.play(mv), move_number };
        self.tasks.push(Task::Line(id, next, commented || has_variations));
    }
}
