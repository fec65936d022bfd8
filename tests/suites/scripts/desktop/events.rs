//! The events that a script can send to the window, and the parsing of their texts.

use super::Window;
use chuhe_app::app_error::AppError;
use chuhe_app::screen::Screen;
use chuhe_app::{
    Action, AppEvent, EDITOR_ACTIONS, Explored, Exported, ListFaults, ListPage, ListedFault,
    ListedUse, MENUS, OpenedGame, PartId, Press, Reply, Target, WindowPoint, menu_actions,
};
use chuhe_core::played::QuestionId;
use chuhe_core::rules::Rules;
use chuhe_core::{Kind, Level, Piece, Score, SearchLine, Side, Square};
use chuhe_host::analysis::Analysis;
use chuhe_host::engine::{Decision, EngineFacts, EngineOption, Protocol};
use chuhe_host::{Map, MapRefusal};
use chuhe_records::{GameId, GameSummary, ListedGame, Outcome, PlayedMove, pgn};
use chuhe_tcp::ClientGame;
use chuhe_tests::script::{mv, number, side};
use chuhe_view::{HitTarget, Spot};
use std::fmt::Debug;
use std::fs;
use std::io::{Error, ErrorKind};

type Send = fn(&mut Window, &str);

pub(super) const EVENTS: &[(&str, Send)] = &[
    ("click", click),
    ("press", |window, name| point(window, name, AppEvent::Pressed)),
    ("moves", |window, moves| {
        for name in moves.split(' ').flat_map(|text| [&text[..2], &text[2..]]) {
            click(window, name);
        }
    }),
    ("move", |window, name| point(window, name, AppEvent::Moved)),
    ("release", |window, name| point(window, name, AppEvent::Released)),
    ("draw", |window, names| {
        let (from, to) = names.split_once(' ').expect("two squares");
        let begun = Some(target(from));
        window.on(AppEvent::OtherPressed(begun, place(begun)));
        window.on(AppEvent::OtherReleased(Some(target(to))));
    }),
    ("cancel", |window, _| window.on(AppEvent::Cancelled)),
    ("scroll", |window, rows| window.on(AppEvent::Scrolled(number(rows)))),
    ("probed", |window, text| {
        let (line, rest) = text.split_once(' ').expect("a line and an outcome");
        let outcome = outcome(rest).map(facts);
        window.on(AppEvent::EngineProbed(line.to_owned(), window.out.tested, outcome));
    }),
    ("key", |window, names| {
        for name in names.split_whitespace() {
            let press = Press::named(name).unwrap_or_else(|| panic!("no key {name}"));
            window.on(AppEvent::Key(press));
        }
    }),
    ("type", |window, text| {
        for letter in text.chars() {
            // On an American keyboard, these two characters need Shift.
            let press = match letter {
                '!' => Press::named("Shift+1"),
                '?' => Press::named("Shift+/"),
                _ => Press::named(letter.encode_utf8(&mut [0; 4])),
            };
            window.on(AppEvent::Typed(letter, press));
        }
    }),
    ("answer", |window, text| {
        let (id, _) = window.out.question.take().expect("a question");
        window.on(AppEvent::Answer(id, mv(text)));
    }),
    ("late", |window, text| {
        let (id, text) = text.split_once(' ').expect("a question and a move");
        window.on(AppEvent::Answer(QuestionId(number(id)), mv(text)));
    }),
    ("report", report),
    ("ready", |window, text| {
        let (name, told) = text.split_once(' ').expect("a side, and a name or a reason");
        let (side, outcome) = (side(name), outcome(told).map(str::to_owned));
        window.on(AppEvent::Ready(side, window.out.started[side.index()], outcome));
    }),
    ("analysed", |window, text| {
        let id = window.out.analysis.as_ref().expect("an analysis").id;
        window.on(AppEvent::Analysed(id, analysis(text, false)));
    }),
    ("reported", |window, text| {
        // The text has one analysis for each position of the report, separated by `;`.
        for text in text.split(';') {
            let id = window.out.report.as_ref().expect("a position of a report").id;
            window.on(AppEvent::Reported(id, analysis(text, true)));
        }
    }),
    ("plays", plays),
    ("guest", guest),
    ("paste", |window, text| window.on(AppEvent::Pasted(Ok(text.replace("\\n", "\n"))))),
    ("library", |window, _| window.on(AppEvent::Library)),
    ("listed", listed),
    ("explored", explored),
    ("fetched", fetched),
    ("faults", |window, text| {
        let fault = |text: &str| {
            let (file, why) = text.split_once(' ').expect("a file and a fault");
            ListedFault { file: file.into(), why: [why.into(), why.into()] }
        };
        window.on(AppEvent::Faults(Ok(text.split("; ").map(fault).collect())));
    }),
    ("place", |window, place| {
        window.on(AppEvent::PlaceChosen(Some(place.into()).filter(|_| place != "-")));
    }),
    ("exported", |window, text| {
        window.on(AppEvent::Exported(match text.split(' ').collect::<Vec<_>>()[..] {
            [path, games, left_out] => {
                let (games, left_out) = (number(games), number(left_out));
                Ok(Exported { path: path.into(), games, left_out })
            }
            _ => Err(AppError::file(text.as_ref(), Error::from(ErrorKind::StorageFull))),
        }));
    }),
    ("deleted", |window, name| window.on(AppEvent::Deleted(Ok(name.into())))),
    ("undeleted", |window, _| window.on(AppEvent::Undeleted(Ok(())))),
    ("opened", |window, text| {
        window.on(AppEvent::Opened("One".into(), Ok(text.replace("\\n", "\n").into_bytes())))
    }),
    ("opens", |window, path| {
        let name = path.rsplit('/').next().unwrap_or_default();
        let content = fs::read(chuhe_tests::data(path)).expect(path);
        window.on(AppEvent::Opened(name.into(), Ok(content)));
    }),
    ("stored", |window, fault| {
        let refused = |kind: ErrorKind| Err(AppError::file("games".as_ref(), Error::from(kind)));
        window.on(AppEvent::Stored(match fault {
            "full" => refused(ErrorKind::StorageFull),
            "refused" => refused(ErrorKind::PermissionDenied),
            _ => Ok(()),
        }));
    }),
    ("wrote", |window, name| {
        let start = Map { name: name.into(), ..Map::standard(Rules::Xiangqi) };
        window.on(AppEvent::MapWritten(Ok(Box::new(start))));
    }),
    ("invalid", |window, name| {
        window.app.cx_mut().refuse_map(MapRefusal::Unknown {
            name: name.into(),
            file: "conf/team.properties".into(),
            names: Some(vec!["moon".into(), "sun".into()]),
            more: 0,
        });
    }),
    ("first-start", |window, _| {
        window.app.cx_mut().welcome();
        window.on(AppEvent::Tick);
    }),
    ("resize", |window, size| {
        let sides: Vec<u16> = size.split('x').map(number).collect();
        window.on(AppEvent::Resized(sides[..].try_into().expect("two numbers")));
    }),
    ("day", |window, day| {
        window.app.cx_mut().today = number(day);
        window.on(AppEvent::Tick);
    }),
    ("leave", |window, _| window.on(AppEvent::Left)),
    ("close", |window, _| window.on(AppEvent::Closed)),
];

