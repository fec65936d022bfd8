use chuhe_core::notation::Fen;
use chuhe_core::{
    AnyPosition, EndReason, Ending, Game, IllegalMove, Move, Position, Side, rules::Rules,
};
use std::time::Duration;

/// The number of a node in its tree. It stays valid when other nodes are added or deleted. If the tree has no node of
/// this number, all methods except [`GameTree::contains`] panic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The node of the start position, which has no move.
    pub const ROOT: Self = Self(0);

    const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The score of a position for Red, or for White in chess. A negative score favours Black.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evaluation {
    /// The score in hundredths of a pawn. In PGN, `%eval` gives it in pawns, such as `-1.20`.
    Centipawns(i32),
    /// The number of moves until mate, as after `#` in `%eval`. It is negative if Black mates.
    Mate(i32),
}

/// A part of a node that a report has written. The next report can replace it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReportMark {
    /// The glyph that judges the move.
    Glyph,
    /// The move itself, which the report added as part of a better line.
    Move,
}

/// The outcome of a game that has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A win of this side, for any reason.
    Won(Side),
    /// A draw, for any reason.
    Drawn,
}

impl Outcome {
    /// Returns the side that has won; `None` for a draw.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Won(side) => Some(side),
            Self::Drawn => None,
        }
    }

    /// Returns a win of `winner`, or a draw if `winner` is `None`.
    pub fn of(winner: Option<Side>) -> Self {
        winner.map_or(Self::Drawn, Self::Won)
    }
}

/// A move in a tree, with its annotations.
#[derive(Clone, Default, Debug)]
pub struct Node {
    parent: Option<NodeId>,
    mv: Option<Move>,
    children: Vec<NodeId>,
    /// A comment before the move, which only the first move of a variation can have.
    pub comment_before: String,
    /// The comment after the move. The root's comment stands before the first move.
    pub comment: String,
    /// The numeric annotation glyphs, such as 1 for `!`, in the order of the file.
    pub nags: Vec<u8>,
    /// The time left on the clock of the side that made the move.
    pub clock: Option<Duration>,
    /// The time that the move took.
    pub elapsed: Option<Duration>,
    /// The evaluation of the position after the move.
    pub evaluation: Option<Evaluation>,
    /// The part of the node that a report has written; `None` if there is none.
    pub report: Option<ReportMark>,
}

impl Node {
    /// Returns the previous node; `None` for the root.
    pub const fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// Returns the move that leads to the node; `None` for the root.
    pub const fn mv(&self) -> Option<Move> {
        self.mv
    }

    /// Returns the next nodes. The first one continues the line, and every further one begins a variation.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    /// The comment before the move and the comment after it, each on lines of its own.
    pub(crate) fn whole_comment(&self) -> String {
        let parts = [&*self.comment_before, &*self.comment];
        parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    /// Adds a numeric annotation glyph, or removes it if the node has it.
    pub fn toggle_nag(&mut self, nag: u8) {
        match self.nags.iter().position(|&known| known == nag) {
            Some(index) => drop(self.nags.remove(index)),
            None => self.nags.push(nag),
        }
    }
}

/// A game with its tags, its start position and a tree of moves.
///
/// Every move of the tree is legal in its position. The rules that end a game are not applied: a line can go on after
/// a repetition, or after many moves without a capture.
///
/// # Examples
/// ```
/// use chuhe_core::Move;
/// use chuhe_core::rules::{Rules, squares::xiangqi::{B0, C2, E2, H2}};
/// use chuhe_records::{GameTree, NodeId};
/// let mut tree = GameTree::new(Rules::Xiangqi.start());
/// let cannon = tree.add_move(NodeId::ROOT, Move::new(H2, E2))?;
/// let horse = tree.add_move(NodeId::ROOT, Move::new(B0, C2))?;
/// tree.node_mut(horse).comment = "Quieter.".to_owned();
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [cannon]);
/// tree.promote(horse);
/// assert_eq!(tree.main_line().collect::<Vec<_>>(), [horse]);
/// tree.delete(cannon);
/// assert_eq!(tree.node(NodeId::ROOT).children(), [horse]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The tags in the order of the file, each name once. The player who moves first has the tag `Red`, even in chess.
    /// Tags that follow from the game are left out, such as `FEN`, `Result`, `Format` and a recognized `Termination`.
    pub tags: Vec<(String, String)>,
    /// The outcome that a file or [`set_ending`](Self::set_ending) gave; `None` if none was given.
    pub outcome: Option<Outcome>,
    /// The reason that a file or [`set_ending`](Self::set_ending) gave; `None` if none was given.
    pub termination: Option<EndReason>,
    /// The number of the first move, usually 1.
    pub first_number: u16,
    start: AnyPosition,
    nodes: Vec<Node>,
}

impl From<&Game<AnyPosition>> for GameTree {
    /// Returns a tree without variations: the moves of the game, and its ending.
    fn from(game: &Game<AnyPosition>) -> Self {
        let mut tree = Self::new(game.start().clone());
        let mut last = NodeId::ROOT;
        for &mv in game.moves() {
            last = tree.append(last, mv);
        }
        tree.set_ending(game.ending());
        tree
    }
}

