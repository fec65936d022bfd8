//! The desktop's state, driven by the scripts of `tests/data/desktop`: what a player does, line by
//! line, and what is expected of the state after it. `tests/data/README.md` lists the words.

use chuhe_core::notation::{self, Fen, Style};
use chuhe_core::rules::Rules;
use chuhe_core::{Ending, Kind, Level, Move, Numbers, Piece, Position, Score, Side, Square};
use chuhe_desktop::app::{
    Action, App, EDITOR_BUTTONS, EditorFault, Effect, Event, Guest, MENUS, Note, Place, Press,
    Push, RIGHTS_BUTTONS, Refusal as Reason, Reply, Target, Topic, menu_actions,
};
use chuhe_desktop::seat::{Limit, Seat};
use chuhe_desktop::settings::Settings;
use chuhe_desktop::table::{Inquiry, Insight, Order, Question};
use chuhe_desktop::words::Words;
use chuhe_host::clock::TimeControl;
use chuhe_host::engine;
use chuhe_host::fen;
use chuhe_host::pgn::{self, GameRecord};
use chuhe_host::{Driven, Map, MapRefusal, Refusal};
use std::path::Path;
use std::time::Duration;

/// A script being played.
struct Play {
    app: App,
    now: Duration,
    /// What the computer was asked last and has not answered.
    question: Option<Question>,
    /// What a program was asked last, the numbers of those started last, the game as it is live.
    inquiry: Option<Inquiry>,
    started: [u64; 2],
    live: String,
    /// What the last line did, in words.
    effects: Vec<String>,
    /// What those outside heard.
    pushed: Vec<String>,
    /// What a program that drives the game was told.
    told: String,
    saved: Option<GameRecord>,
    kept: Settings,
}

fn settings(words: &str) -> Settings {
    let mut settings = Settings::default();
    let words = words.split_once("fen ").map_or(words, |(before, _)| before);
    for word in words.split_whitespace() {
        let (key, value) = word.split_once('=').unwrap_or((word, "on"));
        let seat = || match value {
            "person" => Seat::Person,
            program if program.starts_with('/') => Seat::Program(program.into()),
            level => Seat::Computer(Level::new(level.parse().unwrap()).unwrap()),
        };
        let numbers: Vec<u32> = value.split('+').filter_map(|part| part.parse().ok()).collect();
        match key {
            "red" => settings.red = seat(),
            "black" => settings.black = seat(),
            "seconds" => settings.limit = Limit::Seconds(value.parse().unwrap()),
            "depth" => settings.limit = Limit::Depth(value.parse().unwrap()),
            "game" => {
                settings.clock = TimeControl::Game { seconds: numbers[0], increment: numbers[1] };
            }
            "per-move" => settings.clock = TimeControl::PerMove(numbers[0]),
            other => panic!("no setting {other}"),
        }
    }
    settings
}

fn square(name: &str) -> Square {
    Square::from_name(name).unwrap_or_else(|| panic!("no square {name}"))
}

/// A move as it prints by itself.
fn mv(text: &str) -> Move {
    if let Some((files, victim)) = text.split_once('x') {
        let files = files.bytes().fold(0, |files, file| files | 1 << (file - b'a'));
        return Move::exchange(files, victim.parse().expect("a number"));
    }
    Move::new(square(&text[..2]), square(&text[2..]))
}

fn piece(letter: &str) -> Piece {
    let letter = letter.chars().next().expect("a letter");
    let side = if letter.is_uppercase() { Side::Red } else { Side::Black };
    let index = "kaehrcpq".find(letter.to_ascii_lowercase()).expect("a letter of a piece");
    Piece::new(side, Kind::ALL[index])
}

/// What a name stands for, of values that have their names by `Debug`.
fn named<T: std::fmt::Debug + Copy>(all: impl IntoIterator<Item = T>, name: &str) -> T {
    all.into_iter()
        .find(|value| format!("{value:?}") == name)
        .unwrap_or_else(|| panic!("nothing is called {name}"))
}

fn action(name: &str) -> Action {
    let menus = (0..MENUS.len()).flat_map(menu_actions);
    named(menus.chain(EDITOR_BUTTONS).chain(RIGHTS_BUTTONS), name)
}

