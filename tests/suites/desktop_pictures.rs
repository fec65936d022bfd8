//! Pictures of the window's state, made without a window, byte for byte.

use chuhe_app::game_model::PlayerCommand;
use chuhe_app::player::PlayerSetting;
use chuhe_app::screen::Screen;
use chuhe_app::settings::{ColorTheme, Settings};
use chuhe_app::{App, AppEvent, Effect, ListFaults, ListPage, ListRequest, Press};
use chuhe_core::rules::Rules;
use chuhe_core::{MoveList, Numbers, Position, Score, SearchLine, Side};
use chuhe_host::analysis::Analysis;
use chuhe_host::{Map, fen};
use chuhe_records::{GameId, GameSummary, ListedGame, Outcome};
use chuhe_tests::snapshot::{Picture, compare};
use chuhe_view::text::Language;
use std::time::Duration;

/// The window after these keys in a game of two people from a position.
fn picture(language: Language, position: &str, keys: &str, size: [usize; 2]) -> Picture {
    let position = fen::read(position).expect("a FEN").position;
    let start = Map { numbers: Numbers::in_reading_order(&position), position, name: "one".into() };
    let settings = Settings {
        language,
        red: PlayerSetting::Person,
        black: PlayerSetting::Person,
        animation: false,
        blink: false,
        ..Settings::default()
    };
    let starts = Rules::PLAYABLE.iter().map(|&rules| Map::standard(rules)).chain([start]);
    let mut app = App::new(settings, starts.collect(), Rules::PLAYABLE.len(), None, 1);
    let [width, height] = size.map(|side| u16::try_from(side).expect("a small window"));
    app.on(AppEvent::Resized([width, height]), Duration::ZERO);
    let mut asked = None;
    app.on(AppEvent::Tick, Duration::ZERO);
    for name in keys.split_whitespace() {
        let press = Press::named(name).unwrap_or_else(|| panic!("no key {name}"));
        let event = match name.chars().collect::<Vec<_>>()[..] {
            [letter] => AppEvent::Typed(letter, Some(press)),
            _ => AppEvent::Key(press),
        };
        let mut effects = app.on(event, Duration::ZERO);
        while let Some(effect) = effects.pop() {
            let answer = match effect {
                Effect::Command(PlayerCommand::Search(id, _)) => {
                    asked = Some(id);
                    continue;
                }
                Effect::ChooseGame => AppEvent::Library,
                Effect::List(request) => AppEvent::Listed(Box::new(library(request))),
                _ => continue,
            };
            effects.extend(app.on(answer, Duration::ZERO));
        }
    }
    // What the computer would advise in a position with an exchange.
    if let Some(number) = asked {
        let mut moves = MoveList::new();
        app.board().game.game().position().generate_captures(&mut moves);
        let best = moves.into_iter().rfind(|mv| mv.is_exchange());
        app.on(AppEvent::Answer(number, best.expect("an exchange")), Duration::ZERO);
    }
    drawn(&app, size)
}

/// The picture of a state.
fn drawn(app: &App, size: [usize; 2]) -> Picture {
    let mut screen = Screen::new(app, size);
    screen.draw(app);
    let (pixels, [width, height]) = screen.pixels();
    Picture { width, height, pixels: pixels.to_vec() }
}

/// A library of 40 games, one of which could not be read.
fn library(request: ListRequest) -> ListPage {
    let players = ["许银川", "吕钦", "Fischer", "胡荣华", "Wu Mei"];
    let row = |number: usize| {
        let [red, black] = [number, number + 2].map(|index| players[index % 5].to_owned());
        ListedGame {
            id: GameId(number as i64),
            summary: GameSummary {
                red,
                black,
                event: String::new(),
                date: format!("2026.11.{:02}", 30 - number % 30),
                opening: "C00".into(),
                opening_names: ["Central Cannon vs Screen Horses".into(), "中炮对屏风马".into()],
                rules: Rules::Xiangqi,
                outcome: [None, Some(Outcome::Drawn), Some(Outcome::Won(Side::Red))][number % 3],
                plies: 31 + 7 * number,
            },
            last: "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b".into(),
            file: "many.pgn".into(),
            is_alone: false,
        }
    };
    let faults = ListFaults {
        count: 1,
        file: "many.pgn".into(),
        first: "game 41, line 7, column 3: no game".into(),
    };
    let rows = (0..40).map(row).collect();
    ListPage {
        total: 40,
        rows,
        faults,
        request: ListRequest { first: 0, ..request },
        ..ListPage::default()
    }
}

/// Zhonggong: bottom soldiers, a general that a horse guards, liberties.
const SOLDIERS: &str = "P1P1r1n2/4c4/p1p1p3p/3k5/9/4K4/P1P3N2/4C4/RNBA1AB1R w - - 0 1";

