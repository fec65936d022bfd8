//! The list of engines, with a field to add one.

use super::{EngineOptions, NewGame};
use crate::app::engines::Probe;
use crate::app::form::{Change, Form, Part, PartId, TableColumn, Widget, Widgets};
use crate::app::{App, Dialog, Reply, Topic};
use crate::words::Words;
use chuhe_core::rules::Rules;
use chuhe_view::TableRows;
use chuhe_view::text::Text;

/// The list of engines.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineList {
    /// The new game in which the chosen engine will play, and the part of the player.
    back: Option<Box<(NewGame, PartId)>>,
    /// The game against which the engines are tested.
    rules: Rules,
    chosen: Option<usize>,
}

/// Rows of texts.
#[derive(Debug)]
struct Rows(Vec<[String; 3]>);

impl TableRows for Rows {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn cell(&self, row: usize, column: usize) -> &str {
        self.0.get(row).and_then(|row| row.get(column)).map_or("", String::as_str)
    }
}

impl EngineList {
    pub(in crate::app) const fn new(back: Option<Box<(NewGame, PartId)>>, rules: Rules) -> Self {
        Self { back, rules, chosen: None }
    }

    /// True if the chosen engine will play in a new game.
    #[must_use]
    pub const fn chooses(&self) -> bool {
        self.back.is_some()
    }

    /// The line of the chosen engine.
    fn line(&self, app: &App) -> Option<String> {
        app.engine_lines().into_iter().nth(self.chosen?)
    }

    fn row(&self, app: &App, line: &str) -> [String; 3] {
        let words = Words::new(app);
        let state = match app.probe(line, self.rules) {
            Some(Probe::Plays(facts)) => facts.protocol.to_string().to_uppercase(),
            Some(Probe::Fails(_)) => words.get(Text::No).to_owned(),
            Some(Probe::Running) | None => "…".to_owned(),
        };
        [app.engine_name(line, self.rules), state, line.to_owned()]
    }

    /// The text about the chosen engine.
    fn told(&self, app: &App) -> String {
        let words = Words::new(app);
        let game = words.get(Text::game(self.rules));
        let Some(line) = self.line(app) else { return words.get(Text::EnginesHelp).to_owned() };
        match app.probe(&line, self.rules) {
            Some(Probe::Fails(why)) => words.with(Text::EngineDoesNot, &[&game, why]),
            Some(Probe::Plays(facts)) => words.with(Text::EnginePlays, &[&facts.name, &game]),
            Some(Probe::Running) | None => words.with(Text::EngineTested, &[&game]),
        }
    }

    /// Adds the engine of the field, and tests it.
    fn add(&mut self, app: &mut App, widgets: &mut Widgets) {
        let line = widgets.text(PartId::EngineLine).trim().to_owned();
        if line.is_empty() {
            return;
        }
        app.settings.remember(&line);
        // An engine that failed before may have been repaired.
        app.forget_probes(&line);
        app.probe_engine(line, self.rules);
        self.chosen = Some(0);
        widgets.field_mut(PartId::EngineLine).set("");
    }
}

impl Form for EngineList {
    fn ems(&self) -> i32 {
        44
    }

    fn parts<'a>(&'a self, app: &'a App, _widgets: &'a Widgets) -> Vec<Part<'a>> {
        let words = Words::new(app);
        let get = |text: Text| words.get(text).to_owned();
        let button = |id, text| Part::new(id, "", Widget::Options(vec![get(text)], None));
        let rows = app.engine_lines().iter().map(|line| self.row(app, line)).collect();
        let column =
            |(title, share)| TableColumn { title: get(title), widest: "", share, right: false };
        let columns = [(Text::EngineName, 4), (Text::EngineProtocol, 2), (Text::EngineCommand, 6)];
        let table = Widget::Table {
            columns: columns.map(column).to_vec(),
            rows: Box::new(Rows(rows)),
            chosen: self.chosen,
            sorted: None,
        };
        let line = self.line(app);
        let facts = line.as_ref().and_then(|line| match app.probe(line, self.rules) {
            Some(Probe::Plays(facts)) if !facts.options.is_empty() => Some(facts),
            _ => None,
        });
        let none = line.is_none().then(|| get(Text::NoEngineChosen));
        let no_options = facts.is_none().then(|| get(Text::NoEngineOptions));
        vec![
            Part::new(
                PartId::EngineLine,
                get(Text::EngineCommand),
                Widget::Field(get(Text::EngineExample)),
            ),
            button(PartId::EngineAdd, Text::AddEngine),
            button(PartId::EngineOptions, Text::EngineOptionsDots).beside().unless(no_options),
            button(PartId::EngineRemove, Text::RemoveEngine).beside().unless(none),
            Part::new(PartId::EngineList, "", table),
            Part::text(self.told(app)),
        ]
    }

    fn changed(
        &mut self,
        app: &mut App,
        widgets: &mut Widgets,
        id: PartId,
        change: Change,
    ) -> Option<Reply> {
        match (id, change) {
            (PartId::EngineLine, Change::Opened) if !widgets.text(id).trim().is_empty() => {
                self.add(app, widgets);
            }
            (PartId::EngineAdd, Change::Chosen(_)) => self.add(app, widgets),
            (PartId::EngineRemove, Change::Chosen(_)) => {
                let line = self.line(app);
                app.settings.programs.retain(|known| Some(known) != line.as_ref());
                app.new_game.programs.retain(|known| Some(known) != line.as_ref());
                self.chosen = None;
            }
            (PartId::EngineOptions, Change::Chosen(_)) => {
                let line = self.line(app)?;
                let Some(Probe::Plays(facts)) = app.probe(&line, self.rules) else { return None };
                let (form, fields) = EngineOptions::new(line, facts.clone(), self.clone());
                app.open(Topic::EngineOptions(Box::new(form)));
                if let Some(dialog) = &mut app.dialog {
                    dialog.widgets = fields;
                }
            }
            (PartId::EngineList, Change::Chosen(row)) => self.chosen = Some(row),
            (_, Change::Opened) if self.chooses() => return Some(Reply::Use),
            _ => {}
        }
        None
    }
}

impl App {
    /// Closes the list of engines. With `uses` the chosen one plays in the new game; an engine that
    /// does not play the game keeps the list open.
    pub(in crate::app) fn leave_engines(&mut self, mut dialog: Dialog, uses: bool) {
        let Topic::Engines(list) = &mut dialog.topic else { return };
        let line = list.line(self).filter(|_| uses);
        let plays = line
            .as_ref()
            .is_some_and(|line| !matches!(self.probe(line, list.rules), Some(Probe::Fails(_))));
        if uses && !plays {
            self.dialog = Some(dialog);
            return;
        }
        let Some(back) = list.back.take() else {
            return self.open_settings();
        };
        let (mut form, part) = *back;
        line.into_iter().for_each(|line| form.use_engine(part, line));
        self.show_new_game(form);
    }

    /// Opens the list of engines again, after the options of one.
    pub(in crate::app) fn return_to_engines(&mut self, list: EngineList) {
        self.open(Topic::Engines(Box::new(list)));
        if let Some(dialog) = &mut self.dialog {
            dialog.part = Some(PartId::EngineList);
        }
    }
}
