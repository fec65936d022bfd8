//! Tells the linker the layout of the board's memory.

fn main() {
    let board = env!("CARGO_MANIFEST_DIR");
    let is_small = std::env::var("TARGET").is_ok_and(|target| target.starts_with("thumbv6m"));
    let folder = if is_small { format!("{board}/microbit") } else { board.to_owned() };
    println!("cargo:rustc-link-search={folder}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg-bins=-Tdefmt.x");
    }
    println!("cargo:rerun-if-changed={folder}/memory.x");
}
