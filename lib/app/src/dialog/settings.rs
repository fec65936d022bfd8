//! The dialog of the settings. A change takes effect at once, except a typed file name of the opening book.

use super::engines::EngineList;
use super::players::{LIMITS, PlayerChoice, limit_part};
use super::{DialogFrame, Form, Outcome};
use crate::settings::{ColorTheme, Notation, SCALES};
use crate::{Change, Context, FormPart, PartId, Reply, Settings, Widget, Widgets};
use chuhe_core::Side;
use chuhe_view::PieceSet;
use chuhe_view::text::{Language, Text};

#[derive(Debug)]
pub(crate) struct SettingsForm;

/// (part, label, place) of a setting that is on or off. The function `place` returns the field of the setting.
type Switch = (PartId, Text, fn(&mut Settings) -> &mut bool);

const SWITCHES: [(Text, Switch); 8] = [
    (Text::GroupGame, (PartId::Book, Text::OpeningBook, |it| &mut it.book)),
    (Text::GroupBoard, (PartId::ShowMoves, Text::Destinations, |it| &mut it.show_moves)),
    (Text::GroupBoard, (PartId::Blink, Text::Blink, |it| &mut it.blink)),
    (Text::GroupBoard, (PartId::Animation, Text::Animation, |it| &mut it.animation)),
    (Text::GroupBoard, (PartId::PieceNames, Text::PieceNames, |it| &mut it.piece_names)),
    (Text::GroupBoard, (PartId::ShowGuards, Text::ShowGuards, |it| &mut it.show_guards)),
    (Text::GroupSound, (PartId::Sounds, Text::Sounds, |it| &mut it.sounds)),
    (Text::GroupAnalysis, (PartId::ShowThinking, Text::ShowThinking, |it| &mut it.show_thinking)),
];

fn switches(group: Text, cx: &Context) -> Vec<FormPart> {
    let (words, mut settings) = (cx.words(), cx.settings.clone());
    let part = move |(index, (_, (id, label, place))): (usize, &(Text, Switch))| {
        let part = FormPart::new(*id, words.get(*label), Widget::Check(*place(&mut settings)));
        if index % 2 == 1 { part.beside() } else { part }
    };
    SWITCHES.iter().filter(|(of, _)| *of == group).enumerate().map(part).collect()
}

/// The choices for the number of threads of the analysis. For 0, the number depends on the machine.
const THREADS: [u8; 6] = [0, 1, 2, 4, 8, 16];

/// The choices for the memory of the analysis in mebibytes. For 0, the command line gives the size.
const MEMORY: [u16; 6] = [0, 16, 64, 256, 1024, 4096];

/// (command line, name) of the engines that can analyse. The built-in engine comes first, with an empty command line.
fn analysts(cx: &Context) -> Vec<(String, String)> {
    let built_in = cx.words().get(Text::BuiltIn).to_owned();
    let present = Some(cx.settings.analysis_engine.as_str()).filter(|line| !line.is_empty());
    [(String::new(), built_in)]
        .into_iter()
        .chain(cx.engines.playing(&cx.settings, cx.rules, present))
        .collect()
}

fn game_parts(cx: &Context) -> Vec<FormPart> {
    let (words, settings) = (cx.words(), &cx.settings);
    let mut parts = vec![FormPart::heading(words.get(Text::GroupGame))];
    for side in Side::ALL {
        let choice = PlayerChoice::of(side, cx, cx.rules, true);
        parts.extend(choice.parts(cx, settings.player(side)));
    }
    parts.push(limit_part(words, settings.limit));
    parts.extend(switches(Text::GroupGame, cx));
    let off = (!settings.book).then(|| words.get(Text::BookIsOff).to_owned());
    let (label, usual) = (words.get(Text::BookFile), words.get(Text::BookOfProgram));
    parts.push(FormPart::field(PartId::BookFile, label, usual).unless(off));
    parts
}

fn board_parts(cx: &Context) -> Vec<FormPart> {
    let words = cx.words();
    let get = |text: Text| words.get(text);
    let Settings { language, theme, pieces, notation, scale, .. } = &cx.settings;
    let label = get(Text::LanguageName);
    let name = |language: &Language| language.name().to_owned();
    let theme_name = |theme: &ColorTheme| get(theme.label()).to_owned();
    let set_name = |&set: &PieceSet| words.piece_set(set).to_owned();
    let style = |notation: &Notation| get(notation.label()).to_owned();
    let at = SCALES.iter().position(|known| known >= scale).unwrap_or_default();
    let slider = Widget::Slider { steps: SCALES.len(), at, word: format!("{scale} %") };
    let mut parts = vec![
        FormPart::heading(get(Text::GroupBoard)),
        FormPart::options(PartId::Language, label, &Language::ALL, language, name),
        FormPart::options(PartId::Theme, get(Text::Theme), &ColorTheme::ALL, theme, theme_name),
        FormPart::options(PartId::Pieces, get(Text::Pieces), &PieceSet::ALL, pieces, set_name),
        FormPart::options(PartId::Notation, get(Text::Notation), &Notation::ALL, notation, style),
        FormPart::new(PartId::Scale, get(Text::Scale), slider),
    ];
    parts.extend(switches(Text::GroupBoard, cx));
    parts
}

