//! Tells the linker the layout of the memory, and the program its chip: the target has one of two.

fn main() {
    let board = env!("CARGO_MANIFEST_DIR");
    let is_rp2350 = std::env::var("TARGET").is_ok_and(|target| target.starts_with("thumbv8m"));
    println!("cargo:rustc-check-cfg=cfg(rp2350)");
    if is_rp2350 {
        println!("cargo:rustc-cfg=rp2350");
    }
    let folder = if is_rp2350 { format!("{board}/rp2350") } else { board.to_owned() };
    println!("cargo:rustc-link-search={folder}");
    println!("cargo:rustc-link-arg-bins=-Tlink.x");
    if std::env::var_os("CARGO_FEATURE_DEFMT").is_some() {
        println!("cargo:rustc-link-arg-bins=-Tdefmt.x");
    }
    println!("cargo:rerun-if-changed={folder}/memory.x");
}
