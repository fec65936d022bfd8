//! Values by the names that scripts have for them.

use chuhe_app::settings::Settings;
use chuhe_app::{
    Action, EDITOR_ACTIONS, ListRequest, MENUS, PartId, Reply, Target, WindowPoint, menu_actions,
};
use chuhe_core::{Kind, Piece, Side, Square};
use chuhe_host::analysis::AnalysisRequest;
use chuhe_tests::script::{number, side};
use chuhe_view::Spot;

/// Reads the settings of `start`: those of the file of settings, with short forms for players, limits and
/// clocks.
pub(super) fn settings(words: &str) -> Settings {
    let line = |word: &str| {
        let (key, value) = word.split_once('=').unwrap_or((word, "true"));
        match (key, value.split_once('+')) {
            ("red" | "black", _) if value.starts_with('/') => {
                format!("{key} = {{ program = {value:?} }}\n")
            }
            ("red" | "black", _) if value != "person" => {
                format!("{key} = {{ computer = {value} }}\n")
            }
            ("seconds" | "depth", _) => format!("limit = {{ {word} }}\n"),
            ("per-move", _) => format!("clock = {{ {word} }}\n"),
            ("game", Some((seconds, increment))) => {
                format!("clock.game = {{ seconds = {seconds}, increment = {increment} }}\n")
            }
            _ if ["true", "false"].contains(&value) => format!("{key} = {value}\n"),
            _ => format!("{key} = {value:?}\n"),
        }
    };
    let file: String = words.split_whitespace().map(line).collect();
    toml::from_str(&file).unwrap_or_else(|error| panic!("{error}"))
}

/// A request for a part of a list, in words.
pub(super) fn list_request(request: &ListRequest) -> String {
    let ListRequest { place, query, first, refresh, .. } = request;
    let way = if query.upwards { "up" } else { "down" };
    let mut words = vec![format!("list:{:?}-{way}:{first}", query.sort)];
    words.extend(Some(place).filter(|place| !place.is_empty()).map(|place| format!("in:{place}")));
    words.extend(query.words.split_whitespace().map(|word| format!("with:{word}")));
    words.extend(query.rules.map(|rules| format!("rules:{rules}")));
    words.extend(query.outcome.map(|outcome| format!("outcome:{outcome:?}")));
    words.extend(query.position.iter().map(|_| "position".to_owned()));
    words.extend(refresh.then(|| "refresh".to_owned()));
    words.join(":").replace(' ', "")
}

/// A request for an analysis, in words: the plies, perhaps the number of lines, and the engine.
pub(super) fn request(word: &str, request: Option<&AnalysisRequest>, lines: bool) -> String {
    let Some(request) = request else { return format!("{word}:nothing") };
    let mut words = vec![word.to_owned(), request.game.moves().len().to_string()];
    words.extend(lines.then(|| request.lines.to_string()));
    words.extend(request.engine.clone());
    words.join(":")
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

/// Returns the value of a name, for values whose names are those of `Debug`.
pub(super) fn named<T: std::fmt::Debug + Copy>(all: impl IntoIterator<Item = T>, name: &str) -> T {
    all.into_iter()
        .find(|value| format!("{value:?}") == name)
        .unwrap_or_else(|| panic!("nothing is called {name}"))
}

pub(super) fn action(name: &str) -> Action {
    let menus = (0..MENUS.len()).flat_map(menu_actions);
    named(menus.chain(EDITOR_ACTIONS), name)
}

pub(super) fn target(name: &str) -> Target {
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

/// A part of a dialog; `EngineOption(N)` is an option of an engine.
fn part(name: &str) -> PartId {
    named(PartId::ALL.iter().copied().chain((0..20).map(PartId::EngineOption)), name)
}

/// Reads a place in a part: nothing, `N`, `caret N`, `bar N` or `column N`.
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

/// A place in the window that is not that of another target.
pub(super) fn place(target: Option<Target>) -> WindowPoint {
    match target {
        Some(Target::Square(square)) => {
            (40 * i32::from(square.file()), 40 * i32::from(square.rank()))
        }
        _ => (1000, 1000),
    }
}
