//! The faults of the files of the library's folder.

use super::{DialogFrame, Form, Outcome, Request};
use crate::context::Context;
use crate::event::Effect;
use crate::form::{Change, FormPart, PartId, Rows, TableColumn, Widget};
use crate::library::ListedFault;
use crate::reply::Reply;
use chuhe_view::text::Text;

#[derive(Debug)]
pub(crate) struct Faults {
    pub(crate) faults: Vec<ListedFault>,
    pub(crate) chosen: usize,
}

/// The name of the saved list.
const FILE: &str = "faults.txt";

impl Form for Faults {
    fn frame(&self) -> DialogFrame {
        DialogFrame {
            ems: 72,
            high: 36,
            part: Some(PartId::Faults),
            ..DialogFrame::new(Text::TitleFaults)
        }
    }

    fn buttons(&self) -> Vec<Reply> {
        vec![Reply::Save, Reply::Close]
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let column = |title, share| TableColumn {
            title: words.get(title).to_owned(),
            widest: "",
            share,
            right: false,
        };
        let row = |fault: &ListedFault| vec![fault.file.clone(), fault.why.clone()];
        let table = Widget::Table {
            columns: vec![column(Text::ColumnFile, 30), column(Text::ColumnFault, 70)],
            rows: Box::new(Rows::whole(self.faults.iter().map(row).collect())),
            chosen: Some(self.chosen),
            sorted: None,
        };
        // The whole of a long line stands below the list.
        let told = self.faults.get(self.chosen);
        let told = told.map_or_else(String::new, |fault| format!("{}: {}", fault.file, fault.why));
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
            let line = |fault: &ListedFault| format!("{}: {}\n", fault.file, fault.why);
            let text: String = self.faults.iter().map(line).collect();
            cx.effects.push(Effect::WriteFile(FILE.to_owned(), text.into_bytes()));
        }
        Outcome::Do(Request::ShowLibrary)
    }
}
