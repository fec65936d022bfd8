use std::path::{Path, PathBuf};
use std::process::Command;

/// A way in which a program is built. Each has a folder of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Build {
    /// As for the board, with a section of stack frame sizes that is not loaded, for
    /// [`StackFrames`](crate::footprint::StackFrames).
    Release,
    /// With a search built for speed.
    Speed,
    /// For the Cortex-M0 with 16 KiB of memory.
    Microbit,
    /// For the Pico, built for speed.
    Pico,
    /// For the Pico 2, built for speed, with the log of defmt.
    Pico2,
    /// With the log of defmt.
    Log,
}

pub(crate) fn build(how: Build, program: &str) -> PathBuf {
    let (folder, target, profile) = match how {
        Build::Release => ("frames", "thumbv7m-none-eabi", "release"),
        Build::Speed => ("", "thumbv7m-none-eabi", "speed"),
        Build::Microbit => ("", "thumbv6m-none-eabi", "release"),
        Build::Pico => ("", "thumbv6m-none-eabi", "speed"),
        Build::Pico2 => ("defmt", "thumbv8m.main-none-eabihf", "speed"),
        Build::Log => ("defmt", "thumbv7m-none-eabi", "release"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = root.join("target").join(folder);
    let package = match program {
        "pico" | "mps2" => format!("chuhe-{program}"),
        _ => "chuhe-lm3s6965evb".to_owned(),
    };
    let mut cargo = Command::new(env!("CARGO"));
    cargo
        .current_dir(root)
        .args(["build", "--quiet", "--package", &package, "--bin", program])
        .args(["--profile", profile, "--target", target, "--target-dir"])
        .arg(&folder);
    if matches!(how, Build::Log | Build::Pico2) {
        cargo.args(["--features", "defmt"]).env("DEFMT_LOG", "info");
    }
    // A panic names its place. Without the repository's own path, a program has the same size anywhere.
    let repository = root.parent().expect("this folder lies in the repository");
    let mut flags = format!("--remap-path-prefix={}=", repository.display());
    if how == Build::Release {
        // The option exists only in nightly compilers; this variable enables it in a stable one.
        cargo.env("RUSTC_BOOTSTRAP", "1");
        flags.push_str("\u{1f}-Zemit-stack-sizes");
    }
    cargo.env("CARGO_ENCODED_RUSTFLAGS", flags);
    let status = cargo.status().expect("cargo can be started");
    assert!(status.success(), "{program} can be built for {target}");
    folder.join(target).join(profile).join(program)
}