fn target(words: &[&str]) -> Target {
    match words {
        ["menu", title] => Target::Menu(title.parse().expect("a number")),
        ["ply", ply] => Target::Ply(ply.parse().expect("a number")),
        ["tray", letter] => Target::Tray(piece(letter)),
        ["entry", entry] => Target::Entry(entry.parse().expect("a number")),
        ["reply", name] => Target::Reply(named(Reply::ALL, name)),
        ["row", row] => {
            let (row, forward) = row.split_at(row.len() - 1);
            Target::Choice(row.parse().expect("a number"), forward == "+")
        }
        [name] if name.starts_with(char::is_uppercase) => Target::Action(action(name)),
        [name] => Target::Square(square(name)),
        other => panic!("no target {other:?}"),
    }
}

/// A place in the window that is not that of another target.
fn place(target: Option<Target>) -> Place {
    match target {
        Some(Target::Square(square)) => {
            (40 * i32::from(square.file()), 40 * i32::from(square.rank()))
        }
        _ => (1000, 1000),
    }
}

impl Play {
    fn new(words: &str) -> Self {
        let settings = settings(words);
        let mut starts: Vec<_> = Rules::ALL.iter().map(|&rules| Map::standard(rules)).collect();
        let mut start = 0;
        if let Some((_, fen)) = words.split_once("fen ") {
            let position = fen::read(fen).expect("a FEN").position;
            starts.push(Map { name: "script".into(), ..Map::standard(Rules::Xiangqi) });
            start = starts.len() - 1;
            starts[start].numbers = Numbers::in_reading_order(&position);
            starts[start].position = position;
        }
        Self::of(App::new(settings.clone(), starts, start, None, 1), settings)
    }

    fn of(app: App, kept: Settings) -> Self {
        let mut play = Self {
            app,
            now: Duration::ZERO,
            question: None,
            inquiry: None,
            started: [0; 2],
            live: String::new(),
            effects: Vec::new(),
            pushed: Vec::new(),
            told: String::new(),
            saved: None,
            kept,
        };
        play.on(Event::Tick);
        play
    }

    fn on(&mut self, event: Event) {
        let effects = self.app.on(event, self.now);
        self.take(effects);
    }

    /// Lets a program that drives the game do something, and keeps what it was told.
    fn guest(&mut self, act: impl FnOnce(&mut Guest<'_>) -> Result<(), Refusal>) {
        let mut told = String::new();
        let effects = self.app.host(self.now, |guest| {
            told = act(guest).map_or_else(|refusal| refusal.to_string(), |()| "done".into());
        });
        self.take(effects);
        self.told = told;
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let word = match effect {
                Effect::Order(Order::Think(question)) => {
                    self.question = Some(*question);
                    "think".into()
                }
                Effect::Order(Order::Ask(inquiry)) => {
                    self.inquiry = Some(*inquiry);
                    "ask".into()
                }
                Effect::Order(Order::Start(side, number, line, rules)) => {
                    self.started[side.index()] = number;
                    format!("start:{side}:{line}:{rules}")
                }
                Effect::Order(Order::Dismiss(side)) => format!("stop:{side}"),
                Effect::Live(record) => {
                    self.live = record.to_pgn(Style::San).to_string();
                    continue;
                }
                Effect::Order(Order::Stop) => {
                    self.question = None;
                    "stop".into()
                }
                Effect::Order(Order::Hurry) => "hurry".into(),
                Effect::Sound(sound) => format!("{sound:?}").to_lowercase(),
                Effect::Copy(text) => format!("copy:{}", text.lines().next().unwrap_or_default()),
                Effect::Paste => "paste".into(),
                Effect::Keep(settings) => {
                    self.kept = settings;
                    "keep".into()
                }
                Effect::Autosave(record) => {
                    let plies = record.as_ref().map(|record| record.game.moves().len());
                    self.saved = record.map(|record| *record);
                    plies.map_or("unsave".into(), |plies| format!("autosave:{plies}"))
                }
                Effect::Save(record, style) => {
                    format!("save:{}", record.to_pgn(style).to_string().lines().count())
                }
                Effect::ListGames => "list".into(),
                Effect::Open(name) => format!("open:{name}"),
                Effect::WriteMap(name, position) => {
                    let board = Fen { position: *position, move_number: 1 }.to_string();
                    format!("map:{name}:{board}")
                }
                Effect::Push(Push::ComputerMoved) => {
                    self.pushed.push("moved".into());
                    continue;
                }
                Effect::Push(Push::Over(how)) => {
                    self.pushed.push(ending(how));
                    continue;
                }
                Effect::Quit(well) => format!("quit:{well}"),
            };
            self.effects.push(word);
        }
    }

    /// Ticks as a window does until so many milliseconds have gone by.
    fn wait(&mut self, millis: u64) {
        for _ in 0..millis.div_ceil(4) {
            self.now += Duration::from_millis(4);
            self.on(Event::Tick);
        }
    }