impl Window {
    pub(super) fn event(&mut self, line: &str) {
        self.forget_effects();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let found = EVENTS.iter().find(|(name, _)| *name == word);
        let (_, send) = found.unwrap_or_else(|| panic!("no event {word}"));
        send(self, rest);
    }
}

const OPENING: [&str; 2] = ["Central Cannon vs Screen Horses", "中炮对屏风马"];

/// Answers the last request for a list. The text is `TOTAL` or `TOTAL/FAULTS` (two counts), then the games. A game is
/// `ID,RED,BLACK,PLIES`. A game with an opening is `ID,RED,BLACK,PLIES,RESULT,DATE`.
fn listed(window: &mut Window, text: &str) {
    let (total, games) = text.split_once(' ').unwrap_or((text, ""));
    let (total, count) = total.split_once('/').unwrap_or((total, "0"));
    let game = |text: &str| {
        let text = text.replace('_', " ");
        let fields: Vec<&str> = text.split(',').collect();
        let [id, red, black, plies, ref more @ ..] = fields[..] else { panic!("a game: {text}") };
        let (opening, [english, chinese], result, date) = match *more {
            [result, date] => ("C00", OPENING, result, date),
            _ => ("", [""; 2], "*", "2026.11.22"),
        };
        let outcomes = [("red", Outcome::Won(Side::Red)), ("drawn", Outcome::Drawn)];
        ListedGame {
            id: GameId(number(id)),
            summary: GameSummary {
                red: red.into(),
                black: black.into(),
                event: String::new(),
                date: date.into(),
                opening: opening.into(),
                opening_names: [english.into(), chinese.into()],
                rules: Rules::Xiangqi,
                outcome: outcomes.into_iter().find(|(word, _)| *word == result).map(|(_, it)| it),
                plies: number(plies),
            },
            last: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b".into(),
            file: format!("{red}.pgn"),
            is_alone: plies != "0",
        }
    };
    let faults = ListFaults {
        count: number(count),
        file: "many.pgn".into(),
        first: ["game 41, line 7, column 3: no game", "第41局，第7行，第3列：没有棋谱"]
            .map(str::to_owned),
    };
    let page = ListPage {
        request: window.out.request.clone().expect("a request"),
        total: number(total),
        rows: games.split_whitespace().map(game).collect(),
        faults,
        ..ListPage::default()
    };
    window.on(AppEvent::Listed(Box::new(page)));
}

