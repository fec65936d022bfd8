//! A position of a game on nine files.

use super::board::Board;
use super::tables::PieceTables;
use super::weights::PieceValues;
use crate::position::{EndReason, Ending, Past, Position, delegate};
use crate::rules::features::{FeatureTable, Mailbox, NetworkInput};
use crate::rules::{Rules, SetupFault};
use crate::search::{GameTuning, Searchable};
use crate::types::{Bitboard, Key, Kind, Move, MoveList, Piece, Score, Side, Square};
use core::fmt;
use core::hash::{Hash, Hasher};

/// A position of a game on nine files, in which each side has one general.
#[derive(Copy, PartialEq, Eq, Debug)]
pub struct NinePosition<G> {
    pub(in crate::rules) board: Board<G>,
    pub(in crate::rules) side: Side,
    pub(in crate::rules) halfmove_clock: u16,
}

/// Copies all bytes at once. A derived `clone` of a generic type would copy field by field, which is slower.
impl<G: Copy> Clone for NinePosition<G> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: NineMoves> Hash for NinePosition<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key().hash(state);
    }
}

/// A marker type that describes a game on nine files. The default functions suit a game like xiangqi.
pub trait NineGame: PieceValues + Copy + Eq + fmt::Debug {
    const RULES: Rules;
    const HALFMOVE_LIMIT: u16 = 120;
    /// Tables of the parts of the board, and of the steps that no other piece can block.
    const PIECES: &'static PieceTables;
    const FEATURES: &'static FeatureTable;
    const TUNING: GameTuning = GameTuning { quiet_checks: true, delta_pruning: false };
    /// Red's pieces at the start: each kind with the names of its squares, separated by spaces.
    const START: &'static [(Kind, &'static str)];

    fn can_stand(piece: Piece, square: Square) -> bool;

    /// Returns whether a piece can reach a square from one of the squares where pieces of its kind start.
    fn can_come(piece: Piece, square: Square) -> bool {
        Self::can_stand(piece, square)
    }

    /// Evaluates for the side to move. The default, for games without fitted weights, is the sum of the pieces' values.
    fn evaluate(position: &NinePosition<Self>) -> Score {
        Self::piece_square_score(position)
    }

    /// Returns the sum of the piece-square values for the side to move. The board keeps it. A game can add the tempo.
    fn piece_square_score(position: &NinePosition<Self>) -> Score {
        let for_red = position.board.interpolate(position.board.piece_squares());
        Score::from_eval(if position.side == Side::Red { for_red } else { -for_red })
    }

    /// Returns whether null move pruning is sound. By default the side to move needs a chariot, horse or cannon,
    /// because zugzwang is common without these pieces.
    #[inline]
    fn allows_null_move(position: &NinePosition<Self>) -> bool {
        [Kind::Chariot, Kind::Horse, Kind::Cannon]
            .iter()
            .any(|&kind| position.board.count(position.side, kind) > 0)
    }
}

/// The moves of a game on nine files, and the endings that depend on the moves. A function without
/// a comment does what the function of that name in [`Position`] or [`Searchable`] does.
pub trait NineMoves: NineGame {
    /// Returns a fault other than a piece on a wrong square. The caller has checked the squares already.
    fn fault(position: &NinePosition<Self>) -> Option<SetupFault>;

    fn in_check(position: &NinePosition<Self>) -> bool;

    fn variant_end(_position: &NinePosition<Self>) -> Option<Ending> {
        None
    }

    /// Appends to `moves` the legal moves that end on a square of `targets`. Also appends all exchanges, if an enemy
    /// piece stands on one of these squares.
    fn generate(position: &NinePosition<Self>, targets: Bitboard, moves: &mut MoveList);

    fn generate_quiet_checks(position: &NinePosition<Self>, moves: &mut MoveList);

    fn count_moves(position: &NinePosition<Self>) -> u32;

    /// Tests any move, even a move that was generated for another position.
    fn is_legal(position: &NinePosition<Self>, mv: Move) -> bool;

    fn gives_check(position: &NinePosition<Self>, mv: Move) -> bool;

    #[inline]
    fn captured(position: &NinePosition<Self>, mv: Move) -> Option<Piece> {
        position.board.piece_at(mv.target())
    }

    /// Plays a legal move on the board only: the side to move and the clock stay unchanged. Returns the captured piece.
    #[inline]
    fn make(position: &mut NinePosition<Self>, mv: Move) -> Option<Piece> {
        position.board.shift(mv.origin(), mv.target())
    }

