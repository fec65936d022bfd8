//! Makes a [`Scene`] for the view from the state of the application.

pub(crate) mod buttons;
mod curve;
mod status;
mod thoughts;

use self::buttons::{Buttons, control, menu_rows, row_of};
use self::curve::Curve;
use self::thoughts::{ANALYSIS_CONTROLS, AnalysisTexts, EXPLORER_CONTROLS, ThinkingTexts, hints};
use crate::look;
use crate::study::MoveTexts;
use crate::{
    Action, App, DialogTexts, Editor, EditorFault, MENUS, Note, Refusal, Shape, Study, Target,
    Words,
};
use chuhe_core::notation::Exchange;
use chuhe_core::rules::Explain;
use chuhe_core::{Bitboard, Kind, Move, Piece, Position, Side, Square, notation};
use chuhe_host::openings::{Opening, opening_of};
use chuhe_records::NodeId;
use chuhe_view::letters::Typeface;
use chuhe_view::text::Text;
use chuhe_view::{
    Control, Grid, HitTarget, Layout, Lifted, Menu, Player, Scene, StatusLine, Tip, Tray, View,
    letters,
};
use embedded_graphics::prelude::Point;

#[derive(Debug)]
pub struct Picture {
    layout: Layout,
    view: View<'static>,
    kept: Kept,
    board: Scene<'static>,
    texts: Texts,
}

#[derive(Debug, Default)]
struct Kept {
    plies: Plies,
    tree: MoveTexts,
    curve: Curve,
}

