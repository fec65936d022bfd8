//! The dialog that writes a game to a file, in a format that the person chooses.

use super::{DialogFrame, Form, Outcome, Request};
use crate::{
    Allowed, Change, Context, Effect, FormPart, OpenedGame, PartId, Reply, TextField, Widgets,
    Words,
};
use chuhe_core::notation::{Script, Style};
use chuhe_records::xqf::{self, Loss};
use chuhe_records::{GameTree, Node, NodeId};
use chuhe_view::text::{Language, Text};
use std::ffi::OsStr;
use std::path::Path;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    Pgn,
    Xqf,
    Wxf,
    Ubb,
    Text,
}

impl Format {
    const ALL: [Self; 5] = [Self::Pgn, Self::Xqf, Self::Wxf, Self::Ubb, Self::Text];

    const fn ending(self) -> &'static str {
        [".pgn", ".xqf", ".wxf", ".ubb", ".txt"][self as usize]
    }

    /// (content, losses): the bytes of the file, and the lost parts of the game. `None` if the format cannot store it.
    fn write(self, tree: &GameTree, words: Words, style: Style) -> Option<(Vec<u8>, Vec<String>)> {
        let (bytes, losses) = match self {
            Self::Pgn => (tree.to_pgn(style).to_string().into_bytes(), Vec::new()),
            Self::Xqf => xqf::write(tree).map(|written| (written.bytes, written.losses)).ok()?,
            Self::Wxf => (tree.to_wxf()?.to_string().into_bytes(), tree.lost_in_wxf()),
            Self::Ubb => (tree.to_dhtmlxq()?.into_bytes(), tree.lost_in_dhtmlxq()),
            Self::Text => {
                let script = match style {
                    Style::Chinese(script) => script,
                    _ => Script::Simplified,
                };
                (tree.to_plain(script)?.into_bytes(), tree.lost_in_plain())
            }
        };
        let count = if self == Self::Wxf { annotations(tree) } else { 0 };
        let annotations = (count > 0).then(|| words.with(Text::LostAnnotations, &[&count]));
        let losses = losses.iter().map(|loss| lost(loss, words));
        Some((bytes, annotations.into_iter().chain(losses).collect()))
    }
}

fn lost(loss: &Loss, words: Words) -> String {
    match loss {
        Loss::Character(letter) => words.with(Text::LostCharacter, &[letter]),
        Loss::Tag(tag) => words.with(Text::LostTag, &[tag]),
        Loss::Cut { tag, .. } => words.with(Text::LostEnd, &[tag]),
        Loss::Marks(count) => words.with(Text::LostMarks, &[count]),
        Loss::Clocks(count) => words.with(Text::LostClocks, &[count]),
        Loss::Evaluations(count) => words.with(Text::LostScores, &[count]),
        Loss::HalfmoveClock(plies) => words.with(Text::LostHalfmoves, &[plies]),
        Loss::Reason => words.get(Text::LostReason).to_owned(),
        other => other.to_string(),
    }
}

fn annotations(tree: &GameTree) -> usize {
    let nodes = std::iter::once(NodeId::ROOT).chain(tree.main_line()).map(|id| tree.node(id));
    let of = |node: &Node| {
        let comments = [&node.comment_before, &node.comment];
        let comments = comments.into_iter().filter(|comment| !comment.is_empty()).count();
        comments + node.children().len().saturating_sub(1)
    };
    nodes.map(of).sum()
}

/// True if a name has a file ending: at most four letters or digits, at least one of them a letter.
fn has_ending(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_short = ending.len() <= 4 && ending.chars().all(|c| c.is_ascii_alphanumeric());
    is_short && ending.contains(|c: char| c.is_ascii_alphabetic())
}

#[derive(Debug)]
pub(crate) struct Export {
    tree: GameTree,
    stem: String,
    format: Format,
    /// True if the library is shown again when the dialog closes.
    from_library: bool,
}

impl Export {
    pub(crate) fn listed(game: OpenedGame) -> Self {
        let stem = game.name.rsplit_once('.').map_or(&*game.name, |(stem, _)| stem).to_owned();
        Self { tree: game.tree, stem, format: Format::Pgn, from_library: true }
    }

    pub(crate) fn shown(tree: GameTree, words: Words) -> Self {
        let player = |tag| words.name_in_file(tree.tag(tag).unwrap_or_default());
        let stem = format!("{} - {}", player("Red"), player("Black")).replace(['/', '\\'], "-");
        Self { tree, stem, format: Format::Pgn, from_library: false }
    }
}

impl Form for Export {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleExport, [Reply::Save, Reply::Cancel]).at(PartId::ExportName)
    }

    fn fields(&self, _: &Context) -> Widgets {
        let name = format!("{}{}", self.stem, self.format.ending());
        Widgets::default().with(PartId::ExportName, TextField::new(&name, Allowed::All))
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let format = |format: &Format| format.ending()[1..].to_ascii_uppercase();
        let told = match self.format.write(&self.tree, words, cx.settings.style()) {
            None => words.get(Text::ExportOther).to_owned(),
            Some((_, lost)) if lost.is_empty() => words.get(Text::ExportFolder).to_owned(),
            Some((_, lost)) => {
                let comma = if words.language == Language::English { ", " } else { "、" };
                words.with(Text::ExportLoses, &[&lost.join(comma)])
            }
        };
        let (label, name) = (words.get(Text::Format), words.get(Text::FileName));
        vec![
            FormPart::options(PartId::ExportFormat, label, &Format::ALL, &self.format, format),
            FormPart::field(PartId::ExportName, name, name),
            FormPart::told(told, 3),
        ]
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        match (id, change) {
            (PartId::ExportFormat, Change::Chosen(item)) => {
                let before = self.format.ending();
                self.format = Format::ALL[item];
                let name = cx.widgets.text(PartId::ExportName);
                let stem = name.strip_suffix(before).unwrap_or(name);
                let name = format!("{stem}{}", self.format.ending());
                cx.widgets.field_mut(PartId::ExportName).set(&name);
                None
            }
            (PartId::ExportName, Change::Opened) => Some(Reply::Save),
            _ => None,
        }
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        // The library opens again, so that the person can write the next game.
        let left =
            if self.from_library { Outcome::Do(Request::ShowLibrary) } else { Outcome::Close };
        if reply != Reply::Save {
            return left;
        }
        let mut name = cx.widgets.text(PartId::ExportName).trim().to_owned();
        match self.format.write(&self.tree, cx.words(), cx.settings.style()) {
            Some((bytes, _)) if !name.is_empty() => {
                if !has_ending(&name) {
                    name.push_str(self.format.ending());
                }
                cx.effects.push(Effect::WriteFile(name, bytes));
                left
            }
            _ => Outcome::Stay,
        }
    }
}
