use chuhe_core::rules::{Rules, Safety};
use chuhe_core::{Bitboard, Game, Kind, Move, Piece, Position, Score, Side, Square};
use core::fmt;
use embedded_graphics::prelude::Point;

/// Everything that a picture shows beside its style: a played game and what the host knows.
///
/// [`Scene::new`] fills in what follows from the game; the host sets the other fields.
///
/// ```
/// use chuhe_core::{Game, rules::{Rules, Xiangqi}};
/// use chuhe_view::{Scene, Status};
/// let game: Game<Xiangqi> = Game::new(Xiangqi::start());
/// let mut scene = Scene::new(Rules::Xiangqi, &game);
/// scene.status = Status { text: "Red to move.", alarm: false };
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// What stands on each square.
    pub pieces: [Option<Piece>; Square::COUNT],
    /// Whose turn it is; `None` when the game is over or nobody is to move.
    pub turn: Option<Side>,
    /// How many of each piece were taken.
    pub taken: [u8; Piece::COUNT],
    /// The squares of the last move.
    pub last: Bitboard,
    /// The general in check.
    pub check: Option<Square>,
    /// The pieces chosen to move: one, or the soldiers of an exchange.
    pub selected: Bitboard,
    /// Whether the selected pieces are hidden, which makes them blink.
    pub blink: bool,
    /// Where the selected piece can go.
    pub targets: Bitboard,
    /// The soldiers that can be given up in an exchange.
    pub offered: Bitboard,
    /// How safe the generals are, where they can be guarded and that is to be seen.
    pub safety: [Option<Safety>; 2],
    /// The soldiers and the piece of an exchange that is advised.
    pub hinted: Bitboard,
    /// The pieces that are to blame for a refused move.
    pub culprits: Bitboard,
    /// The keyboard's place on the board.
    pub cursor: Option<Square>,
    /// A piece that is drawn elsewhere than on its square, while it is dragged or on its way.
    pub lifted: Option<Lifted>,
    /// Moves to show as arrows, the best first.
    pub hints: &'a [Move],
    /// The players, Red first.
    pub players: [Player<'a>; 2],
    /// The moves of the game.
    pub record: GameRecord<'a>,
    /// What the computer thinks.
    pub thinking: Option<Thinking<'a>>,
    /// The pieces that an editor offers, in place of the moves.
    pub tray: Option<Tray<'a>>,
    /// What happened last.
    pub status: Status<'a>,
    /// The menus.
    pub menus: &'a [Menu<'a>],
    /// The open menu, and which of its items the keyboard is at.
    pub open: Option<(usize, Option<usize>)>,
    /// The buttons.
    pub buttons: &'a [Control<'a>],
    /// The dialog that waits for an answer.
    pub dialog: Option<Dialog<'a>>,
    /// Where the pointer is: what it is over lights up.
    pub pointer: Option<Point>,
}

/// A piece away from its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// Where it stands on the board.
    pub square: Square,
    /// The pixel that its middle is drawn at.
    pub at: Point,
}

/// Who plays a side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player<'a> {
    /// The name.
    pub name: &'a str,
    /// What else there is to say: a level, a program.
    pub detail: &'a str,
    /// The time left, in milliseconds.
    pub clock: Option<u32>,
}

/// TextLines of text that the host holds.
pub trait TextLines: fmt::Debug {
    /// How many there are.
    fn len(&self) -> usize;

    /// One of them.
    fn line(&self, index: usize) -> &str;

    /// Whether there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl<S: AsRef<str> + fmt::Debug> TextLines for &[S] {
    fn len(&self) -> usize {
        <[S]>::len(self)
    }

    fn line(&self, index: usize) -> &str {
        self.get(index).map_or("", AsRef::as_ref)
    }
}

/// The moves of a game as text.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// Every ply, also those that were undone.
    pub plies: &'a dyn TextLines,
    /// How many of them are on the board.
    pub played: usize,
    /// Who made the first one.
    pub first: Side,
    /// The row that the list begins with; `None` keeps the last ply played in sight.
    pub row: Option<usize>,
}

impl GameRecord<'_> {
    /// The cell of a list of two a row that a ply belongs to, counted from the first row's left.
    pub(crate) fn cell(&self, ply: usize) -> usize {
        ply + self.first.index()
    }

    /// How many rows of two plies there are.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self.plies.len() {
            0 => 0,
            plies => self.cell(plies - 1) / 2 + 1,
        }
    }
}

/// What the computer thinks, in plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking<'a> {
    /// How many plies deep it has looked.
    pub depth: u32,
    /// How good it finds its position.
    pub score: Score,
    /// How many positions it has seen.
    pub nodes: u64,
    /// How many it sees in a second.
    pub per_second: u64,
    /// The moves it expects.
    pub line: &'a str,
}

/// The pieces that an editor offers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tray<'a> {
    /// The kinds that the game has.
    pub kinds: &'a [Kind],
    /// How many of each piece can still be set up.
    pub left: [u8; Piece::COUNT],
    /// The piece that a click on the board sets up.
    pub chosen: Option<Piece>,
}

impl Tray<'_> {
    /// The pieces as they lie in the tray: of each kind Red's, then Black's.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.kinds.iter().flat_map(|&kind| Side::ALL.map(|side| Piece::new(side, kind)))
    }
}

