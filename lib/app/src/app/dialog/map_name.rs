//! The dialog that asks for the name of a map.

use crate::app::form::{Allowed, Change, Form, Part, PartId, TextField, Widget, Widgets};
use crate::app::{App, Dialog, Effect, Reply, Topic};
use crate::words::Words;
use chuhe_view::text::Text;

/// The longest name of a map that can be typed.
const LONGEST: usize = 24;

/// Asks for the name of a map.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MapName;

impl Form for MapName {
    fn parts<'a>(&'a self, app: &'a App, widgets: &'a Widgets) -> Vec<Part<'a>> {
        let words = Words::new(app);
        let name = widgets.text(PartId::MapName);
        let exists = app.starts().iter().any(|start| !name.is_empty() && start.name == name);
        let told = if exists { Text::AskReplace } else { Text::MapNameSigns };
        vec![
            Part::new(
                PartId::MapName,
                words.get(Text::MapName),
                Widget::Field(words.get(Text::MapName).to_owned()),
            ),
            Part::text(words.get(told)),
        ]
    }

    fn changed(
        &mut self,
        _app: &mut App,
        _widgets: &mut Widgets,
        _id: PartId,
        change: Change,
    ) -> Option<Reply> {
        (change == Change::Opened).then_some(Reply::Save)
    }
}

impl App {
    /// Asks for the name of a map, and offers one that is free.
    pub(in crate::app) fn ask_map_name(&mut self) {
        let taken = |name: &str| self.new_game.starts.iter().any(|start| start.name == name);
        let free = (1..).map(|number| format!("map{number}")).find(|name| !taken(name));
        let field = TextField::new(&free.unwrap_or_default(), Allowed::Name).at_most(LONGEST);
        self.open(Topic::MapName(MapName));
        if let Some(dialog) = &mut self.dialog {
            dialog.widgets = Widgets::default().with(PartId::MapName, field);
            dialog.part = Some(PartId::MapName);
        }
    }

    /// Saves the position as a map. Without a name the question stays.
    pub(in crate::app) fn write_map(&mut self, dialog: Dialog) {
        let name = dialog.widgets.text(PartId::MapName).to_owned();
        let position = self.editor.as_ref().and_then(|editor| editor.position().ok());
        match position {
            Some(position) if !name.is_empty() => {
                self.effects.push(Effect::WriteMap(name, Box::new(position)));
            }
            _ => self.dialog = Some(dialog),
        }
    }
}
