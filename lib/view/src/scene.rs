use crate::board_design::pieces_of;
use crate::control::Control;
use crate::form::Form;
use chuhe_core::rules::{Rules, Safety};
use chuhe_core::{Bitboard, Game, Kind, Move, MoveKind, Piece, Position, Score, Side, Square};
use core::{array, fmt};
use embedded_graphics::prelude::Point;

/// The content of a picture of a board and its panels. The host sets the fields that [`Scene::new`] leaves empty.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'a> {
    /// The piece on each square, indexed by [`Square::index`].
    pub pieces: [Option<Piece>; Square::COUNT],
    /// The side to move. `None`: the game is over, or nobody moves on this board.
    pub turn: Option<Side>,
    /// The number of captured pieces of each kind and colour.
    pub taken: [u8; Piece::COUNT],
    /// The start and destination of the last move. After an exchange: the squares of the soldiers that were given up.
    pub last: Bitboard,
    /// The square of the general of the side to move, if that general is in check.
    pub check: Option<Square>,
    /// The squares of the selected pieces: the piece to move, or the soldiers to give up in an exchange.
    pub selected: Bitboard,
    /// True if the selected pieces are drawn dimmed or not at all. A host that toggles this field makes them blink.
    pub blink: bool,
    /// The squares marked as destinations of the selected piece.
    pub targets: Bitboard,
    /// The squares of the soldiers that can be given up in an exchange.
    pub offered: Bitboard,
    /// The safety of each general. `None`: the game has no guards, or the host does not show guards.
    pub safety: [Option<Safety>; 2],
    /// The squares of a hint that is an exchange: the soldiers, and the piece that they capture.
    pub hinted: Bitboard,
    /// The squares of the pieces that made a refused move illegal, or an edited position impossible.
    pub culprits: Bitboard,
    /// The square of the keyboard cursor. `None`: no cursor is drawn.
    pub cursor: Option<Square>,
    /// A piece drawn away from its square, because it is dragged or moving.
    pub lifted: Option<Lifted>,
    /// Moves shown as arrows, the best first.
    pub hints: &'a [Move],
    /// The players, Red first.
    pub players: [Player<'a>; 2],
    /// The moves of the game, as the panel lists them.
    pub record: GameRecord<'a>,
    /// The moves of a game with variations and comments, shown in place of `record`.
    pub tree: Option<&'a [MoveItem<'a>]>,
    /// The figures of the computer's thinking, such as its depth and score.
    pub thinking: Option<Thinking<'a>>,
    /// The analysis of the position, shown in place of `thinking`.
    pub analysis: Option<Analysis<'a>>,
    /// The chart of the game's report, shown under the moves or in place of `thinking`.
    pub chart: Option<&'a Chart<'a>>,
    /// The score of the position for Red (White in chess). The bar next to the board shows the score.
    pub evaluation: Option<Score>,
    /// The pieces that an editor of positions offers, shown in place of the moves.
    pub tray: Option<Tray<'a>>,
    /// The status line: whose turn it is, or a warning, or why a move was refused.
    pub status: StatusLine<'a>,
    /// The menus in the bar at the top, from left to right.
    pub menus: &'a [Menu<'a>],
    /// (menu, item): the indices of the open menu, and of its item with the keyboard focus.
    pub open: Option<(usize, Option<usize>)>,
    /// The words shown while both `thinking` and `analysis` are `None`.
    pub idle: &'a str,
    /// The small buttons under the moves, which step through the game.
    pub steps: &'a [Control<'a>],
    /// The small buttons with icons. A wide or high panel also shows their words.
    pub tools: &'a [Control<'a>],
    /// The buttons with words, below the small buttons.
    pub buttons: &'a [Control<'a>],
    /// The tip drawn next to the pointer.
    pub tip: Option<Tip<'a>>,
    /// The arrows that a person drew, as (from, to). If both squares are the same, a circle is drawn.
    pub drawn: &'a [(Square, Square)],
    /// The result of the game, on a card over the panel.
    pub banner: Option<Dialog<'a>>,
    /// The open dialog, drawn over the banner.
    pub dialog: Option<Dialog<'a>>,
    /// The pixel under the pointer. The control at this pixel lights up.
    pub pointer: Option<Point>,
}

/// A piece drawn away from its square.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lifted {
    /// The square on which the piece stands in [`Scene::pieces`].
    pub square: Square,
    /// The pixel at which the middle of the piece is drawn.
    pub at: Point,
}

/// The texts and the clock on a player's card in the panel.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Player<'a> {
    /// The name, on the first line of the card.
    pub name: &'a str,
    /// A detail below the name, such as a level or a program's name.
    pub detail: &'a str,
    /// The time left, in milliseconds. `None`: the player has no clock.
    pub clock: Option<u32>,
}

