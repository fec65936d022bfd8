//! Handles the signals to a server, which end it or reload its files. Reports each change of state to systemd.

use crate::signals::{Meaning, Signals};
use crate::systemd;
use chuhe_host::{Log, Team};
use chuhe_tcp::options::Options;
use chuhe_tcp::{Metrics, ServerEnd};
use parking_lot::{Mutex, RwLock};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{MissedTickBehavior, interval};

const FAULT: &str =
    "a fault of the program, which the log names, ended the server or its only game";

/// Obeys signals until the server has ended. The first order to end makes the server drain, the second one aborts it.
pub(crate) async fn supervise(
    log: Option<&Log>,
    reload: Reload,
    mut signals: Signals,
    mut server: JoinHandle<ServerEnd>,
    drain: oneshot::Sender<()>,
) -> Result<(), &'static str> {
    let mut drain = Some(drain);
    let watchdog = systemd::alive_interval().map(|time| tokio::spawn(keep_alive(time)));
    systemd::ready(&reload.status);
    // Locked while the maps are read, so that two reloads do not overlap.
    let reload = Arc::new(Mutex::new(reload));
    loop {
        tokio::select! {
            ended = &mut server => {
                watchdog.iter().for_each(JoinHandle::abort);
                return match ended {
                    Ok(ServerEnd::Shutdown) => Ok(()),
                    Ok(ServerEnd::GameFailed) | Err(_) => Err(FAULT),
                };
            }
            (name, meaning) = signals.next() => match meaning {
                Meaning::End if drain.take().is_some() => {
                    log::info!("{name}: the server ends");
                    systemd::stopping();
                }
                Meaning::End => {
                    log::info!("{name}: the server ends at once");
                    server.abort();
                    return Ok(());
                }
                Meaning::Reload => {
                    systemd::reloading();
                    if let Some(log) = log {
                        log.reopen();
                    }
                    let reload = Arc::clone(&reload);
                    // The maps are read on another thread, so that a hanging disk delays nothing else.
                    spawn_blocking(move || reload.lock().read_maps(name));
                }
                Meaning::Nothing => log::info!("{name} means nothing"),
            },
        }
    }
}

/// The options, which tell a reload its files, and the parts of the program that the reload updates.
#[derive(Debug)]
pub(crate) struct Reload {
    pub(crate) options: Options,
    pub(crate) team: Arc<RwLock<Team>>,
    pub(crate) metrics: Arc<Metrics>,
    /// The status line that systemd shows for the service.
    pub(crate) status: String,
}

impl Reload {
    /// Reads the maps again. If the file or the chosen map is refused, all maps stay as they are.
    fn read_maps(&self, name: &str) {
        match self.read_team() {
            Ok(team) => {
                log::info!("{name}: {}: {} maps", team.file().display(), team.maps().count());
                *self.team.write() = team;
                self.metrics.reloads.inc();
            }
            Err(error) => {
                log::error!("{name}: the maps stay as they are: {error}");
                self.metrics.reload_faults.inc();
            }
        }
        systemd::ready(&self.status);
    }

    /// Reads the file of the team again. A missing file is an error if the present team comes from it.
    fn read_team(&self) -> Result<Team, Box<dyn Error>> {
        let team = Team::load(self.options.home())?;
        match missing(&team) {
            Some(note) if self.team.read().is_found() => return Err(note.into()),
            Some(note) => log::warn!("{note}"),
            None => {}
        }
        self.options.chosen_map(&team)?;
        Ok(team)
    }
}

pub(crate) fn missing(team: &Team) -> Option<String> {
    let file = team.file().display();
    (!team.is_found()).then(|| format!("no {file}: no team name, no maps"))
}

/// Tells the watchdog once in each interval of `time` that the runtime is alive. Missed intervals are skipped.
async fn keep_alive(time: Duration) {
    let mut ticks = interval(time);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        systemd::alive();
    }
}