    /// Does what a line says.
    fn act(&mut self, line: &str) {
        self.effects.clear();
        self.pushed.clear();
        let words: Vec<&str> = line.split_whitespace().collect();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match (word, &words[1..]) {
            ("click", name) => {
                let target = Some(target(name));
                self.on(Event::Pressed(target, place(target)));
                self.on(Event::Released(target, place(target)));
            }
            ("press", name) => {
                let target = Some(target(name));
                self.on(Event::Pressed(target, place(target)));
            }
            ("move", name) => {
                let target = name.first().map(|_| target(name));
                self.on(Event::Moved(target, place(target)));
            }
            ("release", name) => {
                let target = name.first().map(|_| target(name));
                self.on(Event::Released(target, place(target)));
            }
            ("cancel", []) => self.on(Event::Cancelled),
            ("scroll", [rows]) => self.on(Event::Scrolled(rows.parse().expect("a number"))),
            ("key", keys) => keys.iter().for_each(|name| {
                let press = Press::named(name).unwrap_or_else(|| panic!("no key {name}"));
                self.on(Event::Key(press));
            }),
            ("wait", [millis]) => self.wait(millis.parse().expect("a number")),
            ("answer", [text]) => {
                let question = self.question.take().expect("a question");
                self.on(Event::Answer(question.number, mv(text)));
            }
            ("ready", [side, name]) => {
                let side = if *side == "red" { Side::Red } else { Side::Black };
                self.on(Event::Ready(side, self.started[side.index()], Ok((*name).into())));
            }
            ("unready", [side, ..]) => {
                let (side, why) = (*side == "red", rest.split_once(' ').expect("why").1);
                let side = if side { Side::Red } else { Side::Black };
                self.on(Event::Ready(side, self.started[side.index()], Err(why.into())));
            }
            ("plays", [what, ..]) => {
                let number = self.inquiry.as_ref().expect("an inquiry").number;
                let action = match *what {
                    "resign" => Ok(engine::Decision::Resign),
                    "lost" => Ok(engine::Decision::Claim(Some(Side::Red))),
                    "draw" => Ok(engine::Decision::Claim(None)),
                    "failed" => Err(words[2..].join(" ")),
                    text => {
                        Ok(engine::Decision::Play { mv: mv(text), draw: words[2..] == ["draw"] })
                    }
                };
                self.on(Event::Played(number, action));
            }
            ("late", [number, text]) => {
                let number = number.parse().expect("a number");
                self.on(Event::Answer(number, mv(text)));
            }
            ("report", [score]) => {
                let question = self.question.as_ref().expect("a question");
                let insight = Insight {
                    ply: self.app.table().game().moves().len(),
                    side: question.root.side(),
                    depth: 8,
                    score: Score::new(score.parse().expect("a number")),
                    nodes: 1000,
                    millis: 10,
                    line: Vec::new(),
                };
                self.on(Event::Thinking(question.number, insight));
            }
            ("paste", _) => self.on(Event::Pasted(Ok(rest.replace("\\n", "\n")))),
            ("games", names) => {
                self.on(Event::Games(names.iter().map(|&name| name.to_owned()).collect()));
            }
            ("opened", _) => self.on(Event::Opened("one".into(), Ok(rest.into()))),
            ("wrote", [name]) => {
                let start = Map { name: (*name).into(), ..Map::standard(Rules::Xiangqi) };
                self.on(Event::MapWritten(Ok(Box::new(start))));
            }
            ("guest", ["play", text]) => self.guest(|guest| guest.play(mv(text))),
            ("guest", ["undo"]) => self.guest(|guest| guest.undo()),
            ("guest", ["restart"]) => self.guest(|guest| {
                guest.restart(None);
                Ok(())
            }),
            ("guest", ["level", level]) => self.guest(|guest| {
                guest.set_level(level.parse().ok().and_then(Level::new).expect("a level"));
                Ok(())
            }),
            ("close", []) => self.on(Event::Closed),
            ("invalid", [name]) => self.app.refuse_map(MapRefusal::Unknown {
                name: (*name).into(),
                file: "conf/team.properties".into(),
                names: Some(vec!["moon".into(), "sun".into()]),
            }),
            // The program ends without a word and is started again.
            ("crash", []) => {
                let text = self.saved.as_ref().map(|saved| saved.to_pgn(Style::Iccs).to_string());
                let saved = text.map(|text| pgn::read(&text).expect("what was saved can be read"));
                let starts = self.app.starts().to_vec();
                let app = App::new(self.kept.clone(), starts, 0, saved.clone(), 1);
                *self = Self { saved, ..Self::of(app, self.kept.clone()) };
            }
            _ => panic!("no such line"),
        }
    }

