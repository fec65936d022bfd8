//! Runs firmware in QEMU, and the same handheld on the local machine for comparison.
#![forbid(unsafe_code)]

mod firmware;
mod footprint;
mod handheld;
mod picture;
mod qemu;

pub use firmware::{THUMB_V6M, THUMB_V7M, build, build_with, build_with_frames};
pub use footprint::{Footprint, StackFrames};
pub use handheld::{LocalHandheld, Pair};
pub use picture::{GreyPicture, check};
pub use qemu::{Machine, run};
