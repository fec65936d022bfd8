//! Passes the layout of a board's memory to the linker. Sets the `cfg` option `rp2350` for a Pico 2.

use std::path::Path;

fn main() {
    let board = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = std::env::var("TARGET").expect("Cargo names the target");
    println!("cargo:rustc-check-cfg=cfg(rp2350)");
    if target.starts_with("thumbv8m") {
        println!("cargo:rustc-cfg=rp2350");
    }
    // A package can support two chips. The layout for the second chip is in a folder with the name of its target.
    let own = board.join(target);
    let folder = if own.exists() { own.as_path() } else { board };
    println!("cargo:rustc-link-search={}", folder.display());
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg-bins=-Tdefmt.x");
    }
    println!("cargo:rerun-if-changed={}", folder.join("memory.x").display());
}
