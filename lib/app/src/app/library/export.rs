//! Writes a game of the library to another file.

use crate::app::form::{Allowed, Change, Form, Part, PartId, TextField, Widget, Widgets};
use crate::app::library::OpenedGame;
use crate::app::{App, Dialog, Effect, Reply, Topic};
use crate::words::Words;
use chuhe_core::notation::Style;
use chuhe_records::{GameTree, Node, NodeId, xqf};
use chuhe_view::text::Text;

/// A format of files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Format {
    #[default]
    Pgn,
    Xqf,
    Wxf,
}

impl Format {
    const ALL: [Self; 3] = [Self::Pgn, Self::Xqf, Self::Wxf];

    /// The ending of a file's name.
    const fn ending(self) -> &'static str {
        match self {
            Self::Pgn => ".pgn",
            Self::Xqf => ".xqf",
            Self::Wxf => ".wxf",
        }
    }

    /// The content of the file, and the number of details that the format cannot hold. `None` if the
    /// format is not for this game.
    fn write(self, tree: &GameTree, style: Style) -> Option<(Vec<u8>, usize)> {
        match self {
            Self::Pgn => Some((tree.to_pgn(style).to_string().into_bytes(), 0)),
            Self::Xqf => {
                let written = xqf::write(tree).ok()?;
                Some((written.bytes, written.losses.len()))
            }
            Self::Wxf => Some((tree.to_wxf()?.to_string().into_bytes(), annotations(tree))),
        }
    }
}

/// The number of comments and variations of the main line.
fn annotations(tree: &GameTree) -> usize {
    let nodes = std::iter::once(NodeId::ROOT).chain(tree.main_line()).map(|id| tree.node(id));
    let of = |node: &Node| {
        let comments = [&node.comment_before, &node.comment];
        let comments = comments.into_iter().filter(|comment| !comment.is_empty()).count();
        comments + node.children().len().saturating_sub(1)
    };
    nodes.map(of).sum()
}

/// Asks for format and name of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Export {
    format: Format,
    /// True if the library is shown again when the question is cancelled.
    from_library: bool,
}

impl Form for Export {
    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let words = Words::new(app);
        let formats = Format::ALL.map(|format| format.ending()[1..].to_uppercase()).to_vec();
        let chosen = Format::ALL.iter().position(|&format| format == self.format);
        let tree = app.library.exported.as_ref();
        let written = tree.and_then(|tree| self.format.write(tree, app.style()));
        let told = match written {
            None => words.get(Text::ExportOther).to_owned(),
            Some((_, 0)) => words.get(Text::ExportFolder).to_owned(),
            Some((_, lost)) => words.with(Text::ExportLoses, &[&lost]),
        };
        let name = words.get(Text::FileName);
        vec![
            Part::new(
                PartId::ExportFormat,
                words.get(Text::Format),
                Widget::Options(formats, chosen),
            ),
            Part::new(PartId::ExportName, name, Widget::Field(name.to_owned())),
            Part::text(told),
        ]
    }

    fn changed(
        &mut self,
        _app: &mut App,
        widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        match (id, change) {
            (PartId::ExportFormat, Change::Chosen(item)) => {
                let before = self.format.ending();
                self.format = Format::ALL[item];
                let name = widgets.text(PartId::ExportName);
                let stem = name.strip_suffix(before).unwrap_or(name);
                let name = format!("{stem}{}", self.format.ending());
                widgets.field_mut(PartId::ExportName).set(&name);
                None
            }
            (PartId::ExportName, Change::Opened) => Some(Reply::Save),
            _ => None,
        }
    }
}

impl App {
    /// Asks for the file of a game of the library.
    pub(in crate::app) fn export_listed(&mut self, game: OpenedGame) {
        let stem = game.name.rsplit_once('.').map_or(&*game.name, |(stem, _)| stem);
        self.ask_export(game.tree, stem, true);
    }

    /// Asks for the file of the game on the board. Its name is that of the players.
    pub(in crate::app) fn save_game(&mut self) {
        let studied = self.study.as_ref().map(|study| study.tree().clone());
        let (tree, words) = (studied.unwrap_or_else(|| self.record()), Words::new(self));
        let player = |tag: &str| {
            let name = tree.tag(tag).filter(|name| *name != "?");
            name.unwrap_or(words.get(Text::Human)).replace(['/', '\\'], "-")
        };
        let stem = format!("{} - {}", player("Red"), player("Black"));
        self.ask_export(tree, &stem, false);
    }

    fn ask_export(&mut self, tree: GameTree, stem: &str, from_library: bool) {
        self.library.exported = Some(tree);
        let name = format!("{stem}{}", Format::default().ending());
        self.open(Topic::Export(Export { from_library, ..Export::default() }));
        if let Some(dialog) = &mut self.dialog {
            let field = TextField::new(&name, Allowed::All);
            dialog.widgets = Widgets::default().with(PartId::ExportName, field);
            dialog.part = Some(PartId::ExportName);
        }
    }

    /// Handles a question that is cancelled.
    pub(in crate::app) fn export_cancelled(&mut self, form: Export) {
        self.library.exported = None;
        if form.from_library {
            self.open_library();
        }
    }

    /// Writes the file. Without a name the question stays.
    pub(in crate::app) fn export(&mut self, dialog: Dialog, form: Export) {
        let name = dialog.widgets.text(PartId::ExportName).trim().to_owned();
        let tree = self.library.exported.as_ref();
        let written = tree.and_then(|tree| form.format.write(tree, self.style()));
        match written {
            Some((bytes, _)) if !name.is_empty() => {
                self.library.exported = None;
                self.effects.push(Effect::WriteFile(name, bytes));
            }
            _ => self.dialog = Some(dialog),
        }
    }
}
