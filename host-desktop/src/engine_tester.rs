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
type Order = (String, Rules);

/// The threads that test engines. Dropping this cancels the tests.
#[derive(Debug)]
pub struct EngineTester {
    /// `None` while it is dropped, which ends the threads.
    orders: Option<Sender<Order>>,
    wanted: Arc<Mutex<Receiver<Order>>>,
    threads: Vec<JoinHandle<()>>,
    control: QueryControl,
    events: Sender<AppEvent>,
}

impl EngineTester {
    /// Creates this without threads. The outcomes go out as events.
    pub fn new(events: Sender<AppEvent>) -> Self {
        let (orders, wanted) = mpsc::channel();
        Self {
            orders: Some(orders),
            wanted: Arc::new(Mutex::new(wanted)),
            threads: Vec::new(),
            control: QueryControl::default(),
            events,
        }
    }

    pub fn test(&mut self, line: String, rules: Rules) {
        if self.threads.len() < MOST {
            let (wanted, events) = (Arc::clone(&self.wanted), self.events.clone());
            let control = self.control.clone();
            self.threads.push(thread::spawn(move || work(&wanted, &events, &control)));
        }
        if let Some(orders) = &self.orders {
            // The threads end only when this is dropped.
            let _ = orders.send((line, rules));
        }
    }

    /// Cancels all tests. An engine that has not ended by this time is killed.
    pub fn end(&mut self, by: Instant) {
        self.orders = None;
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

fn work(wanted: &Mutex<Receiver<Order>>, events: &Sender<AppEvent>, control: &QueryControl) {
    loop {
        let order = wanted.lock().recv();
        let Ok((line, rules)) = order else { return };
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