/// A list of texts that the host keeps, such as moves.
pub trait TextLines: fmt::Debug {
    /// The number of texts, including those scrolled out of sight.
    fn len(&self) -> usize;

    /// Returns the text at an index, counted from 0, or an empty text if the index is too large.
    fn line(&self, index: usize) -> &str;

    /// True if the list has no text, for example before the first move.
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

/// An empty list. An empty slice would also need the `Debug` of `str`, whose code takes 5 KB on a small device.
impl TextLines for () {
    fn len(&self) -> usize {
        0
    }

    fn line(&self, _: usize) -> &str {
        ""
    }
}

/// The moves of a game as text.
#[derive(Clone, Copy, Debug)]
pub struct GameRecord<'a> {
    /// Every ply, including undone ones.
    pub plies: &'a dyn TextLines,
    /// The number of plies played. Later entries of `plies` are undone.
    pub played: usize,
    /// The side that moved first.
    pub first: Side,
    /// The first row that is shown. `None`: the list scrolls to the last ply played.
    pub row: Option<usize>,
}

impl GameRecord<'_> {
    /// Returns the cell for a ply, both counted from 0. A row has two cells. If Black began, cell 0 is empty.
    pub(crate) fn cell(&self, ply: usize) -> usize {
        ply + self.first.index()
    }

    /// The number of rows in the list. A row has room for two plies. If Black began, the first row shows only one.
    pub fn rows(&self) -> usize {
        match self.plies.len() {
            0 => 0,
            plies => self.cell(plies - 1) / 2 + 1,
        }
    }
}

/// A move in a tree of variations, or a word of a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MoveItem<'a> {
    /// The move as it is shown, with a mark such as `?` if it has one, or the word.
    pub text: &'a str,
    /// The score after a move with a mark such as `?`. It is empty for other moves.
    pub score: &'a str,
    /// The column or the running text in which the item stands.
    pub place: MovePlace,
    /// True for the last move before the position that the board shows.
    pub is_current: bool,
}

/// The place of a [`MoveItem`] in the list: a column, or running text between the rows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MovePlace {
    /// A move of the main line, in one of two columns.
    Main {
        /// The number of the move. A ply of Red and a ply of Black have the same number.
        number: u16,
        /// True for the column of the side that moves second.
        second: bool,
    },
    /// A move of a variation, or a word of a comment, in running text.
    Text {
        /// The depth of the variation, counted from 1. Comments on the main line have 1, too.
        indent: u8,
        /// True if the item begins a new row of the text.
        begins: bool,
        /// True if no space stands before the item.
        glued: bool,
        /// True for a word of a comment.
        comment: bool,
    },
}

/// The figures that the panel shows about the computer's thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Thinking<'a> {
    /// The depth in plies.
    pub depth: u32,
    /// The score of the position for Red (White in chess).
    pub score: &'a str,
    /// The number of positions searched.
    pub nodes: u64,
    /// The number of positions searched per second.
    pub per_second: u64,
    /// The moves of the principal variation.
    pub line: &'a str,
}

/// The analysis of a position: the best lines of play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Analysis<'a> {
    /// The on/off switch, then either two controls for fewer and more lines of play, or one other control.
    pub controls: &'a [Control<'a>],
    /// The lines of play, the best first.
    pub lines: &'a [AnalysisLine<'a>],
    /// A text below the lines of play, such as depth and speed.
    pub figures: &'a str,
}

/// A line of play that the engine found, or a move with its results in past games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnalysisLine<'a> {
    /// The score for Red (White in chess).
    pub score: &'a str,
    /// The moves of the line, as text.
    pub moves: &'a str,
    /// (won, drawn, lost): Red's results in past games with this move, in thousandths of these games. Then `score`
    /// names the move, and `moves` tells about these games. `None`: the engine found the line.
    pub shares: Option<[u16; 3]>,
}

/// The chart of a report: the chances of both sides after each move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chart<'a> {
    /// The chance of Red (White in chess) at the start and after each move, in thousandths. `None`: unknown.
    pub shares: &'a [Option<u16>],
    /// (ply, grade) of each bad move. Plies count from 1. Grades go from 0 (mild) to 2 (worst).
    pub bad: &'a [(usize, u8)],
    /// The number of main-line moves before the position that the board shows.
    pub current: Option<usize>,
    /// The lines of text above the curve: about Red, about Black and about the opening.
    pub words: [&'a str; 3],
}

/// The pieces that an editor of positions offers for setting up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tray<'a> {
    /// The kinds of pieces in the game.
    pub kinds: &'a [Kind],
    /// The number of pieces of each kind and side that can still be set up.
    pub left: [u8; Piece::COUNT],
    /// The piece that a click on the board sets up.
    pub chosen: Option<Piece>,
}

impl Tray<'_> {
    /// Returns the pieces in their order in the tray: for each kind Red's, then Black's.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> + '_ {
        self.kinds.iter().flat_map(|&kind| Side::ALL.map(|side| Piece::new(side, kind)))
    }
}

