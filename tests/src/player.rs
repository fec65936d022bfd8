//! A client of the automation server that checks every answer against the rules.

use crate::random::Random;
use crate::replies;
use crate::tcp::Client;
use crate::wait::wait_until;
use chuhe_core::map::Point;
use chuhe_core::notation::{self, Style};
use chuhe_core::{AnyPosition, Game, Move, MoveList, Position, Side};
use chuhe_host::{Map, Team};

/// The names of the maps for random games: maps of xiangqi and Zhonggong, some of them with few pieces.
pub const MAPS: [&str; 7] =
    ["manual", "mymap", "mate", "lost", "shuffle", "black-first", "zhonggong"];

/// Returns the game with exactly `moves`: `game` itself, or `game` with one more move of Black. `None`: neither has
/// these moves.
fn continued(mut game: Game<AnyPosition>, moves: &[&str]) -> Option<Game<AnyPosition>> {
    let own = replies::coordinates(&game);
    let more = moves.strip_prefix(own.iter().map(String::as_str).collect::<Vec<_>>().as_slice())?;
    match more {
        [] => Some(game),
        [more] if game.position().side() == Side::Black => {
            let mv = notation::read(Style::Coordinates, more, game.position()).ok()?;
            game.play(mv).ok()?;
            Some(game)
        }
        _ => None,
    }
}

/// A client that keeps a copy of the server's game.
#[derive(Debug)]
pub struct Player {
    pub client: Client,
    /// The game that the server must have. When no method is running, Red is to move, or the game is over.
    pub game: Game<AnyPosition>,
    /// The game after a command that changes it; `None` if no such command waits for its answer.
    pub pending: Option<Game<AnyPosition>>,
    pub answers: u64,
}

impl Player {
    pub const fn new(client: Client, game: Game<AnyPosition>) -> Self {
        Self { client, game, pending: None, answers: 0 }
    }

    /// Sends a command that changes the game, and expects the reply `True`.
    fn change(&mut self, command: &str, after: Game<AnyPosition>) {
        self.pending = Some(after);
        self.expect(command, "True");
        self.game = self.pending.take().expect("it was put there");
    }

    pub fn expect(&mut self, command: &str, reply: &str) {
        assert_eq!(self.ask(command), reply, "{command}");
        self.answers += 1;
    }

    fn ask(&mut self, command: &str) -> String {
        self.client.send(format!("{command}\n"));
        self.line()
    }

    fn line(&mut self) -> String {
        loop {
            let line = self.client.line().trim_end().to_owned();
            if !line.starts_with("Journal:") {
                return line;
            }
            self.client.journal.push(line);
        }
    }

    /// Waits until the client has read exactly the lines `told` about the journal, in this order.
    pub fn wait_for_journal(&mut self, told: &[&str]) {
        wait_until(format!("{told:?}"), || {
            self.expect("Ping", "Pong");
            self.client.journal.len() >= told.len()
        });
        assert_eq!(self.client.journal, told);
    }

    pub fn begin(&mut self, map: &Map) {
        self.change(&format!("NewGame:{}", map.name), map.game());
        self.hear_black();
    }

    pub fn compare(&mut self) {
        for (question, reply) in replies::questions(&self.game) {
            self.expect(question, &reply);
        }
    }

    /// The legal moves of Red. The list is empty when the game is over.
    pub fn legal_moves(&self) -> MoveList {
        replies::legal_moves(&self.game)
    }

    pub fn undo(&mut self) {
        match replies::after_undo(&self.game) {
            None => self.expect("Undo", "False"),
            Some(after) => self.change("Undo", after),
        }
    }

    /// Updates `game` from the server after a lost connection. Meanwhile the server may have carried out the last
    /// command, and the computer may have moved.
    pub fn catch_up(&mut self) {
        wait_until("the computer's move", || {
            self.ask_through("Status", "Status:") != "Status:black"
        });
        let moves = self.ask_through("Moves", "Moves:");
        let told = self.ask_through("RequestBoard", "RequestBoard:");
        let moves: Vec<&str> = moves["Moves:".len()..].split_whitespace().collect();
        let left = [Some(self.game.clone()), self.pending.take()];
        let found = left.into_iter().flatten().find_map(|game| {
            continued(game, &moves)
                .filter(|game| told["RequestBoard:".len()..] == replies::board(game))
        });
        let own = replies::coordinates(&self.game);
        self.game =
            found.unwrap_or_else(|| panic!("left after {own:?}, found after {moves:?} at {told}"));
        self.compare();
    }

    /// Sends a command, and returns its reply, which begins with `beginning`. Skips boards and results before it.
    fn ask_through(&mut self, command: &str, beginning: &str) -> String {
        let mut line = self.ask(command);
        while !line.starts_with(beginning) {
            let is_told = ["CurrentBoard:", "win:", "draw"].iter().any(|it| line.starts_with(it));
            assert!(is_told, "{command}: {line}");
            line = self.line();
        }
        line
    }

    pub fn hint(&mut self) {
        if self.game.ending().is_some() {
            return self.expect("Hint", "False");
        }
        let hint = self.ask("Hint");
        let text = |mv| format!("Hint:{}", replies::points(self.game.position(), mv));
        assert!(self.legal_moves().into_iter().any(|mv| text(mv) == hint), "{hint}");
        self.answers += 1;
    }

    pub fn play(&mut self, mv: Move) {
        let command = replies::command(self.game.position(), mv);
        self.change(&command, replies::after(&self.game, mv));
        self.hear_end();
        self.hear_black();
    }

    /// Begins a game on a random map if the last game is over. Otherwise does so on average in one of twelve calls.
    pub fn begin_by_chance(&mut self, random: &mut Random, team: &Team) {
        if self.game.ending().is_some() || random.one_in(12) {
            self.begin(&team.map(random.pick(&MAPS)).expect("a map of the scripts"));
        }
    }

    /// Sends a random command: a move, `Undo`, `Hint`, `Level`, or the questions about the state of the game.
    pub fn act(&mut self, random: &mut Random) {
        match random.below(9) {
            0 => self.compare(),
            1 => self.undo(),
            2 => self.hint(),
            3 => self.expect(&format!("Level:{}", random.below(10)), "True"),
            _ => match self.legal_moves().as_slice() {
                [] => self.expect("Move:9,4:8,4", "False"),
                moves => self.play(random.pick(moves)),
            },
        }
    }

    /// Sends a move, and expects the reply `False` if it is illegal.
    pub fn try_move(&mut self, from: Point, to: Point) {
        let text = format!("{from}:{to}");
        let mut moves = self.legal_moves().into_iter();
        match moves.find(|&mv| replies::points(self.game.position(), mv) == text) {
            Some(mv) => self.play(mv),
            None => self.expect(&format!("Move:{text}"), "False"),
        }
    }

    /// If it is the computer's turn, reads its answer, which must be a legal move of Black.
    fn hear_black(&mut self) {
        if self.game.ending().is_some() || self.game.position().side() == Side::Red {
            return;
        }
        let line = self.line();
        self.game = replies::after_computer(&self.game, &line);
        self.answers += 1;
        self.hear_end();
    }

    pub fn hear_end(&mut self) {
        if self.game.ending().is_some() {
            assert_eq!(self.line(), replies::status(&self.game));
        }
    }
}
