//! The dialog for the name of a map.

use super::{DialogFrame, Form, Outcome};
use crate::context::Context;
use crate::event::Effect;
use crate::form::{Allowed, FormPart, PartId, TextField, Widgets};
use crate::reply::Reply;
use chuhe_view::text::Text;

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

    fn is_late(&self, _: u32, _: chuhe_core::Key, is_editing: bool) -> bool {
        !is_editing
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
