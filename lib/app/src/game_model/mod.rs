//! The game in play with its players, and the position shown.

mod thinking;

pub use self::thinking::{PlayerCommand, ProgramQuestion, Thought};

use self::thinking::RunningProgram;
use crate::{ClockSetting, Limit, PlayerSetting, Settings};
use chuhe_core::notation::{self, Fen, Script, Style};
use chuhe_core::played::{Clocks, PlayedGame, Purpose, Seat, TakebackError};
use chuhe_core::{
    AnyPosition, EndReason, Ending, Game, Move, PlayError, Position, Score, Side, Square,
};
use std::ops::Deref;
use std::time::Duration;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlayedMove {
    pub mv: Move,
    /// The square on which the piece stands after the move; `None` for an exchange.
    pub landing: Option<Square>,
    pub capture: bool,
    pub check: bool,
    pub ending: Option<Ending>,
}

/// A game with its players. After every change, the caller must get the next command for the computer or for a program
/// from [`GameModel::update_question`].
#[derive(Debug)]
pub struct GameModel {
    pub(crate) played: PlayedGame<AnyPosition>,
    players: [PlayerSetting; 2],
    limit: Limit,
    /// The game up to the earlier position that is shown; `None` while the last position is shown.
    looking_back: Option<Box<Game<AnyPosition>>>,
    /// The computer's moves that a person refused at the computer's present or last turn.
    excluded: Vec<Move>,
    pub(crate) thought: Option<Thought>,
    programs: [Option<RunningProgram>; 2],
    starts: u64,
    seed: u64,
    pub(crate) uses_book: bool,
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

fn core_seats(players: &[PlayerSetting; 2]) -> [Seat; 2] {
    players.each_ref().map(|player| match player {
        PlayerSetting::Person => Seat::Person,
        PlayerSetting::Computer(_) | PlayerSetting::Program(_) => Seat::Computer,
    })
}

impl Deref for GameModel {
    type Target = PlayedGame<AnyPosition>;

    fn deref(&self) -> &Self::Target {
        &self.played
    }
}

impl GameModel {
    /// Creates a game with the players and clocks of the settings. Equal seeds lead to equal mistakes of the computer.
    pub fn new(game: Game<AnyPosition>, settings: &Settings, seed: u64) -> Self {
        let players = settings.players();
        let clocks = Clocks::new(settings.clocks().map(ClockSetting::time_control));
        Self {
            played: PlayedGame::new(game, core_seats(&players), clocks),
            players,
            limit: settings.limit,
            looking_back: None,
            excluded: Vec::new(),
            thought: None,
            programs: [None, None],
            starts: 0,
            seed,
            uses_book: true,
        }
    }