#[test]
fn what_is_told_about_a_game_looks_as_it_should() {
    let small = [720, 540];
    let to_c8 = "Right Up Up Up Up Up Up Up Up Left Left Enter";
    let pictures = [
        // Two soldiers are given up; the cannon that they buy is marked.
        ("exchange", Language::English, SOLDIERS, format!("X {to_c8} Left Left Enter")),
        ("exchange-hint", Language::English, SOLDIERS, "H".to_owned()),
        // Two soldiers do not buy a horse.
        (
            "exchange-refused",
            Language::Chinese,
            SOLDIERS,
            format!("X {to_c8} Left Left Enter Right Right Right Right Right Right Enter"),
        ),
        // The horse may not leave: it is the last guard.
        (
            "last-guard",
            Language::English,
            SOLDIERS,
            "Right Right Right Up Up Enter Up Up Right Enter".to_owned(),
        ),
        // The soldier would take the last liberty.
        (
            "last-liberty",
            Language::Chinese,
            "9/9/9/3k5/R8/3NKN3/4P4/9/9 w - - 0 1",
            "Right Up Up Up Up Left Left Left Left Enter Right Right Right Right Enter".to_owned(),
        ),
        (
            "promotion",
            Language::English,
            "1r2k2r/P4ppp/2n5/3p4/3P4/5N2/5PPP/R3K2R w KQk - 0 1",
            "Right Left Left Left Left Up Up Up Up Up Up Enter Up Enter Right".to_owned(),
        ),
        (
            "castling",
            Language::English,
            "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq - 0 1",
            "E Ctrl+G F6".to_owned(),
        ),
        ("rules-zhonggong", Language::English, SOLDIERS, "F2 PgDn".to_owned()),
        (
            "rules-chess",
            Language::Chinese,
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "F2".to_owned(),
        ),
    ];
    let faults: Vec<String> = pictures
        .into_iter()
        .filter_map(|(name, language, position, keys)| {
            compare(&format!("desktop-{name}"), &picture(language, position, &keys, small)).err()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A report in all themes, and in the smallest window.
#[test]
fn a_report_looks_as_it_should() {
    let reports = [
        ("report", Language::English, ColorTheme::Wood, [960, 720]),
        ("report-dark", Language::Chinese, ColorTheme::Dark, [880, 660]),
        ("report-small", Language::English, ColorTheme::Wood, [320, 240]),
    ];
    let faults: Vec<String> = reports
        .into_iter()
        .filter_map(|(name, language, theme, size)| {
            compare(&format!("desktop-{name}"), &report(language, theme, size)).err()
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The window with the report of a game. The computer's scores are made up.
fn report(language: Language, theme: ColorTheme, size: [u16; 2]) -> Picture {
    let settings = Settings { language, theme, animation: false, ..Settings::default() };
    let mut app = App::new(settings, vec![Map::standard(Rules::Xiangqi)], 0, None, 1);
    app.on(AppEvent::Resized(size), Duration::ZERO);
    let game = include_bytes!("../../docs/pictures/game.pgn").to_vec();
    app.on(AppEvent::Opened("game.pgn".into(), Ok(game)), Duration::ZERO);
    let mut effects = app.on(AppEvent::Typed('j', Press::named("j")), Duration::ZERO);
    while let Some(effect) = effects.pop() {
        if let Effect::Report(Some(request)) = effect {
            let plies = request.game.moves().len() as i16;
            let red = 20 * plies - 9 * plies * (plies % 7) + 40;
            let position = request.game.position();
            let score = Score::new(if position.side() == Side::Red { red } else { -red });
            let pv = position.legal_moves().into_iter().take(1).collect();
            let line = SearchLine { depth: 9, score, pv, ..SearchLine::default() };
            let analysis = Analysis { lines: vec![line], done: true };
            effects.extend(app.on(AppEvent::Reported(request.id, Ok(analysis)), Duration::ZERO));
        }
    }
    drawn(&app, size.map(usize::from))
}

/// The dialogs, in a usual window and in a small one.
#[test]
fn dialogs_fit_into_small_windows() {
    let chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let dialogs = [
        ("new-game", "N Tab Tab Tab Home Tab Tab Right"),
        ("clocks", "N Tab Tab Tab Home Tab Tab Right Tab Space"),
        ("settings", "S Tab Tab Tab"),
        ("watch", "N Tab Tab Tab Home Tab Right"),
        ("library", "Ctrl+O Down Down"),
        ("engines", "N Tab Tab Tab Tab End Tab Right Tab"),
    ];
    check_dialogs(&dialogs, chess);
}

/// The first steps and the endgames, about xiangqi.
#[test]
fn dialogs_with_boards_look_as_they_should() {
    let xiangqi = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    check_dialogs(&[("first-steps", "F4 Enter Enter"), ("endgames", "Ctrl+E")], xiangqi);
}

/// Compares dialogs in a usual window, and in a small one in Chinese.
fn check_dialogs(dialogs: &[(&str, &str)], position: &str) {
    let windows = [("", Language::English, [960, 720]), ("-small", Language::Chinese, [420, 320])];
    let mut faults = Vec::new();
    for &(name, keys) in dialogs {
        for (window, language, size) in windows {
            let picture = picture(language, position, keys, size);
            faults.extend(compare(&format!("dialog-{name}{window}"), &picture).err());
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