/// Answers the last question of the explorer. Each move is `MOVE,RED,DRAWN,BLACK,YEAR`, with counts of games by result.
fn explored(window: &mut Window, text: &str) {
    let played = |text: &str| {
        let (played, numbers) = text.split_once(',').expect("a move and numbers");
        let numbers: Vec<u32> = numbers.split(',').map(number).collect();
        let [red, drawn, black, year] = numbers[..] else { panic!("four numbers: {text}") };
        let games = red + drawn + black;
        PlayedMove { mv: mv(played), games, results: [red, drawn, black], year: Some(year) }
    };
    let request = window.out.explored.clone().expect("a question");
    let moves = text.split_whitespace().map(played).collect();
    let answer = Explored { request, moves, size: 96 << 20, progress: None, error: None };
    window.on(AppEvent::Explored(Box::new(answer)));
}

/// Reports that a game of the list was read. The text is `Open` or `Export`, an index in `files` or `-`, and the PGN.
fn fetched(window: &mut Window, text: &str) {
    let words: Vec<&str> = text.splitn(3, ' ').collect();
    let [to, file, text] = words[..] else { panic!("a use, a file and a game: {text}") };
    let to = if to == "Open" { ListedUse::Open } else { ListedUse::Export };
    let path = (file != "-").then(|| file.into());
    let kept = file.parse().ok().and_then(|file: usize| window.out.files.get(file));
    let tree = pgn::read(kept.map_or(text, |kept| kept)).expect("a game");
    let opened = OpenedGame { name: "One.pgn".into(), tree, path };
    window.on(AppEvent::ListedOpened(to, Ok(Box::new(opened))));
}

/// (target, place) of a name. `X,Y` names the target at this pixel. `chart N` names the chart's point after N plies.
fn aimed(window: &Window, name: &str) -> (Option<Target>, WindowPoint) {
    if let Some((x, y)) = name.split_once(',') {
        let at = (number(x), number(y));
        let mut screen = Screen::new(&window.app, window.size());
        screen.draw(&window.app);
        return (screen.target(at), at);
    }
    let target = match name.strip_prefix("chart ") {
        Some(ply) => window.scene().target_of(&window.app, HitTarget::Chart(number(ply))),
        None => (!name.is_empty()).then(|| target(name)),
    };
    (target, place(target))
}

fn click(window: &mut Window, name: &str) {
    point(window, name, AppEvent::Pressed);
    point(window, name, AppEvent::Released);
}

fn point(window: &mut Window, name: &str, event: fn(Option<Target>, WindowPoint) -> AppEvent) {
    let (target, place) = aimed(window, name);
    window.on(event(target, place));
}

/// Reads an engine's name, and after each `|` the description of an option.
fn facts(text: &str) -> EngineFacts {
    let mut parts = text.split(" | ");
    let name = parts.next().unwrap_or_default().to_owned();
    let options = parts.filter_map(EngineOption::read).collect();
    EngineFacts { name, protocol: Protocol::Uci, options }
}

/// Returns the text, or as an error the rest of a text that begins with `fails`.
fn outcome(text: &str) -> Result<&str, [String; 2]> {
    text.strip_prefix("fails ").map_or(Ok(text), |why| Err([why, why].map(str::to_owned)))
}

fn analysis(text: &str, done: bool) -> Result<Analysis, [String; 2]> {
    let lines = |text: &str| text.split(';').map(analysis_line).collect();
    outcome(text).map(|text| Analysis { lines: lines(text), done })
}

