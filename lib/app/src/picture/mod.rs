//! Makes a [`Scene`] of the view from the state, and finds the target under the pointer.

mod curve;
mod form;

pub use form::{page, pages};

use self::curve::Curve;
use crate::app::Buttons;
use crate::app::{
    Action, App, Dialog, Editor, EditorFault, MENUS, Note, Refusal, Target, Topic, WindowPoint,
};
use crate::study::MoveTexts;
use crate::thoughts::{ANALYSIS_CONTROLS, AnalysisTexts, ThinkingTexts, evaluation, hints};
use crate::words::Words;
use chuhe_core::notation::Exchange;
use chuhe_core::rules::Explain;
use chuhe_core::{Bitboard, Kind, Piece, Position, Side, Square, notation};
use chuhe_host::openings::{Opening, opening_of};
use chuhe_view::letters::Typeface;
use chuhe_view::text::{Language, Text};
use chuhe_view::{
    BoardDesign, Body, Control, HitTarget, Labels, Layout, Lifted, Menu, Player, Scene, StatusLine,
    Tip, Tray, View, letters,
};
use embedded_graphics::prelude::{Point, Size};

/// The picture of the window.
#[derive(Debug)]
pub struct Picture {
    layout: Layout,
    view: View<'static>,
    /// The moves as text, kept between pictures.
    plies: Plies,
    /// The moves of the study as text, kept between pictures.
    tree: MoveTexts,
    /// The chart of the report, kept between pictures.
    curve: Curve,
}

/// The moves of a game as text.
#[derive(Debug, Default)]
struct Plies {
    texts: Vec<String>,
    /// The count of changes of the game and the notation that the texts belong to.
    of: Option<(u32, notation::Style)>,
    opening: Option<Opening>,
}

impl Plies {
    fn update(&mut self, app: &App) {
        let of = Some((app.game_model().changes(), app.style()));
        if self.of == of {
            return;
        }
        self.of = of;
        self.texts.clear();
        let game = app.game_model().game();
        let mut position = game.start().clone();
        for &mv in game.moves().iter().chain(game.undone()) {
            self.texts.push(notation::write(app.style(), &position, mv).to_string());
            position = position.play(mv);
        }
        self.opening = opening_of(game.start(), game.moves());
    }
}

/// The code and the name of an opening; empty for none.
fn opening_words(opening: Option<Opening>, language: Language) -> String {
    opening.map_or_else(String::new, |Opening { code, english, chinese }| match language {
        Language::English => format!("{code} {english}"),
        Language::Chinese | Language::TraditionalChinese => format!("{code} {chinese}"),
    })
}

