//! Tells systemd the state of the program, if the program is a service of `Type=notify`.

#[cfg(target_os = "linux")]
use sd_notify::{NotifyState, notify, watchdog_enabled};
use std::time::Duration;

pub(crate) fn ready(status: &str) {
    #[cfg(target_os = "linux")]
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
    #[cfg(not(target_os = "linux"))]
    let _ = status;
}

/// Tells systemd that the server reads its files again. A later call of [`ready`] tells that the reading is over.
pub(crate) fn reloading() {
    #[cfg(target_os = "linux")]
    match NotifyState::monotonic_usec_now() {
        Ok(now) => tell(&[NotifyState::Reloading, now]),
        Err(error) => log::warn!("the clock of systemd: {error}"),
    }
}

pub(crate) fn stopping() {
    #[cfg(target_os = "linux")]
    tell(&[NotifyState::Stopping, NotifyState::Status("draining")]);
}

pub(crate) fn alive() {
    #[cfg(target_os = "linux")]
    tell(&[NotifyState::Watchdog]);
}

/// The interval at which the server tells systemd that it is alive: half of `WatchdogSec`; `None` without a watchdog.
pub(crate) fn alive_interval() -> Option<Duration> {
    #[cfg(target_os = "linux")]
    return watchdog_enabled().map(|time| time / 2).filter(|time| !time.is_zero());
    #[cfg(not(target_os = "linux"))]
    return None;
}

#[cfg(target_os = "linux")]
fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = notify(states) {
        log::warn!("systemd cannot be told: {error}");
    }
}
