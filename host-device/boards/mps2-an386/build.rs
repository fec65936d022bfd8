//! Tells the linker the layout of the board's memory.

fn main() {
    println!("cargo:rustc-link-search={}", env!("CARGO_MANIFEST_DIR"));
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg-bin=mps2-an386-log=-Tdefmt.x");
    }
    println!("cargo:rerun-if-changed=memory.x");
}