/// What happened last, in words.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status<'a> {
    /// The words.
    pub text: &'a str,
    /// Whether they are a warning.
    pub alarm: bool,
}

/// Something that a button or an item of a menu does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Control<'a> {
    /// What it is called; an empty one is a line between others.
    pub label: &'a str,
    /// The key that does the same.
    pub shortcut: &'a str,
    /// Whether it can be done now.
    pub enabled: bool,
    /// Whether it is switched on.
    pub checked: bool,
}

impl<'a> Control<'a> {
    /// A line between the items of a menu.
    pub const SEPARATOR: Self = Self::new("", "");

    /// Something that can be done.
    #[must_use]
    pub const fn new(label: &'a str, shortcut: &'a str) -> Self {
        Self { label, shortcut, enabled: true, checked: false }
    }
}

/// A menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Menu<'a> {
    /// What stands in the bar.
    pub title: &'a str,
    /// What it offers.
    pub items: &'a [Control<'a>],
}

/// A box over everything else.
#[derive(Clone, Copy, Debug)]
pub struct Dialog<'a> {
    /// The headline.
    pub title: &'a str,
    /// What it says or offers.
    pub body: Body<'a>,
    /// The first line or row of the body that is shown.
    pub first: usize,
    /// The answers.
    pub answers: &'a [Control<'a>],
    /// The answer that Enter gives.
    pub focus: Option<usize>,
}

/// What a dialog says or offers.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// A text, broken into lines where needed.
    Text(&'a str),
    /// Rows to choose one of.
    List {
        /// The rows.
        rows: &'a dyn TextLines,
        /// The one chosen.
        chosen: Option<usize>,
    },
    /// Pieces to choose one of, side by side.
    Pieces {
        /// The pieces.
        pieces: &'a [Piece],
        /// The one chosen.
        chosen: Option<usize>,
    },
    /// Values to change.
    Settings {
        /// The values.
        rows: &'a [Setting<'a>],
        /// The one that the keyboard is at.
        chosen: Option<usize>,
    },
}

/// A value that can be changed step by step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting<'a> {
    /// What it is.
    pub label: &'a str,
    /// What it is set to.
    pub value: &'a str,
    /// Whether there is a value before this one.
    pub less: bool,
    /// Whether there is a value after this one.
    pub more: bool,
}

/// How many of each piece stand on a board.
fn census<P: Position>(position: &P) -> [u8; Piece::COUNT] {
    let mut counts = [0; Piece::COUNT];
    for piece in Square::all().filter_map(|square| position.piece_at(square)) {
        counts[piece.index()] += 1;
    }
    counts
}

/// The squares that a move of a side leaves, reaches or empties; of an exchange the soldiers given
/// up.
fn squares_of(mv: Move, by: Side, rules: Rules) -> Bitboard {
    match mv.as_exchange() {
        Some((files, _)) => {
            let (_, ranks) = rules.size();
            Bitboard::from_rank(if by == Side::Red { ranks - 1 } else { 0 }, files)
        }
        None => [mv.from(), mv.to()].into_iter().collect(),
    }
}

impl<'a> Scene<'a> {
    /// The scene of a game: its board, its last move, what was taken, whose turn it is.
    #[must_use]
    pub fn new<P: Position, const PLIES: usize>(rules: Rules, game: &Game<P, PLIES>) -> Self {
        let position = game.position();
        let mut scene = Self::empty();
        for square in Square::all() {
            scene.pieces[square.index()] = position.piece_at(square);
        }
        let side = position.side();
        scene.turn = game.ending().is_none().then_some(side);
        for ((taken, before), now) in
            scene.taken.iter_mut().zip(census(game.start())).zip(census(position))
        {
            *taken = before.saturating_sub(now);
        }
        if let Some(&mv) = game.moves().last() {
            scene.last = squares_of(mv, !side, rules);
        }
        if position.in_check() {
            let general = Some(Piece::new(side, Kind::General));
            scene.check = Square::all().find(|&square| position.piece_at(square) == general);
        }
        scene.record.first = game.start().side();
        scene.record.played = game.moves().len();
        scene
    }

    /// The scene of an empty board, which an editor begins with.
    #[must_use]
    pub const fn empty() -> Self {
        const NO_LINES: &[&str] = &[];
        let player = Player { name: "", detail: "", clock: None };
        Self {
            pieces: [None; Square::COUNT],
            turn: None,
            taken: [0; Piece::COUNT],
            last: Bitboard::EMPTY,
            check: None,
            selected: Bitboard::EMPTY,
            blink: false,
            targets: Bitboard::EMPTY,
            offered: Bitboard::EMPTY,
            safety: [None; 2],
            hinted: Bitboard::EMPTY,
            culprits: Bitboard::EMPTY,
            cursor: None,
            lifted: None,
            hints: &[],
            players: [player; 2],
            record: GameRecord { plies: &NO_LINES, played: 0, first: Side::Red, row: None },
            thinking: None,
            tray: None,
            status: Status { text: "", alarm: false },
            menus: &[],
            open: None,
            buttons: &[],
            dialog: None,
            pointer: None,
        }
    }

    /// What stands on a square.
    #[must_use]
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }
}
