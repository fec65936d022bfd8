//! Tests of the page in a real browser: Chromium without a screen, driven by the DevTools protocol.
//!
//! `scripts/` has the tests as text, one step a line. [`run`] carries out a script.
#![forbid(unsafe_code)]

mod automation;
mod axe;
mod browser;
mod figures;
mod handheld;
mod saved;
mod script;
mod site;
mod tab;

pub use browser::Browser;
pub use script::run;
pub use site::Site;
