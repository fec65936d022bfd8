//! A client of the automation server that checks every answer against the rules.
#![expect(clippy::missing_panics_doc, reason = "a wrong answer is a panic, always")]

use crate::tcp::Client;
use chuhe_core::AnyPosition;
use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::{Game, Move, MoveKind, MoveList, Position, Side, Square};
use chuhe_host::Map;
use std::thread;
use std::time::Duration;

/// The board in the server's words.
fn board(game: &Game<AnyPosition>) -> String {
    map::write(game.position(), game.numbers()).to_string()
}

/// The moves of a game in the server's words.
fn coordinates(game: &Game<AnyPosition>) -> Vec<String> {
    let mut position = game.start().clone();
    let text = |&mv: &Move| {
        let text = notation::write(Style::Coordinates, &position, mv).to_string();
        position = position.play(mv);
        text
    };
    game.moves().iter().map(text).collect()
}

/// The game with these moves, if they are its own or one move of Black more.
fn continued(mut game: Game<AnyPosition>, moves: &[&str]) -> Option<Game<AnyPosition>> {
    let own = coordinates(&game);
    let more = moves.strip_prefix(own.iter().map(String::as_str).collect::<Vec<_>>().as_slice())?;
    match more {
        [] => Some(game),
        [more] if game.position().side() == Side::Black => {
            let text = |mv| notation::write(Style::Coordinates, game.position(), mv).to_string();
            let mut legal = game.position().legal_moves().into_iter();
            let mv = legal.find(|&mv| text(mv) == *more)?;
            game.play(mv).ok()?;
            Some(game)
        }
        _ => None,
    }
}

/// A client with its game as it must be, if the server is right.
#[derive(Debug)]
pub struct Player {
    /// The connection.
    pub client: Client,
    /// The game; Red is to move in it, or it is over.
    pub game: Game<AnyPosition>,
    /// The game after the command that is not answered yet, if that changes it.
    pub pending: Option<Game<AnyPosition>>,
    /// The number of answers that were right.
    pub answers: u64,
}

impl Player {
    /// A client of a game as it is now.
    #[must_use]
    pub const fn new(client: Client, game: Game<AnyPosition>) -> Self {
        Self { client, game, pending: None, answers: 0 }
    }

    /// Sends a command that changes the game, and expects that it is carried out.
    fn change(&mut self, command: &str, after: Game<AnyPosition>) {
        self.pending = Some(after);
        self.expect(command, "True");
        self.game = self.pending.take().expect("it was put there");
    }

    /// Sends a command, and expects a reply.
    pub fn expect(&mut self, command: &str, reply: &str) {
        assert_eq!(self.ask(command), reply, "{command}");
        self.answers += 1;
    }

    fn ask(&mut self, command: &str) -> String {
        self.client.send(format!("{command}\n"));
        self.line()
    }

    /// The next line that does not tell of the journal.
    fn line(&mut self) -> String {
        loop {
            let line = self.client.line().trim_end().to_owned();
            if !line.starts_with("Journal:") {
                return line;
            }
            self.client.journal.push(line);
        }
    }

    /// Begins again on a map.
    pub fn begin(&mut self, map: &Map) {
        self.change(&format!("NewGame:{}", map.name), map.game());
        self.hear_black();
    }