impl GameTree {
    /// Creates a tree without moves and tags.
    pub fn new(start: AnyPosition) -> Self {
        let (tags, nodes) = (Vec::new(), vec![Node::default()]);
        Self { tags, outcome: None, termination: None, first_number: 1, start, nodes }
    }

    /// Creates a tree without moves. The FEN gives the start position and the number of the first move.
    pub fn starting(fen: Fen<AnyPosition>) -> Self {
        Self { first_number: fen.move_number, ..Self::new(fen.position) }
    }

    /// Returns the rules of the game, such as those of xiangqi or chess.
    pub fn rules(&self) -> Rules {
        self.start.rules()
    }

    /// Returns the position before the first move.
    pub const fn start(&self) -> &AnyPosition {
        &self.start
    }

    pub(crate) fn start_fen(&self) -> Fen<AnyPosition> {
        Fen { position: self.start.clone(), move_number: self.first_number }
    }

    /// The start position as a FEN; `None` if it is the usual one and the first move has the number 1.
    pub(crate) fn unusual_start(&self) -> Option<Fen<AnyPosition>> {
        let is_usual = self.start == self.rules().start() && self.first_number == 1;
        (!is_usual).then(|| self.start_fen())
    }

    /// Returns the value of the first tag of this name. Upper and lower case make no difference.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let found = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        found.map(|(_, value)| value.as_str())
    }

    /// Removes a tag and returns its value; `None` if there is no such tag.
    pub fn take_tag(&mut self, name: &str) -> Option<String> {
        let index = self.tags.iter().position(|(tag, _)| tag.eq_ignore_ascii_case(name))?;
        Some(self.tags.remove(index).1)
    }

    /// Replaces the value of a tag, or adds the tag at the end. PGN allows only letters, digits and `_` in the name.
    pub fn set_tag(&mut self, name: &str, value: impl Into<String>) {
        match self.tags.iter_mut().find(|(tag, _)| tag.eq_ignore_ascii_case(name)) {
            Some((_, old)) => *old = value.into(),
            None => self.tags.push((name.to_owned(), value.into())),
        }
    }

    /// Returns a node, even if it was deleted.
    ///
    /// # Panics
    /// Panics if the tree has no node of this number.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns a node, even a deleted one, so that the caller can change its annotations.
    ///
    /// # Panics
    /// Panics if the tree has no node of this number.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Returns the root and all nodes that were not deleted, each after its parent.
    pub fn nodes(&self) -> impl Iterator<Item = NodeId> {
        let mut waiting = vec![NodeId::ROOT];
        std::iter::from_fn(move || {
            let id = waiting.pop()?;
            waiting.extend(self.node(id).children());
            Some(id)
        })
    }

    /// Returns the nodes of the main line, without the root.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        self.line_from(NodeId::ROOT)
    }

    /// Returns the nodes that continue the line after a node: the first child, its first child, and so on.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let next = |&id: &NodeId| self.node(id).children.first().copied();
        std::iter::successors(next(&id), next)
    }

    /// Returns the last node of the main line, or the root if the tree has no moves.
    pub fn last(&self) -> NodeId {
        self.main_line().last().unwrap_or(NodeId::ROOT)
    }

    /// Returns the nodes from the first move to a node. The path of the root is empty.
    pub fn path(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<_> = self.siblings_to(id).map(|(id, _)| id).collect();
        path.reverse();
        path
    }

    /// The root is always on the main line. A deleted node is never on it.
    pub fn is_main_line(&self, id: NodeId) -> bool {
        self.siblings_to(id).all(|(_, place)| place == Some(0))
    }

    /// Returns true if the tree has a node of this number, and if the node was not deleted.
    pub fn contains(&self, id: NodeId) -> bool {
        id.index() < self.nodes.len() && self.siblings_to(id).all(|(_, place)| place.is_some())
    }

    /// Returns the moves of the main line.
    pub fn moves(&self) -> Vec<Move> {
        self.moves_of(self.main_line())
    }

    /// Follows these moves from the root until the tree lacks one of them, and returns the last node reached.
    pub fn node_after(&self, moves: &[Move]) -> NodeId {
        let mut node = NodeId::ROOT;
        for &mv in moves {
            let Some(child) = self.child_with(node, mv) else { break };
            node = child;
        }
        node
    }

    /// Returns true if the tree has only moves and clocks: no variation, comment, glyph or evaluation.
    pub fn is_plain(&self) -> bool {
        let nodes = std::iter::once(NodeId::ROOT).chain(self.main_line());
        nodes.map(|id| self.node(id)).all(|node| {
            let has_comment = !node.comment.is_empty() || !node.comment_before.is_empty();
            let is_judged = !node.nags.is_empty() || node.evaluation.is_some();
            node.children.len() <= 1 && !has_comment && !is_judged
        })
    }

    /// Returns the moves from the start to a node.
    pub fn moves_to(&self, id: NodeId) -> Vec<Move> {
        self.moves_of(self.path(id))
    }

    /// Returns the position after a node's move. Each call replays the moves from the start.
    pub fn position(&self, id: NodeId) -> AnyPosition {
        self.moves_to(id).iter().fold(self.start.clone(), |position, &mv| position.play(mv))
    }

    /// Adds a move after a node, and returns the new node. If a child has this move already, returns that child.
    ///
    /// # Errors
    /// Fails if the move is not legal there. The tree then stays unchanged.
    pub fn add_move(&mut self, id: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.position(id).try_play(mv)?;
        Ok(self.append(id, mv))
    }

    /// Adds a move after a node. The caller must ensure that the move is legal.
    pub(crate) fn append(&mut self, id: NodeId, mv: Move) -> NodeId {
        if let Some(child) = self.child_with(id, mv) {
            return child;
        }
        let child = NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX));
        self.nodes.push(Node { parent: Some(id), mv: Some(mv), ..Node::default() });
        self.nodes[id.index()].children.push(child);
        child
    }

    fn child_with(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        self.node(id).children.iter().copied().find(|&child| self.node(child).mv == Some(mv))
    }

    /// Makes the innermost variation that contains a node the first of its siblings. If there is none, does nothing.
    pub fn promote(&mut self, id: NodeId) {
        let branch = self.siblings_to(id).find(|(_, place)| *place != Some(0));
        if let Some((child, Some(place))) = branch {
            self.move_to_front(child, place);
        }
    }

    /// Promotes the line that leads to a node: it becomes the main line of the game.
    pub fn promote_to_main_line(&mut self, id: NodeId) {
        for child in self.path(id) {
            let place = self.siblings_to(child).next().and_then(|(_, place)| place);
            self.move_to_front(child, place.unwrap_or_default());
        }
    }

    /// Deletes a node and all nodes after it, and returns its parent. For the root, deletes nothing and returns it.
    pub fn delete(&mut self, id: NodeId) -> NodeId {
        let Some(parent) = self.node(id).parent else { return id };
        self.nodes[parent.index()].children.retain(|&child| child != id);
        parent
    }

    /// Returns the main line as a game. Moves after an end by the rules are left out. If the rules do not end the game,
    /// it has the stored ending.
    pub fn game(&self) -> Game<AnyPosition> {
        let (mut game, whole) = self.play(self.main_line());
        if let (true, Some(told)) = (whole, self.told_ending()) {
            game.end(told);
        }
        game
    }

    /// Returns the moves to a node as a game without the stored ending. Moves after an end by the rules are left out.
    pub fn game_to(&self, id: NodeId) -> Game<AnyPosition> {
        self.play(self.path(id)).0
    }

    /// Returns the stored ending. If none is stored, or if its winner is the same as by the rules, returns the ending
    /// by the rules.
    pub fn ending(&self) -> Option<Ending> {
        let (game, whole) = self.play(self.main_line());
        let by_rule = game.ending().filter(|_| whole);
        let differs = |told: &Ending| by_rule.is_none_or(|ending| ending.winner != told.winner);
        self.told_ending().filter(differs).or(by_rule)
    }

    /// Stores the outcome and its reason, and removes the tag `Termination`.
    pub fn set_ending(&mut self, ending: Option<Ending>) {
        self.outcome = ending.map(|ending| Outcome::of(ending.winner));
        self.termination = ending.map(|ending| ending.reason);
        self.take_tag("Termination");
    }

    /// Returns the stored ending; `None` without an outcome. If only the outcome is known, assumes that a win came from
    /// resignation, and a draw from agreement.
    pub fn told_ending(&self) -> Option<Ending> {
        let outcome = self.outcome?;
        let usual = match outcome {
            Outcome::Won(_) => EndReason::Resignation,
            Outcome::Drawn => EndReason::Agreement,
        };
        Some(Ending { winner: outcome.winner(), reason: self.termination.unwrap_or(usual) })
    }

    /// (game, whole): plays moves until the rules end the game. The flag `whole` is true if all moves were played.
    fn play(&self, nodes: impl IntoIterator<Item = NodeId>) -> (Game<AnyPosition>, bool) {
        let mut game = Game::new(self.start.clone());
        let whole = self.moves_of(nodes).into_iter().all(|mv| game.play(mv).is_ok());
        (game, whole)
    }

    fn moves_of(&self, nodes: impl IntoIterator<Item = NodeId>) -> Vec<Move> {
        nodes.into_iter().filter_map(|id| self.node(id).mv).collect()
    }

    /// The nodes from a node back to the first move, each with its place among its siblings. The place is `None` if the
    /// node was deleted.
    fn siblings_to(&self, id: NodeId) -> impl Iterator<Item = (NodeId, Option<usize>)> {
        let before = |&id: &NodeId| self.node(id).parent;
        std::iter::successors(Some(id), before).filter_map(move |id| {
            let siblings = &self.node(self.node(id).parent?).children;
            Some((id, siblings.iter().position(|&sibling| sibling == id)))
        })
    }

    fn move_to_front(&mut self, child: NodeId, place: usize) {
        if let Some(parent) = self.node(child).parent {
            self.nodes[parent.index()].children[..=place].rotate_right(1);
        }
    }
}
