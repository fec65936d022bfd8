//! Converts the texts and controls around the board to values that the page can read.

use super::parts::PartTexts;
use chuhe_app::{Action, App};
use chuhe_core::{Move, Piece, Position, Side, Square, notation};
use chuhe_view::text::{Language, Named, Text};
use chuhe_view::{
    Analysis, AnalysisLine, BoardDesign, Body, Chart, Control, Dialog, Menu, MoveItem, MovePlace,
    Part, Scene, Tray,
};
use embedded_graphics::pixelcolor::RgbColor;
use serde::Serialize;
use tsify::Tsify;

/// Everything around the board.
#[derive(Debug, Serialize, Tsify)]
pub(crate) struct Snapshot {
    language: &'static str,
    theme: &'static str,
    status: String,
    alarm: bool,
    /// The players, the one at the top of the board first.
    players: Vec<PlayerLine>,
    moves: Vec<String>,
    /// The index of the side that makes the first of `moves`.
    first: usize,
    tree: Option<Vec<MoveTexts>>,
    analysis: Option<AnalysisTexts>,
    bar: Option<Bar>,
    chart: Option<ChartTexts>,
    /// The pieces that a person can set up in the editor.
    tray: Vec<PieceTexts>,
    /// The number of plies on the board.
    played: usize,
    menus: Vec<MenuTexts>,
    open: Option<usize>,
    steps: Vec<ControlTexts>,
    tools: Vec<ControlTexts>,
    buttons: Vec<ControlTexts>,
    thinking: Option<String>,
    dialog: Option<DialogTexts>,
    squares: Vec<SquareLabel>,
}

/// A move of a study, or a word of a comment.
#[derive(Debug, Serialize, Tsify)]
struct MoveTexts {
    text: String,
    current: bool,
    begins: bool,
    indent: u8,
    comment: bool,
}