/// A tip about the thing under the pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tip<'a> {
    /// The name of the thing, on the first line of the tip.
    pub name: &'a str,
    /// The shortcut key of the thing.
    pub key: &'a str,
    /// More about the thing, such as the reason why it cannot be used now.
    pub detail: &'a str,
    /// The pixel under the pointer. The tip opens next to it.
    pub at: Point,
}

/// The status text, and whether it gets the mark of a warning or of a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StatusLine<'a> {
    /// The text, which the panel wraps into lines.
    pub text: &'a str,
    /// True if the text is a warning.
    pub alarm: bool,
    /// True if the text tells why something was refused.
    pub refused: bool,
}

/// A menu of the bar at the top.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Menu<'a> {
    /// The word in the menu bar that opens the menu.
    pub title: &'a str,
    /// The items from top to bottom.
    pub items: &'a [Control<'a>],
}

/// A dialog box, or a banner.
#[derive(Clone, Copy, Debug)]
pub struct Dialog<'a> {
    /// The headline above the body.
    pub title: &'a str,
    /// The text, the pieces or the form below the headline.
    pub body: Body<'a>,
    /// The number of lines or rows of the body that are scrolled out of view at the top.
    pub first: usize,
    /// The buttons at the bottom, from left to right.
    pub answers: &'a [Control<'a>],
    /// The index of the answer that Enter gives.
    pub focus: Option<usize>,
}

/// The body of a dialog.
#[derive(Clone, Copy, Debug)]
pub enum Body<'a> {
    /// A text, wrapped if it has no tabs. A tab splits each line into two columns, such as key and description.
    Text(&'a str),
    /// A row of pieces, of which the person chooses one.
    Pieces {
        /// The pieces from left to right.
        pieces: &'a [Piece],
        /// The index of the chosen piece.
        chosen: Option<usize>,
        /// The square where the chosen piece will stand. The dialog opens next to this square.
        at: Option<Square>,
    },
    /// Parts such as options, fields and tables. Then [`Dialog::first`] counts lines with the height `Layout::em`.
    Form(Form<'a>),
}

fn census<P: Position>(position: &P) -> [u8; Piece::COUNT] {
    let mut counts = [0; Piece::COUNT];
    for piece in Square::all().filter_map(|square| position.piece_at(square)) {
        counts[piece.index()] += 1;
    }
    counts
}

/// Returns the start and destination of a move, or the squares of the soldiers that an exchange gives up.
fn squares_of(mv: Move, by: Side, rules: Rules) -> Bitboard {
    match mv.kind() {
        MoveKind::Exchange { files, .. } => {
            let (_, ranks) = rules.size();
            Bitboard::from_rank(if by == Side::Red { ranks - 1 } else { 0 }, files)
        }
        MoveKind::Normal { from, to, .. } => [from, to].into_iter().collect(),
    }
}

impl<'a> Scene<'a> {
    /// Creates the scene of a game: its board, last move, captured pieces and side to move.
    pub fn new<P: Position, const PLIES: usize>(rules: Rules, game: &Game<P, PLIES>) -> Self {
        let position = game.position();
        let mut scene = Self::empty();
        scene.pieces = pieces_of(position);
        let side = position.side();
        scene.turn = game.ending().is_none().then_some(side);
        let (before, now) = (census(game.start()), census(position));
        scene.taken = array::from_fn(|index| before[index].saturating_sub(now[index]));
        for side in Side::ALL {
            // A promoted soldier does not count as captured. If a promotion replaced a captured queen, only a
            // soldier is missing. Then a soldier counts as captured in place of the queen.
            let of = |kind| Piece::new(side, kind).index();
            let gained = Kind::ALL.map(|kind| now[of(kind)].saturating_sub(before[of(kind)]));
            let soldiers = &mut scene.taken[of(Kind::Soldier)];
            *soldiers = soldiers.saturating_sub(gained.iter().sum());
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

    /// Creates a scene with no pieces, nameless players and no controls, whose fields a host then sets.
    pub const fn empty() -> Self {
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
            record: GameRecord { plies: &(), played: 0, first: Side::Red, row: None },
            tree: None,
            thinking: None,
            analysis: None,
            chart: None,
            evaluation: None,
            tray: None,
            status: StatusLine { text: "", alarm: false, refused: false },
            menus: &[],
            open: None,
            idle: "",
            steps: &[],
            tools: &[],
            buttons: &[],
            tip: None,
            drawn: &[],
            banner: None,
            dialog: None,
            pointer: None,
        }
    }

    /// Returns the piece on a square, even if [`Scene::lifted`] makes it appear elsewhere.
    pub const fn piece_at(&self, square: Square) -> Option<Piece> {
        self.pieces[square.index()]
    }
}
