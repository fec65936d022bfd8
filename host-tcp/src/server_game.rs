//! Plays a game between clients and the computer, and notifies all clients that watch it.

mod saving;

use crate::game::{ClientGame, GameEvent, Refusal, SharedGame, Status, Watcher};
use crate::metrics::{GaugeGuard, Metrics};
use chuhe_core::notation::{self, Script, Style};
use chuhe_core::played::{Clocks, PlayedGame, QuestionId, Request, Seat, TimeControl};
use chuhe_core::{
    AnyPosition, Ending, Game, Level, Limits, Move, PlayError, Position, SearchLine, Side, map,
};
use chuhe_host::{Computer, Map, SearchError, SearchHandle, SearchRequest, Strength, catch};
use parking_lot::Mutex;
use saving::Keeping;
use std::borrow::Cow;
use std::sync::{Arc, Weak};
use std::time::Instant;
use std::{fmt, mem};

/// A game in which clients play Red and the computer plays Black, unless the command `Seats` changes that. Dropping the
/// value stops the computer's search. The moves, takebacks and result of the game are logged.
pub struct ServerGame {
    state: Mutex<State>,
    computer: Arc<Computer>,
    /// The callback of a search owns a copy of this weak pointer, so a running search does not keep the game alive.
    weak: Weak<Self>,
}

struct State {
    number: u64,
    map: Arc<Map>,
    strength: Strength,
    played: PlayedGame<AnyPosition>,
    watchers: Vec<Arc<dyn Watcher>>,
    keeping: Option<Keeping>,
    /// The number of moves, takebacks and new games.
    changes: u64,
    /// (changes, text): the board as text after `changes` changes. It is cached, because clients often ask for it.
    board: Option<(u64, String)>,
    search: Option<SearchHandle>,
    metrics: Arc<Metrics>,
    _counted: GaugeGuard,
    is_end_told: bool,
    is_begin_logged: bool,
    has_failed: bool,
}

const NO_CLOCKS: Clocks = Clocks::new([TimeControl::None; 2]);
/// The time that every event of a game gets. The game has no clocks, so no event needs its real time.
const NO_TIME: u64 = 0;

/// The computer as the opponent of clients, and the metrics that count its games.
#[derive(Clone, Debug)]
pub struct Opponent {
    pub computer: Arc<Computer>,
    pub strength: Strength,
    pub metrics: Arc<Metrics>,
}

impl ServerGame {
    /// A new game, in which a computer that moves first begins to think when the first client watches or plays.
    /// Therefore this client sees the computer's first move.
    pub fn new(number: u64, map: Arc<Map>, opponent: &Opponent) -> Arc<Self> {
        opponent.metrics.games_begun.inc();
        Self::of(number, map.game(), map, opponent, false)
    }

    pub fn resume(number: u64, game: Game<AnyPosition>, opponent: &Opponent) -> Arc<Self> {
        let (position, numbers) = (game.start().clone(), *game.start_numbers());
        let map = Arc::new(Map { name: "of the journal".to_owned(), position, numbers });
        log::info!("game {number}: goes on after {} plies", game.moves().len());
        Self::of(number, game, map, opponent, true)
    }

    fn of(
        number: u64,
        game: Game<AnyPosition>,
        map: Arc<Map>,
        opponent: &Opponent,
        is_begin_logged: bool,
    ) -> Arc<Self> {
        let Opponent { computer, strength, metrics } = opponent.clone();
        let state = Mutex::new(State {
            number,
            map,
            strength,
            played: PlayedGame::new(game, [Seat::Person, Seat::Computer], NO_CLOCKS),
            watchers: Vec::new(),
            keeping: None,
            changes: 0,
            board: None,
            search: None,
            _counted: GaugeGuard::new(&metrics.games),
            metrics,
            is_end_told: false,
            is_begin_logged,
            has_failed: false,
        });
        Arc::new_cyclic(|weak| Self { state, computer, weak: Weak::clone(weak) })
    }

    /// Locks the game and calls `act`. A panic in `act` ends the game. Returns `None` if a fault has ended the game.
    fn change<T>(&self, act: impl FnOnce(&mut State) -> T) -> Option<T> {
        let mut state = self.state.lock();
        if state.has_failed {
            return None;
        }
        let changed = catch(|| act(&mut state));
        if changed.is_none() {
            state.fail();
        }
        changed
    }

    /// Plays the computer's move if the game is unchanged since question `id`. An error in `answer` ends the game.
    fn answer(&self, id: QuestionId, answer: Result<SearchLine, SearchError>, asked: Instant) {
        self.change(|state| match answer {
            Ok(line) => {
                state.metrics.count_turn(&line, asked);
                self.play_answer(state, id, &line);
            }
            Err(error) => {
                log::error!("game {}: {error}", state.number);
                state.fail();
            }
        });
    }

