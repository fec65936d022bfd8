//! The position editor, with undo and redo.

use crate::note::Refusal;
use chuhe_core::rules::{Rights, Rules, SetupError};
use chuhe_core::{AnyPosition, Ending, Kind, Piece, Position, Side, Square};
use chuhe_view::text::Text;

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Editor {
    rules: Rules,
    pieces: [Option<Piece>; Square::COUNT],
    side: Side,
    /// The castling rights of the position with which the editor began.
    first: Rights,
    /// The castling rights that the first position or the person decides: first long, then short, each by side.
    /// `None`: the pieces decide.
    castling: [[Option<bool>; 2]; 2],
    /// The square on which a capture en passant is possible.
    pub(super) passed: Option<Square>,
    /// (piece, square): the piece in the hand, and the square it comes from. A piece from the tray has no square.
    pub(super) held: Option<(Piece, Option<Square>)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditorFault {
    Setup(SetupError),
    Over(Ending),
}

impl Editor {
    /// Creates a position of two generals on their start squares.
    pub fn new(rules: Rules) -> Self {
        let mut editor = Self::of(&rules.start());
        for place in &mut editor.pieces {
            *place = place.filter(|piece| piece.kind() == Kind::General);
        }
        editor
    }

    pub fn of(position: &AnyPosition) -> Self {
        let pieces: [_; Square::COUNT] =
            std::array::from_fn(|index| position.piece_at(Square::at(index)));
        let (rules, side, rights) = (position.rules(), position.side(), position.rights());
        let (usual, _) = rules.possible_rights(|at| pieces[at.index()], side);
        let chosen = |has: [Option<u8>; 2], usual: [Option<u8>; 2]| {
            Side::ALL.map(Side::index).map(|at| (has[at] != usual[at]).then_some(has[at].is_some()))
        };
        let castling = [chosen(rights.long, usual.long), chosen(rights.short, usual.short)];
        Self { rules, pieces, side, first: rights, castling, passed: rights.passed, held: None }
    }

    /// Derives from the pieces each castling right that neither the first position nor the person decides.
    pub fn rights(&self) -> Rights {
        let (usual, passed) = self.rules.possible_rights(|at| self.piece_at(at), self.side);
        let given = self.rules.castling_rooks(|at| self.piece_at(at), self.first);
        let chosen = |own: [Option<bool>; 2], usual: [Option<u8>; 2], given: [Option<u8>; 2]| {
            Side::ALL.map(Side::index).map(|at| match own[at] {
                None => usual[at],
                Some(is_given) => given[at].filter(|_| is_given),
            })
        };
        let [long, short] = self.castling;
        Rights {
            short: chosen(short, usual.short, given.short),
            long: chosen(long, usual.long, given.long),
            passed: self.passed.filter(|&square| passed.contains(square)),
        }
    }

    /// Takes away the right to castle from a side that has it. Otherwise gives the right, if there is a rook for it.
    pub fn turn_castling(&mut self, side: Side, short: bool) {
        let rights = self.rights();
        let has = if short { rights.short } else { rights.long }[side.index()].is_some();
        self.castling[usize::from(short)][side.index()] = Some(!has);
    }

    /// The choices for the square of a capture en passant. The first choice is `None`: no capture.
    pub fn passed_squares(&self) -> Vec<Option<Square>> {
        let (_, passed) = self.rules.possible_rights(|at| self.piece_at(at), self.side);
        std::iter::once(None).chain(passed.into_iter().map(Some)).collect()
    }

    pub const fn rules(&self) -> Rules {
        self.rules
    }

    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }

    pub const fn side(&self) -> Side {
        self.side
    }

    pub fn held(&self) -> Option<Piece> {
        self.held.map(|(piece, _)| piece)
    }

    /// (square, piece): the piece in the hand and its square; `None` for an empty hand or a piece from the tray.
    pub fn picked_up(&self) -> Option<(Square, Piece)> {
        let (piece, origin) = self.held?;
        Some((origin?, piece))
    }

    /// The number of pieces like `piece` in the tray. The tray has the pieces of a full set that are not in use. In
    /// a game with promotion, each unused soldier also counts as any piece but the general.
    pub fn left(&self, piece: Piece) -> usize {
        let whole = self.rules.start();
        let count = |piece: Piece, at: &dyn Fn(Square) -> Option<Piece>| {
            Square::all().filter(|&square| at(square) == Some(piece)).count()
        };
        let of_set = |piece| count(piece, &|square| whole.piece_at(square));
        let in_use = |piece| {
            count(piece, &|square| self.piece_at(square)) + usize::from(self.held() == Some(piece))
        };
        let own = of_set(piece).saturating_sub(in_use(piece));
        if !self.rules.has_promotion() || piece.kind() == Kind::General {
            return own;
        }
        let soldier = Piece::new(piece.side(), Kind::Soldier);
        let others = Kind::ALL.into_iter().filter(|&kind| kind != Kind::Soldier);
        let promoted: usize = others
            .map(|kind| Piece::new(piece.side(), kind))
            .map(|piece| in_use(piece).saturating_sub(of_set(piece)))
            .sum();
        let spare = of_set(soldier).saturating_sub(in_use(soldier) + promoted);
        if piece == soldier { spare } else { own + spare }
    }

    pub fn position(&self) -> Result<AnyPosition, EditorFault> {
        let pieces = Square::all().filter_map(|square| Some((square, self.piece_at(square)?)));
        let position = self.rules.set_up_with(pieces, self.side, self.rights());
        let position = position.map_err(EditorFault::Setup)?;
        match position.ending() {
            Some(ending) => Err(EditorFault::Over(ending)),
            None => Ok(position),
        }
    }

    pub fn mirror(&mut self) {
        let (files, _) = self.rules.size();
        self.rearrange(|at, piece| (Square::new(files - 1 - at.file(), at.rank()), piece));
    }

    /// Changes the side of every piece, mirrors the ranks, and gives the turn to the other side.
    pub fn swap_sides(&mut self) {
        let (_, ranks) = self.rules.size();
        self.rearrange(|at, piece| {
            let swapped = Piece::new(!piece.side(), piece.kind());
            (Square::new(at.file(), ranks - 1 - at.rank()), swapped)
        });
        self.turn();
    }

    /// Moves every piece to the square that `place` returns. Afterwards only the pieces decide the castling rights.
    fn rearrange(&mut self, place: impl Fn(Square, Piece) -> (Option<Square>, Piece)) {
        self.put_back();
        let before = std::mem::replace(&mut self.pieces, [None; Square::COUNT]);
        for (at, piece) in Square::all().zip(before) {
            if let Some((Some(square), piece)) = piece.map(|piece| place(at, piece)) {
                self.pieces[square.index()] = Some(piece);
            }
        }
        (self.first, self.castling, self.passed) = (Rights::default(), Default::default(), None);
    }

    pub fn turn(&mut self) {
        self.side = !self.side;
    }

    /// Takes a piece from the tray into the hand. If the hand already holds such a piece, only empties the hand.
    pub fn take(&mut self, piece: Piece) -> Result<(), Refusal> {
        let held = self.held();
        self.put_back();
        if held == Some(piece) {
            return Ok(());
        }
        if self.left(piece) == 0 {
            return Err(Refusal::Plain(Text::NoneLeft));
        }
        self.held = Some((piece, None));
        Ok(())
    }

    /// Puts the piece in the hand on a square, or picks up the piece on the square. A replaced piece goes to the tray.
    /// When a piece from the tray is placed, the hand takes the next such piece, if the tray has one.
    pub fn touch(&mut self, square: Square) {
        let there = &mut self.pieces[square.index()];
        match self.held.take() {
            None => self.held = there.take().map(|piece| (piece, Some(square))),
            Some((piece, origin)) => {
                *there = Some(piece);
                let more = origin.is_none() && self.left(piece) > 0;
                self.held = more.then_some((piece, None));
            }
        }
    }

    /// Puts a piece from the tray on a square.
    pub fn put(&mut self, piece: Piece, square: Square) -> Result<(), Refusal> {
        if self.piece_at(square) == Some(piece) {
            return Ok(());
        }
        if self.left(piece) == 0 {
            return Err(Refusal::Plain(Text::NoneLeft));
        }
        self.pieces[square.index()] = Some(piece);
        Ok(())
    }

    pub fn remove(&mut self, square: Square) {
        self.pieces[square.index()] = None;
    }

    /// Puts the piece in the hand back on its square or in the tray. Returns false if the hand was empty.
    pub fn put_back(&mut self) -> bool {
        let Some((piece, origin)) = self.held.take() else { return false };
        if let Some(square) = origin {
            self.pieces[square.index()] = Some(piece);
        }
        true
    }
}

