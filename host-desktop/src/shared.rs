//! The state shared by the window and the clients of its server.

use crate::app::{App, AppEvent, Effect, Notification};
use chuhe_host::Computer;
use chuhe_tcp::{ClientGame, GameEvent, SharedGame, Watcher};
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
        let effects = app.host(self.started.elapsed(), |guest| act(guest));
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
