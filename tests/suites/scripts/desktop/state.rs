//! The words that a script can compare: each gives a value of the window's state.

use super::Window;
use super::events::{action, piece, square};
use chuhe_app::form::Widget;
use chuhe_app::player::PlayerSetting;
use chuhe_app::study::MoveTexts;
use chuhe_app::{App, Editor, EditorFault, Form, Note, Refusal};
use chuhe_core::notation::{self, Fen};
use chuhe_core::{Position, Side, Square};
use chuhe_records::pgn;
use chuhe_tests::script::{ending, number, or_dash, side, yes};
use chuhe_view::{MoveItem, MovePlace, Scene};
use std::fmt::{Debug, Display};

type Tell = fn(&Window, &str) -> String;

pub(super) const WORDS: &[(&str, Tell)] = &[
    // What the last line did.
    ("effects", |window, _| window.out.effects.join(" ")),
    ("pushed", |window, _| window.out.pushed.join(", ")),
    ("told", |window, _| window.out.told.clone()),
    // The game.
    ("plies", |window, _| window.app.board().game.game().moves().len().to_string()),
    ("shown", |window, _| window.app.board().shown().moves().len().to_string()),
    ("last", |window, _| or_dash(window.app.board().game.game().moves().last().map(debug))),
    ("written", |window, _| {
        let mut before = window.app.board().game.game().clone();
        let style = window.app.cx().settings.style();
        let last = before.undo();
        or_dash(last.map(|mv| notation::write(style, before.position(), mv).to_string()))
    }),
    ("turn", |window, _| {
        window.app.board().game.turn().map_or("over".into(), |side| side.to_string())
    }),
    ("ending", |window, _| or_dash(window.app.board().game.game().ending().map(ending))),
    ("warning", |window, _| or_dash(window.app.board().game.game().warning().map(ending))),
    ("board", |window, _| {
        let position = window.app.board().position().clone();
        let fen = Fen { position, move_number: 1 }.to_string();
        fen.split(" - ").next().unwrap_or_default().to_owned()
    }),
    ("at", at),
    ("files", |window, _| {
        let plies = |text: &String| {
            let record = pgn::read(text).expect("a game that was written");
            let ending = record.ending().map_or(String::new(), |end| format!(" {}", ending(end)));
            format!("{}{ending}", record.moves().len())
        };
        window.out.files.iter().map(plies).collect::<Vec<_>>().join(", ")
    }),
    ("kept", |window, file| {
        let text = &window.out.files[number::<usize>(file)];
        let moves = text.lines().filter(|line| !line.starts_with('['));
        moves.collect::<Vec<_>>().join(" ").trim().to_owned()
    }),
    ("live", |window, _| window.out.live.lines().last().unwrap_or_default().to_owned()),
    // The players.
    ("seats", |window, _| {
        Side::ALL.map(|side| player(window.app.board().game.player(side))).join(" ")
    }),
    ("clock", |window, _| {
        let left = |side| window.app.board().game.time_left(side, window.now);
        Side::ALL.map(|side| or_dash(left(side).map(|left| left.as_secs_f32().ceil()))).join(" ")
    }),
    ("paused", |window, _| yes(window.app.board().game.is_paused())),
    ("thinks", |window, _| or_dash(window.app.board().game.thinking().map(debug))),
    ("asked", |window, _| {
        or_dash(window.out.question.as_ref().map(|(_, request)| {
            let limits = &request.limits;
            let time = or_dash(limits.time.map(|time| time.hard));
            format!("level {} time {time} depth {}", limits.level, limits.depth)
        }))
    }),
    ("book", |window, _| {
        let question = window.out.question.as_ref();
        or_dash(question.and_then(|(_, request)| Some(debug(&request.variety.as_ref()?.book))))
    }),
    ("unwanted", |window, _| {
        or_dash(window.out.question.as_ref().map(|(_, request)| names(&request.excluded)))
    }),
    ("analysis", analysis),
    ("study", |window, _| {
        let study = window.app.board().study.as_ref();
        or_dash(study.map(|study| study.tree().path(study.node()).len()))
    }),
    ("player", |window, name| window.app.cx().words().player(&window.app, side(name)).0),
    ("report", |window, _| {
        let making = window.app.reporting().making.as_ref().map(|making| making.progress());
        or_dash(making.map(|(done, all)| format!("{done} of {all}")))
    }),
    ("curve", curve),
    ("tree", tree),
    ("evaluation", |window, _| or_dash(window.app.analysis().evaluation())),
    ("thought", |window, _| {
        let told = |scene: &Scene<'_>| {
            scene.thinking.map(|thinking| format!("{} {}", thinking.score, thinking.line))
        };
        or_dash(window.scene().show(told))
    }),
    ("idle", |window, _| window.scene().show(|scene| scene.idle.to_owned())),
    ("arrows", |window, _| window.scene().show(|scene| names(scene.hints))),
    ("hint", |window, _| or_dash(window.app.board().game.hint().map(debug))),
    ("inquiry", inquiry),
    // The board in the window.
    ("selected", |window, _| or_dash(window.app.board().selection.selected().map(debug))),
    ("given", |window, _| {
        or_dash(window.app.board().selection.given().map(|given| format!("[{}]", names(given))))
    }),
    ("targets", |window, _| {
        let mut names: Vec<String> = window.app.board().destinations().iter().map(debug).collect();
        names.sort();
        names.join(" ")
    }),
    ("culprits", |window, _| window.scene().show(|scene| names(scene.culprits))),
    ("lit", |window, _| yes(window.app.board().is_selection_lit(window.app.cx()))),
    ("dragged", |window, _| {
        or_dash(window.app.board().selection.dragged().map(|(square, _)| debug(square)))
    }),
    ("cursor", |window, _| or_dash(window.app.board().selection.cursor.map(debug))),
    ("drawn", |window, _| {
        let shape = |(from, to): &(Square, Square)| format!("{from:?}{to:?}");
        list(window.app.board().drawn(window.app.cx()).iter().map(shape))
    }),
    ("tip", |window, _| {
        let words = window.app.cx().words();
        let tip = window.app.tip().and_then(|target| words.tip(&window.app, target));
        let told = |part: &String| !part.is_empty();
        or_dash(tip.map(|parts| parts.into_iter().filter(told).collect::<Vec<_>>().join(" | ")))
    }),
    ("flipped", |window, _| yes(window.app.board().is_flipped)),
    // Texts, menus and dialogs.
    ("says", |window, _| window.app.cx().words().status(&window.app).0),
    ("note", |window, _| note(&window.app.cx().note)),
    ("can", |window, names| {
        list(names.split_whitespace().map(|name| yes(window.app.refusal(action(name)).is_none())))
    }),
    ("menu", |window, _| or_dash(window.app.menu().map(|(menu, item)| format!("{menu} {item}")))),
    ("dialog", dialog),
    ("reads", |window, _| {
        let words = window.app.cx().words();
        or_dash(form(&window.app).map(|form| form.text(words))).replace('\n', " / ")
    }),
    ("typed", typed),
    ("value", value),
    ("label", |window, name| {
        let parts = window.app.cx().dialog().map(|dialog| dialog.form.parts(window.app.cx()));
        let part = parts.into_iter().flatten().find(|part| debug(part.id) == name);
        or_dash(part.map(|part| part.label))
    }),
    ("chosen", |window, _| {
        let pieces = form(&window.app).and_then(Form::pieces);
        or_dash(pieces.map(|(pieces, chosen, _)| chosen.unwrap_or(pieces.len())))
    }),
    ("scrolled", |window, _| or_dash(window.app.cx().dialog().map(|dialog| dialog.scrolled))),
    ("settings", |window, _| {
        let settings = &window.app.cx().settings;
        let (language, theme, pieces) = (settings.language, settings.theme, settings.pieces);
        format!("{language:?} {theme:?} {pieces:?} {:?} {}", settings.notation, settings.scale)
    }),
    // The editor.
    ("editor", |window, _| yes(window.app.cx().editor.as_ref().is_some())),
    ("held", |window, _| or_dash(window.app.cx().editor.as_ref().and_then(|editor| editor.held()))),
    ("left", |window, letter| editor(window).left(piece(letter)).to_string()),
    ("side", |window, _| editor(window).side().to_string()),
    ("editing", |window, _| {
        let position = editor(window).position().ok();
        or_dash(position.map(|position| Fen { position, move_number: 1 }))
    }),
    ("fault", |window, _| match editor(window).position() {
        Ok(_) => "-".into(),
        Err(EditorFault::Setup(error)) => error.to_string(),
        Err(EditorFault::Over(ending)) => ending.reason.to_string(),
    }),
];

