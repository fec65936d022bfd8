//! The game and the settings, kept in files by a thread of their own: a disk may take longer than
//! the next picture can wait.

use crate::home::Home;
use crate::settings::Settings;
use chuhe_host::pgn::GameRecord;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

/// Something to keep for next time.
#[derive(Debug)]
pub enum Kept {
    /// The settings.
    Settings(Settings),
    /// The game; `None` for none.
    Game(Option<Box<GameRecord>>),
    /// The game as it stands, for others to read.
    Live(Box<GameRecord>),
}

/// Keeps things in files, in the order they come. Dropped, it first keeps all it was given.
#[derive(Debug)]
pub struct Keeper {
    /// `None` while it is dropped: what ends the thread.
    sender: Option<Sender<Kept>>,
    thread: Option<JoinHandle<()>>,
}

impl Keeper {
    /// One that writes into a folder.
    #[must_use]
    pub fn new(home: Home) -> Self {
        let (sender, things) = mpsc::channel();
        let thread = thread::spawn(move || {
            for thing in things {
                match thing {
                    Kept::Settings(settings) => home.keep(&settings),
                    Kept::Game(record) => home.autosave_game(record.as_deref()),
                    Kept::Live(record) => home.write_live(&record),
                }
            }
        });
        Self { sender: Some(sender), thread: Some(thread) }
    }

    /// Keeps something, soon.
    pub fn keep(&self, thing: Kept) {
        if let Some(sender) = &self.sender {
            // The thread takes whatever comes until this is dropped.
            let _ = sender.send(thing);
        }
    }
}

impl Drop for Keeper {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A thread that panicked has ended the program already.
            let _ = thread.join();
        }
    }
}
