//! Saves the game and the settings on a thread, because a disk may be slower than the frame rate.

use crate::home::Home;
use chuhe_app::settings::Settings;
use chuhe_host::catch;
use chuhe_records::GameTree;
use std::sync::mpsc::{self, Sender};
use std::thread::{self, JoinHandle};

/// A task for the thread.
#[derive(Debug)]
pub enum WriteTask {
    /// Saves the settings.
    Settings(Settings),
    /// Autosaves the game; `None` removes the file.
    Game(Option<Box<GameTree>>),
    /// Writes the current game for other programs.
    Live(Box<GameTree>),
}

/// Writes files in the order of the tasks. Dropping it waits for all of them.
#[derive(Debug)]
pub struct FileWriter {
    /// `None` while it is dropped, which ends the thread.
    sender: Option<Sender<WriteTask>>,
    thread: Option<JoinHandle<()>>,
}

impl FileWriter {
    /// Starts the thread for a home folder.
    #[must_use]
    pub fn new(home: Home) -> Self {
        let (sender, tasks) = mpsc::channel();
        let thread = thread::spawn(move || {
            for task in tasks {
                // A panic leaves no file half written, and the next task is carried out.
                catch(|| match task {
                    WriteTask::Settings(settings) => home.keep(&settings),
                    WriteTask::Game(record) => home.autosave_game(record.as_deref()),
                    WriteTask::Live(record) => home.write_live(&record),
                });
            }
        });
        Self { sender: Some(sender), thread: Some(thread) }
    }

    /// Adds a task.
    pub fn send(&self, task: WriteTask) {
        if let Some(sender) = &self.sender {
            // The thread receives until this value is dropped.
            let _ = sender.send(task);
        }
    }
}

impl Drop for FileWriter {
    fn drop(&mut self) {
        self.sender = None;
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was reported already.
            let _ = thread.join();
        }
    }
}
