//! The dialog with the faults of the library's files.

use super::{DialogFrame, Form, Outcome, Request};
use crate::form::column;
use crate::{Change, Context, Effect, FormPart, ListedFault, PartId, Reply, Widget, Words};
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) faults: Vec<ListedFault>,
    pub(crate) chosen: usize,
}

fn line(fault: &ListedFault, words: Words) -> String {
    format!("{}: {}", fault.file, words.of(&fault.why))
}

impl Form for Faults {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleFaults, [Reply::Save, Reply::Close])
            .sized(72, 36)
            .at(PartId::Faults)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let row = |fault: &ListedFault| vec![fault.file.clone(), words.of(&fault.why)];
        let columns = [(Text::ColumnFile, 30), (Text::ColumnFault, 70)];
        let columns = columns.map(|(title, share)| column(words.get(title), share));
        let rows = self.faults.iter().map(row).collect();
        let table = Widget::table(columns.into(), rows, Some(self.chosen));
        // The text below the list repeats the chosen row, because the row can be too long for the list.
        let told = self.faults.get(self.chosen);
        let told = told.map_or_else(String::new, |fault| line(fault, words));
        vec![FormPart::new(PartId::Faults, "", table), FormPart::told(told, 2)]
    }

    fn changed(&mut self, _: &mut Context, _: PartId, change: Change) -> Option<Reply> {
        if let Change::Chosen(row) = change {
            self.chosen = row;
        }
        None
    }

    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply == Reply::Save {
            let lines = self.faults.iter().map(|fault| line(fault, cx.words()) + "\n");
            let text: String = lines.collect();
            cx.effects.push(Effect::WriteFile("faults.txt".to_owned(), text.into_bytes()));
        }
        Outcome::Do(Request::ShowLibrary)
    }
}
