//! Shares the state between the window and the clients of its server, and runs the server.

use chuhe_app::{App, Effect, Notification, RemotePlayer};
use chuhe_core::played::PlayedGame;
use chuhe_core::{AnyPosition, Key, Level, Limits, Move, PlayError, Position};
use chuhe_host::{Computer, Map, Team};
use chuhe_tcp::{ClientGame, Config, GameEvent, Games, Records, Refusal, SharedGame, Watcher, run};
use parking_lot::{Mutex, MutexGuard};
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;
use std::{fmt, io};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};

/// The state that the window's thread and the threads of the server share.
pub(crate) struct Shared {
    app: Mutex<App>,
    watchers: Mutex<Vec<Arc<dyn Watcher>>>,
    computer: Computer,
    pub(crate) started: Instant,
    /// Sends the effects of the clients' commands to the window's thread, which carries them out.
    effects: Sender<Effect>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    pub(crate) fn new(app: App, computer: Computer) -> (Arc<Self>, Receiver<Effect>) {
        let (effects, wanted) = mpsc::channel();
        let (app, watchers, started) = (Mutex::new(app), Mutex::default(), Instant::now());
        (Arc::new(Self { app, watchers, computer, started, effects }), wanted)
    }

    pub(crate) fn app(&self) -> MutexGuard<'_, App> {
        self.app.lock()
    }

    /// Tells all clients of a computer's move, or else all except `cause` if the game has changed since `before`. Tells
    /// all clients of the end. Returns the effects for the window.
    pub(crate) fn tell(
        &self,
        app: &App,
        before: Mark,
        cause: Option<&Arc<dyn Watcher>>,
        effects: Vec<Effect>,
    ) -> Vec<Effect> {
        let (watchers, game) = (self.watchers.lock(), app.board().game.game());
        let is_computer =
            |effect: &Effect| matches!(effect, Effect::Notify(Notification::ComputerMoved));
        if Mark::of(app) != before && !effects.iter().any(is_computer) {
            let is_other =
                |it: &&Arc<dyn Watcher>| !cause.is_some_and(|cause| Arc::ptr_eq(it, cause));
            let others = watchers.iter().filter(is_other);
            others.for_each(|watcher| watcher.notify(GameEvent::Changed(game)));
        }
        let is_for_window = |effect: &Effect| {
            let Effect::Notify(notification) = effect else { return true };
            for watcher in watchers.iter() {
                watcher.notify(match notification {
                    Notification::ComputerMoved => GameEvent::ComputerMoved(game),
                    Notification::Over(ending) => GameEvent::Over(*ending),
                });
            }
            false
        };
        effects.into_iter().filter(is_for_window).collect()
    }
}

/// The state of a game as clients see it: the keys of its start and of its position, and the number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(Key, Key, usize);

impl Mark {
    pub(crate) fn of(app: &App) -> Self {
        let game = app.board().game.game();
        Self(game.start().key(), game.position().key(), game.moves().len())
    }
}

impl SharedGame for Shared {
    fn with(&self, client: &Arc<dyn Watcher>, act: &mut dyn FnMut(&mut dyn ClientGame)) {
        let mut app = self.app();
        let before = Mark::of(&app);
        let effects = app.host(self.started.elapsed(), |player| act(&mut WindowGame(player)));
        for effect in self.tell(&app, before, Some(client), effects) {
            // Sending fails only when the program ends.
            let _ = self.effects.send(effect);
        }
    }

    fn computer(&self) -> &Computer {
        &self.computer
    }

    fn watch(&self, watcher: Arc<dyn Watcher>) {
        self.watchers.lock().push(watcher);
    }

    fn unwatch(&self, watcher: &Arc<dyn Watcher>) {
        let mut watchers = self.watchers.lock();
        watchers.retain(|other| !Arc::ptr_eq(other, watcher));
    }
}

#[derive(Debug)]
pub struct WindowGame<'a, 'b>(pub &'a mut RemotePlayer<'b>);

impl ClientGame for WindowGame<'_, '_> {
    fn played(&self) -> &PlayedGame<AnyPosition> {
        self.0.played()
    }

    fn make_move(&mut self, mv: Move) -> Result<(), PlayError> {
        self.0.make_move(mv)
    }

    fn takeback(&mut self) -> Result<(), Refusal> {
        self.0.takeback().map_err(|_| Refusal::NothingToUndo)
    }

    fn restart(&mut self, map: Option<Arc<Map>>) {
        self.0.restart(map);
    }

    fn set_level(&mut self, level: Level) {
        self.0.set_level(level);
    }

    fn hint_limits(&self) -> Limits {
        self.0.hint_limits()
    }
}

/// The TCP server for the window's game. It runs until this value is dropped.
pub(crate) struct Server {
    pub(crate) address: SocketAddr,
    _runtime: Runtime,
}

impl Server {
    pub(crate) fn start(
        address: SocketAddr,
        shared: Arc<Shared>,
        team: Team,
        records: Option<Arc<Records>>,
    ) -> io::Result<Self> {
        let mut builder = Builder::new_multi_thread();
        let runtime = builder.worker_threads(1).thread_name("server").enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind(address))?;
        let address = listener.local_addr()?;
        log::info!("listening on {address}");
        if !address.ip().to_canonical().is_loopback() {
            log::warn!("{address}: no passwords: whoever reaches this address can play");
        }
        let config = Config { records, ..Config::new(Games::Shared(shared), team) };
        runtime.spawn(run(listener, config, std::future::pending()));
        Ok(Self { address, _runtime: runtime })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chuhe_app::player::PlayerSetting;
    use chuhe_app::settings::Settings;
    use chuhe_app::{AppEvent, Press};
    use std::time::Duration;

    struct Client(Sender<usize>);

    impl Watcher for Client {
        fn notify(&self, event: GameEvent<'_>) {
            if let GameEvent::Changed(game) = event {
                let _ = self.0.send(game.moves().len());
            }
        }
    }

    #[test]
    fn clients_hear_of_each_other_and_of_the_person() {
        let settings = Settings { black: PlayerSetting::Person, ..Settings::default() };
        let app = App::new(settings, Vec::new(), Vec::new(), 0, None, 1);
        let (shared, _effects) = Shared::new(app, Computer::new(1, 1).unwrap());
        let [(one, hears_one), (two, hears_two)] = [(), ()].map(|()| {
            let (sender, hears) = mpsc::channel();
            let client: Arc<dyn Watcher> = Arc::new(Client(sender));
            shared.watch(Arc::clone(&client));
            (client, hears)
        });
        let heard = |hears: &Receiver<usize>| hears.try_iter().collect::<Vec<_>>();
        let mv = Move::from_name("h2e2").unwrap();
        shared.with(&one, &mut |game| game.make_move(mv).unwrap());
        shared.with(&two, &mut |game| assert_eq!(game.game().moves().len(), 1));
        assert_eq!((heard(&hears_one), heard(&hears_two)), (vec![], vec![1]));
        shared.with(&two, &mut |game| game.takeback().unwrap());
        assert_eq!((heard(&hears_one), heard(&hears_two)), (vec![0], vec![]));
        shared.with(&two, &mut |game| game.make_move(mv).unwrap());
        let mut app = shared.app();
        let before = Mark::of(&app);
        let effects = app.on(AppEvent::Key(Press::named("U").unwrap()), Duration::ZERO);
        shared.tell(&app, before, None, effects);
        assert_eq!((heard(&hears_one), heard(&hears_two)), (vec![1, 0], vec![0]));
    }
}