fn view(app: &App, face: Typeface<'static>) -> View<'static> {
    let settings = app.settings();
    View {
        theme: settings.theme.colors(),
        set: settings.pieces,
        labels: match app.shows_coordinates() {
            true => Labels::Coordinates,
            false => BoardDesign::of(app.rules()).labels,
        },
        face,
        language: settings.language,
    }
}

fn layout(app: &App, size: Size, curve: &Curve) -> Layout {
    let percent = app.settings().scale.into();
    let layout = Layout::new(size, BoardDesign::of(app.rules()), app.is_flipped(), percent);
    let layout = if app.analysis().is_on() && app.editor().is_none() {
        layout.with_analysis(app.settings().analysis_lines.into())
    } else {
        layout
    };
    if curve.is_shown() { layout.with_chart() } else { layout }
}

const fn point((x, y): WindowPoint) -> Point {
    Point::new(x, y)
}

impl Picture {
    /// Creates the picture for a window size.
    #[must_use]
    pub fn new(app: &App, size: [usize; 2]) -> Self {
        let size = Size::new(size[0] as u32, size[1] as u32);
        let view = view(app, letters::FULL);
        let mut curve = Curve::default();
        curve.update(app);
        Self {
            layout: layout(app, size, &curve),
            view,
            plies: Plies::default(),
            tree: MoveTexts::default(),
            curve,
        }
    }

    /// Returns the picture with other fonts, among them fonts that the host lends.
    #[must_use]
    pub fn with_face(mut self, face: Typeface<'static>) -> Self {
        self.view.face = face;
        self
    }

    /// Updates layout and view. Returns true if the background has changed.
    pub fn update(&mut self, app: &App, size: [usize; 2]) -> bool {
        let size = Size::new(size[0] as u32, size[1] as u32);
        self.curve.update(app);
        let (layout, view) = (layout(app, size, &self.curve), view(app, self.view.face));
        let same = layout == self.layout
            && view.theme == self.view.theme
            && view.labels == self.view.labels
            && view.set == self.view.set;
        (self.layout, self.view) = (layout, view);
        self.plies.update(app);
        if let Some(study) = app.study() {
            self.tree.update(study, app.style());
        }
        !same
    }

    /// The layout.
    #[must_use]
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The view.
    #[must_use]
    pub const fn view(&self) -> &View<'static> {
        &self.view
    }

    /// Returns the target at a point of the window.
    #[must_use]
    pub fn target(&self, app: &App, place: WindowPoint) -> Option<Target> {
        let place = point(place);
        if let Some((id, from)) = app.captured() {
            let mut to = from;
            self.show(app, |scene| {
                let part = form::part_index(app, id);
                if let (Some(dialog), Some(part)) = (&scene.dialog, part) {
                    to = self.view.dragged(&self.layout, dialog, (part, from), place);
                }
            });
            return Some(Target::Part(id, to));
        }
        let mut hit = HitTarget::Nowhere;
        self.show(app, |scene| hit = self.view.hit_test(&self.layout, scene, place));
        self.target_of(app, hit)
    }

    /// Returns the target of a hit.
    #[must_use]
    pub fn target_of(&self, app: &App, hit: HitTarget) -> Option<Target> {
        match hit {
            HitTarget::TreeItem(index) => {
                self.tree.texts().get(index).map(|text| Target::Node(text.node))
            }
            HitTarget::Chart(ply) => {
                app.study().and_then(|study| curve::node_at(study, ply)).map(Target::Node)
            }
            _ => target_of(app, hit),
        }
    }

    /// Calls `shown` with the scene of the state.
    pub fn show(&self, app: &App, shown: impl FnOnce(&Scene<'_>)) {
        let words = Words::new(app);
        let (status, alarm) = words.status(app);
        let players = Side::ALL.map(|side| words.player(app, side));
        let thinking = ThinkingTexts::new(app, words);
        let analysis = AnalysisTexts::new(app, words);
        let lines: Vec<_> = analysis.iter().flat_map(AnalysisTexts::lines).collect();
        let dialog = app.dialog().map(|dialog| Spoken::new(app, words, dialog));
        let parts = app.dialog().map_or_else(Vec::new, |dialog| dialog.form_parts(app));
        let items = form::Items::all(&parts);
        let form = app.dialog().map(|dialog| form::shown(dialog, &parts, &items));
        let answers: Vec<_> = dialog.iter().flat_map(|dialog| dialog.answers(words)).collect();
        let plies = self.plies.texts.as_slice();
        let moves = self.tree.items(app.study());
        let opening = if app.study().is_some() { self.curve.opening() } else { self.plies.opening };
        let opening = opening_words(opening, words.language());
        let told = self.curve.words(app, words);
        let chart = self.curve.chart(app, &told);
        let kinds = kinds(app);
        let hints = hints(app);
        let button = |action| button(app, words, action);
        let entries_of: Vec<Vec<_>> = (0..MENUS.len())
            .map(|menu| menu_rows(menu).map(|row| row.map_or(Control::SEPARATOR, button)).collect())
            .collect();
        let titled = TITLES.iter().zip(&entries_of);
        let menus: Vec<_> =
            titled.map(|(&title, items)| Menu { title: words.get(title), items }).collect();
        let Buttons { steps, tools, words: worded } = app.buttons();
        let controls = |actions: Vec<Action>| {
            let worded = |action| Control { label: words.button(action, app), ..button(action) };
            actions.into_iter().map(worded).collect::<Vec<_>>()
        };
        let [steps, tools, buttons] = [steps, tools, worded].map(controls);
        let tip = app.tip().and_then(|target| words.tip(app, target));

        let mut scene = board(app);
        if let Some((from, square, part)) = app.gliding() {
            let [from, to] = [from, square].map(|at| self.layout.grid.center(at));
            let at = from + Point::new((to.x - from.x) * part / 256, (to.y - from.y) * part / 256);
            scene.lifted = Some(Lifted { square, at });
        }
        let refused = matches!(app.note(), Note::Refused(_));
        scene.status = StatusLine { text: &status, alarm, refused };
        scene.players = Side::ALL.map(|side| Player {
            name: &players[side.index()].0,
            detail: &players[side.index()].1,
            clock: clock(app, side),
        });
        scene.record.plies = &plies;
        scene.tree = app.study().map(|_| moves.as_slice());
        scene.thinking = thinking.as_ref().map(ThinkingTexts::shown);
        scene.analysis = analysis.as_ref().map(|analysis| analysis.shown(app, words, &lines));
        scene.chart = chart.as_ref();
        scene.evaluation = evaluation(app);
        scene.tray = tray(app, &kinds);
        scene.hints = &hints;
        scene.hinted = hinted(app);
        scene.menus = &menus;
        scene.open = app.menu().map(|(menu, item)| (menu, row_of(menu, item)));
        let idle = idle(app);
        scene.idle = words.get(idle);
        let is_free = matches!(idle, Text::ThinkingIdle | Text::ThinkingHidden);
        if !opening.is_empty() && is_free {
            scene.idle = &opening;
        }
        (scene.steps, scene.tools, scene.buttons) = (&steps, &tools, &buttons);
        scene.drawn = app.drawn();
        if let (Some([name, key, detail]), Some(at)) = (&tip, scene.pointer) {
            scene.tip = Some(Tip { name, key, detail, at });
        }
        let spoken = dialog.as_ref().map(|dialog| dialog.shown(&answers));
        match app.dialog().map(|dialog| &dialog.topic) {
            Some(topic) if topic.is_banner() => scene.banner = spoken,
            _ => scene.dialog = spoken,
        }
        if let (Some(dialog), Some(form)) = (&mut scene.dialog, &form) {
            form.put_into(dialog);
        }
        shown(&scene);
    }
}

/// Returns the target of a hit outside of the tree of moves.
#[must_use]
pub fn target_of(app: &App, hit: HitTarget) -> Option<Target> {
    match hit {
        HitTarget::Square(square) => Some(Target::Square(square)),
        HitTarget::Ply(ply) => Some(Target::Ply(ply + 1)),
        HitTarget::Tray(piece) => Some(Target::Tray(piece)),
        HitTarget::Step(index) => app.buttons().steps.get(index).copied().map(Target::Action),
        HitTarget::Tool(index) => app.buttons().tools.get(index).copied().map(Target::Action),
        HitTarget::Button(index) => app.buttons().words.get(index).copied().map(Target::Action),
        HitTarget::Player(side) => Some(Target::Player(side)),
        HitTarget::Thinking => Some(Target::Action(Action::ShowThinking)),
        HitTarget::AnalysisControl(index) => {
            ANALYSIS_CONTROLS.get(index).copied().map(Target::Action)
        }
        HitTarget::AnalysisLine(line) => Some(Target::Line(line)),
        HitTarget::Menu(menu) => Some(Target::Menu(menu)),
        HitTarget::Item(item) => {
            let (menu, _) = app.menu()?;
            menu_rows(menu).nth(item).flatten().map(Target::Action)
        }
        HitTarget::Answer(index) => {
            let replies = app.dialog()?.topic.replies();
            replies.get(index).copied().map(Target::Reply)
        }
        HitTarget::Row(row) => match app.dialog()?.topic {
            Topic::Promotion(..) => Some(Target::Entry(row)),
            _ => None,
        },
        HitTarget::Part(index, spot) => {
            let parts = app.dialog()?.form_parts(app);
            Some(Target::Part(parts.get(index)?.id, spot))
        }
        HitTarget::TreeItem(_)
        | HitTarget::Chart(_)
        | HitTarget::Moves
        | HitTarget::Inside
        | HitTarget::Outside
        | HitTarget::Nowhere => None,
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

/// The rows of a menu: its actions, and `None` for separators between groups.
fn menu_rows(menu: usize) -> impl Iterator<Item = Option<Action>> {
    let groups = MENUS[menu].iter().enumerate();
    groups.flat_map(|(index, group)| {
        let line = (index > 0).then_some(None);
        line.into_iter().chain(group.iter().copied().map(Some))
    })
}

/// The row of a menu's action.
fn row_of(menu: usize, item: usize) -> Option<usize> {
    let rows = menu_rows(menu).enumerate().filter(|(_, row)| row.is_some());
    rows.map(|(row, _)| row).nth(item)
}

pub(crate) fn button(app: &App, words: Words, action: Action) -> Control<'static> {
    Control {
        enabled: app.can(action),
        checked: match action {
            Action::Pause => app.game_model().is_paused(),
            Action::Analysis => app.analysis().is_on(),
            Action::Report => app.report_making().is_some(),
            Action::Exchange => app.selection().given().is_some(),
            Action::ShowThinking => app.settings().show_thinking,
            _ => false,
        },
        primary: app.is_primary(action),
        icon: action.icon(),
        ..Control::new(
            words.action(action, app),
            action.keys(app.editor().is_some()).next().unwrap_or_default(),
        )
    }
}

/// Creates the scene of the board: pieces, marks, the dragged piece.
fn board(app: &App) -> Scene<'static> {
    let mut scene = match app.editor() {
        None => Scene::new(app.rules(), app.shown()),
        Some(editor) => {
            let mut scene = Scene::empty();
            for square in Square::all() {
                scene.pieces[square.index()] = editor.piece_at(square);
            }
            scene.turn = Some(editor.side());
            scene
        }
    };
    let selection = app.selection();
    scene.cursor = selection.cursor;
    scene.pointer = app.pointer().map(point);
    scene.lifted = selection.dragged().map(|(square, place)| Lifted { square, at: point(place) });
    if let Some(editor) = app.editor() {
        if let (Some((square, piece)), Some(at)) = (editor.picked_up(), scene.pointer) {
            scene.pieces[square.index()] = Some(piece);
            scene.lifted = Some(Lifted { square, at });
        }
    } else if app.study().is_none() && app.game_model().is_looking_back() {
        scene.turn = None;
    } else {
        scene.selected = selection.selected().into_iter().collect();
        if let Some(given) = selection.given() {
            (scene.selected, scene.offered) = (given, app.offered());
        }
        scene.blink = !app.is_selection_lit();
        if app.settings().show_moves {
            scene.targets = app.destinations().into_iter().collect();
        }
    }
    scene.culprits = match (app.editor().map(Editor::position), app.note()) {
        (Some(Err(EditorFault::Setup(error))), _) => error.square().into_iter().collect(),
        (None, Note::Refused(Refusal::Illegal(_, _, culprits))) => *culprits,
        _ => Bitboard::EMPTY,
    };
    if app.settings().show_guards && app.editor().is_none() {
        let position = app.shown().position();
        scene.safety = Side::ALL.map(|side| position.safety(side));
    }
    scene
}

/// The pieces of an exchange that is given as a hint.
fn hinted(app: &App) -> Bitboard {
    let position = app.game_model().game().position();
    let exchange = app.game_model().hint().and_then(|hint| Exchange::of(position, hint));
    exchange.map_or(Bitboard::EMPTY, |exchange| exchange.soldiers.with(exchange.victim))
}

/// The text of the computer's thinking while there is none to show.
fn idle(app: &App) -> Text {
    match app.settings().show_thinking {
        _ if app.editor().is_some() => Text::EditorIdle,
        true if app.game_model().played_another() => Text::ThinkingOther,
        true => Text::ThinkingIdle,
        false => Text::ThinkingHidden,
    }
}

/// The time on a side's clock in milliseconds.
fn clock(app: &App, side: Side) -> Option<u32> {
    if let Some(study) = app.study() {
        return study.clock(side).map(|left| u32::try_from(left.as_millis()).unwrap_or(u32::MAX));
    }
    let left = app.game_model().time_left(side, app.now())?;
    Some(u32::try_from(left.as_millis()).unwrap_or(u32::MAX))
}

/// The kinds of pieces in the game. Those that soldiers become come in the order of that choice.
fn kinds(app: &App) -> Vec<Kind> {
    let start = app.rules().start();
    let stands =
        |kind| Square::all().any(|at| start.piece_at(at) == Some(Piece::new(Side::Red, kind)));
    let general = std::iter::once(Kind::General);
    let promoted = app.rules().variant().promotions.iter().map(|promotion| promotion.kind());
    let mut kinds: Vec<_> = general.chain(promoted).collect();
    kinds.extend(Kind::ALL.into_iter().filter(|kind| !kinds.contains(kind)).collect::<Vec<_>>());
    kinds.retain(|&kind| stands(kind));
    kinds
}

fn tray<'a>(app: &App, kinds: &'a [Kind]) -> Option<Tray<'a>> {
    let editor = app.editor()?;
    let mut left = [0; Piece::COUNT];
    for piece in
        Side::ALL.into_iter().flat_map(|side| kinds.iter().map(move |&kind| Piece::new(side, kind)))
    {
        left[piece.index()] = editor.left(piece) as u8;
    }
    Some(Tray { kinds, left, chosen: editor.held() })
}

