//! The program `chuhe-tcp` from outside, with all that a machine and its neighbours can do to it.
#![cfg(unix)]

#[cfg(target_os = "linux")]
mod faults;
mod haproxy;
mod home;
mod life;
mod listen;
mod log;
mod options;
mod process;
mod proxy;
#[cfg(target_os = "linux")]
mod tls;