impl MoveTexts {
    /// The moves of a tree, in which a second move begins a new line after a variation or a comment.
    fn tree(items: &[MoveItem<'_>]) -> Vec<Self> {
        let is_main = |item: &MoveItem<'_>| matches!(item.place, MovePlace::Main { .. });
        let begins = std::iter::once(true).chain(items.iter().map(|before| !is_main(before)));
        items.iter().zip(begins).map(|(item, begins)| Self::of(item, begins)).collect()
    }

    fn of(item: &MoveItem<'_>, begins: bool) -> Self {
        let (text, current) = (item.text.to_owned(), item.is_current);
        match item.place {
            MovePlace::Main { number, second } => {
                let text = match (second, begins) {
                    (false, _) => format!("{number}. {text}"),
                    (true, true) => format!("{number}… {text}"),
                    (true, false) => text,
                };
                Self { text, current, begins: begins || !second, indent: 0, comment: false }
            }
            MovePlace::Text { indent, begins, comment, .. } => {
                Self { text, current, begins, indent, comment }
            }
        }
    }
}

#[derive(Debug, Serialize, Tsify)]
struct AnalysisTexts {
    controls: Vec<ControlTexts>,
    lines: Vec<String>,
    figures: String,
}

impl AnalysisTexts {
    fn of(analysis: &Analysis<'_>) -> Self {
        let line = |line: &AnalysisLine<'_>| format!("{} · {}", line.score, line.moves);
        Self {
            controls: controls(analysis.controls),
            lines: analysis.lines.iter().map(line).collect(),
            figures: analysis.figures.to_owned(),
        }
    }
}

/// The bar that shows who is better.
#[derive(Debug, Serialize, Tsify)]
struct Bar {
    /// The part of the bar that belongs to Red, or White, in thousandths.
    share: u16,
    score: String,
    /// Red, green and blue of each side, the one at the top of the board first.
    colors: [[u8; 3]; 2],
}

impl Bar {
    fn of(app: &App, analysis: &Analysis<'_>, scene: &Scene<'_>) -> Self {
        let ground = BoardDesign::of(app.cx().rules).ground;
        let color = |side| {
            let color = app.cx().settings.theme.colors().side_color(ground, side);
            [color.r(), color.g(), color.b()]
        };
        Self {
            share: scene.share(Side::Red).unwrap_or(500),
            score: analysis.lines.first().map_or_else(String::new, |line| line.score.to_owned()),
            colors: sides(app).map(color),
        }
    }
}

/// The report of the game.
#[derive(Debug, Serialize, Tsify)]
struct ChartTexts {
    /// The chance of Red, or White, at the start and after each move, in thousandths.
    shares: Vec<Option<u16>>,
    /// The number of moves up to each bad move.
    bad: Vec<usize>,
    /// The number of moves up to the position shown.
    current: Option<usize>,
    words: [String; 3],
}

impl ChartTexts {
    fn of(chart: &Chart<'_>) -> Self {
        Self {
            shares: chart.shares.to_vec(),
            bad: chart.bad.iter().map(|&(ply, _)| ply).collect(),
            current: chart.current,
            words: chart.words.map(str::to_owned),
        }
    }
}

#[derive(Debug, Serialize, Tsify)]
struct PlayerLine {
    side: usize,
    name: String,
    detail: String,
    clock: Option<u32>,
    to_move: bool,
    captured: Vec<PieceTexts>,
}

/// A kind of piece, and how many are captured or left to set up.
#[derive(Debug, Serialize, Tsify)]
struct PieceTexts {
    index: usize,
    label: String,
    count: u8,
    chosen: bool,
}

impl PieceTexts {
    fn of(app: &App, piece: Piece, count: u8, chosen: bool) -> Self {
        Self { index: piece.index(), label: piece_name(app, piece), count, chosen }
    }
}

#[derive(Debug, Serialize, Tsify)]
struct MenuTexts {
    title: String,
    items: Vec<ControlTexts>,
}

#[derive(Debug, Default, Serialize, Tsify)]
pub(crate) struct ControlTexts {
    /// True if a page does not have this control.
    hidden: bool,
    label: String,
    shortcut: String,
    enabled: bool,
    checked: bool,
    /// True if most people want this control next.
    primary: bool,
    /// The name of the control's drawing; `None` if it has only a label.
    icon: Option<String>,
}

impl ControlTexts {
    pub(crate) fn card(label: String, checked: bool) -> Self {
        Self { label, enabled: true, checked, ..Self::default() }
    }
}

#[derive(Debug, Default, Serialize, Tsify)]
struct DialogTexts {
    title: String,
    text: String,
    list: Vec<String>,
    chosen: Option<usize>,
    parts: Vec<PartTexts>,
    /// The index of the first of the `parts` that most people leave as they are.
    more: Option<usize>,
    /// The index of the part with the keyboard focus.
    focus: Option<usize>,
    answers: Vec<ControlTexts>,
}

/// A square, for people who do not see the canvas.
#[derive(Debug, Serialize, Tsify)]
struct SquareLabel {
    index: usize,
    name: String,
    label: String,
    /// The place in the picture, from the top left.
    row: u8,
    column: u8,
    chosen: bool,
    /// The move of the chosen piece to this square, in the notation shown.
    target: Option<String>,
}

impl Snapshot {
    pub(crate) fn of(app: &App, scene: &Scene<'_>) -> Self {
        let settings = &app.cx().settings;
        let player = |side: Side| {
            let player = scene.players[side.index()];
            PlayerLine {
                side: side.index(),
                name: player.name.to_owned(),
                detail: player.detail.to_owned(),
                clock: player.clock,
                to_move: scene.turn == Some(side),
                captured: captured(app, scene, side),
            }
        };
        let menu = |menu: &Menu<'_>| MenuTexts {
            title: menu.title.to_owned(),
            items: controls(menu.items),
        };
        let plies = scene.record.plies;
        Self {
            language: match settings.language {
                Language::English => "en",
                Language::Chinese => "zh-Hans",
                Language::TraditionalChinese => "zh-Hant",
            },
            theme: settings.theme.label().get(Language::English),
            status: scene.status.text.to_owned(),
            alarm: scene.status.alarm,
            players: sides(app).map(player).into(),
            moves: (0..plies.len()).map(|ply| plies.line(ply).to_owned()).collect(),
            first: scene.record.first.index(),
            tree: scene.tree.map(MoveTexts::tree),
            analysis: scene.analysis.as_ref().map(AnalysisTexts::of),
            bar: scene.analysis.as_ref().map(|analysis| Bar::of(app, analysis, scene)),
            chart: scene.chart.map(ChartTexts::of),
            tray: scene.tray.as_ref().map_or_else(Vec::new, |tray| left(app, tray)),
            played: scene.record.played,
            menus: scene.menus.iter().map(menu).collect(),
            open: scene.open.map(|(menu, _)| menu),
            steps: controls(scene.steps),
            tools: controls(scene.tools),
            buttons: controls(scene.buttons),
            thinking: scene.thinking.map(|it| format!("{} · {} · {}", it.depth, it.score, it.line)),
            dialog: scene.banner.or(scene.dialog).map(|dialog| DialogTexts::of(app, &dialog)),
            squares: squares(app, scene),
        }
    }
}

/// The sides, the one at the top of the board first.
fn sides(app: &App) -> [Side; 2] {
    if app.board().is_flipped { [Side::Red, Side::Black] } else { [Side::Black, Side::Red] }
}

/// The name of a piece with its side.
fn piece_name(app: &App, piece: Piece) -> String {
    Named(piece, app.cx().rules, app.cx().settings.language).to_string()
}

