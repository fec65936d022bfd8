//! The dialog with the options of an engine. The values become a part of the engine's command line.

use super::engines::EngineList;
use super::{DialogFrame, Form, Outcome};
use crate::{
    Change, Context, FormPart, PartId, PlayerSetting, Reply, TextField, Widget, Widgets, Words,
};
use chuhe_host::engine::{EngineFacts, EngineOption, OptionKind, Spec, with_options};
use chuhe_view::text::Text;

#[derive(Debug)]
pub(super) struct EngineOptions {
    line: String,
    facts: EngineFacts,
    /// The value of each option; `None` for a button that is not pressed.
    values: Vec<Option<String>>,
    list: EngineList,
}

/// The options that Chuhe sets itself. Therefore the dialog does not show them.
const OWN: [&str; 5] = ["UCI_Variant", "MultiPV", "Ponder", "usemillisec", "newgame"];

fn part_of(index: usize) -> PartId {
    PartId::EngineOption(u8::try_from(index).unwrap_or(u8::MAX))
}

impl EngineOptions {
    pub(super) fn new(line: String, mut facts: EngineFacts, list: EngineList) -> Self {
        facts
            .options
            .retain(|option| !OWN.iter().any(|own| own.eq_ignore_ascii_case(&option.name)));
        facts.options.truncate(usize::from(u8::MAX));
        let set = line.parse::<Spec>().map_or_else(|_| Vec::new(), |spec| spec.options);
        let value = |option: &EngineOption| {
            let found = set.iter().find(|(name, _)| name.eq_ignore_ascii_case(&option.name));
            match (found, &option.kind) {
                (Some((_, value)), _) => Some(value.clone()),
                (None, OptionKind::Button) => None,
                (None, _) => Some(option.default.clone()),
            }
        };
        let values = facts.options.iter().map(value).collect();
        Self { line, facts, values, list }
    }

    fn part(&self, words: Words, index: usize, option: &EngineOption) -> FormPart {
        let value = self.values[index].as_deref();
        let widget = match &option.kind {
            OptionKind::Check => Widget::Check(value == Some("true")),
            OptionKind::Spin { min, max } => Widget::Field(format!("{min}–{max}")),
            OptionKind::Text => Widget::Field(String::new()),
            OptionKind::Combo(values) => {
                let chosen = values.iter().position(|known| Some(known.as_str()) == value);
                Widget::Options(values.clone(), chosen)
            }
            OptionKind::Button => {
                let labels = [Text::Off, Text::OnStart].map(|text| words.get(text).to_owned());
                Widget::Options(labels.to_vec(), Some(usize::from(value.is_some())))
            }
        };
        FormPart::new(part_of(index), option.name.clone(), widget)
    }

    /// The first option whose value the engine does not accept.
    fn fault(&self) -> Option<&EngineOption> {
        let mut values = self.facts.options.iter().zip(&self.values);
        let bad = values.find(|(option, value)| {
            value.as_ref().is_some_and(|value| !option.takes(value) && *value != option.default)
        });
        bad.map(|(option, _)| option)
    }

    /// (name, value) of each option whose value differs from the default, and of each pressed button.
    fn chosen(&self) -> Vec<(String, String)> {
        let values = self.facts.options.iter().zip(&self.values);
        let set = values.filter_map(|(option, value)| Some((option, value.as_ref()?)));
        let other = set.filter(|(option, value)| {
            **value != option.default || option.kind == OptionKind::Button
        });
        other.map(|(option, value)| (option.name.clone(), value.clone())).collect()
    }
}

impl Form for EngineOptions {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleEngineOptions, [Reply::Ok, Reply::Cancel]).sized(42, 0)
    }

    fn fields(&self, _: &Context) -> Widgets {
        let mut widgets = Widgets::default();
        for (index, (option, value)) in self.facts.options.iter().zip(&self.values).enumerate() {
            if matches!(option.kind, OptionKind::Spin { .. } | OptionKind::Text) {
                let text = value.as_deref().unwrap_or_default();
                *widgets.field_mut(part_of(index)) = TextField::new(text, Default::default());
            }
        }
        widgets
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let words = cx.words();
        let told = match self.fault() {
            Some(option) => words.with(Text::OptionFault, &[&option.name]),
            None => words.with(Text::OptionsOf, &[&self.facts.name]),
        };
        let options = self.facts.options.iter().enumerate();
        let parts = options.map(|(index, option)| self.part(words, index, option));
        std::iter::once(FormPart::text(told)).chain(parts).collect()
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        let PartId::EngineOption(index) = id else { return None };
        let index = usize::from(index);
        let option = self.facts.options.get(index)?;
        let value = self.values.get_mut(index)?;
        match (&option.kind, change) {
            (OptionKind::Check, Change::Checked(on)) => *value = Some(on.to_string()),
            (OptionKind::Combo(values), Change::Chosen(item)) => *value = values.get(item).cloned(),
            (OptionKind::Button, Change::Chosen(item)) => {
                *value = (item > 0).then(String::new);
            }
            (_, Change::Edited) => *value = Some(cx.widgets.text(id).trim().to_owned()),
            (_, Change::Opened) => return Some(Reply::Ok),
            _ => change.ignore(id),
        }
        None
    }

    /// Returns to the list of engines. OK first saves the options, but keeps the dialog open if a value is wrong.
    fn answered(&mut self, reply: Reply, cx: &mut Context) -> Outcome {
        if reply == Reply::Ok {
            let other = with_options(&self.line, self.facts.protocol, &self.chosen());
            let (None, Ok(other)) = (self.fault(), other) else { return Outcome::Stay };
            self.list.chosen = Some(other.clone());
            self.list.replace_engine(&self.line, &PlayerSetting::Program(other.clone()));
            cx.engines.replace(&self.line, other, &mut cx.settings);
        }
        cx.open(std::mem::take(&mut self.list));
        Outcome::Close
    }
}
