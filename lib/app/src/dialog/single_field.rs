//! The dialogs with a single field: the comment of a move, a move, and the name of a map.

use super::{DialogFrame, Form, Outcome, Request};
use crate::context::Context;
use crate::event::Effect;
use crate::form::{Allowed, FormPart, PartId, TextField, Widgets};
use crate::reply::Reply;
use chuhe_view::text::Text;

/// Asks for the comment after a move.
#[derive(Debug)]
pub(crate) struct Comment {
    pub(crate) present: String,
}

impl Form for Comment {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleComment, [Reply::Ok, Reply::Cancel]).at(PartId::Comment)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let label = cx.words().get(Text::Comment);
        vec![FormPart::field(PartId::Comment, label, label)]
    }

    fn fields(&self, _: &Context) -> Widgets {
        Widgets::default().with(PartId::Comment, TextField::new(&self.present, Allowed::All))
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        match reply {
            Reply::Ok => {
                Outcome::Do(Request::Comment(cx.widgets.text(PartId::Comment).trim().to_owned()))
            }
            _ => Outcome::Close,
        }
    }
}

/// Asks for a move in any notation, or a position or a game.
#[derive(Debug)]
pub(crate) struct TypeMove;

impl Form for TypeMove {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleTypeMove, [Reply::Ok, Reply::Cancel]).at(PartId::TypedMove)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let (label, example) = (words.get(Text::MenuMoves), words.get(Text::TypedMoves));
        vec![FormPart::field(PartId::TypedMove, label, example)]
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        let text = cx.widgets.text(PartId::TypedMove).trim();
        match reply {
            Reply::Ok if text.is_empty() => Outcome::Stay,
            Reply::Ok => Outcome::Do(Request::Type(text.to_owned())),
            _ => Outcome::Close,
        }
    }
}

/// The longest name of a map that can be typed.
const LONGEST: usize = 24;

#[derive(Debug)]
pub(crate) struct MapName;

impl Form for MapName {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::SaveMap, [Reply::Save, Reply::Cancel]).at(PartId::MapName)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let (words, name) = (cx.words(), cx.widgets.text(PartId::MapName));
        let exists = cx.starts.iter().any(|start| !name.is_empty() && start.name == name);
        let told = if exists { Text::AskReplace } else { Text::MapNameSigns };
        let label = words.get(Text::MapName);
        vec![FormPart::field(PartId::MapName, label, label), FormPart::text(words.get(told))]
    }

    /// Offers a name that is free.
    fn fields(&self, cx: &Context) -> Widgets {
        let taken = |name: &str| cx.starts.iter().any(|start| start.name == name);
        let free = (1..).map(|number| format!("map{number}")).find(|name| !taken(name));
        let field = TextField::new(&free.unwrap_or_default(), Allowed::Name).at_most(LONGEST);
        Widgets::default().with(PartId::MapName, field)
    }

    /// Saves the position as a map. Without a name the question stays.
    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply != Reply::Save {
            return Outcome::Close;
        }
        let name = cx.widgets.text(PartId::MapName).to_owned();
        let position = cx.editor.as_ref().and_then(|editor| editor.position().ok());
        match position {
            Some(position) if !name.is_empty() => {
                cx.effects.push(Effect::WriteMap(name, Box::new(position)));
                Outcome::Close
            }
            _ => Outcome::Stay,
        }
    }
}