#[derive(Debug)]
struct Texts {
    status: String,
    alarm: bool,
    refused: bool,
    /// (name, detail) of each player. The detail is a level or an engine's name; empty for a person and in a study.
    players: [(String, String); 2],
    clocks: [Option<u32>; 2],
    thinking: Option<ThinkingTexts>,
    analysis: Option<AnalysisTexts>,
    dialog: Option<DialogTexts>,
    has_banner: bool,
    node: Option<NodeId>,
    chart: [String; 3],
    idle: String,
    kinds: Vec<Kind>,
    /// (left, held): the number of each piece left in the editor's tray, and the piece in the hand.
    tray: Option<([u8; Piece::COUNT], Option<Piece>)>,
    hints: Vec<Move>,
    drawn: Vec<Shape>,
    menu_titles: [&'static str; MENUS.len()],
    menus: Vec<Vec<Control<'static>>>,
    buttons: Buttons,
    controls: [Vec<Control<'static>>; 3],
    tip: Option<[String; 3]>,
}

#[derive(Debug, Default)]
struct Plies {
    texts: Vec<String>,
    /// The game's count of changes, and the notation, when the texts were made.
    of: Option<(u32, notation::Style)>,
    opening: Option<Opening>,
}

impl Plies {
    fn update(&mut self, app: &App) {
        let of = Some((app.board.game.changes(), app.cx.settings.style()));
        if self.of == of {
            return;
        }
        self.of = of;
        self.texts.clear();
        let game = app.board.game.game();
        let mut position = game.start().clone();
        for &mv in game.moves().iter().chain(game.undone()) {
            self.texts.push(notation::write(app.cx.settings.style(), &position, mv).to_string());
            position = position.play(mv);
        }
        self.opening = opening_of(game.start(), game.moves());
    }
}

fn opening_words(opening: Option<Opening>, words: Words) -> String {
    opening.map_or_else(String::new, |Opening { code, english, chinese }| {
        format!("{code} {}", words.of(&[english, chinese].map(str::to_owned)))
    })
}

fn layout(app: &App, size: [usize; 2], has_chart: bool) -> Layout {
    let (settings, rules) = (&app.cx.settings, app.cx.rules);
    let layout = look::layout(settings, rules, app.board.is_flipped, size);
    let (layout, has_lines) = if app.cx.editor.is_some() {
        (layout.with_tray(kinds(app).len()), false)
    } else if app.explorer.is_on() {
        // Fewer moves fit if the chart of a report is shown.
        (layout.with_lines(if has_chart { 4 } else { 8 }), true)
    } else if app.analysis.is_on() {
        (layout.with_bar().with_lines(settings.analysis_lines.into()), true)
    } else {
        (layout, false)
    };
    if has_chart { layout.with_chart(has_lines) } else { layout }
}

impl Picture {
    pub fn new(app: &App, size: [usize; 2]) -> Self {
        let mut kept = Kept::default();
        let layout = kept.renew(app, size);
        let view = look::view(&app.cx.settings, app.cx.rules, letters::FULL);
        let board = board(app, &layout);
        let texts = Texts::new(app, &kept);
        Self { layout, view, kept, board, texts }
    }

    pub fn with_face(mut self, face: Typeface<'static>) -> Self {
        self.view.face = face;
        self
    }

    /// Updates the picture, and returns true if its background must be painted again.
    pub fn update(&mut self, app: &App, size: [usize; 2]) -> bool {
        let layout = self.kept.renew(app, size);
        let view = look::view(&app.cx.settings, app.cx.rules, self.view.face);
        let same = layout == self.layout
            && view.theme == self.view.theme
            && view.labels == self.view.labels
            && view.set == self.view.set;
        self.board = board(app, &layout);
        self.texts = Texts::new(app, &self.kept);
        (self.layout, self.view) = (layout, view);
        !same
    }

    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    pub const fn view(&self) -> &View<'static> {
        &self.view
    }

    pub fn target_of(&self, app: &App, hit: HitTarget) -> Option<Target> {
        let Texts { buttons, dialog, .. } = &self.texts;
        let action =
            |actions: &[Action], index: usize| actions.get(index).copied().map(Target::Action);
        match hit {
            HitTarget::Square(square) => Some(Target::Square(square)),
            HitTarget::Ply(ply) => Some(Target::Ply(ply + 1)),
            HitTarget::Tray(piece) => Some(Target::Tray(piece)),
            HitTarget::Step(index) => action(&buttons.steps, index),
            HitTarget::Tool(index) => action(&buttons.tools, index),
            HitTarget::Button(index) => action(&buttons.words, index),
            HitTarget::Player(side) => Some(Target::Player(side)),
            HitTarget::Thinking => Some(Target::Action(Action::ShowThinking)),
            HitTarget::AnalysisControl(index) if app.explorer.is_on() => {
                action(&EXPLORER_CONTROLS, index)
            }
            HitTarget::AnalysisControl(index) => action(&ANALYSIS_CONTROLS, index),
            HitTarget::AnalysisLine(line) => Some(Target::Line(line)),
            HitTarget::Menu(menu) => Some(Target::Menu(menu)),
            HitTarget::Item(item) => {
                let (menu, _) = self.board.open?;
                menu_rows(menu).nth(item).flatten().map(Target::Action)
            }
            HitTarget::Answer(index) => dialog.as_ref()?.reply(index).map(Target::Reply),
            HitTarget::Row(row) => Some(Target::Entry(row)),
            HitTarget::Part(index, spot) => {
                dialog.as_ref()?.id(index).map(|id| Target::Part(id, spot))
            }
            HitTarget::TreeItem(index) => {
                self.kept.tree.texts.get(index).map(|text| Target::Node(text.node))
            }
            HitTarget::Chart(ply) => {
                let main_line = app.board.study.as_ref()?.tree().main_line();
                std::iter::once(NodeId::ROOT).chain(main_line).nth(ply).map(Target::Node)
            }
            HitTarget::Moves | HitTarget::Inside | HitTarget::Outside | HitTarget::Nowhere => None,
        }
    }

    pub fn show<T>(&self, shown: impl FnOnce(&Scene<'_>) -> T) -> T {
        let Self { texts, kept: Kept { plies, tree, curve }, .. } = self;
        let plies = plies.texts.as_slice();
        let moves = texts.node.map(|node| tree.items(node));
        let lines: Vec<_> = texts.analysis.iter().flat_map(AnalysisTexts::lines).collect();
        let chart = texts.node.and_then(|_| curve.chart(texts.chart.each_ref().map(|it| &**it)));
        let menus = texts.menu_titles.iter().zip(&texts.menus);
        let menus: Vec<_> = menus.map(|(title, items)| Menu { title, items }).collect();
        let [steps, tools, buttons] = &texts.controls;
        let mut scene: Scene<'_> = self.board;
        scene.status =
            StatusLine { text: &texts.status, alarm: texts.alarm, refused: texts.refused };
        scene.players = Side::ALL.map(|side| Player {
            name: &texts.players[side.index()].0,
            detail: &texts.players[side.index()].1,
            clock: texts.clocks[side.index()],
        });
        scene.record.plies = &plies;
        scene.tree = moves.as_deref();
        scene.thinking = texts.thinking.as_ref().map(ThinkingTexts::shown);
        scene.analysis = texts.analysis.as_ref().map(|analysis| analysis.shown(&lines));
        scene.chart = chart.as_ref();
        let tray = texts.tray;
        scene.tray = tray.map(|(left, chosen)| Tray { kinds: &texts.kinds, left, chosen });
        scene.hints = &texts.hints;
        scene.menus = &menus;
        scene.idle = &texts.idle;
        (scene.steps, scene.tools, scene.buttons) = (steps, tools, buttons);
        scene.drawn = &texts.drawn;
        if let (Some([name, key, detail]), Some(at)) = (&texts.tip, scene.pointer) {
            scene.tip = Some(Tip { name, key, detail, at });
        }
        match &texts.dialog {
            Some(dialog) => dialog.show(|dialog| {
                let mut scene = scene;
                let place = if texts.has_banner { &mut scene.banner } else { &mut scene.dialog };
                *place = Some(*dialog);
                shown(&scene)
            }),
            None => shown(&scene),
        }
    }
}

impl Kept {
    fn renew(&mut self, app: &App, size: [usize; 2]) -> Layout {
        self.plies.update(app);
        self.curve.update(app);
        if let Some(study) = app.board.study.as_ref() {
            let end = app.board.retry.as_ref().map(|_| study.node());
            self.tree.update(study, app.cx.settings.style(), end);
        }
        layout(app, size, self.curve.is_shown())
    }
}

impl Texts {
    fn new(app: &App, Kept { plies, curve, .. }: &Kept) -> Self {
        let words = app.cx.words();
        let (status, alarm) = words.status(app);
        let control = |action| control(app, words, action);
        let buttons = Buttons::of(app);
        let worded = |action| Control { label: words.button(action, app), ..control(action) };
        let controls = |actions: &[Action]| actions.iter().map(|&of| worded(of)).collect();
        let idle = idle(app);
        let is_free = matches!(idle, Text::ThinkingIdle | Text::ThinkingHidden);
        let opening = if app.board.study.is_some() { curve.opening } else { plies.opening };
        let opening = Some(opening_words(opening, words));
        let opening = opening.filter(|opening| is_free && !opening.is_empty());
        let dialog = app.cx.dialog();
        let kinds = kinds(app);
        Self {
            status,
            alarm,
            refused: matches!(app.cx.note, Note::Refused(_)),
            players: Side::ALL.map(|side| words.player(app, side)),
            clocks: Side::ALL.map(|side| clock(app, side)),
            thinking: ThinkingTexts::new(app, words),
            analysis: AnalysisTexts::new(app, words),
            dialog: dialog.map(|dialog| DialogTexts::of(dialog, &app.cx)),
            has_banner: dialog.is_some_and(|dialog| dialog.is_banner()),
            node: app.board.study.as_ref().map(Study::node),
            chart: curve.words(app, words),
            idle: opening.unwrap_or_else(|| words.get(idle).to_owned()),
            tray: tray(app, &kinds),
            kinds,
            hints: hints(app),
            drawn: app.board.drawn(&app.cx),
            menu_titles: TITLES.map(|title| words.get(title)),
            menus: (0..MENUS.len())
                .map(|menu| {
                    menu_rows(menu).map(|row| row.map_or(Control::SEPARATOR, control)).collect()
                })
                .collect(),
            controls: [&buttons.steps, &buttons.tools, &buttons.words].map(|of| controls(of)),
            buttons,
            tip: app.tip().and_then(|target| words.tip(app, target)),
        }
    }
}

const TITLES: [Text; MENUS.len()] = [
    Text::MenuGame,
    Text::MenuMoves,
    Text::MenuStudy,
    Text::MenuPosition,
    Text::MenuView,
    Text::MenuHelp,
];

pub fn gliding(app: &App, grid: &Grid) -> Option<Lifted> {
    let (from, square, part) = app.board.gliding(app.cx.now)?;
    let [from, to] = [from, square].map(|at| grid.center(at));
    let at = from + Point::new((to.x - from.x) * part / 256, (to.y - from.y) * part / 256);
    Some(Lifted { square, at })
}

fn board(app: &App, layout: &Layout) -> Scene<'static> {
    let mut scene = match app.cx.editor.as_ref() {
        None => Scene::new(app.cx.rules, app.board.shown()),
        Some(editor) => Scene {
            pieces: std::array::from_fn(|index| editor.piece_at(Square::at(index))),
            turn: Some(editor.side()),
            ..Scene::empty()
        },
    };
    let selection = &app.board.selection;
    scene.cursor = selection.cursor;
    scene.pointer = app.pointer.position.map(Point::from);
    scene.lifted = selection.dragged().map(|(square, place)| Lifted { square, at: place.into() });
    if let Some(editor) = app.cx.editor.as_ref() {
        if let (Some((square, piece)), Some(at)) = (editor.picked_up(), scene.pointer) {
            scene.pieces[square.index()] = Some(piece);
            scene.lifted = Some(Lifted { square, at });
        }
    } else if app.board.study.is_none() && app.board.game.is_looking_back() {
        scene.turn = None;
    } else {
        scene.selected = selection.selected().into_iter().collect();
        if let Some(given) = selection.given() {
            (scene.selected, scene.offered) = (given, app.board.offered());
        }
        scene.blink = !app.board.is_selection_lit(&app.cx);
        if app.cx.settings.show_moves {
            scene.targets = app.board.destinations().into_iter().collect();
        }
    }
    scene.culprits = match (app.cx.editor.as_ref().map(Editor::position), &app.cx.note) {
        (Some(Err(EditorFault::Setup(error))), _) => error.square().into_iter().collect(),
        (None, Note::Refused(Refusal::Illegal(_, _, culprits))) => *culprits,
        _ => Bitboard::EMPTY,
    };
    if app.cx.settings.show_guards && app.cx.editor.is_none() {
        let position = app.board.shown().position();
        scene.safety = Side::ALL.map(|side| position.safety(side));
    }
    scene.lifted = gliding(app, &layout.grid).or(scene.lifted);
    scene.evaluation = app.analysis.evaluation().filter(|_| app.cx.editor.is_none());
    scene.hinted = hinted(app);
    scene.open = app.menu().map(|(menu, item)| (menu, row_of(menu, item)));
    scene
}

fn hinted(app: &App) -> Bitboard {
    let position = app.board.game.game().position();
    let hint = app.board.hint().filter(|_| app.cx.editor.is_none());
    let exchange = hint.and_then(|hint| Exchange::of(position, hint));
    exchange.map_or(Bitboard::EMPTY, |exchange| exchange.soldiers.with(exchange.victim))
}

fn idle(app: &App) -> Text {
    match app.cx.settings.show_thinking {
        _ if app.cx.editor.is_some() => Text::EditorIdle,
        true if app.board.study.is_none() && app.board.game.played_another() => Text::ThinkingOther,
        true => Text::ThinkingIdle,
        false => Text::ThinkingHidden,
    }
}

/// The time left on a side's clock, in milliseconds; `None` without a clock.
fn clock(app: &App, side: Side) -> Option<u32> {
    let left = match app.board.study.as_ref() {
        Some(study) => study.clock(side),
        None => app.board.game.time_left(side, app.cx.now),
    };
    left.map(|left| u32::try_from(left.as_millis()).unwrap_or(u32::MAX))
}

/// The kinds of pieces in the tray, in this order: the general, the kinds of promotion, the other kinds.
fn kinds(app: &App) -> Vec<Kind> {
    let variant = app.cx.rules.variant();
    let promoted = variant.promotions.iter().map(|promotion| promotion.kind());
    let mut kinds: Vec<_> = std::iter::once(Kind::General).chain(promoted).collect();
    let others = variant.piece_types().map(|piece| piece.kind);
    kinds.extend(others.filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>());
    kinds
}

fn tray(app: &App, kinds: &[Kind]) -> Option<([u8; Piece::COUNT], Option<Piece>)> {
    let editor = app.cx.editor.as_ref()?;
    let mut left = [0; Piece::COUNT];
    for side in Side::ALL {
        for piece in kinds.iter().map(|&kind| Piece::new(side, kind)) {
            left[piece.index()] = editor.left(piece) as u8;
        }
    }
    Some((left, editor.held()))
}
