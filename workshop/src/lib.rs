//! The soak of the server.
#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
pub mod soak;