    fn status(&self) -> &'static str {
        match self.game.ending() {
            None => "red",
            Some(ending) => match ending.winner {
                Some(Side::Red) => "win:r",
                Some(Side::Black) => "win:b",
                None => "draw",
            },
        }
    }

    /// Asks for everything that the server knows of the game.
    pub fn compare(&mut self) {
        self.expect("RequestBoard", &format!("RequestBoard:{}", board(&self.game)));
        self.expect("Status", &format!("Status:{}", self.status()));
        let moves = coordinates(&self.game);
        self.expect("Moves", &format!("Moves:{}", moves.join(" ")));
        let mut legal = self.legal_moves();
        legal.retain(|mv| !mv.is_exchange());
        legal.sort_by_key(|mv| {
            (mv.from().map(|at| self.point(at)), mv.to().map(|at| self.point(at)))
        });
        let legal: String = legal.iter().map(|&mv| format!("{};", self.text(mv))).collect();
        self.expect("LegalMoves", &format!("LegalMoves:{legal}"));
    }

    /// Red's legal moves; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        if self.game.ending().is_none() {
            self.game.position().generate_moves(&mut moves);
        }
        moves
    }

    fn point(&self, square: Square) -> Point {
        Point::of(square, self.game.position().rules())
    }

    /// A move in the server's words.
    fn text(&self, mv: Move) -> String {
        if let MoveKind::Normal { from, to, .. } = mv.kind() {
            return format!("{}:{}", self.point(from), self.point(to));
        }
        let exchange = Exchange::of(self.game.position(), mv).expect("a legal exchange");
        let soldiers = exchange.soldiers.into_iter().map(|it| self.point(it).to_string());
        format!("{}:{}", soldiers.collect::<Vec<_>>().join(";"), self.point(exchange.victim))
    }

    /// Takes Red's last move back, and what came after it.
    pub fn undo(&mut self) {
        let first = usize::from(self.game.start().side() == Side::Black);
        match (first..self.game.moves().len()).step_by(2).next_back() {
            None => self.expect("Undo", "False"),
            Some(ply) => {
                let mut after = self.game.clone();
                after.go_to(ply);
                self.change("Undo", after);
            }
        }
    }

    /// Finds out how the game goes on that a lost connection left. The command that was not answered
    /// may have been carried out, and the computer may have moved.
    pub fn catch_up(&mut self) {
        while self.ask_through("Status", "Status:") == "Status:black" {
            thread::sleep(Duration::from_millis(20));
        }
        let moves = self.ask_through("Moves", "Moves:");
        let told = self.ask_through("RequestBoard", "RequestBoard:");
        let moves: Vec<&str> = moves["Moves:".len()..].split_whitespace().collect();
        let left = [Some(self.game.clone()), self.pending.take()];
        let found = left.into_iter().flatten().find_map(|game| {
            continued(game, &moves).filter(|game| told["RequestBoard:".len()..] == board(game))
        });
        self.game = found.unwrap_or_else(|| {
            panic!("left after {:?}, found after {moves:?} at {told}", coordinates(&self.game))
        });
        self.compare();
    }

    /// Asks, and returns the reply that begins so. Notifications may come before it.
    fn ask_through(&mut self, command: &str, beginning: &str) -> String {
        let mut line = self.ask(command);
        while !line.starts_with(beginning) {
            let is_told = ["CurrentBoard:", "win:", "draw"].iter().any(|it| line.starts_with(it));
            assert!(is_told, "{command}: {line}");
            line = self.line();
        }
        line
    }

    /// Asks for a move that the computer would play.
    pub fn hint(&mut self) {
        if self.game.ending().is_some() {
            return self.expect("Hint", "False");
        }
        let hint = self.ask("Hint");
        let known = |&mv: &Move| Some(self.text(mv).as_str()) == hint.strip_prefix("Hint:");
        assert!(self.legal_moves().iter().any(known), "{hint}");
        self.answers += 1;
    }

    /// Plays a legal move, and hears what the computer plays.
    pub fn play(&mut self, mv: Move) {
        let word = if mv.is_exchange() { "Exchange" } else { "Move" };
        let mut after = self.game.clone();
        after.play(mv).expect("legal");
        self.change(&format!("{word}:{}", self.text(mv)), after);
        self.hear_end();
        self.hear_black();
    }

    /// Moves from one point to another, which may not be legal.
    pub fn try_move(&mut self, from: Point, to: Point) {
        let text = format!("{from}:{to}");
        match self.legal_moves().into_iter().find(|&mv| self.text(mv) == text) {
            Some(mv) => self.play(mv),
            None => self.expect(&format!("Move:{text}"), "False"),
        }
    }

    /// Hears the answer of the computer, if it is its turn: one legal move of Black.
    fn hear_black(&mut self) {
        if self.game.ending().is_some() || self.game.position().side() == Side::Red {
            return;
        }
        let line = self.line();
        let told = line.strip_prefix("CurrentBoard:");
        let told = told.unwrap_or_else(|| panic!("no board: {line}"));
        let found = self.legal_moves().into_iter().find_map(|mv| {
            let mut game = self.game.clone();
            game.play(mv).expect("legal");
            (board(&game) == told).then_some(game)
        });
        self.game =
            found.unwrap_or_else(|| panic!("no legal move: {} to {told}", board(&self.game)));
        self.answers += 1;
        self.hear_end();
    }

    /// Hears how the game ended, if it is over.
    pub fn hear_end(&mut self) {
        if self.game.ending().is_some() {
            assert_eq!(self.line(), self.status());
        }
    }
}
