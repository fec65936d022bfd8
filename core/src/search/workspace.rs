use super::history_table::{PieceTo, PieceToHistory};
use super::line::Pv;
use crate::history::MAX_PAST;
use crate::position::Past;
use crate::types::{Move, MoveList, Score};
use core::fmt;
use core::sync::atomic::{AtomicI16, Ordering::Relaxed};
use heapless::Vec;

/// The greatest length of a line in a search, in plies. A [`Workspace`] can have a smaller limit.
pub const MAX_PLIES: usize = 128;

/// The room for listed moves, in moves per ply. Two thirds of the nodes on a line list no quiet moves, so each of
/// the remaining nodes can list 120 moves. If there is no room for `MAX_MOVES` more moves, the search goes no deeper.
pub(super) const MOVES_PER_PLY: usize = 64;

/// The number of entries that the correction history has for each continuation history.
pub(super) const CORRECTIONS: usize = 48;

pub(super) const PATH: usize = MAX_PAST + MAX_PLIES;

/// The plies played before the current position, in the game and in the search.
pub(super) type Path = heapless::vec::VecView<Past>;

/// The memory of one search: the current line, and the histories that the search learns.
///
/// - `PLIES`: the length of the longest line in plies, 8 to 128.
/// - `CONTINUATIONS`: the number of continuation histories, and the size of the correction history in units of 48
///   entries. With 1440, each pair of piece and target square has its own continuation history. With 0 the search has
///   no continuation histories and no correction history.
/// - `COUNTER_MOVES`: the number of counter moves, 1440 at most.
/// - `PATH`: `PLIES` plus the number of plies before the root in which the search can find repetitions.
///
/// The histories stay in the workspace for the search of the next move, until [`Workspace::clear`] empties them. A
/// workspace is large: keep it in a `static`. With the feature `alloc`, `HeapMemory` is a workspace on the heap.
///
/// # Examples
/// ```
/// use chuhe_core::Workspace;
/// // A host's workspace, one for a handheld, and one for a board with 16 KiB of memory.
/// assert!(size_of::<Workspace>() < 800 << 10);
/// assert!(size_of::<Workspace<24, 2>>() < 28 << 10);
/// assert!(size_of::<Workspace<8, 0, 0, 8>>() < 7 << 10);
/// ```
pub struct Workspace<
    const PLIES: usize = MAX_PLIES,
    const CONTINUATIONS: usize = 256,
    const COUNTER_MOVES: usize = { PieceTo::COUNT },
    const PATH: usize = { self::PATH },
> {
    stack: [StackEntry; PLIES],
    moves: [[ScoredMove; MOVES_PER_PLY]; PLIES],
    listed: MoveList,
    path: Vec<Past, PATH>,
    main_history: PieceToHistory,
    counter_moves: [Option<Move>; COUNTER_MOVES],
    continuation_histories: [PieceToHistory; CONTINUATIONS],
    correction_history: [[AtomicI16; CORRECTIONS]; CONTINUATIONS],
    age: u8,
}

/// A move with its score in the move ordering: moves with higher scores come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct ScoredMove(u32);

impl ScoredMove {
    pub(super) const NONE: Self = Self(0);

    /// Packs a score of 16 bits, shifted to be positive, above the bits of the move.
    pub(super) fn new(mv: Move, score: i32) -> Self {
        debug_assert!(i16::try_from(score).is_ok(), "{score} does not fit");
        let score = (score - i32::from(i16::MIN)) as u32;
        Self(score << 16 | u32::from(mv.to_bits()))
    }

    pub(super) fn mv(self) -> Option<Move> {
        Move::of_bits(self.0 as u16)
    }
}

/// A [`Workspace`] of any size. Functions that take `&mut dyn SearchMemory` need no generic parameters for the sizes.
pub trait SearchMemory {
    /// Splits the workspace into parts that one search can borrow at the same time.
    fn parts(&mut self) -> WorkspaceParts<'_>;
}

/// The borrowed parts of a workspace. Their sizes are no part of this type.
#[derive(Debug)]
pub struct WorkspaceParts<'a> {
    pub(super) stack: &'a mut [StackEntry],
    /// The moves of all nodes on the current line, those of the root first.
    pub(super) moves: &'a mut [ScoredMove],
    pub(super) listed: &'a mut MoveList,
    /// The plies before the root, then the plies of the current line.
    pub(super) path: &'a mut Path,
    pub(super) main_history: &'a mut PieceToHistory,
    /// The last quiet move that refuted each move. The piece and target of the refuted move give the index.
    pub(super) counter_moves: &'a mut [Option<Move>],
    pub(super) continuation_histories: &'a mut [PieceToHistory],
    pub(super) correction_history: &'a [AtomicI16],
    /// The number of searches, modulo 256.
    pub(super) age: &'a mut u8,
}