fn report(window: &mut Window, text: &str) {
    let (id, _) = window.out.question.as_ref().expect("a question");
    let mut line = text.split(' ');
    let score = Score::new(number(line.next().unwrap_or_default()));
    let pv = line.map(mv).collect();
    let line = SearchLine { depth: 8, score, nodes: 1000, millis: 10, pv, ..SearchLine::default() };
    window.on(AppEvent::Thinking(*id, line));
}

/// Reads a line of an analysis: a score for the side to move, and moves.
fn analysis_line(text: &str) -> SearchLine {
    let (score, moves) = text.trim().split_once(' ').expect("a score and moves");
    let score = match score.strip_prefix('#') {
        Some(moves) => Score::mate_in(2 * number::<u16>(moves) - 1),
        None => Score::new(number(score)),
    };
    let pv = moves.split(' ').map(mv).collect();
    SearchLine { depth: 8, score, nodes: 9000, millis: 10, pv, ..SearchLine::default() }
}

fn plays(window: &mut Window, text: &str) {
    let id = window.out.inquiry.as_ref().expect("an inquiry").id;
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    let decision = match word {
        "resign" => Ok(Decision::Resign),
        "lost" => Ok(Decision::Claim(Some(Side::Red))),
        "draw" => Ok(Decision::Claim(None)),
        "failed" => Err([rest, rest].map(str::to_owned)),
        text => Ok(Decision::Play { mv: mv(text), draw: rest == "draw" }),
    };
    window.on(AppEvent::Played(id, decision));
}

fn guest(window: &mut Window, text: &str) {
    let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
    window.guest(|guest| {
        match word {
            "play" => return chuhe_tcp::play(guest, mv(rest)),
            "undo" => return guest.takeback(),
            "restart" => guest.restart(None),
            "level" => guest.set_level(rest.parse().ok().and_then(Level::new).expect("a level")),
            _ => panic!("a guest cannot {word}"),
        }
        Ok(())
    });
}

pub(super) fn square(name: &str) -> Square {
    Square::from_name(name).unwrap_or_else(|| panic!("no square {name}"))
}

pub(super) fn piece(letter: &str) -> Piece {
    let letter = letter.chars().next().expect("a letter");
    let side = if letter.is_uppercase() { Side::Red } else { Side::Black };
    let index = "kaehrcpq".find(letter.to_ascii_lowercase()).expect("a letter of a piece");
    Piece::new(side, Kind::ALL[index])
}

fn named<T: Debug + Copy>(all: impl IntoIterator<Item = T>, name: &str) -> T {
    all.into_iter()
        .find(|value| format!("{value:?}") == name)
        .unwrap_or_else(|| panic!("nothing is called {name}"))
}

pub(super) fn action(name: &str) -> Action {
    let menus = (0..MENUS.len()).flat_map(menu_actions);
    named(menus.chain(EDITOR_ACTIONS), name)
}

fn target(name: &str) -> Target {
    let words: Vec<&str> = name.split_whitespace().collect();
    match &words[..] {
        ["player", name] => Target::Player(side(name)),
        ["menu", title] => Target::Menu(number(title)),
        ["ply", ply] => Target::Ply(number(ply)),
        ["line", line] => Target::Line(number(line)),
        ["tray", letter] => Target::Tray(piece(letter)),
        ["entry", entry] => Target::Entry(number(entry)),
        ["reply", name] => Target::Reply(named(Reply::ALL, name)),
        ["part", name, spot @ ..] => Target::Part(part(name), spot_of(spot)),
        [name] if name.starts_with(char::is_uppercase) => Target::Action(action(name)),
        [name] => Target::Square(square(name)),
        other => panic!("no target {other:?}"),
    }
}

/// Finds a part of a dialog by its name, such as `EngineOption(3)`.
fn part(name: &str) -> PartId {
    named(PartId::ALL.iter().copied().chain((0..20).map(PartId::EngineOption)), name)
}

/// Reads a place in a part: `N`, `caret N`, `bar N`, `column N`, or no word for the whole part.
fn spot_of(words: &[&str]) -> Spot {
    match words {
        [] => Spot::Whole,
        ["caret", at] => Spot::Caret(number(at)),
        ["bar", first] => Spot::Bar(number(first)),
        ["column", index] => Spot::Column(number(index)),
        [item] => Spot::Item(number(item)),
        other => panic!("no place {other:?}"),
    }
}

/// A place in the window: each square has its own place, and all other targets share one place.
fn place(target: Option<Target>) -> WindowPoint {
    match target {
        Some(Target::Square(square)) => {
            (40 * i32::from(square.file()), 40 * i32::from(square.rank()))
        }
        _ => (1000, 1000),
    }
}
