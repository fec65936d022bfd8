//! A client of the automation server that checks every answer against the rules.
#![expect(clippy::missing_panics_doc, reason = "a wrong answer is a panic, always")]

use crate::tcp::Client;
use chuhe_core::AnyPosition;
use chuhe_core::map::{self, Point};
use chuhe_core::notation::{self, Exchange, Style};
use chuhe_core::{Game, Move, MoveKind, MoveList, Position, Side, Square};
use chuhe_host::Map;

/// The board in the server's words.
fn board(game: &Game<AnyPosition>) -> String {
    map::write(game.position(), game.numbers()).to_string()
}

/// A client with its game as it must be, if the server is right.
#[derive(Debug)]
pub struct Player {
    /// The connection.
    pub client: Client,
    /// The game; Red is to move in it, or it is over.
    pub game: Game<AnyPosition>,
    /// The number of answers that were right.
    pub answers: u64,
}

impl Player {
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
        self.expect(&format!("NewGame:{}", map.name), "True");
        self.game = map.game();
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
        let mut position = self.game.start().clone();
        let mut moves = Vec::new();
        for &mv in self.game.moves() {
            moves.push(notation::write(Style::Coordinates, &position, mv).to_string());
            position = position.play(mv);
        }
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
                self.expect("Undo", "True");
                self.game.go_to(ply);
            }
        }
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
        self.expect(&format!("{word}:{}", self.text(mv)), "True");
        self.game.play(mv).expect("legal");
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
