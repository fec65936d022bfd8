//! Tests engines against games, one after another, on a thread of its own.

use chuhe_app::AppEvent;
use chuhe_core::rules::Rules;
use chuhe_host::catch;
use chuhe_host::engine::probe;
use std::sync::mpsc::{self, Sender};
use std::thread;

/// The thread that tests engines. It ends with its current test when this is dropped.
#[derive(Debug)]
pub struct Prober(Sender<(String, Rules)>);

impl Prober {
    /// Starts the thread. The outcomes go out as events.
    #[must_use]
    pub fn new(events: Sender<AppEvent>) -> Self {
        let (orders, wanted) = mpsc::channel::<(String, Rules)>();
        thread::spawn(move || {
            for (line, rules) in wanted {
                let outcome = catch(|| probe(&line, rules))
                    .unwrap_or_else(|| Err("a fault of Chuhe".to_owned()));
                match &outcome {
                    Ok(facts) => log::info!("{line}: {} plays {rules}", facts.name),
                    Err(why) => log::info!("{line}: does not play {rules}: {why}"),
                }
                // The receiver is gone when the program ends.
                let _ = events.send(AppEvent::EngineProbed(line, rules, outcome));
            }
        });
        Self(orders)
    }

    /// Tests an engine against a game.
    pub fn test(&self, line: String, rules: Rules) {
        // The thread ends only when this is dropped.
        let _ = self.0.send((line, rules));
    }
}