    fn ending_without_moves(position: &NinePosition<Self>) -> Ending {
        let check = Self::in_check(position);
        let reason = if check { EndReason::Checkmate } else { EndReason::Stalemate };
        Ending::win(!position.side, reason)
    }

    fn judge_repetition(_position: &NinePosition<Self>, _cycle: &[Past]) -> Ending {
        Ending::draw(EndReason::Repetition)
    }

    fn see_ge(position: &NinePosition<Self>, mv: Move, threshold: i16) -> bool {
        position.captures_ge(mv, threshold)
    }
}

impl<G: NineGame> NinePosition<G> {
    /// The number of plies without a capture after which a game is drawn.
    pub const HALFMOVE_LIMIT: u16 = G::HALFMOVE_LIMIT;

    /// Returns whether a piece can ever stand on a square. Generals stay in their palace, advisors
    /// and elephants on their points, and soldiers do not stand behind the rank where they start.
    pub fn can_stand(piece: Piece, square: Square) -> bool {
        G::can_stand(piece, square)
    }
}

impl<G: NineMoves> Position for NinePosition<G> {
    delegate! {
        by G:
        #[inline] fn in_check(&self) -> bool;
        #[inline] fn variant_end(&self) -> Option<Ending>;
        fn generate_quiet_checks(&self, moves: &mut MoveList);
        fn count_moves(&self) -> u32;
        fn is_legal(&self, mv: Move) -> bool;
        fn gives_check(&self, mv: Move) -> bool;
        #[inline] fn captured(&self, mv: Move) -> Option<Piece>;
        fn ending_without_moves(&self) -> Ending;
        fn judge_repetition(&self, cycle: &[Past]) -> Ending;
    }

    #[inline]
    fn rules(&self) -> Rules {
        G::RULES
    }

    #[inline]
    fn side(&self) -> Side {
        self.side
    }

    #[inline]
    fn key(&self) -> Key {
        match self.side {
            Side::Red => self.board.key(),
            Side::Black => self.board.key().toggled(Board::<G>::BLACK_TO_MOVE),
        }
    }

    #[inline]
    fn piece_at(&self, square: Square) -> Option<Piece> {
        self.board.piece_at(square)
    }

    fn generate_moves(&self, moves: &mut MoveList) {
        G::generate(self, G::PIECES.board - self.board.side(self.side), moves);
    }

    fn generate_captures(&self, moves: &mut MoveList) {
        G::generate(self, self.board.side(!self.side), moves);
    }

    fn generate_quiets(&self, moves: &mut MoveList) {
        G::generate(self, G::PIECES.board - self.board.occupied(), moves);
    }

    #[inline]
    fn make(&mut self, mv: Move) {
        let captured = G::make(self, mv);
        self.halfmove_clock =
            if captured.is_some() { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.side = !self.side;
    }

    #[inline]
    fn null_move(&self) -> Self {
        Self { side: !self.side, halfmove_clock: self.halfmove_clock.saturating_add(1), ..*self }
    }

    #[inline]
    fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    #[inline]
    fn halfmove_limit(&self) -> u16 {
        G::HALFMOVE_LIMIT
    }
}

impl<G: NineMoves> Searchable for NinePosition<G> {
    delegate! {
        by G:
        fn evaluate(&self) -> Score;
        fn see_ge(&self, mv: Move, threshold: i16) -> bool;
        #[inline] fn allows_null_move(&self) -> bool;
    }

    fn piece_square_score(&self) -> Option<Score> {
        Some(G::piece_square_score(self))
    }

    fn correction_keys(&self) -> [u32; 3] {
        self.board.correction_keys()
    }

    #[inline]
    fn see_value(&self, piece: Piece) -> i16 {
        G::SEE_VALUES[piece.kind().index()]
    }

    #[inline]
    fn tuning(&self) -> GameTuning {
        G::TUNING
    }
}

impl<G: NineMoves> NetworkInput for NinePosition<G> {
    const FEATURES: &'static FeatureTable = G::FEATURES;

    #[inline]
    fn mailbox(&self) -> Mailbox {
        Mailbox::new(self.board.squares())
    }

    #[inline]
    fn count_pieces(&self) -> u32 {
        self.board.occupied().len()
    }

    #[inline]
    fn general(&self, side: Side) -> Square {
        self.board.general(side)
    }
}