    /// The value of a word of the state.
    fn state(&self, word: &str, rest: &[&str]) -> String {
        let app = &self.app;
        let table = app.table();
        let name = |square: Option<Square>| square.map_or("-".into(), |square| square.to_string());
        let yes = |flag: bool| if flag { "yes" } else { "no" }.to_owned();
        let fault = |fault| match fault {
            Ok(_) => "-".to_owned(),
            Err(EditorFault::Setup(error)) => error.to_string(),
            Err(EditorFault::Over(ending)) => ending.reason.to_string(),
        };
        match word {
            "effects" => self.effects.join(" "),
            "told" => self.told.clone(),
            "pushed" => self.pushed.join(", "),
            "plies" => table.game().moves().len().to_string(),
            "shown" => table.shown().moves().len().to_string(),
            "last" => table.game().moves().last().map_or("-".into(), |mv| mv.to_string()),
            "written" => {
                let mut before = table.game().clone();
                let last = before.undo();
                last.map_or("-".into(), |mv| {
                    notation::write(app.style(), before.position(), mv).to_string()
                })
            }
            "turn" => table.turn().map_or("over".into(), |side| side.to_string()),
            "ending" => table.game().ending().map_or("-".into(), ending),
            "warning" => table.game().warning().map_or("-".into(), ending),
            "selected" => name(app.hand().selected()),
            "given" => app.hand().given().map_or("-".into(), |given| {
                let names = given.into_iter().map(|square| square.to_string());
                format!("[{}]", names.collect::<Vec<_>>().join(" "))
            }),
            "says" => Words::new(app).status(app).0,
            "lit" => yes(app.is_selection_lit()),
            "dragged" => name(app.hand().dragged().map(|(square, _)| square)),
            "cursor" => name(app.hand().cursor),
            "targets" => {
                let mut names: Vec<_> =
                    app.destinations().iter().map(|square| square.to_string()).collect();
                names.sort();
                names.join(" ")
            }
            "live" => self.live.lines().last().unwrap_or_default().to_owned(),
            "inquiry" => self.inquiry.as_ref().map_or("-".into(), |inquiry| {
                let (budget, millis) = (&inquiry.budget, inquiry.patience.as_millis());
                let clocks = budget.clocks.map(|clocks| clocks.map(|clock| clock.left));
                let written = format!("{:?} {:?} {clocks:?}", budget.movetime, budget.depth);
                format!("{} {written} {millis}", inquiry.side)
            }),
            "rows" => match app.dialog().map(|dialog| &dialog.topic) {
                Some(Topic::Program(asked)) => asked.rows.join(" | "),
                _ => "-".into(),
            },
            "thinks" => table.thinking().map_or("-".into(), |purpose| format!("{purpose:?}")),
            "asked" => self.question.as_ref().map_or("-".into(), |question| {
                let limits = &question.limits;
                let time = limits.time.map_or("-".into(), |time| time.hard.to_string());
                format!("level {} time {time} depth {}", limits.level, limits.depth)
            }),
            "unwanted" => self.question.as_ref().map_or("-".into(), |question| {
                let texts = question.unwanted.iter().map(ToString::to_string);
                texts.collect::<Vec<_>>().join(" ")
            }),
            "hint" => table.hint().map_or("-".into(), |mv| mv.to_string()),
            "note" => match app.note() {
                Note::Refused(Reason::Illegal(why, _)) => {
                    format!("{why:?}").replace(['(', ')'], " ").trim().to_owned()
                }
                Note::Refused(why) => format!("{why:?}").replace(['(', ')'], " ").trim().to_owned(),
                Note::Moved(played) => format!("Moved {}", played.mv),
                other => format!("{other:?}").split('(').next().unwrap_or_default().to_owned(),
            },
            "reads" => app
                .dialog()
                .map_or("-".into(), |dialog| Words::new(app).dialog(app, &dialog.topic).1)
                .replace('\n', " / "),
            "dialog" => app.dialog().map_or("-".into(), |dialog| {
                let topic = format!("{:?}", dialog.topic);
                let reply = dialog.reply().map_or("row".into(), |reply| format!("{reply:?}"));
                format!("{} {reply}", topic.split(['(', ' ']).next().unwrap_or_default())
            }),
            "typed" => match app.dialog().map(|dialog| &dialog.topic) {
                Some(Topic::MapName(name)) => name.clone(),
                _ => "-".into(),
            },
            "chosen" => match app.dialog().map(|dialog| &dialog.topic) {
                Some(Topic::Games(_, chosen) | Topic::Promotion(_, chosen)) => chosen.to_string(),
                Some(Topic::NewGame(_, start)) => start.to_string(),
                _ => "-".into(),
            },
            "message" => match app.dialog().map(|dialog| &dialog.topic) {
                Some(Topic::Trouble(trouble) | Topic::InvalidMap(trouble)) => trouble.to_string(),
                _ => "-".into(),
            },
            "scrolled" => app.dialog().map_or("-".into(), |dialog| dialog.scrolled.to_string()),
            "menu" => app.menu().map_or("-".into(), |(menu, item)| format!("{menu} {item}")),
            "flipped" => yes(app.is_flipped()),
            "paused" => yes(table.is_paused()),
            "can" => {
                rest.iter().map(|name| yes(app.can(action(name)))).collect::<Vec<_>>().join(" ")
            }
            "clock" => Side::ALL
                .map(|side| {
                    let left = table.time_left(side, self.now);
                    left.map_or("-".into(), |left| left.as_secs_f32().ceil().to_string())
                })
                .join(" "),
            "board" => {
                let position = table.game().position().clone();
                let fen = Fen { position, move_number: 1 }.to_string();
                fen.split(" - ").next().unwrap_or_default().to_owned()
            }
            "editor" => yes(app.editor().is_some()),
            "at" => {
                let square = square(rest[0]);
                let found = match app.editor() {
                    Some(editor) => editor.piece_at(square),
                    None => table.game().position().piece_at(square),
                };
                found.map_or("-".into(), |piece| piece.to_string())
            }
            "held" => app
                .editor()
                .and_then(|editor| editor.held())
                .map_or("-".into(), |piece| piece.to_string()),
            "left" => app.editor().expect("the editor").left(piece(rest[0])).to_string(),
            "editing" => match app.editor().expect("the editor").position() {
                Ok(position) => Fen { position, move_number: 1 }.to_string(),
                Err(_) => "-".into(),
            },
            "fault" => fault(app.editor().expect("the editor").position()),
            "side" => app.editor().expect("the editor").side().to_string(),
            "seats" => Side::ALL
                .map(|side| match table.seat(side) {
                    Seat::Program(line) => line.clone(),
                    Seat::Person => "person".to_owned(),
                    Seat::Computer(level) => level.to_string(),
                })
                .join(" "),
            "settings" => format!(
                "{:?} {:?} {:?} {:?} {}",
                app.settings().language,
                app.settings().theme,
                app.settings().pieces,
                app.settings().notation,
                app.settings().scale
            ),
            other => panic!("no word {other}"),
        }
    }
}