impl Window {
    pub(super) fn state(&self, word: &str) -> String {
        let (word, rest) = word.split_once(' ').unwrap_or((word, ""));
        let found = WORDS.iter().find(|(name, _)| *name == word);
        let (_, tell) = found.unwrap_or_else(|| panic!("no word {word}"));
        tell(self, rest)
    }
}

fn debug(value: impl Debug) -> String {
    format!("{value:?}")
}

fn list(values: impl IntoIterator<Item = impl Display>) -> String {
    values.into_iter().map(|value| value.to_string()).collect::<Vec<_>>().join(" ")
}

/// The names of moves or squares, as [`Move::from_name`] and [`Square::from_name`] read them.
fn names(values: impl IntoIterator<Item = impl Debug>) -> String {
    list(values.into_iter().map(debug))
}

fn form(app: &App) -> Option<&dyn Form> {
    app.cx().dialog().map(|dialog| &*dialog.form)
}

fn editor(window: &Window) -> &Editor {
    window.app.cx().editor.as_ref().expect("the editor")
}

fn at(window: &Window, name: &str) -> String {
    let square = square(name);
    or_dash(match window.app.cx().editor.as_ref() {
        Some(editor) => editor.piece_at(square),
        None => window.app.board().position().piece_at(square),
    })
}

