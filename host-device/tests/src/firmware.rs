use std::path::{Path, PathBuf};
use std::process::Command;

/// The instructions of a Cortex-M3.
pub const THUMB_V7M: &str = "thumbv7m-none-eabi";
/// Those of a Cortex-M0.
pub const THUMB_V6M: &str = "thumbv6m-none-eabi";

/// Builds a program for a board and says where it is.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn build(target: &str, package: &str, program: &str) -> PathBuf {
    build_with(target, package, program, &[])
}

/// The same with features, in a folder of its own.
///
/// # Panics
/// When it cannot be built.
#[must_use]
pub fn build_with(target: &str, package: &str, program: &str, features: &[&str]) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above");
    let folder = root.join("target").join(features.join("-"));
    let status = Command::new(env!("CARGO"))
        .current_dir(root)
        .args(["build", "--quiet", "--release", "--package", package, "--bin", program])
        .args(["--target", target, "--features", &features.join(",")])
        .arg("--target-dir")
        .arg(&folder)
        .env("DEFMT_LOG", "info")
        .status()
        .expect("cargo can be started");
    assert!(status.success(), "{program} can be built for {target}");
    folder.join(target).join("release").join(program)
}
