//! The texts and controls around the board, as values that the page can read.

use crate::parts::PartTexts;
use chuhe_app::App;
use chuhe_app::picture::Picture;
use chuhe_core::{Piece, Side, Square};
use chuhe_view::text::{Language, Named};
use chuhe_view::{BoardDesign, Body, Control, Dialog, Scene, Thinking};
use serde::Serialize;

/// Everything around the board.
#[derive(Debug, Serialize)]
pub(crate) struct Snapshot {
    language: &'static str,
    theme: &'static str,
    status: String,
    alarm: bool,
    /// The players, the one at the top of the board first.
    players: Vec<PlayerLine>,
    moves: Vec<String>,
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

#[derive(Debug, Serialize)]
struct PlayerLine {
    name: String,
    detail: String,
    clock: Option<u32>,
    to_move: bool,
}

#[derive(Debug, Serialize)]
struct MenuTexts {
    title: String,
    items: Vec<ControlTexts>,
}

#[derive(Debug, Serialize)]
pub(crate) struct ControlTexts {
    label: String,
    shortcut: String,
    enabled: bool,
    checked: bool,
}

#[derive(Debug, Serialize)]
struct DialogTexts {
    title: String,
    text: String,
    list: Vec<String>,
    chosen: Option<usize>,
    parts: Vec<PartTexts>,
    /// The part with the keyboard focus.
    focus: Option<usize>,
    answers: Vec<ControlTexts>,
}

/// A square for those who do not see the canvas.
#[derive(Debug, Serialize)]
struct SquareLabel {
    index: usize,
    label: String,
    /// The place in the picture, from the top left.
    row: u8,
    column: u8,
    chosen: bool,
    target: bool,
}

impl Snapshot {
    pub(crate) fn of(app: &App, texts: &Picture) -> Self {
        let mut snapshot = None;
        texts.show(app, |scene| snapshot = Some(Self::of_scene(app, scene)));
        snapshot.unwrap_or_else(|| Self::of_scene(app, &Scene::empty()))
    }

    fn of_scene(app: &App, scene: &Scene<'_>) -> Self {
        let settings = app.settings();
        let sides =
            if app.is_flipped() { [Side::Red, Side::Black] } else { [Side::Black, Side::Red] };
        let player = |side: Side| {
            let player = scene.players[side.index()];
            PlayerLine {
                name: player.name.to_owned(),
                detail: player.detail.to_owned(),
                clock: player.clock,
                to_move: scene.turn == Some(side),
            }
        };
        let menus = scene
            .menus
            .iter()
            .map(|menu| MenuTexts { title: menu.title.to_owned(), items: controls(menu.items) });
        Self {
            language: match settings.language {
                Language::English => "en",
                Language::Chinese => "zh-Hans",
                Language::TraditionalChinese => "zh-Hant",
            },
            theme: settings.theme.label().get(Language::English),
            status: scene.status.text.to_owned(),
            alarm: scene.status.alarm,
            players: sides.map(player).into(),
            moves: (0..scene.record.plies.len())
                .map(|ply| scene.record.plies.line(ply).to_owned())
                .collect(),
            played: scene.record.played,
            menus: menus.collect(),
            open: scene.open.map(|(menu, _)| menu),
            steps: controls(scene.steps),
            tools: controls(scene.tools),
            buttons: controls(scene.buttons),
            thinking: scene.thinking.map(|thinking| thinking_text(&thinking)),
            dialog: scene
                .banner
                .as_ref()
                .or(scene.dialog.as_ref())
                .map(|dialog| DialogTexts::of(app, dialog)),
            squares: squares(app, scene),
        }
    }
}

pub(crate) fn controls(controls: &[Control<'_>]) -> Vec<ControlTexts> {
    let texts = |control: &Control<'_>| ControlTexts {
        label: control.label.to_owned(),
        shortcut: control.shortcut.to_owned(),
        enabled: control.enabled,
        checked: control.checked,
    };
    controls.iter().map(texts).collect()
}

fn thinking_text(thinking: &Thinking<'_>) -> String {
    format!("{} · {} · {}", thinking.depth, thinking.score, thinking.line)
}

impl DialogTexts {
    fn of(app: &App, dialog: &Dialog<'_>) -> Self {
        let mut texts = Self {
            title: dialog.title.to_owned(),
            text: String::new(),
            list: Vec::new(),
            chosen: None,
            parts: Vec::new(),
            focus: None,
            answers: controls(dialog.answers),
        };
        match dialog.body {
            Body::Text(text) => texts.text = text.to_owned(),
            Body::Form(form) => {
                texts.parts = form.parts.iter().map(PartTexts::of).collect();
                texts.focus = form.focus;
            }
            Body::Pieces { pieces, chosen } => {
                let (rules, language) = (app.rules(), app.settings().language);
                let name = |&piece: &Piece| Named(piece, rules, language).to_string();
                texts.list = pieces.iter().map(name).collect();
                texts.chosen = chosen;
            }
        }
        texts
    }
}

/// The squares of the board in the order of the picture, row by row from the top left.
fn squares(app: &App, scene: &Scene<'_>) -> Vec<SquareLabel> {
    let (rules, language) = (app.rules(), app.settings().language);
    let board = BoardDesign::of(rules);
    let label = |square: Square| {
        let name = rules.square_name(square);
        let piece = scene.pieces[square.index()];
        let text = match piece {
            Some(piece) => format!("{name} {}", Named(piece, rules, language)),
            None => name.to_string(),
        };
        let (column, row) = (square.file(), board.ranks - 1 - square.rank());
        let (column, row) = match app.is_flipped() {
            true => (board.files - 1 - column, board.ranks - 1 - row),
            false => (column, row),
        };
        SquareLabel {
            index: square.index(),
            label: text,
            row,
            column,
            chosen: scene.selected.contains(square),
            target: scene.targets.contains(square),
        }
    };
    let mut squares: Vec<_> = board.squares().map(label).collect();
    squares.sort_unstable_by_key(|square| (square.row, square.column));
    squares
}