fn analysis_parts(cx: &Context) -> Vec<FormPart> {
    let (words, settings) = (cx.words(), &cx.settings);
    let get = |text: Text| words.get(text);
    let mut parts = vec![FormPart::heading(get(Text::GroupAnalysis))];
    let engines = analysts(cx);
    let chosen = engines.iter().position(|(line, _)| *line == settings.analysis_engine);
    let names = engines.into_iter().map(|(_, name)| name).collect();
    let engine = Widget::Options(names, chosen);
    parts.push(FormPart::new(PartId::AnalysisEngine, get(Text::AnalysisBy), engine));
    let usual = || get(Text::Automatic).to_owned();
    let threads = |count: &u8| if *count == 0 { usual() } else { count.to_string() };
    let memory = |size: &u16| if *size == 0 { usual() } else { format!("{size} MiB") };
    let (count, size) = (settings.analysis_threads, settings.analysis_memory);
    let label = get(Text::Threads);
    parts.push(FormPart::options(PartId::Threads, label, &THREADS, &count, threads));
    parts.push(FormPart::options(PartId::Memory, get(Text::Memory), &MEMORY, &size, memory));
    parts.extend(switches(Text::GroupAnalysis, cx));
    parts
}

impl Form for SettingsForm {
    fn frame(&self) -> DialogFrame {
        DialogFrame::new(Text::TitleSettings, [Reply::Close]).sized(42, 46)
    }

    fn fields(&self, cx: &Context) -> Widgets {
        let mut widgets = Widgets::default();
        widgets.field_mut(PartId::BookFile).set(&cx.settings.book_file);
        widgets
    }

    fn parts(&self, cx: &Context) -> Vec<FormPart> {
        let mut parts = game_parts(cx);
        parts.extend(board_parts(cx));
        parts.push(FormPart::heading(cx.words().get(Text::GroupSound)));
        parts.extend(switches(Text::GroupSound, cx));
        parts.extend(analysis_parts(cx));
        parts
    }

    fn keeps_typed(&self, window_closes: bool) -> Option<Reply> {
        window_closes.then_some(Reply::Close)
    }

    fn answered(&mut self, _: Reply, cx: &mut Context) -> Outcome {
        cx.widgets.text(PartId::BookFile).trim().clone_into(&mut cx.settings.book_file);
        Outcome::Close
    }

    fn changed(&mut self, cx: &mut Context, id: PartId, change: Change) -> Option<Reply> {
        if let Change::Checked(on) = change {
            match SWITCHES.iter().find(|(_, switch)| switch.0 == id) {
                Some((_, (.., place))) => *place(&mut cx.settings) = on,
                None => change.ignore(id),
            }
            return None;
        }
        if (id, change) == (PartId::BookFile, Change::Opened) {
            self.answered(Reply::Close, cx);
        }
        let Change::Chosen(item) = change else { return None };
        for side in Side::ALL {
            let mut chosen = cx.settings.player(side).clone();
            let choice = PlayerChoice::of(side, cx, cx.rules, true);
            if choice.change(cx, &mut chosen, id, change) {
                self.answered(Reply::Close, cx);
                EngineList::open(cx, Box::new(Self), None, cx.rules);
            }
            *cx.settings.player_mut(side) = chosen;
        }
        let analyst = analysts(cx).into_iter().nth(item);
        let settings = &mut cx.settings;
        match id {
            PartId::Limit => take(&mut settings.limit, &LIMITS, item),
            PartId::Language => take(&mut settings.language, &Language::ALL, item),
            PartId::Theme => take(&mut settings.theme, &ColorTheme::ALL, item),
            PartId::Pieces => take(&mut settings.pieces, &PieceSet::ALL, item),
            PartId::Notation => take(&mut settings.notation, &Notation::ALL, item),
            PartId::Scale => take(&mut settings.scale, &SCALES, item),
            PartId::Threads => take(&mut settings.analysis_threads, &THREADS, item),
            PartId::Memory => take(&mut settings.analysis_memory, &MEMORY, item),
            PartId::AnalysisEngine => {
                settings.analysis_engine = analyst.map(|(line, _)| line).unwrap_or_default();
            }
            // `PlayerChoice` has handled these parts above.
            PartId::RedPlayer | PartId::RedLevel | PartId::BlackPlayer | PartId::BlackLevel => {}
            _ => change.ignore(id),
        }
        None
    }
}

pub(super) fn take<T: Copy>(place: &mut T, values: &[T], item: usize) {
    *place = values.get(item).copied().unwrap_or(*place);
}
