//! Derives from the rules the lines that the automation server must send for a game.

use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::{AnyPosition, Game, Move, MoveKind, MoveList, Position, Side};

pub fn board(game: &Game<AnyPosition>) -> String {
    map::write(game.position(), game.numbers()).to_string()
}

/// The text after `Status:` in the reply to `Status`: the result, or `red` while the game goes on. Red must be to move
/// in `game`, unless `game` is over.
pub fn status(game: &Game<AnyPosition>) -> &'static str {
    match game.ending().map(|ending| ending.winner) {
        None => "red",
        Some(Some(Side::Red)) => "win:r",
        Some(Some(Side::Black)) => "win:b",
        Some(None) => "draw",
    }
}

pub fn legal_moves(game: &Game<AnyPosition>) -> MoveList {
    if game.ending().is_none() { game.position().legal_moves() } else { MoveList::new() }
}

/// The points of a move or exchange, as the protocol writes them after `Move:`, `Exchange:` and `Hint:`.
pub fn points(position: &AnyPosition, mv: Move) -> String {
    let point = |square| Point::of(square, position.rules());
    if let MoveKind::Normal { from, to, .. } = mv.kind() {
        return format!("{}:{}", point(from), point(to));
    }
    let exchange = Exchange::of(position, mv).expect("a legal exchange");
    let soldiers: Vec<_> =
        exchange.soldiers.into_iter().map(|soldier| point(soldier).to_string()).collect();
    let end = if soldiers.len() == 1 { ";" } else { "" };
    format!("{}{end}:{}", soldiers.join(";"), point(exchange.victim))
}

pub fn command(position: &AnyPosition, mv: Move) -> String {
    let word = if mv.is_exchange() { "Exchange" } else { "Move" };
    format!("{word}:{}", points(position, mv))
}

pub fn coordinates(game: &Game<AnyPosition>) -> Vec<String> {
    let mut position = game.start().clone();
    let text = |&mv: &Move| {
        let text = notation::write(Style::Coordinates, &position, mv).to_string();
        position = position.play(mv);
        text
    };
    game.moves().iter().map(text).collect()
}

/// (command, reply) of each command that asks for the state of a game.
pub fn questions(game: &Game<AnyPosition>) -> [(&'static str, String); 4] {
    let point = |square| Point::of(square, game.start().rules());
    let mut legal = legal_moves(game);
    legal.retain(|mv| !mv.is_exchange());
    legal.sort_by_key(|mv| (mv.from().map(point), mv.to().map(point)));
    let legal: String =
        legal.iter().map(|&mv| format!("{};", points(game.position(), mv))).collect();
    [
        ("RequestBoard", format!("RequestBoard:{}", board(game))),
        ("Status", format!("Status:{}", status(game))),
        ("Moves", format!("Moves:{}", coordinates(game).join(" "))),
        ("LegalMoves", format!("LegalMoves:{legal}")),
    ]
}

pub fn after(game: &Game<AnyPosition>, mv: Move) -> Game<AnyPosition> {
    let mut game = game.clone();
    game.play(mv).expect("legal");
    game
}

/// The game after the computer's move. The board in `line` shows which legal move it was.
pub fn after_computer(game: &Game<AnyPosition>, line: &str) -> Game<AnyPosition> {
    let told = line.strip_prefix("CurrentBoard:").unwrap_or_else(|| panic!("no board: {line}"));
    let mut games = legal_moves(game).into_iter().map(|mv| after(game, mv));
    let found = games.find(|game| board(game) == told);
    found.unwrap_or_else(|| panic!("no legal move: {} to {told}", board(game)))
}

/// The game after an `Undo`; `None` if Red has not moved.
pub fn after_undo(game: &Game<AnyPosition>) -> Option<Game<AnyPosition>> {
    let first = usize::from(game.start().side() == Side::Black);
    let ply = (first..game.moves().len()).step_by(2).next_back()?;
    let mut game = game.clone();
    game.go_to(ply);
    Some(game)
}
