//! What the search and a played game ask of any rule set.

use crate::rules::Rules;
use crate::types::{Key, Move, MoveList, Piece, Score, Side, Square};
use core::fmt;

/// Why a game is over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EndReason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// The general of the side to move has no liberty and cannot be given one (困將).
    Enclosed,
    /// Five soldiers of one side stand on the enemy's home rank.
    FiveSoldiers,
    /// Neither side has the pieces to give mate.
    InsufficientMaterial,
    /// One side gave check with every move of a repetition.
    PerpetualCheck,
    /// One side chased a piece with every move of a repetition.
    PerpetualChase,
    /// The same position came for the third time and nobody has to change.
    Repetition,
    /// Too many plies without a capture.
    NoCapture,
    /// The record of the game has no room for another move.
    Length,
    /// A player gave up.
    Resignation,
    /// A player's time ran out.
    Time,
    /// The players agreed to a draw.
    Agreement,
    /// A player made a move that is none, or could not play on.
    Forfeit,
    /// A judge ended the game where its result was clear enough.
    Adjudication,
}

impl fmt::Display for EndReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::Enclosed => "enclosed general",
            Self::FiveSoldiers => "five soldiers on the home rank",
            Self::InsufficientMaterial => "insufficient material",
            Self::PerpetualCheck => "perpetual check",
            Self::PerpetualChase => "perpetual chase",
            Self::Repetition => "repetition",
            Self::NoCapture => "no capture",
            Self::Length => "as long as a game may be",
            Self::Resignation => "resignation",
            Self::Time => "time",
            Self::Agreement => "agreement",
            Self::Forfeit => "forfeit",
            Self::Adjudication => "adjudication",
        })
    }
}

/// How a game ended: who won, if anybody, and why.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// The rule that ended the game.
    pub reason: EndReason,
}

impl Ending {
    /// A win.
    #[must_use]
    pub const fn win(winner: Side, reason: EndReason) -> Self {
        Self { winner: Some(winner), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: EndReason) -> Self {
        Self { winner: None, reason }
    }
}

/// A ply that led to a position: what repetition rules need of the past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Past {
    /// The key of the position before the move.
    pub key: Key,
    /// The move.
    pub mv: Move,
    /// Whether the side that made the move was in check before it.
    pub check: bool,
}

/// Plies that were played one after the other, in memory whose size is not named.
pub(crate) type Plies = heapless::vec::VecView<Past>;

/// A position of some game: a small plain value, from which `play` gives the next one.
///
/// The trait is what all games share; nothing in it is there for one game only.
pub trait Position: Clone + PartialEq + fmt::Debug {
    /// Whose rules it follows.
    fn rules(&self) -> Rules;

    /// The side to move.
    fn side(&self) -> Side;

    /// The hash of everything that tells this position from others for the rest of the game,
    /// the past left out.
    fn key(&self) -> Key;

    /// What stands on a square.
    fn piece_at(&self, square: Square) -> Option<Piece>;

    /// Whether the side to move must answer a threat to its general: it may not pass.
    fn in_check(&self) -> bool;

    /// How what stands on the board ends the game at once, whatever moves there are.
    fn variant_end(&self) -> Option<Ending> {
        None
    }

    /// Appends every legal move.
    fn generate_moves(&self, moves: &mut MoveList);

    /// Lists every legal move.
    fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate_moves(&mut moves);
        moves
    }

    /// Appends every legal move that takes something.
    fn generate_captures(&self, moves: &mut MoveList);

    /// Appends every legal move that takes nothing.
    fn generate_quiets(&self, moves: &mut MoveList);

    /// Appends every legal move that takes nothing and gives check.
    fn generate_quiet_checks(&self, moves: &mut MoveList) {
        let begin = moves.len();
        self.generate_quiets(moves);
        let mut end = begin;
        for index in begin..moves.len() {
            if self.gives_check(moves[index]) {
                moves.swap(end, index);
                end += 1;
            }
        }
        moves.truncate(end);
    }

    /// Whether the search tries quiet checks at the end of its lines: where matches say so.
    fn tries_quiet_checks(&self) -> bool {
        false
    }

    /// Whether the search leaves out at the end of its lines what takes too little to reach the
    /// score that is wanted: where matches say so.
    fn skips_poor_captures(&self) -> bool {
        true
    }

    /// How many legal moves there are, as `moves` would list them.
    fn count_moves(&self) -> u32 {
        self.legal_moves().len() as u32
    }

    /// Whether the move, which may come from anywhere, is legal here.
    fn is_legal(&self, mv: Move) -> bool;

    /// Whether the other side is in check after a legal move.
    fn gives_check(&self, mv: Move) -> bool {
        self.play(mv).in_check()
    }

    /// What the move takes.
    fn captured(&self, mv: Move) -> Option<Piece>;

    /// Makes a legal move.
    fn make(&mut self, mv: Move);

    /// The position after a legal move.
    fn play(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.make(mv);
        next
    }

    /// The position with the other side to move: a null move. Not to be asked for in check.
    fn null_move(&self) -> Self;

    /// An estimate for the side to move.
    fn evaluate(&self) -> Score;

    /// A part of the estimate that is known without a look at the board, what the pieces count on
    /// their squares; `None` if the game keeps no such sum.
    fn piece_square_score(&self) -> Option<Score> {
        None
    }

    /// Hashes of three parts of the position that its neighbours in the tree share: the soldiers,
    /// and the other pieces of Red and of Black.
    fn correction_keys(&self) -> [u32; 3];

    /// Whether a move gains at least so many hundredths if both sides go on taking on its square
    /// as long as it pays.
    fn see_ge(&self, mv: Move, threshold: i16) -> bool;

    /// What a piece counts in such an exchange.
    fn see_value(&self, piece: Piece) -> i16;

    /// Whether the side to move has pieces that make a null move a worse choice than the best
    /// real one, as good as always.
    fn allows_null_move(&self) -> bool;

    /// Plies since the last move that no later move can undo: no earlier position can come again.
    fn halfmove_clock(&self) -> u16;

    /// How many quiet plies make a draw.
    fn halfmove_limit(&self) -> u16;

    /// How the game ends when the side to move has no legal move.
    fn ending_without_moves(&self) -> Ending;

    /// What it means that this position has come again: `cycle` holds the plies since it first
    /// stood, the oldest first.
    fn judge_repetition(&self, cycle: &[Past]) -> Ending;
}