/// The texts of a dialog.
struct Spoken<'a> {
    dialog: &'a Dialog,
    title: &'static str,
    text: String,
    /// The pieces of a promotion.
    pieces: Vec<Piece>,
}

impl<'a> Spoken<'a> {
    fn new(app: &App, words: Words, dialog: &'a Dialog) -> Self {
        let (title, text) = words.dialog(app, &dialog.topic);
        let pieces = match &dialog.topic {
            Topic::Promotion(moves, _) => {
                let side = app.board().side();
                moves.iter().map(|mv| Piece::new(side, mv.promotion().kind())).collect()
            }
            _ => Vec::new(),
        };
        Self { dialog, title, text, pieces }
    }

    fn answers(&self, words: Words) -> impl Iterator<Item = Control<'static>> + use<'_, 'a> {
        self.dialog.topic.replies().iter().map(move |&reply| Control::new(words.reply(reply), ""))
    }

    fn shown<'b>(&'b self, answers: &'b [Control<'b>]) -> chuhe_view::Dialog<'b> {
        let (body, first) = match &self.dialog.topic {
            Topic::Promotion(_, chosen) => {
                let chosen = Some(*chosen).filter(|&chosen| chosen < self.pieces.len());
                (Body::Pieces { pieces: &self.pieces, chosen }, 0)
            }
            _ => (Body::Text(&self.text), self.dialog.scrolled),
        };
        let focus = match body {
            Body::Pieces { chosen: Some(_), .. } => None,
            _ => Some(self.dialog.focus),
        };
        chuhe_view::Dialog { title: self.title, body, first, answers, focus }
    }
}
