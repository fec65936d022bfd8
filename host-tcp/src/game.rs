//! A game that clients play and watch: each client alone, several together, or the one of a window.

use crate::metrics::Metrics;
use chuhe_core::AnyPosition;
use chuhe_core::notation::{self, Script, Style};
use chuhe_core::played::{Clocks, PlayedGame, QuestionId, Request, Seat, TimeControl};
use chuhe_core::{Ending, Game, Level, Limits, Move, PlayError, Position, Side};
use chuhe_host::journal::{Journal, JournalError};
use chuhe_host::{Computer, Map, SearchAnswer, SearchHandle, SearchRequest, Strength};
use parking_lot::Mutex;
use std::fmt;
use std::mem;
use std::sync::{Arc, Weak};

/// The state of a game for clients, who have Red.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// Red is to move, and a person has Red.
    Red,
    /// The computer is thinking, or a person who is no client has the move.
    Black,
    /// The game is over.
    Over(Ending),
}

impl Status {
    /// The status of a game.
    #[must_use]
    pub fn of(played: &PlayedGame<AnyPosition>) -> Self {
        match (played.game().ending(), played.turn()) {
            (Some(ending), _) => Self::Over(ending),
            (None, Some(Side::Red)) if played.seat(Side::Red) == Seat::Person => Self::Red,
            (None, _) => Self::Black,
        }
    }
}

/// The reason why a client's wish is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Refusal {
    /// It is not Red's turn.
    #[error("the computer is thinking")]
    Thinking,
    /// The move is not legal, or the game is over.
    #[error(transparent)]
    Play(#[from] PlayError),
    /// Red has not moved yet.
    #[error("no move of Red to take back")]
    NothingToUndo,
}

/// A game as a client controls it. The client has Red.
pub trait ClientGame {
    /// The game with its players.
    fn played(&self) -> &PlayedGame<AnyPosition>;

    /// Plays a move for the side to move.
    ///
    /// # Errors
    /// When the move is not legal, or the game is over.
    fn make_move(&mut self, mv: Move) -> Result<(), PlayError>;

    /// Takes moves back to Red's last turn. A search of the computer is stopped.
    ///
    /// # Errors
    /// When Red has not moved.
    fn takeback(&mut self) -> Result<(), Refusal>;

    /// Begins another game, on this map or on the same one as before.
    fn restart(&mut self, map: Option<Arc<Map>>);

    /// Lets the computer play at another level from its next turn on.
    fn set_level(&mut self, level: Level);

    /// The limits of a search for a hint.
    fn hint_limits(&self) -> Limits;

    /// The game.
    fn game(&self) -> &Game<AnyPosition> {
        self.played().game()
    }

    /// The status of the game.
    fn status(&self) -> Status {
        Status::of(self.played())
    }

    /// Plays a move of Red.
    ///
    /// # Errors
    /// When it is not Red's turn, or the move is not legal.
    fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if self.status() == Status::Black {
            return Err(Refusal::Thinking);
        }
        Ok(self.make_move(mv)?)
    }
}

/// An event that the watchers of a game hear of.
#[derive(Clone, Copy, Debug)]
pub enum GameEvent<'a> {
    /// The computer moved.
    ComputerMoved(&'a Game<AnyPosition>),
    /// The game ended.
    Over(Ending),
}

/// A watcher of a game.
pub trait Watcher: Send + Sync {
    /// Hears of an event. The game is locked during the call. It must be brief, and must not use
    /// the game.
    fn notify(&self, event: GameEvent<'_>);
}

/// A game that several clients play and watch at once.
pub trait SharedGame: Send + Sync + fmt::Debug {
    /// Locks the game, calls `act`, and then does what follows from it: the computer is asked, the
    /// watchers are notified. `act` must be brief.
    fn with(&self, act: &mut dyn FnMut(&mut dyn ClientGame));

    /// The computer player.
    fn computer(&self) -> &Computer;

    /// Notifies the watcher of every event from now on.
    fn watch(&self, watcher: Arc<dyn Watcher>);

