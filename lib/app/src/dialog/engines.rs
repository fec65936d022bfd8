//! The dialog with the list of engines, and a field to add an engine.

use super::engine_options::EngineOptions;
use super::{DialogFrame, Form, Outcome};
use crate::form::column;
use crate::{Change, Context, FormPart, PartId, PlayerSetting, Probe, Reply, Widget};
use chuhe_core::rules::Rules;
use chuhe_view::text::Text;

/// The list of engines, opened from another dialog. Closing the list opens that dialog again.
#[derive(Debug, Default)]
pub(super) struct EngineList {
    back: Option<Box<dyn Form>>,
    /// The part of the dialog `back` that gets the chosen engine; `None` if no part needs an engine.
    part: Option<PartId>,
    /// The game that the engines must be able to play.
    rules: Rules,
    pub(super) chosen: Option<String>,
}

impl EngineList {
    /// Opens the list, and tests which engines support `rules`. Does nothing in a page: it cannot start programs.
    pub(super) fn open(cx: &mut Context, back: Box<dyn Form>, part: Option<PartId>, rules: Rules) {
        if cfg!(target_family = "wasm") {
            return;
        }
        cx.test_engines(rules);
        cx.open(Self { back: Some(back), part, rules, chosen: None });
    }

    fn line(&self, cx: &Context) -> Option<String> {
        self.chosen.clone().filter(|line| cx.engines.lines(&cx.settings).contains(line))
    }

    fn row(&self, cx: &Context, line: &str) -> Vec<String> {
        let words = cx.words();
        let state = match cx.engines.probe(line, self.rules) {
            Some(Probe::Plays(facts)) => facts.protocol.to_string().to_ascii_uppercase(),
            Some(Probe::Fails(_)) => words.get(Text::No).to_owned(),
            Some(Probe::Running) | None => "…".to_owned(),
        };
        vec![cx.engines.name(line, self.rules), state, line.to_owned()]
    }

    fn told(&self, cx: &Context) -> String {
        let words = cx.words();
        let game = words.get(Text::game(self.rules));
        let Some(line) = self.line(cx) else { return words.get(Text::EnginesHelp).to_owned() };
        match cx.engines.probe(&line, self.rules) {
            Some(Probe::Fails(why)) => words.with(Text::EngineDoesNot, &[&game, &words.of(why)]),
            Some(Probe::Plays(facts)) => words.with(Text::EnginePlays, &[&facts.name, &game]),
            Some(Probe::Running) | None => words.with(Text::EngineTested, &[&game]),
        }
    }

    fn add(&mut self, cx: &mut Context) {
        let line = cx.widgets.text(PartId::EngineLine).trim().to_owned();
        if line.is_empty() {
            return;
        }
        cx.settings.remember(&line);
        cx.engines.test_again(line.clone(), self.rules, &mut cx.effects);
        self.chosen = Some(line);
        cx.widgets.field_mut(PartId::EngineLine).set("");
    }
}

impl Form for EngineList {
    fn frame(&self) -> DialogFrame {
        let buttons = match self.part {
            Some(_) => vec![Reply::Use, Reply::Cancel],
            None => vec![Reply::Close],
        };
        let part = if self.chosen.is_some() { PartId::EngineList } else { PartId::EngineLine };
        DialogFrame::new(Text::TitleEngines, buttons).sized(44, 30).at(part)
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let get = |text: Text| words.get(text).to_owned();
        let button = |id, text| FormPart::button(id, words.get(text));
        let lines = cx.engines.lines(&cx.settings);
        let rows = lines.iter().map(|line| self.row(cx, line)).collect();
        let chosen = lines.iter().position(|line| Some(line) == self.chosen.as_ref());
        let columns = [(Text::EngineName, 4), (Text::EngineProtocol, 2), (Text::EngineCommand, 6)];
        let columns = columns.map(|(title, share)| column(words.get(title), share));
        let table = Widget::table(columns.into(), rows, chosen);
        let line = self.line(cx);
        let facts = line.as_ref().and_then(|line| match cx.engines.probe(line, self.rules) {
            Some(Probe::Plays(facts)) if !facts.options.is_empty() => Some(facts),
            _ => None,
        });
        let none = line.is_none().then(|| get(Text::NoEngineChosen));
        let no_options = facts.is_none().then(|| get(Text::NoEngineOptions));
        let (label, example) = (words.get(Text::EngineCommand), words.get(Text::EngineExample));
        vec![
            FormPart::field(PartId::EngineLine, label, example),
            button(PartId::EngineAdd, Text::AddEngine),
            button(PartId::EngineOptions, Text::EngineOptionsDots).beside().unless(no_options),
            button(PartId::EngineRemove, Text::RemoveEngine).beside().unless(none),
            FormPart::new(PartId::EngineList, "", table),
            FormPart::told(self.told(cx), 2),
        ]
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        match (id, change) {
            (PartId::EngineLine, Change::Opened) if !cx.widgets.text(id).trim().is_empty() => {
                self.add(cx);
            }
            (PartId::EngineAdd, Change::Chosen(_)) => self.add(cx),
            (PartId::EngineRemove, Change::Chosen(_)) => {
                if let Some(line) = self.line(cx) {
                    cx.engines.remove(&line, &mut cx.settings);
                }
                self.chosen = None;
            }
            (PartId::EngineOptions, Change::Chosen(_)) => {
                let line = self.line(cx)?;
                let Some(Probe::Plays(facts)) = cx.engines.probe(&line, self.rules) else {
                    return None;
                };
                let facts = facts.clone();
                cx.open(EngineOptions::new(line, facts, std::mem::take(self)));
            }
            (PartId::EngineList, Change::Chosen(row)) => {
                self.chosen = cx.engines.lines(&cx.settings).into_iter().nth(row);
            }
            (_, Change::Opened) if self.part.is_some() => return Some(Reply::Use),
            _ => change.ignore(id),
        }
        None
    }

    /// Returns to the dialog `back`. The list stays open if the chosen engine does not support the game.
    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        let Some(mut back) = self.back.take() else { return Outcome::Close };
        if let (Some(part), Reply::Use) = (self.part, reply) {
            match self.line(cx).filter(|line| !cx.engines.fails(line, self.rules)) {
                Some(line) => back.take_engine(part, line),
                None => {
                    self.back = Some(back);
                    return Outcome::Stay;
                }
            }
        }
        cx.open_boxed(back);
        Outcome::Close
    }

    fn replace_engine(&mut self, line: &str, other: &PlayerSetting) {
        if let Some(back) = &mut self.back {
            back.replace_engine(line, other);
        }
    }
}