fn ending(ending: Ending) -> String {
    let winner = ending.winner.map_or("draw".to_owned(), |side| side.to_string());
    format!("{winner} {}", ending.reason)
}

/// Plays a script: `start` and its settings, then lines that do something and, behind `=`, what is
/// then expected. Says which line failed.
fn play(name: &str, script: &str) -> usize {
    let mut play = None;
    let mut checked = 0;
    for (number, line) in (1..).zip(script.lines()) {
        let line = line.split(" # ").next().unwrap_or_default().trim();
        let at = format!("{name}:{number}: {line}");
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            if let Some(words) = line.strip_prefix("start") {
                play = Some(Play::new(words.trim()));
                return;
            }
            let play = play.as_mut().expect("a script begins with `start`");
            match line.strip_prefix("= ") {
                Some(expected) => {
                    let (word, value) = expected.split_once(": ").expect("`word: value`");
                    let words: Vec<&str> = word.split_whitespace().collect();
                    let found = play.state(words[0], &words[1..]);
                    assert_eq!(if found.is_empty() { "-" } else { &found }, value);
                    checked += 1;
                }
                None => play.act(line),
            }
        }));
        assert!(outcome.is_ok(), "{at}");
    }
    checked
}

#[test]
fn every_script_comes_to_what_it_expects() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("data/desktop");
    let mut checked = 0;
    for entry in std::fs::read_dir(&folder).expect("the scripts") {
        let path = entry.expect("a script").path();
        let script = std::fs::read_to_string(&path).expect("a script is text");
        checked += play(&path.file_name().expect("a name").to_string_lossy(), &script);
    }
    assert!(checked > 100, "only {checked} expectations");
}
