//! Builds the page into a folder of static files, and serves such a folder.

pub mod build;
mod compress;
mod files;
mod join;
mod pictures;
pub mod serve;
mod sliders;
mod split;