fn player(player: &PlayerSetting) -> String {
    match player {
        PlayerSetting::Program(line) => line.clone(),
        PlayerSetting::Person => "person".to_owned(),
        PlayerSetting::Computer(level) => level.to_string(),
    }
}

fn analysis(window: &Window, _: &str) -> String {
    if !window.app.analysis().is_on() && !window.app.explorer().is_on() {
        return "off".into();
    }
    window.scene().show(|scene| {
        let lines = scene.analysis.iter().flat_map(|analysis| analysis.lines);
        let texts: Vec<_> = lines.map(|line| format!("{} {}", line.score, line.moves)).collect();
        texts.join("; ")
    })
}

/// The chart of the report as it is shown: percentages, with `*` before the current one and `?!`, `?` or `??` after
/// a bad move.
fn curve(window: &Window, _: &str) -> String {
    or_dash(window.scene().show(|scene| {
        scene.chart.map(|chart| {
            let point = |(ply, share): (usize, &Option<u16>)| {
                let star = if chart.current == Some(ply) { "*" } else { "" };
                let bad = chart.bad.iter().find(|(at, _)| *at == ply);
                let grade = bad.map_or("", |(_, grade)| ["?!", "?", "??"][usize::from(*grade)]);
                let share = or_dash(share.map(|share| share / 10));
                format!("{star}{share}{grade}")
            };
            let points = list(chart.shares.iter().enumerate().map(point));
            format!("{points} | {}", chart.words.join(" | ")).trim_end_matches(" | ").to_owned()
        })
    }))
}

/// The tree of moves as it is shown: `|` begins a row of text, and `*` marks the current move.
fn tree(window: &Window, _: &str) -> String {
    let mut texts = MoveTexts::default();
    let study = window.app.board().study.as_ref().expect("a study");
    texts.update(study, window.app.cx().settings.style(), None);
    let item = |item: MoveItem<'_>| {
        let begins = matches!(item.place, MovePlace::Text { begins: true, .. });
        let (bar, star) = (if begins { "| " } else { "" }, if item.is_current { "*" } else { "" });
        let score = if item.score.is_empty() { "" } else { " " };
        format!("{bar}{star}{}{score}{}", item.text, item.score)
    };
    list(texts.items(study.node()).into_iter().map(item))
}

