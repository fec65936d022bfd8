//! The state shared by the window and the clients of its server.

use chuhe_app::{App, AppEvent, Effect, Guest, Notification};
use chuhe_core::played::PlayedGame;
use chuhe_core::{AnyPosition, Level, Limits, Move, PlayError};
use chuhe_host::{Computer, Map};
use chuhe_tcp::{ClientGame, GameEvent, Refusal, SharedGame, Watcher};
use parking_lot::{Mutex, MutexGuard};
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::time::Instant;

/// The shared state; one thread at a time has access.
pub struct Shared {
    app: Mutex<App>,
    watchers: Mutex<Vec<Arc<dyn Watcher>>>,
    computer: Computer,
    started: Instant,
    /// Effects of the clients' commands, which the window's thread carries out.
    effects: Sender<Effect>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Shared")
    }
}

impl Shared {
    /// Shares a state. Also returns the effects of the clients' commands.
    #[must_use]
    pub fn new(app: App, computer: Computer) -> (Arc<Self>, Receiver<Effect>) {
        let (effects, wanted) = mpsc::channel();
        let shared = Self {
            app: Mutex::new(app),
            watchers: Mutex::default(),
            computer,
            started: Instant::now(),
            effects,
        };
        (Arc::new(shared), wanted)
    }

    /// Locks the state.
    pub fn app(&self) -> MutexGuard<'_, App> {
        self.app.lock()
    }

    /// The time of the program's start.
    #[must_use]
    pub const fn started(&self) -> Instant {
        self.started
    }

    /// Handles an event and returns the effects.
    pub fn on(&self, event: AppEvent) -> Vec<Effect> {
        let mut app = self.app();
        let effects = app.on(event, self.started.elapsed());
        self.tell(&app, effects)
    }

    /// Sends the clients their notifications, in order, and returns the other effects.
    fn tell(&self, app: &App, effects: Vec<Effect>) -> Vec<Effect> {
        let watchers = self.watchers.lock();
        let others = effects.into_iter().filter(|effect| {
            let Effect::Notify(notification) = effect else { return true };
            for watcher in watchers.iter() {
                watcher.notify(match notification {
                    Notification::ComputerMoved => {
                        GameEvent::ComputerMoved(app.game_model().game())
                    }
                    Notification::Over(ending) => GameEvent::Over(*ending),
                });
            }
            false
        });
        others.collect()
    }
}

impl SharedGame for Shared {
    fn with(&self, _: &Arc<dyn Watcher>, act: &mut dyn FnMut(&mut dyn ClientGame)) {
        let mut app = self.app();
        let effects = app.host(self.started.elapsed(), |guest| act(&mut WindowGame(guest)));
        for effect in self.tell(&app, effects) {
            // The receiver is gone when the program ends.
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

/// The window's game as a client of the server uses it.
#[derive(Debug)]
pub struct WindowGame<'a, 'b>(pub &'a mut Guest<'b>);

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