    /// Notifies the watcher of nothing more.
    fn unwatch(&self, watcher: &Arc<dyn Watcher>);
}

/// A game of a server: a person has Red, the computer has Black. When it is dropped, the search of
/// the computer stops.
///
/// Every change goes to the log.
pub struct ServerGame {
    state: Mutex<State>,
    computer: Arc<Computer>,
    /// For the answers of the computer, which must not keep a game that every client left.
    weak: Weak<Self>,
}

struct State {
    /// Names the game in the log, and is the seed of the computer's mistakes at lower levels.
    number: u64,
    /// The map that the game began on.
    map: Arc<Map>,
    strength: Strength,
    played: PlayedGame<AnyPosition>,
    watchers: Vec<Arc<dyn Watcher>>,
    journal: Option<Journal>,
    search: Option<SearchHandle>,
    metrics: Arc<Metrics>,
    /// The watchers know that the game is over.
    is_end_told: bool,
    /// The log has the begin of the game.
    is_begin_logged: bool,
}

const SEATS: [Seat; 2] = [Seat::Person, Seat::Computer];
const NO_CLOCKS: Clocks = Clocks::new([TimeControl::None; 2]);
/// The time of every event: there are no clocks.
const NO_TIME: u64 = 0;

impl ServerGame {
    /// A new game on a map. If the computer has the first move, it begins to think when the first
    /// client watches or plays. So every client sees the first move.
    #[must_use]
    pub fn new(
        number: u64,
        map: Arc<Map>,
        strength: Strength,
        computer: Arc<Computer>,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        let played = PlayedGame::new(map.game(), SEATS, NO_CLOCKS);
        let mut state = State::new(number, map, strength, played, metrics);
        state.begin();
        Self::of(state, computer)
    }

    /// A game that began elsewhere and goes on here.
    #[must_use]
    pub fn resume(
        number: u64,
        game: Game<AnyPosition>,
        strength: Strength,
        computer: Arc<Computer>,
        metrics: Arc<Metrics>,
    ) -> Arc<Self> {
        let (position, numbers) = (game.start().clone(), *game.start_numbers());
        let map = Arc::new(Map { name: "of the journal".to_owned(), position, numbers });
        log::info!("game {number}: goes on after {} plies", game.moves().len());
        let played = PlayedGame::new(game, SEATS, NO_CLOCKS);
        Self::of(State::new(number, map, strength, played, metrics), computer)
    }

    fn of(state: State, computer: Arc<Computer>) -> Arc<Self> {
        Arc::new_cyclic(|weak| Self { state: Mutex::new(state), computer, weak: Weak::clone(weak) })
    }

    /// Writes the game to a journal from now on. Each move is written before a watcher hears of it.
    ///
    /// # Errors
    /// When the journal cannot be written; the game has no journal then.
    pub fn keep(&self, mut journal: Journal) -> Result<(), JournalError> {
        let mut state = self.state.lock();
        journal.try_update(state.played.game())?;
        if state.journal.replace(journal).is_none() {
            state.metrics.kept_games.inc();
        }
        Ok(())
    }

    /// Gives the journal up. Another server may use it then.
    pub fn release(&self) {
        self.state.lock().release();
    }

    /// Plays the answer of the computer, unless its question is void by now.
    fn answer(&self, id: QuestionId, answer: &SearchAnswer) {
        let mut state = self.state.lock();
        state.metrics.count_turn(answer);
        let before = state.played.game().position().clone();
        match state.played.answer(id, answer.best, NO_TIME) {
            Ok(_) => {}
            Err(chuhe_core::played::AnswerError::Void) => return,
            Err(error) => {
                log::error!("game {}: the computer's answer: {error}", state.number);
                return;
            }
        }
        state.log_move(&before, answer.best, &format!(" ({answer})"));
        state.search = None;
        state.write();
        state.notify(GameEvent::ComputerMoved(state.played.game()));
        self.update(&mut state);
    }

    /// Asks the computer as the game needs it now, and tells the watchers when the game is over.
    fn update(&self, state: &mut State) {
        match state.played.update_question() {
            Some(Request::Ask(question)) => {
                let game = Weak::clone(&self.weak);
                state.search = Some(self.computer.ask(state.request(), move |answer| {
                    if let Some(game) = game.upgrade() {
                        game.answer(question.id, &answer);
                    }
                }));
            }
            Some(Request::Stop) => state.search = None,
            None => {}
        }
        let ending = state.played.game().ending();
        if let Some(ending) = ending.filter(|_| !state.is_end_told) {
            state.notify(GameEvent::Over(ending));
        }
        state.is_end_told = ending.is_some();
    }
}

impl State {
    fn new(
        number: u64,
        map: Arc<Map>,
        strength: Strength,
        played: PlayedGame<AnyPosition>,
        metrics: Arc<Metrics>,
    ) -> Self {
        metrics.games.inc();
        Self {
            number,
            map,
            strength,
            played,
            watchers: Vec::new(),
            journal: None,
            search: None,
            metrics,
            is_end_told: false,
            is_begin_logged: true,
        }
    }

    fn release(&mut self) {
        if self.journal.take().is_some() {
            self.metrics.kept_games.dec();
        }
    }

    fn request(&self) -> SearchRequest {
        request(self.played.game(), self.hint_limits())
    }

    fn notify(&self, event: GameEvent<'_>) {
        self.watchers.iter().for_each(|watcher| watcher.notify(event));
    }

    fn write(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.update(self.played.game());
        }
    }

    fn begin(&mut self) {
        self.metrics.games_begun.inc();
        self.is_begin_logged = false;
    }