    fn play_answer(&self, state: &mut State, id: QuestionId, line: &SearchLine) {
        let Some(best) = line.best() else { return };
        let before = state.played.game().position().clone();
        match state.played.answer(id, best, NO_TIME) {
            Ok(_) => {}
            Err(chuhe_core::played::AnswerError::Void) => return,
            Err(error) => {
                return log::error!("game {}: the computer's answer: {error}", state.number);
            }
        }
        state.log_move(&before, best, &format!(" ({line})"));
        state.search = None;
        state.changes += 1;
        state.save(&self.weak);
        state.tell(None, GameEvent::ComputerMoved(state.played.game()));
        self.update(state);
    }

    /// Starts a search if the computer must move, or stops an outdated one. Tells the watchers once when the game ends.
    fn update(&self, state: &mut State) {
        match state.played.update_question() {
            Some(Request::Ask(question)) => {
                let (game, asked) = (Weak::clone(&self.weak), Instant::now());
                let root = state.played.game().clone();
                let request = SearchRequest::new(root, state.strength.limits());
                state.search = Some(self.computer.ask(request, move |answer| {
                    if let Some(game) = game.upgrade() {
                        game.answer(question.id, answer, asked);
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
    /// Ends the game after a fault of the program. The journal keeps the changes that were written before the fault.
    fn fail(&mut self) {
        self.has_failed = true;
        log::error!("game {}: ended by a fault of the program", self.number);
        self.metrics.failed_games.inc();
        self.search = None;
        self.abandon_journal();
        for watcher in self.watchers.drain(..) {
            catch(|| watcher.notify(GameEvent::Failed));
        }
    }

    fn notify(&self, event: GameEvent<'_>) {
        self.watchers.iter().for_each(|watcher| watcher.notify(event));
    }

    /// Notifies all watchers except `client` of the last change. Their lines wait until the journal has the change.
    fn tell(&self, client: Option<&Arc<dyn Watcher>>, event: GameEvent<'_>) {
        let is_other = |watcher: &&Arc<_>| !client.is_some_and(|it| Arc::ptr_eq(watcher, it));
        for watcher in self.watchers.iter().filter(is_other) {
            self.hold(watcher, usize::MAX);
            watcher.notify(event);
        }
    }

    /// Logs a move just played. The beginning of a game is logged only with its first move: many clients never move.
    fn log_move(&mut self, before: &AnyPosition, mv: Move, remark: &str) {
        let (number, game) = (self.number, self.played.game());
        if !mem::replace(&mut self.is_begin_logged, true) {
            log::info!("game {number}: begins on {}, level {}", self.map, self.strength.level);
        }
        if log::log_enabled!(log::Level::Info) {
            let (ply, side) = (game.moves().len(), before.side());
            let plain = notation::write(Style::Coordinates, before, mv);
            let chinese = notation::write(Style::Chinese(Script::Simplified), before, mv);
            log::info!("game {number}: {ply}. {side} {plain} {chinese}{remark}");
        }
        if let Some(Ending { winner, reason }) = game.ending() {
            let plies = game.moves().len();
            let result = winner.map_or("draw".to_owned(), |winner| format!("{winner} wins"));
            log::info!("game {number}: {result} after {plies} plies: {reason}");
        }
    }
}

impl ClientGame for State {
    fn played(&self) -> &PlayedGame<AnyPosition> {
        &self.played
    }

    fn make_move(&mut self, mv: Move) -> Result<(), PlayError> {
        let before = self.played.game().position().clone();
        self.played.play(mv, NO_TIME)?;
        self.changes += 1;
        self.log_move(&before, mv, "");
        Ok(())
    }

    fn takeback(&mut self) -> Result<(), Refusal> {
        let ply = self.played.takeback(NO_TIME);
        let ply = ply.map_err(|_| Refusal::NothingToUndo)?;
        self.changes += 1;
        log::info!("game {}: takes back, {ply} plies left", self.number);
        Ok(())
    }

    fn map(&self) -> Option<&Arc<Map>> {
        Some(&self.map)
    }

    fn restart(&mut self, map: Option<Arc<Map>>) {
        if let Some(map) = map {
            self.map = map;
        }
        self.played.begin(self.map.game(), NO_CLOCKS);
        self.changes += 1;
        self.metrics.games_begun.inc();
        self.is_begin_logged = false;
    }

    fn set_level(&mut self, level: Level) {
        self.strength.level = level;
        log::debug!("game {}: level {level}", self.number);
    }

    fn hint_limits(&self) -> Limits {
        self.strength.limits()
    }

    fn set_seats(&mut self, seats: [Seat; 2]) -> Result<(), Refusal> {
        self.played.set_seats(seats);
        Ok(())
    }

    fn set_seed(&mut self, seed: u64) -> Result<(), Refusal> {
        self.strength.seed = seed;
        Ok(())
    }

    fn board(&mut self) -> Cow<'_, str> {
        let (changes, game) = (self.changes, self.played.game());
        let text = || map::write(game.position(), game.numbers()).to_string();
        let board = self.board.take().filter(|board| board.0 == changes);
        let (_, text) = self.board.insert(board.unwrap_or_else(|| (changes, text())));
        Cow::Borrowed(text)
    }

    fn is_clients_turn(&self) -> bool {
        self.played.seat_to_move() == Some(Seat::Person)
    }

    fn status(&self) -> Status {
        match (self.game().ending(), self.game().position().side()) {
            (Some(ending), _) => Status::Over(ending),
            (None, Side::Red) => Status::Red,
            (None, Side::Black) => Status::Black,
        }
    }
}

impl SharedGame for ServerGame {
    fn with(&self, client: &Arc<dyn Watcher>, act: &mut dyn FnMut(&mut dyn ClientGame)) {
        self.change(|state| {
            let (before, unsent) = (state.changes, client.unsent());
            act(state);
            if state.changes != before {
                state.save(&self.weak);
                state.hold(client, unsent);
                state.tell(Some(client), GameEvent::Changed(state.played.game()));
            }
            self.update(state);
        });
    }

    fn computer(&self) -> &Computer {
        &self.computer
    }

    fn watch(&self, watcher: Arc<dyn Watcher>) {
        let added = self.change(|state| {
            if state.has_failed_journal() {
                watcher.notify(GameEvent::JournalFailed);
            }
            state.hold(&watcher, usize::MAX);
            state.watchers.push(Arc::clone(&watcher));
            self.update(state);
        });
        if added.is_none() {
            watcher.notify(GameEvent::Failed);
        }
    }

    fn unwatch(&self, watcher: &Arc<dyn Watcher>) {
        self.state.lock().watchers.retain(|other| !Arc::ptr_eq(other, watcher));
        watcher.release(u64::MAX);
    }

    fn move_now(&self) {
        self.change(|state| state.search.iter().for_each(SearchHandle::stop));
    }
}

impl fmt::Debug for ServerGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { number, watchers, .. } = &*self.state.lock();
        let mut debug = f.debug_struct("ServerGame");
        debug.field("number", number).field("watchers", &watchers.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_core::Numbers;
    use chuhe_core::rules::Rules;
    use chuhe_tests::wait::PATIENCE;
    use std::sync::mpsc::channel;

    impl Opponent {
        pub(crate) fn new(strength: Strength) -> Self {
            let computer = Arc::new(Computer::new(1, 1).unwrap());
            Self { computer, strength, metrics: Arc::default() }
        }
    }

    #[test]
    fn a_game_ends_when_its_search_fails() {
        let map = Arc::new(Map::standard(Rules::Xiangqi));
        let opponent = Opponent::new(Strength::default());
        let (game, metrics) = (ServerGame::new(1, map, &opponent), opponent.metrics);
        let (sender, failed) = channel();
        let [first, late] = [(); 2].map(|()| -> Arc<dyn Watcher> {
            let sender = sender.clone();
            Arc::new(move |event: GameEvent<'_>| {
                assert!(matches!(event, GameEvent::Failed), "{event:?}");
                let _ = sender.send(());
            })
        });
        game.watch(first);
        game.answer(QuestionId(1), Err(SearchError::Panicked), Instant::now());
        assert_eq!((failed.try_iter().count(), metrics.failed_games.get()), (1, 1));
        // A watcher that comes after the failure is told of it at once.
        game.watch(Arc::clone(&late));
        assert_eq!(failed.try_iter().count(), 1);
        game.with(&late, &mut |_| panic!("nobody can play it"));
        assert_eq!((metrics.failed_games.get(), metrics.games.get()), (1, 1));
        drop(game);
        assert_eq!(metrics.games.get(), 0);
    }

    #[test]
    fn the_first_watcher_sees_the_computer_begin() {
        let position = Rules::Xiangqi.start().null_move();
        let numbers = Numbers::in_reading_order(&position);
        let map = Arc::new(Map { name: String::new(), position: position.clone(), numbers });
        let opponent = Opponent::new(Strength { nodes: Some(100), ..Strength::default() });
        let game = ServerGame::new(1, map, &opponent);

        // The computer has one thread and answers in order. If `new` had requested a move, it would come first.
        let (sender, answered) = channel();
        let limits = Limits { nodes: 100, ..Limits::default() };
        let request = SearchRequest::new(Game::new(position), limits);
        let handle = opponent.computer.ask(request, move |_| sender.send(()).unwrap());
        answered.recv_timeout(PATIENCE).unwrap();
        drop(handle);

        let (sender, seen) = channel();
        game.watch(Arc::new(move |event: GameEvent<'_>| {
            if let GameEvent::ComputerMoved(game) = event {
                let _ = sender.send(game.moves().len());
            }
        }));
        assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    }
}