impl WorkspaceParts<'_> {
    /// Empties the histories and sets the number of searches to 0, for example before a new game.
    pub fn clear(&mut self) {
        self.stack.fill(StackEntry::new());
        self.main_history.clear();
        self.counter_moves.fill(None);
        self.continuation_histories.iter_mut().for_each(PieceToHistory::clear);
        self.correction_history.iter().for_each(|entry| entry.store(0, Relaxed));
        *self.age = 0;
    }
}

/// The state of the search at one ply of the current line.
#[derive(Clone, Debug)]
pub(super) struct StackEntry {
    pub(super) pv: Pv,
    pub(super) static_eval: Score,
    /// The static evaluation minus the piece-square score. At first it is the negated value of the ply before.
    pub(super) positional_score: Option<i16>,
    pub(super) in_check: bool,
    /// The piece and target of the move that is being searched; `None` for a null move or an exchange.
    pub(super) piece_to: Option<PieceTo>,
    pub(super) is_null_move: bool,
    /// The number of plies since the last irreversible move.
    pub(super) reversible: u16,
    pub(super) killers: [Option<Move>; 2],
    /// The move that is left out of the search to test whether this move is singular.
    pub(super) excluded: Option<Move>,
}

impl StackEntry {
    pub(super) const fn new() -> Self {
        Self {
            pv: Pv::new_const(),
            static_eval: Score::DRAW,
            positional_score: None,
            in_check: false,
            piece_to: None,
            is_null_move: false,
            reversible: 0,
            killers: [None; 2],
            excluded: None,
        }
    }
}

impl<const PLIES: usize, const CONTINUATIONS: usize, const COUNTER_MOVES: usize, const PATH: usize>
    Workspace<PLIES, CONTINUATIONS, COUNTER_MOVES, PATH>
{
    /// Makes a workspace with empty histories.
    pub const fn new() -> Self {
        const {
            assert!(PLIES >= 8 && PLIES <= MAX_PLIES, "a line has 8 to 128 plies");
            assert!(CONTINUATIONS <= PieceTo::COUNT, "one for each piece and square is enough");
            assert!(COUNTER_MOVES <= PieceTo::COUNT, "one for each piece and square is enough");
            assert!(PATH >= PLIES, "a path has room for a line");
        }
        Self {
            stack: [const { StackEntry::new() }; PLIES],
            moves: [[ScoredMove::NONE; MOVES_PER_PLY]; PLIES],
            listed: MoveList::new_const(),
            path: Vec::new(),
            main_history: PieceToHistory::new(),
            counter_moves: [None; COUNTER_MOVES],
            continuation_histories: [const { PieceToHistory::new() }; CONTINUATIONS],
            correction_history: [const { [const { AtomicI16::new(0) }; CORRECTIONS] };
                CONTINUATIONS],
            age: 0,
        }
    }

    /// Empties the histories and sets the number of searches to 0, for example before a new game.
    pub fn clear(&mut self) {
        self.parts().clear();
    }
}

impl<const PLIES: usize, const CONTINUATIONS: usize, const COUNTER_MOVES: usize, const PATH: usize>
    SearchMemory for Workspace<PLIES, CONTINUATIONS, COUNTER_MOVES, PATH>
{
    fn parts(&mut self) -> WorkspaceParts<'_> {
        WorkspaceParts {
            stack: &mut self.stack,
            moves: self.moves.as_flattened_mut(),
            listed: &mut self.listed,
            path: &mut self.path,
            main_history: &mut self.main_history,
            counter_moves: &mut self.counter_moves,
            continuation_histories: &mut self.continuation_histories,
            correction_history: self.correction_history.as_flattened(),
            age: &mut self.age,
        }
    }
}

impl<const PLIES: usize, const CONTINUATIONS: usize, const COUNTER_MOVES: usize, const PATH: usize>
    Default for Workspace<PLIES, CONTINUATIONS, COUNTER_MOVES, PATH>
{
    fn default() -> Self {
        Self::new()
    }
}

impl<const PLIES: usize, const CONTINUATIONS: usize, const COUNTER_MOVES: usize, const PATH: usize>
    fmt::Debug for Workspace<PLIES, CONTINUATIONS, COUNTER_MOVES, PATH>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Workspace<{PLIES}, {CONTINUATIONS}, {COUNTER_MOVES}, {PATH}>")
    }
}