fn inquiry(window: &Window, _: &str) -> String {
    or_dash(window.out.inquiry.as_ref().map(|inquiry| {
        let (budget, millis) = (&inquiry.budget, inquiry.patience.as_millis());
        let clocks = budget.clocks.map(|clocks| clocks.map(|clock| clock.left));
        let written = format!("{:?} {:?} {clocks:?}", budget.movetime, budget.depth);
        format!("{} {written} {millis}", inquiry.side)
    }))
}

fn note(note: &Note) -> String {
    let plain = |text: String| text.replace(['(', ')'], " ").trim().to_owned();
    match note {
        Note::Refused(Refusal::Illegal(why, ..)) => plain(debug(why)),
        Note::Plain(text) | Note::Titled(text) => debug(text),
        Note::Named(text, _) | Note::Refused(Refusal::Plain(text)) => debug(text),
        Note::Refused(why) => plain(debug(why)),
        Note::Moved(played) => format!("Moved {:?}", played.mv),
        other => debug(other).split('(').next().unwrap_or_default().to_owned(),
    }
}

fn dialog(window: &Window, _: &str) -> String {
    or_dash(window.app.cx().dialog().map(|dialog| {
        let name = dialog.form.topic().map_or_else(|| debug(&dialog.form), debug);
        let name = name.split(' ').next().unwrap_or_default();
        let name = name.trim_end_matches("Form").replace("EngineList", "Engines");
        let reply = match dialog.part {
            Some(part) => debug(part),
            None => or_dash(dialog.reply().map(debug)),
        };
        format!("{name} {reply}")
    }))
}

/// The text of the focused field: `|` is the caret, `^` the other end of a selection.
fn typed(window: &Window, _: &str) -> String {
    let app = &window.app;
    let Some(dialog) = app.cx().dialog() else { return "-".into() };
    let Some(id) = dialog.focused_field(app.cx()) else { return "-".into() };
    let Some(field) = app.cx().widgets.field(id) else { return "|".into() };
    let mut text = field.text().to_owned();
    let mut signs = vec![(field.caret(), '|')];
    if field.anchor() != field.caret() {
        signs.push((field.anchor(), '^'));
    }
    signs.sort_unstable_by_key(|&(at, _)| std::cmp::Reverse(at));
    signs.into_iter().for_each(|(at, sign)| text.insert(at, sign));
    text.replace('\n', " / ")
}

/// The value of a part of the dialog, or `disabled` and the reason.
fn value(window: &Window, name: &str) -> String {
    let app = &window.app;
    let Some(dialog) = app.cx().dialog() else { return "-".into() };
    let parts = dialog.form.parts(app.cx());
    let Some(part) = parts.iter().find(|part| debug(part.id) == name) else { return "-".into() };
    if let Some(why) = &part.disabled {
        return format!("disabled: {why}");
    }
    match &part.widget {
        Widget::Heading => part.label.clone(),
        Widget::Text(text) => text.replace('\n', " / "),
        Widget::Options(items, chosen) => match chosen {
            Some(chosen) => items[*chosen].clone(),
            None => items.join(" | "),
        },
        Widget::Slider { word, .. } => word.clone(),
        Widget::Check(checked) => yes(*checked),
        Widget::Field(_) => {
            or_dash(Some(window.app.cx().widgets.text(part.id)).filter(|text| !text.is_empty()))
        }
        Widget::Table { rows, chosen, columns, .. } => {
            let cells = |row| (0..columns.len()).map(move |column| rows.cell(row, column));
            let row = |row| cells(row).collect::<Vec<_>>().join(" · ");
            format!("{} of {}: {}", or_dash(*chosen), rows.len(), chosen.map_or("-".into(), row))
        }
        Widget::Cards { cards, chosen, .. } => {
            let title = chosen.map_or("-".into(), |chosen| cards.card(chosen).title.to_owned());
            format!("{} of {}: {title}", or_dash(*chosen), cards.len())
        }
        Widget::Board(_) => "board".into(),
    }
}
