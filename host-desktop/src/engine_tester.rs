//! Tests engines against games, several at once, on threads of its own.

use crate::programs::GRACE;
use chuhe_app::AppEvent;
use chuhe_core::rules::Rules;
use chuhe_host::catch;
use chuhe_host::engine::{QueryControl, probe};
use parking_lot::Mutex;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::Instant;

/// The most engines that are tested at once. An engine that hangs holds up no other one.
const MOST: usize = 8;

/// An engine to test, and the game.
type ProbeRequest = (String, Rules);

/// The threads that test engines. Dropping this cancels the tests.
#[derive(Debug)]
pub struct EngineTester {
    /// `None` once no further request can come, which ends the threads.
    requests: Option<Sender<ProbeRequest>>,
    queue: Arc<Mutex<Receiver<ProbeRequest>>>,
    threads: Vec<JoinHandle<()>>,
    control: QueryControl,
    events: Sender<AppEvent>,
}

impl EngineTester {
    /// Creates a tester without threads. The outcomes of its tests are sent as events.
    pub fn new(events: Sender<AppEvent>) -> Self {
        let (requests, queue) = mpsc::channel();
        let (requests, queue) = (Some(requests), Arc::new(Mutex::new(queue)));
        Self { requests, queue, threads: Vec::new(), control: QueryControl::default(), events }
    }

    pub fn test(&mut self, line: String, rules: Rules) {
        if self.threads.len() < MOST {
            let (queue, events) = (Arc::clone(&self.queue), self.events.clone());
            let control = self.control.clone();
            self.threads.push(thread::spawn(move || work(&queue, &events, &control)));
        }
        if let Some(requests) = &self.requests {
            // The threads end only when this is dropped.
            let _ = requests.send((line, rules));
        }
    }

    /// Cancels all tests. An engine that has not ended by this time is killed.
    pub fn end(&mut self, by: Instant) {
        self.requests = None;
        self.control.end(by);
    }
}

impl Drop for EngineTester {
    fn drop(&mut self) {
        self.end(Instant::now() + GRACE);
        for thread in self.threads.drain(..) {
            // A panic of the thread was reported already.
            let _ = thread.join();
        }
    }
}

fn work(queue: &Mutex<Receiver<ProbeRequest>>, events: &Sender<AppEvent>, control: &QueryControl) {
    loop {
        let request = queue.lock().recv();
        let Ok((line, rules)) = request else { return };
        let outcome = catch(|| probe(&line, rules, control))
            .unwrap_or_else(|| Err("a fault of Chuhe".to_owned()));
        if control.is_cancelled() {
            return;
        }
        match &outcome {
            Ok(facts) => log::info!("{line}: {} plays {rules}", facts.name),
            Err(why) => log::info!("{line}: {why}"),
        }
        // The receiver is gone when the program ends.
        let _ = events.send(AppEvent::EngineProbed(line, rules, outcome));
    }
}
