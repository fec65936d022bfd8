//! The parts of a move that WXF and the Chinese notation share: files, steps and places as the mover sees them.

use super::{MoveError, only};
use crate::position::Position;
use crate::rules::{PieceType, Rules};
use crate::types::{FILES, Kind, Move, Piece, Side, Square};
use arrayvec::ArrayVec;

fn is_ahead(side: Side, square: Square, other: Square) -> bool {
    if side == Side::Red { square.rank() > other.rank() } else { square.rank() < other.rank() }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Sideways,
    Backward,
}

/// The part of a written move after the piece: the direction and a number. Along a file, the
/// number counts the points moved. Otherwise it is the number of the new file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct RelativeStep {
    pub(super) direction: Direction,
    pub(super) number: u8,
}

impl RelativeStep {
    pub(super) fn of(rules: Rules, side: Side, mv: Move) -> Self {
        let (from, to) = (mv.origin(), mv.target());
        let direction = if from.rank() == to.rank() {
            Direction::Sideways
        } else if is_ahead(side, to, from) {
            Direction::Forward
        } else {
            Direction::Backward
        };
        let number = if from.file() == to.file() {
            from.rank().abs_diff(to.rank())
        } else {
            rules.file_number(side, to)
        };
        Self { direction, number }
    }
}

pub(super) struct Standing {
    /// The number of the piece's file, counted from 1 at the mover's right.
    pub(super) file: u8,
    pub(super) on_file: u8,
    /// The number of pieces of the same side and kind that stand in front of this piece on its file.
    pub(super) in_front: u8,
    /// The number of pieces of this side and kind that have another such piece on their file.
    pub(super) sharing: u8,
    /// The number of pieces in `sharing` that are counted before this piece. The count goes from the
    /// mover's right to the left, and on each file from the front to the back.
    pub(super) before: u8,
}

impl Standing {
    pub(super) fn of<P: Position>(position: &P, piece: Piece, square: Square) -> Self {
        let side = piece.side();
        let file = |square| position.rules().file_number(side, square);
        let mut counts = [0; FILES as usize + 1];
        let mut in_front = 0;
        for other in Square::all().filter(|&other| position.piece_at(other) == Some(piece)) {
            counts[usize::from(file(other))] += 1;
            if other.file() == square.file() && is_ahead(side, other, square) {
                in_front += 1;
            }
        }
        let file = file(square);
        let shared = |counts: &[u8]| counts.iter().filter(|&&count| count > 1).sum();
        Self {
            file,
            on_file: counts[usize::from(file)],
            in_front,
            sharing: shared(&counts),
            before: shared(&counts[..usize::from(file)]) + in_front,
        }
    }

    /// Says whether the piece shares its file with others of its kind and stands at `place` among them.
    fn is_at(&self, place: Tandem) -> bool {
        self.on_file > 1
            && match place {
                Tandem::Front => self.in_front == 0,
                Tandem::Middle => self.on_file == 3 && self.in_front == 1,
                Tandem::Back => self.in_front == self.on_file - 1,
                Tandem::OnFile(number) => self.in_front + 1 == number,
                Tandem::Shared(number) => self.sharing > 2 && self.before + 1 == number,
            }
    }
}

/// Returns the same step of another piece of the same side and kind on the file. The result is
/// `None` if no such piece exists or if its step ends off the board.
pub(super) fn twin<P: Position>(position: &P, piece: Piece, mv: Move) -> Option<Move> {
    let (from, to) = (mv.origin(), mv.target());
    let other = Square::all().find(|&square| {
        square != from && square.file() == from.file() && position.piece_at(square) == Some(piece)
    })?;
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let landing = other.offset(files, ranks)?;
    let (files, ranks) = position.rules().size();
    (landing.file() < files && landing.rank() < ranks).then(|| Move::new(other, landing))
}

/// Says whether the file is enough to name an advisor or elephant, even if two stand on the file.
/// It is enough if the other piece cannot make the same step. In xiangqi the other piece never can.
pub(super) fn goes_by_file<P: Position>(position: &P, piece: Piece, mv: Move) -> bool {
    let is_defender = match piece.kind() {
        Kind::Advisor | Kind::Elephant => true,
        Kind::General | Kind::Horse | Kind::Chariot | Kind::Cannon | Kind::Soldier => false,
        // A queen has no letter in this notation.
        Kind::Queen => false,
    };
    is_defender && !twin(position, piece, mv).is_some_and(|twin| position.is_legal(twin))
}

/// A place among pieces of one side and kind: on one file, or on all files with several of these pieces.
#[derive(Clone, Copy)]
pub(super) enum Tandem {
    Front,
    Middle,
    Back,
    /// The place on one file, counted from 1 at the front.
    OnFile(u8),
    /// The place on all files with several of these pieces. Places are counted from 1: from the mover's right, and on
    /// each file from the front.
    Shared(u8),
}

pub(super) type Kinds = ArrayVec<Kind, { Kind::COUNT }>;

/// Returns a game's kinds of pieces for which `has` is true; `None` if there is no such kind.
pub(super) fn kinds(rules: Rules, has: impl Fn(&PieceType) -> bool) -> Option<Kinds> {
    let types = rules.variant().piece_types().filter(|piece| has(piece));
    let kinds: Kinds = types.map(|piece| piece.kind).collect();
    (!kinds.is_empty()).then_some(kinds)
}

pub(super) struct MoveDescription {
    pub(super) kinds: Kinds,
    /// The number of the file that the piece leaves, counted from 1 at the mover's right.
    pub(super) file: Option<u8>,
    pub(super) place: Option<Tandem>,
    pub(super) step: RelativeStep,
}

impl MoveDescription {
    pub(super) fn find<P: Position>(&self, position: &P) -> Result<Move, MoveError> {
        let moves = position.legal_moves();
        let fitting = moves.into_iter().filter(|&mv| {
            !mv.is_exchange()
                && RelativeStep::of(position.rules(), position.side(), mv) == self.step
                && self.names(position, mv.origin())
        });
        only(position.rules(), fitting, |square| self.names(position, square))
    }

    fn names<P: Position>(&self, position: &P, square: Square) -> bool {
        position
            .piece_at(square)
            .filter(|piece| piece.side() == position.side() && self.kinds.contains(&piece.kind()))
            .map(|piece| Standing::of(position, piece, square))
            .is_some_and(|standing| {
                self.file.is_none_or(|file| file == standing.file)
                    && self.place.is_none_or(|place| standing.is_at(place))
            })
    }
}
