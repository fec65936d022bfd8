//! Where a session is played: it brings the computer in, and lets others watch.

use crate::computer::{Computer, Thought, Ticket};
use crate::journal::{Journal, JournalError};
use crate::lock;
use crate::session::Session;
use crate::stage::{Driven, Event, Stage, Status, Watcher};
use std::fmt;
use std::sync::{Arc, Mutex, Weak};

/// A session with its computer player and its watchers, shared by all who drive it. Dropped, it
/// ends the computer's search.
pub struct Room {
    state: Mutex<State>,
    computer: Arc<Computer>,
    /// For the computer's answers, which must not keep a room that everybody left.
    myself: Weak<Self>,
}

struct State {
    session: Session,
    watchers: Vec<Arc<dyn Watcher>>,
    journal: Option<Journal>,
    /// The turn that the computer thinks about.
    asked: Option<(u64, Ticket)>,
    /// The watchers know that the game is over.
    announced: bool,
}

impl Room {
    /// Opens a room. If the computer is to move, it begins to think when somebody comes to watch
    /// or to play: nobody shall miss its first move.
    #[must_use]
    pub fn open(session: Session, computer: Arc<Computer>) -> Arc<Self> {
        let state =
            State { session, watchers: Vec::new(), journal: None, asked: None, announced: false };
        Arc::new_cyclic(|myself| Self {
            state: Mutex::new(state),
            computer,
            myself: Weak::clone(myself),
        })
    }

    /// From now on the journal follows the game: nobody hears of a move that is not in it.
    ///
    /// # Errors
    /// When it cannot be written; the game is not kept then.
    pub fn keep(&self, mut journal: Journal) -> Result<(), JournalError> {
        let mut state = lock(&self.state);
        journal.try_update(state.session.game())?;
        state.journal = Some(journal);
        Ok(())
    }

    /// The journal follows the game no more, and others may take it up.
    pub fn release(&self) {
        lock(&self.state).journal = None;
    }

    fn answer(&self, turn: u64, thought: &Thought) {
        let mut state = lock(&self.state);
        if state.session.answer(turn, thought) {
            state.write();
            let State { session, watchers, .. } = &mut *state;
            let moved = Event::ComputerMoved(session.game());
            watchers.iter().for_each(|watcher| watcher.see(moved));
            self.settle(&mut state);
        }
    }

    fn settle(&self, state: &mut State) {
        let turn = state.session.turn();
        if turn != state.asked.as_ref().map(|(turn, _)| *turn) {
            state.asked = turn.zip(state.session.question()).map(|(turn, question)| {
                let room = Weak::clone(&self.myself);
                let ticket = self.computer.ask(question, move |thought| {
                    if let Some(room) = room.upgrade() {
                        room.answer(turn, &thought);
                    }
                });
                (turn, ticket)
            });
        }
        match state.session.status() {
            Status::Over(ending) if !state.announced => {
                state.announced = true;
                state.watchers.iter().for_each(|watcher| watcher.see(Event::Over(ending)));
            }
            Status::Over(_) => {}
            Status::Red | Status::Black => state.announced = false,
        }
    }
}

impl State {
    fn write(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.update(self.session.game());
        }
    }
}

impl Stage for Room {
    fn enter(&self, act: &mut dyn FnMut(&mut dyn Driven)) {
        let mut state = lock(&self.state);
        act(&mut state.session);
        state.write();
        self.settle(&mut state);
    }

    fn computer(&self) -> &Computer {
        &self.computer
    }

    fn watch(&self, watcher: Arc<dyn Watcher>) {
        let mut state = lock(&self.state);
        state.watchers.push(watcher);
        self.settle(&mut state);
    }

    fn leave(&self, watcher: &Arc<dyn Watcher>) {
        lock(&self.state).watchers.retain(|other| !Arc::ptr_eq(other, watcher));
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Room").field(&lock(&self.state).session).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::computer::{Question, Strength};
    use crate::team::Map;
    use chuhe_core::rules::Rules;
    use chuhe_core::{Limits, Numbers, Position};
    use std::sync::mpsc::{Sender, channel};
    use std::time::Duration;

    /// Long enough for any machine; a test that waits so long has failed.
    const PATIENCE: Duration = Duration::from_secs(60);

    struct Teller(Sender<usize>);

    impl Watcher for Teller {
        fn see(&self, event: Event<'_>) {
            if let Event::ComputerMoved(game) = event {
                let _ = self.0.send(game.moves().len());
            }
        }
    }

    #[test]
    fn whoever_watches_first_sees_the_computer_begin() {
        let position = Rules::Xiangqi.start().null_move();
        let numbers = Numbers::in_reading_order(&position);
        let map = Arc::new(Map { name: String::new(), position: position.clone(), numbers });
        let computer = Arc::new(Computer::new(1, 1).unwrap());
        let strength = Strength { nodes: Some(100), ..Strength::default() };
        let room = Room::open(Session::new(1, map, strength), Arc::clone(&computer));

        // The one thread answers in order: a move asked for by now would be played unseen.
        let (sender, answered) = channel();
        let limits = Limits { nodes: 100, ..Limits::default() };
        let question = Question { root: position, past: Vec::new(), limits, unwanted: Vec::new() };
        let ticket = computer.ask(question, move |_| sender.send(()).unwrap());
        answered.recv_timeout(PATIENCE).unwrap();
        drop(ticket);

        let (sender, seen) = channel();
        room.watch(Arc::new(Teller(sender)));
        assert_eq!(seen.recv_timeout(PATIENCE), Ok(1));
    }
}