/// The positions for undo and redo, with the present position.
#[derive(Debug, Default)]
pub(crate) struct Edits {
    past: Vec<Editor>,
    /// The number of positions in `past` up to the present position. Later positions are for redo.
    present: usize,
    /// The position that was saved last.
    kept: Option<Editor>,
    /// True if the clock goes on when the editor closes.
    pub(crate) resumes: bool,
}

impl Edits {
    /// Adds the present position if it has changed. While a piece is picked up from a square, nothing is added.
    pub(crate) fn note(&mut self, editor: &Editor) {
        let rested = Editor { held: None, ..editor.clone() };
        if editor.picked_up().is_none() && self.current() != Some(&rested) {
            self.past.truncate(self.present);
            self.past.push(rested);
            self.present = self.past.len();
        }
    }

    fn current(&self) -> Option<&Editor> {
        self.past.get(self.present.checked_sub(1)?)
    }

    pub(crate) fn keep(&mut self) {
        self.kept = self.current().cloned();
    }

    pub(crate) fn neighbour(&self, back: bool) -> Option<&Editor> {
        self.past.get(if back { self.present.checked_sub(2)? } else { self.present })
    }

    pub(crate) fn are_unkept(&self) -> bool {
        self.neighbour(true).is_some() && self.current() != self.kept.as_ref()
    }

    pub(crate) fn go(&mut self, back: bool) -> Option<Editor> {
        let editor = self.neighbour(back)?.clone();
        self.present = if back { self.present - 1 } else { self.present + 1 };
        Some(editor)
    }
}