    /// The side of the person in the next game, drawn by lot.
    pub fn lot(&self) -> Side {
        // The seed stays the same, so the number of changes makes the lot differ from game to game.
        let mixed = (self.seed ^ self.changes() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        if mixed >> 63 == 0 { Side::Red } else { Side::Black }
    }

    /// Begins or resumes a game with the same players. If the time `left` of a side is unknown, its clock starts with
    /// the full time.
    pub fn begin(
        &mut self,
        game: Game<AnyPosition>,
        settings: [ClockSetting; 2],
        left: [Option<Duration>; 2],
    ) {
        let controls = settings.map(ClockSetting::time_control);
        let left =
            [0, 1].map(|side| left[side].map(millis).or(controls[side].at_start()).unwrap_or(0));
        self.played.begin(game, Clocks::with_left(controls, left));
        // The command lines are cleared, so that `update_program` starts the programs again for this game.
        self.programs.iter_mut().flatten().for_each(|running| running.line.clear());
        self.looking_back = None;
        self.excluded.clear();
        self.thought = None;
        let position = self.game().position().clone();
        log::info!("game: {}", Fen { position, move_number: 1 });
    }

    pub(crate) fn restarted(&self) -> Game<AnyPosition> {
        Game::numbered(self.game().start().clone(), *self.game().start_numbers())
    }

    pub fn shown(&self) -> &Game<AnyPosition> {
        self.looking_back.as_deref().unwrap_or(self.game())
    }

    pub const fn is_looking_back(&self) -> bool {
        self.looking_back.is_some()
    }

    pub const fn player(&self, side: Side) -> &PlayerSetting {
        &self.players[side.index()]
    }

    pub fn awaits_person(&self) -> bool {
        !self.is_looking_back() && self.played.seat_to_move() == Some(Seat::Person)
    }

    pub fn time_left(&self, side: Side, now: Duration) -> Option<Duration> {
        self.played.clocks().left(side, millis(now)).map(Duration::from_millis)
    }

    pub fn thinking(&self) -> Option<Purpose> {
        self.played.question().map(|question| question.purpose)
    }

    /// The latest result of a search for the position shown. A result for the previous position is also returned if
    /// its best line begins with the move that was then played.
    pub fn thought_shown(&self) -> Option<&Thought> {
        let moves = self.shown().moves();
        self.thought.as_ref().filter(|thought| match moves.len().checked_sub(thought.ply) {
            Some(0) => true,
            Some(1) => thought.line.pv.first() == moves.last(),
            _ => false,
        })
    }

    /// True if a search of the position before the last shown move preferred a different move.
    pub fn played_another(&self) -> bool {
        let moves = self.shown().moves();
        self.thought.as_ref().is_some_and(|Thought { ply, line, .. }| {
            moves.len() == ply + 1 && line.pv.first() != moves.last()
        })
    }

    /// Plays a move for the side to move, even if its player is the computer or a program. A paused game goes on.
    pub fn play(&mut self, mv: Move, now: Duration) -> Result<PlayedMove, PlayError> {
        let before = self.game().position().clone();
        self.played.play(mv, millis(now))?;
        self.excluded.clear();
        Ok(self.after_move(&before, mv))
    }

    fn after_move(&mut self, before: &AnyPosition, mv: Move) -> PlayedMove {
        self.looking_back = None;
        let written = notation::write(Style::Chinese(Script::Simplified), before, mv);
        let side = before.rules().side_name(before.side());
        let coordinates = notation::write(Style::Coordinates, before, mv);
        log::info!("{}. {side} {coordinates} {written}", self.game().moves().len());
        let ending = self.game().ending();
        if let Some(ending) = ending {
            log_ending(ending);
        }
        PlayedMove {
            mv,
            landing: before.landing(mv),
            capture: before.captured(mv).is_some(),
            check: self.game().position().in_check(),
            ending,
        }
    }

    /// Takes moves back to the last turn of a person. Returns false if the takeback is refused.
    pub fn takeback(&mut self, now: Duration) -> bool {
        self.takeback_ply(usize::MAX).map(|ply| self.go_to(ply, now)).is_ok()
    }

    /// Takes moves back to the last turn of a side, even if its player is the computer or a program.
    pub fn takeback_of(&mut self, side: Side, now: Duration) -> Result<(), TakebackError> {
        self.played.takeback_ply_of(side).map(|ply| self.go_to(ply, now))
    }

    pub fn redo(&mut self, now: Duration) -> bool {
        self.redo_ply().map(|ply| self.go_to(ply, now)).is_some()
    }

    fn go_to(&mut self, ply: usize, now: Duration) {
        log::info!("back or on to ply {ply}");
        self.played.go_to(ply, millis(now));
        self.looking_back = None;
        self.excluded.clear();
        self.thought = None;
    }

    pub fn look_at(&mut self, ply: usize) {
        if ply >= self.game().moves().len() {
            self.looking_back = None;
            return;
        }
        let mut earlier = Box::new(self.game().clone());
        earlier.go_to(ply);
        self.looking_back = Some(earlier);
    }

    pub fn agree_draw(&mut self, now: Duration) {
        self.finish(Ending::draw(EndReason::Agreement), now);
    }

    /// Ends the game for a reason outside the board, such as resignation.
    pub fn finish(&mut self, ending: Ending, now: Duration) {
        self.played.finish(ending, millis(now));
        self.looking_back = None;
        log_ending(ending);
    }

    /// Ends the game if the side to move has no time left. Returns true if this call has ended the game.
    pub fn check_flag(&mut self, now: Duration) -> bool {
        let ending = self.played.check_flag(millis(now));
        if let Some(ending) = ending {
            self.looking_back = None;
            log_ending(ending);
        }
        ending.is_some()
    }

    pub fn pause(&mut self, paused: bool, now: Duration) {
        self.played.pause(paused, millis(now));
    }

    /// Lets a search go on only if the side to move keeps its player and the limit stays the same.
    pub fn set_players(&mut self, players: [PlayerSetting; 2], limit: Limit) {
        let turn = self.game().position().side().index();
        if (&self.players[turn], self.limit) != (&players[turn], limit) {
            self.played.void_question();
        }
        self.played.set_seats(core_seats(&players));
        (self.players, self.limit) = (players, limit);
    }

    /// True if the computer made the last move against a person, and could play another move that was not refused.
    pub fn can_ask_another(&self) -> bool {
        let Some(&last) = self.game().moves().last().filter(|_| !self.is_looking_back()) else {
            return false;
        };
        let mover = !self.game().position().side();
        let mut before = self.game().clone();
        before.undo();
        let other = usize::from(!self.excluded.contains(&last));
        matches!(self.player(mover), PlayerSetting::Computer(_))
            && !self.player(!mover).is_computer()
            && before.position().count_moves() as usize > self.excluded.len() + other
    }

    /// Takes the computer's move back and adds it to the refused moves, so that the computer plays another move.
    pub fn ask_another(&mut self, now: Duration) {
        let mut excluded = std::mem::take(&mut self.excluded);
        excluded.extend(self.game().moves().last());
        self.go_to(self.game().moves().len() - 1, now);
        self.excluded = excluded;
    }

    /// True if the computer or a program agrees to a draw offered by its opponent `side`. The opponent of `side` agrees
    /// if its last score was clearly bad, or not positive in a long game.
    pub fn computer_agrees(&self, side: Side) -> bool {
        const CLEARLY_WORSE: i16 = -200;
        const LONG: usize = 60;
        let Some(thought) = &self.thought else { return false };
        let score = thought.line.score;
        let score = if thought.side == side { -score } else { score };
        score.get() <= CLEARLY_WORSE || self.game().moves().len() >= LONG && score <= Score::DRAW
    }
}

fn log_ending(Ending { winner, reason }: Ending) {
    match winner {
        Some(winner) => log::info!("{winner} wins: {reason}"),
        None => log::info!("draw: {reason}"),
    }
}