fn captured(app: &App, scene: &Scene<'_>, by: Side) -> Vec<PieceTexts> {
    if scene.taken.iter().all(|&count| count == 0) {
        return Vec::new();
    }
    let texts = |(piece, count)| PieceTexts::of(app, piece, count, false);
    scene.captured(app.cx().rules, by).map(texts).collect()
}

/// The pieces in the tray of the editor, and how many are left of each.
fn left(app: &App, tray: &Tray<'_>) -> Vec<PieceTexts> {
    let texts = |piece: Piece| {
        PieceTexts::of(app, piece, tray.left[piece.index()], tray.chosen == Some(piece))
    };
    tray.pieces().map(texts).collect()
}

pub(crate) fn controls(controls: &[Control<'_>]) -> Vec<ControlTexts> {
    let texts = |control: &Control<'_>| ControlTexts {
        hidden: is_absent(control.label),
        label: control.label.to_owned(),
        shortcut: control.shortcut.to_owned(),
        enabled: control.enabled,
        checked: control.checked,
        primary: control.primary,
        icon: control.icon.map(|icon| format!("{icon:?}")),
    };
    controls.iter().map(texts).collect()
}

/// True for the label of something that a page lacks: files on a disk, other programs, or a way to quit.
pub(crate) fn is_absent(label: &str) -> bool {
    const ABSENT: [Text; 13] = [
        Text::OkQuit,
        Text::Maps,
        Text::MapShort,
        Text::Scale,
        Text::LibraryPlace,
        Text::LibraryPosition,
        Text::LibraryRecent,
        Text::ExportAll,
        Text::LibraryFaultList,
        Text::BookFile,
        Text::EnginesDots,
        Text::AnalysisBy,
        Text::ExportFolder,
    ];
    let actions = Action::ALL.iter().filter(|action| !action.is_of_page());
    let labels: Vec<Text> = actions.map(|action| action.label()).chain(ABSENT).collect();
    is_one_of(&labels, label)
}

fn is_one_of(texts: &[Text], label: &str) -> bool {
    texts.iter().any(|text| Language::ALL.iter().any(|&language| text.get(language) == label))
}

impl DialogTexts {
    fn of(app: &App, dialog: &Dialog<'_>) -> Self {
        let mut texts = Self {
            title: dialog.title.to_owned(),
            answers: controls(dialog.answers),
            ..Self::default()
        };
        match dialog.body {
            Body::Text(text) => texts.text = text.to_owned(),
            Body::Form(form) => {
                let part = |part| PartTexts::of(part, app.cx().settings.language);
                texts.parts = form.parts.iter().map(part).collect();
                texts.focus = form.focus;
                if is_one_of(&[Text::TitleNewGame], dialog.title) {
                    // The details begin with the computer's time per move, or with the clocks.
                    let is_detail =
                        |part: &Part<'_>| is_one_of(&[Text::TimePerMove, Text::Clock], part.label);
                    texts.more = form.parts.iter().position(is_detail);
                }
            }
            Body::Pieces { pieces, chosen, .. } => {
                texts.list = pieces.iter().map(|&piece| piece_name(app, piece)).collect();
                texts.chosen = chosen;
            }
        }
        texts
    }
}

/// The move of the chosen piece to a square, in the notation shown.
fn target(app: &App, to: Square) -> String {
    let board = app.board();
    let selected = board.selection.selected().filter(|&from| from != to);
    selected.map_or_else(String::new, |from| {
        let (style, position) = (app.cx().settings.style(), board.shown().position());
        let mv = position.castling_move(from, to).unwrap_or(Move::new(from, to));
        notation::write(style, position, mv).to_string()
    })
}

/// The squares of the board in the order of the picture, row by row from the top left.
fn squares(app: &App, scene: &Scene<'_>) -> Vec<SquareLabel> {
    let rules = app.cx().rules;
    let board = BoardDesign::of(rules);
    let label = |square: Square| {
        let name = rules.square_name(square).to_string();
        let text = match scene.pieces[square.index()] {
            Some(piece) => format!("{name} {}", piece_name(app, piece)),
            None => name.clone(),
        };
        let (column, row) = match app.board().is_flipped {
            true => (board.files - 1 - square.file(), square.rank()),
            false => (square.file(), board.ranks - 1 - square.rank()),
        };
        SquareLabel {
            index: square.index(),
            name,
            label: text,
            row,
            column,
            chosen: scene.selected.contains(square),
            target: scene.targets.contains(square).then(|| target(app, square)),
        }
    };
    let mut squares: Vec<_> = board.squares().map(label).collect();
    squares.sort_unstable_by_key(|square| (square.row, square.column));
    squares
}