    /// Logs a move that was just played. With the first move, a game has begun: many clients only look.
    fn log_move(&mut self, before: &AnyPosition, mv: Move, remark: &str) {
        let (number, game) = (self.number, self.played.game());
        if !mem::replace(&mut self.is_begin_logged, true) {
            log::info!("game {number}: begins on {}, level {}", self.map, self.strength.level);
        }
        if log::log_enabled!(log::Level::Debug) {
            let (ply, side) = (game.moves().len(), before.side());
            let plain = notation::write(Style::Coordinates, before, mv);
            let chinese = notation::write(Style::Chinese(Script::Simplified), before, mv);
            log::debug!("game {number}: {ply}. {side} {plain} {chinese}{remark}");
        }
        if let Some(Ending { winner, reason }) = game.ending() {
            let plies = game.moves().len();
            match winner {
                Some(winner) => {
                    log::info!("game {number}: {winner} wins after {plies} plies: {reason}");
                }
                None => log::info!("game {number}: draw after {plies} plies: {reason}"),
            }
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.release();
        self.metrics.games.dec();
    }
}

/// The request for a search of the position on the board.
pub(crate) fn request(game: &Game<AnyPosition>, limits: Limits) -> SearchRequest {
    let (root, past) = (game.position().clone(), game.past().to_vec());
    SearchRequest { root, past, limits, excluded: Vec::new() }
}

impl ClientGame for State {
    fn played(&self) -> &PlayedGame<AnyPosition> {
        &self.played
    }

    fn make_move(&mut self, mv: Move) -> Result<(), PlayError> {
        let before = self.played.game().position().clone();
        self.played.play(mv, NO_TIME)?;
        self.log_move(&before, mv, "");
        Ok(())
    }

    fn takeback(&mut self) -> Result<(), Refusal> {
        let ply = self.played.takeback_of(Side::Red, NO_TIME);
        let ply = ply.map_err(|_| Refusal::NothingToUndo)?;
        log::debug!("game {}: takes back, {ply} plies left", self.number);
        Ok(())
    }

    fn restart(&mut self, map: Option<Arc<Map>>) {
        if let Some(map) = map {
            self.map = map;
        }
        self.played.begin(self.map.game(), NO_CLOCKS);
        self.begin();
    }

    fn set_level(&mut self, level: Level) {
        self.strength.level = level;
        log::debug!("game {}: level {level}", self.number);
    }

    fn hint_limits(&self) -> Limits {
        self.strength.limits(self.number)
    }
}

impl SharedGame for ServerGame {
    fn with(&self, act: &mut dyn FnMut(&mut dyn ClientGame)) {
        let mut state = self.state.lock();
        act(&mut *state);
        state.write();
        self.update(&mut state);
    }

    fn computer(&self) -> &Computer {
        &self.computer
    }

    fn watch(&self, watcher: Arc<dyn Watcher>) {
        let mut state = self.state.lock();
        state.watchers.push(watcher);
        self.update(&mut state);
    }

    fn unwatch(&self, watcher: &Arc<dyn Watcher>) {
        self.state.lock().watchers.retain(|other| !Arc::ptr_eq(other, watcher));
    }
}

impl fmt::Debug for ServerGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ServerGame").field("number", &self.state.lock().number).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Numbers;
    use chuhe_core::rules::Rules;
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    /// Long enough for any machine; a test that waits this long has failed.
    const PATIENCE: Duration = Duration::from_secs(60);

    struct PlyCounter(Sender<usize>);

    impl Watcher for PlyCounter {
        fn notify(&self, event: GameEvent<'_>) {
            if let GameEvent::ComputerMoved(game) = event {
                let _ = self.0.send(game.moves().len());
            }
        }
    }

    #[test]
    fn the_first_watcher_sees_the_computer_begin() {
        let position = Rules::Xiangqi.start().null_move();
        let numbers = Numbers::in_reading_order(&position);
        let map = Arc::new(Map { name: String::new(), position: position.clone(), numbers });
        let computer = Arc::new(Computer::new(1, 1).unwrap());
        let strength = Strength { nodes: Some(100), ..Strength::default() };
        let game = ServerGame::new(1, map, strength, Arc::clone(&computer), Arc::default());

        // The one thread answers in order: a move asked for by now would be played unseen.
        let (sender, answered) = channel();
        let limits = Limits { nodes: 100, ..Limits::default() };
        let request =
            SearchRequest { root: position, past: Vec::new(), limits, excluded: Vec::new() };
        let handle = computer.ask(request, move |_| sender.send(()).unwrap());
        answered.recv_timeout(PATIENCE).unwrap();
        drop(handle);

        let (sender, seen) = channel();
        game.watch(Arc::new(PlyCounter(sender)));
        assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    }
}
