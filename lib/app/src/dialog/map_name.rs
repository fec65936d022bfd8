//! The dialog that saves the position in the editor as a map. It asks for the map's name.

use super::{DialogFrame, Form, Outcome};
use crate::{Allowed, Context, Effect, FormPart, PartId, Reply, TextField, Widgets};
use chuhe_view::text::Text;

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

    fn fields(&self, cx: &Context) -> Widgets {
        let taken = |name: &str| cx.starts.iter().any(|start| start.name == name);
        let free = (1..).map(|number| format!("map{number}")).find(|name| !taken(name));
        let field = TextField::new(&free.unwrap_or_default(), Allowed::Name).at_most(24);
        Widgets::default().with(PartId::MapName, field)
    }

    fn is_late(&self, _: u32, _: chuhe_core::Key, is_editing: bool) -> bool {
        !is_editing
    }

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
