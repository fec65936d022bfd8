use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of a Cortex-M3.
pub const THUMB_V7M: &str = "thumbv7m-none-eabi";
/// The target of a Cortex-M0.
pub const THUMB_V6M: &str = "thumbv6m-none-eabi";

/// Builds a program for a board and returns its path.
///
/// # Panics
/// Panics if the build fails.
#[must_use]
pub fn build(target: &str, package: &str, program: &str) -> PathBuf {
    build_with(target, package, program, &[])
}

/// Builds a program with features, in a folder of its own.
///
/// # Panics
/// Panics if the build fails.
#[must_use]
pub fn build_with(target: &str, package: &str, program: &str, features: &[&str]) -> PathBuf {
    build_in(&features.join("-"), target, package, program, |cargo| {
        cargo.args(["--features", &features.join(",")]);
    })
}

/// Builds a program with a section of stack frame sizes for [`StackFrames`](crate::StackFrames).
///
/// # Panics
/// Panics if the build fails.
#[must_use]
pub fn build_with_frames(target: &str, package: &str, program: &str) -> PathBuf {
    build_in("frames", target, package, program, |cargo| {
        // The option exists only in nightly compilers; this variable enables it in a stable one.
        cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTFLAGS", "-Zemit-stack-sizes");
    })
}

fn build_in(
    folder: &str,
    target: &str,
    package: &str,
    program: &str,
    further: impl FnOnce(&mut Command),
) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace is above");
    let folder = root.join("target").join(folder);
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--release", "--package", package, "--bin", program])
        .args(["--target", target, "--target-dir"])
        .arg(&folder)
        .env("DEFMT_LOG", "info");
    further(&mut cargo);
    let status = cargo.status().expect("cargo can be started");
    assert!(status.success(), "{program} can be built for {target}");
    folder.join(target).join("release").join(program)
}
